"""German Clock in line mode and in ``show``: what is typed, and what is said of missed cards only at the end."""

from io import BytesIO
from random import Random

from clockspades.engine.actions import Deal
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.engine.story import review
from clockspades.games.german_clock.german_clock_bots import WatchfulBot
from clockspades.games.german_clock.german_clock_game import GermanClock
from clockspades.plain.conversation import Conversation, Ending
from clockspades.plain.plain_voice import Voice
from clockspades.plain.typed_lines import Lines

GAME = GermanClock()
MISSED = ("missed", "which would have made")
"""What stands in what is said of a card that was missed, and nowhere else."""


def dealt(seed: int, redeals: int = 1) -> AnySession:
    session: AnySession = Session(GAME, GAME.configure({"redeals": redeals}), [Seat("Ana")])
    session.deal(Random(seed))
    return session


def talk(session: AnySession, typed: str) -> tuple[Ending, list[str]]:
    """Play a game in line mode; why it was over, and what was said."""
    said: list[str] = []
    conversation = Conversation(
        session, Random(1), Lines(BytesIO(typed.encode())), Voice(said.append), "The rules.", 24
    )
    return conversation.hold(), said


def careful_typing(session: AnySession) -> str:
    """The lines of someone who misses nothing, to the end of the game."""
    other = session.fork(session.seats)
    while other.outcome is None:
        other.act(WatchfulBot().choose(other.view(0)))
    return "".join(f"{at.action.do}\n" for at in other.positions[1:] if at.action and not isinstance(at.action, Deal))


def test_a_game_is_won_by_typing_what_is_done() -> None:
    session = dealt(1, redeals=2)
    ending, said = talk(session, careful_typing(session))
    assert ending is Ending.GAME_OVER
    assert said[-2:] == ["Won: all 52 cards are on the clock.", "No card was missed."]


def test_a_missed_card_is_named_at_the_end_and_not_before() -> None:
    session = dealt(3, redeals=0)
    ending, said = talk(session, "turn\n" * 52 + "place\n" * 52)
    assert ending is Ending.GAME_OVER
    verdict = said.index(GAME.words.verdict(session.state, ("Ana",)))
    assert not [line for line in said[:verdict] if any(word in line for word in MISSED)]
    assert said[verdict + 1 :] == [remark.words for remark in review(session, session.names_at_table)]
    assert all(any(word in line for word in MISSED) for line in said[verdict + 1 :])
    assert len(said[verdict + 1 :]) > 40
