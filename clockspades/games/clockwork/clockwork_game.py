"""The facts about Clockwork Spades, with its rules and words."""

from collections.abc import Mapping
from typing import ClassVar

from clockspades.engine.game import BEGINNER, BEST, SEER, SEES_ALL, Character, Game, Preset, Strength
from clockspades.engine.goals import End, GameMilestone
from clockspades.engine.options import Option, Options, named_option
from clockspades.games.clockwork import clockwork_rules as facts
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkAction, ClockworkEvent, ClockworkState
from clockspades.games.clockwork.clockwork_words import ClockworkWords
from clockspades.language import N_, NC_, _, marked

marked("option", "rules", "first")


def _has_all_kings(end: End) -> bool:
    return end.won and end.outcome.reason is facts.ClockworkReason.FOUR_KINGS


def _has_no_penalty(end: End) -> bool:
    """Whether a game was won, and ended, without a penalty (clockwork 11)."""
    return end.won and end.outcome.reason is facts.ClockworkReason.LAST_SPADE and end.outcome.scores[end.seat] == 0


class ClockworkSpades(Game[ClockworkState, ClockworkAction, ClockworkEvent]):
    """The game for two by Jamie Masculine, in both of its published rule sets."""

    name = "clockwork-spades"
    letter = "K"
    called = NC_("game", "Clockwork Spades")
    summary = N_("Don't be the one who draws the king of spades. With all three other kings, drawing it wins the game.")
    rules = RULES
    words = ClockworkWords()
    options = (
        named_option("rules", N_("Which rule set to play"), {
            "pagat": NC_("choice", "pagat.com: the K♠ loses, or wins with the other three kings"),
            "gamerules": NC_("choice", "gamerules.com: more choices count; the fewest spades win"),
        }),
        Option("first", N_("Who plays first"), 0, (0, 1), seat=True, by_lot={"rules": "gamerules"}),
    )  # fmt: skip
    shared_options = ({"rules": ("pagat", "gamerules"), "first": (0, 1)},)
    presets = (
        Preset("clockwork-spades", called, summary, {}, N_("Mostly luck; the gamerules.com rules add choices."), 2),
    )
    milestones = (
        GameMilestone(
            N_("Four kings"), N_("Win with all four kings."), _has_all_kings, reached=N_("You won with all four kings")
        ),
        GameMilestone(
            N_("No penalties"), N_("Win without a penalty."), _has_no_penalty, reached=N_("You won without a penalty")
        ),
    )
    bots: ClassVar[Mapping[str, Character]] = {
        "random": Character(BEGINNER, N_("Takes a random spade."), Strength(44, 0.2, BEST)),
        "steady": Character(BEST, N_("Plays out many deals to choose."), Strength(56, 0.2, BEGINNER)),
        "open": Character(SEER, SEES_ALL, Strength(85, 5, BEST), sees_all=True),
    }

    def seats(self, options: Options) -> int:
        return 2

    def summary_of(self, options: Options) -> str:
        if options["rules"] == facts.RuleSet.GAMERULES.value:
            return _("Take the fewest spades. With all three other kings, drawing the king of spades wins the game.")
        return super().summary_of(options)

    def rule_changes(self, options: Options) -> str:
        if options["rules"] == facts.RuleSet.GAMERULES.value:
            return _(
                "The rules of gamerules changed in version 0.2.0: a hand is refilled once as a turn begins, and the"
                " fewest spades win when the stock runs out. A game saved by an earlier version may not fit them."
            )
        return ""
