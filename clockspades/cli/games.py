"""``games`` and ``rules``: what can be played, with every option and bot, and the rules set for the terminal."""

import re
import textwrap
from collections.abc import Iterator
from typing import Final

from clockspades.cli.arguments import parse_game, typed
from clockspades.cli.output import WIDEST, on_terminal, present, prose_width
from clockspades.cli.painting import paint_markdown
from clockspades.engine.characters import characters
from clockspades.engine.game import AnyGame, Preset
from clockspades.engine.options import Option
from clockspades.engine.phrases import capital, players
from clockspades.games.catalogue import GAMES
from clockspades.language import _, either, headed, pgettext

_MARK: Final = re.compile(r"- |\d+\. ")
_ITEM: Final = re.compile(rf"\n(?={_MARK.pattern})")
"""What an item of a list begins with, and where one begins."""


def rules(game_name: str | None) -> int:
    present(rules_text(*parse_game(game_name)), paint_markdown)
    return 0


def rules_text(game: AnyGame, preset: Preset) -> str:
    """A game's rules as they are printed: on a terminal set to its width, into a file or pipe as they are written."""
    text = game.rules_text(preset).rstrip()
    return reflow(text, prose_width()) if on_terminal() else text


def reflow(markdown: str, width: int) -> str:
    """Plain Markdown with its headings, paragraphs and list items set to ``width`` columns."""
    blocks = (_ITEM.split(block) for block in markdown.split("\n\n"))
    return "\n\n".join("\n".join(_set(item, max(width, 20)) for item in items) for items in blocks)


def _set(text: str, width: int) -> str:
    mark = _MARK.match(text)
    indent = " " * len(mark[0]) if mark is not None else ""
    return textwrap.fill(" ".join(text.split()), width, subsequent_indent=indent, break_on_hyphens=False)


def games() -> int:
    present("\n\n".join("\n".join(_description(game)) for game in GAMES))
    return 0


def _description(game: AnyGame) -> Iterator[str]:
    yield f"{game.name}: {game.title}, {players(game.player_counts())}"
    yield from textwrap.wrap(_(game.summary), WIDEST, initial_indent="  ", subsequent_indent="  ")
    for preset in game.presets[1:]:
        told = f"{preset.name}: {preset.title}. {_(preset.summary)}"
        yield from textwrap.wrap(told, WIDEST, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)
    for bot, character in game.bots.items():
        level = f"{headed(capital(character.level), either(characters(character.name)))}."
        told = f"bot:{bot}: {level} {character.words}"
        yield from textwrap.wrap(told, WIDEST, initial_indent="  ", subsequent_indent="      ")
    for option in game.options:
        only = ", ".join(f"{key}={typed(value)}" for key, value in (option.by_lot or {}).items())
        default = typed(option.default)
        if option.by_lot is None:
            default = pgettext("in parentheses", "default: {default}", default=default)
        elif only:
            default = pgettext("in parentheses", "default: {default}; random with {only}", default=default, only=only)
        else:
            default = pgettext("in parentheses", "default: random; {default} in simulate", default=default)
        yield f"  --option {option.key}={_values(option)} ({default}): {_(option.words)}"
        for value in option.labels:
            meaning = option.label(value).partition(": ")[2]
            if meaning:
                yield f"      {typed(value)}: {meaning}"


def _values(option: Option) -> str:
    if isinstance(option.values, range):
        return f"{option.values[0]}..{option.values[-1]}"
    return "|".join(map(typed, option.values))
