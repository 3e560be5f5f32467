"""The shell around a table: what becomes an input, and how effects are run. What they lead to is the reducer's."""

from asyncio import sleep
from collections.abc import Callable
from threading import Event
from typing import Any, Final
from unittest.mock import Mock, call

import pytest
from textual.geometry import Offset, Region
from textual.widget import Widget

from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import RULES, PlayMatches, matches
from clockspades.games.german_clock.german_clock_rules import PlaceCard
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.saved.log import LogError
from clockspades.saved.settings import Settings
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.inputs import Input
from clockspades.table.model import Selection, Target, TargetKind, player_view
from clockspades.table.moments import Moment
from clockspades.table.state import AutoPlaying, Cause, Deciding, Over, point_of
from clockspades.tui.layout.cells import nearest
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.round_table import RoundTable
from tests.games import trick_games as tricks
from tests.games.trick_games import CLOGS, SPADES
from tests.tui import patience
from tests.tui.patience import CLOCK, GERMAN, at_exchange
from tests.tui.seated import ANA, BEN, PATIENCE, at_table, game_where, let_flights_last
from tests.tui.shell import Shell, at_shell


def clockwork() -> AnySession:
    """Ana has two cards to play, and can explain what the bot did."""
    return game_where(lambda s: s.to_act == 0 and len(matches(s.state)) == 2 and s.at > 4)


def clock() -> AnySession:
    return patience.where(lambda s: s.at == 9, CLOCK)


def watch() -> AnySession:
    return patience.where(at_exchange, CLOCK, variant="watch")


def german_clock() -> AnySession:
    return patience.where(lambda s: s.state.passes == 2 and s.state.placed > 20, GERMAN)


def clogs() -> AnySession:
    return tricks.game_where(CLOGS, lambda s: tricks.may_turn(s) and bool(s.state.tricks), players=4)


def spades() -> AnySession:
    return tricks.game_where(SPADES, lambda s: tricks.in_phase(SpadesPhase.BID)(s) and s.state.number == 2)


GAMES: Final = (clockwork, clock, watch, german_clock, clogs, spades)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)

# -- what becomes an input ---------------------------------------------------------------------------------

PLAYED: Final[dict[str, Input]] = {
    "enter": did.Confirm(),
    "space": did.Space(),
    "escape": did.Cancel(),
    "u": did.Undo(),
    "r": did.Redo(),
    "3": did.Digit(3),
}
"""Keys of every table."""
OWN: Final[dict[Callable[[], AnySession], dict[str, Input]]] = {
    clockwork: {"x": did.AskMeaning()},
    clock: {"f": did.Finish(), "plus": did.Run(by=1), "minus": did.Run(by=-1)},
    german_clock: {"s": did.Space(), "p": did.Chose(PlaceCard())},
    clogs: {"t": did.LookBack(), "x": did.AskMeaning(), "c": did.PointAt(Target(TargetKind.BESIDE, 2))},
}
"""Keys that a game has for itself."""


