import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Input

from clockspades.engine.options import OptionValue
from clockspades.engine.text import UserError
from clockspades.games.catalogue import find_game
from clockspades.network.client.client import Want
from clockspades.network.client.club_client import last_club, remember_club
from clockspades.network.client.kept_seats import sit_down_again
from clockspades.network.client.lobby_words import FAIR, FAIRNESS
from clockspades.network.meeting import nearby, short_codes
from clockspades.network.meeting.invitation import EXAMPLE, EXAMPLE_CLUB, read
from clockspades.network.meeting.short_codes import EXAMPLE_CODE, KILLED, MAKING, CodeShown, ShortCode, code_line
from clockspades.network.table.people import REMOVED
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import OPEN
from clockspades.routes import FriendsRoute, LobbyRoute, SetupRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import Settings
from clockspades.saved.settings import load as load_settings
from clockspades.tui.screens import friends, lobby
from clockspades.tui.widgets.seat_circle import SeatItem
from tests.network.clubs import club
from tests.network.memory import Machine, MemoryElsewhere, MemoryHost
from tests.tui.away import at_table_elsewhere
from tests.tui.seated import PATIENCE, Seated, opened


class Hosting(MemoryElsewhere):
    """The host's own seat, with an invitation to show."""

    invitation = EXAMPLE

    can_have_codes = True
    is_nearby = False
    page: str | None = None
    code: CodeShown | None = None
    made = 0

    def find_page(self) -> str | None:
        return self.page

    def make_code(self) -> None:
        self.made += 1
        self.code = CodeShown()

    def tell_code(self, code: CodeShown) -> None:
        self.code = code
        self._tell(self.client, None)


@asynccontextmanager
async def hosting(name: str = "spades", **options: OptionValue) -> AsyncIterator[tuple[Seated, MemoryHost, Hosting]]:
    game = find_game(name)
    assert game is not None
    host = MemoryHost(game, game.configure(options))
    elsewhere = Hosting(host.seat("Ana", hosts=True))
    async with opened(Archive(find_game), LobbyRoute(elsewhere)) as seated:
        await seated.until(lambda: elsewhere.client.seats is not None and "Ana" in seated.text, "the lobby")
        yield seated, host, elsewhere
        elsewhere.leave()


ROOMS = ((60, 18), (80, 24), (120, 40))


async def test_the_invitation_is_whole_and_the_short_code_is_large_at_every_size_and_both_can_be_copied() -> None:
    async with hosting() as (seated, _, elsewhere):
        for size in ROOMS:
            await seated.pilot.resize_terminal(*size)
            assert EXAMPLE.line.replace(" ", "") in "".join(seated.text.split())
            assert (FAIR.format(key="p") in seated.text) is (size != ROOMS[0])
        await seated.press("w")
        await seated.until(lambda: MAKING in " ".join(seated.text.split()), "what to do meanwhile")
        await seated.press("c")
        await seated.until(lambda: seated.app.clipboard == EXAMPLE.line)
        seated.app.clear_notifications()
        elsewhere.tell_code(CodeShown(EXAMPLE_CODE, ""))
        for size in ROOMS:
            await seated.pilot.resize_terminal(*size)
            await seated.until(lambda: code_line(EXAMPLE_CODE) in seated.text)
            assert EXAMPLE.code not in seated.text
        await seated.press("c")
        await seated.until(lambda: seated.app.clipboard == code_line(EXAMPLE_CODE))
        elsewhere.tell_code(CodeShown("", KILLED))
        await seated.until(lambda: KILLED.split(".")[0] in " ".join(seated.text.split()))
        assert elsewhere.made == 1


async def test_in_the_home_the_lobby_shows_the_code_of_the_table_nearby_and_the_page_once_it_is_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Hosting, "is_nearby", True)
    monkeypatch.setattr(Hosting, "page", "")
    monkeypatch.setattr(lobby, "LOOKS", 0.01)
    async with hosting() as (seated, _, elsewhere):
        for size in ROOMS:
            await seated.pilot.resize_terminal(*size)
            await seated.until(lambda: "friends open clockspades, Play with friends" in " ".join(seated.text.split()))
            assert ("K7M2Q-X9RTA" in seated.text) is (size == ROOMS[0])  # else it is drawn
            assert (EXAMPLE.fingerprint in seated.text) is (size == ROOMS[2])
            assert "clockspades browser --here" in seated.text
        link = elsewhere.page = f"http://192.168.1.5:7480/#{EXAMPLE.code}"
        await seated.until(lambda: link in seated.text, "the link")
        await seated.press("c")
        await seated.until(lambda: seated.app.clipboard == EXAMPLE.line)


