"""War is a game for two, in which nobody has anything to decide.

1. The pack of 52 cards is dealt out: 26 each, face down, as a stock.
2. In each battle, both turn up the top card of their stock. The higher card wins; aces are high, and suits don't count.
3. The winner takes all cards of the battle to the bottom of the stock, as soon as the next battle begins.
4. If both cards are equal, there is war: both put three more cards face down and turn up one. The last ones decide.
5. Whoever has too few cards for the next battle, or for a war, loses. If that is so for both, nobody wins.
6. After 200 battles the game ends: whoever has more cards then wins. Those of the last battle belong to its winner.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, TypeAlias

from clockspades.cards import Card
from clockspades.engine.actions import Action, Deal
from clockspades.engine.game import Game, Preset
from clockspades.engine.options import Options
from clockspades.engine.rules import Ended, Event, Moved, Outcome, Rules, Step
from clockspades.engine.wording import Names, Wording, said
from clockspades.engine.zones import Sight, Spot
from clockspades.games.catalogue import GameEntry
from clockspades.table.model import TargetKind
from clockspades.table.parts import Box, Kind, Part, name_of, prompt, zone_row
from clockspades.table.table_rules import TableRules

ENTRY: Final = GameEntry("war", game=f"{__name__}:War", table_rules=f"{__name__}:WarTableRules")
LONGEST: Final = 200
"""Battles in a game, at most."""
HIDDEN: Final = 3
"""Cards that each puts face down in a war."""
Cards: TypeAlias = tuple[tuple[Card, ...], ...]


class Reason(StrEnum):
    """Why a game ends."""

    OUT_OF_CARDS = "out-of-cards"
    LONG = "long"


class State(NamedTuple):
    """One moment of a game; the cards are by seat."""

    stock: Cards = ((), ())
    stake: Cards = ((), ())
    battle: Cards = ((), ())
    battles: int = 0
    outcome: Outcome | None = None

    @property
    def winner(self) -> int | None:
        """Who wins the battle as it is; None if nobody does, or not yet."""
        first, second = self.battle
        if len(first) != len(second) or not first or first[-1].rank is second[-1].rank:
            return None
        return int((first[-1].rank - 2) % 13 < (second[-1].rank - 2) % 13)


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Turn up the next card of a battle, in a war after three face down."""

    do: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class Fought(Event):
    """Both have turned up a card."""

    winner: int | None
    """None if the cards are equal."""


WarEvent: TypeAlias = Moved | Fought | Ended


class WarRules(Rules[State, Turn, WarEvent]):
    """Both turn in their order; the first to turn begins each battle."""

    actions = (Deal, Turn)
    reasons = Reason
    sights: ClassVar = {"stock": Sight.NOBODY, "stake": Sight.NOBODY, "battle": Sight.ALL}

    def initial(self, options: Options) -> State:
        return State()

    def deal_due(self, state: State) -> bool:
        return state == State()

    def to_act(self, state: State) -> int | None:
        first, second = state.battle
        return None if super().to_act(state) is None else int(len(first) > len(second))

    def legal_actions(self, state: State) -> tuple[Turn, ...]:
        return () if self.to_act(state) is None else (Turn(),)

    def apply_deal(self, state: State, deal: Deal) -> Step[State, WarEvent]:
        half = len(deal.cards) // 2
        return Step(State((deal.cards[:half], deal.cards[half:])), ())

    def apply_action(self, state: State, action: Turn) -> Step[State, WarEvent]:
        winner, seat = state.winner, self.to_act(state)
        taken = [] if winner is None else [
            Moved(card, zone.spot, Spot("stock", winner))
            for zone in self.zones(state)
            if zone.name != "stock"
            for card in zone.cards
        ]  # fmt: skip
        state = self.move(state, taken)
        *hidden, card = state.stock[seat or 0][: 1 + HIDDEN * bool(state.battle[seat or 0])]
        turned = [Moved(each, Spot("stock", seat), Spot("stake", seat)) for each in hidden]
        turned.append(Moved(card, Spot("stock", seat), Spot("battle", seat), turned=True))
        state = self.move(state, turned)
        events: tuple[WarEvent, ...] = (*taken, *turned)
        return Step(state, events) if seat == 0 else self._fought(state, events)

    def _fought(self, state: State, events: tuple[WarEvent, ...]) -> Step[State, WarEvent]:
        """The end of a battle, and of the game if another cannot be fought."""
        state, winner = state._replace(battles=state.battles + 1), state.winner
        events, scores = (*events, Fought(winner)), self.scores(state)
        needed = 1 if winner is not None else 1 + HIDDEN
        able = [seat for seat, stock in enumerate(state.stock) if len(stock) >= needed or seat == winner]
        if len(able) == 2 and state.battles < LONGEST:
            return Step(state, events)
        winners = able if len(able) < 2 else [seat for seat in able if scores[seat] > scores[not seat]]
        outcome = Outcome(tuple(winners), scores, Reason.LONG if len(able) == 2 else Reason.OUT_OF_CARDS)
        return Step(state._replace(outcome=outcome), (*events, Ended(outcome)))

    def scores(self, state: State) -> tuple[int, ...]:
        on_table = [len(stake) + len(battle) for stake, battle in zip(state.stake, state.battle)]
        if (winner := state.winner) is not None:
            on_table = [sum(on_table) * (seat == winner) for seat in range(2)]
        return tuple(len(stock) + more for stock, more in zip(state.stock, on_table))


class WarWords(Wording[State, Turn, WarEvent]):
    rules = WarRules()
    unit = ("card", "cards")

    def describe(self, event: WarEvent, names: Names) -> str:
        if isinstance(event, Fought):
            return "War!" if event.winner is None else said(names, event.winner, "[You win|{name} wins] the battle")
        return super().describe(event, names)

    def doing(self, action: Turn) -> str:
        return "turn up a card"


class War(Game[State, Turn, WarEvent]):
    name = "war"
    letter = "W"
    title = "War"
    summary = "Both turn up a card, and the higher one takes both."
    rules = WarWords.rules
    words = WarWords()
    presets = (Preset(name, title, summary, {}, "Pure luck: there is nothing to decide.", 10),)

    def seats(self, options: Options) -> int:
        return 2


class WarTableRules(TableRules[State, WarEvent]):
    game = War
    parts = (
        Box(
            "field",
            tuple(
                part
                for place in (1, 0)
                for part in (
                    name_of(place),
                    zone_row("stock", place, None if place else TargetKind.CHOICE, is_pile=True),
                    zone_row("battle", place),
                    zone_row("stake", place),
                )
            ),
        ),
        Box("side", (Part(Kind.LOG, "log"), Part(Kind.LINE, "prompt", prompt))),
    )
    layout = """
    .war #field { grid-size: 3; grid-columns: 14 18 1fr; grid-rows: 1 1fr 1 1fr; padding: 0 1; }
    .war #near-name, .war #far-name { column-span: 3; }
    .war #side { width: 32; grid-rows: 1fr 4; }
    .-compact .war #field { grid-columns: 10 13 1fr; }
    .-compact .war #side { width: 22; }
    """
