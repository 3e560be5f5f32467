"""Logs that editors, mail programs and people have saved again, or copied: the game in them is the same."""

import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.daily.daily import played, streak
from clockspades.engine.options import Json
from clockspades.engine.standing import DUEL_KEY
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load, load_header
from clockspades.saved.log_editor import mark_assisted, write_header, write_note
from clockspades.saved.log_writer import reopen
from clockspades.statistics.milestones import milestones, news
from clockspades.statistics.progress import own_reviews, progress
from clockspades.statistics.records import record_of, records
from tests.daily.daily_games import DAY, deal, saved
from tests.saved.logs import GAME, SEATS, skimmed, whole_log

LINES = whole_log()
EMPTY = st.sampled_from([b"\n", b"\r\n", b"  \n", b"\t\r\n", b"\xef\xbb\xbf\n"])


def spoiled(draw: st.DataObject, lines: list[bytes]) -> bytes:
    """The lines as another program saves them: with a BOM, other line ends, and empty lines anywhere."""
    end = draw.draw(st.sampled_from([b"\n", b"\r\n", b" \r\n"]))
    parts = [draw.draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))]
    for line in lines:
        parts += [*draw.draw(st.lists(EMPTY, max_size=2)), line.rstrip(b"\n") + end]
    return b"".join([*parts, *draw.draw(st.lists(EMPTY, max_size=2))])


@settings(max_examples=12, deadline=None)
@given(st.data(), st.integers(2, len(LINES)))
def test_a_log_that_was_saved_again_is_the_same_game_and_can_be_played_on_and_noted(
    data: st.DataObject, number: int
) -> None:
    with TemporaryDirectory() as home:
        folder = Path(home, "games")
        folder.mkdir()
        plain, path = folder / "plain.cslog", folder / "saved again.cslog"
        plain.write_bytes(b"".join(LINES[:number]))
        path.write_bytes(spoiled(data, LINES[:number]))
        before, after = load(plain, find_game), load(path, find_game)
        assert (before.fault, after.fault) == (None, None)
        assert [at.action for at in after.session.positions] == [at.action for at in before.session.positions]
        assert (after.header, after.finished) == (before.header, before.finished)
        assert load_header(path, find_game) == load_header(plain, find_game)
        assert skimmed(path) == skimmed(plain)
        assert [entry.finished for entry in Archive(find_game, folder).games()] == [before.finished]
        write_header(path, "duel", lambda _: {"answers": "00" * 20, "from": "Ben"})
        for point in {0, after.session.last // 2, after.session.last}:
            assert [note.text for note in write_note(path, after.session, point, f"at {point}", find_game)] == [
                f"at {point}"
            ]
        if not after.finished:
            mark_assisted(load(path, find_game), find_game)
            session = reopen(path, find_game).session
            while session.outcome is None:
                session.act(GAME.rules.legal_actions(session.state)[0])
            session.close()
        again = load(path, find_game)
        assert (again.fault, again.finished) == (None, True)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the header is missing"),
        (b"\xef\xbb\xbf\r\n\r\n", "the header is missing"),
        (b"".join(LINES).decode().encode("utf-16"), "is not UTF-8 text"),
        (b"> " + b"> ".join(LINES), "it goes wrong at character 1"),
        (b"From: Ana\n\n" + b"".join(LINES), "it goes wrong at character 1"),
        (LINES[0][:76] + b"\n" + LINES[0][76:] + b"".join(LINES[1:]), "it ends too early, as if it was wrapped"),
        (LINES[0].replace(b'"', "“".encode()), "it goes wrong at character 2"),
    ],
    ids=["nothing", "empty lines", "UTF-16", "quoted", "mail", "wrapped", "quotes"],
)
def test_what_another_program_made_of_a_log_is_refused_in_our_words(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "game.cslog"
    path.write_bytes(content)
    with pytest.raises(LogError, match=says):
        load(path, find_game)


# -- copies ------------------------------------------------------------------------------------------------


def copied(path: Path) -> list[Path]:
    """Copies of a log, as file managers make them, and one that another program saved again."""
    names = [f"{path.stem} (1)", f"Copy of {path.stem}", f"{path.stem} - Kopie", "0"]
    copies = [path.with_name(f"{name}{path.suffix}") for name in names]
    for copy in copies:
        shutil.copy2(path, copy)
    copies[-1].write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b"\n")
    return copies


def test_a_copy_of_a_game_is_no_other_game(tmp_path: Path) -> None:
    archive = Archive(find_game, tmp_path)
    of = deal()
    path = saved(archive.directory, of)
    before = (
        records(archive),
        len(progress(archive).games),
        [each.milestone for each in milestones(progress(archive)) if each.game is not None],
        streak([*played(archive).values()], DAY),
        len([*own_reviews(archive)]),
    )
    loaded = reopen(path, find_game)
    loaded.session.close()
    reached, standing = news(archive, loaded.session), record_of(archive, loaded.session)
    copies = copied(path)
    assert before == (
        records(archive),
        len(progress(archive).games),
        [each.milestone for each in milestones(progress(archive)) if each.game is not None],
        streak([*played(archive).values()], DAY),
        len([*own_reviews(archive)]),
    )
    assert len(archive.entries()) == 1 + len(copies), "all files are listed, to be deleted"
    assert len(archive.games()) == 1
    for each in (path, *copies):
        again = reopen(each, find_game)
        assert (news(archive, again.session), record_of(archive, again.session)) == (reached, standing)
        assert archive.others_of_deal(again) == []
        again.session.close()


def test_a_duel_finds_the_game_that_was_played_on_and_not_its_copies(tmp_path: Path) -> None:
    archive = Archive(find_game, tmp_path)
    part: dict[str, Json] = {"answers": "00" * 20, "from": "Ben"}
    session = archive.begin(GAME, GAME.configure({}), SEATS, Random(1), marks={DUEL_KEY: part})
    assert session.path is not None
    shutil.copy(session.path, tmp_path / "0.cslog")
    while session.outcome is None:
        session.act(GAME.rules.legal_actions(session.state)[0])
    session.close()
    shutil.copy(session.path, tmp_path / "1.cslog")
    write_header(tmp_path / "1.cslog", "duel", lambda _: None)
    assert [entry.path for entry in archive.duels()] == [session.path, tmp_path / "0.cslog"]
