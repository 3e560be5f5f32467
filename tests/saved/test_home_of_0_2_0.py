"""Files that version 0.2.0 wrote are read for ever, and any bytes in their place cost nothing else."""

import json
import shutil
from datetime import date
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clockspades.branches.branches import branch_logs
from clockspades.duel.duel import Answering, ReceivedPart, Sealed, part_of
from clockspades.engine.fair_deal import doubts_of, faults_of_game, promises_of
from clockspades.engine.header import Seat
from clockspades.engine.standing import Origin, origin_of
from clockspades.games.catalogue import find_game
from clockspades.practice.schedule import ExerciseProgress, keep_answer, read_progress
from clockspades.review import kept_reviews
from clockspades.review.kept_reviews import find_review, kept_review
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, LogError, format_log, load, load_header, load_whole
from clockspades.saved.series import Series, series_before
from clockspades.saved.setup_choices import SetupChoices, recall, remember
from tests.saved.logs import skimmed

HOME: Final = Path(__file__).with_name("home_of_0_2_0")
LOGS: Final = sorted(path.relative_to(HOME).as_posix() for path in HOME.rglob("*.cslog"))
SEAL: Final = bytes.fromhex("bef86ae87a20d0e7a28704ca95b6c2c33ad63db1")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = shutil.copytree(HOME, tmp_path / "home")
    monkeypatch.setenv("CLOCKSPADES_HOME", str(home))
    return home


def read(name: str) -> LoadedLog:
    return load_whole(HOME / "games" / f"{name}.cslog", find_game)


@pytest.mark.parametrize("name", LOGS)
def test_a_log_is_read_whole_and_written_again(name: str) -> None:
    loaded = load_whole(HOME / name, find_game)
    lines = (HOME / name).read_text(encoding="utf-8").splitlines(keepends=True)
    assert format_log(loaded.header, loaded.session) == "".join(line for line in lines if '"note"' not in line)
    assert (skimmed(HOME / name) is not None) == loaded.finished


def test_what_a_header_says_is_understood() -> None:
    assert series_before(read("series").header) == Series((2, 0), 1, 5)
    assert [note.text for note in read("series").notes] == ["A bold “round”"]
    assert read("repeat").session.standing.is_repeat
    assert read("lesson").session.standing.is_lesson
    assert read("daily").session.standing.day == date(2026, 11, 26)
    origin = Origin("2026-11-26-163807-506540-clockwork-spades.cslog", 6, "Branch 1")
    assert origin_of(read("series.branches/branch").header) == origin
    assert part_of(read("duel-seal").header) == Sealed(SEAL, bytes.fromhex("22eed9dd736ace10435f72ab4c9ee074"))
    assert part_of(read("duel-answers").header) == Answering(SEAL, "Ana")
    assert part_of(read("duel-received").header) == ReceivedPart(SEAL, bytes.fromhex("4e943f4c"))
    network = read("network")
    assert network.session.standing.people == (2,)
    assert doubts_of(network.header) == ("Deal 1: something is odd.",)
    (promise,) = promises_of(network.header)
    assert promise.table == "Sunday-evening"
    assert not [*faults_of_game(network.session)]
    assert branch_logs(Archive(find_game, HOME / "games"), HOME / "games" / "series.cslog")


def test_a_setup_is_recalled_and_written_again(home: Path) -> None:
    clockwork = find_game("clockwork-spades")
    assert clockwork is not None
    chosen = recall(clockwork)
    seats = (Seat("Ana"), Seat("Tock", "bot:random"))
    assert chosen == SetupChoices(seats, {"rules": "pagat", "first": 1}, frozenset(), 5)
    remember(clockwork, chosen)
    for file in (home, HOME):
        assert json.loads((file / "choices.json").read_text()) == json.loads((HOME / "choices.json").read_text())


def test_progress_is_read_and_kept(home: Path) -> None:
    path = home / "practice.json"
    progress = {"puzzle 1": ExerciseProgress(1, date(2026, 11, 24)), "puzzle 2": ExerciseProgress(0, None)}
    assert read_progress(path) == (progress, "")
    more = keep_answer(path, "puzzle 1", date(2026, 11, 24), is_right=True)
    assert read_progress(path) == ({**progress, "puzzle 1": more}, "")


def test_a_review_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_reviews, "__version__", "0.2.0")  # a newer version reviews again
    path = HOME / "games" / "series.cslog"
    found = kept_review(None, read("series").session, path, 0)
    assert found == find_review(read("series").session.game, path, 0)
    assert found is not None
    written = json.loads((HOME / "games" / "series.reviews").read_text())["reviews"]["0"]
    assert {key: written[key] for key in found.as_json()} == found.as_json()


NOT_THIS: Final = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@NOT_THIS
@given(st.sampled_from(["choices.json", "practice.json", "games/series.cslog", "games/series.reviews"]), st.data())
def test_damage_costs_one_file_and_gives_no_other_error(home: Path, name: str, data: st.DataObject) -> None:
    whole = (HOME / name).read_bytes()
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 50)))
    (home / name).write_bytes(whole[:start] + data.draw(st.binary(max_size=20)) + whole[end:])
    game, log = find_game("clockwork-spades"), home / "games" / "series.cslog"
    assert game is not None
    assert recall(game).seats
    assert "\n" not in read_progress(home / "practice.json").complaint
    find_review(game, log, 0)
    skimmed(log)
    try:
        load_header(log, find_game)
        load(log, find_game)
    except LogError as error:
        assert str(error).startswith(str(log))  # noqa: PT017
    (home / name).write_bytes(whole)
