"""The offer to learn a game: before the first game of its kind, and from the list of games at any time."""

import pytest

from clockspades.engine.game import Offer
from clockspades.engine.header import LESSON_KEY
from clockspades.engine.seating import fill_seats
from clockspades.games.catalogue import find_game, lesson, offers
from clockspades.routes import PickerRoute, TableRoute
from clockspades.saved.archive import Archive, is_lesson
from clockspades.table.model import Target, TargetKind
from clockspades.table.state import Deciding, Running, ShowingTrick
from clockspades.tui.screens import first_game
from clockspades.tui.screens.first_game import FirstGameScreen
from clockspades.tui.screens.lesson_offer import LessonOfferScreen
from clockspades.tui.screens.picker import PickerScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.setup import SetupScreen
from clockspades.tui.widgets.callout import Callout
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.menu_item import MenuItem
from tests.tui.seated import ANA, Seated, begun, opened

OFFERS = {offer.preset.name: number for number, offer in enumerate(offers(), 1)}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who reads so long that nothing moves on by itself."""
    monkeypatch.setattr(first_game, "reading_time", lambda note: 600.0)


async def pick(seated: Seated, name: str) -> None:
    await seated.until(lambda: isinstance(seated.app.screen, PickerScreen) and bool(seated.app.focused), "the games")
    await seated.press(str(OFFERS[name]))


async def shows(seated: Seated, kind: type) -> None:
    await seated.until(lambda: isinstance(seated.app.screen, kind), kind.__name__)


def keep_a_game(archive: Archive, name: str, **options: object) -> None:
    game = find_game(name)
    assert game is not None
    begun(archive, game, fill_seats(game, game.configure(options), [ANA]), 7, **options).close()  # type: ignore[arg-type]


# -- the offer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["clockwork-spades", "watch", "german-clock", "clogs", "spades"])
async def test_the_first_game_of_each_kind_begins_with_its_lesson(archive: Archive, name: str) -> None:
    async with opened(archive, PickerRoute()) as seated:
        await pick(seated, name)
        await shows(seated, LessonOfferScreen)
        await seated.press("enter")
        await shows(seated, FirstGameScreen)
        assert is_lesson(seated.session)


async def test_it_can_be_skipped(archive: Archive) -> None:
    async with opened(archive, PickerRoute()) as seated:
        await pick(seated, "clogs")
        await shows(seated, LessonOfferScreen)
        assert "Your first game of Clogs" in seated.text
        await seated.press("s")
        await shows(seated, SetupScreen)


async def test_escape_goes_back_to_the_games(archive: Archive) -> None:
    async with opened(archive, PickerRoute()) as seated:
        await pick(seated, "clogs")
        await shows(seated, LessonOfferScreen)
        await seated.press("escape")
        await shows(seated, PickerScreen)


async def test_it_is_answered_by_the_mouse(archive: Archive) -> None:
    async with opened(archive, PickerRoute()) as seated:
        await pick(seated, "clogs")
        await shows(seated, LessonOfferScreen)
        await seated.pilot.pause()
        learn, _ = seated.app.screen.query(MenuItem)
        await seated.click(learn.region)
        await shows(seated, FirstGameScreen)


async def test_a_game_that_was_played_is_set_up_at_once(archive: Archive) -> None:
    keep_a_game(archive, "spades", target=200)
    async with opened(archive, PickerRoute()) as seated:
        await pick(seated, "spades-for-two")
        await shows(seated, SetupScreen)


async def test_a_game_that_was_learned_is_set_up_at_once(archive: Archive) -> None:
    game, taught = find_game("clogs"), lesson("clogs")
    assert game is not None
    assert taught is not None
    dealt = taught.begin(game, ANA)
    archive.fork(dealt, dealt.seats, mark=LESSON_KEY).close()
    async with opened(archive, PickerRoute()) as seated:
        await pick(seated, "clogs")
        await shows(seated, SetupScreen)


async def test_watch_is_offered_to_somebody_who_has_played_clock(archive: Archive) -> None:
    keep_a_game(archive, "clock", variant="clock")
    async with opened(archive, PickerRoute()) as seated:
        await pick(seated, "watch")
        await shows(seated, LessonOfferScreen)
        await seated.press("escape")
        await pick(seated, "clock")
        await shows(seated, SetupScreen)


async def test_any_lesson_can_be_taken_again(archive: Archive) -> None:
    keep_a_game(archive, "spades")
    async with opened(archive, PickerRoute()) as seated:
        await shows(seated, PickerScreen)
        await seated.until(lambda: bool(seated.app.focused), "the focus")
        assert "learn" in [key.words for key in seated.app.screen.query_one(KeyLine).keys]
        await seated.press("l")
        await shows(seated, FirstGameScreen)
        assert seated.session.game.name == "spades"


# -- on the tables ---------------------------------------------------------------------------------------------


async def learning(seated: Seated) -> FirstGameScreen:
    await shows(seated, FirstGameScreen)
    await seated.until(lambda: seated.screen.player is not None and bool(callout(seated).region), "the first note")
    assert isinstance(seated.screen, FirstGameScreen)
    return seated.screen


def callout(seated: Seated) -> Callout:
    return seated.screen.query_one(Callout)


def table_route(archive: Archive, name: str, preset: str = "") -> TableRoute:
    game, taught = find_game(name), lesson(name)
    assert game is not None
    assert taught is not None
    chosen = next((each for each in game.presets if each.name == preset), None)
    dealt = taught.begin(game, ANA, chosen)
    return TableRoute(archive.fork(dealt, dealt.seats, mark=LESSON_KEY))


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
@pytest.mark.parametrize("name", ["clock", "german-clock", "clogs", "spades"])
async def test_every_note_stands_on_the_screen_and_off_what_it_speaks_of(
    archive: Archive, slow: None, name: str, size: tuple[int, int]
) -> None:
    async with opened(archive, table_route(archive, name), size) as seated:
        table, seen = await learning(seated), 0
        while seen < 12 and seated.session.to_act is not None:
            while table._notes:
                note = table._notes[0]
                await seated.until(lambda: callout(seated).words == note.words, note.words)  # noqa: B023
                placement = callout(seated).placement
                assert placement is not None
                assert table.region.contains_region(placement.box)
                assert not placement.box.overlaps(table.query_one(KeyLine).region)
                assert not placement.box.overlaps(next(iter(table.table.spoken_of(note.about))))
                seen += 1
                if len(table._notes) == 1:
                    break
                table._turn_over(note)
            if table._thinking is not None:
                table._thinking.cancel()  # it waits until the notes can have been read
                table._thinking = None
            point = seated.session.at
            seated.act(seated.session.game.rules.legal_actions(seated.session.state)[-1])
            await seated.moved_on(point)
            await seated.pilot.pause()


async def test_cards_that_turn_by_themselves_stop_at_a_note(archive: Archive) -> None:
    async with opened(archive, table_route(archive, "clock", "watch")) as seated:
        table = await learning(seated)
        await seated.press("3")
        assert isinstance(table.state.phase, Running | Deciding)
        await seated.until(lambda: isinstance(table.state.phase, Deciding), "a note")
        assert table._notes


async def test_a_trick_lies_there_until_its_note_is_read_or_a_key_is_pressed(archive: Archive, slow: None) -> None:
    async with opened(archive, table_route(archive, "clogs"), moving=True) as seated:
        table = await learning(seated)
        await seated.press("4", "enter")  # the ace of clubs: it takes the trick
        for _ in range(2):
            await seated.until(lambda: table._thinking is not None, "a bot")
            assert table._thinking is not None
            table._thinking.cancel()
            table._thinking = None
            seat = seated.session.to_act
            assert seat is not None
            seated.act(table._bots[seat].choose(seated.session.sight(seat)))
        assert isinstance(table.state.phase, ShowingTrick)
        assert next(note.about for note in table._notes if isinstance(note.about, Target)).kind is TargetKind.PLAY
        await seated.press("enter")
        assert isinstance(table.state.phase, Deciding)
        assert not any(isinstance(n.about, Target) and n.about.kind is TargetKind.PLAY for n in table._notes)


async def test_after_a_lesson_the_result_leads_to_a_real_game(archive: Archive) -> None:
    route = table_route(archive, "clock", "clock")
    while route.session.outcome is None:
        route.session.act(route.session.game.rules.legal_actions(route.session.state)[0])
    async with opened(archive, route) as seated:
        table = await learning(seated)
        assert "end lesson" not in seated.keys
        assert table._notes[0].words.startswith("Every card is up")
        await seated.press("enter")
        await shows(seated, ResultScreen)
        await seated.until(lambda: "Now play a real game" in seated.text, "the menu")
        await seated.press("n")
        await shows(seated, SetupScreen)
        assert isinstance(seated.app.screen, SetupScreen)


def test_every_game_that_is_offered_has_a_lesson() -> None:
    assert all(lesson(Offer(*offer).game.name) is not None for offer in offers())
