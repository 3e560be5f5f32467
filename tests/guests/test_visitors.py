"""Who has come to the page of a table: cookies, and folders that nobody else has."""

import os
from pathlib import Path

import pytest

from clockspades.guests import visitors
from clockspades.guests.program import ORDERS, GuestOrder, read_order
from clockspades.guests.visitors import Visitors
from clockspades.network.client.kept_seats import Notes, sit_down
from clockspades.network.meeting.invitation import EXAMPLE

pytestmark = pytest.mark.quick


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOCKSPADES_HOME", str(tmp_path))


def test_a_visitor_is_found_by_the_cookie_alone() -> None:
    here = Visitors(EXAMPLE)
    ana, ben = (here.add(name, watches=name == "Ben", here=()) for name in ("Ana", "Ben"))
    first, second = here.find(ana), here.find(ben)
    assert first is not None
    assert second is not None
    assert (first.name, first.watches) == ("Ana", False)
    assert (second.name, second.watches) == ("Ben", True)
    assert first.folder != second.folder
    assert [here.find(wrong) for wrong in ("", "..", ana[:-1], first.folder.name)] == [None] * 4


def test_the_disk_has_no_cookie_and_no_code() -> None:
    here = Visitors(EXAMPLE)
    cookie = here.add("Ana", watches=False, here=())
    assert len(cookie) == 32
    for path in (here.folder, *here.folder.rglob("*")):
        assert cookie not in str(path)
        assert EXAMPLE.code not in str(path)
        assert path.stat().st_mode & 0o077 == 0
        assert path.is_dir() or cookie not in path.read_text()


def test_the_one_who_was_there_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "KEPT", 3)
    here = Visitors(EXAMPLE)
    cookies = []
    for number, name in enumerate(("Ana", "Ben", "Cy")):
        cookies.append(here.add(name, watches=False, here=()))
        found = here.find(cookies[-1])
        assert found is not None
        os.utime(found.folder / visitors.FILE, (number, number))
    ana = here.find(cookies[0])
    assert ana is not None
    cookies.append(here.add("Di", watches=False, here=[ana.folder]))
    assert [here.find(cookie) is not None for cookie in cookies] == [True, False, True, True]


def test_an_order_comes_through_a_pipe() -> None:
    order = GuestOrder(str(EXAMPLE), "Zoë" * 13, watches=True)
    told, leash = os.pipe()
    os.write(leash, ORDERS.write_text(order).encode())
    assert read_order(told) == order
    os.close(leash)
    for wrong in (told, -1):
        with pytest.raises(ValueError, match="no order came"):
            read_order(wrong)
    os.close(told)


@pytest.mark.parametrize("watches", [False, True])
def test_only_a_seat_in_a_game_that_has_begun_is_never_forgotten(
    watches: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "KEPT", 3)
    here = Visitors(EXAMPLE)
    cookies = [here.add(name, watches=watches, here=()) for name in ("Ana", "Ben")]
    for cookie, title in zip(cookies, ("Spades", "")):
        found = here.find(cookie)
        assert found is not None
        with monkeypatch.context() as theirs:
            theirs.setenv("CLOCKSPADES_HOME", str(found.folder))
            kept = sit_down(EXAMPLE, "Ana", watch=watches)
            kept.note(Notes(title))
            kept.close()
        os.utime(found.folder / visitors.FILE, (0, 0))
    for number in range(5):
        here.add(f"Eve {number}", watches=False, here=())
    assert [here.find(cookie) is not None for cookie in cookies] == [not watches, False]
    assert len([*here.folder.iterdir()]) == 3
