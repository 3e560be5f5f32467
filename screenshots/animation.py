"""One SVG that plays several screenshots one after the other.

GitHub shows it as a picture, so it has no scripts: CSS keyframes show and hide the rows of the terminal. A row that
several frames share is written once.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

CELL: Final = 12.2
"""The width of a column."""
LINE: Final = 24.4
"""The height of a row."""
MARGIN: Final = 9
BAR: Final = 41
"""The height of the window's title bar, above the first row."""
GROUND: Final = "#292929"
_SVG: Final = "{http://www.w3.org/2000/svg}"
_STYLE: Final = re.compile(r"\.terminal-\d+-(r\d+) \{ (.*?) \}")


class Frame(NamedTuple):
    """A screenshot as Textual exports it, and how many seconds it is shown."""

    svg: str
    seconds: float


class _Row(NamedTuple):
    """What a row of the terminal shows: its grounds and its words."""

    grounds: tuple[tuple[str, float, float], ...]
    """Fill, x and width of each."""
    words: tuple[tuple[str, float, float, str], ...]
    """CSS, x, length and text of each."""


def animated(frames: Sequence[Frame], label: str) -> str:
    """The frames, which have the same size, as one SVG that begins anew after the last one.

    ``label`` is the picture in words. The middle frame is shown where nothing moves.
    """
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', frames[0].svg)
    assert size is not None, "a screenshot has a size"
    width, height = (f"{float(side):g}" for side in size.groups())
    rows = [_rows(frame.svg) for frame in frames]
    styles: dict[str, str] = {}
    spans: dict[tuple[int, int], str] = {}
    drawn = [*_drawn(rows, styles, spans)]
    what = f'role="img" aria-label={quoteattr(label)}'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {what}>',
        "<style>",
        "text{font:20px Fira Code,DejaVu Sans Mono,Menlo,Consolas,monospace;white-space:pre}",
        *(f".{name}{{{css}}}" for css, name in styles.items()),
        *_keyframes(frames, spans),
        "</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>',
        *(f'<circle cx="{26 + 22 * each}" cy="22" r="7" fill="{fill}"/>' for each, fill in enumerate(_BUTTONS)),
        *drawn,
        "</svg>",
        "",
    ])  # fmt: skip


_BUTTONS: Final = ("#ff5f57", "#febc2e", "#28c840")


def _rows(svg: str) -> list[_Row]:
    """The rows of a screenshot, from the top."""
    styles = dict(_STYLE.findall(svg))
    found: dict[int, tuple[list[tuple[str, float, float]], list[tuple[str, float, float, str]]]] = {}
    for each in ElementTree.fromstring(svg).iter():
        if each.tag == f"{_SVG}rect" and "shape-rendering" in each.attrib:
            grounds, _ = found.setdefault(round((float(each.attrib["y"]) - 1.5) / LINE), ([], []))
            grounds.append((each.attrib["fill"], float(each.attrib["x"]), float(each.attrib["width"])))
        elif each.tag == f"{_SVG}text" and "textLength" in each.attrib:
            _, words = found.setdefault(round((float(each.attrib["y"]) - 20) / LINE), ([], []))
            css = styles[each.attrib["class"].rpartition("-")[2]].replace(" ", "")
            words.append((css, float(each.attrib["x"]), float(each.attrib["textLength"]), each.text or ""))
    return [_Row(tuple(_joined(found[row][0])), tuple(found[row][1])) for row in sorted(found)]


def _joined(grounds: Sequence[tuple[str, float, float]]) -> Iterator[tuple[str, float, float]]:
    """The same with neighbours of one fill as one."""
    for fill, group in groupby(sorted(grounds, key=lambda each: each[1]), key=lambda each: each[0]):
        same = [*group]
        yield fill, same[0][1], same[-1][1] + same[-1][2] - same[0][1]


def _drawn(rows: Sequence[Sequence[_Row]], styles: dict[str, str], spans: dict[tuple[int, int], str]) -> Iterator[str]:
    """Each row of each frame that differs from the frame before it; the styles and spans that they need are added."""
    for number, column in enumerate(zip(*rows, strict=True)):
        end = 0
        for row, same in groupby(column):
            start, end = end, end + len([*same])
            shown = ""
            if (start, end) != (0, len(rows)):
                shown = f' class="f {spans.setdefault((start, end), f"s{start}-{end}")}"'
            top = BAR + number * LINE
            yield f'<g{shown} transform="translate({MARGIN},{top:g})">{"".join(_marks(row, styles))}</g>'


def _marks(row: _Row, styles: dict[str, str]) -> Iterator[str]:
    for fill, x, width in row.grounds:
        # as high as the row and a little more, so that no line shows between two rows
        yield f'<rect fill="{fill}" x="{x:g}" width="{width:g}" height="24.9"/>'
    for css, x, length, text in row.words:
        words = text.strip()  # some viewers pass over blanks at the ends
        if words:
            x += CELL * (len(text) - len(text.lstrip()))
            length -= CELL * (len(text) - len(words))
            style = styles.setdefault(css, f"c{len(styles)}")
            yield f'<text class="{style}" x="{x:g}" y="18.5" textLength="{length:g}">{escape(words)}</text>'


def _keyframes(frames: Sequence[Frame], spans: dict[tuple[int, int], str]) -> Iterator[str]:
    """When each row is shown."""
    starts = [sum(frame.seconds for frame in frames[:number]) for number in range(len(frames) + 1)]
    whole, still = starts[-1], len(frames) // 2
    yield f".f{{visibility:hidden;animation:{whole:g}s step-end infinite}}"
    for (start, end), name in spans.items():
        first, last = (f"{100 * starts[point] / whole:.2f}%" for point in (start, end))
        before = "" if start == 0 else "0%{visibility:hidden}"
        after = "" if end == len(frames) else f"{last}{{visibility:hidden}}"
        yield f"@keyframes {name}{{{before}{first}{{visibility:visible}}{after}}}"
        seen = "visibility:visible;" if start <= still < end else ""
        yield f".{name}{{{seen}animation-name:{name}}}"
    yield "@media(prefers-reduced-motion:reduce){.f{animation:none}}"
