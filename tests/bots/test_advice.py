"""What is said of choices to whoever asks for a hint."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from clockspades.bots.adviser import advise, adviser, all_equal, distinct
from clockspades.bots.evaluation import EvaluatingBot, Evaluation
from clockspades.engine.game import AnyGame, Character, RandomBot, Strength
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import Hint, Stakes
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkState, PlayMatches, TakeSpade
from clockspades.games.spades.scoring import ScoreLine, Sheet
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_state import MakeBid, SpadesPhase


class WithoutBots(ClockworkSpades):
    """A game whose best bot does not evaluate its choices."""

    bots: ClassVar[Mapping[str, Character]] = {"random": Character("Pip", "Plays anything.", Strength(50, 0))}

    def make_bot(self, bot: str, rng: Random) -> RandomBot[ClockworkState, PlayMatches | TakeSpade]:
        return RandomBot(RULES.legal_actions, rng)


def with_choices(game: AnyGame, least: int, **options: OptionValue) -> AnySession:
    """A random game at its first point where seat 0 has so many choices."""
    chosen = game.configure(options)
    seats = [Seat(name) for name in ("Ana", "Ben", "Cyd", "Dot")[: game.seats(chosen)]]
    session: AnySession = Session(game, chosen, seats)
    rng = Random(1)
    session.deal(rng)
    while session.to_act != 0 or len(game.rules.legal_actions(session.state)) < least:
        session.act(rng.choice(game.rules.legal_actions(session.state)))
    return session


def test_the_best_comes_first_and_each_choice_is_there_once() -> None:
    game = ClockworkSpades()
    session = with_choices(game, 3)
    hints = game.words.hints(session.view(0), session.names)
    bot = adviser(game, hints)
    assert bot is not None
    told = advise(bot, session.view(0), hints)
    assert {advice.hint.action for advice in told} == {hint.action for hint in hints}
    assert [advice.percent for advice in told] == sorted((advice.percent for advice in told), reverse=True)
    assert told[0].words.startswith(f"Win chance: {told[0].percent}%")
    again = adviser(game, hints)
    assert again is not None
    assert advise(again, session.view(0), hints) == told, "who asks twice hears the same"


class Opinionated(EvaluatingBot[Any, Action]):
    """A bot with a fixed opinion."""

    def __init__(self, samples: Mapping[Any, Sequence[float]], points: Mapping[Any, float]) -> None:
        super().__init__(Random(0))
        self._evaluation, self._points = Evaluation(samples), points

    def legal_actions(self, view: Any) -> tuple[Action, ...]:
        return tuple(self._evaluation.shares)

    def evaluate(self, view: Any, effort: float = 1.0, judged: Action | None = None) -> Evaluation[Action]:
        return self._evaluation

    def expect(self, view: Any, seat: int, effort: float = 1.0) -> Sequence[float]:
        return (0.5,)

    def points(self, view: Any, actions: Sequence[Action], effort: float = 1.0) -> Mapping[Action, Sequence[float]]:
        return {action: [points] for action, points in self._points.items()}


def test_where_win_chances_are_equal_the_points_decide_and_are_shown() -> None:
    low, high, middle, sure = MakeBid(1), MakeBid(2), MakeBid(3), MakeBid(4)
    hints = [Hint(bid, f"Bid {bid.tricks}.") for bid in (low, high, middle, sure)]
    shares = {low: (0.0,), high: (0.004,), middle: (0.0,), sure: (0.2,)}
    bot = Opinionated(shares, {low: -10.6, high: 30.2, middle: 0.6, sure: 4.0})
    told = advise(bot, None, hints)
    assert [advice.hint.action for advice in told] == [sure, high, middle, low]
    assert [advice.words for advice in told] == [
        "Win chance: 20%.",
        "Win chance: 0%. Average lead this deal: +30 points.",
        "Win chance: 0%. Average lead this deal: +1 point.",
        "Win chance: 0%. Average lead this deal: −11 points.",
    ]


def bids_of(numbers: Sequence[int]) -> tuple[list[MakeBid], list[Hint[Action]]]:
    """Bids, and a hint for each."""
    bids = [MakeBid(tricks) for tricks in numbers]
    return bids, [Hint(bid, f"Bid {bid.tricks}.") for bid in bids]


def test_choices_that_differ_by_less_than_the_samples_get_wrong_are_equal() -> None:
    (first, second, third), hints = bids_of((1, 2, 3))
    samples = {first: (1, 0) * 50, second: (0, 1) * 48 + (1, 0, 0, 0), third: (0, 0, 1, 0) * 25}
    told = advise(Opinionated(samples, {}), None, hints)
    assert [advice.words for advice in told] == ["Win chance: 50%."] * 2 + ["Win chance: 25%."]
    same_deals = {first: (1, 0) * 50, second: (1, 0) * 45 + (0, 0) * 5, third: (0, 0) * 50}
    told = advise(Opinionated(same_deals, {}), None, hints)
    assert [advice.percent for advice in told] == [50, 45, 0], "they win the same deals, so a small difference is sure"


def test_in_a_lost_game_of_spades_every_bid_has_its_points() -> None:
    game = SpadesGame()
    options = game.configure({"mode": "cutthroat", "players": 2, "target": 50})
    session: AnySession = Session(game, options, [Seat("Ana"), Seat("Ben")])
    rng = Random(3)
    session.deal(rng)
    while session.to_act != 0 or session.state.phase is not SpadesPhase.BID:
        session.act(rng.choice(session.game.rules.legal_actions(session.state)))
    view = session.view(0)._replace(
        sheets=(Sheet(1, 0, (), (), tuple(ScoreLine(0, 0, 0, 0, 0, 0, score, 0) for score in (-900, 49))),)
    )
    hints = game.words.hints(view, session.names)
    bot = adviser(game, hints)
    assert bot is not None
    told = advise(bot, view, hints)
    points = [advice.points for advice in told if advice.points is not None]
    assert len(points) > 2
    assert points == sorted(points, reverse=True)


def test_one_hint_is_told_of_choices_that_nobody_can_tell_apart() -> None:
    hints = [Hint(MakeBid(tricks), f"Bid {tricks}.", group=group) for tricks, group in enumerate(("", "x", "x", ""))]
    assert [hint.action for hint in distinct(hints)] == [MakeBid(0), MakeBid(1), MakeBid(3)]


def test_nobody_is_asked_where_there_is_one_choice_or_the_words_tell_all() -> None:
    game = ClockworkSpades()
    session = with_choices(game, 3)
    hints = game.words.hints(session.view(0), session.names)
    assert adviser(game, hints[:1]) is None
    assert adviser(game, [hint._replace(odds=0.5) for hint in hints]) is None
    assert adviser(WithoutBots(), hints) is None, "a game whose bot cannot evaluate"


def test_a_choice_counts_or_any_will_do_only_where_that_is_certain() -> None:
    (first, second), hints = bids_of((1, 2))

    def stakes(better: Sequence[float], worse: Sequence[float]) -> Stakes | None:
        found = advise(Opinionated({first: better, second: worse}, {}), None, hints)
        return found[0].stakes if found[0].stakes is found[1].stakes else None

    even = (1.0, 1.0, 0.0, 0.0) * 50
    assert stakes(even, (1.0, 1.0, 0.0, 0.0) * 40 + (0.0,) * 40) is Stakes.MUCH
    assert stakes((0.55,), (0.5,)) is Stakes.MUCH, "exact, and just 5%"
    assert stakes((0.54,), (0.5,)) is None
    assert stakes(even, even) is Stakes.NOTHING
    assert stakes((0.505,), (0.5,)) is Stakes.NOTHING
    assert stakes((1.0, 0.0) * 4, (0.0, 1.0) * 4) is None, "they may be as different as can be"
    spread = advise(Opinionated({first: (0.5,), second: (0.5,)}, {first: 3.0, second: 9.0}), None, hints)
    assert spread[0].stakes is None, "the points tell them apart"


def test_choices_are_evaluated_until_their_difference_is_sure() -> None:
    (first, second), hints = bids_of((1, 2))

    class Noisy(Opinionated):
        asked = 0

        def evaluate(self, view: Any, effort: float = 1.0, judged: Action | None = None) -> Evaluation[Action]:
            self.asked += 1
            return super().evaluate(view)

    for samples, least, most in (((1.0, 0.0), 16, 16), ((0.6, 0.4), 3, 3), ((0.5, 0.5), 1, 1)):
        bot = Noisy({first: samples * 50, second: samples[::-1] * 50}, {})
        advise(bot, None, hints)
        assert least <= bot.asked <= most


def test_equal_choices_are_counted_in_words() -> None:
    bids, hints = bids_of(range(14))
    for number, words in (
        (2, "Both are equal: 50%."),
        (3, "All three are equal: 50%."),
        (14, "All 14 are equal: 50%."),
    ):
        told = advise(Opinionated(dict.fromkeys(bids[:number], (0.5,)), {}), None, hints[:number])
        assert all_equal(told) == words
    assert not all_equal(advise(Opinionated({bids[0]: (0.5,), bids[1]: (0.4,)}, {}), None, hints[:2]))
