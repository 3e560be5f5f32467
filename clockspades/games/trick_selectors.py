"""Selectors that all games of tricks share: pure functions from the table's model, without a screen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine.actions import Action
from clockspades.engine.rules import Ended, Event, EventT
from clockspades.engine.wording import label
from clockspades.games import tricks
from clockspades.games.trick_words import hand_words, play_label
from clockspades.games.tricks import Beats, Play, TrickView
from clockspades.table import log_view
from clockspades.table.faces import Face, Light
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import typed
from clockspades.table.model import PlayerView, TableModel, Target, TargetKind
from clockspades.table.moments import COUNT_SECONDS, Moment, parts_of, rolled
from clockspades.table.parts import heading_line
from clockspades.table.trick_widget_models import ChoicePanelModel, FanModel, PlayerBadgeModel, RoundTableModel
from clockspades.table.widget_models import LineModel, LogLine, Mark, ResultModel, SideScore, SmallRoundModel

TrickT = TypeVar("TrickT", bound=TrickView)
"""What a seat sees of a game of tricks: its state, which has more of its own."""

WINS: Final = "win"
WON: Final = "won"
"""What stands on the card that takes a trick as it is, and on the one that took it: short enough for any card."""


class ShownTrick(NamedTuple):
    """The trick on the table."""

    plays: tuple[Play, ...]
    winning: Play | None
    is_over: bool


def seats(model: TableModel[TrickT, EventT]) -> int:
    """How many sit at the table."""
    return len(model.player.names)


def seat_at(model: TableModel[TrickT, EventT], place: int) -> int:
    """Who sits so many places clockwise from the near side."""
    return (model.player.seat + place) % seats(model)


def place_at(player: PlayerView[TrickT, EventT], seat: int) -> int:
    """How many places clockwise from the player on the near side a seat is."""
    return (seat - player.seat) % len(player.names)


# -- the trick ---------------------------------------------------------------------------------------------


def just_taken(player: PlayerView[TrickT, EventT]) -> int | None:
    """The number of the trick that the last action ended; None if it ended none."""
    taken = any(isinstance(event, tricks.TrickTaken) for event in player.happened)
    return len(player.view.tricks) - 1 if taken else None


def shown_trick(model: TableModel[TrickT, EventT], beats: Beats) -> ShownTrick:
    """The trick on the table, which may be a finished one; a card in flight is not there yet."""
    view = model.view
    number = model.selection.shown_trick
    is_over = number is not None and number < len(view.tricks)
    plays = view.tricks[number].plays if number is not None and is_over else view.trick
    if model.selection.in_flight:
        plays, is_over = plays[:-1], False
    return ShownTrick(plays, tricks.winning_play(plays, beats), is_over)


def round_model(
    model: TableModel[TrickT, EventT],
    beats: Beats,
    badge: Callable[[TableModel[TrickT, EventT], int], PlayerBadgeModel],
    panel: ChoicePanelModel | None,
) -> RoundTableModel:
    """Everyone's badge and the trick, by place, and the panel that stands in the middle."""
    player, tints = model.player, dict(model.player.tinted)
    order = [seat_at(model, place) for place in range(seats(model))]
    badges = [
        badge(model, seat)._replace(level=player.bots[seat], tint=tints.get(player.names[seat], 0)) for seat in order
    ]
    return RoundTableModel(tuple(badges), _played(model, beats), panel)


def _played(model: TableModel[TrickT, EventT], beats: Beats) -> tuple[Face | None, ...]:
    """The cards on the trick by place, the winning one with its sign; None for a player who has not played."""
    trick = shown_trick(model, beats)
    plays: list[Face | None] = [None] * seats(model)
    for play in trick.plays:
        wins = play == trick.winning
        label = "" if not wins else WON if trick.is_over else WINS
        plays[place_at(model.player, play.seat)] = Face(play.card, Light.LIVE if wins else Light.PLAIN, label=label)
    return tuple(plays)


def small_round(model: TableModel[TrickT, EventT], beats: Beats) -> SmallRoundModel:
    """How many cards everyone holds, the trick, and the hand on the near side."""
    view = model.view
    order = [seat_at(model, place) for place in range(seats(model))]
    return SmallRoundModel(
        tuple(len(view.hands[seat]) for seat in order),
        _played(model, beats),
        view.hands[model.player.seat],
    )


