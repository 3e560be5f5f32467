"""The facts about Clock patience and Watch, with their rules and words."""

from collections.abc import Mapping
from typing import ClassVar

from clockspades.cards import PACK
from clockspades.engine.game import BEGINNER, BEST, Character, Expectation, Game, Preset, Strength
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Options, named_option
from clockspades.games.clock.clock_rules import RULES, ClockAction, ClockEvent, ClockState, Variant
from clockspades.games.clock.clock_words import ClockWords
from clockspades.language import N_, NC_, marked

marked("option", "variant")


class Clock(Game[ClockState, ClockAction, ClockEvent]):
    """The patience for one player, and its variant Watch."""

    name = "clock"
    letter = "C"
    called = NC_("game", "Clock")
    summary = N_("Turn up every card on the clock before the fourth king appears.")
    rules = RULES
    words = ClockWords()
    options = (
        named_option("variant", N_("Which variant to play"), {
            "clock": NC_("choice", "Clock: the fourth king ends the game"),
            "watch": NC_("choice", "Watch: once a game, you exchange the fourth king for a face-down card"),
        }),
    )  # fmt: skip
    shared_options = ({"variant": ("clock", "watch")},)
    presets = (
        Preset(
            "clock", called, summary, {"variant": "clock"},
            N_("Pure luck: there is nothing to decide, and you win 1 game in 13."), 1,
        ),
        Preset(
            "watch", NC_("game", "Watch"),
            N_("Clock with a second chance: once, you exchange the fourth king for a face-down card."),
            {"variant": "watch"}, N_("Mostly luck, with one decision: where to hide the fourth king."), 2,
        ),
    )  # fmt: skip
    goal = len(PACK)
    milestones = (
        GameMilestone(
            N_("Win Clock"), N_("Turn up all 52 cards before the fourth king."),
            lambda end: end.won and end.options["variant"] == "clock", reached=N_("First Clock won"),
        ),
        GameMilestone(
            N_("Win Watch"), N_("Turn up all 52 cards, with or without the exchange."),
            lambda end: end.won and end.options["variant"] == "watch", reached=N_("First Watch won"),
        ),
    )  # fmt: skip
    bots: ClassVar[Mapping[str, Character]] = {
        "random": Character(
            BEGINNER, N_("Turns the cards. In Watch, exchanges the king for a random card."),
            Strength(28.4, 0.5, where="Watch"),
        ),
        "steady": Character(
            BEST, N_("Turns the cards. In Watch, makes the exchange with the best win chance."),
            Strength(37.5, 0.5, where="Watch"),
        ),
    }  # fmt: skip

    def expectation(self, options: Options) -> Expectation:
        from clockspades.games.clock.clock_bots import chance_before_the_deal

        variant = Variant(options["variant"])
        exact = N_("exactly 1 in 13") if variant is Variant.CLOCK else N_("with the best exchange")
        return Expectation(float(chance_before_the_deal(variant)), exact)
