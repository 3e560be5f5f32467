"""The first game on the screen: its notes, where they stand, and how little they are in the way."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.geometry import Region, Size

from clockspades.bots.random_bot import RandomBot
from clockspades.cards import Rank
from clockspades.engine.header import LESSON_KEY
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import RULES, Play, Take, matches
from clockspades.games.clockwork.clockwork_table import STOCK
from clockspades.games.clockwork.first_game import ClockworkLesson
from clockspades.routes import TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.glyphs import glyphs
from clockspades.table.lesson import Note
from clockspades.table.model import Target, TargetKind
from clockspades.table.parts import InPart
from clockspades.table.state import AutoPlaying
from clockspades.tui.screens import first_game
from clockspades.tui.screens.first_game import FirstGameScreen, reading_time
from clockspades.tui.screens.help import HelpScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.bound_text import Line, Tally
from clockspades.tui.widgets.callout import Callout, Pointer, box_sizes
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from tests.tui.layout import SIZES
from tests.tui.seated import ANA, GAME, Seated, begun, opened

LESSON = ClockworkLesson()
WINDOW = "The clock points at your window: A 2 3."
MATCH = "Your 2♦ matches the 2♠: press Enter."
TAKE = "Take a spade: press 1, 2 or 3, then Enter."
MATCH_AGAIN = "You must play every match: press Enter."


@pytest.fixture(autouse=True)
def hasty_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks for no time in the place of the best one; what it does in the first turns is forced."""
    monkeypatch.setattr(ClockworkSpades, "make_bot", lambda game, name, rng: RandomBot(RULES.legal_actions, rng))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who reads in no time."""
    monkeypatch.setattr(first_game, "reading_time", lambda note: 0.02)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who reads so long that nothing moves on by itself."""
    monkeypatch.setattr(first_game, "reading_time", lambda note: 600.0)


@asynccontextmanager
async def learning(archive: Archive, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Seated]:
    """Somebody at their first game."""
    dealt = LESSON.begin(GAME, ANA)
    session = archive.fork(dealt, dealt.seats, mark=LESSON_KEY)
    async with opened(archive, TableRoute(session), size) as seated:
        await seated.until(lambda: isinstance(seated.app.screen, FirstGameScreen), "the first game")
        await seated.until(lambda: stands(seated), "the first note")
        yield seated


def screen(seated: Seated) -> FirstGameScreen:
    assert isinstance(seated.screen, FirstGameScreen)
    return seated.screen


def callout(seated: Seated) -> Callout:
    return seated.screen.query_one(Callout)


def note(seated: Seated) -> str:
    """The words of the note that is up, read from the screen itself; nothing where none is."""
    box = callout(seated)
    if not box.display or not box.region.area:
        return ""
    rows = seated.text.split("\n")[box.region.y + 1 : box.region.bottom - 1]
    return " ".join(row[box.region.x + 1 : box.region.right - 1].strip() for row in rows)


def stands(seated: Seated) -> bool:
    """Whether the note that is up has come to its place."""
    box = callout(seated)
    return box.placement is not None and box.display and box.region == box.placement.box


async def says(seated: Seated, words: str) -> None:
    await seated.until(lambda: callout(seated).words == words and stands(seated), words)
    assert note(seated) == words


async def act(seated: Seated, taken: Rank) -> None:
    """Do what is to be done, by keys; in the third turn take the spade of a rank."""
    await seated.turn()
    view = seated.view
    if not matches(view):
        await seated.press(str(view.window.index(taken) + 1) if taken in view.window else "1")
    await seated.press("enter")


# -- what is said ------------------------------------------------------------------------------------------


async def test_it_is_played_by_keys_with_a_note_at_every_step(archive: Archive, quick: None) -> None:
    said: list[str] = []
    async with learning(archive) as seated:
        seated.screen.watch(callout(seated), "words", lambda words: said.append(words))
        while seated.session.outcome is None:
            await act(seated, Rank.EIGHT)
            await seated.turn()
        assert note(seated) == ""
        assert "end lesson" not in seated.keys
        await seated.press("enter")
        assert isinstance(seated.app.screen, ResultScreen)
    assert [words for words in said if words not in (WINDOW, MATCH, MATCH_AGAIN)] == [
        "The window moves on: Hora plays on 4 5 6.",
        TAKE,
        "The 8♠ is gone: its hour is skipped now.",
        "Hora gives you the K♥: a penalty.",
        "The 8♣ is dead: the 8♠ is gone.",
        "Draw the last card, the K♠, and you lose.",
        "With the other three kings, you win.",
    ]


