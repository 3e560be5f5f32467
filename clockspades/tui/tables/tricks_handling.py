"""How keys, cursor and pointer work on the hand and the panel of a trick-taking game.

The first press picks up a card, the second plays it.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.geometry import Region

from clockspades.cards import UNKNOWN, Rank
from clockspades.engine.game import Action, EventT
from clockspades.games import trick_selectors as selectors
from clockspades.games.trick_selectors import TrickT
from clockspades.games.tricks import PlayCard
from clockspades.table.model import Direction, PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.round_table import RoundTable

CONFIRM: Final = "Enter or a click confirms, Escape cancels."


class TrickHandling(Table[TrickT, EventT]):
    """A game of tricks that is played with a cursor along the hand, or over what a panel offers."""

    ranks: ClassVar[Sequence[Rank]]
    """The ranks as the hand is sorted by them, the highest first."""

    _clears = False
    """Whether the click that began clears a trick away."""
    _typed: Target | None = None
    """What the last digit led to."""

    @property
    def _fan(self) -> Fan:
        return self.query_one(Fan)

    @property
    def _panel(self) -> ChoicePanel:
        return self.query_one(ChoicePanel)

    # -- what things stand for ------------------------------------------------------------------------

    def choices(self, model: TableModel[TrickT, EventT]) -> tuple[Action, ...]:
        """The actions that the panel offers, in its order."""
        return ()

    def action_for(self, model: TableModel[TrickT, EventT], target: Target) -> Action | None:
        """What is done with a thing in front of the player."""
        match target.kind:
            case TargetKind.HAND:
                hand = selectors.near_hand(model, self.ranks)
                known = target.number < len(hand) and hand[target.number] is not UNKNOWN
                return PlayCard(hand[target.number]) if known else None
            case TargetKind.CHOICE:
                choices = self.choices(model)
                return choices[target.number] if target.number < len(choices) else None
        return None

    def noted(self, player: PlayerView[TrickT, EventT]) -> str:
        """What to say when nothing is pointed at, beside the task."""
        return ""

    # -- keys ------------------------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Point at the card that a digit stands for, or two digits one after the other."""
        hand, can = selectors.near_hand(self.shown, self.ranks), selectors.playable(self.shown, self.ranks)
        targets = [Target(TargetKind.HAND, hand.index(card)) for card in can]
        first = self.typed_before()
        tens = 10 * (targets.index(first) + 1) if first in targets else 0
        chosen = tens + number if tens and tens + number <= len(targets) else number
        if 0 < chosen <= len(targets):
            self.type_at(targets[chosen - 1])

    def type_at(self, target: Target) -> None:
        """Point at what a digit, or a second one after it, stands for."""
        self._typed = target
        self.point_at(target)

    def typed_before(self) -> Target | None:
        """What the digit before led to, as long as nothing else was pointed at."""
        return self._typed if self._typed == self.selection.cursor else None

    def move(self, direction: Direction) -> None:
        """Move the cursor along the hand or over what can be chosen; up and down pick a card up and put it down."""
        cursor = self.selection.cursor
        is_on_card = cursor is not None and cursor.kind is not TargetKind.CHOICE and cursor in self.places()
        if cursor is not None and is_on_card and direction == "up":
            self.pick_up(cursor)
        elif cursor is not None and is_on_card and direction == "down":
            self.put_down(cursor)
        else:
            super().move(direction)

    def confirm(self) -> None:
        """Do what the cursor is on."""
        model = self.shown
        cursor = self.selection.cursor
        if not model.player.active:
            self.say(model.player.prompt)
        elif cursor is None:
            only = self._only_one()
            if only is None:
                self.say("Choose first: press the key shown on a card, use the arrows, or click.")
            else:
                self.point_at(only)
        else:
            asks = self.app.settings.confirm
            self.use(cursor, at_once=not asks or self.selection.confirming == cursor)

    def space(self) -> None:
        """Do with the thing under the cursor what a second click on it would do."""
        if self.selection.cursor is not None:
            self.use(self.selection.cursor, at_once=True)
        else:
            self.confirm()

    def _only_one(self) -> Target | None:
        """The one thing that can be done, if there is just one."""
        targets = [target for target in self.places() if self._reason(target) == ""]
        return targets[0] if len(targets) == 1 else None

    def _reason(self, target: Target) -> str | None:
        """Why nothing can be done with a thing now; empty if something can, None if there is nothing to do with it."""
        action = self.action_for(self.shown, target)
        return None if action is None else selectors.why_not(self.shown, action)

    def use(self, target: Target, *, at_once: bool) -> None:
        """Do something with a thing; pick it up first, to confirm it, or say why it cannot be done."""
        action = self.action_for(self.shown, target)
        if action is None or not self.shown.player.active or action not in selectors.legal(self.shown):
            self.point_at(target)
        elif at_once:
            self.post_message(self.Decided(action))
        else:
            self.pick_up(target)

    def pick_up(self, target: Target) -> None:
        """Raise a card, if it can be played."""
        action = self.action_for(self.shown, target)
        if not self.shown.player.active or action not in selectors.legal(self.shown):
            self.point_at(target)
            return
        self.selection = Selection(target, confirming=target, note=self.asking(target))

    def put_down(self, target: Target) -> None:
        """Lower a card."""
        self.point_at(target)

    def asking(self, target: Target) -> str:
        """What is said of a thing that is picked up."""
        if target.kind is TargetKind.CHOICE:
            return f"{self.explain(target)} Enter confirms, Escape cancels."
        action = self.action_for(self.shown, target)
        return f"Play {f'the {action.card.symbol}' if isinstance(action, PlayCard) else 'it'}? {CONFIRM}"

    # -- the pointer -----------------------------------------------------------------------------------

    @on(Fan.Pressed)
    def _card_pressed(self, event: Fan.Pressed) -> None:
        self.press(Target(TargetKind.BESIDE if event.beside else TargetKind.HAND, event.number))

    @on(ChoicePanel.Pressed)
    async def _choice_pressed(self, event: ChoicePanel.Pressed) -> None:
        if self.sums_up(self.shown.player):
            await self.screen.run_action("confirm")
        else:
            self.press(Target(TargetKind.CHOICE, event.number))

    @on(ChoicePanel.Pointed)
    def _choice_pointed(self, event: ChoicePanel.Pointed) -> None:
        if not self.sums_up(self.shown.player):
            self.hover(TargetKind.CHOICE, event.number)

    def press(self, target: Target) -> None:
        """What a click does: the first picks a card up, the second plays it; a choice is taken at once."""
        if not self._clears:
            self.use(target, at_once=target.kind is TargetKind.CHOICE or self.selection.confirming == target)

    def on_mouse_down(self) -> None:
        """A click that clears a trick away does nothing else."""
        self._clears = self.lingers

    @on(Fan.Pointed)
    def _card_pointed(self, event: Fan.Pointed) -> None:
        self.hover(TargetKind.BESIDE if event.beside else TargetKind.HAND, event.number)

    @on(RoundTable.Pointed)
    def _round_pointed(self, event: RoundTable.Pointed) -> None:
        self.hover(event.kind, event.place)

    def reminder(self, selection: Selection) -> str:
        return self.noted(self.shown.player) if selection.confirming is None else self.asking(selection.confirming)

    # -- the cursor ------------------------------------------------------------------------------------

    def first_target(self) -> Target | None:
        """The first thing that can be done, or else the first there is."""
        return next((target for target in self.places() if self._reason(target) == ""), super().first_target())

    def places(self) -> dict[Target, Region]:
        panel = self._panel.model
        if panel is not None and panel.choices:
            return {
                Target(TargetKind.CHOICE, number): self._panel.choice(number) for number in range(len(panel.choices))
            }
        return self.hand_places()

    def hand_places(self) -> dict[Target, Region]:
        """The cards on the near side, where they stand on the screen."""
        fan = self._fan
        places = {Target(TargetKind.HAND, number): fan.place(number) for number in range(len(fan.model.cards))}
        for number, shown in enumerate(fan.model.beside):
            if shown.card is not None:
                places[Target(TargetKind.BESIDE, number)] = fan.place(number, beside=True)
        return places
