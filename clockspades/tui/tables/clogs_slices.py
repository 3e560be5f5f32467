"""The slices of a scene of Clogs: pure functions, tested without a screen."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.game import Event
from clockspades.engine.phrases import count
from clockspades.games.clogs.rules import CLOG_NAMES, RANKS, ClogsEvent, ClogTurned, State, TookOver, TurnClog
from clockspades.games.tricks import DealScored
from clockspades.tui.drawing.faces import Face, Light, Part
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.panel import PanelFace
from clockspades.tui.tables import telling, tricks_slices
from clockspades.tui.tables.scene import Scene, Sight, Target
from clockspades.tui.tables.tricks_slices import is_turn, legal, name_column, seat_at, why_not
from clockspades.tui.widgets.fan import FanFace
from clockspades.tui.widgets.line import LineFace
from clockspades.tui.widgets.mark import Mark
from clockspades.tui.widgets.plate import PlateFace, Row
from clockspades.tui.widgets.sheet import SheetFace

ClogsScene: TypeAlias = Scene[State, ClogsEvent]
ClogsSight: TypeAlias = Sight[State, ClogsEvent]

MANNER: Final = tricks_slices.manner(TookOver)
"""How the game is told: what takes a trick over stands out."""


def fan_face(scene: ClogsScene) -> FanFace:
    """The hand, and the clogs face down beside it, each with the key that chooses it."""
    can = {action.place for action in legal(scene) if isinstance(action, TurnClog)}
    clogs: list[Face] = []
    for place, clog in enumerate(scene.view.clogs[scene.sight.seat]):
        target = Target("beside", place)
        light = Light.LIVE if place in can else Light.PLAIN
        pointed, asked = scene.attention.pointed == target, scene.attention.asked == target
        clogs.append(Face(clog, light, pointed, picked=asked, label="" if clog is None else CLOG_NAMES[place]))
    return FanFace(tricks_slices.hand_faces(scene, RANKS), tuple(clogs))


def plate(scene: ClogsScene, seat: int) -> PlateFace:
    """A player's name, points and clogs; one's own clogs lie beside the hand."""
    view, sight = scene.view, scene.sight
    details: list[Row] = [((f"{view.scores[seat]}", "plate--gold"), (f" of {view.target}", "plate--quiet"))]
    if seat == sight.seat:
        details.append(((f"{count(view.taken[seat], 'trick')} this deal", "plate--quiet"),))
    elif any(clog is not None for clog in view.clogs[seat]):
        details.append(_row_of(view.clogs[seat]))
    is_dealer = bool(view.number) and seat == view.dealer
    return PlateFace(sight.names[seat], is_turn(scene, seat), is_dealer, details=tuple(details))


def _row_of(clogs: Sequence[Card | None]) -> Row:
    """Clogs by place: face down with their letters, or open where all is; a dot where one is gone."""
    parts: list[Part] = []
    for letter, clog in zip(CLOG_NAMES, clogs):
        if parts and (clog is None or clog is UNKNOWN):
            parts.append((" ", "plate"))
        if clog is None:
            parts.append((glyphs().gone, "plate--quiet"))
        elif clog is UNKNOWN:
            parts.append((letter, "card--back-label"))
        else:
            parts.append((glyphs().card(clog), f"card--plain-{clog.suit.name.lower()}"))
    return tuple(parts)


def heading(scene: ClogsScene) -> LineFace:
    """The game, the deal and the target."""
    return tricks_slices.heading(scene, scene.view.target)


def remark(sight: ClogsSight) -> str:
    """What the clog that was just turned up did; empty if none was."""
    if just_turned(sight) is None:
        return ""
    told = [event for event in sight.history[-1] if isinstance(event, (ClogTurned, TookOver))]
    return " ".join(f"{words}." for event in told if (words := sight.game.describe(event, sight.names)))


def just_turned(sight: ClogsSight) -> ClogTurned | None:
    """The clog that the last action turned up; None if it did something else."""
    last = sight.history[-1] if sight.history else ()
    return next((event for event in last if isinstance(event, ClogTurned)), None)


def panel(scene: ClogsScene) -> PanelFace | None:
    """What a deal that is over brought everyone."""
    if not sums_up(scene.sight) or scene.attention.looked is not None:
        return None
    view, names = scene.view, scene.sight.names
    ranked = sorted(range(len(names)), key=lambda seat: -view.scores[seat])
    deal = _deals(scene)[-1]
    column = name_column([names[seat] for seat in ranked])
    lines = tuple(f"{name} {f'+{deal.points[seat]}':>4} {view.scores[seat]:>4}" for name, seat in zip(column, ranked))
    return PanelFace(f"Deal {deal.number}", words=lines, choices=("Next deal",), chosen=0, wide=True)


def sums_up(sight: ClogsSight) -> bool:
    """Whether a deal is over and the next one due."""
    return bool(sight.view.number) and sight.game.deal_due(sight.view)


def sheet(scene: ClogsScene) -> SheetFace:
    """The points of each deal by player, and the sums."""
    rows = [(str(deal.number), *map(str, deal.points)) for deal in _deals(scene)]
    view = scene.view
    if view.number and not sums_up(scene.sight) and view.outcome is None:
        rows.append((str(view.number), *map(str, view.taken)))
    total = ("total", *map(str, view.scores))
    foot = f"First to {view.target} wins."
    return SheetFace(("deal", *scene.sight.names), (*rows, total), foot, ruled=frozenset({len(rows)}))


def _deals(scene: ClogsScene) -> list[DealScored]:
    """Every deal that is played out, as it was scored."""
    return [event for events in scene.sight.history for event in events if isinstance(event, DealScored)]


def marks(history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
    """The tricks and the deals, and above them the clogs that took a trick over."""
    found = list(tricks_slices.marks(history))
    found += [
        Mark(point, event.play.card.suit.symbol, event.play.seat)
        for point, event in telling.by_point(history)
        if isinstance(event, TookOver) and event.is_clog
    ]
    return tuple(found)


def explain_clog(scene: ClogsScene, place: int) -> str:
    """Whether a clog of the near player can be turned up, and why not."""
    clogs = scene.view.clogs[scene.sight.seat]
    if place >= len(clogs) or clogs[place] is None:
        return ""
    sight = scene.sight
    clog = f"Clog {CLOG_NAMES[place]}: nobody has seen it."
    if not sight.active:
        return f"{clog} {sight.prompt}"
    can = "You can turn it up." if scene.view.trick else "You can lead it."
    return f"{clog} {why_not(scene, TurnClog(place)) or can}"


def explain_plate(scene: ClogsScene, place: int) -> str:
    """How a player stands."""
    view, seat = scene.view, seat_at(scene, place)
    name = scene.sight.names[seat]
    left = sum(clog is not None for clog in view.clogs[seat])
    cards, clogs = count(len(view.hands[seat]), "card"), count(left, "clog")
    points = f"{view.scores[seat]} of {view.target} points ({view.taken[seat]} this deal)"
    return f"{name} has {points}, {cards} in hand and {clogs}."
