"""What follows from the zones of a game: what a seat sees of them, and where cards are after they moved."""

from typing import Any, ClassVar, NamedTuple

from clockspades.cards import UNKNOWN, Card, parse_cards
from clockspades.engine.options import Options
from clockspades.engine.rules import Moved, Outcome, Rules, Sight, Spot, Step
from clockspades.engine.wording import Wording

STOCK = parse_cards("2C 3C")
HANDS = (parse_cards("4C 5C"), parse_cards("6C"))


class State(NamedTuple):
    stock: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ((), ())
    discards: tuple[Card, ...] = ()
    outcome: Outcome | None = None


class HandRules(Rules[State, Any, Moved]):
    """A stock that nobody sees, a hand for each seat, and discards."""

    sights: ClassVar = {"stock": Sight.NOBODY, "hands": Sight.OWNER, "discards": Sight.ALL}

    def initial(self, options: Options) -> State:
        return State()

    def legal_actions(self, state: State) -> tuple[Any, ...]:
        return ()

    def apply_deal(self, state: State, deal: Any) -> Step[State, Moved]:
        return Step(state, ())

    def apply_action(self, state: State, action: Any) -> Step[State, Moved]:
        return Step(state, ())

    def scores(self, state: State) -> tuple[int, ...]:
        return (3, 1)


class HandWords(Wording[State, Any, Moved]):
    rules = HandRules()


RULES = HandRules()
STATE = State(STOCK, HANDS, parse_cards("7C"))
DRAWN = Moved(STOCK[0], Spot("stock"), Spot("hands", 1))
PLAYED = Moved(HANDS[0][1], Spot("hands", 0), Spot("discards"), turned=True)


def test_a_seat_sees_its_own_hand_and_what_all_see() -> None:
    hidden = (UNKNOWN, UNKNOWN)
    assert RULES.observe(STATE, 0) == STATE._replace(stock=hidden, hands=(HANDS[0], (UNKNOWN,)))
    assert RULES.observe(STATE, None) == STATE._replace(stock=hidden, hands=(hidden, (UNKNOWN,)))


def test_a_card_that_moves_is_seen_by_who_sees_where_it_was_or_where_it_is() -> None:
    assert [RULES.observe_event(DRAWN, seat).card for seat in (0, 1, None)] == [UNKNOWN, STOCK[0], UNKNOWN]
    assert all(RULES.observe_event(PLAYED, seat) == PLAYED for seat in (0, 1, None))
    assert PLAYED.irreversible
    assert not DRAWN.irreversible


def test_cards_go_to_the_end_of_the_zones_that_they_move_to() -> None:
    assert RULES.move(STATE, (DRAWN, PLAYED)) == State(
        STOCK[1:], (HANDS[0][:1], (*HANDS[1], STOCK[0])), (*STATE.discards, HANDS[0][1])
    )


def test_a_deal_is_due_while_there_are_no_cards() -> None:
    assert RULES.deal_due(RULES.initial({}))
    assert not RULES.deal_due(STATE)


def test_words_name_zones_and_scores() -> None:
    words, names = HandWords(), ("Ana", "Bo")
    survey = words.survey(RULES.observe(STATE, 0), 0, names)
    assert survey.hand == ("Ana's hands: 4♣ 5♣.",)
    assert survey.parts == {
        "stock": ("Stock: 2 cards.",),
        "hands": ("Bo's hands: 1 card.",),
        "discards": ("Discards: 7♣.",),
    }
    assert words.describe(PLAYED, names) == "The 5♣ turns up"
    assert words.describe(DRAWN, names) == ""
    assert words.progress(STATE) == "3 points to 1"
