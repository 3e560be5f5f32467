"""What every command has in common: help, version, and what becomes of errors."""

import re

import pytest

from clockspades import __version__, cli
from clockspades.cli.entry import DEBUG_VARIABLE
from clockspades.cli.parser import make_parsers
from tests.cli.conftest import Run

COMMANDS = tuple(make_parsers()[1])


def test_version(run: Run) -> None:
    ran = run("--version")
    assert (ran.status, ran.out, ran.err) == (0, f"clockspades {__version__}\n", "")


@pytest.mark.parametrize("columns", ["80", "40"])
def test_the_help_names_every_command_and_fits_one_screen(run: Run, columns: str) -> None:
    ran = run("--help", COLUMNS=columns)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    listed = ran.out.partition("\ncommands ")[2].partition("\n\noptions:")[0]
    for name, command in make_parsers()[1].items():
        assert command.description is not None
        assert re.search(rf"  {name} +{command.description[:-1]}(  |$)", listed, re.MULTILINE | re.IGNORECASE), name
    assert ran.out.partition("\nexamples:\n")[2].count("\n") >= 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help_with_examples(run: Run, command: str) -> None:
    ran = run(command, "--help", COLUMNS="80")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: clockspades {command} [-h]")
    assert max(map(len, ran.out.splitlines())) <= 80
    examples = re.split(r"^examples?:$", ran.out, flags=re.MULTILINE)[1].strip().splitlines()
    assert all(f"clockspades {command}" in example for example in examples)


@pytest.mark.parametrize("arguments", [["shwo"], ["--verison"], ["show"], ["games", "chess"], ["show", "a", "--jso"]])
def test_a_mistyped_command_is_one_sentence(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("clockspades")
    assert " (see `clockspades" in ran.err
    assert ran.err.endswith(" --help`)\n")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["shwo"], "clockspades: there is no command 'shwo': did you mean `clockspades show`?"),
        (["spades"], "clockspades: there is no command 'spades': did you mean `clockspades play spades`?"),
        (["Watch"], "clockspades: there is no command 'Watch': did you mean `clockspades play watch`?"),
        (["spaeds"], "clockspades: there is no command 'spaeds': did you mean `clockspades play spades`?"),
        (["SHOW"], "clockspades: there is no command 'SHOW': did you mean `clockspades show`?"),
        (
            ["play", "Spades", "for", "two"],
            "clockspades play: unexpected argument 'for': write the game as spades-for-two",
        ),
        (["play", "spades", "for", "ten"], "clockspades play: unexpected argument 'for'"),
        (["xyzzy"], "clockspades: there is no command 'xyzzy'"),
        (["games", "chess"], "clockspades games: unexpected argument 'chess'"),
        (["play", "--frob"], "clockspades play: unexpected argument '--frob'"),
        (
            ["simulate", "clock", "--games", "1", "--bots", "steady", "random"],
            "clockspades simulate: unexpected argument 'random': put commas between bots, as in --bots steady,random",
        ),
    ],
)
def test_a_mistyped_command_gets_a_hint(run: Run, arguments: list[str], sentence: str) -> None:
    assert run(*arguments).err.startswith(f"{sentence} (see `")


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "clok"],
        ["simulate", "clok", "--games", "0"],
        ["simulate", "clok", "--gmaes", "5"],
        ["play", "clok", "--seed", "x"],
        ["play", "clok", "--seed", "1", "--deal", "2"],
        ["play", "clok", "--best-of", "2"],
        ["play", "clok", "--code", "no code"],
        ["play", "--deal", "x", "clok"],
        ["daily", "clok", "--date", "yesterday"],
        ["stats", "clok", "--jso"],
        ["rules", "clok", "now"],
    ],
)
def test_the_name_of_a_game_is_wrong_before_what_depends_on_it(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert cli.main(arguments) == 2
    assert capsys.readouterr() == ("", "clockspades: there is no game 'clok': did you mean clock?\n")


def test_a_name_without_its_blanks_is_the_remedy_for_half_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "German", "Clock"]) == 2
    assert "unexpected argument 'Clock': write the game as german-clock" in capsys.readouterr().err


def test_an_interrupt_while_modules_are_imported_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(argv: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("clockspades.cli.entry.run", interrupt)
    assert cli.main(["games"]) == 130


def test_an_unexpected_error_says_what_to_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    monkeypatch.setattr("clockspades.cli.games.list_games", _break)
    assert cli.main(["games"]) == 70
    assert capsys.readouterr().err == (
        "clockspades: internal error, please report it: ZeroDivisionError: division by zero"
        " (set CLOCKSPADES_DEBUG=1 to see where)\n"
    )


def test_only_what_standard_output_does_is_said_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lose_a_file() -> int:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    monkeypatch.setattr("clockspades.cli.games.list_games", lose_a_file)
    assert cli.main(["games"]) == 70
    assert "please report it: FileNotFoundError" in capsys.readouterr().err


def test_an_unexpected_error_can_be_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEBUG_VARIABLE, "1")
    monkeypatch.setattr("clockspades.cli.games.list_games", _break)
    with pytest.raises(ZeroDivisionError):
        cli.main(["games"])


def _break() -> int:
    raise ZeroDivisionError("division by zero")
