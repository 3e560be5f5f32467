"""Line mode: whole games as text in and out, and every line that could do harm."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import count, pairwise
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from clockspades import cli
from clockspades.engine import share
from clockspades.engine.header import Header, Seat
from clockspades.engine.players import Bots
from clockspades.engine.rules import Action, Outcome
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES, find_game
from clockspades.plain.choices import Phrases, find_choice, numbered, what_to_type
from clockspades.plain.conversation import STILL, Conversation, Ending, NextGame
from clockspades.plain.plain_voice import Cards, Voice, in_words
from clockspades.plain.typed_lines import LONGEST_LINE, LineError, Lines
from clockspades.saved.log import LogError, load
from clockspades.saved.log_writer import LogWriter
from clockspades.saved.series import new_series, series_before
from clockspades.saved.settings import FILE
from clockspades.saved.settings import load as load_settings
from tests import commands
from tests.commands import Ran

ANA, BEN, TICK = Seat("Ana"), Seat("Ben"), Seat("Tick", "bot:random")
AGAINST_A_BOT = ("--seed", "5", "--seat", "Ana", "--seat", "Tick=bot:random")
TWO_PEOPLE = ("--seed", "5", "--seat", "Ana", "--seat", "Ben")
OFFER = "Type review to see luck, skill and mistakes, or press Enter to leave."
OFFERS = (
    "Type review to see luck, skill and mistakes, again to play the same deal, other to play it from the other side, "
    "or press Enter to leave."
)
ENOUGH = 80
"""Turns that no game here reaches."""
PASSING = "Pass the keyboard to "
PAGE = 24
PATIENCE = 10.0
"""Seconds to wait for what should be there in one."""

HOSTILE = {
    "escapes": b"\x1b[31m\x1b]0;owned\x07",
    "an arrow key": b"\x1b[A",
    "a right-to-left mark": "\u202etake 7".encode(),
    "not utf-8": b"\xff\xfe\x80",
    "markup": b"[bold]{0}%s",
    "a megabyte": b"x" * (1 << 20),
    "as long as can be": b"9" * LONGEST_LINE,
    "a number too high": b"14",
    "a digit of another script": "１".encode(),
    "half a choice": b"take",
    "a deal": b"deal",
}


# -- playing -------------------------------------------------------------------------------------------


def run(*arguments: str | Path, typed: bytes = b"", **variables: str) -> Ran:
    """Run ``clockspades`` in a process of its own with ``typed`` for it to read."""
    return commands.run(arguments, typed, **{"LC_ALL": "C.UTF-8", "TERM": "dumb", "LINES": str(PAGE), **variables})


def new_session(*seats: Seat, seed: int = 5) -> AnySession:
    """A game of Clockwork Spades with its deal made."""
    session: AnySession = Session(GAMES[0], GAMES[0].configure({}), seats)
    session.deal(share.generator(share.draw_number(Random(seed))))
    return session


class Typist(Lines):
    """Someone who types what a function says, and at None no more."""

    def __init__(self, answer: Callable[[], str | None]) -> None:
        super().__init__(None)
        self._answer = answer

    def read(self) -> str | None:
        return self._answer()


def talk(session: AnySession, lines: Lines | bytes, said: list[str] | None = None) -> tuple[Ending, list[str]]:
    """Play a game in line mode; why it was over, and what was said, line by line."""
    said = [] if said is None else said
    read = Lines(BytesIO(lines)) if isinstance(lines, bytes) else lines
    ending = Conversation(session, Random(1), read, Voice(said.append), "The rules.", PAGE).hold()
    return ending, said


def played_by_session(seed: int, *seats: Seat) -> AnySession:
    """The game that ``--seed`` deals, in which people always make the first choice, played by the engine alone."""
    rng = Random(seed)
    session: AnySession = Session(GAMES[0], GAMES[0].configure({}), seats)
    session.deal(share.generator(share.draw_number(rng)))
    bots = Bots(session, Random(seed))  # draws the same number
    while (seat := session.to_act) is not None:
        view = session.view(seat)
        session.act(session.game.rules.legal_actions(view)[0] if seats[seat].is_human else bots[seat].choose(view))
    return session


def actions_of(session: AnySession) -> list[Action | None]:
    return [position.action for position in session.positions]


def only_log(home: Path) -> Path:
    (path,) = (home / "games").iterdir()
    return path


# -- whole games ---------------------------------------------------------------------------------------


def test_a_game_through_a_pipe_is_the_game_that_the_engine_plays(home: Path) -> None:
    ran = run("play", "--plain", *AGAINST_A_BOT, typed=b"1\n" * ENOUGH)
    loaded = load(only_log(home), find_game)
    expected = played_by_session(5, ANA, TICK)
    assert (ran.status, ran.err) == (0, "")
    assert (loaded.fault, loaded.finished) == (None, True)
    assert loaded.session.seats == (ANA, TICK)
    assert actions_of(loaded.session) == actions_of(expected)
    assert expected.outcome is not None
    number = share.draw_number(Random(5))
    line = share.line_to_paste(loaded.session)
    said, spent, shared = ran.out.rpartition(" · no hints.\n")
    assert said.rpartition("\n")[0].endswith(
        f"\n{expected.game.words.verdict(expected.state, expected.names_at_table)}"
    )
    assert spent, "the time it took, and hints"
    assert shared == (f"Share this game: {line}\nDeal number: {number}\nSaved in: {only_log(home)}\n{OFFERS}\n")
    assert "play it: clockspades play --code K" in line
    assert all(line.isprintable() for line in ran.out.split("\n"))
    for point in range(1, expected.last + 1):
        for event in expected.events(point, 0):
            assert expected.game.words.describe(event, expected.names_at_table) in ran.out, "all that Ana saw is told"


def test_whoever_is_told_of_the_other_s_turn_hears_no_more_than_they_saw() -> None:
    """Everything said between two readings is compared with what the person at the keyboard may know."""
    session = new_session(ANA, BEN)
    said: list[str] = []
    commands = iter(["hint", "hand", "table", "log", "rules", "help", "undo", "redo", "save", "nonsense"] * ENOUGH)
    looks = 0

    def answer() -> str:
        nonlocal looks
        hands, acting = session.state.hands, session.to_act
        assert acting is not None
        passed = max(number for number, line in enumerate(said) if line.startswith(PASSING))
        hidden = hands[1 - acting] if len(said) > passed + 1 else (*hands[0], *hands[1])
        since = " ".join(said[passed:])
        assert not any(card.symbol in since for card in hidden), since
        looks += 1
        if len(said) == passed + 1:
            return ""
        return "1" if looks % 5 == 0 else next(commands)

    ending, _ = talk(session, Typist(answer), said)
    assert ending is Ending.GAME_OVER
    assert looks > 3 * session.last


def test_each_line_comes_before_the_next_is_typed(home: Path) -> None:
    """A program at the other end of the pipe can answer what it reads."""
    with subprocess.Popen(
        [sys.executable, "-m", "clockspades", "play", "--plain", *AGAINST_A_BOT],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env={**os.environ, "PYTHONUNBUFFERED": ""},
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog = Timer(PATIENCE, process.kill)
        watchdog.start()
        for _ in range(3):
            assert any(line.startswith("1: ") for line in process.stdout), "waited in vain for the choices"
            process.stdin.write("1\n")
        process.stdin.close()
        assert "The game is saved" in process.stdout.read()
        watchdog.cancel()
    assert process.returncode == 0
    assert sum(position.seat == 0 for position in load(only_log(home), find_game).session.positions) == 3


# -- a series ------------------------------------------------------------------------------------------


def test_a_series_through_a_pipe_is_played_until_one_side_has_won_it(home: Path) -> None:
    ran = run("play", "--plain", *AGAINST_A_BOT, "--best-of", "3", typed=b"1\n\n" * 10 * ENOUGH)
    assert (ran.status, ran.err) == (0, "")
    games = [load(path, find_game) for path in sorted((home / "games").iterdir())]
    assert all(game.finished for game in games)
    assert [game.session.options["first"] for game in games] == [number % 2 for number in range(len(games))]
    series = new_series(2, 3)
    for game in games:
        assert series_before(game.header) == series
        assert game.session.outcome is not None
        series = series.after(game.session.outcome)
        assert f"\n{series.words(game.session.names_at_table)}\n" in ran.out
    assert series.winners
    assert ran.out.count("Press Enter for the next game, or type review, again, other or quit.\n") == len(games) - 1


def after_the_game(
    *typed: str | None, reviews: bool = True, goes_on: bool = True, again: bool = False
) -> tuple[NextGame | None, list[str]]:
    """Which game is wanted, and what is said until then."""
    said: list[str] = []
    lines = iter(typed)
    conversation = Conversation(
        new_session(ANA, TICK), Random(1), Typist(lambda: next(lines)), Voice(said.append), "The rules.", PAGE
    )
    review = (lambda seat: (f"The review for seat {seat}.",)) if reviews else None
    return conversation.ask_after_the_game(review, goes_on=goes_on, again=again), said


@pytest.mark.parametrize("typed", ["quit", None])
def test_a_series_can_be_left_between_two_games(typed: str | None) -> None:
    more = "press Enter for the next game, or type quit"
    assert after_the_game("what?", typed, reviews=False) == (None, [f"P{more[1:]}.", f"The game is over: {more}."])
    assert after_the_game(typed)[0] is None
    assert after_the_game("")[0] is NextGame.GAME


def test_a_finished_game_is_reviewed_until_the_person_leaves_it() -> None:
    reviewed = ["Reviewing the game…", "The review for seat 0.", "Type review Tick to see the game from there."]
    assert after_the_game("review", "", goes_on=False) == (None, [OFFER, *reviewed])
    assert after_the_game("1", goes_on=False) == (None, [OFFER])
    told = after_the_game("Review tick", "review Zoe", "E", "", goes_on=False)[1]
    assert told[1:3] == ["Reviewing the game…", "The review for seat 1."]
    assert told[3] == 'Nobody here is called "Zoe": type review and a name, such as review Tick.'
    assert told[4:] == reviewed
    assert after_the_game("review", "")[1][0] == "Press Enter for the next game, or type review or quit."
    assert after_the_game("review", "")[0] is NextGame.GAME
    assert after_the_game(reviews=False, goes_on=False) == (None, [])


def test_the_same_deal_can_be_played_again_from_either_side() -> None:
    for typed, wanted in (("again", NextGame.AGAIN), ("A", NextGame.AGAIN), ("other side", NextGame.OTHER_SIDE)):
        assert after_the_game(typed, again=True, goes_on=False) == (wanted, [OFFERS])
        assert after_the_game(typed, again=True)[0] is wanted
        assert after_the_game(typed, goes_on=False)[0] is None
    assert after_the_game("again", "quit")[1][1].startswith("The game is over: ")
    alone = after_the_game("again", again=True, reviews=False, goes_on=False)
    assert alone[1] == [
        "Type again to play the same deal, other to play it from the other side, or press Enter to leave."
    ]


def test_line_mode_says_what_the_command_says(home: Path) -> None:
    played = run("play", "--plain", *AGAINST_A_BOT, typed=b"review\n" + b"1\n" * ENOUGH)
    assert "You can review the game when it is over.\n" in played.out
    log = only_log(home)
    found = run("review", log)
    told = run("resume", "--plain", log, typed=b"review\n\n")
    assert (told.status, told.err) == (0, "")
    assert f"\nSaved in: {log}\nType review " in told.out
    assert f"\nReviewing the game…\n{found.out}Type review Tick to see " in told.out
    assert run("resume", "--plain", log, typed=b"review tick\n").out.endswith(run("review", log, "--seat", "1").out)


# -- letters -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variables", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_suits_are_letters_in_the_plain_locale(home: Path, variables: dict[str, str]) -> None:
    ran = run("play", "--plain", *AGAINST_A_BOT, typed=b"table\nhint\nlog\n" + b"1\n" * ENOUGH, **variables)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.isascii()
    assert "1 o'clock: the AS, in the window." in ran.out


# -- going back ----------------------------------------------------------------------------------------


def test_undo_takes_back_and_redo_does_again() -> None:
    session = new_session(ANA, TICK)
    before = session.view(0)
    ending, said = talk(session, b"undo\n1\nundo\nredo\nu\nr\nredo\nundo\nquit\n")
    assert ending is Ending.LEFT
    assert (session.at, session.view(0)) == (1, before)
    assert session.last == 3
    assert [line for line in said if line in _BACK] == [
        "Nothing to undo.", "Move undone.", "Move undone.", "Nothing to redo.", "Move undone.",
    ]  # fmt: skip
    tick = f"  {session.game.words.describe(session.events(3, 0)[0], session.names_at_table)}."
    assert said.count(tick) == 3, "what is done again is told again"


_BACK = ("Nothing to undo.", "Move undone.", "Nothing to redo.")


QUESTION = "Ana wants to take back their last move. Ben, do you agree?"


def test_two_people_take_back_what_they_agree_to() -> None:
    session = new_session(ANA, BEN)
    _, said = talk(session, b"\n1\nundo\nyes\n")
    assert session.at == session.last == 1
    at = said.index(QUESTION)
    assert said[at + 1 : at + 3] == ["Type yes or no.", "Ana's move is taken back."]
    assert said[at + 3].startswith("Pass the keyboard to Ana.")
    _, said = talk(session, b"\n1\n\n1\n\nundo\ny\n\n")
    assert session.at == 1
    at = said.index("Ana wants to take back their last move, and the move since. Ben, do you agree?")
    hidden = max(number for number, line in enumerate(said[:at]) if line == "\n" * (PAGE - 1))
    assert hidden == at - 1, "Ana's hand is out of sight when Ben is asked"
    assert said[at + 4 :] != [], "Ana is told her hand again"


@pytest.mark.parametrize("answer", ["no", "", "perhaps", "undo"])
def test_a_move_stands_if_the_other_does_not_agree_and_is_not_asked_for_again(answer: str) -> None:
    session = new_session(ANA, BEN)
    _, said = talk(session, f"\n1\nundo\n{answer}\nundo\n\nredo\n".encode())
    assert session.at == 2
    assert said.count(QUESTION) == 1
    assert said.index("Ben does not agree: Ana's move stands.") < said.index("That was declined: the move stands.")
    assert said[-1] == "Nothing to redo."


def test_whoever_is_declined_at_the_curtain_is_offered_that_no_more_and_the_next_one_is_called_again() -> None:
    session = new_session(ANA, BEN)
    _, said = talk(session, b"\n1\nwhat\nundo\nno\nwhat\n")
    offered, again = (line for line in said if line.startswith("The cards are still hidden: "))
    assert offered == "The cards are still hidden: press Enter when Ben is ready, or type undo or quit."
    assert again == "The cards are still hidden: press Enter when Ben is ready, or type quit."
    at = said.index("Ben does not agree: Ana's move stands.")
    assert said[at + 1].startswith("Pass the keyboard to Ben.")


def test_the_keyboard_stays_with_a_person_while_only_bots_act() -> None:
    """Ana and Cyd play, and bots between them; whoever wins the last trick leads again."""
    game = find_game("clogs")
    assert game is not None
    seats = (ANA, Seat("Bo", "bot:random"), Seat("Cyd"), Seat("Dov", "bot:random"))
    session: AnySession = Session(game, game.configure({"target": 14}), seats)
    said: list[str] = []
    turns = [""]
    """Who decided, in order."""

    def answer() -> str:
        if said[-1].startswith(PASSING):
            return ""
        assert session.to_act is not None
        turns.append(session.names_at_table[session.to_act])
        return "1"

    ending, _ = talk(session, Typist(answer), said)
    assert ending is Ending.GAME_OVER
    called = [line.removeprefix(PASSING).partition(".")[0] for line in said if line.startswith(PASSING)]
    assert called == [name for before, name in pairwise(turns) if name != before]
    assert len(called) < len(turns) - 1, "somebody decided twice in a row"


# -- what can be asked ---------------------------------------------------------------------------------


def asked(command: str) -> tuple[AnySession, list[str]]:
    """What is said to a command at Ana's first turn, and the game."""
    session = new_session(ANA, TICK)
    _, before = talk(session, b"")
    _, said = talk(session, command.encode() + b"\n")
    assert said[: len(before)] == before
    return session, said[len(before) :]


