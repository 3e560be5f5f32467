"""What each widget of Clockwork Spades draws, which is never anything of another's hand."""

from typing import Final

import pytest

from clockspades.cards import UNKNOWN, parse_card, parse_cards
from clockspades.engine.rules import Ended, Outcome
from clockspades.games.clockwork import clockwork_table as selectors
from clockspades.games.clockwork.clockwork_rules import (
    KING_OF_SPADES,
    RULES,
    ClockworkEvent,
    ClockworkReason,
    ClockworkState,
    Discarded,
    Drew,
    DrewKingOfSpades,
    PassedKing,
    Played,
    RuleSet,
    Took,
    TurnBegan,
)
from clockspades.games.clockwork.clockwork_table import ClockworkTableModel, ClockworkTableRules, far, near
from clockspades.table.log_view import log_lines
from clockspades.table.model import PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.table.widget_models import Face, Light, Mark
from tests.games.clockwork.tables import HOURS, ranks, table
from tests.tui.seated import GAME


def model(
    state: ClockworkState,
    *,
    seat: int = 0,
    active: bool = True,
    selection: Selection = Selection(),  # noqa: B008 (it never changes)
    history: tuple[tuple[ClockworkEvent, ...], ...] = (),
    remarks: tuple[tuple[int, str], ...] = (),
    caption: str = "",
) -> ClockworkTableModel:
    """The model of a state as ``seat`` observes it."""
    player = PlayerView(
        GAME, RULES.observe(state, seat), seat, ("Ana", "Tick"), ("", "random"), history, (), caption, remarks
    )
    return TableModel(player.deciding(active), selection)


def at(text: str) -> Target:
    """The place on the dial of a spade."""
    return Target(TargetKind.HOUR, HOURS.index(text) + 1)


PLAYING: Final = table(RuleSet.PAGAT, "4C 8D 9H", "8 9 T", played={"8": "8C 8H", "3": "3C"}, discard="JC JD")
TAKING: Final = table(RuleSet.PAGAT, "4C 5D 6H", "8 9 T")
OVER: Final = TAKING._replace(outcome=Outcome((0,), (1, 2), ClockworkReason.KING_OF_SPADES))


# -- the dial ----------------------------------------------------------------------------------------------


def test_the_window_stands_out_and_nothing_else_does() -> None:
    for state in (PLAYING, TAKING):
        for active in (True, False):
            face = selectors.dial_model(model(state, active=active))
            lights = [shown.light for shown in face.hours if shown is not None]
            assert [n for n, light in enumerate(lights, 1) if light is Light.LIVE] == [8, 9, 10]
            assert face.window == (8, 9, 10)
            assert face.angle == 270


def test_the_spades_to_be_taken_have_their_keys() -> None:
    face = selectors.dial_model(model(TAKING))
    assert [shown.label for shown in face.hours if shown] == [""] * 7 + ["1", "2", "3"] + [""] * 2


def test_the_stock_lies_on_the_king_of_spades() -> None:
    def centre(state: ClockworkState) -> Face | None:
        return selectors.dial_model(model(state)).centre

    assert centre(PLAYING) == Face(UNKNOWN, label="6")
    assert centre(table(RuleSet.PAGAT, "4C", stock="")) == Face(KING_OF_SPADES)
    dial = selectors.dial_model(model(table(RuleSet.PAGAT, "4C", stock="", kings=("KC KS", ""))))
    assert (dial.centre, dial.is_large) == (Face(KING_OF_SPADES), True)


def test_with_few_cards_in_the_stock_the_clock_tells_who_would_draw_the_last_king_as_it_stands() -> None:
    for stock, who in (("6C 6D 6H 7C 7D", "Tick"), ("6C 6D 6H 7C 7D 7H", "Ana"), ("6C 6D 6H", "Ana")):
        caption = selectors.dial_model(model(PLAYING._replace(stock=parse_cards(stock)))).caption
        assert caption == f"As it stands, {who} draws the K♠."
    assert selectors.dial_model(model(OVER)).caption == ""


# -- the hands ---------------------------------------------------------------------------------------------


def test_what_can_be_played_stands_out_and_the_rest_steps_back() -> None:
    row = near(selectors.hand_row)(model(PLAYING))
    assert [shown.light for shown in row.cards if shown] == [Light.DIM, Light.LIVE, Light.LIVE]
    assert row.numbered


def test_with_nothing_to_play_the_hand_steps_back_without_its_keys() -> None:
    row = near(selectors.hand_row)(model(TAKING))
    assert {shown.light for shown in row.cards if shown} == {Light.DIM}
    assert not row.numbered


def test_the_card_pointed_at_shows_it() -> None:
    row = near(selectors.hand_row)(model(PLAYING, selection=Selection(Target(TargetKind.HAND, 0))))
    assert [shown.pointed for shown in row.cards if shown] == [True, False, False]


# -- the tallies and the names -----------------------------------------------------------------------------

SCORED: Final = {"taken": ("2S JS", ""), "kings": ("KD", "KC KH"), "left": "A 3 4 5 6 7 8 9 T Q"}


def test_the_tallies_hold_the_spades_taken_and_the_kings_received() -> None:
    state = table(RuleSet.PAGAT, "4C", **SCORED)  # type: ignore[arg-type]
    assert near(selectors.tally)(model(state)).groups == (("♠", "2", "J"), ("K♦",))
    assert far(selectors.tally)(model(state)).groups == (("K♣", "K♥"),)
    assert near(selectors.tally)(model(TAKING)).groups == ()


