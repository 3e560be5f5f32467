"""The design tokens: every colour that the program draws with, in each of its themes.

The stylesheet and the widgets name only tokens. Each group has its ground first:

- ``felt`` the table; on it ``text``, ``bright`` for what matters now, ``quiet`` for what stands back, ``gold``
  for keys and frames, ``ring``, ``hand`` and ``gone`` for the clock's face;
- ``rail`` the line of keys and the panels, with the same text colours;
- ``card`` a card, ``live`` one that can be played or taken now, ``dim`` one that plays no part, each with its
  ``-edge``; ``back`` and ``back-edge``; ``pointed`` and ``pointed-edge`` for the cursor;
- ``name-1`` to ``name-6`` on felt and rail: the tints of the characters' names;
- what figures are painted in beside the suit's ink: ``wash-…`` that ink thinned, ``crown``, ``skin``, ``hair`` and
  ``lips``, and ``dim-…`` each of them on dim cards;
- the inks of the suits: ``black``, ``red``, ``green``, ``blue`` and ``orange`` on cards, ``dim-…`` on dim ones,
  ``text-…`` on felt and rail. :func:`suit_inks` says which suit has which.

Text on its ground has the contrast that WCAG AA asks for, 4.5 to 1, and a frame or mark 3 to 1. The inks of four
colours can be told apart by people who see no red or no green (protan and deutan sight).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from clockspades.cards import Suit

_INKS: Final = ("black", "red", "green", "blue", "orange")
_PAINTS: Final = ("crown", "skin", "hair", "lips")


def _theme(name: str, **tokens: str) -> Theme:
    named = {token.replace("_", "-"): colour for token, colour in tokens.items()}
    named = _thinned(named) | named
    return Theme(
        name=name,
        primary=named["gold"],
        accent=named["gold"],
        warning=named["bright"],
        error=named["text-red"],
        success=named["text-green"],
        foreground=named["text"],
        background=named["felt"],
        surface=named["rail"],
        panel=named["rail"],
        variables={**named, "text-bright": named["bright"], "text-quiet": named["quiet"]},
    )


_NAMES: Final = {
    "name_1": "#ffa14f", "name_2": "#8fc9ff", "name_3": "#a8e06c",
    "name_4": "#ffa3dc", "name_5": "#6fe3d2", "name_6": "#cbb3ff",
}  # fmt: skip
"""The tints of names on every dark table."""
_LIGHT: Final = {"text_green": "#3fe29c", "text_blue": "#86b4ff", "text_orange": "#ff984a", **_NAMES}
"""What is coloured in text on every dark table."""


def _thinned(named: Mapping[str, str]) -> dict[str, str]:
    """The paints that are mixed from others: inks with the card, and all on dim cards with those."""
    found = {f"wash-{ink}": _mix(named[ink], named["live"], 0.55) for ink in _INKS}
    found |= {f"dim-wash-{ink}": _mix(named[f"dim-{ink}"], named["dim"], 0.5) for ink in _INKS}
    return found | {f"dim-{paint}": _mix(named[paint], named["dim"], 0.4) for paint in _PAINTS}


def _mix(colour: str, other: str, share: float) -> str:
    """A colour with a share of another; those of the terminal's own cannot be mixed, and are used as they are."""
    return colour if colour.startswith("ansi_") else Color.parse(colour).blend(Color.parse(other), share).hex


_IVORY: Final = {
    "card": "#e9e3d0", "card_edge": "#857c60", "live": "#fffdf4", "live_edge": "#a04a00",
    "dim": "#b3b8a4", "dim_edge": "#585e4c",
    "black": "#1d1d1b", "red": "#a3171f", "green": "#0b6b63", "blue": "#1c3f9c", "orange": "#b03c0c",
    "dim_black": "#1d1d1b", "dim_red": "#7a1519", "dim_green": "#0b4f4c", "dim_blue": "#1a2f86",
    "dim_orange": "#7a2e05",
    "crown": "#d9a520", "skin": "#f4cfa8", "hair": "#6b4020", "lips": "#b8323a",
}  # fmt: skip
"""Cards of ivory board, the same on every dark table."""

BAIZE: Final = _theme(
    "baize",
    felt="#0b3d2e", rail="#072a20", text="#e6efe4", bright="#ffe9a8", quiet="#9dbcab", gold="#f2c14e",
    text_black="#ffffff", text_red="#ff9d8f",
    back="#24568f", back_edge="#b9d2ee", pointed="#f2c14e", pointed_edge="#3a2300",
    ring="#7fa892", hand="#f2c14e", gone="#6b9a84", **_IVORY, **_LIGHT,
)  # fmt: skip

MIDNIGHT: Final = _theme(
    "midnight",
    felt="#141c33", rail="#0c1224", text="#e3e8f5", bright="#ffe6a3", quiet="#9aa7c7", gold="#e8b84a",
    text_black="#ffffff", text_red="#ff9a9a",
    back="#7a2f3d", back_edge="#f0c3ca", pointed="#e8b84a", pointed_edge="#2e1f00",
    ring="#7686b3", hand="#e8b84a", gone="#66759e", **_IVORY, **_LIGHT,
)  # fmt: skip

WALNUT: Final = _theme(
    "walnut",
    felt="#3a2417", rail="#27170e", text="#f3e7da", bright="#ffe0a0", quiet="#c9ae98", gold="#e9b45c",
    text_black="#ffffff", text_red="#ffa694",
    back="#1f5147", back_edge="#b8dcd3", pointed="#e9b45c", pointed_edge="#332000",
    ring="#a98a72", hand="#e9b45c", gone="#9a7a61", **_IVORY, **_LIGHT,
)  # fmt: skip

