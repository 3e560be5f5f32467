"""What a player can try to reach in an ending of Spades."""

from collections.abc import Iterator

from clockspades.engine.goals import Goal, Tricks
from clockspades.engine.wording import Names
from clockspades.games.spades.state import Phase, State, seats_of
from clockspades.games.tricks import LATE


def aims(view: State, seat: int, names: Names) -> Iterator[tuple[str, Goal]]:
    """To make one's own contracts and nils, and to set those of others."""
    left = view.tricks_left
    if view.phase is not Phase.PLAY or left > LATE:
        return
    sides, most = view.sides, view.settings.hand
    allies = (seat, *(mate for mate in seats_of(sides, sides[seat]) if mate != seat))
    for side in sorted({*sides}, key=lambda side: side != sides[seat]):
        bids = {mate: made.tricks for mate in seats_of(sides, side) if (made := view.bids[mate]) is not None}
        takers = tuple(mate for mate, bid in bids.items() if bid)
        contract, taken = sum(bids.values()), sum(view.taken[mate] for mate in takers)
        if taken < contract <= taken + left and side == sides[seat]:
            yield "make your contract", Tricks(allies, takers, contract, most)
        elif taken < contract <= taken + left:
            whom = names[takers[0]] if len(bids) == 1 else "the other side"
            yield f"set {whom}", Tricks(allies, takers, 0, contract - 1)
        for mate, bid in bids.items():
            whose = "your" if mate == seat else f"{names[mate]}'s"
            if bid or view.taken[mate]:
                continue
            if side == sides[seat]:
                yield f"{'make' if mate == seat else 'save'} {whose} nil", Tricks(allies, (mate,), 0, 0)
            else:
                yield f"set {whose} nil", Tricks(allies, (mate,), 1, most)
