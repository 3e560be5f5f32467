"""Where games are kept: begun, listed, resumed, forked."""

import os
import stat
from datetime import datetime, tzinfo
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.players import Dealer
from clockspades.engine.rules import Action, Deal
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import DEALS, code_of, generator, read_code
from clockspades.engine.standing import ASSISTED, BRANCH_KEY, LESSON_KEY, REPEAT_KEY
from clockspades.games.catalogue import GAMES, find_game
from clockspades.games.clock.clock_game import Clock
from clockspades.saved.archive import HOME_VARIABLE, TO_CONTINUE, Archive, Earlier, data_directory
from clockspades.saved.log import LogError, load
from clockspades.saved.log_writer import LogWriter
from clockspades.saved.series import Series, series_after, series_before
from tests.saved.logs import DEAL, GAME, SEATS, game_of, header_line, whole_log, written

OPTIONS = GAME.configure({})


@pytest.fixture
def archive() -> Archive:
    return Archive(find_game)


def begun(archive: Archive, actions: int = 0) -> AnySession:
    """A new game with some actions played."""
    rng = Random(actions)
    session = archive.begin(GAME, OPTIONS, SEATS, rng)
    for _ in range(actions):
        session.act(rng.choice(GAME.rules.legal_actions(session.state)))
    return session


def aged(path: Path, seconds: int) -> Path:
    """The file, last written this many seconds after the first moment of 1970."""
    os.utime(path, (seconds, seconds))
    return path


# -- where ---------------------------------------------------------------------------------------------


def test_games_are_kept_where_the_variable_says(home: Path) -> None:
    assert data_directory() == home
    assert Archive(find_game).directory == home / "games"
    assert Archive(find_game, home / "elsewhere").directory == home / "elsewhere"


@pytest.mark.parametrize("value", [None, ""])
def test_without_the_variable_games_are_in_the_users_data_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str | None
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if value is None:
        monkeypatch.delenv(HOME_VARIABLE)
    else:
        monkeypatch.setenv(HOME_VARIABLE, value)
    assert data_directory().name == "clockspades"
    assert data_directory().is_absolute()


def test_a_tilde_is_the_users_home_or_a_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(HOME_VARIABLE, "~/cards")
    assert data_directory() == tmp_path / "cards"
    monkeypatch.setenv(HOME_VARIABLE, "~nobody-of-that-name/cards")
    assert data_directory() == Path("~nobody-of-that-name/cards")


# -- beginning -----------------------------------------------------------------------------------------


def test_a_new_game_is_dealt_and_kept(archive: Archive) -> None:
    session = begun(archive, 3)
    session.close()
    (entry,) = archive.entries()
    assert entry.path.parent == archive.directory
    assert entry.path.name.endswith("-clockwork-spades.cslog")
    assert not entry.finished
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions == session.positions
    assert loaded.header.seats == SEATS


