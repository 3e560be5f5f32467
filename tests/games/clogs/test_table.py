"""How clogs are played at a table: by letter, by arrow and by click."""

from typing import Final

from clockspades.engine.session import AnySession
from clockspades.games.clogs.clogs_rules import CLOG_NAMES, TurnClog
from clockspades.games.clogs.clogs_table import ClogsTableRules
from clockspades.games.trick_table_rules import how_to_confirm
from clockspades.games.tricks import Play
from clockspades.table.glyphs import Terminal
from clockspades.table.inputs import PointAt
from clockspades.table.model import Selection, Target, TargetKind
from clockspades.table.table_rules import Choose
from tests.games.trick_games import CLOGS, follows, game_where, may_turn, plays
from tests.games.trick_models import model_of
from tests.table.responses import after

RULES: Final = ClogsTableRules()


def clog(place: int) -> Target:
    return Target(TargetKind.BESIDE, place)


def places(session: AnySession) -> list[int]:
    """The clogs that Ana can turn up."""
    return [action.place for action in CLOGS.rules.legal_actions(session.state) if isinstance(action, TurnClog)]


def follows_suit(session: AnySession) -> bool:
    """Whether Ana must play a card, though she has a clog."""
    return follows(session) and not places(session) and session.state.clogs[0][0] is not None


def test_a_letter_says_why_a_clog_cannot_be_turned_up_and_the_cursor_stays() -> None:
    session = game_where(CLOGS, follows_suit, players=4)
    model = model_of(session, Selection(Target(TargetKind.HAND, 0)))
    said = after(model, RULES.letter(model, clog(0))).selection
    assert said.cursor == Target(TargetKind.HAND, 0)
    assert said.note.startswith("Clog A: nobody has seen it. ")
    assert "You can turn" not in said.note


def test_a_clog_is_picked_up_and_turned_up() -> None:
    session = game_where(CLOGS, may_turn, players=4)
    place = places(session)[0]
    model = model_of(session, Selection(clog(place)))
    question = f"Turn up clog {CLOG_NAMES[place]}? {how_to_confirm(Terminal())}"
    picked = after(model, RULES.move(model, "up", None))
    assert picked.selection == Selection(clog(place), confirming=clog(place), note=question)
    assert after(picked, RULES.move(picked, "down", None)).selection.confirming is None
    turns = Choose(TurnClog(place), clog(place))
    assert RULES.confirm(model) == RULES.press(model, clog(place)) == RULES.letter(model, clog(place)) == turns
    assert RULES.space(model) == Choose(TurnClog(place))


def test_a_clog_just_turned_up_is_the_card_just_played_and_is_told() -> None:
    session = game_where(CLOGS, may_turn, players=4)
    place = places(session)[0]
    before, card = model_of(session).player, session.state.clogs[0][place]
    session.act(TurnClog(place))
    player = model_of(session).player
    assert RULES.just_played(player) == Play(0, card)
    selection = RULES.arrive(before, player, moves=True)
    assert selection.in_flight
    assert f"the {card.symbol}" in selection.note


def test_the_last_clog_is_announced_as_such() -> None:
    session = game_where(CLOGS, lambda s: s.to_act == 0 and not s.state.hands[0] and len(places(s)) == 1)
    announced = RULES.announce(model_of(session).player, TurnClog(places(session)[0]))
    assert announced == "You turn up your last clog."


def test_the_key_line_names_cards_and_clogs() -> None:
    session = game_where(CLOGS, lambda s: may_turn(s) and len(plays(s)) > 1 and len(places(s)) > 1, players=4)
    keys = RULES.keys(model_of(session), is_running=False)
    assert [key.words for key in keys[:4]] == ["play", "clog", "move", "last trick"]
    first, last = places(session)[0], places(session)[-1]
    assert keys[1].label == f"{CLOG_NAMES[first]}-{CLOG_NAMES[last]}".lower()
    assert keys[1].does == PointAt(Target(TargetKind.BESIDE, first))
