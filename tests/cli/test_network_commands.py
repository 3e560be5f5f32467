"""``host`` and ``join`` without a terminal: what is wrong with what was typed, in one sentence."""

import os
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from clockspades.cli import host as module
from clockspades.cli import main
from clockspades.engine.text import UserError
from clockspades.network.client import elsewhere
from clockspades.network.client.club_client import remember_club
from clockspades.network.meeting.invitation import EXAMPLE, EXAMPLE_CLUB
from clockspades.network.server import server_process
from clockspades.network.server.databases import TableOnDisk
from clockspades.network.server.hosted_server import Ready
from tests import commands
from tests.cli.conftest import Run
from tests.network.served import begun

INVITATION = "wss://192.0.2.7:7420/#K7M2QX9RTA.H4VNC0S8ZB2WJ5YD7GKQ3E1XMP"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("host spades", "the full screen needs a terminal"),
        ("host clock --headless", "Clock is for one player"),
        ("host --headless", "there is no table to bring back"),
        ("host spades --headless --seat Ana", "--seat needs N=bot:BOT"),
        ("host spades --headless --seat 4=bot:steady", "there is no seat 4: Spades has the seats 0 to 3"),
        ("host clockwork-spades --headless --seat 0=bot:steady --seat 1=bot:steady", "leave one for a friend"),
        ("host spades --headless --listen nowhere", "--listen needs"),
        ("host spades --headless --listen 203.0.113.9:0", "this machine can't listen at 203.0.113.9:0"),
        ("host spades --headless --tls-cert a.pem --tls-key b.pem --insecure", "use only one of them"),
        ("host spades --headless --best-of 4", "is not 1, 3, 5 or 7"),
        ("host spades --at wss://192.0.2.7/#K7M2QX9RTA", "the full screen needs a terminal"),
        ("host --headless --at wss://192.0.2.7/#K7M2QX9RTA", "say which game"),
        ("host spades --headless --at wss://192.0.2.7/#K7M2QX9RTA", "--at opens the table at a club"),
        ("serve --tls-cert a.pem", "--tls-cert and --tls-key go together"),
        ("serve --tls-cert a.pem --tls-key b.pem", "there is no file"),
        ("serve --open --key a", "--open lets everyone open tables"),
        ("serve --key no-such-file", "the access word can't be read from no-such-file"),
        ("serve --inside 127.0.0.1:1", "--inside is for servers that share a store"),
        ("serve --store mysql://here", "a store is a folder, or an address such as redis://"),
        ("serve --list", "there are no tables in"),
        ("serve --remove T1 --folder no-such-folder", "there are no tables in no-such-folder"),
        ("serve --games clock", "--games needs games for two or more"),
        ("serve --metrics nowhere", "--metrics needs"),
        ("serve --listen 127.0.0.1:0 --metrics 203.0.113.9:0", "this machine can't listen at 203.0.113.9:0"),
        ("host spades --at wss://club.example.org/ --insecure", "the full screen needs a terminal"),
        ("serve --public club.example.org", "this is no invitation, code or line of a game"),
        ("join", "you have no seat at a table"),
        ("join hello", "this is no invitation, code or line of a game"),
        ("join K13J-Z9J7-Q8C6", "this is a share code of Clockwork Spades: enter it with e on the title screen"),
        ("join wss://club.example.org", "this is the address of a club: enter it with c under “Play with friends”"),
        ("browser 5-hemisphere-crowfoot", "this is an invitation to a table: enter it with e on the title screen"),
        (f"compare {INVITATION} x", "this is an invitation to a table: enter it with e on the title screen"),
        ("show K13J-Z9J7-Q8C6", "this is a share code of Clockwork Spades"),
        ("show 5-day-trip.cslog", "5-day-trip.cslog: cannot be read: No such file"),
        (f"duel {INVITATION}", "this is an invitation to a table"),
        (f"play --plain --code {INVITATION}", "this is an invitation to a table"),
        ("join 5-hemisphere-crowfoot", "the full screen needs a terminal"),
        ("join --watch", "need an invitation"),
        (f"join {INVITATION}", "the full screen needs a terminal"),
        (f"join {INVITATION[:-3]}", "has 26 characters, not 23"),
        (f"join clockspades join {INVITATION[:-20]} {INVITATION[-20:]}", "the full screen needs a terminal"),
        ("join ws://192.0.2.7:7420/#K7M2QX9RTA", "add --insecure"),
        (f"join {INVITATION} --name \x1b[2J", "has a character that cannot be shown"),
        ("browser", "this is empty"),
        (f"browser {INVITATION} --listen nowhere", "--listen needs"),
        (f"browser {INVITATION} --listen :0", "the page would not be encrypted"),
        (f"browser {INVITATION} --listen :0 --url http://table.example.org", "the page would not be encrypted"),
        (f"browser {INVITATION} --url table.example.org", "--url needs an address"),
        (f"browser {INVITATION} --listen 203.0.113.9:0 --insecure", "this machine can't listen at 203.0.113.9:0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(run: Run, typed: str, says: str) -> None:
    ran = run(*typed.split())
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("piped", [b"\xfc\xff\n", b"\x1b[C\n", b"\0" * 100_000])
def test_what_is_piped_to_the_page_and_is_no_text_is_one_sentence(piped: bytes) -> None:
    ran = commands.run(["browser"], piped, PYTHONIOENCODING="utf-8:strict")
    assert (ran.status, ran.out) == (2, "")
    assert "the invitation can't be read" in ran.err or "paste the whole line" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["browser", "ssh"])
