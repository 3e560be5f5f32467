"""Tables of Spades set up by hand, from short texts."""

from collections.abc import Mapping, Sequence
from random import Random

from clockspades.cards import Card, parse_card, parse_cards
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Deal
from clockspades.games.spades.scoring import Bid, ScoreLine, Sheet
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import PACKS, MakeBid, SpadesPhase, SpadesState, in_order
from clockspades.games.tricks import Play, PlayCard, Trick, clockwise

GAME = SpadesGame()
NAMES = ("Ana", "Bo", "Cyd", "Dov")
SUITS = "CDHS"


def start(**options: OptionValue) -> SpadesState:
    """A game with these options before its first deal."""
    return GAME.rules.initial(GAME.configure(options))


def card(text: str) -> Card:
    return parse_card(text)


def cards(text: str) -> tuple[Card, ...]:
    return in_order(parse_cards(text))


def suits(text: str) -> tuple[Card, ...]:
    """A hand by suits, spades first: ``A2.KQJ..432`` has no diamond between its hearts and clubs."""
    found = [f"{rank}{suit}" for suit, ranks in zip(reversed(SUITS), text.split(".")) for rank in ranks]
    return in_order(map(parse_card, found))


def bid(text: str) -> Bid | None:
    """``4``, ``0`` for a nil, ``blind``, or ``-`` for who has yet to bid."""
    return None if text == "-" else Bid(0, blind=True) if text == "blind" else Bid(int(text))


def scored(state: SpadesState, scores: Sequence[int], bags: Sequence[int] | None = None) -> SpadesState:
    """The same table with these scores and bags by side, from one deal before."""
    lines = [
        ScoreLine(0, 0, 0, 0, 0, 0, score, count)
        for score, count in zip(scores, bags or (0,) * len(scores), strict=True)
    ]
    players = state.settings.players
    sheet = Sheet(1, (state.dealer - 1) % players, (Bid(1),) * players, (0,) * players, tuple(lines))
    return state._replace(sheets=(sheet,))


def dealt(hands: Sequence[Sequence[Card]], state: SpadesState | None = None) -> SpadesState:
    """A deal that gives these hands by seat."""
    state = start() if state is None else state
    players = state.settings.players
    order = clockwise((state.dealer + 1) % players, players)
    deal = [hands[seat][turn] for turn in range(len(hands[0])) for seat in order]
    return RULES.reduce(state, Deal(tuple(deal))).state


def hands_with(hand: Sequence[Card], seat: int, seed: int = 0, players: int = 4) -> list[tuple[Card, ...]]:
    """Hands by seat, this one for ``seat`` and the others from the rest of the pack."""
    rest = [card for card in PACKS[players] if card not in hand]
    rest = Random(seed).sample(rest, len(rest))
    size = len(hand)
    hands = [tuple(rest[at * size : (at + 1) * size]) for at in range(players - 1)]
    hands.insert(seat, tuple(hand))
    return hands


def bidding(hand: str, bids: str = "", *, state: SpadesState | None = None, seed: int = 0) -> SpadesState:
    """Seat ``len(bids) + 1`` is to bid with this hand after these bids, the dealer being seat 0."""
    made = bids.split()
    seat = (len(made) + 1) % 4
    table = dealt(hands_with(suits(hand), seat, seed), state)
    for text in made:
        said = bid(text)
        assert said is not None
        table = RULES.reduce(table, MakeBid(said.tricks, said.blind)).state
    assert table.seat == seat
    return table


def playing(
    hands: Mapping[int, str],
    trick: str,
    bids: str,
    *,
    leader: int = 0,
    taken: Sequence[int] = (0, 0, 0, 0),
    broken: bool = True,
    state: SpadesState | None = None,
) -> SpadesState:
    """A trick in play: the hands by seat as :func:`suits` has them, then the plays to the trick from ``leader``.

    What is in no hand and not on the trick was played before, each suit in tricks of its own if the numbers allow.
    """
    table = start() if state is None else state
    players = table.settings.players
    on_trick = [parse_card(text) for text in trick.split()]
    held = [suits(hands[seat]) for seat in range(players)]
    gone = [card for card in table.settings.pack if card not in on_trick and all(card not in hand for hand in held)]
    winners = [seat for seat, count in enumerate(taken) for _ in range(count)]
    assert len(gone) == players * len(winners), f"{len(gone)} cards were played before, in {len(winners)} tricks"
    tricks = tuple(
        Trick(tuple(map(Play, clockwise(winner, players), gone[at * players : (at + 1) * players])), winner)
        for at, winner in enumerate(winners)
    )
    table = table._replace(
        number=1, phase=SpadesPhase.PLAY, seat=leader, leader=leader, broken=broken, tricks=tricks,
        bids=tuple(bid(text) for text in bids.split()),
        hands=tuple(
            in_order((*hand, *(card for turn, card in enumerate(on_trick) if (leader + turn) % players == seat)))
            for seat, hand in enumerate(held)
        ),
    )  # fmt: skip
    for played in on_trick:
        table = RULES.reduce(table, PlayCard(played)).state
    return table
