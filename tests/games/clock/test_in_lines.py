"""Clock and Watch in line mode, as people type them."""

from io import BytesIO
from random import Random

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import NOW_PRACTICE, PEEKED
from clockspades.games.clock.clock_game import Clock
from clockspades.games.clock.clock_rules import ExchangeKing, is_exchange_due
from clockspades.plain.conversation import Conversation, Ending
from clockspades.plain.plain_voice import Voice
from clockspades.plain.typed_lines import Lines

GAME = Clock()


def talk(session: AnySession, typed: str) -> tuple[Ending, list[str]]:
    """Play a game in line mode; why it was over, and what was said."""
    said: list[str] = []
    conversation = Conversation(
        session, Random(1), Lines(BytesIO(typed.encode())), Voice(said.append), "The rules.", 24
    )
    return conversation.hold(), said


def at_the_exchange(seed: int = 2) -> AnySession:
    """A game of Watch in which the fourth king is to be exchanged."""
    while True:
        session: AnySession = Session(GAME, GAME.configure({"variant": "watch"}), [Seat("Ana")])
        session.deal(Random(seed))
        while session.outcome is None:
            if is_exchange_due(session.state):
                return session
            session.act(GAME.rules.legal_actions(session.state)[0])
        seed += 1


def test_an_exchange_is_typed_in_words_and_the_hint_has_its_number() -> None:
    session = at_the_exchange()
    legal = GAME.rules.legal_actions(session.state)
    _, said = talk(session, "hint\n")
    hints = [line for line in said if ": Exchange the " in line]
    assert len(hints) == len(legal)
    best = GAME.words.hints(session.view(0), session.names)[0]
    assert hints[0] == f"{legal.index(best.action) + 1}: {best.words}"
    talk(session, f"{GAME.words.phrase(best.action)}\n")
    assert isinstance(session.positions[-1].action, ExchangeKing)
    assert session.positions[-1].action == best.action


def test_another_exchange_after_a_peek_makes_the_game_practice_and_that_is_said() -> None:
    session = at_the_exchange()
    _, said = talk(session, "1\nundo\n2\nundo\n1\n")
    assert said.count(PEEKED) == said.count(NOW_PRACTICE) == 1
    assert said.index(PEEKED) < said.index(NOW_PRACTICE)
    assert session.standing.is_practice


def test_finish_turns_the_cards_up_to_the_first_choice() -> None:
    session: AnySession = Session(GAME, GAME.configure({"variant": "watch"}), [Seat("Ana")])
    session.deal(Random(2))
    _, said = talk(session, "help\nfinish\nfinish\n")
    assert "More moves: type finish to make all until you have a choice." in said
    assert is_exchange_due(session.state)
    assert said[-1].startswith("You have a choice: type a number from 1 to ")


def test_finish_plays_a_game_without_choices_to_its_end() -> None:
    session: AnySession = Session(GAME, GAME.configure({}), [Seat("Ana")])
    session.deal(Random(2))
    ending, said = talk(session, "finish\n")
    assert ending is Ending.GAME_OVER
    assert sum(line.startswith("  ") for line in said) > session.last, "each card is told"
