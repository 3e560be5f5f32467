"""What the lobby of a table elsewhere says."""

from contextlib import suppress
from typing import Final

from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT
from clockspades.engine.options import OptionError, Options
from clockspades.engine.phrases import capital
from clockspades.engine.seating import bots_in_words
from clockspades.engine.text import printable
from clockspades.games.catalogue import find_game
from clockspades.language import N_, _, headed, listed, marked, ngettext, npgettext, pgettext
from clockspades.network.client.client import Client
from clockspades.network.wire.messages import OPEN, Joined, SeatShown

INSECURE: Final = N_("This table is not encrypted: everyone on the way can read all cards and the code.")
NO_HINTS: Final = N_("No hints at this table.")
PLACES: Final = marked("seat at a table of partners", "You", "Left", "Partner", "Right")
"""The four seats of a table at which partners face each other, from one's own round by the left."""
WAIT_OR_START: Final = N_("Not ready yet: {names}. You can start anyway.")
READY: Final = N_("I'm ready")
NOT_READY: Final = N_("I'm not ready yet")
FAIR: Final = N_("Nobody can choose the cards: {key} says why.")
FAIRNESS: Final = N_(
    "Each program at the table, and the host's, adds a random number to every deal. All of them promise theirs before"
    " any is shown, so nobody can choose the cards. `clockspades verify` checks that in the saved game.\n\n"
    "The host's program knows all cards, as somebody has to deal. So play with a host whom you trust not to look."
)


def _table(client: Client) -> tuple[AnyGame, Options] | None:
    """The game of a table and its options; None before the host has told them, and if this version has no such game."""
    joined = client.joined
    game = None if joined is None else find_game(joined.game)
    with suppress(OptionError):
        return None if joined is None or game is None else (game, game.configure({**joined.options}))
    return None


def title(client: Client) -> str:
    """The title of the game; empty before the host has told it."""
    table = _table(client)
    return "" if table is None else table[0].title_of(table[1])


def terms(client: Client) -> str:
    """What the host has settled for the table beside the game, in sentences; empty if that is nothing."""
    joined, table = client.joined, _table(client)
    if joined is None:
        return ""
    choices = () if table is None else table[0].choices(table[1])
    told = [_("House rules: {choices}.", choices=", ".join(choices))] if choices else []
    if joined.best_of is not None:
        told.append(ngettext("Best of {number} game.", "Best of {number} games.", joined.best_of))
    if (limit := joined.limit) is not None:
        told.append(ngettext("Each move may take {number} second.", "Each move may take {number} seconds.", limit))
    return " ".join([*told, _(NO_HINTS)] if joined.no_hints else told)


def status(client: Client, moving: int | None = None) -> str:
    """A sentence on what the table waits for, or on whom the host moves; empty before the seats are known."""
    joined, shown = client.joined, client.shown
    if joined is None or not shown:
        return ""
    if moving is not None:
        return _("Where does {name} go? Choose a seat.", name=printable(shown[moving].name))
    missing = sum(seat.kind == OPEN for seat in shown)
    if missing and joined.is_host:
        return _("Wait for your friends, or put bots on the open seats.")
    if joined.is_host:
        others = [printable(seat.name) for seat in shown if seat.is_person and not seat.host and not seat.ready]
        return _(WAIT_OR_START, names=listed(others)) if others else _("Everybody is ready: start the game.")
    host = next((printable(seat.name) for seat in shown if seat.host), "")
    if host:
        return _("Waiting for {name} to start the game.", name=host)
    return _("The game begins as soon as all seats are taken.")


def is_ready(client: Client) -> bool:
    return any(seat.ready and number == client.seat for number, seat in enumerate(client.shown))


def watching(client: Client) -> str:
    """Who watches, in a sentence; empty if nobody does."""
    if client.seats is None or not client.seats.watching:
        return ""
    names = [printable(name) for name in client.seats.watchers]
    others = client.seats.watching - len(names)
    if others > 0:
        names.append(npgettext("among those who watch", "{number} guest", "{number} guests", others))
    return _("Watching: {names}.", names=listed(names))


def label(client: Client, number: int) -> str:
    """Which seat it is. Where partners face each other: ``You``, ``Left``, ``Partner`` or ``Right``.

    To somebody who watches partners it is the number of the team, and at other tables that of the seat.
    """
    near, table = client.seat, _table(client)
    sides = () if table is None else table[0].sides(table[1])
    if all(len(side) == 1 for side in sides):
        return f"{number + 1}"
    if near is not None:
        return pgettext("seat at a table of partners", PLACES[(number - near) % len(PLACES)])
    team = next((team for team, side in enumerate(sides, 1) if number in side), 0)
    return pgettext("seat at a table of partners", "Team {number}", number=team)


def is_ours(client: Client, number: int) -> bool:
    """Whether a seat is of the own side, where partners face each other."""
    table = _table(client)
    sides = () if table is None else table[0].sides(table[1])
    return any(len(side) > 1 and {number, client.seat} <= {*side} for side in sides)


def occupant(client: Client, number: int, said: str = "") -> str:
    """Who has a seat, and what they say: ``Ben (ready)``, ``A strong bot``, ``Ben: Hello``."""
    shown = client.shown[number]
    if shown.kind == OPEN:
        return pgettext("a seat", "open")
    if shown.kind.startswith(BOT):
        bot, table = shown.kind.removeprefix(BOT), _table(client)
        return bot if table is None else capital(bots_in_words(table[0], bot, 1))
    name = printable(shown.name)
    if said:
        return headed(name, said)
    is_named = label(client, number) == f"{number + 1}"
    notes = {
        pgettext("beside a name", "you"): number == client.seat and is_named,
        pgettext("beside a name", "the host"): shown.host,
        pgettext("beside a name", "gone"): not shown.here,
        pgettext("beside a name", "ready"): shown.ready,
    }
    told = ", ".join(note for note, is_so in notes.items() if is_so)
    return f"{name} ({told})" if told else name


def next_bot(joined: Joined, shown: SeatShown) -> str:
    """The bot that comes to a seat next: the best one first, then each that is weaker, and the best again."""
    game = find_game(joined.game)
    order = [bot for bot in reversed(joined.bots) if game is None or not game.sees_all(bot)]
    there = shown.kind.removeprefix(BOT)
    return order[(order.index(there) + 1) % len(order)] if there in order else order[0]
