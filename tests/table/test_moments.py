"""Moments worth celebrating: which events are one, when the table asks for it, and that nobody waits for it."""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.header import Seat
from clockspades.engine.rules import Ended
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES, find_game, table_rules
from clockspades.games.clock import clock_table as clock
from clockspades.games.clockwork import clockwork_table as clockwork
from clockspades.games.clockwork.clockwork_rules import KING_OF_SPADES, DrewKingOfSpades, PassedKing
from clockspades.games.clogs.clogs_rules import TookOver
from clockspades.games.dial_table_rules import BREADTH, COMPLETE, beam, struck
from clockspades.games.dial_words import HOURS
from clockspades.games.german_clock import german_clock_table as german_clock
from clockspades.games.spades.spades_state import NilSettled, SideScored
from clockspades.games.trick_table_rules import CountUp, Fact
from clockspades.games.tricks import DealScored, TrickTaken
from clockspades.saved.log import load
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.glyphs import FULL, PLAIN, Glyphs, Terminal
from clockspades.table.log_view import log_lines
from clockspades.table.model import AnyPlayerView, Selection, TableModel, player_view
from clockspades.table.moments import LONGEST, SECONDS, rolled, within
from clockspades.table.state import Arriving, Cause, Point, Preferences, ShowingTrick, Summary, TableState
from clockspades.table.update import update
from tests.table.playing import CLOCKWORK, SETTINGS, UNTIL_KEY, is_in, play_until, press, step, table
from tests.table.runner import Runner
from tests.tui.patience import CLOCK, GERMAN, lost, where, won
from tests.tui.seated import ANA, game_where

shares = st.floats(0, 1)
LOGS: Final = Path(__file__).parents[1] / "logs"
LONG: Final = 3000
"""Actions in which nils are made and broken, and bags tip over."""
STILL: Final = SETTINGS._replace(tempo=0.0)
clocks: Final[dict[str, Any]] = {CLOCKWORK: clockwork, "clock": clock, "german-clock": german_clock}


def celebrated(runner: Runner) -> list[do.Celebrate]:
    return [effect for effect in runner.ran if isinstance(effect, do.Celebrate)]


def parts(session: AnySession, name: str) -> tuple[Any, ...]:
    """What is celebrated of the last action of a session."""
    moment = table_rules(name).moment(player_view(session, 0, 0, active=False))
    return () if moment is None else moment.parts


@cache
def lost_or_won(name: str, *, wins: bool) -> AnySession:
    """A patience that came out, or did not."""
    game = GERMAN if name == GERMAN.name else CLOCK
    return where(won if wins else lost, game, bot="watchful" if name == GERMAN.name else "random")


@cache
def ended(reason: str) -> AnySession:
    """A game of Clockwork Spades that ended so."""
    return game_where(lambda session: session.outcome is not None and session.outcome.reason == reason)


@cache
def random_game(name: str) -> AnySession:
    """A game of random choices, which in Spades has no end."""
    game = find_game(name)
    assert game is not None
    options, rng = game.configure({"target": 10} if name == "clogs" else {}), Random(0)
    bots = [Seat(f"Bot {seat}", "bot:random") for seat in range(1, game.seats(options))]
    session: AnySession = Session(game, options, [ANA, *bots])
    while session.outcome is None and session.last < LONG:
        if session.to_act is None:
            session.deal(rng)
        else:
            session.act(rng.choice(game.rules.legal_actions(session.state)))
    return session


def by_point(session: AnySession, name: str) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """The events of each point as the first seat observed them, and what is celebrated of them."""
    last = player_view(session, 0, 0, active=False)
    for point in range(1, session.last + 1):
        view = session.game.rules.observe(session.position(point).state, 0)
        moment = table_rules(name).moment(last._replace(view=view, history=last.history[:point]))
        assert moment is None or 0 < moment.seconds <= LONGEST
        yield last.history[point - 1], moment.parts if moment is not None else ()


# -- arithmetic --------------------------------------------------------------------------------------------


@given(st.integers(-999, 999), st.integers(-999, 999), shares, shares)
def test_a_number_rolls_one_way(before: int, after: int, one: float, two: float) -> None:
    assert (rolled(before, after, 0.0), rolled(before, after, 1.0)) == (before, after)
    early, late = rolled(before, after, min(one, two)), rolled(before, after, max(one, two))
    assert min(before, after) <= min(early, late) <= max(early, late) <= max(before, after)
    assert (late - early) * (after - before) >= 0


