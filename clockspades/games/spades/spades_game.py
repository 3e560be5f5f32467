"""The facts about Spades: its options, its bots, and what can be reached."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from clockspades.engine.codec import json_text
from clockspades.engine.game import BEGINNER, BEST, MIDDLE, SEER, SEES_ALL, Character, Game, Preset, Strength
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Option, Options, OptionValue, int_option, named_option
from clockspades.engine.phrases import count
from clockspades.games.spades.scoring import LONG_BAGS, SHORT_BAGS, SHORT_TARGET
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import DRAWING, SpadesAction, SpadesEvent, SpadesState, nils_made, partner_of
from clockspades.games.spades.spades_words import SpadesWords
from clockspades.language import NC_, marked


def _made_nil(state: SpadesState, seat: int) -> bool:
    return bool(nils_made(state, seat))


def _rare(labels: Mapping[tuple[str, str], Mapping[OptionValue, str]]) -> Iterator[Option]:
    """Options that few players change, by their keys and questions."""
    for (key, words), values in labels.items():
        yield named_option(key, words, values, rare=True, heading=_HEADINGS.get(key, ""))


marked("kind of a game", "Classic", "Quick", "Eight-deal", "Joker", "Suicide", "Mirror", "Whiz", "Cutthroat")
marked("kind of a game", "For three", "For two")
marked(
    "option", "mode", "players", "deck", "target", "deals", "bags", "bag points", "bag penalty", "bidding", "least bid",
    "sum", "first deal", "nil", "blind nil", "failed nil", "nil pass", "blind pass", "ten for 200", "lead spades",
    "first trick", "floor", "dealer",
)  # fmt: skip
_HEADINGS: Final = {
    "mode": "Table", "bags": "Bags", "bidding": "Bids", "nil": "Nil", "ten_for_200": "Tricks", "floor": "Game",
}  # fmt: skip
"""What the options from these on are about."""


def _cards(*numbers: int) -> dict[OptionValue, str]:
    """The names of numbers of cards, as labels of an option."""
    return {number: count(number, "card") if number else "None" for number in numbers}


_COUNTED: Final = ("mirror", "whiz")
"""The kinds of bidding in which players count their spades, so that nobody bids before looking."""
_CLASHES: Final[Sequence[tuple[str, Sequence[OptionValue], str, Sequence[OptionValue], str]]] = (
    ("mode", ("partners",), "players", (2, 3), "it takes four, and fewer play cutthroat"),
    ("deck", ("jokers", "deuces"), "players", (2, 3), "only four players use jokers"),
    ("bidding", ("suicide",), "mode", ("cutthroat",), "one of each pair of partners bids nil"),
    ("nil", ("off",), "bidding", ("suicide", *_COUNTED), "some players then have to bid nil"),
    ("blind_nil", ("behind", "always"), "players", (2,), "both see their cards before they bid"),
    ("blind_nil", ("behind", "always"), "bidding", _COUNTED, "players count their spades before they bid"),
    ("blind_nil", ("behind", "always"), "nil", ("off",), "nobody may bid nil"),
    ("least_bid", (4,), "bidding", _COUNTED, "players bid the spades that they have"),
    ("sum", ("not-13",), "bidding", ("suicide", *_COUNTED), "the last bidder may have no other bid"),
    ("sum", ("not-13",), "players", (3,), "they bid for 17 tricks"),
)
"""Values of an option that do not go with values of another one, and why."""
_PARTNERS: Final[Options] = {"mode": "partners", "players": 4}
_FIRST_CODES: Final[Mapping[str, Sequence[OptionValue]]] = {
    "mode": ("partners", "cutthroat"), "players": (4, 3, 2), "target": range(50, 1001), "bags": (10, 5),
    "bag_penalty": (100, 50), "blind_nil": ("behind", "off", "always"), "failed_nil": ("bags", "help"),
    "floor": (None, -200), "dealer": range(4),
}  # fmt: skip
"""The options in the first version of share codes."""
_ADDED: Final[Options] = {
    "deck": "standard", "deals": None, "bidding": "free", "least_bid": 0, "sum": "any", "first_deal": "bid",
    "nil": 100, "nil_pass": 0, "blind_pass": 3, "ten_for_200": "off", "lead_spades": "broken", "first_trick": "any",
    "bag_points": 1,
}  # fmt: skip
"""The options that games with the first version of share codes did not have, with what they then were."""


class SpadesGame(Game[SpadesState, SpadesAction, SpadesEvent]):
    """Spades with partners, and cutthroat for four, three and two."""

    name = "spades"
    letter = "S"
    called = NC_("game", "Spades")
    summary = "Bid the tricks you will take, then take them. Spades are trumps, and extra tricks can cost you."
    rules = RULES
    words = SpadesWords()
    options = (
        *_rare(
            {
                ("mode", "Partners or cutthroat"): {
                    "partners": "Partners: players opposite each other bid and score together, four players",
                    "cutthroat": "Cutthroat: everyone plays alone",
                },
                ("players", "Number of players"): {
                    4: "Four: 13 cards each",
                    3: "Three: 17 cards each, without the 2♣",
                    2: "Two: each draws 13 cards, keeping one of every two",
                },
                ("deck", "The highest spades"): {
                    "standard": "Standard: the ace is the highest of 13 spades",
                    "jokers": "Jokers: two jokers are the highest spades, and the 2♥ and 2♣ are left out",
                    "deuces": "Deuces: the jokers, then the 2♦ and 2♠ are the highest spades",
                },
            }
        ),
        Option("target", "Points to win, counted after each deal", 500, range(50, 1001), rare=True, heading="End"),
        *_rare(
            {
                ("deals", "Deals after which the highest score wins"): {
                    None: "No limit: the game is played to its target",
                    4: "Four",
                    8: "Eight",
                    16: "Sixteen",
                },
                ("bags", "Bags before a penalty; a bag is a trick over the bid"): {
                    10: "Ten",
                    5: "Five: the short game, to 250 or less",
                    "off": "Off: extra tricks count nothing and cost nothing",
                },
                ("bag_points", "What each bag adds to the score at once"): {
                    1: "1 point",
                    0: "Nothing",
                    -1: "Minus 1: a bag costs a point",
                },
                ("bag_penalty", "Penalty for that many bags"): {
                    100: "100 points: every tenth bag costs 100",
                    50: "50 points: every fifth bag costs 50",
                },
                ("bidding", "What players may bid"): {
                    "free": "Free: any number of tricks, or nil",
                    "suicide": "Suicide: of each pair one bids nil, and the other 4 or more",
                    "mirror": "Mirror: everyone's bid is the number of their spades, and nil without any",
                    "whiz": "Whiz: the number of your spades, or nil",
                },
                ("least_bid", "The least that partners bid together"): {
                    0: "None: partners bid what they like",
                    4: "Four: the second of a pair brings the bids to 4 or more",
                },
                ("sum", "What all bids may add up to"): {
                    "any": "Any number",
                    "not-13": "Not 13: the last bidder may not make the sum of all bids 13",
                },
                ("first_deal", "Whether players bid in the first deal"): {
                    "bid": "Bid: they bid in every deal",
                    "itself": "Itself: nobody bids in the first deal, and each trick scores 10 points",
                },
                ("nil", "What a nil wins or loses; a blind nil counts twice that"): {
                    100: "100 points",
                    50: "50 points",
                    "off": "Off: nobody may bid nil",
                },
                ("blind_nil", "Who may bid nil before looking, for twice the points"): {
                    "behind": "Behind: only a side that is 100 or more points behind may bid it",
                    "off": "Off: nobody may bid it",
                    "always": "Always: everyone may bid it, in every deal",
                },
                ("failed_nil", "What the tricks of a failed nil count as"): {
                    "bags": "Bags: they are bags, and do not help the partner's contract",
                    "help": "Help: they count towards the partner's contract",
                },
                ("nil_pass", "Cards that a nil bidder and the partner exchange"): _cards(0, 1, 2, 3, 4),
                ("blind_pass", "Cards that a blind nil bidder and the partner exchange"): _cards(3, 0, 1, 2, 4),
                ("ten_for_200", "Whether a bid of ten or more scores 200"): {
                    "off": "Off: it scores 10 a trick",
                    "on": "On: a side that bids 10 or more together wins or loses 200",
                },
                ("lead_spades", "When spades may be led"): {
                    "broken": "Broken: once a spade has been played",
                    "any": "Any: at any time",
                },
                ("first_trick", "How the first trick is played"): {
                    "any": "Any: the player to the dealer's left leads",
                    "clubs": "Clubs: the lowest club leads, and everyone plays their lowest club",
                },
                ("floor", "A score that loses the game"): {
                    None: "No lower limit",
                    -200: "Minus 200: a side at −200 or below loses the game",
                    -300: "Minus 300: a side at −300 or below loses the game",
                    -500: "Minus 500: a side at −500 or below loses the game",
                },
            }
        ),
        Option("dealer", "First dealer", 0, range(4), seat=True, by_lot={}, rare=True),
    )
    shared_options = (
        {**_FIRST_CODES, **{key: (value,) for key, value in _ADDED.items()}},
        {
            **_FIRST_CODES, "floor": (None, -200, -300, -500), "bags": (10, 5, "off"),
            "deck": ("standard", "jokers", "deuces"), "deals": (None, 4, 8, 16),
            "bidding": ("free", "suicide", "mirror", "whiz"), "least_bid": (0, 4), "sum": ("any", "not-13"),
            "first_deal": ("bid", "itself"), "nil": (100, 50, "off"), "nil_pass": (0, 1, 2, 3, 4),
            "blind_pass": (3, 0, 1, 2, 4), "ten_for_200": ("off", "on"), "lead_spades": ("broken", "any"),
            "first_trick": ("any", "clubs"), "bag_points": (1, 0, -1),
        },
    )  # fmt: skip
    added_options = _ADDED
    presets = (
        Preset(
            "spades", called, "Two against two: bid with your partner, make your contract, watch the bags.",
            _PARTNERS,
            "Skill: bidding, counting and trusting your partner. Luck evens out over the deals.", 25,
        ),
        Preset(
            "spades-quick", NC_("game", "Quick Spades"),
            "The short game of partners: to 250 points, and every fifth bag costs 50.",
            {**_PARTNERS, "bags": 5},
            "Skill, and some luck: few deals, so that each bid weighs more.", 12,
        ),
        Preset(
            "spades-deals", NC_("game", "Eight-deal Spades"),
            "Two against two for eight deals: then the higher score wins.",
            {**_PARTNERS, "deals": 8},
            "Skill: you know how many deals are left to catch up.", 25,
        ),
        Preset(
            "spades-jokers", NC_("game", "Joker Spades"),
            "Two jokers and two deuces are the highest spades, and a nil exchanges two cards with the partner.",
            {**_PARTNERS, "deck": "deuces", "nil_pass": 2},
            "Skill: more spades to count, and nils that a partner can help.", 25,
        ),
        Preset(
            "spades-suicide", NC_("game", "Suicide Spades"), "One of each pair bids nil, and the other four or more.",
            {**_PARTNERS, "bidding": "suicide"},
            "Skill: every deal has two nils to cover and two to set.", 20,
        ),
        Preset(
            "spades-mirror", NC_("game", "Mirror Spades"),
            "Nobody chooses a bid: each bids the number of their spades, and nil without any.",
            {**_PARTNERS, "bidding": "mirror"},
            "Skill in play, and luck: the cards bid for you.", 20,
        ),
        Preset(
            "spades-whiz", NC_("game", "Whiz Spades"), "You bid the number of your spades, or nil.",
            {**_PARTNERS, "bidding": "whiz"},
            "Skill, and luck: each deal asks whether to risk a nil.", 20,
        ),
        Preset(
            "cutthroat", NC_("game", "Cutthroat Spades"),
            "Four players, everyone alone: the other three want to set you.",
            {"mode": "cutthroat", "players": 4},
            "Skill and luck: bid well, because nobody else will save you.", 40,
        ),
        Preset(
            "spades-for-three", NC_("game", "Spades for three"), "Three players with 17 cards each, everyone alone.",
            {"mode": "cutthroat", "players": 3},
            "Skill and luck: long suits and many spades in every hand.", 30,
        ),
        Preset(
            "spades-for-two", NC_("game", "Spades for two"),
            "Two players build their own hands, keeping one of every two cards, then bid and play.",
            {"mode": "cutthroat", "players": 2},
            "Skill: you choose your cards, and you know half of those out of play.", 45,
        ),
    )  # fmt: skip
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
            in_state=lambda state, seat: bool(state.settings.scoring.bags) and not state.bags[state.sides[seat]],
            reached="You won without a bag",
        ),
    )
    bots: ClassVar[Mapping[str, Character]] = {
        "random": Character(
            BEGINNER,
            "Bids what its high cards are worth and plays any legal card, but minds a nil of its side.",
            Strength(-95.9, 1.9, MIDDLE, in_points=True),
        ),
        "quick": Character(
            MIDDLE,
            "Plays by rules of thumb, and minds nils, bags and its partner.",
            Strength(95.9, 1.9, BEGINNER, in_points=True),
        ),
        "steady": Character(
            BEST,
            "Imagines the hidden hands and plays each deal out by the rules of thumb.",
            Strength(34, 4, MIDDLE, in_points=True),
        ),
        "open": Character(SEER, SEES_ALL, Strength(20, 7, BEST, in_points=True), sees_all=True),
    }

    def defaults(self, chosen: Options) -> dict[str, OptionValue]:
        """Fewer than four play cutthroat, some options leave no blind nil, and the bags of a short game make it one."""
        defaults = super().defaults(chosen)
        if chosen.get("players", 4) != 4:
            defaults["mode"] = "cutthroat"
        if chosen.get("players") == DRAWING or chosen.get("nil") == "off" or chosen.get("bidding") in _COUNTED:
            defaults["blind_nil"] = "off"
        if SHORT_BAGS.items() & chosen.items():
            defaults |= {"target": SHORT_TARGET, **SHORT_BAGS}
        return defaults

    def conflict(self, options: Options) -> str:
        """Why options do not go together: their cases in docs/rules.md say which do."""
        for key, values, other, others, why in _CLASHES:
            if options[key] in values and options[other] in others:
                given = f"{options[other]} players" if other == "players" else f"{other} {json_text(options[other])}"
                return f"{key} cannot be {json_text(options[key])} with {given}: {why}"
        bags, target = {key: options[key] for key in LONG_BAGS}, options["target"]
        if bags not in (LONG_BAGS, SHORT_BAGS) and bags["bags"] != "off":
            return (
                f"bags cannot be {bags['bags']} with a bag_penalty of {bags['bag_penalty']}:"
                " choose 10 bags and 100 points, or 5 bags and 50"
            )
        is_long = isinstance(target, int) and target > SHORT_TARGET and options["deals"] is None
        if bags == SHORT_BAGS and is_long:
            return f"bags cannot be 5 with a target of {target}: the short game goes to {SHORT_TARGET} or less"
        return super().conflict(options)

    def matters(self, key: str, options: Options) -> bool:
        """Whether an option changes anything: some need partners, nils, bags or a target."""
        is_paired, has_nil = options["mode"] == "partners", options["nil"] != "off"
        match key:
            case "target":
                return options["deals"] is None
            case "deck":
                return options["players"] == 4
            case "least_bid":
                bidding = options["bidding"]
                return is_paired and (bidding == "free" or (bidding == "suicide" and options["first_deal"] == "itself"))
            case "sum":
                return options["players"] != 3 and options["bidding"] == "free"
            case "blind_nil":
                return options["players"] != DRAWING and has_nil and options["bidding"] not in _COUNTED
            case "failed_nil" | "nil_pass":
                return is_paired and has_nil
            case "blind_pass":
                return is_paired and options["blind_nil"] != "off"
            case "bag_points" | "bag_penalty":
                return options["bags"] != "off"
        return super().matters(key, options)

    def summary_of(self, options: Options) -> str:
        told = super().summary_of(options)
        return (
            told.replace("make your contract, watch the bags", "make your contract")
            if options["bags"] == "off"
            else told
        )

    def seats(self, options: Options) -> int:
        return int_option(options, "players")

    def partner(self, options: Options, seat: int) -> int | None:
        return partner_of(self.rules.initial(options).settings, seat)
