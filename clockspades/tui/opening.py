"""What can be opened, each of it in a screen. The command line chooses the first without importing a screen."""

from typing import NamedTuple, TypeAlias

from clockspades.engine.game import Preset
from clockspades.engine.log import Loaded
from clockspades.engine.session import AnySession


class TitleOpening(NamedTuple):
    """The title screen."""


class PickerOpening(NamedTuple):
    """The games to choose from."""


class SetupOpening(NamedTuple):
    """What can be chosen before a game, or of a game that is offered with some of it chosen."""

    game_name: str
    preset: Preset | None = None


class TableOpening(NamedTuple):
    """The table, at a game that has been begun or resumed."""

    session: AnySession


class ResultOpening(NamedTuple):
    """How a finished game ended."""

    session: AnySession


class ReplayOpening(NamedTuple):
    """A saved game, to be stepped through from a point of it."""

    loaded: Loaded
    point: int = 0


Opening: TypeAlias = TitleOpening | PickerOpening | SetupOpening | TableOpening | ResultOpening | ReplayOpening
