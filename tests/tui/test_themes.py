"""The themes: every text has the contrast on its ground that WCAG AA asks for, in two colours and in four."""

import pytest
from textual.color import Color
from textual.theme import Theme

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
