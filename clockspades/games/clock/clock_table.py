"""The rules of Clock and Watch for the table: its targets, and what a key or click on them does."""

from typing import ClassVar, Final

from clockspades.engine.actions import Action
from clockspades.games.clock import clock_selectors as moments
from clockspades.games.clock import clock_selectors as selectors
from clockspades.games.clock.clock_rules import CENTRE, RULES, ClockEvent, Exchange, State, Turn, is_exchange_due
from clockspades.games.clock.clock_selectors import ClockTableModel
from clockspades.games.clock.clock_words import card_at
from clockspades.table.commands import CANCEL, DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.keys import arrow_keys, spoken
from clockspades.table.model import Direction, PlayerView, Target, TargetKind
from clockspades.table.table_rules import Choose, Nothing, Response, TableRules

FINISH: Final = Command("f", "finish", "Turn all the cards at once", "finish", name="clock.finish")
RUN: Final = Command("", "run", words="run", label="1-3", shown=DIGITS[1:4])
STOP: Final = Command("", "stop", words="stop", label="any key")


def choose_first() -> str:
    """What to do before the king can be exchanged."""
    return f"First choose a card: move to its pile with {arrow_keys()}, or click it."


class ClockTableRules(TableRules[State, ClockEvent]):
    """A card is turned by any key or click for it, or by itself; in Watch a pile and a depth are chosen once."""

    commands = (
        SPACE._replace(description="Turn up the next card; in Watch, exchange the king"),
        ENTER._replace(description="Same as Space; after the game, the result"),
        *described(
            "Turn cards automatically, slow to fast; or choose the depth", DIGITS[1]._replace(listed=True), *DIGITS[2:5]
        ),
        Command("plus,equals_sign", "run(1)", "Faster", name="clock.faster"),
        Command("minus", "run(-1)", "Slower", name="clock.slower"),
        FINISH,
        *described("Look at a pile; in Watch, choose the pile and the depth", LEFT, RIGHT, UP, DOWN),
    )
    paces: ClassVar[tuple[float, ...]] = (1.0, 0.45, 0.15)

    moment = staticmethod(moments.moment)

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: ClockTableModel) -> tuple[Target, ...]:
        piles = (Target(TargetKind.PILE, pile) for pile in range(1, CENTRE + 1))
        return (*piles, Target(TargetKind.HAND, 0))

    def explain(self, model: ClockTableModel, target: Target) -> str:
        return selectors.explain(model, target)

    # -- what it means ---------------------------------------------------------------------------------

    def next_turn(self, player: PlayerView[State, ClockEvent]) -> Action | None:
        return Turn() if player.active and not is_exchange_due(player.view) else None

    def confirm(self, model: ClockTableModel) -> Response:
        """Turn up the next card, or exchange the king for the card that the cursor is on."""
        if not model.player.active:
            return self.say(model, model.player.prompt)
        if not is_exchange_due(model.view):
            return Choose(Turn())
        if model.cursor is not None and model.cursor.depth:
            return _exchange(model.cursor)
        return self.say(model, choose_first())

    def digit(self, model: ClockTableModel, number: int) -> Response:
        """The depth of a card in the pile under the cursor, when it is time to exchange the king."""
        cursor = model.cursor
        if (
            not _exchanges(model)
            or cursor is None
            or Exchange(cursor.number, number) not in RULES.legal_actions(model.view)
        ):
            return Nothing()
        return self.point_at(model, cursor._replace(depth=number))

    def move(self, model: ClockTableModel, direction: Direction, nearest: Target | None) -> Response:
        """When it is time to exchange the king, the cursor goes round the clock and down a pile."""
        if _exchanges(model):
            return self.point_at(model, selectors.next_place(model.view, model.cursor, direction))
        return super().move(model, direction, nearest)

    def press(self, model: ClockTableModel, target: Target) -> Response:
        """Turn up the next card; when it is time to exchange the king, choose a pile and then one of its cards."""
        cursor, exchanges = model.cursor, _exchanges(model)
        match target:
            case Target(TargetKind.LOWER, number):
                if exchanges and cursor is not None and cursor.kind is TargetKind.PILE:
                    return _exchange(Target(TargetKind.PILE, cursor.number, number + 1))
            case _ if not exchanges:
                return self.confirm(model)
            case Target(TargetKind.PILE, pile) if pile != CENTRE and model.view.face_down[pile - 1]:
                return self.point_at(model, Target(TargetKind.PILE, pile, 1))
        return self.say(model, self.explain(model, target))

    # -- what is said ----------------------------------------------------------------------------------

    def reminder(self, model: ClockTableModel) -> str:
        """The question before an exchange, or what the cursor is on."""
        selection = model.selection
        if selection.confirming is None:
            return "" if selection.cursor is None else self.explain(model, selection.cursor)
        card = card_at(selection.confirming.number, selection.confirming.depth)
        return f"Exchange the king for {card}? Press {spoken(ENTER)} or click it again. {spoken(CANCEL)} cancels."

    def keys(self, model: ClockTableModel, *, is_running: bool) -> tuple[Command, ...]:
        if not model.player.active:
            return ()
        if is_exchange_due(model.view):
            pile, depth = RIGHT._replace(words="pile"), DOWN._replace(words="depth")
            return (pile, depth, ENTER._replace(words="exchange"))
        if is_running:
            return (STOP, RUN._replace(words="speed"), FINISH)
        return (SPACE._replace(words="turn"), RUN, FINISH)


def _exchanges(model: ClockTableModel) -> bool:
    """Whether the player exchanges the king now."""
    return model.player.active and is_exchange_due(model.view)


def _exchange(target: Target) -> Choose:
    return Choose(Exchange(target.number, target.depth), target)
