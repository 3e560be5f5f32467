"""The games that were played here, counted."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import ASSISTED, REPEAT_KEY
from clockspades.games.catalogue import find_game
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.saved.archive import Archive
from clockspades.saved.log import format_log, load
from clockspades.saved.log_writer import reopen
from clockspades.statistics.records import AmongOthers, KindRecord, own_games, record_of, records
from tests.conformance.golden import golden_logs
from tests.saved.logs import header_line, skimmed, whole_log, written

CLOCK, CLOCKWORK, SPADES = Clock(), ClockworkSpades(), SpadesGame()
ANA, TICK, TOCK = Seat("Ana"), Seat("Tick", "bot:random"), Seat("Tock", "bot:steady")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    (tmp_path / "games").mkdir()
    return Archive(find_game, tmp_path / "games")


def kept(
    archive: Archive,
    game: AnyGame,
    seed: int,
    *seats: Seat,
    assisted: bool = False,
    repeat: bool = False,
    whole: bool = True,
    **options: OptionValue,
) -> AnySession:
    """A game of the archive, the one after those before it, played at random."""
    number = len([*archive.directory.iterdir()])
    rng = Random(seed)
    session: AnySession = Session(game, game.configure({**options}), seats)
    session.deal(rng)
    while session.to_act is not None and (whole or session.last < 5):
        session.act(rng.choice(game.rules.legal_actions(session.state)))
    extra = {REPEAT_KEY: True} if repeat else {}
    header = Header(game.name, session.options, seats, f"2026-11-{number + 1:02}T10:00:00Z", extra)
    text = format_log(header, session)
    if assisted:
        *lines, result = text.splitlines(keepends=True)
        text = "".join([*lines, f'{{"note": "{ASSISTED}"}}\n', result])
    (archive.directory / f"{99 - number}.cslog").write_text(text, encoding="utf-8")
    return session


def clock_seeds(*, won: bool, count: int) -> list[int]:
    """Seeds of games of Clock that are won, or lost."""
    found: list[int] = []
    seed = 0
    while len(found) < count:
        session: AnySession = Session(CLOCK, CLOCK.configure({}), [ANA])
        session.deal(Random(seed))
        while session.to_act is not None:
            session.act(CLOCK.rules.legal_actions(session.state)[0])
        assert session.outcome is not None
        if bool(session.outcome.winners) == won:
            found.append(seed)
        seed += 1
    return found


def among_others(archive: Archive, session: AnySession) -> AmongOthers | None:
    got = record_of(archive, session)
    assert got is not None
    return got[1]


def the_record(archive: Archive) -> KindRecord:
    (record,) = records(archive)
    return record


def test_games_are_counted_in_the_order_in_which_they_began(archive: Archive) -> None:
    won, lost = clock_seeds(won=True, count=3), clock_seeds(won=False, count=3)
    for seed in (lost[0], won[0], won[1], lost[1], lost[2], won[2]):
        kept(archive, CLOCK, seed, ANA)
    record = the_record(archive)
    assert (record.title, record.kind.game) == ("Clock", "clock")
    assert (record.played, record.won, record.drawn, record.share) == (6, 3, 0, 0.5)
    assert (record.best_run, record.current_run) == (2, 1)
    assert record.expectation is not None
    assert record.expectation.share == pytest.approx(1 / 13)
    kept(archive, CLOCK, lost[0], ANA)
    assert (the_record(archive).best_run, the_record(archive).current_run) == (2, 0)


def test_how_far_each_came_is_kept(archive: Archive) -> None:
    (won,), lost = clock_seeds(won=True, count=1), clock_seeds(won=False, count=2)
    scores: list[int] = []
    for seed in (won, *lost):
        session = kept(archive, CLOCK, seed, ANA)
        scores += CLOCK.rules.scores(session.state)
    record = the_record(archive)
    assert record.goal == max(scores) == 52
    assert record.scores == tuple(sorted(scores))


def test_assisted_games_are_told_apart(archive: Archive) -> None:
    (won,), (lost,) = clock_seeds(won=True, count=1), clock_seeds(won=False, count=1)
    kept(archive, CLOCK, lost, ANA)
    kept(archive, CLOCK, won, ANA, assisted=True)
    record = the_record(archive)
    assert (record.played, record.won, record.best_run, len(record.scores), record.assisted) == (1, 0, 0, 1, 1)


def test_repeats_are_told_apart(archive: Archive) -> None:
    (won,), lost = clock_seeds(won=True, count=1), clock_seeds(won=False, count=2)
    kept(archive, CLOCK, lost[0], ANA)
    kept(archive, CLOCK, won, ANA, repeat=True)
    kept(archive, CLOCK, won, ANA, repeat=True, assisted=True)
    kept(archive, CLOCK, lost[1], ANA, assisted=True)
    record = the_record(archive)
    assert (record.played, record.won, record.best_run, len(record.scores)) == (1, 0, 0, 1)
    assert (record.repeats, record.assisted) == (2, 1)
    assert record.as_json()["repeats"] == 2
    assert [own.standing.counts for own in own_games(archive)] == [True, False, False, False]


def test_practice_is_told_apart_and_counts_for_nothing(archive: Archive) -> None:
    kept(archive, CLOCKWORK, 1, ANA, TICK)
    counted = records(archive)
    for seed in range(2):
        session = kept(archive, CLOCKWORK, seed, ANA, Seat("Argus", "bot:open"))
    practice = next(record for record in records(archive) if record not in counted)
    assert (practice.played, practice.won, practice.share, practice.assisted, practice.practice) == (0, 0, None, 0, 2)
    assert practice.words() == "Clockwork Spades, against an X-ray bot: 2 practice games, not counted."
    assert [record for record in records(archive) if record != practice] == counted
    assert record_of(archive, session) == (practice, None)


@pytest.mark.parametrize("seer", [1, 2])
def test_it_is_practice_wherever_somebody_sees_all_cards(archive: Archive, seer: int) -> None:
    kinds = ("open" if seat == seer else "random" for seat in (1, 2, 3))
    seats = (ANA, *(Seat(name, f"bot:{kind}") for name, kind in zip("BCD", kinds)))
    session = Session(SPADES, SPADES.configure({}), seats)
    assert session.standing.is_practice
    (archive.directory / "practice.cslog").write_text(
        format_log(Header(SPADES.name, session.options, seats, "2026-11-01T10:00:00Z"), session)
        + '{"result": {"winners": [0, 2], "scores": [500, 0], "reason": "target"}}\n',
        encoding="utf-8",
    )
    assert (the_record(archive).played, the_record(archive).practice) == (0, 1)


def test_variants_options_and_bots_are_counted_apart_and_who_begins_is_not(archive: Archive) -> None:
    kept(archive, CLOCK, 1, ANA)
    kept(archive, CLOCK, 1, ANA, variant="watch")
    kept(archive, CLOCKWORK, 1, ANA, TICK)
    kept(archive, CLOCKWORK, 2, TICK, ANA, first=1)
    kept(archive, CLOCKWORK, 3, ANA, TOCK)
    kept(archive, CLOCKWORK, 4, ANA, TICK, rules="gamerules")
    assert {record.title: record.played for record in records(archive)} == {
        "Clock": 1,
        "Watch": 1,
        "Clockwork Spades, against an easy bot": 2,
        "Clockwork Spades, against a strong bot": 1,
        "Clockwork Spades, rules: gamerules.com, against an easy bot": 1,
    }


def test_a_partner_is_told_apart_from_those_who_are_played_against(archive: Archive) -> None:
    found = set()
    for kinds in (("steady", "random", "random"), ("random", "steady", "random"), ("random", "random", "steady")):
        seats = (ANA, *(Seat(name, f"bot:{kind}") for name, kind in zip("BCD", kinds)))
        got = record_of(archive, Session(SPADES, SPADES.configure({}), seats))
        assert got is not None
        record, standing = got
        assert standing is None
        assert record.as_json()["partner"] == record.kind.partner
        found.add((record.title, record.kind.partner))
    assert found == {
        ("Spades, with an easy bot against an easy bot and a strong bot", "random"),
        ("Spades, with a strong bot against 2 easy bots", "steady"),
    }


def test_the_seat_of_the_person_wins(archive: Archive) -> None:
    wins = 0
    for seed in range(6):
        seats = (ANA, TICK) if seed % 2 else (TICK, ANA)
        session = kept(archive, CLOCKWORK, seed, *seats)
        assert session.outcome is not None
        wins += session.outcome.winners == (seats.index(ANA),)
    record = the_record(archive)
    assert (record.won, record.played) == (wins, 6)
    assert 0 < wins < 6
    assert (record.scores, record.goal, record.expectation) == ((), None, None)
    assert among_others(archive, session) is None


# -- how far a game came -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("among", "words"),
    [
        (AmongOthers(0, 0), ""),
        (AmongOthers(1, 0), ""),
        (AmongOthers(1, 1), "Better than your other game."),
        (AmongOthers(5, 5), "Your best of 6 games."),
        (AmongOthers(5, 3), "Better than 3 of your 5 other games."),
    ],
)
def test_how_far_a_game_came_in_words(among: AmongOthers, words: str) -> None:
    assert among.words() == words


def test_a_standing_is_among_the_others(archive: Archive) -> None:
    for seed in range(8):
        kept(archive, CLOCK, seed, ANA)
    scores = the_record(archive).scores
    for path in [*archive.directory.iterdir()]:
        session = reopen(path, find_game).session
        assert session.outcome is not None
        others = [*scores]
        others.remove(score := session.outcome.scores[0])
        expected = AmongOthers(7, sum(other < score for other in others))
        assert among_others(archive, session) == expected
        elsewhere = archive.directory.parent / "elsewhere.cslog"
        session.close()
        path.rename(elsewhere)
        moved = reopen(elsewhere, find_game).session
        assert among_others(archive, moved) == expected, "the log need not be in the archive"
        moved.close()
        elsewhere.rename(path)


# -- what the ends of a log tell -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", golden_logs(CLOCK) + golden_logs(CLOCKWORK), ids=lambda path: path.stem)
def test_skimming_tells_what_loading_proves(path: Path) -> None:
    loaded, found = load(path, find_game), skimmed(path)
    assert found is not None
    session = loaded.session
    assert (found.header, found.outcome, found.standing) == (loaded.header, session.outcome, session.standing)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [header_line()],
        [*whole_log()[:-1]],
        [b"{}\n", *whole_log()[1:]],
        [header_line(game="chess"), *whole_log()[1:]],
        [*whole_log(), b"{broken\n"],
        [header_line(), {"result": {"winners": [True], "scores": [1, 2], "reason": "last-spade"}}],
        [header_line(), {"result": {"winners": [0], "scores": ["1", 2], "reason": "last-spade"}}],
        [header_line(), {"result": {"winners": 0, "scores": [1, 2], "reason": "last-spade"}}],
        [header_line(), {"result": {"winners": [0], "scores": [1, 2], "reason": "target"}}],
        [header_line(), {"result": []}],
        [header_line(), b'"' + b"x" * (1 << 20) + b'"\n'],
    ],
    ids=["empty", "a header", "no result", "no header", "no game", "a fault", "a winner", "a score", "winners",
         "a reason of another game", "a result", "a long line"],
)  # fmt: skip
def test_what_is_no_finished_game_is_passed_over(tmp_path: Path, lines: list[Any]) -> None:
    path = written(tmp_path / "some.cslog", *lines)
    assert skimmed(path) is None
    assert records(Archive(find_game, tmp_path)) == []
