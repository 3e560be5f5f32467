"""The slices of a scene that every game of tricks has: pure functions, tested without a screen."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from rich.cells import cell_len

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine.game import Action, Event, EventT
from clockspades.games.trick_words import hand_words, play_words
from clockspades.games.tricks import (
    Beats,
    CardPlayed,
    DealBegan,
    DealScored,
    Dealt,
    Ended,
    Play,
    PlayCard,
    TrickBegan,
    TrickTaken,
    TrickView,
    sorted_hand,
    winning_play,
)
from clockspades.tui.drawing.faces import Face, Light
from clockspades.tui.drawing.fitting import fit
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.panel import PanelFace
from clockspades.tui.tables import telling
from clockspades.tui.tables.scene import Scene, Sight, Target
from clockspades.tui.widgets.fan import FanFace
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.line import LineFace
from clockspades.tui.widgets.mark import Mark
from clockspades.tui.widgets.plate import PlateFace
from clockspades.tui.widgets.round_table import RoundFace

TrickT = TypeVar("TrickT", bound=TrickView)
"""What a seat sees of a game of tricks: its state, which has more of its own."""

WINS: Final = "win"
WON: Final = "won"
"""What stands on the card that takes a trick as it is, and on the one that took it: short enough for any card."""
MOST_OF_A_NAME: Final = 16
"""Cells beyond which names are cut where a deal is summed up."""
NARROWEST: Final = 58
"""The cells that there are at least below the table."""
HANDS_BELOW: Final = 4
"""The rows that there are at least in the place of a hand."""


class Shown(NamedTuple):
    """The trick on the table."""

    plays: tuple[Play, ...]
    winning: Play | None
    is_over: bool


def seats(scene: Scene[TrickT, EventT]) -> int:
    """How many sit at the table."""
    return len(scene.sight.names)


def seat_at(scene: Scene[TrickT, EventT], place: int) -> int:
    """Who sits so many places clockwise from the near side."""
    return (scene.sight.seat + place) % seats(scene)


def place_of(scene: Scene[TrickT, EventT], seat: int) -> int:
    """How many places clockwise from the near side a seat is."""
    return (seat - scene.sight.seat) % seats(scene)


# -- the trick ---------------------------------------------------------------------------------------------


def just_taken(sight: Sight[TrickT, EventT]) -> int | None:
    """The number of the trick that the last action ended; None if it ended none."""
    taken = bool(sight.history) and any(isinstance(event, TrickTaken) for event in sight.history[-1])
    return len(sight.view.tricks) - 1 if taken else None


def shown_trick(scene: Scene[TrickT, EventT], beats: Beats) -> Shown:
    """The trick that lies on the table: one that is over while it is looked at; a card on its way is not there yet."""
    view = scene.view
    looked = scene.attention.looked
    is_over = looked is not None and looked < len(view.tricks)
    plays = view.tricks[looked].plays if looked is not None and is_over else view.trick
    if scene.attention.aloft:
        plays, is_over = plays[:-1], False
    return Shown(plays, winning_play(plays, beats), is_over)


def round_face(
    scene: Scene[TrickT, EventT],
    beats: Beats,
    plate: Callable[[Scene[TrickT, EventT], int], PlateFace],
    panel: PanelFace | None,
) -> RoundFace:
    """Everyone's plate and the trick, by place, and the panel that stands in the middle."""
    trick = shown_trick(scene, beats)
    plays: list[Face | None] = [None] * seats(scene)
    for play in trick.plays:
        wins = play == trick.winning
        label = "" if not wins else WON if trick.is_over else WINS
        plays[place_of(scene, play.seat)] = Face(play.card, Light.LIVE if wins else Light.PLAIN, label=label)
    plates = [plate(scene, seat_at(scene, place)) for place in range(seats(scene))]
    return RoundFace(tuple(plates), tuple(plays), panel)


