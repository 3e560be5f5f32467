"""What every sampling bot has from its base, on a game of one hidden coin."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

import pytest

from clockspades.bots.sampling import SamplingBot
from clockspades.engine.rules import Action, Outcome


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Say how the coin lies."""

    do: ClassVar[str] = "call"
    heads: bool


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin that falls heads this many times in a hundred, under a cup; None while it is hidden."""

    percent: int
    heads: bool | None = None
    calls: tuple[Call, ...] = (Call(heads=True), Call(heads=False))
    outcome: Outcome | None = None


class CoinBot(SamplingBot[Coin, Call]):
    """Calls what it has sampled more often."""

    likes: ClassVar[Mapping[Call, float]] = {}

    def __init__(self, rng: Random, samples: int) -> None:
        super().__init__(rng)
        self._samples = samples

    def legal_actions(self, view: Coin) -> tuple[Call, ...]:
        return view.calls

    def samples(self, view: Coin) -> int:
        return self._samples

    def sampler(self, view: Coin, seat: int | None = None) -> Callable[[Random], Coin]:
        return lambda rng: replace(view, heads=rng.randrange(100) < view.percent)

    def evaluate_open(self, state: Coin, actions: Sequence[Call]) -> Mapping[Call, float]:
        return {call: float(call.heads == state.heads) for call in actions}

    def play_on(self, deals: Sequence[Coin], seat: int) -> Sequence[float]:
        return [float(bool(coin.heads)) for coin in deals]

    def prefer(self, view: Coin, action: Call) -> float:
        return self.likes.get(action, 0.0)


def test_evaluate_is_the_mean_over_the_samples() -> None:
    shares = CoinBot(Random(1), 4000).evaluate(Coin(30)).shares
    assert shares[Call(heads=True)] == pytest.approx(0.3, abs=0.03)
    assert sum(shares.values()) == pytest.approx(1)


def test_the_higher_share_is_chosen() -> None:
    for seed in range(50):
        assert CoinBot(Random(seed), 100).choose(Coin(10)) == Call(heads=False)
        assert CoinBot(Random(seed), 100).choose(Coin(90)) == Call(heads=True)


def test_a_single_legal_action_is_taken_without_a_sample() -> None:
    rng = Random(1)
    before = rng.getstate()
    only = Call(heads=True)
    assert CoinBot(rng, 1000).choose(Coin(0, calls=(only,))) == only
    assert rng.getstate() == before


def test_a_single_legal_action_is_evaluated_all_the_same() -> None:
    only = Call(heads=True)
    assert CoinBot(Random(1), 10).evaluate(Coin(100, calls=(only,))).shares == {only: 1.0}


def test_without_a_legal_action_nothing_is_evaluated() -> None:
    assert CoinBot(Random(1), 10).evaluate(Coin(50, calls=())).shares == {}


class IndifferentBot(CoinBot):
    """Holds every call to be worth the same."""

    def evaluate_open(self, state: Coin, actions: Sequence[Call]) -> Mapping[Call, float]:
        return dict.fromkeys(actions, 0.5)


class CountingBot(CoinBot):
    """Counts what it tries."""

    tried = 0

    def evaluate_open(self, state: Coin, actions: Sequence[Call]) -> Mapping[Call, float]:
        self.tried += len(actions)
        return super().evaluate_open(state, actions)


@pytest.mark.parametrize(("percent", "most"), [(50, 1.0), (90, 1.0), (100, 0.2)])
def test_no_more_is_tried_than_a_verdict_needs(percent: int, most: float) -> None:
    for seed in range(10):
        for call in Coin(percent).calls:
            whole, bot = CoinBot(Random(seed), 500).evaluate(Coin(percent)), CountingBot(Random(seed), 500)
            found = bot.evaluate(Coin(percent), judged=call)
            assert bot.tried <= most * 2 * 500
            assert found.matters is whole.matters is (percent > 50)
            losses = [each.loss(call) for each in (whole, found)]
            assert losses[0].best == losses[1].best
            assert losses[0].loss == pytest.approx(losses[1].loss, abs=4 * losses[1].error)


def test_between_equal_shares_the_preference_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoinBot, "likes", {Call(heads=False): 1.0})
    assert {IndifferentBot(Random(seed), 3).choose(Coin(50)) for seed in range(50)} == {Call(heads=False)}


def test_between_equal_shares_and_preferences_the_generator_decides() -> None:
    assert {IndifferentBot(Random(seed), 3).choose(Coin(50)) for seed in range(50)} == set(Coin(50).calls)
