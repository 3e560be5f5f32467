"""The form that a game has on the wire, in version 1 of the protocol: its points as seats observe them, and actions.

It follows from the types of each game, and is not written down a second time (:mod:`clockspades.engine.codec`). An
event says what it is: ``"event": "card-played"``. Actions and results are as logs write them (docs/log-format.md).

The names are those of the code, and belong to the version. When something is renamed there, :data:`OLD_NAMES` keeps
what version 1 calls it.
"""

from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from functools import cache, lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.codec import OMITTED, CodecError, Form, Notation, quoted, text_form
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.engine.rules import Action, Deal, Event, Outcome, Rules
from clockspades.engine.session import Position
from clockspades.engine.text import printable
from clockspades.network.wire.messages import MOST_ITEMS, PointNumber, SeatNumber
from clockspades.table.model import seen_state

LARGEST: Final = 1_000_000
"""The largest number in a game, and the lowest below 0: more than any score."""
LONGEST_FAULT: Final = 1000
"""Characters of what is wrong with an action, at most."""
TAG: Final = "event"
"""The key under which an event says what it is."""

Object: TypeAlias = Mapping[str, Json]
WrittenT = TypeVar("WrittenT")

OLD_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "clock": {"PilesDealt": "dealt", "PlacedUnderPile": "placed"},
    "german-clock": {"PlacedOnFoundation": "placed"},
    "spades": {"CardKept": "drew"},
}
"""By game, for what is called something else in the code than in version 1, the old name.

A class is written as ``CardPlayed`` (its old name is the tag, ``card-played``), a field as ``CardPlayed.card``, and a
member of an enumeration as ``SpadesPhase.DRAW``.
"""


AS_LISTS: Final = {"spades: Bid", "spades: ScoreLine"}
"""Named tuples that are a list of their values, in the order of the code: a long game has hundreds of them."""


class _GameNotation(Notation):
    """How the types of one game are on the wire."""

    def __init__(self, game: AnyGame, old_names: Mapping[str, str]) -> None:
        super().__init__(most_items=MOST_ITEMS)
        self._game, self._old_names = game, old_names
        self.unused = {*old_names}
        """The old names of what is not there."""
        cards = {card.text: card for card in (*game.rules.cards, UNKNOWN)}
        self._card = text_form(lambda: 'a card in capitals, as "QS"', cards.__getitem__, attrgetter("text"))
        state, _, event = _types_of(game.rules)
        self.state: Final[type] = state
        self.events: Final = {self._tag(kind): kind for kind in get_args(event)}
        """Each kind of event by what it is called."""

    def own_form(self, hint: Any) -> Form | None:
        if hint is int:
            return _NUMBER
        if hint is Card:
            return self._card
        if hint is StrEnum:
            return text_form(lambda: "a reason for the end", self._game.rules.reasons, str)
        if hint is Action:
            return Form(lambda: "an action", (dict,), self._read_action, _write_action)
        return self._event_form() if hint is Event else None

    def key(self, kind: type, name: str) -> str:
        return self._on_wire(f"{kind.__name__}.{name}", name)

    def member(self, member: Enum) -> str:
        return self._on_wire(f"{type(member).__name__}.{member.name}", super().member(member))

    def is_list(self, kind: type) -> bool:
        return f"{self._game.name}: {kind.__name__}" in AS_LISTS

    def _event_form(self) -> Form:
        forms = {tag: self.form(kind) for tag, kind in self.events.items()}
        tags = {kind: tag for tag, kind in self.events.items()}

        def write(event: Any) -> dict[str, Any]:
            tag = tags[type(event)]
            return {TAG: tag, **forms[tag].write(event)}

        writers = {kind: _once(write) for kind in tags}

        def read(written: Any) -> Any:
            given = {**written} if type(written) is dict else {}
            tag = given.pop(TAG, None)
            form = forms.get(tag) if isinstance(tag, str) else None
            if form is None:
                raise CodecError("{what} must say in {tag} what happened", tag=quoted(TAG))
            return form.read(given)

        return Form(lambda: "an event", (dict,), read, lambda event: writers[type(event)](event))

    def _read_action(self, written: Any) -> Action:
        """The action of a seat, as a log has it without the seat."""
        given = {**written} if isinstance(written, dict) else {}
        do = given.pop("do", None)
        if not isinstance(do, str) or do == Deal.do:
            raise CodecError('{what} must say in "do" what a player does')
        try:
            return self._game.rules.parse_action(do, given)
        except (ValueError, TypeError) as error:  # a value of a type that no action has
            raise CodecError(printable(str(error)[:LONGEST_FAULT]), "") from None

    def _tag(self, event: type) -> str:
        """What a kind of event is called: ``card-played``."""
        words = "".join(f"-{char.lower()}" if char.isupper() else char for char in event.__name__)
        return self._on_wire(event.__name__, words.removeprefix("-"))

    def _on_wire(self, name: str, usual: str) -> str:
        """What is called ``name`` in the code: its old name, if it has one."""
        self.unused.discard(name)
        return self._old_names.get(name, usual)


