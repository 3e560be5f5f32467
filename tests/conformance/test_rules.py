"""What the rules of every game must be like: pure, frozen, and definite about what is legal."""

import pickle
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise, repeat
from random import Random, getstate
from typing import Any, Final

import pytest

from clockspades.bots.evaluation import EvaluatingBot
from clockspades.engine.game import BEGINNER, BEST, MIDDLE, SEER, Game
from clockspades.engine.options import OptionError, OptionValue
from clockspades.engine.rules import Deal, IllegalActionError
from clockspades.engine.session import AnySession, Position
from clockspades.games.catalogue import GAMES, find_game
from tests.conformance.action_space import action_space, strange_actions
from tests.conformance.playing import BRIEF, FEW, option_sets, random_game, seats_of, some, states, with_option
from tests.conformance.structure import assert_frozen

LEVELS: Final = (BEGINNER, MIDDLE, BEST, SEER)

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def games_of(game: Game[Any, Any, Any], count: int) -> Iterator[AnySession]:
    """This many random games of each option set, each played once for all tests."""
    for options in option_sets(game):
        for seed in range(count):
            yield _played(game, tuple(options.items()), seed)


@cache
def _played(game: Game[Any, Any, Any], options: tuple[tuple[str, OptionValue], ...], seed: int) -> AnySession:
    return random_game(game, dict(options), seed)


def moves(session: AnySession) -> Iterator[tuple[Any, Position[Any, Any, Any]]]:
    """Each state but the last, with the point after it."""
    for before, after in zip(session.positions, session.positions[1:]):
        yield before.state, after


@every_game
def test_the_catalogue_finds_it_by_its_name(game: Game[Any, Any, Any]) -> None:
    assert find_game(game.name) is game
    assert game.title
    assert game.summary.endswith(".")
    assert game.rules_text().startswith("#")
    assert Deal in game.rules.actions


@every_game
def test_its_bots_are_a_ladder(game: Game[Any, Any, Any]) -> None:
    names = {character.name: character for character in game.bots.values()}
    assert len(names) == len(game.bots)
    assert [name for name in LEVELS if name in names] == [*names], "from the weakest to those that see all cards"
    assert [character.sees_all for character in names.values()] == [name == SEER for name in names]
    for character in names.values():
        assert character.manner.endswith(".")
        assert len(f"{character.name} {character.brief}") <= 37, "the picker has no more room"
    strengths = {name: character.strength for name, character in names.items() if character.strength is not None}
    assert not strengths or len(strengths) == len(names), "all are measured, or none is"
    for name, strength in strengths.items():
        assert strength.error > 0, "measured, with its error"
        if game.player_counts()[-1] == 1:
            assert not strength.rival
        else:
            assert strength.rival in {*names} - {name}
    for (weaker, low), (stronger, high) in pairwise(strengths.items()):
        if high.rival == weaker and low.rival == stronger:
            even = 0 if high.in_points else 100
            assert low.figure == pytest.approx(even - high.figure), "one measurement"


@every_game
def test_its_bots_can_be_made(game: Game[Any, Any, Any]) -> None:
    session = random_game(game, game.configure({}), "choices")
    views = [session.game.rules.observe(at.state, game.rules.to_act(at.state)) for at in session.positions[:-1]]
    for bot in map(game.make_bot, game.bots, repeat(Random(1))):
        assert hasattr(bot, "choose")
        if isinstance(bot, EvaluatingBot):
            assert bot.evaluate(views[0]).shares == {}, "nothing can be done before the deal"
            alike = [view for view in views if len(game.rules.legal_actions(view)) > 1 and bot.all_alike(view)]
            assert bool(alike) is (game.name in ("spades", "clogs"))
            for view in alike[:3]:
                assert len({*bot.evaluate(view, 0.01).shares.values()}) == 1
            for view in Random(1).sample(views, 5):
                shares = bot.evaluate(view, 0.01).shares
                assert tuple(shares) == game.rules.legal_actions(view)
                assert all(0 <= share <= 1 for share in shares.values())
    with pytest.raises(KeyError):
        game.make_bot("hal", Random(1))


