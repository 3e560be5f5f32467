"""Models of trick games at the points that a test wants, and what an input makes of them."""

from typing import Any

from clockspades.engine.session import AnySession
from clockspades.games.clogs.clogs_table import ClogsTableRules
from clockspades.games.spades.spades_table import SpadesTableRules
from clockspades.games.trick_table_rules import TrickTableRules
from clockspades.games.tricks import PlayCard
from clockspades.table.model import AnyTableModel, Selection, TableModel, Target, TargetKind, player_view

RULES: dict[str, TrickTableRules[Any, Any]] = {"clogs": ClogsTableRules(), "spades": SpadesTableRules()}


def rules_of(session: AnySession) -> TrickTableRules[Any, Any]:
    """How the session's game is played at a table."""
    return RULES[session.game.name]


def model_of(session: AnySession, selection: Selection = Selection(), *, seat: int = 0) -> AnyTableModel:  # noqa: B008
    """What the player in a seat sees, with something selected."""
    player = player_view(session, seat, seat, active=session.to_act == seat)
    return TableModel(player, selection)


def cards_of(session: AnySession, *, legal: bool) -> list[Target]:
    """The cards in Ana's hand that she can play now, or those that she cannot, as they stand in the fan."""
    rules, model = rules_of(session), model_of(session)
    can = {action.card for action in session.game.rules.legal_actions(session.state) if isinstance(action, PlayCard)}
    targets = [target for target in rules.cards(model) if target.kind is TargetKind.HAND]
    return [target for target in targets if (card_at(model, rules, target) in can) is legal]


def card_at(model: AnyTableModel, rules: TrickTableRules[Any, Any], target: Target) -> Any:
    """The card in Ana's hand that a target is."""
    action = rules.action_for(model, target)
    assert isinstance(action, PlayCard)
    return action.card
