"""War is for two, and nobody decides anything.

1. The 52 cards are dealt out face down: each player has a stock of 26.
2. In a battle, both turn up the top card of their stock. The higher card wins; the ace is the highest.
3. As the next battle begins, the winner puts all cards of the last one under the stock.
4. If the cards are equal, there is war: both put three more cards face down and turn one up, and these two decide.
5. Who has too few cards for a battle, or for a war, loses. If both have too few, nobody wins.
6. The game ends after 200 battles: then who has more cards wins, and those of a war are nobody's.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, TypeAlias

from clockspades.cards import Card
from clockspades.engine.game import Game, Preset
from clockspades.engine.options import Options
from clockspades.engine.rules import Action, Deal, Ended, Event, Moved, Outcome, Rules, Sight, Spot, Step
from clockspades.engine.wording import Names, Wording, said
from clockspades.games.catalogue import GameEntry
from clockspades.table.model import TargetKind
from clockspades.table.parts import LOG_AND_PROMPT, Box, Part, name_of, zone_row
from clockspades.table.table_rules import TableRules

ENTRY: Final = GameEntry("war", game=f"{__name__}:War", table_rules=f"{__name__}:WarTableRules")
MOST_BATTLES: Final = 200
STAKE: Final = 3


class Reason(StrEnum):
    OUT_OF_CARDS = "out-of-cards"
    TOO_LONG = "too-long"


class State(NamedTuple):
    """One moment of a game. The cards are by seat; those of a battle lie there until the next."""

    stock: tuple[tuple[Card, ...], ...] = ((), ())
    battle: tuple[tuple[Card, ...], ...] = ((), ())
    stake: tuple[tuple[Card, ...], ...] = ((), ())
    battles: int = 0
    outcome: Outcome | None = None

    @property
    def winner(self) -> int | None:
        """Who has won the battle; None in a war, and until both have turned up a card."""
        tops = [(cards[-1].rank - 2) % 13 for cards in self.battle if len(cards) == len(self.battle[0]) > 0]
        return None if len({*tops}) < 2 else tops.index(max(tops))


@dataclass(frozen=True, slots=True)
class Turn(Action):
    do: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class Fought(Event):
    winner: int | None
    """None if there is war."""


WarEvent: TypeAlias = Moved | Fought | Ended


class WarRules(Rules[State, Turn, WarEvent]):
    actions = (Deal, Turn)
    reasons = Reason
    sights: ClassVar = {"stock": Sight.NOBODY, "battle": Sight.ALL, "stake": Sight.NOBODY}

    def initial(self, options: Options) -> State:
        return State()

    def to_act(self, state: State) -> int | None:
        return None if super().to_act(state) is None else int(len(state.battle[0]) > len(state.battle[1]))

    def legal_actions(self, state: State) -> tuple[Turn, ...]:
        return () if self.to_act(state) is None else (Turn(),)

    def apply_deal(self, state: State, deal: Deal) -> Step[State, WarEvent]:
        return Step(State((deal.cards[:26], deal.cards[26:])), ())

    def apply_action(self, state: State, action: Turn) -> Step[State, WarEvent]:
        seat, winner = int(len(state.battle[0]) > len(state.battle[1])), state.winner
        lying = [(card, zone.spot) for zone in self.zones(state) if zone.name != "stock" for card in zone.cards]
        taken = [] if winner is None else [Moved(card, spot, Spot("stock", winner)) for card, spot in lying]
        state = self.move(state, taken)
        *stake, card = state.stock[seat][: 1 + STAKE * bool(state.battle[seat])]
        turned = [Moved(hidden, Spot("stock", seat), Spot("stake", seat)) for hidden in stake]
        turned.append(Moved(card, Spot("stock", seat), Spot("battle", seat), turned=True))
        state, events = self.move(state, turned), (*taken, *turned)
        return self._fought(state, events) if seat else Step(state, events)

    def _fought(self, state: State, events: tuple[WarEvent, ...]) -> Step[State, WarEvent]:
        state, winner, scores = state._replace(battles=state.battles + 1), state.winner, self.scores(state)
        able = [seat for seat in range(2) if seat == winner or len(state.stock[seat]) > STAKE * (winner is None)]
        if len(able) == 2 and state.battles < MOST_BATTLES:
            return Step(state, (*events, Fought(winner)))
        ahead = tuple(seat for seat in able if len(able) == 1 or scores[seat] > scores[1 - seat])
        outcome = Outcome(ahead, scores, Reason.TOO_LONG if len(able) == 2 else Reason.OUT_OF_CARDS)
        return Step(state._replace(outcome=outcome), (*events, Fought(winner), Ended(outcome)))

    def scores(self, state: State) -> tuple[int, ...]:
        won = sum(len(zone.cards) for zone in self.zones(state) if zone.name != "stock")
        return tuple(len(cards) + won * (seat == state.winner) for seat, cards in enumerate(state.stock))


class WarWords(Wording[State, Turn, WarEvent]):
    rules = WarRules()

    def points(self, score: int) -> str:
        return f"{score or 'no'} {'card' if score == 1 else 'cards'}"

    def describe(self, event: WarEvent, names: Names) -> str:
        if isinstance(event, Fought):
            return "War!" if event.winner is None else said(names, event.winner, "[You win|{name} wins] the battle")
        return super().describe(event, names)

    def doing(self, action: Turn) -> str:
        return "turn up a card"


class War(Game[State, Turn, WarEvent]):
    name = "war"
    letter = "W"
    called = "War"
    summary = "Both turn up a card, and the higher one takes both."
    rules = WarWords.rules
    words = WarWords()
    presets = (Preset(name, called, summary, {}, "Pure luck: there is nothing to decide.", 10),)

    def seats(self, options: Options) -> int:
        return 2


def side(place: int) -> tuple[Part, ...]:
    """What a player has on the table."""
    stock = zone_row("stock", place, None if place else TargetKind.CHOICE, is_pile=True)
    return (name_of(place), stock, zone_row("battle", place), zone_row("stake", place))


class WarTableRules(TableRules[State, WarEvent]):
    game = War
    parts = (Box("field", (*side(1), *side(0))), Box("side", LOG_AND_PROMPT))
    layout = """
    .war #field { grid-size: 3; grid-columns: 10 14 18; grid-rows: 1 7 1 7; padding: 0 1; align: center middle; }
    .war #near-name, .war #far-name { column-span: 3; }
    .war #side { width: 34%; grid-rows: 1fr 4; }
    .-compact .war #field { grid-columns: 10 14 1fr; }
    .-large.-high .war #field { grid-columns: 14 18 22; grid-rows: 1 9 1 9; }
    """
