"""What can be reached in Spades: its milestones, and what a player can try in an ending."""

from collections.abc import Iterator
from typing import Final

from clockspades.engine.goals import End, GameMilestone, Goal, Tricks
from clockspades.engine.wording import Names
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.state import Phase, State, seats_of
from clockspades.games.tricks import LATE


def _nils(state: State, seat: int) -> list[Bid]:
    """The nils that a seat made, blind ones among them (spades 12)."""
    return [sheet.bids[seat] for sheet in state.sheets if sheet.bids[seat].is_nil and not sheet.taken[seat]]


def _made_nil(state: State, seat: int) -> bool:
    return bool(_nils(state, seat))


def _made_blind_nil(state: State, seat: int) -> bool:
    return any(nil.blind for nil in _nils(state, seat))


def _may_have_no_bags(end: End) -> bool:
    """Whether a side that won has a score without bags: each is a point, and all else is worth tens."""
    return end.won and any(score % 10 == 0 for score in end.outcome.scores)


def _has_no_bags(state: State, seat: int) -> bool:
    """Whether a seat's side took no bag in the whole game (spades 10 and 13)."""
    return not state.sheets[-1].lines[state.sides[seat]].total_bags


MILESTONES: Final = (
    GameMilestone("Nil", "Make a nil in Spades.", lambda end: True, {"do": "bid", "tricks": 0}, _made_nil),
    GameMilestone(
        "Blind nil",
        "Make a blind nil in Spades.",
        lambda end: True,
        {"do": "bid", "tricks": 0, "blind": True},
        _made_blind_nil,
    ),
    GameMilestone("No bags", "Win Spades without taking a bag.", _may_have_no_bags, in_state=_has_no_bags),
)
"""In the order shown."""


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
