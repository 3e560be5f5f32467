"""Guests read the language that their browser or their own terminal asks for: page, door, and program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clockspades import language
from clockspades.guests.browser.page import WRONG_CODE, language_for
from clockspades.guests.ssh.door import NO_COMMANDS
from tests import some_german
from tests.guests.test_page import another, served
from tests.guests.test_ssh_door import ANA, TELLS, told
from tests.guests.test_ssh_door import served as opened

GERMAN = {"Your name": "Dein Name", WRONG_CODE: "Das ist nicht der Code.", NO_COMMANDS: "Hier läuft kein Befehl."}


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with some_german.offered(GERMAN, tmp_path / "locale", monkeypatch):
        yield


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("*", "en"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("de;q=0.3, en;q=0.7", "en"),
        ("tlh, de; q=0.5, en; q=0.4", "de"),
        ("DE-de", "de"),
        ("de;q=x, en", "en"),
        ("\x00" * 9999 + "de", "en"),
        ("de" + ";q=1" * 9999, "en"),
    ],
)
def test_a_browser_says_which_languages_its_person_reads(accepted: str, code: str) -> None:
    assert language_for(accepted) == code


async def test_the_page_and_the_program_speak_the_language_of_each_browser() -> None:
    async with served("import os; print(os.environ['LANGUAGE'])") as ana, another(ana) as ben:
        ben.session.headers["Accept-Language"] = "de-CH, en;q=0.5"
        assert "Your name" in (await ana.look())[1]
        status, text = await ben.look()
        assert (status, 'lang="de"' in text, "Dein Name" in text, "Your name" in text) == (200, True, True, False)
        assert GERMAN[WRONG_CODE] in (await ben.come_in(code="0000000000"))[1]
        language.use("de")
        assert "Dein Name" in (await ana.look())[1], "the server's own language, where a browser asks for none"


async def test_the_door_and_the_program_speak_the_language_of_each_client() -> None:
    async with opened(TELLS) as house:
        for sent, code in (({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "tlh.UTF-8"}, "en"), ({}, "en")):
            assert (await told(house, ANA, env=sent))[0]["LANGUAGE"] == code
        async with house.play(env={"LC_MESSAGES": "de"}, command="ls") as guest:
            assert await guest.end() == (f"{GERMAN[NO_COMMANDS]}\r\n", 2)
        language.use("de")
        assert (await told(house, ANA))[0]["LANGUAGE"] == "de"
