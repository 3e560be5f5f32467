"""Folders that cannot do something: without locks, without syncing, read-only, full, or not there at all."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from clockspades.engine.session import AnySession
from clockspades.engine.share import code_of
from clockspades.engine.standing import BRANCH_KEY, LESSON_KEY
from clockspades.games.catalogue import find_game
from clockspades.saved import setup_choices, writing
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.saved.log_writer import LogWriter, Unsaved
from clockspades.saved.series import series_before
from clockspades.saved.settings import Settings, SettingsError, save
from clockspades.saved.writing import NO_LOCKS, NO_SYNC, begin_part, held, sweep, write_whole
from tests.saved.logs import GAME, SEATS

MISSING = [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL]
NAMES = [errno.errorcode[number] for number in MISSING]
UNWRITABLE = [errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT]


@pytest.fixture(autouse=True)
def _nothing_said() -> Iterator[None]:
    writing._untold.clear()
    yield
    writing._untold.clear()


@pytest.fixture
def archive() -> Archive:
    return Archive(find_game)


def fails(number: int) -> Callable[..., None]:
    """A call of the system that says that it cannot do this."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def play(session: AnySession) -> AnySession:
    while session.outcome is None:
        session.act(GAME.rules.legal_actions(session.state)[0])
    return session


def begun(archive: Archive) -> AnySession:
    return archive.begin(GAME, GAME.configure({}), SEATS, Random(1))


@pytest.mark.parametrize("number", MISSING, ids=NAMES)
def test_a_folder_without_locks_has_games_all_the_same_and_that_is_said_once(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", fails(number))
    archive = Archive(find_game)
    session = begun(archive)
    assert session.take_news() == NO_LOCKS
    session.close()
    assert session.path is not None
    loaded = archive.resume(session.path)
    play(loaded.session).close()
    assert load(session.path, find_game).finished
    following = archive.rematch(loaded.session, Random(2))
    assert (loaded.session.take_news(), following.take_news()) == ("", "")
    following.close()
    assert {path.suffix for path in archive.directory.iterdir()} == {".cslog"}, "and no file of the program stays"


def test_nothing_is_swept_where_nobody_knows_what_is_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", fails(errno.ENOLCK))
    home.mkdir()
    part, file = begin_part(home)
    sweep.cache_clear()
    sweep(home)
    assert part.exists()
    file.close()
    with held(home):
        assert [*home.iterdir()] == [part]


@pytest.mark.parametrize("number", MISSING[1:], ids=NAMES[1:])
def test_a_folder_that_says_nothing_of_syncing_has_games_all_the_same_and_that_is_said_once(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fails(number))  # of files and of folders
    session = begun(Archive(find_game))
    assert session.take_news() == NO_SYNC
    play(session).close()
    assert session.take_news() == ""
    assert session.path is not None
    assert load(session.path, find_game).finished
    write_whole(session.path.with_name("other"), "content")


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_a_broken_or_full_disk_is_no_folder_that_says_nothing_of_syncing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fails(number))
    with pytest.raises(OSError, match=os.strerror(number)):
        write_whole(tmp_path / "file", "content")


@pytest.mark.parametrize("number", UNWRITABLE, ids=[errno.errorcode[number] for number in UNWRITABLE])
@pytest.mark.parametrize("call", ["mkdir", "open", "write"])
def test_a_game_is_played_without_being_saved_where_nothing_can_be_written(
    number: int, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(find_game)
    if call != "mkdir":
        archive.directory.mkdir(parents=True)
    with monkeypatch.context() as patch:
        match call:
            case "mkdir":
                patch.setattr(Path, "mkdir", fails(number))
            case "open":
                patch.setattr(writing, "open_private", fails(number))
            case "write":
                patch.setattr(writing, "write_all", fails(number))
        session = begun(archive)
        news = session.take_news()
        assert news.startswith(f"This game is not saved: {archive.directory} cannot be ")
        assert news.endswith(f": {os.strerror(number)}.")
        assert session.path is None
        play(session).secure()
        session.close()
        following = archive.rematch(session, Random(2))
        assert following.take_news() == news
        assert series_before(following.header) is not None, "the series goes on"
        assert session.journal is not None
        assert code_of(session), "and the deal has its code"
        again = archive.again(session, Random(3))
        assert again.positions[1].action == session.positions[1].action
        assert isinstance(archive.fork(session, SEATS, marks={LESSON_KEY: True}).journal, Unsaved)
        with pytest.raises(LogError, match=os.strerror(number)):
            archive.fork(session, SEATS, marks={BRANCH_KEY: True})
    assert archive.entries() == []
    assert not archive.directory.exists() or [*archive.directory.iterdir()] == []


def test_a_game_whose_log_can_only_be_read_is_played_on_without_being_saved(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begun(archive)
    session.close()
    assert session.path is not None
    before = session.path.read_bytes()
    real = open

    def refuse(path: Path, mode: str = "r", **more: int) -> object:
        if "+" in mode:
            fails(errno.EROFS)()
        return real(path, mode, **more)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", refuse)
        loaded = archive.resume(session.path)
        assert loaded.session.take_news() == (
            f"This game is not saved: {session.path}: cannot be written: Read-only file system."
        )
        play(loaded.session).close()
    assert session.path.read_bytes() == before
    again = archive.resume(session.path).session
    assert isinstance(again.journal, LogWriter)
    again.close()


def test_nothing_else_ends_in_an_error_where_nothing_can_be_written(home: Path) -> None:
    home.write_text("a file", encoding="utf-8")
    setup_choices.remember(GAME, setup_choices.recall(GAME, "Ana"))
    with pytest.raises(SettingsError, match="so they last until you quit"):
        save(Settings(name="Ana"), Settings())
    with held(home / "games"):
        pass
