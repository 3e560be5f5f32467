"""Tables whose host rules hints out: what is kept, what older programs get, and what the screens show."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.options import Options
from clockspades.engine.text import UserError
from clockspades.forms import setup_form
from clockspades.forms.form_rows import Picked
from clockspades.games.catalogue import find_game
from clockspades.network.client import club_client, lobby_words
from clockspades.network.client.club_client import OLD_CLUB, open_table
from clockspades.network.meeting.invitation import EXAMPLE
from clockspades.network.server.hosted_server import NewTable
from clockspades.network.table.kept import RECORDS
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import OPEN, TO_CLIENT, TO_HOST, Open
from clockspades.saved.setup_choices import recall
from clockspades.table.commands import HINT, MEANING, UNSEEN
from tests.network.clubs import ask, club, knock
from tests.network.served import begun
from tests.tui.away import at_table_elsewhere


def test_the_terms_hold_for_who_joins_again_after_a_restart_and_in_the_next_game() -> None:
    served = begun("ana", "ben", name="clockwork-spades", no_hints=True)
    served.play_until_over()
    for number in range(2):
        served.join(f"ben {number}", "ben")
        served.watch(f"eye {number}")
        assert served.last(say.Joined, f"ben {number}").no_hints
        assert served.last(say.Joined, f"eye {number}").no_hints
        served.send("ana", say.Again(0))
        served.send(f"ben {number}", say.Again(0))
    assert served.kept.number == 1
    assert served.kept.terms.no_hints
    assert "no_hints" in RECORDS.write_text(served.records[0])


def test_older_programs_are_told_nothing_that_they_do_not_know_unless_hints_are_ruled_out() -> None:
    served = begun("ana", "ben", name="clockwork-spades")
    assert "no_hints" not in RECORDS.write_text(served.records[0])  # an older version brings the table back
    wish = Open("K7Q2M9X4TB", "0" * 64, "spades", {}, (OPEN, OPEN))
    assert "no_hints" not in TO_HOST.write_text(wish)
    joined = TO_CLIENT.write_text(served.last(say.Joined, "ben")).replace(',"no_hints":false', "")
    assert "no_hints" not in joined
    assert TO_CLIENT.read_text(joined) == served.last(say.Joined, "ben")  # from an older host


def test_a_table_for_people_elsewhere_is_asked_for_hints_in_its_setup() -> None:
    game = find_game("spades")
    assert game is not None
    form, _ = setup_form.start(game, recall(game, "Ana"), hosts=True)
    form, _ = setup_form.update(form, Picked("hints", 1))
    assert form.no_hints
    rows, more = setup_form.rows(form)
    (row,) = [row for row in (*rows, *more) if row.label == "Hints"]
    assert row.note.startswith("Programs show no hints")
    form, _ = setup_form.start(game, recall(game, "Ana"))
    rows, more = setup_form.rows(form)
    assert "Hints" not in [row.label for row in (*rows, *more)]


def test_an_older_club_is_named_as_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(*_: Any) -> str:
        return 'The message: "open" has an unknown key "no_hints".'

    monkeypatch.setattr(club_client, "_ask", refused)
    with pytest.raises(UserError, match=OLD_CLUB.removesuffix(".")):
        open_table(EXAMPLE, NewTable("clogs", {}, (OPEN, OPEN), "steady", "0" * 64, no_hints=True))


async def test_no_hint_is_shown_at_such_a_table_and_everyone_is_told() -> None:
    rules: Options = {"failed_nil": "help", "floor": -200}
    async with at_table_elsewhere("spades", "Ben", "Cy", options=rules, no_hints=True) as me:
        me.app.change_settings(stakes="win chance")
        await me.until(lambda: lobby_words.NO_HINTS in me.text, "the terms in the lobby")
        assert "House rules: failed nil: Help, floor: Minus 200." in me.text
        await me.begin()
        assert lobby_words.NO_HINTS in me.said
        for _ in range(9):
            await me.play_on(Random(3))
            await me.turn()
            before = me.screen.state
            await me.press(HINT.keys, UNSEEN.keys, MEANING.keys)
            assert me.screen.state.selection == before.selection
            assert (me.screen.state.advice, me.screen.state.known, me.screen.state.model.chance) == (None, None, None)
            assert type(me.here) is type(me.screen)
        assert {HINT.name, UNSEEN.name, MEANING.name}.isdisjoint(command.name for command in me.screen.keys_now)


async def test_a_club_opens_a_table_without_hints(tmp_path: Path) -> None:
    async with asyncio.timeout(60), club(tmp_path) as server, knock(server.address) as socket:
        wish = server.wish(no_hints=True)
        assert (await ask(socket, "open", wish))[0] == "opened"
        _, joined = await ask(socket, "join", {"code": wish["code"], "key": server.keys[-1], "name": "Ana"})
        assert joined["no_hints"]
