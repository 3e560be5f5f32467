"""German Clock as the engine knows it: its options, and its rules, words and bots put together."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final

from clockspades.cards import PACK, shuffled
from clockspades.engine.game import (
    Action,
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
    Regret,
    Remark,
    Step,
    Survey,
)
from clockspades.games.german_clock import rules, words
from clockspades.games.german_clock.rules import GermanClockAction, GermanClockEvent, State

EXPECTATIONS: Final[Mapping[int, Expectation]] = MappingProxyType(
    {
        0: Expectation(0.000013, "measured over a million games in which no card was missed"),
        1: Expectation(0.486, "measured over 300,000 games in which no card was missed"),
        2: Expectation(1.0, "every game in which no card is missed"),
    }
)
"""How often a game is won by the number of redeals, where every card is placed as soon as it fits."""


def _random_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.german_clock.bots import RandomBot

    return RandomBot(rng)


def _watchful_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.german_clock.bots import WatchfulBot

    return WatchfulBot()


def _steady_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.german_clock.bots import SteadyBot

    return SteadyBot(rng)


class GermanClock(Game[State, GermanClockAction, GermanClockEvent]):
    """The patience with a stock and a waste that Rudolf Heinrich described as Die Uhr (named in source 002)."""

    name = "german-clock"
    letter = "G"
    title = "German Clock"
    summary = "Build every hour in one order of suits from a stock and a waste, and miss no card."
    options = (
        Option(
            "redeals",
            "How often the waste may be turned over",
            1,
            (1, 0, 2),
            MappingProxyType(
                {
                    1: "once: about half of the games can be won",
                    0: "never: hardly a game can be won",
                    2: "twice: every game is won by who misses no card",
                }
            ),
        ),
    )
    presets = (Preset(title, summary, MappingProxyType({}), "Attention above all, a little judgement, and luck.", 6),)
    goal = len(PACK)
    actions: ClassVar[tuple[type[Action], ...]] = (Deal, rules.Turn, rules.Place, rules.Redeal)
    bots: ClassVar[Mapping[str, Callable[[Random], Bot[State, Any]]]] = MappingProxyType(
        {"random": _random_bot, "watchful": _watchful_bot, "steady": _steady_bot}
    )
    bot_words: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "random": "Places a card that fits, or leaves it, each as likely.",
            "watchful": "Places every card that fits, and so misses none.",
            "steady": "Does the same, but chooses the second suit by imagining the stock many times.",
        }
    )

    def seats(self, options: Options) -> int:
        return 1

    def initial(self, options: Options) -> State:
        redeals = options["redeals"]
        assert isinstance(redeals, int), "the option has numbers alone"
        return rules.initial(redeals)

    def deal_due(self, state: State) -> bool:
        return not state.passes

    def deal(self, state: State, rng: Random) -> Deal:
        return Deal(shuffled(PACK, rng))

    def to_act(self, state: State) -> int | None:
        return 0 if state.passes and state.outcome is None else None

    def legal_actions(self, state: State) -> tuple[GermanClockAction, ...]:
        return rules.legal_actions(state)

    def offered(self, view: State) -> tuple[GermanClockAction, ...]:
        return rules.offered(view)

    def reduce(self, state: State, action: GermanClockAction) -> Step[State, GermanClockEvent]:
        return rules.reduce(state, action)

    def observe(self, state: State, seat: int | None) -> State:
        return rules.observe(state)

    def observe_event(self, event: GermanClockEvent, seat: int | None) -> GermanClockEvent:
        return event

    def scores(self, state: State) -> tuple[int, ...]:
        return (state.placed,)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def expectation(self, options: Options) -> Expectation:
        redeals = options["redeals"]
        assert isinstance(redeals, int), "the option has numbers alone"
        return EXPECTATIONS[redeals]

    def describe(self, event: GermanClockEvent, names: Names) -> str:
        return words.describe(event, names)

    def prompt(self, view: State, names: Names) -> str:
        return words.verdict(view, names) if view.outcome else words.prompt(view, names)

    def hints(self, view: State, names: Names) -> tuple[Hint[GermanClockAction], ...]:
        return tuple(Hint(hint.action, hint.words) for hint in words.hints(view))

    def phrase(self, action: GermanClockAction) -> str:
        return words.phrase(action)

    def survey(self, view: State, seat: int | None, names: Names) -> Survey:
        return words.survey(view, seat, names)

    def verdict(self, state: State, names: Names) -> str:
        return words.verdict(state, names)

    def regret(self, view: State, regret: Regret[GermanClockAction], names: Names) -> str:
        return words.regret(view, regret, names)

    def review(self, states: Sequence[State], names: Names) -> tuple[Remark, ...]:
        return words.review(states, names)

    def recap(self, history: Sequence[GermanClockEvent], state: State, seat: int | None) -> str:
        return words.recap(state)

    def rules(self) -> str:
        from importlib.resources import files

        return files(__package__).joinpath("rules.md").read_text(encoding="utf-8")
