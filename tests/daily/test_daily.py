"""The deal of the day: the same for everyone, which games count, the streak, and the line to paste."""

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.daily.daily import (
    ALONE,
    CAUGHT_UP,
    EXTRA,
    EXTRAS,
    WEEK,
    DailyError,
    PlayedDaily,
    Streak,
    begin,
    check_choices,
    check_line,
    day_begun,
    deal_in,
    deal_of,
    deals,
    line_of,
    own_deal,
    played,
    streak,
)
from clockspades.engine import share
from clockspades.engine.characters import BEST_ONES
from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession
from clockspades.engine.standing import ASSISTED, Standing
from clockspades.games.catalogue import find_game
from clockspades.review.review import review
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, format_log
from tests.daily.daily_games import DAY, OFFERS, after, deal, header, play, read, saved
from tests.pseudo import faults, spoken

days = st.dates()
offers = st.sampled_from(OFFERS)


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path / "games")


# -- the deals -----------------------------------------------------------------------------------------


@given(days, offers)
def test_every_day_has_a_deal_of_every_game_and_always_the_same(day: date, offer: Any) -> None:
    game, preset = offer
    found = deal_of(day, game, preset)
    assert found == deal_of(day, game, preset)
    assert 0 <= found.number < share.DEALS
    assert game.configure(found.options) == found.options
    assert game.title_of(found.options) == preset.title
    assert all(found.options[key] == value for key, value in preset.options.items())


@given(days, offers)
@settings(max_examples=30)
def test_its_share_code_deals_the_same_cards(day: date, offer: Any) -> None:
    found = deal_of(day, *offer)
    shared = share.read_code(share.write_code(found.game, found.options, found.number), [found.game])
    assert (shared.options, shared.number) == (found.options, found.number)


def test_the_deal_is_computed_as_the_documents_say() -> None:
    """The worked example of docs/daily.md, step by step, without the program."""
    text = (Path(__file__).parents[2] / "docs" / "daily.md").read_text(encoding="utf-8")
    digest = sha256(b"clockspades daily 2026-11-22 clockwork-spades clockwork-spades").hexdigest()
    rest, number = divmod(int(digest, 16), 2**40)
    found = deal("clockwork-spades")
    assert (number, rest % 2) == (found.number, found.options["first"])
    code = share.write_code(found.game, found.options, number)
    cards = play(found, decisions=0).position(1).action
    for told in (digest, str(number), code, str(cards and cards.as_json()["cards"])[:23]):
        assert told in text, told
    assert f"first player is {'the second seat' if rest % 2 else 'the first seat'}" in " ".join(text.split())


def test_the_week_is_as_the_documents_say() -> None:
    """Never change it: past days would get other deals."""
    text = (Path(__file__).parents[2] / "docs" / "daily.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| \w+day \| ([^|]+) \| `([^`]+)` \| `([^`]+)` \| ([^|]*) \|$", text, re.MULTILINE)
    days = [own_deal(date(2026, 11, 30) + timedelta(number)) for number in range(7)]
    week = [*zip(days, (extra for *_, extra in WEEK), strict=True)]
    assert told == [
        (own.preset.title, own.game.name, own.preset.name, ", ".join(f"`{key}={extra[key]}`" for key in extra))
        for own, extra in week
    ]
    assert all(own.options == {**own.options, **extra} for own, extra in week)


def test_everybody_meets_the_same_characters_on_a_day_and_others_on_the_next() -> None:
    bots = deal("spades").seats(Seat("Ana"))[1:]
    assert {seat.name for seat in bots} < {*BEST_ONES}
    assert deal("spades").seats(Seat("Ben"))[1:] == bots
    assert any(deal("spades", after(day)).seats(Seat("Ana"))[1:] != bots for day in range(1, 4))


# -- which games count -----------------------------------------------------------------------------------


def test_a_game_begins_with_the_deal_of_its_day(archive: Archive) -> None:
    session = begin(archive, deal("watch"), Seat("Ana"), Random())
    assert session.header.extra == {
        "deal": share.write_code(deal("watch").game, deal("watch").options, deal("watch").number),
        "daily": "2026-11-22",
    }
    assert deal_in(session.header, session.game) == deal("watch")
    assert session.position(1).action == play(deal("watch"), decisions=0).position(1).action
    session.close()
    assert session.standing.day == DAY
    (found,) = played(archive).values()
    assert (found.deal, found.outcome, found.counts, found.words()) == (deal("watch"), None, False, "in progress")


