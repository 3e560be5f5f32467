"""Spades as the engine is given it: options that depend on one another, presets, deals, and actions in a log."""

from collections.abc import Mapping
from random import Random

import pytest

from clockspades.cards import parse_cards
from clockspades.engine.actions import Action
from clockspades.engine.options import Json, OptionError, OptionValue
from clockspades.engine.share import CodeError, read_code, write_code
from clockspades.games.spades.scoring import Scoring
from clockspades.games.spades.spades_state import (
    PACKS,
    BlindNil,
    DrawCard,
    LookAtCards,
    MakeBid,
    PassCards,
    SpadesSettings,
)
from clockspades.games.tricks import PlayCard
from tests.games.spades.tables import GAME

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
}


def test_its_options_are_those_of_the_log_the_default_first() -> None:
    assert GAME.configure({}) == DEFAULTS
    assert list(GAME.configure({})) == list(DEFAULTS)
    assert {option.key: option.values for option in GAME.options} == {
        "mode": ("partners", "cutthroat"),
        "players": (4, 3, 2),
        "target": range(50, 1001),
        "bags": (10, 5),
        "bag_penalty": (100, 50),
        "blind_nil": ("behind", "off", "always"),
        "failed_nil": ("bags", "help"),
        "floor": (None, -200),
        "dealer": range(4),
    }


@pytest.mark.parametrize(
    ("chosen", "follows"),
    [
        ({"players": 3}, {"mode": "cutthroat"}),
        ({"players": 2}, {"mode": "cutthroat", "blind_nil": "off"}),
        ({"bags": 5}, {"bag_penalty": 50, "target": 250}),
        ({"bag_penalty": 50}, {"bags": 5, "target": 250}),
        ({"bag_penalty": 50, "target": 100}, {"bags": 5}),
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


def test_a_share_code_with_options_that_do_not_go_together_is_none() -> None:
    good = GAME.configure({"players": 3})
    assert read_code(write_code(GAME, good, 7), [GAME]) == (GAME, good, 7)
    bad = write_code(GAME, {**good, "mode": "partners"}, 7)
    with pytest.raises(CodeError, match="is not valid for Spades: mode cannot be"):
        read_code(bad, [GAME])


def test_its_options_set_up_the_table() -> None:
    state = GAME.rules.initial(
        GAME.configure(
            {
                "players": 3,
                "target": 200,
                "bags": 5,
                "blind_nil": "always",
                "failed_nil": "help",
                "floor": -200,
                "dealer": 2,
            }
        )
    )
    assert state.settings == SpadesSettings(3, False, BlindNil.ALWAYS, Scoring(200, 5, 50, True, -200))
    assert (state.dealer, GAME.seats(GAME.configure({"players": 2}))) == (2, 2)
    assert GAME.rules.initial(GAME.configure({})).settings.partners
    assert GAME.rules.deal_due(state)
    assert GAME.rules.to_act(state) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_deal_is_the_whole_pack(players: int) -> None:
    deal = GAME.rules.deal(GAME.rules.initial(GAME.configure({"players": players})), Random(1))
    assert {*deal.cards} == {*PACKS[players]}
    assert deal.cards != PACKS[players]


@pytest.mark.parametrize(
    ("chosen", "title"),
    [
        ({}, "Spades"),
        ({"mode": "cutthroat"}, "Cutthroat Spades"),
        ({"players": 3}, "Spades for three"),
        ({"players": 2}, "Spades for two"),
    ],
)
def test_each_mode_has_a_title_of_its_own(chosen: dict[str, Json], title: str) -> None:
    assert GAME.title_of(GAME.configure(chosen)) == title


@pytest.mark.parametrize(
    ("do", "arguments", "action"),
    [
        ("look", {}, LookAtCards()),
        ("bid", {"tricks": 4}, MakeBid(4)),
        ("bid", {"tricks": 0}, MakeBid(0)),
        ("bid", {"tricks": 17}, MakeBid(17)),
        ("bid", {"tricks": 0, "blind": True}, MakeBid(0, blind=True)),
        ("pass", {"cards": ["AS", "KS", "2C"]}, PassCards(parse_cards("AS KS 2C"))),
        ("draw", {"keep": True}, DrawCard(True)),
        ("draw", {"keep": False}, DrawCard(False)),
        ("play", {"card": "TS"}, PlayCard(parse_cards("TS")[0])),
    ],
)
def test_an_action_is_read_from_its_kind_and_its_keys(do: str, arguments: Mapping[str, Json], action: Action) -> None:
    assert GAME.rules.parse_action(do, arguments) == action
    assert action.arguments() == arguments


def test_cards_that_are_passed_may_stand_in_any_order() -> None:
    assert GAME.rules.parse_action("pass", {"cards": ["2C", "AS", "KS"]}) == PassCards(parse_cards("AS KS 2C"))


@pytest.mark.parametrize(
    ("do", "arguments"),
    [
        ("look", {"cards": 1}),
        ("bid", {}),
        ("bid", {"tricks": 18}),
        ("bid", {"tricks": -1}),
        ("bid", {"tricks": True}),
        ("bid", {"tricks": 4.0}),
        ("bid", {"tricks": "4"}),
        ("bid", {"tricks": 4, "blind": False}),
        ("bid", {"tricks": 0, "blind": 1}),
        ("bid", {"tricks": 0, "blind": True, "double": True}),
        ("pass", {"cards": "AS KS 2C"}),
        ("pass", {"cards": ["AS", "KS"]}),
        ("pass", {"cards": ["AS", "KS", "KS"]}),
        ("pass", {"cards": ["AS", "KS", 2]}),
        ("pass", {"cards": ["AS", "KS", "2c"]}),
        ("pass", {"cards": ["AS", "KS", "??"]}),
        ("pass", {"cards": ["AS", "KS", "2C"], "to": 2}),
        ("draw", {}),
        ("draw", {"keep": 1}),
        ("draw", {"keep": None}),
        ("draw", {"keep": True, "card": "AS"}),
        ("play", {"card": "ts"}),
        ("play", {"card": "TS", "seat": 1}),
    ],
)
def test_an_action_is_read_from_nothing_else(do: str, arguments: dict[str, Json]) -> None:
    with pytest.raises(ValueError, match=f"the action '{do}' (has|lacks)|must be|is left out"):
        GAME.rules.parse_action(do, arguments)


def test_its_rules_are_a_page_of_its_own() -> None:
    assert GAME.rules_text().startswith("# Spades")


def test_each_value_of_an_option_has_words_of_its_own() -> None:
    for option in GAME.options:
        if len(option.values) < 4:
            words = [option.label(value) for value in option.values]
            assert len({*words}) == len(words)
            assert all(word != str(value) for word, value in zip(words, option.values, strict=True))


def test_spades_2_partners_sit_opposite_each_other() -> None:
    partners, alone = (GAME.configure({"mode": mode}) for mode in ("partners", "cutthroat"))
    assert [GAME.partner(partners, seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [GAME.partner(alone, seat) for seat in range(4)] == [None] * 4
    assert GAME.partner(GAME.configure({"players": 2}), 0) is None
