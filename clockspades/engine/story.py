"""A game told in words, one sentence per line, as transcripts and line mode tell it."""

from collections.abc import Iterator, Sequence

from clockspades.engine.game import Deal, Event, Remark
from clockspades.engine.session import AnySession


def tell(session: AnySession, point: int, events: Sequence[Event]) -> Iterator[str]:
    """The lines that tell how the game came to a point: ``events`` are those on the way there, as observed.

    What opens a part of the game, such as a turn, stands under an empty line, and what belongs to it is indented.
    """
    begins_itself = bool(events) and events[0].starts_section
    if isinstance(session.position(point).action, Deal) and not begins_itself:
        yield from ("", "The deal")
    for event in events:
        words = session.game.describe(event, session.names)
        if event.starts_section:
            yield from ("", words)
        elif words:
            yield f"  {words}."


def review(session: AnySession) -> tuple[Remark, ...]:
    """What the game has to say of itself now that it is over; nothing while it goes on, as that would be a hint."""
    game, states = session.game, tuple(position.state for position in session.positions)
    return game.review(states, session.names) if game.outcome(states[-1]) is not None else ()
