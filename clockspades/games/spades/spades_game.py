"""The facts about Spades: its options, its bots, and what can be reached."""

from collections.abc import Mapping
from typing import ClassVar

from clockspades.engine.game import BEGINNER, BEST, MIDDLE, SEER, SEES_ALL, Character, Game, Preset, Strength
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Option, Options, OptionValue, int_option, named_option
from clockspades.games.spades.scoring import LONG_BAGS, SHORT_BAGS, SHORT_TARGET
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import DRAWING, SpadesAction, SpadesEvent, SpadesState, nils_made, partner_of
from clockspades.games.spades.spades_words import SpadesWords


def _made_nil(state: SpadesState, seat: int) -> bool:
    return bool(nils_made(state, seat))


class SpadesGame(Game[SpadesState, SpadesAction, SpadesEvent]):
    """Spades with partners, and cutthroat for four, three and two."""

    name = "spades"
    letter = "S"
    title = "Spades"
    summary = "Bid the tricks you will take, then take them. Spades are trumps, and extra tricks can cost you."
    rules = RULES
    words = SpadesWords()
    options = (
        named_option(
            "mode",
            "Partners or cutthroat",
            {
                "partners": "Partners: players opposite each other bid and score together, four players",
                "cutthroat": "Cutthroat: everyone plays alone",
            },
            rare=True,
        ),
        named_option(
            "players",
            "Number of players",
            {
                4: "Four: 13 cards each",
                3: "Three: 17 cards each, without the 2♣",
                2: "Two: each draws 13 cards, keeping one of every two",
            },
            rare=True,
        ),
        Option("target", "Points to win, counted after each deal", 500, range(50, 1001)),
        named_option(
            "bags",
            "Bags before a penalty; a bag is a trick over the bid",
            {10: "Ten", 5: "Five: the short game, to 250 or less"},
            rare=True,
        ),
        named_option(
            "bag_penalty",
            "Penalty for that many bags",
            {100: "100 points: every tenth bag costs 100", 50: "50 points: every fifth bag costs 50"},
            rare=True,
        ),
        named_option(
            "blind_nil",
            "Who may bid nil before looking, for 200 points",
            {
                "behind": "Behind: only a side that is 100 or more points behind may bid it",
                "off": "Off: nobody may bid it",
                "always": "Always: everyone may bid it, in every deal",
            },
            rare=True,
        ),
        named_option(
            "failed_nil",
            "What the tricks of a failed nil count as",
            {
                "bags": "Bags: they are bags, and do not help the partner's contract",
                "help": "Help: they count towards the partner's contract",
            },
            rare=True,
        ),
        named_option(
            "floor",
            "A score that loses the game",
            {None: "No lower limit", -200: "Minus 200: a side at −200 or below loses the game"},
            rare=True,
        ),
        Option("dealer", "First dealer", 0, range(4), seat=True, by_lot={}, rare=True),
    )
    shared_options = (
        {
            "mode": ("partners", "cutthroat"),
            "players": (4, 3, 2),
            "target": range(50, 1001),
            "bags": (10, 5),
            "bag_penalty": (100, 50),
            "blind_nil": ("behind", "off", "always"),
            "failed_nil": ("bags", "help"),
            "floor": (None, -200),
            "dealer": range(4),
        },
    )
    presets = (
        Preset(
            "spades",
            "Spades",
            "Two against two: bid with your partner, make your contract, watch the bags.",
            {"mode": "partners", "players": 4},
            "Skill: bidding, counting and trusting your partner. Luck evens out over the deals.",
            25,
        ),
        Preset(
            "cutthroat",
            "Cutthroat Spades",
            "Four players, everyone alone: the other three want to set you.",
            {"mode": "cutthroat", "players": 4},
            "Skill and luck: bid well, because nobody else will save you.",
            40,
        ),
        Preset(
            "spades-for-three",
            "Spades for three",
            "Three players with 17 cards each, everyone alone.",
            {"mode": "cutthroat", "players": 3},
            "Skill and luck: long suits and many spades in every hand.",
            30,
        ),
        Preset(
            "spades-for-two",
            "Spades for two",
            "Two players build their own hands, keeping one of every two cards, then bid and play.",
            {"mode": "cutthroat", "players": 2},
            "Skill: you choose your cards, and you know half of those out of play.",
            45,
        ),
    )
    milestones = (
        GameMilestone(
            "Nil", "Make a nil.", lambda end: True, {"do": "bid", "tricks": 0}, _made_nil, reached="You made a nil"
        ),
        GameMilestone(
            "Blind nil",
            "Make a blind nil.",
            lambda end: True,
            {"do": "bid", "tricks": 0, "blind": True},
            lambda state, seat: any(nil.blind for nil in nils_made(state, seat)),
            reached="You made a blind nil",
        ),
        GameMilestone(
            "No bags",
            "Win without taking a bag.",
            # a score without bags: each is a point, and all else is worth tens (spades 10 and 13)
            lambda end: end.won and any(score % 10 == 0 for score in end.outcome.scores),
            in_state=lambda state, seat: not state.sheets[-1].lines[state.sides[seat]].total_bags,
            reached="You won without a bag",
        ),
    )
    bots: ClassVar[Mapping[str, Character]] = {
        "random": Character(
            BEGINNER,
            "Bids what its high cards are worth and plays any legal card.",
            Strength(-97.9, 1.3, MIDDLE, in_points=True),
        ),
        "quick": Character(
            MIDDLE,
            "Plays by rules of thumb, and minds nils, bags and its partner.",
            Strength(97.9, 1.3, BEGINNER, in_points=True),
        ),
        "steady": Character(
            BEST,
            "Imagines the hidden hands and plays each deal out by the rules of thumb.",
            Strength(39, 4, MIDDLE, in_points=True),
        ),
        "open": Character(SEER, SEES_ALL, Strength(20, 7, BEST, in_points=True), sees_all=True),
    }

    def defaults(self, chosen: Options) -> dict[str, OptionValue]:
        """Fewer than four players are cutthroat, two have no blind nil, and the bags of a short game make it one."""
        defaults = super().defaults(chosen)
        if chosen.get("players", 4) != 4:
            defaults["mode"] = "cutthroat"
        if chosen.get("players") == DRAWING:
            defaults["blind_nil"] = "off"
        if SHORT_BAGS.items() & chosen.items():
            defaults |= {"target": SHORT_TARGET, **SHORT_BAGS}
        return defaults

    def conflict(self, options: Options) -> str:
        """Partners are four, two have no blind nil, and bags fit the length of the game (spades 2, 14, 16 and 17)."""
        players, target = options["players"], options["target"]
        if options["mode"] == "partners" and players != 4:
            return f'mode cannot be "partners" with {players} players: it takes four, and fewer play cutthroat'
        if players == DRAWING and options["blind_nil"] != "off":
            return f'blind_nil cannot be "{options["blind_nil"]}" with 2 players: both see their cards before they bid'
        bags = {key: options[key] for key in LONG_BAGS}
        if bags not in (LONG_BAGS, SHORT_BAGS):
            return (
                f"bags cannot be {bags['bags']} with a bag_penalty of {bags['bag_penalty']}:"
                " choose 10 bags and 100 points, or 5 bags and 50"
            )
        if bags == SHORT_BAGS and isinstance(target, int) and target > SHORT_TARGET:
            return f"bags cannot be 5 with a target of {target}: the short game goes to {SHORT_TARGET} or less"
        return super().conflict(options)

    def matters(self, key: str, options: Options) -> bool:
        """Two bid no nil blind, and the tricks of a failed nil can help partners only (spades 13 and 17)."""
        match key:
            case "blind_nil":
                return options["players"] != DRAWING
            case "failed_nil":
                return options["mode"] == "partners"
        return super().matters(key, options)

    def seats(self, options: Options) -> int:
        return int_option(options, "players")

    def partner(self, options: Options, seat: int) -> int | None:
        return partner_of(self.rules.initial(options).settings, seat)
