"""One wrong file among the saved games costs nothing but itself, whoever reads them."""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import redirect_stdout
from copy import deepcopy
from datetime import date
from io import StringIO
from itertools import count
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clockspades.branches.branches import begin_branch, branch_logs, lines_of
from clockspades.cli.stats import stats
from clockspades.daily.daily import played, streak
from clockspades.daily.daily_model import result_words
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Deal
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import generator
from clockspades.games.catalogue import GAMES, find_game
from clockspades.practice.agenda import agenda, mistakes_words
from clockspades.practice.mistakes import own_mistakes
from clockspades.review.kept_reviews import kept_review, reviews_path
from clockspades.saved.archive import HOME_VARIABLE, TO_CONTINUE, Archive
from clockspades.saved.log import LoadedLog, format_log, load
from clockspades.saved.saved_games import read_headings, saved_game
from clockspades.saved.series import SERIES_JSON, Series, series_before
from clockspades.statistics.milestones import milestones, news
from clockspades.statistics.progress import own_reviews, progress
from clockspades.statistics.records import own_games, record_of, records
from clockspades.statistics.statistics_model import game_models
from tests.commands import little_effort
from tests.daily.daily_games import DAY, deal
from tests.daily.daily_games import header as daily_header
from tests.daily.daily_games import play as play_daily

TODAY: Final = date(2026, 12, 1)
ANA: Final = Seat("Ana")
OPTIONS: Final[dict[str, dict[str, Any]]] = {"clogs": {"target": 5}, "spades": {"target": 50, "floor": -200}}
TITLES: Final = {game.name: game.title for game in GAMES}
LONGEST: Final = 400
"""More characters than any line of the statistics has."""


# -- games that are good -------------------------------------------------------------------------------------------


def log_of(name: str, seed: int, **extra: Any) -> str:
    """The log of a game that Ana played at random, with the best bots in the other seats who did so too."""
    game = find_game(name)
    assert game is not None
    options, rng = game.configure(OPTIONS.get(name, {})), Random(seed)
    session: AnySession = Session(game, options, fill_seats(game, options, [ANA]))
    while session.outcome is None:
        if session.to_act is None:
            dealt = sum(isinstance(at.action, Deal) for at in session.positions)
            session.act(game.rules.deal(session.state, generator(seed, dealt)))
        else:
            session.act(rng.choice(game.rules.legal_actions(session.state)))
    started = f"2026-11-{seed:02}T10:00:00Z"
    return format_log(Header(name, options, session.seats, started, extra), session)


def daily_log(name: str) -> str:
    """The log of the deal of the day of a game."""
    return format_log(daily_header(deal(name)), play_daily(deal(name)))


def keep(path: Path, text: str) -> LoadedLog:
    """Keep a log and its review."""
    path.write_text(text, encoding="utf-8")
    loaded = load(path, find_game)
    assert loaded.fault is None
    kept_review(Archive(find_game, path.parent), loaded.session, path, 0)
    return loaded


class Files(NamedTuple):
    """A folder of good games, and by name others that are about to be spoiled, each a log and its reviews."""

    home: Path
    others: dict[str, tuple[bytes, bytes]]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Files]:
    with pytest.MonkeyPatch.context() as patched:
        little_effort(patched.setattr)
        home, elsewhere = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("elsewhere")
        archive = Archive(find_game, home / "games")
        archive.directory.mkdir()
        for number, game in enumerate(GAMES, 1):
            keep(archive.directory / f"{game.name}.cslog", log_of(game.name, number))
        keep(archive.directory / "daily.cslog", daily_log("watch"))
        series = log_of("clockwork-spades", 9, series=SERIES_JSON.write(Series((1, 0), 0, 3)))
        loaded = keep(archive.directory / "series.cslog", series)
        loaded.session.go_to(5)
        begin_branch(archive, loaded.path, loaded, loaded.header.seats).close()
        unfinished = log_of("clock", 10).splitlines(keepends=True)[:9]
        (archive.directory / "unfinished.cslog").write_text("".join(unfinished))
        texts = {game.name: log_of(game.name, number) for number, game in enumerate(GAMES, 20)}
        texts |= {"daily": daily_log("clock"), "series": series.replace("2026-11-09", "2026-11-19")}
        others: dict[str, tuple[bytes, bytes]] = {}
        for name, text in texts.items():
            path = elsewhere / f"{name}.cslog"
            keep(path, text)
            others[name] = path.read_bytes(), reviews_path(path).read_bytes()
        yield Files(home, others)


