import os
import subprocess
import sys
from dataclasses import replace

import pytest

from clockspades.engine.deal_proof import Contribution, Proof
from clockspades.network.client.kept_seats import (
    MOST,
    Notes,
    free_seats,
    seats_folder,
    sit_down,
    sit_down_again,
    sweep_seats,
)
from clockspades.network.meeting.invitation import EXAMPLE

PROMISE = Proof("table-1", 0, (Contribution(b"a" * 32, b"b" * 32), None), Contribution(b"c" * 32))


def test_a_seat_is_there_again_with_its_key_and_its_promises() -> None:
    first = sit_down(EXAMPLE, "Ana")
    first.note(Notes("Spades", ("Ana", "Ben"), (PROMISE,)))
    first.close()
    again = sit_down_again()
    assert again is not None
    assert again.ticket == first.ticket
    assert again.invitation == EXAMPLE
    assert again.notes == Notes("Spades", ("Ana", "Ben"), (PROMISE,))
    again.close()


def test_the_same_name_at_the_same_table_is_the_same_seat() -> None:
    first = sit_down(EXAMPLE, "Ana")
    first.close()
    moved = EXAMPLE._replace(host="198.51.100.3")
    again = sit_down(moved, "Ana")
    assert again.ticket == first.ticket
    assert again.invitation == moved
    again.close()
    ben = sit_down(EXAMPLE, "Ben")
    other_table = sit_down(EXAMPLE._replace(code="0" * 10), "Ana")
    assert len({first.ticket.key, ben.ticket.key, other_table.ticket.key}) == 3
    ben.close()
    other_table.close()


def test_the_host_has_the_same_seat_under_another_name() -> None:
    first = sit_down(EXAMPLE, "Ana", key="ab" * 16)
    first.close()
    again = sit_down(EXAMPLE, "Anna", key="ab" * 16)
    assert again.ticket == first.ticket
    again.close()


def test_a_second_program_is_another_person() -> None:
    first = sit_down(EXAMPLE, "Ana")
    second = sit_down(EXAMPLE, "Ana")
    assert second.ticket.key != first.ticket.key
    assert sit_down_again() is None
    first.close()
    second.close()
    assert len(free_seats()) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
def test_a_seat_is_free_when_its_program_was_killed() -> None:
    code = (
        "import os; from clockspades.network.client.kept_seats import sit_down;"
        " from clockspades.network.meeting.invitation import EXAMPLE;"
        " print(sit_down(EXAMPLE, 'Ana').ticket.key, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    again = sit_down(EXAMPLE, "Ana")
    assert again.ticket.key == done.stdout.strip()
    again.close()


def test_who_looks_on_has_no_key_and_is_not_offered_a_seat() -> None:
    watcher = sit_down(EXAMPLE, "Ana", watch=True)
    assert watcher.ticket.key == ""
    watcher.close()
    assert sit_down_again() is None


def test_keys_have_128_random_bits_and_secrets_256() -> None:
    kept = sit_down(EXAMPLE, "Ana")
    assert len(bytes.fromhex(kept.ticket.key)) == 16
    assert len(kept.ticket.secret) == 32
    kept.close()


def test_the_files_are_for_their_owner_alone() -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.note(Notes("Spades"))
    kept.close()
    if sys.platform != "win32":
        assert seats_folder().stat().st_mode & 0o077 == 0
        assert all(path.stat().st_mode & 0o077 == 0 for path in seats_folder().iterdir())
    assert not any(kept.ticket.code in path.name or kept.ticket.key in path.name for path in seats_folder().iterdir())


@pytest.mark.parametrize("content", ["", "{}", "[]", "\x00", '{"invitation": 1}', '{"invitation": "x", "key": "y"}'])
def test_a_file_that_is_no_seat_is_passed_over(content: str) -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.close()
    (seats_folder() / "bad.seat").write_text(content)
    assert len(free_seats()) == 1


def test_notes_that_are_not_whole_are_forgotten() -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.note(Notes("Spades", (), (PROMISE, replace(PROMISE, number=1))))
    kept.close()
    (path,) = seats_folder().glob("*.notes")
    path.write_bytes(path.read_bytes()[:-10])
    again = sit_down_again()
    assert again is not None
    assert again.notes == Notes()
    again.close()


def test_seats_that_nobody_uses_are_forgotten() -> None:
    kept = [sit_down(EXAMPLE, f"Player {number}") for number in range(MOST + 3)]
    for number, each in enumerate(kept):
        each.close()
        os.utime(each.path, (1e9 * 1.7 + number, 1e9 * 1.7 + number))
    kept[-1] = sit_down(EXAMPLE, kept[-1].ticket.name)
    sweep_seats()
    assert [*seats_folder().glob("*.seat")] == [kept[-1].path]
    kept[-1].close()
