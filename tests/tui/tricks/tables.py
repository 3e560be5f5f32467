"""Sitting at a table of tricks: a person who plays by keys or by mouse, and games at the point that a test wants."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from textual.geometry import Region

from clockspades.cards import Card
from clockspades.engine.actions import Action
from clockspades.engine.session import AnySession
from clockspades.games import trick_selectors
from clockspades.games.clogs.clogs_rules import CLOG_NAMES, TurnClog
from clockspades.games.spades.state import DrawCard, Look, MakeBid, PassCards
from clockspades.games.trick_table import TrickTableRules
from clockspades.games.tricks import PlayCard
from clockspades.saved.settings import Settings
from clockspades.table.model import TargetKind
from clockspades.tui.tables.trick_table import TrickTable
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.round_table import RoundTable
from tests.tui.seated import Seated, at_table


class Player(Seated):
    """A person at a table of tricks."""

    @property
    def tricks(self) -> TrickTable:
        return cast(TrickTable, self.screen.table)

    @property
    def rules(self) -> TrickTableRules[Any, Any]:
        """How the game is played at its table."""
        return cast(TrickTableRules[Any, Any], self.tricks.rules)

    @property
    def shows_trick(self) -> bool:
        """Whether a finished trick is on the table."""
        return self.selection.shown_trick is not None

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

    @property
    def seen(self) -> Any:
        """What is seen from the near side."""
        assert self.screen.player is not None
        return self.screen.player.view

    @property
    def hand(self) -> tuple[Card, ...]:  # type: ignore[override]
        """The cards in the order of the fan."""
        model = self.tricks.model
        assert model is not None
        return trick_selectors.near_hand(model, self.rules.ranks)

    def card_place(self, card: Card) -> Region:
        return self.fan.place(self.hand.index(card))

    async def settle(self) -> None:
        """Wait until a person is to act, a deal that is over is summed up, or all is over."""
        await self.until(self._is_at_rest, "a person's turn")

    def _is_at_rest(self) -> bool:
        player = self.screen.player
        if player is None or self.session.outcome is not None:
            return player is not None
        return player.active or (self.tricks.rules.sums_up(player) and not self.shows_trick)

    async def point_at(self, action: Action) -> None:
        """Come to a card or a clog with keys alone."""
        match action:
            case PlayCard(card):
                await self._walk_to("hand", self.hand.index(card))
            case TurnClog(place):
                await self.press(CLOG_NAMES[place].lower())

    async def choose_by_keys(self, action: Action) -> None:
        """Do something with keys alone."""
        match action:
            case PlayCard() | TurnClog():
                await self.point_at(action)
                await self.press("enter")
            case Look():
                await self.press("1", "enter")
            case MakeBid(blind=True):
                await self.press("2", "enter")
            case MakeBid(tricks):
                await self.press(*str(tricks), "enter")
            case DrawCard(keep):
                await self.press("1" if keep else "2", "enter")
            case PassCards(cards):
                for card in cards:
                    await self._walk_to("hand", self.hand.index(card))
                    await self.press("space")
                await self.press("enter")
            case _:
                raise AssertionError(f"nobody does {action}")

    async def _walk_to(self, kind: str, number: int) -> None:
        """Move the cursor with the arrows."""
        await self.press("left")
        for _ in range(40):
            pointed = self.selection.cursor
            assert pointed is not None
            if (pointed.kind, pointed.number) == (kind, number):
                return
            await self.press("right" if pointed.kind is TargetKind.HAND and pointed.number < number else "left")
        raise AssertionError(f"the arrows do not lead to {kind} {number}")

    async def choose_by_mouse(self, action: Action) -> None:
        """Do something with clicks alone."""
        match action:
            case PlayCard(card):
                await self.click(self.card_place(card))
                assert self.selection.confirming is not None
                await self.click(self.card_place(card))
            case TurnClog(place):
                await self.click(self.fan.place(place, beside=True))
                await self.click(self.fan.place(place, beside=True))
            case PassCards(cards):
                for card in cards:
                    await self.click(self.card_place(card))
                await self.click(self.panel.choice(0))
            case _:
                model = self.tricks.model
                assert model is not None
                await self.click(self.panel.choice(self.rules.choices(model).index(action)))


@asynccontextmanager
async def at_tricks(
    session: AnySession,
    size: tuple[int, int] = (80, 24),
    *,
    moving: bool = False,
    settings: Settings | None = None,
    automatic: bool = False,
) -> AsyncIterator[Player]:
    """A person who sits down at a game of tricks."""
    async with at_table(session, size, moving=moving, settings=settings, automatic=automatic) as seated:
        yield Player(seated.pilot)
