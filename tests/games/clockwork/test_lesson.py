"""The first game: what the chosen deal brings whatever is taken, and what is said of it."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from clockspades.cards import Rank
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_lesson import ClockworkLesson
from clockspades.games.clockwork.clockwork_rules import (
    RULES,
    PlayMatches,
    RuleSet,
    TakeSpade,
    matches,
)
from clockspades.games.clockwork.clockwork_table import STOCK
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.lesson import Course, Note
from clockspades.table.model import Target, TargetKind
from clockspades.table.parts import InPart

GAME = ClockworkSpades()
LESSON = ClockworkLesson()
CHOICES = (Rank.SEVEN, Rank.EIGHT, Rank.NINE)


def hour(rank: Rank) -> Target:
    return Target(TargetKind.HOUR, int(rank))


def begun() -> AnySession:
    return LESSON.begin(GAME, Seat("Ana"))


def played(session: AnySession, rng: Random) -> Iterator[AnySession]:
    """A game at each of its points, to its end, both seats choosing at random."""
    yield session
    while session.outcome is None:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
        yield session


def said(session: AnySession, terminal: Terminal = USUAL) -> tuple[Note, ...]:
    """What there is to say to the person now."""
    views = [RULES.observe(session.position(point).state, 0) for point in range(session.at + 1)]
    return LESSON.notes(Course(views, seen(session), 0, session.names, terminal))


def seen(session: AnySession) -> Sequence[Sequence[Any]]:
    return [session.events(point, 0) for point in range(1, session.at + 1)]


def after_turn_5(taken: Rank) -> AnySession:
    """The game when turn 6 begins; on the way there nobody but the person in turn 3 has a choice."""
    session = begun()
    for action in (PlayMatches(), PlayMatches(), TakeSpade(taken), PlayMatches(), PlayMatches()):
        assert action in RULES.legal_actions(session.state)
        assert isinstance(action, TakeSpade) or RULES.legal_actions(session.state) == (action,)
        session.act(action)
    return session


# -- the deal ----------------------------------------------------------------------------------------------


def test_the_person_begins_under_the_rules_of_pagat_against_the_best_bot() -> None:
    session = begun()
    assert (session.state.rules, session.state.first, session.to_act) == (RuleSet.PAGAT, 0, 0)
    assert session.seats == (Seat("Ana"), Seat("Hora", "bot:steady"))
    assert LESSON.begin(GAME, Seat("Hora")).seats[1].name != "Hora"


@pytest.mark.parametrize("taken", CHOICES)
def test_in_the_seventh_turn_the_window_skips_the_hour_that_is_gone(taken: Rank) -> None:
    for action in RULES.legal_actions(after_turn_5(taken).state):
        session = after_turn_5(taken)
        session.act(action)
        assert session.state.window == tuple(rank for rank in (*CHOICES, Rank.TEN) if rank is not taken)
        assert matches(session.state)


# -- what is said ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taken", CHOICES)
def test_what_is_said_in_the_first_turns(taken: Rank) -> None:
    session, told = after_turn_5(taken), []
    letter, dead = taken.letter, session.state.discard[0].symbol
    for point in range(1, 7):
        session.go_to(point)
        told.append([(note.words, note.about) for note in said(session)])
    assert told == [
        [
            ("Don't draw the last card, the K♠: it loses, or wins with all three other kings.", STOCK),
            ("You play on a window, the next three spades on the clock: A 2 3.", hour(Rank.TWO)),
            ("Your 2♦ matches the 2♠: press Enter, or click it.", Target(TargetKind.HAND, 0)),
        ],
        [("The window moves on: Hora plays on 4 5 6.", hour(Rank.FIVE))],
        [("Take a spade: click it, or press 1, 2 or 3.", hour(Rank.EIGHT))],
        [(f"The {letter}♠ is gone: its hour is skipped now.", hour(taken))],
        [
            ("Hora gives you the K♥: with all three, the K♠ wins.", InPart("near-tally")),
            ("You must play every match: press Enter.", hour(Rank.ACE)),
        ],
        [(f"The {dead} is dead: the {letter}♠ is gone.", hour(taken))],
    ]


def test_the_note_on_taking_names_the_keys_of_the_settings() -> None:
    session = begun()
    for action in (PlayMatches(), PlayMatches()):
        session.act(action)
    terminal = Terminal(keymap={"table.choose_2": ("k",)})
    assert [note.words for note in said(session, terminal)] == ["Take a spade: click it, or press 1, k or 3."]


def test_the_end_of_the_game_is_spoken_of_when_it_is_near() -> None:
    session = begun()
    told = [note.words for _ in played(session, Random(1)) for note in said(session)]
    assert told[-2:] == [
        "The last cards, down for you and up for Hora, as it stands. Last comes the K♠.",
        "Point at a spade to see who then draws the K♠. Ana wins anyway, with the other kings.",
    ]


def test_a_king_that_the_person_passes_is_spoken_of_too() -> None:
    session = begun()
    session.go_to(0)
    cards = "2D KH JC 5H 5D TC JH AH QD 7H 8C 9D TD 6D 3H 7C 9C 6H KC KD 3D 3C 4H 4C TH 9H 5C 6C AD 2C JD 7D 2H 8H QH"
    deal = GAME.rules.parse_action("deal", {"cards": f"{cards} AC QC 4D 8D"})
    session.act(deal)
    assert ("You give Hora the K♥: with all three, the K♠ wins.", InPart("far-tally")) in [
        (n.words, n.about) for n in said(session)
    ]
