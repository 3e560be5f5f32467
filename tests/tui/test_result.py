"""The result screen: each way that a game ends, and what can be done next."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

import pytest
from textual.widgets import Static
from textual.worker import Worker

from clockspades.cards import parse_cards
from clockspades.engine.days import local_today
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.engine.share import NO_CODE, line_to_paste, shared_deal
from clockspades.engine.spent import Spent
from clockspades.engine.standing import AGAIN, OTHER_SIDE, REPEAT
from clockspades.engine.wording import label
from clockspades.games.catalogue import find_game, table_rules
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules
from clockspades.language import numeral
from clockspades.review.review_words import mistake_words, turning_point_words, what_happened
from clockspades.routes import ResultRoute, TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.series import Series, series_before
from clockspades.table.glyphs import PLAIN
from clockspades.table.widget_models import Light, Trophy
from clockspades.tui.drawing.trophies import trophy
from clockspades.tui.screens import result_screen as result
from clockspades.tui.screens.kinds import Page
from clockspades.tui.screens.practice_screen import PracticeScreen
from clockspades.tui.screens.replay_screen import ReplayScreen
from clockspades.tui.screens.result_parts import player_blocks
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.review_screen import ReviewScreen
from clockspades.tui.screens.saved import SameDealScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.sheet import SheetScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.texts import result_words
from clockspades.tui.texts.result_words import Company, LessonKeys, among_others, headline, lesson
from clockspades.tui.widgets import standings
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.standings import Standings
from tests.games.clockwork.test_result import ended
from tests.table.test_moments import lost_or_won
from tests.tui.layout import SIZES, faults, whole_at
from tests.tui.reviews import endless, made_up, without_mistakes
from tests.tui.seated import ANA, BEN, GAME, PATIENCE, TICK, Seated, begun, opened
from tests.tui.short_games import begin, play_out

WIDE: Final = (200, 60)
LONG: Final = (
    "clockwork-spades/defaults-four-kings", "german-clock/defaults-stuck", "clogs/players-6-target-12-target",
    "spades/defaults-target",
)  # fmt: skip
"""Golden logs of games whose result says a lot."""
LOGS: Final = Path(__file__).parents[1] / "logs"
KEYS: Final = LessonKeys("p", "m", "n")


def played(archive: Archive, seats: tuple[Seat, Seat] = (ANA, TICK), seed: int = 5, **options: Any) -> AnySession:
    """A finished game that is kept in the archive."""
    session = begun(archive, GAME, seats, seed=seed, **options)
    play_out(session, Random(5))
    session.close()
    return session


def played_alone(archive: Archive, name: str, seed: int = 5) -> AnySession:
    """A finished game of one person, and bots if it is for several."""
    session = begin(archive, name)
    play_out(session, Random(seed))
    session.close()
    return session


def log_of(session: AnySession) -> Path:
    assert session.journal is not None
    return session.journal.path


async def show(me: Seated, session: AnySession) -> ResultScreen:
    me.app.show_result(session)
    return await shown(me)


async def shown(me: Seated) -> ResultScreen:
    await me.until(lambda: isinstance(me.app.screen, ResultScreen) and bool(me.app.focused), "the result")
    return await me.shows(ResultScreen)


@asynccontextmanager
async def at_result(archive: Archive, session: AnySession, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Seated]:
    """Somebody who looks at the result of a game."""
    async with opened(archive, ResultRoute(session), size) as me:
        await shown(me)
        yield me


def words_of(me: Seated, part: str) -> str:
    """A text of the result, however it is broken into lines."""
    return str(me.app.screen.query_one(part, Static).content)


def menu(me: Seated) -> list[str]:
    return [item.render().plain.strip("▸ ") for item in me.app.screen.query(MenuItem)]


async def looked_back(me: Seated) -> str:
    """What is said to learn next."""
    await me.until(lambda: bool(words_of(me, "#lesson")), "what to learn")
    return words_of(me, "#lesson")


def at_work(me: Seated) -> list[Worker[Any]]:
    """The threads that are not finished."""
    return [worker for worker in me.app.workers if not worker.is_finished]


async def test_both_players_are_seen_whole_in_a_small_window(archive: Archive) -> None:
    async with at_result(archive, played(archive), (80, 24)) as me:
        assert [row.region.height for row in me.app.screen.query(CardRow)] == [3, 3]
        seen = me.app.screen.query_one("#menu").region.y
        assert me.app.screen.query_one("#players").region.bottom <= seen - 2, "with room for the score of a series"


# -- what is told --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["four-kings", "drawn"])
def test_it_says_who_won_and_lights_the_cards_that_decided(reason: str) -> None:
    session = ended(reason)
    assert session.outcome is not None
    face, winners = ClockworkTableRules().result(session.state, ()), session.outcome.winners
    assert headline(session) == ("Drawn" if not winners else "You win" if winners == session.humans else "You lose")
    for seat, block in enumerate(player_blocks(session, session.outcome, face)):
        assert block.name.plain.startswith(f"{label(session.names_at_table, seat)}  {face.counts[seat]}")
        assert block.cards is not None
        laid = [face for face in block.cards.cards if face is not None]
        assert [face.card for face in laid] == [card for pile in face.piles[seat] for card in pile]
        lights = {face.card: face.light for face in laid}
        if seat in winners:
            assert {lights[king] for king in parse_cards("KC KD KH KS")} == {Light.LIVE}
            assert {light for card, light in lights.items() if card not in face.deciding} <= {Light.PLAIN}
        else:
            assert {*lights.values()} <= {Light.DIM if winners else Light.PLAIN}


def test_a_game_of_one_person_is_compared_with_all_that_count(archive: Archive) -> None:
    games = played(archive), played(archive, seed=6)
    won = sum(game.outcome is not None and 0 in game.outcome.winners for game in games)
    told = f"Clockwork Spades, against an easy bot: won {won} of 2."
    assert among_others(archive, games[1], local_today()).words.startswith(told)
    assert among_others(archive, played(archive), local_today()).words == REPEAT
    assert among_others(archive, played(archive, (ANA, BEN), seed=7), local_today()).words == ""


def test_what_to_learn_next_is_the_costliest_mistake_or_else_practice_or_another_form(archive: Archive) -> None:
    for seed in (5, 6):  # Ana loses, and wins
        session = played(archive, seed=seed)
        review = made_up(archive, session, log_of(session), 0)
        assert review is not None
        costliest = review.mistakes[0]
        words = turning_point_words(session, review, costliest, "p")
        assert lesson(session, review, KEYS) == (words, "turning_point", costliest.point)
    assert review is not None
    assert costliest.choice is not None
    right = costliest._replace(choice=costliest.choice._replace(loss=0.0, matters=True))
    words = f"What counted last: {session.game.words.doing(costliest.choice.played)} (press p)."
    assert lesson(session, review._replace(turns=(right,)), KEYS) == (words, "turning_point", costliest.point)
    practice = "Sharpen your choices with puzzles: press m.", "practice", None
    assert lesson(session, without_mistakes(archive, session), KEYS) == practice
    form = "Next, try Watch: press n.", "next_form", None
    assert lesson(played_alone(archive, "clock"), None, KEYS) == form


# -- what can be done ----------------------------------------------------------------------------------------


async def test_a_repeat_is_compared_with_the_game_before_and_played_again_from_either_side(archive: Archive) -> None:
    played(archive)
    session = played(archive)
    assert session.standing.is_repeat
    async with at_result(archive, session) as me:
        assert "same deal" in me.keys_here
        await me.press("d")
        await me.shows(SameDealScreen)
        await me.press("escape")
        other = next(item for item in me.app.screen.query(MenuItem) if "Other side" in item.render().plain)
        await me.click(other.region)
        await me.shows(TableScreen)
        assert me.session.position(1) == session.position(1)
        assert me.session.seats == session.seats[::-1]
        assert me.said == [OTHER_SIDE]
        me.app.clear_notifications()
        await show(me, session)
        await me.press("right", "enter")
        await me.shows(TableScreen)
        assert (me.session.position(1), me.session.seats) == (session.position(1), session.seats)
        assert me.said == [AGAIN]
        heading = me.app.screen.query_one("#heading", Line)  # below the announcement
        await me.until(lambda: "repeat" in heading.render().plain, "the heading")


async def test_a_patience_has_no_other_side_and_one_without_choices_is_not_played_again(archive: Archive) -> None:
    async with at_result(archive, played_alone(archive, "german-clock")) as me:
        assert menu(me) == ["Another deal", "Same deal", "Watch the replay", "New game", "Title"]
        await me.press("o")
        assert isinstance(me.app.screen, ResultScreen)
        await me.press("r")
        await me.shows(TableScreen)
        await me.until(lambda: me.screen.player is not None, "the cards")
        assert (me.session.at, me.session.game.name) == (1, "german-clock")
        clock = archive.begin(Clock(), Clock().configure({}), (ANA,), Random(5), series=Series((1,)))
        play_out(clock, Random(5))
        clock.close()
        await show(me, clock)
        assert menu(me) == ["Another deal", "Watch the replay", "New game", "Title"]
        assert not me.app.screen.query("#score"), "a series says nothing of a game for one"
        await me.press("a")
        assert isinstance(me.app.screen, ResultScreen), "the same deal would end the same"
        await me.app.workers.wait_for_complete()
        assert not any(word in me.text for word in ("turning point", "choices", "Reviewing"))
        await looked_back(me)
        await me.click(me.app.screen.query_one("#lesson").region)
        await me.shows(SetupScreen)


async def test_a_game_that_is_not_kept_has_no_replay_and_no_code_and_all_cards_can_be_read(archive: Archive) -> None:
    session = ended("last-spade")
    async with at_result(archive, session, (60, 18)) as me:
        assert menu(me) == ["Rematch", "New game", "Title"]
        assert "same deal" not in me.text
        assert any(session.state.hands)
        for hand in session.state.hands:
            assert not hand or f"Hand: {'  '.join(card.symbol for card in hand)}" in me.text
        for cards in (*session.state.taken, *session.state.kings):
            assert {card.symbol for card in cards} <= {*me.text.split()}
        await me.press("w", "a", "o", "d", "c")
        assert isinstance(me.app.screen, ResultScreen)
        assert "code" not in me.app.clipboard
        assert any(NO_CODE in said for said in me.said)
        me.app.clear_notifications()
        await me.press("down", "enter")
        await me.shows(SetupScreen)


async def test_the_replay_leads_back_to_the_result_and_what_cannot_be_read_or_kept_is_named(
    archive: Archive, tmp_path: Path
) -> None:
    session = played(archive)
    async with at_result(archive, session) as me:
        screen = me.app.screen
        await me.press("right", "right", "right", "enter")
        await me.shows(ReplayScreen)
        await me.press("escape")
        await me.until(lambda: me.app.screen is screen, "the result")
        log_of(session).unlink()
        await me.press("w")
        assert me.app.screen is screen
        assert me.said == [f"{log_of(session)}: cannot be read: No such file or directory"]
        me.app.clear_notifications()
        archive.directory = tmp_path / "file" / "games"
        (tmp_path / "file").write_text("")
        await me.press("r")
        await me.shows(TableScreen)
        assert me.said == [f"This game is not saved: {archive.directory} cannot be made: Not a directory."]


async def test_the_line_for_a_friend_is_shown_and_copied_by_its_key_alone(archive: Archive) -> None:
    session = played(archive, (ANA, BEN))
    async with at_result(archive, session) as me:
        assert not me.app.screen.query("#score"), "it is the first game"
        assert "same deal" not in me.keys_here
        told = line_to_paste(session)
        assert "code" not in me.text, "it is not on the page"
        await me.press("c")
        assert me.app.clipboard == told
        deal = shared_deal(session.header, GAME)
        assert deal is not None
        use = f"Send it to a friend. It is deal {deal.number:,}."
        sent, select = "Sent to your terminal's clipboard.", "Or select it here with Shift and the mouse:"
        assert me.said == [f"{sent} {use} {select}\n{told}"]
        me.app.copy_to_clipboard("")
        await me.click_key("share")
        assert me.app.clipboard == told


async def test_a_key_that_is_held_down_starts_no_rematch(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = "clockspades.tui.textual_fixes.input_gate"
    for wait in ("HELD", "AHEAD"):
        monkeypatch.setattr(f"{gate}.{wait}", PATIENCE)
    async with at_result(archive, played(archive)) as me:
        await me.press(*["enter"] * 5)
        assert isinstance(me.app.screen, ResultScreen)
        await me.click_key("choose")
        assert isinstance(me.app.screen, ResultScreen), "nor does the second click of two"
        for wait in ("HELD", "AHEAD"):
            monkeypatch.setattr(f"{gate}.{wait}", 0.0)
        await me.press("enter")
        await me.shows(TableScreen)


# -- what is found out ---------------------------------------------------------------------------------------


async def test_a_game_without_a_mistake_leads_to_practice(archive: Archive) -> None:
    async with at_result(archive, played(archive)) as me:
        assert await looked_back(me) == "Sharpen your choices with puzzles: press m."
        assert "choice" not in me.keys_here
        await me.press("p")
        assert isinstance(me.app.screen, ResultScreen)
        await me.press("m")
        await me.shows(PracticeScreen)


async def test_what_went_well_in_a_lost_game_comes_first(archive: Archive) -> None:
    session = played(archive)  # Ana loses
    async with at_result(archive, session) as me:
        told, verdict = words_of(me, "#verdict"), GAME.words.verdict(session.state, session.names_at_table)
        assert told.startswith("You ")
        assert told.endswith(f". {verdict}")


async def test_what_the_game_took_and_the_run_of_right_choices_are_told(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = "11 right choices in a row."
    monkeypatch.setattr(result_words, "among_others", lambda *_: Company((), "Your best of 3 games.", run))
    session = played(archive)
    session.spent = Spent(272, 2)
    async with at_result(archive, session) as me:
        await me.until(lambda: words_of(me, "#happened").endswith(f" {run}"), "the run")
        assert words_of(me, "#record") == "5 minutes · 2 hints\nYour best of 3 games."


async def test_what_is_found_before_the_review_does_not_replace_what_is_found_after_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_late, calls = Event(), count(1)

    def compared() -> str:
        if next(calls) > 1:
            return "with the milestone"
        is_late.wait(10)
        return "without it"

    monkeypatch.setattr(result_words, "among_others", lambda *_: Company((), compared()))
    async with at_result(archive, played(archive)) as me:
        await me.until(lambda: "with the milestone" in me.text, "the second record")
        is_late.set()
        await me.until(lambda: not at_work(me), "the end of the first thread")
        assert "with the milestone" in me.text


async def test_the_review_stands_in_it_in_short_and_its_mistake_leads_to_the_replay(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = Event()
    monkeypatch.setattr(result, "kept_review", lambda *told: made_up(*told) if goes_on.wait(PATIENCE) else None)
    session = played(archive)
    found = made_up(archive, session, log_of(session), 0)
    assert found is not None
    learned = lesson(session, found, KEYS)
    assert learned is not None
    assert learned.point is not None
    async with at_result(archive, session, WIDE) as me:
        screen, curve = me.app.screen, me.app.screen.query_one(WinCurve)
        assert "50%" not in me.text, "there is no curve yet"
        goes_on.set()
        await me.until(lambda: "50%" in me.text, "the curve")
        assert len(curve.model.values) == session.last + 1
        assert words_of(me, "#happened") == what_happened(session, found)
        assert screen.query_one("#happened").display
        assert faults(screen) == []
        assert await looked_back(me) == learned.words
        assert "choice" in me.keys_here
        await me.pilot.resize_terminal(80, 24)
        for by_mouse in (False, True):
            await (me.click(screen.query_one("#lesson").region) if by_mouse else me.press("p"))
            replay = await me.shows(ReplayScreen)
            assert replay.session.at == learned.point - 1
            assert replay.player is not None
            turn = next(turn for turn in found.all_turns if turn.point == learned.point)
            assert mistake_words(session, turn) in replay.player.caption
            await me.press("escape")
        await me.pilot.resize_terminal(100, 30)
        assert words_of(me, "#happened") == what_happened(session, found)
        assert faults(screen) == []
        await me.click(curve.region)
        await me.shows(ReplayScreen)


async def test_a_review_that_goes_on_stops_where_it_is_made_elsewhere_or_nobody_waits_for_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    ended: list[int] = []

    def going_on(*told: Any) -> None:
        begun.append(len(begun))
        endless(*told)
        ended.append(len(ended))

    monkeypatch.setattr(result, "kept_review", going_on)
    async with at_result(archive, played(archive)) as me:
        await me.until(lambda: begun == [0], "the review")
        await me.press("e")
        review = await me.shows(ReviewScreen)
        await me.until(lambda: review.has_class("-found") and ended == [0], "the review elsewhere alone")
        await me.press("escape")
        await me.until(lambda: begun == [0, 1], "the review that goes on")
        await me.press("t")
        await me.shows(TitleScreen)
        await me.until(lambda: ended == [0, 1], "its end")


# -- how it looks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LONG)
async def test_all_can_be_scrolled_to_between_the_headline_and_the_menu(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(result, "kept_review", made_up)
    monkeypatch.setattr(
        result_words, "among_others", lambda *_: Company(("Against the odds",), "Your best of 12 games.")
    )
    archive.directory.mkdir(parents=True)
    log = archive.directory / "game.cslog"
    log.write_bytes((LOGS / f"{name}.cslog").read_bytes())
    session = archive.resume(log).session
    session.close()
    async with at_result(archive, session) as me:
        await me.app.workers.wait_for_complete()
        screen = me.app.screen
        page = screen.query_one(Page)
        for size in SIZES:
            await whole_at(me, [size])
            assert any(" Against the odds " in line for line in me.text.splitlines()), size
            always = [screen.query_one(f"#{part}").region for part in ("head", "menu")]
            assert screen.query_one("#verdict").region.y >= always[0].bottom
            scrolls = page.max_scroll_y > 0
            assert page.show_vertical_scrollbar == scrolls == ("scroll" in me.keys_here), size
            focused = me.app.focused
            await me.press("down")
            assert (page.scroll_y, me.app.focused is focused) == ((1, True) if scrolls else (0, False)), size
            await me.press("end")
            *_, last = (part for part in screen.query("#right > *") if part.display)
            assert last.region.bottom <= always[1].y, size
            assert [screen.query_one(f"#{part}").region for part in ("head", "menu")] == always, size
            await me.press("pageup", "home", "up")
            assert not page.scroll_y
            await me.press("pagedown")
            assert page.scroll_y in (page.max_scroll_y, always[1].y - always[0].bottom), "no line is skipped"
            await me.press("pageup")
            assert not page.scroll_y
            assert not (size == (80, 24) and scrolls), "all of it fits"


async def test_cards_and_the_clock_stand_in_the_result_as_the_game_left_them(archive: Archive) -> None:
    async with at_result(archive, lost_or_won("clock", wins=True), (120, 40)) as me:
        screen = me.app.screen
        assert screen.query_one(Banner).lines[0].text == "You win"
        assert screen.query_one(".trophy.-large").region
        dial = screen.query_one(Dial)
        assert not dial.region
        await me.pilot.resize_terminal(*WIDE)
        await me.until(lambda: bool(dial.region), "the clock")
        assert dial.model.angle == 0
        assert "52 of 52" in dial.model.caption
        assert dial.region.height > 40
        assert faults(screen) == []
        session = ended("four-kings")
        assert session.outcome is not None
        screen = await show(me, session)
        assert GAME.words.verdict(session.state, session.names) in me.text
        face = ClockworkTableRules().result(session.state, ())
        for seat, block in enumerate(player_blocks(session, session.outcome, face)):
            assert screen.query_one(f"#piles-{seat}", CardRow).model == block.cards
            assert block.name.plain in me.text


async def test_scores_count_up_until_a_key_and_it_does_what_it_does(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "COUNT_SECONDS", 60.0)
    session = played_alone(archive, "clogs", seed=2)
    async with opened(archive, ResultRoute(session), moving=True) as me:
        counting = (await shown(me)).query_one(Standings)
        assert counting.share < 1
        me.type("s")
        await me.shows(SheetScreen)
        assert counting.share == 1
        assert session.outcome is not None
        assert numeral(max(session.outcome.scores)) in me.text
        me.app.animation_level = "none"
        assert (await show(me, session)).query_one(Standings).share == 1


def test_pictures_are_drawn_in_blocks_and_in_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    for of in Trophy:
        assert {len(line) for line in trophy(of)} == {len(trophy(of)[0])}
        assert len(trophy(of, 2)) == 2 * len(trophy(of))
        assert not set("".join(trophy(of))) - set(" █▀▄")
    monkeypatch.setattr("clockspades.tui.drawing.trophies.glyphs", lambda: PLAIN)
    for of in Trophy:
        assert "".join(trophy(of)).isascii()
        assert {len(line) for line in trophy(of)} == {len(trophy(of)[0])}


def test_a_rare_win_has_a_picture() -> None:
    for name, of in (
        ("clockwork-spades/defaults-four-kings", Trophy.FOUR_KINGS), ("clockwork-spades/defaults-drawn", None),
        ("clock/defaults-clock-complete", Trophy.CLOCK), ("clock/defaults-fourth-king", None),
        ("german-clock/defaults-clock-complete", Trophy.CLOCK), ("german-clock/defaults-stuck", None),
        ("clogs/defaults-target", None),
    ):  # fmt: skip
        session = load(LOGS / f"{name}.cslog", find_game).session
        session.go_to(session.last)
        assert table_rules(session.game.name).result(session.state, ()).trophy is of, name


# -- series --------------------------------------------------------------------------------------------------


async def test_a_best_of_series_goes_on_until_one_side_has_won_it(archive: Archive) -> None:
    start = Series((0, 0), best_of=3)
    session = archive.begin(GAME, GAME.configure({}), (ANA, BEN), Random(3), series=start)
    begun_by = []
    async with opened(archive, TableRoute(session)) as me:
        series = start
        while not series.winners:
            await me.until(lambda: isinstance(me.app.screen_stack[0], TableScreen), "the table")
            begun_by.append(me.session.options["first"])
            assert series_before(me.session.header) == series
            play_out(me.session, Random(3))
            assert me.session.outcome is not None
            series = series.after(me.session.outcome)
            await show(me, me.session)
            assert words_of(me, "#score") == series.words(session.names)
            assert menu(me)[:2] == (["Next game", "Same deal"] if series.goes_on else ["Title", "Rematch"])
            assert me.app.focused is me.app.screen.query(MenuItem).first(), "Enter begins no new match"
            await me.press("r")
        await me.until(lambda: isinstance(me.app.screen_stack[0], TableScreen), "the table")
        assert series_before(me.session.header) == start  # it was won, and another one begins
    assert begun_by == [number % 2 for number in range(len(begun_by))]
    assert f"wins the best of three, Ana {series.wins[0]} : {series.wins[1]} Ben." in series.words(session.names)


async def test_nothing_of_a_series_between_the_longest_names_is_cut(archive: Archive) -> None:
    series = Series((123, 45), 6, 7)
    seats = Seat("W" * 40), Seat("[b]" + "M" * 37)
    session = archive.begin(GAME, GAME.configure({}), seats, Random(3), series=series)
    play_out(session, Random(3))
    session.close()
    async with at_result(archive, session) as me:
        await looked_back(me)
        await whole_at(me, ((60, 18), (120, 40)))
        assert all(f"{seat.name}  " in me.text for seat in seats), "names are data"
