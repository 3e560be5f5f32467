"""Actions: what a seat or chance does, and how a log writes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Self

from clockspades.cards import Card, format_cards, parse_cards
from clockspades.engine.codec import CodecError, Form, Notation
from clockspades.engine.deal_proof import WholeProof
from clockspades.engine.options import Json


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
            raise error.about(f"the action {cls.do!r}") from None
        return action


def _read_cards(text: Any) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise CodecError(f"must be {_IN_A_TEXT}")
    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise CodecError(f"must be {_IN_A_TEXT}: {error}") from None
    if format_cards(cards) != text:
        raise CodecError(f"must be {_IN_A_TEXT}")
    return cards


_IN_A_TEXT: Final = "cards in capitals, with one space between cards"
_ACTIONS: Final = Notation(brief=True)


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Chance: the shuffled cards in dealing order, top first."""

    do: ClassVar[str] = "deal"
    cards: Annotated[tuple[Card, ...], Form(_IN_A_TEXT, (str,), _read_cards, format_cards)]
    proof: WholeProof | None = field(default=None, compare=False)
    """What shows that nobody chose the cards, in a network game. The same cards are the same deal without it."""

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
