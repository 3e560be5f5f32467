"""The milestones of Spades: nils that are made, and a win without a bag."""

from typing import Final

from clockspades.engine.milestone import End, GameMilestone
from clockspades.games.spades.scoring import Bid
from clockspades.games.spades.state import State


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
