"""The form that a game has on the wire, in version 1 of the protocol: its points as seats observe them, and actions.

It follows from the types of each game, and is not written down a second time. A named tuple or a dataclass is an object
with its fields, a tuple is a list, a card, a suit and a rank are their text, and a member of an enumeration is its
value if that is text, else its name in small letters. An event says what it is: ``"event": "card-played"``. Actions and
results are as logs write them (docs/log-format.md).

The names are those of the code, and belong to the version. When something is renamed there, :data:`OLD_NAMES` keeps
what version 1 calls it.

``cattrs`` writes and reads the types of the games as they are. ``msgspec`` needs a second set of types for the same: it
has named tuples as lists, renames no field of them, takes unknown fields of dataclasses, and has no union of them. It
is quicker, 0.04 against 0.26 ms for the longest views of Spades. But a point has only what changed: that takes 0.02 ms,
and 0.04 ms to read.
"""

from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from functools import cache, lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from cattrs import Converter
from cattrs.cols import (
    is_namedtuple,
    namedtuple_dict_structure_factory,
    namedtuple_dict_unstructure_factory,
    namedtuple_structure_factory,
    namedtuple_unstructure_factory,
)
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit
from clockspades.engine.actions import Action, Deal
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.engine.rules import Event, Outcome, Rules
from clockspades.engine.session import Position
from clockspades.engine.text import printable
from clockspades.network.wire.frames import MOST_CHARACTERS, WireError, is_tuple, read_list, read_number, read_object
from clockspades.saved.log import format_result
from clockspades.table.model import seen_state

LARGEST: Final = 1_000_000
"""The largest number in a game, and the lowest below 0: more than any score."""
TAG: Final = "event"
"""The key under which an event says what it is."""

MORE: Final = "more"
"""What a point has only for programs that know it, where items were added to a list of the view."""
_KEYS: Final = {"n", "seat", "events", "view", "legal", "result"}
"""What every point has."""

Object: TypeAlias = Mapping[str, Json]
ValueT = TypeVar("ValueT")
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


