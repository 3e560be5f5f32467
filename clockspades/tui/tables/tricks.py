"""The table of every game of tricks: the players round it, the trick in the middle, and the hand fanned out below."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.geometry import Offset, Region, Size
from textual.widget import Widget

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine.game import Action, Event
from clockspades.games.tricks import Play, PlayCard
from clockspades.tui.faces import Face
from clockspades.tui.geometry import Direction, nearest
from clockspades.tui.glyphs import glyphs
from clockspades.tui.panel_geometry import PanelFace
from clockspades.tui.tables import tricks_slices as slices
from clockspades.tui.tables.scene import AnySight, Attention, Scene, Target
from clockspades.tui.tables.table import Table
from clockspades.tui.tables.tricks_slices import TrickScene
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan, FanFace
from clockspades.tui.widgets.flight import SECONDS, Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog, LogLine
from clockspades.tui.widgets.key_line import Key
from clockspades.tui.widgets.line import Line, LineFace
from clockspades.tui.widgets.mark import Mark
from clockspades.tui.widgets.plate import PlateFace
from clockspades.tui.widgets.round_table import RoundFace, RoundTable
from clockspades.tui.widgets.sheet import SheetFace

if TYPE_CHECKING:
    from clockspades.tui.app import Clockspades


class TrickTable(Table):
    """A game of tricks on the screen. What is a game's own it says in the methods that are abstract here."""

    # a stylesheet of its own, so that the tables of other games open without it
    DEFAULT_CSS: ClassVar[str] = """
    TrickTable > * { visibility: visible; }

    #trick-table {
        layout: grid;
        grid-size: 1;
        grid-rows: 1fr 2 6;
        width: 100%;
        height: 100%;
    }

    #cloth { layout: horizontal; layers: base panel; }

    RoundTable { width: 1fr; height: 100%; }

    ChoicePanel { layer: panel; position: absolute; background: $rail; }

    #beside {
        width: 33%;
        height: 100%;
        padding: 0 1;
        layout: grid;
        grid-size: 1;
        grid-rows: 1 1fr;
    }

    #said { padding: 0 1; color: $bright; }

    Fan { width: 100%; height: 100%; padding: 0 1; }

    .-compact #beside { display: none; }
    .-compact #trick-table, .-short #trick-table { grid-rows: 1fr 3 4; }
    .-tall #trick-table { grid-rows: 1fr 2 8; }
    .-high #trick-table { grid-rows: 1fr 2 10; }
    .-compact.-tall #trick-table, .-compact.-high #trick-table { grid-rows: 1fr 3 6; }
    .-cards-medium .-tall #trick-table, .-cards-medium .-high #trick-table { grid-rows: 1fr 2 6; }
    .-cards-small #trick-table, .-cards-small .-tall #trick-table, .-cards-small .-high #trick-table {
        grid-rows: 1fr 2 4;
    }
    .-cards-small .-compact #trick-table { grid-rows: 1fr 3 4; }
    """
    SCOPED_CSS = False

    offers = frozenset({"sheet", "last_trick"})
    ranks: ClassVar[Sequence[Rank]]
    """The ranks as the hand is sorted by them, the highest first."""

    _clears = False
    """Whether the click that began clears a trick away."""

    def compose(self) -> ComposeResult:
        """The players and the trick, beside them what happened; then what is to be done; then the hand."""
        with Widget(id="trick-table"):
            with Widget(id="cloth"):
                yield RoundTable(self.round_face, id="round").data_bind(scene=Table.scene)
                yield ChoicePanel(self.panel, id="panel").data_bind(scene=Table.scene)
                with Widget(id="beside"):
                    yield Line(self.heading, id="heading").data_bind(scene=Table.scene)
                    yield GameLog(self.log_lines, id="log").data_bind(scene=Table.scene)
            yield Line(slices.prompt, id="said").data_bind(scene=Table.scene)
            yield Fan(self.fan_face, id="near-hand").data_bind(scene=Table.scene)

    # -- what a game says of itself --------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def beats(card: Card, winning: Card, led: Suit) -> bool:
        """Whether a card takes a trick over from the card now winning."""

    @abstractmethod
    def plate(self, scene: TrickScene, seat: int) -> PlateFace:
        """A player's plate."""

    @abstractmethod
    def heading(self, scene: TrickScene) -> LineFace:
        """The game and where it stands."""

    @abstractmethod
    def panel(self, scene: TrickScene) -> PanelFace | None:
        """What is to be chosen, or read, in the middle of the table."""

    @abstractmethod
    def sheet(self, scene: TrickScene) -> SheetFace:
        """The score sheet."""

    @abstractmethod
    def explain_plate(self, scene: TrickScene, place: int) -> str:
        """How a player stands."""

    def sheet_face(self) -> SheetFace:
        return self.sheet(self._scene)

    def fan_face(self, scene: TrickScene) -> FanFace:
        """What lies before the player on the near side."""
        return slices.fan_face(scene, self.ranks)

    def round_face(self, scene: TrickScene) -> RoundFace:
        """The players and the trick."""
        return slices.round_face(scene, self.beats, self.plate, self.panel(scene))

    def choices(self, scene: TrickScene) -> tuple[Action, ...]:
        """The actions that the panel offers, in its order."""
        return ()

    def remark(self, sight: AnySight) -> str:
        """What is to be said of what happened last, beside what is to be done now."""
        return ""

    def action_for(self, scene: TrickScene, target: Target) -> Action | None:
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

    # -- what is shown ---------------------------------------------------------------------------------

    @property
    def _scene(self) -> TrickScene:
        assert self.scene is not None, "a table is played only once it shows a game"
        return self.scene

    @property
    def _round(self) -> RoundTable:
        return self.query_one(RoundTable)

    @property
    def _fan(self) -> Fan:
        return self.query_one(Fan)

    @property
    def _panel(self) -> ChoicePanel:
        return self.query_one(ChoicePanel)

    @on(RoundTable.Resized)
    def _make_room(self) -> None:
        """Give the panel the room that the table has now."""
        middle = self._round.middle.translate(-self._round.region.offset)
        self._panel.room = (middle, Region(0, middle.y, self._round.size.width, middle.height))

    def attention_at(self, before: AnySight | None, after: AnySight) -> Attention:
        """A trick that was just taken lies there still, and the card just played is on its way."""
        return Attention(
            note=self._noted(after),
            looked=slices.just_taken(after),
            aloft=before is not None and self._moves and self.just_played(after) is not None,
        )

    def _noted(self, sight: AnySight) -> str:
        """What is said when nothing is pointed at, if that is more than what is to be done."""
        told = " ".join(filter(None, (self.remark(sight), slices.taking(sight))))
        if sight.caption or not told or slices.just_taken(sight) is not None:
            return "" if sight.caption else told
        return f"{told} {sight.game.prompt(sight.view, sight.names)}"

    @property
    def _moves(self) -> bool:
        return self.app.animation_level != "none"

    @property
    def lingers(self) -> bool:
        return self.attention.looked is not None

    def go_on(self, *, gathers: bool = True) -> None:
        """Let whoever took it take the trick that lies there."""
        looked = self.attention.looked
        if looked is None:
            return
        view = self._scene.view
        self.attention = self.attention._replace(looked=None, note="")
        if gathers and looked == len(view.tricks) - 1 and not view.trick:
            self._launch(self._gathering())

    def look_back(self) -> None:
        """Show the last trick again, or no longer."""
        view = self._scene.view
        if not view.tricks:
            self.say("No trick of this deal has been taken yet.")
        elif self.lingers:
            self.go_on()
        else:
            winner = self._scene.sight.names[view.tricks[-1].winner]
            note = f"The last trick, which {winner} took. Any key goes on."
            self.attention = Attention(note=note, looked=len(view.tricks) - 1)

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnySight, after: AnySight) -> list[Flight]:
        """The card that was played, from where it was to the trick."""
        played = self.just_played(after)
        if played is None:
            return []
        end = self._round.play(slices.place_of(self._scene, played.seat))
        return [self._way(Face(played.card), self._origin(before, played), end)]

    def just_played(self, sight: AnySight) -> Play | None:
        """The card that the last action put on the trick."""
        return slices.just_played(sight)

    def _origin(self, before: AnySight, played: Play) -> Region:
        """Where a card was before it was played: its place in the hand on the near side, or at its player's plate."""
        place = slices.place_of(self._scene, played.seat)
        if place:
            return self._round.plate(place)
        hand = slices.near_hand(Scene(before, Attention()), self.ranks)
        return self._fan.corner(hand.index(played.card)) if played.card in hand else self._fan.region

    def _way(self, face: Face, start: Region, end: Region, *, turns: bool = False) -> Flight:
        """From the middle of one place to that of another, in the size of the cards on the trick."""
        size = self._round.play(0).size
        return Flight(face, size, _corner(start, size), _corner(end, size), turns=turns)

    def _gathering(self) -> list[Flight]:
        """The last trick on its way to whoever took it."""
        trick = self._scene.view.tricks[-1]
        end = self._round.plate(slices.place_of(self._scene, trick.winner))
        return [
            self._way(Face(play.card), self._round.play(slices.place_of(self._scene, play.seat)), end)
            for play in trick.plays
        ]

    @on(Flyer.Landed)
    def _landed(self) -> None:
        if all(flyer.is_free for flyer in self.query(Flyer)):
            self._put_down()

    def land(self) -> None:
        super().land()
        self._put_down()

    def _put_down(self) -> None:
        if self.attention.aloft:
            self.attention = self.attention._replace(aloft=False)

    def seconds_for(self, sight: AnySight) -> float:
        return SECONDS if self.just_played(sight) else 0.0

    # -- what can be done ------------------------------------------------------------------------------

    def keys(self, sight: AnySight) -> tuple[Key, ...]:
        more = [Key("t", "last trick", "last_trick")] if sight.view.tricks else []
        more.append(Key("s", "scores", "sheet"))
        if self.lingers:
            return (Key(glyphs().enter, "go on", "confirm"), *more)
        if self.sums_up(sight):
            return (Key(glyphs().enter, "next deal", "confirm"), *more)
        if sight.active:
            return (*self.keys_now(sight), *more)
        return tuple(more)

    def keys_now(self, sight: AnySight) -> tuple[Key, ...]:
        """The keys for what the player on the near side is to do."""
        return (Key(glyphs().left_right, "card", "move('right')"), Key(glyphs().enter, "play", "confirm"))

    def marks(self, history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
        return slices.marks(history)

    def log_lines(self, scene: TrickScene) -> tuple[LogLine, ...]:
        return slices.log_lines(scene)

    def explain(self, target: Target) -> str:
        scene = self._scene
        match target.kind:
            case "hand":
                return slices.explain_card(scene, self.ranks, target.number)
            case "play":
                return slices.explain_play(scene, self.beats, target.number)
            case "plate":
                return self.explain_plate(scene, target.number)
        return ""

    def choose(self, number: int) -> None:
        """Point at the card that a digit stands for."""
        can = slices.playable(self._scene, self.ranks)
        if 0 < number <= len(can):
            self.point_at(Target("hand", slices.near_hand(self._scene, self.ranks).index(can[number - 1])))

    def move(self, direction: Direction) -> None:
        """Move the cursor along the hand or over what can be chosen; up and down pick a card up and put it down."""
        pointed, places = self.attention.pointed, self.cursor_places()
        is_card = pointed is not None and pointed.kind != "choice"
        if pointed is None or pointed not in places:
            first = self._first_target()
            if first is not None:
                self.point_at(first)
        elif is_card and direction == "up":
            self.pick_up(pointed)
        elif is_card and direction == "down":
            self.put_down(pointed)
        else:
            found = nearest(places, pointed, direction)
            self.point_at(found or pointed)

    def confirm(self) -> None:
        """Do what the cursor is on."""
        scene = self._scene
        pointed = self.attention.pointed
        if not scene.sight.active:
            self.say(scene.sight.game.prompt(scene.view, scene.sight.names))
        elif pointed is None:
            only = self._only_one()
            if only is None:
                self.say("Choose first: with the arrows, a digit, or a click.")
            else:
                self.point_at(only)
        else:
            asks = cast("Clockspades", self.app).settings.confirm
            self.use(pointed, at_once=not asks or self.attention.asked == pointed)

    def place(self) -> None:
        """Do with the thing under the cursor what a second click on it would do."""
        if self.attention.pointed is not None:
            self.use(self.attention.pointed, at_once=True)
        else:
            self.confirm()

    def _only_one(self) -> Target | None:
        """The one thing that can be done, if there is just one."""
        targets = [target for target in self.cursor_places() if self._reason(target) == ""]
        return targets[0] if len(targets) == 1 else None

    def _reason(self, target: Target) -> str | None:
        """Why nothing can be done with a thing now; empty if something can, None if there is nothing to do with it."""
        action = self.action_for(self._scene, target)
        return None if action is None else slices.why_not(self._scene, action)

    def use(self, target: Target, *, at_once: bool) -> None:
        """Do something with a thing; pick it up first, to be asked for again, or say why it cannot be done."""
        action = self.action_for(self._scene, target)
        if action is None or not self._scene.sight.active or action not in slices.legal(self._scene):
            self.point_at(target)
        elif at_once:
            self.post_message(self.Decided(action))
        else:
            self.pick_up(target)

    def pick_up(self, target: Target) -> None:
        """Raise a card, if it can be played."""
        action = self.action_for(self._scene, target)
        if not self._scene.sight.active or action not in slices.legal(self._scene):
            self.point_at(target)
            return
        self.attention = Attention(target, asked=target, note=self.asking(target))

    def put_down(self, target: Target) -> None:
        """Lower a card."""
        self.point_at(target)

    def asking(self, target: Target) -> str:
        """What is said of a thing that is picked up."""
        action = self.action_for(self._scene, target)
        what = action.card.symbol if isinstance(action, PlayCard) else "It"
        return f"{what} is picked up: Enter plays it, or another click; Escape does not."

    # -- the pointer -----------------------------------------------------------------------------------

    @on(Fan.Pressed)
    def _card_pressed(self, event: Fan.Pressed) -> None:
        self.press(Target("clog" if event.beside else "hand", event.number))

    @on(ChoicePanel.Pressed)
    async def _choice_pressed(self, event: ChoicePanel.Pressed) -> None:
        if self.sums_up(self._scene.sight):
            await self.screen.run_action("confirm")
        else:
            self.press(Target("choice", event.number))

    @on(ChoicePanel.Pointed)
    def _choice_pointed(self, event: ChoicePanel.Pointed) -> None:
        if not self.sums_up(self._scene.sight):
            self._hover("choice", event.number)

    def press(self, target: Target) -> None:
        """What a click does: the first picks a card up, the second plays it; a choice is taken at once."""
        if not self._clears:
            self.use(target, at_once=target.kind == "choice" or self.attention.asked == target)

    def on_mouse_down(self) -> None:
        """A click that clears a trick away does nothing else."""
        self._clears = self.lingers

    @on(Fan.Pointed)
    def _card_pointed(self, event: Fan.Pointed) -> None:
        self._hover("clog" if event.beside else "hand", event.number)

    @on(RoundTable.Pointed)
    def _round_pointed(self, event: RoundTable.Pointed) -> None:
        self._hover(event.kind or "", None if event.kind is None else event.place)

    def _hover(self, kind: str, number: int | None) -> None:
        """Explain what the pointer is on; what it leaves is forgotten unless it is on something else already."""
        if number is not None:
            self._hovered = Target(kind, number)
            self.say(self.explain(self._hovered))
        elif self._hovered is not None:
            self._hovered = None
            asked = self.attention.asked
            self.say(self.asking(asked) if asked is not None else self._noted(self._scene.sight))

    # -- the cursor ------------------------------------------------------------------------------------

    def _first_target(self) -> Target | None:
        """Where the cursor appears: on the first thing that can be done, or else on the first there is."""
        places = self.cursor_places()
        return next((target for target in places if self._reason(target) == ""), next(iter(places), None))

    def cursor_places(self) -> dict[Target, Region]:
        """Everything that the cursor can be on, where it stands on the screen."""
        face = self._panel.face
        if face is not None and face.choices:
            return {Target("choice", number): self._panel.choice(number) for number in range(len(face.choices))}
        return self.hand_places()

    def hand_places(self) -> dict[Target, Region]:
        """The cards on the near side, where they stand on the screen."""
        fan = self._fan
        places = {Target("hand", number): fan.place(number) for number in range(len(fan.face.cards))}
        for number, shown in enumerate(fan.face.beside):
            if shown is not None:
                places[Target("clog", number)] = fan.place(number, beside=True)
        return places


def _corner(place: Region, size: Size) -> Offset:
    """The upper left corner of something of a size in the middle of a place."""
    return place.offset + Offset((place.width - size.width) // 2, (place.height - size.height) // 2)
