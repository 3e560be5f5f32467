"""What every command has in common: help, version, and what becomes of errors."""

import re
from importlib import import_module
from inspect import signature
from types import SimpleNamespace

import pytest

from clockspades import cli
from clockspades.cli import command_line
from clockspades.cli.command_line import commands
from clockspades.cli.entry import DEBUG_VARIABLE, MODULES
from clockspades.cli.parser import MOST_DIGITS, make_parsers
from clockspades.engine.codec import LONGEST_NUMBER
from tests.cli.conftest import Run

COMMANDS = tuple(commands())


def test_the_commands_are_read_with_the_ends_of_lines_of_windows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    text = command_line.source().replace("\n", "\r\n").encode()
    loader = SimpleNamespace(get_data=lambda _: text)
    monkeypatch.setattr(command_line, "__spec__", SimpleNamespace(loader=loader, origin=command_line.__file__))
    assert commands.__wrapped__() == commands()


@pytest.mark.parametrize("columns", ["80", "40"])
def test_the_help_names_every_command_and_fits_one_screen(run: Run, columns: str) -> None:
    ran = run("--help", COLUMNS=columns)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert len(lines) < 24, "the prompt has a line too"
    assert max(map(len, lines)) <= 80
    listed = ran.out.partition("\ncommands ")[2].partition("\n\noptions:")[0]
    for name, command in commands().items():
        assert re.search(rf"  {name} +{command.does[:-1]}(  |$)", listed, re.MULTILINE | re.IGNORECASE), name
    assert ran.out.partition("\nexamples:\n")[2].count("\n") >= 2


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help_with_examples(
    command: str, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert cli.main([command, "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"usage: clockspades {command} [-h]")
    before, _, examples = told.partition("\nexamples:\n")
    assert max(map(len, before.splitlines())) <= columns
    assert [line.strip() for line in examples.splitlines()] == [*commands()[command].examples]
    assert all(f"clockspades {command}" in example for example in commands()[command].examples)
    text = " ".join(before.split())
    for argument in commands()[command].arguments:
        assert argument.typed in text
        assert argument.words in text
    for paragraph in commands()[command].paragraphs:
        assert paragraph in text


@pytest.mark.parametrize("command", COMMANDS)
def test_the_function_of_a_command_takes_what_can_be_typed(command: str) -> None:
    """Each argument has the name of a parameter, and each parameter without a default is an argument."""
    module = import_module(f"clockspades.cli.{MODULES.get(command, command)}")
    parameters = signature(getattr(module, command)).parameters.values()
    taken = {each.name for each in parameters if each.kind is not each.VAR_KEYWORD}
    given = {action.dest for action in make_parsers([command])[1][command]._actions} - {"help"}
    assert given == taken or len(taken) < len([*parameters])


def test_a_seed_has_as_many_digits_as_a_log_can_hold() -> None:
    assert MOST_DIGITS == LONGEST_NUMBER


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
        (
            ["5-hemisphere-crowfoot"],
            "clockspades: there is no command '5-hemisphere-crowfoot'; this is an invitation to a table:"
            " enter it with e on the title screen, or with `clockspades join`",
        ),
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
        ["play", "clok", "--seed", "x"],
        ["play", "--deal", "x", "clok"],
        ["daily", "clok", "--date", "yesterday"],
        ["rules", "clok", "now"],
    ],
)
def test_the_name_of_a_game_is_wrong_before_what_depends_on_it(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert cli.main(arguments) == 2
    assert capsys.readouterr() == ("", "clockspades: there is no game 'clok': did you mean clock?\n")


def test_an_interrupt_while_modules_are_imported_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(argv: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("clockspades.cli.entry.run", interrupt)
    assert cli.main(["games"]) == 130


def test_an_unexpected_error_says_what_to_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    monkeypatch.setattr("clockspades.cli.games.games", _break)
    assert cli.main(["games"]) == 70
    assert capsys.readouterr().err == (
        "clockspades: internal error, please report it: ZeroDivisionError: division by zero"
        " (set CLOCKSPADES_DEBUG=1 to see where)\n"
    )


def test_an_unexpected_error_can_be_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEBUG_VARIABLE, "1")
    monkeypatch.setattr("clockspades.cli.games.games", _break)
    with pytest.raises(ZeroDivisionError):
        cli.main(["games"])


def _break() -> int:
    raise ZeroDivisionError("division by zero")
