"""Films as SVGs."""

import gzip
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from clockspades.film.film import Film, Frame, FrameRow, Look, TextRun, laid_over, part
from clockspades.film.shapes import WIDTH, shape_of
from clockspades.film.svg import BAR, MARGIN, written
from tests.film.cells import of_frame, of_svg, without_shapes
from tests.guests.chromium import pictures

PICTURE = Path(__file__).parents[2] / "screenshots" / "film.svg"
LARGEST = 60_000
"""Bytes that a page shows without a wait, compressed, as web servers send them."""

PLAIN = Look("#dddddd", "#003300")
RED = Look("#ff0000", "#eeeeee", bold=True)
WIDE = "\u6771"


def row(*parts: tuple[str, Look]) -> FrameRow:
    return tuple(TextRun(text, len(text), look) for text, look in parts)


def film(*screens: tuple[FrameRow, ...]) -> Film:
    return Film(tuple(Frame(rows, 0.5 + number) for number, rows in enumerate(screens)), "A & <B>", 1)


FILM = film(
    (row(("one two   ", PLAIN), (" ♥A─┐", RED), ("same", PLAIN)), row(("░▒ ⡇ x y      [<&>]", PLAIN))),
    (row(("one 2 ", PLAIN), ("   ♥♠A─┐", RED), ("same.", PLAIN)), row(("░▒ ⡇ x y      [<&>]", PLAIN))),
    (row(("one two   ", PLAIN), (" ♥A─┐", RED), ("same", PLAIN)), row(("▄▀ ⡇ x z      [<&>]", PLAIN))),
)


def test_each_frame_is_shown_for_its_seconds() -> None:
    svg, start = written(FILM), 0.0
    for frame in FILM.frames:
        wanted = without_shapes(of_frame(frame.rows))
        for seconds in (start + 0.001, start + frame.seconds - 0.01):
            assert of_svg(svg, seconds) == wanted
        start += frame.seconds


def test_what_a_block_shows_is_written_once() -> None:
    svg = written(film(*[(row((f"abcdefgh{number}", PLAIN)), row(("abcdefgh0", PLAIN))) for number in range(5)]))
    assert svg.count(">abcdefgh<") == 1
    assert svg.count(">0</text>") == 1


def test_where_nothing_moves_one_whole_frame_is_shown() -> None:
    svg = written(FILM)
    assert "@media(prefers-reduced-motion:reduce){.t{animation:none}}" in svg
    found = re.findall(r'class="t (t\w+)"( style="translate:-86px")?', svg)
    assert sum(bool(moved) for _, moved in found) == 3, "three blocks change in the second frame"


def test_the_title_is_text_and_nothing_is_loaded() -> None:
    svg = written(FILM)
    root = ElementTree.fromstring(svg)
    assert root.attrib["aria-label"] == "A & <B>"
    assert "A & <B>" in [each.text for each in root]
    assert "script" not in svg
    assert "url(" not in svg


def test_the_picture_of_the_readme_plays_a_whole_game() -> None:
    svg = PICTURE.read_text(encoding="utf-8")
    assert len(gzip.compress(svg.encode())) < LARGEST
    seconds = re.search(r"\.t\{animation:([\d.]+)s", svg)
    assert seconds is not None
    last = float(seconds[1])
    assert 15 < last < 45
    shown = [of_svg(svg, last * share / 10) for share in (*range(10), 9.9)]
    told = ["".join(cell.char for _, cell in sorted(cells.items())) for cells in shown]
    assert len({*told}) > 5
    assert "Before the deal" in told[0]
    assert "Ana wins with all four kings" in told[-1]


@pytest.mark.thorough
def test_no_edge_of_a_block_shows_in_a_picture_that_is_scaled(tmp_path: Path) -> None:
    """Chromium shows one ground over several blocks and rows in one colour, at any size."""
    dark, light, other = (row((" " * 24, Look("#000000", ground))) for ground in ("#003300", "#eeeeee", "#ffcc00"))
    svg = written(film(*[(each, each, dark, dark, dark) for each in (light, other)]))
    path, scale = tmp_path / "film.svg", 0.83
    path.write_text(re.sub(r'(width|height)="(\d+)"', lambda side: scaled(side, scale), svg, count=2), encoding="utf-8")
    (png,) = pictures(path, (256, 142), [0.7])
    left, top, right, bottom = (round(scale * side) for side in (MARGIN + 2, BAR + 2, MARGIN + 238, BAR + 38))
    colours = Image.open(io.BytesIO(png)).convert("RGB").crop((left, top, right, bottom)).getcolors()
    assert colours is not None
    assert [colour for _, colour in colours] == [(0xFF, 0xCC, 0x00)]


def scaled(side: re.Match[str], scale: float) -> str:
    return f'{side[1]}="{int(side[2]) * scale:g}"'


def test_a_wide_character_has_its_cells() -> None:
    wide = (TextRun(f"{WIDE}", 2, PLAIN), TextRun("ab", 2, PLAIN))
    svg = written(Film((Frame((wide,), 1.0),), ""))
    assert f'x="10">{WIDE}</text>' in svg, "in the middle of two cells"
    assert part(wide, 1, 4) == row((" ab", PLAIN)), "half of it is blank"


@pytest.mark.parametrize(
    ("char", "path"),
    [
        ("─", "M0 -5h10"), ("│", "M5 -15v20"), ("┌", "M5 -5h5M5 -5v10"), ("┘", "M0 -5h5M5 -15v10"),
        ("┼", "M0 -5h10M5 -15v20"),
        ("╭", "M5 5V0Q5 -5 10 -5"), ("╯", "M5 -15V-10Q5 -5 0 -5"), ("╲", "M0 -15l10 20"), ("╱", "M10 -15l-10 20"),
        ("█", "M0 -15h10v20h-10z"), ("▄", "M0 -5h10v10h-10z"), ("▌", "M0 -15h5v20h-5z"), ("▗", "M5 -5h5v10h-5z"),
        ("▐", "M5 -15h5v20h-5z"), ("▁", "M0 2.5h10v2.5h-10z"), ("⠁", "M2.5 -12.5h0"), ("⢀", "M7.5 2.5h0"),
    ],
)  # fmt: skip
def test_a_shape_fills_its_cell(char: str, path: str) -> None:
    shape = shape_of(char)
    assert shape is not None
    assert shape.path(0, WIDTH) == path


@pytest.mark.parametrize("char", ["a", " ", "♠", "═", "░", "\u2800", "┍", "\x07"])
def test_everything_else_is_left_to_the_font(char: str) -> None:
    assert shape_of(char) is None


def test_lines_are_laid_over_rows_as_far_as_they_are_on_the_screen() -> None:
    rows = (row(("abcdef", PLAIN)), row(("ghijkl", PLAIN)))
    card = (row(("XYZ", RED)), row(("xyz", RED)))
    assert laid_over(rows, 4, 1, card) == (rows[0], row(("ghij", PLAIN), ("XY", RED)))
    assert laid_over(rows, -2, -1, card) == (row(("z", RED), ("bcdef", PLAIN)), rows[1])
    assert laid_over(rows, 9, 0, card) == rows
