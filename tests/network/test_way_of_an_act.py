"""The way of an action to a friend is the one that the architecture describes."""

import asyncio
import re
import sys
from pathlib import Path
from types import FrameType

import clockspades
from clockspades.games.catalogue import find_game
from clockspades.network.client.following import Asked, opened, update
from clockspades.table.effects import DismissBot
from tests.network.players import Player
from tests.network.servers import inn

ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"
PACKAGE = Path(clockspades.__file__).parent


def documented() -> list[tuple[str, str]]:
    """The files and functions of the way in the architecture, but for those of screens and tables."""
    _, _, text = ARCHITECTURE.read_text(encoding="utf-8").partition("### The way to a friend's screen")
    steps = re.findall(r"^[ \d]{3}clockspades/(\S+\.py) +([\w.]+)", text.partition("\n## ")[0], re.MULTILINE)
    return [step for step in steps if not step[0].startswith(("tui", "table"))]


async def test_an_action_passes_through_the_functions_that_the_architecture_names(tmp_path: Path) -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    called: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            called[path.relative_to(PACKAGE).as_posix(), frame.f_code.co_qualname] = None

    async with asyncio.timeout(60), inn(tmp_path) as server:
        invitation = await server.open(game)
        people = [Player.join(invitation, name) for name in ("Ana", "Ben")]
        sys.setprofile(note)
        try:
            playing = [asyncio.create_task(each.play()) for each in people]
            while any(each.table.client.last < 2 for each in people):  # the deal, and then an action
                await asyncio.sleep(0)
            update(opened(people[0].table.client), Asked(DismissBot()))
        finally:
            sys.setprofile(None)
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    assert [step for step in documented() if step not in called] == []