# -- everybody who reads them --------------------------------------------------------------------------------------


def games_seen(archive: Archive, logs: list[LoadedLog], bad: Collection[Path]) -> dict[str, Any]:
    """What is read of each good game, whose logs these are, beside the bad ones."""
    entries = archive.entries()
    good = [entry for entry in entries if entry.path not in bad]
    deals = [(each.session.game, each.session.options, each.session.position(1).action) for each in logs[:2]]
    found = progress(archive)
    known = next(own_mistakes(archive, TODAY))
    exercises = [one for one in known.exercises if one.log not in bad]
    due = agenda(known.exercises, {}, TODAY)
    branched = next(each for each in logs if branch_logs(archive, each.path))
    assert mistakes_words(known, {}, TODAY)
    assert all(saved_game(entry, archive.find_game).sentence for entry in entries if entry.path in bad)
    return {
        "entries": good,
        "results": [each for each in archive.skim("1") if each.entry in good],
        "own games": [own for own in own_games(archive) if own.path not in bad],
        "reviews": [(own, kept) for own, kept in own_reviews(archive) if own.path not in bad],
        "progress": [game for game in found.games if game.own.path not in bad],
        "series": [series_before(each.header) for each in logs],
        "daily": {key: one for key, one in played(archive).items() if one.path not in bad},
        "same deals": [
            {path: one for path, one in archive.begun_with(game, deal).items() if path not in bad}
            for game, _, deal in deals
            if isinstance(deal, Deal)
        ],
        "earlier": [archive.earlier(game, options, 1) for game, options, _ in deals],
        "to compare": [[one for one in archive.others_of_deal(each) if one.path not in bad] for each in logs[:2]],
        "headings": [heading for heading in read_headings(archive) if heading.entry.path not in bad],
        "branches": lines_of(archive, branched.path, branched),
        "mistakes": [(one.key, one.title, one.log) for one in exercises],
        "agenda": [one.key for one in due.new if one in exercises],
        "unfinished": [entry.path for entry in archive.entries(TO_CONTINUE) if entry in good],
    }


def sums_seen(archive: Archive, session: AnySession) -> dict[str, Any]:
    """What all games together say, to somebody who has finished this one too."""
    found = progress(archive)
    days = [*played(archive).values()]
    return {
        "records": records(archive),
        "record": record_of(archive, session),
        "statistics": game_models(found, TITLES),
        "milestones": [(each.milestone.title, each.when, each.as_json()) for each in milestones(found)],
        "news": news(archive, session),
        "streak": streak(days, DAY),
        "result": result_words(archive, session, DAY),
        **{
            f"stats {of_milestones} {as_json}": printed(archive, of_milestones=of_milestones, as_json=as_json)
            for of_milestones in (False, True)
            for as_json in (False, True)
        },
    }


def printed(archive: Archive, **options: bool) -> str:
    """What ``stats`` prints of these games."""
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(StringIO()) as out:
        patched.setenv(HOME_VARIABLE, str(archive.directory.parent))
        assert stats(None, reviewing=False, **options) == 0
    lines = out.getvalue().splitlines()
    assert options["as_json"] or max(map(len, lines)) < LONGEST
    assert options["as_json"] or not re.search(r"\d{9}", re.sub(r"\(.*\)|\S+\.cslog", "", out.getvalue())), (
        "no digits flood it"
    )
    return out.getvalue()


class Clean(NamedTuple):
    """The good games, and what is read of them while there is no bad one."""

    archive: Archive
    logs: list[LoadedLog]
    session: AnySession
    games: dict[str, Any]
    sums: dict[str, Any]
    others: dict[str, tuple[bytes, bytes]]


