"""How German Clock is played at a table: what is on it, what a key or click does, and how cards move.

Nothing here tells whether the top card of the waste goes on the clock until the player tries it.
"""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Rank
from clockspades.engine.phrases import cards_words, symbols
from clockspades.engine.rules import Action
from clockspades.engine.wording import label
from clockspades.games import dial_table_rules as dials
from clockspades.games.dial_words import onto, where
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock.german_clock_rules import GermanClockEvent, GermanClockState
from clockspades.games.german_clock.german_clock_words import redeals_left
from clockspades.language import N_, _, ngettext, npgettext, pgettext
from clockspades.table import log_view
from clockspades.table.commands import DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.glyphs import Terminal
from clockspades.table.inputs import Chose
from clockspades.table.keys import spoken
from clockspades.table.model import PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.table.parts import Kind, Move, Part, heading_line, prompt
from clockspades.table.table_rules import Choose, Nothing, Response, Select
from clockspades.table.widget_models import CardRowModel, DialModel, Face, Light, LineModel, ResultModel

WASTE: Final = 4
"""The places of the waste that are shown; the top card always lies in the last."""
SHOWN: Final = 13
"""The most cards of the waste that fit on the result."""
TOP: Final = Target(TargetKind.WASTE, WASTE - 1)
STOCK: Final = Target(TargetKind.STOCK, 0)

GermanClockTableModel: TypeAlias = TableModel[GermanClockState, GermanClockEvent]


# -- what each part shows ------------------------------------------------------------------------------


def dial_model(model: GermanClockTableModel) -> DialModel:
    """The foundations; the hand shows how much of the stock was turned up this time through, in degrees from twelve."""
    outcome = model.view.outcome
    lit = tuple(map(int, Rank)) if outcome is not None and outcome.winners else ()
    begun = [event.cards for events in model.player.history for event in events if isinstance(event, rules.PassBegan)]
    turned = 360 * (1 - len(model.view.stock) / begun[-1]) % 360 if begun and begun[-1] else 0.0
    angle = turned if outcome is None or lit else None
    return dials.patience_dial(model, (_foundation(model, rank, lit) for rank in Rank), lit, angle)


def _foundation(model: GermanClockTableModel, rank: Rank, lit: Sequence[int]) -> Face:
    """The top card of a foundation on the suits of those under it; an empty one has its rank."""
    pile = model.view.clock[rank - 1]
    pointed = model.cursor == dials.at_hour(rank)
    if not pile:
        return Face(None, pointed=pointed, label=rank.symbol)
    light = Light.LIVE if rank in lit else Light.PLAIN
    return Face(pile[-1], light, pointed, covers=tuple(card.suit for card in pile[:-1]))


def stock_row(model: GermanClockTableModel) -> CardRowModel:
    """The stock with how many cards it has; empty, it is the place that the waste is turned over onto."""
    stock = model.view.stock
    top = stock[0] if stock else None
    light = Light.PLAIN if top in (None, UNKNOWN) else Light.DIM
    return CardRowModel((Face(top, light, model.cursor == STOCK, label=str(len(stock))),))


def waste_row(model: GermanClockTableModel) -> CardRowModel:
    """The top card of the waste, and the corners of a few below it."""
    shown = tuple(card for card in model.view.waste if card is not model.selection.picked)[-WASTE:]
    faces = (Face(card, pointed=model.cursor == TOP and card is shown[-1]) for card in shown)
    return CardRowModel((*(None for _ in range(WASTE - len(shown))), *faces), fanned=True)


def order(model: GermanClockTableModel) -> LineModel:
    """The order of suits as far as it is settled, a dot for each that is open; and how many redeals are left."""
    suits, left = [suit.symbol for suit in model.view.suits], model.view.redeals_left
    redeals = npgettext("beside the clock", "{number} redeal left", "{number} redeals left", left)
    if not left:
        redeals = pgettext("beside the clock", "no redeals left")
    return LineModel(" ".join([*suits, *"·" * (rules.FULL - len(suits))]), quiet=(redeals,))


def heading(model: GermanClockTableModel) -> LineModel:
    return heading_line(model, dials.series_name(model), label(model.player.names, 0), *model.player.bots)


def asked(model: GermanClockTableModel) -> LineModel:
    """The prompt. After a redeal no win chance counts what the player remembers of the cards, so none is shown."""
    return prompt(model._replace(chance=None) if model.view.passes > 1 else model)