class WireForm:
    """How the views, events, actions and results of one game are written on the wire, and read."""

    def __init__(self, game: AnyGame, old_names: Mapping[str, str] = MappingProxyType({})) -> None:
        """``old_names`` are those of the game in :data:`OLD_NAMES`."""
        self.game = game
        self._old_names, self._unused = old_names, {*old_names}
        state, _, event = _types_of(game.rules)
        self._converter = self._make_converter()
        self.events: Final[Mapping[str, type[Event]]] = {self._tag(kind): kind for kind in get_args(event)}
        """Each kind of event by what it is called."""
        self._event_writers: Final = {kind: _once(self._event_writer(kind, tag)) for tag, kind in self.events.items()}
        for kind in self.events.values():
            self._converter.get_structure_hook(kind)
        self._state: Final[type] = state
        types = get_type_hints(state)
        self._fields: Final = tuple(
            _Field(
                name,
                self._name(state, name),
                _once(self._converter.get_unstructure_hook(types[name])),
                self._converter.get_structure_hook(types[name]),
                types[name],
                is_tuple(types[name]) and get_args(types[name])[1:] == (...,),
            )
            for name in _field_names(state)
        )
        self._values: Final[Callable[[Any], tuple[Any, ...]]] = attrgetter(*_field_names(state))
        if self._unused:
            raise TypeError(f"{game.name} has no {min(self._unused)}, so it has no old name")

    # -- views -------------------------------------------------------------------------------------------

    def write_view(self, view: Any, before: Any = None, added: Object = MappingProxyType({})) -> dict[str, Json]:
        """The fields of a view that differ from those of the view ``before``; all of them if that is None.

        Those that :meth:`write_more` has ``added`` are left out.
        """
        if before is None:
            return {field.wire: field.write(value) for field, value in zip(self._fields, self._values(view))}
        return {
            field.wire: field.write(value)
            for field, value, old in zip(self._fields, self._values(view), self._values(before))
            if value is not old and value != old and field.wire not in added
        }

    def write_more(self, view: Any, before: Any) -> dict[str, Json]:
        """By field of a view what its list has more than in the view ``before``, where that had the first items."""
        return {
            field.wire: field.write(value[len(old) :])
            for field, value, old in zip(self._fields, self._values(view), self._values(before))
            if field.is_list and value is not old and 0 < len(old) < len(value) and value[: len(old)] == old
        }

    def read_view(self, written: Json, before: Any = None, more: Json = None) -> Any:
        """The view with these fields, and the others as they were ``before``, but for ``more`` items of its lists.

        WireError if there is none.
        """
        given, added = read_object(written), {} if more is None else read_object(more)
        if len(given) + len(added) > sum(wire in given or wire in added for _, wire, *_ in self._fields):
            raise self._wrong("a view", "it has a field that the game does not have")
        values = {}
        for name, wire, _, read, kind, is_list in self._fields:
            if wire in added:
                if before is None or not is_list:
                    raise self._wrong("a view", f"nothing can be added to its {wire!r}")
                values[name] = (*getattr(before, name), *self._reading("a view", read, added[wire], kind))
            elif wire in given:
                values[name] = self._reading("a view", read, given[wire], kind)
            elif before is None:
                raise self._wrong("a view", f"it has no {wire!r}")
            else:
                values[name] = getattr(before, name)
        return self._state(**values)

    # -- events, actions and results -----------------------------------------------------------------------

    def write_event(self, event: Event) -> dict[str, Json]:
        """An event, as a seat observed it."""
        return self._event_writers[type(event)](event)

    def _event_writer(self, kind: type[Event], tag: str) -> Callable[[Event], dict[str, Json]]:
        write = self._converter.get_unstructure_hook(kind)
        return lambda event: {TAG: tag, **write(event)}

    def read_event(self, written: Json) -> Event:
        """The event that was written like this; WireError if none is."""
        given = {**read_object(written)}
        tag = given.pop(TAG, None)
        kind = self.events.get(tag) if isinstance(tag, str) else None
        if kind is None:
            raise self._wrong("an event", "it does not say what happened")
        event: Event = self._reading("an event", self._converter.structure, given, kind)
        return event

    def write_action(self, action: Action) -> Json:
        """An action of a seat, as a log has it without the seat."""
        return _write_action(action)

    def read_action(self, written: Json) -> Action:
        """The action of a seat that was written like this; WireError if none is."""
        given = {**read_object(written)}
        do = given.pop("do", None)
        if not isinstance(do, str) or do == Deal.do:
            raise self._wrong("an action", "it does not say what a player does")
        try:
            return self.game.rules.parse_action(do, given)
        except (ValueError, TypeError) as error:  # a value of a type that no action has
            raise self._wrong("an action", printable(str(error)[:MOST_CHARACTERS])) from None

    def write_result(self, outcome: Outcome | None) -> Json:
        """How a game ended, as a log has it; None while it goes on."""
        return None if outcome is None else format_result(outcome)["result"]

    def read_result(self, written: Json) -> Outcome | None:
        """How a game ended; WireError if nothing is written like this."""
        found: Outcome | None = self._reading("a result", self._converter.structure, written, Outcome | None)
        return found

    # -- the types -----------------------------------------------------------------------------------------

    def _make_converter(self) -> Converter:
        converter = Converter(detailed_validation=False, forbid_extra_keys=True)
        converter.register_structure_hook(int, lambda value, _: read_number(value, LARGEST, -LARGEST))
        converter.register_structure_hook(bool, _truth)
        for plain in (int, bool):
            converter.register_unstructure_hook(plain, plain)  # a pile is a number, also where the code has a rank
        for named in (Card, Rank, Suit):
            converter.register_unstructure_hook(named, _TEXT_OF[named])
        converter.register_structure_hook(Card, lambda text, _: _CARDS[text])
        converter.register_structure_hook(Rank, lambda text, _: _RANKS[text])
        converter.register_structure_hook(Suit, lambda text, _: _SUITS[text])

        @converter.register_unstructure_hook_factory(_is_plain_enum)
        def write_member(kind: type[Enum]) -> Callable[[Enum], str]:
            written = {member: self._member(member) for member in kind}
            return written.__getitem__

        @converter.register_structure_hook_factory(_is_plain_enum)
        def read_member(kind: type[Enum]) -> Callable[[str, Any], Enum]:
            read = {self._member(member): member for member in kind}
            return lambda text, _: read[text]

        converter.register_structure_hook(StrEnum, lambda text, _: self.game.rules.reasons(text))

        @converter.register_unstructure_hook_factory(is_tuple)
        def write_tuple(kind: Any) -> Callable[[tuple[Any, ...]], list[Json]]:
            items = get_args(kind)
            if items[1:] == (...,):
                hook = converter.get_unstructure_hook(items[0])
                return lambda values: [*map(hook, values)]
            hooks = [converter.get_unstructure_hook(item) for item in items]
            return lambda values: [hook(value) for hook, value in zip(hooks, values, strict=True)]

        @converter.register_structure_hook_factory(is_tuple)
        def read_tuple(kind: Any) -> Callable[[Any, Any], tuple[Any, ...]]:
            items = get_args(kind)
            hooks = [converter.get_structure_hook(item) for item in items if item is not ...]
            if items[1:] == (...,):
                return lambda values, _: tuple([hooks[0](value, items[0]) for value in read_list(values)])
            return lambda values, _: tuple(
                [hook(value, item) for hook, item, value in zip(hooks, items, read_list(values), strict=True)]
            )

        @converter.register_unstructure_hook_factory(_is_record)
        def write_record(kind: Any) -> Callable[[Any], Json]:
            if self._is_list(kind):
                return namedtuple_unstructure_factory(kind, converter, list)
            make = namedtuple_dict_unstructure_factory if is_namedtuple(kind) else make_dict_unstructure_fn
            return make(kind, converter, **self._overrides(kind))

        @converter.register_structure_hook_factory(_is_record)
        def read_record(kind: Any) -> Callable[[Any, Any], Any]:
            if self._is_list(kind):
                return namedtuple_structure_factory(kind, converter)
            if is_namedtuple(kind):
                return namedtuple_dict_structure_factory(kind, converter, False, True, **self._overrides(kind))
            return make_dict_structure_fn(
                kind, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False,
                **self._overrides(kind),
            )  # fmt: skip

        return converter

    def _is_list(self, kind: type) -> bool:
        return f"{self.game.name}: {kind.__name__}" in AS_LISTS

    def _overrides(self, kind: type) -> dict[str, Any]:
        names = {name: self._name(kind, name) for name in _field_names(kind)}
        return {name: override(rename=wire) for name, wire in names.items() if wire != name}

    def _name(self, kind: type, name: str) -> str:
        """What a field is called on the wire."""
        return self._on_wire(f"{kind.__name__}.{name}", name)

    def _member(self, member: Enum) -> str:
        """What a member of an enumeration is called on the wire."""
        usual = member.value if isinstance(member.value, str) else member.name.lower()
        return self._on_wire(f"{type(member).__name__}.{member.name}", usual)

    def _tag(self, event: type) -> str:
        """What a kind of event is called on the wire: ``card-played``."""
        words = "".join(f"-{char.lower()}" if char.isupper() else char for char in event.__name__)
        return self._on_wire(event.__name__, words.removeprefix("-"))

    def _on_wire(self, name: str, usual: str) -> str:
        """What is called ``name`` in the code: its old name, if it has one."""
        self._unused.discard(name)
        return self._old_names.get(name, usual)

    # -- errors --------------------------------------------------------------------------------------------

    def _reading(self, what: str, read: Callable[[Any, Any], ValueT], written: Json, kind: Any) -> ValueT:
        """What was read; WireError if what was written has not this type."""
        try:
            return read(written, kind)
        except WireError:
            raise
        except ForbiddenExtraKeysError:
            raise self._wrong(what, "it has a field that the game does not have") from None
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            raise self._wrong(what, "it does not have the form that the game has") from None

    def _wrong(self, what: str, why: str) -> WireError:
        return WireError(f"What came over the wire is not {what} of {self.game.title}: {why}.")


