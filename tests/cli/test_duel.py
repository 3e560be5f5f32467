"""A duel between two data folders on the command line, and what is no line of one."""

from pathlib import Path

import pytest

from clockspades.duel.duel import challenge
from clockspades.duel.duel_lines import LONGEST
from clockspades.games.catalogue import GAMES
from tests.cli.conftest import Run
from tests.commands import Ran
from tests.duel.duel_games import folder, play
from tests.test_plain import run as typed

MOVES = b"1\nplay\n" * 60
"""What plays any game of Clockwork Spades: the first choice, whatever it is."""


def started(run: Run, home: Path, *arguments: str | Path) -> Ran:
    """The command of a person with a data folder of their own."""
    return run("duel", *arguments, CLOCKSPADES_HOME=str(home))


def played(home: Path, monkeypatch: pytest.MonkeyPatch, line: str, moves: bytes = MOVES) -> Ran:
    """What comes of a challenge in lines of text."""
    monkeypatch.setenv("CLOCKSPADES_HOME", str(home))
    monkeypatch.setenv("LOGNAME", "ben")
    return typed("duel", "--plain", line, typed=moves)


def after(words: str, out: str) -> str:
    """The line that follows some words in what was printed."""
    return out.partition(words)[2].partition("\n")[0]


def test_a_whole_duel_between_two_data_folders(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben = tmp_path / "ana", tmp_path / "ben"
    own = play(folder(ana), way=1)
    made = started(run, ana, own)
    assert (made.status, made.err) == (0, "")
    line = made.out.removesuffix("\n")
    assert line.startswith("clockspades duel · Clockwork Spades · challenge · ")
    assert started(run, ana, own).out == made.out

    begun = played(ben, monkeypatch, line, b"1\nplay\nquit\n")
    assert begun.out.startswith("Ana challenges you: Clockwork Spades, against an easy bot.\n")
    ended = played(ben, monkeypatch, line)
    assert (begun.status, ended.status) == (0, 0)
    assert len(folder(ben).entries()) == 1, "it goes on"
    reply = after("Send this line to Ana: ", ended.out)
    (theirs,) = (entry.path for entry in folder(ben).entries())
    assert started(run, ben, theirs).out == f"{reply}\n"
    assert after("Send this line to Ana: ", played(ben, monkeypatch, line, b"").out) == reply

    for_ana = started(run, ana, "--plain", *reply.split())  # without quotation marks
    assert (for_ana.status, for_ana.err) == (0, "")
    assert for_ana.out.startswith("Clockwork Spades: two games of the same deal.\n")
    assert "\nEvery bot moved as it does in this version.\n" in for_ana.out
    opening = for_ana.out.splitlines()[-1]
    for_ben = started(run, ben, "--plain", opening)
    assert (for_ben.status, for_ben.err) == (0, "")
    assert for_ben.out.endswith("The seal fits: Ana has changed nothing since the challenge.\n")
    assert len(folder(ana).entries()) == len(folder(ben).entries()) == 2
    told = run("stats", CLOCKSPADES_HOME=str(ana)).out
    assert " of 1" in told
    assert " of 2" not in told, "the friend's game counts in nothing"


def test_what_is_no_line_or_no_game_is_one_sentence(run: Run, tmp_path: Path) -> None:
    ana, ben = tmp_path / "ana", tmp_path / "ben"
    line = challenge(folder(ana), play(folder(ana), way=1))
    clock = play(folder(ana), game=GAMES[1])
    for home, arguments, why in (
        (ben, (), "the following arguments are required: FILE|LINE"),
        (ben, ("nowhere.cslog",), "nowhere.cslog: cannot be read: No such file or directory"),
        (ben, ("one", "two"), "this is no invitation, code or line of a game"),
        (ben, (line[:-1],), "the line of the duel is damaged: a character is wrong, or some of it is missing"),
        (ben, (line + "A",), "the line of the duel is damaged: a character is wrong, or some of it is missing"),
        (ben, (line[:25],), "the line of the duel is damaged: a character is wrong, or some of it is missing"),
        (ben, ("Clockspades duel" + "A" * 3 * LONGEST,), "this text has more than 8,000 characters"),
        (ben, ("Clockspades duel · \udcff\x1b[2J",), "the line of the duel is damaged"),
        (ben, (line,), "the full screen needs a terminal, but standard input is not one: `clockspades duel --plain"),
        (ana, ("--plain", line), "this is your own challenge: send it to a friend"),
        (ana, (clock,), "you could not choose anything in this game"),
    ):
        ran = started(run, home, *arguments)
        assert (ran.status, ran.out) == (2, ""), arguments
        assert why in ran.err
        assert len(ran.err.splitlines()) == 1
    assert not (ben / "games").exists(), "nothing was begun"


def test_the_line_of_a_duel_is_no_share_code(run: Run, tmp_path: Path) -> None:
    line = challenge(folder(tmp_path / "ana"), play(folder(tmp_path / "ana"), way=1))
    ran = run("play", "--code", line)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "clockspades: this is the line of a duel: enter it with e on the title screen, or with `clockspades duel`\n"
    )
