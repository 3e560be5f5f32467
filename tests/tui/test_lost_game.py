"""A saved game that is deleted, or cannot be written, while it is played: nothing is called saved that is not."""

import asyncio
import shutil
from pathlib import Path

import pytest

from clockspades.cli.leaving import _leave
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from tests.tui.seated import opened


def path_of(session: AnySession) -> Path:
    assert session.journal is not None
    return session.journal.path


def lose(archive: Archive) -> None:
    """Put a file in the place of the folder with all games."""
    shutil.rmtree(archive.directory)
    archive.directory.write_text("a file in its place")


@pytest.mark.parametrize("key", ["enter", "q", "escape"])
async def test_a_deleted_game_is_saved_again_at_the_next_move_and_when_it_is_left(
    archive: Archive, saved_session: AnySession, key: str
) -> None:
    path = path_of(saved_session)
    words = f"The saved game was deleted. The game is now saved in {path}."
    farewell = f"{words} Continue with: clockspades resume"
    async with opened(archive, TableRoute(saved_session)) as me:
        shutil.rmtree(archive.directory)
        await me.press(key)
        if key != "q":
            await me.until(lambda: words in me.said, "a word about it")
        if key == "enter":
            await me.turn()
            await me.press("q")
            farewell = "The game is saved. Continue with: clockspades resume"
        if key != "escape":
            assert await me.farewell() == farewell
    assert load(path, find_game).session.positions == saved_session.positions


@pytest.mark.parametrize("can_ask", [True, False])
async def test_a_game_that_can_be_saved_nowhere_is_left_at_the_second_time_or_at_once_when_nobody_can_be_asked(
    archive: Archive, saved_session: AnySession, can_ask: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "nowhere"
    file.write_text("a file")
    monkeypatch.setenv("HOME", str(file))
    monkeypatch.setattr("tempfile.tempdir", str(file))
    async with opened(archive, TableRoute(saved_session)) as me:
        lose(archive)
        if can_ask:
            point = saved_session.at
            await me.press("enter")
            await me.until(lambda: "cannot be written again" in me.prompt, "a word about it")
            assert saved_session.at == point
            await me.press("q")
            await me.until(lambda: me.said[-1].endswith("Quit again to leave without saving."), "a question")
            assert me.app.return_value is None
            await me.press("q")
        else:
            _leave(me.app, asyncio.get_running_loop())
        assert (await me.farewell()).endswith(" The game is not saved.")
