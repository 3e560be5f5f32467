"""What the widgets of Clock and Watch draw, selected from the table's model: pure functions without a screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Card, Rank
from clockspades.engine import phrases
from clockspades.games.clock import clock_rules as rules
from clockspades.games.clock.clock_bots import chance
from clockspades.games.clock.clock_rules import RULES, ClockEvent, State
from clockspades.games.clock.clock_words import DEPTHS, depth_words, place
from clockspades.games.dial_table import series_name, striking
from clockspades.table import log_view, parts
from clockspades.table.commands import ENTER
from clockspades.table.faces import Face, Light
from clockspades.table.keys import symbol, typed
from clockspades.table.model import Direction, TableModel, Target, TargetKind
from clockspades.table.moments import parts_of
from clockspades.table.widget_models import CardRowModel, CountModel, DialModel, LineModel, Mark, ResultModel, Trophy


@dataclass(frozen=True, slots=True)
class FourKings:
    """The fourth king turned up and ended the game (clock 5)."""


ClockTableModel: TypeAlias = TableModel[State, ClockEvent]

HOURS: Final = tuple(range(1, rules.CENTRE))
"""The piles round the clock."""


def dial_model(model: ClockTableModel) -> DialModel:
    """The piles, and the hand of the clock on the hour where the card in hand goes.

    When it is time to exchange the king, every pile that it can go to stands out, and the hand follows the cursor.
    """
    view, cursor, live = model.view, model.cursor, live_piles(model.view)
    hours = tuple(_pile(model, pile, live) for pile in HOURS)
    centre = _pile(model, rules.CENTRE, live) if view.in_hand else Face(UNKNOWN, label=str(len(PACK)))
    angle = None
    if view.outcome is not None and view.outcome.winners:
        angle = 0.0
    elif len(live) == 1 and live[0] != rules.CENTRE:
        angle = 30.0 * live[0] % 360
    elif rules.is_exchange_due(view) and cursor is not None and cursor.kind is TargetKind.PILE:
        angle = 30.0 * cursor.number % 360
    window = tuple(pile for pile in live if pile != rules.CENTRE)
    caption = f"{rules.cards_up(view)} of {len(PACK)}" if view.outcome else ""
    return striking(DialModel(hours, centre, window, angle, caption), model.moment)


def live_piles(view: State) -> tuple[int, ...]:
    """The piles that the game is about now: where the card in hand goes, where the king can, or in the end all."""
    if view.outcome is not None:
        return (*HOURS, rules.CENTRE) if view.outcome.winners else ()
    exchanges = dict.fromkeys(action.pile for action in RULES.legal_actions(view) if isinstance(action, rules.Exchange))
    return tuple(exchanges) or (() if view.in_hand is None else (int(view.in_hand.rank),))


def _pile(model: ClockTableModel, pile: int, live: Sequence[int]) -> Face | None:
    """A pile: the back of its top card with how many lie face down, on the suits of those face up under it.

    Those that the game is about now stand out.
    """
    view = model.view
    down, up = view.face_down[pile - 1], view.face_up[pile - 1]
    pointed = model.cursor is not None and model.cursor[:2] == (TargetKind.PILE, pile)
    light = Light.LIVE if pile in live else Light.PLAIN
    suits = tuple(card.suit for card in up)
    if not down:
        return Face(up[-1], light, pointed, covers=suits[:-1]) if up else None
    king = rules.king_at(view)
    if king is not None and king[0] == pile:
        return Face(UNKNOWN, light, pointed, covers=suits, label=f"{len(down)}{Rank.KING.symbol}")
    if down[0] is UNKNOWN:
        return Face(UNKNOWN, light, pointed, covers=suits, label=str(len(down)))
    return Face(down[0], Light.DIM, pointed, covers=suits, label=str(len(down)))


def hand_row(model: ClockTableModel) -> CardRowModel:
    """The card in hand."""
    card = model.view.in_hand
    return CardRowModel((None if card is None else Face(card, Light.LIVE),))


def lower_row(model: ClockTableModel) -> CardRowModel:
    """The kings as they turn up; or when it is time to exchange one, the cards of the pile that the cursor is on."""
    view, cursor = model.view, model.cursor
    if rules.is_exchange_due(view) and cursor is not None and cursor.kind is TargetKind.PILE:
        spread = enumerate(view.face_down[cursor.number - 1], 1)
        return CardRowModel(
            tuple(
                Face(
                    card,
                    Light.PLAIN if card is UNKNOWN else Light.DIM,
                    pointed=depth == cursor.depth,
                    picked=model.selection.confirming == Target(TargetKind.PILE, cursor.number, depth),
                    label=typed(depth),
                )
                for depth, card in spread
            )
        )
    kings = kings_in_order(view)
    last = len(kings) == rules.KINGS
    lit = view.in_hand if last else None
    if model.moment is not None and any(parts_of(model.moment, FourKings)):
        lit = kings[min(int(model.moment.share * rules.KINGS), rules.KINGS - 1)]
    faces = [Face(king, Light.LIVE if king is lit else Light.PLAIN) for king in kings]
    return CardRowModel((*faces, *(Face(None, label=Rank.KING.symbol) for _ in range(rules.KINGS - len(kings)))))


def kings_in_order(view: State) -> tuple[Card, ...]:
    """The kings that are face up as they came, the one in hand last."""
    in_hand = view.in_hand is not None and view.in_hand.rank is Rank.KING
    return (
        (*view.face_up[rules.CENTRE - 1], view.in_hand) if in_hand and view.in_hand else view.face_up[rules.CENTRE - 1]
    )


def heading(model: ClockTableModel) -> LineModel:
    """The game, and what it is played with."""
    title = model.player.game.title_of({"variant": model.view.variant.value})
    kings = f"kings {rules.kings_up(model.view)} of {rules.KINGS}"
    return parts.heading(model, series_name(model), kings, title=title)


def count(model: ClockTableModel) -> CountModel:
    """How far the game has come."""
    return CountModel(rules.cards_up(model.view), (f"of {len(PACK)}", "face up"))


def outlook(model: ClockTableModel) -> LineModel:
    """In Clock the win chance; in Watch whether an exchange is left, or where the exchanged king lies."""
    view = model.view
    if view.in_hand is None:
        return LineModel()
    if view.outcome is not None:
        return LineModel("won" if view.outcome.winners else "lost", bright=True)
    if view.variant is rules.Variant.CLOCK:
        return LineModel("", quiet=(f"win chance {float(chance(view)):.0%}",))
    king = rules.king_at(view)
    if king is not None:
        pile, depth = king
        return LineModel(f"  {view.face_down[pile - 1][depth - 1].symbol} {DEPTHS[depth]} at {pile}")
    return LineModel("", quiet=("no exchange left" if view.exchanged else "1 exchange left",))


def _stands_out(event: ClockEvent) -> bool:
    return isinstance(event, rules.Exchanged) or (isinstance(event, rules.TurnedUp) and event.card.rank is Rank.KING)


LOG_STYLE: Final = log_view.LogStyle(_stands_out)
"""The log, in which kings and the exchange stand out."""


def marks(history: Sequence[Sequence[ClockEvent]]) -> tuple[Mark, ...]:
    """The kings that turned up and the exchange, by the point that each happened at."""
    found: list[Mark] = []
    for point, event in log_view.by_point(history):
        match event:
            case rules.TurnedUp(card) if card.rank is Rank.KING:
                found.append(Mark(point, card.rank.symbol, 0))
            case rules.Exchanged():
                found.append(Mark(point, "x", 0))
    return tuple(found)


def explain(model: ClockTableModel, target: Target) -> str:
    """What a target is; empty if it is not there."""
    view, cursor = model.view, model.cursor
    match target:
        case Target(TargetKind.HAND):
            return _explain_hand(model)
        case Target(TargetKind.LOWER, number):
            if rules.is_exchange_due(view) and cursor is not None and cursor.kind is TargetKind.PILE:
                return _explain_card(model, cursor.number, number + 1)
            return _explain_king(view, number)
        case Target(TargetKind.PILE, pile, depth) if depth and rules.is_exchange_due(view):
            return _explain_card(model, pile, depth)
        case Target(TargetKind.PILE, pile) if 1 <= pile <= rules.CENTRE:
            return _explain_pile(view, pile)
    return ""


def next_place(view: State, cursor: Target | None, direction: Direction) -> Target:
    """Where the cursor goes before an exchange of the king: left and right round the clock, up and down a pile."""
    piles = live_piles(view)
    if cursor is None or cursor.number not in piles:
        return Target(TargetKind.PILE, piles[0], 1)
    pile, depth = cursor.number, cursor.depth
    if direction in ("left", "right"):
        pile = piles[(piles.index(pile) + (1 if direction == "right" else -1)) % len(piles)]
    else:
        depth += 1 if direction == "down" else -1
    return Target(TargetKind.PILE, pile, min(max(depth, 1), len(view.face_down[pile - 1])))


def _explain_hand(model: ClockTableModel) -> str:
    view, card = model.view, model.view.in_hand
    if card is None:
        return ""
    if view.outcome is not None or rules.is_exchange_due(view):
        return f"The {card.symbol} is the fourth king."
    turns = f" Press {symbol(ENTER)} to put it there and turn up the next card." if model.player.active else ""
    return f"The {card.symbol} goes to {place(card.rank)}.{turns}"


def _explain_king(view: State, number: int) -> str:
    kings = kings_in_order(view)
    left = rules.KINGS - len(kings)
    fate = "ends the game" if rules.fourth_king_ends(view) else "can be exchanged for a face-down card"
    if number < len(kings):
        return f"The {kings[number].symbol} has turned up. The fourth king {fate}."
    down = f"{phrases.count(left, 'king')} {'is' if left == 1 else 'are'} still face down"
    return f"{down}. The fourth king {fate}."


def _explain_pile(view: State, pile: int) -> str:
    """The cards of a pile, and how many of its rank are still unseen."""
    if view.in_hand is None:
        return ""
    down, up = view.face_down[pile - 1], view.face_up[pile - 1]
    where = place(pile).capitalize()
    seen = f", {' '.join(card.symbol for card in up)} face up" if up else ""
    if not down and len(up) == rules.ROUNDS:
        return f"{where} is complete: {' '.join(card.symbol for card in up)}."
    king = rules.king_at(view)
    king_there = f" The exchanged king is the {depth_words(king[1])} card." if king and king[0] == pile else ""
    return f"{where}: {len(down) or 'none'} face down{seen}.{king_there} {_unseen(view, pile)}"


def _unseen(view: State, pile: int) -> str:
    """How many cards of a pile's rank are still unseen."""
    in_hand = view.in_hand is not None and view.in_hand.rank == pile
    left = rules.ROUNDS - len(view.face_up[pile - 1]) - in_hand
    king = rules.king_at(view)
    if pile == rules.CENTRE and king is not None:
        left -= 1  # it is face down, but everyone knows where
    if not left:
        return f"No {phrases.rank_name(Rank(pile))}s unseen."
    return f"{phrases.ranked(left, Rank(pile)).capitalize()} still unseen."


def _explain_card(model: ClockTableModel, pile: int, depth: int) -> str:
    """A card that the king can be exchanged for."""
    view = model.view
    if rules.Exchange(pile, depth) not in RULES.legal_actions(view):
        return ""
    height = len(view.face_down[pile - 1])
    under = height - depth
    card = f"The {depth_words(depth)} card of {height} at {place(pile)}, {under or 'none'} under it."
    return f"{card} Press {symbol(ENTER)} to exchange. {_unseen(view, pile)}"


def clock_result(state: State) -> ResultModel:
    """What lies on the table at the end (clock 4 to 6)."""
    kings = kings_in_order(state)
    trophy = Trophy.CLOCK if state.outcome is not None and state.outcome.winners else None
    return ResultModel(kings[-1:], (f"{rules.cards_up(state)} of {len(PACK)} face up",), ((kings,),), trophy=trophy)
