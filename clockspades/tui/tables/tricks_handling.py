"""How keys, cursor and pointer work on the hand and the panel of a trick-taking game.

The first press picks up a card, the second plays it.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import on
from textual.geometry import Region

from clockspades.cards import UNKNOWN, Rank
from clockspades.engine.game import Action, EventT
from clockspades.games.tricks import PlayCard
from clockspades.tui.layout.cells import Direction
from clockspades.tui.tables import tricks_slices as slices
from clockspades.tui.tables.scene import Attention, Scene, Sight, Target
from clockspades.tui.tables.table import Table
from clockspades.tui.tables.tricks_slices import TrickT
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

    def choices(self, scene: Scene[TrickT, EventT]) -> tuple[Action, ...]:
        """The actions that the panel offers, in its order."""
        return ()

    def action_for(self, scene: Scene[TrickT, EventT], target: Target) -> Action | None:
        """What is done with a thing in front of the player."""
        match target.kind:
            case "hand":
                hand = slices.near_hand(scene, self.ranks)
                known = target.number < len(hand) and hand[target.number] is not UNKNOWN
                return PlayCard(hand[target.number]) if known else None
            case "choice":
                choices = self.choices(scene)
                return choices[target.number] if target.number < len(choices) else None
        return None

    def noted(self, sight: Sight[TrickT, EventT]) -> str:
        """What to say when nothing is pointed at, beside the task."""
        return ""

    # -- keys ------------------------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Point at the card that a digit stands for, or two digits one after the other."""
        hand, can = slices.near_hand(self.shown, self.ranks), slices.playable(self.shown, self.ranks)
        targets = [Target("hand", hand.index(card)) for card in can]
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
        return self._typed if self._typed == self.attention.pointed else None

    def move(self, direction: Direction) -> None:
        """Move the cursor along the hand or over what can be chosen; up and down pick a card up and put it down."""
        pointed = self.attention.pointed
        is_on_card = pointed is not None and pointed.kind != "choice" and pointed in self.places()
        if pointed is not None and is_on_card and direction == "up":
            self.pick_up(pointed)
        elif pointed is not None and is_on_card and direction == "down":
            self.put_down(pointed)
        else:
            super().move(direction)

    def confirm(self) -> None:
        """Do what the cursor is on."""
        scene = self.shown
        pointed = self.attention.pointed
        if not scene.sight.active:
            self.say(scene.sight.prompt)
        elif pointed is None:
            only = self._only_one()
            if only is None:
                self.say("Choose first: press the key shown on a card, use the arrows, or click.")
            else:
                self.point_at(only)
        else:
            asks = self.app.settings.confirm
            self.use(pointed, at_once=not asks or self.attention.asked == pointed)

    def space(self) -> None:
        """Do with the thing under the cursor what a second click on it would do."""
        if self.attention.pointed is not None:
            self.use(self.attention.pointed, at_once=True)
        else:
            self.confirm()

    def _only_one(self) -> Target | None:
        """The one thing that can be done, if there is just one."""
        targets = [target for target in self.places() if self._reason(target) == ""]
        return targets[0] if len(targets) == 1 else None

    def _reason(self, target: Target) -> str | None:
        """Why nothing can be done with a thing now; empty if something can, None if there is nothing to do with it."""
        action = self.action_for(self.shown, target)
        return None if action is None else slices.why_not(self.shown, action)

    def use(self, target: Target, *, at_once: bool) -> None:
        """Do something with a thing; pick it up first, to be asked for again, or say why it cannot be done."""
        action = self.action_for(self.shown, target)
        if action is None or not self.shown.sight.active or action not in slices.legal(self.shown):
            self.point_at(target)
        elif at_once:
            self.post_message(self.Decided(action))
        else:
            self.pick_up(target)

    def pick_up(self, target: Target) -> None:
        """Raise a card, if it can be played."""
        action = self.action_for(self.shown, target)
        if not self.shown.sight.active or action not in slices.legal(self.shown):
            self.point_at(target)
            return
        self.attention = Attention(target, asked=target, note=self.asking(target))

    def put_down(self, target: Target) -> None:
        """Lower a card."""
        self.point_at(target)

    def asking(self, target: Target) -> str:
        """What is said of a thing that is picked up."""
        if target.kind == "choice":
            return f"{self.explain(target)} Enter confirms, Escape cancels."
        action = self.action_for(self.shown, target)
        return f"Play {f'the {action.card.symbol}' if isinstance(action, PlayCard) else 'it'}? {CONFIRM}"

    # -- the pointer -----------------------------------------------------------------------------------

    @on(Fan.Pressed)
    def _card_pressed(self, event: Fan.Pressed) -> None:
        self.press(Target("beside" if event.beside else "hand", event.number))

    @on(ChoicePanel.Pressed)
    async def _choice_pressed(self, event: ChoicePanel.Pressed) -> None:
        if self.sums_up(self.shown.sight):
            await self.screen.run_action("confirm")
        else:
            self.press(Target("choice", event.number))

    @on(ChoicePanel.Pointed)
    def _choice_pointed(self, event: ChoicePanel.Pointed) -> None:
        if not self.sums_up(self.shown.sight):
            self.hover("choice", event.number)

    def press(self, target: Target) -> None:
        """What a click does: the first picks a card up, the second plays it; a choice is taken at once."""
        if not self._clears:
            self.use(target, at_once=target.kind == "choice" or self.attention.asked == target)

    def on_mouse_down(self) -> None:
        """A click that clears a trick away does nothing else."""
        self._clears = self.lingers

    @on(Fan.Pointed)
    def _card_pointed(self, event: Fan.Pointed) -> None:
        self.hover("beside" if event.beside else "hand", event.number)

    @on(RoundTable.Pointed)
    def _round_pointed(self, event: RoundTable.Pointed) -> None:
        self.hover(event.kind, event.place)

    def reminder(self, attention: Attention) -> str:
        return self.noted(self.shown.sight) if attention.asked is None else self.asking(attention.asked)

    # -- the cursor ------------------------------------------------------------------------------------

    def first_target(self) -> Target | None:
        """The first thing that can be done, or else the first there is."""
        return next((target for target in self.places() if self._reason(target) == ""), super().first_target())

    def places(self) -> dict[Target, Region]:
        face = self._panel.face
        if face is not None and face.choices:
            return {Target("choice", number): self._panel.choice(number) for number in range(len(face.choices))}
        return self.hand_places()

    def hand_places(self) -> dict[Target, Region]:
        """The cards on the near side, where they stand on the screen."""
        fan = self._fan
        places = {Target("hand", number): fan.place(number) for number in range(len(fan.face.cards))}
        for number, shown in enumerate(fan.face.beside):
            if shown.card is not None:
                places[Target("beside", number)] = fan.place(number, beside=True)
        return places
