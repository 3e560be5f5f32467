"""Several people at one table take moves back by agreement: who is asked, what follows, and what nobody gets to see."""

from pathlib import Path

import pytest

from clockspades.engine.session import Takeback
from clockspades.saved.log import LogError
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.state import Asking, BotThinking, Deciding, HandingOver
from tests.table.playing import CLOCKWORK, has_curtain, has_run, is_in, note, play_until, press, step
from tests.table.runner import Runner


def decides(name: str, people: int) -> Runner:
    """A table at which a person decides, and everybody has moved in this deal."""

    def holds(runner: Runner) -> bool:
        return is_in(Deciding)(runner) and len(runner.session.takebacks) == people

    return play_until(holds, name, people)


def behind_the_curtain(name: str, people: int) -> Runner:
    """A table at which the curtain is down, and somebody has moved."""
    return play_until(lambda runner: is_in(HandingOver)(runner) and bool(runner.session.takebacks), name, people)


def answer(runner: Runner, *, agrees: bool) -> None:
    """Answer the question that is open."""
    runner.pending = [given for given in runner.pending if not isinstance(given, did.Answered)]
    runner.give(did.Answered(agrees))
    runner.give(did.Uncovered())


def lift(runner: Runner) -> None:
    runner.give(did.CurtainLifted())
    runner.give(did.Uncovered())


def sees(runner: Runner, seat: int) -> bool:
    """Whether the player of a seat sits at the near side and sees their cards."""
    return runner.state.near == runner.state.eyes == seat


def questions(runner: Runner) -> list[int]:
    """The seats that were asked, in their order."""
    return [effect.seat for effect in runner.ran if isinstance(effect, do.AskToTakeBack)]


def curtain_words(runner: Runner) -> str:
    """What the last curtain said besides."""
    return [effect.words for effect in runner.ran if isinstance(effect, do.RaiseCurtain)][-1]


@pytest.mark.parametrize(("name", "people"), [(CLOCKWORK, 2), ("clogs", 2), ("clogs", 3), ("spades", 4)])
def test_all_others_are_asked_and_the_move_is_taken_back_when_all_agree(name: str, people: int) -> None:
    runner = decides(name, people)
    asker, session = runner.state.near, runner.session
    takeback = next(takeback for takeback in session.takebacks if takeback.seat == asker)
    runner.ran.clear()
    press(runner, "u", did.Undo())
    for _ in range(people - 1):
        assert runner.state.eyes is None, "nobody's cards lie open while others come to the keyboard"
        assert isinstance(runner.state.phase, Asking)
        answer(runner, agrees=True)
    assert questions(runner) == [seat for seat in session.humans if seat != asker]
    assert session.at == session.last == takeback.point
    assert curtain_words(runner) == f"P{asker}'s move is taken back."
    assert runner.state.eyes is None
    assert has_curtain(runner, asker)
    lift(runner)
    assert sees(runner, asker)
    assert runner.state.model.player.active
    assert runner.state.model.player.view == session.view(asker)


def test_one_who_declines_ends_it_and_the_asker_is_told_and_cannot_ask_again() -> None:
    runner = decides("clogs", 3)
    asker, at, before = runner.state.near, runner.session.at, runner.session.positions
    runner.ran.clear()
    press(runner, "u", did.Undo())
    answer(runner, agrees=False)
    first, *_ = questions(runner)
    assert questions(runner) == [first]
    assert (runner.session.at, runner.session.positions) == (at, before)
    assert curtain_words(runner) == f"P{first} does not agree: P{asker}'s move stands."
    lift(runner)
    assert sees(runner, asker)
    press(runner, "u", did.Undo())
    assert note(runner) == "That was declined: your move stands."
    assert questions(runner) == [first]


def test_after_another_move_one_can_ask_again() -> None:
    runner = decides(CLOCKWORK, 2)
    asker, at = runner.state.near, runner.session.at
    press(runner, "u", did.Undo())
    answer(runner, agrees=False)
    while runner.session.at <= at or not (is_in(Deciding)(runner) and runner.state.near == asker):
        step(runner)
    runner.ran.clear()
    press(runner, "u", did.Undo())
    assert len(questions(runner)) == 1


@pytest.mark.parametrize("agrees", [True, False])
def test_behind_the_curtain_it_is_the_last_mover_who_asks(agrees: bool) -> None:
    runner = behind_the_curtain("clogs", 2)
    runner.pending.clear()
    last, after, at = runner.session.takebacks[0], runner.session.to_act, runner.session.at
    runner.give(did.AskedToTakeBack())
    assert runner.state.eyes is None
    answer(runner, agrees=agrees)
    assert runner.session.at == (last.point if agrees else at)
    assert isinstance(runner.state.phase, HandingOver)
    assert runner.state.phase.seat == (last.seat if agrees else after)
    if not agrees:
        asker = [effect.asker for effect in runner.ran if isinstance(effect, do.RaiseCurtain)][-1]
        assert asker is None, "the same is not asked twice"


def test_nobody_is_asked_while_a_bot_thinks_or_by_an_answer_that_nobody_waits_for() -> None:
    runner = play_until(lambda r: is_in(BotThinking)(r) and bool(r.session.takebacks), "clogs", 2)
    at = runner.session.at
    press(runner, "u", did.Undo())
    assert note(runner) == "You can ask to take a move back when it is your turn."
    runner.give(did.Answered(True))
    runner.give(did.AskedToTakeBack())
    assert (runner.session.at, questions(runner)) == (at, [])


def test_a_takeback_that_cannot_be_saved_is_made_and_leaves_the_curtain_down(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = decides(CLOCKWORK, 2)
    session = runner.session
    take_back = session.take_back

    def full(takeback: Takeback) -> None:
        take_back(takeback)
        raise LogError(Path("game.cslog"), 0, "No space left on device")

    monkeypatch.setattr(session, "take_back", full)
    asker = runner.state.near
    press(runner, "u", did.Undo())
    answer(runner, agrees=True)
    assert runner.state.eyes is None
    assert isinstance(runner.state.phase, HandingOver)
    lift(runner)
    assert sees(runner, asker)
    assert session.to_act == asker


@pytest.mark.parametrize("people", [2, 3])
def test_the_question_names_the_asker_the_asked_and_how_much_is_undone(people: int) -> None:
    runner = decides("clogs", people)
    asker, session = runner.state.near, runner.session
    (point,) = [takeback.point for takeback in session.takebacks if takeback.seat == asker]
    press(runner, "u", did.Undo())
    (asked,) = [effect for effect in runner.ran if isinstance(effect, do.AskToTakeBack)][-1:]
    since = session.at - point - 1
    moves = "move" if since == 1 else f"{since} moves"
    assert asked.words == (
        f"P{asker} wants to take back their last move, and the {moves} since. P{asked.seat}, do you agree?"
    )
    assert has_run(runner, do.Observe(asker, None))