async def test_one_question_leads_a_host_to_the_home_or_elsewhere_and_to_a_club_once_one_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened_with: list[bool] = []

    def host_table(*_: object, with_code: bool) -> None:
        opened_with.append(with_code)
        raise UserError("no table")

    monkeypatch.setattr("clockspades.network.client.elsewhere.host_table", host_table)
    for key, with_code in (("h", False), ("w", True)):
        async with opened(Archive(find_game), FriendsRoute(), ROOMS[0]) as seated:
            assert "At a club" not in seated.text
            await seated.press(key, to="PickerScreen")
            await seated.press("enter", to="SetupScreen")
            await seated.press("escape", to="PickerScreen")
            await seated.press("enter", to="SetupScreen")
            seated.here.query_one("#deal").focus()
            await seated.press("enter")
            await seated.until(lambda: "No table." in seated.said)
            assert opened_with.pop() is with_code
    remember_club(EXAMPLE_CLUB)
    monkeypatch.setattr(short_codes, "is_available", lambda: False)
    monkeypatch.setattr(nearby, "is_available", lambda: False)
    async with opened(Archive(find_game), FriendsRoute(), ROOMS[0]) as seated:
        assert "At a club" in seated.text
        text = " ".join(seated.text.split())
        assert "Magic-wormhole is needed for short codes: run `" in text
        assert "need a club or a tunnel" in text
        assert "They paste the line that the lobby shows." in text


async def test_without_zeroconf_the_tables_nearby_say_how_to_get_it_and_name_the_other_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    async with opened(Archive(find_game), FriendsRoute(), ROOMS[0]) as seated:
        await seated.press("n", to="NearbyScreen")

        def shows(words: str) -> bool:
            return words in " ".join(seated.text.replace("│", "").split())

        await seated.until(lambda: shows("Zeroconf is needed for tables nearby: run `"))
        assert shows("ask the host for the line to paste")


async def test_the_arrow_keys_lead_to_every_seat_and_out_and_to_the_words_above_and_below_them_at_every_size() -> None:
    async with hosting("clogs", players=6) as (seated, _, elsewhere):
        lobby = await seated.shows("LobbyScreen")
        elsewhere.tell_code(CodeShown(EXAMPLE_CODE, ""))
        await seated.until(lambda: code_line(EXAMPLE_CODE) in seated.text)
        way = [("left", 2), ("right", 4), ("down", 5), ("left", 1), ("left", 1), ("down", 0), ("right", 0)]
        out = [("down", "start"), ("down", "leave")]
        back = [("up", "start"), ("up", "seat-0"), ("up", "seat-1"), ("up", "seat-2"), ("up", "seat-3")]
        for size in ROOMS:
            await seated.pilot.resize_terminal(*size)
            lobby.query_one("#seat-3").focus()
            await seated.press("down", "up")
            pane = lobby.query_one("#lobby")
            for steps in ([("down", "seat-2"), *((key, f"seat-{place}") for key, place in way), *out], back):
                for key, name in steps:
                    await seated.press(key)
                    assert lobby.focused is lobby.query_one(f"#{name}"), (size, key)
                    assert pane.region.contains_region(lobby.focused.region), (size, name)
                assert pane.scroll_y == (pane.max_scroll_y if key == "down" else 0), size


async def test_the_host_fills_seats_with_bots_opens_them_starts_and_gets_a_code_for_a_friend_who_comes_back() -> None:
    async with hosting() as (seated, host, elsewhere):
        await seated.press("s")
        await seated.until(lambda: any("still open" in said for said in seated.said), "why it does not start")
        for number in (1, 2, 3):
            seated.here.query_one(f"#seat-{number}").focus()
            await seated.press("b")
        await seated.until(lambda: OPEN not in {seat.kind for seat in elsewhere.client.shown})
        await seated.press("o")
        await seated.until(lambda: elsewhere.client.shown[3].kind == OPEN)
        ben = Machine(host.seat("Ben"))
        await seated.until(lambda: "Right  Ben" in seated.text and "Not ready yet: Ben." in seated.text)
        ben.connection.give(Want(say.ReadyMark(ready=True)))
        await seated.until(lambda: "Ben (ready)" in seated.text and "Everybody is ready" in seated.text)
        await seated.press("s", to="RemoteTableScreen")
        await seated.press("w")
        await seated.until(lambda: elsewhere.made == 1)
        elsewhere.tell_code(CodeShown(EXAMPLE_CODE, ""))
        await seated.until(lambda: any(code_line(EXAMPLE_CODE) in said for said in seated.said), "the code")
        assert seated.app.clipboard == code_line(EXAMPLE_CODE)


