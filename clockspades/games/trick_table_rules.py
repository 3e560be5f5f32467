"""How trick-taking games are played at a table: what is on it, what a key or click does, and how cards move."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import ClassVar, Final, NamedTuple

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine.phrases import capital
from clockspades.engine.rules import Action, Ended, Event, EventT
from clockspades.engine.wording import label, said
from clockspades.games import tricks
from clockspades.games.trick_words import hand_words
from clockspades.games.tricks import Play, PlayCard, TrickT, clockwise
from clockspades.language import N_, _, marked, pgettext
from clockspades.table import log_view
from clockspades.table.commands import CANCEL, ENTER, LAST_TRICK, MEANING, RIGHT, SHEET, UNSEEN, Command, numbers
from clockspades.table.glyphs import Terminal
from clockspades.table.keys import spoken, typed
from clockspades.table.model import Direction, PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.table.moments import COUNT_SECONDS, SECONDS, Moment, parts_of, rolled, within
from clockspades.table.parts import Box, InPart, Kind, Move, Part, Parts, Place, heading_line, prompt
from clockspades.table.table_rules import Choose, Nothing, Response, Select, TableRules
from clockspades.table.trick_widget_models import (
    ChoicePanelModel,
    FanModel,
    PlayerBadgeModel,
    RoundTableModel,
    Row,
    ScoreSheetModel,
)
from clockspades.table.widget_models import (
    Face,
    Light,
    LineModel,
    LogLine,
    MiniatureModel,
    ResultModel,
    SideScore,
    SmallRoundModel,
)

LOOKING: Final = (LAST_TRICK, SHEET, UNSEEN, MEANING)
"""The commands that show what every game of tricks has: its last trick, scores, unseen cards, and what a play means."""
WINS, WON = marked("on a card, in 3 letters", "win", "won")
"""What stands on the card that takes a trick as it is, and on the one that took it: short enough for any card."""


class ShownTrick(NamedTuple):
    """The trick on the table."""

    plays: tuple[Play, ...]
    winning: Play | None
    is_over: bool


def seat_at(model: TableModel[TrickT, EventT], place: int) -> int:
    """Who sits so many places clockwise from the near side."""
    return (model.player.seat + place) % len(model.player.names)


def place_at(player: PlayerView[TrickT, EventT], seat: int) -> int:
    """How many places clockwise from the player on the near side a seat is."""
    return (seat - player.seat) % len(player.names)


def just_taken(player: PlayerView[TrickT, EventT]) -> int | None:
    """The number of the trick that the last action ended; None if it ended none."""
    taken = any(isinstance(event, tricks.TrickTaken) for event in player.happened)
    return len(player.view.tricks) - 1 if taken else None


def is_turn(model: TableModel[TrickT, EventT], seat: int) -> bool:
    return model.player.game.rules.to_act(model.view) == seat


def this_deal(player: PlayerView[TrickT, EventT]) -> Iterator[tuple[int, Event]]:
    """What happened in this deal, the last first, with the point that it led to."""
    for point in range(len(player.history), 0, -1):
        for event in reversed(player.history[point - 1]):
            if isinstance(event, tricks.DealBegan):
                return
            yield point, event


def log_style(*bold: type[Event]) -> log_view.LogStyle:
    """A log with the number of the trick in the margin; ``bold`` are events that stand out.

    What others were dealt is left out.
    """
    stands_out = (tricks.DealBegan, tricks.TrickTaken, tricks.DealScored, *bold)
    return log_view.LogStyle(
        lambda event: isinstance(event, stands_out),
        margin_of=lambda event: str(event.number) if isinstance(event, tricks.TrickBegan) else "",
        is_shown=lambda event: not (isinstance(event, tricks.Dealt) and UNKNOWN in event.cards),
    )


FACT_SECONDS: Final = 1.2
"""How long something is told on a badge."""
LIGHT: Final = 4
"""The cells of the light that passes over what is good."""


class Fact(NamedTuple):
    """What has just become of a player: for a moment it stands in place of a detail of their badge."""

    seat: int
    texts: tuple[str, str]
    """In whole words, and short."""
    is_good: bool = True
    start: float = 0.0
    """The share of the moment when it is told."""

    def row(self, words: str, share: float) -> Row:
        """The words, with a light that passes over them; or if they are not good, as they come letter by letter."""
        if not self.is_good:
            told = round(len(words) * min(2 * share, 1.0))
            return ((words[:told].ljust(len(words)), "badge--turn"),)
        head = round(share * (len(words) + LIGHT))
        start = max(0, head - LIGHT)
        return ((words[:start], "badge--gold"), (words[start:head], "badge--lit"), (words[head:], "badge--gold"))


def _telling(badge: PlayerBadgeModel, model: TableModel[TrickT, EventT], seat: int, at: int) -> PlayerBadgeModel:
    """A badge with what has just become of its player, one fact after the other, in place of a detail."""
    moment = model.moment
    sums_up = model.player.game.rules.deal_due(model.view) and model.selection.shown_trick is None
    facts = [fact for fact in parts_of(moment, Fact) if fact.seat == seat]
    if moment is None or sums_up or not facts or moment.share < facts[0].start:
        return badge  # once the deal is summed up, scores count up on the panel instead
    done = within(moment.share, facts[0].start, 1.0) * len(facts)
    number = min(int(done), len(facts) - 1)
    words = map(model.terminal.glyphs.words, facts[number].texts)
    long, short = (facts[number].row(text, done - number) for text in words)
    before, details = badge.details[:at], (*badge.details[:at], long, *badge.details[at + 1 :])
    return badge._replace(details=details, short=(*before, short, *badge.short[at + 1 :]))


@dataclass(frozen=True, slots=True)
class CountUp:
    """By side the score before and after a deal."""

    before: tuple[int, ...]
    after: tuple[int, ...]


def count_up(events: Sequence[Event]) -> CountUp | None:
    """How the scores changed, if a deal was scored; None at the end of the game, as the final score is told at once."""
    if any(isinstance(event, Ended) for event in events):
        return None
    for event in events:
        if isinstance(event, tricks.DealScored):
            return CountUp(tuple(score - points for score, points in zip(event.scores, event.points)), event.scores)
    return None


def score_shown(moment: Moment | None, side: int, score: int) -> int:
    """The score of a side while it counts up; without a moment the score itself."""
    counts = next(parts_of(moment, CountUp), None)
    return score if moment is None or counts is None else rolled(counts.before[side], counts.after[side], moment.share)


def styled(message: str, role: str, **parts: tuple[str, str]) -> Row:
    """A message whose arguments are not in place yet, as a row: each of its arguments has a style of its own."""
    row: list[tuple[str, str]] = []
    for text, name, *_more in Formatter().parse(message):
        row += [(text, role)] if text else []
        row += [parts[name]] if name else []
    return tuple(row)


def how_to_confirm(terminal: Terminal) -> str:
    """What to do with a card that is picked up."""
    enter, cancel = spoken(terminal, ENTER), spoken(terminal, CANCEL)
    return _("{enter} or a click confirms, {cancel} cancels.", enter=enter, cancel=cancel)


class TrickTableRules(TableRules[TrickT, EventT]):
    """A card is played, a choice on the panel is made: by its number, a click, or Enter under the cursor."""

    shows_tricks = True
    told_at: ClassVar[int] = 0
    """Which detail of a badge gives way to what has just become of its player."""
    ranks: ClassVar[Sequence[Rank]]
    """The ranks in the order of the hand, the highest first."""

    @staticmethod
    @abstractmethod
    def beats(card: Card, winning: Card, led: Suit) -> bool:
        """Whether a card takes a trick over from the card now winning."""

    @abstractmethod
    def summary(self, model: TableModel[TrickT, EventT]) -> ChoicePanelModel:
        """What a deal that is over came to, for the middle of the table."""

    def question(self, model: TableModel[TrickT, EventT]) -> ChoicePanelModel | None:
        """What the player on the near side, who decides, chooses in the middle of the table; None without a choice."""
        return None

    @abstractmethod
    def badge(self, model: TableModel[TrickT, EventT], seat: int) -> PlayerBadgeModel:
        """A player's badge."""

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
                hand = self.near_hand(model)
                known = target.number < len(hand) and hand[target.number] is not UNKNOWN
                return PlayCard(hand[target.number]) if known else None
            case TargetKind.CHOICE:
                choices = self.choices(model)
                return choices[target.number] if target.number < len(choices) else None
        return None

    @abstractmethod
    def remark(self, player: PlayerView[TrickT, EventT]) -> str:
        """What to say of the last action besides the trick that it ended; empty if nothing."""

    @property
    def parts(self) -> Parts:
        """The players and the trick with the log beside them, then the prompt, then the hand."""
        beside = (
            Part(Kind.LINE, "heading", lambda model: self.heading(model, is_apart=True)),
            Part(Kind.LINE, "facts", self._facts_line),
            Part(Kind.LOG, "log", self.hands_beside),
        )
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

    def heading(self, model: TableModel[TrickT, EventT], *, is_apart: bool = False) -> LineModel:
        """The game, whether it counts, and how far it has come; then the facts, unless they stand apart."""
        view = model.view
        begun = model.player.game.words.progress(view) if view.number and view.outcome is None else ""
        return heading_line(model, begun, *(() if is_apart else self.facts(model)))

    def _facts_line(self, model: TableModel[TrickT, EventT]) -> LineModel:
        first, *others = self.facts(model)
        return LineModel(capital(first), quiet=tuple(others))

    @abstractmethod
    def facts(self, model: TableModel[TrickT, EventT]) -> tuple[str, ...]:
        """What holds for all players, such as the points that win."""

    def panel(self, model: TableModel[TrickT, EventT]) -> ChoicePanelModel | None:
        """A choice or a summary in the middle of the table; None without one."""
        if self.sums_up(model.player) and model.selection.shown_trick is None:
            return self.summary(model)
        return self.question(model) if model.player.active else None

    def round_model(self, model: TableModel[TrickT, EventT]) -> RoundTableModel:
        """Everyone's badge and the trick, by place, and the panel that stands in the middle."""
        player, tints = model.player, dict(model.player.tinted)
        badges = [
            _telling(self.badge(model, seat), model, seat, self.told_at)._replace(
                level=player.bots[seat], tint=tints.get(player.names[seat], 0)
            )
            for seat in clockwise(player.seat, len(player.names))
        ]
        return RoundTableModel(tuple(badges), self._played(model), self.panel(model))

    def _played(self, model: TableModel[TrickT, EventT]) -> tuple[Face | None, ...]:
        """The cards on the trick by place, the winning one with its sign; None for a player who has not played."""
        trick = self.shown_trick(model)
        plays: list[Face | None] = [None] * len(model.player.names)
        for play in trick.plays:
            wins = play == trick.winning
            label = pgettext("on a card, in 3 letters", WON if trick.is_over else WINS) if wins else ""
            plays[place_at(model.player, play.seat)] = Face(play.card, Light.LIVE if wins else Light.PLAIN, label=label)
        return tuple(plays)

    def shown_trick(self, model: TableModel[TrickT, EventT]) -> ShownTrick:
        """The trick on the table, which may be a finished one; a card in flight is not there yet."""
        view = model.view
        number = model.selection.shown_trick
        is_over = number is not None and number < len(view.tricks)
        plays = view.tricks[number].plays if number is not None and is_over else view.trick
        if model.selection.in_flight:
            plays, is_over = plays[:-1], False
        return ShownTrick(plays, tricks.winning_play(plays, self.beats), is_over)

    def fan_model(self, model: TableModel[TrickT, EventT]) -> FanModel:
        return FanModel(self.hand_faces(model))

    def hand_faces(self, model: TableModel[TrickT, EventT]) -> tuple[Face, ...]:
        """The hand: playable cards stand out, each with the number that chooses it; others stand back."""
        selection, can = model.selection, self.playable(model)
        faces: list[Face] = []
        for number, card in enumerate(self.near_hand(model)):
            target = Target(TargetKind.HAND, number)
            light = Light.PLAIN if not can or card is UNKNOWN else Light.LIVE if card in can else Light.DIM
            up = selection.confirming == target or card in selection.placed
            label = typed(model.terminal, can.index(card) + 1) if card in can else ""
            faces.append(Face(card, light, selection.cursor == target, picked=up, label=label))
        return tuple(faces)

    def near_hand(self, model: TableModel[TrickT, EventT]) -> tuple[Card, ...]:
        """The hand on the near side as it is fanned out."""
        return self.fanned_hand(model, model.player.seat)

    def fanned_hand(self, model: TableModel[TrickT, EventT], seat: int) -> tuple[Card, ...]:
        """A hand as it is fanned out: its suits stand in the same order from the first trick of a deal to the last."""
        played = (event for _, event in this_deal(model.player) if isinstance(event, tricks.CardPlayed))
        own = tuple(event.card for event in played if event.seat == seat)
        return tricks.sorted_hand(model.view.hands[seat], self.ranks, own)

    def playable(self, model: TableModel[TrickT, EventT]) -> tuple[Card, ...]:
        """The cards that the player on the near side may play now, in the order of the fan."""
        cards = {action.card for action in model.legal if isinstance(action, PlayCard)}
        return tuple(card for card in self.near_hand(model) if card in cards)

    def hands_beside(self, model: TableModel[TrickT, EventT]) -> tuple[LogLine, ...]:
        """The hands of the others, each below its player's name: that of the near side lies open there already."""
        tints = model.player.tinted
        lines: list[LogLine] = []
        for name, hand in self.others_hands(model):
            lines += (LogLine("", name, "bold", tints=tints), LogLine("", hand))
        return tuple(lines)

    def all_hands(self, model: TableModel[TrickT, EventT]) -> tuple[tuple[str, str], ...]:
        """Every name and hand, the near one first, where all are open; else none."""
        others = self.others_hands(model)
        near = (label(model.player.names, model.player.seat), hand_words(self.near_hand(model)))
        return (near, *others) if others else ()

    def others_hands(self, model: TableModel[TrickT, EventT]) -> tuple[tuple[str, str], ...]:
        """The name and the hand of everyone else, where all are open."""
        hands, names = model.view.hands, model.player.names
        _, *others = clockwise(model.player.seat, len(names))
        if any(UNKNOWN in hand for hand in hands) or not any(hands[seat] for seat in others):
            return ()
        return tuple((label(names, seat), hand_words(self.fanned_hand(model, seat))) for seat in others)

    def mark(self, event: EventT, terminal: Terminal) -> tuple[str, int | None] | None:
        match event:
            case tricks.TrickTaken(winner):
                return terminal.glyphs.bullet, winner
            case tricks.DealBegan():
                return terminal.glyphs.thin.down, None
        return None

    def miniature(self, model: TableModel[TrickT, EventT]) -> MiniatureModel:
        hands = [model.view.hands[seat] for seat in clockwise(model.player.seat, len(model.player.names))]
        return SmallRoundModel(tuple(map(len, hands)), self._played(model), hands[0])

    def result(self, state: TrickT, happened: Sequence[EventT]) -> ResultModel:
        """The score of each side; ``happened`` is what the last action led to."""
        seats = range(len(state.sides))
        gained = next(
            (event.points for event in happened if isinstance(event, tricks.DealScored)), (0,) * len(state.scores)
        )
        sides = [
            SideScore(tuple(seat for seat in seats if state.sides[seat] == side), score, gained[side])
            for side, score in enumerate(state.scores)
        ]
        return ResultModel(sides=tuple(sorted(sides, key=lambda side: -side.score)))

    def just_played(self, player: PlayerView[TrickT, EventT]) -> Play | None:
        """The card that the last action put on the trick from a hand; None if it was something else."""
        played = next((event for event in player.happened if isinstance(event, tricks.CardPlayed)), None)
        return None if played is None else Play(played.seat, played.card)

    def moves(self, before: PlayerView[TrickT, EventT], after: PlayerView[TrickT, EventT]) -> tuple[Move, ...]:
        played = self.just_played(after)
        if played is None:
            return ()
        place = place_at(after, played.seat)
        return (Move(Face(played.card), self._origin(before, played), Target(TargetKind.PLAY, place)),)

    def _origin(self, before: PlayerView[TrickT, EventT], played: Play) -> Place:
        """Where a card was before it was played: its place in the hand on the near side, or at its player's badge."""
        place = place_at(before, played.seat)
        if place:
            return Target(TargetKind.BADGE, place)
        hand = self.near_hand(TableModel(before, Selection()))
        return Target(TargetKind.HAND, hand.index(played.card)) if played.card in hand else InPart("near-hand")

    def gathering(self, model: TableModel[TrickT, EventT]) -> tuple[Move, ...]:
        if model.selection.shown_trick != len(model.view.tricks) - 1 or model.view.trick:
            return ()
        trick = model.view.tricks[-1]
        winner = Target(TargetKind.BADGE, place_at(model.player, trick.winner))
        places = [Target(TargetKind.PLAY, place_at(model.player, play.seat)) for play in trick.plays]
        return tuple(Move(Face(play.card), place, winner, like=place) for play, place in zip(trick.plays, places))

    def targets(self, model: TableModel[TrickT, EventT]) -> tuple[Target, ...]:
        panel = self.panel(model)
        if panel is not None and panel.choices:
            return tuple(Target(TargetKind.CHOICE, number) for number in range(len(panel.choices)))
        return self.cards(model)

    def cards(self, model: TableModel[TrickT, EventT]) -> tuple[Target, ...]:
        """The cards on the near side."""
        return tuple(Target(TargetKind.HAND, number) for number in range(len(model.view.hands[model.player.seat])))

    def first_target(self, model: TableModel[TrickT, EventT]) -> Target | None:
        """The first target that something can be done with, or the first of all."""
        return next(iter(self.actions(model)), super().first_target(model))

    def explain(self, model: TableModel[TrickT, EventT], target: Target) -> str:
        match target.kind:
            case TargetKind.HAND:
                return self.explain_card(model, target.number)
            case TargetKind.PLAY:
                return self.explain_play(model, target.number)
            case TargetKind.BADGE:
                player, seat = model.player, seat_at(model, target.number)
                is_dealer, name = bool(model.view.number) and seat == model.view.dealer, player.names[seat]
                dealt = _("{name} dealt.", name=name) if is_dealer else ""
                bot = _("{name} is a bot ({level}).", name=name, level=player.bots[seat]) if player.bots[seat] else ""
                return " ".join(filter(None, (self.explain_badge(model, target.number), dealt, bot)))
        return ""

    def explain_card(self, model: TableModel[TrickT, EventT], number: int) -> str:
        hand = self.near_hand(model)
        if number >= len(hand) or hand[number] is UNKNOWN:
            return ""
        card, player = hand[number].symbol, model.player
        if not player.active:
            return f"{_('The {card}.', card=card)} {player.prompt}"
        if reason := player.why_not(PlayCard(hand[number])):
            words = N_("You can't play the {card}.")
            return f"{_(words, card=card)} {reason}"
        return _("You can play the {card}." if model.view.trick else "You can lead the {card}.", card=card)

    def explain_play(self, model: TableModel[TrickT, EventT], place: int) -> str:
        trick = self.shown_trick(model)
        seat = seat_at(model, place)
        play = next((play for play in trick.plays if play.seat == seat), None)
        if play is None:
            return ""
        words = N_("[Your|{name}'s] {card}.")
        if play == trick.winning:
            words = N_("[Your|{name}'s] {card} is winning the trick.")
            if trick.is_over:
                words = N_("[Your|{name}'s] {card} took the trick.")
        return said(model.player.names, seat, words, card=play.card.symbol)

    def actions(self, model: TableModel[TrickT, EventT]) -> Mapping[Target, Action]:
        found = ((target, self._legal_action(model, target)) for target in self.targets(model))
        return {target: action for target, action in found if action is not None}

    def _legal_action(self, model: TableModel[TrickT, EventT], target: Target) -> Action | None:
        """What can be done with a target now, also with one that the cursor cannot be on."""
        action = self.action_for(model, target)
        return action if action in model.legal else None

    def targets_of(self, model: TableModel[TrickT, EventT], action: Action) -> tuple[Target, ...]:
        return tuple(target for target in self.targets(model) if self.action_for(model, target) == action)

    def point_of(self, model: TableModel[TrickT, EventT], target: Target) -> int | None:
        if target.kind is not TargetKind.PLAY:
            return None
        seat, player = seat_at(model, target.number), model.player
        play = next((play for play in self.shown_trick(model).plays if play.seat == seat), None)
        points = range(len(player.history), 0, -1) if play is not None else ()
        return next(
            (at for at in points if self.just_played(player._replace(history=player.history[:at])) == play), None
        )

    def digit(self, model: TableModel[TrickT, EventT], number: int) -> Response:
        """A card that can be played, by its number; of two digits by one after the other."""
        hand = self.near_hand(model)
        targets = [Target(TargetKind.HAND, hand.index(card)) for card in self.playable(model)]
        first = self.typed_before(model)
        tens = 10 * (targets.index(first) + 1) if first in targets else 0
        chosen, last = tens + number if tens + number <= len(targets) else number, len(targets)
        return self.type_at(model, targets[chosen - 1], chosen, last) if 0 < chosen <= last else Nothing()

    def type_at(self, model: TableModel[TrickT, EventT], target: Target, number: int, last: int) -> Response:
        """Do what the number stands for; if a second digit can make it another, up to the last, wait for that."""
        if not 0 < 10 * number <= last:
            return self.use(model, target, asks=True)
        first, enter = typed(model.terminal, 10 * number), spoken(model.terminal, ENTER)
        how = _("Press {enter}, or type on for {first}.", enter=enter, first=first)
        if last > 10 * number:
            up_to = typed(model.terminal, last)
            how = _("Press {enter}, or type on for {first} to {last}.", enter=enter, first=first, last=up_to)
        note = f"{self.explain(model, target)} {how}"
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
        """Do what the cursor is on, or the only thing that can be done."""
        usable = tuple(self.actions(model))
        if model.cursor is not None or len(usable) == 1:
            return self.press(model, model.cursor or usable[0])
        is_card = usable[0].kind is not TargetKind.CHOICE
        return self.refuse(model, _("Choose a card first." if is_card else "Make a choice first."))

    def on_cursor(self, model: TableModel[TrickT, EventT], words: str) -> tuple[Command, ...]:
        is_only = model.cursor is None and len(self.actions(model)) == 1
        return (ENTER._replace(words=words),) if is_only else super().on_cursor(model, words)

    def space(self, model: TableModel[TrickT, EventT]) -> Response:
        """Do what the cursor is on, without asking again."""
        return self.confirm(model) if model.cursor is None else self.use(model, model.cursor)

    def press(self, model: TableModel[TrickT, EventT], target: Target) -> Response:
        """A click plays a card, the second one where that is set; a choice is made at once."""
        return self.use(model, target, asks=target.kind is not TargetKind.CHOICE)

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
        return self.point_at(model, target)

    def arrive(
        self, before: PlayerView[TrickT, EventT] | None, after: PlayerView[TrickT, EventT], *, moves: bool
    ) -> Selection:
        """A trick that was just taken stays on the table, and the card just played is on its way."""
        return Selection(
            note=self.noted(after),
            shown_trick=just_taken(after),
            in_flight=before is not None and moves and self.just_played(after) is not None,
        )

    def reminder(self, model: TableModel[TrickT, EventT]) -> str:
        """The question whether to play a card that is picked up, or the last action until its trick is cleared away."""
        if model.selection.confirming is not None:
            return self.asking(model, model.selection.confirming)
        is_cleared = model.selection.shown_trick is None and just_taken(model.player) is not None
        return "" if is_cleared else self.noted(model.player)

    def asking(self, model: TableModel[TrickT, EventT], target: Target) -> str:
        action = self.action_for(model, target)
        if action is None:
            return ""
        doing = capital(model.player.game.words.doing(action))
        return f"{_('{action}?', action=doing)} {how_to_confirm(model.terminal)}"

    def noted(self, player: PlayerView[TrickT, EventT]) -> str:
        """What to say of the last action while nothing is selected; empty if the prompt says it all."""
        taken = [event for event in player.happened if isinstance(event, tricks.TrickTaken)]
        taking = [f"{player.game.words.describe(event, player.names)}." for event in taken]
        told = " ".join(filter(None, (self.remark(player), *taking)))
        if player.caption or not told or player.view.outcome is not None:
            return ""
        if just_taken(player) is not None:
            return told
        return f"{told} {player.prompt}"

    def announce(self, player: PlayerView[TrickT, EventT], action: Action) -> str:
        if not isinstance(action, PlayCard):
            return super().announce(player, action)
        words = N_("You play the {card}, the only card you can play.")
        if self.is_last_card(player):
            words = N_("You play the {card}, your last card.")
        return _(words, card=action.card.symbol)

    def look_back(self, model: TableModel[TrickT, EventT]) -> Selection:
        tricks = model.view.tricks
        if not tricks:
            return model.selection._replace(note=_("No trick has been taken in this deal yet."))
        words = N_("[You|{name}] took the last trick. Press any key to go on.")
        return Selection(note=said(model.player.names, tricks[-1].winner, words), shown_trick=len(tricks) - 1)

    def is_last_card(self, player: PlayerView[TrickT, EventT]) -> bool:
        return len(player.view.hands[player.seat]) == 1

    def missed_trick(self, player: PlayerView[TrickT, EventT]) -> bool:
        tricks = player.view.tricks
        return bool(tricks) and tricks[-1].plays[-1].seat != player.seat

    def sums_up(self, player: PlayerView[TrickT, EventT]) -> bool:
        return bool(player.view.number) and player.game.rules.deal_due(player.view)

    def moment(self, player: PlayerView[TrickT, EventT]) -> Moment | None:
        """The scores that count up once a deal is played out."""
        counts = count_up(player.happened)
        return None if counts is None else Moment(COUNT_SECONDS, (counts,), rings=False)

    def seconds_for(self, player: PlayerView[TrickT, EventT]) -> float:
        return SECONDS if self.just_played(player) else 0.0

    def keys(self, model: TableModel[TrickT, EventT], *, is_running: bool) -> tuple[Command, ...]:
        player = model.player
        more = (LAST_TRICK, SHEET) if model.view.tricks else (SHEET,)
        if model.selection.shown_trick is not None and model.view.outcome is None:
            return (ENTER._replace(words=N_("go on")), *more)
        if self.sums_up(player):
            return (ENTER._replace(words=N_("next deal")), *more)
        return (*super().keys(model, is_running=is_running), *more)

    def keys_now(self, model: TableModel[TrickT, EventT], *, is_running: bool) -> tuple[Command, ...]:
        cards = sum(isinstance(action, PlayCard) for action in model.legal)
        digits = (numbers(range(1, cards + 1), N_("play")),) if cards else ()
        return (*digits, RIGHT._replace(words=N_("move")), *self.on_cursor(model, N_("play")))
