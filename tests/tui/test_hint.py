"""The hint: every choice in words at once, and what the best bot thinks of each when it has thought."""

import re
from random import Random

from textual.containers import VerticalScroll
from textual.widgets import Static

from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_bots import SteadyBot
from clockspades.games.clockwork.clockwork_rules import RULES, Play
from clockspades.tui.screens.hint import HintScreen
from clockspades.tui.screens.table_screen import TableScreen
from tests.tui.patience import CLOCK, at_exchange, where
from tests.tui.seated import ANA, BEN, GAME, Seated, at_table, game_where


def to_take(session: AnySession) -> bool:
    return session.to_act == 0 and len(RULES.legal_actions(session.state)) == 3 and session.state.turn > 8


def to_play(session: AnySession) -> bool:
    return session.to_act == 0 and RULES.legal_actions(session.state) == (Play(),)


def words(me: Seated) -> list[str]:
    """The text of each hint."""
    return [str(line.render()) for line in me.app.screen.query(".hint").results(Static)]


async def ask(me: Seated) -> None:
    await me.press("h")
    await me.until(lambda: isinstance(me.app.screen, HintScreen) and bool(me.app.screen.query(".hint")), "the hint")


async def test_every_choice_is_there_with_what_it_leads_to() -> None:
    session = game_where(to_take)
    async with at_table(session) as me:
        hints = [hint.words for hint in GAME.words.hints(me.view, session.names_at_table)]
        await ask(me)
        assert len(hints) == 3
        assert {text.split("\n")[0] for text in words(me)} == {*hints}


async def test_the_choices_are_evaluated_and_the_best_stands_out() -> None:
    session = game_where(to_take)
    async with at_table(session) as me:
        await ask(me)
        await me.until(lambda: all("Win chance" in text for text in words(me)), "the shares")
        shares = [int(re.findall(r"Win chance: (\d+)%", text)[0]) for text in words(me)]
        lines = me.app.screen.query(".hint").results(Static)
        bold = [any("bold $gold" in str(span.style) for span in line.content.spans) for line in lines]  # type: ignore[union-attr]
        assert [share == max(shares) for share in shares] == bold
        assert shares == sorted(shares, reverse=True), "the best comes first"


async def test_where_there_is_no_choice_nothing_is_evaluated() -> None:
    async with at_table(game_where(to_play)) as me:
        await ask(me)
        assert "There is no choice" in words(me)[0]
        await me.rest()
        assert "Win chance" not in words(me)[0]
        assert not me.app.screen.workers


async def test_odds_that_the_words_tell_are_not_told_twice() -> None:
    session = where(at_exchange, CLOCK, variant="watch")
    async with at_table(session) as me:
        await ask(me)
        assert len(words(me)) > 1
        await me.rest()
        told = [text.lower().count("win chance") for text in words(me)]
        assert 1 in told
        assert max(told) == 1
        assert not me.app.screen.workers


async def test_a_hint_evaluates_what_is_seen_and_changes_nothing() -> None:
    session = game_where(to_take)
    state = session.state
    async with at_table(session) as me:
        await ask(me)
        screen = me.app.screen
        assert isinstance(screen, HintScreen)
        assert screen._player.view == GAME.rules.observe(state, 0)
        await me.press("escape")
        await me.press("h", "h")
        assert isinstance(me.app.screen, TableScreen)
        assert session.state == state


async def test_a_hint_is_for_whoever_is_to_act() -> None:
    session = game_where(lambda s: s.outcome is not None)
    async with at_table(session) as me:
        assert "hint" not in me.keys
        await me.press("h")
        assert isinstance(me.app.screen, TableScreen)


async def test_behind_the_curtain_there_is_no_hint() -> None:
    async with at_table(game_where(to_take, (ANA, BEN))) as me:
        await me.press("h")
        assert not any(isinstance(screen, HintScreen) for screen in me.app.screen_stack)


async def test_on_the_smallest_screen_keys_and_clicks_scroll_to_the_end_of_a_hint() -> None:
    longest = game_where(lambda s: to_take(s) and sum(map(len, _words(s))) > 480)
    async with at_table(longest, (60, 18)) as me:
        await ask(me)
        await me.until(lambda: "Win chance" in words(me)[0], "the shares")
        panel = me.app.screen.query_one(VerticalScroll)
        assert panel.max_scroll_y > 0
        await me.press("end")
        await me.until(lambda: panel.scroll_y == panel.max_scroll_y, "the end")
        await me.press("up")
        await me.until(lambda: panel.scroll_y < panel.max_scroll_y, "the row before")
        await me.click_key("scroll")
        await me.until(lambda: panel.scroll_y == panel.max_scroll_y, "the end again")
        await me.click_key("close")
        assert isinstance(me.app.screen, TableScreen)


def _words(session: AnySession) -> list[str]:
    return [hint.words for hint in GAME.words.hints(GAME.rules.observe(session.state, 0), session.names_at_table)]


def test_the_bot_that_is_asked_is_the_best_there_is() -> None:
    assert isinstance(GAME.make_bot(GAME.best_bot, Random(0)), SteadyBot)


async def test_a_hint_leaves_the_width_of_other_panels_as_it_was() -> None:
    async with at_table(game_where(to_play)) as me:
        await me.pilot.resize_terminal(120, 40)
        await me.press("question_mark")
        width = me.app.screen.query_one(".panel").size.width
        await me.press("escape")
        await ask(me)
        await me.press("escape", "question_mark")
        assert me.app.screen.query_one(".panel").size.width == width
