"""The first game on the screen: its notes, where they stand, and how little they are in the way."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from random import Random

import pytest
from textual import events
from textual.geometry import Size

from clockspades import language
from clockspades.cards import Rank
from clockspades.engine.game import Offer, RandomBot
from clockspades.engine.options import Json
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import LESSON_KEY
from clockspades.games.catalogue import find_game, find_offer, lesson, offers
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_lesson import ClockworkLesson
from clockspades.games.clockwork.clockwork_rules import RULES, PlayMatches, TakeSpade, matches
from clockspades.games.spades.scoring import Bid
from clockspades.routes import PickerRoute, SetupRoute, TableRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Confirm
from clockspades.table.lesson import Note
from clockspades.table.model import Target, TargetKind
from clockspades.table.state import AutoPlaying, Deciding, Running, ShowingTrick
from clockspades.tui.screens import first_game_screen
from clockspades.tui.screens.first_game_screen import FirstGameScreen
from clockspades.tui.screens.lesson_offer import LessonOfferScreen
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.screens.title import TitleScreen
from clockspades.tui.widgets.callout import Floating, box_size
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from tests.tui.layout import SIZES
from tests.tui.seated import ANA, GAME, Seated, begun, opened
from tests.tui.short_games import play_out

LESSON = ClockworkLesson()
FIRST = "You win if all 52 cards are up before a king ends the game."
SECOND = "Each rank has a pile at its hour. The kings' pile, in the middle, decides."
AIM = "Don't draw the last card, the K♠: it loses, or wins with all three other kings."
WINDOW = "You play on a window, the next three spades on the clock: A 2 3."
MATCH = "Your 2♦ matches the 2♠: press Enter, or click it."
TAKE = "Take a spade: click it, or press 1, 2 or 3."
MATCH_AGAIN = "You must play every match: press Enter."


@pytest.fixture(autouse=True)
def hasty_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks for no time in the place of the best one; what it does in the first turns is forced."""
    monkeypatch.setattr(ClockworkSpades, "make_bot", lambda game, name, rng: RandomBot(RULES.legal_actions, rng))