@pytest.mark.parametrize(
    ("started", "day"),
    [
        ("2026-11-22T00:00:00Z", DAY),
        ("2026-11-22T23:59:59Z", DAY),
        ("2026-11-23T00:00:00Z", after(1)),
        ("2026-11-23T01:30:00+02:00", DAY),
        ("2026-11-21T20:00:00-05:00", DAY),
        ("2026-11-22T12:00:00", DAY),
        ("2026-11-22", DAY),
        ("0001-01-01T00:00:00+10:00", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_the_day_is_that_of_utc(started: str, day: date | None) -> None:
    assert day_begun(Header("clock", {}, (), started)) == day


def test_a_game_begun_on_its_day_counts_even_if_it_is_finished_later(archive: Archive) -> None:
    saved(archive.directory, deal(), "2026-11-22T23:59:59Z")
    (found,) = played(archive).values()
    assert found.counts


@pytest.mark.parametrize(
    ("started", "extra"),
    [("2026-11-23T00:00:00Z", {}), ("2026-11-21T23:59:59Z", {}), ("once", {}), ("", {"repeat": True})],
)
def test_others_do_not_count(archive: Archive, started: str, extra: dict[str, Any]) -> None:
    saved(archive.directory, deal(), started, **extra)
    (found,) = played(archive).values()
    assert not found.counts
    assert streak(played(archive).values(), DAY) == Streak(0, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"daily": "2026-11-23"},
        {"daily": "2026-11-22 "},
        {"daily": "20261122"},
        {"daily": "2026-02-30"},
        {"daily": 20261122},
        {"deal": "K13J-Z9J7-Q8C6"},
        {"deal": None},
        {"branch": True},
        {"seats": [{"name": "Ana", "kind": "bot:steady"}]},
    ],
)
def test_a_header_that_does_not_agree_is_no_deal_of_the_day(archive: Archive, changes: dict[str, Any]) -> None:
    path = saved(archive.directory, deal())
    first, *rest = path.read_text().splitlines(keepends=True)
    path.write_text(json.dumps({**json.loads(first), **changes}) + "\n" + "".join(rest))
    assert played(archive) == {}


def test_the_first_game_stands_for_a_day_and_a_repeat_does_not(archive: Archive) -> None:
    again = saved(archive.directory, deal(), "2026-11-22T11:00:00Z", repeat=True)
    first = saved(archive.directory, deal(), "2026-11-22T12:00:00Z", seed=2)
    assert played(archive)[deal().key].path == first
    first.unlink()
    assert played(archive)[deal().key].path == again


def test_a_second_try_is_a_repeat(archive: Archive) -> None:
    begin(archive, deal(), Seat("Ana"), Random()).close()
    second = begin(archive, deal(), Seat("Ana"), Random())
    second.close()
    assert second.standing.is_repeat


@pytest.mark.parametrize("name", ["clock", "german-clock"])
def test_a_deal_that_is_looked_at_before_it_is_finished_does_not_count(archive: Archive, name: str) -> None:
    of, other = deal("clock"), find_game(name)
    assert other is not None
    begin(archive, of, Seat("Ana"), Random()).close()
    (found,) = played(archive).values()
    assert not found.why_not or found.why_not == CAUGHT_UP
    options = other.configure({})
    earlier = archive.earlier(other, options, of.number)
    assert earlier is not None
    assert earlier.looks_ahead
    archive.begin(other, options, [Seat("Ana")], Random(), number=of.number).close()
    (found,) = played(archive).values()
    assert (found.outcome, found.why_not) == (None, "practice")
    session = archive.resume(found.path).session
    assert session.standing.is_assisted
    while session.outcome is None:
        session.act(session.game.rules.legal_actions(session.state)[0])
    session.close()
    (found,) = played(archive).values()
    assert (found.counts, found.why_not) == (False, "practice")
    assert check("", found.path) != "", "it can be read"
    with pytest.raises(DailyError, match="this game is practice"):
        line(found.path)


@pytest.mark.parametrize("name", ["clock", "german-clock"])
def test_a_deal_that_was_looked_at_before_it_was_begun_does_not_count(archive: Archive, name: str) -> None:
    other = find_game(name)
    assert other is not None
    archive.begin(other, other.configure({}), [Seat("Ana")], Random(), number=deal("clock").number).close()
    session = begin(archive, deal("clock"), Seat("Ana"), Random())
    session.close()
    assert session.standing.is_repeat
    (found,) = played(archive).values()
    assert found.why_not == "a repeat"


def test_a_deal_that_is_being_played_cannot_be_looked_at(archive: Archive) -> None:
    of = deal("clock")
    playing = begin(archive, of, Seat("Ana"), Random())
    with pytest.raises(LogError, match="another clockspades is playing this game"):
        archive.begin(of.game, of.options, [Seat("Ana")], Random(), number=of.number)
    playing.close()
    assert len(archive.entries()) == 1


# -- the streak ----------------------------------------------------------------------------------------------


def on(*ago: int) -> list[PlayedDaily]:
    """Games that count, so many days before."""
    outcome = play(deal()).outcome
    deals = [deal(day=after(-each)) for each in ago]
    return [PlayedDaily(each, Path(), header(each), Standing((0,)), outcome) for each in deals]


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        ((), Streak(0, 0)),
        ((0,), Streak(1, 1)),
        ((1,), Streak(1, 1)),
        ((2,), Streak(0, 1)),
        ((0, 1, 2), Streak(3, 3)),
        ((1, 2, 4, 5, 6, 7), Streak(2, 4)),
        ((0, 0, 1), Streak(2, 2)),
        ((-1, 0), Streak(1, 2)),
    ],
)
def test_the_streak_goes_up_to_today_or_yesterday(ago: tuple[int, ...], expected: Streak) -> None:
    assert streak(on(*ago), DAY) == expected


