"""The examples in the docstrings of what other programs may use."""

import doctest
from types import ModuleType

import pytest

from clockspades import cards
from clockspades.engine import codec, phrases, session, share, text
from clockspades.saved import log


@pytest.mark.parametrize(
    "module", [cards, codec, log, phrases, session, share, text], ids=lambda module: module.__name__
)
def test_the_examples_say_what_happens(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
