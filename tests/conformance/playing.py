"""Games played at random, for whichever game is asked for."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from clockspades.engine.game import Game, Json, Option, OptionValue
from clockspades.engine.session import BOT, AnySession, Seat, Session

NAMES = ("Ana", "Bo", "Cyd", "Dov", "Eva", "Fay")
LONGEST_GAME = 20_000
"""Actions after which a random game is taken to have no end."""
FEW = 6
"""Values of an option that are few enough for a set of games each."""


def option_sets(game: Game[Any, Any, Any]) -> list[dict[str, OptionValue]]:
    """The defaults, and each other value of each option with the rest at their defaults; of many values the ends."""
    others = [{option.key: value} for option in game.options for value in _sample(option) if value != option.default]
    return [game.configure(chosen) for chosen in ({}, *others)]


def _sample(option: Option) -> Sequence[OptionValue]:
    values = option.values
    return values if len(values) <= FEW else (values[0], values[-1])


def name_of(game: Game[Any, Any, Any], options: dict[str, OptionValue]) -> str:
    """What an option set is called: what differs from the defaults."""
    defaults = game.configure({})
    return "-".join(f"{key}-{value}" for key, value in options.items() if value != defaults[key]) or "defaults"


def seats_of(game: Game[Any, Any, Any], options: dict[str, OptionValue], bot: str = "") -> tuple[Seat, ...]:
    """Every seat taken by a bot, the game's first if none is named."""
    kind = BOT + (bot or next(iter(game.bots)))
    return tuple(Seat(name, kind) for name in NAMES[: game.seats(options)])


def random_game(game: Game[Any, Any, Any], options: dict[str, OptionValue], seed: Json) -> AnySession:
    """A game played to its end by choosing each legal action as likely as another."""
    rng = Random(f"{game.name} {options} {seed}")
    session = Session(game, options, seats_of(game, options))
    return _play(session, seed, rng, lambda: rng.choice(game.legal_actions(session.state)))


def bot_game(game: Game[Any, Any, Any], options: dict[str, OptionValue], bot: str, seed: Json) -> AnySession:
    """A game played to its end by one bot in every seat."""
    rng = Random(f"{game.name} {options} {bot} {seed}")
    session = Session(game, options, seats_of(game, options, bot))
    player = game.bots[bot](rng)
    return _play(session, seed, rng, lambda: player.choose(session.view(session.to_act)))


def _play(session: AnySession, seed: Json, rng: Random, choose: Callable[[], Any]) -> AnySession:
    """The same session, played to its end."""
    game, options = session.game, session.options
    session.deal(rng)
    while session.to_act is not None:
        session.act(choose())
        session.deal(rng)
        assert session.last < LONGEST_GAME, f"{game.name} with {options} and seed {seed} has no end"
    return session


def states(session: AnySession) -> Iterator[Any]:
    """The state at each point of a game."""
    for position in session.positions:
        yield position.state