def test_games_begun_at_the_same_time_are_kept_apart(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a clock was set back."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Stopped":
            return cls(2026, 11, 22, tzinfo=tz)

    monkeypatch.setattr("clockspades.saved.archive.datetime", Stopped)
    for _ in range(3):
        begun(archive).close()
    stem = "2026-11-22-000000-000000-clockwork-spades"
    assert {path.name for path in archive.directory.iterdir()} == {
        f"{stem}.cslog", f"{stem}-2.cslog", f"{stem}-3.cslog"
    }  # fmt: skip


# -- listing -------------------------------------------------------------------------------------------


def test_games_are_listed_the_one_last_played_first(archive: Archive) -> None:
    archive.directory.mkdir(parents=True)
    old = aged(written(archive.directory / "c.cslog", header_line(), DEAL), 100)
    new = aged(written(archive.directory / "a.cslog", *whole_log()), 300)
    middle = aged(written(archive.directory / "b.cslog", header_line(), DEAL, {"note": "x" * 5000}), 200)
    assert [(entry.path, entry.changed, entry.finished) for entry in archive.entries()] == [
        (new, 300, True), (middle, 200, False), (old, 100, False),
    ]  # fmt: skip
    assert archive.newest_unfinished() == middle


@pytest.mark.parametrize(
    ("end", "finished"),
    [
        (b"", True),
        (b'{"note": "hal', True),
        (b'{"note": "gg"}\n', False),
        (b"x\n", False),
        (b"[" * 100_000 + b"\n", False),
        (b"\xff\n", False),
        (b'["result"]\n', False),
    ],
    ids=["result", "half a line", "note", "not JSON", "deep", "not UTF-8", "a list"],
)
def test_a_game_is_finished_if_its_last_full_line_is_a_result(archive: Archive, end: bytes, finished: bool) -> None:
    archive.directory.mkdir(parents=True)
    written(archive.directory / "a.cslog", *whole_log(), end)
    assert [entry.finished for entry in archive.entries()] == [finished]


def test_what_holds_no_game_is_not_listed(archive: Archive) -> None:
    archive.directory.mkdir(parents=True)
    written(archive.directory / "notes.txt", header_line(), DEAL)
    (archive.directory / "directory.cslog").mkdir()
    (archive.directory / "empty.cslog").touch()
    (archive.directory / "begun.cslog").write_bytes(whole_log()[0][:-1])
    (archive.directory / "broken-link.cslog").symlink_to("nowhere")
    os.mkfifo(archive.directory / "pipe.cslog")
    assert archive.entries() == []
    assert archive.newest_unfinished() is None


# -- resuming and forking ------------------------------------------------------------------------------


def test_the_newest_unfinished_game_is_played_on(archive: Archive) -> None:
    session = begun(archive, 5)
    session.close()
    path = archive.newest_unfinished()
    assert path is not None
    loaded = archive.resume(path)
    assert loaded.session.positions == session.positions
    with pytest.raises(LogError, match="another clockspades is playing this game"):
        archive.resume(path)
    loaded.session.act(GAME.rules.legal_actions(loaded.session.state)[0])
    loaded.session.close()
    assert load(path, find_game).session.last == session.last + 1


def test_the_way_back_names_any_game_but_the_one_played_on_first(archive: Archive, tmp_path: Path) -> None:
    begun(archive, 5).close()
    newest = archive.newest_unfinished()
    assert newest is not None
    elsewhere = tmp_path / "a friend's \x07.cslog"
    elsewhere.write_bytes(newest.read_bytes())
    for path, named in ((newest, ""), (elsewhere, f""" '{tmp_path}/a friend'"'"'s ▯.cslog'""")):
        session = archive.resume(path).session
        session.close()
        assert archive.way_back(session) == f"clockspades resume{named}"
        assert archive.way_back(session, plain=True) == f"clockspades resume --plain{named}"


@pytest.mark.parametrize("is_assisted", [False, True])
def test_a_fork_is_written_at_once_as_if_it_was_played(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, is_assisted: bool
) -> None:
    whole = game_of(3).positions
    original: AnySession = Session(GAME, OPTIONS, SEATS, positions=whole[:-1] if is_assisted else whole[:13])
    original.go_to(12)
    synced: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(stat.S_ISDIR(os.fstat(handle).st_mode)))
    monkeypatch.setattr(GAME.rules, "reduce", lambda *_: pytest.fail("the game was played again"))
    branch = archive.fork(original, SEATS)
    assert synced == [False, True], "the log and its name"
    assert branch.standing.is_assisted is is_assisted
    monkeypatch.undo()
    journal = LogWriter.create(archive.directory / "played.cslog", branch.header)
    keeper: AnySession = Session(GAME, OPTIONS, SEATS, journal)
    for position in whole[1:13]:
        keeper.act(position.action)
    if is_assisted:
        journal.note(ASSISTED)
    for played in (branch, keeper):
        while played.outcome is None:
            played.act(GAME.rules.legal_actions(played.state)[0])
        played.close()
    assert branch.journal is not None
    assert branch.journal.path.read_bytes() == journal.path.read_bytes()


def test_a_branch_is_not_the_game_to_continue(archive: Archive) -> None:
    session = begun(archive, 6)
    real = archive.entries()[0].path
    session.close()
    branch = archive.fork(session, SEATS, marks={BRANCH_KEY: True})
    branch.close()
    newest, other = archive.entries()
    assert archive.entries("branch") == [newest]
    assert archive.entries("lesson") == []
    assert archive.entries(TO_CONTINUE) == [other]
    assert archive.newest_unfinished() == real
    assert archive.way_back(branch).endswith(newest.path.name), "but it can be resumed by name"


@pytest.mark.parametrize("mark", [LESSON_KEY, BRANCH_KEY])
def test_a_rematch_after_practice_begins_no_series(archive: Archive, mark: str) -> None:
    session = begun(archive, 1)
    while session.outcome is None:
        session.act(GAME.rules.legal_actions(session.state)[0])
    session.close()
    practice = archive.fork(session, SEATS, marks={mark: True})
    practice.close()
    following = archive.rematch(practice, Random(1))
    assert series_before(following.header) is None
    following.close()


