"""``daily``."""

from datetime import timedelta
from pathlib import Path

import pytest

from clockspades.daily.daily import EXTRA, check_line, deal_in, own_deal, played, utc_today
from clockspades.daily.daily_model import day_words, result_words
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from tests.cli.conftest import Run
from tests.daily.daily_games import deal, read, saved
from tests.test_plain import run as typed


@pytest.fixture
def archive(home: Path) -> Archive:
    return Archive(find_game, home / "games")


def test_a_whole_deal_in_lines_of_text_ends_with_its_line(home: Path, archive: Archive) -> None:
    of, today = deal("clock", utc_today()), utc_today()
    ran = typed("daily", "clock", "--plain", typed=b"turn\n" * 60)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Deal of the day. {day_words({}, of, today)} No streak yet.\nClock\n")
    (told,) = [line.removeprefix("Share this game: ") for line in ran.out.splitlines() if line.startswith("Share ")]
    (found,) = played(archive).values()
    assert found.why_not == ("" if of.is_own else EXTRA)
    assert f"\n{result_words(archive, read(found.path).session, today)}\n" in ran.out
    assert check_line(told, read(found.path).session) == of
    again = typed("daily", "clock", "--plain", typed=b"\n")
    assert again.out.startswith(f"Deal of the day. {day_words({of.key: found}, of, today)} ")
    assert told in again.out
    assert len(archive.entries()) == 1, "there is no second try"


def test_an_unfinished_deal_is_continued(home: Path, archive: Archive) -> None:
    assert typed("daily", "watch", "--plain", typed=b"turn\nturn\nquit\n").status == 0
    ran = typed("daily", "Watch", "--plain", typed=b"turn\nquit\n")
    assert ran.out.startswith("Deal of the day. Watch, today: in progress")
    assert [read(entry.path).session.last for entry in archive.entries()] == [4]


def test_without_a_name_it_is_the_days_own_deal_and_the_streak_is_told(home: Path, archive: Archive, run: Run) -> None:
    today = utc_today()
    for days in range(1, 4):
        saved(archive.directory, own_deal(today - timedelta(days)))
    ran = typed("daily", "--plain", typed=b"quit\n")
    title = own_deal(today).preset.title
    assert ran.out.startswith(f"Deal of the day. {title}, today: your first game counts. Streak: 3 days.\n")
    assert deal_in(read(archive.entries()[0].path).header, own_deal(today).game) == own_deal(today)
    assert run("stats").out.endswith("\n\nDeal of the day. Streak: 3 days.\n")
    assert "Deal of the day" not in run("stats", "clock").out


def test_what_cannot_be_played_is_one_sentence(home: Path, run: Run) -> None:
    today = utc_today()
    later = today + timedelta(1)
    for arguments, why in (
        (("bridge",), "there is no game 'bridge'; the games are clockwork-spades, clock, watch, "),
        (("--date", str(later)), f"the deal of {later} can't be played yet: today is {today} in UTC"),
        (("--date", "tomorrow"), f"--date needs a day such as {today}, not 'tomorrow'"),
        (("clock",), "the full screen needs a terminal, but standard input is not one: `clockspades daily --plain` "),
    ):
        ran = run("daily", *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"clockspades: {why}")
        assert len(ran.err.splitlines()) == 1
