"""What the key for meanings and a click explain, and that nothing else comes of them."""

from random import Random

import pytest

from clockspades.games.tricks import CardPlayed
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.model import Target, TargetKind, action_words, last_of_others, points_explained
from clockspades.table.state import Deciding
from tests.table.playing import click, is_in, play_until, press, table
from tests.table.runner import Runner


def explained(runner: Runner) -> list[int]:
    """The points that were explained."""
    return [effect.point for effect in runner.ran if isinstance(effect, do.ShowMeaning)]


def follows(runner: Runner) -> bool:
    state = runner.session.state
    return is_in(Deciding)(runner) and runner.session.to_act == 0 and len(state.trick) == 2 and len(state.tricks) > 1


def place(runner: Runner, seat: int) -> int:
    return (seat - runner.state.near) % runner.state.seats


@pytest.mark.parametrize("game", ["spades", "clogs"])
def test_the_key_explains_the_last_action_of_another_player(game: str) -> None:
    runner = play_until(
        lambda runner: follows(runner) and last_of_others(runner.state.model.player) is not None, game, 1
    )
    player, point = runner.state.model.player, runner.session.at
    press(runner, "x", did.AskMeaning())
    (asked,) = explained(runner)
    assert asked == max(at for at in points_explained(player) if runner.session.position(at).seat != 0)
    assert runner.session.at == point, "and nothing is played"


def test_the_key_explains_the_card_or_the_bid_under_the_pointer() -> None:
    runner = play_until(follows, "spades", 1)
    session = runner.session
    for play in session.state.trick:
        target = Target(TargetKind.PLAY, place(runner, play.seat))
        runner.ran.clear()
        runner.give(did.Hovered(target.kind, target))
        press(runner, "x", did.AskMeaning())
        (point,) = explained(runner)
        assert session.position(point).events[0] == CardPlayed(play.seat, play.card)
    runner.ran.clear()
    badge = Target(TargetKind.BADGE, place(runner, 2))
    runner.give(did.Hovered(badge.kind, badge))
    press(runner, "x", did.AskMeaning())
    (point,) = explained(runner)
    assert "bids" in action_words(runner.state.model.player, point)
    assert session.position(point).seat == 2


def test_a_click_on_a_card_a_badge_or_a_line_of_the_log_explains_it() -> None:
    runner = play_until(follows, "spades", 1)
    play = runner.session.state.trick[-1]
    click(runner, did.AskMeaning(Target(TargetKind.PLAY, place(runner, play.seat))))
    click(runner, did.AskMeaning(Target(TargetKind.BADGE, place(runner, 1))))
    first = points_explained(runner.state.model.player)[0]
    click(runner, did.AskMeaning(first))
    assert explained(runner) == [runner.session.at, explained(runner)[1], first]
    assert runner.session.position(explained(runner)[1]).seat == 1


@pytest.mark.parametrize("game", ["clock", "german-clock"])
def test_where_nothing_is_shown_nothing_is_explained(game: str) -> None:
    runner = table(game, 1)
    rng = Random(1)
    for _ in range(30):
        if runner.session.to_act is None:
            break
        runner.run(do.Act(rng.choice(runner.session.game.rules.legal_actions(runner.session.view(0)))))
    runner.ran.clear()
    press(runner, "x", did.AskMeaning(), did.AskMeaning(runner.session.at))
    assert explained(runner) == []


def test_after_undo_what_was_undone_is_not_explained() -> None:
    runner = play_until(follows, "spades", 1)
    before = len(runner.state.model.player.meanings)
    runner.session.may_peek = True
    press(runner, "u", did.Undo())
    after = runner.state.model.player.meanings
    assert len(after) == runner.session.at < before
    runner.give(did.AskMeaning(before))
    assert explained(runner) == []
