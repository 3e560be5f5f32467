"""Spades as the engine is given it: options that depend on one another, presets, deals, and actions in a log."""

from collections.abc import Callable
from random import Random

import pytest

from clockspades.cards import shuffled
from clockspades.engine.header import Seat
from clockspades.engine.options import Json, OptionError, OptionValue
from clockspades.engine.rules import Deal
from clockspades.engine.session import AnySession, Session, UndoRefusedError
from clockspades.engine.share import CodeError, read_code, write_code
from clockspades.games.spades.spades_state import (
    PACKS,
    DrawCard,
    LookAtCards,
    MakeBid,
    PassCards,
    SpadesPhase,
)
from tests.games.spades.tables import GAME, NAMES

DEFAULTS: dict[str, OptionValue] = {
    "mode": "partners",
    "players": 4,
    "target": 500,
    "bags": 10,
    "bag_penalty": 100,
    "blind_nil": "behind",
    "failed_nil": "bags",
    "floor": None,
    "dealer": 0,
    "deck": "standard",
    "deals": None,
    "bidding": "free",
    "least_bid": 0,
    "sum": "any",
    "first_deal": "bid",
    "nil": 100,
    "nil_pass": 0,
    "blind_pass": 3,
    "ten_for_200": "off",
    "lead_spades": "broken",
    "first_trick": "any",
    "bag_points": 1,
}


@pytest.mark.parametrize(
    ("chosen", "follows"),
    [
        ({"players": 3}, {"mode": "cutthroat"}),
        ({"players": 2}, {"mode": "cutthroat", "blind_nil": "off"}),
        ({"bags": 5}, {"bag_penalty": 50, "target": 250}),
        ({"bag_penalty": 50}, {"bags": 5, "target": 250}),
        ({"bag_penalty": 50, "target": 100}, {"bags": 5}),
        ({"bidding": "whiz"}, {"blind_nil": "off"}),
        ({"nil": "off"}, {"blind_nil": "off"}),
        ({"bags": "off"}, {}),
        ({"mode": "cutthroat"}, {}),
        ({"target": 250}, {}),
    ],
)
def test_what_is_not_chosen_fits_what_is(chosen: dict[str, OptionValue], follows: dict[str, OptionValue]) -> None:
    assert GAME.configure({**chosen}) == {**DEFAULTS, **chosen, **follows}


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        (
            {"mode": "partners", "players": 3},
            'mode cannot be "partners" with 3 players: it takes four, and fewer play cutthroat',
        ),
        (
            {"players": 2, "blind_nil": "always"},
            'blind_nil cannot be "always" with 2 players: both see their cards before they bid',
        ),
        (
            {"bidding": "mirror", "blind_nil": "always"},
            'blind_nil cannot be "always" with bidding "mirror": players count their spades before they bid',
        ),
        (
            {"bidding": "suicide", "mode": "cutthroat"},
            'bidding cannot be "suicide" with mode "cutthroat": one of each pair of partners bids nil',
        ),
        ({"players": 3, "deck": "jokers"}, 'deck cannot be "jokers" with 3 players: only four players use jokers'),
        (
            {"nil": "off", "bidding": "whiz"},
            'nil cannot be "off" with bidding "whiz": some players then have to bid nil',
        ),
        ({"sum": "not-13", "players": 3}, 'sum cannot be "not-13" with 3 players: they bid for 17 tricks'),
        ({"players": 3, "dealer": 3}, "dealer cannot be 3: with 3 players, use a number from 0 to 2"),
        (
            {"bags": 5, "bag_penalty": 100},
            "bags cannot be 5 with a bag_penalty of 100: choose 10 bags and 100 points, or 5 bags and 50",
        ),
        (
            {"bags": 5, "target": 500},
            "bags cannot be 5 with a target of 500: the short game goes to 250 or less",
        ),
    ],
)
def test_options_that_do_not_go_together_are_refused_in_a_sentence(chosen: dict[str, Json], told: str) -> None:
    with pytest.raises(OptionError) as refused:
        GAME.configure(chosen)
    assert str(refused.value) == told


def test_one_option_can_be_set_and_the_others_kept_as_far_as_they_go_with_it() -> None:
    chosen = GAME.configure({"target": 300, "dealer": 3, "floor": -200})
    assert GAME.adjust(chosen, "players", 3) == {**chosen, "players": 3, "mode": "cutthroat", "dealer": 0}
    assert GAME.adjust(chosen, "bags", 5) == {**chosen, "bags": 5, "bag_penalty": 50, "target": 250}
    assert GAME.adjust(chosen, "dealer", 1) == {**chosen, "dealer": 1}
    two = GAME.configure({"players": 2, "target": 200})
    assert GAME.adjust(two, "mode", "partners") == {**two, "mode": "partners", "players": 4}


