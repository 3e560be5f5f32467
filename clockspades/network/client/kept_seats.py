"""The seats that this user has at tables elsewhere, kept on the disk: who has the key has the seat.

Each seat is a file that is locked while a program sits there, so that a second program on the same machine is another
person. The key never changes. What changes is in a second file beside it, such as the share of the next deal.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from os.path import lexists
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Annotated, BinaryIO, Final, NamedTuple

from clockspades.engine.codec import EXCUSED, LENIENT, Codec, CodecError, Must, Notation, between
from clockspades.engine.deal_proof import Proof
from clockspades.engine.text import UserError, first_hidden, printable, reason_of
from clockspades.language import N_, _
from clockspades.network.client.client import Ledger, Pledge, Ticket
from clockspades.network.meeting.invitation import Invitation, InvitationError, read
from clockspades.network.meeting.short_codes import Way
from clockspades.saved import writing
from clockspades.saved.archive import data_directory

FOLDER: Final = "seats"
SUFFIX: Final = ".seat"
NOTES: Final = ".notes"
"""How the name of the second file ends."""
KEPT_FOR: Final = 90 * 24 * 3600
"""Seconds that a seat is kept after its program last sat there."""
MOST: Final = 50
"""Seats that are kept, at most: the newest."""
MOST_SEATS: Final = 64
"""More seats than any table has."""
LONGEST: Final = 200
"""Characters of a text that is shown, at most."""
LARGEST: Final = 1 << 16
"""Bytes of the file of a seat that are read, at most."""
LARGEST_NOTES: Final = 15 << 16
"""Bytes of the second file, at most. What a log keeps of them fits in its header."""


class Notes(NamedTuple):
    """What changes while a program sits at a table."""

    title: str = ""
    """The title of the game; empty before the host has told it."""
    names: tuple[str, ...] = ()
    """Who plays."""
    ledger: Ledger = Ledger()
    """What this seat promised and was shown of the shuffles."""
    way: Way | None = None
    """The way back to a table with short codes; None for any other."""


class KeptSeat:
    """A seat at a table, locked for other programs until it is closed."""

    def __init__(self, path: Path, file: BinaryIO, invitation: Invitation, ticket: Ticket, notes: Notes) -> None:
        self.path, self.invitation, self.ticket, self.notes = path, invitation, ticket, notes
        self._file = file

    def note(self, notes: Notes) -> None:
        with suppress(OSError):
            self.keep(notes)

    def keep(self, notes: Notes) -> None:
        """Replace the notes, and see them on the disk; OSError if it refuses, and those before stay."""
        if notes != self.notes:
            games, pledge, promises, doubts = notes.ledger
            written = _NotesFile(notes.title, notes.names, promises, notes.way, games, pledge, doubts)
            content = _NOTES_FILE.write_text(written)
            if len(content) > LARGEST_NOTES:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
            writing.write_whole(_notes_of(self.path), content)
            self.notes = notes

    def close(self) -> None:
        """Unlock the seat for other programs."""
        self._file.close()

    def remove(self) -> None:
        """Forget the seat: nobody will sit there again."""
        self.close()
        writing.remove(self.path, _notes_of(self.path))


def seats_folder() -> Path:
    return data_directory() / FOLDER


def sit_down(invitation: Invitation, name: str, *, watch: bool = False, key: str = "") -> KeptSeat:
    """The seat that this user has at a table under a name, or a new one if there is none that is free.

    ``key`` is that of the host, whose seat it is under any name. UserError if it can't be kept on the disk.
    """
    if not watch:
        for found in _open_seats():
            ticket = found.ticket
            is_own = ticket.key == key if key else ticket.name == name
            if ticket.code == invitation.code and is_own and not ticket.watch:
                found.invitation = invitation  # the host may have another address by now
                return found
            found.close()
    ticket = Ticket(invitation.code, "" if watch else key or token_hex(16), name, watch=watch)
    try:
        return _create(invitation, ticket)
    except OSError as error:
        words, folder = N_("your seat can't be kept in {folder}: {fault}"), seats_folder()
        raise UserError(_(words, folder=folder, fault=reason_of(error))) from error


def sit_down_again() -> KeptSeat | None:
    """The seat where a program of this user sat last and nobody sits now; None if there is none."""
    for each in _open_seats():
        if not each.ticket.watch:
            return each
        each.close()
    return None


def free_seats() -> list[tuple[Invitation, Ticket, Notes]]:
    """What is kept of every seat where nobody sits now, the last one first."""
    found = []
    for each in _open_seats():
        found.append((each.invitation, each.ticket, each.notes))
        each.close()
    return found


def last_invitation() -> str:
    """The invitation to the table where this user sits, or sat last; empty if there is none."""
    return next((str(seat.invitation) for seat in _seats_in(_paths())), "")


def is_in_game(home: Path) -> bool:
    """Whether a program whose data are in this folder has a seat in a game that has begun, there now or not."""
    seats = _seats_in((home / FOLDER).glob(f"*{SUFFIX}"))
    return any(seat.notes.title and not seat.ticket.watch for seat in seats)


def sweep_seats() -> None:
    """Forget seats that nobody has used for long, and notes that belong to no seat."""
    writing.remove(*(notes for notes in _files(NOTES) if not lexists(notes.with_suffix(SUFFIX))))
    for place, path in enumerate(_paths()):
        with suppress(OSError):
            if place >= MOST or time() - _changed(path) > KEPT_FOR:
                with _locked(path) as file:
                    if os.name == "nt":  # no open file is deleted there
                        file.close()
                    writing.remove(path, _notes_of(path))


def _create(invitation: Invitation, ticket: Ticket) -> KeptSeat:
    folder = seats_folder()
    writing.make_folder(folder)
    part, file = writing.begin_part(folder)
    written = _SeatFile(str(invitation), ticket.key, ticket.name, ticket.seat, ticket.watch)
    writing.write_all(file, _SEAT_FILE.write_text(written).encode())
    path = folder / f"{token_hex(8)}{SUFFIX}"
    if os.name == "nt":  # no open file is renamed there
        file.close()
        part.replace(path)
        file = _locked(path)
    else:
        part.replace(path)
    return KeptSeat(path, file, invitation, ticket, Notes())


def _seats_in(paths: Iterable[Path]) -> Iterator[KeptSeat]:
    """What these files keep of seats, whether or not somebody sits there."""
    for path in paths:
        with suppress(OSError, ValueError, InvitationError), open(path, "rb", buffering=0) as file:
            yield _read(path, file)


def _open_seats() -> Iterator[KeptSeat]:
    """Every seat where nobody sits, the last one first. Each is locked until it is closed."""
    for path in _paths():
        try:
            file = _locked(path)
        except OSError:
            continue  # somebody sits there
        try:
            found = _read(path, file)
        except (OSError, ValueError, InvitationError):
            file.close()
            continue
        yield found


def _paths() -> list[Path]:
    """The file of every seat, the one last used first."""
    return sorted(_files(SUFFIX), key=_changed, reverse=True)


def _files(suffix: str) -> list[Path]:
    with suppress(OSError):
        return [*seats_folder().glob(f"*{suffix}")]
    return []


def _changed(path: Path) -> float:
    """When a seat was last used."""
    return writing.changed(path, _notes_of(path))


def _locked(path: Path) -> BinaryIO:
    """The file of a seat, locked; OSError if somebody sits there."""
    writing.check_regular(path)
    file = open(path, "r+b", buffering=0, opener=lambda name, flags: os.open(name, flags | writing.NO_LINK))  # noqa: SIM115
    try:
        writing.take(file)
    except BaseException:
        file.close()
        raise
    return file


def _read(path: Path, file: BinaryIO) -> KeptSeat:
    written = _SEAT_FILE.read_text(file.read(LARGEST))
    invitation = read(written.invitation, allow_open=True)
    ticket = Ticket(invitation.code, written.key, written.name, written.seat, written.watch)
    return KeptSeat(path, file, invitation, ticket, _read_notes(_notes_of(path)))


def _notes_of(path: Path) -> Path:
    return path.with_suffix(NOTES)


def _read_notes(path: Path) -> Notes:
    """The notes in a file; none if it is not there, or not whole."""
    with suppress(OSError, CodecError):
        written = _NOTES_FILE.read_text(writing.read_start(path, LARGEST_NOTES))
        title, *names = (printable(text[:LONGEST]) for text in (written.title, *written.names[:MOST_SEATS]))
        games = written.games or tuple(dict.fromkeys(each.table for each in written.promises))
        newest = tuple(each for each in written.promises if each.table in games[-1:])
        return Notes(title, tuple(names), Ledger(games, written.pledge, newest, written.doubts), written.way)
    return Notes()


class _SeatFile(NamedTuple):
    """The file of a seat. The invitation has the code of the table."""

    invitation: str
    key: str
    name: Annotated[str, Must(lambda name: not first_hidden(name), "text that can be shown")]
    seat: Annotated[int, between(0, MOST_SEATS - 1)] | None
    watch: bool


class _NotesFile(NamedTuple):
    """The second file of a seat. That of older versions has no games, no pledge and no doubts."""

    title: str
    names: tuple[str, ...]
    promises: tuple[Proof, ...]
    way: Annotated[Way | None, EXCUSED] = None
    games: tuple[str, ...] = ()
    pledge: Pledge | None = None
    doubts: tuple[str, ...] = ()


class _ShortNotes(Notation):
    """Ways and pledges are lists."""

    def is_list(self, kind: type) -> bool:
        return kind in (Way, Pledge)


_SEAT_FILE: Final = Codec(_SeatFile, LENIENT)
_NOTES_FILE: Final = Codec(_NotesFile, _ShortNotes(lenient=True))
