"""Films of saved games: each frame is what the replay screen shows, with the cards on their way."""

import io
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from textual.geometry import Offset, Size
from textual.strip import Strip

from clockspades.film.film import Film, laid_over
from clockspades.film.shapes import HEIGHT, WIDTH
from clockspades.film.svg import BAR, MARGIN
from clockspades.film.svg import written as svg
from clockspades.games.catalogue import find_game
from clockspades.replay import View, first_view, views_of
from clockspades.routes import ReplayRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.settings import LoadedSettings, Settings
from clockspades.table.widget_models import Face
from clockspades.tui import recording
from clockspades.tui.app import Clockspades
from clockspades.tui.recording import film, rows_of
from clockspades.tui.screens import stepping
from clockspades.tui.textual_fixes.painting import strips_of
from clockspades.tui.widgets.flight import Flight, Flyer
from tests.film.cells import of_frame, of_screenshot, of_svg, without_shapes
from tests.guests.chromium import pictures
from tests.tui.seated import opened

LOGS = Path(__file__).parents[1] / "logs"
CLOCKWORK = LOGS / "clockwork-spades" / "defaults-four-kings.cslog"
SPADES = LOGS / "spades" / "target-100-blind_nil-off-target.cslog"
CLOCK = LOGS / "clock" / "defaults-clock-complete.cslog"


def filmed(
    path: Path,
    points: tuple[int, int],
    view: View | None = None,
    settings: Settings | None = None,
    size: tuple[int, int] = (80, 24),
    speed: float = 1.0,
    goes_on: Callable[[int], bool] = lambda done: True,
) -> Film:
    loaded = load(path, find_game)
    view = view or first_view(views_of(loaded.session, over=True))
    archive = Archive(find_game, path.parent / "nowhere")
    return film(
        archive, loaded, view, LoadedSettings(settings or Settings()), size, points, speed=speed, goes_on=goes_on
    )


def texts(made: Film) -> list[str]:
    """What each frame says, row by row."""
    return ["\n".join("".join(run.text for run in row) for row in frame.rows) for frame in made.frames]


