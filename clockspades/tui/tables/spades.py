"""The table of Spades: bids, the pass and the draw on a panel in the middle, then tricks."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Region

from clockspades.games.spades.actions import PASSED, RANKS, MakeBid
from clockspades.games.spades.events import SpadesEvent
from clockspades.games.spades.state import Phase, State, beats
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.cells import Direction
from clockspades.tui.layout.panel import FEW
from clockspades.tui.tables import spades_slices as slices
from clockspades.tui.tables.scene import Target
from clockspades.tui.tables.spades_slices import SpadesScene, SpadesSight
from clockspades.tui.tables.tricks import TrickTable
from clockspades.tui.widgets.key_line import Key
from clockspades.tui.widgets.round_table import RoundFace


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
    manner = slices.MANNER

    plate = staticmethod(slices.plate)
    heading = staticmethod(slices.heading)
    panel = staticmethod(slices.panel)
    sheet = staticmethod(slices.sheet)
    choices = staticmethod(slices.choices)
    remark = staticmethod(slices.remark)
    sums_up = staticmethod(slices.sums_up)
    marks = staticmethod(slices.marks)
    explain_plate = staticmethod(slices.explain_plate)

    def round_face(self, scene: SpadesScene) -> RoundFace:
        return super().round_face(scene)._replace(sign=slices.sign(scene))

    def explain(self, target: Target) -> str:
        if target.kind == "choice":
            return slices.explain_choice(self.shown, target.number)
        return "" if target.kind == "hand" and self._passes else super().explain(target)

    # -- bids ------------------------------------------------------------------------------------------

    def keys_now(self, sight: SpadesSight) -> tuple[Key, ...]:
        enter, arrows = glyphs().enter, glyphs().left_right
        offered = len(sight.game.legal_actions(sight.view))
        match sight.view.phase:
            case Phase.BID if sight.view.looked[sight.seat]:
                most = sight.view.settings.hand
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
        return super().keys_now(sight)

    def choose(self, number: int) -> None:
        """Point at a bid, of two digits by one after the other; or at another choice or card by its number."""
        offered = self.choices(self.shown)
        if offered and isinstance(offered[0], MakeBid) and not offered[0].blind:
            first = self.typed_before()
            tens = first.number * 10 if first is not None and first.kind == "choice" else 0
            bid = tens + number if tens and tens + number < len(offered) else number
            self.type_at(Target("choice", bid))
        elif offered and 0 < number <= len(offered):
            self.point_at(Target("choice", number - 1))
        else:
            super().choose(number)

    def move(self, direction: Direction) -> None:
        """Move the cursor; among a few answers every arrow leads to the next or the one before, however they stand."""
        pointed, offered = self.attention.pointed, self.choices(self.shown)
        if pointed is not None and pointed.kind == "choice" and 0 < len(offered) <= FEW:
            number = pointed.number + (1 if direction in ("right", "down") else -1)
            self.point_at(Target("choice", min(max(number, 0), len(offered) - 1)))
        else:
            super().move(direction)

    def first_target(self) -> Target | None:
        """Among bids the cursor appears on an even share of the tricks: a nil is too dear for a slip of the hand."""
        if any(isinstance(action, MakeBid) and not action.blind for action in self.choices(self.shown)):
            return Target("choice", self.shown.view.settings.hand // len(self.shown.sight.names))
        return super().first_target()

    # -- the pass --------------------------------------------------------------------------------------

    @property
    def _passes(self) -> bool:
        """Whether the player on the near side chooses cards to pass."""
        return self.shown.view.phase is Phase.PASS and self.shown.sight.active

    def use(self, target: Target, *, at_once: bool) -> None:
        if self._passes and target.kind == "hand":
            self._toggle(target)
        else:
            super().use(target, at_once=at_once or target.kind == "choice")

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
        elif self._passes and self.attention.pointed is None:
            self.say(f"Choose {PASSED} cards first, with the arrows and Space or by clicking.")
        else:
            super().confirm()

    def places(self) -> dict[Target, Region]:
        if self._passes:
            return self.hand_places()
        return super().places()

    def _is_chosen(self, target: Target) -> bool:
        return self._fan.face.cards[target.number].picked

    def _toggle(self, target: Target) -> None:
        placed, words = slices.toggled(self.shown, target.number)
        self.attention = self.attention._replace(pointed=target, placed=placed, note=words)
