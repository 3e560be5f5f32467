"""The design tokens: every colour that the program draws with, in each of its themes.

The stylesheet names only the tokens. ``felt`` is the ground, ``card`` a card's, ``live`` that of a card which
can be played now, ``dim`` that of one which cannot.
"""

from typing import Final

from textual.theme import Theme


def _theme(name: str, *, dark: bool, tokens: dict[str, str]) -> Theme:
    return Theme(
        name=name,
        primary=tokens["gold"],
        accent=tokens["gold"],
        foreground=tokens["text"],
        background=tokens["felt"],
        surface=tokens["felt"],
        panel=tokens["rail"],
        dark=dark,
        variables={**tokens, "text-bright": tokens["bright"], "text-quiet": tokens["quiet"]},
    )


BAIZE: Final = _theme(
    "baize",
    dark=True,
    tokens={
        "felt": "#0b3d2e",
        "rail": "#072a20",
        "text": "#e6efe4",
        "bright": "#ffe9a8",
        "quiet": "#9dbcab",
        "gold": "#f2c14e",
        "text-red": "#ff9d8f",
        "text-black": "#ffffff",
        "card": "#e9e3d0",
        "card-edge": "#8d8468",
        "black": "#1d1d1b",
        "red": "#a3171f",
        "live": "#fffdf4",
        "live-edge": "#a04a00",
        "dim": "#b3b8a4",
        "dim-edge": "#7d836f",
        "dim-red": "#7c1f22",
        "back": "#24568f",
        "back-edge": "#b9d2ee",
        "pointed": "#f2c14e",
        "pointed-edge": "#3a2300",
        "ring": "#5f8f7a",
        "hand": "#f2c14e",
        "gone": "#3f6f5b",
    },
)

THEMES: Final = {theme.name: theme for theme in (BAIZE,)}
"""Every theme by its name, the one of a new installation first."""
