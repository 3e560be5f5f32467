"""Games played at random, for whichever game is asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeVar

from clockspades.engine.game import Bot, Game
from clockspades.engine.header import BOT, Seat
from clockspades.engine.options import Json, Option, OptionError, OptionValue, known_options
from clockspades.engine.session import AnySession, Session

NAMES = ("Ana", "Bo", "Cyd", "Dov", "Eva", "Fay")
LONGEST_GAME = 20_000
"""Actions after which a random game is taken to have no end."""
FEW = 6
"""Values of an option that are few enough for a set of games each."""
SOME = 32
"""Points of a game that are enough to look at, where each takes long."""
BRIEF: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "clogs": {"target": 12},
    "spades": {"target": 100},
}
"""By game the options that keep it short, where it goes on for many deals. The defaults are played out besides."""

PACKED: Final[Mapping[str, Sequence[Mapping[str, OptionValue]]]] = {
    "spades": (
        {"deals": 4, "bidding": "suicide", "nil_pass": 1, "blind_nil": "always", "blind_pass": 0, "bag_points": 0},
        {"deals": 8, "bidding": "mirror", "nil_pass": 2, "first_deal": "itself", "bags": "off"},
        {"deals": 16, "bidding": "whiz", "nil_pass": 3, "nil": 50, "lead_spades": "any", "floor": -500},
        {"deals": 4, "least_bid": 4, "sum": "not-13", "nil_pass": 4, "blind_nil": "always", "blind_pass": 4},
        {"deals": 4, "ten_for_200": "on", "nil": "off", "first_trick": "clubs", "bag_points": -1},
        {"deals": 4, "blind_nil": "always", "blind_pass": 1, "deck": "jokers"},
        {"deals": 4, "blind_nil": "always", "blind_pass": 2, "deck": "deuces", "floor": -300},
    )
}
"""By game sets of many values at once: one set for each value of many options would take long."""

_T = TypeVar("_T")


def some(items: Iterable[_T]) -> Sequence[_T]:
    """All items, or of many as many as are enough, spread over them from the first to the last."""
    items = tuple(items)
    if len(items) <= SOME:
        return items
    return [items[place * (len(items) - 1) // (SOME - 1)] for place in range(SOME)]


def option_sets(game: Game[Any, Any, Any]) -> list[dict[str, OptionValue]]:
    """The defaults, and each other value of each option with the rest as they are in a short game.

    Of many values the ends are taken, or the first where the last makes a game long; of seats, the last.
    """
    packed = PACKED.get(game.name, ())
    sets = [game.configure({}), *map(game.configure, packed)]
    for option in game.options:
        for value in _sample(game, option):
            if any(pack.get(option.key, option.default) == value for pack in packed):
                continue
            options = with_option(game, option, value)
            if options not in sets:
                sets.append(options)
    return sets


def _sample(game: Game[Any, Any, Any], option: Option) -> Iterator[OptionValue]:
    values = option.values[-1:] if option.seat else option.values
    if len(values) > FEW:
        values = values[:1] if option.key in BRIEF.get(game.name, {}) else (values[0], values[-1])
    yield from (value for value in values if value != option.default)


def with_option(game: Game[Any, Any, Any], option: Option, value: OptionValue) -> dict[str, OptionValue]:
    """The options of a short game with one of them chosen, and another where that does not go with the rest."""
    chosen = {**BRIEF.get(game.name, {}), option.key: value}
    fits = ({other.key: room} for other in game.options if other is not option for room in other.values)
    for more in ({}, *fits):
        try:
            return game.configure({**chosen, **more})
        except OptionError:
            continue
    raise AssertionError(f"{game.name} has no game with {option.key} {value}")


def name_of(game: Game[Any, Any, Any], options: dict[str, OptionValue]) -> str:
    """What an option set is called: what differs from the defaults."""
    defaults = game.configure({})
    return "-".join(f"{key}-{value}" for key, value in options.items() if value != defaults[key]) or "defaults"


def seats_of(game: Game[Any, Any, Any], options: dict[str, OptionValue], bot: str = "") -> tuple[Seat, ...]:
    """Every seat taken by a bot, the game's first if none is named."""
    kind = BOT + (bot or game.quickest_bot)
    return tuple(Seat(name, kind) for name in NAMES[: game.seats(options)])


def random_game(game: Game[Any, Any, Any], options: dict[str, OptionValue], seed: Json) -> AnySession:
    """A game played to its end by the game's first bot, whose choices are random."""
    rng = Random(f"{game.name} {known_options(options, game.added_options)} {seed}")
    if options.get("bidding") == "suicide" and options["deals"] is None:
        options = {**options, "floor": -500}  # at random hardly a nil is made, and every score falls
    session = Session(game, options, seats_of(game, options))
    return _play(session, game.make_bot(game.quickest_bot, rng), seed, rng)


def bot_game(game: Game[Any, Any, Any], options: dict[str, OptionValue], bot: str, seed: Json) -> AnySession:
    """A game played to its end by one bot in every seat."""
    rng = Random(f"{game.name} {known_options(options, game.added_options)} {bot} {seed}")
    return _play(Session(game, options, seats_of(game, options, bot)), game.make_bot(bot, rng), seed, rng)


def _play(session: AnySession, player: Bot[Any, Any], seed: Json, rng: Random) -> AnySession:
    """The same session, played to its end."""
    game, options = session.game, session.options
    session.deal(rng)
    while session.to_act is not None:
        session.act(player.choose(session.view(session.to_act)))
        session.deal(rng)
        assert session.last < LONGEST_GAME, f"{game.name} with {options} and seed {seed} has no end"
    return session


def states(session: AnySession) -> Iterator[Any]:
    """The state at each point of a game."""
    for position in session.positions:
        yield position.state
