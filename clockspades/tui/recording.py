"""Films of saved games: the table of a replay on a terminal that nobody sees, step by step, with cards on their way.

Nothing here waits for a clock: where a card is after so many seconds is calculated. So the same game makes the same
film, however busy the machine is.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Final

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from clockspades.film.film import Film, Frame, FrameRow, Look, TextRun, joined, laid_over, merged
from clockspades.language import listed
from clockspades.replay import View
from clockspades.routes import ReplayRoute, Route
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog
from clockspades.saved.settings import LoadedSettings
from clockspades.table.inputs import Landed
from clockspades.tui.app import Clockspades
from clockspades.tui.screens.filmed_replay import FilmedReplayScreen, Motion
from clockspades.tui.screens.stepping import SECONDS
from clockspades.tui.textual_fixes.painting import strips_of
from clockspades.tui.widgets.flight import Flight, Flyer

STEP: Final = 0.08
"""Seconds between two frames while something moves."""
FOR_EACH: Final = 0.045
"""Seconds that it takes to read a character."""
LONGEST: Final = 5.0
"""The most seconds that a point stands."""
AT_END: Final = 4.0
"""Seconds that the last point stands."""


class _Recorder(Clockspades):
    """The application with a replay that is filmed. It ends before garbage would matter."""

    def _collect_garbage(self) -> None: ...

    def screen_of(self, route: Route) -> Screen[None]:
        return FilmedReplayScreen(**route._asdict()) if isinstance(route, ReplayRoute) else super().screen_of(route)


def film(
    archive: Archive,
    loaded: LoadedLog,
    view: View,
    settings: LoadedSettings,
    size: tuple[int, int],
    points: tuple[int, int],
    *,
    speed: float = 1.0,
    goes_on: Callable[[int], bool] = lambda done: True,
) -> Film:
    """The replay of a game from a point to another, in one of its views and at a size in columns and rows.

    ``goes_on`` hears how many points are done, and says whether the film goes on.
    """
    session = loaded.session
    app = _Recorder(archive, Random(0), ReplayRoute(loaded, points[0], view.words), settings._replace(complaint=""))
    app.animation_level = "none"  # nothing moves by itself
    frames: list[Frame] = []

    async def record(pilot: "Pilot[object]") -> None:
        frames.extend([frame async for frame in _frames(app, pilot, points, goes_on)])
        app.exit()

    asyncio.run(app.run_async(headless=True, size=size, auto_pilot=record))
    if app.failure is not None:
        raise app.failure
    shown = joined(frame._replace(seconds=frame.seconds / speed) for frame in frames)
    return Film(shown, f"{session.title}: {listed(session.names)}", len(shown) // 2)


async def _frames(
    app: _Recorder, pilot: "Pilot[object]", points: tuple[int, int], goes_on: Callable[[int], bool]
) -> AsyncIterator[Frame]:
    screen, settled = app.screen, partial(_settled, app, pilot)
    assert isinstance(screen, FilmedReplayScreen), "the application opens with the replay"
    await app.workers.wait_for_complete()
    await settled()
    flyer = Flyer()  # it draws cards in the table's styles, and never shows one itself
    await screen.table.mount(flyer)
    for point in range(points[0], points[1] + 1):
        motion = screen.step_to(point)
        if point == points[0]:
            motion = Motion()  # what led here is not seen
        rows, elapsed, is_in_air = await settled(), 0.0, True
        while elapsed < motion.over:
            screen.pose(motion, elapsed)
            lands = is_in_air and all(elapsed >= flight.over for flight in motion.flights)
            if lands:
                is_in_air = False
                screen.dispatch(Landed())
            if lands or motion.sweeps or motion.moment is not None:
                rows = await settled()
            yield Frame(_with_cards(app, flyer, rows, motion.flights, elapsed), STEP)
            elapsed += STEP
        screen.pose(motion, elapsed)
        if is_in_air:
            screen.dispatch(Landed())
        rows = await settled()
        yield Frame(rows, AT_END if point == points[1] else _to_read(screen, elapsed))
        if not goes_on(point - points[0] + 1):
            return


async def _settled(app: _Recorder, pilot: "Pilot[object]") -> tuple[FrameRow, ...]:
    """What the screen shows once nothing changes any more."""
    before: list[Strip] = []
    while True:
        for _ in range(2):  # what follows from a layout is drawn after it
            await pilot.pause(0)
        strips = strips_of(app)
        if strips == before:
            return rows_of(strips, app.ansi_theme)
        before = strips


def _with_cards(
    app: _Recorder, flyer: Flyer, rows: tuple[FrameRow, ...], flights: Sequence[Flight], elapsed: float
) -> tuple[FrameRow, ...]:
    """The rows with the cards that are in the air some seconds after they set off."""
    for flight in flights:
        if flight.delay <= elapsed < flight.over:
            place, since = flight.place(elapsed - flight.delay), elapsed - flight.delay
            rows = laid_over(rows, place.x, place.y, rows_of(flyer.drawn(flight, since), app.ansi_theme))
    return rows


def _to_read(screen: FilmedReplayScreen, elapsed: float) -> float:
    """How many seconds more a point stands, after those in which something moved."""
    player = screen.player
    words = "" if player is None else player.caption
    return max(min(max(SECONDS, FOR_EACH * len(words)), LONGEST) - elapsed, SECONDS / 2)


def rows_of(strips: Iterable[Strip], theme: TerminalTheme) -> tuple[FrameRow, ...]:
    """Lines of segments as rows; the theme has the colours of those that are only named."""
    return tuple(merged(_runs(strip, theme)) for strip in strips)


def _runs(strip: Strip, theme: TerminalTheme) -> Iterator[TextRun]:
    for text, style, control in strip:
        if not control and text:
            look = _look(style or Style(), theme)
            if text.isascii() or all(cell_len(char) == 1 for char in text):
                yield TextRun(text, len(text), look)
            else:
                yield from (TextRun(char, cell_len(char), look) for char in text)


@lru_cache(1 << 12)
def _look(style: Style, theme: TerminalTheme) -> Look:
    ink, ground = _colour(style.color, theme, ink=True), _colour(style.bgcolor, theme, ink=False)
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = _between(ink, ground)
    return Look(ink, ground, bool(style.bold), bool(style.italic), bool(style.underline), bool(style.strike))


def _colour(colour: Color | None, theme: TerminalTheme, *, ink: bool) -> str:
    found = (colour or Color.default()).get_truecolor(theme, foreground=ink)
    return f"#{found.red:02x}{found.green:02x}{found.blue:02x}"


def _between(one: str, other: str) -> str:
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{(first + second) // 2:02x}" for first, second in pairs)
