"""``daily``."""

from datetime import timedelta
from pathlib import Path

import pytest

from clockspades.daily.daily import check_line, first_day, played, utc_today
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from tests.cli.conftest import Run
from tests.daily.daily_games import OFFERS, deal, read, saved
from tests.test_plain import run as typed


@pytest.fixture
def archive(home: Path) -> Archive:
    return Archive(find_game, home / "games")


def test_a_whole_deal_in_lines_of_text_ends_with_its_line(home: Path, archive: Archive) -> None:
    ran = typed("daily", "clock", "--plain", typed=b"turn\n" * 60)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Deal of the day. Clock, today: your first game counts.\nClock\n")
    (told,) = [line.removeprefix("Share this game: ") for line in ran.out.splitlines() if line.startswith("Share ")]
    (found,) = played(archive).values()
    assert found.counts
    assert "\nThis deal of the day counts. Streak: 1 day.\n" in ran.out
    assert check_line(told, read(found.path).session) == deal("clock", utc_today())
    again = typed("daily", "clock", "--plain", typed=b"\n")
    assert again.out.startswith(f"Deal of the day. Clock, today: {found.words()}.\n")
    assert told in again.out
    assert len(archive.entries()) == 1, "there is no second try"


def test_an_unfinished_deal_is_continued(home: Path, archive: Archive) -> None:
    assert typed("daily", "watch", "--plain", typed=b"turn\nturn\nquit\n").status == 0
    ran = typed("daily", "Watch", "--plain", typed=b"turn\nquit\n")
    assert ran.out.startswith("Deal of the day. Watch, today: in progress.\n")
    assert [read(entry.path).session.last for entry in archive.entries()] == [4]


def test_the_deals_and_the_streak_are_listed(home: Path, archive: Archive, run: Run) -> None:
    for days in range(3):
        saved(archive.directory, deal("clock", utc_today() - timedelta(days)))
    ran = run("daily", "--plain")
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"Deals of {utc_today()}, new deals at ")
    assert [line.rpartition(" ")[2] for line in lines[1:-2]] == [preset.name for _, preset in OFFERS]
    assert lines[-2:] == ["Streak: 3 days.", "Play one with: clockspades daily NAME --plain"]
    assert run("stats").out.endswith("\n\nDeal of the day. Streak: 3 days.\n")
    assert "Deal of the day" not in run("stats", "clock").out
    assert "today" not in run("daily", "--plain", "--date", str(utc_today() - timedelta(1))).out


def test_what_cannot_be_played_is_one_sentence(home: Path, run: Run) -> None:
    today = utc_today()
    later, earlier = today + timedelta(1), first_day(today) - timedelta(1)
    for arguments, why in (
        (("whist",), "there is no game 'whist'; the games are clockwork-spades, clock, watch, "),
        (("--date", str(later)), f"the deal of {later} can't be played yet: today is {today} in UTC"),
        (("--date", str(earlier)), f"the deal of {earlier} can't be played any more: the calendar begins on "),
        (("--date", "tomorrow"), f"--date needs a day such as {today}, not 'tomorrow'"),
        (("clock",), "the full screen needs a terminal, but standard input is not one: `clockspades daily --plain` "),
    ):
        ran = run("daily", *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"clockspades: {why}")
        assert len(ran.err.splitlines()) == 1
