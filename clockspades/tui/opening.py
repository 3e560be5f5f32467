"""What the application opens with. The command line chooses it without importing a screen."""

from dataclasses import dataclass
from typing import TypeAlias

from clockspades.engine.log import Loaded
from clockspades.engine.session import AnySession


@dataclass(frozen=True, slots=True)
class TitleOpening:
    """The title screen."""


@dataclass(frozen=True, slots=True)
class TableOpening:
    """The table, at a game that has been begun or resumed."""

    session: AnySession


@dataclass(frozen=True, slots=True)
class ReplayOpening:
    """A saved game, to be stepped through."""

    loaded: Loaded


Opening: TypeAlias = TitleOpening | TableOpening | ReplayOpening
