"""Files written as a whole: the old text or the new one, and nothing else left behind."""

import os
import resource
from pathlib import Path

import pytest

from clockspades.engine.writing import write_whole


def test_a_file_and_its_directory_are_made(tmp_path: Path) -> None:
    file = tmp_path / "one" / "two" / "file"
    write_whole(file, "żółw\n")
    assert file.read_bytes() == "żółw\n".encode()
    assert list(file.parent.iterdir()) == [file]


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("a much longer text than the new one")
    write_whole(file, "new")
    assert file.read_text() == "new"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "kept elsewhere" / "file", tmp_path / "file"
    real.parent.mkdir()
    real.write_text("old")
    link.symlink_to(real)
    write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_link_to_itself_gives_way(tmp_path: Path) -> None:
    link = tmp_path / "file"
    link.symlink_to(link)
    write_whole(link, "new")
    assert link.read_text() == "new"


@pytest.mark.parametrize("what", ["a directory in its place", "a file for a directory"])
def test_what_cannot_be_written_leaves_all_as_it_was(tmp_path: Path, what: str) -> None:
    file = tmp_path / "file"
    if what == "a directory in its place":
        file.mkdir()
    else:
        file.write_text("not a directory")
        file = file / "file"
    with pytest.raises(OSError, match=r"."):
        write_whole(file, "new")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
    assert not (tmp_path / "file").is_dir() or not list((tmp_path / "file").iterdir())


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