def test_a_turn_says_what_happened_then_the_hand_then_the_choices() -> None:
    session = new_session(ANA, TICK)
    _, said = talk(session, b"")
    game, view, names = session.game, session.view(0), session.names_at_table
    assert said[:3] == ["Clockwork Spades", "  Ana (human)", "  Tick (bot: easy)"]
    assert said[3:5] == [game.summary_of(session.options), _ASK_FOR_HELP]
    assert said[5:7] == ["", "The deal"]
    choices = [
        f"{number}: {game.words.phrase(action)}" for number, action in enumerate(game.rules.legal_actions(view), 1)
    ]
    end = [*game.words.survey(view, 0, names).hand, game.words.prompt(view, names), *choices]
    assert said[-len(end) :] == end
    told = [game.words.describe(event, names) for event in session.events(1, 0)]
    assert [line.strip(" .") for line in said[7 : -len(end)] if line] == told


_ASK_FOR_HELP = "Type help for a list of commands."


@pytest.mark.parametrize("command", ["hint", "h", "HINT"])
@pytest.mark.parametrize("choices", [1, 3])
def test_hints(command: str, choices: int) -> None:
    for seed in count():
        session = new_session(ANA, TICK, seed=seed)
        hints = session.game.words.hints(session.view(0), session.names_at_table)
        if len(hints) == choices:
            break
    _, before = talk(session, b"")
    _, said = talk(session, command.encode() + b"\n")
    numbered = [f"{number}: {hint.words}" for number, hint in enumerate(hints, 1)]
    if choices == 1:
        assert said[len(before) :] == numbered
        return
    *told, last = said[len(before) :]
    assert told == numbered
    assert re.fullmatch(r"All three are equal: \d+%\.", last)


