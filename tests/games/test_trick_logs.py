"""Logs of Clogs and Spades that are not true: each is read up to the line that is wrong, and that is said of it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.cards import shuffled
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_rules import LAYOUTS, TurnClog
from clockspades.games.spades.spades_state import PACKS, LookAtCards, MakeBid, PassCards
from clockspades.saved.log import LogError, load
from tests.saved.logs import STARTED, written

Lines = list[dict[str, Any]]
NAMES = ("Ana", "Bo", "Cyd", "Dov")


def begun(name: str, pack: Any, **options: OptionValue) -> AnySession:
    """The first deal made; the last seat dealt, so that seat 0 is the first to do anything."""
    game = find_game(name)
    assert game is not None
    players = game.seats(game.configure(options))
    chosen = game.configure({**options, "dealer": players - 1})
    session: AnySession = Session(game, chosen, [Seat(name) for name in NAMES[:players]])
    session.act(Deal(shuffled(pack, Random(3))))
    return session


def clogs() -> AnySession:
    """Two of Clogs: the first has turned up its first clog."""
    session = begun("clogs", LAYOUTS[2].pack, players=2)
    session.act(TurnClog(0))
    session.act(session.game.rules.legal_actions(session.state)[0])
    return session


def spades() -> AnySession:
    """Four of Spades: seat 0 bid blind and is to pass."""
    session = begun("spades", PACKS[4], blind_nil="always")
    session.act(MakeBid(0, blind=True))
    for _ in range(3):
        session.act(LookAtCards())
        session.act(MakeBid(4))
    return session


def lines_of(session: AnySession, *more: dict[str, Any]) -> Lines:
    header = {
        "clockspades": 1,
        "game": session.game.name,
        "options": dict(session.options),
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in session.seats],
        "started": STARTED,
    }
    actions = [
        at.action.as_json() if at.seat is None else {"seat": at.seat, **at.action.as_json()}
        for at in session.positions
        if at.action is not None
    ]
    return [header, *actions, *more]


def fault_of(tmp_path: Path, lines: Lines) -> LogError:
    """What is wrong with a log of these lines."""
    path = written(tmp_path / "hostile.cslog", *lines)
    try:
        fault = load(path, find_game).fault
    except LogError as error:
        fault = error
    assert fault is not None, "this log is true"
    assert str(fault).startswith(f"{path}:{fault.line}: ")
    return fault


WRONG: dict[str, tuple[Callable[[], AnySession], dict[str, Any], str]] = {
    "a huge place": (clogs, {"do": "clog", "place": 10**300}, '"place" must be a number from 0 to 4'),
    "a small card": (clogs, {"do": "play", "card": "7c"}, '"card" must be a card in capitals, as "QS"'),
    "a card taken out": (clogs, {"do": "play", "card": "KS"}, "The K♠ is not in your hand."),
    "another game": (clogs, {"do": "bid", "tricks": 4}, "this game has no action 'bid'"),
    "one card twice": (spades, {"do": "pass", "cards": ["AS", "KS", "AS"]}, "1 to 4 different cards"),
    "no card": (spades, {"do": "pass", "cards": ["AS", "KS", 3]}, '"cards": item 3 must be a card'),
    "a bid of 18": (spades, {"do": "bid", "tricks": 18}, '"tricks" must be a number from 0 to 17'),
    "a bid once more": (spades, {"do": "bid", "tricks": 3}, "The bidding is over, and bids cannot be changed."),
    "a card too soon": (spades, {"do": "play", "card": "AS"}, "Pass 3 cards before you play."),
}


@pytest.mark.parametrize(("begin", "line", "words"), WRONG.values(), ids=WRONG)
def test_a_line_that_is_wrong(
    tmp_path: Path, begin: Callable[[], AnySession], line: dict[str, Any], words: str
) -> None:
    session = begin()
    fault = fault_of(tmp_path, lines_of(session, {"seat": session.to_act, **line}))
    assert words in fault.message
    assert fault.line == session.last + 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 3}, '"seats" must be a list of 3 seats in Clogs'),
        ({"dealer": 2}, "dealer cannot be 2: with 2 players, use a number from 0 to 1"),
        ({"target": 10**40}, "target cannot be 1000"),
    ],
)
def test_options_that_are_wrong(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    lines = lines_of(clogs())
    lines[0]["options"] |= changes
    fault = fault_of(tmp_path, lines)
    assert fault.line == 1
    assert words in fault.message


def test_the_result_of_partners_has_two_scores_and_names_seats(tmp_path: Path) -> None:
    session = begun("spades", PACKS[4], target=50)
    rng = Random(1)
    while session.to_act is not None:
        session.act(rng.choice(session.game.rules.legal_actions(session.state)[:4]))
        session.deal(rng)
    outcome = session.outcome
    assert outcome is not None
    assert (len(outcome.scores), len(outcome.winners)) == (2, 2)
    true = {"winners": [*outcome.winners], "scores": [*outcome.scores], "reason": "target"}
    path = written(tmp_path / "true.cslog", *lines_of(session, {"result": true}))
    assert load(path, find_game).fault is None
    winner, score = outcome.winners[0], outcome.scores[0]
    for wrong in (
        {"winners": [winner]},
        {"winners": [*reversed(outcome.winners)]},
        {"scores": [score, outcome.scores[1], 0, 0]},
        {"scores": [float(score), outcome.scores[1]]},
        {"reason": "floor"},
    ):
        fault = fault_of(tmp_path, lines_of(session, {"result": {**true, **wrong}}))
        assert fault.message.startswith("the result should be ")
        assert fault.line == session.last + 2


def test_passed_cards_change_hands_when_read_again(tmp_path: Path) -> None:
    session = spades()
    for _ in range(2):
        session.act(PassCards(session.state.hands[session.state.seat][:3]))
    loaded = load(written(tmp_path / "true.cslog", *lines_of(session)), find_game)
    assert loaded.fault is None
    assert loaded.session.state == session.state
