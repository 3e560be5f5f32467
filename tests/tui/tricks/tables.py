"""Sitting at a table of tricks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from clockspades.engine.session import AnySession
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.round_table import RoundTable
from tests.tui.seated import Seated, at_table


class Player(Seated):
    """A person at a table of tricks."""

    @property
    def fan(self) -> Fan:
        return self.screen.query_one(Fan)

    @property
    def round(self) -> RoundTable:
        return self.screen.query_one(RoundTable)

    @property
    def panel(self) -> ChoicePanel:
        return self.screen.query_one(ChoicePanel)

    @property
    def prompt(self) -> str:
        return self.line("said")


@asynccontextmanager
async def at_tricks(session: AnySession, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Player]:
    """A person who sits down at a game of tricks."""
    async with at_table(session, size) as seated:
        yield Player(seated.pilot)