def test_a_hint_says_the_best_first_and_what_counts_is_said_without_one() -> None:
    game = find_game("spades")
    assert game is not None
    seats = [ANA, *(Seat(name, "bot:quick") for name in ("Tick", "Tack", "Tock"))]
    session: AnySession = Session(game, game.configure({}), seats)
    session.deal(Random(4))
    said: list[str] = []
    conversation = Conversation(session, Random(1), Lines(BytesIO(b"hint\n")), Voice(said.append), "The rules.", PAGE)
    conversation.wanted = STILL._replace(tells_stakes=True, shows_chance=True)
    conversation.hold()
    asked = said.index("This choice counts.")
    assert re.fullmatch(r"Win chance: \d+%\.", said[asked + 1])
    percents = [int(share) for line in said[asked + 2 :] for share in re.findall(r" Win chance: (\d+)%", line)]
    assert len(percents) == 14
    assert percents == sorted(percents, reverse=True)
    assert f"Win chance: {percents[0]}%." == said[asked + 1]


def test_an_empty_line_takes_a_choice_where_any_will_do() -> None:
    sessions = (new_session(ANA, TICK, seed=seed) for seed in count())
    session = next(each for each in sessions if len(each.game.rules.legal_actions(each.view(0))) == 3)
    said: list[str] = []
    for told in (False, True):
        conversation = Conversation(session, Random(1), Lines(BytesIO(b"\n")), Voice(said.append), "The rules.", PAGE)
        conversation.wanted = STILL._replace(tells_stakes=told)
        at = session.at
        conversation.hold()
        assert (session.at > at) is told


