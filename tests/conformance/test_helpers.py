"""The suite's own tools: what looks into states, and what makes every action, must itself find what is wrong."""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest

from clockspades.cards import PACK, UNKNOWN, Card, Rank, parse_card
from clockspades.engine.actions import Action, Deal
from clockspades.games.catalogue import GAMES, find_game
from clockspades.games.clock.clock_rules import ExchangeKing, TurnUp
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.tricks import PlayCard
from tests.conformance.action_space import action_space, strange_actions
from tests.conformance.structure import assert_frozen, cards_in, hidden, with_cards

ACE, TWO = parse_card("AC"), parse_card("2C")


class Pile(NamedTuple):
    cards: tuple[Card, ...]
    height: int


@dataclass(frozen=True, slots=True)
class Table:
    pile: Pile
    top: Card | None


@dataclass(slots=True)
class Thawed:
    number: int


def test_hidden_cards_are_found_where_they_lie() -> None:
    whole = Table(Pile((ACE, TWO), 2), TWO)
    view = Table(Pile((ACE, UNKNOWN), 2), UNKNOWN)
    assert hidden(whole, view) == {("pile", 0, 1): TWO, ("top",): TWO}
    assert hidden(whole, whole) == {}
    assert hidden(view, view) == {}
    assert cards_in(whole) == {ACE, TWO}
    assert cards_in(view) == {ACE}


@pytest.mark.parametrize(
    "view",
    [
        Table(Pile((ACE, TWO), 3), TWO),
        Table(Pile((ACE,), 2), TWO),
        Table(Pile((ACE, ACE), 2), TWO),
        Table(Pile((ACE, TWO), 2), None),
        Pile((ACE, TWO), 2),
    ],
    ids=["another number", "a card fewer", "another card", "no card", "another type"],
)
def test_a_view_that_differs_in_more_than_unknown_cards_is_refused(view: Any) -> None:
    with pytest.raises(AssertionError):
        hidden(Table(Pile((ACE, TWO), 2), TWO), view)


def test_cards_are_put_where_others_lay() -> None:
    whole = Table(Pile((ACE, TWO), 2), TWO)
    changed = with_cards(whole, {("pile", 0, 1): ACE, ("top",): ACE})
    assert changed == Table(Pile((ACE, ACE), 2), ACE)
    assert type(changed.pile) is Pile
    assert with_cards(whole, hidden(whole, Table(Pile((UNKNOWN, UNKNOWN), 2), UNKNOWN))) == whole


@pytest.mark.parametrize("value", [[ACE], {"a": 1}, {ACE}, Thawed(1), (1, ([],)), Table(Pile((), 0), [])])  # type: ignore[arg-type]
def test_what_can_be_changed_is_found(value: Any) -> None:
    with pytest.raises(AssertionError):
        assert_frozen(value)


def test_what_cannot_be_changed_is_let_be() -> None:
    assert_frozen((Table(Pile((ACE,), 1), None), Rank.ACE, 1, "a", None, True))


def test_the_action_space_has_every_value_of_every_kind() -> None:
    @dataclass(frozen=True, slots=True)
    class Throw(Action):
        do: ClassVar[str] = "throw"
        card: Card
        blind: bool
        place: int

        def arguments(self) -> dict[str, Any]:
            return {"card": self.card.text, "blind": self.blind, "place": self.place}

        @classmethod
        def parse(cls, arguments: Any) -> "Throw":
            if arguments["place"] > 2:
                raise ValueError("there are the places 0 to 2")
            return cls(parse_card(arguments["card"]), arguments["blind"], arguments["place"])

    class ThrownRules(type(GAMES[0].rules)):  # type: ignore[misc]
        actions = (Deal, Throw)

    class Thrown(type(GAMES[0])):  # type: ignore[misc]
        rules = ThrownRules()

    deal = Deal((ACE,))
    space = action_space(Thrown(), [deal])
    assert space[0] is deal
    assert set(space[1:]) == {
        Throw(card, blind, place) for card in PACK for blind in (True, False) for place in (0, 1, 2)
    }


def test_the_action_space_of_clockwork_spades_is_a_play_and_twelve_takes() -> None:
    assert [(action.do, *action.arguments().values()) for action in action_space(GAMES[0], [])] == [
        ("play",),
        *(("take", letter) for letter in "A23456789TJQ"),
    ]


def test_strange_actions_are_numbers_that_nothing_has_and_the_actions_of_other_games() -> None:
    clock, clogs = (find_game(name) for name in ("clock", "clogs"))
    assert clock is not None
    assert clogs is not None
    strange = strange_actions(clogs, [clock], Deal(PACK))
    assert Deal(PACK) not in strange
    assert [action for action in strange if not isinstance(action, Deal)] == [
        *(PlayCard(UNKNOWN), TurnClog(-1), TurnClog(-2), TurnClog(99)),
        *(ExchangeKing(0, 0), TurnUp()),
    ]
