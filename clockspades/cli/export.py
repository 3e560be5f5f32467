"""``export``: a saved game as a film, in a file that plays elsewhere."""

import os
import signal
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from clockspades.branches.branches import check_branch
from clockspades.cli.arguments import UsageError
from clockspades.cli.output import progress_bar, say, send_file
from clockspades.engine.phrases import spans
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable, reason_of
from clockspades.games.catalogue import find_game
from clockspades.language import N_, _, either, grouped, ngettext
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
        form: None if named == "-" else Path(named) if named else path.parent / f"{path.stem}.{form}"
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
        complaint = N_("there are no steps from {first} to {last}, as this game has the steps 0 to {end}")
        raise UsageError(f"{file}: {_(complaint, first=first, last=end, end=session.last)}")
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
        raise UsageError(_("export needs --svg or --cast, or both"))
    if len(outs) > 1 and len({*outs.values()}) == 1:
        raise UsageError(_("--svg and --cast need two different files"))
    for out in outs.values():
        if out is None:
            continue
        named = printable(str(out))
        if out.is_dir():
            raise UsageError(_("{path} is a folder: name a file", path=named))
        if out.suffix == SUFFIX or out.resolve() == path.resolve():
            raise UsageError(_("{path} is the name of a saved game: name another file for the film", path=named))
        if os.path.lexists(out) and not overwrite:
            raise UsageError(_("{path} exists: add --overwrite to replace it, or name another file", path=named))


def _view(session: AnySession, seat: str | None, file: str, *, over: bool) -> View:
    """Whose cards are shown; UsageError if there is no such seat, or it would show cards of a game that goes on."""
    views = views_of(session, over=over)
    if seat is None:
        return first_view(views)
    number = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 9 else None
    if seat not in ("all", "none") and (number is None or number >= len(session.seats)):
        known = [*spans(range(len(session.seats))), "all", "none"]
        complaint = _("there is no seat {seat}: --seat takes {known}", seat=repr(printable(seat)), known=either(known))
        raise UsageError(f"{file}: {complaint}")
    view = same_view(views, View("", number, all_open=seat == "all"))
    if view is None:
        complaint = _("this game is not over yet, and --seat {seat} would show hidden cards", seat=seat)
        raise UsageError(f"{file}: {complaint}")
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
        complaint = _("can't write the film: {error}", error=reason_of(error))
        raise UsageError(f"{printable(str(out))}: {complaint}") from error
    seconds, size = round(made.seconds), grouped(len(content.encode()) / 1000)
    told = ngettext("{number} second, {size} kB", "{number} seconds, {size} kB", seconds, size=size)
    say(f"{printable(str(out))}: {told}")
