"""Opening a table for friends elsewhere, or coming back to one, from a screen."""

from collections.abc import Callable, Sequence
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from textual.screen import Screen

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import Options
from clockspades.engine.phrases import sentence
from clockspades.engine.seating import person
from clockspades.engine.text import UserError
from clockspades.language import N_, _
from clockspades.routes import ELSEWHERE, HERE, LobbyRoute
from clockspades.saved.series import Series
from clockspades.tui.navigator import Navigator
from clockspades.tui.threads import OTHERS, in_thread

if TYPE_CHECKING:
    from clockspades.network.client.elsewhere import Elsewhere

SITTING_DOWN: Final = N_("Sitting down…")

_GROUP: Final = "table"
"""The group of the worker that takes a seat."""


def host(
    screen: Screen[Any], game: AnyGame, options: Options, seats: Sequence[Seat], series: Series | None, where: str,
    *, no_hints: bool = False,
) -> None:  # fmt: skip
    """Open a table and show its lobby; where that fails, say why and stay on the screen.

    ``where`` says for whom it is opened, as in :class:`PickerRoute`. Without what short codes need, it has none.
    """
    from clockspades.network.client.elsewhere import host_at_club, host_table
    from clockspades.network.meeting import short_codes
    from clockspades.network.meeting.invitation import read
    from clockspades.network.server.hosted_server import NewTable
    from clockspades.network.wire.messages import OPEN
    from clockspades.network.wire.secrecy import digest

    key, name = token_hex(16), seats[0].name or person()
    assert isinstance(screen.app, Navigator), "every screen has this application"
    keep_name(screen.app, name)
    kinds = (OPEN, *(OPEN if seat.is_human else seat.kind for seat in seats[1:]))
    best_of = None if series is None else series.best_of
    plan = NewTable(game.name, options, kinds, game.best_bot, digest(key), name, best_of=best_of, no_hints=no_hints)
    if where in (HERE, ELSEWHERE):
        with_code = where == ELSEWHERE and short_codes.is_available()
        make = partial(host_table, plan, name, key, with_code=with_code)
    else:
        make = partial(host_at_club, read(where, allow_open=True, needs_code=False), plan, name, key)
    open_lobby(screen, make, N_("Opening the table…"))


def keep_name(app: Navigator, name: str) -> None:
    """Keep in the settings what the person calls themself at tables elsewhere."""
    if name != app.settings.own_name:
        app.keep_settings(name=name)


def open_lobby(screen: Screen[Any], make: "Callable[[], Elsewhere]", words: str) -> None:
    """Take a seat in a thread, which says ``words`` meanwhile, and show the lobby.

    If the screen is left before there is a seat, so is the seat. While one is being taken, no other is.
    """
    app = screen.app
    assert isinstance(app, Navigator), "every screen has this application"
    if any(worker.group == _GROUP and worker.is_running for worker in app.workers):
        return
    app.notify(_(words), markup=False)

    def attempt() -> "Elsewhere | str":
        try:
            return make()
        except UserError as error:
            return sentence(str(error))

    async def open_it() -> None:
        found = await in_thread(OTHERS, attempt)
        is_wanted = screen in app.screen_stack
        if isinstance(found, str):
            app.notify(found, severity="error", markup=False)
        elif is_wanted:
            app.call_later(app.open, LobbyRoute(found))
        else:
            found.leave()

    app.run_worker(open_it(), group=_GROUP)
