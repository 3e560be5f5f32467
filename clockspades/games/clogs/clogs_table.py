"""How Clogs is played at a table: what is on it, what a key or click does, and how cards and clogs move."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.phrases import cards_words
from clockspades.engine.rules import Action
from clockspades.engine.wording import label, labels, said
from clockspades.games import trick_table_rules as tables
from clockspades.games.clogs import clogs_rules as rules
from clockspades.games.clogs.clogs_rules import ClogsEvent, ClogsState
from clockspades.games.tricks import DealScored, Play, TrickTaken
from clockspades.language import N_, _, npgettext, pgettext
from clockspades.table import log_view
from clockspades.table.commands import DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.glyphs import USUAL, Glyphs, Terminal
from clockspades.table.inputs import PointAt
from clockspades.table.model import PlayerView, TableModel, Target, TargetKind
from clockspades.table.moments import LONGEST, SECONDS, TURN, WAIT, Moment
from clockspades.table.parts import Move
from clockspades.table.table_rules import Response
from clockspades.table.trick_widget_models import ChoicePanelModel, FanModel, PlayerBadgeModel, Row, ScoreSheetModel
from clockspades.table.widget_models import Face, Light, Mark, StyledPart

ClogsTableModel: TypeAlias = TableModel[ClogsState, ClogsEvent]
ClogsPlayerView: TypeAlias = PlayerView[ClogsState, ClogsEvent]

READ: Final = 0.8
"""Seconds to read a clog that was turned up, at the full tempo, before the next player plays."""
CLOGS: Final = tuple(
    Command(
        name.lower(), PointAt(Target(TargetKind.BESIDE, place)), N_("Turn up a clog by its letter"), listed=False,
        name=f"clogs.{name.lower()}",
    )
    for place, name in enumerate(rules.CLOG_NAMES)
)  # fmt: skip


def just_turned(player: ClogsPlayerView) -> rules.ClogTurned | None:
    """The clog that the last action turned up; None if it did something else."""
    return next((event for event in player.happened if isinstance(event, rules.ClogTurned)), None)


def _row_of(clogs: Sequence[Card | None], glyphs: Glyphs) -> Row:
    """Clogs by place: face down with their letters, or open where all is; a dot where one is gone."""
    parts: list[StyledPart] = []
    for letter, clog in zip(rules.CLOG_NAMES, clogs):
        if parts and (clog is None or clog is UNKNOWN):
            parts.append((" ", "badge"))
        if clog is None:
            parts.append((glyphs.gone, "badge--quiet"))
        elif clog is UNKNOWN:
            parts.append((letter, "card--back-label"))
        else:
            parts.append((glyphs.card(clog), f"card--plain-{clog.suit.name.lower()}"))
    return tuple(parts)


def _deals(model: ClogsTableModel) -> list[DealScored]:
    return [event for events in model.player.history for event in events if isinstance(event, DealScored)]


class ClogsTableRules(tables.TrickTableRules[ClogsState, ClogsEvent]):
    """A clog is turned up by its letter or a click, as a card is played by its number or a click."""

    commands = (
        *described(N_("Play a card by its number"), *DIGITS[1:]),
        *CLOGS,
        *described(N_("Move along the cards and clogs"), LEFT, RIGHT),
        UP._replace(description=N_("Pick up the card or clog")),
        DOWN._replace(description=N_("Put it back")),
        ENTER._replace(description=N_("Play the card or turn up the clog")),
        SPACE._replace(description=N_("The same, without asking again")),
        *tables.LOOKING,
    )
    told_at = 1  # the points stay
    ranks = rules.RANKS
    beats = staticmethod(rules.beats)
    log_style = tables.log_style(rules.TookOver)

    # -- what is on the table --------------------------------------------------------------------------

    def facts(self, model: ClogsTableModel) -> tuple[str, ...]:
        return (pgettext("heading of the table", "to {target}", target=model.view.target),)

    def fan_model(self, model: ClogsTableModel) -> FanModel:
        can = {action.place for action in model.legal if isinstance(action, rules.TurnClog)}
        clogs: list[Face] = []
        for place, clog in enumerate(model.view.clogs[model.player.seat]):
            target = Target(TargetKind.BESIDE, place)
            light = Light.LIVE if place in can else Light.PLAIN
            pointed, confirming = model.selection.cursor == target, model.selection.confirming == target
            clogs.append(
                Face(clog, light, pointed, picked=confirming, label="" if clog is None else rules.CLOG_NAMES[place])
            )
        return FanModel(self.hand_faces(model), tuple(clogs))

    def badge(self, model: ClogsTableModel, seat: int) -> PlayerBadgeModel:
        """A player's name, points and clogs; one's own clogs lie beside the hand.

        Each trick counts as soon as it is taken, so the points never count up here from those before the deal.
        """
        view, player = model.view, model.player
        score = view.scores[seat]
        words = npgettext("on a badge", "{score} point", "{score} points", score, score="{score}")
        details = [tables.styled(words, "badge--quiet", score=(f"{score}", "badge--gold"))]
        if seat != player.seat and any(clog is not None for clog in view.clogs[seat]):
            details.append(_row_of(view.clogs[seat], model.terminal.glyphs))
        is_dealer = bool(view.number) and seat == view.dealer
        return PlayerBadgeModel(
            label(player.names, seat), tables.is_turn(model, seat), is_dealer, details=tuple(details)
        )

    def explain_badge(self, model: ClogsTableModel, place: int) -> str:
        view, seat = model.view, tables.seat_at(model, place)
        names = model.player.names
        left = sum(clog is not None for clog in view.clogs[seat])
        clogs = npgettext("clogs of a player", "{number} clog", "{number} clogs", left)
        return said(
            names, seat,
            "[You have|{name} has] {score} of {target} points ({taken} this deal), {cards} in hand and {clogs}.",
            score=view.scores[seat], target=view.target, taken=view.taken[seat],
            cards=cards_words(len(view.hands[seat])),
            clogs=clogs if left else pgettext("clogs of a player", "no clogs"),
        )  # fmt: skip

    def summary(self, model: ClogsTableModel) -> ChoicePanelModel:
        view, names = model.view, labels(model.player.names)
        ranked = sorted(range(len(names)), key=lambda seat: -view.scores[seat])
        deal = _deals(model)[-1]
        scores = [tables.score_shown(model.moment, seat, view.scores[seat]) for seat in ranked]
        rows = tuple((names[seat], f"{f'+{deal.points[seat]}':>4} {score:>4}") for seat, score in zip(ranked, scores))
        title = _("Deal {number}", number=deal.number)
        return ChoicePanelModel(title, rows=rows, choices=(_("Next deal"),), chosen=0, wide=True)

    def sheet(self, model: ClogsTableModel) -> ScoreSheetModel:
        rows = [(str(deal.number), *map(str, deal.points)) for deal in _deals(model)]
        view = model.view
        if view.number and not self.sums_up(model.player) and view.outcome is None:
            rows.append((str(view.number), *map(str, view.taken)))
        total = (pgettext("score sheet", "total"), *map(str, view.scores))
        head = (pgettext("score sheet", "deal"), *labels(model.player.names))
        foot = _("First to {target} wins.", target=view.target)
        return ScoreSheetModel(head, (*rows, total), foot, ruled=frozenset({len(rows)}))

    def remark(self, player: ClogsPlayerView) -> str:
        if just_turned(player) is None:
            return ""
        told = [event for event in player.happened if isinstance(event, (rules.ClogTurned, rules.TookOver))]
        return " ".join(f"{words}." for event in told if (words := player.game.words.describe(event, player.names)))

    def marks(self, history: Sequence[Sequence[ClogsEvent]], terminal: Terminal = USUAL) -> tuple[Mark, ...]:
        """The tricks and the deals, and above them the clogs that took a trick over."""
        found = list(super().marks(history, terminal))
        found += [
            Mark(point, event.play.card.suit.symbol, event.play.seat)
            for point, event in log_view.by_point(history)
            if isinstance(event, rules.TookOver) and event.is_clog
        ]
        return tuple(found)

    # -- clogs -----------------------------------------------------------------------------------------

    def action_for(self, model: ClogsTableModel, target: Target) -> Action | None:
        if target.kind is TargetKind.BESIDE:
            return rules.TurnClog(target.number)
        return super().action_for(model, target)

    def moves(self, before: ClogsPlayerView, after: ClogsPlayerView) -> tuple[Move, ...]:
        """A clog goes to the trick with its back up, and is turned there."""
        turned = just_turned(after)
        if turned is None:
            return super().moves(before, after)
        place = tables.place_at(after, turned.seat)
        start = Target(TargetKind.BADGE, place) if place else Target(TargetKind.BESIDE, turned.place)
        return (Move(Face(turned.card), start, Target(TargetKind.PLAY, place), turns=True),)

    def cards(self, model: ClogsTableModel) -> tuple[Target, ...]:
        clogs = enumerate(model.view.clogs[model.player.seat])
        beside = (Target(TargetKind.BESIDE, place) for place, clog in clogs if clog is not None)
        return (*super().cards(model), *beside)

    def explain(self, model: ClogsTableModel, target: Target) -> str:
        if target.kind is TargetKind.BESIDE:
            return self.explain_clog(model, target.number)
        return super().explain(model, target)

    def explain_clog(self, model: ClogsTableModel, place: int) -> str:
        clogs = model.view.clogs[model.player.seat]
        if place >= len(clogs) or clogs[place] is None:
            return ""
        player = model.player
        clog = _("Clog {letter}: nobody has seen it.", letter=rules.CLOG_NAMES[place])
        if not player.active:
            return f"{clog} {player.prompt}"
        can = _("You can turn it up." if model.view.trick else "You can lead it.")
        return f"{clog} {player.why_not(rules.TurnClog(place)) or can}"

    def letter(self, model: ClogsTableModel, target: Target) -> Response:
        action = rules.TurnClog(target.number)
        if action in model.legal:
            return self.use(model, target, asks=True)
        return self.say(model, self.explain(model, target) or model.player.why_not(action))

    def asking(self, model: ClogsTableModel, target: Target) -> str:
        if target.kind is not TargetKind.BESIDE:
            return super().asking(model, target)
        words = N_("Turn up clog {letter}?" if model.view.trick else "Lead clog {letter}?")
        return f"{_(words, letter=rules.CLOG_NAMES[target.number])} {tables.how_to_confirm(model.terminal)}"

    def announce(self, player: ClogsPlayerView, action: Action) -> str:
        return (
            _("You turn up your last clog.") if isinstance(action, rules.TurnClog) else super().announce(player, action)
        )

    def just_played(self, player: ClogsPlayerView) -> Play | None:
        turned = just_turned(player)
        return super().just_played(player) if turned is None else Play(turned.seat, turned.card)

    def moment(self, player: ClogsPlayerView) -> Moment | None:
        counted, facts = super().moment(player), list[tables.Fact]()
        for event in player.happened:
            match event:
                case rules.TookOver(play, _, True):
                    texts = pgettext("on a badge", "clog takes over"), pgettext("on a badge, in short", "takes over")
                    facts.append(tables.Fact(play.seat, texts, start=(SECONDS + WAIT + TURN) / LONGEST))
                case TrickTaken(seat) if player.view.scores[seat] == player.view.target - 1:
                    texts = pgettext("on a badge", "one trick to go"), pgettext("on a badge, in short", "1 to go")
                    facts.append(tables.Fact(seat, texts, start=facts[0].start if facts else 0.0))
        if not facts:
            return counted
        return Moment(LONGEST, (*facts, *(counted.parts if counted else ())), with_cards=True)

    def seconds_for(self, player: ClogsPlayerView) -> float:
        if just_turned(player) is None:
            return super().seconds_for(player)
        return SECONDS + WAIT + TURN + READ

    def keys_now(self, model: ClogsTableModel, *, is_running: bool) -> tuple[Command, ...]:
        keys = super().keys_now(model, is_running=is_running)
        places = [action.place for action in model.legal if isinstance(action, rules.TurnClog)]
        if not places:
            return keys
        first, last = CLOGS[places[0]], CLOGS[places[-1]]
        label = "-".join(dict.fromkeys((first.keys, last.keys)))
        clog = first._replace(words=N_("clog"), label=label, shown=tuple(CLOGS[place] for place in places))
        return (*keys[:1], clog, *keys[1:])
