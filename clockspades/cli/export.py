"""``export``: a saved game as a film, in a file that plays elsewhere."""

import os
import signal
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from clockspades.branches.branches import check_branch
from clockspades.cli.arguments import UsageError
from clockspades.cli.output import progress_bar, say, send_file
from clockspades.engine.phrases import count
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.games.catalogue import find_game
from clockspades.replay import View, first_view, same_view, views_of
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, LoadedLog, load_whole
from clockspades.saved.settings import load as load_settings

if TYPE_CHECKING:
    from clockspades.film.film import Film

FULL_TERMINAL: Final = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
"""The terminal of a film: it is seen elsewhere, so nothing depends on the one that it is made in."""


def export(
    path: Path,
    *,
    svg: str | None,
    cast: str | None,
    overwrite: bool,
    size: tuple[int, int],
    speed: float,
    seat: str | None,
    first: int,
    last: int | None,
) -> int:
    """Write the film of a game in one form or both, and say how long and large it is; the exit status.

    Empty names stand for files next to the game. LogError if the log is faulty, UsageError if something typed does not
    fit the game, or if a file exists or cannot be written.
    """
    outs = {
        form: None if named == "-" else Path(named) if named else path.with_suffix(f".{form}")
        for form, named in (("svg", svg), ("cast", cast))
        if named is not None
    }  # by form the file to write; None for standard output
    _check_outs(path, outs, overwrite=overwrite)
    check_branch(path, find_game)
    loaded = load_whole(path, find_game)
    session, file = loaded.session, printable(str(path))
    view = _view(session, seat, file, over=session.is_over)
    end = session.last if last is None else last
    if not first <= end <= session.last:
        raise UsageError(
            f"{file}: there are no steps from {first} to {end}, as this game has the steps 0 to {session.last}"
        )
    os.environ.update(FULL_TERMINAL)
    os.environ.pop("NO_COLOR", None)
    made = _film(loaded, view, size, speed, (first, end))
    for form, out in outs.items():
        _write(made, form, out, overwrite=overwrite)
    return 0


def _film(loaded: LoadedLog, view: View, size: tuple[int, int], speed: float, points: tuple[int, int]) -> "Film":
    """The film of a game, with a progress bar meanwhile. Ctrl+C stops it after the step that is filmed."""
    from clockspades.tui.recording import film

    archive, settings, stopped = Archive(find_game), load_settings(sets_aside=False), Event()
    before = signal.signal(signal.SIGINT, lambda *_: stopped.set())
    try:
        with progress_bar(points[1] - points[0] + 1) as tell:

            def goes_on(done: int) -> bool:
                tell(done)
                return not stopped.is_set()

            made = film(archive, loaded, view, settings, size, points, speed=speed, goes_on=goes_on)
    finally:
        signal.signal(signal.SIGINT, before)
    if stopped.is_set():
        raise KeyboardInterrupt
    return made


def _check_outs(path: Path, outs: dict[str, Path | None], *, overwrite: bool) -> None:
    """UsageError unless there is something to write, and all of it can be, as far as that is known before."""
    if not outs:
        raise UsageError("export needs --svg or --cast, or both")
    if len(outs) > 1 and len({*outs.values()}) == 1:
        raise UsageError("--svg and --cast need two different files")
    for out in outs.values():
        if out is None:
            continue
        named = printable(str(out))
        if out.is_dir():
            raise UsageError(f"{named} is a folder: name a file")
        if out.suffix == SUFFIX or out.resolve() == path.resolve():
            raise UsageError(f"{named} is the name of a saved game: name another file for the film")
        if os.path.lexists(out) and not overwrite:
            raise UsageError(f"{named} exists: add --overwrite to replace it, or name another file")


def _view(session: AnySession, seat: str | None, file: str, *, over: bool) -> View:
    """Whose cards are shown; UsageError if there is no such seat, or it would show cards of a game that goes on."""
    views = views_of(session, over=over)
    if seat is None:
        return first_view(views)
    number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 9 else None
    if seat not in ("all", "none") and (number is None or number >= len(session.seats)):
        last = len(session.seats) - 1
        seats = f"--seat takes 0 to {last}, all or none" if last else "--seat takes 0, all or none"
        raise UsageError(f"{file}: there is no seat {printable(seat)!r}: {seats}")
    view = same_view(views, View("", number, all_open=seat == "all"))
    if view is None:
        raise UsageError(f"{file}: this game is not over yet, and --seat {seat} would show hidden cards")
    return view


def _write(made: "Film", form: str, out: Path | None, *, overwrite: bool) -> None:
    """Write the film in a form, and say so unless it goes to standard output."""
    from clockspades.film import cast, svg

    content = {"svg": svg, "cast": cast}[form].written(made)
    if out is None:
        send_file(content)
        return
    try:
        with open(out, "w" if overwrite else "x", encoding="utf-8", newline="\n") as file:
            file.write(content)
    except OSError as error:
        raise UsageError(f"{printable(str(out))}: can't write the film: {error.strerror}") from error
    size = f"{len(content.encode()) / 1000:,.0f} kB"
    say(f"{printable(str(out))}: {count(round(made.seconds), 'second')}, {size}")
