"""Handling the inputs of a table one after the other, also those that come while one is handled."""

from collections import deque
from collections.abc import Callable

from clockspades.table.inputs import Input


class InTurn:
    """Gives inputs to a function, never two at the same time.

    An input that comes while another is handled, as the answer to an effect, waits until that one is done with all its
    effects. It goes before what waits already: an answer comes before the next question.
    """

    def __init__(self, handle: Callable[[Input], None]) -> None:
        """``handle`` handles an input and runs its effects."""
        self._handle = handle
        self._answers: list[Input] | None = None
        """What came while an input is handled; None while none is."""

    def give(self, given: Input) -> bool:
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
