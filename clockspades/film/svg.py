"""A film as one SVG that plays by itself wherever a picture is shown: it has no scripts, only CSS.

Each row of the screen is cut into blocks. What a block shows in the course of the film stands side by side in a strip,
behind a window as large as the block, and CSS keyframes move the strip by steps. The content of a block is written
once, wherever and however often it is shown.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from string import ascii_letters, digits
from typing import Final, Generic, TypeVar
from xml.sax.saxutils import escape, quoteattr

from clockspades.film.film import Film, Frame, FrameRow, Look, TextRun, is_plain, part
from clockspades.film.shapes import HEIGHT, TOP, WIDTH, shape_of

MARGIN: Final = 8
BAR: Final = 34
"""The height of the window's title bar, above the first row."""
WINDOW: Final = "#292929"
_BUTTONS: Final = ("#ff5f57", "#febc2e", "#28c840")
BLOCK: Final = 8
"""Columns of a block. Narrower ones, or a whole row, make larger files."""
EDGE: Final = 1
"""How far a window overlaps the blocks beside its own. In a scaled picture its edges are blurred."""
PITCH: Final = BLOCK * WIDTH + 6
"""The distance from one content of a strip to the next. It leaves a gap, so that none shows beside another."""
STYLE: Final = (
    "text{font:16.6px Fira Code,DejaVu Sans Mono,Menlo,Consolas,monospace;white-space:pre;fill:currentColor}"
    ".m{text-anchor:middle}path,rect{shape-rendering:crispEdges}.f{fill:currentColor}"
    ".l,.h,.d{fill:none;stroke:currentColor;stroke-width:1.4;stroke-linecap:square;shape-rendering:auto}.h{stroke-width:3}"
    ".d{stroke-width:3.2;stroke-linecap:round}"
)


Thing = TypeVar("Thing")


