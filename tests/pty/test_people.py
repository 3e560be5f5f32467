"""Several people at one keyboard: no card in a hand is ever on the screen while another person may look."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_rules import PlayMatches
from clockspades.games.spades.spades_state import DrawCard
from clockspades.games.tricks import PlayCard
from clockspades.saved.log import LoadedLog, load
from clockspades.saved.settings import FILE
from tests.pty.terminal import Terminal

pytestmark = pytest.mark.usefixtures("asked")
NAMES = ("Ana", "Ben")
SEATS = [part for name in NAMES for part in ("--seat", name)]
MOST, MOST_IN_MOTION = 14, 6
"""Choices after which enough was looked at; those in motion take seconds each."""
KEYS = {"look": "1\r", "bid": "3\r", "draw": "1\r", "pass": "\x1b[C \x1b[C \x1b[C \r", "take": "1\r"}
"""What is typed for the first choice of each kind but plays."""


def saved_game(home: Path) -> LoadedLog:
    """The only game there is, as it stands on the disk."""
    (path,) = (home / "games").iterdir()
    return _loaded(path, path.stat().st_size)


@lru_cache(maxsize=1)
def _loaded(path: Path, size: int) -> LoadedLog:
    """The game in a log, which is read again when it has grown, and not each time that a test waits for that."""
    loaded = load(path, find_game)
    assert loaded.fault is None
    return loaded


class Watch:
    """Looks at every piece of output for cards that nobody may see now."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()
        self.looks = 0

    def __call__(self, screen: str) -> None:
        self.looks += 1
        seen = [card for card in self.hidden if card in screen]
        assert not seen, f"{seen} could be seen:\n{screen}"


def typed(session: AnySession) -> str:
    """The keys for a choice of the player to act: the first card that can be played, else the first clog there is."""
    first = session.game.rules.legal_actions(session.state)[0]
    if isinstance(first, PlayMatches):
        return "\r"
    if isinstance(first, PlayCard):
        return "\x1b[C\r"  # the cursor appears on a card that can be played
    return f"{first.place + 1}\r" if first.do == "clog" else KEYS[first.do]


def cards_out(session: AnySession) -> set[str]:
    """Every card in the hand of a person, face down before one, or waiting to be drawn."""
    state: Any = session.state
    found = {card.symbol for seat in session.humans for card in state.hands[seat]}
    if session.game.name != "clockwork-spades":  # there the stock is drawn from face up, and its spades are known
        found |= {card.symbol for card in getattr(state, "stock", ())}
    if session.game.name == "clogs":
        found |= {card.symbol for seat in session.humans for card in state.clogs[seat] if card is not None}
    return found


def seen_by(session: AnySession, seat: int) -> set[str]:
    """The cards that a player may see now."""
    view: Any = session.view(seat)
    return {card.symbol for card in (*view.hands[seat], *getattr(view, "stock", ()))}


def shown_by(session: AnySession, seat: int) -> set[str]:
    """What the choice that is typed shows besides: a hand looked at, two cards of a stock, a clog."""
    state: Any = session.state
    first = session.game.rules.legal_actions(state)[0]
    if isinstance(first, DrawCard):
        return {card.symbol for card in state.stock[:3]}
    if first.do == "clog":
        return {state.clogs[seat][first.place].symbol}
    return {card.symbol for card in state.hands[seat]}


def is_next(home: Path, point: int, seat: int) -> bool:
    """Whether a player acts again at a point: no curtain falls before them."""
    session = saved_game(home).session
    return bool(session.game.rules.to_act(session.positions[point].state) == seat)


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("clockwork-spades", (), False),
        ("clogs", ("players=2",), False),
        pytest.param("clogs", ("players=3",), True, marks=pytest.mark.thorough),
        ("spades", ("blind_nil=always",), False),
        pytest.param("spades", ("players=2",), False, marks=pytest.mark.thorough),
    ],
    ids=["clockwork", "clogs", "clogs-in-motion", "spades", "spades-for-two"],
)
def test_nobody_sees_another_s_cards(home: Path, game: str, options: tuple[str, ...], moves: bool) -> None:
    watch = Watch()
    chosen = [part for option in options for part in ("--option", option)]
    if not moves:
        with open(home / FILE, "a") as settings:
            settings.write('animation = "off"\n')
    most = MOST_IN_MOTION if moves else MOST
    choices = 0
    lifted: int | None = None
    with Terminal("play", game, "--seed", "3", *SEATS, *chosen) as terminal:
        terminal.watch = watch
        terminal.wait_for("to see your cards")
        while choices < most:
            session = saved_game(home).session
            seat = session.to_act
            if seat is None or getattr(session.state, "number", 1) > 1:  # what was played may be dealt again
                break
            if not session.seats[seat].is_human:
                terminal.settle(0.05)
                continue
            if seat != lifted:
                terminal.wait_for(f"{NAMES[seat]}'s turn", "show cards")  # an Enter too many changes the other words
                terminal.settle(0.15)  # it falls in pieces
                watch.hidden = cards_out(session)
                assert NAMES[seat] in terminal.settle(0.05)
                watch.hidden = cards_out(session) - seen_by(session, seat)
                terminal.press(" ")
            terminal.wait_for(f"▸ {NAMES[seat]}", "h hint")
            choices += 1
            watch.hidden = cards_out(session) - seen_by(session, seat)
            terminal.settle(0.05)
            watch.hidden -= shown_by(session, seat)
            before = terminal.text
            terminal.press(typed(session))
            terminal.wait_until("the action in the log", lambda: saved_game(home).session.last > session.last)  # noqa: B023
            terminal.wait_until("a table that shows it", lambda: terminal.text != before)  # noqa: B023
            lifted = seat if is_next(home, session.last + 1, seat) else None
            terminal.settle(0.05 if lifted is None else 0.15)
    assert choices > most // 2
    assert watch.looks > 2 * choices


def test_the_curtain_stays_until_it_is_lifted(home: Path) -> None:
    watch = Watch()
    with Terminal("play", "--seed", "3", *SEATS) as terminal:
        terminal.watch = watch
        terminal.wait_for("Ana", "to see your cards")
        watch.hidden = cards_out(saved_game(home).session)
        for key in ("u", "r", "l", "h", "?", "1", "\r", "\x1b[C", "\x1b"):
            terminal.press(key)
            terminal.settle(0.15)
        for size in ((120, 40), (60, 18), (30, 10), (80, 24)):
            terminal.resize(*size)
            terminal.settle(0.15)
        assert "show cards" in terminal.text
    assert saved_game(home).session.last == 1
