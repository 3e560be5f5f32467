"""Shell completion, in the shells themselves: typed in bash and zsh, and asked for in fish."""

import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from clockspades import cli
from clockspades.cli.completion import SCRIPTS
from clockspades.cli.parser import make_parsers
from distribution.completion import script
from tests.programs import installed
from tests.pty.terminal import Terminal

EMPTY = "\x05\x15\x0c"
"""To the end of the line, delete it, clear the screen."""

COMPLETED = [
    ("sim", "simulate "),
    ("play germ", "play german-clock "),
    ("play --pl", "play --plain "),
    ("play --option rules=pa", "play --option rules=pagat "),
    ("play spades --option mode=cu", "play spades --option mode=cutthroat "),
    ("play cutthroat --option mode=pa", "play cutthroat --option mode=partners "),
    ("play --option mode=cutthroat germ", "play --option mode=cutthroat german-clock "),
    ("rules wat", "rules watch "),
    ("play german-clock --seat Ana=bot:wa", "play german-clock --seat Ana=bot:watchful "),
    ("play --seat Ana --seat Ben=hu", "play --seat Ana --seat Ben=human "),
    ("simulate clogs --bots qu", "simulate clogs --bots quick "),
    ("simulate clogs --bots random,st", "simulate clogs --bots random,steady "),
    ("show sec", "show second.cslog "),
    ("show --json sec", "show --json second.cslog "),
    ("show fi", "show first\\ game.cslog "),
    ("show thursday/", "show thursday/third.cslog "),
    ("export sec", "export second.cslog "),
    ("export second.cslog --ov", "export second.cslog --overwrite "),
    ("verify thursday/third.cslog sec", "verify thursday/third.cslog second.cslog "),
    ("daily wat", "daily watch "),
    ("completion fi", "completion fish "),
    ("simulate clock --games 3 --save th", "simulate clock --games 3 --save thursday/"),
]
"""What is typed after the program's name, and what TAB makes of it."""


@pytest.fixture(scope="module", params=SCRIPTS)
def shell(request: pytest.FixtureRequest) -> str:
    """The name of a shell that is installed here."""
    name: str = request.param
    installed(name)
    return name


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the scripts where the shells look for them."""
    home = tmp_path_factory.mktemp("home")
    for name, file in SCRIPTS.items():
        path = home / file
        path.parent.mkdir(parents=True)
        path.write_text(script(name), encoding="utf-8")
    (home / ".bashrc").write_text(f"PS1='$ '\nbind 'set bell-style none'\n. '{home / SCRIPTS['bash']}'\n")
    load = f"fpath=('{(home / SCRIPTS['zsh']).parent}' $fpath)\nautoload -Uz compinit\ncompinit -u -D\n"
    (home / ".zshrc").write_text(f"PS1='$ '\nunsetopt beep prompt_sp\n{load}")
    return home


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few saved games, another file, and another folder."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "thursday").mkdir()
    for name in ("first game.cslog", "second.cslog", "secrets.txt", "thursday/third.cslog"):
        (folder / name).touch()
    return folder


@pytest.fixture(scope="module")
def terminal(shell: str, home: Path, folder: Path) -> Iterator[Terminal]:
    """A terminal with bash or zsh in the folder."""
    options = ["--noprofile", "--rcfile", home / ".bashrc"] if shell == "bash" else ["--no-globalrcs"]
    program = ["env", "-C", folder, shell, *options, "-i"]
    with Terminal(program=program, columns=120, HOME=str(home), ZDOTDIR=str(home), LC_ALL="C.UTF-8") as it:
        it.wait_until("the prompt", lambda: it.text.rstrip() == "$")
        yield it


def test_there_is_a_script_for_each_shell_that_the_command_takes() -> None:
    shell = make_parsers()[1]["completion"]._actions[-1]
    assert shell.choices == tuple(SCRIPTS)


def type_in(terminal: Terminal, typed: str, keys: str) -> None:
    """Type something on an empty screen, and then press keys."""
    terminal.press(EMPTY)
    terminal.wait_until("an empty command line", lambda: terminal.settle(0.02).rstrip() == "$")
    terminal.press(typed)
    terminal.wait_until("what was typed", lambda: terminal.text.rstrip() == f"$ {typed}".rstrip())
    terminal.press(keys)


def fish_completes(home: Path, folder: Path, typed: str) -> list[str]:
    """The completions of fish for what is typed, without their descriptions."""
    load = f". '{home / SCRIPTS['fish']}'"
    done = subprocess.run(
        ["fish", "--no-config", "-C", load, "-c", f"complete -C {shlex.quote(typed)}"],
        cwd=folder, env={"HOME": str(home), "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return [line.partition("\t")[0] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "zsh"], indirect=True)
def test_tab_completes(terminal: Terminal) -> None:
    for typed, completed in COMPLETED:
        type_in(terminal, f"clockspades {typed}", "\t")
        terminal.wait_for(f"$ clockspades {completed}".rstrip())


@pytest.mark.parametrize("shell", ["bash", "zsh"], indirect=True)
def test_tab_lists_what_is_possible(terminal: Terminal) -> None:
    type_in(terminal, "clockspades ", "\t\t")
    terminal.wait_for(*make_parsers()[1])
    type_in(terminal, "clockspades play clogs --option players=", "\t\t")
    assert "mode" not in terminal.wait_for("2", "3", "4", "5", "6")
    type_in(terminal, "clockspades replay ", "\t\t")
    assert "secrets" not in terminal.wait_for("game.cslog", "second.cslog", "thursday")


@pytest.mark.parametrize("shell", ["fish"], indirect=True)
def test_fish_completes(shell: str, home: Path, folder: Path) -> None:
    for typed, completed in COMPLETED:
        assert fish_completes(home, folder, f"clockspades {typed}") == [shlex.split(completed)[-1]], typed
    assert fish_completes(home, folder, "clockspades ") == sorted(make_parsers()[1])
    players = [f"players={number}" for number in range(2, 7)]
    assert fish_completes(home, folder, "clockspades play clogs --option players=") == players
    assert fish_completes(home, folder, "clockspades replay ") == ["first game.cslog", "second.cslog", "thursday/"]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_has_plain_characters_only(shell: str) -> None:
    assert script(shell).isascii()


def test_a_checkout_has_no_scripts_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("clockspades.cli.completion.files", lambda package: tmp_path)
    assert cli.main(["completion", "zsh"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("clockspades: there is no completion script in a checkout: ")
    assert told.err.count("\n") == 1


def test_the_script_has_no_error_of_syntax(shell: str, home: Path) -> None:
    done = subprocess.run([shell, "-n", home / SCRIPTS[shell]], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
