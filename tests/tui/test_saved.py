"""The list of saved games, and what it tells of each."""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.standing import BRANCH_KEY, LESSON_KEY
from clockspades.games.catalogue import find_game
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, load
from clockspades.saved.saved_games import saved_game
from clockspades.saved.series import Series, series_before
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.rows import RowsPane
from clockspades.tui.widgets.saved_list import SavedList
from tests.tui.seated import ANA, GAME, TICK, Seated, game_where, opened

AT = 1_700_000_000.0


def keep(archive: Archive, number: int, moves: int | None, *seats: Seat, series: Series | None = None) -> Path:
    """A game kept as the one last played ``number`` days after the first, with so many moves, or to its end."""
    session = archive.begin(GAME, GAME.configure({}), seats or (ANA, TICK), Random(number), series=series)
    rng = Random(number)
    while session.outcome is None and session.last - 1 != moves:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    session.close()
    journal: Any = session.journal
    return changed(Path(journal.path), number)


def changed(path: Path, number: int) -> Path:
    os.utime(path, (AT + 86_400 * number,) * 2)
    return path


def broken(archive: Archive, number: int) -> None:
    path = keep(archive, number, 6)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:4], "[bold]no JSON[/]\n", *lines[4:]]))
    changed(path, number)


async def show(seated: Seated) -> SavedList:
    await seated.press("g", to="SavedScreen")
    return seated.app.screen.query_one(SavedList)


def shown(seated: Seated) -> list[str]:
    """The lines of the list."""
    games = seated.here.query_one(SavedList)
    return [" ".join(games.render_line(y).text.strip("▸ ").split()) for y in range(games.number)]


def about(seated: Seated) -> str:
    return str(seated.here.query_one("#about").render())


async def test_the_newest_comes_first_and_each_is_replayed_or_carried_on_with(archive: Archive) -> None:
    finished, unfinished = keep(archive, 1, None), keep(archive, 2, 3, Seat("Łucja"), TICK)
    broken(archive, 3)
    unreadable = archive.directory / f"[red]nonsense\x1b{SUFFIX}"
    unreadable.write_text("nonsense\n")
    changed(unreadable, 4)
    session = game_where(lambda session: session.at == 4)
    for mark in (LESSON_KEY, BRANCH_KEY):  # a lesson is not listed
        archive.fork(session, session.seats, marks={mark: True}).close()
    async with opened(archive, TitleRoute(), (100, 30)) as seated:
        await show(seated)
        branch, *lines = shown(seated)
        assert "Clockwork Spades Ana and Tick branch: turn" in branch
        assert about(seated).endswith("Played on from a replay.")
        assert [line.rpartition(" 20")[0].rsplit(" ", 2)[0] for line in lines] == [
            "[red]nonsense▯.c… can't be read",
            "Clockwork Spades Ana and Tick broken",
            "Clockwork Spades Łucja and Tick turn 4",
            lines[3].rpartition(" 20")[0].rsplit(" ", 2)[0],
        ]
        start = "Clockwork Spades Ana and Tick"
        assert lines[3].startswith((f"{start} you won", f"{start} you lost"))
        assert lines[3].endswith("2023")
        await seated.press("down", "enter", to="SavedScreen")
        named = str(archive.directory / f"[red]nonsense▯{SUFFIX}")
        assert [words.startswith(named) for words in seated.said] == [True]
        for key, path in (("end", finished), ("up", unfinished)):
            screen = await seated.press(key, "enter", to="ReplayScreen")
            assert screen.loaded.path == path
            await seated.press("escape", to="SavedScreen")
        await seated.press("down", "c")
        assert seated.is_at("SavedScreen"), "it is finished"
        await seated.press("up")
        await seated.click_key("continue")
        await seated.shows("TableScreen")
        assert seated.session.last >= 4


async def test_keys_move_over_a_long_list_and_the_wheel_scrolls_it_and_only_games_in_sight_are_read(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        keep(archive, number, 1)
    read: list[Path] = []

    def noted(entry: Any, find_game: Any) -> Any:
        read.append(entry.path)
        return saved_game(entry, find_game)

    monkeypatch.setattr("clockspades.tui.screens.saved.saved_game", noted)
    async with opened(archive, TitleRoute(), (60, 18)) as seated:
        games = await show(seated)
        assert 0 < len(read) < 20
        assert len(set(read)) == len(read)
        pane = seated.here.query_one(RowsPane)
        height = pane.size.height
        for keys, pointed in (
            (("up",), 0), (("down", "down"), 2), (("pagedown",), height + 1), (("pageup",), 2), (("end",), 39),
            (("down",), 39), (("home",), 0), (("right",), height - 1), (("left",), 0),
        ):  # fmt: skip
            await seated.press(*keys)
            assert games.pointed == pointed
            assert pane.scroll_offset.y <= pointed < pane.scroll_offset.y + height
        pane.scroll_down(animate=False)
        await seated.pilot.pause()
        assert pane.scroll_offset.y > 0


async def test_a_series_that_nobody_has_won_is_carried_on_with_from_its_last_game(archive: Archive) -> None:
    after: list[Series] = []
    for number, won in enumerate(((1, 0), (2, 2))):
        outcome = load(keep(archive, number, None, series=Series(won, best_of=5)), find_game).session.outcome
        assert outcome is not None
        after.insert(0, Series(won, best_of=5).after(outcome))
    assert [series.goes_on for series in after] == [False, True]
    async with opened(archive, TitleRoute()) as seated:
        await show(seated)
        for series, key in zip(after, ("up", "down")):
            await seated.press(key)
            await seated.until(lambda: f"Best of 5: {series.wins[0]} : {series.wins[1]}." in seated.text, "the score")  # noqa: B023
            keys = [key.words for key in seated.here.query_one(KeyLine).keys]
            assert ("continue" in keys) == series.goes_on
        await seated.press("c", to="ResultScreen")
        await seated.press("r", to="TableScreen")
        assert series_before(seated.session.header) == after[1]
