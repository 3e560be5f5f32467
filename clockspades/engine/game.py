"""What a game is: its options, its states, its legal actions, its reducer, and what each seat may see.

A game's state is frozen and hashable, and only :meth:`Game.reduce` makes the next one. Chance is an action,
:class:`Deal`; nothing is random after it. Screens, bots and hints are given what
:meth:`Game.observe` shows a seat, and nothing else.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import cache
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, get_type_hints

from clockspades.cards import PACK, Card, Rank, format_cards, parse_card, parse_cards, shuffled
from clockspades.engine.phrases import count, listed

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
OptionValue: TypeAlias = "int | str | None"
Options: TypeAlias = Mapping[str, OptionValue]
Names: TypeAlias = Sequence[str]


class IllegalActionError(ValueError):
    """An action that the rules refuse; the message names the rule in words a player understands."""


class OptionError(ValueError):
    """An option that a game does not have, or a value that it cannot take."""


class Option(NamedTuple):
    """One thing that can be chosen before a game: its key in the log, its values and their words."""

    key: str
    words: str
    default: OptionValue
    values: Sequence[OptionValue]
    labels: Mapping[OptionValue, str] = {}
    """What a value is called; behind a colon may follow what it means."""
    seat: bool = False
    """Whether the values are numbers of seats: the screen then shows who sits there, and offers to draw lots."""
    by_lot: bool = False
    """Whether the rules draw lots for that seat, so that a new game does where nobody chose one."""

    def label(self, value: OptionValue) -> str:
        """What a value is called on the screen."""
        return self.labels.get(value, "none" if value is None else str(value))

    def check(self, value: Json) -> OptionValue:
        """The value itself if the option can take it; OptionError otherwise."""
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        raise OptionError(f"{self.key} cannot be {json.dumps(value)}: use {self._allowed()}")

    def parse(self, text: str) -> OptionValue:
        """The value that ``text`` names on the command line; OptionError if it names none."""
        for allowed in self.values:
            if text == ("null" if allowed is None else str(allowed)):
                return allowed
        raise OptionError(f"{self.key} cannot be {text!r}: use {self._allowed()}")

    def _allowed(self) -> str:
        if isinstance(self.values, range):
            return f"a number from {self.values[0]} to {self.values[-1]}"
        return listed(["null" if value is None else str(value) for value in self.values], "or")


def int_option(options: Options, key: str) -> int:
    """The value of an option that takes whole numbers and nothing else."""
    value = options[key]
    assert isinstance(value, int), "an option takes only its values"
    return value


class _Notation(NamedTuple):
    """How a log has the values of one type."""

    words: str
    write: Callable[[Any], Json]
    read: Callable[[Any], Any]
    """The value; None if this is none of its type, ValueError if it is a text that names no card."""


def _read_cards(texts: Any) -> tuple[Card, ...] | None:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        return None
    cards = tuple(map(parse_card, texts))
    return cards if [card.text for card in cards] == texts else None


_RANKS: Final = {rank.letter: rank for rank in Rank}
_NOTATIONS: Final[Mapping[Any, _Notation]] = {
    bool: _Notation("true or false", bool, lambda value: value if type(value) is bool else None),
    int: _Notation("a whole number", int, lambda value: value if type(value) is int else None),
    Rank: _Notation(
        f"one of {''.join(_RANKS)}",
        lambda rank: rank.letter,
        lambda text: _RANKS.get(text) if isinstance(text, str) else None,
    ),
    Card: _Notation(
        "one card as text",
        lambda card: card.text,
        lambda text: parse_card(text) if isinstance(text, str) else None,
    ),
    tuple[Card, ...]: _Notation(
        "a list of cards in capitals",
        lambda cards: [card.text for card in cards],
        _read_cards,
    ),
}
"""By type of a field of an action. An action with a field of another type writes and reads its arguments itself."""


@cache
def _notations(kind: type["Action"]) -> Mapping[str, tuple[_Notation, object]]:
    """By field of an action how a log has it, and its default, which a log leaves out."""
    types = get_type_hints(kind)
    own = fields(kind)  # type: ignore[arg-type]  # every kind of action is a dataclass
    return {field.name: (_NOTATIONS[types[field.name]], field.default) for field in own}


class Action:
    """One thing done by the seat whose turn it is, or by chance; subclasses are frozen dataclasses.

    ``do`` is the action's kind in the log (docs/log-format.md). Its fields are the other keys.
    """

    __slots__ = ()
    do: ClassVar[str]
    form: ClassVar[str] = ""
    """What its line in a log has, as an error says it, without a full stop. If empty, it is told from the fields."""

    def arguments(self) -> dict[str, Json]:
        """The action's keys in the log beside ``seat`` and ``do``: its fields, except those with their defaults."""
        found = ((name, getattr(self, name), *notation) for name, notation in self._notations().items())
        return {name: notation.write(value) for name, value, notation, default in found if value != default}

    def invalid(self) -> str:
        """Why no log can have these values, without a full stop; empty if one can."""
        return ""

    def as_json(self) -> dict[str, Json]:
        """The action as a log has it, without its seat (docs/log-format.md, "Actions")."""
        return {"do": self.do, **self.arguments()}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> Self:
        """The action that a log line's other keys give; ValueError if they are not this action's."""
        action = cls(**cls.read(arguments))
        if fault := action.invalid():
            raise ValueError(fault)
        return action

    @classmethod
    def read(cls, arguments: Mapping[str, Json]) -> dict[str, Any]:
        """The values of the fields that a log line's other keys give; ValueError if they are not this action's."""
        notations = cls._notations()
        if arguments and not notations:
            raise ValueError(f"{cls.do!r} takes no {', '.join(map(repr, arguments))}")
        required = {name for name, (_, default) in notations.items() if default is MISSING}
        if not required <= arguments.keys() <= notations.keys():
            raise ValueError(cls._form())
        values: dict[str, Any] = {}
        for name, given in arguments.items():
            notation, default = notations[name]
            value = values[name] = notation.read(given)
            if value is None or value == default:
                raise ValueError(cls._form())
            if notation.write(value) != given:
                written = json.dumps(notation.write(value))
                raise ValueError(f"the {name} of a {cls.do} is written in capitals, as {written}")
        return values

    @classmethod
    def _notations(cls) -> Mapping[str, tuple[_Notation, object]]:
        return _notations(cls)  # type: ignore[arg-type]  # a class is hashable

    @classmethod
    def _form(cls) -> str:
        parts = (f'"{name}", {notation.words}' for name, (notation, _) in cls._notations().items())
        return cls.form or f"a {cls.do} has {', and '.join(parts)}, and nothing else"


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Chance: the shuffled cards in dealing order, top first (docs/log-format.md, "Actions")."""

    do: ClassVar[str] = "deal"
    cards: tuple[Card, ...]

    def arguments(self) -> dict[str, Json]:
        return {"cards": format_cards(self.cards)}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "Deal":
        match arguments:
            case {"cards": str(text), **rest} if not rest:
                deal = cls(parse_cards(text))
                if format_cards(deal.cards) == text:
                    return deal
                raise ValueError("the cards of a deal must be in capitals, with one space between cards")
        raise ValueError('a deal must have "cards", as text, and nothing else')

    def fault(self, pack: Sequence[Card]) -> str:
        """What keeps the cards from being those of ``pack``, each once, as the end of a sentence; empty if nothing."""
        if len(self.cards) == len(pack) and {*self.cards} == {*pack}:
            return ""
        for card in self.cards:
            if card not in pack:
                return f"the {card.symbol} does not belong"
            if self.cards.count(card) > 1:
                return f"the {card.symbol} appears twice"
        missing = next(card.symbol for card in pack if card not in self.cards)
        return f"the {missing} is missing"


class Event:
    """Something that happened in a step, to be shown and worded; subclasses are frozen dataclasses."""

    __slots__ = ()
    starts_section: ClassVar[bool] = False
    """Whether what happens next belongs under it, as under the beginning of a turn."""
    irreversible: ClassVar[bool] = False
    """Whether it turns a card up: it is taken back only where that is allowed."""
    shows_hidden: ClassVar[bool] = False
    """Whether it shows a card that its player could not know before choosing, though it may be taken back."""


class Outcome(NamedTuple):
    """How a game ended: the seats that won, none if drawn or lost; scores; reason (docs/log-format.md, "Result")."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: StrEnum
    """One of the game's :attr:`Game.reasons`."""


StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=Action)
EventT = TypeVar("EventT", bound=Event)
StateContraT = TypeVar("StateContraT", contravariant=True)
ActionCoT = TypeVar("ActionCoT", bound=Action, covariant=True)


class Step(NamedTuple, Generic[StateT, EventT]):
    """What an action leads to: the next state, and the events on the way there in order."""

    state: StateT
    events: tuple[EventT, ...]


class Bot(Protocol[StateContraT, ActionCoT]):
    """A player that is a program. It is given what its seat observes, and nothing else."""

    def choose(self, view: StateContraT) -> ActionCoT:
        """A legal action for the seat to act in ``view``, which that seat observed."""
        ...


MakeBot: TypeAlias = Callable[[Random], Bot[StateContraT, ActionCoT]]
"""What makes a bot: it is given a random generator of its own."""


class Hint(NamedTuple, Generic[ActionCoT]):
    """A legal action and, in words, what it leads to."""

    action: ActionCoT
    words: str
    tells_odds: bool = False
    """Whether the words tell how likely it wins, so that nobody need work that out."""
    group: str = ""
    """Choices that nobody can tell apart share a group: a hint names one of them. Empty for a choice of its own."""


class Regret(NamedTuple, Generic[ActionT]):
    """A choice that was made and the best that could have been, each with the share of deals that it wins, 0 to 1."""

    made: ActionT
    made_share: float
    best: ActionT
    best_share: float

    @property
    def loss(self) -> float:
        """How much the choice cost."""
        return self.best_share - self.made_share


