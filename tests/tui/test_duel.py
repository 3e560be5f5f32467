"""A duel by message on the screens: made, taken up, answered and opened, by keys and with the mouse."""

from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.geometry import Region
from textual.widgets import Input, Static

from clockspades.duel.duel import answer, begin, challenge, open_line, taken_up
from clockspades.duel.duel_lines import Challenge, DuelAnswer, Opening, read_line, write_line
from clockspades.duel.duel_words import BOTS_FIT
from clockspades.engine.header import Seat
from clockspades.games.catalogue import GAMES
from clockspades.routes import ResultRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import Settings
from clockspades.tui.screens import compare_screen
from clockspades.tui.screens.compare_screen import CompareScreen
from clockspades.tui.screens.duel_screen import PASTE
from clockspades.tui.widgets.form_row import FormRow
from tests.duel.duel_games import finish, folder, play, read
from tests.tui.seated import Seated, opened

BEN = Settings(name="Ben")


@pytest.fixture(autouse=True)
def _no_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for what a choice gained."""
    monkeypatch.setattr(compare_screen, "gain_of", lambda *_: None)


@pytest.fixture
def ana(tmp_path: Path) -> Archive:
    return folder(tmp_path / "ana")


@pytest.fixture
def ben(tmp_path: Path) -> Archive:
    return folder(tmp_path / "ben")


def result(archive: Archive, path: Path) -> ResultRoute:
    session = archive.resume(path).session
    session.close()
    return ResultRoute(session)


def taken(archive: Archive, line: str) -> Challenge:
    found = read_line(line, GAMES)
    assert isinstance(found, Challenge)
    assert taken_up(archive, found) is None
    return found


def answered(archive: Archive, line: str, way: int = 2) -> Path:
    return finish(begin(archive, taken(archive, line), Seat("Ben"), Random(4)), way)


def panel(seated: Seated) -> str:
    """What the panel says, on one line."""
    assert seated.is_at("DuelScreen")
    return " ".join(str(each.render()) for each in seated.here.query(".panel > Static").results(Static))


async def enter_line(seated: Seated, line: str) -> None:
    """Enter a line on the title screen: e, paste."""
    await seated.press("e")
    await seated.until(lambda: seated.is_at("DealScreen") and bool(seated.app.focused), "the field")
    seated.app.post_message(events.Paste(line))
    await seated.until(lambda: seated.here.query_one("#code", Input).value == line, "the line in the field")


def note(seated: Seated) -> str:
    """What stands below the field, on one line."""
    row = next(row for row in seated.here.query(FormRow) if row.query("#code"))
    return " ".join(str(row.query_one(".note").render()).split())


# -- a whole duel --------------------------------------------------------------------------------------------


async def test_a_whole_duel(ana: Archive, ben: Archive) -> None:
    own = play(ana, way=1)
    async with opened(ana, result(ana, own)) as me:
        screen = await me.press("v", to="DuelScreen")
        await me.press("c")
        (said,) = me.said
        assert PASTE in said
        assert said.endswith(f"Or select it here with Shift and the mouse:\n{me.app.clipboard}")
        line = me.app.clipboard
        me.app.copy_to_clipboard("")
        await me.click(screen.query_one("#duel-line").region)
        assert me.app.clipboard == line
        await me.press("escape", to="ResultScreen")
    assert line == challenge(ana, own)

    async with opened(ben, TitleRoute(), settings=BEN) as friend:
        await enter_line(friend, line)
        said = "Ana challenges you: Clockwork Spades, against an easy bot."
        assert note(friend) == said
        await friend.click_key("play")
        await friend.shows("TableScreen")
        await friend.until(lambda: friend.said == [said], "the announcement")
        assert [seat.name for seat in friend.session.seats] == ["Ben", *read(own).session.names[1:]]
        path = finish(friend.session, 2)
        friend.app.show_result(friend.session)
        lesson = (await friend.shows("ResultScreen")).query_one("#lesson", Static)
        assert str(lesson.render()) == "Ana challenged you to this deal: v shows the line to send back."
        assert "answer" in friend.keys_here
        await friend.click(lesson.region)
        await friend.press("c")
        assert panel(friend).startswith("Send this line to Ana. It has your whole game.")
        reply = friend.app.clipboard
    assert reply == answer(ben, path)

    async with opened(ana, TitleRoute()) as me:
        await enter_line(me, reply)
        assert note(me) == "Ben has answered your challenge: this line shows both games."
        await me.click_key("both games")
        await me.shows("DuelScreen")
        await me.press("c")
        opening = me.app.clipboard
        sent = "Send this line to Ben: it shows your game, and proves that it is the one you sealed."
        assert f"{sent} {opening}" in panel(me)
        await me.until(lambda: BOTS_FIT in panel(me), "the check of the bots")
        me.tap_at(Region(0, 20, 2, 2))  # beside the panel, and not on what is said of the copy
        assert names(await me.shows("CompareScreen")) == ["Ana", "Ben"]

    async with opened(ben, TitleRoute()) as friend:
        await enter_line(friend, opening)
        assert note(friend) == "This line shows the game of your challenger, and checks its seal."
        await friend.press("enter", to="DuelScreen")
        assert "The seal fits: Ana has changed nothing since the challenge." in panel(friend)
        assert "copy" not in friend.keys_here
        await friend.click_key("both games")
        assert names(await friend.shows("CompareScreen")) == ["Ben", "Ana"]


def names(screen: CompareScreen) -> list[str]:
    """Who played the games that are compared."""
    return [log.session.names[0] for log in screen.comparison.logs]


# -- what does not fit -----------------------------------------------------------------------------------------


async def test_a_line_that_does_not_fit_is_a_sentence_below_the_field(ana: Archive, ben: Archive) -> None:
    line = challenge(ana, play(ana, way=1))
    opening = read_line(open_line(ana, read_answer(answer(ben, answered(ben, line)))).line, GAMES)
    assert isinstance(opening, Opening)
    forged = write_line(opening._replace(salt=bytes(16)), "Clockwork Spades")
    async with opened(ana, TitleRoute()) as me:
        for archive, entered, why in (
            (ana, f"{line}0", "The line of the duel is damaged: a character is wrong, or some of it is missing."),
            (ben, forged, "The seal does not fit: this is not the game that Ana sealed."),
        ):
            me.app.archive = archive
            await enter_line(me, entered)
            await me.press("enter")
            assert note(me) == why
            assert me.app.focused is me.here.query_one("#code")
            await me.press("escape")


def read_answer(line: str) -> DuelAnswer:
    found = read_line(line, GAMES)
    assert isinstance(found, DuelAnswer)
    return found


async def test_an_answer_that_cannot_be_given_says_why_and_a_game_that_is_fit_for_no_duel_offers_none(
    ana: Archive, ben: Archive
) -> None:
    path = answered(ben, challenge(ana, play(ana, way=1)))
    path.write_text(path.read_text().replace('"started"', '"repeat": true, "started"', 1))
    async with opened(ben, result(ben, path)) as friend:
        await friend.press("v")
        await friend.until(lambda: bool(friend.said), "the reason")
        assert friend.said == ["You had played this deal before, which is not fit for a duel."]
        friend.app.show_result(result(ben, play(ben, game=GAMES[1])).session)
        await friend.shows("ResultScreen")
        assert "duel" not in friend.keys_here
        await friend.press("v", to="ResultScreen")
