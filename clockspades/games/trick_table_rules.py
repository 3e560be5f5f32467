"""How trick-taking games are played at a table: what is on it, what a key or click does, and how cards move."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine.actions import Action
from clockspades.engine.rules import EventT
from clockspades.engine.wording import label
from clockspades.games import trick_selectors as selectors
from clockspades.games.trick_selectors import TrickT
from clockspades.games.tricks import Play, PlayCard
from clockspades.table.commands import CANCEL, ENTER, LAST_TRICK, MEANING, RIGHT, SHEET, Command, numbers
from clockspades.table.faces import Face
from clockspades.table.keys import spoken
from clockspades.table.model import Direction, PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.table.moments import SECONDS
from clockspades.table.parts import Box, InPart, Kind, Move, Part, Parts, Place, prompt
from clockspades.table.table_rules import Choose, Nothing, Response, Select, TableRules
from clockspades.table.trick_widget_models import (
    ChoicePanelModel,
    FanModel,
    PlayerBadgeModel,
    RoundTableModel,
    ScoreSheetModel,
)
from clockspades.table.widget_models import LineModel, LogLine, MiniatureModel, ResultModel

LOOKING: Final = (LAST_TRICK, SHEET, MEANING)
"""The commands that show what every game of tricks has: its last trick, its scores, and what a play means."""


def how_to_confirm() -> str:
    """What to do with a card that is picked up."""
    return f"{spoken(ENTER)} or a click confirms, {spoken(CANCEL)} cancels."


class TrickTableRules(TableRules[TrickT, EventT]):
    """A card is picked up and then played; a choice on the panel is made at once."""

    shows_tricks = True
    ranks: ClassVar[Sequence[Rank]]
    """The ranks in the order of the hand, the highest first."""

    # -- what each game defines ------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def beats(card: Card, winning: Card, led: Suit) -> bool:
        """Whether a card takes a trick over from the card now winning."""

    @abstractmethod
    def panel(self, model: TableModel[TrickT, EventT]) -> ChoicePanelModel | None:
        """A choice or a summary in the middle of the table; None without one."""

    @abstractmethod
    def badge(self, model: TableModel[TrickT, EventT], seat: int) -> PlayerBadgeModel:
        """A player's badge."""

    @abstractmethod
    def heading(self, model: TableModel[TrickT, EventT]) -> LineModel:
        """The game and where it stands."""

    @abstractmethod
    def sheet(self, model: TableModel[TrickT, EventT]) -> ScoreSheetModel:
        """The score sheet."""

    @abstractmethod
    def explain_badge(self, model: TableModel[TrickT, EventT], place: int) -> str:
        """A player's standing."""

    def choices(self, model: TableModel[TrickT, EventT]) -> tuple[Action, ...]:
        """The actions that the panel offers, in its order."""
        return ()

    def action_for(self, model: TableModel[TrickT, EventT], target: Target) -> Action | None:
        """What is done with a target, legal or not; None if nothing ever is."""
        match target.kind:
            case TargetKind.HAND:
                hand = selectors.near_hand(model, self.ranks)
                known = target.number < len(hand) and hand[target.number] is not UNKNOWN
                return PlayCard(hand[target.number]) if known else None
            case TargetKind.CHOICE:
                choices = self.choices(model)
                return choices[target.number] if target.number < len(choices) else None
        return None

    @abstractmethod
    def remark(self, player: PlayerView[TrickT, EventT]) -> str:
        """What to say of the last action besides the trick that it ended; empty if nothing."""

    def just_played(self, player: PlayerView[TrickT, EventT]) -> Play | None:
        """The card that the last action put on the trick."""
        return selectors.just_played(player)

    # -- what is on the table --------------------------------------------------------------------------

    @property
    def parts(self) -> Parts:
        """The players and the trick with the log beside them, then the prompt, then the hand."""
        beside = (Part(Kind.LINE, "heading", self.heading), Part(Kind.LOG, "log", self.hands_beside))
        cloth = (
            Part(Kind.ROUND, "round", self.round_model),
            Part(Kind.PANEL, "panel", self.panel),
            Box("beside", beside),
        )
        rows = (
            Part(Kind.LINE, "heading-above", self.heading),
            Box("cloth", cloth),
            Part(Kind.LINE, "said", prompt),
            Part(Kind.FAN, "near-hand", self.fan_model),
            Part(Kind.HANDS, "hands", self.all_hands),
        )
        return (Box("trick-table", rows),)

    def fan_model(self, model: TableModel[TrickT, EventT]) -> FanModel:
        """The cards on the near side."""
        return selectors.fan_model(model, self.ranks)

    def round_model(self, model: TableModel[TrickT, EventT]) -> RoundTableModel:
        """The players and the trick."""
        return selectors.round_model(model, self.beats, self.badge, self.panel(model))

    def hands_beside(self, model: TableModel[TrickT, EventT]) -> tuple[LogLine, ...]:
        """The others' hands in the place of the log, if all are open."""
        return selectors.hands_beside(model, self.ranks)

    def all_hands(self, model: TableModel[TrickT, EventT]) -> tuple[tuple[str, str], ...]:
        """Every name and hand, if all are open."""
        return selectors.all_hands(model, self.ranks)

    marks = staticmethod(selectors.marks)

    def miniature(self, model: TableModel[TrickT, EventT]) -> MiniatureModel:
        return selectors.small_round(model, self.beats)

    def result(self, state: TrickT, happened: Sequence[EventT]) -> ResultModel:
        return selectors.trick_result(state, happened)

    # -- how cards move --------------------------------------------------------------------------------

    def moves(self, before: PlayerView[TrickT, EventT], after: PlayerView[TrickT, EventT]) -> tuple[Move, ...]:
        """The card that was played goes from where it was to the trick."""
        played = self.just_played(after)
        if played is None:
            return ()
        place = selectors.place_at(after, played.seat)
        return (Move(Face(played.card), self._origin(before, played), Target(TargetKind.PLAY, place)),)

    def _origin(self, before: PlayerView[TrickT, EventT], played: Play) -> Place:
        """Where a card was before it was played: its place in the hand on the near side, or at its player's badge."""
        place = selectors.place_at(before, played.seat)
        if place:
            return Target(TargetKind.BADGE, place)
        hand = selectors.near_hand(TableModel(before, Selection()), self.ranks)
        return Target(TargetKind.HAND, hand.index(played.card)) if played.card in hand else InPart("near-hand")

    def gathering(self, model: TableModel[TrickT, EventT]) -> tuple[Move, ...]:
        trick = model.view.tricks[-1]
        winner = Target(TargetKind.BADGE, selectors.place_at(model.player, trick.winner))
        places = [Target(TargetKind.PLAY, selectors.place_at(model.player, play.seat)) for play in trick.plays]
        return tuple(Move(Face(play.card), place, winner, like=place) for play, place in zip(trick.plays, places))

    # -- what can be pointed at ------------------------------------------------------------------------

    def targets(self, model: TableModel[TrickT, EventT]) -> tuple[Target, ...]:
        """What the panel offers, or the cards on the near side."""
        panel = self.panel(model)
        if panel is not None and panel.choices:
            return tuple(Target(TargetKind.CHOICE, number) for number in range(len(panel.choices)))
        return self.cards(model)

    def cards(self, model: TableModel[TrickT, EventT]) -> tuple[Target, ...]:
        """The cards on the near side."""
        return tuple(Target(TargetKind.HAND, number) for number in range(len(model.view.hands[model.player.seat])))

    def first_target(self, model: TableModel[TrickT, EventT]) -> Target | None:
        """The first target that something can be done with, or the first of all."""
        return next(self._usable(model), super().first_target(model))

    def explain(self, model: TableModel[TrickT, EventT], target: Target) -> str:
        match target.kind:
            case TargetKind.HAND:
                return selectors.explain_card(model, self.ranks, target.number)
            case TargetKind.PLAY:
                return selectors.explain_play(model, self.beats, target.number)
            case TargetKind.BADGE:
                place = target.number
                dealt, bot = selectors.explain_dealer(model, place), selectors.explain_bot(model, place)
                return f"{self.explain_badge(model, place)}{dealt}{bot}"
        return ""

    def targets_of(self, model: TableModel[TrickT, EventT], action: Action) -> tuple[Target, ...]:
        return tuple(target for target in self.targets(model) if self.action_for(model, target) == action)

    def point_of(self, model: TableModel[TrickT, EventT], target: Target) -> int | None:
        """Where a card on the trick was played."""
        if target.kind is not TargetKind.PLAY:
            return None
        seat, player = selectors.seat_at(model, target.number), model.player
        play = next((play for play in selectors.shown_trick(model, self.beats).plays if play.seat == seat), None)
        points = range(len(player.history), 0, -1) if play is not None else ()
        return next((at for at in points if self.just_played(_at(player, at)) == play), None)

    def _usable(self, model: TableModel[TrickT, EventT]) -> Iterator[Target]:
        """The targets that something can be done with now."""
        legal = selectors.legal(model)
        return (target for target in self.targets(model) if self.action_for(model, target) in legal)

    def _legal_action(self, model: TableModel[TrickT, EventT], target: Target) -> Action | None:
        """What can be done with a target now."""
        action = self.action_for(model, target)
        return action if action in selectors.legal(model) else None

    # -- what it means ---------------------------------------------------------------------------------

    def digit(self, model: TableModel[TrickT, EventT], number: int) -> Response:
        """A card that can be played, by its number; of two digits by one after the other."""
        hand = selectors.near_hand(model, self.ranks)
        targets = [Target(TargetKind.HAND, hand.index(card)) for card in selectors.playable(model, self.ranks)]
        first = self.typed_before(model)
        tens = 10 * (targets.index(first) + 1) if first in targets else 0
        chosen = tens + number if tens + number <= len(targets) else number
        return self.type_at(model, targets[chosen - 1]) if 0 < chosen <= len(targets) else Nothing()

    def type_at(self, model: TableModel[TrickT, EventT], target: Target) -> Select:
        """Put the cursor on what a digit stands for; a second digit may follow."""
        note = self.explain(model, target)
        return Select(model.selection._replace(cursor=target, confirming=None, note=note, typed=True))

    @staticmethod
    def typed_before(model: TableModel[TrickT, EventT]) -> Target | None:
        """What the digit before led to, if the cursor has not moved since."""
        return model.cursor if model.selection.typed else None

    def move(self, model: TableModel[TrickT, EventT], direction: Direction, nearest: Target | None) -> Response:
        """Move the cursor along the hand or over the choices; up picks a card up, down puts it down."""
        cursor = model.cursor
        if cursor is not None and cursor.kind is not TargetKind.CHOICE and cursor in self.targets(model):
            if direction == "up":
                return self.pick_up(model, cursor)
            if direction == "down":
                return self.put_down(model, cursor)
        return super().move(model, direction, nearest)

    def confirm(self, model: TableModel[TrickT, EventT]) -> Response:
        """Do what the cursor is on; it appears on the only thing that can be done."""
        if not model.player.active:
            return self.say(model, model.player.prompt)
        if model.cursor is not None:
            return self.use(model, model.cursor, asks=model.cursor.kind is not TargetKind.CHOICE)
        usable = tuple(self._usable(model))
        if len(usable) == 1:
            return self.point_at(model, usable[0])
        is_card = usable[0].kind is not TargetKind.CHOICE
        return self.refuse(model, "Choose a card first." if is_card else "Make a choice first.")

    def space(self, model: TableModel[TrickT, EventT]) -> Response:
        """Do what the cursor is on, without asking again."""
        return self.confirm(model) if model.cursor is None else self.use(model, model.cursor)

    def press(self, model: TableModel[TrickT, EventT], target: Target) -> Response:
        """The first click picks a card up, the second plays it; a choice is made at once."""
        if target.kind is TargetKind.CHOICE or target == model.selection.confirming:
            return self.use(model, target)
        return self.pick_up(model, target)

    def use(self, model: TableModel[TrickT, EventT], target: Target, *, asks: bool = False) -> Response:
        """Do what a target stands for, or explain why not; if it ``asks``, it asks again where that is set."""
        action = self._legal_action(model, target)
        return self.point_at(model, target) if action is None else Choose(action, target if asks else None)

    def pick_up(self, model: TableModel[TrickT, EventT], target: Target) -> Response:
        """Raise a card, if it can be played."""
        if self._legal_action(model, target) is None:
            return self.point_at(model, target)
        return self.select(model, Selection(target, confirming=target))

    def put_down(self, model: TableModel[TrickT, EventT], target: Target) -> Response:
        """Lower a card."""
        return self.point_at(model, target)

    # -- what is shown and said ------------------------------------------------------------------------

    def arrive(
        self, before: PlayerView[TrickT, EventT] | None, after: PlayerView[TrickT, EventT], *, moves: bool
    ) -> Selection:
        """A trick that was just taken stays on the table, and the card just played is on its way."""
        return Selection(
            note=self.noted(after),
            shown_trick=selectors.just_taken(after),
            in_flight=before is not None and moves and self.just_played(after) is not None,
        )

    def reminder(self, model: TableModel[TrickT, EventT]) -> str:
        """The question whether to play a card that is picked up, or the last action until its trick is cleared away."""
        if model.selection.confirming is not None:
            return self.asking(model, model.selection.confirming)
        is_cleared = model.selection.shown_trick is None and selectors.just_taken(model.player) is not None
        return "" if is_cleared else self.noted(model.player)

    def asking(self, model: TableModel[TrickT, EventT], target: Target) -> str:
        """The question about a card that is picked up."""
        action = self.action_for(model, target)
        return f"Play the {action.card.symbol}? {how_to_confirm()}" if isinstance(action, PlayCard) else ""

    def noted(self, player: PlayerView[TrickT, EventT]) -> str:
        """What to say of the last action while nothing is selected; empty if the prompt says it all."""
        told = " ".join(filter(None, (self.remark(player), selectors.taking(player))))
        if player.caption or not told or player.view.outcome is not None:
            return ""
        if selectors.just_taken(player) is not None:
            return told
        return f"{told} {player.task}"  # the table shows the rest

    def announce(self, player: PlayerView[TrickT, EventT], action: Action) -> str:
        if not isinstance(action, PlayCard):
            return super().announce(player, action)
        last = len(player.view.hands[player.seat]) == 1
        return f"You play the {action.card.symbol}, {'your last card' if last else 'the only card you can play'}."

    def look_back(self, model: TableModel[TrickT, EventT]) -> Selection:
        tricks = model.view.tricks
        if not tricks:
            return model.selection._replace(note="No trick has been taken in this deal yet.")
        winner = label(model.player.names, tricks[-1].winner)
        return Selection(note=f"{winner} took the last trick. Press any key to go on.", shown_trick=len(tricks) - 1)

    def is_last_card(self, player: PlayerView[TrickT, EventT]) -> bool:
        return len(player.view.hands[player.seat]) == 1

    def missed_trick(self, player: PlayerView[TrickT, EventT]) -> bool:
        tricks = player.view.tricks
        return bool(tricks) and tricks[-1].plays[-1].seat != player.seat

    def gathers(self, model: TableModel[TrickT, EventT]) -> bool:
        """Only the last trick goes to its winner, and only before a card of the next is on the table."""
        return model.selection.shown_trick == len(model.view.tricks) - 1 and not model.view.trick

    def seconds_for(self, player: PlayerView[TrickT, EventT]) -> float:
        return SECONDS if self.just_played(player) else 0.0

    def keys(self, model: TableModel[TrickT, EventT], *, is_running: bool) -> tuple[Command, ...]:
        player = model.player
        more = (LAST_TRICK, SHEET) if model.view.tricks else (SHEET,)
        if model.selection.shown_trick is not None and model.view.outcome is None:
            return (ENTER._replace(words="go on"), *more)
        if self.sums_up(player):
            return (ENTER._replace(words="next deal"), *more)
        return (*self.keys_now(player), *more) if player.active else more

    def keys_now(self, player: PlayerView[TrickT, EventT]) -> tuple[Command, ...]:
        """The commands for what the player decides now."""
        cards = sum(isinstance(action, PlayCard) for action in player.game.rules.legal_actions(player.view))
        digits = (numbers(cards, "card"),) if cards else ()
        return (*digits, ENTER._replace(words="play"), RIGHT._replace(words="move"))


def _at(player: PlayerView[TrickT, EventT], point: int) -> PlayerView[TrickT, EventT]:
    """The player with the history up to a point."""
    return player._replace(history=player.history[:point])
