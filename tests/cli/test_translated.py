"""What the commands print, in the language that nobody speaks: all of it is translated, or data."""

import re
from pathlib import Path

import pytest

from clockspades import cli
from clockspades.cli.command_line import commands
from clockspades.engine.characters import LEVELS
from clockspades.engine.header import Seat
from clockspades.games.catalogue import GAMES, offers
from tests.cli.conftest import ANA, BEN, logged, played
from tests.pseudo import faults, spoken

TYPED = (
    *(option for name, command in commands().items() for option in (name, *command.examples)),
    *(each.form for command in commands().values() for each in command.arguments),
    *(preset.name for _, preset in offers()),
    *(text for game in GAMES for text in (*game.bots, *(option.key for option in game.options))),
    *(str(value) for game in GAMES for option in game.options for value in option.values),
    "clockspades help version language CODE COMMAND ARGUMENTS CLOCKSPADES_HOME null all none human",
)
"""What can be typed, which no language changes."""
SAID = ("Ana", "Ben", "Tick", *(name for level in LEVELS.values() for name in level), "kB", "UTC", "BJ", "LJ")
"""Names, and signs."""
DATA = {word for text in (*TYPED, *SAID) for word in re.findall(r"[^\W\d_]+", text)}


def check(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command in that language, and check what it printed."""
    with spoken():
        cli.main(arguments)
    printed = "".join(capsys.readouterr())
    data = DATA | {word for each in arguments for word in re.findall(r"[^\W\d_]+", each)}
    for line in re.sub(r"`[^`]*`|'[^']*'|/[^\s⟧›]+", "", printed).split("\n"):
        assert not faults(line, data), printed
    assert printed.strip()
    return printed


@pytest.mark.parametrize("command", commands())
def test_the_help_of_every_command_is_translated(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "⟦úšáğé:⟧" in check([command, "--help"], capsys)


@pytest.mark.parametrize(
    "line",
    [
        "--help", "--version", "games", "rules clock", "rules spades-whiz", "stats", "stats clogs",
        "stats --milestones", "simulate clock --games 3 --seed 1", "simulate spades --games 1 --bots random",
        "shwo", "xyzzy", "play Spades for two", "5-hemisphere-crowfoot", "play --frob", "verify",
        "play --seed x", "play --best-of 2", "play --deal x", "play --deal 9999999999999", "play --plain=3",
        "play --seed", "play clok", "play chess", "play --option x", "play --option players=9", "play",
        "play spades --option target=3", "play --seat x=y", "play --seat Ana=bot:nobody", "play --code ABC",
        "play --seat Ana --seat Ana", "play --seat Ana --seat Ben --seat C", "play clock --best-of 3",
        "play clogs --code K13J-Z9J7-Q8C6", "play --seed 1 --deal 2", "export", "export g --size 3x3",
        "export g --speed 50", "export g", "export g --svg - --cast -", "export . --svg", "completion foo",
        "simulate clock --games 0", "simulate clock --games 1 --bots steady random",
        "simulate clock --games 1 --bots nobody", "daily --date tomorrow", "daily --date 2050-01-01", "daily",
        "daily clok", "review --verbose --json g", "verify --daily x a b", "duel nonsense", "duel", "practice",
        "resume", "replay", "host", "host clock --headless", "host spades --headless --seat 9=bot:steady",
        "host --headless --no-hints", "host spades --headless --seat 1", "host spades --headless --seat 1=bot:x",
        "host spades --headless --tls-cert x", "host spades --headless --at x", "host --headless",
        "host spades --headless --insecure --tls-cert x --tls-key y", "join nonsense", "join --watch", "join",
        "browser nonsense", "serve --list", "serve --games clock", "serve --open --key x",
        "serve --inside 127.0.0.1:1", "serve --list --remove x",
    ],
)  # fmt: skip
def test_what_a_command_says_is_translated(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    check(line.split(), capsys)


def test_what_is_said_of_saved_games_is_translated(
    tmp_path: Path, finished: Path, unfinished: Path, capsys: pytest.CaptureFixture[str], little_effort: None
) -> None:
    other, faulty, cut, between = (tmp_path / f"{name}.cslog" for name in ("other", "faulty", "cut", "between"))
    other.write_text(logged(played([ANA, Seat("Tick", "bot:random")], seed=8)), encoding="utf-8")
    faulty.write_text(finished.read_text(encoding="utf-8").replace('"do"', '"doo"', 9), encoding="utf-8")
    cut.write_text(finished.read_text(encoding="utf-8").replace("}\n", "\n"), encoding="utf-8")
    between.write_text(logged(played([ANA, BEN], decisions=6)), encoding="utf-8")
    for line in (
        f"show {finished}", f"show {unfinished}", f"show {between}", f"show {faulty}", f"verify {faulty}",
        f"verify {cut}",
        f"review {finished}", f"review {unfinished}", f"review {finished} --seat 9", f"duel {finished}",
        f"compare {finished} {finished}", f"compare {finished} {other}", f"compare {finished} {unfinished}",
        f"export {finished} --svg --seat 9", f"export {unfinished} --svg --seat all", f"replay {finished}",
        f"export {finished} --svg --from 999", f"export {finished} --svg {finished}", f"resume {finished}",
    ):  # fmt: skip
        check(line.split(), capsys)