async def test_the_mouse_puts_bots_and_takes_them_away_and_lets_people_change_places() -> None:
    async with hosting() as (seated, host, elsewhere):
        lobby, pilot = await seated.shows("LobbyScreen"), seated.pilot
        kinds = ["human", "human", "open", "open"]

        async def click(place: int, kind: str, words: str = "") -> None:
            item = lobby.query_one(f"#seat-{place}", SeatItem)
            await pilot.click(item, offset=((item.size.width - 2) if words else 3, 0))
            await seated.until(
                lambda: [seat.kind.partition(":")[2] or seat.kind for seat in shown()][place] == kind, kind
            )

        def shown() -> tuple[say.SeatShown, ...]:
            return elsewhere.client.shown

        ben = Machine(host.seat("Ben")).connection
        await seated.until(lambda: [seat.kind for seat in shown()] == kinds and "+ bot" in seated.text, "Ben")
        for place, kind, words in (
            (2, "steady", "+ bot"),
            (2, "quick", ""),
            (2, "open", "- bot"),
            (3, "steady", "+ bot"),
        ):
            await click(place, kind, words)
        await click(1, "human")
        await seated.until(lambda: "Where does Ben go?" in seated.text)
        await click(2, "human")
        assert [seat.name for seat in shown()] == ["Ana", "", "Ben", ""]
        await click(2, "human")
        ben.give(Want(say.Leave()))
        await seated.until(lambda: "Where does" not in seated.text)
        ben = Machine(host.seat("Ben", 2)).connection
        await seated.until(lambda: shown()[2].name == "Ben")
        await click(0, "human")
        await seated.until(lambda: "Where does Ana go?" in seated.text)
        assert "Esc put back" in seated.text
        await seated.press("escape")
        await seated.until(lambda: "Where does Ana go?" not in seated.text)
        await click(0, "human")
        await click(2, "human")
        await seated.until(lambda: [seat.name for seat in shown()] == ["Ben", "", "Ana", ""], "both to change places")
        assert elsewhere.client.seat == 2
        await pilot.click(lobby.query_one("#seat-3"))
        await seated.until(lambda: elsewhere.client.seat == 1, "the open seat")
        assert lobby.focused is lobby.query_one("#seat-0")


async def test_a_guest_is_ready_and_all_see_what_is_said_and_who_looks_on_and_what_is_proved() -> None:
    async with at_table_elsewhere("spades", "Ben", hosts=False) as me:
        Machine(me.host.seat("Di", watch=True))
        await me.until(lambda: "Watching: Di." in me.text)
        await me.press("enter")
        await me.until(lambda: "You  Ana (ready)" in me.text and "I'm not ready yet" in me.text)
        await me.press("slash", to="SayScreen")
        await me.press("8", to="LobbyScreen")
        await me.until(lambda: "Ana: Hello" in me.text)
        me.machines["Ben"].connection.give(Want(say.Say("good luck")))
        await me.until(lambda: "Ben: Good luck" in me.text)
        await me.press("p", to="FairScreen")
        assert FAIRNESS[:40] in " ".join(me.text.split())
        await me.press("escape", to="LobbyScreen")
        await me.press("r")
        await me.until(lambda: not me.client.shown[0].ready)


async def test_whoever_finds_no_seat_can_watch_and_who_lost_theirs_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    host = MemoryHost(game, game.configure({}))
    ana = Machine(host.seat("Ana", hosts=True)).connection
    Machine(host.seat("Ben"))
    refused = MemoryElsewhere(host.seat("Cy"))
    watching = MemoryElsewhere(host.seat("Cy", watch=True))
    monkeypatch.setattr(refused, "look_on", lambda: watching)
    async with opened(Archive(find_game), LobbyRoute(refused)) as seated:
        await seated.until(lambda: "All seats are taken. You can watch instead." in seated.text)
        await seated.press("enter")
        await seated.until(lambda: "Watching: Cy." in seated.text and "Watch the game" not in seated.text)
        watching.leave()
    async with opened(Archive(find_game), LobbyRoute(MemoryElsewhere(host.seat("Di")))) as seated:
        await seated.until(lambda: "All seats are taken." in seated.text)
        await seated.press("escape", to="FriendsScreen")
    second = MemoryElsewhere(host.seat("Ben"))
    async with opened(Archive(find_game), LobbyRoute(second)) as seated:
        await seated.until(lambda: "I'm ready" in seated.text)
        ana.give(Want(say.PlaceBot(1)))
        await seated.until(lambda: REMOVED in seated.text and "I'm ready" not in seated.text)
        second.leave()


