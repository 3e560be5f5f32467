"""Parts of the result: the players with their cards, and the menu."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from clockspades.cards import Card
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession
from clockspades.engine.wording import label
from clockspades.language import _
from clockspades.saved.series import Series
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CardRowModel, Face, Light, ResultModel
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.texts.result_words import how_played
from clockspades.tui.widgets.card_row import APART, STRIP, CardRow
from clockspades.tui.widgets.menu_item import MenuItem


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

    def fits(self, card: Size, width: int) -> bool:
        """Whether each card shows its rank and its suit in so many columns."""
        if self.cards is None:
            return True
        covered = STRIP * max(0, len(self.cards.cards) - 1)
        return covered + card.width + APART * len(self.cards.apart) <= width


def player_blocks(session: AnySession, outcome: Outcome, face: ResultModel) -> tuple[PlayerBlock, ...]:
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
        card_text(_("Hand: {cards}", cards=_row(hand)), "$quiet") if hand else None,
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

    def on_resize(self) -> None:
        """Draw smaller cards where larger ones would cover each other too far, or show them as text."""
        for card, name in ((CARDS[1], "-close"), (CARDS[2], "-text")):
            self.set_class(not all(block.fits(card, self.size.width) for block in self._blocks), name)


class ResultMenu(Container):
    """The items in two groups, beside each other if there is room. Enter does what the first one says."""

    def __init__(self, session: AnySession, series: Series, *, can_repeat: bool, watched: bool = False) -> None:
        """``can_repeat`` says whether the deal can be played again, and makes sense again.

        Somebody who only ``watched`` begins no rematch.
        """
        super().__init__(id="menu")
        self._series, self._can_repeat, self._watched = series, can_repeat, watched
        self._is_lesson = session.standing.is_lesson
        self._is_patience, self._is_kept = len(session.seats) == 1, session.path is not None

    def compose(self) -> ComposeResult:
        for items in self._groups():
            row = Horizontal(*items)
            row.shrink = False  # or it would be too narrow for its items
            yield row

    def on_resize(self) -> None:
        """Let the groups stand below each other where there is no room beside."""
        wanted = sum(item.get_content_width(self.size, self.size) + 1 for item in self.query(MenuItem))
        self.set_class(wanted > self.size.width, "-narrow")

    def _groups(self) -> tuple[list[MenuItem], list[MenuItem]]:
        again, hot = (_("Next game"), "r") if self._series.goes_on else (_("Rematch"), "R")
        if self._is_patience:
            again, hot = _("Another deal"), "r"
        play, look = [MenuItem(again, "rematch", hot=hot)], []
        if self._can_repeat:
            play.append(MenuItem(_("Same deal"), "again", hot="a"))
            if not self._is_patience:
                play.append(MenuItem(_("Other side"), "other_side", hot="O"))
        if self._is_kept:
            look.append(MenuItem(_("Watch the replay"), "watch", hot="W"))
        look.append(MenuItem(_("New game"), "new_game", hot="N"))
        title = MenuItem(_("Title"), "title", hot="T")
        if self._watched:
            return look[:1], [*look[1:], title]
        if self._is_lesson:
            return [MenuItem(_("Now play a real game"), "new_game", hot="N")], [*look[:-1], title]
        if self._series.winners:
            return [title, *play], look  # the series is over: Enter begins no other one
        return play, [*look, title]
