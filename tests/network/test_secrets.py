"""No byte that goes to a seat or a spectator tells of a card that they do not see, or of the code of the deal."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from clockspades.engine.game import AnyGame
from clockspades.engine.header import HUMAN, Seat
from clockspades.engine.session import AnySession
from clockspades.engine.share import code_of, number_of
from clockspades.games.catalogue import find_game
from clockspades.network.wire.form import write_point
from clockspades.network.wire.messages import FRAME, TO_CLIENT
from clockspades.saved.archive import Archive
from tests.conformance.playing import NAMES, some
from tests.conformance.structure import cards_in, hidden
from tests.network.network_games import (
    every_game,
    every_log,
    onlookers,
    read,
    seen_points,
    some_onlookers,
    written_game,
)
from tests.network.secret_games import Watch, play
from tests.network.world import world_of


def hidden_cards(session: AnySession, number: int, eyes: int | None) -> set[str]:
    """The texts of the cards that lie somewhere at a point, and that who looks sees nowhere."""
    state = session.position(number).state
    if state.outcome is not None and len(session.seats) > 1:
        return set()  # all hands are open
    view = session.game.rules.observe(state, eyes)
    return {card.text for card in hidden(state, view).values()} - {card.text for card in cards_in(view)}


def assert_nothing_hidden_is_sent(session: AnySession) -> None:
    """AssertionError if a point tells of a hidden card, whether it goes to who has just joined or has all before it."""
    hides = 0
    for eyes in some_onlookers(session):
        before: Any = None
        points = list(seen_points(session, eyes))
        joining = {point.number for point in some(points)}
        for point in points:
            secrets = hidden_cards(session, point.number, eyes)
            hides += len(secrets)
            for known in (before, None) if point.number in joining else (before,):
                frame = FRAME.write({"point": write_point(session.game, point, eyes, known)})
                assert not [text for text in secrets if text in frame], (eyes, point.number)
            before = point.view
    assert hides, "every game has cards that lie face down"


@every_log
def test_no_golden_game_tells_of_a_hidden_card(path: Path) -> None:
    assert_nothing_hidden_is_sent(read(path))


@every_game
def test_the_share_code_stays_with_the_host(game: AnyGame) -> None:
    archive = Archive(find_game)
    options = game.configure({})
    seats = [Seat(name, HUMAN) for name in NAMES[: game.seats(options)]]
    session = archive.begin(game, options, seats, Random(1), number=987_654_321)
    assert session.journal is not None
    code, number = code_of(session), number_of(session)
    assert code
    assert number == 987_654_321
    for eyes in onlookers(session):
        joined = TO_CLIENT.write_text(written_game(session, eyes))
        sent = [FRAME.write({"point": write_point(game, point, eyes)}) for point in seen_points(session, eyes)]
        for frame in (joined, *sent):
            assert code not in frame
            assert code.replace("-", "") not in frame
            assert str(number) not in frame
    session.close()


# -- whatever a table sends -------------------------------------------------------------------------------------------


@every_game
def test_nothing_that_a_table_sends_tells_a_secret(game: AnyGame) -> None:
    watches = [play(game, seed) for seed in range(3)]
    assert min(watch.frames for watch in watches) > 10
    assert sum(watch.cards for watch in watches) > 100
    assert sum(watch.shares for watch in watches) > 10


@every_game
def test_a_leak_would_be_found(game: AnyGame) -> None:
    world = world_of(game, 0)
    watch = Watch(world)
    send = watch.read

    def leak(name: str, frame: str) -> None:
        send(name, f'{frame[:-2]},"secret":"{world.disk_kept.terms.secret.hex()}"}}}}')

    world._frame_to_client = leak  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="the secret is in a frame"):
        world.finish()


@every_game
def test_a_card_in_words_would_be_found(game: AnyGame) -> None:
    world = world_of(game, 0)
    watch = Watch(world)
    send = watch.read

    def leak(name: str, frame: str) -> None:
        if world.disk_kept.positions and name in world.connections and frame.startswith('{"done"'):
            state = world.disk_kept.state
            view = game.rules.observe(state, world.connections[name].person.client.seat)
            for card in [*{*hidden(state, view).values()} - cards_in(view)][:1]:
                frame = f'{frame[:-2]},"words":"The {card.symbol} is there."}}}}'
        send(name, frame)

    world._frame_to_client = leak  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="are in a frame 'done'"):
        world.finish()
