from random import Random

import pytest

from clockspades.network.client import client as my
from clockspades.network.client.client import Link, Want
from clockspades.network.client.elsewhere import CLOSES, RETURN
from clockspades.network.table.people import PAUSE_TO_ASK
from clockspades.network.table.served_table import JUST_CAME
from clockspades.network.wire import messages as say
from clockspades.table import inputs as did
from clockspades.table.effects import Act, Ring
from clockspades.table.model import TargetKind
from clockspades.table.state import Over, Summary
from clockspades.tui.screens.lobby import LobbyScreen
from clockspades.tui.screens.remote_table import RemoteTableScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.widgets.menu_item import MenuItem
from tests.network.memory import MemoryElsewhere
from tests.tui.away import at_table_elsewhere


async def test_a_whole_game_by_mouse_ends_with_its_result_and_a_second_one_begins_once_all_want_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = Random(5)
    reviewed: list[ResultScreen] = []
    monkeypatch.setattr(ResultScreen, "_look_back", lambda screen: reviewed.append(screen))
    async with at_table_elsewhere("clockwork-spades", "Ben") as me:
        await me.begin()
        for _ in range(300):
            if me.client.has_log:
                break
            targets = [target for target in me.table.places() if target.kind in (TargetKind.HOUR, TargetKind.HAND)]
            await me.click(me.table.places()[rng.choice(targets)])
            await me.turn()
        result = await me.press("enter", to="RemoteResultScreen")
        assert reviewed == [result]  # once
        assert result.session.humans == (me.client.seat,)
        assert me.client.doubts == ()
        await me.press("slash", "0")
        await me.until(lambda: "Ana: Good game" in me.said)
        await me.press("r")
        await me.until(lambda: "You agreed, waiting for Ben." in me.text)
        me.machines["Ben"].connection.give(Want(say.Again(0)))
        await me.shown()
        assert me.client.number == 1
        await me.turn()


async def test_a_rematch_keeps_the_table_for_who_stays_and_who_left_comes_back_to_their_seat() -> None:
    rng = Random(5)
    async with at_table_elsewhere("clockwork-spades", "Ben", no_hints=True) as me:
        eve = me.host.seat("Eve", watch=True)
        eve.give(my.Started())
        await me.begin()
        first, begins = me.client.joined, me.client.game.options["first"] if me.client.game else None
        while not me.client.has_log:
            await me.play_on(rng)
            await me.turn()
        await me.press("enter", to="RemoteResultScreen")
        ben = me.machines["Ben"].connection
        me.host.cut(ben)
        await me.press("r")
        await me.until(lambda: "You agreed. r lets bots fill in for Ben." in me.text)
        assert me.client.number == 0
        me.host.now += JUST_CAME
        await me.press("r")
        await me.shown()
        await me.turn()
        assert me.client.game is not None
        assert me.client.game.series is not None
        assert (me.client.joined, me.client.number, eve.client.number) == (first, 1, 1)
        assert me.client.game.options["first"] != begins
        assert me.screen.state.no_hints
        assert [seat.name for seat in me.client.game.seats] == ["Ana", "Ben"]
        assert me.client.shown[1].replaced
        ben.give(my.PauseOver())
        await me.until(lambda: not me.client.shown[1].replaced)
        assert (ben.client.seat, ben.client.number) == (1, 1)


# -- the connection ----------------------------------------------------------------------------------------


async def test_a_connection_that_is_cut_comes_back_and_brings_the_move() -> None:
    rng = Random(3)
    async with at_table_elsewhere("clockwork-spades", "Ben") as me:
        await me.begin()
        me.host.is_down = True
        me.host.cut(me.connection)
        await me.until(lambda: "The connection was cut. Trying again in 1 s…" in me.notice)
        assert "Enter tries now." in me.notice
        player = me.screen.player
        assert player is not None
        action = rng.choice(player.game.rules.legal_actions(player.view))
        shown = me.screen.following.shown
        me.screen.run_effect(Act(action))
        assert me.screen.following.shown == shown
        me.host.is_down = False
        await me.press("enter")
        await me.until(lambda: me.screen.following.shown > shown, "the answer")
        assert me.client.link is Link.HERE
        assert me.notice == ""


async def test_the_person_is_called_when_it_is_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, found = Random(3), list[str]()
    async with at_table_elsewhere("clockwork-spades", "Ben") as me:
        await me.begin()
        monkeypatch.setattr(me.app, "tell_desktop", lambda _: found.append("told"))
        monkeypatch.setattr(me.app, "bell", lambda: found.append("bell"))
        for has_focus, notify, sound, calls in (
            (True, "away", False, []),
            (False, "away", False, ["told"]),
            (True, "always", False, ["told"]),
            (False, "off", False, []),
            (True, "off", True, ["bell"]),
        ):
            me.app.change_settings(notify=notify, sound=sound)
            me.app.app_focus = has_focus
            await me.play_on(rng)
            await me.turn()
            assert found == calls, (has_focus, notify, sound)
            found.clear()
        me.app.change_settings(notify="always", sound=True)
        me.here.run_effect(Ring(is_turn=False))
        assert found == ["bell"], "a moment is no call"


