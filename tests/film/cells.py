"""What each cell of a screen shows, read from frames, from a screenshot of Textual's, and from an SVG of ours."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias
from xml.etree import ElementTree

from clockspades.film.film import FrameRow, is_plain
from clockspades.film.shapes import HEIGHT, WIDTH, shape_of
from clockspades.film.svg import BAR, BLOCK, MARGIN, PITCH

SVG: Final = "{http://www.w3.org/2000/svg}"


class Cell(NamedTuple):
    """The character of a cell, its colour if it is not blank, whether it is bold, and the colour behind it."""

    char: str
    ink: str
    bold: bool
    ground: str


Cells: TypeAlias = Mapping[tuple[int, int], Cell]
"""By row and column."""


def of_frame(rows: Sequence[FrameRow]) -> Cells:
    found = {}
    for number, row in enumerate(rows):
        column = 0
        for run in row:
            for char in run.text if is_plain(run) else (run.text, *[""] * (run.width - 1)):
                look = run.look
                is_blank = char.isspace() or not char
                found[number, column] = (
                    Cell(" ", "", False, look.ground) if is_blank else Cell(char, look.ink, look.bold, look.ground)
                )
                column += 1
    return found


def of_screenshot(svg: str) -> Cells:
    """The cells of what ``App.export_screenshot`` returns."""
    styles = dict(re.findall(r"\.terminal-\d+-(r\d+) \{ (.*?) \}", svg))
    grounds: dict[tuple[int, int], str] = {}
    chars: dict[tuple[int, int], tuple[str, str, bool]] = {}
    for each in ElementTree.fromstring(svg).iter():
        if each.tag == f"{SVG}rect" and "shape-rendering" in each.attrib:
            row, start = round((float(each.attrib["y"]) - 1.5) / 24.4), round(float(each.attrib["x"]) / 12.2)
            for column in range(start, start + round(float(each.attrib["width"]) / 12.2)):
                grounds[row, column] = each.attrib["fill"]
        elif each.tag == f"{SVG}text" and "textLength" in each.attrib:
            row, start = round((float(each.attrib["y"]) - 20) / 24.4), round(float(each.attrib["x"]) / 12.2)
            style = styles[each.attrib["class"].rpartition("-")[2]]
            ink = re.search(r"fill: (#\w+)", style)
            assert ink is not None
            for column, char in enumerate(each.text or "", start):
                if char != "\xa0":
                    chars[row, column] = char, ink[1], "bold" in style
    return {place: Cell(*chars.get(place, (" ", "", False)), ground) for place, ground in grounds.items()}


def of_svg(svg: str, seconds: float) -> Cells:
    """The cells of an SVG of ours at a time; what is drawn as a shape is a blank."""
    root = ElementTree.fromstring(svg)
    style = "".join(each.text or "" for each in root.iter(f"{SVG}style"))
    looks = {name: (ink, "bold" in more) for name, ink, more in re.findall(r"\.(b\w+)\{color:(#\w+)(.*?)\}", style)}
    grounds = dict(re.findall(r"\.(c\w+)\{stroke:(#\w+)", style))
    lasts = re.search(r"\.t\{animation:([\d.]+)s step-end infinite\}", style)
    share = 100 * seconds / float(lasts[1]) if lasts else 0.0
    moves = {
        name: [(float(at), int(way)) for at, way in re.findall(r"([\d.]+)%\{translate:(-?\d+)px\}", steps)]
        for name, steps in re.findall(r"@keyframes (t\w+)\{((?:[^{}]+\{[^{}]*\})*)\}", style)
    }
    contents = {each.attrib["id"]: each for each in root.iter(f"{SVG}g") if "id" in each.attrib}
    screen = next(each for each in root if "translate" in each.attrib.get("transform", ""))
    base = next(each.attrib["fill"] for each in root if each.tag == f"{SVG}rect" and "x" in each.attrib)
    columns, rows = (
        (float(root.attrib["width"]) - 2 * MARGIN) / WIDTH,
        (float(root.attrib["height"]) - BAR - MARGIN) / HEIGHT,
    )
    blank = Cell(" ", "", False, base)
    found = {(row, column): blank for row in range(round(rows)) for column in range(round(columns))}
    for block in screen:
        inside = next(iter(block), block) if block.tag == f"{SVG}svg" else None
        left, top = (sum(float(each.get(side, 0)) for each in (block, inside) if each is not None) for side in "xy")
        row, first = int(top / HEIGHT), int(left / WIDTH)
        assert (top % HEIGHT, left % WIDTH) == (0, 0)
        shown = block.attrib.get("{http://www.w3.org/1999/xlink}href") or block.attrib.get("href")
        if block.tag == f"{SVG}svg":
            strip = next(each for each in block.iter(f"{SVG}g"))
            way = next(way for at, way in reversed(moves[strip.attrib["class"].split()[1]]) if at <= share)
            shown = next((use.attrib["href"] for use in strip if int(use.get("x", 0)) == -way), None)
            assert way % PITCH == 0
        if shown is not None:
            for column, cell in _marks(contents[shown.removeprefix("#")], looks, grounds, base):
                if (row, first + column) in found:
                    found[row, first + column] = cell
    return found


def _marks(
    content: ElementTree.Element, looks: Mapping[str, tuple[str, bool]], grounds: Mapping[str, str], base: str
) -> Iterator[tuple[int, Cell]]:
    behind = dict.fromkeys(range(BLOCK), base)
    chars: dict[int, tuple[str, str, bool]] = {}
    for mark in content:
        name = mark.attrib["class"].split()[0]
        if name in grounds:
            start, length = map(int, re.findall(r"M(\d+) -?\d+h(\d+)", mark.attrib["d"])[0])
            behind |= dict.fromkeys(range(start // WIDTH, (start + length) // WIDTH), grounds[name])
        elif mark.tag == f"{SVG}text":
            text = mark.text or ""
            if mark.attrib["class"].endswith(" m"):
                places = [int(float(x) // WIDTH) for x in mark.attrib["x"].split()]
            else:
                start = int(mark.get("x", 0)) // WIDTH
                places = [*range(start, start + len(text))]
                assert len(text) == 1 or int(mark.attrib["textLength"]) == len(text) * WIDTH
            chars |= {place: (char, *looks[name]) for place, char in zip(places, text, strict=True) if char != " "}
    for column, ground in behind.items():
        yield column, Cell(*chars.get(column, (" ", "", False)), ground)


def without_shapes(cells: Cells) -> Cells:
    """The same with blanks in place of what is drawn as a shape."""
    return {
        place: Cell(" ", "", False, cell.ground) if cell.char and shape_of(cell.char[0]) is not None else cell
        for place, cell in cells.items()
    }