def heading(scene: Scene[TrickT, EventT], target: int) -> LineFace:
    """The game, how far it has come, and the points that win."""
    game, view = scene.sight.game, scene.view
    begun = (game.progress(view),) if view.number and game.outcome(view) is None else ()
    return LineFace(game.title, bright=True, quiet=(*begun, f"to {target}"))


def is_turn(scene: Scene[TrickT, EventT], seat: int) -> bool:
    """Whether a seat is to act."""
    return scene.sight.game.to_act(scene.view) == seat


# -- the hand ----------------------------------------------------------------------------------------------


def near_hand(scene: Scene[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[Card, ...]:
    """The hand on the near side as it is fanned out."""
    return fanned_hand(scene, scene.sight.seat, ranks)


def fanned_hand(scene: Scene[TrickT, EventT], seat: int, ranks: Sequence[Rank]) -> tuple[Card, ...]:
    """A hand as it is fanned out: its suits stand in the same order from the first trick of a deal to the last."""
    return sorted_hand(scene.view.hands[seat], ranks, tuple(_played_from_hand(scene.sight, seat)))


def _played_from_hand(sight: Sight[TrickT, EventT], seat: int) -> Iterator[Card]:
    """The cards that a seat has played from its hand in this deal, the last first."""
    for happened in reversed(sight.history):
        for event in happened:
            if isinstance(event, CardPlayed) and event.seat == seat:
                yield event.card
        if any(isinstance(event, DealBegan) for event in happened):
            return


def legal(scene: Scene[TrickT, EventT]) -> tuple[Action, ...]:
    """What the player on the near side may do now."""
    actions: tuple[Action, ...] = scene.sight.game.legal_actions(scene.view) if scene.sight.active else ()
    return actions


def playable(scene: Scene[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[Card, ...]:
    """The cards that the player on the near side may play now, in the order of the fan."""
    cards = {action.card for action in legal(scene) if isinstance(action, PlayCard)}
    return tuple(card for card in near_hand(scene, ranks) if card in cards)


def hand_faces(scene: Scene[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[Face, ...]:
    """The hand: playable cards stand out, each with the number that chooses it; others stand back."""
    attention, can = scene.attention, playable(scene, ranks)
    faces: list[Face] = []
    for number, card in enumerate(near_hand(scene, ranks)):
        target = Target("hand", number)
        light = Light.PLAIN if not can or card is UNKNOWN else Light.LIVE if card in can else Light.DIM
        up = attention.asked == target or card in attention.placed
        label = str(can.index(card) + 1) if card in can else ""
        faces.append(Face(card, light, attention.pointed == target, picked=up, label=label))
    return tuple(faces)


def fan_face(scene: Scene[TrickT, EventT], ranks: Sequence[Rank]) -> FanFace:
    """The hand alone."""
    return FanFace(hand_faces(scene, ranks))


# -- words -------------------------------------------------------------------------------------------------


def manner(*bold: type[Event]) -> telling.Manner:
    """How a game is told: with the number of the trick in the margin; ``bold`` are events that stand out.

    What others were dealt is left out.
    """
    stands_out = (DealBegan, TrickTaken, DealScored, *bold)
    return telling.Manner(Ended, lambda event: isinstance(event, stands_out), margin_of=_trick, is_told=_is_seen)


def _trick(event: Event) -> str:
    return str(event.number) if isinstance(event, TrickBegan) else ""


def _is_seen(event: Event) -> bool:
    return not (isinstance(event, Dealt) and UNKNOWN in event.cards)


def name_column(names: Sequence[str], room: int = MOST_OF_A_NAME) -> tuple[str, ...]:
    """Names below each other, each in as many cells as the longest takes, or as there is room for."""
    widest = min(room, MOST_OF_A_NAME, max(map(cell_len, names)))
    return tuple(fit(name, widest) for name in names)


def are_open(scene: Scene[TrickT, EventT]) -> bool:
    """Whether all hands are open, and another than that of the near side has a card."""
    hands, near = scene.view.hands, scene.sight.seat
    return not any(UNKNOWN in hand for hand in hands) and any(hand for seat, hand in enumerate(hands) if seat != near)


def others_hands(scene: Scene[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[tuple[str, str], ...]:
    """The name and the hand of everyone else, where all are open."""
    if not are_open(scene):
        return ()
    order = [seat_at(scene, place) for place in range(1, seats(scene))]
    return tuple((scene.sight.names[seat], hand_words(fanned_hand(scene, seat, ranks))) for seat in order)


def hands_beside(scene: Scene[TrickT, EventT], ranks: Sequence[Rank]) -> tuple[LogLine, ...]:
    """The hands of the others, each below its player's name: that of the near side lies open there already."""
    pairs = ((LogLine("", name, "bold"), LogLine("", hand)) for name, hand in others_hands(scene, ranks))
    return tuple(line for pair in pairs for line in pair)


def hands_below(scene: Scene[TrickT, EventT], ranks: Sequence[Rank]) -> LineFace:
    """Every hand in the place of the near one, which is all the room of a small screen; of many hands two in a row."""
    others = others_hands(scene, ranks)
    if not others:
        return LineFace()
    every = ((scene.sight.names[scene.sight.seat], hand_words(near_hand(scene, ranks))), *others)
    rows = -(-len(every) // 2) if len(every) > HANDS_BELOW else len(every)
    column = NARROWEST if rows == len(every) else NARROWEST // 2
    names = name_column([name for name, _ in every], column - 1 - max(cell_len(hand) for _, hand in every))
    told = [f"{name} {hand}" for name, (_, hand) in zip(names, every)]
    return LineFace("\n".join("".join(fit(hand, column) for hand in told[row::rows]) for row in range(rows)))


def marks(history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
    """The tricks taken and the deals, by the point that each happened at."""
    found: list[Mark] = []
    for point, event in telling.by_point(history):
        match event:
            case TrickTaken(winner):
                found.append(Mark(point, glyphs().bullet, winner))
            case DealBegan():
                found.append(Mark(point, glyphs().thin.down))
    return tuple(found)


# -- what the pointer is on --------------------------------------------------------------------------------


def why_not(scene: Scene[TrickT, EventT], action: Action) -> str:
    """Why the near player cannot do something now; empty if they can."""
    return scene.sight.game.why_not(scene.view, action) if scene.sight.active else scene.sight.prompt


def explain_card(scene: Scene[TrickT, EventT], ranks: Sequence[Rank], number: int) -> str:
    """What a card of the hand is, and whether it can be played now."""
    hand = near_hand(scene, ranks)
    if number >= len(hand) or hand[number] is UNKNOWN:
        return ""
    card, sight = hand[number], scene.sight
    if not sight.active:
        return f"The {card.symbol}. {sight.prompt}"
    if reason := why_not(scene, PlayCard(card)):
        return f"You can't play the {card.symbol}. {reason}"
    return f"You can {'play' if scene.view.trick else 'lead'} the {card.symbol}."


def explain_play(scene: Scene[TrickT, EventT], beats: Beats, place: int) -> str:
    """Whose card of the trick it is, and whether it wins."""
    trick = shown_trick(scene, beats)
    seat = seat_at(scene, place)
    play = next((play for play in trick.plays if play.seat == seat), None)
    if play is None:
        return ""
    card = play_words(play, scene.sight.names)
    if play == trick.winning:
        return f"{card} {'took the trick' if trick.is_over else 'is winning the trick'}."
    return f"{card}."


def just_played(sight: Sight[TrickT, EventT]) -> Play | None:
    """The card that the last action put on the trick from a hand; None if it was something else."""
    played = (
        next((event for event in sight.history[-1] if isinstance(event, CardPlayed)), None) if sight.history else None
    )
    return None if played is None else Play(played.seat, played.card)


def taking(sight: Sight[TrickT, EventT]) -> str:
    """Who took the trick that the last action ended; empty if it ended none."""
    taken = (event for event in sight.history[-1] if isinstance(event, TrickTaken)) if sight.history else ()
    return "".join(f"{sight.game.describe(event, sight.names)}." for event in taken)