@pytest.fixture(scope="module")
def clean(files: Files) -> Iterator[Clean]:
    archive = Archive(find_game, files.home / "games")
    logs = [load(entry.path, find_game) for entry in archive.entries()]
    session = archive.resume(archive.directory / "daily.cslog").session
    games, sums = games_seen(archive, logs, ()), sums_seen(archive, session)
    yield Clean(archive, logs, session, games, sums, files.others)
    session.close()


NUMBERS = count()
Spoiled = tuple[bytes, bytes | None]
"""A log, and its reviews if it has any."""


def counted_beside(clean: Clean, spoiled: Iterable[Spoiled]) -> list[int]:
    """Put more games into the archive, and check what is read of the others; which of the new ones count."""
    archive, logs, session, games, sums, _ = clean
    bad = {archive.directory / f"bad-{next(NUMBERS)}.cslog": each for each in spoiled}  # files are read once by name
    try:
        for path, (log, reviews) in bad.items():
            path.write_bytes(log)
            if reviews is not None:
                reviews_path(path).write_bytes(reviews)
        assert games_seen(archive, logs, bad) == games
        counted: set[Path] = set()
        while found := {own.path for own in own_games(archive)} & {*bad}:  # some may be copies of others
            counted |= found
            sums_seen(archive, session)
            for path in found:
                _delete(path)
        assert sums_seen(archive, session) == sums
        return [number for number, path in enumerate(bad) if path in counted]
    finally:
        for path in bad:
            _delete(path)


def _delete(log: Path) -> None:
    log.unlink(missing_ok=True)
    reviews_path(log).unlink(missing_ok=True)


# -- how they are spoiled ------------------------------------------------------------------------------------------

