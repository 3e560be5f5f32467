"""The rules of a game: its states, its legal actions, its reducer, and what each seat may see.

A state is frozen and hashable, and only :meth:`Rules.reduce` makes the next one. Chance is an action, :class:`Deal`;
nothing else is random. Players, bots and hints get only what :meth:`Rules.observe` shows a seat, except
bots that are labelled as seeing all cards.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from random import Random
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, cast

from clockspades.cards import PACK, UNKNOWN, Card, format_cards, parse_cards, shuffled
from clockspades.engine.codec import Codec, CodecError, Form, Notation, between
from clockspades.engine.deal_proof import WholeProof
from clockspades.engine.options import Json, Options
from clockspades.language import NC_, _, pgettext, wrong


class IllegalActionError(ValueError):
    """An action that the rules refuse. The message names the rule in words that a player understands."""


LARGEST_SCORE: Final = 10_000_000
"""The highest score, and below 0 the lowest, of a result: no game that a log has room for gets there."""
Score: TypeAlias = Annotated[int, between(-LARGEST_SCORE, LARGEST_SCORE)]


class Outcome(NamedTuple):
    """How a game ended (docs/log-format.md, "Result")."""

    winners: tuple[int, ...]
    """The seats that won; none if the game was drawn or lost."""
    scores: tuple[Score, ...]
    """As :meth:`Rules.scores` gives them."""
    reason: StrEnum
    """One of :attr:`Rules.reasons`."""

    def share(self, seat: int, seats: int) -> float:
        """What a seat of so many got: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return float(seat in self.winners) if self.winners or seats == 1 else 0.5


OUTCOMES: Final = Codec(Outcome)
"""How a game ended, as its log has it. What is read has any text as its reason."""


class Sight(Enum):
    """Who sees the cards of a zone."""

    ALL = auto()
    OWNER = auto()
    NOBODY = auto()


class Spot(NamedTuple):
    """The name of a zone, and which of several it is: that of a seat."""

    zone: str
    owner: int | None = None


class Zone(NamedTuple):
    """A hand, a pile or a row: cards in an order, and who sees them."""

    name: str
    owner: int | None
    """The seat that it belongs to; None if all share it."""
    sight: Sight
    cards: tuple[Card, ...]

    @property
    def spot(self) -> Spot:
        return Spot(self.name, self.owner)


def is_seen(sight: Sight, owner: int | None, seat: int | None) -> bool:
    """Whether a seat sees the cards of such a zone; None stands for what everyone sees."""
    return sight is Sight.ALL or (sight is Sight.OWNER and seat is not None and seat == owner)


class Action:
    """What the seat to act, or chance, does. Subclasses are frozen dataclasses.

    In a log ``do`` is the kind of the action, and the other keys are its fields, without those that have their defaults
    (docs/log-format.md, "Actions").
    """

    __slots__ = ()
    do: ClassVar[str]

    def arguments(self) -> dict[str, Json]:
        """The keys in a log beside ``seat`` and ``do``."""
        written: dict[str, Json] = _ACTIONS.form(type(self)).write(self)
        return written

    def as_json(self) -> dict[str, Json]:
        """The action as a log has it, without its seat."""
        return {"do": self.do, **self.arguments()}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> Self:
        """The action with these other keys in a log; ValueError if they are not this action's."""
        try:
            action: Self = _ACTIONS.form(cls).read(arguments)
        except CodecError as error:
            raise error.about(pgettext("subject", "the action {action}", action=repr(cls.do))) from None
        return action


def _read_cards(text: Any) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise CodecError(_NO_CARDS)
    try:
        cards = parse_cards(text)
    except ValueError as error:
        words = NC_("fault", "{what} must be cards in capitals, with one space between cards: {reason}")
        raise CodecError(words, reason=error) from None
    if format_cards(cards) != text:
        raise CodecError(_NO_CARDS)
    return cards


_NO_CARDS: Final = NC_("fault", "{what} must be cards in capitals, with one space between cards")
_ACTIONS: Final = Notation(brief=True)


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Chance: the shuffled cards in dealing order, top first."""

    do: ClassVar[str] = "deal"
    cards: Annotated[tuple[Card, ...], Form(lambda: "cards", (str,), _read_cards, format_cards)]
    proof: WholeProof | None = field(default=None, compare=False)
    """What shows that nobody chose the cards, in a network game. The same cards are the same deal without it."""

    def fault(self, pack: Sequence[Card]) -> str:
        """Why these cards are not the cards of ``pack``, each once, as the end of a sentence; empty if they are."""
        if len(self.cards) == len(pack) and {*self.cards} == {*pack}:
            return ""
        for card in self.cards:
            if card not in pack:
                return wrong("the {card} does not belong", card=card.symbol)
            if self.cards.count(card) > 1:
                return wrong("the {card} appears twice", card=card.symbol)
        missing = next(card.symbol for card in pack if card not in self.cards)
        return wrong("the {card} is missing", card=missing)


class GameState(Protocol):
    """What every state has."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""


