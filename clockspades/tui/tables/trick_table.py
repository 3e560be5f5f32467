"""The table of every game of tricks: the players round it, the trick in the middle, and the hand fanned out below."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual import getters, on
from textual.geometry import Region

from clockspades.table.inputs import AskMeaning, Pressed
from clockspades.table.model import AnyTableModel, Badge, TableAdvice, Target, TargetKind
from clockspades.table.parts import InPart, Kind, Part, Place, each_part
from clockspades.table.trick_widget_models import FEW, ChoicePanelModel
from clockspades.table.widget_models import LineModel, Tone
from clockspades.tui.drawing.cell_text import fit, name_column
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.bound_widget import BoundWidget, Line
from clockspades.tui.widgets.canvas import CardWidget
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.round_table import RoundTable

_NARROWEST: Final = 58
"""The cells that there are at least below the table."""
LABEL: Final = 9
"""The cells that advice has beside one of a few choices."""
SHORT_LABEL: Final = 4
"""The cells that it has beside one of many."""
_MOST_ROWS: Final = 4
"""The rows that there are at least in the place of a hand."""


class TrickTable(Table):
    """A game of tricks on the screen."""

    words: ClassVar[str] = "#said"
    widgets: ClassVar[Mapping[Kind, type[BoundWidget[Any]]]] = {
        **Table.widgets,
        Kind.ROUND: RoundTable,
        Kind.PANEL: ChoicePanel,
        Kind.FAN: Fan,
        Kind.HANDS: Line,
    }

    _round, _fan = getters.query_one(RoundTable), getters.query_one(Fan)
    _panel = getters.query_one(ChoicePanel)
    _clicked_at = 0
    """The point at which the first of several quick clicks came."""

    # a stylesheet of its own, so that the tables of other games open without it
    DEFAULT_CSS: ClassVar[str] = """
    #trick-table {
        layout: grid;
        grid-size: 1;
        grid-rows: 1fr 2 6;
        width: 100%;
        height: 100%;
    }

    #cloth { layout: horizontal; layers: base panel; }

    RoundTable { width: 1fr; height: 100%; }

    ChoicePanel { layer: panel; position: absolute; background: $rail; }

    #beside {
        width: 33%;
        height: 100%;
        padding: 0 1;
        layout: grid;
        grid-size: 1;
        grid-rows: 1 1 1fr;
    }

    #said { padding: 0 1; color: $bright; }

    Fan { width: 100%; height: 100%; padding: 0 1; }

    #hands { display: none; padding: 0 1; }

    #heading-above { display: none; padding: 0 1; }

    .-compact #heading-above { display: block; }
    .-compact #beside { display: none; }
    .-all-open #facts { display: none; }
    .-all-open #beside { grid-rows: 1 1fr; }
    .-compact .-all-open #hands { display: block; }
    .-compact .-all-open Fan { display: none; }
    .-short #trick-table { grid-rows: 1fr 3 4; }
    .-compact #trick-table { grid-rows: 1 1fr 3 4; }
    .-tall #trick-table { grid-rows: 1fr 2 8; }
    .-high #trick-table { grid-rows: 1fr 2 10; }
    .-compact.-tall #trick-table, .-compact.-high #trick-table { grid-rows: 1 1fr 3 6; }
    .-cards-medium .-tall #trick-table, .-cards-medium .-high #trick-table { grid-rows: 1fr 2 6; }
    .-cards-small #trick-table, .-cards-small .-tall #trick-table, .-cards-small .-high #trick-table {
        grid-rows: 1fr 2 4;
    }
    .-cards-medium .-compact.-tall #trick-table, .-cards-medium .-compact.-high #trick-table {
        grid-rows: 1 1fr 3 6;
    }
    .-cards-small .-compact #trick-table { grid-rows: 1 1fr 3 4; }
    """
    SCOPED_CSS = False

    def selector(self, part: Part) -> Callable[[AnyTableModel], Any] | None:
        if part.kind is Kind.HANDS:
            return lambda model: LineModel(_hands_text(_hands(part, model)))
        if part.kind is Kind.PANEL and part.selector is not None:
            select = part.selector
            return lambda model: _with_advice(select(model), model.advice)
        return super().selector(part)

    def watch_model(self, model: AnyTableModel | None) -> None:
        """Where nothing has room beside the table, all hands that are open stand below it."""
        hands = (part for part in each_part(self.rules.parts) if part.kind is Kind.HANDS)
        self.set_class(model is not None and any(_hands(part, model) for part in hands), "-all-open")

    @on(RoundTable.Resized)
    def _make_room(self) -> None:
        self._panel.room = self._round.panel_room

    def places(self) -> dict[Target, Region]:
        return {target: self.seen(target) for target in self.rules.targets(self.shown)}

    def seen(self, target: Target) -> Region:
        if target.kind is TargetKind.CHOICE:
            return self._panel.choice(target.number)
        return self._fan.place(target.number, beside=target.kind is TargetKind.BESIDE)

    def card_of(self, badge: Badge) -> Region | None:
        """A choice on the panel has its advice in its label; a hand that finds no room on the screen has none."""
        if badge.target.kind is TargetKind.CHOICE or not self._fan.display:
            return None
        return self.seen(badge.target)

    def region_of(self, place: Place) -> Region:
        """The whole of a card; of one in a hand that finds no room on the screen, the badge of its player."""
        match place:
            case Target(TargetKind.PLAY, number):
                return self._round.play(number)
            case Target(TargetKind.BADGE, number):
                return self._round.badge(number)
            case _ if not self._fan.display:
                return self._round.badge(0)
            case InPart():
                return self._fan.region
            case Target(kind, number):
                return self._fan.corner(number, beside=kind is TargetKind.BESIDE)

    def plate(self, place: int) -> Region:
        return self._round.badge(place)

    def spoken_of(self, place: Place) -> Iterator[Region]:
        """What can be seen of a choice, and then its panel, or of a card in the hand, or else the whole hand."""
        match place:
            case Target(TargetKind.CHOICE) if self._panel.display:
                yield self.seen(place)
                yield self._panel.region
            case Target(TargetKind.HAND | TargetKind.BESIDE) if place in self.rules.targets(self.shown):
                card, fan = self.seen(place), self._fan.region
                yield Region(card.x, fan.y, card.width, card.bottom - fan.y)  # with the room above that it rises into
            case Target(TargetKind.HAND | TargetKind.BESIDE):
                yield self._fan.region
            case _:
                yield self.region_of(place)

    def needed(self) -> Iterator[Region]:
        """The cards of the trick, the hand, who plays, a panel that asks something, and the prompt."""
        yield from (self._round.play(place) for place, face in enumerate(self._round.model.plays) if face is not None)
        yield from (self._round.badge(place) for place in range(len(self._round.model.badges)))
        if self._fan.model.cards:
            yield self._fan.region
        if self._panel.display:
            yield self._panel.region
        yield self.query_one(self.words).content_region

    @on(CardWidget.Pressed)
    def _pressed(self, event: CardWidget.Pressed) -> None:
        """Report a click: what others played, and who they are, is explained.

        The second click of a double click is for the same point: it confirms, but chooses nothing that came between.
        """
        point = len(self.shown.player.history)
        if event.chain == 1:
            self._clicked_at = point
        elif point != self._clicked_at:
            return
        if event.hit.kind in (TargetKind.PLAY, TargetKind.BADGE):
            self.did(AskMeaning(event.hit))
        else:
            self.did(Pressed(event.hit))

    @on(CardWidget.Pointed)
    def _pointed(self, event: CardWidget.Pointed) -> None:
        self.hover(event.hit, event.left)


def _with_advice(panel: ChoicePanelModel | None, advice: TableAdvice | None) -> ChoicePanelModel | None:
    """A panel whose choices say what they are worth."""
    badges = {badge.target.number: badge for badge in advice.badges} if advice is not None else {}
    if panel is None or not panel.choices or not badges:
        return panel
    room = LABEL if len(panel.choices) <= FEW else SHORT_LABEL
    told = {number: (badge.text(room), badge.tone) for number, badge in badges.items()}
    return panel._replace(advice=tuple(told.get(number, ("", Tone.PLAIN)) for number in range(len(panel.choices))))


def _hands(part: Part, model: AnyTableModel) -> tuple[tuple[str, str], ...]:
    assert part.selector is not None, "only a log has no selector"
    hands: tuple[tuple[str, str], ...] = part.selector(model)
    return hands


def _hands_text(hands: Sequence[tuple[str, str]]) -> str:
    """All hands in the place of one, which is all the room of a small screen.

    Each name and hand has a row; with more hands than rows, two are in a row.
    """
    if not hands:
        return ""
    rows = -(-len(hands) // 2) if len(hands) > _MOST_ROWS else len(hands)
    column = _NARROWEST if rows == len(hands) else _NARROWEST // 2
    names = name_column([name for name, _ in hands], column - 1 - max(cell_len(hand) for _, hand in hands))
    texts = [f"{name} {hand}" for name, (_, hand) in zip(names, hands)]
    return "\n".join("".join(fit(text, column) for text in texts[row::rows]) for row in range(rows))
