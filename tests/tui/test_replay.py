"""The replay screen, driven as people drive it."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.widget import Widget

from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_rules import PassedKing, Took
from clockspades.routes import ReplayRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, format_log, load
from clockspades.tui.screens import stepping
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.timeline import Timeline
from tests.tui.seated import ANA, GAME, TICK, Seated, opened

LOGS = Path(__file__).parents[1] / "logs"
HOSTILE = "Better: [bold red]take[/] [@click=app.leave]it[/] \x1b[31m\u202e\nnow"


def played(seed: int = 7, seats: tuple[Seat, Seat] = (ANA, TICK), until: int | None = None) -> AnySession:
    """A game of random choices, to its end or to a point."""
    session: AnySession = Session(GAME, GAME.configure({}), seats)
    rng = Random(seed)
    session.deal(rng)
    while session.outcome is None and session.last != until:
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    return session


def saved(directory: Path, session: AnySession, change: Callable[[list[str]], None] | None = None) -> Path:
    """The game's log, its lines changed before they are written."""
    header = Header(session.game.name, session.options, session.seats, "2026-11-21T10:00:00Z")
    lines = format_log(header, session).splitlines()
    if change is not None:
        change(lines)
    path = directory / f"game{SUFFIX}"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def with_note(text: str, after: int) -> Callable[[list[str]], None]:
    return lambda lines: lines.insert(after + 1, json.dumps({"note": text}))


def broken_after(actions: int) -> Callable[[list[str]], None]:
    """The line after so many actions claims that the wrong seat played."""

    def change(lines: list[str]) -> None:
        line = json.loads(lines[actions + 1])
        lines[actions + 1 :] = [json.dumps({**line, "seat": 1 - line["seat"]})]

    return change


@asynccontextmanager
async def replaying(path: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Seated, ReplayScreen]]:
    """Somebody at the replay of a log."""
    async with opened(Archive(find_game), ReplayRoute(load(path, find_game)), size) as me:
        yield me, await me.shows("ReplayScreen")


def note(screen: ReplayScreen) -> str:
    """What stands in the prompt in place of the caption."""
    return screen.state.selection.note


def caption(screen: ReplayScreen) -> str:
    assert screen.player is not None
    return screen.player.caption


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    return saved(tmp_path, played())


# -- stepping ------------------------------------------------------------------------------------------


async def test_it_opens_before_the_deal_with_all_cards_open_and_every_key_goes_where_it_says(finished: Path) -> None:
    async with replaying(finished) as (me, screen):
        session, last = screen.session, screen.session.last
        assert session.at == 0
        assert all(part in me.text for part in ("Before the deal", "all open", "finished", f" 0 of {last}"))
        marked = [
            point
            for point in range(1, last)
            if any(isinstance(event, (Took, PassedKing)) for event in session.positions[point].events)
        ]
        assert {mark.point for mark in screen.timeline.marks} - {last} == {*marked}
        for key, point in (
            ("left", 0), ("right", 1), ("right", 2), ("left", 1), ("end", last), ("right", last), ("left", last - 1),
            ("home", 0), ("down", marked[0]), ("down", marked[1]), ("up", marked[0]), ("up", 0), ("up", 0),
            ("end", last), ("up", marked[-1]), ("down", last), ("down", last),
        ):  # fmt: skip
            await me.press(key)
            assert session.at == point, key
            assert screen.query_one(Timeline).model.point == point
        for key, speeds in (("]", ("2x", "4x", "8x", "8x")), ("[", ("4x", "2x", "1x", "0.5x", "0.5x"))):
            for speed in speeds:
                await me.press(key)
                assert f" {speed} " in me.text
        assert session.journal is None
        Archive(find_game).resume(finished).session.close()  # the replay does not hold the log


async def test_the_table_the_log_and_the_prompt_follow_forth_and_back(finished: Path) -> None:
    async with replaying(finished) as (me, screen):
        dial = screen.query_one(Dial)

        async def step(by: int) -> str:
            """What stands there one point on, once the clock's hand has come to rest."""
            screen.action_step(by)
            await me.until(
                lambda: dial.model.angle is None or abs(dial.angle - dial.model.angle) % 360 < 0.5, "the hand's rest"
            )
            return me.text

        seen = [await step(1) for _ in range(screen.session.last)]
        for before in reversed(seen[:-1]):
            assert await step(-1) == before


async def test_the_wheel_steps_except_over_the_log(finished: Path) -> None:
    async with replaying(finished) as (me, screen):

        async def wheel(kind: type[events.MouseEvent], over: Widget) -> None:
            column, row = over.region.offset
            me.app.post_message(kind(None, column, row, 0, 0, 0, False, False, False, column, row))
            await me.pilot.pause()

        dial, bar, log = screen.query_one("#dial"), screen.query_one(Timeline), screen.query_one(GameLog)
        for kind, over, point in (
            (events.MouseScrollDown, dial, 1), (events.MouseScrollDown, bar, 2), (events.MouseScrollUp, bar, 1),
            (events.MouseScrollDown, log, 1), (events.MouseScrollUp, log, 1), (events.MouseScrollUp, dial, 0),
        ):  # fmt: skip
            await wheel(kind, over)
            assert screen.session.at == point


# -- playing -------------------------------------------------------------------------------------------