def test_the_whole_table_and_its_parts() -> None:
    session, said = asked("hand")
    survey = session.game.words.survey(session.view(0), 0, session.names_at_table)
    assert said == [*survey.hand]
    prompt = session.game.words.prompt(session.view(0), session.names_at_table)
    assert asked("table")[1] == ["Clockwork Spades, turn 1.", *survey.hand, *survey.table, prompt]
    for part, lines in survey.parts.items():
        assert asked(part)[1] == asked(part.upper())[1] == [*lines]
    assert asked("players")[1] == ["  Ana (human)", "  Tick (bot: easy)"]
    assert asked("game")[1] == ["Clockwork Spades, turn 1."]


@pytest.mark.parametrize("typed", ["7 o'clock", "7 O’CLOCK", "7 oclock"])
def test_an_hour_of_the_clock(typed: str) -> None:
    assert asked(typed)[1] == ["7 o'clock: the 7♠."]


def test_what_changed_since_the_last_move() -> None:
    session = new_session(ANA, TICK)
    assert asked("changes")[1] == asked("log")[1], "before the first move all of it is new"
    moved = session.at
    _, said = talk(session, b"1\nchanges\n")
    mine = session.events(moved + 1, 0)[0]
    first = f"  {session.game.words.describe(mine, session.names_at_table)}."
    assert said.count(first) == 2, "told once as it happened, and once again"
    start, end = (number for number, line in enumerate(said) if line == first)
    length = len(said) - end
    assert said[end:] == said[start : start + length]