class Event:
    """Something that happened in a step. Subclasses are frozen dataclasses."""

    __slots__ = ()
    starts_section: ClassVar[bool] = False
    """Whether the events that follow belong to it, as to the start of a turn."""
    irreversible: ClassVar[bool] = False
    """Whether it turns a card up, so that it can be undone only where that is allowed."""
    shows_hidden: ClassVar[bool] = False
    """Whether it shows a card that the player could not know before acting. It can be undone all the same."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A card went from one zone to another, as :attr:`Rules.sights` names them."""

    card: Card
    start: Spot
    end: Spot
    turned: bool = False
    """Whether it was turned up on the way."""

    @property
    def irreversible(self) -> bool:  # type: ignore[override]
        return self.turned


StateT = TypeVar("StateT", bound=GameState)
ActionT = TypeVar("ActionT", bound=Action)
EventT = TypeVar("EventT", bound=Event)


class Step(NamedTuple, Generic[StateT, EventT]):
    """What an action leads to: the next state, and the events on the way there, in order."""

    state: StateT
    events: tuple[EventT, ...]


class Rules(ABC, Generic[StateT, ActionT, EventT]):
    """How a game is played. The defaults suit one player and all 52 cards.

    ``ActionT`` is what seats can do: every kind of action but the deal.
    """

    actions: ClassVar[tuple[type[Action], ...]]
    """Every kind of action, the deal included."""
    reasons: ClassVar[type[StrEnum]]
    """Why the game can end, each as a result in a log writes it."""
    cards: ClassVar[Sequence[Card]] = PACK
    """Every card that one of its packs has."""
    sights: ClassVar[Mapping[str, Sight]] = MappingProxyType({})
    """The zones: by field of the state with cards, or with cards by seat, who sees them. Some games have none."""

    @abstractmethod
    def initial(self, options: Options) -> StateT:
        """The state before the first deal. ``options`` has a value for every option (:meth:`Game.configure`)."""

    def deal_due(self, state: StateT) -> bool:
        """Whether the next action is a deal. By default it is one as long as no zone has a card."""
        return not any(zone.cards for zone in self.zones(state))

    def pack(self, state: StateT) -> Sequence[Card]:
        """The cards of the deal that is due, in any order."""
        return PACK

    def deal(self, state: StateT, rng: Random) -> Deal:
        """The deal that is due, shuffled with ``rng``."""
        return Deal(shuffled(self.pack(state), rng))

    def to_act(self, state: StateT) -> int | None:
        """The seat whose turn it is; None if a deal is due or the game is over."""
        return None if self.deal_due(state) or state.outcome is not None else 0

    @abstractmethod
    def legal_actions(self, state: StateT) -> tuple[ActionT, ...]:
        """What the seat to act may do, in a fixed order; empty if a deal is due or the game is over."""

    def offered(self, view: StateT) -> tuple[ActionT, ...]:
        """The choices that the seat to act in ``view`` gets, in a fixed order.

        A game of attention offers more than what is legal: to see what is legal is its skill.
        """
        return self.legal_actions(view)

    def is_weighed(self, view: StateT) -> bool:
        """Whether the seat to act in ``view`` has something to weigh, so that a word on that tells nothing else.

        A game of attention has not where only seeing what is legal is the skill.
        """
        return len(self.legal_actions(view)) > 1

    def reduce(self, state: StateT, action: ActionT | Deal) -> Step[StateT, EventT]:
        """The next state, and the events that lead to it. IllegalActionError if the rules refuse the action."""
        if state.outcome is not None:
            raise IllegalActionError(_("The game is over."))
        is_due = self.deal_due(state)
        if not isinstance(action, Deal):
            if is_due:
                raise IllegalActionError(_("The cards have not been dealt yet."))
            if type(action) not in self.actions:
                raise IllegalActionError(_("This game has no such move."))
            return self.apply_action(state, action)
        if not is_due:
            raise IllegalActionError(_("The cards have already been dealt."))
        pack = self.pack(state)
        if fault := action.fault(pack):
            words = _("A deal is {number} cards, each once: {fault}.", number=len(pack), fault=fault)
            raise IllegalActionError(words)
        return self.apply_deal(state, action)

    @abstractmethod
    def apply_deal(self, state: StateT, deal: Deal) -> Step[StateT, EventT]:
        """What :meth:`reduce` does with a deal that is due and has the right cards."""

    @abstractmethod
    def apply_action(self, state: StateT, action: ActionT) -> Step[StateT, EventT]:
        """What :meth:`reduce` does with an action of the seat to act. IllegalActionError if the rules refuse it."""

    def is_settled(self, view: StateT) -> bool:
        """Whether what the seat to act sees proves that the same seats win, whatever anybody does from now on."""
        return False

    def claim(self, view: StateT) -> ActionT | None:
        """What the seat to act plays if it provably takes all tricks that are left, or none; None if that is open."""
        return None

    def settles(self, view: StateT) -> bool:
        """Whether what the seat to act sees proves who takes every trick that is left in this deal."""
        return False

    def throw(self, view: StateT) -> ActionT | None:
        """What the seat to act plays once it has given up the rest of a deal; None where there is none to give up."""
        return None

    def why_not(self, view: StateT, action: ActionT) -> str:
        """Why the seat to act in ``view`` cannot do this, in a sentence; empty if it can."""
        if action not in self.legal_actions(view):  # a legal action is not tried: a view may hide its cards
            try:
                self.reduce(view, action)
            except IllegalActionError as error:
                return str(error)
        return ""

    def zones(self, state: StateT) -> tuple[Zone, ...]:
        """Every zone with its cards, in the order of :attr:`sights`, those of seats by seat."""
        return tuple(
            Zone(spot.zone, spot.owner, sight, cards)
            for name, sight in self.sights.items()
            for spot, cards in _spots(name, getattr(state, name))
        )

    def move(self, state: StateT, moves: Iterable[Moved]) -> StateT:
        """The state after cards went to the end of other zones, as events say it."""
        cards = {zone.spot: [*zone.cards] for zone in self.zones(state)}
        for card, start, end in ((moved.card, moved.start, moved.end) for moved in moves):
            cards[start].remove(card)
            cards[end].append(card)
        return _with_cards(state, {spot: tuple(there) for spot, there in cards.items()})

    def observe(self, state: StateT, seat: int | None) -> StateT:
        """The state as ``seat`` sees it, with unknown cards for hidden ones. None sees what everyone sees."""
        hidden = ((name, sight) for name, sight in self.sights.items() if sight is not Sight.ALL)
        return _with(state, {name: _seen(getattr(state, name), sight, seat) for name, sight in hidden})

    def recall(self, state: StateT, seat: int) -> StateT:
        """The state as ``seat`` knows it with a perfect memory of the game so far.

        Where that is more than :meth:`observe` shows, memory is a skill of the game: no hint or bot uses it in play.
        """
        return self.observe(state, seat)

    def alike(self, one: ActionT, other: ActionT) -> bool:
        """Whether no player can tell two actions apart, so that they count as one choice."""
        return one == other

    def observe_event(self, event: EventT, seat: int | None) -> EventT:
        """The event as ``seat`` sees it. None sees what everyone sees."""
        if isinstance(event, Moved):
            ends = ((self.sights[spot.zone], spot.owner) for spot in (event.start, event.end))
            if not any(is_seen(sight, owner, seat) for sight, owner in ends):
                return replace(event, card=UNKNOWN)
        return event

    @abstractmethod
    def scores(self, state: StateT) -> tuple[int, ...]:
        """The scores so far, by seat, or by side in a game of partners (docs/log-format.md, "Result")."""

    def lead(self, state: StateT, seat: int) -> int:
        """How far the score of ``seat`` is ahead of the best other one, below 0 if behind; the score of a patience."""
        scores = self.scores(state)
        return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)

    def parse_action(self, do: str, arguments: Mapping[str, Json]) -> Action:
        """The action with this kind and these other keys in a log; ValueError if there is none."""
        for kind in self.actions:
            if kind.do == do:
                return kind.parse(arguments)
        known = ", ".join(kind.do for kind in self.actions)
        words = NC_("fault", "this game has no action {action}; its actions are {known}")
        raise ValueError(wrong(words, action=repr(do), known=known))


