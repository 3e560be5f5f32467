"""Forced moves: announced, and played without being asked for; what plays them at once, and what stops them."""

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_rules import RULES, Play, Take, matches
from clockspades.saved.settings import Settings, change
from clockspades.table.state import AutoPlaying
from tests.tui.seated import GAME, Seated, at_table, game_where

AT_ONCE = Settings(bot_pace="at once")


def playing(session: AnySession) -> bool:
    """Whether Ana must play."""
    return session.to_act == 0 and bool(matches(session.state))


@pytest.fixture
def beat(monkeypatch: pytest.MonkeyPatch) -> float:
    """How long forced moves are announced, here for less than a person needs."""
    monkeypatch.setattr(Settings, "forced_seconds", 0.3)
    return 0.3


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forced moves are announced, and not played within a test."""
    monkeypatch.setattr(Settings, "forced_seconds", 600.0)


def test_forced_moves_are_automatic_unless_set_otherwise() -> None:
    assert Settings().forced_plays == "automatic"


def test_they_can_be_read_at_every_pace() -> None:
    seconds = [change(Settings(), bot_pace=pace).forced_seconds for pace in ("at once", "quick", "calm")]
    assert seconds == sorted(seconds)
    assert seconds[0] >= 0.5


async def test_a_forced_move_is_announced_and_then_played(beat: float) -> None:
    session = game_where(playing)
    async with at_table(session, automatic=True) as seated:
        last = session.last
        assert seated.prompt.startswith("You play ")
        assert {"play now", "stops the timer"} <= set(seated.keys)
        await seated.until(lambda: session.last > last, "the play")
        assert session.positions[last + 1].action == Play()


async def test_in_a_whole_game_only_choices_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Settings, "forced_seconds", 0.001)
    session = game_where(lambda session: session.to_act == 0)
    choices = 0
    async with at_table(session, settings=AT_ONCE, automatic=True) as seated:
        while session.outcome is None:
            await seated.until(lambda: session.outcome is not None or is_asked(seated), "a choice or the end")
            if session.outcome is None:
                choices += 1
                point = session.at
                await seated.press("1", "enter")
                await seated.moved_on(point)
        played = [position.action for position in session.positions if position.seat == 0]
        assert choices == sum(isinstance(action, Take) for action in played) < len(played)
        told = [line.words for line in seated.table.log_lines(seated.table.shown)]
        assert sum(words.startswith("You play ") for words in told) == len(played) - choices


def is_asked(seated: Seated) -> bool:
    """Whether a person has a choice to make."""
    player = seated.screen.player
    return player is not None and player.active and len(RULES.legal_actions(player.view)) > 1


def is_held(seated: Seated) -> bool:
    """Whether the play is left to the person, and nothing says otherwise."""
    return not any(
        ("play now" in seated.keys, "You play" in seated.prompt, isinstance(seated.screen.state.phase, AutoPlaying))
    )


async def test_more_of_them_decide_nothing_on_the_next_turn(endless: None) -> None:
    session = game_where(before_a_choice)
    async with at_table(session, settings=AT_ONCE, automatic=True) as seated:
        for _ in range(20):
            seated.type("enter")
        await seated.until(lambda: is_asked(seated), "a choice")
        point = session.at
        await seated.press("enter", "enter", "space")
        assert session.at == point


def before_a_choice(session: AnySession) -> bool:
    """Whether Ana must play, and whatever the bot does then, has a choice."""
    if not playing(session):
        return False
    after = GAME.rules.reduce(session.state, Play()).state
    nexts = [GAME.rules.reduce(after, action).state for action in GAME.rules.legal_actions(after)]
    return all(GAME.rules.to_act(state) == 0 and len(GAME.rules.legal_actions(state)) > 1 for state in nexts) and bool(
        nexts
    )


async def test_a_click_on_any_other_key_stops_it(endless: None) -> None:
    async with at_table(game_where(playing), (100, 30), automatic=True) as seated:
        await seated.click_key("stops the timer")
        await seated.until(lambda: is_held(seated), "the play to be held")


async def test_a_click_beside_everything_stops_it_too(endless: None) -> None:
    async with at_table(game_where(playing), (100, 30), automatic=True) as seated:
        await seated.click(seated.screen.query_one("#heading").region)
        assert is_held(seated)


async def test_undo_goes_back_over_forced_moves_to_a_choice_and_redo_on_to_the_next(endless: None) -> None:
    def after_some(session: AnySession) -> bool:
        mine = [type(position.action) for position in session.positions if position.seat == 0]
        return playing(session) and len(mine) > 3 and mine[-1] is Play and Take in mine

    session = game_where(after_some)
    points = [point for point, position in enumerate(session.positions) if position.seat == 0]
    choices = [point - 1 for point in points if isinstance(session.positions[point].action, Take)]
    async with at_table(session, automatic=True) as seated:
        await seated.press("u")
        assert session.at == choices[-1]
        await seated.press("r")
        assert session.at == session.last
        assert is_held(seated)
