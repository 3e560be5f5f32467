"""Files written as a whole: the old text or the new one, and nothing else left behind."""

import os
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


def test_the_old_text_stays_where_the_new_one_is_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, "new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"file": "old"}