class WireForm:
    """How the views, events, actions and results of one game are written on the wire, and read."""

    def __init__(self, game: AnyGame, old_names: Mapping[str, str] = MappingProxyType({})) -> None:
        """``old_names`` are those of the game in :data:`OLD_NAMES`."""
        notation = self.notation = _GameNotation(game, old_names)
        self.events: Final[Mapping[str, type[Event]]] = notation.events
        """Each kind of event by what it is called."""
        _, _, self.read_event, self.write_event, _ = notation.form(Event)
        _, _, self.read_action, self.write_action, _ = notation.form(Action)
        _, _, self.read_point, self.write_point, _ = notation.form(_WrittenPoint)
        self._state: Final = notation.state
        types = get_type_hints(self._state)
        self._fields: Final = tuple(
            _ViewField(name, key, _once(form.write), form.read, get_args(types[name])[1:] == (...,))
            for name, key, form, *_ in notation.fields(self._state)
        )
        self._keys: Final = {field.key for field in self._fields}
        self._values: Final[Callable[[Any], tuple[Any, ...]]] = attrgetter(*types)
        if notation.unused:
            raise TypeError(f"{game.name} has no {min(notation.unused)}, so it has no old name")

    def write_view(self, view: Any, before: Any = None, added: Object = MappingProxyType({})) -> dict[str, Json]:
        """The fields of a view that differ from those of the view ``before``; all of them if that is None.

        Those that :meth:`write_more` has ``added`` are left out.
        """
        if before is None:
            return {field.key: field.write(value) for field, value in zip(self._fields, self._values(view))}
        return {
            field.key: field.write(value)
            for field, value, old in zip(self._fields, self._values(view), self._values(before))
            if value is not old and value != old and field.key not in added
        }

    def write_more(self, view: Any, before: Any) -> dict[str, Json]:
        """By field of a view what its list has more than in the view ``before``, where that had the first items."""
        return {
            field.key: field.write(value[len(old) :])
            for field, value, old in zip(self._fields, self._values(view), self._values(before))
            if field.is_list and value is not old and 0 < len(old) < len(value) and value[: len(old)] == old
        }

    def read_view(self, written: Json, before: Any = None, more: Json = None) -> Any:
        """The view with these fields, and the others as they were ``before``, but for ``more`` items of its lists.

        CodecError if there is none.
        """
        values, key, more = {}, "", {} if more is None else more
        if not isinstance(written, dict) or not isinstance(more, dict):
            raise CodecError("{what} must be an object", '"view"')
        try:
            for name, key, _, read, is_list in self._fields:
                if key in more and (not is_list or before is None or key in written):
                    raise CodecError("{what} is no list that can have more items")
                if key in written:
                    values[name] = read(written[key])
                elif before is None:
                    raise CodecError("{what} is missing")
                else:
                    old = getattr(before, name)
                    values[name] = (*old, *read(more[key])) if key in more else old
        except CodecError as error:
            raise error.inside(quoted(key)).inside('"view"') from None
        if not self._keys.issuperset(written) or not self._keys.issuperset(more):
            unknown = min({*written, *more} - self._keys)
            raise CodecError("{what} has an unknown key {key}", '"view"', key=quoted(unknown))
        return self._state(**values)


