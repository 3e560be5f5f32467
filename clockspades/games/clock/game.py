"""Clock patience and Watch as the engine knows them: their options, and their rules, words and bots put together."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar

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
    Step,
    Survey,
)
from clockspades.games.clock import rules, words
from clockspades.games.clock.rules import ClockAction, ClockEvent, State, Variant


def _random_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.clock.bots import RandomBot

    return RandomBot(rng)


def _steady_bot(rng: Random) -> Bot[State, Any]:
    from clockspades.games.clock.bots import SteadyBot

    return SteadyBot(rng)


class Clock(Game[State, ClockAction, ClockEvent]):
    """The patience for one player, and its variant Watch (source 002)."""

    name = "clock"
    letter = "C"
    title = "Clock"
    summary = "Turn up all the cards round a clock before the fourth king comes."
    options = (
        Option(
            "variant",
            "Which variant is played",
            "clock",
            ("clock", "watch"),
            MappingProxyType(
                {
                    "clock": "Clock: the fourth king ends the game",
                    "watch": "Watch: once, the fourth king is exchanged for a face-down card",
                }
            ),
        ),
    )
    presets = (
        Preset(
            "Clock",
            summary,
            MappingProxyType({"variant": "clock"}),
            "Pure luck: there is nothing to decide, and one game in thirteen is won.",
            3,
        ),
        Preset(
            "Watch",
            "Clock with a second chance: exchange the fourth king for a face-down card, once.",
            MappingProxyType({"variant": "watch"}),
            "Nearly all luck, but for the one decision of where to hide the fourth king.",
            4,
        ),
    )
    goal = len(PACK)
    actions: ClassVar[tuple[type[Action], ...]] = (Deal, rules.Turn, rules.Exchange)
    bots: ClassVar[Mapping[str, Callable[[Random], Bot[State, Any]]]] = MappingProxyType(
        {"random": _random_bot, "steady": _steady_bot}
    )
    bot_words: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "random": "Turns the cards, and in Watch takes any card for the king, each as likely.",
            "steady": "Turns the cards, and in Watch takes the card that wins the most of the deals.",
        }
    )

    def seats(self, options: Options) -> int:
        return 1

    def initial(self, options: Options) -> State:
        return rules.initial(Variant(options["variant"]))

    def deal_due(self, state: State) -> bool:
        return state.in_hand is None

    def deal(self, state: State, rng: Random) -> Deal:
        return Deal(shuffled(PACK, rng))

    def to_act(self, state: State) -> int | None:
        return 0 if state.in_hand is not None and state.outcome is None else None

    def legal_actions(self, state: State) -> tuple[ClockAction, ...]:
        return rules.legal_actions(state)

    def reduce(self, state: State, action: ClockAction) -> Step[State, ClockEvent]:
        return rules.reduce(state, action)

    def observe(self, state: State, seat: int | None) -> State:
        return rules.observe(state)

    def observe_event(self, event: ClockEvent, seat: int | None) -> ClockEvent:
        return event

    def scores(self, state: State) -> tuple[int, ...]:
        return (rules.cards_up(state),)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def expectation(self, options: Options) -> Expectation:
        from clockspades.games.clock.odds import chance_before_the_deal

        variant = Variant(options["variant"])
        exact = "exactly 1 in 13, whoever plays" if variant is Variant.CLOCK else "with the best exchange"
        return Expectation(float(chance_before_the_deal(variant)), exact)

    def describe(self, event: ClockEvent, names: Names) -> str:
        return words.describe(event)

    def prompt(self, view: State, names: Names) -> str:
        return words.verdict(view, names) if view.outcome else words.prompt(view, names)

    def hints(self, view: State, names: Names) -> tuple[Hint[ClockAction], ...]:
        return tuple(Hint(hint.action, hint.words) for hint in words.hints(view))

    def phrase(self, action: ClockAction) -> str:
        return words.phrase(action)

    def survey(self, view: State, seat: int | None, names: Names) -> Survey:
        return words.survey(view, seat, names)

    def verdict(self, state: State, names: Names) -> str:
        return words.verdict(state, names)

    def regret(self, view: State, regret: Regret[ClockAction], names: Names) -> str:
        return words.regret(regret, names)

    def recap(self, history: Sequence[ClockEvent], state: State, seat: int | None) -> str:
        return words.recap(state)

    def rules(self) -> str:
        from importlib.resources import files

        return files(__package__).joinpath("rules.md").read_text(encoding="utf-8")
