"""Milestones: for each a game that reaches it, and one that just misses it."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.daily.daily import deal_of
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Action, Outcome
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.engine.share import KEY, write_code
from clockspades.engine.standing import DAILY_KEY, Standing
from clockspades.games.catalogue import GAMES, find_game
from clockspades.games.clockwork.clockwork_rules import ClockworkReason
from clockspades.games.spades.spades_state import LookAtCards, MakeBid
from clockspades.saved.archive import Archive
from clockspades.saved.log import format_log
from clockspades.saved.series import SERIES_JSON, Series
from clockspades.statistics.milestones import (
    CHOICES,
    by_game,
    milestones,
    news,
    reached_by,
)
from clockspades.statistics.progress import CountedGame, Digest, Progress, progress
from clockspades.statistics.records import GameKind, OwnGame
from tests.pseudo import faults, spoken

BY_NAME = {game.name: game for game in GAMES}
CLOCK, CLOCKWORK, GERMAN = BY_NAME["clock"], BY_NAME["clockwork-spades"], BY_NAME["german-clock"]
CLOGS, SPADES = BY_NAME["clogs"], BY_NAME["spades"]
ANA = Seat("Ana")


def reached(*games: CountedGame) -> dict[str, CountedGame]:
    """The milestones that these games reach, which are in the order of play, by title."""
    found = milestones(Progress((), games[::-1]))
    return {each.milestone.title: each.game for each in found if each.game is not None}


def titles(*games: CountedGame) -> set[str]:
    return {*reached(*games)}


def played(
    game: AnyGame = CLOCKWORK,
    *,
    day: int = 1,
    won: bool = True,
    scores: Sequence[int] = (1, 2),
    reason: Any = ClockworkReason.LAST_SPADE,
    bot: str = "random",
    extra: dict[str, Any] | None = None,
    path: Path | None = None,
    **options: Any,
) -> CountedGame:
    """A game that ended like this, without a review."""
    chosen = game.configure(options)
    others = [Seat(f"Bot {number}", f"bot:{bot}") for number in range(game.seats(chosen) - 1)]
    header = Header(game.name, chosen, (ANA, *others), f"2026-11-{day:02}T10:00:00Z", extra or {})
    kind = GameKind(game.name, (), None, (bot,) * len(others))
    outcome = Outcome((0,) if won else (1,) if others else (), tuple(scores), reason)
    path = path or Path(f"{day}.cslog")
    return CountedGame(OwnGame(path, game, header, Standing((0,)), kind, outcome, path.name), None)


def judged(game: CountedGame, verdicts: str = "+" * CHOICES, lowest: float = 0.4) -> CountedGame:
    """The same with a review."""
    return game._replace(digest=Digest(0.5, 0.0, 0.0, len(verdicts), 0.5, lowest, verdicts))


# -- the result of one game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "title"), [("clock", "Win Clock"), ("watch", "Win Watch")])
def test_a_clock_or_watch_that_comes_out(variant: str, title: str) -> None:
    assert titles(played(CLOCK, scores=(52,), variant=variant)) == {title}
    assert titles(played(CLOCK, scores=(51,), won=False, variant=variant)) == set()


def test_four_kings_count_for_their_winner_alone() -> None:
    assert "Four kings" in titles(played(reason=ClockworkReason.FOUR_KINGS))
    assert "Four kings" not in titles(played(reason=ClockworkReason.FOUR_KINGS, won=False))
    assert "Four kings" not in titles(played(reason=ClockworkReason.LAST_SPADE))


def test_the_best_bot_beaten_and_all_of_them() -> None:
    clockwork, clogs = played(bot="steady"), played(CLOGS, scores=(50, 40, 30, 30), bot="steady", day=2)
    spades = played(SPADES, scores=(501, 1), bot="steady", day=3)
    assert titles(clockwork, clogs) == {"Beat the best bot"}
    assert titles(played(bot="random")) == set()
    assert titles(played(bot="steady", won=False)) == set()
    found = reached(clockwork, clogs, spades)
    assert found["Beat the best bot"] == clockwork
    assert found["Beat all the best bots"] == spades


def shares(*games: CountedGame) -> dict[str, str]:
    """How far these games came towards each milestone that can be told in numbers, in words."""
    found = milestones(Progress((), games[::-1]))
    return {each.milestone.title: each.when for each in found if each.share is not None and each.game is None}


def test_what_takes_several_games_says_how_far_it_is() -> None:
    assert set(shares().values()) == {"not yet"}
    won, lost = played(bot="random"), played(won=False, bot="random")
    assert shares(won, won, lost, won)["Five in a row"] == "not yet: 2 of 5"
    assert "Five in a row" not in shares(*[won] * 5)
    best = [played(bot="steady"), played(CLOGS, scores=(50, 40, 30, 30), bot="steady", day=2)]
    assert shares(*best)["Beat all the best bots"] == "not yet: 2 of 3"


def test_a_series_without_a_defeat() -> None:
    def last_of(wins: tuple[int, int], *, won: bool = True, drawn: int = 0, best_of: int = 5) -> set[str]:
        return titles(played(won=won, extra={"series": SERIES_JSON.write(Series(wins, drawn, best_of))}))

    assert last_of((2, 0)) == {"No game lost"}
    assert last_of((3, 0), best_of=7) == {"No game lost"}
    assert last_of((2, 1)) == last_of((1, 0)) == last_of((2, 0), won=False) == set()
    assert last_of((2, 0), drawn=1) == set()
    assert last_of((1, 0), best_of=3) == set(), "too short"


# -- reviews -------------------------------------------------------------------------------------------------------


def test_right_choices_in_a_row_in_all_games() -> None:
    def right(verdicts: str, day: int = 1) -> CountedGame:
        return judged(played(won=False, day=day), verdicts)

    title = "25 right choices"
    games = [
        right("-++++"),
        played(CLOCK, scores=(30,), won=False, day=2),
        right("+" * 21 + "-", 3),
        right("+" * 30, 4),
    ]
    assert reached(*games)[title] == games[2], "though it ended in the same game"
    assert title not in titles(right("+" * 24 + "-+"), right("+" * 23, 2))
    assert shares(right("+" * 11 + "-"), right("+", 2))[title] == "not yet: 11 of 25"


def test_a_win_against_the_odds() -> None:
    assert titles(judged(played(), "-", lowest=0.09)) == {"Against the odds"}
    assert titles(judged(played(), "-", lowest=0.1)) == set()
    assert titles(judged(played(won=False), "-", lowest=0.09)) == set()
    patience = judged(played(CLOCK, scores=(52,)), "", lowest=0.05)
    assert titles(patience) == {"Win Clock"}, "a patience is unlikely from the start"


# -- several games -------------------------------------------------------------------------------------------------


def test_five_wins_in_a_row_against_the_same_bots() -> None:
    wins = [played(day=day) for day in range(1, 6)]
    assert reached(*wins)["Five in a row"] == wins[-1]
    assert titles(*wins[:4]) == set()
    assert titles(*wins[:4], played(won=False, day=6), wins[4]) == set()
    assert titles(*wins[:4], played(bot="quick", day=6)) == set(), "another bot"
    assert reached(*wins[:4], played(bot="quick", day=6), wins[4])["Five in a row"] == wins[4]


def daily(day: int, begun: int) -> CountedGame:
    """A deal of a day, begun on a day."""
    deal = deal_of(date(2026, 11, day), CLOCK, CLOCK.presets[0])
    extra = {DAILY_KEY: deal.day.isoformat(), KEY: write_code(CLOCK, deal.options, deal.number)}
    return played(CLOCK, day=begun, won=False, scores=(30,), extra=extra)


def test_a_week_of_daily_deals() -> None:
    week = [daily(day, day) for day in range(3, 10)]
    assert reached(*week)["A week of daily deals"] == week[-1]
    assert titles(*week[:-1]) == set()
    assert titles(*week[:3], daily(6, 7), *week[4:]) == set(), "a day was caught up"


# -- games that are played again -----------------------------------------------------------------------------------


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    (tmp_path / "games").mkdir()
    return Archive(find_game, tmp_path / "games")


Choose = Callable[[AnySession, tuple[Action, ...]], Action]


def kept(archive: Archive, game: AnyGame, choose: Choose, seed: int = 1, **rest: Any) -> AnySession:
    """A finished game of Ana that is kept, in which everyone chooses like this."""
    extra = rest.pop("extra", {})
    options = game.configure(rest)
    seats = fill_seats(game, options, [ANA])
    session: AnySession = Session(game, options, seats)
    rng = Random(seed)
    while session.outcome is None:
        session.deal(rng)
        if session.to_act is not None:
            session.act(choose(session, game.rules.legal_actions(session.state)))
    number = len([*archive.directory.iterdir()])
    header = Header(game.name, options, seats, f"2026-11-{number + 1:02}T10:00:00Z", extra)
    (archive.directory / f"{number}.cslog").write_text(format_log(header, session), encoding="utf-8")
    return session


def in_archive(archive: Archive) -> dict[str, str]:
    """The milestones that are reached, by title, and the files that reached them."""
    found = milestones(progress(archive))
    return {each.milestone.title: each.game.own.path.name for each in found if each.game is not None}


def bids(own: int, *, blind: bool = False) -> Choose:
    """Ana bids so many tricks, the others two. They play at random."""

    def choose(session: AnySession, legal: tuple[Action, ...]) -> Action:
        is_own = session.to_act == 0
        wanted = MakeBid(own, blind) if is_own else MakeBid(2)
        if wanted in legal:
            return wanted
        if LookAtCards() in legal:
            return LookAtCards()
        return Random(str(session.state.hands)).choice(legal)

    return choose


def in_last_deals(session: AnySession, holds: Callable[[Any], bool]) -> bool:
    return any(map(holds, session.state.sheets))


def spades_where(archive: Archive, choose: Choose, holds: Callable[[AnySession], bool], **options: Any) -> None:
    """The first of the seeded games of which something holds, kept alone."""
    for seed in range(300):
        session = kept(archive, SPADES, choose, seed, target=50, floor=-200, **options)
        if holds(session):
            return
        for path in archive.directory.iterdir():
            path.unlink()
    raise AssertionError("it does not happen in 300 games")


@pytest.mark.parametrize("blind", [False, True])
def test_a_nil_is_made_or_fails(archive: Archive, blind: bool) -> None:
    options = {"blind_nil": "always"} if blind else {}
    made = {"Nil", "Blind nil"} if blind else {"Nil"}
    choose = bids(0, blind=blind)
    spades_where(archive, choose, lambda s: in_last_deals(s, lambda sheet: not sheet.taken[0]), **options)
    assert made <= in_archive(archive).keys()
    for path in archive.directory.iterdir():
        path.unlink()
    assert in_archive(archive) == {}, "it goes with its game"
    spades_where(archive, choose, lambda s: not in_last_deals(s, lambda sheet: not sheet.taken[0]), **options)
    assert not made & in_archive(archive).keys()


def test_spades_without_a_bag_and_with_one(archive: Archive) -> None:
    def bags(session: AnySession) -> int:
        won = session.outcome is not None and 0 in session.outcome.winners
        return session.state.sheets[-1].lines[0].total_bags if won else -1

    spades_where(archive, bids(1), lambda session: bags(session) > 0)
    assert "No bags" not in in_archive(archive)
    spades_where(archive, bids(4), lambda session: bags(session) == 0)
    assert "No bags" in in_archive(archive)


def wins_clock() -> int:
    """The seed of a game of Clock that comes out."""
    for seed in range(200):
        session: AnySession = Session(CLOCK, CLOCK.configure({}), [ANA])
        session.deal(Random(seed))
        while session.outcome is None:
            session.act(CLOCK.rules.legal_actions(session.state)[0])
        if session.outcome.winners:
            return seed
    raise AssertionError("none in 200")


def only_choice(session: AnySession, legal: tuple[Action, ...]) -> Action:
    return legal[0]


def test_a_milestone_is_told_once_by_the_first_game_that_reaches_it(archive: Archive) -> None:
    seed = wins_clock()
    for _ in range(2):
        kept(archive, CLOCK, only_choice, seed)
    found = progress(archive)
    first = archive.directory / "0.cslog"
    of_second, of_first = (game.own.identity for game in found.games)
    assert [milestone.title for milestone in reached_by(found, of_first)] == ["Win Clock"]
    assert reached_by(found, of_second) == ()
    assert reached_by(found, "another") == ()
    session = archive.resume(first).session
    assert news(archive, session) == "Milestone: First Clock won."
    session.close()
    session = archive.resume(archive.directory / "1.cslog").session
    assert news(archive, session) == ""
    session.close()


def test_they_are_told_in_every_language() -> None:
    with spoken():
        for title, found in by_game(milestones(Progress((), ()))):
            words = [
                title,
                *(words for each in found for words in (*each.milestone[:2], each.milestone.reached, each.when)),
            ]
            assert [fault for each in words for fault in faults(each)] == []
