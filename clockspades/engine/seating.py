"""Who sits down at a table: names that can be told apart and shown, bots that the game has, and seats drawn by lot."""

import getpass
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Final

from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, Seat
from clockspades.engine.options import Options, OptionValue
from clockspades.engine.phrases import count
from clockspades.engine.text import printable

LONGEST_NAME: Final = 40
"""Characters in a name beyond which no screen has room for it."""
BOT_NAMES: Final = ("Tick", "Tock", "Chime", "Cog", "Spring", "Pendulum", "Escapement")
"""What bots are called unless they are named, one more than a table can ever need."""
NAMELESS: Final = "Player"
"""What a person is called whose login name cannot be had or shown."""


class SeatError(ValueError):
    """A name or a bot that cannot sit at this table."""


def check_name(name: str) -> None:
    """SeatError if nobody can be called that: the name is empty, too long or not plain text."""
    if not name.strip():
        raise SeatError("a name cannot be empty")
    if len(name) > LONGEST_NAME:
        raise SeatError(f"the name {name[:20]!r}… is too long: use at most {LONGEST_NAME} characters")
    if printable(name) != name:
        raise SeatError(f"the name {name!r} has characters that cannot be shown")


def check_seats(game: AnyGame, seats: Sequence[Seat]) -> None:
    """SeatError if a name is empty, too long, not plain text or there twice, or a bot is not the game's."""
    seen: set[str] = set()
    for seat in seats:
        check_name(seat.name)
        if seat.name.casefold() in seen:
            raise SeatError(f"two players are called {seat.name}: give each player a different name")
        if not seat.is_human and seat.bot not in game.bots:
            raise SeatError(f"{game.title} has no bot {seat.bot!r}; its bots are {', '.join(game.bots)}")
        seen.add(seat.name.casefold())


def fill_seats(game: AnyGame, options: Options, seated: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats of a game: those taken already, then the game's best bot on each that is left.

    SeatError if there are more players than seats, or :func:`check_seats` refuses one.
    """
    check_seats(game, seated)
    wanted = game.seats(options)
    if len(seated) > wanted:
        raise SeatError(f"{game.title_of(options)} has {count(wanted, 'seat')}, but you named {len(seated)} players")
    seats = [*seated]
    while len(seats) < wanted:
        seats.append(Seat(free_name(seats), BOT + game.best_bot))
    return tuple(seats)


def free_name(seats: Iterable[Seat], first: int = 0) -> str:
    """What a bot is called beside these, fewer than there are names: of all from the ``first`` on the next in turn."""
    taken = {seat.name.casefold() for seat in seats}
    return next(name for name in BOT_NAMES[first:] + BOT_NAMES[:first] if name.casefold() not in taken)


def draw_lots(game: AnyGame, options: Options, keys: Collection[str], rng: Random) -> dict[str, OptionValue]:
    """The options with a seat drawn for each of these, all of which name one."""
    seats = game.seats(options)
    return {key: rng.randrange(seats) if key in keys else value for key, value in options.items()}


def person() -> str:
    """What the person at the keyboard is called: their login name, if it can be shown."""
    try:
        name = getpass.getuser().strip().capitalize()
    except (ImportError, KeyError, OSError):  # which of them depends on the system and the version of Python
        return NAMELESS
    return name if name and len(name) <= LONGEST_NAME and printable(name) == name else NAMELESS