async def test_an_older_host_is_offered_nothing_that_it_would_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(say, "TAKES", ())
    async with at_table_elsewhere("spades", "Ben", hosts=False) as me:
        await me.until(lambda: "Ben (the host)" in me.text)
        sent = len(me.host.sent)
        await me.press("r", "m")
        assert "ready" not in me.text
        assert len(me.host.sent) == sent
        await me.press("slash", to="SayScreen")
        assert "One moment" in me.text
        assert "Nice bid" not in me.text
        await me.press("5", "4", to="LobbyScreen")
        await me.until(lambda: "Ana: One moment" in me.text)


async def test_a_table_at_a_club_is_opened_from_the_screens_and_its_host_passes_on_the_invitation(
    tmp_path: Path,
) -> None:
    async with club(tmp_path, tables_per_address=1) as server, opened(Archive(find_game), FriendsRoute()) as seated:
        await seated.press("c", to="ClubScreen")
        await seated.press(*"hello", "enter")
        await seated.until(lambda: "This is no invitation, code or line of a game" in seated.text)
        seated.here.query_one("#club", Input).value = str(server.address)
        await seated.press("enter", to="PickerScreen")
        await seated.press("enter", to="SetupScreen")
        seated.here.query_one("#name-0", Input).value = "Zoe"
        seated.here.query_one("#deal").focus()
        lobby = await seated.press("enter", to="LobbyScreen")
        assert load_settings().settings.name == "Zoe"
        await seated.until(
            lambda: lobby.is_host and "Zoe (" in seated.text and "clockspades join 'ws://" in seated.text,
            "the invitation",
        )
        await seated.press("c")
        address = server.address._replace(code="")
        await seated.until(lambda: read(seated.app.clipboard)._replace(code="") == address, "the copy")
        assert lobby.elsewhere.server is None
        await seated.press("escape")
        await seated.until(lambda: seated.is_at("TitleScreen"), "the title")
        kept = sit_down_again()
        assert kept is not None
        assert kept.invitation == read(seated.app.clipboard)
        kept.close()
        seated.app.open(SetupRoute("spades", hosts=str(server.address)))
        setup = await seated.shows("SetupScreen")
        await seated.until(lambda: bool(setup.query("#deal")), "the form")
        setup.query_one("#deal").focus()
        await seated.press("enter")
        await seated.until(
            lambda: "From your network 1 table was opened within an hour: try again later." in seated.said,
            "why there is no other table",
        )
        assert seated.here is setup
        server.stop.set()
        await server.work
    assert last_club() == server.address


async def test_what_leads_to_no_table_is_one_sentence_and_a_seat_whose_screen_was_left_is_left_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, may_open, is_left = [], Event(), Event()

    class Late(MemoryElsewhere):
        def leave(self) -> None:
            is_left.set()

    def join(*given: object, **_: bool) -> Late:
        asked.append(given)
        if len(asked) == 1:
            raise UserError("the mailbox can't be reached")
        may_open.wait(PATIENCE)
        game = find_game("spades")
        assert game is not None
        return Late(MemoryHost(game).seat("Ana", hosts=True))

    monkeypatch.setattr(friends, "join_table", join)
    async with opened(Archive(find_game), FriendsRoute(), settings=Settings(name="Ana")) as seated:
        await seated.press("o", to="JoinScreen")
        await seated.press(*"hello", "enter")
        await seated.until(lambda: "This is no invitation, code or line of a game" in seated.text)
        seated.here.query_one("#invitation", Input).value = EXAMPLE_CODE
        seated.here.query_one("#own-name", Input).value = " "
        await seated.press("enter")
        await seated.until(lambda: "A name cannot be empty." in seated.text)
        await seated.press(*"Bea", "enter")
        await seated.until(lambda: "The mailbox can't be reached." in seated.said, "why it can't be joined")
        await seated.press("enter")
        await seated.until(lambda: asked == [(ShortCode(EXAMPLE_CODE), "Bea")] * 2, "another try")
        assert load_settings().settings.name == "Bea"
        await seated.press("escape", "escape", to="TitleScreen")
        may_open.set()
        await seated.until(is_left.is_set, "the table to be left")
        assert seated.is_at("TitleScreen")
