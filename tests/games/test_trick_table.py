"""How trick games are played at a table: what each key and click selects, chooses and says."""

from random import Random
from typing import Any, Final

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.games.trick_table_rules import how_to_confirm
from clockspades.games.tricks import PlayCard
from clockspades.table import inputs as did
from clockspades.table.commands import ENTER
from clockspades.table.glyphs import Terminal
from clockspades.table.model import Direction, Selection, Target, TargetKind
from clockspades.table.moments import SECONDS
from clockspades.table.parts import prompt
from clockspades.table.state import Preferences
from clockspades.table.table_rules import Choose, Nothing, Select
from tests.games.trick_games import CLOGS, NAMES, SPADES, follows, game_where, may_turn, plays
from tests.games.trick_models import card_at, cards_of, model_of, rules_of
from tests.table.keys import pressed
from tests.table.responses import after
from tests.table.runner import Runner

GAMES: Final = pytest.mark.parametrize("game", [CLOGS, SPADES], ids=["clogs", "spades"])
ARROWS: Final[tuple[Direction, ...]] = ("left", "right", "up", "down")


def has_many(session: AnySession) -> bool:
    return follows(session) and len(plays(session)) > 1


def in_hand(number: int) -> Target:
    return Target(TargetKind.HAND, number)


# -- the cursor --------------------------------------------------------------------------------------------


@GAMES
def test_the_targets_are_the_cards_on_the_near_side(game: Any) -> None:
    session = game_where(game, follows)
    targets = rules_of(session).targets(model_of(session))
    hand = [target.number for target in targets if target.kind is TargetKind.HAND]
    assert hand == [*range(len(session.state.hands[0]))]
    clogs = [target.number for target in targets if target.kind is TargetKind.BESIDE]
    left = [place for place, clog in enumerate(session.state.clogs[0]) if clog is not None] if game is CLOGS else []
    assert clogs == left


@GAMES
def test_an_arrow_shows_the_cursor_on_a_card_that_can_be_played(game: Any) -> None:
    session = game_where(game, follows)
    rules, model = rules_of(session), model_of(session)
    for arrow in ARROWS:
        moved = after(model, rules.move(model, arrow, in_hand(0)))
        assert moved.cursor == cards_of(session, legal=True)[0]


def test_up_picks_a_card_up_down_puts_it_down_and_the_cursor_leaves_it_down() -> None:
    session = game_where(SPADES, follows)
    rules, target = rules_of(session), cards_of(session, legal=True)[0]
    model = model_of(session, Selection(target))
    up = after(model, rules.move(model, "up", target))
    assert up.selection == Selection(
        target, confirming=target, note=f"Play the {card_at(model, rules, target).symbol}? {how_to_confirm(Terminal())}"
    )
    down = after(up, rules.move(up, "down", target))
    assert down.selection == Selection(target, note=rules.explain(model, target))
    beside = after(up, rules.move(up, "left", in_hand(1)))
    assert (beside.cursor, beside.selection.confirming) == (in_hand(1), None)


@GAMES
def test_a_digit_plays_a_card_by_the_number_on_it(game: Any) -> None:
    session = game_where(game, has_many)
    rules, model = rules_of(session), model_of(session)
    legal = cards_of(session, legal=True)
    for number, target in enumerate(legal[:9], 1):
        assert rules.digit(model, number) == Choose(PlayCard(card_at(model, rules, target)), target)
        assert rules.hand_faces(model)[target.number].label == str(number)
    assert rules.digit(model, 0) == Nothing()
    assert all(rules.digit(model, number) == Nothing() for number in range(len(legal) + 1, 10))


def leads_with_ten(session: AnySession) -> bool:
    return session.to_act == 0 and session.state.phase is SpadesPhase.PLAY and len(plays(session)) > 10


def test_two_digits_play_a_card_above_nine() -> None:
    session = game_where(SPADES, leads_with_ten)
    rules, model = rules_of(session), model_of(session)
    legal = cards_of(session, legal=True)
    one = after(model, rules.digit(model, 1))
    assert one.cursor == legal[0]
    assert one.selection.note.startswith(rules.explain(model, legal[0]))
    for second, place in ((0, 9), (1, 10), (9, 8)):  # there is no card 19
        played = rules.digit(one, second)
        assert played == Choose(PlayCard(card_at(model, rules, legal[place])), legal[place])


# -- playing -----------------------------------------------------------------------------------------------


@GAMES
def test_enter_and_space_do_what_the_cursor_is_on(game: Any) -> None:
    session = game_where(game, follows)
    rules, target = rules_of(session), cards_of(session, legal=True)[0]
    model = model_of(session, Selection(target))
    action = PlayCard(card_at(model, rules, target))
    assert rules.confirm(model) == Choose(action, target), "it is asked for twice where that is set"
    assert rules.space(model) == Choose(action)


