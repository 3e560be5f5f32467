"""``play --plain`` and ``resume --plain``: a game in lines of text, on standard input and output."""

import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from random import Random
from typing import Final

from clockspades.commandline.output import print_by_lines, say, say_in_letters
from clockspades.commandline.rules import rules_text
from clockspades.commandline.stats import describe
from clockspades.engine.archive import Archive
from clockspades.engine.log import LogWriter
from clockspades.engine.session import AnySession
from clockspades.engine.statistics import record_of
from clockspades.engine.text import printable, shows_signs
from clockspades.plain.conversation import Conversation, Ending
from clockspades.plain.lines import Lines


def converse(archive: Archive, session: AnySession, rng: Random) -> int:
    """Play a game that is kept in a log until it is over or left, and say where it is; the exit status.

    KeyboardInterrupt after Ctrl+C, when that has been said.
    """
    assert isinstance(session.journal, LogWriter), "a game of the archive has its log"
    path = session.journal.path
    print_by_lines()
    say_line = say if shows_signs(os.environ) else say_in_letters
    page = shutil.get_terminal_size().lines
    conversation = Conversation(session, rng, _standard_input(), say_line, rules_text(session.game), page)
    ending: Ending | None = None
    with contextlib.closing(session), contextlib.suppress(KeyboardInterrupt):
        ending = conversation.hold()
    if ending is Ending.GAME_OVER:
        for line in _among_others(archive, session):
            say_line(line)
        say_line(f"The log of the game: {printable(str(path))}")
        return 0
    say_line(_PARTING[ending])
    is_newest = path == archive.newest_unfinished()
    say_line(f"Carry on with: clockspades resume --plain{'' if is_newest else ' ' + printable(shlex.quote(str(path)))}")
    say_line(f"The log of the game: {printable(str(path))}")
    if ending is None:
        raise KeyboardInterrupt
    return 0


def _among_others(archive: Archive, session: AnySession) -> Iterator[str]:
    """How a finished game stands among those of its kind, and how they went."""
    record = record_of(archive, session)
    if record is not None:
        standing = record.standing_of(session)
        if standing is not None:
            yield standing.words()
        yield from describe(record)


def _standard_input() -> Lines:
    """What is typed or piped in; nothing where whoever started the program closed it."""
    return Lines(sys.stdin.buffer, sys.stdin.encoding) if sys.stdin is not None else Lines(None)


_PARTING: Final = {
    Ending.LEFT: "The game is saved.",
    Ending.END_OF_INPUT: "The input has ended, and the game is saved.",
    None: "\nThe game is saved.",  # after the ^C that the terminal shows
}