@pytest.mark.parametrize(
    ("rules", "ours", "theirs"),
    [(RuleSet.PAGAT, "3 penalties", "2 penalties"), (RuleSet.GAMERULES, "2 spades", "no spades")],
)
def test_the_names_tell_what_counts_under_the_rules(rules: RuleSet, ours: str, theirs: str) -> None:
    state = table(rules, "4C", **SCORED)  # type: ignore[arg-type]
    assert near(selectors.name_line)(model(state)).quiet == (ours,)
    assert far(selectors.name_line)(model(state)).quiet == (theirs, "random")


def test_the_heading_names_the_game_the_rules_and_the_turn() -> None:
    line = selectors.heading(model(PLAYING))
    assert (line.text, line.quiet) == ("Clockwork Spades", ("turn 9", "rules of pagat.com"))
    repeat = model(PLAYING)
    repeat = repeat._replace(player=repeat.player._replace(marks=("repeat",)))
    assert selectors.heading(repeat).quiet == ("repeat", "turn 9", "rules of pagat.com")


# -- the prompt and what is explained ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "target", "active", "words"),
    [
        (PLAYING, Target(TargetKind.HAND, 1), True, "You must play the 8♦: the 8♠ is in your window."),
        (PLAYING, Target(TargetKind.HAND, 1), False, "The 8♦ goes on the 8♠. The 8♠ is in Ana's window (8 9 10)."),
        (PLAYING, Target(TargetKind.HAND, 0), True, "The 4♣ goes on the 4♠. The 4♠ isn't in Ana's window (8 9 10)."),
        (PLAYING, Target(TargetKind.HAND, 9), True, ""),
        (PLAYING, at("8"), True, "You must play 8♦ on the 8♠ with 8♣ 8♥ on it."),
        (PLAYING, at("8"), False, "The 8♠ is in Ana's window (8 9 10)."),
        (PLAYING, at("T"), True, "You can't take the 10♠: you must play the 8♦."),
        (PLAYING, at("3"), True, "The 3♠ isn't in Ana's window (8 9 10)."),
        (PLAYING, Target(TargetKind.HOUR, 0), True,
         "6 cards in the stock, then the K♠, which ends the game. As it stands, Ana draws the K♠."),
        (TAKING, at("T"), True, "Take the 10♠, and the K♠ stays with Tick."),
        (table(RuleSet.PAGAT, "8C", "9 T J", left="9 T J"), Target(TargetKind.HAND, 0), True,
         "The 8♣ is dead: the 8♠ is gone. Your next turn discards it."),
        (table(RuleSet.PAGAT, "8C", "9 T J", left="9 T J"), at("8"), True, "The 8♠ is gone. This hour is skipped."),
        (OVER, at("8"), False, "The 8♠."),
        (OVER, Target(TargetKind.HAND, 0), False, "The 4♣ was not played."),
        (table(RuleSet.PAGAT, "8C", stock="6C"), Target(TargetKind.HOUR, 0), True,
         "1 card in the stock, then the K♠, which ends the game. As it stands, Ana draws the K♠."),
        (table(RuleSet.PAGAT, "8C", stock=""), Target(TargetKind.HOUR, 0), True,
         "The next card is the K♠. Without the other three kings it loses."),
        (table(RuleSet.GAMERULES, "8C", stock=""), Target(TargetKind.HOUR, 0), True,
         "The next card is the K♠. Without the other three kings the fewest spades win."),
        (OVER, Target(TargetKind.HOUR, 0), False, "The stock."),
    ],
)  # fmt: skip
def test_what_is_pointed_at_is_explained(state: ClockworkState, target: Target, active: bool, words: str) -> None:
    assert ClockworkTableRules().explain(model(state, active=active), target) == words


# -- the log and the timeline ------------------------------------------------------------------------------

HISTORY: Final[tuple[tuple[ClockworkEvent, ...], ...]] = (
    (
        Drew(0, parse_cards("4C 5C")),
        PassedKing(0, parse_card("KC")),
        Drew(1, (UNKNOWN,)),
        TurnBegan(1, 0, ranks("A 2 3")),
    ),
    (Took(0, parse_card("2S"), ()), TurnBegan(2, 1, ranks("4 5 6")), Discarded(1, parse_cards("2D"))),
    (Played(1, parse_cards("4D")), DrewKingOfSpades(1), Ended(Outcome((0,), (1, 1), ClockworkReason.KING_OF_SPADES))),
)


def test_the_log_has_every_event_in_words_under_the_number_of_its_turn() -> None:
    lines = log_lines(model(OVER, history=HISTORY, active=False), ClockworkTableRules.log_style)
    assert [(line.margin, line.words) for line in lines] == [
        ("", "Ana draws 4♣ 5♣"),
        ("", "Ana draws the K♣ and gives it to Tick"),
        ("", "Tick draws 1 card"),
        ("1", "Ana takes the 2♠"),
        ("2", "Tick discards 2♦: the 2♠ is gone"),
        ("", "Tick plays 4♦ on the 4♠"),
        ("", "Tick draws the K♠, the last card"),
        ("", GAME.words.verdict(OVER, ("Ana", "Tick"))),
    ]
    assert [line.words for line in lines if line.style == "bold"] == [lines[n].words for n in (1, 3, 6, 7)]


def test_the_marks_of_a_timeline_are_the_spades_taken_and_the_kings_received() -> None:
    assert ClockworkTableRules().marks(HISTORY) == (Mark(1, "K", 1), Mark(2, "♠", 0), Mark(3, "K", 1))