def test_from_the_day_of_the_change_on_only_the_days_own_deal_counts(archive: Archive) -> None:
    assert {deal(name, ALONE - timedelta(1)).is_own for name in ("clock", "spades", "watch")} == {True}
    assert not deal("clock", ALONE).is_own
    saved(archive.directory, deal("clock", ALONE - timedelta(1)))
    saved(archive.directory, deal("clock", ALONE))
    found = played(archive)
    assert streak(found.values(), ALONE) == Streak(1, 1)
    assert found[deal("clock", ALONE).key].why_not == EXTRA
    assert own_deal(ALONE - timedelta(1), found.values()) == deal("clock", ALONE - timedelta(1)), "it was played then"
    own = own_deal(ALONE)
    saved(archive.directory, own)
    assert streak(played(archive).values(), ALONE) == Streak(2, 2)
    assert deals(ALONE, found)[0] == own
    assert [each.preset.name for each in deals(ALONE, found)[1:]] == [
        "clockwork-spades", "clock", "watch", "german-clock", "clogs", "spades", *EXTRAS,
    ]  # fmt: skip


# -- the line ------------------------------------------------------------------------------------------------


def line(path: Path) -> str:
    return line_of(read(path).session)


def check(told: str, path: Path) -> str:
    """Why a game did not produce a line; empty if it did."""
    try:
        check_line(told, read(path).session)
    except DailyError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", [preset.name for _, preset in OFFERS])
def test_every_game_produces_its_line_and_no_card(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, deal(name))
    told = line(path)
    parts = told.split(" · ")
    assert parts[:2] == ["Clockspades daily 2026-11-22", deal(name).preset.title]
    code, _, play_it = parts[-1].partition(", ")
    assert re.fullmatch(f"[{share.ALPHABET}]{{4}}-[{share.ALPHABET}]{{4}}", code)
    named = "" if deal(name) == own_deal(DAY) else f" {name}"
    assert play_it == f"play it: clockspades daily{named} --date 2026-11-22"
    assert told == line(path)
    assert told.isprintable()
    assert not re.search(r"[A2-9JQK][♣♦♥♠]|10[♣♦♥♠]", told)
    assert check(told, path) == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("clockwork-spades", "Clockwork Spades · lost in 22 turns, 5 penalties to 8 ---♠♠--♠-♠- · VS7Q-WPFG"),
        ("watch", "Watch · lost after the exchange, 43 of 52 face up · YHQP-GT18"),
        ("german-clock", "German Clock · stuck after 1 redeal, 24 of 52 on the clock · VX4H-57W6"),
        ("spades", "Spades · lost 358 to 503 in 6 deals -♠♠♠♠♠ · S4TE-B9W7"),
    ],
)
def test_a_line_from_before_there_were_pictures_is_still_that_of_its_game(tmp_path: Path, name: str, told: str) -> None:
    path = saved(tmp_path, deal(name))
    assert check(f"Clockspades daily 2026-11-22 · {told}", path) == ""


