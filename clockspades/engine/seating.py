"""Who sits down at a table: names that can be told apart and shown, bots that the game has, and seats drawn by lot."""

import getpass
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Final

from clockspades.engine.characters import characters, in_order, tint_of
from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, HUMAN, Seat
from clockspades.engine.options import Options, OptionValue
from clockspades.engine.text import UserError, first_hidden, likeness, printable
from clockspades.language import NC_, npgettext, pgettext, wrong

LONGEST_NAME: Final = 40
"""Characters in a name beyond which no screen has room for it."""
NUMERALS: Final = ("", " II", " III", " IV", " V", " VI", " VII")
"""Endings that tell people with the same name apart, and bots in older logs. One more than any table needs."""
FRIEND: Final = NC_("name", "Friend")
"""What a second person at the keyboard is called at first."""
NAMELESS: Final = NC_("name", "Player")
"""What a person is called whose login name is unknown or cannot be shown."""
PROGRAM: Final = "./"
"""What the name of a bot begins with that is a program outside. No bot of a game has such a name."""


class SeatError(UserError, ValueError):
    """A name or a bot that cannot sit at this table."""


def check_name(name: str) -> None:
    """SeatError if nobody can be called that: the name is empty, too long or not plain text."""
    if not name.strip():
        raise SeatError(wrong("a name cannot be empty"))
    if len(name) > LONGEST_NAME:
        words = NC_("fault", "the name {name}… is too long: use at most {number} characters")
        raise SeatError(wrong(words, name=repr(name[:20]), number=LONGEST_NAME))
    hidden = first_hidden(name)
    if hidden:
        words = NC_("fault", "the name {name} has a character that cannot be shown: {code}")
        raise SeatError(wrong(words, name=repr(printable(name)), code=f"U+{ord(hidden):04X}"))


def shortened(name: str, length: int) -> str:
    """The beginning of a name, never cut within a sign that is made of several characters."""
    start = name[:length].rstrip()
    return shortened(start, len(start) - 1) if first_hidden(start) else start


def check_seats(game: AnyGame, seats: Sequence[Seat]) -> None:
    """SeatError if a name is too long, not plain text or looks like another, or a bot is not the game's.

    A bot can be without a name: :func:`name_bots` gives it one. A person cannot.
    """
    seen: set[str] = set()
    for seat in seats:
        if seat.name or seat.is_human:
            check_name(seat.name)
        if seat.name and likeness(seat.name) in seen:
            words = NC_("fault", "two players are called {name}: give each player a different name")
            raise SeatError(wrong(words, name=printable(seat.name)))
        if not has_player(game, seat):
            words, known = NC_("fault", "{game} has no bot {bot}; its bots are {known}"), ", ".join(game.bots)
            raise SeatError(wrong(words, game=game.title, bot=repr(seat.bot), known=known))
        seen.add(likeness(seat.name))


def has_player(game: AnyGame, seat: Seat) -> bool:
    """Whether a person plays a seat, a bot of the game, or a program outside, for which a bot can play on."""
    return seat.is_human or seat.bot in game.bots or seat.bot.startswith(PROGRAM)