@cache
def wire_form(game: AnyGame) -> WireForm:
    return WireForm(game, OLD_NAMES.get(game.name, {}))


class SeenPoint(NamedTuple):
    """One point of a game as a seat observes it, or as all do."""

    number: int
    """From 0, the point before any action."""
    seat: int | None
    """Who acted on the way here; None for a deal, and before any action."""
    events: tuple[Event, ...]
    """What happened on the way here, as observed."""
    view: Any
    """The state, as observed. Once a game of several players is over, all hands are open."""


def observed_point(
    game: AnyGame, seats: int, number: int, position: Position[Any, Any, Any], eyes: int | None
) -> SeenPoint:
    """A point of a game of so many seats as the seat ``eyes`` observes it; None observes what all see."""
    events = tuple(game.rules.observe_event(event, eyes) for event in position.events)
    return SeenPoint(number, position.seat, events, seen_state(game, position.state, eyes, seats))


def write_point(game: AnyGame, point: SeenPoint, eyes: int | None, before: Any = None, *, more: bool = False) -> Any:
    """A point as it goes to the seat ``eyes``, to which the view ``before`` went last; None if it gets its first.

    ``view`` has the fields that changed. With ``more``, a list to which items were added is in ``more``, with those
    items alone. ``legal`` has what the seat may do, if it is its turn.
    """
    form, rules, view = wire_form(game), game.rules, point.view
    added = form.write_more(view, before) if more and before is not None else {}
    decides = eyes is not None and rules.to_act(view) == eyes
    changed, legal = form.write_view(view, before, added), rules.legal_actions(view) if decides else ()
    written = [*map(form.write_action, legal)]
    return form.write_point(
        _WrittenPoint(point.number, point.seat, point.events, changed, written, view.outcome, added or None)
    )


class _WrittenPoint(NamedTuple):
    """A point on its way. What its view says depends on the view before."""

    n: PointNumber
    seat: SeatNumber | None
    events: tuple[Event, ...]
    view: Any
    legal: Any
    """For programs that do not know the rules: it is not read."""
    result: Outcome | None
    more: Annotated[Any, OMITTED] = None
    """Only for programs that know it: by field of the view, items that were added to its list."""


def read_point(game: AnyGame, written: object, before: Any = None) -> SeenPoint:
    """The point that was written like this, after a point with the view ``before``; CodecError if there is none."""
    form = wire_form(game)
    number, seat, events, changed, _, result, added = form.read_point(written)
    view = form.read_view(changed, before, added)
    if result != view.outcome:
        raise CodecError("{what} must be that of the view", '"result"')
    return SeenPoint(number, seat, events, view)


@lru_cache(1024)
def _write_action(action: Action) -> Any:
    """An action as a log has it. The same ones are legal again and again."""
    return action.as_json()


def _once(write: Callable[[Any], WrittenT]) -> Callable[[Any], WrittenT]:
    """Write a value, or return what was written if it is the same object as last time.

    A point goes to each seat in turn, and the seats share the objects that all of them see.
    """
    last: tuple[object, WrittenT] | None = None

    def write_once(value: Any) -> WrittenT:
        nonlocal last
        found = last
        if found is None or found[0] is not value:
            last = found = (value, write(value))
        return found[1]

    return write_once


class _ViewField(NamedTuple):
    """A field of a view."""

    name: str
    key: str
    """What it is called on the wire."""
    write: Callable[[Any], Json]
    read: Callable[[Any], Any]
    is_list: bool
    """Whether it has any number of items of one type."""


def _number(value: Any) -> int:
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise CodecError(f"{{what}} must be a whole number from {-LARGEST:,} to {LARGEST:,}")
    return value


_NUMBER: Final = Form(lambda: "a whole number", (int,), _number)


def _types_of(rules: Rules[Any, Any, Any]) -> tuple[Any, ...]:
    for kind in type(rules).__mro__:
        for base in getattr(kind, "__orig_bases__", ()):
            if get_origin(base) is Rules:
                return get_args(base)
    raise TypeError(f"{type(rules).__name__} does not say of which types its states and events are")
