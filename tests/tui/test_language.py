"""The language that the settings choose shows at once, on the settings and on every screen below them."""

from collections.abc import Iterator
from typing import Final

import pytest

from clockspades import language
from clockspades.saved import settings
from clockspades.saved.archive import Archive
from tests.pseudo import CODE, Pseudo, spoken
from tests.tui.seated import Seated
from tests.tui.test_every_screen import LIVELY, WAYS, come_to

QUICK: Final = ("title", "setup", "table", "join", "review")
"""Screens of each kind: a menu, a form, a table, a panel over a menu, and one whose words are found out meanwhile."""
SIZE: Final = (80, 24)


@pytest.fixture
def _two_languages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English is spoken; the other one can be chosen."""
    with spoken():
        use, other = language.use, Pseudo()
        monkeypatch.setattr(settings, "offered", lambda: (language.SOURCE, CODE))
        monkeypatch.setattr(settings, "use", lambda code: use(code, other if code == CODE else None))
        use(language.SOURCE)
        yield


async def choose(seated: Seated, code: str) -> None:
    """Open the settings, choose a language and close them."""
    seated.app.action_settings()
    await seated.shows("SettingsScreen")
    seated.here.query_one("#language").focus()
    await seated.pilot.pause()
    seated.app.change_settings(language=code)
    await seated.pilot.pause()
    assert seated.here.focused.id == "language"
    assert ("⟦" in seated.text) == (code == CODE)
    await seated.press("escape")
    await seated.rest()


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.thorough) for name in WAYS if name not in LIVELY],
)
@pytest.mark.usefixtures("_two_languages")
async def test_a_language_shows_at_once_below_the_settings(archive: Archive, name: str) -> None:
    async with come_to(archive, name, SIZE) as seated:
        await seated.rest()
        english, focused = seated.text, seated.here.focused
        await choose(seated, CODE)
        other = seated.text
        assert "⟦" in other or "‹" in other
        assert (seated.here.focused is None) == (focused is None)
        await choose(seated, "")  # English is that of the system here
        assert seated.text == english


async def test_the_letters_on_cards_that_were_drawn_before_change_too(archive: Archive) -> None:
    async with come_to(archive, "title", SIZE) as seated:
        assert "Q♠" in seated.text
        try:
            seated.app.change_settings(language="de")
            await seated.rest()
            assert "D♠" in seated.text
            assert "Q♠" not in seated.text
        finally:
            seated.app.change_settings(language="")


async def test_other_letters_leave_the_language_that_was_asked_for(archive: Archive) -> None:
    async with come_to(archive, "title", SIZE) as seated:
        try:
            language.use("de")  # as with --language
            for faces, queen in (("English", "Q♠"), ("language", "D♠")):
                seated.app.change_settings(faces=faces)
                await seated.rest()
                assert language.spoken() == "de"
                assert queen in seated.text
        finally:
            seated.app.change_settings(language="en")
            seated.app.change_settings(language="")
