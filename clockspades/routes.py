"""The screens that can be opened, as data: the command line chooses the first without importing a screen."""

from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from clockspades.engine.game import Offer, Preset
from clockspades.engine.session import AnySession
from clockspades.saved.log import LoadedLog

if TYPE_CHECKING:
    from clockspades.compare import Comparison
    from clockspades.duel.duel_words import DuelModel
    from clockspades.network.client.elsewhere import Elsewhere


HERE: Final = "here"
"""A table for friends in the same home."""
ELSEWHERE: Final = "elsewhere"
"""A table for friends in other homes, with short codes."""


class TitleRoute(NamedTuple):
    """The title screen."""


class PickerRoute(NamedTuple):
    """The games to choose from."""

    hosts: str = ""
    """For whom its table is opened: ``HERE``, ``ELSEWHERE``, or a club at this address; empty for a game right here."""
    title: str = ""
    """The title of the preset that has the focus; empty for the last one."""
    game_name: str = ""
    """The game whose presets are listed in place of the games; empty for the games."""


class SetupRoute(NamedTuple):
    """The setup of a game, with the options of a preset or of a share code if there is one.

    With a ``code``, which may be empty, the field for it has the focus. The rest is as in :class:`PickerRoute`.
    """

    game_name: str
    preset: Preset | None = None
    code: str | None = None
    hosts: str = ""


class ReplayRoute(NamedTuple):
    """A saved game, to be stepped through from a point of it."""

    loaded: LoadedLog
    point: int = 0
    view: str = ""
    """The words for whose view is shown first; empty for the usual one."""
    in_review: bool = False
    """Whether it shows a position of the review that lies below it."""
    remark: str = ""
    """What is said at that point in place of what happened there: the mistake that follows."""


class CompareRoute(NamedTuple):
    """Two games of the same deal, to be stepped through side by side."""

    comparison: "Comparison"
    duel: "DuelModel | None" = None
    """What lies over them at first, if they are those of a duel."""


class DuelRoute(NamedTuple):
    """A stage of a duel, and the line to send."""

    model: "DuelModel"


class TableRoute(NamedTuple):
    """The table, at a game that has been begun or resumed."""

    session: AnySession


class LessonOfferRoute(NamedTuple):
    """The offer to learn a game before its first game."""

    offer: Offer


class ResultRoute(NamedTuple):
    """How a finished game ended."""

    session: AnySession


class PracticeRoute(NamedTuple):
    """Own mistakes and puzzles to practice with."""


class DailyRoute(NamedTuple):
    """The deals of the day, with the calendar at one day if it is given."""

    day: date | None = None


class HelpRoute(NamedTuple):
    """The keys of the screen shown, and the way to the rules of a game or a preset."""

    game_name: str


class RulesRoute(NamedTuple):
    """The rules of a game, with those of a preset first if it is named."""

    game_name: str


class DealRoute(NamedTuple):
    """The question for a share code, or for the number of a deal of a game, at first of this one."""

    first: Offer | None = None


class SavedRoute(NamedTuple):
    """The list of saved games."""


class StatisticsRoute(NamedTuple):
    """The statistics."""


class MilestonesRoute(NamedTuple):
    """The milestones."""


class ReviewRoute(NamedTuple):
    """The review of a finished game, for a seat."""

    loaded: LoadedLog
    seat: int


class FriendsRoute(NamedTuple):
    """The ways to play with friends elsewhere, with the panel to join a table if there is an invitation to one."""

    invitation: str = ""


class LobbyRoute(NamedTuple):
    """A table elsewhere, until its game begins."""

    elsewhere: "Elsewhere"


class RemoteTableRoute(NamedTuple):
    """A table elsewhere whose game has begun."""

    elsewhere: "Elsewhere"


class RemoteResultRoute(NamedTuple):
    """How a game at a table elsewhere ended, as its log has it."""

    elsewhere: "Elsewhere"
    session: AnySession


Route: TypeAlias = (
    TitleRoute | PickerRoute | SetupRoute | TableRoute | LessonOfferRoute | ResultRoute | ReplayRoute | CompareRoute
    | DuelRoute | PracticeRoute | DailyRoute | HelpRoute | RulesRoute | DealRoute | SavedRoute | StatisticsRoute
    | MilestonesRoute | ReviewRoute | FriendsRoute | LobbyRoute | RemoteTableRoute | RemoteResultRoute
)  # fmt: skip
