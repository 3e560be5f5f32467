"""Games in line mode: what is typed where a game differs from the others, and what is never said too early."""

import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session
from clockspades.engine.standing import NOW_PRACTICE, PEEKED
from clockspades.engine.story import review
from clockspades.games.clock.clock_rules import ExchangeKing, is_exchange_due
from clockspades.games.german_clock.german_clock_bots import place_at_once
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.plain.conversation import Conversation, Ending
from clockspades.plain.plain_voice import Voice
from clockspades.plain.typed_lines import Lines
from tests.games.trick_games import CLOGS, SPADES
from tests.tui.patience import CLOCK, GERMAN, at_exchange, where

MISSED = ("missed", "which would have made")
"""What stands in what is said of a card that was missed, and nowhere else."""


class Typist(Lines):
    """Someone who types what a function says, and at None no more."""

    def __init__(self, answer: Callable[[], str | None]) -> None:
        super().__init__(None)
        self._answer = answer

    def read(self) -> str | None:
        return self._answer()


def talk(session: AnySession, typed: Iterable[str] | Callable[[], str | None]) -> tuple[Ending, list[str]]:
    """Play a game in line mode; why it was over, and what was said."""
    said: list[str] = []
    lines = iter(() if callable(typed) else typed)
    answer = typed if callable(typed) else lambda: next(lines, None)
    return Conversation(session, Random(1), Typist(answer), Voice(said.append), "The rules.", 24).hold(), said


def dealt(game: AnyGame, seed: int = 2, **options: Any) -> AnySession:
    """A seeded game in which Ana plays, against bots if there are others."""
    chosen = game.configure(options)
    names = ("Ana", "Bo", "Cyd", "Dov")[: game.seats(chosen)]
    session: AnySession = Session(
        game, chosen, [Seat(name, "bot:random" if at else "human") for at, name in enumerate(names)]
    )
    session.deal(Random(seed))
    return session


# -- Clock and Watch ---------------------------------------------------------------------------------------


def to_exchange() -> AnySession:
    """A game of Watch in which the fourth king is to be exchanged."""
    return where(at_exchange, CLOCK, variant="watch")


def test_an_exchange_is_typed_in_words_and_the_hint_has_its_number() -> None:
    session = to_exchange()
    legal = CLOCK.rules.legal_actions(session.state)
    _, said = talk(session, ["hint"])
    hints = [line for line in said if ": Exchange the " in line]
    assert len(hints) == len(legal)
    best = CLOCK.words.hints(session.view(0), session.names)[0]
    assert hints[0] == f"{legal.index(best.action) + 1}: {best.words}"
    talk(session, [CLOCK.words.phrase(best.action)])
    assert isinstance(session.positions[-1].action, ExchangeKing)
    assert session.positions[-1].action == best.action


def test_another_exchange_after_a_peek_makes_the_game_practice_and_that_is_said() -> None:
    session = to_exchange()
    _, said = talk(session, ["1", "undo", "2", "undo", "1"])
    assert said.count(PEEKED) == said.count(NOW_PRACTICE) == 1
    assert said.index(PEEKED) < said.index(NOW_PRACTICE)
    assert session.standing.is_practice


def test_finish_turns_the_cards_up_to_the_first_choice_or_the_end() -> None:
    session = dealt(CLOCK, variant="watch")
    _, said = talk(session, ["help", "finish", "f"])
    assert "More moves: type finish to make all until you have a choice." in said
    assert is_exchange_due(session.state)
    assert said[-1] == "Not yet: a choice can still change the end."
    session = dealt(CLOCK)
    ending, said = talk(session, ["finish"])
    assert ending is Ending.GAME_OVER
    assert sum(line.startswith("  ") for line in said) > session.last, "each card is told"


# -- German Clock ------------------------------------------------------------------------------------------


def test_a_game_is_won_by_typing_what_is_done() -> None:
    session = dealt(GERMAN, 1, redeals=2)
    other = session.fork(session.seats)
    while other.outcome is None:
        other.act(place_at_once(other.view(0)))
    actions = [at.action for at in other.positions[1:]]
    ending, said = talk(session, [action.do for action in actions if action and not isinstance(action, Deal)])
    assert ending is Ending.GAME_OVER
    assert said[-2:] == ["Won: all 52 cards are on the clock.", "No card was missed."]


