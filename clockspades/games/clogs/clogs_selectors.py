"""What the widgets of Clogs draw, selected from the table's model: pure functions without a screen."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.phrases import count
from clockspades.engine.rules import Event
from clockspades.engine.wording import label, labels, told
from clockspades.games import trick_selectors
from clockspades.games.clogs.clogs_rules import (
    CLOG_NAMES,
    RANKS,
    ClogsEvent,
    ClogsState,
    ClogTurned,
    TookOver,
    TurnClog,
)
from clockspades.games.trick_selectors import is_turn, legal, score_shown, seat_at, why_not
from clockspades.games.tricks import DealScored
from clockspades.table import log_view
from clockspades.table.faces import Face, Light
from clockspades.table.glyphs import glyphs
from clockspades.table.model import PlayerView, TableModel, Target, TargetKind
from clockspades.table.trick_widget_models import ChoicePanelModel, FanModel, PlayerBadgeModel, Row, ScoreSheetModel
from clockspades.table.widget_models import LineModel, Mark, StyledPart

ClogsTableModel: TypeAlias = TableModel[ClogsState, ClogsEvent]
ClogsPlayerView: TypeAlias = PlayerView[ClogsState, ClogsEvent]

LOG_STYLE: Final = trick_selectors.log_style(TookOver)
"""The log, in which cards that take a trick over stand out."""


def fan_model(model: ClogsTableModel) -> FanModel:
    """The hand, and the clogs face down beside it, each with the key that chooses it."""
    can = {action.place for action in legal(model) if isinstance(action, TurnClog)}
    clogs: list[Face] = []
    for place, clog in enumerate(model.view.clogs[model.player.seat]):
        target = Target(TargetKind.BESIDE, place)
        light = Light.LIVE if place in can else Light.PLAIN
        pointed, confirming = model.selection.cursor == target, model.selection.confirming == target
        clogs.append(Face(clog, light, pointed, picked=confirming, label="" if clog is None else CLOG_NAMES[place]))
    return FanModel(trick_selectors.hand_faces(model, RANKS), tuple(clogs))


def badge(model: ClogsTableModel, seat: int) -> PlayerBadgeModel:
    """A player's name, points and clogs; one's own clogs lie beside the hand.

    Each trick counts as soon as it is taken, so the points never count up here from those before the deal.
    """
    view, player = model.view, model.player
    details: list[Row] = [((f"{view.scores[seat]}", "badge--gold"), (f" of {view.target}", "badge--quiet"))]
    if seat == player.seat:
        details.append(((f"{count(view.taken[seat], 'trick')} this deal", "badge--quiet"),))
    elif any(clog is not None for clog in view.clogs[seat]):
        details.append(_row_of(view.clogs[seat]))
    is_dealer = bool(view.number) and seat == view.dealer
    return PlayerBadgeModel(label(player.names, seat), is_turn(model, seat), is_dealer, details=tuple(details))


def _row_of(clogs: Sequence[Card | None]) -> Row:
    """Clogs by place: face down with their letters, or open where all is; a dot where one is gone."""
    parts: list[StyledPart] = []
    for letter, clog in zip(CLOG_NAMES, clogs):
        if parts and (clog is None or clog is UNKNOWN):
            parts.append((" ", "badge"))
        if clog is None:
            parts.append((glyphs().gone, "badge--quiet"))
        elif clog is UNKNOWN:
            parts.append((letter, "card--back-label"))
        else:
            parts.append((glyphs().card(clog), f"card--plain-{clog.suit.name.lower()}"))
    return tuple(parts)


def heading(model: ClogsTableModel) -> LineModel:
    """The game, the deal and the target."""
    return trick_selectors.heading(model, model.view.target)


def remark(player: ClogsPlayerView) -> str:
    """What the clog that was just turned up did; empty if none was."""
    if just_turned(player) is None:
        return ""
    told = [event for event in player.happened if isinstance(event, (ClogTurned, TookOver))]
    return " ".join(f"{words}." for event in told if (words := player.game.words.describe(event, player.names)))


def just_turned(player: ClogsPlayerView) -> ClogTurned | None:
    """The clog that the last action turned up; None if it did something else."""
    return next((event for event in player.happened if isinstance(event, ClogTurned)), None)


def panel(model: ClogsTableModel) -> ChoicePanelModel | None:
    """What a deal that is over brought everyone."""
    if not sums_up(model.player) or model.selection.shown_trick is not None:
        return None
    view, names = model.view, labels(model.player.names)
    ranked = sorted(range(len(names)), key=lambda seat: -view.scores[seat])
    deal = _deals(model)[-1]
    scores = [score_shown(model.moment, seat, view.scores[seat]) for seat in ranked]
    rows = tuple((names[seat], f"{f'+{deal.points[seat]}':>4} {score:>4}") for seat, score in zip(ranked, scores))
    return ChoicePanelModel(f"Deal {deal.number}", rows=rows, choices=("Next deal",), chosen=0, wide=True)


def sums_up(player: ClogsPlayerView) -> bool:
    """Whether a deal is over and the next one due."""
    return bool(player.view.number) and player.game.rules.deal_due(player.view)


def sheet(model: ClogsTableModel) -> ScoreSheetModel:
    """The points of each deal by player, and the sums."""
    rows = [(str(deal.number), *map(str, deal.points)) for deal in _deals(model)]
    view = model.view
    if view.number and not sums_up(model.player) and view.outcome is None:
        rows.append((str(view.number), *map(str, view.taken)))
    total = ("total", *map(str, view.scores))
    foot = f"First to {view.target} wins."
    return ScoreSheetModel(("deal", *labels(model.player.names)), (*rows, total), foot, ruled=frozenset({len(rows)}))


def _deals(model: ClogsTableModel) -> list[DealScored]:
    """Every deal that is played out, as it was scored."""
    return [event for events in model.player.history for event in events if isinstance(event, DealScored)]


def marks(history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
    """The tricks and the deals, and above them the clogs that took a trick over."""
    found = list(trick_selectors.marks(history))
    found += [
        Mark(point, event.play.card.suit.symbol, event.play.seat)
        for point, event in log_view.by_point(history)
        if isinstance(event, TookOver) and event.is_clog
    ]
    return tuple(found)


def explain_clog(model: ClogsTableModel, place: int) -> str:
    """Whether a clog of the near player can be turned up, and why not."""
    clogs = model.view.clogs[model.player.seat]
    if place >= len(clogs) or clogs[place] is None:
        return ""
    player = model.player
    clog = f"Clog {CLOG_NAMES[place]}: nobody has seen it."
    if not player.active:
        return f"{clog} {player.prompt}"
    can = "You can turn it up." if model.view.trick else "You can lead it."
    return f"{clog} {why_not(model, TurnClog(place)) or can}"


def explain_badge(model: ClogsTableModel, place: int) -> str:
    """How a player stands."""
    view, seat = model.view, seat_at(model, place)
    names = model.player.names
    left = sum(clog is not None for clog in view.clogs[seat])
    cards, clogs = count(len(view.hands[seat]), "card"), count(left, "clog")
    points = f"{view.scores[seat]} of {view.target} points ({view.taken[seat]} this deal)"
    has = f"{points}, {cards} in hand and {clogs}"
    return told(names, seat, f"You have {has}.", f"{names[seat]} has {has}.")