@given(shares)
def test_a_light_goes_round_the_clock_and_is_gone_in_the_end(share: float) -> None:
    lit = beam(share)
    assert len(lit) <= BREADTH
    assert lit == tuple(range(lit[0], lit[-1] + 1)) if lit else True
    assert all(1 <= hour <= HOURS for hour in lit)
    assert (beam(0.0), beam(1.0)) == ((), ())
    assert 0 <= struck(share) <= HOURS


def test_a_part_of_a_moment_has_its_own_shares() -> None:
    assert [within(share, 0.2, 0.6) for share in (0.0, 0.2, 0.4, 0.6, 1.0)] == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.0])


# -- which events are moments ------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["four-kings", "king-of-spades"])
def test_clockwork_10_the_last_card_is_celebrated_with_what_comes_of_it(reason: str) -> None:
    session = ended(reason)
    card, why = parts(session, CLOCKWORK)
    assert isinstance(card, clockwork.LastCard)
    assert why == reason
    assert [shown for _, shown in by_point(session, CLOCKWORK) if reason in shown] == [(card, why)]


def test_the_log_waits_until_the_last_card_is_turned_up() -> None:
    rules, player = table_rules(CLOCKWORK), player_view(ended("king-of-spades"), 0, 0, active=False)
    moment = rules.moment(player)
    assert moment is not None
    resting, turned = (
        [
            line.words
            for line in log_lines(TableModel(player, Selection(), moment._replace(share=share)), rules.log_style)
        ]
        for share in (0.0, 1.0)
    )
    assert turned[: len(resting)] == resting
    assert "K♠" in " ".join(turned[len(resting) :])


def test_clockwork_9_each_king_that_crosses_lights_up_those_its_owner_has_by_then() -> None:
    kings: tuple[list[Card], list[Card]] = [], []
    for events, shown in by_point(ended("four-kings"), CLOCKWORK):
        crossing = iter([part for part in shown if isinstance(part, clockwork.KingCrosses)])
        for event in events:
            if isinstance(event, PassedKing):
                kings[1 - event.seat].append(event.king)
                part = next(crossing)
                assert (part.owner, part.kings) == (1 - event.seat, tuple(kings[1 - event.seat]))
                assert 0 <= part.start < part.end <= 1
        assert next(crossing, None) is None
    assert sorted(map(len, kings)) == [0, 3]


@pytest.mark.parametrize(
    ("name", "wins", "celebrates"),
    [("clock", True, [(COMPLETE,)]), ("clock", False, [("fourth-king",)]),
     ("german-clock", True, [(COMPLETE,)]), ("german-clock", False, [])],
)  # fmt: skip
def test_a_patience_that_comes_out_strikes_and_lost_kings_stand_out(
    name: str, wins: bool, celebrates: list[Any]
) -> None:
    session = lost_or_won(name, wins=wins)
    assert [shown for _, shown in by_point(session, name) if shown] == celebrates


@pytest.mark.parametrize("name", ["clogs", "spades"])
def test_scores_count_up_where_a_deal_is_scored_and_nowhere_else(name: str) -> None:
    for events, shown in by_point(random_game(name), name):
        ends = any(isinstance(event, Ended) for event in events)
        scored = [event for event in events if isinstance(event, DealScored) and not ends]
        counts = [part for part in shown if isinstance(part, CountUp)]
        assert len(counts) == len(scored)
        for event, part in zip(scored, counts):
            assert part.after == event.scores
            assert tuple(b + p for b, p in zip(part.before, event.points)) == event.scores


def told(shown: tuple[Any, ...], what: str) -> list[int]:
    """The seats of which this is told."""
    return [part.seat for part in shown if isinstance(part, Fact) and re.search(what, part.texts[0])]


