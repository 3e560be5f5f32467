"""What each kind of game counts for, wherever that is asked."""

from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.branches.branches import open_game_and_branches
from clockspades.daily.daily import played
from clockspades.duel.duel import why_not
from clockspades.engine.header import Seat
from clockspades.engine.options import Json
from clockspades.engine.standing import (
    ASSISTED,
    BRANCH_KEY,
    DAILY_KEY,
    DUEL_KEY,
    LESSON_KEY,
    NETWORK_KEY,
    REPEAT_KEY,
    Standing,
    origin_of,
)
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import TO_CONTINUE, Archive
from clockspades.saved.log import dump, format_log
from clockspades.saved.saved_games import saved_game
from clockspades.saved.series import KEY, SERIES_JSON, series_after
from clockspades.statistics.progress import own_reviews, progress
from clockspades.statistics.records import own_games, record_of
from tests.daily.daily_games import DAY, deal, header, play, read

DEAL: Final = deal("clockwork-spades")
SERIES: Final[Json] = {"wins": [1, 1], "drawn": 0}
ANA, BEN, ARGUS = Seat("Ana"), Seat("Ben"), Seat("Argus", "bot:open")


class Counts(NamedTuple):
    """What a finished game of a deal of the day counts for, and whether an unfinished one comes up again."""

    recorded: bool
    """Whether its record mentions it."""
    counted: bool
    """Whether the record counts it, it can reach milestones, and its mistakes are exercises."""
    day: str | None
    """Why it does not count for its day, empty if it does; None if it has nothing to do with it."""
    duel: bool
    """Whether it is fit for one."""
    series: bool
    """Whether its result changes the score of the series."""
    listed: str
    """The word in a list of games before its result."""
    resumed: bool
    branch_assists: bool
    """Whether a branch that is begun while it goes on makes it practice."""


OWN: Final = Counts(True, True, "", True, True, "", True, True)
PRACTICE: Final = Counts(True, False, "practice", False, True, "practice", True, False)
REPEAT: Final = Counts(True, False, "a repeat", False, False, "repeat", True, False)
APART: Final = Counts(False, False, None, False, False, "", True, False)
BRANCH: Final = APART._replace(listed="branch", resumed=False)
RECEIVED: Final = APART._replace(listed="friend's")
OTHERS: Final = APART._replace(series=True)


@pytest.mark.parametrize(
    ("told", "note", "seats", "counts"),
    [
        ({}, "", [ANA], OWN),
        ({}, "A note.", [ANA], OWN),
        ({}, ASSISTED, [ANA], PRACTICE),
        ({}, "", [ANA, ARGUS], PRACTICE),
        ({REPEAT_KEY: True}, "", [ANA], REPEAT),
        ({REPEAT_KEY: True}, ASSISTED, [ANA], REPEAT._replace(listed="practice")),
        ({LESSON_KEY: True}, "", [ANA], APART),
        ({BRANCH_KEY: True}, "", [ANA], BRANCH),
        ({BRANCH_KEY: {"of": "x.cslog", "point": 2, "name": "Branch 1"}}, ASSISTED, [ANA], BRANCH),
        ({DUEL_KEY: {"received": "00" * 20, "mark": "00" * 16}}, "", [ANA], RECEIVED),
        ({DUEL_KEY: {"seal": "00" * 20, "salt": "00" * 16}}, "", [ANA], OWN),
        ({DUEL_KEY: {"answers": "00" * 20, "from": "Ben"}}, "", [ANA], OWN),
        ({NETWORK_KEY: {"seat": 0}}, "", [ANA], OWN),
        ({NETWORK_KEY: {"seat": 1}}, "", [ANA, BEN], OWN._replace(day=None)),
        ({NETWORK_KEY: {"seat": None}}, "", [ANA, BEN], OTHERS),
        ({}, "", [ANA, BEN], OTHERS),
        ({}, "", [Seat("Hora", "bot:random")], OTHERS),
    ],
)  # fmt: skip
def test_what_each_kind_of_game_counts_for(
    told: dict[str, Any], note: str, seats: list[Seat], counts: Counts, tmp_path: Path
) -> None:
    archive, begun = Archive(find_game, tmp_path / "games"), header(DEAL, **{KEY: SERIES, **told})
    begun = begun._replace(seats=(*seats, *begun.seats[len(seats) :]))
    archive.directory.mkdir()
    path = archive.directory / "game.cslog"

    def keep(decisions: int | None) -> None:
        lines = format_log(begun, play(DEAL, decisions=decisions)).splitlines(keepends=True)
        at = len(lines) - (decisions is None)
        path.write_text("".join([*lines[:at], dump({"note": note}) if note else "", *lines[at:]]), encoding="utf-8")

    keep(None)
    (entry,) = archive.entries()
    own, day = [*own_games(archive)], [*played(archive).values()]
    counted = [game.own.path for game in progress(archive).games] == [path]
    assert [mine.path for mine, _ in own_reviews(archive)] == [path] * counted
    session = archive.resume(path).session
    session.close()
    assert (record_of(archive, session) is not None) == bool(own)
    word = saved_game(entry, find_game).status.rpartition(": ")[0]
    duel, series = not why_not(session), SERIES_JSON.write(series_after(session)) != SERIES
    keep(2)
    assert [*own_games(archive)] == []
    resumed = bool(archive.entries(TO_CONTINUE))
    assists = open_game_and_branches(archive, read(path)).would_assist
    got = Counts(bool(own), counted, day[0].why_not if day else None, duel, series, word, resumed, assists)
    assert got == counts
    assert (archive.newest_unfinished() == path) == counts.resumed


# -- headers that say anything --------------------------------------------------------------------------------------

JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(str(DAY)),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["seat", "of", "point", "name", "received"]), inner)
    ),
    max_leaves=5,
)
SEATS: Final = st.lists(st.sampled_from([ANA, BEN, ARGUS, Seat("Tick", "bot:no such bot")]), max_size=4)


@given(
    told=st.dictionaries(
        st.sampled_from([REPEAT_KEY, DAILY_KEY, NETWORK_KEY, LESSON_KEY, DUEL_KEY, BRANCH_KEY, "more"]), JSON
    ),
    seats=SEATS,
    is_assisted=st.booleans(),
)
def test_a_header_that_says_anything_has_a_standing_that_gives_a_reason(
    told: dict[str, Any], seats: list[Seat], is_assisted: bool
) -> None:
    game = DEAL.game
    standing = Standing.of(told, seats, game, is_assisted=is_assisted)
    assert all(type(seat) is int and seats[seat].is_human for seat in standing.people)
    people = [seat for seat in seats if seat.is_human]
    assert len(standing.people) == len(people) or len(standing.people) < 2
    assert standing.is_repeat == (told.get(REPEAT_KEY) is True)
    assert standing.is_lesson == (told.get(LESSON_KEY) is True)
    assert standing.is_practice == (is_assisted or ARGUS in seats)
    assert standing.is_branch or origin_of(header(DEAL)._replace(extra=told)) is None
    assert (standing.day is None) == (told.get(DAILY_KEY) != str(DAY))
    why = standing.is_lesson or standing.listed is not None or len(standing.people) != 1
    assert standing.counts is not why
    assert [*standing.reasons()] == [] or not standing.counts
    assert standing.counts <= standing.is_recorded
    assert bool(standing.marks) == (standing.is_repeat or standing.is_practice) == bool([*standing.reasons()])
