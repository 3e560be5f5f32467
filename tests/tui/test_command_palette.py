"""The command palette names every action of the screen below it, in its own words, and does them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from textual import events
from textual.widgets import OptionList

from clockspades.engine.days import local_now
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES, lesson, offers
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.routes import (
    DailyRoute,
    DealRoute,
    MilestonesRoute,
    PickerRoute,
    PracticeRoute,
    RulesRoute,
    SavedRoute,
    StatisticsRoute,
    TableRoute,
    TitleRoute,
)
from clockspades.saved.archive import Archive
from clockspades.saved.saved_games import when
from clockspades.table.inputs import Confirm
from clockspades.tui.screens.command_palette import Entries, by_usefulness
from tests.tui.seated import ANA, GAME, TICK, Seated, begun, opened
from tests.tui.short_games import play_out

CLOGS: Final = ClogsGame()


async def listed(seated: Seated, is_found: Callable[[list[str]], bool]) -> list[str]:
    """The commands that the palette lists, once they are those that are waited for."""

    def found() -> list[str]:
        return [str(option.prompt) for option in seated.here.query_one(OptionList).options]

    await seated.until(lambda: is_found(found()), "the commands")
    return found()


async def search(seated: Seated, text: str, first: str) -> None:
    """Search for a text until an entry comes first."""
    await seated.press("ctrl+p", to="ActionPalette")
    seated.app.post_message(events.Paste(text))
    await listed(seated, lambda found: found[:1] == [first])


async def test_every_action_of_the_table_is_in_the_palette_in_its_own_words_the_most_useful_first(
    archive: Archive, saved_session: AnySession
) -> None:
    async with opened(archive, TableRoute(saved_session), (100, 30)) as seated:
        await seated.turn()
        below = seated.screen
        words = [command.description for command in by_usefulness(below)]
        await seated.press("f3", to="ActionPalette")
        commands = [line.split("  ")[0] for line in await listed(seated, lambda found: len(found) > len(words))]
        assert {*words} <= {*commands}
        assert commands[0] == next(each.description for each in below.there if isinstance(each.does, Confirm))
        assert not [words for words in commands if words.startswith("Move")]
        order = ["Undo", "Settings", "Help", "Save and quit", "Theme: baize", "Theme: paper"]
        assert [words for words in commands if words in order] == order
        await seated.press(*"claret")
        await listed(seated, lambda found: found == ["Theme: claret"])
        await seated.press("enter")
        await seated.until(lambda: seated.app.theme == "claret", "the theme")
        await search(seated, "settings", "Settings  F2")
        await seated.press("enter", to="SettingsScreen")
        await seated.press("escape")
        entries = Entries(below)
        await entries.startup()
        scores = {str(hit.text): hit.score async for hit in entries.search("sa")}
        await entries.shutdown()
        assert scores["Save and quit"] > scores["Saved games: replay or continue one"], "that leads elsewhere"
        # in a terminal that is too small there is no palette
        await seated.press("f3")
        await listed(seated, lambda found: len(found) > 5)
        await seated.pilot.resize_terminal(20, 5)
        await seated.press("pagedown", "pageup")
        assert seated.here is below
        await seated.press("f3", "pagedown")
        assert seated.here is below
        await seated.pilot.resize_terminal(80, 24)
        await seated.press("f3", to="ActionPalette")


async def test_every_screen_and_game_is_found_and_opened(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    expected: dict[str, tuple[Any, ...]] = {
        "Title screen": ("open", TitleRoute()),
        "Start a new game": ("open", PickerRoute()),
        "Deal of the day: the same cards for everyone": ("open", DailyRoute()),
        "Learn Clockwork Spades as you play": ("begin_first_game",),
        "Saved games: replay or continue one": ("lay", SavedRoute()),
        "Practice: your mistakes, and puzzles": ("open", PracticeRoute()),
        "Statistics: wins, luck and skill": ("lay", StatisticsRoute()),
        "Enter a share code or the number of a deal": ("lay", DealRoute()),
        "Milestones": ("lay", MilestonesRoute()),
        **{f"Play {offer.preset.title}": ("set_up", offer) for offer in offers()},
        "Play Spades": ("open", PickerRoute(game_name="spades")),
        **{f"Learn {offer.preset.title}": ("begin_lesson", offer) for offer in offers() if lesson(offer.game.name)},
        **{f"Rules: {game.title}": ("lay", RulesRoute(game.name)) for game in GAMES},
    }
    did: list[tuple[Any, ...]] = []
    async with opened(archive, TitleRoute()) as seated:
        for name in ("open", "lay", "set_up", "begin_lesson", "begin_first_game"):
            monkeypatch.setattr(seated.app, name, partial(lambda *given: did.append(given), name))
        entries = list(Entries(seated.here)._screens())
        for entry in entries:
            entry.run()
    assert dict(zip((entry.words for entry in entries), did, strict=True)) == expected
    rare = {f"{what} {preset.title}" for what in ("Play", "Learn") for preset in GAMES[4].presets[1:]}
    assert {entry.words for entry in entries if entry.is_rare} == rare, "presets of a game that opens are searched for"


def path_of(session: AnySession) -> Path:
    """Where a game is kept."""
    assert session.journal is not None
    return session.journal.path


async def test_saved_games_are_found_and_replayed_and_reviewed_and_continued(
    archive: Archive, saved_session: AnySession
) -> None:
    names = ("[b]Tock", "[/b]Tock", "[$gold]Tock", "Tock\\[b]")
    for name in names:
        begun(archive, GAME, (ANA, Seat(name, "bot:random")), seed=5).close()
    saved = begun(archive, CLOGS, (ANA, TICK, TICK, TICK), seed=4)
    saved.close()
    finished = begun(archive, GAME, (ANA, TICK), seed=9)
    play_out(finished, Random(9))
    finished.close()
    (archive.directory / "a.cslog").write_text("no log\n")
    words, over = (
        f"{who}, {when(path_of(session).stat().st_mtime, local_now())}"
        for who, session in (("Clogs against Tick, Tick and Tick", saved), ("Clockwork Spades against Tick", finished))
    )
    async with opened(archive, TableRoute(saved_session)) as seated:
        await seated.turn()
        await seated.press("f3", *"tock")
        found = await listed(seated, lambda found: all(f"against {name}, " in "".join(found) for name in names))
        assert not [line for line in found if "Spades against Tick, " in line and "Continue" in line], "that is open"
        await seated.press("escape")
        await search(seated, "replay clogs", f"Replay {words}")
        room = seated.here.query_one(OptionList).region.width
        await seated.pilot.click(OptionList, offset=(room // 2, 1))
        await seated.shows("ReplayScreen")
        assert not seated.app.has_open(saved_session)
        await search(seated, "review clockw", f"Review {over}")
        await seated.press("enter", to="ReviewScreen")
        await search(seated, "continue clogs", f"Continue {words}")
        await seated.press("enter", to="TableScreen")
        assert seated.session.game.name == CLOGS.name
        assert seated.app.is_open(path_of(saved))