@every_game
async def test_each_key_each_place_and_each_arrow_gives_its_input(
    game: Callable[[], AnySession], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arrows lead to every place, at every size."""
    async with at_shell(game(), monkeypatch) as me:
        for key, given in {**PLAYED, **OWN.get(game, {})}.items():
            await me.press(key)
            down, done = me.given
            assert isinstance(down, did.KeyPressed), key
            assert down.gives == given or key not in {"u", "r", "escape", "enter", "space"}, key
            assert (type(done), done) == (type(given), given), key
        await me.press("f9")
        assert me.given == [did.KeyPressed()], "a key that no command has"
        places, heading = me.table.places(), me.screen.query_one("#heading").region
        for hit, place in places.items():
            await me.click(place)
            given_now = me.given
            assert did.Hovered(hit.kind, hit) in given_now
            on_table = hit.kind is not TargetKind.CHOICE
            is_over = (did.Clicked(),) if on_table else ()  # a panel keeps its clicks, and a hint until they are over
            clicks = [each for each in given_now if not isinstance(each, did.Hovered | did.Dropped)]
            assert clicks == [did.MouseDown(on_table), did.Pressed(hit), *is_over]
        await me.hover(heading)
        assert me.given == [did.Hovered(hit.kind, None)]
        await me.click(me.screen.query_one(KeyLine).region.crop_size((1, 1)))
        assert me.given == [did.MouseDown(is_on_table=False)], "the line of keys keeps its clicks"
        cursor = next(iter(places))
        me.give(did.Confirm(), selection=Selection(cursor))
        me.reducer.given.clear()
        for key in patience.DIRECTIONS:
            await me.press(key)
            assert me.given[1:] == [did.ArrowPressed(key, nearest(places, cursor, key))]
        for size in ((80, 24), (60, 18), (120, 40)):
            if me.app.size != size:
                await me.pilot.resize_terminal(*size)
            places = me.table.places()
            assert patience.reached(places, next(iter(places))) == set(places), size


async def test_a_double_click_on_the_dial_is_one_click_unless_each_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, counts in ((clockwork, False), (clock, True)):
        async with at_shell(game(), monkeypatch) as me:
            for chain in (1, 2, 3):
                await me.click(me.dial.places[5], chain=chain)
                pressed = [given for given in me.given if isinstance(given, did.Pressed)]
                assert len(pressed) == (chain == 1 or counts), chain
            await me.hover(me.dial.places[6])
            await me.click(me.dial.places[6], chain=4)
            assert not [given for given in me.given if isinstance(given, did.Pressed)], "it began elsewhere"


async def test_what_others_played_is_explained_by_a_click(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_shell(clogs(), monkeypatch) as me:
        table = me.screen.query_one(RoundTable)
        seat = me.session.state.trick[-1].seat
        for place, about in (
            (table.badge(2), Target(TargetKind.BADGE, 2)),
            (table.play(seat), Target(TargetKind.PLAY, seat)),
        ):
            await me.hover(place)
            assert did.Hovered(about.kind, about) in me.given
            await me.click(place)
            assert [given for given in me.given if isinstance(given, did.AskMeaning)] == [did.AskMeaning(about)]
        log = me.screen.query_one(GameLog)
        log.post_message(GameLog.Pressed(7))
        await me.pilot.pause()
        assert me.given == [did.AskMeaning(7)]


async def test_a_card_is_dragged_from_where_it_lies_to_where_it_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_shell(german_clock(), monkeypatch) as me:
        waste = me.table.rules.carries
        assert waste is not None
        start = me.table.region_of(waste)

        def dragged() -> list[Input]:
            return [given for given in me.given if isinstance(given, did.Carried | did.Dropped)]

        await me.drag(start, me.dial.places[3])
        assert dragged() == [did.Carried(waste), did.Dropped(Target(TargetKind.HOUR, 3))]
        await me.drag(start, me.dial.places[3], me.screen.query_one("#log").region)
        assert dragged()[-1] == did.Dropped(None)
        await me.drag(me.dial.places[5], me.dial.places[3])
        assert dragged() == [], "only that card is dragged"


async def test_what_lies_over_the_table_covers_it_until_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_shell(spades(), monkeypatch) as me:
        for key, screen, close in (
            ("l", "LogScreen", "l"),
            ("question_mark", "HelpScreen", "escape"),
            ("s", "SheetScreen", "s"),
        ):
            await me.press(key, to=screen)
            await me.press(close, to="TableScreen")
            assert me.given[1:] == [did.Covered(), did.Uncovered()]


async def test_settings_are_followed_at_once_and_cards_move_as_fast_as_they_and_the_terminal_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_shell(clockwork(), monkeypatch) as me:
        session = me.session
        me.app.change_settings(confirm=True, take_back=True, sound=True, forced_plays="ask", trick_beat="key")
        (given,) = {each for each in me.given if isinstance(each, did.PreferencesChanged)}
        wanted = given.preferences
        assert (wanted.confirms, wanted.rings, wanted.forced_plays, wanted.trick_seconds) == (True, True, "ask", None)
        assert session.may_peek
        me.app.change_settings(take_back=False, forced_plays="automatic", bot_pace="calm", animation="quick")
        wanted = me.screen.preferences
        chosen = me.app.settings
        assert not session.may_peek
        assert wanted.forced_plays == "automatic"
        assert (wanted.bot_seconds, wanted.forced_seconds) == (chosen.bot_seconds, chosen.forced_seconds)
        for animation, expected in (("off", (0.0, False)), ("quick", (0.5, False)), ("full", (1.0, False))):
            me.app.change_settings(animation=animation)
            assert (me.screen.preferences.tempo, me.screen.preferences.is_still) == expected
        me.app.animation_level = "none"  # as the terminal may say
        assert (me.screen.preferences.tempo, me.screen.preferences.is_still) == (0.0, True)


# -- what is shown -----------------------------------------------------------------------------------------


async def test_the_table_shows_the_state_before_its_effects_are_run_and_the_line_of_keys_follows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = clockwork()
    async with at_shell(session, monkeypatch, (200, 40)) as me:
        seen = list[str]()
        monkeypatch.setattr(me.table, "land", lambda: seen.append(me.table.shown.selection.note))
        me.give(did.Confirm(), do.Land(), selection=Selection(note="Now."))
        assert seen == ["Now."]
        assert me.prompt == "Now."
        own = {key.words for key in me.table.rules.keys(me.screen.state.model, is_running=False)}
        assert own <= set(me.keys)
        assert {"hint", "undo", "log", "why", "help", "quit"} <= set(me.keys)
        assert {"redo", "result", "play now", "stops the timer", "replay"}.isdisjoint(me.keys)
        (action, *_) = RULES.legal_actions(session.state)
        for phase, there, gone in (
            (AutoPlaying(action), {"play now", "stops the timer", "hint"}, own),
            (Over(), {"result"}, {"play now"}),
        ):
            me.give(did.Confirm(), phase=phase)
            assert there <= set(me.keys)
            assert gone.isdisjoint(me.keys)
        point = point_of(session)._replace(can_undo=False, can_redo=True)
        me.give(did.Confirm(), point=point)
        assert "redo" in me.keys
        assert "undo" not in me.keys
        me.give(did.Confirm(), point=point._replace(can_undo=True), people=(0, 1))
        assert "ask to undo" in me.keys
        assert me.screen.player is not None
        me.give(did.Confirm(), phase=Deciding(), player=me.screen.player.deciding(active=False))
        await me.press("h", to="TableScreen")
        assert "hint" not in me.keys, "while somebody else decides"


@pytest.mark.parametrize(("game", "words"), [(clockwork, "prompt"), (clogs, "said")])
async def test_a_cursor_move_repaints_in_one_small_frame_what_it_changes(
    game: Callable[[], AnySession], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_table(game(), (120, 40)) as me:
        await me.press("right")
        frames, repainted = list[str](), list[str | None]()

        refresh = Widget.refresh

        def noted(widget: Widget, *regions: Region, **kinds: bool) -> Widget:
            repainted.append(widget.id)
            return refresh(widget, *regions, **kinds)

        monkeypatch.setattr(Widget, "refresh", noted)
        me.app.see_frame = frames.append
        await me.press("right")
        assert len(frames) == 1
        assert len(frames[0].encode()) < 8192
        assert sorted(map(str, repainted)) == ["near-hand", words]


# -- effects -----------------------------------------------------------------------------------------------


async def test_each_effect_is_run_once_and_in_its_order_and_what_it_leads_to_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = clockwork()
    asked = do.Act(RULES.legal_actions(session.state)[0])
    async with at_shell(session, monkeypatch) as me:
        for near, eyes in ((0, 0), (1, 1), (1, None)):
            me.run(do.Observe(near, eyes))
            assert me.given == [did.Observed(player_view(session, near, eyes, active=False, in_play=True))]

        def act(action: object) -> None:
            raise LogError("game.cslog", 0, "[b]the disk is full[/b]")

        monkeypatch.setattr(session, "act", act)
        me.run(asked)
        words = "game.cslog: [b]the disk is full[/b]. Press Enter to try again."
        assert me.given == [did.SessionRefused(words, again=asked)]
        table, noted = me.table, Mock()
        moved = did.SessionMoved(point_of(session), Cause.ACTED)
        noted.run.return_value = (moved, did.ShowNote("Done."))
        for owner, name in (
            (table, "land"), (table, "launch"), (table, "celebrate"), (me.app, "bell"), (me.app, "show_result"),
            (me.app, "leave_table"), (me.app, "tell_news"), (me.screen, "show_meaning"),
            (me.screen._table_session, "run"),
        ):  # fmt: skip
            monkeypatch.setattr(owner, name, getattr(noted, name))
        moment = Moment(1.0, ())
        me.run(
            do.Land(), do.Animate(()), do.Celebrate(moment, 0.5), do.Ring(), do.ShowMeaning(3),
            do.OpenResult(), asked, do.LeaveTable(), do.Land(),
        )  # fmt: skip
        assert noted.mock_calls == [
            call.land(), call.launch([]), call.celebrate(moment, 0.5), call.bell(),
            call.show_meaning(3), call.show_result(session), call.run(asked), call.tell_news(session),
            call.leave_table(), call.land(),
        ]  # fmt: skip
        assert me.given == [moved, did.ShowNote("Done.")], "answers wait until all effects are run"


async def test_the_session_gets_what_is_about_it_only_while_its_table_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    effects = (do.Act(PlayMatches()), do.MakeDeal(), do.Travel(forward=False, over_forced=True))
    async with at_shell(clockwork(), monkeypatch) as me:
        run = Mock(return_value=())
        monkeypatch.setattr(me.screen._table_session, "run", run)
        me.run(*effects)
        assert run.mock_calls == [call(effect) for effect in effects]
        monkeypatch.setattr(me.app, "has_open", lambda session: False)
        me.run(*effects)
        assert len(run.mock_calls) == len(effects), "not again"


async def test_only_the_last_timer_that_was_started_ticks_and_none_of_a_table_that_was_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_shell(clockwork(), monkeypatch) as me:
        me.run(do.StartTimer(7, 600.0), do.StartTimer(8, 0.01))
        await me.rest()  # it would wait for the first one too
        assert me.given == [did.Tick(8)]
        me.run(do.StartTimer(9, 600.0), do.LeaveTable())
        await me.shows("TitleScreen")
        await me.rest()
        assert did.Tick(9) not in me.given


# -- bots --------------------------------------------------------------------------------------------------


class Bot:
    """A bot that chooses when it is let."""

    def __init__(self, asked: list["Bot"]) -> None:
        self._asked, self.goes_on = asked, Event()
        self.view: Any = None

    def choose(self, view: Any) -> Action:
        self.view = view
        self._asked.append(self)
        self.goes_on.wait(PATIENCE)
        return RULES.legal_actions(view)[-1]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Bot]:
    """The bots that choose, each until its event is set."""
    found = list[Bot]()
    monkeypatch.setattr(ClockworkSpades, "make_bot", lambda game, name, rng: Bot(found))
    return found


def for_a_bot() -> AnySession:
    """A game in which the bot has a choice."""
    return game_where(lambda s: s.to_act == 1 and len(RULES.legal_actions(s.state)) > 1)


async def begin_to_think(me: Shell, asked: list[Bot], seconds: float = 0.0) -> Bot:
    """Ask the bot, and wait until it chooses."""
    before = len(asked)
    me.run(do.AskBot(1, seconds))
    await me.until(lambda: len(asked) == before + 1, "the bot")
    return asked[-1]


async def test_a_bot_chooses_from_what_it_sees_in_its_time_unless_it_is_dismissed_or_asked_again(
    asked: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = for_a_bot()
    chosen = did.BotChose(RULES.legal_actions(session.view(1))[-1])
    async with at_shell(session, monkeypatch) as me:
        me.run(do.DismissBot())
        await me.until(lambda: bool(asked), "the bot that was asked when the table was opened")
        asked[0].goes_on.set()
        await me.rest()
        assert me.given == []

        (await begin_to_think(me, asked, 600.0)).goes_on.set()
        await me.pilot.pause()
        assert me.given == []
        me.run(do.Land())  # nothing moves any more
        await me.rest()
        assert me.given == [chosen]

        bot = await begin_to_think(me, asked)
        assert bot.view == session.sight(1)
        assert me.given == []
        bot.goes_on.set()
        await me.rest()
        assert me.given == [chosen]

        (await begin_to_think(me, asked, 600.0)).goes_on.set()
        await me.pilot.pause()
        assert me.given == []
        me.run(do.DismissBot())
        await me.rest()
        assert me.given == []

        first, second = await begin_to_think(me, asked), await begin_to_think(me, asked)
        assert first is not second
        first.goes_on.set()
        second.goes_on.set()
        await me.rest()
        assert me.given == [chosen], "once"

        bot = await begin_to_think(me, asked)
        (worker,) = (worker for worker in me.screen.workers if not worker.is_finished)
        bot.goes_on.set()
        while not worker.is_finished:
            await sleep(0)
        me.run(do.DismissBot())  # before the screen hears of its choice
        await me.rest()
        assert me.given == []


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_a_table_is_left_while_a_bot_thinks(asked: list[Bot], key: str) -> None:
    session = for_a_bot()
    point = session.at
    async with at_table(session) as me:
        await me.until(lambda: len(asked) == 1, "the bot")
        await me.press(key)
        if key == "escape":
            await me.shows("TitleScreen")
        asked[0].goes_on.set()
        if key == "escape":
            await me.rest()
            assert me.app.is_running
    assert session.at == point


# -- several people ----------------------------------------------------------------------------------------


def two_people() -> AnySession:
    return game_where(lambda s: s.to_act == 1 and s.state.turn > 5, (ANA, BEN))


async def test_a_curtain_and_a_question_say_what_is_up_and_tell_what_was_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_shell(two_people(), monkeypatch) as me:
        await me.shows("CurtainScreen")
        await me.press("space")
        for key, given in (("space", did.CurtainLifted()), ("u", did.AskedToTakeBack())):
            me.reducer.given.clear()
            me.run(do.RaiseCurtain(1, "Something else.", 0))
            await me.shows("CurtainScreen")
            for words in ("Ben's turn", "Something else.", "Take back Ana's last move"):
                assert words in me.text
            await me.press(key, to="TableScreen")
            assert sorted(map(repr, me.given)) == sorted(map(repr, [did.Covered(), given, did.Uncovered()]))
        for key, agrees in (("y", True), ("n", False), ("enter", False), ("escape", False)):
            me.run(do.AskToTakeBack(0, "Is it so?"))
            await me.shows("QuestionScreen")
            assert "Is it so?" in me.text
            await me.press(key)
            assert [given for given in me.given if isinstance(given, did.Answered)] == [did.Answered(agrees)], key


# -- cards in the air and moments --------------------------------------------------------------------------


async def test_cards_fly_the_ways_of_the_rules_where_they_move_and_their_landing_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = clockwork()
    before = player_view(session, 0, 0, active=True)
    async with at_shell(session, monkeypatch, moving=True, settings=Settings(animation="quick")) as me:
        session.act(RULES.legal_actions(session.state)[0])
        after = player_view(session, 0, 0, active=False)
        moves = me.table.rules.moves(before, after)
        flights = me.table.flights(moves)
        assert len(flights) > 2
        for way, move in zip(flights, moves, strict=True):
            start, end = me.table.region_of(move.start), me.table.region_of(move.end)
            size = end.size if move.like is None else me.table.region_of(move.like).size
            assert way == Flight.between(start, end, size, move)
        flown, fly = list[Flight](), Flyer.fly

        def noted(flyer: Flyer, way: Flight, origin: Offset) -> None:
            flown.append(way)
            fly(flyer, way, origin)

        monkeypatch.setattr(Flyer, "fly", noted)
        me.app.animation_level = "none"
        me.run(do.Animate(moves), do.Celebrate(Moment(60.0, ()), 0.0))
        await me.rest()
        assert not me.table.query(Flyer)
        assert me.table.shown.moment is None
        me.app.animation_level = "full"
        me.run(do.Animate(moves))
        await me.rest()
        assert flown == flights
        assert {*me.given} == {did.Landed()}, "and not before the last one has landed"
        assert me.in_the_air == []


async def test_a_moment_begins_after_its_delay_and_ends_by_itself_at_a_key_a_click_or_a_new_size_and_when_all_land(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_flights_last(monkeypatch, 600.0)
    session = clockwork()
    before = player_view(session, 0, 0, active=True)
    async with at_shell(session, monkeypatch, moving=True) as me:
        table = me.table
        session.act(RULES.legal_actions(session.state)[0])
        moves = table.rules.moves(before, player_view(session, 0, 0, active=False))
        me.run(do.Animate(moves), do.Celebrate(Moment(60.0, ()), 0.0))
        await me.until(lambda: bool(me.in_the_air), "the cards in the air")
        assert table.shown.moment is not None
        me.run(do.Land())
        assert me.in_the_air == []
        assert table.shown.moment is None
        await me.rest()
        for end in ("key", "click", "size"):
            me.run(do.Celebrate(Moment(60.0, (), is_won=True), 0.0))
            await me.until(lambda: bool(me.in_the_air), "the cascade")
            me.give(did.Landed(), selection=Selection(note="Meanwhile."))
            assert table.shown.moment is not None
            assert me.prompt == "Meanwhile."
            if end == "key":
                me.type("f9")
            elif end == "click":
                me.tap_at(me.dial.region)
            else:
                await me.pilot.resize_terminal(100, 30)
            await me.until(lambda: table.shown.moment is None, "the end of the moment")
            await me.rest()
            assert me.in_the_air == []
            assert not me.app.animator._animations
        ends = list[float]()
        monkeypatch.setattr(table, "animate", lambda _, end, **__: ends.append(end))  # the clock is turned by hand
        me.run(do.Celebrate(Moment(2.0, ()), 1.0))
        assert ends == [3.0]
        shares = []
        for table.elapsed in (0.5, 1.0, 2.0, 2.01, 2.9, 3.0):
            assert table.shown.moment is not None
            shares.append(table.shown.moment.share)
        assert shares == [0.0, 0.0, 0.5, 0.5, 0.95, 1.0]
        table.end_moment()
        assert table.shown.moment is None