# -- codes and series ----------------------------------------------------------------------------------


def test_a_new_game_has_a_code_that_deals_it_again(archive: Archive) -> None:
    session = archive.begin(GAME, OPTIONS, SEATS, Random(3))
    session.close()
    (entry,) = archive.entries()
    code = code_of(load(entry.path, find_game).session)
    game, options, number = read_code(code, [GAME])
    again = archive.begin(game, options, SEATS[::-1], Random(4), number=number)
    again.close()
    assert again.positions[1] == session.positions[1]
    assert code_of(again) == code


def test_a_game_stopped_before_its_deal_is_dealt_as_its_code_says(archive: Archive) -> None:
    session = archive.begin(GAME, OPTIONS, SEATS, Random(3))
    session.close()
    path = archive.entries()[0].path
    path.write_bytes(path.read_bytes().partition(b"\n")[0] + b"\n")
    loaded = archive.resume(path)
    Dealer(loaded.session, Random(99)).deal()
    loaded.session.close()
    assert loaded.session.positions == session.positions


# -- repeats -------------------------------------------------------------------------------------------


def played_to_the_end(session: AnySession) -> AnySession:
    """The same session after random actions, closed."""
    rng = Random(1)
    while session.outcome is None:
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
    session.close()
    return session


def test_a_deal_that_was_played_before_is_a_repeat(archive: Archive) -> None:
    """Whoever played it, however far, and whichever options deal the same cards."""
    first = archive.begin(GAME, OPTIONS, SEATS, Random(1), number=5)
    first.close()
    assert first.journal is not None
    assert not first.standing.is_repeat
    assert REPEAT_KEY not in first.header.extra
    other = GAME.configure({"rules": "gamerules", "first": 1})
    assert archive.earlier(GAME, other, 5) == Earlier(first.journal.path, first.header.started)
    again = archive.begin(GAME, other, SEATS[::-1], Random(1), number=5)
    again.close()
    assert again.standing.is_repeat
    assert again.journal is not None
    loaded = load(again.journal.path, find_game)
    assert loaded.header.extra[REPEAT_KEY] is True
    assert loaded.session.standing.is_repeat
    assert not load(first.journal.path, find_game).session.standing.is_repeat
    resumed = archive.resume(again.journal.path).session
    resumed.close()
    assert resumed.standing.is_repeat


def test_another_deal_is_no_repeat(archive: Archive) -> None:
    archive.begin(GAME, OPTIONS, SEATS, Random(1), number=5).close()
    assert archive.earlier(GAME, OPTIONS, 6) is None
    clock = Clock()
    assert archive.earlier(clock, clock.configure({}), 5) is None
    for session in (
        archive.begin(GAME, OPTIONS, SEATS, Random(1), number=6),
        archive.begin(GAME, OPTIONS, SEATS, Random(1)),
        archive.begin(clock, clock.configure({}), SEATS[:1], Random(1), number=5),
    ):
        session.close()
        assert not session.standing.is_repeat


def test_a_seed_deals_repeats_also_in_a_rematch(archive: Archive) -> None:
    first = [played_to_the_end(archive.begin(GAME, OPTIONS, SEATS, rng := Random(7)))]
    first.append(played_to_the_end(archive.rematch(first[0], rng)))
    again = [played_to_the_end(archive.begin(GAME, OPTIONS, SEATS, rng := Random(7)))]
    again.append(played_to_the_end(archive.rematch(again[0], rng)))
    assert [session.standing.is_repeat for session in first + again] == [False, False, True, True]


def test_a_number_that_the_system_draws_is_not_looked_up(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Archive, "_ask", None)
    session = archive.begin(GAME, OPTIONS, SEATS, SystemRandom())
    session.close()
    assert not session.standing.is_repeat