@every_game
def test_what_it_is_offered_as_has_a_title_and_options_of_its_own(game: Game[Any, Any, Any]) -> None:
    assert game.presets
    titles = [game.title_of(game.configure(dict(preset.options))) for preset in game.presets]
    assert titles == [preset.title for preset in game.presets]
    assert len({*titles}) == len(titles)
    assert game.title_of(game.configure({})) == game.title
    first = game.presets[0]
    assert (first.name, game.configure(first.options)) == (game.name, game.configure({}))
    for preset in game.presets:
        assert preset.summary.endswith(".")
        assert preset.nature.endswith(".")
        assert preset.minutes > 0


@every_game
def test_how_often_it_is_won_is_a_share_where_it_is_known(game: Game[Any, Any, Any]) -> None:
    for options in option_sets(game):
        expectation = game.expectation(options)
        if expectation is not None:
            assert 0 < expectation.share <= 1
            assert expectation.words
            assert not expectation.words.endswith(".")


@every_game
def test_a_score_that_says_how_far_one_came_reaches_the_goal_in_games_won_and_no_others(
    game: Game[Any, Any, Any],
) -> None:
    if game.goal is None:
        return
    for session in games_of(game, 40):
        assert session.outcome is not None
        (score,) = session.outcome.scores
        assert (score == game.goal) == bool(session.outcome.winners)
        assert 0 < score <= game.goal


@every_game
def test_legal_actions_are_accepted_and_all_others_refused_in_a_sentence(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game, 1 if game.name in BRIEF else 3):
        deals = [position.action for position in session.positions if isinstance(position.action, Deal)][:2]
        space = action_space(game, deals)
        for state in some(states(session)):
            legal = game.rules.legal_actions(state)
            assert len(set(legal)) == len(legal)
            assert bool(legal) == (game.rules.to_act(state) is not None)
            before = hash(state), repr(state)
            view = game.rules.observe(state, game.rules.to_act(state))
            for action in {*space, *legal}:
                if action in legal:
                    game.rules.reduce(state, action)
                    assert game.rules.why_not(view, action) == ""
                elif not (isinstance(action, Deal) and game.rules.deal_due(state)):
                    with pytest.raises(IllegalActionError) as refused:
                        game.rules.reduce(state, action)
                    assert_sentence(str(refused.value))
                    assert game.rules.why_not(view, action) == str(refused.value)
            assert (hash(state), repr(state)) == before


@every_game
def test_actions_that_cannot_be_are_refused_in_a_sentence_and_change_nothing(game: Game[Any, Any, Any]) -> None:
    """Numbers and cards that nothing has, and the actions of all other games."""
    others = [other for other in GAMES if other is not game]
    for session in games_of(game, 1):
        (deal,) = [position.action for position in session.positions if isinstance(position.action, Deal)][:1]
        for state in some(states(session)):
            before = hash(state), repr(state)
            for action in strange_actions(game, others, deal):
                with pytest.raises(IllegalActionError) as refused:
                    game.rules.reduce(state, action)
                assert_sentence(str(refused.value))
                assert game.rules.why_not(game.rules.observe(state, game.rules.to_act(state)), action) == str(
                    refused.value
                )
            assert (hash(state), repr(state)) == before


def assert_sentence(words: str) -> None:
    assert words[0].isupper() or not words[0].isalpha(), words
    assert words != words.upper(), words
    assert words.endswith((".", "!")), words
    assert "\n" not in words


@every_game
def test_what_is_offered_has_every_legal_action_in_its_order(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game, 3):
        for state in states(session):
            legal = game.rules.legal_actions(state)
            offered = game.rules.offered(game.rules.observe(state, game.rules.to_act(state)))
            assert tuple(action for action in offered if action in legal) == legal
            assert bool(offered) == bool(legal), "where nothing is legal nothing is offered"


@every_game
def test_every_legal_action_can_be_written_in_a_log_and_read_from_it(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game, 3):
        for state in states(session):
            for action in game.rules.legal_actions(state):
                assert game.rules.parse_action(action.do, action.arguments()) == action
        for position in session.positions:
            if position.action is not None:
                assert game.rules.parse_action(position.action.do, position.action.arguments()) == position.action


