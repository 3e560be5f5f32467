"""Tables of Clockwork Spades set up by hand, from short texts."""

from collections.abc import Mapping
from statistics import fmean

from clockspades.cards import Rank, parse_cards
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkState, RuleSet

HOURS = "A23456789TJQ"


def initial(rules: RuleSet, first: int) -> ClockworkState:
    """A game before its deal."""
    return RULES.initial({"rules": rules.value, "first": first})


def rank(letter: str) -> Rank:
    return Rank(HOURS.index(letter) + 1)


def ranks(letters: str) -> tuple[Rank, ...]:
    return tuple(rank(letter) for letter in letters.split())


def table(
    rules: RuleSet,
    hand: str,
    window: str = "A 2 3",
    *,
    left: str = " ".join(HOURS),
    played: Mapping[str, str] | None = None,
    other: str = "TC TD TH",
    stock: str = "6C 6D 6H 7C 7D 7H",
    seat: int = 0,
    taken: tuple[str, str] = ("", ""),
    kings: tuple[str, str] = ("", ""),
    discard: str = "",
) -> ClockworkState:
    """Turn 9, in which ``seat`` is to act with ``hand`` and the other seat holds ``other``.

    ``left`` are the spades on the clock, ``played`` the cards on some of them.
    """
    hands = (hand, other) if seat == 0 else (other, hand)
    return initial(rules, 0)._replace(
        turn=9,
        seat=seat,
        window=ranks(window),
        clock=tuple(parse_cards((played or {}).get(letter, "")) if letter in left else None for letter in HOURS),
        hands=(parse_cards(hands[0]), parse_cards(hands[1])),
        denied=((0,) * len(hands[0].split()), (0,) * len(hands[1].split())),
        taken=(parse_cards(taken[0]), parse_cards(taken[1])),
        kings=(parse_cards(kings[0]), parse_cards(kings[1])),
        discard=parse_cards(discard),
        stock=parse_cards(stock),
    )


def share_at_random(state: ClockworkState, seat: int) -> float:
    """What a seat wins if both play at random from here on, by trying every action of the public rules."""
    if state.outcome is not None:
        return 0.5 if not state.outcome.winners else float(seat in state.outcome.winners)
    return fmean(share_at_random(RULES.reduce(state, action).state, seat) for action in RULES.legal_actions(state))