async def test_it_plays_to_the_end_and_stops_there_and_whatever_else_is_done_pauses_it(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "SECONDS", 0.01)
    async with replaying(finished) as (me, screen):
        await me.press("end", "left", "left", "space")
        await me.until(lambda: not screen.playing, "the end")
        assert screen.session.at == screen.session.last
        assert "paused" in me.text
        assert not any(timer._callback == screen._tick and timer._task is not None for timer in screen._timers)
        monkeypatch.setattr(stepping, "SECONDS", 600.0)
        await me.press("space")
        assert (screen.playing, screen.session.at) == (True, 0), "it plays from the beginning"
        for key in ("left", "home", "end", "up", "down", "l"):
            await me.press(key)
            assert not screen.playing, key
            await me.press(*["escape"] * (me.here is not screen), "space")
            assert screen.playing, key
        bar = screen.query_one(Timeline).bar
        await me.pilot.click(Timeline, offset=(bar.x + bar.cell(9), 1))
        assert (screen.session.at, screen.playing) == (9, False)


# -- views ---------------------------------------------------------------------------------------------


async def test_no_view_shows_a_card_that_its_eyes_do_not_see(finished: Path) -> None:
    async with replaying(finished) as (me, screen):  # where every card has its rank and suit as text
        named = set()
        for _ in range(len(screen.views)):
            await me.press("v")
            named.add(screen.view.words)
            for point in (*range(2, screen.session.last, 4), screen.session.last):
                screen.travel(point)
                await me.pilot.pause(0)
                words, state = me.text, screen.session.positions[point].state
                assert screen.view.words[:8] in words
                hidden = [*state.stock] if not screen.view.all_open else []
                for seat, hand in enumerate(state.hands):
                    if screen.view.all_open or screen.view.seat == seat or state.outcome is not None:
                        assert all(card.symbol in words for card in hand)
                    else:
                        hidden += hand
                assert [card for card in hidden if card.symbol in words] == []
        assert named == {"Ana's view", "Tick's view", "all open", "all closed"}


async def test_hovering_over_the_bar_says_what_happened_there_and_nothing_that_the_view_hides(finished: Path) -> None:
    async with replaying(finished) as (me, screen):
        await me.press("v", "v")
        assert screen.view.words == "Ana's view"
        bar = screen.query_one(Timeline).bar
        for point in range(1, screen.session.last):
            screen.post_message(Timeline.Pointed(point))
            await me.pilot.pause(0)
            assert note(screen).startswith(f"Step {point}:")
            assert not any(card.symbol in note(screen) for card in screen.session.positions[point].state.hands[1])
        await me.pilot.hover(Timeline, offset=(bar.x + bar.cell(2), 1))
        assert "Step 2: Ana takes the A♠" in me.text
        assert screen.session.at == 0
        await me.pilot.hover(KeyLine, offset=(1, 0))
        assert "Step " not in me.text
        assert "Before the deal" in me.text


# -- logs that are not whole ---------------------------------------------------------------------------


async def test_a_broken_log_opens_as_far_as_it_is_true_and_says_where_it_stops(tmp_path: Path) -> None:
    path = saved(tmp_path, played(), broken_after(9))
    async with replaying(path) as (me, screen):
        assert screen.session.last == 9
        assert screen.loaded.fault is not None
        assert note(screen).startswith("This game can only be read up to a point: line 11 is wrong: ")
        assert screen.timeline.ending == "error: line 11"
        await me.press("right")
        assert "line 11 is wrong" not in note(screen)
        await me.press("end")
        assert caption(screen).startswith("The log is valid up to here; line 11 is wrong: ")
        await me.press("left")
        assert "line 11 is wrong" not in caption(screen)
    path.write_text(f"{path.read_text().splitlines()[0]}\n[bold]not JSON[/]\n")
    async with replaying(path) as (me, screen):
        await me.press("right", "left", "end", "home", "up", "down", "space", "v", "]")
        assert (screen.session.at, screen.session.last, screen.playing) == (0, 0, False)
        assert caption(screen).startswith("The log is valid up to here; line 2 is wrong: ")


async def test_notes_are_shown_at_their_point_as_they_are_written(tmp_path: Path) -> None:
    path = saved(tmp_path, played(), with_note(HOSTILE, 4))
    async with replaying(path, (120, 40)) as (me, screen):
        assert "Better" not in me.text
        assert [mark.point for mark in screen.timeline.marks if mark.seat is None] == [4]
        screen.travel(4)
        await me.pilot.pause(0)
        assert caption(screen).endswith("Note: Better: [bold red]take[/] [@click=app.leave]it[/] ▯[31m▯▯now")
        assert me.text.count("[@click=app.leave]it[/]") == 2, "below the table, and in the log"
        assert me.text.count("▯[31m▯▯now") == 2
        await me.press("right")
        assert "Better" not in caption(screen)


# -- away from here ------------------------------------------------------------------------------------


async def test_b_says_where_nobody_is_to_play_and_who_looks_with_a_bots_eyes_plays_on_in_its_seat(
    finished: Path, home: Path
) -> None:
    async with replaying(finished) as (me, screen):
        for key, why in (("home", "The cards are not dealt yet"), ("end", "The game is over here")):
            await me.press(key, "b")
            assert me.here is screen
            assert why in note(screen)
        assert not list(home.rglob(f"*{SUFFIX}"))
        await me.press("v", "v", "v", "home", "right", "right", "b")
        assert screen.view.words == "Tick's view"
        await me.shows("TableScreen")
        assert me.session.seats == (Seat("Ana", "bot:steady"), Seat("Tick"))
