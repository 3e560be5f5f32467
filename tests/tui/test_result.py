"""The result screen: each way that a game ends, and what can be done next."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

import pytest
from textual.widgets import Static
from textual.worker import Worker

from clockspades.cards import PACK, parse_cards
from clockspades.engine.days import local_today
from clockspades.engine.header import Seat
from clockspades.engine.phrases import numeral
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import NO_CODE, read_code, shared_deal
from clockspades.engine.text import printable
from clockspades.engine.wording import label
from clockspades.games.catalogue import GAMES
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clockwork.clockwork_selectors import clockwork_result
from clockspades.review import kept_reviews
from clockspades.review.kept_reviews import kept_review
from clockspades.review.review import Turn, review, turning_point
from clockspades.review.review_words import turning_point_words, what_happened
from clockspades.routes import ResultRoute, TableRoute
from clockspades.saved.archive import AGAIN, OTHER_SIDE, REPEAT, Archive
from clockspades.saved.series import Series, series_of
from clockspades.table.faces import Face, Light
from clockspades.tui.screens import result_screen as result
from clockspades.tui.screens.compare import CompareScreen
from clockspades.tui.screens.practice_screen import PracticeScreen
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.review_screen import ReviewScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.sheet import SheetScreen
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.texts.result import Company, among_others
from clockspades.tui.widgets import standings
from clockspades.tui.widgets.banner import Banner
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.menu_item import MenuItem, TextButton
from clockspades.tui.widgets.standings import Standings
from tests.games.clockwork.test_result import ended
from tests.table.test_moments import lost_or_won
from tests.tui.layout import SIZES, faults, whole_at
from tests.tui.reviews import endless, made_up
from tests.tui.seated import ANA, BEN, GAME, PATIENCE, TICK, Seated, begun, opened
from tests.tui.short_games import begin, play_out

WIDE: Final = (200, 60)
LOGS = Path(__file__).parents[1] / "logs"
ALL_KINDS = (
    "clockwork-spades/defaults-four-kings", "clockwork-spades/defaults-drawn", "clock/defaults-fourth-king",
    "clock/defaults-clock-complete", "german-clock/defaults-stuck", "german-clock/defaults-clock-complete",
    "clogs/defaults-target", "clogs/players-6-target-12-target", "clogs/players-2-target-12-target",
    "spades/defaults-target",
    "spades/mode-cutthroat-target-100-target", "spades/mode-cutthroat-players-2-target-100-blind_nil-off-target",
)  # fmt: skip


def played(archive: Archive, seats: tuple[Seat, Seat] = (ANA, TICK), seed: int = 5, **options: Any) -> AnySession:
    """A finished game that is kept in the archive."""
    session = begun(archive, GAME, seats, seed=seed, **options)
    play_out(session, Random(5))
    session.close()
    return session


async def show(seated: Seated, session: AnySession) -> None:
    seated.app.show_result(session)
    await shown(seated)


async def shown(seated: Seated) -> None:
    await seated.until(lambda: isinstance(seated.app.screen, ResultScreen) and bool(seated.app.focused), "the result")


@asynccontextmanager
async def at_result(archive: Archive, session: AnySession, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Seated]:
    """Somebody who looks at the result of a game."""
    async with opened(archive, ResultRoute(session), size) as seated:
        await shown(seated)
        yield seated


def words_of(seated: Seated, part: str) -> str:
    """A text of the result, however it is broken into lines."""
    return str(seated.app.screen.query_one(part, Static).content)


def menu(seated: Seated) -> list[str]:
    return [item.render().plain.strip("▸ ") for item in seated.app.screen.query(MenuItem)]


def row(seated: Seated, seat: int) -> tuple[Face | None, ...]:
    return seated.app.screen.query_one(f"#piles-{seat}", CardRow).model.cards


@pytest.mark.parametrize("reason", ["four-kings", "drawn"])
async def test_it_says_who_won_and_why_and_lays_out_what_decided(archive: Archive, reason: str) -> None:
    session = ended(reason)
    assert session.outcome is not None
    face, winners = clockwork_result(session.state), session.outcome.winners
    async with at_result(archive, session, (120, 40)) as seated:
        assert GAME.words.verdict(session.state, session.names) in seated.text
        headline = seated.app.screen.query_one(Banner).lines[0].text
        assert headline == ("Drawn" if not winners else "You win" if winners == session.humans else "You lose")
        for seat in range(2):
            laid = [face.card for face in row(seated, seat) if face is not None]
            assert laid == [card for pile in face.piles[seat] for card in pile]
            assert f"{label(session.names_at_table, seat)}  {face.counts[seat]}" in seated.text
        for winner in winners:
            lights = {face.card: face.light for face in row(seated, winner) if face is not None}
            assert {lights[king] for king in parse_cards("KC KD KH KS")} == {Light.LIVE}
            assert {light for card, light in lights.items() if card not in face.deciding} <= {Light.PLAIN}
            assert {face.light for face in row(seated, 1 - winner) if face is not None} <= {Light.DIM}


def test_a_game_of_one_person_is_compared_with_all_that_count(archive: Archive) -> None:
    games = played(archive), played(archive, seed=6)
    won = sum(game.outcome is not None and 0 in game.outcome.winners for game in games)
    told = f"Clockwork Spades, against a random bot: won {won} of 2."
    assert among_others(archive, games[1], local_today()).words.startswith(told)
    assert among_others(archive, played(archive), local_today()).words == REPEAT
    assert among_others(archive, played(archive, (ANA, BEN), seed=7), local_today()).words == ""


@pytest.mark.parametrize("turned", [False, True])
async def test_the_same_deal_is_played_again_from_either_side(archive: Archive, turned: bool) -> None:
    session = played(archive)
    async with at_result(archive, session, (120, 40)) as seated:
        if turned:
            item = next(item for item in seated.app.screen.query(MenuItem) if "other side" in item.render().plain)
            await seated.click(item.region)
        else:
            await seated.press("right", "enter")
        await seated.shows(TableScreen)
        again = seated.session
        assert again.position(1) == session.position(1)
        assert again.seats == (session.seats[::-1] if turned else session.seats)
        assert seated.said == [OTHER_SIDE if turned else AGAIN]
        heading = seated.app.screen.query_one("#heading", Line)  # below the announcement
        await seated.until(lambda: "repeat" in heading.render().plain, "the heading")
    assert [entry.finished for entry in archive.entries()] == [False, True]


async def test_a_repeat_is_compared_with_the_game_before(archive: Archive) -> None:
    before = played(archive)
    repeat = played(archive)
    assert repeat.is_repeat
    async with at_result(archive, repeat, (120, 40)) as seated:
        assert "d same deal" in seated.text
        await seated.press("d", "enter")
        compared = seated.app.screen
        assert isinstance(compared, CompareScreen)
        shown = [loaded.path for loaded in compared.comparison.logs]
        assert shown == [session.journal.path for session in (repeat, before) if session.journal]


def played_alone(archive: Archive, name: str) -> AnySession:
    """A finished patience."""
    session = begin(archive, name)
    play_out(session, Random(5))
    session.close()
    return session


async def test_a_patience_has_no_other_side(archive: Archive) -> None:
    session = played_alone(archive, "german-clock")
    async with at_result(archive, session) as seated:
        assert menu(seated) == ["Another deal", "Same deal again", "Watch the replay", "New game", "Title"]
        await seated.press("o")
        assert isinstance(seated.app.screen, ResultScreen)
        await seated.press("a")
        await seated.shows(TableScreen)
        assert seated.session.position(1) == session.position(1)


async def test_a_patience_without_choices_says_nothing_of_them(archive: Archive) -> None:
    session = played_alone(archive, "clock")
    async with at_result(archive, session) as seated:
        assert menu(seated) == ["Another deal", "Watch the replay", "New game", "Title"]
        assert await looked_back(seated) == "Next, try Watch: n chooses its rules."
        await seated.press("a")
        assert isinstance(seated.app.screen, ResultScreen), "the same deal would end the same"
        await seated.app.workers.wait_for_complete()
        assert not any(word in seated.text for word in ("turning point", "choices", "Reviewing"))
        await seated.click(seated.app.screen.query_one("#lesson").region)
        await seated.shows(SetupScreen)


async def test_what_is_found_before_the_review_does_not_replace_what_is_found_after_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_late, calls = Event(), count(1)

    def compared() -> str:
        if next(calls) > 1:
            return "with the milestone"
        is_late.wait(10)
        return "without it"

    monkeypatch.setattr(result, "among_others", lambda *_: Company((), compared()))
    async with at_result(archive, played(archive)) as seated:
        await seated.until(lambda: "with the milestone" in seated.text, "the second record")
        is_late.set()
        await seated.until(lambda: not at_work(seated), "the end of the first thread")
        assert "with the milestone" in seated.text


@pytest.mark.parametrize(("first", "keys"), [(0, ("r",)), (1, ("enter",))])
async def test_in_a_rematch_the_other_one_begins(archive: Archive, first: int, keys: tuple[str, ...]) -> None:
    session = played(archive, rules="gamerules", first=first)
    async with at_result(archive, session) as seated:
        assert not seated.app.screen.query_one("#score").display, "it is the first game"
        await seated.press(*keys)
        await seated.shows(TableScreen)
        again = seated.session
        assert again.seats == session.seats
        assert again.options == {"rules": "gamerules", "first": 1 - first}
        assert again.positions[1].action != session.positions[1].action
        assert len(archive.entries()) == 2


async def test_a_game_that_is_not_kept_has_no_replay_and_no_code_and_all_cards_can_be_read(archive: Archive) -> None:
    session = ended("last-spade")
    async with at_result(archive, session, (60, 18)) as seated:
        assert menu(seated) == ["Rematch", "New game", "Title"]
        assert NO_CODE in seated.text
        assert "same deal" not in seated.text
        assert any(session.state.hands)
        for hand in session.state.hands:
            assert not hand or f"Hand: {'  '.join(card.symbol for card in hand)}" in seated.text
        shown = set(seated.text.split())
        for cards in (*session.state.taken, *session.state.kings):
            assert {card.symbol for card in cards} <= shown
        await seated.press("w", "a", "o", "d", "c")
        assert isinstance(seated.app.screen, ResultScreen)
        assert "code" not in seated.app.clipboard
        await seated.press("down", "enter")
        await seated.shows(SetupScreen)


async def test_a_rematch_that_cannot_be_kept_is_named(archive: Archive, tmp_path: Path) -> None:
    session = played(archive)
    async with at_result(archive, session) as seated:
        archive.directory = tmp_path / "file" / "games"
        (tmp_path / "file").write_text("")
        await seated.press("r")
        assert isinstance(seated.app.screen, ResultScreen)
        assert len(seated.said) == 1
        assert str(archive.directory) in seated.said[0]


@pytest.mark.parametrize("name", ["german-clock/defaults-stuck", "spades/defaults-target"])
async def test_the_screen_shows_what_the_layout_says(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(result, "kept_review", made_up)
    monkeypatch.setattr(result, "among_others", lambda *_: Company(("Against the odds",), "Your best of 12 games."))
    archive.directory.mkdir(parents=True)
    log = archive.directory / "game.cslog"
    log.write_bytes((LOGS / f"{name}.cslog").read_bytes())
    session = archive.resume(log).session
    session.close()
    async with at_result(archive, session) as seated:
        await seated.app.workers.wait_for_complete()
        await whole_at(seated, (*SIZES, (160, 45)))
        assert " Against the odds " in seated.text
        assert "Your best of 12 games." in seated.text
        page = seated.app.screen.query_one("#result")
        assert not page.max_scroll_y


# -- what came of it -----------------------------------------------------------------------------------------


def turning_point_of(session: AnySession) -> Turn | None:
    found = review(session, 0)
    assert found is not None
    return turning_point(session, found)


@cache
def game_with(turning: bool) -> AnySession:
    """A game that has a turning point, or none; kept nowhere."""
    for seed in count():
        session: AnySession = Session(GAME, GAME.configure({}), (ANA, TICK))
        play_out(session, Random(seed))
        if (turning_point_of(session) is not None) is turning:
            return session
    raise AssertionError("there is always another seed")


def kept(archive: Archive, session: AnySession) -> AnySession:
    """The same game in the archive."""
    fork = archive.fork(session, session.seats)
    fork.close()
    return fork


async def looked_back(seated: Seated) -> str:
    """What is said to learn next."""
    words = seated.app.screen.query_one("#lesson", TextButton)
    await seated.until(lambda: bool(str(words.content)), "what to learn")
    return str(words.content)


@pytest.mark.usefixtures("looking_back")
async def test_a_game_without_a_mistake_leads_to_practice(archive: Archive) -> None:
    session = kept(archive, game_with(turning=False))
    async with at_result(archive, session) as seated:
        assert await looked_back(seated) == "Puzzles train your choices: x opens practice."
        assert "mistake" not in key_words(seated)
        await seated.press("p")
        assert isinstance(seated.app.screen, ResultScreen)
        await seated.press("x")
        await seated.shows(PracticeScreen)


async def test_who_goes_on_at_once_need_not_wait_for_the_turning_point(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result, "kept_review", endless)
    async with at_result(archive, played(archive), (120, 40)) as seated:
        assert "50%" not in seated.text, "there is no curve yet"
        await seated.press("t")
        await seated.shows(TitleScreen)


@pytest.mark.usefixtures("looking_back")
async def test_while_the_review_is_open_the_result_makes_no_other(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = kept(archive, game_with(turning=True))
    monkeypatch.setattr(result, "kept_review", endless)
    async with at_result(archive, session) as seated:
        await seated.until(lambda: len(at_work(seated)) == 1, "the thread that looks for the turning point alone")
        (looking,) = at_work(seated)
        await seated.press("e")
        await seated.until(lambda: seated.app.screen.has_class("-found"), "the review")
        assert isinstance(seated.app.screen, ReviewScreen)
        assert looking.is_cancelled
        monkeypatch.setattr(result, "kept_review", kept_review)
        monkeypatch.setattr(kept_reviews, "review", endless)
        await seated.press("escape")
        assert "It cost " in (await looked_back(seated)), "the review that was kept is read"


def at_work(seated: Seated) -> list[Worker[Any]]:
    """The threads that are not finished."""
    return [worker for worker in seated.app.workers if not worker.is_finished]


def key_words(seated: Seated) -> list[str]:
    return [key.words for key in seated.app.screen.query_one(KeyLine).keys]


async def test_the_line_for_a_friend_is_shown_and_copied(archive: Archive) -> None:
    session = played(archive, (ANA, BEN))
    async with at_result(archive, session) as seated:
        line = seated.app.screen.query_one("#line", TextButton)
        shown = str(line.content)
        await seated.press("c")
        assert seated.app.clipboard == shown
        assert session.journal is not None
        deal = shared_deal(session.journal.header, GAME)
        assert deal is not None
        assert seated.said == [f"Copied. Paste it to a friend. It is deal {deal.number:,}."]
        seated.app.copy_to_clipboard("")
        await seated.click(line.region)
        assert seated.app.clipboard == shown
    assert shown.startswith("Clockspades · Clockwork Spades · ")
    told, _, code = shown.rpartition(" · code ")
    assert read_code(code, GAMES).game is GAMES[0]
    assert printable(shown) == shown
    assert not any(name in told for name in session.names)
    assert not any(card.symbol in told for card in PACK)


# -- keys that were not meant for it -------------------------------------------------------------------------


async def test_a_key_that_is_held_down_starts_no_rematch(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.tui.textual_fixes.input_gate.HELD", PATIENCE)
    monkeypatch.setattr("clockspades.tui.textual_fixes.input_gate.AHEAD", PATIENCE)
    async with at_result(archive, played(archive)) as seated:
        await seated.press(*["enter"] * 5)
        assert isinstance(seated.app.screen, ResultScreen)
        await seated.click_key("choose")
        assert isinstance(seated.app.screen, ResultScreen), "nor does the second click of two"
        monkeypatch.setattr("clockspades.tui.textual_fixes.input_gate.HELD", 0.0)
        monkeypatch.setattr("clockspades.tui.textual_fixes.input_gate.AHEAD", 0.0)
        await seated.press("enter")
        await seated.shows(TableScreen)


# -- series --------------------------------------------------------------------------------------------------


async def test_a_best_of_series_goes_on_until_one_side_has_won_it(archive: Archive) -> None:
    start = Series((0, 0), best_of=3)
    session = archive.begin(GAME, GAME.configure({}), (ANA, BEN), Random(3), series=start)
    begun_by = []
    async with opened(archive, TableRoute(session)) as seated:
        await seated.until(lambda: isinstance(seated.app.screen_stack[0], TableScreen), "the table")
        series = start
        while not series.winners:
            begun_by.append(seated.session.options["first"])
            assert series_of(seated.session) == series
            play_out(seated.session, Random(3))
            assert seated.session.outcome is not None
            series = series.after(seated.session.outcome)
            await show(seated, seated.session)
            assert words_of(seated, "#score") == series.words(session.names)
            assert menu(seated)[:2] == (["Next game", "Same deal"] if series.goes_on else ["Title", "Rematch"])
            assert seated.app.focused is seated.app.screen.query(MenuItem).first(), "Enter begins no new match"
            await seated.press("r")
            await seated.until(lambda: isinstance(seated.app.screen_stack[0], TableScreen), "the table")
        assert series_of(seated.session) == start  # it was won, and another one begins
    assert begun_by == [number % 2 for number in range(len(begun_by))]
    assert f"wins the best of three, Ana {series.wins[0]} : {series.wins[1]} Ben." in series.words(session.names)


async def test_the_menu_can_be_read_and_clicked_and_its_words_follow_the_width(archive: Archive) -> None:
    async with at_result(archive, played(archive)) as seated:
        items = [*seated.app.screen.query(MenuItem)]
        assert len(items) == 6
        for columns, words in ((60, "Same deal, other side"), (80, "Other side"), (100, "Same deal, other side")):
            await seated.pilot.resize_terminal(columns, 24)
            await seated.until(lambda words=words: words in menu(seated), words)  # type: ignore[misc]
            await seated.rest()
            for item in items:
                assert item.region in seated.app.screen.region
                assert item.render().plain.strip("▸ ") in seated.text
            assert len({item.region.y for item in items}) == (2 if columns < 80 else 1)


async def test_the_replay_leads_back_to_the_result_and_one_that_is_gone_is_named(archive: Archive) -> None:
    session = played(archive)
    path = archive.entries()[0].path
    async with at_result(archive, session) as seated:
        result = seated.app.screen
        await seated.press("right", "right", "right", "enter")
        await seated.shows(ReplayScreen)
        await seated.press("escape")
        await seated.until(lambda: seated.app.screen is result, "the result")
        path.unlink()
        await seated.press("w")
        assert seated.app.screen is result
        assert seated.said == [f"{path}: cannot be read: No such file or directory"]
        await seated.press("escape")
        await seated.shows(TitleScreen)


@pytest.mark.usefixtures("looking_back")
async def test_the_turning_point_is_told_and_a_key_or_a_click_opens_the_replay_there(archive: Archive) -> None:
    session = kept(archive, game_with(turning=True))
    found = turning_point_of(session)
    assert found is not None
    async with at_result(archive, session) as seated:
        result = seated.app.screen
        assert await looked_back(seated) == f"{turning_point_words(session, found)} p shows it."
        assert "mistake" in key_words(seated)
        await whole_at(seated, SIZES)
        for by_mouse in (False, True):
            await (seated.click(result.query_one("#lesson").region) if by_mouse else seated.press("p"))
            replay = await seated.shows(ReplayScreen)
            assert isinstance(replay, ReplayScreen)
            assert replay.session.at == found.point - 1
            await seated.press("escape")


async def test_nothing_of_a_series_between_the_longest_names_is_cut(archive: Archive) -> None:
    series = Series((123, 45), 6, 7)
    seats = Seat("W" * 40), Seat("[b]" + "M" * 37)
    session = archive.begin(GAME, GAME.configure({}), seats, Random(3), series=series)
    play_out(session, Random(3))
    session.close()
    async with at_result(archive, session) as seated:
        await looked_back(seated)
        await whole_at(seated, SIZES)
        assert all(f"{seat.name}  " in seated.text for seat in seats), "names are data"


async def test_another_deal_of_a_patience_begins_at_once(archive: Archive) -> None:
    session = begun(archive, Clock(), (ANA,), 0)
    async with opened(archive, TableRoute(session)) as seated:
        await seated.press("f", "enter")
        await shown(seated)
        await seated.press("r")
        await seated.shows(TableScreen)
        await seated.until(lambda: seated.screen.player is not None, "the cards")
        assert (seated.session.at, seated.session.game) == (1, session.game)
        await seated.press("f", "enter")
        await shown(seated)
        assert not seated.app.screen.query_one("#score").display, "a series says nothing of a game for one"


async def test_the_clock_stands_beside_the_result_as_the_game_left_it(archive: Archive) -> None:
    async with at_result(archive, lost_or_won("clock", wins=True), (120, 40)) as seated:
        screen = seated.app.screen
        assert screen.query_one(Banner).lines[0].text == "You win"
        assert screen.query_one("#trophy").region
        assert not screen.query_one("#clock").display
        await seated.pilot.resize_terminal(*WIDE)
        await seated.until(lambda: screen.query_one("#clock").display, "the clock")
        await seated.rest()
        dial = screen.query_one(Dial)
        assert dial.model.angle == 0
        assert "52 of 52" in dial.model.caption
        assert dial.region.height > 40
        assert faults(screen) == []


@pytest.mark.usefixtures("looking_back")
async def test_the_review_stands_in_it_in_short_once_it_is_made(archive: Archive) -> None:
    session = played(archive)
    async with at_result(archive, session, WIDE) as seated:
        curve = seated.app.screen.query_one(WinCurve)
        await seated.until(lambda: len(curve.model.values) == session.last + 1, "the review")
        await seated.until(lambda: "50%" in seated.text, "the curve")
        for size in (WIDE, (100, 30)):
            await seated.pilot.resize_terminal(*size)
            await seated.rest()
            review = kept_review(archive, session, session.journal.path, 0) if session.journal else None
            assert review is not None
            assert what_happened(session, review) in " ".join(seated.text.split())
            assert faults(seated.app.screen) == []
        await seated.click(curve.region)
        await seated.shows(ReplayScreen)


@pytest.mark.parametrize("moving", [True, False])
async def test_scores_count_up_until_a_key_and_it_does_what_it_does(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, moving: bool
) -> None:
    monkeypatch.setattr(standings, "COUNT_SECONDS", 60.0)
    session = begin(archive, "clogs")
    play_out(session, Random(2))
    session.close()
    async with opened(archive, ResultRoute(session), moving=moving) as seated:
        await shown(seated)
        counting = seated.app.screen.query_one(Standings)
        assert (counting.share < 1) is moving
        seated.type("s")
        await seated.shows(SheetScreen)
        assert counting.share == 1
        assert session.outcome is not None
        assert numeral(max(session.outcome.scores)) in seated.text
