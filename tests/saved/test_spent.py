"""What a game took: a note for each sitting, which older programs read too, added up for the result and statistics."""

import json
from pathlib import Path
from random import Random

import pytest

from clockspades.engine import session as engine_session
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.engine.spent import Spent, spent_in, time_words
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, lasting_lines, load
from clockspades.saved.log_editor import write_note
from clockspades.statistics.records import own_games

CLOCKWORK = find_game("clockwork-spades")
assert CLOCKWORK is not None
GAME = CLOCKWORK


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path / "games")


class Clock:
    """A clock that is set by hand."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(engine_session, "monotonic", clock)
    return clock


def begun(archive: Archive, *seats: Seat) -> AnySession:
    return archive.begin(GAME, GAME.configure({}), seats or (Seat("Ana"), Seat("Tick", "bot:random")), Random(5))


def step(session: AnySession, actions: int = 1000) -> None:
    for _ in range(actions):
        if session.outcome is None:
            session.act(session.game.rules.legal_actions(session.state)[0])


def test_sittings_add_up_over_the_undo_of_one(archive: Archive, clock: Clock) -> None:
    session = begun(archive)
    session.sit_down()
    session.hints += 2
    step(session, 3)
    clock.seconds += 70
    session.close()
    assert session.path is not None
    session = archive.resume(session.path).session
    assert session.spent == Spent(70, 2)
    session.sit_down()
    session.forget_after(1)
    session.hints += 1
    clock.seconds += 200.4
    step(session)
    assert session.spent == Spent(270, 3)
    clock.seconds += 500
    session.close()
    loaded = load(session.path or Path(), find_game)
    assert (loaded.fault, loaded.finished, loaded.session.spent) == (None, True, Spent(270, 3))
    assert loaded.notes == [], "they are no notes of the player's"
    notes = [line for line in (session.path or Path()).read_text().splitlines() if "Sitting" in line]
    assert [*map(json.loads, notes)] == [{"note": "Sitting: 70 s, hints: 2."}, {"note": "Sitting: 200 s, hints: 1."}]
    (own,) = own_games(archive)
    assert own.spent == Spent(270, 3)
    write_note(loaded.path, loaded.session, loaded.session.last - 1, "A note of mine", find_game)
    with pytest.raises(LogError, match="write other words"):
        write_note(loaded.path, loaded.session, 1, "Sitting: 9 s, hints: 0.", find_game)
    assert load(loaded.path, find_game).session.spent == Spent(270, 3), "it replaces no sitting"


def test_a_long_log_that_is_written_anew_keeps_the_sittings_that_were_taken_back(archive: Archive) -> None:
    session = begun(archive)
    for seconds in (70, 30):
        session.sit_down()
        step(session, 3)
        assert session.journal is not None
        session.journal.note(Spent(seconds, 1).note)
        session.forget_after(1)
    assert session.path is not None
    lines = session.path.read_bytes().splitlines()
    assert len(lines) > len(kept := [lines[number] for number in lasting_lines(lines)])
    assert spent_in(json.loads(line).get("note") for line in kept) == Spent(100, 2)
    session.close()


def test_a_game_that_is_only_opened_stays_as_it_is(archive: Archive, clock: Clock) -> None:
    session = begun(archive)
    session.close()
    path = session.path or Path()
    before = path.read_bytes()
    session = archive.resume(path).session
    session.sit_down()
    clock.seconds += 9
    session.close()
    assert path.read_bytes() == before
    session = archive.resume(path).session
    session.sit_down()
    session.hints += 1
    session.close()
    assert load(path, find_game).session.spent == Spent(0, 1), "a hint counts, whatever is done with it"


def test_a_hint_counts_where_there_is_a_choice(archive: Archive) -> None:
    session, counted = begun(archive), set()
    while session.outcome is None:
        before, choices = session.hints, session.game.rules.legal_actions(session.state)
        session.count_hint()
        session.count_hint()
        counted.add((len(choices) > 1, session.hints - before))
        step(session, 1)
    session.close()
    assert counted == {(True, 1), (False, 0)}


def test_nothing_is_counted_where_only_bots_play(archive: Archive) -> None:
    session = begun(archive, Seat("Tick", "bot:random"), Seat("Tock", "bot:random"))
    session.sit_down()
    step(session)
    session.close()
    assert session.spent is None


def test_notes_of_players_say_nothing_of_the_time() -> None:
    others = ["Sitting: 5 s", "Sitting: -5 s, hints: 0.", "A note. Sitting: 5 s, hints: 0.", 5, None]
    assert spent_in(others) is None
    assert spent_in([*others, Spent(5, 1).note]) == Spent(5, 1)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 second"), (59, "59 seconds"), (60, "1 minute"), (272, "5 minutes"), (4800, "80 minutes")],
)
def test_a_time_in_words(seconds: int, words: str) -> None:
    assert time_words(seconds) == words


def test_what_a_game_took_in_words() -> None:
    assert Spent(272, 0).words() == "5 minutes · no hints"
    assert Spent(40, 1).words() == "40 seconds · 1 hint"
