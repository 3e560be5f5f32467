"""How Clock and Watch are played at a table: what is on it, what a key or click does, and how cards move."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Card, Rank
from clockspades.engine.phrases import capital, ranked, symbols
from clockspades.engine.rules import Action
from clockspades.games import dial_table_rules as dials
from clockspades.games.clock import clock_rules as rules
from clockspades.games.clock.clock_bots import chance
from clockspades.games.clock.clock_rules import ClockEvent, ClockState
from clockspades.games.clock.clock_words import card_at, in_pile, in_short
from clockspades.games.dial_words import rank_words, station, where_to
from clockspades.language import N_, _, ngettext, percent, pgettext
from clockspades.table import log_view
from clockspades.table.commands import CANCEL, DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.glyphs import Terminal
from clockspades.table.inputs import Run, Stop
from clockspades.table.keys import spoken, symbol, typed
from clockspades.table.model import Direction, PlayerView, TableModel, Target, TargetKind
from clockspades.table.parts import InPart, Kind, Move, Part, Place, heading_line, name_line, prompt
from clockspades.table.table_rules import Choose, Nothing, Response
from clockspades.table.widget_models import CardRowModel, DialModel, Face, Light, LineModel, ResultModel

LATER: Final = 0.14
"""Seconds after the card in hand that the one that is turned up sets off."""
CHOOSE_FIRST: Final = N_("Choose a card first.")
PILES: Final = tuple(range(1, rules.CENTRE + 1))
HAND: Final = Target(TargetKind.HAND, 0)
RUN: Final = Command("", Run(), words=N_("run"), label="1-3", name="clock.run", shown=DIGITS[1:4])
STOP: Final = Command("", Stop(), words=N_("stop"), label=N_("any key"), name="clock.stop")

ClockTableModel: TypeAlias = TableModel[ClockState, ClockEvent]


def at_pile(pile: int, depth: int = 0) -> Target:
    """A pile by its rank, or one of its face-down cards."""
    return Target(TargetKind.PILE, pile, depth)


# -- what each part shows ------------------------------------------------------------------------------


def dial_model(model: ClockTableModel) -> DialModel:
    """The piles, and the hand of the clock on the hour where the card in hand goes.

    When it is time to exchange the king, every pile that it can go to stands out, and the hand follows the cursor.
    """
    view, live = model.view, live_piles(model.view)
    stations = [_pile_face(model, pile, Light.LIVE if pile in live else Light.PLAIN) for pile in PILES]
    if view.in_hand is None:
        stations[-1] = Face(UNKNOWN, label=str(len(PACK)))
    shown = live[0] if len(live) == 1 else rules.CENTRE - 1 if view.outcome and live else _spread(model)
    return dials.patience_dial(model, stations, live, 30.0 * shown % 360 if 0 < shown < rules.CENTRE else None)


def live_piles(view: ClockState) -> tuple[int, ...]:
    """The piles that the game is about now: where the card in hand goes, where the king can, or in the end all."""
    if view.outcome is not None:
        return PILES if view.outcome.winners else ()
    if rules.is_exchange_due(view):
        return tuple(pile for pile, cards in enumerate(view.face_down, 1) if cards)
    return () if view.in_hand is None else (int(view.in_hand.rank),)


def _spread(model: ClockTableModel) -> int:
    """The pile whose cards the lower row shows: when it is time to exchange the king, that of the cursor. Else 0."""
    cursor = model.cursor if rules.is_exchange_due(model.view) else None
    return cursor.number if cursor is not None and cursor.kind is TargetKind.PILE else 0


def _pile_face(model: ClockTableModel, pile: int, light: Light) -> Face | None:
    """A pile: the back of its top card with how many lie face down, on the suits of those face up under it."""
    down, up = model.view.face_down[pile - 1], model.view.face_up[pile - 1]
    pointed = model.cursor is not None and model.cursor[:2] == at_pile(pile)[:2]
    suits = tuple(card.suit for card in up)
    if not down:
        return Face(up[-1], light, pointed, covers=suits[:-1]) if up else None
    king = rules.king_at(model.view)
    if king is not None and king[0] == pile:
        return Face(UNKNOWN, light, pointed, covers=suits, label=f"{len(down)}{Rank.KING.symbol}")
    return Face(down[0], light if down[0] is UNKNOWN else Light.DIM, pointed, covers=suits, label=str(len(down)))


def hand_row(model: ClockTableModel) -> CardRowModel:
    card = model.view.in_hand
    return CardRowModel((None if card is None else Face(card, Light.LIVE),))


def lower_row(model: ClockTableModel) -> CardRowModel:
    """The kings as they turn up; or when it is time to exchange one, the cards of the pile that the cursor is on."""
    view, selection = model.view, model.selection
    if pile := _spread(model):
        cards = [(card, at_pile(pile, depth)) for depth, card in enumerate(view.face_down[pile - 1], 1)]
        return CardRowModel(
            tuple(
                Face(
                    card, Light.PLAIN if card is UNKNOWN else Light.DIM, selection.cursor == at,
                    selection.confirming == at, label=typed(model.terminal, at.depth),
                )
                for card, at in cards
            )
        )  # fmt: skip
    kings = rules.kings_in_order(view)
    lit = view.in_hand if len(kings) == rules.KINGS else None
    if model.moment is not None and rules.ClockReason.FOURTH_KING in model.moment.parts:
        lit = kings[min(int(model.moment.share * rules.KINGS), rules.KINGS - 1)]
    faces = [Face(king, Light.LIVE if king is lit else Light.PLAIN) for king in kings]
    return CardRowModel((*faces, *[Face(None, label=Rank.KING.symbol)] * (rules.KINGS - len(kings))))


def heading(model: ClockTableModel) -> LineModel:
    title = model.player.game.title_of({"variant": model.view.variant.value})
    kings = pgettext("heading of the table", "kings {up} of {all}", up=rules.kings_up(model.view), all=rules.KINGS)
    return heading_line(model, dials.series_name(model), kings, title=title)


def outlook(model: ClockTableModel) -> LineModel:
    """In Clock the win chance; in Watch whether an exchange is left, or where the exchanged king lies."""
    view, king = model.view, rules.king_at(model.view)
    if view.in_hand is None:
        return LineModel()
    if view.outcome is not None:
        return LineModel(pgettext("result", "won" if view.outcome.winners else "lost"), bright=True)
    if view.variant is rules.Variant.CLOCK:
        share = percent(float(chance(view)))
        return LineModel("", quiet=(pgettext("beside the clock", "win chance {share}", share=share),))
    if king is not None:
        pile, depth = king
        card = view.face_down[pile - 1][depth - 1]
        words = pgettext(
            "beside the clock", "{king} {depth} at {hour}", king=card.symbol, depth=in_short(depth), hour=pile
        )
        return LineModel(f"  {words}")
    left = pgettext("beside the clock", "no exchange left" if view.exchanged else "1 exchange left")
    return LineModel("", quiet=(left,))


def said(model: ClockTableModel) -> LineModel:
    """The prompt. In Clock the win chance stands beside it anyway."""
    return prompt(model if model.view.variant is rules.Variant.WATCH else model._replace(chance=None))


def _stands_out(event: ClockEvent) -> bool:
    return isinstance(event, rules.Exchanged) or (isinstance(event, rules.TurnedUp) and event.card.rank is Rank.KING)


# -- what a target is ----------------------------------------------------------------------------------


def _explain_king(view: ClockState, number: int) -> str:
    kings = rules.kings_in_order(view)
    fate = _("The fourth king can be exchanged for a face-down card.")
    if rules.fourth_king_ends(view):
        fate = _("The fourth king ends the game.")
    if number < len(kings):
        return f"{_('The {king} has turned up.', king=kings[number].symbol)} {fate}"
    left = ngettext(
        "{number} king is still face down.", "{number} kings are still face down.", rules.KINGS - len(kings)
    )
    return f"{left} {fate}"


def _explain_pile(view: ClockState, pile: int) -> str:
    down, up = view.face_down[pile - 1], view.face_up[pile - 1]
    if view.in_hand is None:
        return ""
    if not down and len(up) == rules.ROUNDS:
        return _("{place} is complete: {cards}.", place=station(pile), cards=symbols(up))
    lie = N_("{place}: {down} face down, {up} face up.") if up else N_("{place}: {down} face down.")
    none = pgettext("cards of a pile", "none")
    words = _(lie, place=station(pile), down=len(down) or none, up=symbols(up))
    king = rules.king_at(view)
    if king and king[0] == pile:
        words += " " + _("The exchanged king is {card}.", card=in_pile(king[1]))
    return f"{words} {_unseen(view, pile)}"


def _unseen(view: ClockState, pile: int) -> str:
    in_hand = view.in_hand is not None and view.in_hand.rank == pile
    is_known = pile == rules.CENTRE and rules.king_at(view) is not None  # face down, but everyone knows where
    left = rules.ROUNDS - len(view.face_up[pile - 1]) - in_hand - is_known
    if not left:
        return _("No {cards} unseen.", cards=rank_words(Rank(pile)))
    return capital(_("{cards} still unseen.", cards=ranked(left, Rank(pile))))


def _explain_card(view: ClockState, pile: int, depth: int) -> str:
    height = len(view.face_down[pile - 1])
    if depth > height:
        return ""
    under = height - depth or pgettext("cards of a pile", "none")
    words = N_("{card} of {height} at {hour} o'clock, {under} under it.")
    return f"{capital(_(words, card=in_pile(depth), height=height, hour=pile, under=under))} {_unseen(view, pile)}"


def next_place(view: ClockState, cursor: Target | None, direction: Direction) -> Target:
    """Where the cursor goes before an exchange of the king: left and right round the clock, up and down a pile."""
    piles, step = live_piles(view), 1 if direction in ("right", "down") else -1
    if cursor is None or cursor.number not in piles:
        return at_pile(piles[0], 1)
    pile, depth = cursor.number, cursor.depth
    if direction in ("left", "right"):
        pile = piles[(piles.index(pile) + step) % len(piles)]
    else:
        depth += step
    return at_pile(pile, min(max(depth, 1), len(view.face_down[pile - 1])))


class ClockTableRules(dials.DialTableRules[ClockState, ClockEvent]):
    """A card is turned by any key or click for it, or by itself; in Watch a pile and a depth are chosen once."""

    commands = (
        SPACE._replace(description=N_("Turn up the next card; in Watch, exchange the king")),
        ENTER._replace(description=N_("Same as Space; after the game, the result")),
        *described(
            N_("Turn cards automatically, slow to fast; or exchange at that depth"),
            DIGITS[1]._replace(listed=True),
            *DIGITS[2:5],
        ),
        Command("plus,equals_sign", Run(by=1), N_("Faster"), name="clock.faster"),
        Command("minus", Run(by=-1), N_("Slower"), name="clock.slower"),
        *described(N_("Look at a pile; in Watch, choose the pile and the depth"), LEFT, RIGHT, UP, DOWN),
    )
    paces: ClassVar[tuple[float, ...]] = (1.0, 0.45, 0.15)

    # -- what is on the table --------------------------------------------------------------------------

    parts = dials.beside(
        Part(Kind.DIAL, "dial", dial_model, TargetKind.PILE, rules.CENTRE),
        Part(Kind.LINE, "heading", heading),
        Part(Kind.CARD_ROW, "in-hand", hand_row, TargetKind.HAND),
        Part(Kind.LINE, "name", partial(name_line, seat=0)),
        Part(Kind.COUNT, "count", partial(dials.score, what=N_("face up"))),
        Part(Kind.LINE, "outlook", outlook),
        Part(Kind.CARD_ROW, "lower", lower_row, TargetKind.LOWER),
        Part(Kind.LOG, "log"),
        Part(Kind.LINE, "prompt", said),
    )
    layout = """
    .clock #side { min-width: 29; padding: 0 1; grid-columns: 10 1fr; grid-rows: 2 1 5 1 4 1fr 5; }
    .clock #in-hand { row-span: 3; }
    .clock #name, .clock #outlook { padding: 0 0 0 1; }
    .clock #count { padding: 1 0 0 2; }
    .clock #lower { column-span: 2; padding: 1 0 0 0; }

    .-short .clock #side { grid-rows: 1 5 1 3 1fr 4; }
    .-short .clock #lower { padding: 0; }
    .-compact .clock #side { min-width: 25; grid-columns: 8 1fr; grid-rows: 1 3 1 3 1fr 6; }
    .-compact.-short .clock #side { grid-rows: 1 3 1 3 1fr 5; }
    .-compact .clock #count, .-compact .clock #lower { padding: 0; }

    .-stepping.-medium .clock #side { grid-columns: 8 1fr; grid-rows: 1 1 3 1 4 1fr 5; }
    .-stepping.-medium .clock #count { padding: 0 0 0 2; }

    .-roomy.-tall .clock #side, .-large.-tall .clock #side,
    .-roomy.-high .clock #side { min-width: 36; grid-rows: 2 1 5 1 6 1fr 5; }
    .-large.-high .clock #side { min-width: 40; grid-columns: 14 1fr; grid-rows: 2 1 7 1 6 1fr 5; }
    .-large.-high .clock #count { padding: 1 0 0 0; }
    .-cards-medium .-large.-high .clock #side { grid-columns: 8 1fr; grid-rows: 2 1 5 1 6 1fr 5; }
    .-cards-small .-roomy .clock #side,
    .-cards-small .-large .clock #side { grid-columns: 6 1fr; grid-rows: 2 1 5 1 4 1fr 5; }
    .-cards-small .-roomy.-short .clock #side, .-cards-small .-large.-short .clock #side { grid-rows: 1 5 1 3 1fr 4; }
    """
    log_style = log_view.LogStyle(_stands_out)
    celebrated: ClassVar = {rules.ClockReason.CLOCK_COMPLETE: dials.STRIKING, rules.ClockReason.FOURTH_KING: 0.8}
    quick_clicks = True

    def place(self, target: Target) -> Place:
        """When the king is exchanged, the cards of a pile lie in the lower row."""
        return InPart("lower", target.depth - 1) if target.depth else target

    def moves(
        self, before: PlayerView[ClockState, ClockEvent], after: PlayerView[ClockState, ClockEvent]
    ) -> tuple[Move, ...]:
        moves: list[Move] = []
        for event in after.happened:
            match event:
                case rules.PlacedUnderPile(card):
                    moves.append(_move(card, HAND, at_pile(card.rank)))
                case rules.TurnedUp(card, pile):
                    moves.append(_move(card, at_pile(pile), HAND, LATER))
                case rules.Exchanged(king, pile, _, card):
                    moves += [_move(king, HAND, at_pile(pile)), _move(card, at_pile(pile), HAND, LATER)]
        return tuple(moves)

    def mark(self, event: ClockEvent, terminal: Terminal) -> tuple[str, int | None] | None:
        sign = "x" if isinstance(event, rules.Exchanged) else Rank.KING.symbol
        return (sign, 0) if _stands_out(event) else None

    def result(self, state: ClockState, happened: Sequence[ClockEvent]) -> ResultModel:
        """What lies on the table at the end (clock 4 to 6)."""
        kings = rules.kings_in_order(state)
        up = pgettext("progress", "{up} of {all} face up", up=rules.cards_up(state), all=len(PACK))
        return dials.patience_result(state, kings[-1:], kings, up)

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: ClockTableModel) -> tuple[Target, ...]:
        return (*map(at_pile, PILES), HAND)

    def explain(self, model: ClockTableModel, target: Target) -> str:
        view = model.view
        match target:
            case Target(TargetKind.HAND):
                card = view.in_hand
                if card is None:
                    return ""
                if view.outcome is not None or rules.is_exchange_due(view):
                    return _("The {card} is the fourth king.", card=card.symbol)
                goes = _("The {card} goes {where}.", card=card.symbol, where=where_to(card.rank))
                if not model.player.active:
                    return goes
                key = symbol(model.terminal, ENTER)
                return f"{goes} {_('Press {key} to put it there and turn up the next card.', key=key)}"
            case Target(TargetKind.LOWER, number):
                pile = _spread(model)
                return _explain_card(view, pile, number + 1) if pile else _explain_king(view, number)
            case Target(TargetKind.PILE, pile, depth) if depth and rules.is_exchange_due(view):
                return _explain_card(view, pile, depth)
            case Target(TargetKind.PILE, pile) if pile in PILES:
                return _explain_pile(view, pile)
        return ""

    def targets_of(self, model: ClockTableModel, action: Action) -> tuple[Target, ...]:
        return (at_pile(action.pile, action.depth) if isinstance(action, rules.ExchangeKing) else HAND,)

    # -- what it means ---------------------------------------------------------------------------------

    def next_turn(self, player: PlayerView[ClockState, ClockEvent]) -> Action | None:
        return next((action for action in player.legal if isinstance(action, rules.TurnUp)), None)

    def confirm(self, model: ClockTableModel) -> Response:
        if not rules.is_exchange_due(model.view):
            return Choose(rules.TurnUp())
        if model.cursor is not None and model.cursor.depth:
            return _exchange(model.cursor)
        return self.refuse(model, _(CHOOSE_FIRST))

    def digit(self, model: ClockTableModel, number: int) -> Response:
        """Exchange the king for the card that lies that deep in the pile under the cursor, when it is time for that."""
        cursor = model.cursor
        if cursor is None or rules.ExchangeKing(cursor.number, number) not in model.legal:
            return Nothing()
        return _exchange(cursor._replace(depth=number))

    def move(self, model: ClockTableModel, direction: Direction, nearest: Target | None) -> Response:
        if rules.is_exchange_due(model.view):
            return self.point_at(model, next_place(model.view, model.cursor, direction))
        return super().move(model, direction, nearest)

    def press(self, model: ClockTableModel, target: Target) -> Response:
        exchanges, spread = rules.is_exchange_due(model.view), _spread(model)
        match target:
            case Target(TargetKind.LOWER, number):
                if exchanges and spread:
                    return _exchange(at_pile(spread, number + 1))
            case _ if not exchanges:
                return self.confirm(model)
            case Target(TargetKind.PILE, pile) if pile in live_piles(model.view):
                return self.point_at(model, at_pile(pile, 1))
        return self.say(model, self.explain(model, target))

    # -- what is said ----------------------------------------------------------------------------------

    def reminder(self, model: ClockTableModel) -> str:
        selection = model.selection
        if selection.confirming is None:
            return "" if selection.cursor is None else self.explain(model, selection.cursor)
        card = card_at(selection.confirming.number, selection.confirming.depth)
        enter, cancel = spoken(model.terminal, ENTER), spoken(model.terminal, CANCEL)
        words = N_("Exchange the king for {card}? Press {enter} or click it again. {cancel} cancels.")
        return _(words, card=card, enter=enter, cancel=cancel)

    def keys_now(self, model: ClockTableModel, *, is_running: bool) -> tuple[Command, ...]:
        if rules.is_exchange_due(model.view):
            pile, depth = RIGHT._replace(words=N_("pile")), DOWN._replace(words=N_("depth"))
            return (pile, depth, *self.on_cursor(model, N_("exchange")))
        if is_running:
            return (STOP, RUN._replace(words=N_("speed")))
        return (SPACE._replace(words=N_("turn")), RUN)


def _move(card: Card, start: Place, end: Place, delay: float = 0.0) -> Move:
    return Move(Face(card), start, end, delay, like=at_pile(1))


def _exchange(target: Target) -> Choose:
    return Choose(rules.ExchangeKing(target.number, target.depth), target)