def moment_beside_panel(model: TableModel[TrickT, EventT]) -> Moment | None:
    """What is celebrated on the badges: nothing once the deal is summed up, as scores then count up on the panel."""
    sums_up = model.player.game.rules.deal_due(model.view) and model.selection.shown_trick is None
    return None if sums_up else model.moment


def heading(model: TableModel[TrickT, EventT], target: int) -> LineModel:
    """The game, how far it has come, the points that win, and whether it counts."""
    view = model.view
    begun = model.player.game.words.progress(view) if view.number and view.outcome is None else ""
    return heading_line(model, begun, f"to {target}")


def is_turn(model: TableModel[TrickT, EventT], seat: int) -> bool:
    """Whether a seat is to act."""
    return model.player.game.rules.to_act(model.view) == seat


# -- the hand ----------------------------------------------------------------------------------------------


def near_hand(model: TableModel[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[Card, ...]:
    """The hand on the near side as it is fanned out."""
    return fanned_hand(model, model.player.seat, ranks)


def fanned_hand(model: TableModel[TrickT, EventT], seat: int, ranks: Sequence[Rank]) -> tuple[Card, ...]:
    """A hand as it is fanned out: its suits stand in the same order from the first trick of a deal to the last."""
    return tricks.sorted_hand(model.view.hands[seat], ranks, tuple(_played_from_hand(model.player, seat)))


def _played_from_hand(player: PlayerView[TrickT, EventT], seat: int) -> Iterator[Card]:
    """The cards that a seat has played from its hand in this deal, the last first."""
    for happened in reversed(player.history):
        for event in happened:
            if isinstance(event, tricks.CardPlayed) and event.seat == seat:
                yield event.card
        if any(isinstance(event, tricks.DealBegan) for event in happened):
            return


def legal(model: TableModel[TrickT, EventT]) -> tuple[Action, ...]:
    """What the player on the near side may do now."""
    actions: tuple[Action, ...] = model.player.game.rules.legal_actions(model.view) if model.player.active else ()
    return actions


def playable(model: TableModel[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[Card, ...]:
    """The cards that the player on the near side may play now, in the order of the fan."""
    cards = {action.card for action in legal(model) if isinstance(action, tricks.PlayCard)}
    return tuple(card for card in near_hand(model, ranks) if card in cards)


def hand_faces(model: TableModel[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[Face, ...]:
    """The hand: playable cards stand out, each with the number that chooses it; others stand back."""
    selection, can = model.selection, playable(model, ranks)
    faces: list[Face] = []
    for number, card in enumerate(near_hand(model, ranks)):
        target = Target(TargetKind.HAND, number)
        light = Light.PLAIN if not can or card is UNKNOWN else Light.LIVE if card in can else Light.DIM
        up = selection.confirming == target or card in selection.placed
        label = typed(can.index(card) + 1) if card in can else ""
        faces.append(Face(card, light, selection.cursor == target, picked=up, label=label))
    return tuple(faces)


def fan_model(model: TableModel[TrickT, EventT], ranks: Sequence[Rank]) -> FanModel:
    """The hand alone."""
    return FanModel(hand_faces(model, ranks))


# -- words -------------------------------------------------------------------------------------------------


def log_style(*bold: type[Event]) -> log_view.LogStyle:
    """A log with the number of the trick in the margin; ``bold`` are events that stand out.

    What others were dealt is left out.
    """
    stands_out = (tricks.DealBegan, tricks.TrickTaken, tricks.DealScored, *bold)
    return log_view.LogStyle(lambda event: isinstance(event, stands_out), margin_of=_trick, is_shown=_is_seen)


def _trick(event: Event) -> str:
    return str(event.number) if isinstance(event, tricks.TrickBegan) else ""


def _is_seen(event: Event) -> bool:
    return not (isinstance(event, tricks.Dealt) and UNKNOWN in event.cards)


def are_open(model: TableModel[TrickT, EventT]) -> bool:
    """Whether all hands are open, and another than that of the near side has a card."""
    hands, near = model.view.hands, model.player.seat
    return not any(UNKNOWN in hand for hand in hands) and any(hand for seat, hand in enumerate(hands) if seat != near)


def others_hands(model: TableModel[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[tuple[str, str], ...]:
    """The name and the hand of everyone else, where all are open."""
    if not are_open(model):
        return ()
    order = [seat_at(model, place) for place in range(1, seats(model))]
    return tuple((label(model.player.names, seat), hand_words(fanned_hand(model, seat, ranks))) for seat in order)


def hands_beside(model: TableModel[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[LogLine, ...]:
    """The hands of the others, each below its player's name: that of the near side lies open there already."""
    tints = model.player.tinted
    pairs = (
        (LogLine("", name, "bold", tints=tints), LogLine("", hand)) for name, hand in others_hands(model, ranks)
    )  # fmt: skip
    return tuple(line for pair in pairs for line in pair)


def all_hands(model: TableModel[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[tuple[str, str], ...]:
    """Every name and hand, the near one first, where all are open; else none."""
    others = others_hands(model, ranks)
    near = (label(model.player.names, model.player.seat), hand_words(near_hand(model, ranks)))
    return (near, *others) if others else ()


def marks(history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
    """The tricks taken and the deals, by the point that each happened at."""
    found: list[Mark] = []
    for point, event in log_view.by_point(history):
        match event:
            case tricks.TrickTaken(winner):
                found.append(Mark(point, glyphs().bullet, winner))
            case tricks.DealBegan():
                found.append(Mark(point, glyphs().thin.down))
    return tuple(found)


# -- what the pointer is on --------------------------------------------------------------------------------


def why_not(model: TableModel[TrickT, EventT], action: Action) -> str:
    """Why the near player cannot do something now; empty if they can."""
    return model.player.game.rules.why_not(model.view, action) if model.player.active else model.player.prompt


def explain_card(model: TableModel[TrickT, EventT], ranks: Sequence[Rank], number: int) -> str:
    """What a card of the hand is, and whether it can be played now."""
    hand = near_hand(model, ranks)
    if number >= len(hand) or hand[number] is UNKNOWN:
        return ""
    card, player = hand[number], model.player
    if not player.active:
        return f"The {card.symbol}. {player.prompt}"
    if reason := why_not(model, tricks.PlayCard(card)):
        return f"You can't play the {card.symbol}. {reason}"
    return f"You can {'play' if model.view.trick else 'lead'} the {card.symbol}."


def explain_play(model: TableModel[TrickT, EventT], beats: Beats, place: int) -> str:
    """Whose card of the trick it is, and whether it wins."""
    trick = shown_trick(model, beats)
    seat = seat_at(model, place)
    play = next((play for play in trick.plays if play.seat == seat), None)
    if play is None:
        return ""
    card = play_label(play, model.player.names)
    if play != trick.winning:
        return f"{card}."
    return f"{card} took the trick." if trick.is_over else f"{card} is winning the trick."


def explain_bot(model: TableModel[TrickT, EventT], place: int) -> str:
    """That a player is a bot, and of which level, as a sentence after another; empty for a person."""
    player, seat = model.player, seat_at(model, place)
    return f" {player.names[seat]} is a bot ({player.bots[seat]})." if player.bots[seat] else ""


def explain_dealer(model: TableModel[TrickT, EventT], place: int) -> str:
    """That a player dealt, as a sentence after another; empty for others."""
    view, seat = model.view, seat_at(model, place)
    return f" {model.player.names[seat]} dealt." if view.number and seat == view.dealer else ""


def just_played(player: PlayerView[TrickT, EventT]) -> Play | None:
    """The card that the last action put on the trick from a hand; None if it was something else."""
    played = next((event for event in player.happened if isinstance(event, tricks.CardPlayed)), None)
    return None if played is None else Play(played.seat, played.card)


def taking(player: PlayerView[TrickT, EventT]) -> str:
    """Who took the trick that the last action ended; empty if it ended none."""
    taken = (event for event in player.happened if isinstance(event, tricks.TrickTaken))
    return "".join(f"{player.game.words.describe(event, player.names)}." for event in taken)


def trick_result(state: TrickView, happened: Sequence[Event]) -> ResultModel:
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


def deal_moment(player: PlayerView[Any, Any]) -> Moment | None:
    """The scores that count up once a deal is played out."""
    counts = count_up(player.happened)
    return None if counts is None else Moment(COUNT_SECONDS, (counts,))


def score_shown(moment: Moment | None, side: int, score: int) -> int:
    """The score of a side while it counts up; without a moment the score itself."""
    counts = next(parts_of(moment, CountUp), None)
    return score if moment is None or counts is None else rolled(counts.before[side], counts.after[side], moment.share)
