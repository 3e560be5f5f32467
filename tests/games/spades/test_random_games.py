"""Games with any options, compared with the reference at every step: what is legal, seen and scored."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.engine.options import OptionError
from tests.games.spades import reference
from tests.games.spades.both import VALUES, any_choice, options_of, play, random_options
from tests.games.spades.tables import GAME


def test_every_option_and_value_is_drawn() -> None:
    offered = {option.key: option for option in GAME.options}
    assert VALUES.keys() == offered.keys()
    for key, values in VALUES.items():
        assert values[0] == offered[key].default == reference.DEFAULTS[key]
        assert {*values} == {*offered[key].values} or key == "target"


@settings(max_examples=150)
@given(any_choice, st.integers(0, 2**32))
def test_any_options_that_go_together_are_played_as_the_reference_plays_them(chosen: dict[str, Any], seed: int) -> None:
    play(options_of(chosen), Random(seed), deals=1, views=0.1)


@given(any_choice)
def test_any_options_that_do_not_go_together_are_refused_in_a_sentence(chosen: dict[str, Any]) -> None:
    try:
        options = GAME.configure(chosen)
    except OptionError as refused:
        told = str(refused)
        assert any(told.startswith(key) for key in VALUES)
        assert not told.endswith(".")
        assert ". " not in told
        assert told.isprintable()
    else:
        assert options.items() >= chosen.items()


@pytest.mark.thorough
def test_many_games_to_their_end() -> None:
    for seed in range(300):
        rng = Random(seed)
        play(random_options(rng), rng, deals=20, views=0.02)