@pytest.mark.parametrize("log", ["", "mode-cutthroat-players-3-target-100-target"])
def test_nils_contracts_and_bags_are_celebrated_once_and_where_they_happen(log: str) -> None:
    session = load(LOGS / "spades" / f"{log}.cslog", find_game).session if log else random_game("spades")
    broken, unmade = list[int](), list[int]()
    seen = set[str]()
    for events, shown in by_point(session, "spades"):
        for part in shown:
            seen.add(re.sub(r"\d+", "#", part.texts[0]) if isinstance(part, Fact) else type(part).__name__)
        for seat in told(shown, "broken"):
            assert any(isinstance(event, TrickTaken) and event.winner == seat for event in events)
        broken, unmade = broken + told(shown, "broken"), unmade + told(shown, "failed")
        if any(isinstance(event, DealScored) for event in events):
            settled = [event for event in events if isinstance(event, NilSettled)]
            nils = {event.seat for event in settled}
            sides = [event for event in events if isinstance(event, SideScored)]
            failed = [seat for event in sides if not event.line.is_made for seat in event.seats if seat not in nils]
            assert sorted(broken) == sorted(event.seat for event in settled if event.taken)
            assert sorted(unmade) == sorted(failed)
            assert told(shown, "made") == [event.seat for event in settled if not event.taken]
            assert told(shown, "bags") == [seat for event in sides if event.line.penalty for seat in event.seats]
            broken, unmade = [], []
    wanted = {"bid of # failed", "CountUp"} if log else {"nil broken", "blind nil made +#", "# bags −#"}
    assert wanted <= seen


def test_clogs_7_a_clog_that_takes_over_and_the_last_trick_wanted_are_celebrated() -> None:
    session = random_game("clogs")
    over, last = 0, set[int]()
    for events, shown in by_point(session, "clogs"):
        clogs = [event.play.seat for event in events if isinstance(event, TookOver) and event.is_clog]
        assert told(shown, "takes over") == clogs
        over, last = over + len(clogs), last | {*told(shown, "one trick")}
    assert session.outcome is not None
    assert over
    assert last == {seat for seat, score in enumerate(session.outcome.scores) if score >= 9}


# -- what is drawn -----------------------------------------------------------------------------------------


def cards_in(value: Any) -> set[Card]:
    """Every card that a value shows."""
    if isinstance(value, Card):
        return set() if value is UNKNOWN else {value}
    return set().union(*(cards_in(part) for part in value)) if isinstance(value, tuple) else set()


@cache
def seen_by(session: AnySession, seat: int) -> AnyPlayerView:
    """What a seat sees at the end of a game."""
    return player_view(session, seat, seat, active=False)


def model_at(
    session: AnySession, point: int, seat: int, share: float | None, *, arriving: bool = False
) -> TableModel[Any, Any]:
    """What a seat sees with so much of a moment over; ``arriving``, with the trick that was just taken."""
    rules: Any = table_rules(session.game.name)
    last = seen_by(session, seat)
    view = session.game.rules.observe(session.position(point).state, seat)
    player = last._replace(view=view, history=last.history[:point])
    moment = rules.moment(player) if share is not None else None
    selection = rules.arrive(None, player, moves=False) if arriving else Selection()
    return TableModel(player, selection, None if moment is None else moment._replace(share=share or 0.0))


def drawn(session: AnySession, point: int, seat: int, share: float | None, glyphs: Glyphs = FULL) -> tuple[Any, ...]:
    """What a seat is shown of the dial, or of the badges and the panel, with so much of a moment over."""
    name = session.game.name
    rules: Any = table_rules(name)
    model = model_at(session, point, seat, share)._replace(terminal=Terminal(glyphs))
    if rules.shows_tricks:
        return rules.round_model(model), rules.panel(model)
    row = clock.lower_row(model) if name == "clock" else None
    return clocks[name].dial_model(model), row