@pytest.mark.parametrize("taken", [Rank.SEVEN, Rank.NINE])
async def test_whatever_is_taken_a_king_passes_by_the_fourth_turn(archive: Archive, quick: None, taken: Rank) -> None:
    async with learning(archive) as seated:
        await says(seated, MATCH)
        await act(seated, taken)
        await says(seated, TAKE)
        await act(seated, taken)
        await says(seated, MATCH_AGAIN)
        assert [king.text for king in seated.view.kings[0]] == ["KH"]
        assert seated.view.turn == 5


async def test_notes_follow_each_other_when_they_can_have_been_read(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def reading_at_once(note: Note) -> float:
        read.append(note.words)
        return 0.02

    monkeypatch.setattr(first_game, "reading_time", reading_at_once)
    async with learning(archive) as seated:
        await says(seated, MATCH)
    assert read == [WINDOW]


def test_a_longer_note_takes_longer_to_read() -> None:
    assert 1 < reading_time(Note("Take one.", STOCK)) < reading_time(Note(WINDOW, STOCK)) < 4


async def test_a_note_waits_while_something_else_is_read(archive: Archive, slow: None) -> None:
    async with learning(archive) as seated:
        await seated.press("question_mark")
        assert isinstance(seated.app.screen, HelpScreen)
        screen(seated)._turn_over(screen(seated)._notes[0])
        await seated.press("escape")
        await says(seated, WINDOW)
        screen(seated)._turn_over(screen(seated)._notes[0])
        await says(seated, MATCH)


async def test_a_bot_waits_until_the_note_on_its_turn_can_have_been_read(archive: Archive) -> None:
    async with learning(archive) as seated:
        assert screen(seated).reading_seconds > 2 * reading_time(Note("", STOCK))
        await seated.press("escape")
        assert screen(seated).reading_seconds == 0


async def test_a_step_back_brings_its_note_back(archive: Archive, quick: None) -> None:
    async with learning(archive) as seated:
        await act(seated, Rank.SEVEN)
        await says(seated, TAKE)
        await seated.press("u")
        await says(seated, MATCH)


def test_the_bot_chooses_the_same_every_time() -> None:
    session = LESSON.begin(GAME, ANA)
    for action in (Play(), Play(), Take(Rank.SEVEN), Play(), Play()):
        session.act(action)
    choices = [[FirstGameScreen(session, LESSON)._bots[1].choose(session.view(1))] for _ in range(5)]
    assert choices == 5 * choices[:1]


async def test_forced_moves_are_asked_for_until_the_notes_end(archive: Archive, quick: None) -> None:
    async with learning(archive) as seated:
        seated.app.change_settings(forced_plays="automatic")
        await seated.press("f2", "escape")
        assert not isinstance(screen(seated).state.phase, AutoPlaying)
        await seated.press("escape")
        assert isinstance(screen(seated).state.phase, AutoPlaying)
        assert seated.prompt.startswith("You play ")


# -- how it is left ----------------------------------------------------------------------------------------


async def test_escape_ends_the_notes_first_and_then_leaves_the_table(archive: Archive, quick: None) -> None:
    async with learning(archive) as seated:
        await says(seated, MATCH)
        await seated.press("escape")
        await seated.pilot.pause()
        assert note(seated) == ""
        assert not callout(seated).display
        assert not seated.screen.query_one(Pointer).display
        assert "end lesson" not in seated.keys
        await act(seated, Rank.SEVEN)
        await seated.turn()
        assert (note(seated), seated.view.turn) == ("", 3)
        await seated.press("escape")
        assert isinstance(seated.app.screen, TitleScreen)


async def test_the_mouse_ends_the_notes_too(archive: Archive, quick: None) -> None:
    async with learning(archive) as seated:
        await seated.click_key("end lesson")
        await seated.until(lambda: note(seated) == "", "the end of the notes")
        assert isinstance(seated.app.screen, FirstGameScreen)


async def test_it_is_a_saved_game_like_any_other(archive: Archive, quick: None) -> None:
    async with learning(archive) as seated:
        await act(seated, Rank.SEVEN)
        await seated.turn()
        await seated.press("escape", "escape")
        assert isinstance(seated.app.screen, TitleScreen)
    [entry] = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.last == 3


@pytest.mark.parametrize("from_title", [True, False])
async def test_its_notes_go_on_when_it_is_resumed(archive: Archive, quick: None, from_title: bool) -> None:
    async with learning(archive) as seated:
        await seated.press("enter")
        await seated.turn()
        assert seated.view.turn == 3
    [entry] = archive.entries()
    opening = TitleRoute() if from_title else TableRoute(archive.resume(entry.path).session)
    async with opened(archive, opening) as seated:
        if from_title:
            await seated.press("c")
            await seated.until(lambda: isinstance(seated.app.screen, FirstGameScreen), "the first game")
        await says(seated, TAKE)
        await act(seated, Rank.EIGHT)
        await says(seated, "You must play every match: press Enter.")


async def test_where_no_game_can_be_kept_that_is_said_and_the_title_stays(archive: Archive) -> None:
    archive.directory.parent.mkdir(parents=True)
    archive.directory.touch()
    async with opened(archive, TitleRoute()) as seated:
        seated.app.begin_first_game()
        await seated.pilot.pause()
        assert isinstance(seated.app.screen, TitleScreen)
        assert [str(archive.directory) in words for words in seated.said] == [True]


async def test_other_tables_have_no_notes(archive: Archive) -> None:
    session = begun(archive, GAME, (ANA, ANA._replace(name="Tick", kind="bot:random")), seed=7)
    async with opened(archive, TableRoute(session)) as seated:
        assert not seated.app.screen.query(Callout)


async def test_a_file_that_calls_another_game_a_lesson_is_played_as_any_game(archive: Archive) -> None:
    game = find_game("clogs")
    assert game is not None
    options = game.configure({"players": 2})
    session: AnySession = Session(game, options, fill_seats(game, options, [ANA]))
    marked = archive.fork(session, session.seats, mark=LESSON_KEY)
    async with opened(archive, TableRoute(marked)) as seated:
        await seated.until(lambda: seated.screen.player is not None, "the table")
        assert not isinstance(seated.app.screen, FirstGameScreen)


# -- where the notes stand ---------------------------------------------------------------------------------


def needed(seated: Seated) -> Iterator[Region]:
    """What no note may cover."""
    for hour, pile in enumerate(seated.view.clock, 1):
        if pile is not None:
            yield seated.dial.places[hour]
    yield seated.dial.places[0]
    yield from (seated.hand.place(number) for number in range(len(seated.view.hands[0])))
    yield seated.screen.query_one("#prompt", Line).content_region
    yield seated.screen.query_one("#near-name", Line).region
    yield seated.screen.query_one(KeyLine).region


def spoken_of(seated: Seated) -> Region:
    match screen(seated)._notes[0].about:
        case Target(TargetKind.HOUR, hour):
            return seated.dial.places[hour]
        case Target(_, number):
            return seated.hand.place(number)
        case InPart(part):
            tally = seated.screen.query_one(f"#{part}", Tally)
            place, words = tally.content_region, tally.render()
            return Region(place.x, place.y, max(map(len, words.plain.split("\n"))), words.plain.count("\n") + 1)


def around(seated: Seated, place: Region) -> Region:
    """The whole of the tally that a place is in, which may be pointed at instead."""
    tallies = [tally.region for tally in seated.screen.query(Tally) if tally.region.overlaps(place)]
    return tallies[0] if tallies else place


def check_place(seated: Seated) -> None:
    """The note that is up is whole, points to what it speaks of, and covers nothing that is needed."""
    box, line, placement = callout(seated), seated.screen.query_one(Pointer), callout(seated).placement
    assert placement is not None
    assert (box.region, line.region if line.display else Region()) == (placement.box, placement.pointer or Region())
    for region in filter(None, (placement.box, placement.pointer)):
        assert seated.screen.region.contains_region(region)
        assert not any(region.overlaps(other) for other in (*needed(seated), spoken_of(seated)))
    if placement.pointer:
        reach = placement.pointer.grow((1, 1, 1, 1))
        assert reach.overlaps(spoken_of(seated)) or reach.overlaps(around(seated, spoken_of(seated)))
    assert note(seated) == box.words


@pytest.mark.parametrize("size", SIZES)
async def test_no_note_is_cut_or_covers_what_is_needed(archive: Archive, slow: None, size: tuple[int, int]) -> None:
    seen: set[str] = set()
    async with learning(archive, size) as seated:
        session, table = seated.session, screen(seated)
        while len(seen) < 10:
            assert session.outcome is None
            point = session.at
            while table._notes:
                await says(seated, table._notes[0].words)
                check_place(seated)
                seen.add(note(seated))
                if len(table._notes) == 1:
                    break
                table._turn_over(table._notes[0])
            await seated.pilot.pause()
            if session.at == point:
                if table._thinking is not None:
                    table._thinking.cancel()  # it waits until the notes can have been read: this acts in its place
                    table._thinking = None
                seated.act(session.game.rules.legal_actions(session.state)[0])


async def test_a_note_follows_the_size_of_the_window(archive: Archive, quick: None) -> None:
    async with learning(archive, (120, 40)) as seated:
        await says(seated, MATCH)
        for size in ((60, 18), (200, 60), (59, 17), (80, 24)):
            await seated.pilot.resize_terminal(*size)
            await seated.pilot.pause()
            if size[0] >= 60:
                await says(seated, MATCH)
                check_place(seated)


async def test_where_there_is_least_room_the_note_takes_the_place_of_the_log(archive: Archive, quick: None) -> None:
    async with learning(archive, (60, 18)) as seated:
        await says(seated, MATCH)
        assert "draws" not in seated.text
        assert "press Enter." in seated.text
        await seated.press("escape")
        await seated.until(lambda: "draws" in seated.text, "the log")


async def test_plain_letters_where_the_terminal_has_no_more(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    glyphs.cache_clear()
    try:
        async with learning(archive) as seated:
            assert seated.text.isascii()
            assert ".---" in seated.text
            assert ">" in seated.text.split("\n")[seated.screen.query_one(Pointer).region.y]
    finally:
        glyphs.cache_clear()


# -- the mouse ---------------------------------------------------------------------------------------------


async def test_it_is_played_by_the_mouse_alone(archive: Archive, quick: None) -> None:
    async with learning(archive) as seated:
        await says(seated, MATCH)
        await seated.click(seated.dial.places[2])
        await says(seated, TAKE)
        await seated.click(seated.dial.places[9])
        await says(seated, MATCH_AGAIN)
        assert [spade.text for spade in seated.view.taken[0]] == ["9S"]


async def test_the_wheel_turns_the_log_under_a_note(archive: Archive, quick: None) -> None:
    async with learning(archive) as seated:
        log = seated.screen.query_one(GameLog)
        while not log.above:
            await act(seated, Rank.SEVEN)
            await seated.turn()
        screen(seated)._notes = [Note(MATCH, Target(TargetKind.HAND, 0))]
        screen(seated)._say()
        await says(seated, MATCH)
        place, above = callout(seated).region, log.above
        assert place.overlaps(log.region)
        event = events.MouseScrollUp(None, place.x + 5, place.y + 1, 0, -1, 0, False, False, False)
        seated.app.screen._forward_event(event)
        await seated.until(lambda: log.above == above - 2, "the log")


def test_the_words_of_a_note_are_broken_between_words() -> None:
    assert box_sizes("The clock strikes one now.") == (Size(20, 4), Size(13, 5), Size(30, 3), Size(12, 6), Size(11, 7))
    assert box_sizes("Tick") == (Size(8, 3),)
