"""What plays of Clogs show: every certain sentence is true of the real hands."""

import re
from collections import Counter
from random import Random

from clockspades.cards import Suit, parse_cards
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.story import meaning
from clockspades.games.clogs.clogs_bots import BOTS
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.clogs.clogs_meaning import HIGH
from clockspades.games.clogs.clogs_rules import ClogsState, ClogTurned, beats
from clockspades.games.trick_words import hand_in_short
from clockspades.games.tricks import CardPlayed, led_suit

GAME = ClogsGame()
NAMES = ("Ana", "Bo", "Cyd", "Dov")


def game(players: int) -> AnySession:
    """A game of random players."""
    rng = Random(players)
    seats = [Seat(name, "bot:random") for name in NAMES[:players]]
    session = Session(GAME, GAME.configure({"players": players, "target": 20}), seats)
    bot = BOTS["random"](rng)
    session.deal(rng)
    while session.to_act is not None:
        session.act(bot.choose(session.view(session.to_act)))
        session.deal(rng)
    return session


def is_true(words: str, before: ClogsState, event: CardPlayed | ClogTurned) -> bool | None:
    """Whether a sentence is true; None if it says no more than what is usual."""
    seat, card, winning = before.seat, event.card, before.winning
    led = led_suit(before.trick)
    hand = [mine for mine in before.hands[seat] if mine is not card]
    left = [
        *(other for each in before.hands for other in each),
        *(clog for row in before.clogs for clog in row if clog),
    ]
    left.remove(card)
    if found := re.match(r"Has no (\w+) in hand", words):
        return all(mine.suit is not Suit[found[1].upper()] for mine in hand)
    if words == "No card left can beat it.":
        return not any(beats(other, card, card.suit if led is None else led) for other in left)
    if winning is None or led is None:
        return None
    if re.match(r"No \w+ can beat", words):
        return not any(beats(other, winning.card, led) for other in left if other.suit is led)
    return beats(card, winning.card, led) if words.startswith("Takes the trick over") else None


def test_each_certain_sentence_is_true() -> None:
    checked = Counter[str]()
    for session in map(game, (2, 3, 4)):
        for point in range(1, session.last + 1):
            shown = meaning(session, point, session.names)
            for words in shown.words if shown else ():
                so = is_true(words, session.position(point - 1).state, session.position(point).events[0])
                assert so or (so is None and "sually" in words), words
                checked[words.split()[0]] += so is not None
    assert {word for word, count in checked.items() if count} == {"Has", "No", "Takes"}


def test_a_hand_in_short() -> None:
    assert hand_in_short(parse_cards("AC 2C AH 9H 9C KS"), HIGH) == "Two aces, one 2, 1 spade and no diamonds."
    assert hand_in_short((), HIGH) == ""
