"""The replay screen, driven as people drive it."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_rules import PassedKing, Took
from clockspades.routes import ReplayRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, format_log, load
from clockspades.tui.app import Clockspades
from clockspades.tui.screens import stepping
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.timeline import Timeline
from tests.tui.seated import until

LOGS = Path(__file__).parents[1] / "logs"
GAME = find_game("clockwork-spades")
ANA, TICK = Seat("Ana"), Seat("Tick", "bot:random")
HOSTILE = "Better: [bold red]take[/] [@click=app.leave]it[/] \x1b[31m\u202e\nnow"


def played(seed: int = 7, seats: tuple[Seat, Seat] = (ANA, TICK), until: int | None = None) -> AnySession:
    """A game of random choices, to its end or to a point."""
    assert GAME is not None
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
async def opened(
    path: Path, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Clockspades, ReplayScreen, Pilot[str]]]:
    app = Clockspades(Archive(find_game), Random(1), ReplayRoute(load(path, find_game)))
    app.animation_level = "none"  # no card flies while what stands on the screen is read
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause(0)
        assert isinstance(app.screen, ReplayScreen)
        yield app, app.screen, pilot
        app.action_leave()  # closes the game that is played on


def shown(app: Clockspades) -> str:
    """Everything that is to be read on the screen, line by line."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def step_on(screen: ReplayScreen, pilot: Pilot[str]) -> None:
    """One point on, drawn; a press of the key takes many times as long."""
    screen.action_step(1)
    await pilot.pause(0)


async def hand_at_rest(screen: ReplayScreen, pilot: Pilot[str]) -> None:
    """Wait until the clock's hand points where it should, which without movement takes a moment too."""
    dial = screen.query_one(Dial)
    await until(
        pilot,
        lambda: dial.model.angle is None or abs(dial.angle - dial.model.angle) % 360 < 0.5,
        "the hand's rest",
    )


def running(screen: ReplayScreen) -> int:
    """How many timers step the replay on."""
    return sum(timer._callback == screen._tick and timer._task is not None for timer in screen._timers)


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
    async with opened(finished) as (app, screen, pilot):
        last = screen.session.last
        assert screen.session.at == 0
        words = shown(app)
        assert all(part in words for part in ("Before the deal", "all open", "finished", f" 0 of {last}"))
        for key, point in (
            ("left", 0), ("right", 1), ("right", 2), ("left", 1), ("end", last), ("right", last), ("left", last - 1),
            ("home", 0),
        ):  # fmt: skip
            await pilot.press(key)
            assert screen.session.at == point, key
            assert screen.query_one(Timeline).model.point == point
        for key, speeds in (("]", ("2x", "4x", "8x", "8x")), ("[", ("4x", "2x", "1x", "0.5x", "0.5x"))):
            for speed in speeds:
                await pilot.press(key)
                await pilot.pause(0)
                assert f" {speed} " in shown(app)
        assert screen.session.journal is None
        Archive(find_game).resume(finished).session.close()  # the replay does not hold the log


async def test_up_and_down_stop_at_what_was_taken_and_passed_and_at_the_ends(finished: Path) -> None:
    async with opened(finished) as (_, screen, pilot):
        session = screen.session
        expected = [
            point
            for point in range(1, session.last)
            if any(isinstance(event, (Took, PassedKing)) for event in session.positions[point].events)
        ]
        stops = [0]
        while stops[-1] != session.last:
            await pilot.press("down")
            stops.append(session.at)
        assert stops == [0, *expected, session.last]
        for stop in reversed(stops[:-1]):
            await pilot.press("up")
            assert session.at == stop


async def test_the_table_the_log_and_the_prompt_follow_forth_and_back(finished: Path) -> None:
    async with opened(finished) as (app, screen, pilot):
        seen: list[str] = []
        for _ in range(screen.session.last):
            await pilot.press("right")
            await hand_at_rest(screen, pilot)
            seen.append(shown(app))
        for before in reversed(seen[:-1]):
            await pilot.press("left")
            await hand_at_rest(screen, pilot)
            assert shown(app) == before


