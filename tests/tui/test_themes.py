"""The themes: every text has the contrast on its ground that WCAG AA asks for, in two colours and in four."""

from itertools import combinations
from math import dist

import pytest
from textual.color import Color
from textual.theme import Theme

from clockspades.cards import Suit
from clockspades.engine.characters import TINTS
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.settings import Settings
from clockspades.tui.drawing.palette import ROLES, make_palette
from clockspades.tui.drawing.themes import SIXTEEN, THEMES, suit_inks
from tests.tui.seated import opened

TEXT, MARK = 4.5, 3.0
MARKS = {"ring", "hand", "gone", "card--plain-edge", "card--live-edge", "card--dim-edge", "card--back"}
"""Roles that draw lines and dots and no text."""
ON_FELT_AND_RAIL = (
    "text", "bright", "quiet", "gold", "text-clubs", "text-diamonds", "text-hearts", "text-spades", "text-red",
    *(f"name-{tint}" for tint in range(1, TINTS + 1)),
)  # fmt: skip

MEASURED = [theme for theme in THEMES.values() if theme is not SIXTEEN]


def luminance(colour: Color) -> float:
    """Relative luminance as WCAG 2 defines it."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)


def contrast(ink: str, ground: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    lighter, darker = sorted((luminance(Color.parse(ink)), luminance(Color.parse(ground))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def tokens(theme: Theme, four_colours: bool) -> dict[str, str]:
    return {**theme.variables, **suit_inks(theme, four_colours=four_colours)}


@pytest.mark.parametrize("four_colours", [False, True], ids=["two colours", "four colours"])
@pytest.mark.parametrize("theme", MEASURED, ids=lambda theme: theme.name)
def test_every_role_of_a_card_and_of_the_clock_stands_out(theme: Theme, four_colours: bool) -> None:
    named = tokens(theme, four_colours)
    found = {
        name: contrast(named[role.ink], named[role.ground or "felt"])
        for name, role in ROLES.items()
        if not name.startswith("figure--")  # these are pictures, and rank and suit stand beside them
    }
    least = {name: MARK if name in MARKS else TEXT for name in found}
    assert {name: round(got, 2) for name, got in found.items() if got < least[name]} == {}


@pytest.mark.parametrize("four_colours", [False, True], ids=["two colours", "four colours"])
@pytest.mark.parametrize("theme", MEASURED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("ground", ["felt", "rail"])
def test_every_text_on_the_table_and_on_panels_stands_out(theme: Theme, four_colours: bool, ground: str) -> None:
    named = tokens(theme, four_colours)
    found = {ink: round(contrast(named[ink], named[ground]), 2) for ink in ON_FELT_AND_RAIL}
    assert {ink: got for ink, got in found.items() if got < TEXT} == {}


SIGHTS = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""What becomes of linear red, green and blue for each kind of sight, by Machado, Oliveira and Fernandes (2009)."""
APART = {"": 25.0, "text-": 25.0, "dim-": 18.0}
"""How far apart two suits are at least on cards, in text and on dim cards; 100 is from black to white."""


def lab(colour: Color, sight: str) -> tuple[float, float, float]:
    """A colour as such eyes see it, in CIE L*a*b* of daylight (D65)."""
    linear = [luminance(Color(*each)) * scale for each, scale in (
        ((colour.r, 0, 0), 1 / 0.2126), ((0, colour.g, 0), 1 / 0.7152), ((0, 0, colour.b), 1 / 0.0722)
    )]  # fmt: skip
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, linear, strict=True)), 0.0), 1.0) for row in SIGHTS[sight]
    )

    def root(part: float) -> float:
        return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116

    x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", MEASURED, ids=lambda theme: theme.name)
def test_four_colours_can_be_told_apart_by_any_sight(theme: Theme, sight: str) -> None:
    inks = suit_inks(theme, four_colours=True)
    alike = {}
    for ground, least in APART.items():
        seen = {suit: lab(Color.parse(inks[f"{ground}{suit.name.lower()}"]), sight) for suit in Suit}
        for one, other in combinations(Suit, 2):
            if (apart := dist(seen[one], seen[other])) < least:
                alike[f"{ground}{one.name} {other.name}"] = round(apart)
    assert alike == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_theme_has_every_token(theme: Theme) -> None:
    assert set(make_palette(tokens(theme, True))) == set(ROLES)
    assert theme.variables.keys() >= THEMES["baize"].variables.keys()


async def test_every_theme_can_be_shown(archive: Archive) -> None:
    async with opened(archive, TitleRoute(), settings=Settings("midnight")) as seated:
        for name, theme in THEMES.items():
            seated.app.change_settings(theme=name)
            await seated.pilot.pause()
            assert seated.app.current_theme is theme
            assert seated.here.styles.background == Color.parse(theme.variables["felt"])
            assert seated.app.native_ansi_color == theme.ansi
            assert "card" in seated.app.export_screenshot()
