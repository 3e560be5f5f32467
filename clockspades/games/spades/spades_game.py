"""The facts about Spades: its options, its bots, and what can be reached."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from clockspades.engine.codec import json_text
from clockspades.engine.game import BEGINNER, BEST, MIDDLE, SEER, SEES_ALL, Character, Game, Preset, Strength
from clockspades.engine.goals import GameMilestone
from clockspades.engine.options import Option, Options, OptionValue, int_option, named_option
from clockspades.games.spades.scoring import LONG_BAGS, SHORT_BAGS, SHORT_TARGET
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import DRAWING, SpadesAction, SpadesEvent, SpadesState, nils_made, partner_of
from clockspades.games.spades.spades_words import SpadesWords
from clockspades.language import N_, NC_, _, headed, marked

marked("kind of a game", "Classic", "Quick", "Eight-deal", "Joker", "Suicide", "Mirror", "Whiz", "Cutthroat")
marked("kind of a game", "For three", "For two")
marked(
    "option", "mode", "players", "deck", "target", "deals", "bags", "bag points", "bag penalty", "bidding", "least bid",
    "sum", "first deal", "nil", "blind nil", "failed nil", "nil pass", "blind pass", "ten for 200", "lead spades",
    "first trick", "floor", "dealer",
)  # fmt: skip
_CARDS: Final = marked("choice", "None", "1 card", "2 cards", "3 cards", "4 cards")
"""The names of numbers of cards."""
_COUNTED: Final = ("mirror", "whiz")
"""The kinds of bidding in which players count their spades, so that nobody bids before looking."""
_CLASHES: Final[Sequence[tuple[str, Sequence[OptionValue], str, Sequence[OptionValue], str]]] = (
    ("mode", ("partners",), "players", (2, 3), N_("it takes four, and fewer play cutthroat")),
    ("deck", ("jokers", "deuces"), "players", (2, 3), N_("only four players use jokers")),
    ("bidding", ("suicide",), "mode", ("cutthroat",), N_("one of each pair of partners bids nil")),
    ("nil", ("off",), "bidding", ("suicide", *_COUNTED), N_("some players then have to bid nil")),
    ("blind_nil", ("behind", "always"), "players", (2,), N_("both see their cards before they bid")),
    ("blind_nil", ("behind", "always"), "bidding", _COUNTED, N_("players count their spades before they bid")),
    ("blind_nil", ("behind", "always"), "nil", ("off",), N_("nobody may bid nil")),
    ("least_bid", (4,), "bidding", _COUNTED, N_("players bid the spades that they have")),
    ("sum", ("not-13",), "bidding", ("suicide", *_COUNTED), N_("the last bidder may have no other bid")),
    ("sum", ("not-13",), "players", (3,), N_("they bid for 17 tricks")),
)
"""Values of an option that do not go with values of another one, and why."""
_PARTNERS: Final[Options] = {"mode": "partners", "players": 4}
_FIRST_CODES: Final[Mapping[str, Sequence[OptionValue]]] = {
    "mode": ("partners", "cutthroat"), "players": (4, 3, 2), "target": range(50, 1001), "bags": (10, 5),
    "bag_penalty": (100, 50), "blind_nil": ("behind", "off", "always"), "failed_nil": ("bags", "help"),
    "floor": (None, -200), "dealer": range(4),
}  # fmt: skip
"""The options in the first version of share codes."""
_SECOND_CODES: Final[Mapping[str, Sequence[OptionValue]]] = {
    **_FIRST_CODES, "floor": (None, -200, -300, -500), "bags": (10, 5, "off"),
    "deck": ("standard", "jokers", "deuces"), "deals": (None, 4, 8, 16),
    "bidding": ("free", "suicide", "mirror", "whiz"), "least_bid": (0, 4), "sum": ("any", "not-13"),
    "first_deal": ("bid", "itself"), "nil": (100, 50, "off"), "nil_pass": (0, 1, 2, 3, 4),
    "blind_pass": (3, 0, 1, 2, 4), "ten_for_200": ("off", "on"), "lead_spades": ("broken", "any"),
    "first_trick": ("any", "clubs"), "bag_points": (1, 0, -1),
}  # fmt: skip
"""Those in the second, with all their values in the order of the form."""
_ADDED: Final[Options] = {
    "deck": "standard", "deals": None, "bidding": "free", "least_bid": 0, "sum": "any", "first_deal": "bid",
    "nil": 100, "nil_pass": 0, "blind_pass": 3, "ten_for_200": "off", "lead_spades": "broken", "first_trick": "any",
    "bag_points": 1,
}  # fmt: skip
"""The options that games with the first version of share codes did not have, with what they then were."""


def _rare(key: str, words: str, labels: Sequence[str], heading: str = "") -> Option:
    """An option that few players change; a heading stands above it and those that follow."""
    return named_option(key, words, dict(zip(_SECOND_CODES[key], labels)), rare=True, heading=heading)


class SpadesGame(Game[SpadesState, SpadesAction, SpadesEvent]):
    """Spades with partners, and cutthroat for four, three and two."""

    name = "spades"
    letter = "S"
    called = NC_("game", "Spades")
    summary = N_("Bid the tricks you will take, then take them. Spades are trumps, and extra tricks can cost you.")
    rules = RULES
    words = SpadesWords()
    options = (
        _rare("mode", N_("Partners or cutthroat"), marked(
            "choice", "Partners: players opposite each other bid and score together, four players",
            "Cutthroat: everyone plays alone",
        ), N_("Table")),
        _rare("players", N_("Number of players"), marked(
            "choice", "Four: 13 cards each", "Three: 17 cards each, without the 2♣",
            "Two: each draws 13 cards, keeping one of every two",
        )),
        _rare("deck", N_("The highest spades"), marked(
            "choice", "Standard: the ace is the highest of 13 spades",
            "Jokers: two jokers are the highest spades, and the 2♥ and 2♣ are left out",
            "Deuces: the jokers, then the 2♦ and 2♠ are the highest spades",
        )),
        Option(
            "target", N_("Points to win, counted after each deal"), 500, range(50, 1001), rare=True, heading=N_("End")
        ),
        _rare("deals", N_("Deals after which the highest score wins"), marked(
            "choice", "No limit: the game is played to its target", "Four", "Eight", "Sixteen"
        )),
        _rare("bags", N_("Bags before a penalty; a bag is a trick over the bid"), marked(
            "choice", "Ten", "Five: the short game, to 250 or less", "Off: extra tricks count nothing and cost nothing"
        ), N_("Bags")),
        _rare("bag_points", N_("What each bag adds to the score at once"), marked(
            "choice", "1 point", "Nothing", "Minus 1: a bag costs a point"
        )),
        _rare("bag_penalty", N_("Penalty for that many bags"), marked(
            "choice", "100 points: every tenth bag costs 100", "50 points: every fifth bag costs 50"
        )),
        _rare("bidding", N_("What players may bid"), marked(
            "choice", "Free: any number of tricks, or nil",
            "Suicide: of each pair one bids nil, and the other 4 or more",
            "Mirror: everyone's bid is the number of their spades, and nil without any",
            "Whiz: the number of your spades, or nil",
        ), N_("Bids")),
        _rare("least_bid", N_("The least that partners bid together"), marked(
            "choice", "None: partners bid what they like", "Four: the second of a pair brings the bids to 4 or more"
        )),
        _rare("sum", N_("What all bids may add up to"), marked(
            "choice", "Any number", "Not 13: the last bidder may not make the sum of all bids 13"
        )),
        _rare("first_deal", N_("Whether players bid in the first deal"), marked(
            "choice", "Bid: they bid in every deal",
            "Itself: nobody bids in the first deal, and each trick scores 10 points",
        )),
        _rare("nil", N_("What a nil wins or loses; a blind nil counts twice that"), marked(
            "choice", "100 points", "50 points", "Off: nobody may bid nil"
        ), N_("Nil")),
        _rare("blind_nil", N_("Who may bid nil before looking, for twice the points"), marked(
            "choice", "Behind: only a side that is 100 or more points behind may bid it", "Off: nobody may bid it",
            "Always: everyone may bid it, in every deal",
        )),
        _rare("failed_nil", N_("What the tricks of a failed nil count as"), marked(
            "choice", "Bags: they are bags, and do not help the partner's contract",
            "Help: they count towards the partner's contract",
        )),
        _rare("nil_pass", N_("Cards that a nil bidder and the partner exchange"), _CARDS),
        _rare("blind_pass", N_("Cards that a blind nil bidder and the partner exchange"), (
            _CARDS[3], *_CARDS[:3], _CARDS[4],
        )),
        _rare("ten_for_200", N_("Whether a bid of ten or more scores 200"), marked(
            "choice", "Off: it scores 10 a trick", "On: a side that bids 10 or more together wins or loses 200"
        ), N_("Tricks")),
        _rare("lead_spades", N_("When spades may be led"), marked(
            "choice", "Broken: once a spade has been played", "Any: at any time"
        )),
        _rare("first_trick", N_("How the first trick is played"), marked(
            "choice", "Any: the player to the dealer's left leads",
            "Clubs: the lowest club leads, and everyone plays their lowest club",
        )),
        _rare("floor", N_("A score that loses the game"), marked(
            "choice", "No lower limit", "Minus 200: a side at −200 or below loses the game",
            "Minus 300: a side at −300 or below loses the game", "Minus 500: a side at −500 or below loses the game",
        ), N_("Game")),
        Option("dealer", N_("First dealer"), 0, range(4), seat=True, by_lot={}, rare=True),
    )  # fmt: skip
    shared_options = ({**_FIRST_CODES, **{key: (value,) for key, value in _ADDED.items()}}, _SECOND_CODES)
    added_options = _ADDED
    presets = (
        Preset(
            "spades", called, N_("Two against two: bid with your partner, make your contract, watch the bags."),
            _PARTNERS, N_("Skill: bidding, counting and trusting your partner. Luck evens out over the deals."), 25,
        ),
        Preset(
            "spades-quick", NC_("game", "Quick Spades"),
            N_("The short game of partners: to 250 points, and every fifth bag costs 50."),
            {**_PARTNERS, "bags": 5}, N_("Skill, and some luck: few deals, so that each bid weighs more."), 12,
        ),
        Preset(
            "spades-deals", NC_("game", "Eight-deal Spades"),
            N_("Two against two for eight deals: then the higher score wins."),
            {**_PARTNERS, "deals": 8}, N_("Skill: you know how many deals are left to catch up."), 25,
        ),
        Preset(
            "spades-jokers", NC_("game", "Joker Spades"),
            N_("Two jokers and two deuces are the highest spades, and a nil exchanges two cards with the partner."),
            {**_PARTNERS, "deck": "deuces", "nil_pass": 2},
            N_("Skill: more spades to count, and nils that a partner can help."), 25,
        ),
        Preset(
            "spades-suicide", NC_("game", "Suicide Spades"),
            N_("One of each pair bids nil, and the other four or more."),
            {**_PARTNERS, "bidding": "suicide"}, N_("Skill: every deal has two nils to cover and two to set."), 20,
        ),
        Preset(
            "spades-mirror", NC_("game", "Mirror Spades"),
            N_("Nobody chooses a bid: each bids the number of their spades, and nil without any."),
            {**_PARTNERS, "bidding": "mirror"}, N_("Skill in play, and luck: the cards bid for you."), 20,
        ),
        Preset(
            "spades-whiz", NC_("game", "Whiz Spades"), N_("You bid the number of your spades, or nil."),
            {**_PARTNERS, "bidding": "whiz"}, N_("Skill, and luck: each deal asks whether to risk a nil."), 20,
        ),
        Preset(
            "cutthroat", NC_("game", "Cutthroat Spades"),
            N_("Four players, everyone alone: the other three want to set you."),
            {"mode": "cutthroat", "players": 4}, N_("Skill and luck: bid well, because nobody else will save you."), 40,
        ),
        Preset(
            "spades-for-three", NC_("game", "Spades for three"),
            N_("Three players with 17 cards each, everyone alone."),
            {"mode": "cutthroat", "players": 3}, N_("Skill and luck: long suits and many spades in every hand."), 30,
        ),
        Preset(
            "spades-for-two", NC_("game", "Spades for two"),
            N_("Two players build their own hands, keeping one of every two cards, then bid and play."),
            {"mode": "cutthroat", "players": 2},
            N_("Skill: you choose your cards, and you know half of those out of play."), 45,
        ),
    )  # fmt: skip
    milestones = (
        GameMilestone(
            N_("Nil"), N_("Make a nil."), lambda end: True, {"do": "bid", "tricks": 0},
            lambda state, seat: bool(nils_made(state, seat)), reached=N_("You made a nil"),
        ),
        GameMilestone(
            N_("Blind nil"), N_("Make a blind nil."), lambda end: True, {"do": "bid", "tricks": 0, "blind": True},
            lambda state, seat: any(nil.blind for nil in nils_made(state, seat)), reached=N_("You made a blind nil"),
        ),
        GameMilestone(
            N_("No bags"), N_("Win without taking a bag."),
            # a score without bags: each is a point, and all else is worth tens (spades 10 and 13)
            lambda end: end.won and any(score % 10 == 0 for score in end.outcome.scores),
            in_state=lambda state, seat: bool(state.settings.scoring.bags) and not state.bags[state.sides[seat]],
            reached=N_("You won without a bag"),
        ),
    )  # fmt: skip
    bots: ClassVar[Mapping[str, Character]] = {
        "random": Character(
            BEGINNER, N_("Bids what its high cards are worth and plays any legal card, but minds a nil of its side."),
            Strength(-95.9, 1.9, MIDDLE, in_points=True),
        ),
        "quick": Character(
            MIDDLE, N_("Plays by rules of thumb, and minds nils, bags and its partner."),
            Strength(95.9, 1.9, BEGINNER, in_points=True),
        ),
        "steady": Character(
            BEST, N_("Imagines the hidden hands and plays each deal out by the rules of thumb."),
            Strength(34, 4, MIDDLE, in_points=True),
        ),
        "open": Character(SEER, SEES_ALL, Strength(20, 7, BEST, in_points=True), sees_all=True),
    }  # fmt: skip

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
                told = {
                    "key": key,
                    "value": json_text(options[key]),
                    "other": other,
                    "given": json_text(options[other]),
                }
                with_what = N_("{key} cannot be {value} with {other} {given}")
                if other == "players":
                    with_what = N_("{key} cannot be {value} with {given} players")
                return headed(_(with_what, **told), _(why))
        bags, target = {key: options[key] for key in LONG_BAGS}, options["target"]
        if bags not in (LONG_BAGS, SHORT_BAGS) and bags["bags"] != "off":
            return _(
                "bags cannot be {bags} with a bag_penalty of {bag_penalty}: choose 10 bags and 100 points,"
                " or 5 bags and 50",
                **bags,
            )
        is_long = isinstance(target, int) and target > SHORT_TARGET and options["deals"] is None
        if bags == SHORT_BAGS and is_long:
            words = N_("bags cannot be 5 with a target of {target}: the short game goes to {most} or less")
            return _(words, target=target, most=SHORT_TARGET)
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
        if options["bags"] == "off" and self.preset(options) is self.presets[0]:
            return _("Two against two: bid with your partner, make your contract.")
        return super().summary_of(options)

    def seats(self, options: Options) -> int:
        return int_option(options, "players")

    def partner(self, options: Options, seat: int) -> int | None:
        return partner_of(self.rules.initial(options).settings, seat)