PICTURES: Final = {
    0: "Spades, one hand · lost, -60 points to 63 · tricks ■■■□■□□□□□□□□ · SMFP-6FCY",
    1: "Clockwork Spades · lost, drew the king of spades · turns ■□■■■■□■■■■ · GE1X-ZSN5",
    2: "German Clock · lost, 34 of 52 · hours □□■■□□□□□□■□□ · SEZN-FFPX",
    3: "Clogs, one hand · lost, 4 points to 5 to 1 · tricks □■□■■□□■□□ · 8Q7B-KYEE",
    5: "Fewest Spades · won, 3 penalties to 4 · turns ■■■■□□■■□■ · V6SB-G2D3",
    6: "Watch · lost, 49 of 52 · piles ■■■□■■■■■■□□■ · C304-9297",
}


@pytest.mark.parametrize("number", PICTURES)
def test_the_line_of_a_days_own_deal_has_a_picture_and_says_how_to_play_it(tmp_path: Path, number: int) -> None:
    own = own_deal(date(2026, 11, 30) + timedelta(number))
    path = saved(tmp_path, own, seed=3)
    assert line(path) == (
        f"Clockspades daily {own.day} · {PICTURES[number]}, play it: clockspades daily --date {own.day}"
    )
    assert check(line(path), path) == ""
    assert check(line(path).replace("■", "X").replace("□", "o").replace("·", "-"), path) == "", "in plain letters"
    assert check(line(path).replace("■", "□", 1), path).startswith("the line has another result")
    told = line(path)
    with spoken():
        assert line(path) == told, "programs of every language read it"
        assert check(told, path) == ""
        assert faults(check(told.replace("■", "□", 1), path), {*re.findall(r"\w+", told)}) == []


def test_the_choices_in_a_line_are_those_of_the_review(tmp_path: Path) -> None:
    own = own_deal(date(2026, 12, 1))
    session = read(saved(tmp_path, own, seed=3)).session
    told = line_of(session, review(session, 0))
    assert " · 0 of 1 choice right · GE1X-ZSN5, " in told
    assert check_line(told, session) == own
    check_choices(told, session)
    check_choices(line_of(session), session)
    with spoken():
        assert line_of(session, review(session, 0)) == told
    with pytest.raises(DailyError, match=r"the line has other choices: clockspades .* says '0 of 1 choice right'"):
        check_choices(told.replace("0 of 1", "1 of 1"), session)


def test_a_game_that_was_caught_up_says_so(tmp_path: Path) -> None:
    on_time, late = saved(tmp_path, deal()), saved(tmp_path, deal(), "2026-11-25T08:00:00Z")
    before, _, code = line(on_time).rpartition(" · ")
    assert line(late) == f"{before} · caught up · {code}"
    assert check(line(late), late) == ""
    assert check(line(on_time), late) == (
        "the line says that the game was played on its day, but it was begun on 2026-11-25"
    )
    assert check(line(late), on_time) == "the line says that the game was caught up, but it was begun on 2026-11-22"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("2026-11-22", "2026-11-23", "the line is for 2026-11-23, but this game is for 2026-11-22"),
        ("Clogs", "Clock", "the line is for another game than Clogs"),
        (" point", "1 point", "the line has another result: this game says '"),
        ("lost", "won", "the line has another result: this game says '"),
        ("Clockspades daily", "Clockspades", "that is not the line of a deal of the day; one looks like "),
        ("2026-11-22", "2026-11-31", "that is not the line of a deal of the day; one looks like "),
        (" · ", " ", "that is not the line of a deal of the day; one looks like "),
    ],
)
def test_a_line_that_was_changed_is_found_out(tmp_path: Path, old: str, new: str, why: str) -> None:
    path = saved(tmp_path, deal("clogs"))
    assert "lost" in line(path)
    assert check(line(path).replace(old, new), path).startswith(why)