# -- points ----------------------------------------------------------------------------------------------------


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


def write_point(
    game: AnyGame, point: SeenPoint, eyes: int | None, before: Any = None, *, more: bool = False
) -> dict[str, Json]:
    """A point as it goes to the seat ``eyes``, to which the view ``before`` went last; None if it gets its first.

    ``view`` has the fields that changed. With ``more``, a list to which items were added is in ``more``, with those
    items alone. ``legal`` has what the seat may do, if it is its turn.
    """
    form, rules, view = wire_form(game), game.rules, point.view
    added = form.write_more(view, before) if more and before is not None else {}
    decides = eyes is not None and rules.to_act(view) == eyes
    return {
        "n": point.number,
        "seat": point.seat,
        "events": [form.write_event(event) for event in point.events],
        "view": form.write_view(view, before, added),
        "legal": [form.write_action(action) for action in rules.legal_actions(view)] if decides else [],
        "result": form.write_result(view.outcome),
        **({MORE: added} if added else {}),
    }


def read_point(game: AnyGame, written: Object, before: Any = None) -> SeenPoint:
    """The point that was written like this, after a point with the view ``before``; WireError if there is none.

    ``legal`` is for programs that do not know the rules, and is not read.
    """
    form = wire_form(game)
    if not written.keys() >= _KEYS:
        raise WireError("A point of a game lacks something that every point has.")
    if written.keys() - _KEYS - {MORE}:
        raise WireError("A point of a game has something that no point has.")
    seat = written["seat"]
    view = form.read_view(written["view"], before, written.get(MORE))
    if form.read_result(written["result"]) != view.outcome:
        raise WireError("The result of a point is not that of its view.")
    return SeenPoint(
        read_number(written["n"]),
        None if seat is None else read_number(seat),
        tuple(form.read_event(event) for event in read_list(written["events"])),
        view,
    )


