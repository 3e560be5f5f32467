"""Clock patience and Watch as the engine knows them: their options, and their rules, words and bots put together."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from clockspades.cards import PACK
from clockspades.engine.game import Bot, Deal, Expectation, Game, Hint, Names, Option, Options, Outcome, Preset, Regret
from clockspades.games.clock import rules, words
from clockspades.games.clock.rules import ClockAction, ClockEvent, State, Variant


class Clock(Game[State, ClockAction, ClockEvent]):
    """The patience for one player, and its variant Watch."""

    name = "clock"
    letter = "C"
    title = "Clock"
    summary = "Turn up every card on the clock before the fourth king appears."
    options = (
        Option(
            "variant",
            "Which variant to play",
            "clock",
            ("clock", "watch"),
            {
                "clock": "Clock: the fourth king ends the game",
                "watch": "Watch: once a game, you exchange the fourth king for a face-down card",
            },
        ),
    )
    shared_options = ({"variant": ("clock", "watch")},)
    presets = (
        Preset(
            "Clock",
            summary,
            {"variant": "clock"},
            "Pure luck: there is nothing to decide, and you win 1 game in 13.",
            3,
        ),
        Preset(
            "Watch",
            "Clock with a second chance: once, you exchange the fourth king for a face-down card.",
            {"variant": "watch"},
            "Mostly luck, with one decision: where to hide the fourth king.",
            4,
        ),
    )
    goal = len(PACK)
    actions = (Deal, rules.Turn, rules.Exchange)
    reasons = rules.Reason
    bots: ClassVar[Mapping[str, str]] = {
        "random": "Turns the cards. In Watch, exchanges the king for a random card.",
        "steady": "Turns the cards. In Watch, makes the exchange with the best win chance.",
    }

    # -- play ------------------------------------------------------------------------------------------

    def initial(self, options: Options) -> State:
        return rules.initial(Variant(options["variant"]))

    def deal_due(self, state: State) -> bool:
        return state.in_hand is None

    def to_act(self, state: State) -> int | None:
        return 0 if state.in_hand is not None and state.outcome is None else None

    legal_actions = staticmethod(rules.legal_actions)
    reduce = staticmethod(rules.reduce)

    def observe(self, state: State, seat: int | None) -> State:
        return rules.observe(state)

    def scores(self, state: State) -> tuple[int, ...]:
        return (rules.cards_up(state),)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def expectation(self, options: Options) -> Expectation:
        from clockspades.games.clock.odds import chance_before_the_deal

        variant = Variant(options["variant"])
        exact = "exactly 1 in 13" if variant is Variant.CLOCK else "with the best exchange"
        return Expectation(float(chance_before_the_deal(variant)), exact)

    def make_bot(self, name: str, rng: Random) -> Bot[State, ClockAction]:
        from clockspades.games.clock.bots import BOTS

        return BOTS[name](rng)

    # -- words -----------------------------------------------------------------------------------------

    def describe(self, event: ClockEvent, names: Names) -> str:
        return words.describe(event)

    prompt = staticmethod(words.prompt)

    def hints(self, view: State, names: Names) -> tuple[Hint[ClockAction], ...]:
        return words.hints(view)

    phrase = staticmethod(words.phrase)
    survey = staticmethod(words.survey)
    progress = staticmethod(words.progress)
    verdict = staticmethod(words.verdict)

    def regret(self, view: State, regret: Regret[ClockAction], names: Names) -> str:
        return words.regret(regret, names)

    def recap(self, history: Sequence[ClockEvent], state: State, seat: int | None) -> str:
        return words.recap(state)
