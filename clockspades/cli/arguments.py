"""Parse what was typed after a command: games, options, seats, share codes, deals and days."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from random import Random

from clockspades.engine.game import AnyGame, Offer, Program
from clockspades.engine.header import BOT, HUMAN, Seat
from clockspades.engine.options import Options, OptionValue
from clockspades.engine.seating import check_name, draw_lots
from clockspades.engine.share import DEALS, SharedDeal, read_number, write_code
from clockspades.engine.text import UserError
from clockspades.games.catalogue import GAMES, named_offer
from clockspades.language import N_, _, grouped
from clockspades.saved.archive import Archive, no_home


class UsageError(UserError):
    """Something typed, or a place it was typed in, that the command cannot work with."""


def parse_game(name: str | None) -> Offer:
    """The game and preset of this name, the first of the catalogue without one; UnknownGameError if there is none."""
    return named_offer(GAMES[0].name if name is None else name)


def parse_options(offer: Offer, typed: Sequence[str]) -> dict[str, OptionValue]:
    """Every option of a game: the defaults, then those of the preset, then ``KEY=VALUE`` as typed.

    UsageError or OptionError if one is wrong, or they do not go together.
    """
    game, chosen = offer.game, {**offer.settled}
    for text in typed:
        key, equals, value = text.partition("=")
        if not equals:
            example = next((f"{option.key}={option.values[0]}" for option in game.options), "KEY=VALUE")
            complaint = N_("--option needs KEY=VALUE, as in --option {example}, not {text}")
            raise UsageError(_(complaint, example=example, text=repr(text)))
        chosen[key] = game.option(key).parse(value)
    return game.configure({**chosen})


def settle(game: AnyGame, options: Options, typed: Sequence[str], rng: Random) -> dict[str, OptionValue]:
    """The options, with lots drawn where the rules draw them and nothing else was typed."""
    return draw_lots(game, options, game.lots(options) - {text.partition("=")[0] for text in typed}, rng)


def parse_code(text: str, game_name: str | None, settings: Sequence[str]) -> SharedDeal:
    """What a share code says. UserError if it is none, UsageError if an argument beside it contradicts it."""
    from clockspades.pasting import read_as

    shared = read_as(text, SharedDeal)
    text = write_code(*shared)
    if game_name is not None and not parse_game(game_name).covers(shared.game, shared.options):
        meant = shared.game.preset(shared.options).name
        raise UsageError(_("the share code {code} is for {game}, not {other}", code=text, game=meant, other=game_name))
    options = parse_options(Offer(shared.game, shared.game.presets[0]), settings)
    for key in (part.partition("=")[0] for part in settings):
        if options[key] != shared.options[key]:
            complaint = N_("--option {option} contradicts the share code {code}, which has {other}")
            option, other = (f"{key}={typed(each[key])}" for each in (options, shared.options))
            raise UsageError(_(complaint, option=option, code=text, other=other))
    return shared


def require_home(archive: Archive) -> None:
    if archive.is_nowhere:
        raise UsageError(no_home())


def parse_number(text: str) -> int:
    """The number of a deal; CodeError if it is too large, UsageError if it is none."""
    number = read_number(text)
    if number is None:
        complaint = N_("--deal needs the number of a deal, from 0 to {most}, not {text}")
        raise UsageError(_(complaint, most=grouped(DEALS - 1), text=repr(text)))
    return number


def parse_seat(text: str) -> Seat:
    """The seat that ``NAME``, ``NAME=human`` or ``NAME=bot:BOT`` describes; UsageError for anything else."""
    name, equals, kind = text.partition("=")
    if not equals:
        return Seat(name.strip())
    if kind != HUMAN and not kind.startswith(BOT):
        raise UsageError(_("--seat needs NAME, NAME=human or NAME=bot:BOT, not {text}", text=repr(text)))
    check_name(name)
    return Seat(name.strip(), kind)


def find_programs(
    game: AnyGame, seats: Iterable[Seat], seconds: int, *, is_heard: bool
) -> Iterator[tuple[Seat, Program | None]]:
    """Each seat as logs have it, and the program that plays it: a bot that names a folder, or has arguments."""
    for seat in seats:
        program = None
        if not {"/", "\\", " "}.isdisjoint(seat.bot.strip()):
            from clockspades.network.outside_bot import OutsideBot  # only where one is named

            program = OutsideBot(game, seat.bot, seconds, is_heard=is_heard)
            seat = Seat(seat.name, BOT + program.label)
        yield seat, program


def parse_day(text: str, today: date) -> date:
    """The day that ``2026-11-22`` writes; UsageError if it is none, or its deal can't be played today."""
    from clockspades.engine.days import read_day

    day = read_day(text)
    if day is None:
        raise UsageError(_("--date needs a day such as {today}, not {text}", today=today, text=repr(text)))
    if day > today:
        raise UsageError(_("the deal of {day} can't be played yet: today is {today} in UTC", day=day, today=today))
    return day


def typed(value: OptionValue) -> str:
    return "null" if value is None else str(value)
