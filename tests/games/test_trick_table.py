"""How trick games are played at a table: what each key and click selects, chooses and says."""

from random import Random
from typing import Any, Final

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.clogs.clogs_table import READ
from clockspades.games.spades.spades_state import MakeBid, SpadesPhase
from clockspades.games.trick_table_rules import how_to_confirm
from clockspades.games.tricks import PlayCard
from clockspades.table import inputs as did
from clockspades.table.glyphs import Terminal
from clockspades.table.model import Direction, Selection, Target, TargetKind
from clockspades.table.moments import SECONDS, TURN, WAIT
from clockspades.table.parts import prompt
from clockspades.table.state import Preferences, ShowingTrick, Summary
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


@GAMES
def test_left_and_right_lead_to_what_lies_that_way(game: Any) -> None:
    session = game_where(game, follows)
    rules, model = rules_of(session), model_of(session, Selection(in_hand(1)))
    for arrow in ("left", "right"):
        moved = after(model, rules.move(model, arrow, in_hand(0)))
        assert moved.cursor == in_hand(0)
        assert moved.selection.note == rules.explain(model, in_hand(0)) != ""


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
def test_a_digit_points_at_a_card_by_the_number_on_it(game: Any) -> None:
    session = game_where(game, has_many)
    rules, model = rules_of(session), model_of(session)
    legal = cards_of(session, legal=True)
    for number, target in enumerate(legal[:9], 1):
        pointed = after(model, rules.digit(model, number))
        assert pointed.cursor == target
        assert rules.hand_faces(pointed)[target.number].label == str(number)
    assert rules.digit(model, 0) == Nothing()
    assert all(rules.digit(model, number) == Nothing() for number in range(len(legal) + 1, 10))


def leads_with_ten(session: AnySession) -> bool:
    return session.to_act == 0 and session.state.phase is SpadesPhase.PLAY and len(plays(session)) > 10


def test_two_digits_point_at_a_card_above_nine() -> None:
    session = game_where(SPADES, leads_with_ten)
    rules, model = rules_of(session), model_of(session)
    legal = cards_of(session, legal=True)
    one = after(model, rules.digit(model, 1))
    assert one.cursor == legal[0]
    assert after(one, rules.digit(one, 0)).cursor == legal[9]
    assert after(one, rules.digit(one, 1)).cursor == legal[10]
    assert after(one, rules.digit(one, 9)).cursor == legal[8], "there is no card 19"


def test_only_a_digit_is_followed_by_a_second() -> None:
    session = game_where(SPADES, leads_with_ten)
    rules, model = rules_of(session), model_of(session)
    legal = cards_of(session, legal=True)
    two = after(model, rules.digit(model, 2))
    led = after(two, rules.move(two, "left", legal[0]))
    assert led.cursor == legal[0]
    assert not led.selection.typed
    assert after(led, rules.digit(led, 1)).cursor == legal[0]


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
def test_the_first_click_picks_a_card_up_and_the_second_plays_it(game: Any) -> None:
    session = game_where(game, follows)
    rules, model = rules_of(session), model_of(session)
    target, *others = cards_of(session, legal=True)
    picked = after(model, rules.press(model, target))
    assert (picked.cursor, picked.selection.confirming) == (target, target)
    assert rules.reminder(picked) == picked.selection.note == rules.asking(model, target)
    assert rules.press(picked, target) == Choose(PlayCard(card_at(model, rules, target)))
    for other in others:
        assert after(picked, rules.press(picked, other)).selection.confirming == other


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


@GAMES
def test_enter_and_space_without_a_cursor_play_nothing(game: Any) -> None:
    session = game_where(game, has_many)
    rules, model = rules_of(session), model_of(session)
    for response in (rules.confirm(model), rules.space(model)):
        selection = after(model, response).selection
        assert selection.cursor is None
        assert selection.refusal == "Choose a card first."


def test_enter_without_a_cursor_points_at_the_only_card_that_can_be_played() -> None:
    session = game_where(SPADES, lambda s: follows(s) and len(plays(s)) == 1)
    rules, model = rules_of(session), model_of(session)
    pointed = after(model, rules.confirm(model))
    assert [pointed.cursor] == cards_of(session, legal=True)
    assert rules.confirm(pointed) == Choose(PlayCard(*plays(session)), pointed.cursor)