def test_a_missed_card_is_named_at_the_end_and_not_before() -> None:
    session = dealt(GERMAN, 3, redeals=0)
    ending, said = talk(session, ["turn"] * 52 + ["place"] * 52)
    assert ending is Ending.GAME_OVER
    verdict = said.index(GERMAN.words.verdict(session.state, ("Ana",)))
    assert not [line for line in said[:verdict] if any(word in line for word in MISSED)]
    assert said[verdict + 1 :] == [remark.words for remark in review(session, session.names_at_table)]
    assert all(any(word in line for word in MISSED) for line in said[verdict + 1 :])
    assert len(said[verdict + 1 :]) > 40


# -- Spades ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [SPADES, CLOGS], ids=["spades", "clogs"])
def test_what_is_unseen_is_told_by_suit_and_counts_as_a_hint(game: AnyGame) -> None:
    """Every card stands in it once, but those of the own hand and those that were played."""
    session = dealt(game, 3, dealer=3)
    _, said = talk(session, ["4", "1", "unseen", "quit"])
    told = [line for line in said if line.startswith("Unseen: ♠ ")]
    assert (len(told), session.hints) == (1, 1)
    for suit in told[0].removeprefix("Unseen: ").rstrip(".").split(", "):
        symbol, *ranks = suit.split()
        assert len({*ranks}) == len(ranks)
        hand = [card for card in session.state.hands[0] if card.suit.symbol == symbol]
        assert not {card.rank.symbol for card in hand} & {*ranks}
    unseen = sum(len(suit.split()) - 1 for suit in told[0].split(": ")[1].split(", "))
    played = sum(len(trick.plays) for trick in session.state.tricks) + len(session.state.trick)
    assert unseen == 52 - len(session.state.hands[0]) - played


def test_a_number_typed_is_the_bid() -> None:
    session = dealt(SPADES, 3, dealer=3)
    typed = iter(["3", "quit"])
    talk(session, lambda: next(typed))
    assert session.positions[2].action is not None
    assert session.positions[2].action.arguments() == {"tricks": 3}


def test_the_partner_is_named_a_hand_is_told_once_and_the_tricks_of_each_side_run_along() -> None:
    session = dealt(SPADES, 3, dealer=3)
    typed = iter(["0", "1", "1", "1", "quit"])
    _, said = talk(session, lambda: next(typed))
    assert f"Your partner is {session.names[2]}." in said
    bid = session.position(2).action
    assert bid is not None
    assert bid.arguments() == {"tricks": 0}
    before = said[: next(number for number, line in enumerate(said) if line.startswith("1: "))]
    assert sum(session.state.hands[0][-1].symbol in line for line in before) == 1
    assert not any("is dealt" in line for line in said)
    running = [line for line in said if line.startswith("Tricks so far: ")]
    assert len(running) == 4
    assert re.fullmatch(r"Tricks so far: you and \w+ \d of \d+; \w+ and \w+ \d of \d+\.", running[-1])


def test_three_cards_are_passed_by_their_names_and_not_all_of_286_choices_are_listed() -> None:
    session = dealt(SPADES, 3, dealer=3, blind_nil="always")
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
    session = dealt(SPADES, 3, dealer=3, blind_nil="always")
    typed = iter(["hand", "table", "hint", "log", "look", "quit"])
    _, said = talk(session, lambda: next(typed))
    looked = next(number for number, line in enumerate(said) if "You look at" in line)
    mine = [card.symbol for card in session.state.hands[0]]
    assert not any(symbol in line for line in said[:looked] for symbol in mine)
    assert all(symbol in said[looked] for symbol in mine)
    assert "You have not looked at your 13 cards yet." in said[:looked]


def test_explain_tells_what_the_others_have_shown() -> None:
    session = dealt(SPADES, 3, dealer=0)
    ending, said = talk(session, iter(("explain", "x", "why", "help", None)).__next__)
    assert ending is Ending.END_OF_INPUT
    bids = [session.names[seat] for seat in (1, 2, 3)]
    explained = [line for line in said if ": About " in line or ": No tricks." in line]
    assert [line.split()[0] for line in explained] == bids * 3, "once for each way to ask"
    assert any(", explain for what the others have shown" in line for line in said)
