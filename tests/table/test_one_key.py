"""Choosing with one key: which digits and letters do it at once."""

from random import Random
from typing import Any

from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game, table_rules
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.spades.spades_state import MakeBid, SpadesPhase
from clockspades.table.model import Target, TargetKind, player_view
from clockspades.table.state import first_state
from clockspades.table.table_rules import Choose, Select

ACTIONS = 120


def models(name: str, **options: Any) -> Any:
    """The table of Ana at her choices in the first actions of a seeded game."""
    game = find_game(name)
    assert game is not None
    configured = game.configure(options)
    session: AnySession = Session(game, configured, fill_seats(game, configured, [Seat("Ana")]))
    rng = Random(1)
    session.deal(rng)
    while session.outcome is None and session.last < ACTIONS:
        legal = game.rules.legal_actions(session.state)
        if session.to_act == 0 and len(legal) > 1:
            player = player_view(session, 0, 0, active=True)
            yield first_state(session)._replace(player=player).model
        session.act(rng.choice(legal))
        session.deal(rng)


def chosen_digits(name: str, model: Any) -> list[int]:
    """The digits that choose at once."""
    rules = table_rules(name)
    return [digit for digit in range(10) if isinstance(rules.digit(model, digit), Choose)]


def test_a_digit_takes_a_spade_of_the_window() -> None:
    for model in models("clockwork-spades"):
        assert chosen_digits("clockwork-spades", model) == list(range(1, len(model.view.window) + 1))


def test_a_digit_that_only_shows_an_hour_chooses_nothing() -> None:
    found = [*models("german-clock")]
    assert found
    assert all(chosen_digits("german-clock", model) == [] for model in found)


def test_a_bid_that_can_have_a_second_digit_waits_for_it() -> None:
    model = next(model for model in models("spades") if model.view.phase is SpadesPhase.BID and model.view.looked[0])
    assert chosen_digits("spades", model) == [0, 2, 3, 4, 5, 6, 7, 8, 9]
    rules = table_rules("spades")
    waits = rules.digit(model, 1)
    assert isinstance(waits, Select)
    assert waits.selection.note.endswith("Press Enter, or type on for 10 to 13.")
    waiting = model._replace(selection=waits.selection)
    assert rules.confirm(waiting) == Choose(MakeBid(1))
    assert rules.digit(waiting, 3) == Choose(MakeBid(13), Target(TargetKind.CHOICE, 13))
    assert rules.digit(waiting, 4) == Choose(MakeBid(4), Target(TargetKind.CHOICE, 4)), "there is no bid of 14"


def test_a_card_that_can_have_a_second_digit_waits_for_it() -> None:
    for model in models("spades", target=50):
        if model.view.phase is SpadesPhase.PLAY:
            legal = len(model.player.game.rules.legal_actions(model.view))
            waits = [1] if legal > 9 else []
            assert chosen_digits("spades", model) == [
                digit for digit in range(1, min(legal, 9) + 1) if digit not in waits
            ]


def test_a_letter_turns_up_a_clog() -> None:
    rules = table_rules("clogs")
    for model in models("clogs", target=5):
        for action in model.player.game.rules.legal_actions(model.view):
            if isinstance(action, TurnClog):
                clog = Target(TargetKind.BESIDE, action.place)
                assert rules.letter(model, clog) == Choose(action, clog)
