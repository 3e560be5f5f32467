"""The bot of docs/network.md plays every game over a real socket, as a program of its own."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import find_game
from clockspades.saved.log import load
from tests.network.choosing import SHORT, choose
from tests.network.network_games import every_game
from tests.network.servers import inn

DOCUMENT = Path(__file__).parents[2] / "docs" / "network.md"
WAIT = 120
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")


def bot() -> str:
    """The program in the document."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


def test_the_bot_has_forty_lines_and_needs_nothing_of_ours() -> None:
    code = bot()
    assert len([line for line in code.splitlines() if line]) <= 42
    assert not re.search(r"^\s*(?:import|from)\b.*\bclockspades\b", code, re.MULTILINE)


@every_game
async def test_the_bot_plays_a_whole_game(game: AnyGame, tmp_path: Path) -> None:
    parts: dict[str, Any] = {"__name__": "bot"}
    exec(compile(bot(), "bot.py", "exec"), parts)
    rng = Random(game.name)

    class Chance:
        """Chooses as at random, but bids what can be made, so that games of Spades come to their end."""

        @staticmethod
        def choice(legal: list[dict[str, Any]]) -> dict[str, Any]:
            return choose(rng, legal)

    parts["random"] = Chance
    options = SHORT.get(game.name, {})
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(game, {**options})
        seats = game.seats(game.configure({**options}))
        logs = await asyncio.gather(*(parts["play"](str(invitation), name) for name in NAMES[:seats]))
    assert len({*logs}) == 1
    path = tmp_path / "game.cslog"
    path.write_text(logs[0], encoding="utf-8")
    loaded = load(path, find_game)
    assert loaded.fault is None
    assert loaded.finished


async def test_the_bot_runs_as_a_program_of_its_own(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(bot(), encoding="utf-8")
    game = find_game("clockwork-spades")
    assert game is not None
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(game)
        processes = [
            await asyncio.create_subprocess_exec(
                sys.executable, "-E", str(program), str(invitation), name, stdout=subprocess.PIPE, cwd=tmp_path
            )
            for name in NAMES[:2]
        ]  # fmt: skip
        printed = [(await process.communicate())[0] for process in processes]
    assert printed[0] == printed[1]
    assert b'"result"' in printed[0]


@pytest.mark.parametrize("word", ["join", "commit", "share", "act"])
def test_the_bot_sends_what_the_protocol_names(word: str) -> None:
    assert f'send("{word}"' in bot()