# -- somebody else's turn ----------------------------------------------------------------------------------


def is_anothers(session: AnySession) -> bool:
    return session.to_act not in (None, 0) and bool(session.state.tricks)


def test_an_arrow_leaves_a_choice_that_can_no_longer_be_made() -> None:
    session = game_where(SPADES, lambda s: s.to_act not in (None, 0) and s.state.phase is SpadesPhase.BID)
    rules, model = rules_of(session), model_of(session, Selection(Target(TargetKind.CHOICE, 3)))
    assert after(model, rules.move(model, "right", None)).cursor == in_hand(0)


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


def test_a_deal_or_a_bid_moves_nothing() -> None:
    session = game_where(SPADES, lambda s: s.to_act == 0 and s.state.phase is SpadesPhase.BID)
    rules, player = rules_of(session), model_of(session).player
    assert rules.arrive(player, player, moves=True) == Selection()
    assert rules.seconds_for(player) == 0.0


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
def test_before_the_first_trick_there_is_none_to_show(game: Any) -> None:
    session = game_where(game, lambda s: s.to_act == 0 and not s.state.tricks and bool(s.state.number))
    rules, model = rules_of(session), model_of(session)
    assert rules.look_back(model) == Selection(note="No trick has been taken in this deal yet.")
    assert "last trick" not in [key.words for key in rules.keys(model, is_running=False)]
    assert not rules.missed_trick(model.player)
    assert not rules.gathering(model)


@GAMES
def test_the_last_trick_goes_to_its_winner_until_the_next_is_led(game: Any) -> None:
    session = game_where(game, lambda s: s.to_act == 0 and len(s.state.tricks) == 2 and not s.state.trick)
    rules = rules_of(session)
    assert rules.gathering(model_of(session, Selection(shown_trick=1)))
    assert not rules.gathering(model_of(session, Selection(shown_trick=0)))
    assert not rules.gathering(model_of(session))


@GAMES
def test_only_a_trick_that_another_ended_was_missed(game: Any) -> None:
    session = game_where(game, lambda s: follows(s) and bool(s.state.tricks))
    last = session.state.tricks[-1].plays[-1].seat
    for seat in range(len(session.seats)):
        assert rules_of(session).missed_trick(model_of(session, seat=seat).player) == (seat != last)


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


def test_a_forced_bid_is_announced() -> None:
    session = game_where(SPADES, lambda s: s.to_act == 0 and s.state.phase is SpadesPhase.BID)
    assert rules_of(session).announce(model_of(session).player, MakeBid(3)) == "You bid 3."


@GAMES
def test_the_keys_are_those_of_the_moment(game: Any) -> None:
    def keys(session: AnySession, selection: Selection = Selection()) -> list[str]:  # noqa: B008
        return [key.words for key in rules_of(session).keys(model_of(session, selection), is_running=False)]

    mine = game_where(game, lambda s: has_many(s) and bool(s.state.tricks) and not (game is CLOGS and may_turn(s)))
    assert keys(mine) == ["card", "play", "move", "last trick", "scores"]
    assert keys(mine, Selection(shown_trick=0)) == ["go on", "last trick", "scores"]
    assert keys(game_where(game, is_anothers)) == ["last trick", "scores"]
    over = game_where(game, lambda s: bool(s.state.number) and s.game.rules.deal_due(s.state), target=50)
    assert keys(over) == ["next deal", "last trick", "scores"]


@GAMES
def test_the_only_card_that_can_be_played_has_its_key_in_the_line(game: Any) -> None:
    session = game_where(game, lambda s: s.to_act == 0 and len(plays(s)) == 1 and len(s.state.hands[0]) > 1)
    rules, model = rules_of(session), model_of(session)
    key = rules.keys(model, is_running=False)[0]
    assert (key.words, key.label, key.keys) == ("card", "1", "1")
    pointed = rules.digit(model, 1)
    assert isinstance(pointed, Select)
    assert pointed.selection.cursor == cards_of(session, legal=True)[0]


