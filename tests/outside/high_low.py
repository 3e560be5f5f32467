"""High-Low, a small game for one player: is the next heart higher or lower than the last one?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import ClassVar, Final, TypeAlias

from clockspades.bots.evaluation import RandomBot
from clockspades.cards import PACK, UNKNOWN, Card, Suit
from clockspades.engine.actions import Action, Deal
from clockspades.engine.game import Bot, Character, Game, Preset, Strength
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Options
from clockspades.engine.phrases import count
from clockspades.engine.rules import Ended, Event, Outcome, Rules, Step
from clockspades.engine.wording import Hint, Names, Survey, Wording, told
from clockspades.games.catalogue import GameEntry
from clockspades.table.commands import DIGITS, ENTER, LEFT, RIGHT, Command, described
from clockspades.table.faces import Face, Light
from clockspades.table.log_view import LogStyle
from clockspades.table.model import TableModel, Target, TargetKind
from clockspades.table.parts import Box, Kind, Part, prompt
from clockspades.table.table_rules import Choose, Response, TableRules
from clockspades.table.widget_models import CardRowModel, ResultModel

ENTRY: Final = GameEntry(
    "high-low",
    game=f"{__name__}:HighLow",
    table_rules=f"{__name__}:HighLowTableRules",
)
HEARTS: Final = tuple(card for card in PACK if card.suit is Suit.HEARTS)
ENOUGH: Final = 8
"""The right guesses, of twelve, that win."""


# -- rules -----------------------------------------------------------------------------------------------


class Reason(StrEnum):
    """Why a game ends."""

    ENOUGH = "enough"
    TOO_FEW = "too-few"


@dataclass(frozen=True, slots=True)
class State:
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
class TurnedUp(Event):
    """A card was turned up, after a right guess, a wrong one, or none."""

    irreversible: ClassVar[bool] = True
    card: Card
    right: bool | None


HighLowEvent: TypeAlias = TurnedUp | Ended


class HighLowRules(Rules[State, Guess, HighLowEvent]):
    """Twelve guesses, of which eight win."""

    actions = (Deal, Guess)
    reasons = Reason

    def initial(self, options: Options) -> State:
        return State()

    def deal_due(self, state: State) -> bool:
        return not state.turned

    def pack(self, state: State) -> tuple[Card, ...]:
        return HEARTS

    def legal_actions(self, state: State) -> tuple[Guess, ...]:
        return () if self.to_act(state) is None else (Guess(True), Guess(False))

    def apply_deal(self, state: State, deal: Deal) -> Step[State, HighLowEvent]:
        first, *stock = deal.cards
        return Step(State((first,), tuple(stock)), (TurnedUp(first, None),))

    def apply_action(self, state: State, action: Guess) -> Step[State, HighLowEvent]:
        card, *stock = state.stock
        is_right = (card.rank > state.turned[-1].rank) is action.higher
        right = state.right + is_right
        events: tuple[HighLowEvent, ...] = (TurnedUp(card, is_right),)
        outcome = None
        if not stock:
            won = right >= ENOUGH
            outcome = Outcome((0,) if won else (), (right,), Reason.ENOUGH if won else Reason.TOO_FEW)
            events += (Ended(outcome),)
        return Step(State((*state.turned, card), tuple(stock), right, outcome), events)

    def observe(self, state: State, seat: int | None) -> State:
        return State(state.turned, (UNKNOWN,) * len(state.stock), state.right, state.outcome)

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.right,)


RULES: Final = HighLowRules()


# -- words -----------------------------------------------------------------------------------------------


class HighLowWords(Wording[State, Guess, HighLowEvent]):
    """How it speaks."""

    def describe(self, event: HighLowEvent, names: Names) -> str:
        match event:
            case TurnedUp(card, None):
                return f"The {card.symbol} is the first card"
            case TurnedUp(card, right):
                return f"The {card.symbol}: {'right' if right else 'wrong'}"
        return f"The game ends after {count(len(HEARTS) - 1, 'guess', 'guesses')}"

    def prompt(self, view: State, names: Names) -> str:
        if view.outcome is not None:
            return self.verdict(view, names)
        if not view.turned:
            return "The cards are being dealt."
        return f"Is the next card higher or lower than the {view.turned[-1].symbol}?"

    def hints(self, view: State, names: Names) -> tuple[Hint[Guess], ...]:
        return tuple(
            Hint(action, f"{self.phrase(action).capitalize()}: {_odds(view, action)}.")
            for action in RULES.legal_actions(view)
        )

    def phrase(self, action: Guess) -> str:
        return f"guess {'higher' if action.higher else 'lower'}"

    def survey(self, view: State, seat: int | None, names: Names) -> Survey:
        up = " ".join(card.symbol for card in view.turned)
        right = () if seat is None else (f"Right guesses: {view.right}.",)
        return Survey(right, {"cards": (f"Face up: {up or 'no card'}.",)})

    def progress(self, state: State) -> str:
        return count(len(state.turned), "card")

    def verdict(self, state: State, names: Names) -> str:
        right = f"{state.right} of {len(HEARTS) - 1} guesses were right"
        if state.right >= ENOUGH:
            return told(names, 0, f"{right}: you win.", f"{right}: {names[0]} wins.")
        return told(names, 0, f"{right}: you lose.", f"{right}: {names[0]} loses.")

    def regret(self, view: State, made: Guess, best: Guess, names: Names) -> str:
        chose = f"chose to {self.phrase(made)}; to {self.phrase(best)} was better"
        return told(names, 0, f"You {chose}", f"{names[0]} {chose}")

    def recap(self, history: Sequence[HighLowEvent], state: State, seat: int | None) -> str:
        return f"{state.right} right"


def _odds(view: State, guess: Guess) -> str:
    left = [card for card in HEARTS if card not in view.turned]
    fitting = [card for card in left if (card.rank > view.turned[-1].rank) is guess.higher]
    return f"{len(fitting)} of {count(len(left), 'card')}"


# -- facts -----------------------------------------------------------------------------------------------


class HighLow(Game[State, Guess, HighLowEvent]):
    """The game, put together. It has no options."""

    name = "high-low"
    letter = "H"
    title = "High-Low"
    summary = "Guess twelve times whether the next heart is higher or lower."
    rules = RULES
    words = HighLowWords()
    presets = (Preset(name, title, summary, {}, "Luck, and a little counting.", 1),)
    milestones = (
        GameMilestone("All wrong", "Guess wrong twelve times in High-Low.", lambda end: end.outcome.scores == (0,)),
    )
    bots: ClassVar[Mapping[str, Character]] = {"random": Character("Pip", "Guesses at random.", Strength(19.5, 0.4))}

    def make_bot(self, bot: str, rng: Random) -> Bot[State, Guess]:
        return {"random": RandomBot(RULES.legal_actions, rng)}[bot]


# -- the table -------------------------------------------------------------------------------------------

Model: TypeAlias = TableModel[State, HighLowEvent]
HIGHER: Final = DIGITS[1]._replace(description="Guess higher", words="higher", listed=True)
LOWER: Final = DIGITS[2]._replace(description="Guess lower", words="lower", listed=True)
CHOICES: Final = (Target(TargetKind.CHOICE, 0), Target(TargetKind.CHOICE, 1))


def cards_row(model: Model) -> CardRowModel:
    """The cards turned up, and the back of the next one."""
    return CardRowModel((*map(Face, model.view.turned), *map(Face, model.view.stock[:1])), fanned=True)


def choices_row(model: Model) -> CardRowModel:
    """The two guesses."""
    light = Light.LIVE if model.player.active else Light.DIM
    return CardRowModel(
        tuple(Face(None, light, model.cursor == target, label=label) for target, label in zip(CHOICES, ("hi", "lo"))),
        numbered=True,
    )


class HighLowTableRules(TableRules[State, HighLowEvent]):
    """The cards in a row, the guesses below them, then the log and the prompt; a guess is a key or a click."""

    parts = (
        Box(
            "column",
            (
                Part(Kind.CARD_ROW, "cards", cards_row),
                Part(Kind.CARD_ROW, "choices", choices_row, TargetKind.CHOICE),
                Part(Kind.LOG, "log"),
                Part(Kind.LINE, "prompt", prompt),
            ),
        ),
    )
    layout = """
    .high-low #column { grid-rows: 4 5 1fr 2; }
    .high-low #log { margin: 0; }
    .high-low #prompt { padding: 0; }
    """
    log_style = LogStyle(lambda event: False)

    commands = (
        HIGHER,
        LOWER,
        *described("Choose a guess", LEFT, RIGHT),
        ENTER._replace(description="Make the chosen guess; after the game, the result"),
    )

    def targets(self, model: Model) -> tuple[Target, ...]:
        return CHOICES

    def explain(self, model: Model, target: Target) -> str:
        return (
            "" if target not in CHOICES else "The next card is lower." if target.number else "The next card is higher."
        )

    def targets_of(self, model: Model, action: Action) -> tuple[Target, ...]:
        assert isinstance(action, Guess)
        return (CHOICES[not action.higher],)

    def confirm(self, model: Model) -> Response:
        return (
            self.say(model, "First choose higher or lower.")
            if model.cursor is None
            else self.press(model, model.cursor)
        )

    def press(self, model: Model, target: Target) -> Response:
        return Choose(Guess(not target.number), target) if target in CHOICES else self.say(model, "")

    def digit(self, model: Model, number: int) -> Response:
        return self.press(model, Target(TargetKind.CHOICE, number - 1))

    def keys_now(self, model: Model, *, is_running: bool) -> tuple[Command, ...]:
        return HIGHER, LOWER

    def miniature(self, model: Model) -> CardRowModel:
        """The last card and the back of the next one."""
        return CardRowModel(tuple(map(Face, (*model.view.turned[-1:], *model.view.stock[:1]))))

    def result(self, state: State, happened: Sequence[HighLowEvent]) -> ResultModel:
        return ResultModel(counts=(f"{state.right} right",), piles=((state.turned,),))
