"""The setup chosen for the last game of each kind, in a small JSON file beside the saved games.

Whatever cannot be read from the file gets its default, and a file that cannot be written stays as it is: neither is
reported to the player.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Final, NamedTuple

from clockspades.engine.codec import EXCUSED, LENIENT, SHORT, Codec, CodecError, json_text
from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, HUMAN, Seat
from clockspades.engine.options import Json, OptionError, OptionValue
from clockspades.engine.seating import SeatError, best_bot, check_seats, draw_lots, is_usual_name, person, usual_name
from clockspades.saved.archive import data_directory
from clockspades.saved.series import SeriesLength
from clockspades.saved.writing import held, read_start, write_whole

FILE: Final = "choices.json"
LARGEST: Final = 1 << 20
"""Bytes of the file that are read: one that is larger is not whole then."""


@dataclass(frozen=True, slots=True)
class SetupChoices:
    """Everything that the setup screen asks for."""

    seats: tuple[Seat, ...]
    """Who plays, the person at the keyboard first; as many as can sit there with any options."""
    options: Mapping[str, OptionValue]
    """Every option with its value, as :meth:`Game.configure` gives them."""
    by_lot: frozenset[str] = frozenset()
    """The keys of the options that lots are drawn for, each naming a seat."""
    best_of: int | None = None
    """Of how many games the series is the best that this one begins; None for one game."""

    def draw_lots(self, game: AnyGame, rng: Random) -> dict[str, OptionValue]:
        """The options with a seat in the place of each lot."""
        return draw_lots(game, self.options, self.by_lot, rng)


class _Kept(NamedTuple):
    """What the file has of a game. What is wrong in it counts as missing, and the rest holds."""

    seats: Annotated[tuple[Annotated[Seat | None, EXCUSED], ...] | None, EXCUSED] = None
    options: Annotated[Mapping[str, Json] | None, EXCUSED] = None
    by_lot: Annotated[tuple[Json, ...] | None, EXCUSED] = None
    best_of: SeriesLength = None


_KEPT: Final = Codec(_Kept, LENIENT)


def recall(game: AnyGame, name: str = "") -> SetupChoices:
    """What was chosen before the last game of this kind; the defaults where that is nothing, or wrong.

    ``name`` is what the person at the keyboard is called whatever was chosen.
    """
    chosen = _Kept()
    with contextlib.suppress(CodecError):
        chosen = _KEPT.read(_read().get(game.name))
    options: dict[str, OptionValue] = game.configure({})
    for key, value in (chosen.options or {}).items():
        with contextlib.suppress(OptionError):
            options = game.adjust(options, key, game.option(key).check(value))
    lots = chosen.by_lot
    by_lot = game.lots(options) if lots is None else lots
    return SetupChoices(
        seats=_seats(game, chosen.seats or (), name),
        options=options,
        by_lot=frozenset(option.key for option in game.options if option.seat and option.key in by_lot),
        best_of=chosen.best_of,
    )


def remember(game: AnyGame, choices: SetupChoices) -> None:
    """Keep what was chosen for the next game of this kind, if it can be kept."""
    path = data_directory() / FILE
    chosen = _Kept(choices.seats, choices.options, tuple(sorted(choices.by_lot)), choices.best_of)
    with held(path.parent), contextlib.suppress(OSError):
        write_whole(path, json_text({**_read(), game.name: _KEPT.write(chosen)}) + "\n")


def _read() -> dict[str, Json]:
    """What the file says of each game; nothing where it is not there or not whole."""
    try:
        return SHORT.read_object(read_start(data_directory() / FILE, LARGEST))
    except (OSError, ValueError):
        return {}


def _seats(game: AnyGame, told: Sequence[Seat | None], name: str) -> tuple[Seat, ...]:
    """The seats as they were, each that is wrong as it is at first; the first with a name that is given.

    Bots that see all cards have to be chosen each time. A bot has no name but one that it was given: older files keep
    that of its character, or ``Hora II``.
    """
    kinds = [HUMAN, *(f"{BOT}{bot}" for bot in game.bots if not game.sees_all(bot))]
    seats = [Seat(name)] if name else []
    for number in range(len(seats), max(game.player_counts())):
        match told[number] if number < len(told) else None:
            case Seat(_, kind) as seat if kind == HUMAN or (number and kind in kinds):
                if number and not seat.is_human and is_usual_name(game, seat):
                    seat = seat._replace(name="")
            case _:
                seat = best_bot(game) if number else Seat(person())
        try:
            check_seats(game, [*seats, seat])
        except SeatError:
            seat = Seat(usual_name(game, seat.kind, seats), seat.kind) if number else Seat(person())
        seats.append(seat)
    return tuple(seats)