@GAMES
def test_a_deal_that_is_summed_up_has_one_target_that_chooses_nothing(game: Any) -> None:
    session = game_where(game, lambda s: bool(s.state.number) and s.game.rules.deal_due(s.state))
    rules, model = rules_of(session), model_of(session)
    assert rules.sums_up(model.player)
    assert rules.targets(model) == (Target(TargetKind.CHOICE, 0),)
    assert isinstance(rules.press(model, Target(TargetKind.CHOICE, 0)), Select)
    shown = model_of(session, Selection(shown_trick=0))
    assert Target(TargetKind.CHOICE, 0) not in rules.targets(shown), "the last trick comes first"


def test_a_clog_takes_longer_to_see_than_a_card() -> None:
    session = game_where(CLOGS, may_turn, players=4)
    session.act(next(action for action in CLOGS.rules.legal_actions(session.state) if isinstance(action, TurnClog)))
    assert rules_of(session).seconds_for(model_of(session).player) == SECONDS + WAIT + TURN + READ


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


@GAMES
def test_a_card_is_asked_for_again_where_that_is_set(game: Any) -> None:
    session = game_where(game, follows)
    table, target = seated(session, confirms=True), cards_of(session, legal=True)[0]
    for _ in range(2):
        press_key(table, "left", did.ArrowPressed("left", target))
        press_key(table, "enter", did.Confirm())
        assert table.state.selection.confirming == target
        assert how_to_confirm(Terminal()) in table.state.selection.note
        press_key(table, "escape", did.Cancel())
        assert table.state.selection == Selection()
    assert table.acted == []
    press_key(table, "left", did.ArrowPressed("left", target))
    press_key(table, "enter", did.Confirm())
    press_key(table, "enter", did.Confirm())
    assert len(table.acted) == 1


@GAMES
def test_two_clicks_play_a_card_though_it_is_asked_for_again(game: Any) -> None:
    session = game_where(game, follows)
    table, target = seated(session, confirms=True), cards_of(session, legal=True)[0]
    click(table, target)
    assert table.acted == []
    click(table, target)
    assert len(table.acted) == 1


def test_a_bid_is_not_asked_for_again() -> None:
    session = game_where(SPADES, lambda s: s.to_act == 0 and s.state.phase is SpadesPhase.BID)
    table = seated(session, confirms=True)
    press_key(table, "3", did.Digit(3))
    press_key(table, "enter", did.Confirm())
    assert len(table.acted) == 1


OTHERS_TURNS: Final = pytest.mark.parametrize(
    ("game", "options", "phase"),
    [
        (CLOGS, {"players": 4}, None),
        (SPADES, {}, SpadesPhase.BID),
        (SPADES, {"blind_nil": "always"}, SpadesPhase.PASS),
        (SPADES, {"players": 2}, SpadesPhase.DRAW),
        (SPADES, {}, SpadesPhase.PLAY),
    ],
)


@OTHERS_TURNS
@pytest.mark.parametrize("leads", [True, False])
def test_while_another_plays_no_key_and_no_click_does_anything(
    game: Any, options: dict[str, Any], phase: SpadesPhase | None, leads: bool
) -> None:
    def holds(session: AnySession) -> bool:
        state = session.state
        plays_tricks = phase in (None, SpadesPhase.PLAY)
        return (
            session.to_act not in (None, 0)
            and getattr(state, "phase", None) is phase
            and (not plays_tricks or (bool(state.trick) is not leads and len(state.hands[0]) > 2))
        )

    session = game_where(game, holds, **options)
    table = seated(session)
    rules, whose = table.rules, f"{NAMES[session.to_act or 0]} is thinking."
    targets = rules.targets(table.state.model)
    keys: list[tuple[str, did.Input]] = [
        ("enter", did.Confirm()),
        ("space", did.Space()),
        *((arrow, did.ArrowPressed(arrow, target)) for target in targets for arrow in ARROWS),
        *((str(number), did.Digit(number)) for number in range(10)),
        ("a", did.PointAt(Target(TargetKind.BESIDE, 0))),
    ]
    for key, given in [*keys, *keys]:
        press_key(table, key, given)
        assert whose in (table.state.selection.note or table.state.model.player.prompt), key
        assert (table.state.selection.confirming, table.state.selection.placed) == (None, ()), key
    for target in targets:
        for _ in range(2):
            click(table, target)
            assert table.state.selection.note == rules.explain(table.state.model, target)
            assert whose in table.state.selection.note
    assert table.acted == []


