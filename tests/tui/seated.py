"""Sitting at a table without a terminal: games to open, and a person who presses keys, clicks and reads."""

import builtins
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, TypeVar, cast, overload

import pytest
from textual import events
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.geometry import Offset, Region
from textual.pilot import Pilot
from textual.screen import Screen

import clockspades.tui
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import ClockworkState
from clockspades.routes import Route, TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import LoadedSettings, Settings
from clockspades.table.effects import Act
from clockspades.table.model import Selection
from clockspades.table.state import Cause
from clockspades.tui.app import Clockspades
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.round_table import RoundTable
from tests.tui.idle import only_input_can_change

GAME: Final = ClockworkSpades()
ANA, BEN, TICK = Seat("Ana"), Seat("Ben"), Seat("Tick", "bot:random")
PATIENCE: Final = 60.0
"""Seconds to wait for what is there in a moment unless others need the machine."""
ShownScreen = TypeVar("ShownScreen", bound=Screen[Any])
_ESCAPE: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


# -- games -------------------------------------------------------------------------------------------------


def begun(archive: Archive, game: AnyGame, seats: Sequence[Seat], seed: int, **options: Any) -> AnySession:
    """A game that has been dealt and is kept in the archive."""
    return archive.begin(game, game.configure(options), seats, Random(seed))


def game_where(holds: Callable[[AnySession], bool], seats: Sequence[Seat] = (ANA, TICK), **options: Any) -> AnySession:
    """The first of the seeded games of random choices that comes to a point where something holds, at that point."""
    for seed in count():
        session: AnySession = Session(GAME, GAME.configure(options), seats)
        rng = Random(seed)
        session.deal(rng)
        while not holds(session) and session.outcome is None:
            session.act(rng.choice(GAME.rules.legal_actions(session.state)))
        if holds(session):
            return session
    raise AssertionError("there is always another seed")


# -- the application ---------------------------------------------------------------------------------------


class Watched(Clockspades):
    """The application; it shows each frame that it would write to a terminal to :attr:`see_frame`."""

    CSS_PATH = str(Path(clockspades.tui.__file__).parent / Clockspades.CSS_PATH)
    see_frame: Callable[[str], None] | None = None

    def _collect_garbage(self) -> None:
        """Freeze nothing: what the tests before this one left would be kept, and searched again when it is unfrozen."""

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if self.see_frame is not None and isinstance(renderable, CompositorUpdate):
            self.see_frame(renderable.render_segments(self.console))
        super()._display(screen, renderable)


def printed(frame: str) -> str:
    """What a frame prints, a line's end in the place of each escape sequence that moves the cursor."""
    return _ESCAPE.sub(lambda match: "\n" if match[0][-1] == "H" else "", frame)


def text_on(app: App[Any]) -> str:
    """All that is on the screen, line by line."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def let_flights_last(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Give each card that leaves from now on so long a flight, whatever its game says."""
    between = Flight.between
    monkeypatch.setattr(Flight, "between", lambda *way: between(*way)._replace(seconds=seconds))


async def until(pilot: Pilot[Any], holds: Callable[[], bool], what: str = "it") -> None:
    """Wait until something holds; AssertionError if it never does."""
    deadline = monotonic() + PATIENCE
    await pilot.pause(0)
    while not holds():
        assert monotonic() < deadline, f"waited in vain for {what}:\n{text_on(pilot.app)}"
        await pilot.pause(0.005)


async def rest(pilot: Pilot[Any]) -> None:
    """Wait until nothing can happen any more unless there is input: no timer runs, and no thread.

    So what has not happened then never will, and nobody has to wait for a while to see that.
    """
    await until(pilot, lambda: only_input_can_change(pilot.app), "the end of all timers and threads")


