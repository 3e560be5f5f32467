"""``bot``: our own bot as a program that others can start (docs/bots.md)."""

import sys
from random import Random

from clockspades.cli.arguments import UsageError, parse_game
from clockspades.cli.output import flush, say
from clockspades.engine.codec import LINE, CodecError, json_text
from clockspades.language import _
from clockspades.network.wire.form import wire_form


def bot(game_name: str, bot: str | None) -> int:
    """Answer each line of standard input that asks for a choice, until the input ends. UsageError for a wrong line."""
    game = parse_game(game_name).game
    name = bot or game.best_bot
    if name not in game.bots or game.sees_all(name):
        known = ", ".join(bot for bot in game.bots if not game.sees_all(bot))
        raise UsageError(_("{game} has no bot {bot}; its bots are {bots}", game=game.name, bot=repr(name), bots=known))
    player, form = game.make_bot(name, Random()), wire_form(game)
    try:
        for line in sys.stdin.buffer:
            match LINE.read(line):
                case {"choose": {"view": view}}:
                    say(json_text(form.write_action(player.choose(form.read_view(view)))))
                    flush()
    except CodecError as error:
        raise UsageError(str(error)) from None
    return 0
