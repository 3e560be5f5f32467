"""How Clockwork Spades is played at a table: what is on it, what a key or click does, and how cards move."""

from collections.abc import Sequence
from typing import ClassVar, Final

from clockspades.cards import Card, Rank
from clockspades.engine.actions import Action
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork import clockwork_selectors as selectors
from clockspades.games.clockwork.clockwork_rules import ClockworkEvent, ClockworkState
from clockspades.games.clockwork.clockwork_selectors import ClockworkTableModel, far, near
from clockspades.games.clockwork.clockwork_words import covering
from clockspades.games.dial_table_rules import DialTableRules, at_hour, beside
from clockspades.table.commands import (
    CANCEL,
    DIGITS,
    DOWN,
    ENTER,
    LEFT,
    MEANING,
    RIGHT,
    SPACE,
    UP,
    Command,
    described,
    numbers,
)
from clockspades.table.faces import Face
from clockspades.table.keys import spoken
from clockspades.table.model import PlayerView, Target, TargetKind
from clockspades.table.moments import SECONDS, Moment
from clockspades.table.parts import InPart, Kind, Move, Part, Place, prompt
from clockspades.table.table_rules import Choose, Nothing, Response
from clockspades.table.widget_models import ResultModel

STOCK: Final = at_hour(0)
BETWEEN: Final = 0.08
"""Seconds from one of several cards that are played to the next."""
LATER: Final = 0.12
"""Seconds after what was played or taken that what follows from it sets off."""
KING_SECONDS: Final = 0.8
"""How long a king is on its way."""
DRAW_SECONDS: Final = 0.4
"""How long each of the last cards is on its way from the stock."""


CHOOSE_FIRST: Final = "Choose a spade first."
"""What to do before a spade can be taken."""


