"""What the application opens with. The command line chooses it without importing a screen."""

from typing import NamedTuple, TypeAlias

from clockspades.engine.log import Loaded
from clockspades.engine.session import AnySession


class TitleOpening(NamedTuple):
    """The title screen."""


class TableOpening(NamedTuple):
    """The table, at a game that has been begun or resumed."""

    session: AnySession


class ReplayOpening(NamedTuple):
    """A saved game, to be stepped through."""

    loaded: Loaded


Opening: TypeAlias = TitleOpening | TableOpening | ReplayOpening
