"""Where a share code, or the number of a deal of any game, is typed, and what else is pasted there."""

import pytest
from textual import events
from textual.widgets import Input

from clockspades.engine.share import generator, write_code
from clockspades.forms.setup_form import NUMBER
from clockspades.games.catalogue import GAMES
from clockspades.network.meeting.invitation import EXAMPLE
from clockspades.network.meeting.short_codes import EXAMPLE_CODE, code_line
from clockspades.routes import FriendsRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui.screens.deal import ASKS, OFFERS
from clockspades.tui.widgets.choice import Choice
from tests.tui.seated import Seated, opened

CLOGS = GAMES[3]
CODE = write_code(CLOGS, CLOGS.configure({"players": 3}), 7)


async def the_field(seated: Seated) -> None:
    """Wait until a deal is asked for."""
    await seated.until(lambda: seated.is_at("DealScreen") and bool(seated.app.focused), "the field")


def chosen(seated: Seated) -> str:
    choice = seated.here.query_one("#game", Choice)
    return str(choice.labels[choice.chosen])


def note(seated: Seated, id: str = "#code") -> str:
    """What stands below the field, in one line."""
    row = next(row for row in seated.here.query("FormRow") if row.query(id))
    return " ".join(str(row.query_one(".note").render()).split())


async def set_up(seated: Seated) -> Input:
    """The field of the setup, once that is open."""
    await seated.until(lambda: seated.is_at("SetupScreen") and bool(seated.app.focused), "the setup")
    return seated.app.screen.query_one("#code", Input)


async def test_the_number_of_a_deal_of_any_game_leads_to_its_setup_and_its_cards(archive: Archive) -> None:
    """It begins with the game in focus; what is wrong is a sentence."""
    game, preset = OFFERS[3]
    async with opened(archive, TitleRoute()) as seated:
        for key in ("p", "down", "down", "e"):
            await seated.press(key)
        await the_field(seated)
        assert chosen(seated) == OFFERS[2][1].title
        for typed, words in (
            ("1099511627776", "The number of a deal is at most 1,099,511,627,775."),
            ("K13", "'K13' is not a share code; one looks like K13J-Z9J7-Q8C6."),
            ("", ASKS),
        ):
            await seated.press("home", "shift+end", "delete", *typed, "down", "enter", to="DealScreen")
            assert seated.app.focused is seated.here.query_one("#code")
            assert note(seated) == words
        await seated.press("escape", to="PickerScreen")
        await seated.press("e")
        await the_field(seated)
        await seated.press(*"12345", "down", "right")
        assert chosen(seated) == preset.title
        await seated.press("enter")
        assert (await set_up(seated)).value == "12345"
        assert note(seated) == NUMBER
        await seated.press("enter")
        await seated.until(lambda: bool(seated.app._session), "the game")
        session = seated.app._session
        assert session is not None
        assert (session.game, session.title) == (game, preset.title)
        assert session.position(1).action == game.rules.deal(game.rules.initial(session.options), generator(12345))


async def paste(seated: Seated, text: str) -> None:
    await seated.until(lambda: bool(seated.app.focused), "the field")
    seated.app.post_message(events.Paste(f"Hi Ben,\n> {text}\nsee you!"))
    await seated.until(lambda: "see you!" in seated.here.query(Input).first().value, "the text")


@pytest.mark.parametrize(("line", "stands"), [(EXAMPLE.line, str(EXAMPLE)), (code_line(EXAMPLE_CODE), EXAMPLE_CODE)])
async def test_an_invitation_that_is_pasted_for_a_deal_leads_to_its_table(
    archive: Archive, line: str, stands: str
) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("e")
        await the_field(seated)
        await paste(seated, line)
        assert note(seated) == "This is an invitation to a table."
        assert "join" in seated.keys_here
        await seated.press("enter", to="JoinScreen")
        assert seated.here.query(Input).first().value == stands
        await seated.press("escape", to="FriendsScreen")


async def test_a_deal_that_is_pasted_for_a_table_leads_to_its_setup(archive: Archive) -> None:
    async with opened(archive, FriendsRoute()) as seated:
        await seated.press("o", to="JoinScreen")
        await paste(seated, f"code {CODE}")
        assert note(seated, "#invitation") == "This is a share code of Clogs."
        assert "set up" in seated.keys_here
        await seated.press("enter")
        assert (await set_up(seated)).value == CODE
    async with opened(archive, FriendsRoute()) as seated:
        await seated.press("c", to="ClubScreen")
        await paste(seated, code_line(EXAMPLE_CODE))
        await seated.press("enter")
        assert note(seated, "#club").startswith("This is an invitation to a table: enter it with e on the title screen")
