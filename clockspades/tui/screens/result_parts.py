"""The parts of the result with the rows that each takes, which :mod:`clockspades.tui.layout.result_layout` lays out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from clockspades.cards import Card
from clockspades.engine.phrases import count
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession
from clockspades.engine.wording import label
from clockspades.saved.series import Series
from clockspades.statistics.milestones import news_words
from clockspades.table.faces import Face, Light
from clockspades.table.glyphs import glyphs
from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.table.widget_models import CardRowModel, ResultModel, Trophy
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.drawing.lettering import lettering
from clockspades.tui.drawing.trophies import trophy
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.layout.result_layout import MUST, PartForm, ResultPart, Where
from clockspades.tui.screens.sheet import fewest_columns, sheet_lines
from clockspades.tui.texts.result_words import how_played
from clockspades.tui.widgets.card_row import APART, STRIP, CardRow
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.standings import LARGE, StandingModel, large_rows

SCALES: Final = {2: 12, 1: 60}
"""How large the headline and the picture of a rare win can be drawn, and what that is worth."""
CURVE: Final = (6, 18)
"""The rows of the curve at least and at most."""
WITH_CLOCK: Final = Size(140, 38)
"""The least room in which the clock, as the game left it, takes a column of its own."""
CLOCK: Final = (25, 50)
"""The rows of the clock at least and at most."""
LESSON: Final = 90
"""What the lesson is worth: its key is on the line of keys, too."""
FEWEST_REMARKS: Final = 3
"""The rows of the remarks at least."""
ONE_LINE: Final = 80
"""Columns from which on the menu has one line."""
FULL_MENU: Final = 100
"""Columns from which on there is room for all its words in it."""
TEXT: Final = "-text"
"""The form in which cards are text."""
NAMES: Final = "-names"
"""The form without cards, where very long names leave no room for them."""
FORMS: Final = {f"-rows-{size.height}": size for size in CARDS[1:]}
"""The forms in which cards are drawn, the largest first, and how large they are."""


# -- the players ------------------------------------------------------------------------------------------------


class PlayerBlock(NamedTuple):
    """What is shown of a player."""

    name: Content
    """With score and bot."""
    cards: CardRowModel | None
    """None in a game in which nobody has any."""
    text: Content
    """The same cards."""
    hand: Content | None
    """None if nothing is left in it."""

    def rows(self, form: str, width: int) -> int:
        """The rows that it takes in so many columns."""
        texts = [self.name]
        if self.cards is not None and form == TEXT:
            texts.append(self.text)
        if self.hand is not None and form != NAMES:
            texts.append(self.hand)
        drawn = FORMS[form].height if self.cards is not None and form in FORMS else 0
        return drawn + sum(text.get_height({}, width) for text in texts)

    def columns(self, form: str) -> int:
        """The columns in which each card shows its rank and its suit."""
        if self.cards is None or form not in FORMS:
            return 0
        cards = len(self.cards.cards)
        return STRIP * max(0, cards - 1) + FORMS[form].width + APART * len(self.cards.apart)


def player_blocks(session: AnySession, outcome: Outcome, face: ResultModel) -> tuple[PlayerBlock, ...]:
    """A block for each player."""
    return tuple(_block(session, outcome, face, seat) for seat in range(len(session.seats)))


def _block(session: AnySession, outcome: Outcome, face: ResultModel, seat: int) -> PlayerBlock:
    words = " · ".join(filter(None, [*face.counts[seat : seat + 1], how_played(session, (seat,))]))
    name = Content.assemble(
        (label(session.names_at_table, seat), "bold $gold" if seat in outcome.winners else "bold"),
        ("  " + glyphs().words(words), "$quiet"),
    )
    hand = face.hands[seat] if seat < len(face.hands) else ()
    return PlayerBlock(
        name,
        _laid_out(outcome, face, seat) if face.piles else None,
        card_text(_row(chain(*face.piles[seat]))) if face.piles else Content(),
        card_text(f"Hand: {_row(hand)}", "$quiet") if hand else None,
    )


def _laid_out(outcome: Outcome, face: ResultModel, seat: int) -> CardRowModel:
    """A player's cards: those that decided the game are lit, the loser's others are dimmed."""
    light = Light.PLAIN if seat in outcome.winners or not outcome.winners else Light.DIM
    cards: list[Face] = []
    first: set[int] = set()
    for group in filter(None, face.piles[seat]):
        if cards:
            first.add(len(cards))
        cards += [Face(card, Light.LIVE if card in face.deciding else light) for card in group]
    return CardRowModel(tuple(cards), apart=frozenset(first))


def _row(cards: Iterable[Card]) -> str:
    """Cards in a line of text."""
    return "  ".join(card.symbol for card in cards)


class Players(Vertical):
    """The players of a finished game, one below the other; a class says in which form."""

    def __init__(self, blocks: tuple[PlayerBlock, ...]) -> None:
        super().__init__(id="players")
        self._blocks = blocks

    def compose(self) -> ComposeResult:
        for seat, block in enumerate(self._blocks):
            with Vertical(classes="player"):
                yield Static(block.name, classes="name")
                if block.cards is not None:
                    yield CardRow(id=f"piles-{seat}")
                    yield Static(block.text, classes="cards")
                if block.hand is not None:
                    yield Static(block.hand, classes="hand")

    def on_mount(self) -> None:
        for seat, block in enumerate(self._blocks):
            if block.cards is not None:
                self.query_one(f"#piles-{seat}", CardRow).model = block.cards

    def take_form(self, form: str) -> None:
        """Draw the cards this large, or as text."""
        for each in (*FORMS, TEXT, NAMES):
            self.set_class(each == form, each)


# -- the menu ---------------------------------------------------------------------------------------------------


def menu_rows(columns: int) -> int:
    """The rows of the menu in so many columns."""
    return 1 if columns >= ONE_LINE else 2


class ResultMenu(Container):
    """The items in two groups, beside each other if there is room. Enter does what the first one says."""

    def __init__(self, session: AnySession, series: Series, *, can_repeat: bool) -> None:
        """``can_repeat`` says whether the deal can be played again, and makes sense again."""
        super().__init__(id="menu")
        self._series, self._can_repeat = series, can_repeat
        self._is_lesson = session.standing.is_lesson
        self._is_patience, self._is_kept = len(session.seats) == 1, session.path is not None

    def compose(self) -> ComposeResult:
        for items in self._groups():
            row = Horizontal(*items)
            row.shrink = False  # or it would be too narrow for its items
            yield row

    def _groups(self) -> tuple[list[MenuItem], list[MenuItem]]:
        again, hot = ("Next game", "r") if self._series.goes_on else ("Rematch", "R")
        if self._is_patience:
            again, hot = "Another deal", "r"
        play, look = [MenuItem(again, "rematch", hot=hot)], []
        if self._can_repeat:
            play.append(MenuItem("Same deal again", "again", hot="a", id="again"))
            if not self._is_patience:
                play.append(MenuItem("Same deal, other side", "other_side", hot="o", id="other-side"))
        if self._is_kept:
            look.append(MenuItem("Watch the replay", "watch", hot="W"))
        look.append(MenuItem("New game", "new_game", hot="N"))
        title = MenuItem("Title", "title", hot="T")
        if self._is_lesson:
            return [MenuItem("Now play a real game", "new_game", hot="N")], [*look[:-1], title]
        if self._series.winners:
            return [title, *play], look  # the series is over: Enter begins no other one
        return play, [*look, title]

    def fit(self, columns: int) -> None:
        """Use shorter words where the menu would be only a little too wide for one line of so many columns."""
        if self._can_repeat and not self._is_patience:
            is_brief = columns < FULL_MENU if self._series.winners else ONE_LINE <= columns < FULL_MENU
            again, other = self.query_one("#again", MenuItem), self.query_one("#other-side", MenuItem)
            again.call("Same deal" if is_brief else "Same deal again", "a")
            other.call(*(("Other side", "O") if is_brief else ("Same deal, other side", "o")))


# -- all parts --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a result has to show; what there is nothing of is None or empty."""

    headline: str
    trophy: Trophy | None
    verdict: Content
    score: Content | None
    """How the series stands."""
    sides: tuple[StandingModel, ...]
    players: tuple[PlayerBlock, ...]
    """Where no points decide."""
    sheet: ScoreSheetModel | None
    badges: tuple[str, ...]
    """The milestones that the game reached."""
    lesson: Content | None
    """What to learn next, or do."""
    happened: Content | None
    """What the review says in words."""
    has_dial: bool
    record: Content | None
    remarks: tuple[Content, ...]
    line: Content
    """The result for a friend."""
    brief_line: Content
    """What stands in its place where there is little room."""