class ClockworkTableRules(DialTableRules[ClockworkState, ClockworkEvent]):
    """All matches are played at once; a spade is taken where there is none."""

    commands = (
        *described("Choose a card or a spade by number", *DIGITS[1:]),
        *described("Move the cursor", LEFT, RIGHT, UP, DOWN),
        ENTER._replace(description="Play, or take a spade"),
        SPACE._replace(description="Play your matches"),
        MEANING,
    )

    # -- what is on the table --------------------------------------------------------------------------

    parts = beside(
        Part(Kind.DIAL, "dial", selectors.dial_model, TargetKind.HOUR),
        Part(Kind.LINE, "heading", selectors.heading),
        Part(Kind.LINE, "far-name", far(selectors.name_line)),
        Part(Kind.CARD_ROW, "far-hand", far(selectors.hand_row)),
        Part(Kind.TALLY, "far-tally", far(selectors.tally)),
        Part(Kind.LOG, "log"),
        Part(Kind.LINE, "prompt", prompt),
        Part(Kind.LINE, "near-name", near(selectors.name_line)),
        Part(Kind.CARD_ROW, "near-hand", near(selectors.hand_row), TargetKind.HAND),
        Part(Kind.TALLY, "near-tally", near(selectors.tally)),
    )
    layout = """
    /* The least width leaves a tally room for eight spades and four kings beside the hand. */
    .clockwork-spades #side {
        min-width: 29;
        padding: 0 1 0 1;
        grid-columns: 18 1fr;
        grid-rows: 1 1 3 1fr 5 1 4;
        & > #near-name, & > #far-name { column-span: 2; }
    }
    .-short .clockwork-spades #side { grid-rows: 1 3 1fr 5 1 4; }

    /* On a small table the cards of a hand stand close, and the prompt has a row more for its narrow lines. */
    .-compact .clockwork-spades #side { min-width: 25; grid-columns: 15 1fr; grid-rows: 1 3 1fr 6 1 4; }
    .-compact.-short .clockwork-spades #side { grid-rows: 1 3 1fr 5 1 4; }
    .-playing.-compact .clockwork-spades #side { padding: 0 0 0 1; }

    .-roomy.-tall .clockwork-spades #side, .-large.-tall .clockwork-spades #side,
    .-roomy.-high .clockwork-spades #side { min-width: 34; grid-columns: 24 1fr; grid-rows: 1 1 5 1fr 5 1 6; }
    .-large.-high .clockwork-spades #side { min-width: 40; grid-columns: 30 1fr; grid-rows: 1 1 7 1fr 5 1 8; }

    /* A setting keeps cards smaller than there is room for. */
    .-cards-medium .-large.-high .clockwork-spades #side {
        min-width: 34;
        grid-columns: 24 1fr;
        grid-rows: 1 1 5 1fr 5 1 6;
    }
    .-cards-small .-roomy.-tall .clockwork-spades #side, .-cards-small .-large.-tall .clockwork-spades #side,
    .-cards-small .-roomy.-high .clockwork-spades #side, .-cards-small .-large.-high .clockwork-spades #side {
        min-width: 29;
        grid-columns: 18 1fr;
        grid-rows: 1 1 3 1fr 5 1 4;
    }

    /* No keys stand below the cards of a replay; where there is little room, the log is left out. */
    .-stepping .clockwork-spades #side { grid-rows: 1 1 3 1fr 5 1 3; }
    .-stepping.-compact .clockwork-spades #side { grid-rows: 1 3 1fr 5 1 3; }
    .-stepping.-short .clockwork-spades #side { grid-rows: 1 1 3 1fr 1 3; }
    .-stepping.-compact.-short .clockwork-spades #side { grid-rows: 1 3 1fr 1 3; }

    /* Where a lesson has least room, the log has one more row, and the prompt one less. */
    .-teaching.-compact.-short .clockwork-spades {
        & #side { grid-rows: 1 3 1fr 4 1 4; }
        & #heading { display: none; }
        & #log { margin: 1 0 0 0; }
        & #prompt { height: 4; }
    }
    """
    log_style = selectors.LOG_STYLE
    moments: ClassVar = {
        rules.ClockworkReason.FOUR_KINGS: Moment(1.4, (selectors.FourKings(),)),
        rules.ClockworkReason.KING_OF_SPADES: Moment(1.0, (selectors.LosingKing(),)),
    }

    def moves(
        self, before: PlayerView[ClockworkState, ClockworkEvent], after: PlayerView[ClockworkState, ClockworkEvent]
    ) -> tuple[Move, ...]:
        """Played, taken, passed, drawn and discarded cards, each from where it was to where it goes."""
        moves: list[Move] = []
        near = after.seat
        undealt = [0, 0]
        at = LATER
        for event in after.happened:
            if isinstance(event, rules.Drew):
                undealt[event.seat] += len(event.cards)
        for event in after.happened:
            match event:
                case rules.Played(seat, cards):
                    moves += [
                        _move(card, _in_hand(before, seat, card), at_hour(card.rank), number * BETWEEN)
                        for number, card in enumerate(cards)
                    ]
                case rules.Took(seat, spade, covers):
                    moves.append(_move(spade, at_hour(spade.rank), _tally(seat, near)))
                    moves += [_move(card, at_hour(spade.rank), STOCK, LATER) for card in covers]
                case rules.PassedKing(seat, king):
                    moves.append(_move(king, STOCK, _tally(1 - seat, near), at, KING_SECONDS))
                case rules.Drew(seat, cards):
                    first = max(0, len(after.view.hands[seat]) - undealt[seat])
                    undealt[seat] -= len(cards)
                    each = _seconds(event, after.view) / len(cards)
                    moves += [
                        _move(card, STOCK, _hand(seat, near, first + number), at + number * each, each or SECONDS)
                        for number, card in enumerate(cards)
                    ]
                case rules.DrewKingOfSpades(seat):
                    moves.append(_move(rules.KING_OF_SPADES, STOCK, _tally(seat, near), at, KING_SECONDS))
                case rules.Discarded(seat, cards):
                    moves += [_move(card, _in_hand(before, seat, card), STOCK, LATER) for card in cards]
            at += _seconds(event, after.view)
        return tuple(moves)

    def seconds_for(self, player: PlayerView[ClockworkState, ClockworkEvent]) -> float:
        """Kings that move over and the last draws take their time; nothing else is waited for."""
        return sum(_seconds(event, player.view) for event in player.happened)

    marks = staticmethod(selectors.marks)

    def result(self, state: ClockworkState, happened: Sequence[ClockworkEvent]) -> ResultModel:
        return selectors.clockwork_result(state)

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: ClockworkTableModel) -> tuple[Target, ...]:
        hand = (Target(TargetKind.HAND, number) for number in range(len(model.view.hands[model.player.seat])))
        hours = (at_hour(hour) for hour, pile in enumerate(model.view.clock, 1) if pile is not None)
        return (*hand, *hours, STOCK)

    def first_target(self, model: ClockworkTableModel) -> Target | None:
        view = model.view
        matching = rules.matches(view) if model.player.active else ()
        if matching:
            return Target(TargetKind.HAND, view.hands[model.player.seat].index(matching[0]))
        if view.window:
            return at_hour(view.window[0])
        return super().first_target(model)

    explain = staticmethod(selectors.explain)

    def targets_of(self, model: ClockworkTableModel, action: Action) -> tuple[Target, ...]:
        if isinstance(action, rules.TakeSpade):
            return (at_hour(action.rank),)
        hand = model.view.hands[model.player.seat]
        return tuple(Target(TargetKind.HAND, hand.index(card)) for card in rules.matches(model.view))

    # -- what it means ---------------------------------------------------------------------------------

    def digit(self, model: ClockworkTableModel, number: int) -> Response:
        """A card in hand if one must be played, else a spade of the window."""
        view = model.view
        if model.player.active and not rules.matches(view):
            if 0 < number <= len(view.window):
                return self.point_at(model, at_hour(view.window[number - 1]))
        elif 0 < number <= len(view.hands[model.player.seat]):
            return self.point_at(model, Target(TargetKind.HAND, number - 1))
        return Nothing()

    def confirm(self, model: ClockworkTableModel) -> Response:
        """Play every match; or take the spade that the cursor is on."""
        cursor = model.cursor
        if not model.player.active:
            return self.say(model, model.player.prompt)
        if rules.matches(model.view):
            return Choose(rules.PlayMatches())
        if cursor is not None and cursor.kind is TargetKind.HOUR and cursor.number:
            return _take(cursor.number)
        return self.refuse(model, CHOOSE_FIRST)

    def space(self, model: ClockworkTableModel) -> Response:
        """Play every match; no spade is taken so."""
        if model.cursor is None or (model.player.active and rules.matches(model.view)):
            return self.confirm(model)
        return self.say(model, self.explain(model, model.cursor))

    def press(self, model: ClockworkTableModel, target: Target) -> Response:
        """Play every match with a click on one of them or on its spade; or take the spade."""
        if model.player.active and target != STOCK:
            matching = rules.matches(model.view)
            hand = model.view.hands[model.player.seat]
            if target.kind is TargetKind.HOUR and not matching:
                return _take(target.number)
            if any(target in (at_hour(card.rank), Target(TargetKind.HAND, hand.index(card))) for card in matching):
                return Choose(rules.PlayMatches())
        note = self.explain(model, target)
        return self.say(model, note) if note else Nothing()

    # -- what is said ----------------------------------------------------------------------------------

    def reminder(self, model: ClockworkTableModel) -> str:
        """That a spade is asked for again."""
        if model.selection.confirming is None:
            return ""
        spade = rules.SPADES[model.selection.confirming.number - 1]
        return f"Take the {spade.symbol}? Press {spoken(ENTER)} or click it again. {spoken(CANCEL)} cancels."

    def announce(self, player: PlayerView[ClockworkState, ClockworkEvent], action: Action) -> str:
        if isinstance(action, rules.TakeSpade):
            return f"You take the {rules.SPADES[action.rank - 1].symbol}, the last spade."
        return f"You play {covering(rules.matches(player.view))}."

    def keys(self, model: ClockworkTableModel, *, is_running: bool) -> tuple[Command, ...]:
        if not model.player.active:
            return ()
        if matching := rules.matches(model.view):
            return (ENTER._replace(words="play" if len(matching) == 1 else "play all"), RIGHT._replace(words="move"))
        return (numbers(len(model.view.window), "spade"), ENTER._replace(words="take"))


