"""The table of every game of tricks: the players round it, the trick in the middle, and the hand fanned out below."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from clockspades.cards import Card, Suit
from clockspades.engine.game import Action, Event, EventT
from clockspades.games.tricks import Play, PlayCard, TrickView
from clockspades.tui.drawing.faces import Face
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.panel import PanelFace
from clockspades.tui.tables import telling
from clockspades.tui.tables import tricks_slices as slices
from clockspades.tui.tables.scene import Attention, Scene, Sight, Target
from clockspades.tui.tables.table import Table
from clockspades.tui.tables.tricks_handling import TrickHandling
from clockspades.tui.tables.tricks_slices import TrickT
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
    from clockspades.tui.tables.result import ResultFace


class TrickTable(TrickHandling[TrickT, EventT]):
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

    #hands { display: none; padding: 0 1; }

    #heading-above { display: none; padding: 0 1; }

    .-compact #heading-above { display: block; }
    .-compact #beside { display: none; }
    .-compact .-all-open #hands { display: block; }
    .-compact .-all-open Fan { display: none; }
    .-short #trick-table { grid-rows: 1fr 3 4; }
    .-compact #trick-table { grid-rows: 1 1fr 3 4; }
    .-tall #trick-table { grid-rows: 1fr 2 8; }
    .-high #trick-table { grid-rows: 1fr 2 10; }
    .-compact.-tall #trick-table, .-compact.-high #trick-table { grid-rows: 1 1fr 3 6; }
    .-cards-medium .-tall #trick-table, .-cards-medium .-high #trick-table { grid-rows: 1fr 2 6; }
    .-cards-small #trick-table, .-cards-small .-tall #trick-table, .-cards-small .-high #trick-table {
        grid-rows: 1fr 2 4;
    }
    .-cards-medium .-compact.-tall #trick-table, .-cards-medium .-compact.-high #trick-table {
        grid-rows: 1 1fr 3 6;
    }
    .-cards-small .-compact #trick-table { grid-rows: 1 1fr 3 4; }
    """
    SCOPED_CSS = False

    pauses = True
    screen_actions = frozenset({"sheet", "last_trick"})
    manner: ClassVar[telling.Manner]
    """How the game is told in its log."""

    def __init__(self) -> None:
        super().__init__()
        self._told: list[telling.Told] = []
        """What was told before, by point: the log is long, and little of it is new."""

    def compose(self) -> ComposeResult:
        """The players and the trick with the log beside them, then the prompt, then the hand."""
        with Widget(id="trick-table"):
            yield Line(self.heading, id="heading-above").data_bind(scene=Table.scene)
            with Widget(id="cloth"):
                yield RoundTable(self.round_face, id="round").data_bind(scene=Table.scene)
                yield ChoicePanel(self.panel, id="panel").data_bind(scene=Table.scene)
                with Widget(id="beside"):
                    yield Line(self.heading, id="heading").data_bind(scene=Table.scene)
                    yield GameLog(self.lines_beside, id="log").data_bind(scene=Table.scene)
            yield Line(telling.prompt, id="said").data_bind(scene=Table.scene)
            yield Fan(self.fan_face, id="near-hand").data_bind(scene=Table.scene)
            yield Line(self.hands_below, id="hands").data_bind(scene=Table.scene)

    # -- what each game defines --------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def beats(card: Card, winning: Card, led: Suit) -> bool:
        """Whether a card takes a trick over from the card now winning."""

    @abstractmethod
    def plate(self, scene: Scene[TrickT, EventT], seat: int) -> PlateFace:
        """A player's plate."""

    @abstractmethod
    def heading(self, scene: Scene[TrickT, EventT]) -> LineFace:
        """The game and where it stands."""

    @abstractmethod
    def panel(self, scene: Scene[TrickT, EventT]) -> PanelFace | None:
        """A choice or a summary in the middle of the table; None without one."""

    @staticmethod
    @abstractmethod
    def sheet(scene: Scene[TrickT, EventT]) -> SheetFace:
        """The score sheet."""

    @abstractmethod
    def explain_plate(self, scene: Scene[TrickT, EventT], place: int) -> str:
        """How a player stands."""

    def fan_face(self, scene: Scene[TrickT, EventT]) -> FanFace:
        """What lies before the player on the near side."""
        return slices.fan_face(scene, self.ranks)

    def round_face(self, scene: Scene[TrickT, EventT]) -> RoundFace:
        """The players and the trick."""
        return slices.round_face(scene, self.beats, self.plate, self.panel(scene))

    def remark(self, sight: Sight[TrickT, EventT]) -> str:
        """What else to say of the last action."""
        return ""

    # -- what is shown ---------------------------------------------------------------------------------

    def watch_scene(self, scene: Scene[TrickT, EventT] | None) -> None:
        """Where nothing has room beside the table, all hands that are open stand below it."""
        self.set_class(scene is not None and slices.are_open(scene), "-all-open")

    @property
    def _round(self) -> RoundTable:
        return self.query_one(RoundTable)

    @on(RoundTable.Resized)
    def _make_room(self) -> None:
        """Give the panel the room that the table has now."""
        self._panel.room = self._round.panel_room

    def attention_at(self, before: Sight[TrickT, EventT] | None, after: Sight[TrickT, EventT]) -> Attention:
        """A trick that was just taken lies there still, and the card just played is on its way."""
        return Attention(
            note=self.noted(after),
            looked=slices.just_taken(after),
            aloft=before is not None and self._moves and self.just_played(after) is not None,
        )

    def noted(self, sight: Sight[TrickT, EventT]) -> str:
        """What to say when nothing is pointed at, beside the task."""
        told = " ".join(filter(None, (self.remark(sight), slices.taking(sight))))
        if sight.caption or not told or sight.game.outcome(sight.view) is not None:
            return ""
        if slices.just_taken(sight) is not None:
            return told
        return f"{told} {sight.task}"  # the table shows the rest

    @property
    def _moves(self) -> bool:
        return self.app.animation_level != "none"

    @property
    def lingers(self) -> bool:
        return self.attention.looked is not None

    def go_on(self, *, gathers: bool = True) -> None:
        """Give the trick on the table to its winner."""
        looked = self.attention.looked
        if looked is None:
            return
        view = self.shown.view
        if gathers:
            self.land()
        self.attention = self.attention._replace(looked=None, note="")
        if gathers and looked == len(view.tricks) - 1 and not view.trick:
            self._launch(self._gathering())

    def look_back(self) -> None:
        """Show the last trick again, or no longer."""
        view = self.shown.view
        if not view.tricks:
            self.say("No trick has been taken in this deal yet.")
        elif self.lingers:
            self.go_on()
        else:
            winner = self.shown.sight.names[view.tricks[-1].winner]
            note = f"{winner} took the last trick. Press any key to go on."
            self.attention = Attention(note=note, looked=len(view.tricks) - 1)

    def catch_up(self) -> None:
        view = self.shown.view
        if view.tricks and view.tricks[-1].plays[-1].seat != self.shown.sight.seat:
            self.look_back()

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: Sight[TrickT, EventT], after: Sight[TrickT, EventT]) -> list[Flight]:
        """The card that was played, from where it was to the trick."""
        played = self.just_played(after)
        if played is None:
            return []
        end = self._round.play(slices.place_of(self.shown, played.seat))
        return [self._way(Face(played.card), self._origin(before, played), end)]

    def just_played(self, sight: Sight[TrickT, EventT]) -> Play | None:
        """The card that the last action put on the trick."""
        return slices.just_played(sight)

    def _origin(self, before: Sight[TrickT, EventT], played: Play) -> Region:
        """Where a card was before it was played: its place in the hand on the near side, or at its player's plate."""
        place = slices.place_of(self.shown, played.seat)
        if place or not self._fan.display:
            return self._round.plate(place)
        hand = slices.near_hand(Scene(before, Attention()), self.ranks)
        return self._fan.corner(hand.index(played.card)) if played.card in hand else self._fan.region

    def _way(self, face: Face, start: Region, end: Region, *, turns: bool = False) -> Flight:
        """From the middle of one place to that of another, in the size of the cards on the trick."""
        size = self._round.play(0).size
        return Flight.between(start, end, face, size, turns=turns)

    def _gathering(self) -> list[Flight]:
        """The last trick on its way to its winner."""
        trick = self.shown.view.tricks[-1]
        end = self._round.plate(slices.place_of(self.shown, trick.winner))
        return [
            self._way(Face(play.card), self._round.play(slices.place_of(self.shown, play.seat)), end)
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

    def seconds_for(self, sight: Sight[TrickT, EventT]) -> float:
        return SECONDS if self.just_played(sight) else 0.0

    # -- what can be done ------------------------------------------------------------------------------

    def keys(self, sight: Sight[TrickT, EventT]) -> tuple[Key, ...]:
        more = [Key("t", "last trick", "last_trick")] if sight.view.tricks else []
        more.append(Key("s", "scores", "sheet"))
        if self.lingers and sight.game.outcome(sight.view) is None:
            return (Key(glyphs().enter, "go on", "confirm"), *more)
        if self.sums_up(sight):
            return (Key(glyphs().enter, "next deal", "confirm"), *more)
        if sight.active:
            return (*self.keys_now(sight), *more)
        return tuple(more)

    def keys_now(self, sight: Sight[TrickT, EventT]) -> tuple[Key, ...]:
        """The keys for what the player on the near side is to do."""
        cards = sum(isinstance(action, PlayCard) for action in sight.game.legal_actions(sight.view))
        digits = (Key(f"1-{cards}", "card", "choose(1)"),) if cards > 1 else ()
        return (*digits, Key(glyphs().enter, "play", "confirm"), Key(glyphs().left_right, "move", "move('right')"))

    def announce(self, sight: Sight[TrickT, EventT], action: Action) -> str:
        if not isinstance(action, PlayCard):
            return super().announce(sight, action)
        last = len(sight.view.hands[sight.seat]) == 1
        return f"You play the {action.card.symbol}, {'your last card' if last else 'the only card you can play'}."

    @staticmethod
    def result(state: TrickView) -> "ResultFace":
        from clockspades.tui.tables.tricks_result import tricks_result

        return tricks_result(state)

    def marks(self, history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
        return slices.marks(history)

    def log_lines(self, scene: Scene[TrickT, EventT]) -> tuple[LogLine, ...]:
        return telling.log_lines(scene, self.manner, self._told)

    def lines_beside(self, scene: Scene[TrickT, EventT]) -> tuple[LogLine, ...]:
        """What stands beside the table: the others' hands where all are open, else what happened."""
        return slices.hands_beside(scene, self.ranks) or self.log_lines(scene)

    def hands_below(self, scene: Scene[TrickT, EventT]) -> LineFace:
        """What stands in the place of the hand where all are open and there is nothing beside the table."""
        return slices.hands_below(scene, self.ranks)

    def explain(self, target: Target) -> str:
        scene = self.shown
        match target.kind:
            case "hand":
                return slices.explain_card(scene, self.ranks, target.number)
            case "play":
                return slices.explain_play(scene, self.beats, target.number)
            case "plate":
                return self.explain_plate(scene, target.number)
        return ""