class _Names(Generic[Thing]):
    """Short names, one for each thing that is named."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.of: dict[Thing, str] = {}

    def __call__(self, thing: Thing) -> str:
        return self.of.setdefault(thing, f"{self.prefix}{_short(len(self.of))}")


def _short(number: int) -> str:
    signs = digits + ascii_letters
    return (_short(number // len(signs)) if number >= len(signs) else "") + signs[number % len(signs)]


def written(film: Film) -> str:
    """The film as an SVG, which begins anew after its last frame."""
    columns, rows = film.frames[0].size
    width, height = columns * WIDTH + 2 * MARGIN, rows * HEIGHT + BAR + MARGIN
    base = Counter(
        run.look.ground for row in film.frames[film.still].rows for run in row for _ in range(run.width)
    ).most_common(1)[0][0]
    names = _Drawn(base)
    places = ((column, row) for row in range(rows) for column in range(0, columns, BLOCK))
    drawn = [names.track(film, *place) for place in places]
    title = (
        f'<text class="m" x="{width / 2:g}" y="23" color="#c5c5c5">{escape(film.title)}</text>' if film.title else ""
    )
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label={quoteattr(film.title)} xml:space="preserve">',
        f"<style>{STYLE}.t{{animation:{film.seconds:g}s step-end infinite}}",
        *names.styles(),
        *names.keyframes(film),
        "@media(prefers-reduced-motion:reduce){.t{animation:none}}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{WINDOW}" style="shape-rendering:auto"/>',
        *(f'<circle cx="{20 + 20 * each}" cy="17" r="6" fill="{fill}"/>' for each, fill in enumerate(_BUTTONS)),
        title,
        f'<rect x="{MARGIN}" y="{BAR}" width="{columns * WIDTH}" height="{rows * HEIGHT}" fill="{base}"/>',
        "<defs>",
        *names.definitions,
        "</defs>",
        f'<g transform="translate({MARGIN},{BAR + TOP})">',
        *drawn,
        "</g>",
        "</svg>",
        "",
    ])  # fmt: skip


def _track(frames: Sequence[Frame], column: int, row: int) -> tuple[tuple[FrameRow, ...], tuple[tuple[int, int], ...]]:
    """The contents of a block in a film, in the order in which they first appear, and its changes.

    A change is the number of a frame, and the number of the content that the block has from there on.
    """
    numbers: dict[FrameRow, int] = {}
    changes: list[tuple[int, int]] = []
    cut: dict[FrameRow, FrameRow] = {}
    for at, frame in enumerate(frames):
        whole = frame.rows[row]
        content = cut.get(whole)
        if content is None:
            content = cut[whole] = part(whole, column, column + BLOCK)
        number = numbers.setdefault(content, len(numbers))
        if not changes or changes[-1][1] != number:
            changes.append((at, number))
    return tuple(numbers), tuple(changes)


class _Drawn:
    """What was drawn so far: contents, looks and keyframes, each of which is written once."""

    def __init__(self, base: str) -> None:
        self.base = base
        """The ground behind everything, which is not drawn again."""
        self.definitions: list[str] = []
        self._contents = _Names[FrameRow]("a")
        self._inks = _Names[Look]("b")
        self._grounds = _Names[str]("c")
        self._moves = _Names[tuple[tuple[int, int], ...]]("t")

    def track(self, film: Film, column: int, row: int) -> str:
        """The elements that show the block that begins in a column of a row."""
        x, y = column * WIDTH, row * HEIGHT
        contents, changes = _track(film.frames, column, row)
        names = [self._content(content) for content in contents]
        if len(names) == 1:
            return f'<use href="#{names[0]}" x="{x}" y="{y}"/>' if names[0] else ""
        uses = "".join(f'<use href="#{name}"{_at(number * PITCH)}/>' for number, name in enumerate(names) if name)
        shown = next(number for at, number in reversed(changes) if at <= film.still)
        moved = f' style="translate:{-shown * PITCH}px"' if shown else ""
        return (
            f'<svg x="{x - EDGE}" y="{y - TOP - EDGE}" width="{BLOCK * WIDTH + 2 * EDGE}" height="{HEIGHT + 2 * EDGE}">'
            f'<svg x="{EDGE}" y="{TOP + EDGE}" overflow="visible">'
            f'<g class="t {self._moves(changes)}"{moved}>{uses}</g></svg></svg>'
        )

    def keyframes(self, film: Film) -> Iterator[str]:
        starts = [0.0, *accumulate(frame.seconds for frame in film.frames)]
        for changes, name in self._moves.of.items():
            steps = "".join(
                f"{_number(100 * starts[at] / starts[-1])}%{{translate:{-number * PITCH}px}}" for at, number in changes
            )
            yield f".{name}{{animation-name:{name}}}@keyframes {name}{{{steps}}}"

    def styles(self) -> Iterator[str]:
        for look, name in self._inks.of.items():
            lines = " ".join(word for word, on in (("underline", look.underline), ("line-through", look.strike)) if on)
            more = (
                ";font-weight:bold" * look.bold
                + ";font-style:italic" * look.italic
                + f";text-decoration:{lines}" * bool(lines)
            )
            yield f".{name}{{color:{look.ink}{more}}}"
        for ground, name in self._grounds.of.items():
            yield f".{name}{{stroke:{ground};stroke-width:{HEIGHT}}}"

    def _content(self, content: FrameRow) -> str:
        """The name of what a block shows, which is defined if it was not yet; empty if it shows nothing."""
        if content in self._contents.of:
            return self._contents(content)
        marks = "".join(self._marks(content))
        if not marks:
            return ""
        name = self._contents(content)
        self.definitions.append(f'<g id="{name}">{marks}</g>')
        return name

    def _marks(self, content: FrameRow) -> Iterator[str]:
        """The elements of a block: its grounds, then what stands on them."""
        column = 0
        for ground, runs in groupby(content, key=lambda run: run.look.ground):
            width = sum(run.width for run in runs)
            if ground != self.base:
                x, name = column * WIDTH, self._grounds(ground)
                yield f'<path class="{name}" d="M{x} {HEIGHT // 2 - TOP}h{width * WIDTH}"/>'
            column += width
        column = 0
        for run in content:
            if not run.text.isspace():
                name = self._inks(run.look._replace(ground=""))
                yield from _letters(run, column, name)
            column += run.width


def _letters(run: TextRun, column: int, name: str) -> Iterator[str]:
    """The elements of a run in a look: words, signs in the middle of their cells, and shapes.

    A word is as long as its cells. A sign may come from another font, of another width, so each has its own place.
    """
    if not is_plain(run):
        yield _text(name, [_middle(column, run.width)], run.text)
        return
    places: list[str] = []
    signs = ""
    paths: dict[str, str] = {}
    at = column
    for kind, group in groupby(run.text, key=_kind):
        text = "".join(group)
        if kind == _WORDS and not text.isspace():
            start, word = at + len(text) - len(text.lstrip()), text.strip()
            length = f' textLength="{len(word) * WIDTH}"' if len(word) > 1 else ""
            yield f'<text class="{name}"{_at(start * WIDTH)}{length}>{escape(word)}</text>'
        elif kind == _SIGNS:
            places += [_middle(each) for each in range(at, at + len(text))]
            signs += text
        elif kind != _WORDS:
            paths[kind] = paths.get(kind, "") + _path(text, at)
        at += len(text)
    for pen, path in paths.items():
        yield f'<path class="{name} {pen}" d="{path}"/>'
    if signs:
        yield _text(name, places, signs)


_WORDS: Final = "words"
_SIGNS: Final = "signs"


def _kind(char: str) -> str:
    """How a character is drawn: as part of a word, as a sign, or by a pen."""
    shape = shape_of(char)
    return shape.pen.value if shape is not None else _WORDS if char.isascii() else _SIGNS


def _path(text: str, column: int) -> str:
    """The path of shapes of one pen that begin in a column."""
    path = ""
    for char, group in groupby(text):
        shape, cells = shape_of(char), len([*group])
        assert shape is not None, "a pen draws shapes"
        each = cells if shape.stretches else 1
        path += "".join(shape.path((column + number) * WIDTH, each * WIDTH) for number in range(0, cells, each))
        column += cells
    return path


def _text(name: str, places: Sequence[str], text: str) -> str:
    return f'<text class="{name} m" x="{" ".join(places)}">{escape(text)}</text>'


def _middle(column: int, width: int = 1) -> str:
    return _number((column + width / 2) * WIDTH)


def _at(x: int) -> str:
    return f' x="{x}"' if x else ""


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
