"""Stepping through a saved game: whose cards it shows, and what it says of each point."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from clockspades.bots.reckoning import reckoning_seats
from clockspades.engine.rules import Deal, Event
from clockspades.engine.session import AnySession
from clockspades.engine.standing import ASSISTED, origin_of
from clockspades.engine.text import printable
from clockspades.engine.wording import Meaning, Names
from clockspades.language import _, listed, recognised
from clockspades.saved.log import NOTES, LoadedLog, Undone

LONGEST_NOTE: Final = 500
"""Characters of the notes at one point that are shown: a line of a log may be very long."""


class View(NamedTuple):
    """Whose view is shown: one seat's, all seats' at once, or only what is public."""

    words: str
    seat: int | None = None
    all_open: bool = False


def views_of(session: AnySession, *, over: bool) -> tuple[View, ...]:
    """Every view of a game: each seat's, then all open, then all closed.

    Of a game that still goes on the one person who plays has their own, and several have none that shows a hand.
    """
    seats = tuple(View(_("{name}'s view", name=name), number) for number, name in enumerate(session.names))
    every = (*seats, View(_("all open"), all_open=True), View(_("all closed")))
    if over or not session.humans:
        return every
    return (seats[session.humans[0]], every[-1]) if len(session.humans) == 1 else every[-1:]


def first_view(views: Sequence[View]) -> View:
    """The view that a replay opens with: all open if allowed, otherwise the person's own, or all closed."""
    return next((view for view in views if view.all_open), views[0])


def same_view(views: Sequence[View], wanted: View) -> View | None:
    """Of some views, the one with the same open hands as a view of another branch; None if there is none."""
    return next((view for view in views if view[1:] == wanted[1:]), None)


def events_seen(session: AnySession, view: View, point: int) -> tuple[Event, ...]:
    """What happened at a point, in a view."""
    return session.position(point).events if view.all_open else session.events(point, view.seat)


def shows_hand(loaded: LoadedLog, view: View, point: int) -> bool:
    """Whether a view shows the hand that the action at a point was chosen from, by the player of this log.

    Up to the point where a branch begins, it repeats what others chose.
    """
    seat, origin = loaded.session.position(point).seat, origin_of(loaded.header)
    began = 0 if origin is None else origin.point
    return point > began and seat is not None and (view.all_open or view.seat == seat)


def with_reckonings(loaded: LoadedLog, view: View, shown: Sequence[Meaning | None]) -> tuple[Meaning | None, ...]:
    """What the actions from the first on show; where it is nothing, there is still what a bot reckoned with."""
    reckoning = reckoning_seats(loaded.session)
    seats = [position.seat for position in loaded.session.positions[1 : len(shown) + 1]]
    return tuple(
        Meaning(seat, ())
        if meaning is None and seat is not None and seat in reckoning and shows_hand(loaded, view, point)
        else meaning
        for point, (seat, meaning) in enumerate(zip(seats, shown), 1)
    )


def caption(loaded: LoadedLog, names: Names, point: int, events: Sequence[Event], note: str) -> str:
    """What happened at a point, from ``events`` as observed, and a note.

    An error in the log right after it comes first, so that it is seen even on a small screen.
    """
    is_last = point == loaded.session.last
    wrong = fault(loaded) if is_last else ""
    open_end = _("The game is not finished.") if is_last and not wrong and not loaded.session.is_over else ""
    return " ".join(filter(None, (wrong, _happened(loaded, names, point, events), note, open_end)))


def _happened(loaded: LoadedLog, names: Names, point: int, events: Sequence[Event]) -> str:
    """The events in sentences; at the end of a game, its verdict."""
    session = loaded.session
    position = session.position(point)
    if position.action is None:
        return _("Before the deal. Players: {players}.", players=listed(session.names))
    if position.state.outcome is not None:
        return session.game.words.verdict(position.state, names)
    described = (session.game.words.describe(event, names) for event in events if not event.starts_section)
    words = [f"{words}." for words in described if words]
    return " ".join([_("The deal."), *words] if isinstance(position.action, Deal) else words)


def first_event(loaded: LoadedLog, names: Names, events: Sequence[Event]) -> str:
    """The first of some events in a sentence: what a player did, without what followed from it."""
    shown = (each for each in events if not each.starts_section)
    words = loaded.session.game.words.describe_first(shown, names)
    return f"{words}." if words else ""


def fault(loaded: LoadedLog) -> str:
    """Why the replay stops here, for the last point of a log with an error; otherwise empty."""
    wrong = wrong_line(loaded)
    return f"{_('The log is valid up to here;')} {wrong}" if wrong else ""


def wrong_line(loaded: LoadedLog) -> str:
    """The error in the log and its line, as the rest of a sentence; empty if there is none."""
    error = loaded.fault
    if error is None:
        return ""
    place = _("line {line} is wrong:", line=error.line) if error.line else _("something is wrong:")
    return f"{place} {printable(error.message).rstrip('.')}."


def notes_by_point(loaded: LoadedLog, names: Names, view: View) -> Mapping[int, str]:
    """What was taken back and the notes in the log by point, as a view shows them, cut to what can be shown.

    A branch never counts, so that it is left out there that it was assisted.
    """
    notes: dict[int, str] = {}
    branch = loaded.session.standing.is_branch
    undone = dict.fromkeys((each.after, taken_back(loaded, names, each, view)) for each in loaded.undone)
    told = (note for note in loaded.notes if not (branch and note.text == ASSISTED))
    noted = ((note.after, note_words(note.text)) for note in told)
    for point, words in chain(undone, noted):
        before = notes.get(point, "")
        if len(before) < LONGEST_NOTE:
            joined = f"{before} {words[:LONGEST_NOTE]}".lstrip()
            notes[point] = joined if len(joined) <= LONGEST_NOTE else joined[: LONGEST_NOTE - 1] + "…"
    return {point: printable(words) for point, words in sorted(notes.items())}


def note_words(text: str) -> str:
    """A note of a log; one of a program's in the language that is spoken."""
    return f"{_('Note:')} {recognised(text, NOTES)}"


def taken_back(loaded: LoadedLog, names: Names, undone: Undone, view: View) -> str:
    """What was done and taken back at a point, in a sentence; a view shows no more of it than it did then."""
    session, first = loaded.session, undone.positions[0]
    seen = (event if view.all_open else session.game.rules.observe_event(event, view.seat) for event in first.events)
    done = first_event(loaded, names, tuple(seen)).rstrip(".") or _("a move")
    more = f", {_('and what followed')}" if undone.positions[1:] else ""
    return f"{_('Taken back here:')} {done}{more}."
