"""Clockwork Spades as the engine knows it: its options, and its rules, words and bots put together."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from clockspades.cards import Card
from clockspades.engine.game import Bot, Deal, Game, Option, Options, Outcome, Preset, int_option
from clockspades.games.clockwork import rules, words
from clockspades.games.clockwork.rules import ClockworkAction, ClockworkEvent, RuleSet, State


class ClockworkSpades(Game[State, ClockworkAction, ClockworkEvent]):
    """The game for two by Jamie Masculine, in both of its published rule sets."""

    name = "clockwork-spades"
    letter = "K"
    title = "Clockwork Spades"
    summary = "Match the spades on the clock as your window comes round, and take as few of them as you can."
    options = (
        Option(
            "rules",
            "Which rule set to play",
            "pagat",
            ("pagat", "gamerules"),
            {
                "pagat": "Pagat: kings are penalties, and drawing the K♠ usually loses",
                "gamerules": "Game Rules: only spades are penalties, and the fewest spades win",
            },
        ),
        Option("first", "Who plays first", 0, (0, 1), seat=True),
    )
    shared_options = ({"rules": ("pagat", "gamerules"), "first": (0, 1)},)
    presets = (Preset(title, summary, {}, "Skill and luck: few choices, but each counts.", 10),)
    actions = (Deal, rules.Play, rules.Take)
    reasons = rules.Reason
    bots: ClassVar[Mapping[str, str]] = {
        "random": "Takes a random spade.",
        "steady": "Plays out many deals and takes the spade that wins most often.",
    }

    # -- play ------------------------------------------------------------------------------------------

    def seats(self, options: Options) -> int:
        return 2

    def initial(self, options: Options) -> State:
        return rules.initial(RuleSet(options["rules"]), int_option(options, "first"))

    def deal_due(self, state: State) -> bool:
        return not state.turn

    def pack(self, state: State) -> tuple[Card, ...]:
        return rules.STOCK

    def to_act(self, state: State) -> int | None:
        return state.seat if state.turn and state.outcome is None else None

    legal_actions = staticmethod(rules.legal_actions)
    reduce = staticmethod(rules.reduce)
    observe = staticmethod(rules.observe)
    observe_event = staticmethod(rules.observe_event)

    def scores(self, state: State) -> tuple[int, ...]:
        return rules.penalties(state)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def rule_changes(self, options: Options) -> str:
        if options["rules"] == RuleSet.GAMERULES.value:
            return (
                "The rules of gamerules changed in version 0.2.0: a hand is refilled once as a turn begins, and the"
                " fewest spades win when the stock runs out. A game saved by an earlier version may not fit them."
            )
        return ""

    def make_bot(self, name: str, rng: Random) -> Bot[State, ClockworkAction]:
        from clockspades.games.clockwork.bots import BOTS

        return BOTS[name](rng)

    # -- words -----------------------------------------------------------------------------------------

    describe = staticmethod(words.describe)
    prompt = staticmethod(words.prompt)
    hints = staticmethod(words.hints)
    phrase = staticmethod(words.phrase)
    survey = staticmethod(words.survey)
    progress = staticmethod(words.progress)
    verdict = staticmethod(words.verdict)
    regret = staticmethod(words.regret)
    recap = staticmethod(words.recap)