def test_cards_are_said_in_words_when_that_is_asked_for() -> None:
    session = new_session(ANA, TICK)
    said: list[str] = []
    kept: list[Cards] = []

    def keep(cards: Cards) -> str:
        kept.append(cards)
        return "The disk is full."

    lines = Lines(BytesIO(b"words\ntable\nsymbols\nhand\n"))
    Conversation(session, Random(1), lines, Voice(said.append, "symbols", keep), "The rules.", PAGE).hold()
    first = said.index("Cards are now said like this: 7 of hearts.")
    last = said.index("Cards are now said like this: 7♥.")
    assert kept == ["words", "symbols"]
    assert said[first + 1] == said[last + 1] == "The disk is full."
    assert "1 o'clock: the ace of spades, in the window." in said[first:last]
    assert not any(sign in line for line in said[first:last] for sign in "♣♦♥♠")
    assert said[-1] == session.game.words.survey(session.view(0), 0, session.names_at_table).hand[0]


def test_how_cards_are_said_is_remembered(home: Path) -> None:
    run("play", "--plain", *AGAINST_A_BOT, typed=b"Words\n")
    assert load_settings(home / FILE).settings.line_cards == "words"
    again = run("resume", "--plain", typed=b"table\n" + b"1\n" * ENOUGH)
    assert "1 o'clock: the ace of spades, in the window." in again.out
    told, _, shared = again.out.partition("Share this game: ")
    assert not any(sign in told for sign in "♣♦♥♠")
    assert "♠" in shared, "that line is for others"
    assert run("review", only_log(home)).status == 0


@pytest.mark.parametrize(("seats", "lacking"), [((ANA, TICK), set()), ((ANA, BEN), {"redo"})])
def test_help_names_what_is_understood(seats: tuple[Seat, ...], lacking: set[str]) -> None:
    passing = b"\n" * (len(seats) - seats.count(TICK) - 1)
    _, before = talk(new_session(*seats), passing)
    _, said = talk(new_session(*seats), passing + b"help\n")
    told = said[len(before) :]
    assert [line.partition(": type ")[0] for line in told if "type" in line] == [
        line.partition(":")[0] for line in told
    ], "each line begins with what is wanted"
    words = {word for line in told for word in re.findall(r"[a-z]+", line)}
    commands = {"choices", "hint", "table", "changes", "explain", "log", "undo", "redo", "words", "symbols", "rules"}
    commands |= {"clock", "hands", "penalties", "discards", "stock", "game", "players", "review", "quit"}
    assert commands - words == lacking
    for command in sorted(commands - lacking):
        _, answer = talk(new_session(*seats), passing + command.encode() + b"\n")
        assert not any("not one of the choices" in line for line in answer)


@pytest.mark.parametrize("word", ["quit", "q", "exit", "Quit"])
@pytest.mark.parametrize("passing", [b"", b"\n"], ids=["while the keyboard is passed", "at a choice"])
def test_leaving(word: str, passing: bytes) -> None:
    session = new_session(ANA, BEN)
    assert talk(session, passing + word.encode() + b"\n1\n1\n1\n")[0] is Ending.LEFT
    assert session.at == 1