def result_parts(shown: Shown, size: Size) -> tuple[ResultPart, ...]:
    """Every part that there is in a terminal of this size, or in what is left of it, from top to bottom."""
    has_clock = shown.has_dial and size.width >= WITH_CLOCK.width and size.height >= WITH_CLOCK.height
    return tuple(_parts(shown, size.width, has_clock=has_clock))


def _parts(shown: Shown, columns: int, *, has_clock: bool) -> Iterator[ResultPart]:
    beside = Where.LEFT if has_clock else Where.RIGHT
    yield ResultPart("winner", Where.TOP, (*_lettered(shown.headline), PartForm("0", MUST, _rows(1))))
    if shown.trophy is not None:
        yield ResultPart("trophy", Where.TOP, tuple(_trophies(shown.trophy)))
    yield ResultPart("verdict", Where.LEFT, (_text(shown.verdict, MUST),))
    if shown.score is not None:
        yield ResultPart("score", Where.LEFT, (_text(shown.score, MUST),))
    if shown.sides:
        yield ResultPart("standings", Where.LEFT, tuple(_standings(len(shown.sides))))
    else:
        yield ResultPart("players", Where.LEFT, tuple(_players(shown.players)))
    if shown.sheet is not None:
        yield ResultPart(
            "scores", Where.LEFT, (PartForm("", 22, _sheet(shown.sheet), columns=fewest_columns(shown.sheet)),)
        )
    if shown.badges:
        badges = PartForm("", 50, _rows(len(shown.badges)))
        yield ResultPart("badges", beside, (badges, _text(badge_words(shown.badges), MUST, "words")))
    if shown.happened is not None:
        yield ResultPart("happened", beside, (_text(shown.happened, 55),))
        yield ResultPart("bars", beside, (PartForm("", 30, _rows(2)),), is_apart=False)
        yield ResultPart("curve", beside, (PartForm("", 28, _rows(CURVE[1]), CURVE[0]),), is_apart=False)
    if shown.lesson is not None:
        yield ResultPart("lesson", beside, (_text(shown.lesson, LESSON),))
    if shown.remarks:
        yield ResultPart("remarks", beside, (PartForm("", 26, _remarks(shown.remarks), FEWEST_REMARKS),))
    if shown.record is not None:
        yield ResultPart("record", beside, (_text(shown.record, 45),))
    yield ResultPart("line", beside, (_text(shown.line, 25), _text(shown.brief_line, 35, "brief")))
    if has_clock:
        yield ResultPart("clock", Where.RIGHT, (PartForm("", MUST, _rows(CLOCK[1]), CLOCK[0]),))
    yield ResultPart("menu", Where.BOTTOM, (PartForm("", MUST, _rows(menu_rows(columns))),))


