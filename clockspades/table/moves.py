"""What a table asks of its session: forced moves, and the way from one decision to another."""

from clockspades.engine.actions import Action
from clockspades.engine.session import AnySession, UndoRefusedError
from clockspades.table.model import only_choice


def act_while_forced(session: AnySession, near: int) -> None:
    """Take the only action that seat ``near`` is offered until there is a choice; errors as :meth:`Session.act`."""
    while (action := _forced_move(session, near)) is not None:
        session.act(action)


def travel(session: AnySession, near: int, *, forward: bool, over_forced: bool) -> None:
    """Redo or undo; if ``over_forced``, go on over moves that are forced. UndoRefusedError if it cannot move."""
    before, step = session.at, session.redo if forward else session.undo
    try:
        step()
        while over_forced and _forced_move(session, near) is not None:
            step()
    except UndoRefusedError:
        if session.at == before:
            raise


def _forced_move(session: AnySession, near: int) -> Action | None:
    return only_choice(session.game, session.view(near), near)