# -- lines that do harm --------------------------------------------------------------------------------


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("at_a_choice", [True, False], ids=["at a choice", "while the keyboard is passed"])
def test_a_hostile_line_is_answered_with_what_can_be_typed(line: bytes, at_a_choice: bool) -> None:
    passing = b"\n" if at_a_choice else b""
    _, before = talk(new_session(ANA, BEN), passing)
    session = new_session(ANA, BEN)
    ending, said = talk(session, passing + line + b"\n")
    assert (ending, session.at) == (Ending.END_OF_INPUT, 1)
    (answer,) = said[len(before) :]
    assert ": type " in answer if at_a_choice else "press Enter when Ana is ready, or type quit." in answer
    assert answer.endswith(".")
    assert answer.isprintable()
    assert len(answer) < 200
    session = new_session(ANA, BEN)
    talk(session, passing + line + b"\n" + (b"1\n" if at_a_choice else b"\n1\n"))
    assert session.at == 2, "nothing is lost, and the game goes on"


def test_hostile_lines_in_a_process(home: Path) -> None:
    ran = run("play", "--plain", *AGAINST_A_BOT, typed=b"".join(line + b"\n" for line in HOSTILE.values()) + b"1\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count(": type ") == len(HOSTILE)
    assert all(line.isprintable() for line in ran.out.split("\n"))
    assert sum(position.seat == 0 for position in load(only_log(home), find_game).session.positions) == 1


def test_names_have_no_effect() -> None:
    session = new_session(Seat("\x1b[31mAna\n"), Seat("[b]\u202e", "bot:random"))
    _, said = talk(session, b"table\nhint\nlog\n" + b"1\n" * ENOUGH)
    assert all(line.isprintable() for line in said)
    assert any("▯[31mAna▯" in line for line in said)


# -- the end of the input ------------------------------------------------------------------------------


def test_the_input_may_end_at_any_line() -> None:
    whole = [b"\n", b"1\n"] * ENOUGH
    expected = played_by_session(5, ANA, BEN)
    for lines in range(2 * expected.last):
        session = new_session(ANA, BEN)
        ending, _ = talk(session, b"".join(whole[:lines]))
        assert session.at == 1 + lines // 2
        assert ending is (Ending.GAME_OVER if session.outcome else Ending.END_OF_INPUT)
        assert actions_of(session) == actions_of(expected)[: session.last + 1]
        if session.outcome:
            return
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("lines", [0, 7])
def test_what_is_left_is_carried_on(home: Path, lines: int) -> None:
    left = run("play", "--plain", *TWO_PEOPLE, typed=b"\n1\n" * (lines // 2) + b"\n" * (lines % 2))
    path = only_log(home)
    assert (left.status, left.err) == (0, "")
    assert left.out.endswith(
        f"\nEnd of input. The game is saved.\nContinue with: clockspades resume --plain\nSaved in: {path}\n"
    )
    assert not load(path, find_game).finished
    done = run("resume", "--plain", typed=b"\n1\n" * ENOUGH)
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith(f"Saved in: {path}\n{OFFERS}\n")
    assert actions_of(load(path, find_game).session) == actions_of(played_by_session(5, ANA, BEN))


@pytest.mark.parametrize("lines", ["9" * 5000, "-1", "many"])
def test_a_terminal_of_any_height_that_is_told(home: Path, lines: str) -> None:
    ran = run("play", "--plain", *TWO_PEOPLE, typed=b"\n1\n", LINES=lines)
    assert (ran.status, ran.err) == (0, "")
    assert f"{PASSING}Ben" in ran.out


@pytest.mark.parametrize("closed", ["<&-", "0>/dev/null"], ids=["closed", "cannot be read"])
def test_no_standard_input_is_the_end_of_it(home: Path, closed: str) -> None:
    command = f"{sys.executable} -m clockspades play --plain --seat Ana --seat Ben {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is saved" in done.stdout


def test_of_a_finished_game_the_end_is_told_and_the_review_offered(home: Path) -> None:
    run("play", "--plain", *TWO_PEOPLE, typed=b"\n1\n" * ENOUGH)
    log = only_log(home)
    session, before = load(log, find_game).session, log.read_bytes()
    ran = run("resume", "--plain", log)
    assert (ran.status, ran.err) == (0, "")
    assert session.game.words.verdict(session.state, session.names_at_table) in ran.out
    assert ran.out.endswith(f"Saved in: {log}\n{OFFERS}\n")
    assert log.read_bytes() == before


@pytest.mark.parametrize("left", ["quit", ""])
def test_a_game_that_cannot_be_kept_waits_for_the_person(tmp_path: Path, left: str) -> None:
    """Its folder is a file by now, as are the other folders; then it is a folder again."""
    nowhere = tmp_path / "nowhere"
    session = new_session(Seat("Ana"), Seat("Tick", "bot:random"))
    said: list[str] = []
    fails = [True]

    class Failing(LogWriter):
        def append(self, seat: int | None, action: Action, outcome: Outcome | None) -> None:
            if fails:
                raise LogError(nowhere, 0, "cannot be written: No space left on device")

    session.journal = Failing.create(tmp_path / "a.cslog", Header(GAMES[0].name, session.options, session.seats, ""))

    def answer() -> str | None:
        waits = said[-1].endswith("The game waits: press Enter to try again, or type quit.")
        if waits and not left:
            fails.clear()
        return left if waits else "1" if fails else "quit"

    ending = Conversation(session, Random(1), Typist(answer), Voice(said.append), "", 24).hold()
    session.close()
    assert ending is Ending.LEFT
    assert sum("No space left on device" in words for words in said) == 1
    assert (session.at > 1) == (not left)


@pytest.mark.parametrize("deleted", ["while it is played", "at the end"])
def test_a_deleted_game_is_written_anew_and_that_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], deleted: str
) -> None:
    typed = ["1", "quit"] if deleted == "while it is played" else ["quit"]

    def answer() -> str | None:
        shutil.rmtree(home / "games", ignore_errors=True)
        return typed.pop(0)

    monkeypatch.setattr("clockspades.cli.plain.standard_input", lambda: Typist(answer))
    assert cli.main(["play", "--plain", *AGAINST_A_BOT]) == 0
    path = only_log(home)
    out = capsys.readouterr().out
    assert f"The saved game was deleted. The game is now saved in {path}.\n" in out
    assert out.endswith(f"Saved in: {path}\n")
    assert load(path, find_game).fault is None


# -- the parts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "place"),
    [("1", 0), ("3", 2), ("03", 2), ("take 10♠", 0), ("take ts", 0), ("Take The 10s", 0), ("take 10", 0), ("take q", 2),
     ("j take", 1), ("4", None), ("0", None), ("", None), ("take", None), ("take 9", None), ("take t j", None),
     ("take th", None), ("t", None), ("²", None), ("take t♠ t♠", None), ("take T♠", 0)],
)  # fmt: skip
def test_choices_by_number_and_words(typed: str, place: int | None) -> None:
    assert find_choice(typed, ("take 10♠", "take J♠", "take Q♠")) == place


