"""Captions of a replay: what happened at each point, its notes, and how the game ends."""

from collections.abc import Mapping, Sequence
from typing import Final

from clockspades.engine.actions import Deal
from clockspades.engine.phrases import listed
from clockspades.engine.rules import Event
from clockspades.engine.session import ASSISTED
from clockspades.engine.text import printable
from clockspades.saved.archive import is_branch
from clockspades.saved.log import Loaded

LONGEST_NOTE: Final = 500
"""Characters of the notes at one point that are shown: a line of a log may be very long."""


def caption(loaded: Loaded, point: int, events: Sequence[Event], note: str) -> str:
    """What happened at a point, from ``events`` as observed, and a note.

    An error in the log right after it comes first, so that it is seen even on a small screen.
    """
    is_last = point == loaded.session.last
    wrong = fault(loaded) if is_last else ""
    open_end = "The game is not finished." if is_last and not wrong and not loaded.session.is_over else ""
    return " ".join(filter(None, (wrong, _happened(loaded, point, events), note, open_end)))


def _happened(loaded: Loaded, point: int, events: Sequence[Event]) -> str:
    """The events in sentences; at the end of a game, its verdict."""
    session = loaded.session
    position = session.position(point)
    if position.action is None:
        return f"Before the deal. Players: {listed(session.names)}."
    if position.state.outcome is not None:
        return session.game.words.verdict(position.state, session.names)
    described = (session.game.words.describe(event, session.names) for event in events if not event.starts_section)
    words = ". ".join(filter(None, described))
    deal = "The deal. " if isinstance(position.action, Deal) else ""
    return f"{deal}{words}." if words else deal.strip()


def first_event(loaded: Loaded, events: Sequence[Event]) -> str:
    """The first of some events in a sentence: what a player did, without what followed from it."""
    session = loaded.session
    words = session.game.words.describe_first((each for each in events if not each.starts_section), session.names)
    return f"{words}." if words else ""


def fault(loaded: Loaded) -> str:
    """Why the replay stops here, for the last point of a log with an error; otherwise empty."""
    wrong = wrong_line(loaded)
    return f"The log is valid up to here; {wrong}" if wrong else ""


def wrong_line(loaded: Loaded) -> str:
    """The error in the log and its line, as the rest of a sentence; empty if there is none."""
    error = loaded.fault
    if error is None:
        return ""
    place = f"line {error.line} is wrong" if error.line else "something is wrong"
    return f"{place}: {printable(error.message).rstrip('.')}."


def notes_by_point(loaded: Loaded) -> Mapping[int, str]:
    """The notes in the log by point, cut to what can be shown.

    A branch never counts, so that it is left out there that it was assisted.
    """
    notes: dict[int, str] = {}
    for note in loaded.notes:
        if note.text == ASSISTED and is_branch(loaded.header.extra):
            continue
        before = notes.get(note.after, "")
        if len(before) < LONGEST_NOTE:
            joined = f"{before} Note: {note.text[:LONGEST_NOTE]}".lstrip()
            notes[note.after] = joined if len(joined) <= LONGEST_NOTE else joined[: LONGEST_NOTE - 1] + "…"
    return {point: printable(words) for point, words in notes.items()}
