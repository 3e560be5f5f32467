"""What a game is called on the command line, and the options that its name brings."""

from random import Random

import pytest

from clockspades.cli.arguments import parse_game, parse_options, settle
from clockspades.engine.game import Offer
from clockspades.engine.options import OptionError
from clockspades.games.catalogue import GAMES, UnknownGameError, find_game, offers

NAMES = "clockwork-spades, clock, watch, german-clock, clogs, spades; 'clockspades games' lists their other presets"


@pytest.mark.parametrize("offer", offers(), ids=lambda offer: offer.preset.name)
def test_every_name_and_title_of_the_picker_is_understood(offer: Offer) -> None:
    short = offer.preset.name.removeprefix(f"{offer.game.name}-")
    for name in (offer.preset.name, offer.preset.title, short):
        for typed in (name, name.upper(), name.replace("-", " "), name.replace(" ", "-"), name.replace(" ", "_")):
            assert parse_game(typed) == offer
    assert parse_options(offer, []) == offer.game.configure(offer.preset.options)


def test_without_a_name_it_is_the_first_game() -> None:
    assert parse_game(None) == offers()[0]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("spaeds", "there is no game 'spaeds': did you mean spades?"),
        ("Wacth", "there is no game 'Wacth': did you mean watch?"),
        ("cut-throat spade", "there is no game 'cut-throat spade': did you mean cutthroat?"),
        ("spades for 2", "there is no game 'spades for 2': did you mean spades-for-two?"),
        ("chess", f"there is no game 'chess'; the games are {NAMES}"),
        ("", f"there is no game ''; the games are {NAMES}"),
    ],
)
def test_a_wrong_name_gets_one_sentence(typed: str, sentence: str) -> None:
    with pytest.raises(UnknownGameError) as caught:
        parse_game(typed)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("name", "typed", "title"),
    [
        ("watch", ["variant=clock"], "Clock"),
        ("cutthroat", ["players=3"], "Spades for three"),
        ("spades-for-two", ["players=4"], "Cutthroat Spades"),
        ("spades", ["players=3"], "Spades for three"),
        ("spades", ["mode=cutthroat"], "Cutthroat Spades"),
    ],
)
def test_a_typed_option_wins_over_that_of_the_name(name: str, typed: list[str], title: str) -> None:
    offer = parse_game(name)
    assert offer.game.title_of(parse_options(offer, typed)) == title


def test_an_option_that_does_not_go_with_the_name_is_told() -> None:
    with pytest.raises(OptionError, match=r'^mode cannot be "partners" with 2 players: '):
        parse_options(parse_game("spades-for-two"), ["mode=partners"])


def test_clockwork_1_lots_decide_who_begins_by_gamerules_unless_that_is_typed() -> None:
    game = GAMES[0]
    for rules, first, begin in (("gamerules", "", {0, 1}), ("gamerules", "first=1", {1}), ("pagat", "", {0})):
        typed = [f"rules={rules}", *filter(None, [first])]
        options = parse_options(parse_game(game.name), typed)
        assert {settle(game, options, typed, Random(seed))["first"] for seed in range(20)} == begin


def test_the_name_of_a_game_covers_all_its_forms() -> None:
    clock, watch = parse_game("clock"), parse_game("watch")
    played = [clock.game.configure({"variant": variant}) for variant in ("clock", "watch")]
    assert [clock.covers(clock.game, options) for options in played] == [True, True]
    assert [watch.covers(clock.game, options) for options in played] == [False, True]
    assert not watch.covers(GAMES[0], GAMES[0].configure({}))
    assert clock.game is find_game("clock")
