"""Two games of the same deal: where they part, who did better, and what cannot be compared."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.compare import Comparison, compare
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import Standing
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.log import LoadedLog, LogError, load
from tests.compare.same_deal import STARTED, kept, logged, played

CLOCKWORK = GAMES[0]


def loaded(session: AnySession) -> LoadedLog:
    """A log without a file."""
    session.header = Header(session.game.name, session.options, session.seats, STARTED)
    return LoadedLog(Path("game.cslog"), session, [], [], finished=True, fault=None)


def compared(one: AnySession, other: AnySession) -> Comparison:
    return compare(loaded(one), loaded(other))


# -- where they part ---------------------------------------------------------------------------------------


@given(st.data(), st.sampled_from(GAMES), st.integers(0, 3), st.integers(0, 99), st.integers(0, 99))
def test_two_games_part_exactly_at_their_first_other_action(
    data: st.DataObject, game: AnyGame, deal: int, first: int, second: int
) -> None:
    one, other = (played(game, "Ana", way, apart=data.draw(st.integers(0, 9)), deal=deal) for way in (first, second))
    found = compared(one, other)
    pairs = zip(one.positions, other.positions)
    differing = [point for point, (here, there) in enumerate(pairs) if here.action != there.action]
    assert found.shared == (differing[0] - 1 if differing else one.last)
    for parting in found.partings:
        here, there = found.actions(parting)
        assert here != there
        assert [session.position(point + 1).seat for session, point in zip(found.games, parting.points)] == [
            parting.seat,
            parting.seat,
        ]
    for parting in found.partings[1:]:
        views = [
            session.game.rules.observe(session.position(point).state, parting.seat)
            for session, point in zip(found.games, parting.points)
        ]
        assert views[0] == views[1]
        assert min(parting.points) > found.shared


@pytest.mark.parametrize(("name", "deal", "apart"), [("german-clock", 6, 3), ("clogs", 0, 0), ("spades", 1, 1)])
def test_a_later_choice_from_the_same_view_is_found(name: str, deal: int, apart: int) -> None:
    """Cards that are placed in another order can lead to the same clock, and a new deal begins with the same score."""
    game = find_game(name)
    assert game is not None
    one, other = (played(game, "Ana", way, apart=apart, deal=deal) for way in (0, 1))
    first, *later = compared(one, other).partings
    assert later
    assert all(min(parting.points) > first.points[0] and parting.seat == 0 for parting in later)


def test_games_part_where_another_deal_follows() -> None:
    game = find_game("clogs")
    assert game is not None

    def dealt(second: int) -> AnySession:
        session: AnySession = Session(game, game.configure({"target": 12}), [Seat(name) for name in "ABCD"])
        number = 0
        while session.outcome is None:
            if session.to_act is None:
                session.act(game.rules.deal(session.state, Random(second if number else 0)))
                number += 1
            else:
                session.act(Random(session.at).choice(game.rules.legal_actions(session.state)))
        return session

    found = compared(dealt(1), dealt(2))
    assert found.partings[0].seat is None
    assert all(isinstance(action, Deal) for action in found.actions(found.partings[0]))


def test_the_choice_of_another_player_can_part_games() -> None:
    one, other = (played(CLOCKWORK, "Ana", way, seat=1) for way in (0, 1))
    for session, seats in ((one, "Cy Ben"), (other, "Di Tick")):
        names = seats.split()
        session.seats = (Seat(names[0]), Seat(names[1], "bot:random"))
        session.standing = Standing((0,))
    found = compared(one, other)
    assert found.partings[0].seat == 1
    assert [player.seat for player in found.players] == [0, 0]


# -- who did better ----------------------------------------------------------------------------------------


def test_the_lead_is_counted_in_the_right_direction() -> None:
    clockwork = played(CLOCKWORK).position(-1).state
    penalties = CLOCKWORK.rules.scores(clockwork)
    assert [CLOCKWORK.rules.lead(clockwork, seat) for seat in (0, 1)] == [
        penalties[1] - penalties[0],
        penalties[0] - penalties[1],
    ]
    for name in ("clogs", "spades"):
        game = find_game(name)
        assert game is not None
        state = played(game).position(-1).state
        winner = state.outcome.winners[0]
        assert game.rules.lead(state, winner) > 0
        if name == "spades":
            assert game.rules.lead(state, 0) == game.rules.lead(state, 2) == state.scores[0] - state.scores[1]


def test_other_seats_hold_other_cards_so_nobody_did_better() -> None:
    one, other = played(CLOCKWORK, "Ana"), played(CLOCKWORK, "Ben", seat=1)
    found = compared(one, other)
    assert [player.seat for player in found.players] == [0, 1]
    assert not found.same_seat
    assert found.better is None


# -- what cannot be compared -------------------------------------------------------------------------------


def test_what_cannot_be_compared_gets_one_sentence(tmp_path: Path) -> None:
    clogs = find_game("clogs")
    assert clogs is not None
    ana = logged(tmp_path, played(CLOCKWORK, "Ana"))
    others: dict[str, AnySession] = {
        "this is a game of Clogs, and that one of Clockwork Spades": played(clogs, "Ben"),
        "the option first is 1 here, and 0 there": played(CLOCKWORK, "Ben", first=1),
        "the first deal has other cards": played(CLOCKWORK, "Ben", deal=2),
    }
    for words, session in others.items():
        ben = logged(tmp_path, session)
        with pytest.raises(LogError) as refused:
            compare(ana, ben)
        assert str(refused.value) == f"{ben.path}: cannot be compared with {ana.path}: {words}"


def _without_end(lines: list[str]) -> list[str]:
    return lines[:-2]


def _with_a_fault(lines: list[str]) -> list[str]:
    return [*lines[:4], "this is not JSON", *lines[5:]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_without_end, ": this game is not finished, and only finished games can be compared"),
        (_with_a_fault, ":5: the line is not JSON: it goes wrong at character 1"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_both_games_must_be_whole(
    tmp_path: Path, change: Callable[[list[str]], list[str]], words: str, *, first: bool
) -> None:
    ana = logged(tmp_path, played(CLOCKWORK, "Ana"))
    path = kept(tmp_path, played(CLOCKWORK, "Ben"))
    path.write_text("".join(f"{line}\n" for line in change(path.read_text().splitlines())))
    ben = load(path, find_game)
    with pytest.raises(LogError) as refused:
        compare(*((ben, ana) if first else (ana, ben)))
    assert str(refused.value) == f"{path}{words}"
