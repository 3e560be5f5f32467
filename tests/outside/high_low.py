"""The 13 hearts are shuffled, and the first is turned up. The ace is low.

Twelve times you guess whether the next card is higher or lower than the last one. 8 right guesses win.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, TypeAlias

from clockspades.cards import PACK, Card, Suit
from clockspades.engine.game import Game, Preset
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Options
from clockspades.engine.phrases import cards_words
from clockspades.engine.rules import Action, Deal, Ended, Event, Moved, Outcome, Rules, Sight, Spot, Step
from clockspades.engine.wording import Hint, Names, Wording
from clockspades.games.catalogue import GameEntry
from clockspades.table.commands import DIGITS, ENTER, LEFT, RIGHT, described
from clockspades.table.model import TableModel, Target, TargetKind
from clockspades.table.parts import LOG_AND_PROMPT, Box, Kind, Part, zone_row
from clockspades.table.table_rules import TableRules
from clockspades.table.widget_models import CardRowModel, Face, Light

ENTRY: Final = GameEntry("high-low", game=f"{__name__}:HighLow", table_rules=f"{__name__}:HighLowTableRules")
HEARTS: Final = tuple(card for card in PACK if card.suit is Suit.HEARTS)
ENOUGH: Final = 8
"""The right guesses, of twelve, that win."""


# -- rules -----------------------------------------------------------------------------------------------


class Reason(StrEnum):
    """Why a game ends."""

    ENOUGH = "enough"
    TOO_FEW = "too-few"


class State(NamedTuple):
    """The cards turned up, the last of them last, and those still face down."""

    turned: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    right: int = 0
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """Say whether the next card is higher, and turn it up."""

    do: ClassVar[str] = "guess"
    higher: bool


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    """A guess was right, or wrong."""

    right: bool


HighLowEvent: TypeAlias = Moved | Guessed | Ended


class HighLowRules(Rules[State, Guess, HighLowEvent]):
    """Twelve guesses, of which eight win."""

    actions = (Deal, Guess)
    reasons = Reason
    sights: ClassVar = {"turned": Sight.ALL, "stock": Sight.NOBODY}

    def initial(self, options: Options) -> State:
        return State()

    def pack(self, state: State) -> tuple[Card, ...]:
        return HEARTS

    def legal_actions(self, state: State) -> tuple[Guess, ...]:
        return () if self.to_act(state) is None else (Guess(True), Guess(False))

    def apply_deal(self, state: State, deal: Deal) -> Step[State, HighLowEvent]:
        return self._turn(state._replace(stock=deal.cards))

    def _turn(self, state: State, *events: HighLowEvent) -> Step[State, HighLowEvent]:
        turned = Moved(state.stock[0], Spot("stock"), Spot("turned"), turned=True)
        return Step(self.move(state, (turned,)), (turned, *events))

    def apply_action(self, state: State, action: Guess) -> Step[State, HighLowEvent]:
        is_right = (state.stock[0].rank > state.turned[-1].rank) is action.higher
        right = state.right + is_right
        state, events = self._turn(state._replace(right=right), Guessed(is_right))
        if state.stock:
            return Step(state, events)
        won = right >= ENOUGH
        outcome = Outcome((0,) if won else (), (right,), Reason.ENOUGH if won else Reason.TOO_FEW)
        return Step(state._replace(outcome=outcome), (*events, Ended(outcome)))

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.right,)


RULES: Final = HighLowRules()


# -- words -----------------------------------------------------------------------------------------------


class HighLowWords(Wording[State, Guess, HighLowEvent]):
    """How it speaks, beside the usual words."""

    rules = RULES

    def points(self, score: int) -> str:
        return f"{score or 'no'} {'right guess' if score == 1 else 'right guesses'}"

    def describe(self, event: HighLowEvent, names: Names) -> str:
        if isinstance(event, Guessed):
            return "Right" if event.right else "Wrong"
        return super().describe(event, names)

    def question(self, view: State) -> str:
        return f"is the next card higher or lower than the {view.turned[-1].symbol}?"

    def hints(self, view: State, names: Names) -> tuple[Hint[Guess], ...]:
        return tuple(
            Hint(action, f"{self.phrase(action).capitalize()}: {_odds(view, action)}.")
            for action in RULES.legal_actions(view)
        )

    def phrase(self, action: Guess) -> str:
        return f"guess {'higher' if action.higher else 'lower'}"


def _odds(view: State, guess: Guess) -> str:
    left = [card for card in HEARTS if card not in view.turned]
    fitting = [card for card in left if (card.rank > view.turned[-1].rank) is guess.higher]
    return f"{len(fitting)} of {cards_words(len(left))}"


# -- facts -----------------------------------------------------------------------------------------------


class HighLow(Game[State, Guess, HighLowEvent]):
    """The game, put together. It has no options."""

    name = "high-low"
    letter = "H"
    called = "High-Low"
    summary = "Guess twelve times whether the next heart is higher or lower."
    rules = RULES
    words = HighLowWords()
    presets = (Preset(name, called, summary, {}, "Luck, and a little counting.", 1),)
    milestones = (
        GameMilestone("All wrong", "Guess wrong twelve times in High-Low.", lambda end: end.outcome.scores == (0,)),
    )


# -- the table -------------------------------------------------------------------------------------------


def choices_row(model: TableModel[State, HighLowEvent]) -> CardRowModel:
    """The two guesses."""
    light = Light.LIVE if model.player.active else Light.DIM
    faces = (
        Face(None, light, model.cursor == Target(TargetKind.CHOICE, number), label=label)
        for number, label in enumerate(("hi", "lo"))
    )
    return CardRowModel(tuple(faces), numbered=True)


class HighLowTableRules(TableRules[State, HighLowEvent]):
    """The cards in a row, the guesses below them, then the log and the prompt; a guess is a key or a click."""

    game = HighLow
    parts = (
        Box(
            "column",
            (
                zone_row("turned"),
                zone_row("stock", is_pile=True),
                Part(Kind.CARD_ROW, "choices", choices_row, TargetKind.CHOICE),
                *LOG_AND_PROMPT,
            ),
        ),
    )
    layout = """
    .high-low #column { grid-size: 2; grid-columns: 1fr 8; grid-rows: 4 5 1fr 2; }
    .high-low #choices, .high-low #log, .high-low #prompt { column-span: 2; }
    .high-low #log { margin: 0; }
    .high-low #prompt { padding: 0; }
    """
    commands = (
        DIGITS[1]._replace(description="Guess higher", listed=True),
        DIGITS[2]._replace(description="Guess lower", listed=True),
        *described("Choose a guess", LEFT, RIGHT),
        ENTER._replace(description="Make the chosen guess; after the game, the result"),
    )
