"""Actions: what a seat or chance does, and how a log writes it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, Self, get_type_hints

from clockspades.cards import Card, Rank, format_cards, parse_card, parse_cards
from clockspades.engine.deal_proof import Proof
from clockspades.engine.options import Json


class Action:
    """What the seat to act, or chance, does. Subclasses are frozen dataclasses.

    In a log ``do`` is the kind of the action, and the other keys are its fields (docs/log-format.md, "Actions").
    Fields can have the types ``bool``, ``int``, ``Rank``, ``Card`` and ``tuple[Card, ...]``.
    """

    __slots__ = ()
    do: ClassVar[str]
    form: ClassVar[str] = ""
    """How errors describe its keys, without a full stop. If empty, the fields say it."""

    def arguments(self) -> dict[str, Json]:
        """The keys in a log beside ``seat`` and ``do``: the fields, without those that have their defaults."""
        found = ((name, getattr(self, name), *notation) for name, notation in self._notations().items())
        return {name: notation.write(value) for name, value, notation, default in found if value != default}

    def invalid(self) -> str:
        """Why no log can have these values, without a full stop; empty if one can."""
        return ""

    def as_json(self) -> dict[str, Json]:
        """The action as a log has it, without its seat."""
        return {"do": self.do, **self.arguments()}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> Self:
        """The action with these other keys in a log; ValueError if they are not this action's."""
        action = cls(**cls.read(arguments))
        if fault := action.invalid():
            raise ValueError(fault)
        return action

    @classmethod
    def read(cls, arguments: Mapping[str, Json]) -> dict[str, Any]:
        """The values of the fields from these other keys in a log; ValueError if they are not this action's."""
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
    @cache
    def _notations(cls) -> "Mapping[str, tuple[_Notation, object]]":
        """By field its notation, and its default, which a log leaves out."""
        types = get_type_hints(cls)
        return {field.name: (_NOTATIONS[types[field.name]], field.default) for field in fields(cls)}  # type: ignore[arg-type]

    @classmethod
    def _form(cls) -> str:
        parts = (f'"{name}", {notation.words}' for name, (notation, _) in cls._notations().items())
        return cls.form or f"a {cls.do} has {', and '.join(parts)}, and nothing else"


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Chance: the shuffled cards in dealing order, top first."""

    do: ClassVar[str] = "deal"
    cards: tuple[Card, ...]
    proof: Proof | None = field(default=None, compare=False)
    """What shows that nobody chose the cards, in a network game. The same cards are the same deal without it."""

    def arguments(self) -> dict[str, Json]:
        cards: dict[str, Json] = {"cards": format_cards(self.cards)}
        return cards if self.proof is None else {**cards, "proof": self.proof.as_json()}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "Deal":
        match arguments:
            case {"cards": str(text), **rest} if rest.keys() <= {"proof"}:
                deal = cls(parse_cards(text), Proof.parse(rest["proof"]) if rest else None)
                if format_cards(deal.cards) == text:
                    return deal
                raise ValueError("the cards of a deal must be in capitals, with one space between cards")
        raise ValueError('a deal must have "cards", as text, and nothing else but a "proof"')

    def fault(self, pack: Sequence[Card]) -> str:
        """Why these cards are not the cards of ``pack``, each once, as the end of a sentence; empty if they are."""
        if len(self.cards) == len(pack) and {*self.cards} == {*pack}:
            return ""
        for card in self.cards:
            if card not in pack:
                return f"the {card.symbol} does not belong"
            if self.cards.count(card) > 1:
                return f"the {card.symbol} appears twice"
        missing = next(card.symbol for card in pack if card not in self.cards)
        return f"the {missing} is missing"


class _Notation(NamedTuple):
    """How a log writes the values of one type."""

    words: str
    write: Callable[[Any], Json]
    read: Callable[[Any], Any]
    """The value; None if it has another type, ValueError if it is a text that names no card."""


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
        "one card as text", lambda card: card.text, lambda text: parse_card(text) if isinstance(text, str) else None
    ),
    tuple[Card, ...]: _Notation(
        "a list of cards in capitals", lambda cards: [card.text for card in cards], _read_cards
    ),
}
"""By type of a field."""
