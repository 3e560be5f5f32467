"""How Clock and Watch are played at a table: what is on it, what a key or click does, and how cards move."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

from clockspades.cards import Card
from clockspades.engine.actions import Action
from clockspades.games.clock import clock_rules as rules
from clockspades.games.clock import clock_selectors as selectors
from clockspades.games.clock.clock_rules import RULES, ClockEvent, State
from clockspades.games.clock.clock_selectors import ClockTableModel
from clockspades.games.clock.clock_words import card_at
from clockspades.games.dial_table import STRIKES, DialTableRules, name_line
from clockspades.table.commands import CANCEL, DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.faces import Face
from clockspades.table.inputs import Finish, Run, Stop
from clockspades.table.keys import spoken
from clockspades.table.model import Direction, PlayerView, Target, TargetKind
from clockspades.table.moments import Moment
from clockspades.table.parts import Box, InPart, Kind, Move, Part, Place, prompt
from clockspades.table.table_rules import Choose, Nothing, Response
from clockspades.table.widget_models import ResultModel

LATER: Final = 0.14
"""Seconds after the card in hand that the one that is turned up sets off."""

HAND: Final = Target(TargetKind.HAND, 0)
FINISH: Final = Command("f", Finish(), "Turn all the cards at once", "finish", name="clock.finish")
RUN: Final = Command("", Run(), words="run", label="1-3", name="clock.run", shown=DIGITS[1:4])
STOP: Final = Command("", Stop(), words="stop", label="any key", name="clock.stop")


CHOOSE_FIRST: Final = "Choose a card first."
"""What to do before the king can be exchanged."""


class ClockTableRules(DialTableRules[State, ClockEvent]):
    """A card is turned by any key or click for it, or by itself; in Watch a pile and a depth are chosen once."""

    commands = (
        SPACE._replace(description="Turn up the next card; in Watch, exchange the king"),
        ENTER._replace(description="Same as Space; after the game, the result"),
        *described(
            "Turn cards automatically, slow to fast; or choose the depth", DIGITS[1]._replace(listed=True), *DIGITS[2:5]
        ),
        Command("plus,equals_sign", Run(by=1), "Faster", name="clock.faster"),
        Command("minus", Run(by=-1), "Slower", name="clock.slower"),
        FINISH,
        *described("Look at a pile; in Watch, choose the pile and the depth", LEFT, RIGHT, UP, DOWN),
    )
    paces: ClassVar[tuple[float, ...]] = (1.0, 0.45, 0.15)

    # -- what is on the table --------------------------------------------------------------------------

    parts = (
        Part(Kind.DIAL, "dial", selectors.dial_model, TargetKind.PILE, rules.CENTRE),
        Box(
            "side",
            (
                Part(Kind.LINE, "heading", selectors.heading),
                Part(Kind.CARD_ROW, "in-hand", selectors.hand_row, TargetKind.HAND),
                Part(Kind.LINE, "name", partial(name_line, seat=0)),
                Part(Kind.COUNT, "count", selectors.count),
                Part(Kind.LINE, "outlook", selectors.outlook),
                Part(Kind.CARD_ROW, "lower", selectors.lower_row, TargetKind.LOWER),
                Part(Kind.LOG, "log"),
                Part(Kind.LINE, "prompt", prompt),
            ),
        ),
    )
    layout = """
    .clock #side {
        min-width: 29;
        padding: 0 1;
        grid-columns: 10 1fr;
        grid-rows: 2 1 5 1 4 1fr 5;
    }
    .clock #lower { column-span: 2; }
    .clock #in-hand { row-span: 3; }
    .clock #name, .clock #outlook { padding: 0 0 0 1; }
    .clock #count { padding: 1 0 0 2; }
    .clock #lower { padding: 1 0 0 0; }

    .-short .clock #side, .-compact .clock #side { grid-rows: 1 5 1 3 1fr 4; }
    .-short .clock #lower { padding: 0; }
    .-compact .clock #side { min-width: 25; grid-columns: 8 1fr; grid-rows: 1 3 1 3 1fr 6; }
    .-compact.-short .clock #side { grid-rows: 1 3 1 3 1fr 5; }
    .-compact .clock #count, .-compact .clock #lower { padding: 0; }

    .-roomy.-tall .clock #side, .-large.-tall .clock #side, .-roomy.-high .clock #side {
        min-width: 36;
        grid-rows: 2 1 5 1 6 1fr 5;
    }
    .-large.-high .clock #side {
        min-width: 40;
        grid-columns: 14 1fr;
        grid-rows: 2 1 7 1 6 1fr 5;
    }
    .-large.-high .clock #count { padding: 1 0 0 0; }
    .-cards-medium .-large.-high .clock #side { grid-columns: 8 1fr; grid-rows: 2 1 5 1 6 1fr 5; }
    .-cards-small .-roomy .clock #side, .-cards-small .-large .clock #side {
        grid-columns: 6 1fr;
        grid-rows: 2 1 5 1 4 1fr 5;
    }
    .-cards-small .-roomy.-short .clock #side, .-cards-small .-large.-short .clock #side {
        grid-rows: 1 5 1 3 1fr 4;
    }
    SteppingScreen.-medium .clock #side { grid-columns: 8 1fr; grid-rows: 1 1 3 1 4 1fr 5; }
    SteppingScreen.-medium .clock #count { padding: 0 0 0 2; }
    """
    log_style = selectors.LOG_STYLE
    moments: ClassVar = {
        rules.Reason.CLOCK_COMPLETE: STRIKES,
        rules.Reason.FOURTH_KING: Moment(0.8, (selectors.FourKings(),)),
    }
    quick_clicks = True

    def place(self, target: Target) -> Place:
        """When the king is exchanged, the cards of a pile lie in the lower row."""
        return InPart("lower", target.depth - 1) if target.depth else target

    def moves(self, before: PlayerView[State, ClockEvent], after: PlayerView[State, ClockEvent]) -> tuple[Move, ...]:
        """The card in hand goes to its pile, then the one that turns up there to the hand."""
        moves: list[Move] = []
        for event in after.happened:
            match event:
                case rules.Placed(card):
                    moves.append(_move(card, HAND, _pile(card.rank)))
                case rules.TurnedUp(card, pile):
                    moves.append(_move(card, _pile(pile), HAND, LATER))
                case rules.Exchanged(king, pile, _, card):
                    moves += [_move(king, HAND, _pile(pile)), _move(card, _pile(pile), HAND, LATER)]
        return tuple(moves)

    marks = staticmethod(selectors.marks)

    def result(self, state: State, happened: Sequence[ClockEvent]) -> ResultModel:
        return selectors.clock_result(state)

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: ClockTableModel) -> tuple[Target, ...]:
        piles = map(_pile, range(1, rules.CENTRE + 1))
        return (*piles, HAND)

    explain = staticmethod(selectors.explain)

    def targets_of(self, model: ClockTableModel, action: Action) -> tuple[Target, ...]:
        return (Target(TargetKind.PILE, action.pile, action.depth) if isinstance(action, rules.Exchange) else HAND,)

    # -- what it means ---------------------------------------------------------------------------------

    def next_turn(self, player: PlayerView[State, ClockEvent]) -> Action | None:
        return rules.Turn() if player.active and not rules.is_exchange_due(player.view) else None

    def confirm(self, model: ClockTableModel) -> Response:
        """Turn up the next card, or exchange the king for the card that the cursor is on."""
        if not model.player.active:
            return self.say(model, model.player.prompt)
        if not rules.is_exchange_due(model.view):
            return Choose(rules.Turn())
        if model.cursor is not None and model.cursor.depth:
            return _exchange(model.cursor)
        return self.say(model, CHOOSE_FIRST)

    def digit(self, model: ClockTableModel, number: int) -> Response:
        """The depth of a card in the pile under the cursor, when it is time to exchange the king."""
        cursor = model.cursor
        if (
            not _exchanges(model)
            or cursor is None
            or rules.Exchange(cursor.number, number) not in RULES.legal_actions(model.view)
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
            case Target(TargetKind.PILE, pile) if pile != rules.CENTRE and model.view.face_down[pile - 1]:
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
        if rules.is_exchange_due(model.view):
            pile, depth = RIGHT._replace(words="pile"), DOWN._replace(words="depth")
            return (pile, depth, ENTER._replace(words="exchange"))
        if is_running:
            return (STOP, RUN._replace(words="speed"), FINISH)
        return (SPACE._replace(words="turn"), RUN, FINISH)


def _pile(pile: int) -> Target:
    return Target(TargetKind.PILE, pile)


def _move(card: Card, start: Place, end: Place, delay: float = 0.0) -> Move:
    return Move(Face(card), start, end, delay, like=_pile(1))


def _exchanges(model: ClockTableModel) -> bool:
    """Whether the player exchanges the king now."""
    return model.player.active and rules.is_exchange_due(model.view)


def _exchange(target: Target) -> Choose:
    return Choose(rules.Exchange(target.number, target.depth), target)
