"""How Spades is played at a table: bids, the draw and the pass on a panel, then tricks."""

from collections.abc import Sequence

from clockspades.engine.actions import Action
from clockspades.games.spades import spades_selectors as selectors
from clockspades.games.spades.spades_selectors import SpadesTableModel
from clockspades.games.spades.spades_state import (
    RANKS,
    MakeBid,
    PassCards,
    SpadesEvent,
    SpadesPhase,
    SpadesState,
    beats,
)
from clockspades.games.trick_table_rules import LOOKING, TrickTableRules, seat_at
from clockspades.table.commands import DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described, numbers
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.model import Direction, Target, TargetKind
from clockspades.table.table_rules import Choose, Nothing, Response, Select
from clockspades.table.trick_widget_models import FEW, RoundTableModel
from clockspades.table.widget_models import Mark, ResultModel, Trophy


class SpadesTableRules(TrickTableRules[SpadesState, SpadesEvent]):
    """Bids and answers are typed or pointed at; three cards are chosen to pass, then passed together."""

    commands = (
        *described("Choose a card, a bid or an answer by its number", *DIGITS[1:]),
        DIGITS[0]._replace(description="Choose nil; also the second digit of 10"),
        *described("Move along the cards or choices", LEFT, RIGHT),
        UP._replace(description="Pick up the card; among choices, move up"),
        DOWN._replace(description="Put it back; among choices, move down"),
        ENTER._replace(description="Play, bid, answer, or pass the chosen cards"),
        SPACE._replace(description="Play without asking again; when passing, choose a card or put it back"),
        *LOOKING,
    )
    ranks = RANKS
    beats = staticmethod(beats)
    log_style = selectors.LOG_STYLE
    badge = staticmethod(selectors.badge)
    sheet = staticmethod(selectors.sheet)
    summary = staticmethod(selectors.summary)
    question = staticmethod(selectors.question)
    choices = staticmethod(selectors.choices)
    remark = staticmethod(selectors.remark)
    moment = staticmethod(selectors.moment)
    explain_badge = staticmethod(selectors.explain_badge)

    def target(self, view: SpadesState) -> int:
        return view.settings.scoring.target

    def marks(self, history: Sequence[Sequence[SpadesEvent]], terminal: Terminal = USUAL) -> tuple[Mark, ...]:
        """The tricks and the deals, and above them nils and the contracts that failed."""
        return (*super().marks(history, terminal), *selectors.marks(history))

    def result(self, state: SpadesState, happened: Sequence[SpadesEvent]) -> ResultModel:
        trophy = Trophy.BLIND_NIL if selectors.has_blind_nil(state) else None
        return super().result(state, happened)._replace(trophy=trophy)

    def round_model(self, model: SpadesTableModel) -> RoundTableModel:
        return super().round_model(model)._replace(sign=selectors.sign(model))

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: SpadesTableModel) -> tuple[Target, ...]:
        return self.cards(model) if _passes(model) else super().targets(model)

    def first_target(self, model: SpadesTableModel) -> Target | None:
        """Among bids an even share of the tricks: a nil bid by accident costs too much."""
        if _bids(self.choices(model)):
            return Target(TargetKind.CHOICE, model.view.settings.hand // len(model.player.names))
        return super().first_target(model)

    def explain(self, model: SpadesTableModel, target: Target) -> str:
        if target.kind is TargetKind.CHOICE:
            return selectors.explain_choice(model, target.number)
        return "" if target.kind is TargetKind.HAND and _passes(model) else super().explain(model, target)

    def targets_of(self, model: SpadesTableModel, action: Action) -> tuple[Target, ...]:
        """The cards of a pass are chosen one by one."""
        if not isinstance(action, PassCards):
            return super().targets_of(model, action)
        hand = self.near_hand(model)
        return tuple(Target(TargetKind.HAND, hand.index(card)) for card in action.cards)

    def point_of(self, model: SpadesTableModel, target: Target) -> int | None:
        """Where a card on the trick was played, or where the player of a badge bid in this deal."""
        if target.kind is TargetKind.BADGE:
            return selectors.point_of_bid(model.player, seat_at(model, target.number))
        return super().point_of(model, target)

    # -- bids and answers ------------------------------------------------------------------------------

    def digit(self, model: SpadesTableModel, number: int) -> Response:
        """A bid, of two digits by one after the other; or another choice or a card, by its number."""
        offered = self.choices(model)
        if _bids(offered):
            first = self.typed_before(model)
            tens = 10 * first.number if first is not None and first.kind is TargetKind.CHOICE else 0
            bid = tens + number if tens and tens + number < len(offered) else number
            return self.type_at(model, Target(TargetKind.CHOICE, bid))
        if offered and 0 < number <= len(offered):
            return self.point_at(model, Target(TargetKind.CHOICE, number - 1))
        return super().digit(model, number)

    def move(self, model: SpadesTableModel, direction: Direction, nearest: Target | None) -> Response:
        """Move the cursor; among a few answers each arrow leads to the next or the one before, however they stand."""
        cursor, offered = model.cursor, self.choices(model)
        if cursor is not None and cursor.kind is TargetKind.CHOICE and 0 < len(offered) <= FEW:
            number = cursor.number + (1 if direction in ("right", "down") else -1)
            return self.point_at(model, Target(TargetKind.CHOICE, min(max(number, 0), len(offered) - 1)))
        return super().move(model, direction, nearest)

    # -- the pass --------------------------------------------------------------------------------------

    def confirm(self, model: SpadesTableModel) -> Response:
        """Pass the chosen cards if they are three; otherwise do what the cursor is on."""
        if _passes(model):
            if ready := self.choices(model):
                return Choose(ready[0])
            if model.cursor is None:
                return self.refuse(model, "Choose three cards first.")
        return super().confirm(model)

    def press(self, model: SpadesTableModel, target: Target) -> Response:
        return self._toggle(model, target) if self._is_to_pass(model, target) else super().press(model, target)

    def use(self, model: SpadesTableModel, target: Target, *, asks: bool = False) -> Response:
        if self._is_to_pass(model, target):
            return self._toggle(model, target)
        return super().use(model, target, asks=asks)

    def pick_up(self, model: SpadesTableModel, target: Target) -> Response:
        if not self._is_to_pass(model, target):
            return super().pick_up(model, target)
        return Nothing() if self._is_chosen(model, target) else self._toggle(model, target)

    def put_down(self, model: SpadesTableModel, target: Target) -> Response:
        if self._is_to_pass(model, target) and self._is_chosen(model, target):
            return self._toggle(model, target)
        return super().put_down(model, target)

    def _is_to_pass(self, model: SpadesTableModel, target: Target) -> bool:
        """Whether a target is one of the cards to choose from."""
        return _passes(model) and target in self.cards(model)

    def _is_chosen(self, model: SpadesTableModel, target: Target) -> bool:
        """Whether a card is one of those chosen to pass."""
        return self.near_hand(model)[target.number] in model.selection.placed

    def _toggle(self, model: SpadesTableModel, target: Target) -> Select:
        """Choose a card to pass, or put it back."""
        placed, words = selectors.toggled(model.selection.placed, self.near_hand(model)[target.number])
        return Select(model.selection._replace(cursor=target, placed=placed, note=words, typed=False))

    # -- what is shown ---------------------------------------------------------------------------------

    def keys_now(self, model: SpadesTableModel, *, is_running: bool) -> tuple[Command, ...]:
        move, player = RIGHT._replace(words="move"), model.player
        match player.view.phase:
            case SpadesPhase.BID if player.view.looked[player.seat]:
                hand = player.view.settings.hand
                number = DIGITS[0]._replace(words="number", label=f"0-{hand}", shown=DIGITS)
                return (number, move, ENTER._replace(words="bid"))
            case SpadesPhase.PASS:
                return (
                    RIGHT._replace(words="card"),
                    SPACE._replace(words="choose"),
                    ENTER._replace(words="pass"),
                )
            case SpadesPhase.BID | SpadesPhase.DRAW:
                answers = len(model.legal)
                return (numbers(answers, "number"), move, ENTER._replace(words="choose"))
        return super().keys_now(model, is_running=is_running)


def _passes(model: SpadesTableModel) -> bool:
    """Whether the player on the near side chooses cards to pass."""
    return model.view.phase is SpadesPhase.PASS and model.player.active


def _bids(offered: tuple[Action, ...]) -> bool:
    """Whether numbers of tricks are offered."""
    return any(isinstance(action, MakeBid) and not action.blind for action in offered)