@cache
def moments(name: str) -> tuple[tuple[AnySession, int], ...]:
    """The points of some games at which something is celebrated."""
    if name == CLOCKWORK:
        sessions = [ended("four-kings"), ended("king-of-spades")]
    elif name in clocks:
        sessions = [lost_or_won(name, wins=wins) for wins in (True, False)]
    else:
        sessions = [random_game(name)]
    return tuple(
        (session, point) for session in sessions for point, (_, shown) in enumerate(by_point(session, name), 1) if shown
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@settings(max_examples=15)
@given(share=shares, data=st.data())
def test_a_moment_shows_no_card_that_its_player_has_not_seen(game: Any, share: float, data: st.DataObject) -> None:
    session, point = data.draw(st.sampled_from(moments(game.name)))
    seat = data.draw(st.integers(0, len(session.seats) - 1))
    observed = [event for at in range(1, point + 1) for event in session.events(at, seat)]
    seen = cards_in(tuple(tuple(getattr(event, field.name) for field in fields(event)) for event in observed))
    if DrewKingOfSpades in map(type, observed):
        seen.add(KING_OF_SPADES)
    assert cards_in(drawn(session, point, seat, share)) <= seen | cards_in(drawn(session, point, seat, None))


def rows_of(session: AnySession, point: int, share: float | None) -> list[list[str]]:
    """The lines of each player's plate while the trick that was just taken lies there."""
    rules: Any = table_rules(session.game.name)
    badges = rules.round_model(model_at(session, point, 0, share, arriving=True)).badges
    return [["".join(text for text, _ in row) for row in badge.details] for badge in badges]


def standings(session: AnySession, point: int, share: float | None) -> list[tuple[int, int]]:
    """By side its score and its bags, from the lines of the plates of Spades."""
    badges = table_rules("spades").round_model(model_at(session, point, 0, share, arriving=True)).badges  # type: ignore[attr-defined]
    rows = ("".join(text for text, _ in row) for badge in badges for row in badge.details)
    standing = r"(?:[A-Z]\w+ )?(?:\d+ of \d+ · )?(−?\d+)(?: points?| · (\d+) bags?)?"
    found = [match for row in rows if (match := re.fullmatch(standing, row))]
    assert len(found) == len(session.state.scores)
    return [(int(match[1].replace("−", "-")), int(match[2] or 0)) for match in found]


def test_clogs_8_a_plate_counts_each_trick_once_and_ends_with_the_final_score() -> None:
    session = random_game("clogs")
    assert session.outcome is not None
    for point in range(1, session.last + 1):
        for share in (None, 0.0, 0.5, 1.0):
            told = [int(rows[0].split()[0]) for rows in rows_of(session, point, share)]
            assert tuple(told) == session.position(point).state.scores
    assert tuple(told) == session.outcome.scores
    assert max(told) == 10


@pytest.mark.parametrize("log", ["defaults-target", "mode-cutthroat-players-3-target-100-target"])
def test_a_plate_of_spades_counts_points_and_bags_together(log: str) -> None:
    session = load(LOGS / "spades" / f"{log}.cslog", find_game).session
    bags = 0
    for point, (_, shown) in enumerate(by_point(session, "spades"), 1):
        if not any(isinstance(part, CountUp) for part in shown):
            continue
        before, after = standings(session, point - 1, None), standings(session, point, None)
        counting = [standings(session, point, share) for share in (0.0, 0.3, 0.6, 1.0)]
        for side in range(len(after)):
            told = [plates[side] for plates in counting]
            assert (told[0], told[-1]) == (before[side], after[side])
            for figures in zip(*told):
                assert list(figures) in (sorted(figures), sorted(figures, reverse=True))
            bags += told[0][1] != told[-1][1]
    assert bags, "a deal has bags"
    state = session.state
    for share in (None, 0.0, 0.5):
        scores = [score for score, _ in standings(session, session.last, share)]
        assert scores == [*state.scores], "the end tells the final score at once"


def test_the_kings_on_the_clock_are_those_that_have_come_and_the_last_card_tells_nothing_yet() -> None:
    session = load(LOGS / CLOCKWORK / "defaults-last-spade.cslog", find_game).session  # its deal passes two kings
    first, second = (drawn(session, 1, 0, share)[0] for share in (0.4, 0.9))
    assert [[text for text, _ in dial.above if text[0] == "K"] for dial in (first, second)] == [["K♥"], ["K♦", "K♥"]]
    assert [dial.caption for dial in (first, second)] == ["Bo has one king.", "Ana has one king."]
    over = ended("four-kings")
    resting, told = (drawn(over, over.last, 0, share)[0] for share in (0.6, 0.7))
    assert KING_OF_SPADES not in cards_in(resting)
    assert (told.centre.card, told.is_large, resting.is_large) == (KING_OF_SPADES, True, False)


# -- when the table asks for it ----------------------------------------------------------------------------


def test_a_moment_begins_when_the_card_has_landed_and_the_trick_stays_as_long() -> None:
    runner = table("clogs", 1, SETTINGS._replace(trick_seconds=0.1))
    while not (is_in(ShowingTrick)(runner) and runner.session.to_act is None):
        runner.ran.clear()
        step(runner)
    (asked,) = celebrated(runner)
    assert asked.delay >= SECONDS
    (timer,) = (effect for effect in runner.ran if isinstance(effect, do.StartTimer))
    assert timer.seconds >= asked.moment.seconds + SECONDS


def test_scores_count_up_again_on_the_sum_of_the_deal() -> None:
    runner = play_until(lambda r: is_in(ShowingTrick)(r) and r.session.to_act is None, "spades", 1, UNTIL_KEY)
    press(runner, "enter", did.Confirm())
    assert isinstance(runner.state.phase, Summary)
    (asked,) = celebrated(runner)
    assert asked.delay == 0
    assert type(runner.ran[-1]) is do.Celebrate  # nothing ends it
    runner.ran.clear()
    press(runner, "t", did.LookBack())
    press(runner, "t", did.LookBack())
    assert not celebrated(runner)


@pytest.mark.parametrize("preferences", [STILL, STILL._replace(is_still=True)])
def test_nothing_is_celebrated_where_nothing_moves(preferences: Preferences) -> None:
    runner = play_until(is_in(Summary), "spades", 1, preferences)
    assert parts(runner.session, "spades")
    runner = table("spades", 1, preferences)
    while not isinstance(runner.state.phase, Summary):
        step(runner)
    assert not celebrated(runner)


def arriving(
    session: AnySession, point: int, near: int, *, rings: bool = True, is_after_bot: bool = False
) -> list[Any]:
    """What the table of a person asks for as it comes to a point of a game."""
    before, after = (model_at(session, at, near, None).player for at in (point - 1, point))
    state = TableState((near,), len(session.seats), near, near, player=before)
    seat, is_over = session.game.rules.to_act(after.view), after.view.outcome is not None
    state = state._replace(
        preferences=SETTINGS._replace(rings=rings, forced_plays="ask"), point=Point(point, seat, is_over)
    )
    phase = Arriving(Cause.ACTED, is_after_bot=is_after_bot)
    return [*update(table_rules(session.game.name), state._replace(phase=phase), did.Observed(after)).effects]


def finishing(name: str, *, wins: bool, rings: bool = True) -> list[Any]:
    """What the table of a person asks for as a game of theirs ends."""
    session = ended("four-kings" if wins else "king-of-spades") if name == CLOCKWORK else lost_or_won(name, wins=wins)
    assert session.outcome is not None
    winners = session.outcome.winners
    near = next(seat for seat in range(len(session.seats)) if (seat in winners) is wins)
    return arriving(session, session.last, near, rings=rings)


def test_the_bell_rings_once_for_a_moment_and_the_turn_after_it() -> None:
    for session, point in moments(CLOCKWORK):
        seat = session.game.rules.to_act(session.position(point).state)
        if seat is not None:
            effects = arriving(session, point, seat, is_after_bot=True)
            assert [effect for effect in effects if isinstance(effect, do.Ring)] == [do.Ring(is_turn=True)]
            effects = arriving(session, point, 1 - seat)
            assert [effect for effect in effects if isinstance(effect, do.Ring)] == [do.Ring(is_turn=False)]


@pytest.mark.parametrize("name", [CLOCKWORK, "clock", "german-clock"])
def test_cards_fall_when_a_person_wins_and_the_bell_rings_if_it_is_on(name: str) -> None:
    won, lost = finishing(name, wins=True), finishing(name, wins=False, rings=False)
    assert [effect.moment.is_won for effect in won if isinstance(effect, do.Celebrate)] == [True]
    assert not any(effect.moment.is_won for effect in lost if isinstance(effect, do.Celebrate))
    assert [sum(isinstance(effect, do.Ring) for effect in effects) for effects in (won, lost)] == [1, 0]


@pytest.mark.parametrize("share", [None, 0.0, 0.3, 0.5, 0.8])
def test_a_locale_without_signs_gets_letters_in_every_frame(share: float | None) -> None:
    below_zero = 0
    for session, point in moments("spades")[::8]:
        below_zero += min(session.position(point).state.scores) < 0
        badges = drawn(session, point, 0, share, PLAIN)[0].badges
        assert all(text.isascii() for badge in badges for row in badge.details for text, _ in row)
    assert below_zero
