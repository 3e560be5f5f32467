"""The bots at a table answer the same moves of the same deal alike, on every machine."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import pytest

from clockspades.engine import players
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.players import Bots, Dealer
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession
from clockspades.engine.share import generator
from clockspades.games.catalogue import find_game, game_names
from clockspades.saved.archive import Archive
from tests.conformance.playing import NAMES

NUMBER: Final = 2026
SHORT: Final[dict[str, dict[str, OptionValue]]] = {
    "clock": {"variant": "watch"},
    "clogs": {"players": 3, "target": 5},
    "spades": {"target": 50, "floor": -200},
}
"""Options with which a whole game takes a second."""

LONG: Final = ("clogs", "spades")
"""Games in which the best bot thinks for long."""
every_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough if name in LONG else ()) for name in game_names()]
)


def begun(archive: Archive, name: str) -> AnySession:
    """A game in which the best bot has the last seat, and people all others."""
    game = find_game(name)
    assert game is not None
    options = game.configure(SHORT.get(name, {}))
    people = [Seat(name) for name in NAMES[: game.seats(options) - 1]]
    return archive.begin(game, options, fill_seats(game, options, people), Random(), number=NUMBER)


def play_on(session: AnySession) -> AnySession:
    """Play to the end; people play at random, but always the same, and nothing else is seeded."""
    bots, dealer, rng = Bots(session, Random()), Dealer(session, Random()), Random(7)
    while session.outcome is None:
        dealer.deal()
        seat = session.to_act
        if seat is None:
            continue
        if session.seats[seat].is_human:
            session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        else:
            session.act(bots[seat].choose(session.sight(seat)))
    session.close()
    return session


def fingerprint(session: AnySession) -> str:
    """A digest of all actions."""
    actions = "\n".join(str(at.action and at.action.as_json()) for at in session.positions)
    return sha256(actions.encode()).hexdigest()


@every_game
def test_a_deal_with_a_number_is_played_alike_by_another_process_that_hashes_differently(
    tmp_path: Path, name: str
) -> None:
    code = (
        "import sys; from pathlib import Path; from clockspades.saved.archive import Archive;"
        "from clockspades.games.catalogue import find_game; from tests.engine import test_players as here;"
        "print(here.fingerprint(here.play_on(here.begun(Archive(find_game, Path(sys.argv[1])), sys.argv[2]))))"
    )
    here = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(here)}
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), name], cwd=here, env=environment, capture_output=True, text=True
    )
    assert ran.stderr == ""
    assert ran.stdout.strip() == fingerprint(play_on(begun(Archive(find_game, tmp_path / "games"), name)))


def test_a_bot_chooses_the_same_after_an_undo_and_when_the_game_is_resumed(tmp_path: Path) -> None:
    archive = Archive(find_game, tmp_path)
    session = begun(archive, "clogs")
    bots = Bots(session, Random())
    while session.to_act != 2 or len(session.game.rules.legal_actions(session.state)) == 1:
        session.act(session.game.rules.legal_actions(session.state)[0])
    seat, before = 2, session.at
    first = bots[seat].choose(session.sight(seat))
    session.act(first)
    session.go_to(before)
    assert bots[seat].choose(session.sight(seat)) == first
    session.close()
    resumed = archive.resume(archive.entries()[0].path).session
    resumed.go_to(before)
    assert Bots(resumed, Random())[seat].choose(resumed.sight(seat)) == first
    resumed.close()


@pytest.mark.parametrize("name", ["clockwork-spades", "clogs", "spades"])
def test_the_rest_is_played_out_for_a_person_by_a_quick_bot_that_sees_what_they_see(tmp_path: Path, name: str) -> None:
    session = begun(Archive(find_game, tmp_path), name)
    bot = Bots(session, Random())[0]
    assert type(bot) is type(session.game.make_bot([*session.game.bots][1], Random()))
    while session.to_act != 0:
        session.act(session.game.rules.legal_actions(session.state)[0])
    assert bot.choose(session.sight(0)) in session.game.rules.legal_actions(session.state)
    session.close()


def test_each_choice_of_each_seat_has_a_generator_of_its_own_and_none_is_the_dealers() -> None:
    seeds = [(seat, point) for seat in range(4) for point in range(50)]
    drawn = {players.generator(NUMBER, *seed).random() for seed in seeds}
    assert len(drawn) == len(seeds)
    assert not drawn & {generator(NUMBER, dealt).random() for dealt in range(50)}
    assert players.generator(5, 1, 30).random() == Random("clockspades bot 5.1.30").random()
