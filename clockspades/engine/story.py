"""A game told in words, one sentence per line, as transcripts and line mode tell it."""

from collections.abc import Iterator, Sequence
from typing import Any

from clockspades.engine.game import AnyGame
from clockspades.engine.rules import Deal, Event
from clockspades.engine.session import AnySession
from clockspades.engine.wording import Meaning, Names, Remark
from clockspades.language import _


def tell(session: AnySession, point: int, events: Sequence[Event], names: Names) -> Iterator[str]:
    """The lines that tell how the game came to a point: ``events`` are those on the way there, as observed.

    What opens a part of the game, such as a turn, stands under an empty line, and what belongs to it is indented.
    """
    begins_itself = bool(events) and events[0].starts_section
    if isinstance(session.position(point).action, Deal) and not begins_itself:
        yield from ("", _("The deal"))
    for event in events:
        words = session.game.words.describe(event, names)
        if event.starts_section:
            yield from ("", words)
        elif words:
            yield f"  {words}."


def meaning(session: AnySession, point: int, names: Names) -> Meaning | None:
    """What the action that led to a point showed everyone; None if it showed nothing, or was a deal."""
    position = session.position(point)
    return shown_by(session.game, session.position(point - 1).state, position.seat, position.events, names)


def shown_by(game: AnyGame, before: Any, seat: int | None, events: Sequence[Event], names: Names) -> Meaning | None:
    """What an action of ``seat`` in the state ``before``, or in what anybody saw of it, showed everyone."""
    if seat is None:
        return None
    rules = game.rules
    observed = tuple(rules.observe_event(event, None) for event in events)
    words = game.words.meaning(rules.observe(before, None), observed, names)
    return Meaning(seat, words) if words else None


def review(session: AnySession, names: Names) -> tuple[Remark, ...]:
    """The remarks on a finished game; none while it goes on, as they would be hints."""
    game, states = session.game, tuple(position.state for position in session.positions)
    return game.words.review(states, names) if states[-1].outcome is not None else ()