@GAMES
def test_a_click_plays_a_card(game: Any) -> None:
    session = game_where(game, follows)
    rules, model = rules_of(session), model_of(session)
    for target in cards_of(session, legal=True):
        assert rules.press(model, target) == Choose(PlayCard(card_at(model, rules, target)), target)


@GAMES
def test_a_card_that_cannot_be_played_says_why_and_stays(game: Any) -> None:
    session = game_where(
        game, lambda s: follows(s) and s.state.trick[0].card.suit in {card.suit for card in plays(s)}
    )  # fmt: skip
    rules, model = rules_of(session), model_of(session)
    for target in cards_of(session, legal=False):
        card = card_at(model, rules, target)
        on_it = model._replace(selection=Selection(target))
        responses = [
            rules.press(model, target),
            rules.confirm(on_it),
            rules.space(on_it),
            rules.move(on_it, "up", target),
            rules.move(on_it, "down", target),
        ]
        for response in responses:
            selection = after(model, response).selection
            assert (selection.cursor, selection.confirming) == (target, None)
            assert selection.note.startswith(f"You can't play the {card.symbol}. You must follow suit")


def test_enter_without_a_cursor_plays_the_only_card_that_can_be_played() -> None:
    session = game_where(SPADES, lambda s: follows(s) and len(plays(s)) == 1)
    rules, model = rules_of(session), model_of(session)
    [only] = cards_of(session, legal=True)
    assert rules.confirm(model) == Choose(PlayCard(*plays(session)), only)
    assert ENTER._replace(words="play") in rules.keys_now(model, is_running=False)


# -- somebody else's turn ----------------------------------------------------------------------------------


def is_anothers(session: AnySession) -> bool:
    return session.to_act not in (None, 0) and bool(session.state.tricks)


# -- tricks that are over ----------------------------------------------------------------------------------


def has_just_taken(session: AnySession) -> bool:
    tricks = session.state.tricks
    return session.to_act == 0 and len(tricks) == 2 and not session.state.trick


@GAMES
def test_a_trick_that_was_just_taken_is_shown_with_its_winner(game: Any) -> None:
    session = game_where(game, has_just_taken)
    rules, player = rules_of(session), model_of(session).player
    selection = rules.arrive(None, player, moves=True)
    assert selection.shown_trick == len(session.state.tricks) - 1
    assert "Ana takes the trick" in selection.note
    assert not selection.in_flight, "it was not seen being played"


@GAMES
def test_a_card_is_on_its_way_if_cards_move_and_the_point_before_was_shown(game: Any) -> None:
    session = game_where(game, follows)
    rules, before = rules_of(session), model_of(session).player
    session.act(PlayCard(next(iter(plays(session)))))
    player = model_of(session).player
    assert rules.arrive(before, player, moves=True).in_flight
    assert not rules.arrive(before, player, moves=False).in_flight
    assert not rules.arrive(None, player, moves=True).in_flight
    assert rules.seconds_for(player) == SECONDS


@GAMES
def test_the_last_trick_is_shown_again(game: Any) -> None:
    session = game_where(game, lambda s: follows(s) and len(s.state.tricks) == 2)
    rules, model = rules_of(session), model_of(session, Selection(in_hand(0)))
    shown = model._replace(selection=rules.look_back(model))
    winner = NAMES[session.state.tricks[-1].winner]
    assert shown.selection == Selection(note=f"{winner} took the last trick. Press any key to go on.", shown_trick=1)
    assert not rules.gathering(shown), "the next trick is on the table"
    assert rules.keys(shown, is_running=False)[0].words == "go on"


@GAMES
def test_the_last_trick_goes_to_its_winner_until_the_next_is_led(game: Any) -> None:
    session = game_where(game, lambda s: s.to_act == 0 and len(s.state.tricks) == 2 and not s.state.trick)
    rules = rules_of(session)
    assert rules.gathering(model_of(session, Selection(shown_trick=1)))
    assert not rules.gathering(model_of(session, Selection(shown_trick=0)))
    assert not rules.gathering(model_of(session))


@GAMES
def test_the_cards_of_the_trick_and_the_players_are_explained(game: Any) -> None:
    session = game_where(game, follows)
    rules, model = rules_of(session), model_of(session)
    played = session.state.trick[0]
    said = rules.explain(model, Target(TargetKind.PLAY, played.seat))
    assert said.startswith(f"{NAMES[played.seat]}'s {played.card.symbol}")
    assert rules.explain(model, Target(TargetKind.PLAY, 0)) == "", "Ana has not played"
    for seat in range(len(session.seats)):
        assert rules.explain(model, Target(TargetKind.BADGE, seat)).startswith(NAMES[seat])


# -- texts and keys ----------------------------------------------------------------------------------------


