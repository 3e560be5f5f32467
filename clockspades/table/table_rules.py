"""What a game tells its table: what is on it, what can be pointed at, what that means, and how cards move.

A game knows nothing of turns, timers or screens: those are the same for all, in :mod:`clockspades.table.update`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias

from clockspades.cards import Card
from clockspades.engine.game import AnyGame
from clockspades.engine.phrases import capital, sentence
from clockspades.engine.rules import Action, EventT, Moved, Sight, Spot, StateT
from clockspades.language import N_, _, pgettext
from clockspades.table.commands import DIGITS, ENTER, Command
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.keys import spoken
from clockspades.table.log_view import LogStyle, by_point
from clockspades.table.model import Direction, PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.table.moments import SECONDS, TURN, WAIT, Moment
from clockspades.table.parts import InPart, Kind, Move, Parts, Place, ZoneRow, each_part
from clockspades.table.widget_models import CardRowModel, DialModel, Face, Mark, MiniatureModel, ResultModel

if TYPE_CHECKING:
    from clockspades.table.trick_widget_models import ScoreSheetModel


class Choose(NamedTuple):
    """The player chooses an action."""

    action: Action
    target: Target | None = None
    """What it is done to, if it is asked for twice where that is set."""


class Select(NamedTuple):
    """The player has something else selected, or is told something."""

    selection: Selection


@dataclass(frozen=True, slots=True)
class Nothing:
    """What the player did means nothing here."""


Response: TypeAlias = Choose | Select | Nothing
"""What something that the player does leads to."""


class TableRules(ABC, Generic[StateT, EventT]):
    """How one game is played at a table. It has no state of its own: everything is in the model.

    The defaults suit a game that states its zones: :class:`ZoneRow` shows them, and cards fly as :class:`Moved` says.
    """

    game: ClassVar[type[AnyGame]]
    """The game, for the default of :meth:`result`."""
    shows_tricks: ClassVar[bool] = False
    """Whether a finished trick stays on the table before the game goes on."""
    paces: ClassVar[tuple[float, ...]] = ()
    """Seconds between two cards that turn by themselves, for each speed from 1 on; empty if none do."""
    commands: ClassVar[tuple[Command, ...]] = (
        ENTER._replace(description=N_("Make the only move; after it, the result")),
    )
    """The commands of this game, among them :data:`~clockspades.table.commands.ENTER`. Those of every game are in
    :class:`~clockspades.tui.screens.table_screen.TableScreen`, which runs them all."""

    # -- what is on the table --------------------------------------------------------------------------

    layout: ClassVar[str] = ""
    """The stylesheet that lays its parts out, by their ids, at all sizes of the screen, as in ``.clogs #log``.

    Empty if they are laid out as those of other games. The game's name is the class of its table. Classes of the screen
    say how large it is (``-compact``, ``-short``, …) and what it is: ``-playing``, ``-stepping`` or ``-teaching``.
    """
    log_style: ClassVar[LogStyle] = LogStyle(lambda event: event.starts_section)
    quick_clicks: ClassVar[bool] = False
    """Whether each of several quick clicks on a station of the dial counts; otherwise they are one click."""
    carries: ClassVar[Target | None] = None
    """The card that can be dragged to the dial."""

    @property
    @abstractmethod
    def parts(self) -> Parts:
        """What is on the table."""

    def place(self, target: Target) -> Place:
        """Where a target is, if that is not where its kind and number say."""
        return target

    def moves(self, before: PlayerView[StateT, EventT], after: PlayerView[StateT, EventT]) -> tuple[Move, ...]:
        """How cards go from one point to the next: those that go to the same zone together, then the others."""
        found: list[Move] = []
        for number, group in enumerate(self._flights(after)):
            for event in group:
                start, end = self.lies(before, event.card, event.start), self.lies(after, event.card, event.end)
                if start is not None and end is not None:
                    found.append(Move(Face(event.card), start, end, number * SECONDS, turns=event.turned))
        return tuple(found)

    def moved(self, player: PlayerView[StateT, EventT]) -> Iterator[Moved]:
        """The cards that moved last. A game whose events are its own says here what they move."""
        return (event for event in player.happened if isinstance(event, Moved))

    def _flights(self, player: PlayerView[StateT, EventT]) -> Iterator[list[Moved]]:
        """The cards that moved last, those that went to the same zone one after the other together."""
        return ([*group] for _, group in groupby(self.moved(player), lambda event: event.end))

    def lies(self, player: PlayerView[StateT, EventT], card: Card, spot: Spot) -> Place | None:
        """Where a card of a zone lies; None if the table does not show it."""
        for part in each_part(self.parts):
            if isinstance(part.selector, ZoneRow) and part.selector.spot(player) == spot:
                return InPart(part.id, part.selector.number(player, card))
        return None

    def gathering(self, model: TableModel[StateT, EventT]) -> tuple[Move, ...]:
        """How the last trick goes to its winner, if it is the trick shown."""
        return ()

    # -- what can be pointed at ------------------------------------------------------------------------

    def actions(self, model: TableModel[StateT, EventT]) -> Mapping[Target, Action]:
        """What the player at the near side can do now, by where it is on the table."""
        player = model.player
        offered = player.game.rules.offered(player.view) if player.active else ()
        return {target: action for action in offered for target in self.targets_of(model, action)}

    def targets(self, model: TableModel[StateT, EventT]) -> tuple[Target, ...]:
        return tuple(self.actions(model))

    def first_target(self, model: TableModel[StateT, EventT]) -> Target | None:
        """What the cursor appears on."""
        return next(iter(self.targets(model)), None)

    def explain(self, model: TableModel[StateT, EventT], target: Target) -> str:
        """What a target is, and what can be done with it now."""
        action = self.actions(model).get(target)
        return "" if action is None else sentence(model.player.game.words.doing(action))

    def targets_of(self, model: TableModel[StateT, EventT], action: Action) -> tuple[Target, ...]:
        """Where an action is on the table: the cards that it plays, or what is pointed at to choose it."""
        offered = model.player.game.rules.offered(model.view)
        return (Target(TargetKind.CHOICE, offered.index(action)),) if action in offered else ()

    def point_of(self, model: TableModel[StateT, EventT], target: Target) -> int | None:
        """The point that the action behind a target led to, as for a card on the trick; None if there is none."""
        return None

    # -- what it means: a key or a click that acts is asked for only while the near player decides -----

    def confirm(self, model: TableModel[StateT, EventT]) -> Response:
        """Enter: do what the cursor is on, or the only thing that there is to do."""
        choices = self.actions(model)
        if model.cursor is None and len(choices) > 1:
            return self.say(model, capital(model.player.game.words.question(model.view)))
        return self.press(model, model.cursor or next(iter(choices), Target(TargetKind.CHOICE, 0)))

    def space(self, model: TableModel[StateT, EventT]) -> Response:
        """The space bar: what Enter does, where the game has no smaller step."""
        return self.confirm(model)

    def press(self, model: TableModel[StateT, EventT], target: Target) -> Response:
        if action := self.actions(model).get(target):
            return Choose(action, target)
        note = self.explain(model, target)
        return self.say(model, note) if note else Nothing()

    def digit(self, model: TableModel[StateT, EventT], number: int) -> Response:
        """A digit key, also out of turn: the first choice is 1."""
        choices = [*self.actions(model)]
        return self.press(model, choices[number - 1]) if 0 < number <= len(choices) else Nothing()

    def letter(self, model: TableModel[StateT, EventT], target: Target) -> Response:
        """A letter key that stands for a target."""
        return self.name_at(model, target)

    def name_at(self, model: TableModel[StateT, EventT], target: Target) -> Response:
        """Do what a digit or a letter stands for; if that cannot be done, put the cursor there."""
        action = self.actions(model).get(target)
        return self.point_at(model, target) if action is None else Choose(action, target)

    def move(self, model: TableModel[StateT, EventT], direction: Direction, nearest: Target | None) -> Response:
        """An arrow key; ``nearest`` is what lies that way on the screen."""
        target = nearest if model.cursor in self.targets(model) else self.first_target(model)
        return Nothing() if target is None else self.point_at(model, target)

    def point_at(self, model: TableModel[StateT, EventT], target: Target) -> Response:
        """Put the cursor on a target, and say what it is."""
        note = self.explain(model, target)
        return Select(model.selection._replace(cursor=target, confirming=None, note=note, typed=False))

    def carry(self, model: TableModel[StateT, EventT], target: Target) -> Response:
        """A card is dragged: it is picked up, and carried until it is let go."""
        return Nothing()

    def drop(self, model: TableModel[StateT, EventT], target: Target | None) -> Response:
        """A carried card is let go on a target, or on nothing. It is no longer selected."""
        return Nothing()

    def next_turn(self, player: PlayerView[StateT, EventT]) -> Action | None:
        """The move that is made at each tick while cards turn by themselves; None where something must be decided."""
        return None

    # -- what is shown and said ------------------------------------------------------------------------

    def arrive(
        self, before: PlayerView[StateT, EventT] | None, after: PlayerView[StateT, EventT], *, moves: bool
    ) -> Selection:
        """The selection at a new point; ``before`` is the point just before it, if that was shown."""
        return Selection()

    def reminder(self, model: TableModel[StateT, EventT]) -> str:
        """A remark on what the player has begun to do; empty if there is none."""
        return ""

    def announce(self, player: PlayerView[StateT, EventT], action: Action) -> str:
        """What is said before a forced move is played."""
        return _("You {do}.", do=player.game.words.in_short(action))

    def how(self, terminal: Terminal, command: Command) -> str:
        """How a command is given, within a sentence."""
        return pgettext("how a command is given", "Press {key}", key=spoken(terminal, command))

    def is_last_card(self, player: PlayerView[StateT, EventT]) -> bool:
        """Whether a forced move plays the last card of a hand, which a person need not do themselves."""
        return False

    def look_back(self, model: TableModel[StateT, EventT]) -> Selection:
        """The last trick shown again, or why it is not."""
        return model.selection

    def missed_trick(self, player: PlayerView[StateT, EventT]) -> bool:
        """Whether a trick ended since the near player acted that they did not see end."""
        return False

    def sums_up(self, player: PlayerView[StateT, EventT]) -> bool:
        """Whether a deal that is over is summed up on the table."""
        return False

    def seconds_for(self, player: PlayerView[StateT, EventT]) -> float:
        """How long what happened last takes to be seen at the full tempo."""
        groups = [*self._flights(player)]
        turned = bool(groups) and any(event.turned for event in groups[-1])
        return len(groups) * SECONDS + turned * (WAIT + TURN)

    def moment(self, player: PlayerView[StateT, EventT]) -> Moment | None:
        """What is worth celebrating in what happened last, from the events that the player observed."""
        return None

    def keys(self, model: TableModel[StateT, EventT], *, is_running: bool) -> tuple[Command, ...]:
        """The commands that the line of keys shows now; out of turn none, unless a game has more."""
        return self.keys_now(model, is_running=is_running) if model.player.active else ()

    def keys_now(self, model: TableModel[StateT, EventT], *, is_running: bool) -> tuple[Command, ...]:
        """The commands for what the player decides now, or while cards turn by themselves."""
        words = [model.player.game.words.in_short(action) for action in self.actions(model).values()]
        has = {command.does for command in self.commands}
        keys = zip((ENTER,) if len(words) == 1 else DIGITS[1:], words)
        return tuple(key._replace(words=each) for key, each in keys if key.does in has)

    # -- what other screens show of it -------------------------------------------------------------------

    def dial_model(self, model: TableModel[StateT, EventT]) -> DialModel | None:
        """The dial, in a game on the clock."""
        dials = (part.selector for part in each_part(self.parts) if part.kind is Kind.DIAL)
        dial: DialModel | None = next((select(model) for select in dials if select is not None), None)
        return dial

    def miniature(self, model: TableModel[StateT, EventT]) -> MiniatureModel:
        """The table as it is drawn where it has only a few cells: as a dial, or the last card of each zone."""
        rows = (part.selector(model).cards for part in each_part(self.parts) if isinstance(part.selector, ZoneRow))
        return self.dial_model(model) or CardRowModel(tuple(cards[-1] for cards in rows if cards))

    def sheet(self, model: TableModel[StateT, EventT]) -> "ScoreSheetModel | None":
        """The score sheet, in a game that has one."""
        return None

    def marks(self, history: Sequence[Sequence[EventT]], terminal: Terminal = USUAL) -> tuple[Mark, ...]:
        """The moments that a replay's timeline marks; ``history`` is what all saw on the way to each point."""
        signs = ((point, self.mark(event, terminal)) for point, event in by_point(history))
        return tuple(Mark(point, *sign) for point, sign in signs if sign is not None)

    def mark(self, event: EventT, terminal: Terminal) -> tuple[str, int | None] | None:
        """The sign that marks an event there, and the seat that it is about; None if it is not marked."""
        return None

    def result(self, state: StateT, happened: Sequence[EventT]) -> ResultModel:
        """What the result screen shows of a finished game; ``happened`` is what its last action led to."""
        scores = self.game.rules.scores(state)
        up = [zone for zone in self.game.rules.zones(state) if zone.sight is Sight.ALL]
        piles = (tuple(zone.cards for zone in up if (zone.owner or 0) == seat) for seat in range(len(scores)))
        return ResultModel(counts=tuple(map(self.game.words.points, scores)), piles=tuple(piles))

    # -- for the games -----------------------------------------------------------------------------------

    def on_cursor(self, model: TableModel[StateT, EventT], words: str) -> tuple[Command, ...]:
        """Enter on the line of keys, while the cursor is on something that can be done."""
        can_do = model.cursor is not None and model.cursor in self.actions(model)
        return (ENTER._replace(words=words),) if can_do else ()

    @staticmethod
    def say(model: TableModel[StateT, EventT], words: str) -> Select:
        """Say something in the place of the prompt."""
        return Select(model.selection._replace(note=words))

    @staticmethod
    def refuse(model: TableModel[StateT, EventT], words: str) -> Select:
        """Say why nothing was done, before what is to be done."""
        return Select(model.selection._replace(note="", refusal=words))

    def select(self, model: TableModel[StateT, EventT], selection: Selection) -> Select:
        """Select something, and say what is left to do with it."""
        return Select(selection._replace(note=self.reminder(model._replace(selection=selection))))


AnyTableRules: TypeAlias = TableRules[Any, Any]