CLARET: Final = _theme(
    "claret",
    felt="#4a1023", rail="#330917", text="#f8e8ec", bright="#ffe5ab", quiet="#d9aeb9", gold="#f0be5a",
    text_black="#ffffff", text_red="#ffb0a6",
    back="#2b3470", back_edge="#c6cdf4", pointed="#f0be5a", pointed_edge="#382200",
    ring="#b97f8e", hand="#f0be5a", gone="#a76f7e", **_IVORY, **_LIGHT,
)  # fmt: skip

PAPER: Final = replace(_theme(
    "paper",
    felt="#e8e1d1", rail="#d8cfba", text="#2a2620", bright="#6b2d00", quiet="#5a5244", gold="#7a4300",
    text_black="#111111", text_red="#a3171f", text_green="#0b5c57", text_blue="#123fae", text_orange="#963408",
    card="#fbf8ef", card_edge="#8b8069", live="#ffffff", live_edge="#a04a00",
    dim="#d3ccba", dim_edge="#746c5a",
    black="#1d1d1b", red="#a3171f", green="#0b6b63", blue="#1c3f9c", orange="#b03c0c",
    dim_black="#1d1d1b", dim_red="#8a151b", dim_green="#0b5753", dim_blue="#1a2f96", dim_orange="#8d3808",
    crown="#d9a520", skin="#f4cfa8", hair="#6b4020", lips="#b8323a",
    back="#2f5f8f", back_edge="#dbe8f6", pointed="#ffd166", pointed_edge="#3a2300",
    ring="#857a63", hand="#8a4b00", gone="#857a63",
    name_1="#a3251a", name_2="#14508f", name_3="#3d5c0a", name_4="#96155f", name_5="#005c57", name_6="#5a35a0",
), dark=False)  # fmt: skip

CONTRAST: Final = _theme(
    "contrast",
    felt="#000000", rail="#000000", text="#ffffff", bright="#ffff66", quiet="#d0d0d0", gold="#ffd700",
    text_black="#ffffff", text_red="#ff9c9c",
    card="#d9d9d9", card_edge="#4a4a4a", live="#ffffff", live_edge="#000000",
    dim="#a2a2a2", dim_edge="#3a3a3a",
    black="#000000", red="#a00000", green="#0a625a", blue="#0a2396", orange="#973600",
    dim_black="#000000", dim_red="#5a0000", dim_green="#003f3a", dim_blue="#05106c", dim_orange="#5c2200",
    crown="#c08a00", skin="#ffd9b0", hair="#4a2800", lips="#c00000",
    back="#00308f", back_edge="#ffffff", pointed="#ffd700", pointed_edge="#000000",
    ring="#c0c0c0", hand="#ffd700", gone="#a0a0a0", **_LIGHT,
)  # fmt: skip

_SIXTEEN: Final = _theme(
    "sixteen",
    felt="ansi_black", rail="ansi_black", text="ansi_white", bright="ansi_bright_yellow", quiet="ansi_cyan",
    gold="ansi_yellow", text_black="ansi_bright_white", text_red="ansi_bright_red",
    text_green="ansi_bright_green", text_blue="ansi_bright_cyan", text_orange="ansi_bright_red",
    card="ansi_white", card_edge="ansi_black", live="ansi_bright_white", live_edge="ansi_black",
    dim="ansi_white", dim_edge="ansi_black",
    black="ansi_black", red="ansi_red", green="ansi_green", blue="ansi_blue", orange="ansi_red",
    dim_black="ansi_black", dim_red="ansi_red", dim_green="ansi_green", dim_blue="ansi_blue", dim_orange="ansi_red",
    crown="ansi_yellow", skin="ansi_bright_white", hair="ansi_black", lips="ansi_red",
    wash_black="ansi_bright_black", wash_red="ansi_bright_red", wash_green="ansi_bright_green",
    wash_blue="ansi_bright_blue", wash_orange="ansi_bright_red",
    back="ansi_blue", back_edge="ansi_bright_white", pointed="ansi_yellow", pointed_edge="ansi_black",
    ring="ansi_cyan", hand="ansi_yellow", gone="ansi_cyan",
    name_1="ansi_bright_red", name_2="ansi_bright_blue", name_3="ansi_bright_green",
    name_4="ansi_bright_magenta", name_5="ansi_bright_cyan", name_6="ansi_magenta",
)  # fmt: skip

SIXTEEN: Final = replace(_SIXTEEN, ansi=True, variables={**BUILTIN_THEMES["ansi-dark"].variables, **_SIXTEEN.variables})
"""For terminals of sixteen colours, in the colours that their owner gave them."""

THEMES: Final = {theme.name: theme for theme in (BAIZE, MIDNIGHT, WALNUT, CLARET, PAPER, CONTRAST, SIXTEEN)}
"""Every theme by its name, the one of a new installation first."""


def suit_inks(theme: Theme, *, four_colours: bool) -> dict[str, str]:
    """The ink of each suit on a card, on a dim card (``dim-…``) and in text (``text-…``), by the suit's name.

    ``wash-…`` and ``dim-wash-…`` are these inks thinned.

    Two colours as on most packs, or four, in which clubs are green, diamonds blue and hearts orange.
    """
    inks = {}
    for suit in Suit:
        ink = "red" if suit.is_red else "black"
        if four_colours:
            ink = {Suit.CLUBS: "green", Suit.DIAMONDS: "blue", Suit.HEARTS: "orange"}.get(suit, ink)
        for ground in ("", "dim-", "text-", "wash-", "dim-wash-"):
            inks[f"{ground}{suit.name.lower()}"] = theme.variables[f"{ground}{ink}"]
    return inks
