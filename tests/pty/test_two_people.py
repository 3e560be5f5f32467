"""Two people at one keyboard: no card in a hand is ever on the screen while the other person may look."""

from functools import lru_cache, partial
from pathlib import Path

import pytest

from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_rules import RULES, PlayMatches
from clockspades.saved.log import LoadedLog, load
from tests.pty.terminal import Terminal

pytestmark = pytest.mark.usefixtures("asked")
NAMES = ("Ana", "Ben")


def saved_game(home: Path) -> LoadedLog:
    """The only game there is, as it stands on the disk."""
    (path,) = (home / "games").iterdir()
    return _loaded(path, path.stat().st_size)


@lru_cache(maxsize=1)
def _loaded(path: Path, size: int) -> LoadedLog:
    """The game in a log, which is read again when it has grown, and not each time that a test waits for that."""
    return load(path, find_game)


class Watch:
    """Looks at every piece of output for cards that nobody may see now."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()
        self.looks = 0

    def __call__(self, screen: str) -> None:
        self.looks += 1
        seen = [card for card in self.hidden if card in screen]
        assert not seen, f"{seen} could be seen:\n{screen}"


def has_moved_on(home: Path, point: int) -> bool:
    return saved_game(home).session.last > point


def test_a_whole_game_shows_nobody_the_other_s_cards(home: Path) -> None:
    watch = Watch()
    with Terminal("play", "--seed", "3", "--seat", "Ana", "--seat", "Ben") as terminal:
        terminal.watch = watch
        while True:
            terminal.wait_for("to see your cards")
            screen = terminal.settle(0.1)  # the words may come in the middle of a frame
            game = saved_game(home).session
            assert game.to_act is not None
            name, state = NAMES[game.to_act], game.state
            hands = [{card.symbol for card in hand} for hand in state.hands]
            watch.hidden = hands[0] | hands[1]
            watch(screen)
            assert name in screen
            watch.hidden = hands[1 - game.to_act]
            terminal.press(" ")
            terminal.wait_for(f"turn {state.turn}", f"▸ {name}")
            first = RULES.legal_actions(state)[0]
            if RULES.reduce(state, first).state.outcome is not None:
                watch.hidden.clear()  # all hands are open at the end, which is on the screen before the log is read
            terminal.press("\r" if isinstance(first, PlayMatches) else "1\r")
            terminal.wait_until("the action in the log", partial(has_moved_on, home, game.last))
            if saved_game(home).finished:
                break
    assert watch.looks > 2 * game.last


def test_the_curtain_stays_until_it_is_lifted(home: Path) -> None:
    watch = Watch()
    with Terminal("play", "--seed", "3", "--seat", "Ana", "--seat", "Ben") as terminal:
        terminal.watch = watch
        terminal.wait_for("Ana", "to see your cards")
        state = saved_game(home).session.state
        watch.hidden = {card.symbol for hand in state.hands for card in hand}
        for key in ("u", "r", "l", "h", "?", "1", "\r", "\x1b[C", "\x1b"):
            terminal.press(key)
            terminal.settle(0.15)
        for size in ((120, 40), (60, 18), (30, 10), (80, 24)):
            terminal.resize(*size)
            terminal.settle(0.15)
        assert "show cards" in terminal.text
    assert saved_game(home).session.last == 1
