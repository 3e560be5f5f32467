"""Who sits down at a table: names that can be told apart and shown, bots that the game has, and seats drawn by lot."""

import getpass
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Final

from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, HUMAN, Seat
from clockspades.engine.options import Options, OptionValue
from clockspades.engine.phrases import count
from clockspades.engine.text import printable

LONGEST_NAME: Final = 40
"""Characters in a name beyond which no screen has room for it."""
NUMERALS: Final = ("", " II", " III", " IV", " V", " VI", " VII")
"""What tells players of one name apart, one more than a table can ever need."""
FRIEND: Final = "Friend"
"""What a second person at the keyboard is called at first."""
NAMELESS: Final = "Player"
"""What a person is called whose login name is unknown or cannot be shown."""


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
        seats.append(best_bot(game, seats))
    return tuple(seats)


def best_bot(game: AnyGame, seats: Iterable[Seat]) -> Seat:
    """The game's best bot, to sit beside these."""
    kind = BOT + game.best_bot
    return Seat(usual_name(game, kind, seats), kind)


def play_on_seats(game: AnyGame, seats: Sequence[Seat], person: int) -> tuple[Seat, ...]:
    """The seats of a game that a person plays on from one of these, the best bot in every other.

    Everyone keeps a name that they were given; a bot that is replaced and has its usual name passes on none.
    """
    best, found = BOT + game.best_bot, [*seats]
    for number, seat in enumerate(seats):
        others = (*found[:number], *found[number + 1 :])
        is_new = number != person and seat.kind != best and not seat.is_human and is_usual_name(game, seat)
        name = usual_name(game, best, others) if is_new else seat.name
        found[number] = Seat(name, HUMAN if number == person else best)
    return tuple(found)


def usual_name(game: AnyGame, kind: str, seats: Iterable[Seat]) -> str:
    """The name of a player of this kind beside these, unless they are given another: ``Hora``, ``Hora II``."""
    taken = {seat.name.casefold() for seat in seats}
    return next(name for name in _usual_names(game, kind) if name.casefold() not in taken)


def is_usual_name(game: AnyGame, seat: Seat) -> bool:
    """Whether a player has the name that nobody gave them."""
    return seat.name in _usual_names(game, seat.kind)


def _usual_names(game: AnyGame, kind: str) -> tuple[str, ...]:
    first = FRIEND if kind == HUMAN else game.bot_name(kind.removeprefix(BOT))
    return tuple(f"{first}{numeral}" for numeral in NUMERALS)


def bot_label(game: AnyGame, seat: Seat) -> str:
    """What to say of a bot beside its name: that it sees all cards, or which one it is where its name does not tell."""
    if game.sees_all(seat.bot):
        return "sees all cards"
    return "" if seat.is_human or is_usual_name(game, seat) else game.bot_name(seat.bot)


def describe_player(game: AnyGame, seat: Seat) -> str:
    """Who plays a seat: ``human``, ``bot``, ``bot: Hora``, ``bot: sees all cards``."""
    if seat.is_human:
        return HUMAN
    label = bot_label(game, seat)
    return f"bot: {label}" if label else "bot"


def someone_sees_all(game: AnyGame, seats: Iterable[Seat]) -> bool:
    """Whether one of the players sees all cards, so that the game is practice."""
    return any(game.sees_all(seat.bot) for seat in seats)


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