class Preset(NamedTuple):
    """A game as it is offered before play: under a title of its own, with the options that make it so."""

    title: str
    summary: str
    """One sentence that says what it is."""
    options: Options
    """Those that make it so."""
    nature: str
    """What it takes, luck, memory or skill, in one honest sentence."""
    minutes: int
    """About how long a game takes a person."""


class Expectation(NamedTuple):
    """How often a game can be expected to be won."""

    share: float
    """The share of games, 0 to 1."""
    words: str
    """Where it comes from, in a few words: ``1 in 13, whatever is done``."""


class Survey(NamedTuple):
    """What one seat sees of a game, in sentences, each of one thing."""

    hand: tuple[str, ...]
    """What the seat itself holds; empty for a spectator."""
    table: tuple[str, ...]
    """All else."""


class Remark(NamedTuple):
    """What there is to say of one point of a finished game that nobody said while it was played."""

    point: int
    """The point of the game, as a session numbers them."""
    words: str
    """One sentence or more, which also says when that was."""


class Game(ABC, Generic[StateT, ActionT, EventT]):
    """One game of cards: everything that the engine, the screens and the command line need to know of it."""

    name: ClassVar[str]
    """What it is called in a log and on the command line."""
    letter: ClassVar[str]
    """What its share codes begin with, a capital or a digit that no other game has."""
    title: ClassVar[str]
    """What it is called on the screen."""
    summary: ClassVar[str]
    """One sentence that says what it is."""
    options: ClassVar[tuple[Option, ...]]
    """What can be chosen before a game, in the order shown."""
    shared_options: ClassVar[tuple[Mapping[str, Sequence[OptionValue]], ...]]
    """For each version of its share codes, from version 1: the options in them, and the values that each can have.

    Never change a version that was released: a code counts through these values in their order, so the codes that
    people have would deal other cards. When an option changes, add a version, and name a new option in the old
    versions too, with the one value that their games had.
    """
    actions: ClassVar[tuple[type[Action], ...]]
    """Every kind of action, the deal included."""
    reasons: ClassVar[type[StrEnum]]
    """Why the game can end, each as the word that a result in a log has for it."""
    bots: ClassVar[Mapping[str, str]]
    """The bots that play it by name, the quickest first and the best last, and how each plays, in one sentence."""
    presets: ClassVar[tuple[Preset, ...]] = ()
    """The forms in which it is offered, at least one; the first that fits a game's options gives it its title."""
    goal: ClassVar[int | None] = None
    """The score of a game that is won, where the score says how far a player came; None where it does not."""

    # -- play ------------------------------------------------------------------------------------------

    def seats(self, options: Options) -> int:
        """How many play with these options: one, unless the game says otherwise."""
        return 1

    def partner(self, options: Options, seat: int) -> int | None:
        """Who plays on the side of ``seat`` with these options; None where everyone plays for themselves."""
        return None

    def opponents(self, options: Options, seat: int) -> tuple[int, ...]:
        """Who plays against ``seat`` with these options."""
        side = (seat, self.partner(options, seat))
        return tuple(other for other in range(self.seats(options)) if other not in side)

    @abstractmethod
    def initial(self, options: Options) -> StateT:
        """The state before the first deal; ``options`` are as :meth:`configure` gives them."""

    @abstractmethod
    def deal_due(self, state: StateT) -> bool:
        """Whether the next action is chance's."""

    def pack(self, state: StateT) -> Sequence[Card]:
        """The cards of the deal that is due, in any order: all 52, unless the game says otherwise."""
        return PACK

    def deal(self, state: StateT, rng: Random) -> Deal:
        """The deal that is due, shuffled with ``rng``."""
        return Deal(shuffled(self.pack(state), rng))

    @abstractmethod
    def to_act(self, state: StateT) -> int | None:
        """The seat that decides now, or None where a deal is due or all is over."""

    @abstractmethod
    def legal_actions(self, state: StateT) -> tuple[ActionT, ...]:
        """What the seat to act may do, in a fixed order; empty where a deal is due or all is over."""

    def offered(self, view: StateT) -> tuple[ActionT, ...]:
        """What the seat to act in ``view`` is offered, in a fixed order: all that is legal.

        A game in which to see what is legal is itself the skill offers more, and refuses it with the reason.
        """
        return self.legal_actions(view)

    @abstractmethod
    def reduce(self, state: StateT, action: ActionT) -> Step[StateT, EventT]:
        """The next state and the events that led to it; IllegalActionError if the rules refuse the action."""

    @abstractmethod
    def observe(self, state: StateT, seat: int | None) -> StateT:
        """The state as ``seat`` sees it, unknown cards in the place of hidden ones; None sees what all see."""

    def observe_event(self, event: EventT, seat: int | None) -> EventT:
        """The event as ``seat`` sees it; None sees what all see. Without secrets everyone sees all of it."""
        return event

    @abstractmethod
    def scores(self, state: StateT) -> tuple[int, ...]:
        """The scores so far, as a result has them: by seat, or by side in a game of partners (docs/log-format.md)."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def expectation(self, options: Options) -> Expectation | None:
        """How often a person who plays well wins with these options, where that is known."""
        return None

    def rule_changes(self, options: Options) -> str:
        """What to add to the fault of a log that breaks the rules, if these changed since; empty if they did not."""
        return ""

    @abstractmethod
    def make_bot(self, name: str, rng: Random) -> Bot[StateT, ActionT]:
        """A bot of :attr:`bots`, with a random generator of its own; KeyError if there is none of that name.

        The bots are imported here and not before: whoever reads a log or plays without bots does not wait for them.
        """

    # -- words -----------------------------------------------------------------------------------------

    @abstractmethod
    def describe(self, event: EventT, names: Names) -> str:
        """The event in words, without a full stop; empty for one that needs none."""

    @abstractmethod
    def prompt(self, view: StateT, names: Names) -> str:
        """What is to be done now, by whom and why, in one or two sentences; the verdict when the game is over."""

    def task(self, view: StateT, names: Names) -> str:
        """What is to be done now and by whom: how the prompt begins, for where the rest of it is seen anyway."""
        return self.prompt(view, names)

    @abstractmethod
    def hints(self, view: StateT, names: Names) -> tuple[Hint[ActionT], ...]:
        """The legal actions of the seat to act in ``view``, each with what it leads to, the best first if known."""

    @abstractmethod
    def phrase(self, action: ActionT) -> str:
        """An action as it is called in a list of choices, and typed: its kind, then its arguments, as ``take 7♠``."""

    @abstractmethod
    def survey(self, view: StateT, seat: int | None, names: Names) -> Survey:
        """What there is to see in ``view``, which ``seat`` observed."""

    @abstractmethod
    def progress(self, state: StateT) -> str:
        """How far a game that is not over has come, in a few words of what all can see: ``turn 4``."""

    @abstractmethod
    def verdict(self, state: StateT, names: Names) -> str:
        """Who won a finished game and why, in one sentence."""

    @abstractmethod
    def regret(self, view: StateT, regret: Regret[ActionT], names: Names) -> str:
        """What the seat to act in ``view`` chose and what would have been better, without a full stop."""

    def review(self, states: Sequence[StateT], names: Names) -> tuple[Remark, ...]:
        """What there is to say of a finished game by its states at each point, in the order of the points."""
        return ()

    @abstractmethod
    def recap(self, history: Sequence[EventT], state: StateT, seat: int | None) -> str:
        """How a finished game went for ``seat``, or for all, in a few words that name nobody and no card."""

    def rules(self) -> str:
        """The game's rules, as Markdown: the file ``rules.md`` beside the module of its class."""
        from importlib.resources import files

        package = type(self).__module__.rpartition(".")[0]
        return files(package).joinpath("rules.md").read_text(encoding="utf-8")

    # -- the same for all ------------------------------------------------------------------------------

    @property
    def quickest_bot(self) -> str:
        """The name of the first of :attr:`bots`."""
        return next(iter(self.bots))

    @property
    def best_bot(self) -> str:
        """The name of the last of :attr:`bots`."""
        return [*self.bots][-1]

    def configure(self, chosen: Mapping[str, Json]) -> dict[str, OptionValue]:
        """Every option with its value, the defaults in the place of what is not chosen.

        OptionError if there is no such option or value, or the options do not go together.
        """
        checked = {key: self.option(key).check(value) for key, value in chosen.items()}
        options = {**self.defaults(checked), **checked}
        if conflict := self.conflict(options):
            raise OptionError(conflict)
        return options

    def defaults(self, chosen: Options) -> dict[str, OptionValue]:
        """A value for every option, to stand where none is chosen: a game may fit them to those that are."""
        return {option.key: option.default for option in self.options}

    def conflict(self, options: Options) -> str:
        """Why values that are right by themselves do not go together, without a full stop; empty where they do.

        A seat has to be one that there is; a game may have more such rules.
        """
        seats = self.seats(options)
        for option in self.options:
            seat = options[option.key]
            if option.seat and isinstance(seat, int) and seat >= seats:
                return (
                    f"{option.key} cannot be {seat}: with {count(seats, 'player')}, use a number from 0 to {seats - 1}"
                )
        return ""

    def matters(self, key: str, options: Options) -> bool:
        """Whether it makes a difference which value an option has, the others having theirs."""
        return True

    def adjust(self, options: Options, key: str, value: OptionValue) -> dict[str, OptionValue]:
        """The options with one of them set; the others keep their values, first to last, as far as they go with it."""
        kept = {key: value}
        for other in options:
            if other != key:
                with suppress(OptionError):
                    self.configure({**kept, other: options[other]})
                    kept[other] = options[other]
        return self.configure({**kept})

    def player_counts(self, chosen: Options | None = None) -> tuple[int, ...]:
        """How many can play, in rising order: with these options chosen, and at most one more chosen freely."""
        chosen = {} if chosen is None else chosen
        counts = {self.seats(self.configure(chosen))}
        for option in self.options:
            if option.key not in chosen and not option.seat:  # who begins does not say how many play
                for value in option.values:
                    with suppress(OptionError):
                        counts.add(self.seats(self.configure({**chosen, option.key: value})))
        return tuple(sorted(counts))

    def option(self, key: str) -> Option:
        """The option with this key; OptionError if there is none."""
        for option in self.options:
            if option.key == key:
                return option
        raise OptionError(
            f"{self.name} has no option {key!r}; its options are {', '.join(option.key for option in self.options)}"
        )

    def why_not(self, view: StateT, action: ActionT) -> str:
        """Why the rules refuse an action to the seat to act in ``view``, in a sentence; empty if it can be done."""
        if action not in self.legal_actions(view):  # what is legal is not tried: in a view its cards may be unknown
            try:
                self.reduce(view, action)
            except IllegalActionError as error:
                return str(error)
        return ""

    def preset(self, options: Options) -> Preset | None:
        """What a game with these options was offered as; None if that is nothing."""
        for preset in self.presets:
            if all(options[key] == value for key, value in preset.options.items()):
                return preset
        return None

    def title_of(self, options: Options) -> str:
        """What a game with these options is called."""
        preset = self.preset(options)
        return self.title if preset is None else preset.title

    def choices(self, options: Options) -> tuple[str, ...]:
        """The options that are not the usual ones, in words: ``blind nil: Off``. Seats are left out."""
        preset = self.preset(options)
        usual = self.configure({} if preset is None else preset.options)
        return tuple(
            f"{option.key.replace('_', ' ')}: {option.label(options[option.key]).partition(':')[0]}"
            for option in self.options
            if not option.seat and options[option.key] != usual[option.key]
        )

    def parse_action(self, do: str, arguments: Mapping[str, Json]) -> Action:
        """The action that a log line's kind and other keys give; ValueError if they give none."""
        for kind in self.actions:
            if kind.do == do:
                return kind.parse(arguments)
        raise ValueError(
            f"{self.name} has no action {do!r}; its actions are {', '.join(kind.do for kind in self.actions)}"
        )


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game that the caller does not need to know."""