@pytest.mark.parametrize(
    ("path", "points", "size", "settings"),
    [
        (CLOCKWORK, (24, 25), (80, 24), Settings()),
        (SPADES, (9, 11), (100, 30), Settings("midnight", four_colour=True)),
        pytest.param(CLOCK, (1, 2), (60, 18), Settings("paper"), marks=pytest.mark.thorough),
    ],
)
def test_frames_have_the_cells_of_textuals_own_screenshot(
    path: Path, points: tuple[int, int], size: tuple[int, int], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, screenshot = filmed_with_screenshot(monkeypatch, path, points, settings=settings, size=size)
    assert {frame.size for frame in made.frames} == {size}
    taken = of_screenshot(screenshot)
    assert taken == of_frame(made.frames[-1].rows)
    assert without_shapes(taken) == of_svg(svg(made), made.seconds - 0.01)


def filmed_with_screenshot(monkeypatch: pytest.MonkeyPatch, *arguments: Any, **options: Any) -> tuple[Film, str]:
    """A film, and Textual's own screenshot of what its last frame shows."""
    screenshots: list[str] = []

    def also_take_a_screenshot(app: Clockspades) -> list[Strip]:
        screenshots.append(app.export_screenshot())
        return strips_of(app)

    monkeypatch.setattr(recording, "strips_of", also_take_a_screenshot)
    return filmed(*arguments, **options), screenshots[-1]


@pytest.mark.thorough
def test_chromium_shows_what_textuals_own_screenshot_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean colour of each cell is about the same, whatever fonts there are: text, grounds, lines and braille."""
    made, screenshot = filmed_with_screenshot(monkeypatch, CLOCKWORK, (3, 6))
    ours, theirs = tmp_path / "film.svg", tmp_path / "screenshot.svg"
    ours.write_text(svg(made), encoding="utf-8")
    theirs.write_text(re.sub("@font-face {.*?}", "", screenshot, flags=re.DOTALL), encoding="utf-8")
    shown = pictures(ours, (816, 522), (0.1, made.seconds - 0.1))
    before, after = (means(picture, (MARGIN, BAR), (WIDTH, HEIGHT)) for picture in shown)
    wanted = means(pictures(theirs, (994, 636), ())[0], (9, 41), (12.2, 24.4))

    def alike(one: Sequence[tuple[int, ...]]) -> float:
        """The share of cells whose colours differ by little."""
        near = (max(abs(a - b) for a, b in zip(*pair)) < 40 for pair in zip(one, wanted, strict=True))
        return sum(near) / len(one)

    assert alike(after) > 0.99
    assert alike(before) < 0.98, "another point looks different"


def means(png: bytes, corner: tuple[float, float], cell: tuple[float, float]) -> list[tuple[int, ...]]:
    """The mean colour of each cell, row by row."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    box = corner[0], corner[1], corner[0] + 80 * cell[0], corner[1] + 24 * cell[1]
    data = picture.resize((80, 24), Image.Resampling.BOX, box).tobytes()
    return [tuple(data[at : at + 3]) for at in range(0, len(data), 3)]


def test_an_svg_shows_every_frame_in_which_the_hand_of_the_clock_sweeps_and_a_game_makes_one_film() -> None:
    made, again = (filmed(CLOCKWORK, (3, 5)) for _ in range(2))
    fast, still = filmed(CLOCKWORK, (3, 5), speed=4.0), filmed(CLOCKWORK, (3, 5), settings=Settings(animation="off"))
    assert made == again
    assert fast.seconds == pytest.approx(made.seconds / 4)
    assert len(still.frames) == 3, "nothing moves"
    drawn, start = svg(made), 0.0
    assert len(made.frames) > 8
    hands = {"".join(char for char in text if "\u2800" < char < "\u2900") for text in texts(made)}
    assert len(hands) > 3, "the hand of the clock is braille, and sweeps"
    for frame in made.frames:
        assert of_svg(drawn, start + frame.seconds / 2) == without_shapes(of_frame(frame.rows))
        start += frame.seconds


def test_every_point_is_told_and_stands_long_enough_to_read_it() -> None:
    done: list[int] = []

    def goes_on(points: int) -> bool:
        done.append(points)
        return points < 5

    made = filmed(CLOCKWORK, (0, 9), goes_on=goes_on)
    assert done == [1, 2, 3, 4, 5]
    said = [(text, frame.seconds) for text, frame in zip(texts(made), made.frames) if frame.seconds > 1]
    assert [int(re.findall(r"turn (\d+)", text)[0]) for text, _ in said] == [0, 1, 2, 3, 4]
    assert "Before the deal" in said[0][0]
    assert "Ana takes the 3♠." in said[2][0]
    assert not re.search("playing|of 25|Esc|help", "".join(texts(made))), "nobody can press a key in a film, or seek"
    stood: defaultdict[str, float] = defaultdict(float)
    for text, frame in zip(texts(made), made.frames):
        stood[re.findall(r"turn (\d+)", text)[0]] += frame.seconds
    assert min(stood.values()) >= stepping.SECONDS - 0.01, "as long as in the replay, or longer"


def test_a_seat_sees_its_own_cards_only() -> None:
    loaded = load(SPADES, find_game)
    hands = loaded.session.position(2).state.hands
    for seat in range(2):
        made = filmed(SPADES, (1, 2), views_of(loaded.session, over=True)[seat])
        text = "\n".join(texts(made))
        others = [card.symbol for other, hand in enumerate(hands) for card in hand if other != seat]
        assert not re.search("|".join(others), text), "none was played yet"
        assert all(card.symbol in text for card in hands[seat])


async def test_cards_in_the_air_are_drawn_as_the_table_draws_them() -> None:
    """What is laid over the frames is what a flyer shows on the screen."""
    loaded = load(CLOCKWORK, find_game)
    card = loaded.session.position(2).state.hands[0][0]
    async with opened(Archive(find_game, Path("nowhere")), ReplayRoute(loaded, 3)) as seated:
        app, table = seated.app, (await seated.shows("ReplayScreen")).table
        await seated.rest()
        flyer = Flyer()
        await table.mount(flyer)
        bare = rows_of(strips_of(app), app.ansi_theme)
        flight = Flight(Face(card), Size(5, 3), Offset(20, 8), Offset(30, 12))
        lines = rows_of(flyer.drawn(flight, 0.1), app.ansi_theme)
        place = flight.place(0.1)
        flyer.carry(flight.face, flight.size)
        flyer.offset = place - table.region.offset
        await seated.rest()
        shown = rows_of(strips_of(app), app.ansi_theme)
        assert shown != bare
        assert shown == laid_over(bare, place.x, place.y, lines)