def test_the_title_is_that_of_the_preset_that_fits_best() -> None:
    """So an option more makes it no other game, and a preset with one option more comes before that without it."""
    for preset in GAME.presets:
        assert GAME.preset(GAME.configure({**preset.options, "dealer": 1})) is preset
    assert GAME.title_of(GAME.configure({"bidding": "mirror", "target": 300})) == "Mirror Spades"


def test_a_share_code_keeps_the_oldest_version_that_has_its_options() -> None:
    """Programs before the house rules read the codes of games that they know; others say that they can't."""
    plain, whiz = GAME.configure({"floor": -200}), GAME.configure({"bidding": "whiz", "floor": -300})
    assert write_code(GAME, plain, 7).startswith("S1")
    assert write_code(GAME, whiz, 7).startswith("S2")
    assert write_code(GAME, whiz, 7) == "S200-0000-00EM-0XBX-260R", "for ever"
    for options in (plain, whiz):
        assert read_code(write_code(GAME, options, 7), [GAME]) == (GAME, options, 7)


def test_a_share_code_with_options_that_do_not_go_together_is_none() -> None:
    good = GAME.configure({"players": 3})
    assert read_code(write_code(GAME, good, 7), [GAME]) == (GAME, good, 7)
    bad = write_code(GAME, {**good, "mode": "partners"}, 7)
    with pytest.raises(CodeError, match="is not valid for Spades: mode cannot be"):
        read_code(bad, [GAME])


def test_spades_2_partners_sit_opposite_each_other() -> None:
    partners, alone = (GAME.configure({"mode": mode}) for mode in ("partners", "cutthroat"))
    assert [GAME.partner(partners, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [GAME.partner(alone, seat) for seat in range(4)] == [None] * 4
    assert GAME.partner(GAME.configure({"players": 2}), 0) is None


def seated(**options: OptionValue) -> AnySession:
    """Ana in seat 0 against three bots or one, the cards dealt by the last, so that she is the first to do anything."""
    chosen = GAME.configure(options)
    players = GAME.seats(chosen)
    chosen = GAME.configure({**options, "dealer": players - 1})
    seats = [Seat(name, "bot:random" if at else "human") for at, name in enumerate(NAMES[:players])]
    session: AnySession = Session(GAME, chosen, seats)
    session.act(Deal(shuffled(PACKS[players], Random(3))))
    return session


def looked() -> AnySession:
    session = seated(blind_nil="always")
    session.act(LookAtCards())
    return session


def bid_blind() -> AnySession:
    session = seated(blind_nil="always")
    session.act(MakeBid(0, blind=True))
    return session


def drawn() -> AnySession:
    session = seated(players=2)
    session.act(DrawCard(False))
    session.act(DrawCard(True))
    return session


def passed() -> AnySession:
    session = bid_blind()
    for _ in range(3):
        session.act(LookAtCards())
        session.act(MakeBid(4))
    for _ in range(2):
        session.act(PassCards(session.state.hands[session.state.seat][:3]))
    assert session.state.phase is SpadesPhase.PLAY
    return session


@pytest.mark.parametrize("make", [looked, bid_blind, drawn, passed])
def test_spades_5_and_17_what_its_player_has_seen_is_not_taken_back(make: Callable[[], AnySession]) -> None:
    session = make()
    at = session.at
    with pytest.raises(UndoRefusedError, match="You can't undo a revealed card"):
        session.undo()
    assert session.at == at
    session.may_peek = True
    session.undo()
    assert session.at < at
    undone = session.positions[session.at + 1].action
    session.act(next(action for action in GAME.rules.legal_actions(session.state) if action != undone))
    assert session.standing.is_assisted


def test_a_bid_is_taken_back_though_others_have_looked_at_their_own_cards_since() -> None:
    session = looked()
    session.act(MakeBid(4))
    for _ in range(3):
        session.act(LookAtCards())
        session.act(MakeBid(3))
    session.undo()
    assert (session.to_act, session.state.bids) == (0, (None,) * 4)
    assert session.would_be_assisted
    session.act(MakeBid(5))
    assert session.standing.is_assisted, "it is known what the others bid"


@pytest.mark.parametrize(
    ("chosen", "title", "choices"),
    [
        ({"bags": 5}, "Quick Spades", []),
        ({"bags": 5, "target": 200}, "Quick Spades", ["target: 200"]),
        ({"bags": 5, "bidding": "whiz"}, "Whiz Spades", ["target: 250", "bags: Five", "bag penalty: 50 points"]),
        ({"deals": 8, "bidding": "mirror", "blind_nil": "off"}, "Mirror Spades", ["deals: Eight"]),
        ({"mode": "cutthroat", "failed_nil": "help"}, "Cutthroat Spades", []),
    ],
)
def test_options_are_called_by_the_preset_that_says_most_of_them(
    chosen: dict[str, OptionValue], title: str, choices: list[str]
) -> None:
    options = GAME.configure(chosen)
    assert (GAME.title_of(options), [*GAME.choices(options)]) == (title, choices)
