"""Only the time between two keys tells which of them is held down."""

from math import inf

import pytest
from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver

from clockspades.tui.textual_fixes.input_gate import is_fresh

ENTER, ENTER_AGAIN = "\x1b[13u", "\x1b[13;1:2u"
"""A key and its repeat, as kitty's keyboard protocol has them."""


def test_in_textual_a_repeat_is_no_key_that_could_be_told_from_another() -> None:
    (key,) = XTermParser().feed(ENTER)
    assert isinstance(key, events.Key)
    assert set(events.Key.__slots__) == {"key", "character"}
    assert linux_driver.KITTY_REPORT_EVENT_TYPES
    with pytest.raises(ValueError, match="1:2"):
        list(XTermParser().feed(ENTER_AGAIN))


@pytest.mark.parametrize(
    ("key", "presses", "counts"),
    [
        ("enter", [0.1], [False]),
        ("enter", [1.0], [True]),
        ("enter", [0.5, 0.53, 0.56, 0.59], [False] * 4),  # held down: it repeats after half a second
        ("enter", [0.66, 0.70, 0.74, 1.5], [False] * 3 + [True]),
        ("space", [0.3], [False]),
        ("r", [0.01, 0.02, 0.03], [False] * 3),  # typed ahead
        ("r", [0.3], [True]),
    ],
)
def test_a_key_counts_after_a_moment_without_keys(
    monkeypatch: pytest.MonkeyPatch, key: str, presses: list[float], counts: list[bool]
) -> None:
    monkeypatch.undo()  # the true times
    quiet_since, counted = 0.0, []
    for now in presses:
        counted.append(is_fresh(key, now, quiet_since))
        quiet_since = quiet_since if counted[-1] else now
    assert counted == counts
    assert not is_fresh(key, 5.0, inf), "nothing counts before the screen is seen"
