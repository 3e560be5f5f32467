"""The commands that open a screen: the title, ``play``, ``resume`` and ``replay``.

The screens are imported last: whatever is wrong with what was typed, or with the place it was typed in, is
said before that, and before a log is begun.
"""

import gc
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom

from clockspades.commandline.arguments import UsageError, parse_game, parse_options, parse_seat
from clockspades.commandline.output import say
from clockspades.engine.archive import Archive
from clockspades.engine.log import LogError, load
from clockspades.engine.seating import fill_seats, person
from clockspades.engine.session import Seat
from clockspades.games.catalogue import find_game
from clockspades.tui.opening import Opening, ReplayOpening, TableOpening, TitleOpening


def title() -> int:
    """Open the title screen."""
    require_terminal()
    return _open(Archive(find_game), SystemRandom(), TitleOpening())


def play(game_name: str | None, options: Sequence[str], seats: Sequence[str], seed: int | None) -> int:
    """Begin a game and open its table."""
    game = parse_game(game_name)
    configured = parse_options(game, options)
    seated = fill_seats(game, configured, [parse_seat(text) for text in seats] or [Seat(person())])
    require_terminal()
    archive, rng = Archive(find_game), SystemRandom() if seed is None else Random(seed)
    return _open(archive, rng, TableOpening(archive.begin(game, configured, seated, rng)))


def resume(path: Path | None) -> int:
    """Open the table of an unfinished game, the one last played if none is named."""
    archive = Archive(find_game)
    chosen = path or archive.newest_unfinished()
    if chosen is None:
        raise UsageError(f"there is no unfinished game in {archive.directory}: `clockspades play` begins one")
    require_terminal(chosen)
    try:
        loaded = archive.resume(chosen)
    except LogError as error:
        if path is not None:
            raise
        raise LogError(error.path, error.line, f"{error.message}. {_other_ways(archive, chosen)}") from error
    if loaded.finished:
        loaded.session.close()
        raise UsageError(f"{chosen} is a finished game: `clockspades replay {_quoted(chosen)}` opens it")
    rng = SystemRandom()
    loaded.session.deal(rng)  # a game interrupted before its deal has only its first line
    return _open(archive, rng, TableOpening(loaded.session))


def replay(path: Path) -> int:
    """Open a saved game to step through, as far as it is true."""
    loaded = load(path, find_game)
    require_terminal(path)
    return _open(Archive(find_game), SystemRandom(), ReplayOpening(loaded))


def require_terminal(path: Path | None = None) -> None:
    """UsageError if a screen cannot be drawn here; ``path`` is the game that can be read as text instead."""
    streams = {"input": sys.stdin, "output": sys.stdout, "error": sys.stderr}
    missing = next((name for name, stream in streams.items() if stream is None or not stream.isatty()), None)
    terminal = os.environ.get("TERM", "")
    if missing is not None:
        what = f"standard {missing} is none"
    elif sys.platform != "win32" and terminal in ("", "dumb"):
        what = f"TERM is {terminal!r}" if terminal else "TERM is not set"
    else:
        return
    raise UsageError(
        f"a screen needs a terminal, and {what}: `clockspades show {_quoted(path) if path else 'FILE'}`"
        " prints a saved game as text"
    )


def _open(archive: Archive, rng: Random, opening: Opening) -> int:
    """Run the screens from ``opening`` and print their farewell; the exit status."""
    gc.disable()  # nothing loaded for the first frame is garbage; the application turns it on again
    from clockspades.tui.app import Clockspades

    app = Clockspades(archive, rng, opening)
    farewell = app.run()
    if farewell:
        say(farewell)
    return app.return_code or 0


def _other_ways(archive: Archive, faulty: Path) -> str:
    """What can be done where the game to resume is faulty, which stays as it is."""
    ways = f"It is left as it is, and `clockspades replay {_quoted(faulty)}` opens it as far as it is true"
    others = (entry.path for entry in archive.entries() if not entry.finished and entry.path != faulty)
    for other in others:
        try:
            if load(other, find_game).fault is None:
                return f"{ways}; `clockspades resume {_quoted(other)}` carries on with the unfinished game before it"
        except LogError:
            continue
    return ways


def _quoted(path: Path) -> str:
    """A path as it can be typed after a command."""
    return shlex.quote(str(path))