@pytest.mark.parametrize(
    ("typed", "place"),
    [("play 7♥", 0), ("play 7h", 0), ("play 7d", 1), ("play 7", None), ("play T", 2), ("play 10c", 2),
     ("pass 2d, 7h and 4s", 3), ("pass 4s 2d 7h", 3), ("bid 10", 4), ("bid 1", None), ("7h", 0), ("7♦", 1),
     ("10c", 2), ("t", None), ("2d 7h 4s", 3), ("2d 7h", None), ("keep", 5), ("draw", None),
     ("blind nil", 6), ("nil", 7), ("look", 8), ("the", None),
     ("0", 7), ("bid 0", 7), ("zero", 7), ("bid zero", 7), ("blind 0", 6), ("00", 7)],
)  # fmt: skip
def test_choices_of_other_games(typed: str, place: int | None) -> None:
    others = ("pass 7♥ 4♠ 2♦", "bid 10", "draw keep", "bid blind nil", "bid nil", "look")
    assert find_choice(typed, ("play 7♥", "play 7♦", "play 10♣", *others)) == place


def test_a_bid_of_nil_is_listed_and_typed_as_0() -> None:
    bids = ("bid 1", "bid 2", "bid nil")
    assert [*numbered(Phrases(bids))] == ["0: bid nil", "1: bid 1", "2: bid 2"]
    assert what_to_type(Phrases(bids)) == "a number from 0 to 2, or words such as bid 1"
    assert [find_choice(typed, bids) for typed in ("0", "1", "2", "3")] == [2, 0, 1, None]


def test_the_number_of_a_bid_is_the_bid_where_some_are_not_offered() -> None:
    """Spades 20 and 21: after a nil of suicide 4 is the first choice, and in whiz there are two at most."""
    bids = ("bid 4", "bid 5", "bid 6", "bid nil")
    assert [*numbered(Phrases(bids))] == ["0: bid nil", "4: bid 4", "5: bid 5", "6: bid 6"]
    assert what_to_type(Phrases(bids)) == "0 or 4 to 6, or words such as bid 4"
    assert what_to_type(Phrases(("bid 5", "bid nil"))) == "0 or 5, or words such as bid 5"
    assert [find_choice(typed, bids) for typed in ("0", "1", "4", "6")] == [3, None, 0, 2]