# -- zones -----------------------------------------------------------------------------------------------


def _spots(name: str, value: tuple[Any, ...]) -> Iterable[tuple[Spot, tuple[Card, ...]]]:
    """The zones in a field of a state, with their cards: one for each seat where it has tuples of cards."""
    if value and isinstance(value[0], tuple):
        return ((Spot(name, owner), cards) for owner, cards in enumerate(value))
    return ((Spot(name), value),)


def _with_cards(state: StateT, cards: Mapping[Spot, tuple[Card, ...]]) -> StateT:
    """The state with other cards in all its zones."""
    fields: dict[str, tuple[Any, ...]] = {}
    for spot, there in cards.items():
        fields[spot.zone] = there if spot.owner is None else (*fields.get(spot.zone, ()), there)
    return _with(state, fields)


def _seen(cards: tuple[Any, ...], sight: Sight, seat: int | None) -> tuple[Any, ...]:
    """The cards in a field of a state, shared or by seat, as a seat sees them."""
    if cards and isinstance(cards[0], tuple):
        return tuple([hand if is_seen(sight, at, seat) else (UNKNOWN,) * len(hand) for at, hand in enumerate(cards)])
    return cards if is_seen(sight, None, seat) else (UNKNOWN,) * len(cards)


def _with(state: StateT, fields: Mapping[str, object]) -> StateT:
    """The state with other values in some fields."""
    changed = state._replace(**fields) if hasattr(state, "_replace") else replace(cast(Any, state), **fields)
    return cast(StateT, changed)