def test_a_pipe_without_an_invitation_opens_no_door(command: str) -> None:
    ran = commands.run([command, "--listen", "127.0.0.1:0"], b"")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "clockspades: the command before the pipe printed no invitation\n"


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("CLOCKSPADES_MAILBOX", "example.org", "CLOCKSPADES_MAILBOX needs an address such as"),
        ("CLOCKSPADES_RELAY", "example.org", "CLOCKSPADES_RELAY needs a relay such as"),
        ("CLOCKSPADES_DIRECT", "never", "CLOCKSPADES_DIRECT is yes or no"),
    ],
)
def test_a_wrong_setting_of_short_codes_is_one_sentence(run: Run, variable: str, value: str, says: str) -> None:
    ran = run("host", "spades", "--headless", "--code", **{variable: value})
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_without_an_address_the_table_is_opened_at_the_club_of_last_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(module, "require_terminal", lambda _: None)
    monkeypatch.setattr(module, "open_elsewhere", lambda _: 0)
    monkeypatch.setattr(elsewhere, "host_at_club", lambda club, *_: opened.append(str(club)))
    assert main(["host", "spades", "--at"]) == 2
    assert "no club is known yet: give its address once" in capsys.readouterr().err
    remember_club(EXAMPLE_CLUB)
    assert main(["host", "spades", "--at"]) == 0
    assert opened == [str(EXAMPLE_CLUB)]


@pytest.mark.parametrize(
    ("arguments", "typed", "with_code"),
    [
        ((), b"\n", False),
        ((), b" Elsewhere\n", True),
        ((), b"", False),
        (("--here",), b"e\n", False),
        (("--code",), b"\n", True),
        (("--listen", "127.0.0.1:0"), b"e\n", False),
    ],
)
def test_a_host_says_where_the_friends_are_or_is_asked(
    arguments: tuple[str, ...],
    typed: bytes,
    with_code: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened: list[bool] = []

    def host_table(*_: object, with_code: bool) -> object:
        opened.append(with_code)
        raise UserError("no table")

    typing = TextIOWrapper(BytesIO(typed))
    monkeypatch.setattr(typing, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", typing)
    monkeypatch.setattr(module, "require_terminal", lambda _: None)
    monkeypatch.setattr(elsewhere, "host_table", host_table)
    assert main(["host", "spades", *arguments]) == 2
    assert opened == [with_code]
    assert (module.WHERE in capsys.readouterr().out) is not bool(arguments)


def test_each_line_that_is_printed_on_a_terminal_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run_server(plan: object, answer: Callable[[Ready], None], stop: object) -> None:
        answer(Ready(f"{EXAMPLE._replace(host='192.168.1.5')}", str(EXAMPLE), str(EXAMPLE.host), False, ""))

    monkeypatch.setattr(server_process, "run_server", run_server)
    for on_terminal in (True, False):
        monkeypatch.setattr("clockspades.cli.output.on_terminal", lambda shown=on_terminal: shown)
        assert main(["host", "spades", "--headless"]) == 0
        said = capsys.readouterr()
        assert said.out.startswith("clockspades join 'wss://192.168.1.5:7420/#")
        explained = "clockspades: friends paste this line into a terminal. It works only inside your home.\n"
        assert said.err == (explained if on_terminal else "")


def test_a_command_that_is_refused_leaves_nothing_behind(run: Run, tmp_path: Path) -> None:
    new = tmp_path / "new"
    run("host", "spades", "--headless", "--tls-cert", "a.pem", "--tls-key", "b.pem", CLOCKSPADES_HOME=str(new))
    assert not [path for path in new.rglob("*") if path.is_file()]


def test_a_finished_table_is_brought_back_for_a_rematch_if_none_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    over = begun("ana", "ben", name="clockwork-spades", host=None)
    over.play_until_over()
    tables = [TableOnDisk(Path("over"), over.kept, 2.0)]
    monkeypatch.setattr("clockspades.network.server.databases.kept_tables", lambda: tables)
    assert module._last_table(headless=True) == (Path("over"), "")
    tables.append(TableOnDisk(Path("played"), begun("ana", "ben", host=None).kept, 1.0))
    assert module._last_table(headless=True) == (Path("played"), "")


def test_a_page_whose_server_does_not_load_is_one_sentence(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "textual_serve"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ImportError('no such symbol')")
    ran = run("browser", INVITATION, PYTHONPATH=os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", ""))))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "clockspades: textual-serve is needed for tables in a browser, but can't be loaded here: no such symbol\n"
    )
