"""Files written as a whole: the old text or the new one, and nothing else left behind."""

import os
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.writing import begin_part, sweep, write_whole


def test_a_file_and_its_directory_are_made(tmp_path: Path) -> None:
    file = tmp_path / "one" / "two" / "file"
    write_whole(file, "żółw\n")
    assert file.read_bytes() == "żółw\n".encode()
    assert list(file.parent.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "kept elsewhere" / "file", tmp_path / "file"
    real.parent.mkdir()
    real.write_text("old")
    link.symlink_to(real)
    write_whole(link, "new", follows=True)
    assert link.is_symlink()
    assert real.read_text() == "new"


@pytest.mark.parametrize("what", ["a link", "a link to nothing", "a link to itself", "a pipe", "a folder"])
def test_only_a_regular_file_is_replaced(tmp_path: Path, what: str) -> None:
    file, other = tmp_path / "file", tmp_path / "other"
    match what:
        case "a link":
            other.write_text("old")
            file.symlink_to(other)
        case "a link to nothing":
            file.symlink_to(other)
        case "a link to itself":
            file.symlink_to(file)
        case "a pipe":
            os.mkfifo(file)
        case "a folder":
            file.mkdir()
    before = {path.name: path.lstat() for path in tmp_path.iterdir()}
    with pytest.raises(OSError, match="it is not a regular file"):
        write_whole(file, "new")
    assert {path.name: path.lstat() for path in tmp_path.iterdir()} == before


def test_the_old_text_stays_where_the_new_one_is_cut_short(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_whole(file, "a new text of which the first ten bytes are written")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"file": "old"}


def test_the_new_text_is_on_the_disk_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    synced: list[tuple[int, str]] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append((os.fstat(handle).st_size, file.read_text())))
    write_whole(file, "newer")
    assert synced == [(5, "old")]
    write_whole(file, "newest", sync=False)
    assert (len(synced), file.read_text()) == (1, "newest")


def test_threads_that_write_one_file_are_never_in_each_others_way(tmp_path: Path) -> None:
    file, texts = tmp_path / "file", [letter * 5000 for letter in "abcdefgh"]
    write_whole(file, texts[0])

    def write(number: int) -> str:
        write_whole(file, texts[number % len(texts)], sync=False)
        return file.read_text()

    with ThreadPoolExecutor(len(texts)) as threads:
        read = set(threads.map(write, range(400)))
    assert read <= set(texts)
    assert list(tmp_path.iterdir()) == [file]


# -- what killed programs left behind ------------------------------------------------------------------

WRITE_FOR_EVER = """
import os, sys
from pathlib import Path
from clockspades.saved.writing import write_whole

def wait(handle):
    print("ready", flush=True)
    sys.stdin.readline()

os.fsync = wait
write_whole(Path(sys.argv[1]), "never whole")
"""


def left_behind(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "file")


def test_what_a_killed_program_wrote_is_deleted_when_the_next_one_writes(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    command = [sys.executable, "-c", WRITE_FOR_EVER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        (part,) = left_behind(tmp_path)
        write_whole(file, "new")
        assert left_behind(tmp_path) == [part], "it is being written"
        writer.send_signal(signal.SIGKILL)
    sweep.cache_clear()  # as in another program
    assert left_behind(tmp_path) == [part]
    write_whole(file, "newer")
    assert left_behind(tmp_path) == []
    assert file.read_text() == "newer"


def test_only_what_this_program_left_is_deleted(tmp_path: Path) -> None:
    others = ["film.mkv.part", "a.part", ".part"]
    for name in (".clockspades-2.part", *others):
        (tmp_path / name).touch()
    (tmp_path / ".clockspades-0.part").symlink_to(tmp_path / "a.part")
    (tmp_path / ".clockspades-1.part").mkdir()
    Archive(find_game, tmp_path).entries()
    assert left_behind(tmp_path) == sorted([*others, ".clockspades-0.part", ".clockspades-1.part"])


def test_a_file_that_is_swept_before_it_is_locked_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    real = fcntl.flock
    swept: list[Path] = []

    def sweep_first(file: object, operation: int) -> None:
        if not swept:
            swept.extend(tmp_path.iterdir())
            swept[0].unlink()
        real(file, operation)

    monkeypatch.setattr(fcntl, "flock", sweep_first)
    part, file = begin_part(tmp_path)
    file.close()
    assert list(tmp_path.iterdir()) == [part]
    assert part not in swept
