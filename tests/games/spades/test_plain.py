"""Spades in line mode: bids by their number, cards and passes by their words, and nothing of a hand not looked at."""

from collections.abc import Callable
from random import Random

from clockspades.cards import shuffled
from clockspades.engine.actions import Deal
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.session import AnySession, Session
from clockspades.games.spades.spades_state import PACKS, SpadesPhase
from clockspades.plain.conversation import Conversation, Ending
from clockspades.plain.plain_voice import Voice
from clockspades.plain.typed_lines import Lines
from tests.games.spades.tables import GAME

PAGE = 24


class Typist(Lines):
    """Someone who types what a function says, and at None no more."""

    def __init__(self, answer: Callable[[], str | None]) -> None:
        super().__init__(None)
        self._answer = answer

    def read(self) -> str | None:
        return self._answer()


def seated(**options: OptionValue) -> AnySession:
    chosen = GAME.configure({"target": 50, **options})
    names = ("Ana", "Bo", "Cyd", "Dov")[: GAME.seats(chosen)]
    seats = [Seat(name, "bot:random" if at else "human") for at, name in enumerate(names)]
    session: AnySession = Session(GAME, chosen, seats)
    session.act(Deal(shuffled(PACKS[len(names)], Random(3))))
    return session


def talk(session: AnySession, answer: Callable[[], str | None]) -> tuple[Ending, list[str]]:
    said: list[str] = []
    ending = Conversation(session, Random(1), Typist(answer), Voice(said.append), "The rules.", PAGE).hold()
    return ending, said


def test_a_number_typed_is_the_bid() -> None:
    session = seated(dealer=3)
    typed = iter(["3", "quit"])
    talk(session, lambda: next(typed))
    assert session.positions[2].action is not None
    assert session.positions[2].action.arguments() == {"tricks": 3}


def test_three_cards_are_passed_by_their_names_and_not_all_of_286_choices_are_listed() -> None:
    session = seated(dealer=3, blind_nil="always")
    passed: list[str] = []

    def answer() -> str | None:
        state = session.state
        if state.phase is SpadesPhase.PASS:
            if passed:
                return "quit"
            passed.extend(card.text for card in state.hands[0][4:7])
            return "pass " + " ".join(passed).lower()
        return "bid blind nil" if state.phase is SpadesPhase.BID else "quit"

    _, said = talk(session, answer)
    assert [card.text for card in session.state.given[0]] == passed
    assert "and so on, up to" in said
    assert sum(line.startswith(tuple("123456789")) for line in said) < 20


def test_of_cards_not_looked_at_nothing_is_said() -> None:
    session = seated(dealer=3, blind_nil="always")
    typed = iter(["hand", "table", "hint", "log", "look", "quit"])
    _, said = talk(session, lambda: next(typed))
    looked = next(number for number, line in enumerate(said) if "You look at" in line)
    mine = [card.symbol for card in session.state.hands[0]]
    assert not any(symbol in line for line in said[:looked] for symbol in mine)
    assert all(symbol in said[looked] for symbol in mine)
    assert "You have not looked at your 13 cards yet." in said[:looked]


def test_explain_tells_what_the_others_have_shown() -> None:
    session = seated(dealer=0)
    ending, said = talk(session, iter(("explain", "x", "why", "help", None)).__next__)
    assert ending is Ending.END_OF_INPUT
    bids = [session.names[seat] for seat in (1, 2, 3)]
    explained = [line for line in said if ": About " in line or ": No tricks." in line]
    assert [line.split()[0] for line in explained] == bids * 3, "once for each way to ask"
    assert any(", explain for what the others have shown" in line for line in said)