def fill_seats(game: AnyGame, options: Options, seated: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats of a game: those taken already, then the game's best bot, without a name, on each that is left.

    SeatError if there are more players than seats, or :func:`check_seats` refuses one.
    """
    check_seats(game, seated)
    wanted = game.seats(options)
    if len(seated) > wanted:
        raise SeatError(
            npgettext(
                "fault",
                "{game} has {number} seat, but you named {named} players",
                "{game} has {number} seats, but you named {named} players",
                wanted, game=game.title_of(options), named=len(seated),
            )
        )  # fmt: skip
    return (*seated, *[best_bot(game)] * (wanted - len(seated)))


def best_bot(game: AnyGame) -> Seat:
    """The game's best bot, without a name still."""
    return Seat("", BOT + game.best_bot)


def play_on_seats(game: AnyGame, seats: Sequence[Seat], person: int) -> tuple[Seat, ...]:
    """The seats of a game that a person plays on from one of these, the best bot in every other.

    Everyone keeps a name that they were given. A bot that takes the place of a character of another level has none.
    """
    best, found = best_bot(game), [*seats]
    for number, seat in enumerate(seats):
        is_new = number != person and seat.kind != best.kind and not seat.is_human and is_usual_name(game, seat)
        found[number] = best if is_new else Seat(seat.name, HUMAN if number == person else best.kind)
    return tuple(found)


def name_bots(game: AnyGame, seats: Sequence[Seat], number: int) -> tuple[Seat, ...]:
    """The seats with a character for each bot that has no name.

    ``number`` is that of the deal: a seat of a deal has the same character each time. If somebody at the table has its
    name, or has it as part of theirs, the bot gets another one. All names differ, and so do the tints where no bot had
    to give way.
    """
    named = [*seats]
    orders = {
        at: in_order(_characters(game, seat.kind), number, at)
        for at, seat in enumerate(seats)
        if not seat.name and not seat.is_human
    }
    taken = {word for seat in seats for word in (likeness(seat.name), *likeness(seat.name).split())}
    for at in sorted(orders, key=lambda at: likeness(orders[at][0]) in taken):  # who has to give way chooses last
        name = _first_free((*orders[at], *_usual_names(game, seats[at].kind)), taken)
        named[at] = seats[at]._replace(name=name)
        taken.add(likeness(name))
    return tuple(named)


def likely_names(game: AnyGame, seats: Sequence[Seat], number: int | None) -> tuple[str, ...]:
    """By seat what a bot without a name will be called in the deal of this number; empty for others.

    While the number is not known, it is the first character of the bot's level, as an example: ``like Hora``.
    """
    if number is None:
        usual = (None if seat.name or seat.is_human else game.bot_name(seat.bot) for seat in seats)
        return tuple("" if name is None else pgettext("name of a bot", "like {name}", name=name) for name in usual)
    named = name_bots(game, seats, number)
    return tuple("" if seat.name or seat.is_human else found.name for seat, found in zip(seats, named))


def usual_name(game: AnyGame, kind: str, seats: Iterable[Seat]) -> str:
    """The name of a new player of this kind at a table with these others.

    A person is called ``Friend`` or ``Friend II``. A bot has none: the deal decides, in :func:`name_bots`.
    """
    if kind != HUMAN:
        return ""
    return _first_free(_usual_names(game, kind), {likeness(seat.name) for seat in seats})


def is_usual_name(game: AnyGame, seat: Seat) -> bool:
    """Whether a player has a name that nobody gave them, or a bot none."""
    return seat.name in ("", *_usual_names(game, seat.kind))


def _usual_names(game: AnyGame, kind: str) -> tuple[str, ...]:
    """The names that players of a kind get: a bot that of a character, in older logs ``Hora``, ``Hora II``."""
    if kind == HUMAN:
        return tuple(f"{name}{numeral}" for name in (pgettext("name", FRIEND), FRIEND) for numeral in NUMERALS)
    known = _characters(game, kind)
    return (*known, *(f"{known[0]}{numeral}" for numeral in NUMERALS[1:]))


def _characters(game: AnyGame, kind: str) -> tuple[str, ...]:
    return characters(game.bot_name(kind.removeprefix(BOT)))


def _first_free(names: Iterable[str], taken: Collection[str]) -> str:
    """The first of these names that nobody has; ``taken`` are their :func:`likeness`."""
    return next(name for name in names if likeness(name) not in taken)


def seat_tint(seat: Seat) -> int:
    """The number of the tint in which a seat's name is written; 0 for a person, or a bot that is no character."""
    return 0 if seat.is_human else tint_of(seat.name)


def bot_label(game: AnyGame, seat: Seat) -> str:
    """What to say of a bot beside its name: its level, such as ``strong``; empty for a person."""
    return game.level(seat.bot) if seat.bot else ""


def describe_player(game: AnyGame, seat: Seat) -> str:
    """Who plays a seat: ``human``, ``bot: strong``, ``bot: X-ray``."""
    if seat.is_human:
        return pgettext("player", "human")
    return pgettext("player", "bot: {level}", level=bot_label(game, seat))


def bots_in_words(game: AnyGame, bot: str, number: int) -> str:
    """So many bots of a level: ``a strong bot``, ``2 strong bots``, ``an X-ray bot``."""
    match game.bot_name(bot):
        case "Pip":
            return npgettext("bots", "an easy bot", "{number} easy bots", number)
        case "Fob":
            return npgettext("bots", "a quick bot", "{number} quick bots", number)
        case "Hora":
            return npgettext("bots", "a strong bot", "{number} strong bots", number)
        case "Argus":
            return npgettext("bots", "an X-ray bot", "{number} X-ray bots", number)
    return npgettext("bots", "a {level} bot", "{number} {level} bots", number, level=game.level(bot))


def draw_lots(game: AnyGame, options: Options, keys: Collection[str], rng: Random) -> dict[str, OptionValue]:
    """The options with a seat drawn for each of these, all of which name one."""
    seats = game.seats(options)
    return {key: rng.randrange(seats) if key in keys else value for key, value in options.items()}


def person() -> str:
    """What the person at the keyboard is called: their login name, if it can be shown."""
    try:
        name = getpass.getuser().strip().capitalize()
        check_name(name)
    except (ImportError, KeyError, OSError, SeatError):  # which of the first three, depends on the system
        return pgettext("name", NAMELESS)
    return name