# -- the timeline --------------------------------------------------------------------------------------


async def test_the_bar_is_clicked_and_dragged(finished: Path) -> None:
    async with opened(finished) as (_, screen, pilot):
        bar = screen.query_one(Timeline).bar
        await pilot.click(Timeline, offset=(bar.x + bar.cell(12), 1))
        assert screen.session.at == 12
        await pilot.mouse_down(Timeline, offset=(bar.x + bar.cell(12), 1))
        await pilot.hover(Timeline, offset=(bar.x + bar.cell(15), 1))
        assert screen.session.at == 15
        await pilot.hover(Timeline, offset=(bar.x + bar.cell(3), 1))
        await pilot.mouse_up(Timeline, offset=(bar.x + bar.cell(3), 1))
        assert screen.session.at == 3


async def test_the_wheel_steps_except_over_the_log(finished: Path) -> None:
    async with opened(finished) as (app, screen, pilot):

        async def wheel(kind: type[events.MouseEvent], over: Widget) -> None:
            column, row = over.region.offset
            app.post_message(kind(None, column, row, 0, 0, 0, False, False, False, column, row))
            await pilot.pause()

        dial, bar, log = screen.query_one("#dial"), screen.query_one(Timeline), screen.query_one(GameLog)
        for kind, over, point in (
            (events.MouseScrollDown, dial, 1), (events.MouseScrollDown, bar, 2), (events.MouseScrollUp, bar, 1),
            (events.MouseScrollDown, log, 1), (events.MouseScrollUp, log, 1), (events.MouseScrollUp, dial, 0),
        ):  # fmt: skip
            await wheel(kind, over)
            assert screen.session.at == point


# -- playing -------------------------------------------------------------------------------------------


async def test_it_plays_to_the_end_and_stops_there_and_plays_from_the_beginning_then(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "SECONDS", 600.0)
    async with opened(finished) as (app, screen, pilot):
        await pilot.press("end", "left", "left", "space")
        for left in (1, 0):
            assert screen.playing
            screen._tick()
            assert screen.session.at == screen.session.last - left
        assert not screen.playing
        await pilot.pause(0)
        assert "paused" in shown(app)
        assert not running(screen)
        await pilot.press("space")
        assert screen.playing
        assert screen.session.at == 0


async def test_whoever_steps_or_looks_elsewhere_while_it_plays_pauses_it(finished: Path) -> None:
    async with opened(finished) as (_, screen, pilot):
        for key in ("left", "right", "home", "end", "up", "down", "l", "question_mark"):
            await pilot.press("home", "right", "space")
            assert screen.playing, key
            await pilot.press(key)
            assert not screen.playing, key
            if key in ("l", "question_mark"):
                await pilot.press("escape")
        await pilot.press("home", "space")
        bar = screen.query_one(Timeline).bar
        await pilot.click(Timeline, offset=(bar.x + bar.cell(9), 1))
        assert (screen.session.at, screen.playing) == (9, False)


# -- views ---------------------------------------------------------------------------------------------


async def test_no_view_shows_a_card_that_its_eyes_do_not_see(finished: Path) -> None:
    async with opened(finished, (80, 24)) as (app, screen, pilot):  # where every card has its rank and suit as text
        named = set()
        for _ in range(len(screen.views)):
            await pilot.press("v", "home")
            named.add(screen.view.words)
            for point in range(screen.session.last):
                await step_on(screen, pilot)
                words, state = shown(app), screen.session.positions[point + 1].state
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
    async with opened(finished) as (app, screen, pilot):
        await pilot.press("v", "v")
        assert screen.view.words == "Ana's view"
        bar = screen.query_one(Timeline).bar
        for point in range(1, screen.session.last):
            await pilot.hover(Timeline, offset=(bar.x + bar.cell(point), 1))
            await pilot.pause(0)
            words = shown(app)
            assert (f"Step {point}:" if point != 2 else "Step 2: Ana takes the A♠") in words
            for card in screen.session.positions[point].state.hands[1]:
                assert card.symbol not in words
        assert screen.session.at == 0
        await pilot.hover(KeyLine, offset=(1, 0))
        await pilot.pause(0)
        assert "Step " not in shown(app)
        assert "Before the deal" in shown(app)