async def test_a_host_who_leaves_is_warned_once_that_the_table_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryElsewhere, "warning", CLOSES)
    async with at_table_elsewhere("clockwork-spades", "Ben") as me:
        await me.press("escape")
        assert (me.said, type(me.here)) == ([CLOSES], LobbyScreen)
        await me.begin()
        await me.press("escape")
        assert (me.said[-1], type(me.here)) == (CLOSES, RemoteTableScreen)
        await me.press("escape", to="TitleScreen")


# -- the others --------------------------------------------------------------------------------------------


async def test_phrases_are_shown_at_the_seat_nothing_hidden_is_drawn_and_all_go_on_to_the_next_deal() -> None:
    rng = Random(3)
    async with at_table_elsewhere("spades", "Ben", "Cy") as me:
        await me.begin()
        await me.press("f5", "1")
        await me.until(lambda: me.spoken[0] == "Well played")
        me.machines["Cy"].connection.give(Want(say.Say("sorry, partner")))
        await me.until(lambda: me.spoken[2] == "Sorry, partner")
        assert me.spoken[1] == ""
        for _ in range(16):
            seen, state = me.screen.state.player, me.host.table.kept.positions[-1].state
            assert seen is not None
            assert seen.view == seen.game.rules.observe(state, 0)
            assert (seen.view == state) == isinstance(me.screen.state.phase, Summary)
            await me.play_on(rng)
            await me.turn()
        assert "deal 2" in me.text


async def test_a_bot_plays_for_who_is_gone_until_they_return_and_who_leaves_hears_how_to_return() -> None:
    rng = Random(3)
    async with at_table_elsewhere("clockwork-spades", "Ben") as me:
        await me.begin()
        ben = me.machines["Ben"].connection
        me.host.cut(ben)
        await me.until(lambda: "Ben left. Wait, or let a bot fill in?" in me.notice)
        await me.until(lambda: "· gone" in me.text)
        await me.press("y")
        await me.until(lambda: "· bot" in me.text)
        assert me.notice == ""
        for _ in range(3):
            await me.play_on(rng)
            await me.turn()
        ben.give(my.PauseOver())
        await me.until(lambda: "· bot" not in me.text)
        await me.press("escape", to="TitleScreen")
        assert me.said == [RETURN.format(command="clockspades join")]


async def test_the_rest_of_a_deal_is_played_out_for_all_once_all_agree() -> None:
    rng, options = Random(3), {"players": 2, "target": 100, "floor": -200}
    async with at_table_elsewhere("spades", "Ben", options=options) as me:
        await me.begin()
        ben = me.machines["Ben"]

        async def to_play() -> None:
            while (player := me.screen.state.player) is None or player.game.rules.throw(player.view) is None:
                await me.play_on(rng)
                await me.turn()

        await to_play()
        await me.press("f")
        assert "Not proved" in me.text
        ben.agrees = False
        await me.press("g")
        assert "Ask the others to end this deal?" in me.text
        await me.press("g")
        await me.until(lambda: "Ben wants to play on." in me.text)
        ben.agrees, me.host.now = True, me.host.now + PAUSE_TO_ASK
        await me.press("g", "g")
        await me.until(lambda: isinstance(me.screen.state.phase, Summary), "the end of the deal")
        assert len(me.screen.state.model.view.tricks) == 13
        assert (me.screen.state.finishing, me.client.asked, me.notice) == (None, None, "")

        await me.press("enter")
        await me.turn()
        await to_play()
        ben.plays = False
        me.screen.dispatch(did.Chose(me.screen.state.model.legal[0]))
        await me.until(lambda: me.client.pending is None and me.host.table.kept.to_act == 1, "Ben's turn")
        client = ben.connection.client
        ben.connection.give(Want(say.AskToFinish(client.epoch, client.last, concede=True)))
        await me.until(lambda: "Ben gives up this deal. Let bots play the rest for all?" in me.notice)
        await me.press("y")
        await me.until(lambda: isinstance(me.screen.state.phase, Summary | Over), "the end of the deal")


# -- looking on --------------------------------------------------------------------------------------------


async def test_who_looks_on_sees_what_all_see_and_cannot_act() -> None:
    soon_over = {"target": 50, "floor": -200}
    async with at_table_elsewhere("spades", "Ben", "Cy", options=soon_over, watches=True) as me:
        me.machines["Ben"].connection.give(Want(say.Start()))
        await me.shown()
        await me.until(lambda: me.screen.following.shown > 8, "some points")
        assert me.client.seat is None
        assert "/ say" not in me.text
        await me.press("f5", "1", "u")
        assert me.host.table.live.said == {}


async def test_the_result_offers_no_rematch_to_who_looked_on() -> None:
    async with at_table_elsewhere("clockwork-spades", "Ben", "Cy", watches=True) as me:
        me.machines["Ben"].connection.give(Want(say.Start()))
        await me.shown()
        await me.until(lambda: isinstance(me.screen.state.phase, Over), "the end")
        result = await me.press("enter", to="RemoteResultScreen")
        me.machines["Ben"].connection.give(Want(say.Again(0)))
        await me.until(lambda: "Ben agreed, waiting for Cy." in me.text)
        assert [item._words for item in result.query(MenuItem)] == ["Watch the replay", "New game", "Title"]
        assert "rematch" not in {command.does for command in result.there}