def test_other_moves_have_another_fingerprint(tmp_path: Path) -> None:
    paths = [saved(tmp_path, deal("watch"), seed=seed) for seed in range(40)]
    lines = {line(path): path for path in paths}
    marks = {told.rpartition(" · ")[2] for told in lines}
    assert len(marks) == len({str(read(path).session.positions) for path in paths})
    alike = [
        (one, lines[other])
        for one, other in combinations(lines, 2)
        if one.rpartition(" · ")[0] == other.rpartition(" · ")[0]
    ]
    assert alike
    assert check(*alike[0]) == "the line is from other moves with the same deal and the same result"


@settings(max_examples=40)
@given(st.text())
def test_any_text_gets_an_answer(told: str) -> None:
    with pytest.raises(DailyError):
        check_line(told, of_the_day())


@cache
def of_the_day() -> AnySession:
    session = play(deal())
    session.header = header(deal())
    return session


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"repeat": True}, "the player of this game had played its deal before"),
        ({"branch": True}, "this game was played on from a replay"),
        ({"daily": None}, "this game is not a deal of the day"),
        ({"daily": "2026-11-20"}, "this game does not have the deal of the day that its header names"),
        ({"started": "2026-11-21T23:59:59Z"}, "this game was not begun on its day or later"),
        ({"seats": ["bot:quick"]}, "this game was not played against strong bots"),
    ],
)
def test_games_that_have_no_line_say_why(tmp_path: Path, changes: dict[str, Any], why: str) -> None:
    path = saved(tmp_path, deal("clogs"))
    told = line(path)
    first, *rest = path.read_text().splitlines(keepends=True)
    changed = json.loads(first)
    for kind in changes.get("seats", ()):
        changed["seats"][2]["kind"] = kind
    changed |= {key: value for key, value in changes.items() if key != "seats"}
    path.write_text(
        json.dumps({key: value for key, value in changed.items() if value is not None}) + "\n" + "".join(rest)
    )
    assert check(told, path) == why


@given(st.lists(st.integers(0, 31), min_size=1, max_size=20))
def test_what_is_sealed_is_unsealed(values: list[int]) -> None:
    assert share.unseal(share.seal(values)) == tuple(values)
    assert share.unseal(share.seal(values).lower().replace("-", " ")) == tuple(values)


ALTERED: list[Callable[[str], str]] = [
    lambda told: f"  {told}\n",
    lambda told: told.replace(" ", "\u00a0"),
    lambda told: told.replace(" ", "\u2009 "),
    lambda told: told.replace("-", "\u2011"),
    lambda told: told.replace("--", "\u2014").replace("--", "\u2013"),
    lambda told: told.replace("·", "•"),
    lambda told: told.replace("·", "-").replace("♠", "S"),
    lambda told: told.replace("♠", "♠\ufe0f"),
    lambda told: told.upper(),
    lambda told: f"“{told}”",
    lambda told: f"> {told}",
    lambda told: f"[12:30] Ben: {told}.",
    lambda told: f"{told} who beats that?",
    lambda told: told.replace(" · ", "\n· "),
    lambda told: "\u200b".join(told),
]


@pytest.mark.parametrize("name", ["clockwork-spades", "spades", "clock", "clogs"])
def test_what_chat_programs_change_makes_no_difference(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, deal(name))
    told = line(path)
    for alter in ALTERED:
        assert check(alter(told), path) == "", alter(told)


def test_an_assisted_game_an_unfinished_one_and_one_of_other_cards_have_no_line(tmp_path: Path) -> None:
    path = saved(tmp_path, deal("clogs"))
    told = line(path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:4], json.dumps({"note": ASSISTED}) + "\n", *lines[4:]]))
    assert check(told, path) == "this game is practice: its player had seen cards that were still to come"
    assert check(told, saved(tmp_path, deal("clogs"), decisions=9)) == "this game is not finished"
    other = tmp_path / "other.cslog"
    other.write_text(format_log(header(deal("watch")), play(deal("watch", after(1)))))
    assert check(told, other) == "this game does not have the cards of its day"
