"""Two games of the same deal: where they part, who did better, and what cannot be compared."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.compare import Comparison, Parting, compare
from clockspades.engine.actions import Deal
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import Standing
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.log import LoadedLog, LogError, load
from tests.compare.same_deal import STARTED, kept, logged, played

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
with_choices = [game for game in GAMES if game.name != "clock"]
every_game_with_choices = pytest.mark.parametrize("game", with_choices, ids=[game.name for game in with_choices])
CLOCKWORK = GAMES[0]


def loaded(session: AnySession) -> LoadedLog:
    """A log without a file."""
    session.header = Header(session.game.name, session.options, session.seats, STARTED)
    return LoadedLog(Path("game.cslog"), session, [], [], finished=True, fault=None)


def compared(one: AnySession, other: AnySession) -> Comparison:
    return compare(loaded(one), loaded(other))


def choices(session: AnySession, seat: int = 0) -> list[int]:
    """The points at which a seat has a choice."""
    rules = session.game.rules
    states = [position.state for position in session.positions]
    return [
        point
        for point, state in enumerate(states)
        if rules.to_act(state) == seat and len(rules.legal_actions(state)) > 1
    ]


# -- where they part ---------------------------------------------------------------------------------------


@every_game_with_choices
@pytest.mark.parametrize("apart", [0, 2])
def test_games_part_at_the_first_other_choice(game: AnyGame, apart: int) -> None:
    one, other = played(game, "Ana", 0, apart=apart), played(game, "Ben", 1, apart=apart)
    found = compared(one, other)
    point = choices(one)[apart]
    assert found.partings[0] == Parting((point, point), 0)
    assert found.shared == point
    assert found.actions(found.partings[0]) == (one.position(point + 1).action, other.position(point + 1).action)
    assert len({*found.actions(found.partings[0])}) == 2
    assert one.positions[: point + 1] == other.positions[: point + 1]


@every_game
def test_games_with_the_same_choices_never_part(game: AnyGame) -> None:
    found = compared(played(game, "Ana"), played(game, "Ben"))
    assert (found.partings, found.shared, found.better) == ((), found.games[0].last, None)


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


@every_game_with_choices
def test_a_win_is_better_then_the_lead(game: AnyGame) -> None:
    for way in range(1, 12):
        found = compared(played(game, "Ana", 0), played(game, "Ben", way))
        states = [session.position(-1).state for session in found.games]
        wins = [0 in state.outcome.winners for state in states]
        leads = [game.rules.lead(state, 0) for state in states]
        if wins[0] != wins[1]:
            assert found.better == int(wins[1])
        elif states[0].outcome.winners and states[1].outcome.winners:
            assert found.better == (None if leads[0] == leads[1] else int(leads[0] < leads[1]))


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


def test_players_of_the_same_name_are_told_apart() -> None:
    found = compared(played(CLOCKWORK, "Ana"), played(CLOCKWORK, "Ana", 1))
    assert [player.name for player in found.players] == ["Ana (1)", "Ana (2)"]


def test_other_bots_are_named_by_their_seats() -> None:
    one, other = played(CLOCKWORK, "Ana"), played(CLOCKWORK, "Ben")
    assert compared(one, other).other_bots == ()
    other.seats = (other.seats[0], Seat("Pip", "bot:random"))
    assert compared(one, other).other_bots == (1,)


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