@every_game
def test_an_action_is_read_from_its_own_arguments_alone(game: Game[Any, Any, Any]) -> None:
    """What is read of others is written as it was read: an argument may have a default."""
    kinds = {type(at.action): at.action for session in games_of(game, 2) for at in session.positions if at.action}
    for action in kinds.values():
        arguments = action.arguments()
        others: list[dict[str, Any]] = [{**arguments, "flavour": "mint"}]
        others += [{key: arguments[key] for key in arguments if key != missing} for missing in arguments]
        others += [{**arguments, key: value} for key in arguments for value in (1.0, -1, 99, "1", "mint", None, [1])]
        others += [{**arguments, key: 1 if arguments[key] is True else True} for key in arguments]
        for other in others:
            with suppress(ValueError):
                assert repr(game.rules.parse_action(action.do, other).arguments()) == repr(other)


@every_game
def test_there_is_one_of_a_seat_to_act_a_deal_that_is_due_and_an_end(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game, 10):
        for number, state in enumerate(states(session)):
            seat, outcome = game.rules.to_act(state), state.outcome
            assert [seat is not None, game.rules.deal_due(state), outcome is not None].count(True) == 1
            assert seat is None or 0 <= seat < len(session.seats)
            assert (outcome is not None) == (number == session.last)
        assert session.outcome is not None
        assert type(session.outcome.reason) is game.rules.reasons
        assert session.outcome.scores == game.rules.scores(session.state)
        assert set(session.outcome.winners) <= set(range(len(session.seats)))
        assert list(session.outcome.winners) == sorted(session.outcome.winners)


@every_game
def test_reducing_leaves_the_state_as_it_was_and_gives_the_same_again(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game, 3):
        for state, after in some(moves(session)):
            before = hash(state), repr(state)
            assert game.rules.reduce(state, after.action) == (after.state, after.events)
            assert (hash(state), repr(state)) == before


@every_game
def test_states_actions_and_events_are_frozen_through_and_through(game: Game[Any, Any, Any]) -> None:
    for session in games_of(game, 2):
        for position in some(session.positions):
            assert_frozen(position.state)
            assert_frozen(position.events)
            assert_frozen(position.action)
            hash(position)
            assert pickle.loads(pickle.dumps(position.state)) == position.state, "it can go to another process"


@every_game
def test_the_same_seed_gives_the_same_game_and_nothing_is_drawn_from_the_global_generator(
    game: Game[Any, Any, Any],
) -> None:
    options = game.configure({})
    before = getstate()
    once, again = random_game(game, options, "same"), random_game(game, options, "same")
    assert once.positions == again.positions
    assert random_game(game, options, "another").positions != once.positions
    assert getstate() == before


@every_game
def test_every_value_of_every_option_can_be_played(game: Game[Any, Any, Any]) -> None:
    for option in game.options:
        assert game.option(option.key) is option
        assert option.default in option.values
        assert option.words
        for number, value in enumerate(option.values):
            configured = with_option(game, option, value)
            assert configured[option.key] == value
            assert option.parse("null" if value is None else str(value)) == value
            assert option.label(value)
            assert number >= FEW or option.label(value) not in map(option.label, option.values[:number])
            assert len(seats_of(game, configured)) == game.seats(configured)
            deal = game.rules.deal(game.rules.initial(configured), Random(0))
            game.rules.reduce(game.rules.initial(configured), deal)
            if number < FEW:
                random_game(game, configured, 0)


@every_game
def test_options_that_it_does_not_have_are_refused(game: Game[Any, Any, Any]) -> None:
    with pytest.raises(OptionError, match="no option 'flavour'"):
        game.configure({"flavour": "mint"})
    with pytest.raises(OptionError, match="no option 'flavour'"):
        game.option("flavour")
    for option in game.options:
        wrong: list[OptionValue | float | bool] = ["mint", -1, 10**9, 0.5]
        wrong += [bool(value) for value in option.values if value in (0, 1)]
        wrong += [float(value) for value in option.values if type(value) is int]
        for value in (value for value in wrong if value not in option.values or type(value) is not int):
            with pytest.raises(OptionError, match=f"^{option.key} cannot be "):
                game.configure({option.key: value})
        with pytest.raises(OptionError, match=f"^{option.key} cannot be 'mint'"):
            option.parse("mint")
