"""The cases of War, as its docstring numbers them."""

from clockspades.cards import PACK, Card, parse_cards
from clockspades.engine.rules import Deal, Moved, Spot
from tests.outside.war import MOST_BATTLES, Fought, Reason, State, Turn, WarRules

RULES = WarRules()


def hands(first: str, second: str) -> tuple[tuple[Card, ...], ...]:
    return parse_cards(first), parse_cards(second)


def fought(first: str, second: str, battles: int = 0) -> State:
    """A battle that both have fought with these stocks."""
    state = State(hands(first, second), battles=battles)
    for _ in range(2):
        state = RULES.reduce(state, Turn()).state
    return state


def test_war_1_both_are_dealt_26_cards() -> None:
    state, _ = RULES.reduce(RULES.initial({}), Deal(PACK))
    assert state.stock == (PACK[:26], PACK[26:])


def test_war_2_the_higher_card_wins_and_the_ace_is_the_highest() -> None:
    assert fought("2C 3C", "3D 4D").winner == 1
    assert fought("AC 3C", "KD 4D").winner == 0
    assert fought("2C 3C", "AD 4D").winner == 1


def test_war_3_the_winner_puts_the_cards_under_the_stock_as_the_next_battle_begins() -> None:
    state = fought("2C 3C", "3D 4D")
    assert state.battle == hands("2C", "3D")
    state, events = RULES.reduce(state, Turn())
    assert state.stock == hands("", "4D 2C 3D")
    under, stock = Spot("stock", 1), Spot("stock", 0)
    two, three, card = *parse_cards("2C 3D"), parse_cards("3C")[0]
    taken = (Moved(two, Spot("battle", 0), under), Moved(three, Spot("battle", 1), under))
    assert events == (*taken, Moved(card, stock, Spot("battle", 0), turned=True))


def test_war_4_equal_cards_are_fought_for_with_three_more_face_down() -> None:
    state = fought("2C 3C 4C 5C 6C 9C", "2D 3D 4D 5D 7D 9D")
    assert state.winner is None
    state = RULES.reduce(state, Turn()).state
    state, events = RULES.reduce(state, Turn())
    assert state.stake == hands("3C 4C 5C", "3D 4D 5D")
    assert state.battle == hands("2C 6C", "2D 7D")
    assert events[-1] == Fought(1)
    assert RULES.scores(state) == (1, 11)


def test_war_5_who_has_too_few_cards_loses_and_nobody_wins_if_both_have() -> None:
    for state, winners in (
        (fought("2C", "3D 4D"), (1,)),
        (fought("2C 3C 4C 5C", "2D 3D 4D 5D 6D"), (1,)),
        (fought("2C 3C", "2D 3D"), ()),
    ):
        assert state.outcome is not None
        assert (state.outcome.winners, state.outcome.reason) == (winners, Reason.OUT_OF_CARDS)
    assert fought("3C", "2D 4D").outcome is None, "the winner takes the cards of the battle"


def test_war_6_after_200_battles_who_has_more_cards_wins() -> None:
    outcome = fought("3C 4C 5C", "2D 4D 6D", MOST_BATTLES - 1).outcome
    assert outcome is not None
    assert outcome == ((0,), (4, 2), Reason.TOO_LONG)
    draw = fought("2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D", MOST_BATTLES - 1).outcome
    assert draw is not None
    assert draw.winners == ()
