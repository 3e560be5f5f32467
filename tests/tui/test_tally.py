"""What a player has taken and been given, in the room beside the hand."""

import pytest
from textual.geometry import Size

from clockspades.tui.widgets.bound_widget import tally_lines

SPADES = ("♠", "3", "A", "10", "2", "8")
KINGS = ("K♦", "K♥")


@pytest.mark.parametrize(
    ("room", "lines"),
    [
        (Size(12, 3), ["♠ 3 A 10 2 8", "K♦ K♥"]),
        (Size(9, 3), ["♠ 3 A 10", "2 8", "K♦ K♥"]),
        (Size(9, 2), ["♠ 3 A 10", "2 8 K♦ K♥"]),
        (Size(8, 2), ["♠3A 10 2", "8 K♦ K♥"]),
        (Size(0, 3), []),
    ],
)
def test_ranks_never_run_together_with_a_ten(room: Size, lines: list[str]) -> None:
    assert tally_lines((SPADES, KINGS), room) == lines


def test_groups_share_lines_before_their_blanks_go() -> None:
    assert tally_lines((SPADES, KINGS), Size(18, 1)) == ["♠ 3 A 10 2 8 K♦ K♥"]
