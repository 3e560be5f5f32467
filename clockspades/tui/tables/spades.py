"""The table of Spades: bids, the pass and the draw on a panel in the middle, then tricks."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Region

from clockspades.games.spades import selectors
from clockspades.games.spades.actions import PASSED, RANKS, MakeBid
from clockspades.games.spades.events import SpadesEvent
from clockspades.games.spades.selectors import SpadesPlayerView, SpadesTableModel
from clockspades.games.spades.state import Phase, State, beats
from clockspades.table.glyphs import glyphs
from clockspades.table.model import Direction, Target, TargetKind
from clockspades.table.trick_widget_models import RoundTableModel
from clockspades.table.widget_models import Key
from clockspades.tui.layout.panel import FEW
from clockspades.tui.tables.tricks import TrickTable


class SpadesTable(TrickTable[State, SpadesEvent]):
    """A game of Spades on the screen."""

    screen_actions = TrickTable.screen_actions | {"zero"}
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(digit), f"screen.choose({digit})", "Choose a card, a bid or an answer by its number")
            for digit in range(1, 10)
        ),
        Binding("0", "screen.zero", "Choose nil; also the second digit of 10"),
        Binding("left", "screen.move('left')", "Move along the cards or choices"),
        Binding("right", "screen.move('right')", "Move along the cards or choices"),
        Binding("up", "screen.move('up')", "Pick up the card; among choices, move up"),
        Binding("down", "screen.move('down')", "Put it back; among choices, move down"),
        Binding("enter", "screen.confirm", "Play, bid, answer, or pass the chosen cards"),
        Binding("space", "screen.space", "Play without asking again; when passing, choose a card or put it back"),
    ]
    ranks = RANKS
    beats = staticmethod(beats)
    log_style = selectors.LOG_STYLE

    badge = staticmethod(selectors.badge)
    heading = staticmethod(selectors.heading)
    panel = staticmethod(selectors.panel)
    sheet = staticmethod(selectors.sheet)
    choices = staticmethod(selectors.choices)
    remark = staticmethod(selectors.remark)
    sums_up = staticmethod(selectors.sums_up)
    marks = staticmethod(selectors.marks)
    explain_badge = staticmethod(selectors.explain_badge)

    def round_model(self, model: SpadesTableModel) -> RoundTableModel:
        return super().round_model(model)._replace(sign=selectors.sign(model))

    def explain(self, target: Target) -> str:
        if target.kind is TargetKind.CHOICE:
            return selectors.explain_choice(self.shown, target.number)
        return "" if target.kind is TargetKind.HAND and self._passes else super().explain(target)

    # -- bids ------------------------------------------------------------------------------------------

    def keys_now(self, player: SpadesPlayerView) -> tuple[Key, ...]:
        enter, arrows = glyphs().enter, glyphs().left_right
        offered = len(player.game.legal_actions(player.view))
        match player.view.phase:
            case Phase.BID if player.view.looked[player.seat]:
                most = player.view.settings.hand
                return (
                    Key(f"0-{most}", "number", "zero"),
                    Key(arrows, "move", "move('right')"),
                    Key(enter, "bid", "confirm"),
                )
            case Phase.PASS:
                return (
                    Key(arrows, "card", "move('right')"),
                    Key("space", "choose", "space"),
                    Key(enter, "pass", "confirm"),
                )
            case Phase.BID | Phase.DRAW:
                return (
                    Key(f"1-{offered}", "number", "choose(1)"),
                    Key(arrows, "move", "move('right')"),
                    Key(enter, "choose", "confirm"),
                )
        return super().keys_now(player)

    def choose(self, number: int) -> None:
        """Point at a bid, of two digits by one after the other; or at another choice or card by its number."""
        offered = self.choices(self.shown)
        if offered and isinstance(offered[0], MakeBid) and not offered[0].blind:
            first = self.typed_before()
            tens = first.number * 10 if first is not None and first.kind is TargetKind.CHOICE else 0
            bid = tens + number if tens and tens + number < len(offered) else number
            self.type_at(Target(TargetKind.CHOICE, bid))
        elif offered and 0 < number <= len(offered):
            self.point_at(Target(TargetKind.CHOICE, number - 1))
        else:
            super().choose(number)

    def move(self, direction: Direction) -> None:
        """Move the cursor; among a few answers every arrow leads to the next or the one before, however they stand."""
        cursor, offered = self.selection.cursor, self.choices(self.shown)
        if cursor is not None and cursor.kind is TargetKind.CHOICE and 0 < len(offered) <= FEW:
            number = cursor.number + (1 if direction in ("right", "down") else -1)
            self.point_at(Target(TargetKind.CHOICE, min(max(number, 0), len(offered) - 1)))
        else:
            super().move(direction)

    def first_target(self) -> Target | None:
        """Among bids the cursor appears on an even share of the tricks: a nil is too dear for a slip of the hand."""
        if any(isinstance(action, MakeBid) and not action.blind for action in self.choices(self.shown)):
            return Target(TargetKind.CHOICE, self.shown.view.settings.hand // len(self.shown.player.names))
        return super().first_target()

    # -- the pass --------------------------------------------------------------------------------------

    @property
    def _passes(self) -> bool:
        """Whether the player on the near side chooses cards to pass."""
        return self.shown.view.phase is Phase.PASS and self.shown.player.active

    def use(self, target: Target, *, at_once: bool) -> None:
        if self._passes and target.kind is TargetKind.HAND:
            self._toggle(target)
        else:
            super().use(target, at_once=at_once or target.kind is TargetKind.CHOICE)

    def pick_up(self, target: Target) -> None:
        if not self._passes:
            super().pick_up(target)
        elif not self._is_chosen(target):
            self._toggle(target)

    def put_down(self, target: Target) -> None:
        if self._passes and self._is_chosen(target):
            self._toggle(target)
        else:
            super().put_down(target)

    def confirm(self) -> None:
        if self._passes and (ready := self.choices(self.shown)):
            self.post_message(self.Decided(ready[0]))
        elif self._passes and self.selection.cursor is None:
            self.say(f"Choose {PASSED} cards first, with the arrows and Space or by clicking.")
        else:
            super().confirm()

    def places(self) -> dict[Target, Region]:
        if self._passes:
            return self.hand_places()
        return super().places()

    def _is_chosen(self, target: Target) -> bool:
        return self._fan.model.cards[target.number].picked

    def _toggle(self, target: Target) -> None:
        placed, words = selectors.toggled(self.shown, target.number)
        self.selection = self.selection._replace(cursor=target, placed=placed, note=words)
