"""What all games share: options, actions in text, and the deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

import pytest

from clockspades.cards import Card, Rank, Suit, parse_cards
from clockspades.engine.codec import Must
from clockspades.engine.game import Character, Strength
from clockspades.engine.options import Json, Option, OptionError, OptionValue
from clockspades.engine.rules import Action, Deal
from clockspades.games.catalogue import find_game
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import PlayMatches, TakeSpade
from tests.bench import ladder
from tests.games.clockwork.tables import rank

REDEALS = Option("redeals", "How often the waste is turned over", 1, (1, 0, 2), MappingProxyType({1: "once"}))
FLOOR = Option("floor", "Where a side loses", None, (None, -200))
TARGET = Option("target", "Points to win", 50, range(5, 501))


@pytest.mark.parametrize(("option", "value"), [(REDEALS, 0), (REDEALS, 2), (FLOOR, None), (FLOOR, -200), (TARGET, 500)])
def test_an_option_takes_its_values(option: Option, value: OptionValue) -> None:
    assert option.check(value) == value
    assert option.parse("null" if value is None else str(value)) == value


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        (REDEALS, 3, "redeals cannot be 3: use 1, 0 or 2"),
        (REDEALS, True, "redeals cannot be true: use 1, 0 or 2"),
        (REDEALS, 1.0, "redeals cannot be 1.0: use 1, 0 or 2"),
        (REDEALS, "1", 'redeals cannot be "1": use 1, 0 or 2'),
        (REDEALS, None, "redeals cannot be null: use 1, 0 or 2"),
        (REDEALS, [1], "redeals cannot be [1]: use 1, 0 or 2"),
        (FLOOR, 0, "floor cannot be 0: use null or -200"),
        (FLOOR, False, "floor cannot be false: use null or -200"),
        (TARGET, 4, "target cannot be 4: use a number from 5 to 500"),
        (TARGET, 501, "target cannot be 501: use a number from 5 to 500"),
    ],
)
def test_an_option_takes_nothing_else(option: Option, value: Json, told: str) -> None:
    with pytest.raises(OptionError) as refused:
        option.check(value)
    assert str(refused.value) == told


@pytest.mark.parametrize("text", ["3", "01", "+1", " 1", "1.0", "", "True", "once", "None"])
def test_an_option_reads_nothing_else(text: str) -> None:
    with pytest.raises(OptionError, match="redeals cannot be"):
        REDEALS.parse(text)


def test_a_game_fills_in_the_options_that_are_not_chosen() -> None:
    game = ClockworkSpades()
    assert game.configure({}) == {"rules": "pagat", "first": 0}
    assert game.configure({"first": 1}) == {"rules": "pagat", "first": 1}
    assert list(game.configure({"first": 1, "rules": "gamerules"})) == ["rules", "first"]
    assert game.option("first").values == (0, 1)
    for refused in (lambda: game.configure({"last": 1}), lambda: game.option("last")):
        with pytest.raises(OptionError, match=r"^clockwork-spades has no option 'last'; its options are rules, first$"):
            refused()


@pytest.mark.parametrize(
    ("do", "arguments", "action"),
    [
        ("play", {}, PlayMatches()),
        ("take", {"rank": "T"}, TakeSpade(rank("T"))),
        ("deal", {"cards": "7C KD"}, Deal(parse_cards("7C KD"))),
        ("deal", {"cards": ""}, Deal(())),
    ],
)
def test_an_action_is_read_from_its_kind_and_its_keys(do: str, arguments: Mapping[str, Json], action: Action) -> None:
    assert ClockworkSpades().rules.parse_action(do, arguments) == action
    assert action.arguments() == arguments


@pytest.mark.parametrize(
    ("do", "arguments", "told"),
    [
        ("fly", {}, "this game has no action 'fly'; its actions are deal, play, take"),
        ("play", {"card": "TS"}, "the action 'play' has an unknown key \"card\""),
        ("deal", {}, "the action 'deal' lacks \"cards\""),
        (
            "deal",
            {"cards": ["7C"]},
            '"cards" must be cards in capitals, with one space between cards',
        ),
        ("deal", {"cards": "7C 7X"}, "'7X' is not a card"),
        ("deal", {"cards": "7c"}, "capitals"),
        ("deal", {"cards": "7C  8C"}, "one space"),
    ],
)
def test_an_action_is_read_from_nothing_else(do: str, arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        ClockworkSpades().rules.parse_action(do, arguments)


@pytest.mark.parametrize(
    ("name", "chosen", "counts"),
    [
        ("clockwork-spades", {}, (2,)),
        ("clock", {}, (1,)),
        ("german-clock", {}, (1,)),
        ("clogs", {}, (2, 3, 4, 5, 6)),
        ("clogs", {"players": 3}, (3,)),
        ("spades", {}, (2, 3, 4)),
        ("spades", {"mode": "partners"}, (4,)),
        ("spades", {"mode": "cutthroat"}, (2, 3, 4)),
    ],
)
def test_how_many_can_play_is_what_the_options_leave_open(
    name: str, chosen: dict[str, OptionValue], counts: tuple[int, ...]
) -> None:
    game = find_game(name)
    assert game is not None
    assert game.player_counts(chosen) == counts


def test_a_bot_that_sees_all_cards_is_the_last_but_not_the_best() -> None:
    game = ClockworkSpades()
    assert [*game.bots] == ["random", "steady", "open"]
    assert (game.best_bot, game.sees_all("open"), game.sees_all("steady"), game.sees_all("hal")) == (
        "steady", True, False, False,
    )  # fmt: skip
    assert [game.bot_name(bot) for bot in ("open", "steady", "hal")] == ["Argus", "Hora", "hal"]


@pytest.mark.parametrize(
    ("name", "options", "is_measured"),
    [
        ("spades", {}, True),
        ("spades", {"dealer": 2}, True),
        ("spades", {"target": 100}, False),
        ("spades", {"mode": "cutthroat"}, False),
        ("spades", {"players": 3}, False),
        ("clock", {}, False),
        ("clock", {"variant": "watch"}, True),
        ("clogs", {"players": 6}, False),
        ("clockwork-spades", {"rules": "gamerules"}, False),
        ("german-clock", {"redeals": 2}, False),
    ],
)
def test_a_strength_is_told_only_with_the_options_with_which_it_was_measured(
    name: str, options: dict[str, OptionValue], is_measured: bool
) -> None:
    game = find_game(name)
    assert game is not None
    assert {game.is_measured(bot, game.configure(options)) for bot in game.bots} == {is_measured}


@pytest.mark.parametrize(
    ("strength", "words", "measured"),
    [
        (Strength(55.8, 0.2, "Pip"), "beats random play 56 in 100", "wins 55.8 ± 0.2% against Pip"),
        (Strength(1.3, 0.6, "Fob"), "beats quick bots 1 in 100", "wins 1.3 ± 0.6% against Fob"),
        (Strength(48.4, 0.4), "wins 48 games in 100", "wins 48.4 ± 0.4%"),
        (Strength(0.03, 0.03), "hardly ever wins", "wins 0.03 ± 0.03%"),
        (Strength(7.7, 0), "wins 8 games in 100", "wins 7.7%"),
        (Strength(37.5, 0.5, where="Watch"), "wins 38 games in 100 in Watch", "wins 37.5 ± 0.5% in Watch"),
        (
            Strength(26.7, 3.1, "Fob", in_points=True),
            "scores 27 points a deal more than quick bots",
            "scores 26.7 ± 3.1 points a deal more than Fob",
        ),
        (
            Strength(-26.7, 3.1, "Hora", in_points=True),
            "scores 27 points a deal less than strong bots",
            "scores 26.7 ± 3.1 points a deal less than Hora",
        ),
    ],
)
def test_a_strength_in_plain_words_and_as_it_was_measured(strength: Strength, words: str, measured: str) -> None:
    assert (strength.words, ladder.measured(strength)) == (words, measured)
    told = Character("Pip", "Plays anything.", strength).words
    assert told == f"Plays anything. {words[0].upper()}{words[1:]}."


@dataclass(frozen=True, slots=True)
class Meld(Action):
    """An action with a field of each type."""

    do: ClassVar[str] = "meld"
    card: Card
    others: tuple[Card, ...]
    rank: Rank
    place: Annotated[int, Must(bool, "a number but 0")]
    open: bool = False


MELD = Meld(Card(Rank.TEN, Suit.SPADES), parse_cards("9S 8S"), Rank.TEN, 3)
WRITTEN: Mapping[str, Json] = {"card": "TS", "others": ["9S", "8S"], "rank": "T", "place": 3}


def test_an_action_is_written_and_read_by_its_fields_without_those_that_have_their_defaults() -> None:
    assert MELD.arguments() == WRITTEN
    assert list(MELD.arguments()) == list(WRITTEN)
    assert Meld.parse(WRITTEN) == MELD
    opened = Meld(MELD.card, MELD.others, MELD.rank, MELD.place, open=True)
    assert opened.arguments() == {**WRITTEN, "open": True}
    assert Meld.parse({**WRITTEN, "open": True}) == opened


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"card": 7}, '"card" must be a card in capitals, as "QS"'),
        ({"card": "ts"}, '"card" must be a card in capitals, as "QS"'),
        ({"others": ["9s"]}, '"others": item 1 must be a card in capitals, as "QS"'),
        ({"rank": "t"}, '"rank" must be one of A23456789TJQK'),
        ({"place": 0}, '"place" must be a number but 0'),
        ({"open": False}, '"open" is left out where it is false'),
        ({"seat": 1}, "the action 'meld' has an unknown key \"seat\""),
    ],
)
def test_an_action_is_read_from_its_fields_alone(change: dict[str, Json], told: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        Meld.parse({**WRITTEN, **change})
    assert str(refused.value).startswith(told)
