"""``duel``: both games of a duel in lines of text."""

from clockspades.cli.compare import comparison_text
from clockspades.cli.output import progress_bar, say
from clockspades.cli.voice import reader
from clockspades.duel.duel import Opened
from clockspades.duel.duel_words import bots_words, opened_model


def tell(opened: Opened) -> int:
    """Print how both games went, whether the bots made their own moves, and the line to send back if there is one.

    Returns the exit status.
    """
    with progress_bar(opened.comparison.games[1].last) as done:
        bots = bots_words(opened, opened.other_bot_move(done))
    _, then = opened_model(opened).sentences
    reader()("\n".join([comparison_text(opened.comparison), "", bots, then]))
    if opened.line:
        say(opened.line)
    return 0
