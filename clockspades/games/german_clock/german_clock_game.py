"""The facts about German Clock, with its rules and words."""

from collections.abc import Mapping
from typing import ClassVar, Final

from clockspades.cards import PACK
from clockspades.engine.game import BEGINNER, BEST, MIDDLE, Character, Expectation, Game, Preset, Strength
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Options, int_option, named_option
from clockspades.games.german_clock import german_clock_rules as facts
from clockspades.games.german_clock.german_clock_words import GermanClockWords
from clockspades.language import N_, NC_, marked

marked("option", "redeals")

EXPECTATIONS: Final[Mapping[int, Expectation]] = {
    0: Expectation(0.000013, N_("measured over a million games, missing no card")),
    1: Expectation(0.486, N_("measured over 300,000 games, missing no card")),
    2: Expectation(1.0, N_("if you miss no card")),
}
"""How often a game is won by the number of redeals, where every card is placed as soon as it fits."""


class GermanClock(Game[facts.GermanClockState, facts.GermanClockAction, facts.GermanClockEvent]):
    """The patience with a stock and a waste that Rudolf Heinrich described as Die Uhr."""

    name = "german-clock"
    letter = "G"
    called = NC_("game", "German Clock")
    summary = N_("Build every hour in the same order of suits, and miss no card that fits.")
    rules = facts.RULES
    words = GermanClockWords()
    options = (
        named_option("redeals", N_("How often you may turn the waste over"), {
            1: NC_("choice", "once: you can win about half of the games"),
            0: NC_("choice", "never: you can hardly ever win"),
            2: NC_("choice", "twice: always winnable if you miss nothing"),
        }),
    )  # fmt: skip
    shared_options = ({"redeals": (1, 0, 2)},)
    presets = (
        Preset("german-clock", called, summary, {}, N_("Mostly attention, with a little judgement and luck."), 7),
    )
    goal = len(PACK)
    milestones = (
        GameMilestone(
            N_("Win German Clock"), N_("Get all 52 cards onto the clock with one redeal."),
            lambda end: end.won and end.options["redeals"] in (0, 1), reached=N_("First German Clock won"),
        ),
    )  # fmt: skip
    bots: ClassVar[Mapping[str, Character]] = {
        "random": Character(BEGINNER, N_("Places or leaves a card that fits, at random."), Strength(0.03, 0.03)),
        "watchful": Character(MIDDLE, N_("Places every card that fits."), Strength(48.4, 0.4)),
        "steady": Character(
            BEST, N_("Places every card that fits, and plays out many stocks to choose the second suit."),
            Strength(53.8, 0.7),
        ),
    }  # fmt: skip

    def expectation(self, options: Options) -> Expectation:
        return EXPECTATIONS[int_option(options, "redeals")]