@cache
def wire_form(game: AnyGame) -> WireForm:
    """The form that a game has on the wire."""
    return WireForm(game, OLD_NAMES.get(game.name, {}))


@lru_cache(1024)
def _write_action(action: Action) -> Json:
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


class _Field(NamedTuple):
    """A field of a view."""

    name: str
    wire: str
    """What it is called on the wire."""
    write: Callable[[Any], Json]
    read: Callable[[Any, Any], Any]
    kind: Any
    is_list: bool
    """Whether it has any number of items of one type."""


_CARDS: Final = {card.text: card for card in (*PACK, UNKNOWN)}
_RANKS: Final = {rank.letter: rank for rank in Rank}
_SUITS: Final = {suit.letter: suit for suit in Suit}
_TEXT_OF: Final[Mapping[type, Callable[[Any], str]]] = {
    Card: attrgetter("text"),
    Rank: lambda rank: rank.letter,
    Suit: lambda suit: suit.letter,
}


def _types_of(rules: Rules[Any, Any, Any]) -> tuple[Any, ...]:
    """The types of the state, the actions and the events, as the rules name them."""
    for kind in type(rules).__mro__:
        for base in getattr(kind, "__orig_bases__", ()):
            if get_origin(base) is Rules:
                return get_args(base)
    raise TypeError(f"{type(rules).__name__} does not say of which types its states and events are")


def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(kind._fields) if is_namedtuple(kind) else tuple(kind.__dataclass_fields__)


def _is_record(kind: Any) -> bool:
    return is_namedtuple(kind) or (isinstance(kind, type) and hasattr(kind, "__dataclass_fields__"))


def _is_plain_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum) and kind not in (Rank, Suit, StrEnum)


def _truth(value: Json, _: Any) -> bool:
    if type(value) is not bool:
        raise WireError("A message needs true or false in some place.")
    return value