class Seated:
    """A person at the table."""

    def __init__(self, pilot: Pilot[str]) -> None:
        self.pilot = pilot
        self.app = cast(Watched, pilot.app)

    # what there is

    @property
    def screen(self) -> TableScreen:
        """The table's screen, whatever lies over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, TableScreen))

    @property
    def session(self) -> AnySession:
        return self.screen.session

    @property
    def table(self) -> Table:
        return self.screen.table

    @property
    def view(self) -> ClockworkState:
        """What is seen from the near side."""
        assert self.screen.player is not None
        return cast(ClockworkState, self.screen.player.view)

    @property
    def selection(self) -> Selection:
        return self.screen.state.selection

    def act(self, action: Action) -> None:
        """Take an action without a key."""
        self.screen.run_effect(Act(action))

    def session_moved(self) -> None:
        """Show a point that the session was taken to behind the screen."""
        self.screen.session_moved(Cause.OPENED)

    @property
    def dial(self) -> Dial:
        return self.screen.query_one(Dial)

    @property
    def hand(self) -> CardRow:
        return self.screen.query_one("#near-hand", CardRow)

    @property
    def fan(self) -> Fan:
        return self.screen.query_one(Fan)

    @property
    def round(self) -> RoundTable:
        return self.screen.query_one(RoundTable)

    @property
    def panel(self) -> ChoicePanel:
        return self.screen.query_one(ChoicePanel)

    @property
    def in_the_air(self) -> list[Flyer]:
        """The cards that are on their way."""
        return [flyer for flyer in self.screen.query(Flyer) if not flyer.is_free]

    @property
    def text(self) -> str:
        """All that is on the screen, line by line."""
        return text_on(self.app)

    @property
    def prompt(self) -> str:
        """What is said below the log or the trick, on one line."""
        return self.line(self.table.words.removeprefix("#"))

    def line(self, name: str) -> str:
        """The words of a line, however they are broken."""
        line = self.screen.query_one(f"#{name}", Line).model
        return line.text if line is not None else ""

    @property
    def keys(self) -> list[str]:
        """The words in the key line."""
        return [key.words for key in self.screen.query_one(KeyLine).keys]

    @property
    def keys_here(self) -> list[str]:
        """The words in the key line of the screen that is shown, whatever it is."""
        return [key.words for key in self.app.screen.query_one(KeyLine).keys]

    @property
    def said(self) -> list[str]:
        """The notifications that are up."""
        return [notice.message for notice in self.app._notifications]

    # what can be done

    async def press(self, *keys: str, to: str = "") -> Any:
        """Press keys; the screen that they lead to, by the name of its class, once it is there."""
        await self.pilot.press(*keys)
        return await self.shows(to) if to else self.app.screen

    def type(self, key: str) -> None:
        """Press a key and wait for nothing."""
        self.app.post_message(events.Key(key, None))

    async def click(self, place: Region, *, chain: int = 1) -> None:
        """Click in the middle of a place on the screen, once or as the second click of two."""
        self.tap_at(place, chain=chain)
        await self.pilot.pause()

    async def drag(self, start: Region, *ends: Region, key: str = "") -> None:
        """Press the button on one place, move over others and let go on the last, after a key if one is named."""
        at = _middle(start)
        self._send(events.MouseMove, at, button=0)
        self._send(events.MouseDown, at)
        for end in ends:
            await self.pilot.pause()
            at = _middle(end)
            self._send(events.MouseMove, at)
        await self.press(*filter(None, (key,)))
        await self.pilot.pause()
        self._send(events.MouseUp, at)
        await self.pilot.pause()

    def _send(self, kind: Callable[..., events.MouseEvent], at: Offset, button: int = 1, **more: int) -> None:
        self.app.mouse_position = at
        self.app.screen._forward_event(kind(None, *at, 0, 0, button, False, False, False, *at, **more))

    async def hover(self, place: Region) -> None:
        """Rest the pointer on the middle of a place on the screen."""
        await self.pilot.hover(offset=_middle(place))

    async def click_key(self, words: str) -> None:
        """Click a key in the key line."""
        await self.pilot.click(offset=self._key_at(words))

    def tap_at(self, place: Region, *, chain: int = 1) -> None:
        """Click in the middle of a place on the screen and wait for nothing."""
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            self._send(kind, _middle(place))
        self._send(events.Click, _middle(place), chain=chain)

    def _key_at(self, words: str) -> tuple[int, int]:
        line = self.app.screen.query_one(KeyLine)
        start, end = next((start, end) for start, end, key in line._places() if key.words == words)
        return (start + end) // 2, line.region.y

    async def until(self, holds: Callable[[], bool], what: str = "it") -> None:
        """Wait until something holds."""
        await until(self.pilot, holds, what)

    @overload
    async def shows(self, name: builtins.type[ShownScreen]) -> ShownScreen: ...
    @overload
    async def shows(self, name: str) -> Any: ...
    async def shows(self, name: str | builtins.type[Screen[Any]]) -> Any:
        """The screen shown, once it is of this kind, or of a class of this name."""
        name = name if isinstance(name, str) else name.__name__
        await self.until(lambda: self.is_at(name), name)
        return self.app.screen

    @property
    def here(self) -> Any:
        """The screen shown, whatever it is."""
        return self.app.screen

    def is_at(self, name: str) -> bool:
        """Whether the screen shown is of a class of this name."""
        return name in {kind.__name__ for kind in type(self.app.screen).mro()}

    async def farewell(self) -> str:
        """What the program says as it is left, once it is."""
        await self.until(lambda: bool(self.app.return_value), "the farewell")
        return str(self.app.return_value)

    async def rest(self) -> None:
        """Wait until nothing can happen any more unless somebody presses a key or clicks."""
        await rest(self.pilot)

    async def moved_on(self, point: int) -> None:
        """Wait until the game is past a point."""
        await self.until(lambda: self.session.at > point, "the next point")

    async def turn(self) -> None:
        """Wait until a person is to act, or all is over."""
        await self.until(self._is_settled, "a person's turn")

    def _is_settled(self) -> bool:
        seat = self.session.to_act
        player = self.screen.player
        return seat is None or (seat in self.session.humans and player is not None and player.active)


def _middle(place: Region) -> Offset:
    return place.offset + Offset(place.width // 2, place.height // 2)


@asynccontextmanager
async def opened(
    archive: Archive,
    opening: Route,
    size: tuple[int, int] = (80, 24),
    *,
    moving: bool = False,
    settings: Settings | None = None,
    loaded: LoadedSettings | None = None,
    is_guest: bool = False,
) -> AsyncIterator[Seated]:
    """The application with what it opens with, and what a file of settings says; nothing moves unless asked for.

    A person at a table plays every forced move themselves. Unless asked for, nothing is computed beside play.
    """
    loaded = loaded or LoadedSettings()
    chosen = settings or loaded.settings
    if isinstance(opening, TableRoute):
        chosen = chosen._replace(forced_plays="ask", stakes=chosen.stakes if settings else "off")
    app = Watched(archive, Random(1), opening, loaded._replace(settings=chosen), is_guest=is_guest)
    app.animation_level = "full" if moving else "none"
    async with app.run_test(size=size, notifications=True) as pilot:
        yield Seated(pilot)
        app.action_leave()  # closes the game that is open


@asynccontextmanager
async def at_table(
    session: AnySession,
    size: tuple[int, int] = (80, 24),
    *,
    moving: bool = False,
    settings: Settings | None = None,
) -> AsyncIterator[Seated]:
    """A person who sits down at a game."""
    archive = Archive(find_game, Path("nowhere"))
    opening = TableRoute(session)
    async with opened(archive, opening, size, moving=moving, settings=settings) as seated:
        await seated.until(lambda: seated.screen.player is not None and seated.table.is_mounted, "the table")
        yield seated
