"""Made-up reviews, for tests of their words and charts."""

from hypothesis import strategies as st

from clockspades.cards import Rank
from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.review.review import Review, ReviewedChoice, Turn

TAKE_5, TAKE_9 = TakeSpade(Rank(5)), TakeSpade(Rank(9))


def choice(loss: float, error: float = 0.01, seat: int = 0) -> ReviewedChoice:
    return ReviewedChoice(seat, TAKE_5, TAKE_9, loss, error)


def made(values: list[float], choices: dict[int, ReviewedChoice], seat: int = 0) -> Review:
    """A review with these chances, and choices that led to some of the points."""
    turns = []
    for point, value in enumerate(values):
        of = choices.get(point)
        skill = -of.loss if of is not None and of.seat == seat else 0.0
        luck = value - values[point - 1] - skill if point else 0.0
        turns.append(Turn(point, value, 0.02 if point < len(values) - 1 else 0.0, luck, skill, of))
    return Review(seat, turns[0], tuple(turns[1:]))


LOST = made([0.5, 0.6, 0.44, 0.3, 0.0], {2: choice(0.12), 3: choice(0.004), 4: choice(0.5, seat=1)})

chances = st.floats(0, 1)
reviews = st.builds(
    lambda values, result, losses: made(
        [*values, result], {point: choice(loss) for point, loss in losses.items() if 0 < point <= len(values)}
    ),
    st.lists(chances, min_size=1, max_size=30),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.dictionaries(st.integers(1, 30), st.floats(-0.02, 0.6), max_size=8),
)