@pytest.fixture(autouse=True)
def quick_eye(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who sees a note as soon as it is drawn."""
    monkeypatch.setattr(first_game_screen, "GLANCE", 0.0)


@asynccontextmanager
async def learning(
    archive: Archive, size: tuple[int, int] = (80, 24), name: str = GAME.name, preset: str = "", *, moving: bool = False
) -> AsyncIterator[Seated]:
    """Somebody at their first game of a kind."""
    async with opened(archive, lesson_route(archive, name, preset), size, moving=moving) as seated:
        await seated.shows(FirstGameScreen)
        await seated.until(lambda: stands(seated), "the first note")
        yield seated


def lesson_route(archive: Archive, name: str, preset: str = "") -> TableRoute:
    """The lesson of a game, or of one of its forms."""
    game, taught = find_game(name), lesson(name)
    assert game is not None
    assert taught is not None
    dealt = taught.begin(game, ANA, next((each for each in game.presets if each.name == preset), None))
    return TableRoute(archive.fork(dealt, dealt.seats, marks={LESSON_KEY: True}))


def screen(seated: Seated) -> FirstGameScreen:
    assert isinstance(seated.screen, FirstGameScreen)
    return seated.screen


def callout(seated: Seated) -> Floating:
    return seated.screen.query_one("#note", Floating)


def pointer(seated: Seated) -> Floating:
    return seated.screen.query_one("#pointer", Floating)


def note(seated: Seated) -> str:
    """The words of the note that is up, read from the screen itself; nothing where none is."""
    place = callout(seated).content_region
    rows = seated.text.split("\n")[place.y : place.bottom]
    return " ".join(row[place.x : place.right].strip() for row in rows)


def stands(seated: Seated) -> bool:
    """Whether a note is up and has come to its place."""
    box = callout(seated)
    return bool(note(seated)) and note(seated) == str(box.content) and (not box.display or bool(box.region))


async def says(seated: Seated, words: str) -> None:
    """Wait for a note that can be turned."""
    await seated.until(lambda: note(seated) == words and screen(seated)._drawn_at < inf, words)


async def turn_notes(seated: Seated) -> None:
    """Turn all notes that Enter turns."""
    table = screen(seated)
    while table._turns:
        await seated.until(lambda: table._drawn_at < inf, "the note")
        await seated.press("enter")


async def act(seated: Seated, taken: Rank) -> None:
    """Do what is to be done, by keys; in the third turn take the spade of a rank."""
    await turn_notes(seated)
    await seated.turn()
    await turn_notes(seated)
    view = seated.view
    spade = str(view.window.index(taken) + 1) if taken in view.window else "1"
    await seated.press("enter" if matches(view) else spade)


# -- what is said ------------------------------------------------------------------------------------------


async def test_it_is_played_by_keys_with_a_note_at_every_step(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    say = FirstGameScreen._say

    def heard(table: FirstGameScreen) -> None:
        said.extend(note.words for note in table._notes[:1])
        say(table)

    monkeypatch.setattr(FirstGameScreen, "_say", heard)
    async with learning(archive) as seated:
        while seated.session.outcome is None:
            await act(seated, Rank.EIGHT)
        assert note(seated) == ""
        assert "end lesson" not in seated.keys
        await seated.press("enter")
        assert isinstance(seated.app.screen, ResultScreen)
    assert [words for words in said if words not in (AIM, WINDOW, MATCH, MATCH_AGAIN)] == [
        "The window moves on: Hora plays on 4 5 6.",
        TAKE,
        "The 8♠ is gone: its hour is skipped now.",
        "Hora gives you the K♥: with all three, the K♠ wins.",
        "The 8♣ is dead: the 8♠ is gone.",
        "The last cards, down for you and up for Hora, as it stands. Last comes the K♠.",
        "Point at a spade to see who then draws the K♠. You win anyway, with the other kings.",
    ]


async def test_a_note_is_turned_by_enter_or_a_click_on_it_and_by_nothing_else(archive: Archive) -> None:
    async with learning(archive, name="clock", preset="watch") as seated:
        await says(seated, FIRST)
        for key in ("2", "3", "question_mark", "escape", "l", "escape"):
            await seated.press(key)
        await seated.rest()
        await says(seated, FIRST)
        assert "Enter: go on" in seated.text
        assert not {"turn", "play"} & set(seated.keys)
        await seated.press("enter")
        await says(seated, SECOND)
        await seated.click(callout(seated).region)
        await seated.until(lambda: note(seated).startswith("The Q♦ is up"), "the last note")
        assert "Enter: go on" not in seated.text, "it says what to do"
        at = seated.session.at
        await seated.click(callout(seated).region)
        assert seated.session.at == at
        await seated.press("space")
        assert seated.session.at == at + 1


async def test_keys_that_are_pressed_too_fast_turn_no_note_that_was_not_seen(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learning(archive, name="clock", preset="watch") as seated:
        await says(seated, FIRST)
        for _ in range(5):
            seated.screen.dispatch(Confirm())
        await says(seated, SECOND)
        monkeypatch.setattr(first_game_screen, "GLANCE", 600.0)
        await seated.press("enter", "enter")
        await says(seated, SECOND)


async def test_bots_wait_until_the_notes_on_their_turn_are_turned(archive: Archive) -> None:
    async with learning(archive) as seated:
        await turn_notes(seated)
        await seated.press("enter")
        await seated.until(lambda: note(seated).startswith("The window moves on"), "the note on the turn of the bot")
        await seated.rest()
        assert screen(seated)._thinking is None
        assert seated.view.turn == 2
        await seated.press("enter")
        await says(seated, TAKE)


def test_the_bot_chooses_the_same_every_time() -> None:
    session = LESSON.begin(GAME, ANA)
    for action in (PlayMatches(), PlayMatches(), TakeSpade(Rank.SEVEN), PlayMatches(), PlayMatches()):
        session.act(action)
    choices = [[FirstGameScreen(session, LESSON)._bots[1].choose(session.view(1))] for _ in range(5)]
    assert choices == 5 * choices[:1]


async def test_until_the_notes_end_forced_moves_are_asked_for(archive: Archive) -> None:
    async with learning(archive) as seated:
        seated.app.change_settings(forced_plays="automatic")
        await seated.press("f2", "escape")
        assert not isinstance(screen(seated).state.phase, AutoPlaying)
        await end(seated)
        assert isinstance(screen(seated).state.phase, AutoPlaying)
        assert seated.prompt.startswith("You play ")


# -- how it is left ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_a_note_on_the_card_that_is_drawn_leaves_the_choices_free(
    archive: Archive, size: tuple[int, int]
) -> None:
    async with learning(archive, size, "spades", "spades-for-two", moving=True) as seated:
        panel = seated.panel
        await seated.until(lambda: panel.display and stands(seated), "its place")
        await seated.rest()
        assert not any(callout(seated).region.overlaps(panel.choice(number)) for number in range(2))


async def test_escape_closes_a_hint_and_takes_a_choice_back_before_it_asks_to_end_the_lesson(archive: Archive) -> None:
    async with learning(archive, name="spades") as seated:
        await turn_notes(seated)
        await seated.press("h")
        assert "end lesson" not in seated.keys
        await seated.press("escape")
        assert not seated.screen.state.is_advised
        assert "end lesson" in seated.keys
        await seated.press("right")
        assert "end lesson" not in seated.keys
        await seated.press("escape")
        assert seated.selection.cursor is None
        await seated.press("escape", to="LessonEndScreen")
        assert "press l" in seated.text
        await seated.press("escape", to="FirstGameScreen")
        assert note(seated)
        await seated.press("h", "4")
        assert not seated.screen.state.is_advised
        await seated.until(lambda: seated.session.state.bids[0] == Bid(4), "the bid")


async def end(seated: Seated) -> None:
    await seated.press("escape", to="LessonEndScreen")
    await seated.press("e", to="FirstGameScreen")


async def test_a_lesson_that_is_ended_is_a_game_without_notes(archive: Archive) -> None:
    async with learning(archive, (60, 18)) as seated:
        await turn_notes(seated)
        await says(seated, MATCH)
        assert "draws" not in seated.text, "where there is least room the note takes the place of the log"
        await end(seated)
        await seated.until(lambda: "draws" in seated.text, "the log")
        assert note(seated) == ""
        assert not callout(seated).display
        assert not pointer(seated).display
        assert "end lesson" not in seated.keys
        await act(seated, Rank.SEVEN)
        await seated.turn()
        assert (note(seated), seated.view.turn) == ("", 3)
        await seated.press("escape")
        assert isinstance(seated.app.screen, TitleScreen)


async def test_its_notes_go_on_when_it_is_resumed(archive: Archive) -> None:
    session = lesson_route(archive, GAME.name).session
    session.act(PlayMatches())
    session.act(PlayMatches())
    session.close()
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("c")
        await seated.shows(FirstGameScreen)
        await says(seated, TAKE)
        await seated.press("u")
        await turn_notes(seated)
        await says(seated, MATCH)  # a step back brings its note back
        await act(seated, Rank.EIGHT)
        await says(seated, TAKE)
        await act(seated, Rank.EIGHT)
        await turn_notes(seated)
        await says(seated, MATCH_AGAIN)


async def test_a_file_that_calls_another_game_a_lesson_is_played_as_any_game(archive: Archive) -> None:
    game = find_game("clogs")
    assert game is not None
    options = game.configure({"players": 2})
    session: AnySession = Session(game, options, fill_seats(game, options, [ANA]))
    marked = archive.fork(session, session.seats, marks={LESSON_KEY: True})
    async with opened(archive, TableRoute(marked)) as seated:
        await seated.until(lambda: seated.screen.player is not None, "the table")
        assert not isinstance(seated.app.screen, FirstGameScreen)


# -- where the notes stand ---------------------------------------------------------------------------------


def check_place(seated: Seated) -> None:
    """The note that is up is whole, points to what it speaks of, and covers nothing that is needed."""
    box, arrow = callout(seated).region, pointer(seated).region
    at, *_ = seated.table.spoken_of(screen(seated)._notes[0].about)
    for region in filter(None, (box, arrow)):
        assert seated.screen.region.contains_region(region)
        assert not region.overlaps(at)
        assert not region.overlaps(seated.screen.query_one(KeyLine).region)
    assert touches(seated)


def touches(seated: Seated) -> bool:
    """Whether the arrow, if there is one, touches what the note speaks of."""
    arrow = pointer(seated).region.grow((1, 1, 1, 1)) if pointer(seated).region else None
    return arrow is None or any(map(arrow.overlaps, seated.table.spoken_of(screen(seated)._notes[0].about)))


async def notes_of(seated: Seated) -> AsyncIterator[str]:
    """The words of each note as it comes up, while the first legal action is taken each time."""
    session, table = seated.session, screen(seated)
    while session.to_act is not None:
        while table._notes:
            yield table._notes[0].words
            if not table._turns:
                break
            await seated.until(lambda: table._drawn_at < inf, "the note")
            table._turn()
        dismiss_bot(table)
        point = session.at
        seated.act(session.game.rules.legal_actions(session.state)[0])
        await seated.moved_on(point)
        await seated.pilot.pause()


async def check_note(seated: Seated, words: str) -> None:
    """The note with these words comes up where it should be."""
    await says(seated, words)
    await seated.until(lambda: touches(seated), "the arrow")
    check_place(seated)


every_lesson = pytest.mark.parametrize("name", ["clockwork-spades", "clock", "german-clock", "clogs", "spades"])


@every_lesson
async def test_no_note_is_cut_or_covers_what_is_needed(archive: Archive, name: str) -> None:
    seen: set[str] = set()
    async with learning(archive, SIZES[1], name) as seated:
        async for words in notes_of(seated):
            if words not in seen:
                await check_note(seated, words)
            seen.add(words)
            if len(seen) == 3 and seated.app.size != SIZES[0]:
                await seated.pilot.resize_terminal(*SIZES[0])
                await check_note(seated, words)
            if len(seen) == 9:
                break
    assert len(seen) >= 4


@pytest.mark.thorough
@pytest.mark.parametrize("code", [code for code in language.offered() if code != language.SOURCE])
@every_lesson
async def test_no_note_covers_the_line_of_keys_in_another_language(archive: Archive, name: str, code: str) -> None:
    try:
        language.use(code)
        async with learning(archive, SIZES[0], name) as seated:
            async for words in notes_of(seated):
                await check_note(seated, words)
                if seated.session.at >= 60:
                    break
    finally:
        language.use(language.SOURCE)


def dismiss_bot(table: FirstGameScreen) -> None:
    """Let a bot not choose, which waits until the notes can have been read: the test acts in its place."""
    if table._thinking is not None:
        table._thinking.cancel()
        table._thinking = None


async def test_plain_letters_where_the_terminal_has_no_more(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    glyphs.cache_clear()
    try:
        async with learning(archive) as seated:
            assert glyphs().points_left in seated.text.split("\n")[pointer(seated).region.y]
    finally:
        glyphs.cache_clear()


# -- the mouse ---------------------------------------------------------------------------------------------


def test_a_box_is_as_large_as_its_words() -> None:
    assert box_size("The clock strikes one now.", 22) == Size(25, 4)
    assert box_size("Tick", 22) == Size(8, 3)


# -- the offer ---------------------------------------------------------------------------------------------


async def pick(seated: Seated, name: str) -> None:
    offer = find_offer(name)
    assert offer is not None
    seated.app.open(PickerRoute("", offer.preset.title, offer.game.name if offer.game.opens else ""))
    await seated.until(lambda: isinstance(seated.app.screen, PickerScreen) and bool(seated.app.focused), "the games")
    await seated.press("enter")


def keep_a_game(archive: Archive, name: str, **options: Json) -> None:
    game = find_game(name)
    assert game is not None
    begun(archive, game, fill_seats(game, game.configure(options), [ANA]), 7, **options).close()


async def test_the_first_game_of_each_kind_begins_with_its_lesson(archive: Archive) -> None:
    async with opened(archive, PickerRoute()) as seated:
        for name in ("clockwork-spades", "clogs", "watch"):
            await pick(seated, name)
            await seated.shows(LessonOfferScreen)
            await seated.press("enter" if name == "watch" else "escape")
        await seated.shows(FirstGameScreen)
        assert seated.session.standing.is_lesson
        assert seated.session.game.name == "clock"


async def test_a_game_that_was_played_is_set_up_at_once_and_its_lesson_can_be_taken_again(archive: Archive) -> None:
    keep_a_game(archive, "clock", variant="clock")
    keep_a_game(archive, "spades", target=200)
    async with opened(archive, PickerRoute()) as seated:
        for other in ("watch", "cutthroat", "spades-for-two"):
            await pick(seated, other)
            await seated.shows(LessonOfferScreen)  # it is another game
            await seated.press("escape")
        for same in ("clock", "spades"):
            await pick(seated, same)
            await seated.shows(SetupScreen)
            seated.app.open(PickerRoute())
        await seated.until(
            lambda: isinstance(seated.app.screen, PickerScreen) and bool(seated.app.focused), "the games"
        )
        assert "learn" in seated.keys_here
        await seated.press("l")
        await seated.shows(FirstGameScreen)
        assert seated.session.game.name == "spades"


async def test_a_lesson_is_found_again_in_the_setup_and_the_picker_says_that_it_is_done(archive: Archive) -> None:
    done = lesson_route(archive, "clock", "watch").session
    play_out(done, Random(1))
    done.close()
    setup = SetupRoute("spades", next(offer.preset for offer in offers() if offer.preset.name == "spades-for-two"))
    async with opened(archive, PickerRoute(title="Watch")) as seated:
        await seated.until(lambda: "Lesson done." in seated.text, "the mark")
        await seated.press("up")
        await seated.until(lambda: "Lesson done." not in seated.text, "another game")
        seated.app.open(setup)
        await seated.shows(SetupScreen)
        await seated.press("l")
        await seated.shows(FirstGameScreen)
        assert seated.session.options["players"] == 2


# -- other games -------------------------------------------------------------------------------------------


async def test_cards_that_turn_by_themselves_stop_at_a_note(archive: Archive) -> None:
    async with learning(archive, name="clock", preset="watch") as seated:
        table = screen(seated)
        await turn_notes(seated)
        await seated.press("f")
        assert isinstance(table.state.phase, Running | Deciding)
        await seated.until(lambda: isinstance(table.state.phase, Deciding), "a note")
        assert table._notes


async def test_a_trick_lies_there_until_its_note_is_turned(archive: Archive) -> None:
    async with learning(archive, name="clogs", moving=True) as seated:
        table = screen(seated)
        await turn_notes(seated)
        await seated.press("4")  # the ace of clubs: it takes the trick
        await seated.until(lambda: isinstance(table.state.phase, ShowingTrick), "the trick")
        await seated.press("5", "t")
        assert isinstance(table.state.phase, ShowingTrick)
        await turn_notes(seated)
        assert isinstance(table.state.phase, Deciding)


async def test_after_a_lesson_the_result_leads_to_a_real_game(archive: Archive) -> None:
    route = lesson_route(archive, "clock", "clock")
    play_out(route.session, Random(1))
    async with opened(archive, route) as seated:
        await seated.shows(FirstGameScreen)
        await seated.until(lambda: stands(seated), "the last note")
        assert "end lesson" not in seated.keys
        await turn_notes(seated)
        assert screen(seated)._notes[0].words.startswith("Every card is up")
        await seated.press("enter")
        await seated.shows(ResultScreen)
        await seated.until(lambda: "Now play a real game" in seated.text, "the menu")
        await seated.press("n")
        await seated.shows(SetupScreen)


def test_every_game_that_is_offered_has_a_lesson() -> None:
    assert all(lesson(Offer(*offer).game.name) is not None for offer in offers())


async def test_the_wheel_turns_the_log_under_a_note(archive: Archive) -> None:
    route = lesson_route(archive, GAME.name)
    for _ in range(16):
        route.session.act(route.session.game.rules.legal_actions(route.session.state)[0])
    async with opened(archive, route) as seated:
        await seated.shows(FirstGameScreen)
        log = seated.screen.query_one(GameLog)
        await seated.until(lambda: log.above > 1, "the log")
        await turn_notes(seated)
        await seated.turn()
        screen(seated)._notes = [Note(MATCH, Target(TargetKind.HAND, 0))]
        screen(seated)._say()
        await says(seated, MATCH)
        place, above = callout(seated).region, log.above
        assert place.overlaps(log.region)
        event = events.MouseScrollUp(None, place.x + 5, place.y + 1, 0, -1, 0, False, False, False)
        seated.app.screen._forward_event(event)
        await seated.until(lambda: log.above == above - 2, "the log")