def _take(hour: int) -> Choose:
    return Choose(rules.TakeSpade(Rank(hour)), at_hour(hour))


def _hand(seat: int, near: int, number: int) -> InPart:
    return InPart("near-hand" if seat == near else "far-hand", number)


def _tally(seat: int, near: int) -> InPart:
    return InPart("near-tally" if seat == near else "far-tally")


def _in_hand(player: PlayerView[ClockworkState, ClockworkEvent], seat: int, card: Card) -> InPart:
    """Where a card is in a hand; one that is not seen there is in the middle of it."""
    hand = player.view.hands[seat]
    return _hand(seat, player.seat, hand.index(card) if card in hand else len(hand) // 2)


def _seconds(event: ClockworkEvent, after: ClockworkState) -> float:
    """How long everything else waits for what an event moves; 0 if it does not."""
    match event:
        case rules.PassedKing() | rules.DrewKingOfSpades():
            return KING_SECONDS
        case rules.Drew(_, cards) if len(after.stock) <= selectors.FEW:
            return DRAW_SECONDS * len(cards)
    return 0.0


def _move(card: Card, start: Place, end: Place, delay: float = 0.0, seconds: float = SECONDS) -> Move:
    return Move(Face(card), start, end, delay, seconds=seconds, like=InPart("near-hand", 0))
