"""Whole games in a real terminal, by keys alone and by mouse alone, with the program killed in the middle."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from clockspades.cards import Card, Rank
from clockspades.games.clockwork.clockwork_rules import SPADES, matches
from clockspades.saved.log import LoadedLog
from tests.pty.terminal import Terminal
from tests.pty.test_people import saved_game

SEATS = ("--seat", "Ana", "--seat", "Tick=bot:random")

TakeTurn = Callable[[Terminal, LoadedLog], None]


def play_on(terminal: Terminal, home: Path, take_turn: TakeTurn, until_turn: int | None = None) -> None:
    """Take Ana's turns until the game, or so many turns of it, are over."""
    terminal.wait_for("Clockwork Spades")
    turns = 0
    while True:
        terminal.wait_until("Ana's turn", partial(is_due, home, turns))
        game = saved_game(home)
        turns = game.session.state.turn
        if game.finished or (until_turn is not None and turns >= until_turn):
            return
        terminal.wait_for(f"turn {turns}", "▸ You")
        take_turn(terminal, game)


def is_due(home: Path, after: int) -> bool:
    """Whether the game is over, or at a turn of Ana's after that one."""
    game = saved_game(home)
    return game.finished or (game.session.to_act == 0 and game.session.state.turn > after)


def by_keys(terminal: Terminal, game: LoadedLog) -> None:
    """Play with Enter, and take the spade chosen with its number."""
    playing = matches(game.session.state)
    terminal.press("\r" if playing else "2" if len(game.session.state.window) > 1 else "1")


def by_mouse(terminal: Terminal, game: LoadedLog) -> None:
    """Click a matching card, which plays them all, or the spade that is taken."""
    state = game.session.state
    playing = matches(state)
    if playing:
        card = playing[-1]
        terminal.wait_until(f"the {card.symbol} at rest in the hand", partial(is_at_rest, terminal, card))
        terminal.click(*in_hand(terminal, card)[-1])
    else:
        terminal.settle()  # a card on its way may lie over the spade
        terminal.click(*on_clock(terminal, state.window[-1]))


def is_at_rest(terminal: Terminal, card: Card) -> bool:
    """Whether a card stands in the hand when all is still: nobody clicks a card that is on its way."""
    terminal.settle()
    return is_in_hand(terminal, card)


def on_clock(terminal: Terminal, rank: Rank) -> tuple[int, int]:
    """A place in the spade of this rank, which lies left of all else."""
    return min(terminal.places(SPADES[rank - 1].symbol))


def in_hand(terminal: Terminal, card: Card) -> list[tuple[int, int]]:
    """The places where a card stands in the lower right quarter, which holds the hand."""
    return [
        (column, row)
        for column, row in terminal.places(card.symbol)
        if column > terminal.columns * 0.6 and row > terminal.rows * 0.75
    ]


def is_in_hand(terminal: Terminal, card: Card) -> bool:
    return bool(in_hand(terminal, card))


def play_a_game_killed_in_the_middle(home: Path, take_turn: TakeTurn, columns: int, rows: int) -> None:
    with Terminal("play", "--seed", "4", *SEATS, columns=columns, rows=rows) as terminal:
        play_on(terminal, home, take_turn, until_turn=9)
        before = saved_game(home)
        terminal.kill()
    assert saved_game(home).session.positions == before.session.positions
    with Terminal("resume", columns=columns, rows=rows) as terminal:
        play_on(terminal, home, take_turn)
        finished = saved_game(home)
        outcome = finished.session.outcome
        assert outcome is not None
        terminal.wait_for("Tick wins" if outcome.winners[0] else "You win")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert terminal.text.strip() == "", "there is nothing to carry on with"
    assert finished.finished
    assert finished.session.positions[: before.session.last + 1] == before.session.positions


@pytest.mark.usefixtures("asked")
def test_by_keys_alone_at_80x24(home: Path) -> None:
    play_a_game_killed_in_the_middle(home, by_keys, 80, 24)


@pytest.mark.thorough
@pytest.mark.usefixtures("asked")
def test_by_mouse_alone_at_80x24(home: Path) -> None:
    play_a_game_killed_in_the_middle(home, by_mouse, 80, 24)
