"""Colours in what the commands print."""

import re

import pytest

from clockspades.cli.painting import (
    BLUE,
    FOUR_COLOURS,
    GREEN,
    HEADING,
    PLAIN,
    RED,
    TYPED,
    has_colours,
    paint_markdown,
    paint_report,
)
from clockspades.games.catalogue import GAMES

SGR = re.compile(r"\x1b\[\d+m")


@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "linux", "NO_COLOR": ""}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_colours_are_for_terminals_whose_owners_want_them(variables: dict[str, str], shown: bool) -> None:
    assert has_colours(variables) is shown


def test_red_suits_are_red_with_their_ranks() -> None:
    painted = paint_report("  Ana plays 10♥ 7♦ on the K♠, and A7♣")
    assert painted == f"  Ana plays {RED}10♥{PLAIN} {RED}7♦{PLAIN} on the K♠, and A7♣"


def test_four_colours() -> None:
    painted = paint_report("[A♠] 2♣+♥♦", FOUR_COLOURS)
    assert painted == f"[A♠] {GREEN}2♣{PLAIN}+{RED}♥{PLAIN}{BLUE}♦{PLAIN}"


def test_headings_are_lines_above_indented_ones_or_end_in_a_colon() -> None:
    text = "The deal\n  Ana draws.\n\nTurn on 7♥ 8\n  Ana plays.\n\nExamples:\n\nAna wins."
    assert paint_report(text).split("\n") == [
        f"{HEADING}The deal{PLAIN}",
        "  Ana draws.",
        "",
        f"{HEADING}Turn on {RED}7♥{PLAIN}{HEADING} 8{PLAIN}",
        "  Ana plays.",
        "",
        f"{HEADING}Examples:{PLAIN}",
        "",
        "Ana wins.",
    ]


def test_what_can_be_typed_stands_out() -> None:
    painted = paint_report("usage: x [-h]\n  --best-of N  see `x play`, bot:steady, a-b and well-known")
    assert painted == (
        f"{HEADING}usage:{PLAIN} x [{TYPED}-h{PLAIN}]\n"
        f"  {TYPED}--best-of{PLAIN} N  see {TYPED}`x play`{PLAIN}, {TYPED}bot:steady{PLAIN}, a-b and well-known"
    )


def test_headings_in_markdown_need_no_marks() -> None:
    painted = paint_markdown("# Clock\n\n1. A card.\n   Two lines.\n")
    assert painted == f"{HEADING}Clock{PLAIN}\n\n1. A card.\n   Two lines.\n"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_colours_change_no_word(game: object) -> None:
    text = next(each for each in GAMES if each is game).rules_text()
    assert SGR.sub("", paint_report(text)) == text
    assert SGR.sub("", paint_markdown(text)) == re.sub(r"^#+ ", "", text, flags=re.MULTILINE)
