"""A table whose reducer only notes its inputs, and asks for what a test tells it to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from clockspades.engine.session import AnySession
from clockspades.saved.settings import Settings
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input, MouseDown
from clockspades.table.table_rules import AnyTableRules
from clockspades.table.update import Next, State, update
from clockspades.tui.screens import game_screen
from tests.tui.seated import Seated, at_table


class Reducer:
    """The table's reducer until :meth:`listen`. From then on it changes nothing but what a test tells it to."""

    def __init__(self) -> None:
        self.given: list[Input] = []
        """What was given since somebody listened."""
        self._listens = False
        self._effects: dict[Input, tuple[Effect, ...]] = {}
        self._changes: dict[str, Any] = {}

    def __call__(self, rules: AnyTableRules, state: State, given: Input) -> Next:
        if not self._listens:
            return update(rules, state, given)
        self.given.append(given)
        changes, self._changes = self._changes, {}
        return Next(state._replace(**changes) if changes else state, self._effects.pop(given, ()))

    def listen(self) -> None:
        """Let the table do nothing by itself from now on."""
        self._listens = True
        self.given.clear()

    def answer(self, given: Input, *effects: Effect, **changes: Any) -> None:
        """Answer an input once with effects; ``changes`` are made to the state with the next input."""
        self._effects[given], self._changes = effects, changes


class Shell(Seated):
    """A person at a table that does nothing by itself."""

    reducer: Reducer

    def give(self, given: Input, *effects: Effect, **changes: Any) -> None:
        """Let an input lead to these effects and changes of the state."""
        self.reducer.answer(given, *effects, **changes)
        self.screen.dispatch(given)

    def run(self, *effects: Effect) -> None:
        """Let the table ask for these effects."""
        self.give(MouseDown(is_on_table=False), *effects)
        self.reducer.given.remove(MouseDown(is_on_table=False))

    @property
    def given(self) -> list[Input]:
        """What was given since this was last asked."""
        given, self.reducer.given = self.reducer.given, []
        return given


@asynccontextmanager
async def at_shell(
    session: AnySession,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int] = (80, 24),
    *,
    moving: bool = False,
    settings: Settings | None = None,
) -> AsyncIterator[Shell]:
    """Somebody at a table that has begun as always, and does nothing by itself from then on."""
    reducer = Reducer()
    monkeypatch.setattr(game_screen, "update", reducer)
    async with at_table(session, size, moving=moving, settings=settings) as seated:
        await seated.pilot.pause()
        shell = Shell(seated.pilot)
        shell.reducer = reducer
        reducer.listen()
        yield shell
