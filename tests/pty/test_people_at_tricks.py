"""Several people at one keyboard at a game of tricks: no card in a hand is ever on the screen at another's turn."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.spades.spades_state import DrawCard
from clockspades.games.tricks import PlayCard
from clockspades.saved.settings import FILE
from tests.pty.terminal import Terminal
from tests.pty.test_two_people import NAMES, Watch, has_moved_on, saved_game

pytestmark = pytest.mark.usefixtures("asked")
MOST, MOST_IN_MOTION = 14, 6
"""Choices after which enough was looked at; those in motion take seconds each."""
KEYS = {"look": "1\r", "bid": "3\r", "draw": "1\r", "pass": "\x1b[C \x1b[C \x1b[C \r"}
"""What is typed for the first choice of each kind but plays."""


def typed(session: AnySession) -> str:
    """The keys for a choice of the player to act: the first card that can be played, else the first clog there is."""
    first = session.game.rules.legal_actions(session.state)[0]
    if isinstance(first, PlayCard):
        return "\x1b[C\r"  # the cursor appears on a card that can be played
    return f"{first.place + 1}\r" if first.do == "clog" else KEYS[first.do]


def cards_out(session: AnySession) -> set[str]:
    """Every card in the hand of a person, face down before one, or waiting to be drawn."""
    state: Any = session.state
    found = {card.symbol for seat in session.humans for card in state.hands[seat]}
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


def has_changed(terminal: Terminal, before: str) -> bool:
    return terminal.text != before


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("clogs", ("players=2",), False),
        ("clogs", ("players=3",), True),
        ("spades", ("blind_nil=always",), False),
        ("spades", ("players=2",), False),
    ],
    ids=["clogs", "clogs-in-motion", "spades", "spades-for-two"],
)
def test_nobody_sees_another_s_cards(home: Path, game: str, options: tuple[str, ...], moves: bool) -> None:
    watch = Watch()
    seats = [part for name in NAMES for part in ("--seat", name)]
    chosen = [part for option in options for part in ("--option", option)]
    if not moves:
        with open(home / FILE, "a") as settings:
            settings.write('animation = "off"\n')
    most = MOST_IN_MOTION if moves else MOST
    choices = 0
    lifted: int | None = None
    with Terminal("play", game, "--seed", "3", *seats, *chosen) as terminal:
        terminal.watch = watch
        terminal.wait_for("to see your cards")
        while choices < most:
            session = saved_game(home).session
            seat = session.to_act
            if seat is None or session.state.number > 1:  # what was played is in the log, and may be dealt again
                break
            if not session.seats[seat].is_human:
                terminal.settle(0.05)
                continue
            if seat != lifted:
                terminal.wait_for(NAMES[seat], "to see your cards")
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
            terminal.wait_until("the action in the log", partial(has_moved_on, home, session.last))
            terminal.wait_until("a table that shows it", partial(has_changed, terminal, before))
            lifted = seat if is_next(home, session.last + 1, seat) else None
            terminal.settle(0.05 if lifted is None else 0.15)
    assert choices > most // 2
    assert watch.looks > 2 * choices
