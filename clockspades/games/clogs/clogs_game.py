"""The facts about Clogs, with its rules and words."""

from collections.abc import Mapping
from typing import ClassVar

from clockspades.engine.game import BEGINNER, BEST, MIDDLE, SEER, SEES_ALL, Character, Game, Preset, Strength
from clockspades.engine.goals import End, GameMilestone
from clockspades.engine.options import Option, Options, int_option
from clockspades.games.clogs.clogs_rules import LAYOUTS, RULES, ClogsAction, ClogsEvent, ClogsState
from clockspades.games.clogs.clogs_words import ClogsWords
from clockspades.language import N_, NC_, marked

marked("option", "players", "target", "dealer")


def _is_far_ahead(end: End) -> bool:
    first, second, *_ = sorted(end.outcome.scores, reverse=True)
    return end.won and first >= 2 * second


class ClogsGame(Game[ClogsState, ClogsAction, ClogsEvent]):
    """The trick-taking game by Paul Weekes and Blake Vernon."""

    name = "clogs"
    letter = "T"
    called = NC_("game", "Clogs")
    summary = N_("Take tricks with the cards in your hand, and with clogs: face-down cards that nobody has seen.")
    rules = RULES
    words = ClogsWords()
    options = (
        Option("players", N_("Number of players"), 4, tuple(LAYOUTS)),
        Option("target", N_("Points to win, one for each trick"), 50, range(5, 501), rare=True),
        Option("dealer", N_("First dealer"), 0, tuple(range(6)), seat=True, by_lot={}, rare=True),
    )
    shared_options = ({"players": (2, 3, 4, 5, 6), "target": range(5, 501), "dealer": range(6)},)
    presets = (
        Preset(
            "clogs", called, summary, {},
            N_("Luck and skill: nobody knows what a clog is, but when to turn one up is skill."), 20,
        ),
    )  # fmt: skip
    milestones = (
        GameMilestone(
            N_("Twice the points"), N_("Win with twice the points of any other player."), _is_far_ahead,
            reached=N_("You won with twice the points"),
        ),
    )  # fmt: skip
    bots: ClassVar[Mapping[str, Character]] = {
        "random": Character(BEGINNER, N_("Plays any legal card or clog."), Strength(1.3, 0.6, MIDDLE)),
        "quick": Character(
            MIDDLE, N_("Turns clogs up when it leads and keeps high cards to follow."), Strength(98.7, 0.6, BEGINNER)
        ),
        "steady": Character(
            BEST, N_("Imagines the hidden cards many times and plays each deal out."), Strength(74, 4, MIDDLE)
        ),
        "open": Character(SEER, SEES_ALL, Strength(94, 5, BEST), sees_all=True),
    }

    def seats(self, options: Options) -> int:
        return int_option(options, "players")