VALUES: Final[list[Any]] = [
    None, True, False, -1, 0, 1, 2, 99, 10**8, -(10**30), 10**400, 0.5, -0.1, 1e308, -1.7e308, inf, nan, "", "x", "0",
    "human", "bot:x", "\x1b[31m", "9" * 500, [], {}, [[]], [None], [0], ["bid"], {"x": 1}, "2026-11-22",
    "2026-11-22T10:00:00", "9999-12-31T23:59:59-23:00", "0001-01-01T00:00:00+14:00",
]  # fmt: skip
LINES: Final = [
    b'["bid"]\n', b'"bid"\n', b"7\n", b"null\n", b"\n", b"x", b'{"bid": 1}\n', b'{"result": []}\n', b'{"result": {}}\n',
    b'{"note": 1}\n', b'{"note": "Assisted"}\n', b"[" * 3000 + b"\n",
    b'{"tricks": ' + b"9" * 5000 + b', "do": "bid"}\n',
    b'{"x": NaN, "do": "bid"}\n', b"\xff\xfe\n", b"\0" * 50 + b"\n", b'{"do": "bid", "do": "bid"}\n',
    b'{"seat": 0, "do": "bid", "tricks": 0}\n',
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each value within another one; the first and last ones of a long list."""
    yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for at in {*range(len(value))[:3], *range(len(value))[-2:]}:
            yield from places(value[at], (*path, at))


def changed(data: st.DataObject, whole: Any) -> Any:
    """The same with a part replaced, removed or added."""
    path = data.draw(st.sampled_from([*places(whole)]))
    value = deepcopy(data.draw(st.sampled_from(VALUES)))
    if not path:
        return value
    *way, last = path
    part = whole
    for step in way:
        part = part[step]
    match data.draw(st.sampled_from(["replace", "replace", "remove", "add"])):
        case "replace":
            part[last] = value
        case "remove":
            del part[last]
        case _ if isinstance(part, dict):
            part["more"] = value
        case _:
            part.append(value)
    return whole


def spoiled_log(data: st.DataObject, log: bytes) -> bytes:
    """A log with one line that was changed, replaced, added or removed, or with its end cut off."""
    lines = log.splitlines(keepends=True)
    at = data.draw(st.sampled_from([0, 0, 1, 2, len(lines) // 2, -2, -1, -1, -1]))
    match data.draw(st.sampled_from(["change", "change", "change", "replace", "insert", "remove", "cut"])):
        case "change":
            lines[at] = json.dumps(changed(data, json.loads(lines[at]))).encode() + b"\n"
        case "replace":
            lines[at] = data.draw(st.sampled_from(LINES))
        case "insert":
            lines.insert(at, data.draw(st.sampled_from(LINES)))
        case "remove":
            del lines[at]
        case _:
            return log[: data.draw(st.integers(0, len(log)))]
    return b"".join(lines)


quickly = settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
TOGETHER: Final = range(8)
"""Spoiled games are read eight at a time."""


@quickly
@given(data=st.data())
def test_logs_with_any_fault_cost_no_other_game(clean: Clean, data: st.DataObject) -> None:
    chosen = [clean.others[data.draw(st.sampled_from([*clean.others]))] for _ in TOGETHER]
    counted_beside(
        clean, [(spoiled_log(data, log), data.draw(st.sampled_from([None, reviews]))) for log, reviews in chosen]
    )


@quickly
@given(data=st.data())
def test_reviews_with_any_fault_cost_no_other_game(clean: Clean, data: st.DataObject) -> None:
    spoiled: list[Spoiled] = []
    for _ in TOGETHER:
        log, reviews = clean.others[data.draw(st.sampled_from([*clean.others]))]
        whole = json.loads(reviews)
        whole["reviews"] = changed(data, whole["reviews"])
        spoiled.append((log, json.dumps(whole).encode()))
    counted_beside(clean, spoiled)


RESULTS: Final = {
    "one that could be": {"winners": [0, 2], "scores": [50, -200], "reason": "target"},
    "no scores": {"winners": [0, 2], "scores": [], "reason": "target"},
    "too many scores": {"winners": [0, 2], "scores": [50, 1, 2], "reason": "target"},
    "an enormous score": {"winners": [0, 2], "scores": [10**400, 1], "reason": "target"},
    "a score above the limit": {"winners": [0, 2], "scores": [10**7 + 1, 1], "reason": "target"},
    "a score that is no number": {"winners": [0, 2], "scores": [True, 1], "reason": "target"},
    "half a side": {"winners": [0], "scores": [50, 1], "reason": "target"},
    "both sides": {"winners": [0, 1, 2, 3], "scores": [50, 1], "reason": "target"},
    "a winner twice": {"winners": [0, 0, 2], "scores": [50, 1], "reason": "target"},
    "a winner who is not there": {"winners": [4], "scores": [50, 1], "reason": "target"},
    "a winner below 0": {"winners": [-1], "scores": [50, 1], "reason": "target"},
    "a reason of another game": {"winners": [0, 2], "scores": [50, 1], "reason": "stuck"},
    "one key more": {"winners": [0, 2], "scores": [50, 1], "reason": "target", "more": 1},
}


def test_a_result_that_no_game_has_counts_for_nothing(clean: Clean) -> None:
    lines = clean.others["spades"][0].splitlines(keepends=True)
    results = [json.dumps({"result": result}).encode() + b"\n" for result in RESULTS.values()]
    counted = counted_beside(clean, [(b"".join([*lines[:-1], result]), None) for result in results])
    assert [[*RESULTS][number] for number in counted] == ["one that could be"]


def test_a_score_beyond_the_goal_counts_for_nothing(clean: Clean) -> None:
    log = clean.others["daily"][0].splitlines(keepends=True)
    results = [
        {"result": {"winners": winners, "scores": [score], "reason": "fourth-king"}}
        for winners, score in [([0], 51), ([], 52), ([0], 53), ([], 53), ([], -1), ([], 10**400)]
    ]
    spoiled = [(b"".join([*log[:-1], json.dumps(result).encode() + b"\n"]), None) for result in results]
    assert counted_beside(clean, spoiled) == []


@pytest.mark.parametrize("name", ["clogs", "german-clock"])
def test_a_review_whose_enormous_numbers_add_up(clean: Clean, name: str) -> None:
    log, reviews = clean.others[name]
    whole = json.loads(reviews)
    first, second, *_ = whole["reviews"]["0"]["turns"]
    second["luck"] += first["value"]
    first.update(value=0.0, luck=-1.7e308, skill=1.7e308)
    assert counted_beside(clean, [(log, json.dumps(whole).encode())]), "the game counts without its review"
