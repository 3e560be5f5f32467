"""Clogs as the engine knows it: its options, and its rules, words and bots put together."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from clockspades.cards import Card
from clockspades.engine.game import Bot, Deal, Game, Option, Options, Outcome, Preset, int_option
from clockspades.games.clogs import rules, words
from clockspades.games.clogs.rules import LAYOUTS, ClogsAction, ClogsEvent, State, TurnClog
from clockspades.games.tricks import PlayCard


class ClogsGame(Game[State, ClogsAction, ClogsEvent]):
    """The trick-taking game by Paul Weekes and Blake Vernon."""

    name = "clogs"
    letter = "T"
    title = "Clogs"
    summary = "Take tricks with the cards in your hand, and with clogs: face-down cards that nobody has seen."
    options = (
        Option("players", "Number of players", 4, tuple(LAYOUTS)),
        Option("target", "Points to win, one for each trick", 50, range(5, 501)),
        Option("dealer", "First dealer", 0, tuple(range(6)), seat=True, by_lot=True),
    )
    shared_options = ({"players": (2, 3, 4, 5, 6), "target": range(5, 501), "dealer": range(6)},)
    presets = (
        Preset(
            title,
            summary,
            {},
            "Luck and skill: nobody knows what a clog is, but when to turn one up is skill.",
            20,
        ),
    )
    actions = (Deal, PlayCard, TurnClog)
    reasons = rules.Reason
    bots: ClassVar[Mapping[str, str]] = {
        "random": "Plays any legal card or clog.",
        "steady": "Imagines the hidden cards many times and plays each deal out.",
    }

    # -- play ------------------------------------------------------------------------------------------

    def seats(self, options: Options) -> int:
        return int_option(options, "players")

    def initial(self, options: Options) -> State:
        return rules.initial(
            int_option(options, "players"), int_option(options, "target"), int_option(options, "dealer")
        )

    def deal_due(self, state: State) -> bool:
        return state.is_deal_due

    def pack(self, state: State) -> tuple[Card, ...]:
        return LAYOUTS[len(state.scores)].pack

    def to_act(self, state: State) -> int | None:
        return None if state.outcome is not None or state.is_deal_due else state.seat

    legal_actions = staticmethod(rules.legal_actions)
    reduce = staticmethod(rules.reduce)
    observe = staticmethod(rules.observe)
    observe_event = staticmethod(rules.observe_event)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def make_bot(self, name: str, rng: Random) -> Bot[State, ClogsAction]:
        from clockspades.games.clogs.bots import BOTS

        return BOTS[name](rng)

    # -- words -----------------------------------------------------------------------------------------

    describe = staticmethod(words.describe)
    prompt = staticmethod(words.prompt)
    task = staticmethod(words.task)
    hints = staticmethod(words.hints)
    phrase = staticmethod(words.phrase)
    survey = staticmethod(words.survey)
    progress = staticmethod(words.progress)
    verdict = staticmethod(words.verdict)
    regret = staticmethod(words.regret)
    recap = staticmethod(words.recap)