def badge_words(titles: Sequence[str]) -> Content:
    """Milestones in one sentence, where there is no row for each."""
    return Content.styled(glyphs().words(news_words(titles)), "bold $gold")


def remark_lines(remarks: Sequence[Content], width: int, rows: int) -> list[Content]:
    """As many remarks as have room; where that is not all of them, the last row says how many more there are."""
    wrapped = [remark.wrap(width) for remark in remarks]
    if sum(map(len, wrapped)) <= rows:
        return [line for lines in wrapped for line in lines]
    found: list[Content] = []
    for number, lines in enumerate(wrapped):
        if len(found) + len(lines) >= rows:
            left = len(wrapped) - number
            more = f"… and {left} more in the replay." if found else f"The replay has {count(left, 'remark')}."
            return [*found, Content.styled(glyphs().words(more), "$quiet")]
        found += lines
    return found


# -- how high they are -------------------------------------------------------------------------------------------


def _rows(rows: int) -> Callable[[int], int]:
    return lambda width: rows


def _text(text: Content, worth: int, name: str = "") -> PartForm:
    return PartForm(name, worth, lambda width: text.get_height({}, width))


def _lettered(headline: str) -> Iterator[PartForm]:
    if glyphs().braille:
        for scale, worth in SCALES.items():
            drawn = lettering(headline, scale)
            if drawn is not None:
                yield PartForm(str(scale), worth, _rows(len(drawn)), columns=len(drawn[0]))


def _trophies(of: Trophy) -> Iterator[PartForm]:
    """Each with a blank row below it: the badges there are gold, too."""
    for scale, worth in SCALES.items():
        drawn = trophy(of, scale)
        yield PartForm(str(scale), worth - 1, _rows(len(drawn) + 1), columns=len(drawn[0]))


def _standings(sides: int) -> Iterator[PartForm]:
    if glyphs().braille:
        yield PartForm("large", 24, _rows(large_rows(sides)), columns=LARGE)
    yield PartForm("lines", MUST, _rows(sides))


def _players(players: Sequence[PlayerBlock]) -> Iterator[PartForm]:
    def rows(form: str, gap: int) -> Callable[[int], int]:
        return lambda width: sum(block.rows(form, width) for block in players) + gap * (len(players) - 1)

    for form, worth in zip(FORMS, (10, 20, 40)):
        yield PartForm(form, worth, rows(form, 1), columns=max(block.columns(form) for block in players))
    yield PartForm(TEXT, 95, rows(TEXT, 0))
    yield PartForm(NAMES, MUST, rows(NAMES, 0))


def _sheet(sheet: ScoreSheetModel) -> Callable[[int], int]:
    return lambda width: sum(1 for _ in sheet_lines(sheet, width))


def _remarks(remarks: Sequence[Content]) -> Callable[[int], int]:
    return lambda width: sum(remark.get_height({}, width) for remark in remarks)