@pytest.mark.parametrize(
    ("typed", "place"),
    [("play seven of hearts", 0), ("7 of hearts", 0), ("The Seven of Hearts", 0), ("7 hearts", 0), ("7 diamond", 1),
     ("ten of clubs", 2), ("2 of diamonds, 7 of hearts and 4 of spades", 3), ("pass two of diamonds 7h four spades", 3),
     ("bid ten", 4), ("seven", None), ("hearts", None), ("pass 7 of hearts", None), ("7 and 4 of hearts", None),
     ("8 and 6 of clubs and 2 of spades", 9), ("pass 8 and 6 of clubs; 2 of spades", 9),
     ("exchange 7 second", 10), ("exchange 7 first", 11), ("exchange 7 2nd", 10), ("top card at 7 o'clock", 11)],
)  # fmt: skip
def test_choices_in_words(typed: str, place: int | None) -> None:
    others = ("pass 7♥ 4♠ 2♦", "bid 10", "draw keep", "bid blind nil", "bid nil", "look", "pass 8♣ 6♣ 2♠")
    phrases = (
        "play 7♥",
        "play 7♦",
        "play 10♣",
        *others,
        "exchange the second card at 7 o'clock",
        "exchange the top card at 7 o'clock",
    )
    assert find_choice(typed, phrases) == place


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ana plays the 10♠.", "Ana plays the 10 of spades."),
        ("Ana holds A♦, Q♣ and 2♦.", "Ana holds ace of diamonds, queen of clubs and 2 of diamonds."),
        ("Ana holds A♠ 8♠ 4♠ 8♥ K♣.", "Ana holds ace, 8 and 4 of spades; 8 of hearts; king of clubs."),
        ("Turn 1: Ana plays on J Q A", "Turn 1: Ana plays on jack, queen, ace"),
        ("Then Ben plays on 4 5 6, and Ana on 7 8 9, with", "Then Ben plays on 4, 5, 6, and Ana on 7, 8, 9, with"),
        ("Waste, from the top: 2♦ K♣ A♦.", "Waste, from the top: 2 of diamonds, king of clubs, ace of diamonds."),
        ("Ana plays 8♦ on the 8♠.", "Ana plays 8 of diamonds on the 8 of spades."),
        ("Ana plays 8♦ on 8♠ 9♠.", "Ana plays 8 of diamonds on 8 and 9 of spades."),
        ("begins with ♣, then comes ♦ or ♥.", "begins with clubs, then comes diamonds or hearts."),
        ("The order of suits is ♣ ♥ ♠ ♦.", "The order of suits is clubs, hearts, spades, diamonds."),
        ("won in 9 turns ♠-♠-", "won in 9 turns ♠-♠-"),
        ("  luck              +1.5%", "  luck +1.5%"),
        ("Hora II's 5♥ is winning.", "Hora II's 5 of hearts is winning."),
        ("Wins 44 ± 0.2% on 3 of 5", "Wins 44 ± 0.2% on 3 of 5"),
    ],
)
def test_cards_in_words(text: str, words: str) -> None:
    assert in_words(text) == words


def read_all(data: bytes) -> list[str | None]:
    lines = Lines(BytesIO(data))
    found: list[str | None] = []
    while not found or found[-1] is not None:
        try:
            found.append(lines.read())
        except LineError as error:
            found.append(type(error).__name__)
    return found[:-1]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a\nb", ["a", "b"]),
        (b" a \r\n\r\n\tb\tc\n", ["a", "", "b c"]),
        ("\ufeff1\n♠\n".encode(), ["1", "♠"]),
        (b"\xff1\n", ["\ufffd1"]),
        (b"x" * LONGEST_LINE + b"\r\ny\n", ["x" * LONGEST_LINE, "y"]),
        (b"x" * (LONGEST_LINE + 1) + b"\ny\n", ["LineError", "y"]),
        (b"x" * (9 * LONGEST_LINE + 2) + b"\ny\n", ["LineError", "y"]),
        ("♠".encode() * LONGEST_LINE + b"\ny\n", ["♠" * LONGEST_LINE, "y"]),
        (("\ufeff" + "🂡" * LONGEST_LINE + "\r\ny\n").encode(), ["🂡" * LONGEST_LINE, "y"]),
        (b"\r" * 5 * LONGEST_LINE + b"\ny\n", ["LineError", "y"]),
        ("🂡".encode() * (LONGEST_LINE + 1) + b"\ny\n", ["LineError", "y"]),
        (b"x" * (1 << 20), ["LineError"]),
        (b"a\x00b\n1\n", ["LineError", "1"]),
    ],
)
def test_lines(data: bytes, lines: Sequence[Any]) -> None:
    assert read_all(data) == lines


# -- games of many deals -------------------------------------------------------------------------------


def many_deals() -> AnySession:
    """A game of Clogs that takes two deals at least, before the first of them."""
    game = find_game("clogs")
    assert game is not None
    return Session(game, game.configure({"players": 2, "target": 14}), (ANA, TICK))


def test_the_next_cards_are_dealt_when_a_deal_is_played_out() -> None:
    session = many_deals()
    ending, said = talk(session, b"1\n" * 40)
    assert ending is Ending.GAME_OVER
    headings = [line for line in said if line.startswith("Deal ")]
    assert headings[:2] == ["Deal 1: you deal", "Deal 2: Tick deals"]
    assert len([line for line in said if line.startswith("  After deal ")]) == len(headings)
    assert "The deal" not in said


def test_taking_back_the_last_play_of_a_deal_brings_no_other_cards() -> None:
    session = many_deals()
    session.may_peek = True  # clogs were turned up on the way
    _, said = talk(session, b"1\n" * 13 + b"undo\n" * 2 + b"1\n" * 40)
    dealt = [line for line in said if line.startswith("  You are dealt ")]
    assert len(dealt) > len(set(dealt)), "the second deal was taken back and made again"
    assert len(set(dealt)) == session.state.number
