"""A game of each kind in line mode, in the language that nobody speaks: all of it is translated, or can be typed."""

from random import Random

import pytest

from clockspades.engine import share
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES
from clockspades.plain.choices import WORDS
from clockspades.plain.conversation import Conversation
from clockspades.plain.plain_voice import Cards, Voice
from clockspades.plain.talk import phrases_of
from clockspades.plain.typed_lines import Lines
from tests.pseudo import faults, spoken

ASKED = [
    *(word for word in WORDS if word not in ("again", "back", "other", "quit", "skip")),
    *("nonsense", "\x1b[A", "7 o'clock", "symbols", "finish"),
]
"""What is typed before choices."""
MOST = 400
"""Lines that are typed at most."""


class Typist(Lines):
    """Someone who asks for everything once, and makes the first choice."""

    def __init__(self, session: AnySession) -> None:
        super().__init__(None)
        self._session, self._asked, self._typed = session, iter(ASKED), 0

    def _read_bytes(self) -> bytes:
        self._typed += 1
        choice = "1" if self._typed % 2 else next(self._asked, "1")
        return f"{choice}\n".encode() if self._typed < MOST else b""


@pytest.mark.parametrize("cards", ["symbols", "words"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_in_lines_is_translated(game: AnyGame, cards: Cards) -> None:
    options = game.configure({})
    bots = (Seat(f"B{seat}", f"bot:{game.quickest_bot}") for seat in range(1, game.seats(options)))
    session: AnySession = Session(game, options, (Seat("Ana"), *bots))
    said: list[str] = []
    data = {*WORDS, "nonsense", "Ana", "BJ", "LJ"}

    def note(text: str) -> None:
        said.append(text)
        if session.to_act == 0:
            data.update(word for phrase in phrases_of(session, 0).english for word in phrase.split())

    session.deal(share.generator(share.draw_number(Random(5))))
    with spoken():
        conversation = Conversation(session, Random(1), Typist(session), Voice(note, cards), "", 24)
        conversation.hold()
        conversation.ask_after_the_game(None, goes_on=False, again=True)
    for text in said:
        assert not faults(text, data), text
    assert len(said) > len(ASKED)
