"""``games``: what can be played, with every option and every bot."""

import textwrap
from collections.abc import Iterator

from clockspades.cli.arguments import typed
from clockspades.cli.output import present
from clockspades.cli.rules import WIDEST
from clockspades.engine.characters import characters
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Option
from clockspades.engine.phrases import listed, span
from clockspades.games.catalogue import GAMES


def list_games() -> int:
    """Print every game with its players and options."""
    present("\n\n".join("\n".join(_description(game)) for game in GAMES))
    return 0


def _description(game: AnyGame) -> Iterator[str]:
    yield f"{game.name}: {game.title}, {span(game.player_counts(), 'player')}"
    yield from textwrap.wrap(game.summary, WIDEST, initial_indent="  ", subsequent_indent="  ")
    for preset in game.presets[1:]:
        told = f"{preset.name}: {preset.title}. {preset.summary}"
        yield from textwrap.wrap(told, WIDEST, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
    for bot, character in game.bots.items():
        told = f"bot:{bot}: {listed(characters(character.name), 'or')}. {character.words}"
        yield from textwrap.wrap(told, WIDEST, initial_indent="  ", subsequent_indent="      ")
    for option in game.options:
        default = f"random; {typed(option.default)} in simulate" if option.by_lot else typed(option.default)
        yield f"  --option {option.key}={_values(option)} (default: {default}): {option.words}"
        for value, label in option.labels.items():
            meaning = label.partition(": ")[2]
            if meaning:
                yield f"      {typed(value)}: {meaning}"


def _values(option: Option) -> str:
    if isinstance(option.values, range):
        return f"{option.values[0]}..{option.values[-1]}"
    return "|".join(map(typed, option.values))