@pytest.mark.parametrize("name", ["Dr. No", "No: never", "Ana, Bo. And Cyd"])
def test_whatever_the_next_player_is_called_they_are_thinking(name: str) -> None:
    session = game_where(CLOGS, may_turn, players=4)
    turn = next(a for a in CLOGS.rules.legal_actions(session.state) if isinstance(a, TurnClog))
    table = seated(session.fork([seat._replace(name=name) for seat in session.seats]))
    clog = Target(TargetKind.BESIDE, turn.place)
    click(table, clog)
    click(table, clog)
    assert table.acted == [turn]
    table.give(did.Landed())
    said = prompt(table.state.model).text
    assert said.startswith("You turn up clog ")
    assert said.endswith(f" {name} is thinking.")


def ends_the_trick(session: AnySession) -> bool:
    """Whether Ana plays the last card to a trick, and somebody goes on playing after it."""
    state = session.state
    return follows(session) and len(state.trick) == len(session.seats) - 1 and len(state.hands[0]) > 2


def after_the_trick(game: Any, holds: Any = ends_the_trick, **preferences: Any) -> Runner:
    """The table at the end of a trick."""
    table = seated(game_where(game, holds), **preferences)
    click(table, cards_of(table.session, legal=True)[0])
    click(table, table.state.selection.confirming or Target(TargetKind.HAND, 0))
    assert isinstance(table.state.phase, ShowingTrick)
    return table


@GAMES
@pytest.mark.parametrize("key", ["enter", "space", "escape", "t", "z", "left"])
def test_any_key_clears_a_finished_trick_away(game: Any, key: str) -> None:
    table = after_the_trick(game)
    assert table.state.selection.shown_trick == len(table.session.state.tricks) - 1
    given: dict[str, did.Input] = {
        "enter": did.Confirm(),
        "space": did.Space(),
        "escape": did.Cancel(),
        "t": did.LookBack(),
        "z": did.Landed(),
        "left": did.ArrowPressed("left", None),
    }
    press_key(table, key, given[key])
    assert table.state.selection.shown_trick is None
    assert len(table.acted) == 1
    assert not table.left


@GAMES
def test_a_click_clears_a_finished_trick_away_and_does_no_more(game: Any) -> None:
    table = after_the_trick(game)
    click(table, Target(TargetKind.HAND, 0))
    assert table.state.selection.shown_trick is None
    assert table.state.selection.confirming is None
    assert len(table.acted) == 1


@GAMES
def test_a_finished_trick_goes_when_its_time_is_over(game: Any) -> None:
    table = after_the_trick(game, trick_seconds=1.5)
    assert table.pending == [did.Tick(table.state.timer)]
    table.answer()
    assert table.state.selection.shown_trick is None


def is_last_card(session: AnySession) -> bool:
    state = session.state
    left = sum(map(len, state.hands)) + sum(clog is not None for row in getattr(state, "clogs", ()) for clog in row)
    return session.to_act == 0 and left == 1 and bool(session.state.hands[0])


def test_the_next_deal_waits_for_a_click_and_the_players_are_still_explained() -> None:
    session = game_where(SPADES, is_last_card)
    table = seated(session)
    click(table, Target(TargetKind.HAND, 0))
    click(table, Target(TargetKind.HAND, 0))
    press_key(table, "enter", did.Confirm())
    assert isinstance(table.state.phase, Summary)
    next_deal, badge = Target(TargetKind.CHOICE, 0), Target(TargetKind.BADGE, 1)
    table.give(did.Hovered(next_deal.kind, next_deal))
    assert table.state.selection.note == ""
    table.give(did.Hovered(badge.kind, badge))
    assert table.state.selection.note == table.rules.explain(table.state.model, badge) != ""
    number = session.state.number
    click(table, next_deal)
    assert session.state.number == number + 1


@GAMES
def test_a_trick_that_was_taken_back_is_not_shown(game: Any) -> None:
    table = after_the_trick(game)
    for key in ("x", "u"):
        press_key(table, key, did.Undo() if key == "u" else did.Landed())
    assert table.state.selection.shown_trick is None
    assert table.session.to_act == 0


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
