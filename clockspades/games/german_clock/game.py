"""German Clock as the engine knows it: its options, and its rules, words and bots put together."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, Final

from clockspades.cards import PACK
from clockspades.engine.game import (
    Bot,
    Deal,
    Expectation,
    Game,
    Hint,
    Names,
    Option,
    Options,
    Outcome,
    Preset,
    int_option,
)
from clockspades.games.german_clock import rules, words
from clockspades.games.german_clock.rules import GermanClockAction, GermanClockEvent, State

EXPECTATIONS: Final[Mapping[int, Expectation]] = {
    0: Expectation(0.000013, "measured over a million games, missing no card"),
    1: Expectation(0.486, "measured over 300,000 games, missing no card"),
    2: Expectation(1.0, "if you miss no card"),
}
"""How often a game is won by the number of redeals, where every card is placed as soon as it fits."""


class GermanClock(Game[State, GermanClockAction, GermanClockEvent]):
    """The patience with a stock and a waste that Rudolf Heinrich described as Die Uhr."""

    name = "german-clock"
    letter = "G"
    title = "German Clock"
    summary = "Build every hour in the same order of suits, and miss no card that fits."
    options = (
        Option(
            "redeals",
            "How often you may turn the waste over",
            1,
            (1, 0, 2),
            {
                1: "once: you can win about half of the games",
                0: "never: you can hardly ever win",
                2: "twice: always winnable if you miss nothing",
            },
        ),
    )
    shared_options = ({"redeals": (1, 0, 2)},)
    presets = (Preset(title, summary, {}, "Mostly attention, with a little judgement and luck.", 6),)
    goal = len(PACK)
    actions = (Deal, rules.Turn, rules.Place, rules.Redeal)
    reasons = rules.Reason
    bots: ClassVar[Mapping[str, str]] = {
        "random": "Places or leaves a card that fits, at random.",
        "watchful": "Places every card that fits.",
        "steady": "Places every card that fits, and plays out many stocks to choose the second suit.",
    }

    # -- play ------------------------------------------------------------------------------------------

    def initial(self, options: Options) -> State:
        return rules.initial(int_option(options, "redeals"))

    def deal_due(self, state: State) -> bool:
        return not state.passes

    def to_act(self, state: State) -> int | None:
        return 0 if state.passes and state.outcome is None else None

    legal_actions = staticmethod(rules.legal_actions)
    offered = staticmethod(rules.offered)
    reduce = staticmethod(rules.reduce)

    def observe(self, state: State, seat: int | None) -> State:
        return rules.observe(state)

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.placed,)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def expectation(self, options: Options) -> Expectation:
        return EXPECTATIONS[int_option(options, "redeals")]

    def make_bot(self, name: str, rng: Random) -> Bot[State, GermanClockAction]:
        from clockspades.games.german_clock.bots import BOTS

        return BOTS[name](rng)

    # -- words -----------------------------------------------------------------------------------------

    describe = staticmethod(words.describe)
    prompt = staticmethod(words.prompt)

    def hints(self, view: State, names: Names) -> tuple[Hint[GermanClockAction], ...]:
        return words.hints(view)

    phrase = staticmethod(words.phrase)
    survey = staticmethod(words.survey)
    progress = staticmethod(words.progress)
    verdict = staticmethod(words.verdict)
    regret = staticmethod(words.regret)
    review = staticmethod(words.review)

    def recap(self, history: Sequence[GermanClockEvent], state: State, seat: int | None) -> str:
        return words.recap(state)
