"""How Clogs is played at a table: the clogs lie face down beside the hand, each with a letter."""

from typing import Final

from clockspades.engine.actions import Action
from clockspades.games.clogs import clogs_selectors as selectors
from clockspades.games.clogs.clogs_rules import CLOG_NAMES, RANKS, ClogsEvent, ClogsState, TurnClog, beats
from clockspades.games.clogs.clogs_selectors import ClogsPlayerView, ClogsTableModel
from clockspades.games.trick_selectors import deal_moment, legal, place_at, why_not
from clockspades.games.trick_table_rules import LOOKING, TrickTableRules, how_to_confirm
from clockspades.games.tricks import Play
from clockspades.table.commands import DIGITS, DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Command, described
from clockspades.table.faces import Face
from clockspades.table.inputs import PointAt
from clockspades.table.model import Target, TargetKind
from clockspades.table.moments import SECONDS, TURN, WAIT
from clockspades.table.parts import Move
from clockspades.table.table_rules import Response

READ: Final = 0.8
"""Seconds to read a clog that was turned up, at the full tempo, before the next player plays."""
CLOGS: Final = tuple(
    Command(
        name.lower(),
        PointAt(Target(TargetKind.BESIDE, place)),
        "Choose a clog by its letter",
        listed=False,
        name=f"clogs.{name.lower()}",
    )
    for place, name in enumerate(CLOG_NAMES)
)


class ClogsTableRules(TrickTableRules[ClogsState, ClogsEvent]):
    """A clog is picked up and then turned up, as a card is picked up and then played."""

    commands = (
        *described("Choose a card by its number", *DIGITS[1:]),
        *CLOGS,
        *described("Move along the cards and clogs", LEFT, RIGHT),
        UP._replace(description="Pick up the card or clog"),
        DOWN._replace(description="Put it back"),
        ENTER._replace(description="Play the card or turn up the clog"),
        SPACE._replace(description="The same, without asking again"),
        *LOOKING,
    )
    ranks = RANKS
    beats = staticmethod(beats)
    log_style = selectors.LOG_STYLE
    badge = staticmethod(selectors.badge)
    heading = staticmethod(selectors.heading)
    sheet = staticmethod(selectors.sheet)
    fan_model = staticmethod(selectors.fan_model)
    marks = staticmethod(selectors.marks)
    panel = staticmethod(selectors.panel)
    remark = staticmethod(selectors.remark)
    sums_up = staticmethod(selectors.sums_up)
    moment = staticmethod(deal_moment)
    explain_badge = staticmethod(selectors.explain_badge)

    def action_for(self, model: ClogsTableModel, target: Target) -> Action | None:
        if target.kind is TargetKind.BESIDE:
            return TurnClog(target.number)
        return super().action_for(model, target)

    def moves(self, before: ClogsPlayerView, after: ClogsPlayerView) -> tuple[Move, ...]:
        """A clog goes to the trick with its back up, and is turned there."""
        turned = selectors.just_turned(after)
        if turned is None:
            return super().moves(before, after)
        place = place_at(after, turned.seat)
        start = Target(TargetKind.BADGE, place) if place else Target(TargetKind.BESIDE, turned.place)
        return (Move(Face(turned.card), start, Target(TargetKind.PLAY, place), turns=True),)

    def cards(self, model: ClogsTableModel) -> tuple[Target, ...]:
        clogs = enumerate(model.view.clogs[model.player.seat])
        beside = (Target(TargetKind.BESIDE, place) for place, clog in clogs if clog is not None)
        return (*super().cards(model), *beside)

    def explain(self, model: ClogsTableModel, target: Target) -> str:
        if target.kind is TargetKind.BESIDE:
            return selectors.explain_clog(model, target.number)
        return super().explain(model, target)

    def letter(self, model: ClogsTableModel, target: Target) -> Response:
        """A clog by its letter: the cursor goes to one that can be turned up; the rules say why another cannot."""
        action = TurnClog(target.number)
        if action in legal(model):
            return self.point_at(model, target)
        return self.say(model, self.explain(model, target) or why_not(model, action))

    def asking(self, model: ClogsTableModel, target: Target) -> str:
        if target.kind is not TargetKind.BESIDE:
            return super().asking(model, target)
        return f"{'Turn up' if model.view.trick else 'Lead'} clog {CLOG_NAMES[target.number]}? {how_to_confirm()}"

    def announce(self, player: ClogsPlayerView, action: Action) -> str:
        return "You turn up your last clog." if isinstance(action, TurnClog) else super().announce(player, action)

    def just_played(self, player: ClogsPlayerView) -> Play | None:
        turned = selectors.just_turned(player)
        return super().just_played(player) if turned is None else Play(turned.seat, turned.card)

    def seconds_for(self, player: ClogsPlayerView) -> float:
        if selectors.just_turned(player) is None:
            return super().seconds_for(player)
        return SECONDS + WAIT + TURN + READ

    def keys_now(self, player: ClogsPlayerView) -> tuple[Command, ...]:
        keys = super().keys_now(player)
        places = [
            action.place for action in player.game.rules.legal_actions(player.view) if isinstance(action, TurnClog)
        ]
        if not places:
            return keys
        first, last = CLOGS[places[0]], CLOGS[places[-1]]
        label = "-".join(dict.fromkeys((first.keys, last.keys)))
        clog = first._replace(words="clog", label=label, shown=tuple(CLOGS[place] for place in places))
        return (*keys[:-2], clog, *keys[-2:])