def test_a_deal_is_known_however_its_log_is_written(archive: Archive) -> None:
    deal = GAME.rules.deal(GAME.rules.initial(OPTIONS), generator(5))
    assert isinstance(deal, Deal)
    archive.directory.mkdir(parents=True)
    spaced = b'{ "cards": "%s", "do": "deal" }\n' % str(deal.as_json()["cards"]).encode()
    path = written(archive.directory / "a.cslog", header_line(started=7), {"note": "Good cards."}, spaced)
    assert archive.earlier(GAME, OPTIONS, 5) == Earlier(path, "")
    later = written(archive.directory / "b.cslog", header_line(), deal.as_json())
    earlier = written(archive.directory / "c.cslog", header_line(started="2025-11-21T10:00:00Z"), deal.as_json())
    assert archive.earlier(GAME, OPTIONS, 5) == Earlier(later, "2026-11-21T10:00:00Z"), "the last one"
    later.unlink()
    assert archive.earlier(GAME, OPTIONS, 5) == Earlier(earlier, "2025-11-21T10:00:00Z")


def test_a_repeat_changes_nothing_in_a_series(archive: Archive) -> None:
    series = Series((1, 0), best_of=3)
    archive.begin(GAME, OPTIONS, SEATS, Random(1), number=5).close()
    repeat = played_to_the_end(archive.begin(GAME, OPTIONS, SEATS, Random(1), number=5, series=series))
    assert series_after(repeat) == series
    following = archive.rematch(repeat, Random(2))
    following.close()
    assert series_before(following.header) == series
    assert not following.standing.is_repeat, "a rematch is a new deal"
    alone = played_to_the_end(archive.begin(GAME, OPTIONS, SEATS, Random(1), number=5))
    assert series_after(alone) == Series((0, 0))


# -- the same deal again -------------------------------------------------------------------------------

SHORT: dict[str, dict[str, OptionValue]] = {"clogs": {"target": 5}, "spades": {"floor": -200}}
"""Options with which even random choices end a game soon."""


def deals(session: AnySession) -> list[Action]:
    return [at.action for at in session.positions if isinstance(at.action, Deal)]


def played_at_random(session: AnySession, seed: int) -> AnySession:
    """The same session after a whole game, closed."""
    rng, dealer = Random(seed), Dealer(session, Random(seed))
    while session.outcome is None:
        dealer.deal()
        while session.to_act is not None:
            session.act(rng.choice(session.game.rules.legal_actions(session.state)))
    session.close()
    return session


@settings(max_examples=30)
@given(st.data(), st.sampled_from(GAMES), st.integers(0, DEALS - 1), st.booleans())
def test_the_same_deal_again_has_the_same_cards_by_seat(
    data: st.DataObject, game: AnyGame, number: int, other_side: bool
) -> None:
    """With any options, and any number of players; all further deals are the same, too."""
    drawn = {option.key: data.draw(st.sampled_from(option.values)) for option in game.options}
    options = {**drawn, **SHORT.get(game.name, {})}
    assume(not game.conflict(options))
    seats = tuple(Seat(name) for name in "ABCDEF"[: game.seats(options)])
    with TemporaryDirectory() as folder, patch("os.fsync"):
        archive = Archive(find_game, Path(folder, "games"))
        first = played_at_random(archive.begin(game, options, seats, Random(1), number=number), 1)
        again = archive.again(first, Random(2), other_side=other_side)
        assert again.position(1).state == first.position(1).state
        assert again.options == first.options
        assert again.seats == ((*seats[-1:], *seats[:-1]) if other_side else seats)
        assert again.standing.is_repeat
        wins = series_after(first).wins
        expected = (*wins[-1:], *wins[:-1]) if other_side else wins
        assert series_before(again.header) == series_after(first)._replace(wins=expected)
        played_at_random(again, 2)
        both = min(len(deals(first)), len(deals(again)))
        assert deals(again)[:both] == deals(first)[:both]
        following = archive.rematch(again, Random(3))
        following.close()
        assert not following.standing.is_repeat
        assert following.seats == again.seats
        assert series_before(following.header) == series_before(again.header)


def test_a_won_series_and_what_may_be_taken_back_go_on_as_in_a_rematch(archive: Archive) -> None:
    first = archive.begin(GAME, OPTIONS, SEATS, Random(1), series=Series((1, 1), best_of=3))
    first.may_peek = True
    again = archive.again(played_to_the_end(first), Random(1), other_side=True)
    again.close()
    assert series_before(again.header) == Series((0, 0), best_of=3)
    assert again.may_peek


def test_cards_without_a_code_cannot_be_dealt_again(archive: Archive) -> None:
    session = begun(archive, 3)
    fork = archive.fork(session, SEATS)
    session.close()
    with pytest.raises(ValueError, match="has no share code"):
        archive.again(played_to_the_end(fork), Random(1))
    assert len(archive.entries()) == 2
