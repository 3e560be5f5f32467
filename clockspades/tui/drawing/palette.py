"""The styles that cards and the clock are drawn in: what each role's ink and ground are, in tokens.

Cards are drawn in so many roles that to have the stylesheet work them out for each widget would cost more
than to draw them; here each is worked out once a theme.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from rich.style import Style
from textual.color import Color

from clockspades.cards import Suit
from clockspades.engine.characters import TINTS
from clockspades.table.widget_models import Light
from clockspades.tui.drawing.figures import BARE, PAIRS


class Role(NamedTuple):
    """What a part is drawn in: the tokens of its ink and of its ground; without one it is drawn on what is there."""

    ink: str
    ground: str = ""
    bold: bool = False


_GROUNDS: Final = {Light.PLAIN: "card", Light.LIVE: "live", Light.DIM: "dim"}


def figure_role(light: Light, suit: Suit, ink: str, ground: str = BARE) -> str:
    """The role of a cell of a figure with these two paints."""
    return f"figure--{light.value}-{suit.name.lower()}-{ink}{ground}"


def _paint(paint: str, light: Light, suit: Suit) -> str:
    if paint == BARE:
        return _GROUNDS[light]
    named = {"#": f"{suit.name.lower()}", "w": f"wash-{suit.name.lower()}", "o": "crown", "s": "skin", "h": "hair"}
    token = named.get(paint, "lips")
    return f"dim-{token}" if light is Light.DIM else token


ROLES: Final[Mapping[str, Role]] = {
    **{
        f"card--{light.value}-{suit.name.lower()}": Role(
            f"dim-{suit.name.lower()}" if light is Light.DIM else suit.name.lower(), ground, light is not Light.DIM
        )
        for light, ground in _GROUNDS.items()
        for suit in Suit
    },
    **{
        f"card--{light.value}-edge": Role(f"{ground}-edge", ground, light is Light.LIVE)
        for light, ground in _GROUNDS.items()
    },
    **{
        figure_role(light, suit, ink, ground): Role(_paint(ink, light, suit), _paint(ground, light, suit))
        for light in Light
        for suit in Suit
        for ink, ground in PAIRS
    },
    "card--back": Role("back-edge", "back"),
    "card--back-label": Role("back-edge", "back", bold=True),
    "card--pointed": Role("pointed-edge", "pointed", bold=True),
    "ring": Role("ring"),
    "hand": Role("hand", bold=True),
    "gone": Role("gone", bold=True),
    "caption": Role("quiet"),
    "fuse--near": Role("bright", bold=True),
    "fuse--0": Role("name-2", bold=True),
    **{f"fuse--{tint}": Role(f"name-{tint}", bold=True) for tint in range(1, TINTS + 1)},
    **{f"small--{suit.name.lower()}": Role(f"text-{suit.name.lower()}", bold=True) for suit in Suit},
    "badge": Role("text", "rail"),
    "badge--name": Role("text", "rail", bold=True),
    **{f"badge--name-{tint}": Role(f"name-{tint}", "rail", bold=True) for tint in range(1, TINTS + 1)},
    "badge--turn": Role("bright", "rail", bold=True),
    "badge--quiet": Role("quiet", "rail"),
    "badge--gold": Role("gold", "rail", bold=True),
    "advice--best": Role("live", "green", bold=True),
    "advice--plain": Role("text", "rail"),
    "advice--played": Role("live", "red", bold=True),
    "badge--lit": Role("pointed-edge", "pointed", bold=True),
}

Palette: TypeAlias = Mapping[str, Style]


def make_palette(tokens: Mapping[str, str]) -> Palette:
    """The style of each role in the colours that ``tokens`` has."""
    colours = {token: Color.parse(tokens[token]).rich_color for role in ROLES.values() for token in role[:2] if token}
    return {
        name: Style(
            color=colours[role.ink], bgcolor=colours[role.ground] if role.ground else None, bold=role.bold or None
        )
        for name, role in ROLES.items()
    }
