"""Clock and Watch in line mode, as people type them."""

from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import ASSISTED, NOW_PRACTICE, PEEKED
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clock.clock_rules import ExchangeKing, is_exchange_due
from clockspades.plain.conversation import Conversation, Ending
from clockspades.plain.plain_voice import Voice
from clockspades.plain.typed_lines import Lines
from tests.test_plain import run

GAME = Clock()


def talk(session: AnySession, typed: str) -> tuple[Ending, list[str]]:
    """Play a game in line mode; why it was over, and what was said."""
    said: list[str] = []
    conversation = Conversation(
        session, Random(1), Lines(BytesIO(typed.encode())), Voice(said.append), "The rules.", 24
    )
    return conversation.hold(), said


def at_the_exchange(seed: int = 2) -> AnySession:
    """A game of Watch in which the fourth king is to be exchanged."""
    while True:
        session: AnySession = Session(GAME, GAME.configure({"variant": "watch"}), [Seat("Ana")])
        session.deal(Random(seed))
        while session.outcome is None:
            if is_exchange_due(session.state):
                return session
            session.act(GAME.rules.legal_actions(session.state)[0])
        seed += 1


@pytest.mark.parametrize("variant", ["clock", "watch"])
def test_a_game_is_played_with_enter_alone_to_the_exchange_or_the_end(variant: str) -> None:
    session: AnySession = Session(GAME, GAME.configure({"variant": variant}), [Seat("Ana")])
    session.deal(Random(2))
    ending, said = talk(session, "\n" * 60)
    if variant == "clock":
        assert ending is Ending.GAME_OVER
        assert said[-1] == GAME.words.verdict(session.state, ("Ana",))
    else:
        assert ending is Ending.END_OF_INPUT
        assert is_exchange_due(session.state)
    assert said[0] == session.title


def test_an_exchange_is_typed_in_words_and_the_hint_has_its_number() -> None:
    session = at_the_exchange()
    legal = GAME.rules.legal_actions(session.state)
    _, said = talk(session, "hint\n")
    hints = [line for line in said if ": Exchange the " in line]
    assert len(hints) == len(legal)
    best = GAME.words.hints(session.view(0), session.names)[0]
    assert hints[0] == f"{legal.index(best.action) + 1}: {best.words}"
    talk(session, f"{GAME.words.phrase(best.action)}\n")
    assert isinstance(session.positions[-1].action, ExchangeKing)
    assert session.positions[-1].action == best.action


def test_the_table_tells_what_lies_where() -> None:
    session = at_the_exchange()
    _, said = talk(session, "table\n")
    assert sum(" face down, " in line for line in said) == 13


def test_a_card_is_taken_back_and_turned_up_again_and_the_game_counts(home: Path) -> None:
    typed = b"1\n1\nundo\n" + b"1\n" * 60
    ran = run("play", "clock", "--plain", "--seat", "Ana", "--seed", "1", typed=typed)
    assert "Move undone." in ran.out
    assert "practice" not in ran.out.casefold()
    (log,) = (home / "games").iterdir()
    assert run("verify", log).status == 0
    assert ASSISTED not in run("show", log).out


def test_another_exchange_after_a_peek_makes_the_game_practice_and_that_is_said() -> None:
    session = at_the_exchange()
    _, said = talk(session, "1\nundo\n2\nundo\n1\n")
    assert said.count(PEEKED) == said.count(NOW_PRACTICE) == 1
    assert said.index(PEEKED) < said.index(NOW_PRACTICE)
    assert session.standing.is_practice


def test_a_finished_game_is_told_how_it_stands_among_the_others() -> None:
    first = run("play", "clock", "--plain", "--seat", "Ana", "--seed", "1", typed=b"1\n" * 60)
    assert "\nYour first game of this kind.\n" in first.out
    second = run("play", "clock", "--plain", "--seat", "Ana", "--seed", "2", typed=b"1\n" * 60)
    assert "\nNot as good as your other game.\nClock: won " in second.out


def test_a_game_kept_elsewhere_is_compared_with_those_of_the_archive(home: Path, tmp_path: Path) -> None:
    assert run("play", "clock", "--plain", "--seat", "Ana", "--seed", "1").status == 0
    (log,) = (home / "games").iterdir()
    elsewhere = log.rename(tmp_path / "elsewhere.cslog")
    ran = run("resume", "--plain", elsewhere, typed=b"1\n" * 60)
    assert "\nShare this game: " in ran.out
    assert "Clock: won" not in ran.out, "there is no record of none"


def test_finish_turns_the_cards_up_to_the_first_choice() -> None:
    session: AnySession = Session(GAME, GAME.configure({"variant": "watch"}), [Seat("Ana")])
    session.deal(Random(2))
    _, said = talk(session, "help\nfinish\nfinish\n")
    assert "More moves: type finish to make all until you have a choice." in said
    assert is_exchange_due(session.state)
    assert said[-1].startswith("You have a choice: type a number from 1 to ")


def test_finish_plays_a_game_without_choices_to_its_end() -> None:
    session: AnySession = Session(GAME, GAME.configure({}), [Seat("Ana")])
    session.deal(Random(2))
    ending, said = talk(session, "finish\n")
    assert ending is Ending.GAME_OVER
    assert sum(line.startswith("  ") for line in said) > session.last, "each card is told"