# -- logs that are not whole ---------------------------------------------------------------------------


async def test_a_broken_log_opens_as_far_as_it_is_true_and_says_where_it_stops(tmp_path: Path) -> None:
    path = saved(tmp_path, played(), broken_after(9))
    async with opened(path) as (_, screen, pilot):
        assert screen.session.last == 9
        assert screen.loaded.fault is not None
        assert note(screen).startswith("This game can only be read up to a point: line 11 is wrong: ")
        assert screen.timeline.ending == "error: line 11"
        await pilot.press("right")
        assert "line 11 is wrong" not in note(screen)
        await pilot.press("end")
        assert caption(screen).startswith("The log is valid up to here; line 11 is wrong: ")
        await pilot.press("left")
        assert "line 11 is wrong" not in caption(screen)
    path.write_text(f"{path.read_text().splitlines()[0]}\n[bold]not JSON[/]\n")
    async with opened(path) as (_, screen, pilot):
        assert screen.session.last == 0
        for key in ("right", "left", "end", "home", "up", "down", "space", "v", "]"):
            await pilot.press(key)
        assert screen.session.at == 0
        assert not screen.playing
        assert caption(screen).startswith("The log is valid up to here; line 2 is wrong: ")


async def test_notes_are_shown_at_their_point_as_they_are_written(tmp_path: Path) -> None:
    path = saved(tmp_path, played(), with_note(HOSTILE, 4))
    async with opened(path, (120, 40)) as (app, screen, pilot):
        assert "Better" not in shown(app)
        assert [mark.point for mark in screen.query_one(Timeline).model.marks if mark.seat is None] == [4]
        for _ in range(4):
            await pilot.press("right")
        await pilot.pause(0)
        assert caption(screen).endswith("Note: Better: [bold red]take[/] [@click=app.leave]it[/] ▯[31m▯▯now")
        words = shown(app)
        assert words.count("[@click=app.leave]it[/]") == 2, "below the table, and in the log"
        assert words.count("▯[31m▯▯now") == 2
        await pilot.press("right")
        assert "Better" not in caption(screen)


async def test_what_was_missed_is_marked_and_said_at_its_point() -> None:
    async with opened(LOGS / "german-clock" / "defaults-stuck.cslog") as (_, screen, _pilot):
        session = screen.session
        remarks = session.game.words.review([position.state for position in session.positions], session.names)
        assert remarks
        assert {mark.point for mark in screen.timeline.marks if mark.sign == "?"} == {one.point for one in remarks}
        for remark in remarks[:2]:
            screen.travel(remark.point)
            assert caption(screen).endswith(remark.words)
            screen.travel(remark.point - 1)
            assert remark.words not in caption(screen)


# -- away from here ------------------------------------------------------------------------------------


async def test_who_looks_with_a_bots_eyes_plays_on_in_its_seat(finished: Path) -> None:
    async with opened(finished) as (app, screen, pilot):
        await pilot.press("v", "v", "v", "right", "right", "b")
        assert screen.view.words == "Tick's view"
        await pilot.pause(0)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.session.seats == (Seat("Ana", "bot:steady"), Seat("Tick"))


async def test_where_nobody_is_to_play_b_says_why_it_cannot(finished: Path, home: Path) -> None:
    async with opened(finished) as (app, screen, pilot):
        for key, why in (("home", "The cards are not dealt yet"), ("end", "The game is over here")):
            await pilot.press(key, "b")
            await pilot.pause(0)
            assert app.screen is screen
            assert why in note(screen)
    assert not list(home.rglob(f"*{SUFFIX}"))


async def test_a_step_is_made_when_its_time_is_over(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "SECONDS", 0.01)
    async with opened(finished) as (_, screen, pilot):
        await pilot.press("end", "left", "left", "space")
        await until(pilot, lambda: screen.session.at == screen.session.last, "the end")
