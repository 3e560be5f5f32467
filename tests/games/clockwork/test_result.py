"""What the result of Clockwork Spades shows: what both have taken and been given, and what decided."""

from functools import cache

import pytest

from clockspades.cards import parse_cards
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkState, PlayMatches, RuleSet
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules
from tests.games.clockwork.tables import table
from tests.tui.seated import ANA, GAME, TICK, game_where

REASONS = ("four-kings", "king-of-spades", "last-spade", "drawn")


@cache
def ended(reason: str, seats: tuple[Seat, Seat] = (ANA, TICK), rules: str = "pagat") -> AnySession:
    """A game that ended so; one in a thousand is drawn, so it is looked for once."""

    def holds(session: AnySession) -> bool:
        return session.outcome is not None and session.outcome.reason == reason

    return game_where(holds, seats, rules=rules)


@pytest.mark.parametrize(
    ("reason", "rules"),
    [*((reason, "pagat") for reason in REASONS), ("fewest-spades", "gamerules"), ("drawn", "gamerules")],
)
def test_what_both_have_taken_and_been_given_is_counted(reason: str, rules: str) -> None:
    state = ended(reason, rules=rules).state
    face = ClockworkTableRules().result(state, ())
    for seat in range(2):
        assert face.piles[seat] == (state.taken[seat], state.kings[seat])
        count = GAME.rules.scores(state)[seat]
        unit = {"pagat": ("penalty", "penalties"), "gamerules": ("spade", "spades")}[rules][count != 1]
        assert face.counts[seat] == f"{count or 'no'} {unit}"


def test_the_kings_that_decided_the_game_stand_out() -> None:
    state = table_that_ended("KC KD KH")
    face = ClockworkTableRules().result(state, ())
    assert face.deciding == parse_cards("KC KD KH KS")
    assert face.counts == ("4 penalties", "1 penalty")
    assert face.piles == ((parse_cards("AS"), parse_cards("KC KD KH KS")), (parse_cards("2S"), ()))


def test_the_king_of_spades_alone_decides_against_whoever_drew_it() -> None:
    state = table_that_ended("KC")
    assert ClockworkTableRules().result(state, ()).deciding == parse_cards("KS")


def test_no_card_decides_a_game_that_the_count_decides() -> None:
    session = ended("last-spade")
    assert ClockworkTableRules().result(session.state, ()).deciding == ()


def table_that_ended(kings: str) -> ClockworkState:
    """The table after a seat that had these kings drew the king of spades (clockwork 10)."""
    before = table(RuleSet.PAGAT, "3C 5C 6C", "3 4 5", left="3 4 5 6", stock="", taken=("AS", "2S"), kings=(kings, ""))
    return RULES.reduce(before, PlayMatches()).state
