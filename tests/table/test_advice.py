"""Advice at a table: what asks for it, what ends it, and where each choice gets its badge."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from clockspades.bots.adviser import Advice
from clockspades.engine.wording import Stakes
from clockspades.games.catalogue import GAMES, table_rules
from clockspades.games.clock.clock_rules import ExchangeKing
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.advice import advice_for, judgement
from clockspades.table.model import Badge, Selection, TableAdvice, TableModel, Target, TargetKind, player_view
from clockspades.table.parts import prompt
from clockspades.table.state import BotThinking, Deciding, Preferences
from clockspades.table.table_rules import Select, TableRules
from clockspades.table.update import COMPARING
from clockspades.table.widget_models import LineModel, Tone
from tests.table.playing import CLOCKWORK, SETTINGS, answer, play_until, press
from tests.table.runner import Runner, seated

BY_HAND = SETTINGS._replace(forced_plays="ask")


def to_choose(runner: Runner) -> bool:
    """Whether a person has several choices."""
    return runner.state.phase == Deciding() and len(runner.session.game.rules.legal_actions(runner.session.state)) > 1


def exchanges(runner: Runner) -> bool:
    """Whether the fourth king of Watch is to be exchanged."""
    return any(isinstance(one, ExchangeKing) for one in runner.session.game.rules.legal_actions(runner.session.state))


def asked() -> Runner:
    """A table on which a hint was asked for."""
    runner = play_until(to_choose, CLOCKWORK, 1, BY_HAND)
    press(runner, "h", did.AskAdvice())
    return runner


def advised() -> Runner:
    """A table that shows a hint."""
    runner = asked()
    player = runner.state.model.player
    runner.give(did.Advised(player, advice_for(runner.rules, player)))
    return runner


def chances(advice: TableAdvice) -> Mapping[Target, str]:
    return {badge.target: badge.texts[0] for badge in advice.badges}


# -- asking, and answering ---------------------------------------------------------------------------------------


def test_the_choices_are_compared_and_that_is_said_meanwhile() -> None:
    runner = asked()
    assert runner.ran[-1] == do.Advise(runner.state.model.player)
    assert prompt(runner.state.model).text == COMPARING.words
    assert not runner.state.model.advice.badges  # type: ignore[union-attr]


def test_the_best_choice_is_said_and_has_the_cursor() -> None:
    runner = advised()
    advice = runner.state.model.advice
    assert advice is not None
    assert prompt(runner.state.model).text == advice.words
    assert advice.best is not None
    assert runner.rules.targets_of(runner.state.model, advice.best) == (runner.state.model.cursor,)


def test_enter_makes_the_best_choice() -> None:
    runner = advised()
    best, acted = runner.state.advice.best, len(runner.acted)  # type: ignore[union-attr]
    press(runner, "enter", did.Confirm())
    assert runner.acted[acted:] == [best]
    assert runner.state.advice is None


@pytest.mark.parametrize("given", [did.Cancel(), did.AskAdvice(), None])
def test_escape_the_key_of_the_hint_and_one_that_gives_the_table_nothing_only_close_it(given: Any) -> None:
    runner = advised()
    before, at = runner.state.selection, runner.session.at
    runner.give(did.KeyPressed(given))
    if given is not None:
        runner.give(given)
    assert runner.state.advice is None
    assert (runner.state.selection, runner.session.at, runner.left) == (before, at, False)


def test_a_digit_closes_it_and_takes_what_it_stands_for() -> None:
    runner = advised()
    best = runner.state.advice.best  # type: ignore[union-attr]
    legal = runner.session.game.rules.legal_actions(runner.session.state)
    other = next(number for number, action in enumerate(legal, 1) if action != best)
    press(runner, str(other), did.Digit(other))
    assert runner.state.advice is None
    assert runner.acted[-1] == legal[other - 1]


@pytest.mark.parametrize("given", [did.Space(), did.Digit(1)])
def test_a_key_that_does_something_with_the_cursor_does_it_with_the_best_choice(given: did.Input) -> None:
    runner = play_until(exchanges, "clock", 1, BY_HAND, variant="watch")
    press(runner, "h", did.AskAdvice())
    player = runner.state.model.player
    runner.give(did.Advised(player, advice_for(runner.rules, player)))
    best = runner.state.advice.best  # type: ignore[union-attr]
    assert isinstance(best, ExchangeKing)
    for each in (did.KeyPressed(given), given):
        runner.give(each)
    assert runner.acted == [best if given == did.Space() else ExchangeKing(best.pile, 1)]


def test_enter_waits_for_the_best_choice() -> None:
    runner = asked()
    press(runner, "enter", did.Confirm())
    assert (runner.acted, runner.state.advice) == ([], COMPARING)
    player = runner.state.model.player
    runner.give(did.Advised(player, advice_for(runner.rules, player)))
    press(runner, "enter", did.Confirm())
    assert len(runner.acted) == 1


def test_an_arrow_key_sets_out_from_the_best_choice() -> None:
    runner = advised()
    middle = Target(TargetKind.HOUR, 0)
    beside = runner.rules.move(runner.state.model, "left", middle)  # it shows the cursor on the best choice
    assert isinstance(beside, Select)
    for given in (did.KeyPressed(did.ArrowPressed("left")), did.ArrowPressed("left", middle)):
        runner.give(given)
    assert (runner.state.advice, runner.state.selection.cursor) == (None, beside.selection.cursor)


def test_a_click_on_the_table_closes_it_and_does_what_it_does() -> None:
    runner = advised()
    for given in (did.MouseDown(is_on_table=True), did.Pressed(Target(TargetKind.HOUR, 0)), did.Clicked()):
        runner.give(given)
    assert runner.state.advice is None
    assert prompt(runner.state.model).text == runner.rules.explain(runner.state.model, Target(TargetKind.HOUR, 0))


def test_advice_that_comes_when_nobody_waits_for_it_any_more_is_not_shown() -> None:
    runner = asked()
    player = runner.state.model.player
    press(runner, "escape", did.Cancel())
    runner.give(did.Advised(player, TableAdvice("Late.")))
    assert runner.state.advice is None


def test_advice_on_another_point_is_not_shown() -> None:
    runner = asked()
    player = runner.state.model.player
    runner.give(did.Advised(player._replace(view=player.view._replace()), TableAdvice("Late.")))
    assert runner.state.advice is COMPARING


# -- beside play ---------------------------------------------------------------------------------------------------

BESIDE = BY_HAND._replace(tells_stakes=True)
ANY = TableAdvice("All three are equal: 50%.", stakes=Stakes.NOTHING, chance=0.5)
MUCH = ANY._replace(words="The best.", stakes=Stakes.MUCH)


def found(advice: TableAdvice, wanted: Preferences = BESIDE) -> Runner:
    """A table at a choice of which this was found beside play."""
    runner = play_until(to_choose, CLOCKWORK, 1, wanted)
    runner.pending.clear()
    runner.give(did.Advised(runner.state.model.player, advice))
    return runner


def compared(runner: Runner) -> int:
    """How often choices were compared."""
    return sum(isinstance(effect, do.Advise) for effect in runner.ran)


def test_it_is_said_that_a_choice_counts_and_the_prompt_stays_what_it_was() -> None:
    before = prompt(play_until(to_choose, CLOCKWORK, 1, BESIDE).state.model)
    after = prompt(found(MUCH).state.model)
    assert (before.glows, before.foot) == (False, None)
    assert after == before._replace(glows=True, foot=LineModel("This choice counts.", glows=True))
    assert prompt(found(ANY).state.model) == before._replace(foot=LineModel("Any will do."))
    assert prompt(found(ANY._replace(stakes=None)).state.model) == before


def test_it_stays_while_the_cursor_moves_and_goes_with_the_choice() -> None:
    runner = found(MUCH)
    press(runner, "right", did.ArrowPressed("right", Target(TargetKind.HOUR, 0)))
    assert runner.state.selection.cursor is not None
    assert prompt(runner.state.model).glows
    runner.run(do.Act(runner.session.game.rules.legal_actions(runner.session.view(0))[0]))
    assert not prompt(runner.state.model).glows
    assert runner.state.known is None


def test_a_hint_uses_what_was_found_and_is_shown_when_that_comes() -> None:
    runner = found(MUCH)
    press(runner, "h", did.AskAdvice())
    assert (runner.state.advice, prompt(runner.state.model).foot) == (MUCH, None)
    press(runner, "escape", did.Cancel())
    assert prompt(runner.state.model).glows
    waiting = play_until(to_choose, CLOCKWORK, 1, BESIDE)
    press(waiting, "h", did.AskAdvice())
    assert waiting.state.advice is COMPARING
    waiting.give(did.Advised(waiting.state.model.player, MUCH))
    assert waiting.state.advice == MUCH
    assert (compared(runner), compared(waiting)) == (0, 0)  # only as the point was shown


def test_nothing_is_compared_where_it_is_not_wanted_or_nothing_is_to_be_weighed() -> None:
    def forced(runner: Runner) -> bool:
        return runner.state.phase == Deciding() and not to_choose(runner)

    for holds, wanted, known in (
        (to_choose, BESIDE, COMPARING),
        (to_choose, BY_HAND, None),
        (forced, BESIDE, None),
        (forced, BY_HAND._replace(shows_chance=True), COMPARING),
    ):
        assert play_until(holds, CLOCKWORK, 1, wanted).state.known is known


def test_german_clock_7_where_only_what_fits_is_to_be_seen_nothing_is_said_of_it() -> None:
    def fits(runner: Runner) -> bool:
        return to_choose(runner) and not runner.session.game.rules.is_weighed(runner.session.view(0))

    runner = play_until(fits, "german-clock", 1, BESIDE)
    press(runner, "h", did.AskAdvice())
    runner.give(did.Advised(runner.state.model.player, MUCH))
    press(runner, "escape", did.Cancel())
    assert runner.state.known == MUCH
    assert prompt(runner.state.model).foot is None


@pytest.mark.parametrize("game", [CLOCKWORK, "spades"])
def test_enter_takes_the_first_where_any_will_do_or_what_the_cursor_is_on(game: str) -> None:
    for wanted in (BESIDE, BESIDE._replace(confirms=True)):
        runner = play_until(to_choose, game, 1, wanted)
        runner.give(did.Advised(runner.state.model.player, ANY))
        first, *_ = runner.session.game.rules.offered(runner.session.view(0))
        press(runner, "enter", did.Confirm())
        if wanted.confirms:
            assert not runner.acted
            press(runner, "enter", did.Confirm())
        assert runner.acted[:1] == [first]
    runner = found(ANY)
    _, _, third = runner.session.game.rules.offered(runner.session.view(0))
    press(runner, "3", did.Digit(3))
    press(runner, "enter", did.Confirm())
    assert runner.acted[:1] == [third]


def test_clogs_10_where_only_clogs_are_left_any_will_do() -> None:
    runner = play_until(lambda r: to_choose(r) and r.session.view(0).hands[0] == (), "clogs", 1, BESIDE)
    assert advice_for(runner.rules, runner.state.model.player).stakes is Stakes.NOTHING


def test_where_a_choice_counts_enter_takes_none() -> None:
    runner = found(MUCH)
    press(runner, "enter", did.Confirm())
    assert not runner.acted
    assert prompt(runner.state.model).glows


def test_the_win_chance_stays_while_others_play_and_goes_with_the_eyes_that_saw_it() -> None:
    watched = BY_HAND._replace(shows_chance=True)
    runner = found(MUCH._replace(stakes=None), watched)
    assert prompt(runner.state.model).foot == LineModel(quiet=("win chance 50%",))
    runner.run(do.Act(runner.session.game.rules.legal_actions(runner.session.view(0))[0]))
    assert isinstance(runner.state.phase, BotThinking)
    assert runner.state.model.chance == 0.5
    practice = found(MUCH, watched).state._replace(preferences=BY_HAND)
    assert practice.point is not None
    for is_practice, chance in ((False, None), (True, 0.5)):
        assert practice._replace(point=practice.point._replace(is_practice=is_practice)).model.chance == chance
    two = play_until(to_choose, CLOCKWORK, 2, watched)
    two.give(did.Advised(two.state.model.player, MUCH))
    two.run(do.Act(two.session.game.rules.legal_actions(two.session.view(two.state.near))[0]))
    while not two.state.model.player.active:
        assert two.state.eyes == 0 or two.state.model.chance is None
        answer(two)
    assert two.state.model.chance is None


def test_the_win_chance_is_that_of_the_choice_once_it_is_made() -> None:
    runner = play_until(to_choose, CLOCKWORK, 1, BESIDE._replace(shows_chance=True))
    first, second, *_ = runner.session.game.words.hints(runner.session.view(0), runner.session.names_at_table)
    ranked = (Advice(first, 50), Advice(second, 20))
    runner.give(did.Advised(runner.state.model.player, MUCH._replace(ranked=ranked)))
    runner.give(did.Chose(second.action))
    assert runner.state.model.chance == 0.2


# -- a verdict ---------------------------------------------------------------------------------------------------


def test_a_verdict_stays_and_nothing_is_played() -> None:
    runner = play_until(to_choose, CLOCKWORK, 1, BY_HAND)
    at, verdict = runner.session.at, TableAdvice("Better.")
    runner.give(did.Judged(verdict))
    press(runner, "enter", did.Confirm())
    press(runner, "1", did.Digit(1))
    assert (runner.state.advice, runner.session.at) == (verdict, at)


def test_what_was_played_and_what_was_better_have_their_own_tones() -> None:
    runner = play_until(to_choose, CLOCKWORK, 1, BY_HAND)
    player = runner.state.model.player
    one, other, *_ = player.game.rules.legal_actions(player.view)
    verdict = judgement(runner.rules, player, "Better.", one, [other], {one: 0.25, other: 0.5})
    (own,), (better,) = (runner.rules.targets_of(runner.state.model, action) for action in (one, other))
    assert {badge.target: (badge.texts[0], badge.tone) for badge in verdict.badges} == {
        own: ("you 25%", Tone.PLAYED),
        better: ("best 50%", Tone.BEST),
    }
    assert verdict.cursor == better


def verdict_texts(played: int | None, right: list[int], chances: Mapping[int, float]) -> list[str]:
    """The longest text of the badge on each of three choices, after a verdict; they are named by their numbers."""
    runner = play_until(to_choose, CLOCKWORK, 1, BY_HAND)
    player = runner.state.model.player
    legal = player.game.rules.legal_actions(player.view)
    assert len(legal) == 3
    known = {legal[number]: chance for number, chance in chances.items()}
    verdict = judgement(runner.rules, player, "", legal[played or 0], [legal[number] for number in right], known)
    texts = {badge.target: badge.texts[0] for badge in verdict.badges}
    return [texts.get(target, "") for action in legal for target in runner.rules.targets_of(runner.state.model, action)]


def test_of_equal_choices_one_is_called_the_best() -> None:
    chances = {0: 0.25, 1: 0.5, 2: 0.5}
    assert verdict_texts(0, [1, 2], chances) == ["you 25%", "best 50%", "50%"]
    assert verdict_texts(2, [1, 2], chances) == ["25%", "50%", "you 50%"]
    assert verdict_texts(0, [1, 2], {}) == ["you", "best", "equal"]
    assert verdict_texts(1, [1, 2], {}) == ["", "you", "equal"]


def test_where_all_choices_are_equal_none_is_called_the_best() -> None:
    runner = play_until(to_choose, CLOCKWORK, 1, BY_HAND)
    advice = advice_for(runner.rules, runner.state.model.player)
    assert re.fullmatch(r"All three are equal: \d+%\.", advice.words)
    assert (advice.badges, advice.stakes) == ((), Stakes.NOTHING)
    assert runner.rules.targets_of(runner.state.model, advice.best) == (advice.cursor,)  # type: ignore[arg-type]


# -- badges ------------------------------------------------------------------------------------------------------


def test_a_badge_says_as_much_as_has_room() -> None:
    badge = Badge(Target(TargetKind.HAND, 0), ("best 26%", "▸26%", "26%"), Tone.BEST)
    assert [badge.text(width) for width in (9, 5, 3, 2)] == ["best 26%", "▸26%", "26%", ""]


def test_where_there_is_no_choice_no_badge_is_needed() -> None:
    runner = play_until(
        lambda runner: runner.state.phase == Deciding() and not to_choose(runner), CLOCKWORK, 1, BY_HAND
    )
    advice = advice_for(runner.rules, runner.state.model.player)
    assert (advice.badges, advice.best is None) == ((), False)
    assert advice.words == "Play every match: there is no other choice."


def test_a_pile_of_watch_has_its_best_card_and_the_best_pile_each_of_its_cards() -> None:
    runner = play_until(exchanges, "clock", 1, BY_HAND, variant="watch")
    advice = advice_for(runner.rules, runner.state.model.player)
    best = advice.best
    assert isinstance(best, ExchangeKing)
    assert advice.cursor == Target(TargetKind.PILE, best.pile, best.depth)
    deep = [target for target in chances(advice) if target.depth]
    assert {target.number for target in deep} == {best.pile}
    assert chances(advice)[advice.cursor] == chances(advice)[advice.cursor._replace(depth=0)]


@pytest.mark.parametrize(
    ("name", "options"), [(game.name, dict(preset.options)) for game in GAMES for preset in game.presets]
)
def test_each_choice_is_somewhere_on_the_table_and_no_two_at_the_same_place(name: str, options: Any) -> None:
    rules: TableRules[Any, Any] = table_rules(name)
    game = next(game for game in GAMES if game.name == name)
    session, rng = seated(game, game.seats(game.configure(options)), **options), Random(1)
    for _ in range(60):
        if session.outcome is not None:
            break
        if session.to_act is None:
            session.deal(rng)
            continue
        player = player_view(session, session.to_act, session.to_act, active=True)
        model = TableModel(player, Selection())
        legal = game.rules.legal_actions(player.view)
        places = [rules.targets_of(model, action) for action in legal]
        assert all(places)
        assert len(set(places)) == len(legal)
        assert {target._replace(depth=0) for targets in places for target in targets} <= {*rules.targets(model)}
        session.act(rng.choice(legal))