def test_a_forced_card_is_announced_with_its_reason() -> None:
    session = game_where(SPADES, lambda s: follows(s) and len(plays(s)) == 1)
    rules, player = rules_of(session), model_of(session).player
    (card,) = plays(session)
    assert rules.announce(player, PlayCard(card)) == f"You play the {card.symbol}, the only card you can play."
    session = game_where(SPADES, lambda s: s.to_act == 0 and len(s.state.hands[0]) == 1 and bool(s.state.trick))
    (card,) = plays(session)
    player = model_of(session).player
    assert rules.announce(player, PlayCard(card)) == f"You play the {card.symbol}, your last card."


@GAMES
def test_the_keys_are_those_of_the_moment(game: Any) -> None:
    def keys(session: AnySession, selection: Selection = Selection()) -> list[str]:  # noqa: B008
        return [key.words for key in rules_of(session).keys(model_of(session, selection), is_running=False)]

    mine = game_where(game, lambda s: has_many(s) and bool(s.state.tricks) and not (game is CLOGS and may_turn(s)))
    assert keys(mine) == ["play", "move", "last trick", "scores"]
    assert keys(mine, Selection(shown_trick=0)) == ["go on", "last trick", "scores"]
    assert keys(game_where(game, is_anothers)) == ["last trick", "scores"]
    over = game_where(game, lambda s: bool(s.state.number) and s.game.rules.deal_due(s.state), target=50)
    assert keys(over) == ["next deal", "last trick", "scores"]


@GAMES
def test_the_only_card_that_can_be_played_has_its_key_in_the_line(game: Any) -> None:
    session = game_where(game, lambda s: s.to_act == 0 and len(plays(s)) == 1 and len(s.state.hands[0]) > 1)
    rules, model = rules_of(session), model_of(session)
    key = rules.keys(model, is_running=False)[0]
    assert (key.words, key.label, key.does) == ("play", "1", did.ArrowPressed("right"))


@GAMES
def test_a_deal_that_is_summed_up_has_one_target_that_chooses_nothing(game: Any) -> None:
    session = game_where(game, lambda s: bool(s.state.number) and s.game.rules.deal_due(s.state))
    rules, model = rules_of(session), model_of(session)
    assert rules.sums_up(model.player)
    assert rules.targets(model) == (Target(TargetKind.CHOICE, 0),)
    assert isinstance(rules.press(model, Target(TargetKind.CHOICE, 0)), Select)
    shown = model_of(session, Selection(shown_trick=0))
    assert Target(TargetKind.CHOICE, 0) not in rules.targets(shown), "the last trick comes first"


# -- through the table -------------------------------------------------------------------------------------


def seated(session: AnySession, **preferences: Any) -> Runner:
    """The table of a session; no forced move is played, and each bot waits to be answered."""
    wanted = Preferences(**{"forced_plays": "ask", "trick_seconds": None, **preferences})
    return Runner(rules_of(session), session, wanted, Random(1))


def press_key(table: Runner, key: str, given: did.Input) -> None:
    table.give(pressed(key))
    table.give(given)


def click(table: Runner, target: Target) -> None:
    for given in (did.MouseDown(True), did.Pressed(target), did.Clicked()):
        table.give(given)


@pytest.mark.parametrize("name", ["Dr. No", "No: never", "Ana, Bo. And Cyd"])
def test_whatever_the_next_player_is_called_they_are_thinking(name: str) -> None:
    session = game_where(CLOGS, may_turn, players=4)
    turn = next(a for a in CLOGS.rules.legal_actions(session.state) if isinstance(a, TurnClog))
    table = seated(session.fork([seat._replace(name=name) for seat in session.seats]))
    clog = Target(TargetKind.BESIDE, turn.place)
    click(table, clog)
    assert table.acted == [turn]
    table.give(did.Landed())
    said = prompt(table.state.model).text
    assert said.startswith("You turn up clog ")
    assert said.endswith(f" {name} is thinking.")


@pytest.mark.parametrize(("last", "is_shown"), [(0, True), (2, False)])
def test_who_did_not_see_a_trick_end_sees_it_as_the_curtain_is_lifted(last: int, is_shown: bool) -> None:
    """Cyd is to act; Ana or Cyd herself played the last card of the trick before."""

    def holds(session: AnySession) -> bool:
        tricks = session.state.tricks
        return session.to_act == 2 and bool(tricks) and tricks[-1].plays[-1].seat == last

    table = seated(game_where(SPADES, holds, people=(0, 2)))
    assert table.pending == [did.CurtainLifted()]
    table.answer()
    table.give(did.Uncovered())
    assert (table.state.near, table.state.eyes) == (2, 2)
    assert (table.state.selection.shown_trick is not None) == is_shown
    assert ("took the last trick." in table.state.selection.note) == is_shown
    press_key(table, "enter", did.Confirm())
    assert table.state.selection.shown_trick is None
    assert table.acted == []