# -- what a target is ----------------------------------------------------------------------------------


def _explain_stock(model: GermanClockTableModel) -> str:
    view, redeals = model.view, redeals_left(model.view.redeals_left)
    if view.stock:
        return _("{cards} in the stock; {redeals}.", cards=cards_words(len(view.stock)), redeals=redeals)
    words = _("The stock is empty, and {redeals}.", redeals=redeals)
    if view.redeals_left and view.waste and view.outcome is None:
        words += " " + _("Press {key} to turn the waste over.", key=spoken(model.terminal, SPACE))
    return words


class GermanClockTableRules(dials.DialTableRules[GermanClockState, GermanClockEvent]):
    """A card is turned up from the stock; the top card of the waste is placed, or dragged to its hour."""

    commands = (
        SPACE._replace(
            keys="space,s", description=N_("Turn up the next card; if the stock is empty, turn the waste over")
        ),
        ENTER._replace(description=N_("Place the top card of the waste; after the game, the result")),
        Command("p", Chose(rules.PlaceCard()), N_("Place the top card of the waste"), name="german-clock.place"),
        *described(N_("Show the cards at that hour"), *DIGITS[1:]),
        *described(N_("Look at the stock, the waste and the clock"), LEFT, RIGHT, UP, DOWN),
    )

    # -- what is on the table --------------------------------------------------------------------------

    parts = dials.beside(
        Part(Kind.DIAL, "dial", dial_model, TargetKind.HOUR, int(Rank.KING)),
        Part(Kind.LINE, "heading", heading),
        Part(Kind.CARD_ROW, "stock", stock_row, TargetKind.STOCK),
        Part(Kind.CARD_ROW, "waste", waste_row, TargetKind.WASTE),
        Part(Kind.LINE, "order", order),
        Part(Kind.COUNT, "count", partial(dials.score, what=N_("on the clock"))),
        Part(Kind.LOG, "log"),
        Part(Kind.LINE, "prompt", asked),
    )
    layout = """
    .german-clock #side { min-width: 30; padding: 0 1; grid-columns: 10 1fr; grid-rows: 2 7 1 4 1fr 5; }
    .german-clock #order, .german-clock #count { column-span: 2; }
    .german-clock #count { padding: 1 0 0 0; }

    .-short .german-clock #side { grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 5; }
    .-short .german-clock #count { padding: 0; }
    .-compact .german-clock #side { min-width: 25; padding: 0 0 0 1; grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 6; }
    .-compact.-short .german-clock #side { grid-rows: 5 1 3 1fr 5; }
    .-compact .german-clock #count { padding: 0; }

    .-stepping.-medium .german-clock #side { grid-columns: 8 1fr; grid-rows: 1 5 1 4 1fr 5; }

    .-large.-high .german-clock #side { min-width: 40; grid-columns: 14 1fr; grid-rows: 2 9 1 7 1fr 5; }
    .-cards-medium .-normal .german-clock #side, .-cards-medium .-roomy .german-clock #side,
    .-cards-medium .-large .german-clock #side { grid-columns: 8 1fr; grid-rows: 2 5 1 4 1fr 5; }
    .-cards-small .german-clock #side { grid-columns: 6 1fr; grid-rows: 2 3 1 4 1fr 5; }
    .-cards-medium .-normal.-short .german-clock #side, .-cards-medium .-roomy.-short .german-clock #side,
    .-cards-medium .-large.-short .german-clock #side { grid-rows: 5 1 3 1fr 5; }
    .-cards-small .-short .german-clock #side { grid-rows: 3 1 3 1fr 5; }
    .-cards-small .-compact .german-clock #side { grid-rows: 3 1 3 1fr 5; }
    """
    log_style = log_view.LogStyle(lambda event: isinstance(event, rules.PassBegan | rules.OrderSet))
    celebrated: ClassVar = {rules.GermanClockReason.CLOCK_COMPLETE: dials.STRIKING}
    carries = TOP

    def moves(
        self,
        before: PlayerView[GermanClockState, GermanClockEvent],
        after: PlayerView[GermanClockState, GermanClockEvent],
    ) -> tuple[Move, ...]:
        for event in after.happened:
            match event:
                case rules.Turned(card):
                    return (Move(Face(card), STOCK, TOP),)
                case rules.PlacedOnFoundation(card):
                    return (Move(Face(card), TOP, dials.at_hour(card.rank), like=dials.at_hour(Rank.ACE)),)
                case rules.PassBegan(number) if number > 1:
                    return (Move(Face(UNKNOWN), TOP, STOCK),)
        return ()

    def mark(self, event: GermanClockEvent, terminal: Terminal) -> tuple[str, int | None] | None:
        """Each redeal by its number, and where suits were settled the sign of the last one."""
        match event:
            case rules.PassBegan(number) if number > 1:
                return str(number), 0
            case rules.OrderSet(suits):
                return suits[len(suits) == rules.FULL].symbol, 0
        return None

    def result(self, state: GermanClockState, happened: Sequence[GermanClockEvent]) -> ResultModel:
        cards = tuple(pile[-1] for pile in state.clock) if not state.waste else state.waste[-SHOWN:]
        words = pgettext("progress", "{number} of {all} on the clock", number=state.placed, all=len(PACK))
        return dials.patience_result(state, state.waste[-1:], cards, words)

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: GermanClockTableModel) -> tuple[Target, ...]:
        return (TOP, STOCK, *map(dials.at_hour, Rank))

    def explain(self, model: GermanClockTableModel, target: Target) -> str:
        """What a target is, and nothing about what can be done with it; empty if there is nothing."""
        view = model.view
        match target:
            case Target(TargetKind.STOCK):
                return _explain_stock(model)
            case Target(TargetKind.WASTE):
                if not view.waste:
                    return _("The waste is empty.")
                under, top = view.waste[-2:-8:-1], _("Top of the waste: the {card}.", card=view.waste[-1].symbol)
                if not under:
                    return top
                more, words = len(view.waste) - 1 - len(under), _("Under it: {cards}.", cards=symbols(under))
                if more:
                    words = _("Under it: {cards} and {number} more.", cards=symbols(under), number=more)
                return f"{top} {words}"
            case Target(TargetKind.HOUR, hour) if 1 <= hour <= len(Rank):
                pile, place = view.clock[hour - 1], where(hour)
                if not pile:
                    return _("No card {where} yet.", where=place)
                if len(pile) == rules.FULL:
                    return _("All four {where}: {cards}.", where=place, cards=symbols(pile))
                at = {"where": place, "cards": symbols(pile)}
                return ngettext("{number} card {where}: {cards}.", "{number} cards {where}: {cards}.", len(pile), **at)
        return ""

    def targets_of(self, model: GermanClockTableModel, action: Action) -> tuple[Target, ...]:
        return (TOP if isinstance(action, rules.PlaceCard) else STOCK,)

    # -- what it means ---------------------------------------------------------------------------------

    def confirm(self, model: GermanClockTableModel) -> Response:
        return Choose(rules.PlaceCard()) if model.view.waste else self.space(model)

    def space(self, model: GermanClockTableModel) -> Response:
        return Choose(rules.TurnStock() if model.view.stock else rules.Redeal())

    def digit(self, model: GermanClockTableModel, number: int) -> Response:
        return self.point_at(model, dials.at_hour(number)) if number else Nothing()

    def press(self, model: GermanClockTableModel, target: Target) -> Response:
        waste = model.view.waste
        if target == STOCK:
            return self.space(model)
        if waste and target in (TOP, dials.at_hour(waste[-1].rank)):
            return self.confirm(model)
        return self.say(model, self.explain(model, target))

    def carry(self, model: GermanClockTableModel, target: Target) -> Response:
        if target != TOP or not model.view.waste:
            return Nothing()
        return Select(Selection(picked=model.view.waste[-1], carried=True))

    def drop(self, model: GermanClockTableModel, target: Target | None) -> Response:
        """Place the card on the hour of its rank; on another, say where it belongs."""
        if target is None or target.kind is not TargetKind.HOUR or not model.view.waste:
            return Nothing()
        card = model.view.waste[-1]
        if card.rank == target.number:
            return Choose(rules.PlaceCard())
        return self.say(model, _("The {card} belongs {where}.", card=card.symbol, where=onto(card.rank)))

    # -- what is shown ---------------------------------------------------------------------------------

    def keys_now(self, model: GermanClockTableModel, *, is_running: bool) -> tuple[Command, ...]:
        view, places = model.view, (ENTER._replace(words=N_("place")),) if model.view.waste else ()
        if not view.stock and not view.redeals_left:
            return places
        return (SPACE._replace(words=N_("turn" if view.stock else "turn over")), *places)
