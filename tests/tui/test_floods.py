"""More input than a person makes: a large text is pasted, and the mouse goes wild, on every screen."""

from random import Random
from time import process_time
from typing import Final

import pytest
from textual import events
from textual.widgets import Input

from clockspades.engine.seating import LONGEST_NAME
from clockspades.saved.archive import Archive
from clockspades.tui.screens.rules_screen import RulesScreen
from clockspades.tui.widgets.form_row import LONGEST
from tests.tui.seated import Seated
from tests.tui.test_every_screen import WAYS, come_to

MEGABYTE: Final = "Ana \x1b[31m" + 25_000 * "0123456789 0123456789 0123456789 012345\n"
"""About a million characters in lines, the first of them with an escape sequence."""
ONE_LINE: Final = 1_000_000 * "x"


async def paste(seated: Seated, text: str) -> None:
    """Paste a text as a terminal does."""
    seated.app.post_message(events.Paste(text))
    await seated.pilot.pause()


@pytest.mark.parametrize("name", WAYS)
async def test_a_large_paste_is_cut_and_many_mouse_events_are_taken_on_every_screen(
    archive: Archive, name: str
) -> None:
    async with come_to(archive, name, (80, 24)) as seated:
        screen = seated.app.screen
        fields = [field for field in screen.query(Input) if field.display][:1]
        started = process_time()
        for target in (None, *fields):
            if target is not None:
                target.focus()
                await seated.pilot.pause()
            for text in (MEGABYTE, ONE_LINE, "", "\n", "\x1b[31m"):
                await paste(seated, text)
        assert all(len(field.value) <= (field.max_length or LONGEST) for field in screen.query(Input))
        assert seated.app.screen is screen
        assert process_time() - started < 10.0
        for field in fields:
            field.value = ""
        await flood(seated, Random(5), 150)
        started = process_time()
        await seated.pilot.pause()
        assert process_time() - started < 10.0
        assert all(node._message_queue.empty() for node in seated.app.walk_children())
        assert seated.app.failure is None


async def test_a_pasted_text_is_cut_to_the_room_in_a_field(archive: Archive) -> None:
    async with come_to(archive, "setup", (80, 24)) as seated:
        field = seated.app.screen.query_one("#name-0", Input)
        field.focus()
        field.value = ""
        await paste(seated, "\n\n  Bo\tNessa\x07\nand more")
        assert field.value == "BoNessa"
        await paste(seated, ONE_LINE)
        assert field.value == "BoNessa".ljust(LONGEST_NAME, "x")
        field.select_all()
        await paste(seated, "Ben")
        assert field.value == "Ben"


async def test_the_rules_are_searched_for_a_pasted_text(archive: Archive) -> None:
    async with come_to(archive, "rules", (80, 24)) as seated:
        await seated.press("f")
        field = seated.app.screen.query_one("#find", Input)
        await paste(seated, MEGABYTE)
        assert field.value == "Ana [31m0123456789 0123456789 0123456789 012345"[:LONGEST]
        field.value = ""
        await paste(seated, ONE_LINE)
        await seated.press("enter")
        assert isinstance(seated.app.screen, RulesScreen)
        assert len(field.value) == LONGEST


async def flood(seated: Seated, rng: Random, number: int) -> None:
    """Move the mouse, press, drag, let go and turn the wheel, a hundred events at a time; no key is clicked."""
    kinds = (events.MouseMove, events.MouseDown, events.MouseUp, events.MouseScrollDown, events.MouseScrollUp)
    for count in range(number):
        kind = rng.choices(kinds, (10, 2, 2, 1, 1))[0]
        at = rng.randrange(seated.app.size.width), rng.randrange(seated.app.size.height - 1)
        button = 0 if kind is events.MouseMove and rng.random() < 0.7 else 1
        seated.app.post_message(kind(None, *at, 0, 0, button, False, False, False, *at))
        if count % 100 == 99:
            await seated.pilot.pause()
