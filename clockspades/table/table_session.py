"""The session behind a table: what effects do to it, and its answers as inputs, one after the other."""

from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Generic, TypeVar

from clockspades.engine.players import Dealer
from clockspades.engine.rules import Action, IllegalActionError
from clockspades.engine.session import AnySession, UndoRefusedError
from clockspades.saved.log import LogError
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.model import only_choice, player_view
from clockspades.table.state import Cause, point_of

InputT = TypeVar("InputT")


class TableSession:
    """Runs the effects of a table that move its session or look at it, and answers with inputs."""

    def __init__(self, session: AnySession, rng: Random, not_saved: Callable[[LogError], str]) -> None:
        """``rng`` draws the deals; ``not_saved`` says what the player can do about an action that was not saved."""
        self._session, self._not_saved = session, not_saved
        self._dealer = Dealer(session, rng)
        session.sit_down()

    def run(self, effect: Effect) -> tuple[Input, ...]:
        """What came of an effect; nothing if it is not about the session."""
        session = self._session
        match effect:
            case do.Observe(near, eyes):
                return (did.Observed(player_view(session, near, eyes, active=False, in_play=True)),)
            case do.Act(action, is_played_on):
                act = partial(session.act, is_played_on=True) if is_played_on else session.act
                return self._attempt(effect, partial(act, action), Cause.ACTED)
            case do.MakeDeal():
                return self._attempt(effect, self._dealer.deal, Cause.ADVANCED)
            case do.TakeBack(takeback):
                return self._attempt(effect, partial(session.take_back, takeback), Cause.TRAVELLED)
            case do.Travel():
                return (self._travel(effect),)
        return ()

    def moved(self, cause: Cause) -> did.SessionMoved:
        """What tells the table where the session stands."""
        return did.SessionMoved(point_of(self._session), cause)

    def _attempt(self, effect: Effect, step: Callable[[], None], cause: Cause) -> tuple[Input, ...]:
        """Where the session moved to, if it did, and why it went no further, if it did not go all the way."""
        before = self._session.at
        try:
            step()
        except (IllegalActionError, UndoRefusedError) as error:
            refused = did.SessionRefused(str(error))
        except LogError as error:
            refused = did.SessionRefused(self._not_saved(error), again=effect)
        else:
            return (self.moved(cause),)
        return (self.moved(cause), refused) if self._session.at != before else (refused,)

    def _travel(self, way: do.Travel) -> Input:
        """Undo or redo, and go on over moves that are forced if that is asked; or why the session cannot move."""
        session = self._session
        before, step = session.at, session.redo if way.forward else session.undo
        try:
            step()
            while way.over_forced and self._forced_move() is not None:
                step()
        except UndoRefusedError as error:
            if session.at == before:
                return did.ShowNote(str(error), is_refusal=True)
        return self.moved(Cause.TRAVELLED)

    def _forced_move(self) -> Action | None:
        """The only action that the person who decides is offered; None if nobody decides, or has a choice."""
        session, seat = self._session, self._session.to_act
        return only_choice(session.game, session.view(seat), seat) if seat in session.humans else None


class InTurn(Generic[InputT]):
    """Gives inputs to a function, never two at the same time.

    An input that comes while another is handled, as the answer to an effect, waits until that one is done with all its
    effects. It goes before what waits already: an answer comes before the next question.
    """

    def __init__(self, handle: Callable[[InputT], None]) -> None:
        """``handle`` handles an input and runs its effects."""
        self._handle = handle
        self._answers: list[InputT] | None = None
        """What came while an input is handled; None while none is."""

    def give(self, given: InputT) -> bool:
        """Handle an input, and all that it leads to at once; return False if it waits for its turn instead."""
        if self._answers is not None:
            self._answers.append(given)
            return False
        waiting = deque([given])
        try:
            while waiting:
                self._answers = []
                self._handle(waiting.popleft())
                waiting.extendleft(reversed(self._answers))
        finally:
            self._answers = None
        return True
