"""Spades told a second time, from docs/rules.md and not from the package: texts, lists and dictionaries.

It is simple and slow. Options are those of a log's header. Cards are texts: ``TS``, the jokers ``BS`` and
``LS``, and with high twos 2♦ ``DS`` and 2♠ ``SS``. A bid is its number of tricks, 0 for a nil, and ``"blind"`` for a
blind nil. Actions are those of a log: ``{"do": "bid", "tricks": 3}``.
"""

from itertools import combinations
from typing import Any, Final

Options = dict[str, Any]
Game = dict[str, Any]

DEFAULTS: Final[Options] = {
    "mode": "partners", "players": 4, "target": 500, "dealer": 0, "deck": "standard", "bidding": "free", "least_bid": 0,
    "sum": "any", "nil": 100, "nil_pass": 0, "blind_pass": 3, "blind_nil": "behind", "failed_nil": "bags",
    "ten_for_200": "off", "first_deal": "bid", "lead_spades": "broken", "first_trick": "any", "bags": 10,
    "bag_points": 1, "bag_penalty": 100, "deals": None, "floor": None,
}  # fmt: skip
"""What an option is that a header leaves out."""
RANKS: Final = "23456789TJQKA"
BLIND: Final = "blind"


# -- cards -----------------------------------------------------------------------------------------------


def pack(options: Options) -> list[str]:
    cards = [rank + suit for suit in "CDHS" for rank in RANKS]
    if options["players"] == 3:
        cards.remove("2C")
    if options["deck"] != "standard":
        left_out = ("2H", "2C") if options["deck"] == "jokers" else ("2H", "2C", "2D", "2S")
        cards = [card for card in cards if card not in left_out]
    return [*cards, *(card for card in trumps(options) if card not in cards)]


def trumps(options: Options) -> list[str]:
    """All spades, the lowest first."""
    spades = [rank + "S" for rank in RANKS]
    if options["deck"] == "jokers":
        return [*spades, "LS", "BS"]
    if options["deck"] == "deuces":
        return [*spades[1:], "SS", "DS", "LS", "BS"]
    return spades


def suit(game: Game, card: str) -> str:
    return "S" if card in game["trumps"] else card[1]


def height(game: Game, card: str) -> int:
    """How high a card is in its suit."""
    return game["trumps"].index(card) if card in game["trumps"] else RANKS.index(card[0])


def winner(game: Game) -> int:
    """Who has the highest spade of the trick, or without one the highest card of the suit led."""
    plays = game["trick"]
    suits = [suit(game, card) for _, card in plays]
    wanted = "S" if "S" in suits else suits[0]
    return max((height(game, card), seat) for seat, card in plays if suit(game, card) == wanted)[1]  # type: ignore[no-any-return]


# -- the table -------------------------------------------------------------------------------------------


def new_game(options: Options) -> Game:
    options = {**DEFAULTS, **options}
    players = options["players"]
    partners = options["mode"] == "partners"
    sides = [[0, 2], [1, 3]] if partners else [[seat] for seat in range(players)]
    return {
        "options": options, "trumps": trumps(options), "sides": sides, "partners": partners, "number": 0,
        "dealer": options["dealer"], "phase": "deal", "scores": [0] * len(sides), "bags": [0] * len(sides),
        "outcome": None,
    }  # fmt: skip


def order(game: Game) -> list[int]:
    """The seats, clockwise from the dealer's left."""
    players = game["options"]["players"]
    return [(game["dealer"] + turn) % players for turn in range(1, players + 1)]


def partner(game: Game, seat: int) -> int | None:
    return (seat + 2) % 4 if game["partners"] else None


def side_of(game: Game, seat: int) -> int:
    return next(number for number, seats in enumerate(game["sides"]) if seat in seats)


def deal(game: Game, cards: list[str]) -> None:
    players = game["options"]["players"]
    game["number"] += 1
    game |= {
        "hands": [[] for _ in range(players)], "bids": [None] * players, "looked": [True] * players,
        "passing": [], "given": [[] for _ in range(players)], "stock": [], "discards": [[] for _ in range(players)],
        "broken": False, "trick": [], "tricks": 0, "taken": [0] * players, "seat": order(game)[0],
    }  # fmt: skip
    if players == 2:
        game["phase"], game["stock"] = "draw", list(cards)
    else:
        for turn, card in enumerate(cards):
            game["hands"][order(game)[turn % players]].append(card)
        begin_bidding(game)


def begin_bidding(game: Game) -> None:
    game["seat"] = order(game)[0]
    game["phase"] = "bid"
    if game["options"]["first_deal"] == "itself" and game["number"] == 1:
        begin_play(game)
        return
    game["looked"] = [not may_bid_blind(game, seat) for seat in range(len(game["hands"]))]
    if game["options"]["bidding"] == "mirror":  # nothing is chosen
        game["bids"] = [legal_bids(game, seat)[0] for seat in range(len(game["hands"]))]
    next_bid(game)


# -- legal actions ---------------------------------------------------------------------------------------


def legal(game: Game) -> list[dict[str, Any]]:
    """What the seat to act may do."""
    match game["phase"]:
        case "draw":
            return [{"do": "draw", "keep": True}, {"do": "draw", "keep": False}]
        case "bid" if not game["looked"][game["seat"]]:
            return [{"do": "look"}, {"do": "bid", "tricks": 0, "blind": True}]
        case "bid":
            return [{"do": "bid", "tricks": tricks} for tricks in legal_bids(game, game["seat"])]
        case "pass":
            hand = game["hands"][game["seat"]]
            return [{"do": "pass", "cards": list(some)} for some in combinations(hand, exchanged(game, game["seat"]))]
        case "play":
            return [{"do": "play", "card": card} for card in legal_cards(game)]
    return []


def legal_bids(game: Game, seat: int) -> list[int]:
    """The tricks that a seat may bid when it is its turn, once it has looked at its hand."""
    options, mate = game["options"], partner(game, seat)
    mates_bid = None if mate is None else game["bids"][mate]
    spades = [card for card in game["hands"][seat] if card in game["trumps"]]
    bids = list(range((17 if options["players"] == 3 else 13) + 1))
    if options["bidding"] == "mirror":
        bids = [len(spades)]
    if options["bidding"] == "whiz":
        bids = sorted({0, len(spades)})
    if options["bidding"] == "suicide":
        bids = [bid for bid in bids if bid in (0, *range(4, 14))]
        if mates_bid is not None:
            bids = [bid for bid in bids if is_nil(bid) != is_nil(mates_bid)]
    if options["nil"] == "off":
        bids = [bid for bid in bids if bid]
    if options["least_bid"] and mates_bid is not None:
        bids = [bid for bid in bids if bid + number(mates_bid) >= options["least_bid"]]
    if options["sum"] == "not-13" and game["bids"].count(None) == 1:
        others = sum(number(bid) for bid in game["bids"] if bid is not None)
        bids = [bid for bid in bids if bid + others != 13] or bids
    return bids


def may_bid_blind(game: Game, seat: int) -> bool:
    """Whether a seat is asked before it sees its hand, as far as the options and the scores say."""
    options, scores, side = game["options"], game["scores"], side_of(game, seat)
    best_other = max(score for other, score in enumerate(scores) if other != side)
    is_open = options["blind_nil"] == "always" or (
        options["blind_nil"] == "behind" and best_other - scores[side] >= 100
    )
    return is_open and options["players"] != 2 and options["nil"] != "off" and options["bidding"] in ("free", "suicide")


def legal_cards(game: Game) -> list[str]:
    options, hand, trick = game["options"], game["hands"][game["seat"]], game["trick"]
    spades = [card for card in hand if card in game["trumps"]]
    if options["first_trick"] == "clubs" and not game["tricks"] and any_club(game):
        clubs = [card for card in hand if suit(game, card) == "C"]
        if clubs:
            return [min(clubs, key=lambda card: height(game, card))]
        return [card for card in hand if card not in spades] or hand
    if trick:
        return [card for card in hand if suit(game, card) == suit(game, trick[0][1])] or hand
    if game["broken"] or options["lead_spades"] == "any":
        return hand  # type: ignore[no-any-return]
    return [card for card in hand if card not in spades] or hand


def any_club(game: Game) -> bool:
    """Whether a club was dealt to anybody: two players may have discarded them all."""
    in_play = [card for hand in game["hands"] for card in hand] + [card for _, card in game["trick"]]
    return any(suit(game, card) == "C" for card in in_play)


# -- actions ---------------------------------------------------------------------------------------------


def act(game: Game, action: dict[str, Any]) -> None:
    """Do what the seat to act does; it must be legal."""
    seat = game["seat"]
    match action:
        case {"do": "draw", "keep": keep}:
            top, below = game["stock"][:2]
            del game["stock"][:2]
            game["hands"][seat].append(top if keep else below)
            game["discards"][seat].append(below if keep else top)
            game["seat"] = 1 - seat
            if not game["stock"]:
                begin_bidding(game)
        case {"do": "look"}:
            game["looked"][seat] = True
        case {"do": "bid", "tricks": tricks}:
            game["bids"][seat] = BLIND if action.get("blind") else tricks
            game["looked"][seat] = True
            next_bid(game)
        case {"do": "pass", "cards": cards}:
            game["given"][seat] = list(cards)
            give(game, seat)
        case {"do": "play", "card": card}:
            play(game, seat, card)


def is_nil(bid: Any) -> bool:
    return bid in (0, BLIND)


def number(bid: Any) -> int:
    """The tricks of a bid."""
    return 0 if bid == BLIND else bid


def next_bid(game: Game) -> None:
    """The next seat bids; when all have bid, nils and their partners exchange cards, and the play begins."""
    to_bid = [seat for seat in order(game) if game["bids"][seat] is None]
    if to_bid:
        game["seat"] = to_bid[0]
        game["looked"][to_bid[0]] |= 0 not in legal_bids(game, to_bid[0])
        return
    bidders = [seat for seat in order(game) if exchanged(game, seat) and is_first(game, seat)]
    game["passing"] = [seat for bidder in bidders for seat in (bidder, partner(game, bidder))]
    if game["passing"]:
        game["phase"], game["seat"] = "pass", game["passing"][0]
    else:
        begin_play(game)


def worth(game: Game, seat: int | None) -> int:
    """How many cards the bid of a seat lets it exchange with its partner."""
    bid = None if seat is None else game["bids"][seat]
    return {BLIND: game["options"]["blind_pass"], 0: game["options"]["nil_pass"]}.get(bid, 0)  # type: ignore[no-any-return]


def exchanged(game: Game, seat: int) -> int:
    """How many cards a seat and its partner exchange."""
    return max(worth(game, seat), worth(game, partner(game, seat))) if game["partners"] else 0


def is_first(game: Game, seat: int) -> bool:
    """Whether a seat chooses before its partner: whose bid lets them exchange, or who bid first if both do."""
    mate = partner(game, seat)
    if worth(game, seat) != worth(game, mate):
        return worth(game, seat) > worth(game, mate)
    return order(game).index(seat) < [*order(game), None].index(mate)


def give(game: Game, seat: int) -> None:
    """The cards of two partners change hands when both have chosen."""
    mate = partner(game, seat)
    assert mate is not None
    game["passing"].remove(seat)
    if game["given"][mate]:
        for giver, taker in ((seat, mate), (mate, seat)):
            for card in game["given"][giver]:
                game["hands"][giver].remove(card)
                game["hands"][taker].append(card)
    if game["passing"]:
        game["seat"] = game["passing"][0]
    else:
        begin_play(game)


def begin_play(game: Game) -> None:
    game["phase"], game["seat"] = "play", order(game)[0]
    if game["options"]["first_trick"] == "clubs" and any_club(game):
        dealt = [(card, seat) for seat, hand in enumerate(game["hands"]) for card in hand]
        game["seat"] = min((height(game, card), seat) for card, seat in dealt if suit(game, card) == "C")[1]


def play(game: Game, seat: int, card: str) -> None:
    players = game["options"]["players"]
    game["hands"][seat].remove(card)
    game["trick"].append((seat, card))
    game["broken"] |= card in game["trumps"]
    game["seat"] = (seat + 1) % players
    if len(game["trick"]) == players:
        game["seat"] = winner(game)
        game["taken"][game["seat"]] += 1
        game["tricks"] += 1
        game["trick"] = []
        if not any(game["hands"]):
            end_deal(game)


# -- what is seen ----------------------------------------------------------------------------------------


def seen(game: Game, seat: int) -> dict[str, list[Any]]:
    """The cards of the table as a seat sees them, ``??`` for one that it does not; all else is public."""
    draws = game["phase"] == "draw" and game["seat"] == seat
    given = game["given"]
    return {
        "hands": [hide(cards, other != seat or not game["looked"][seat]) for other, cards in enumerate(game["hands"])],
        "given": [hide(cards, other != seat) for other, cards in enumerate(given)],
        "received": [hide(received(game, other), other != seat) for other in range(len(given))],
        "discards": [hide(cards, other != seat) for other, cards in enumerate(game["discards"])],
        "stock": [*game["stock"][:draws], *hide(game["stock"][draws:], True)],
    }


def received(game: Game, seat: int) -> list[str]:
    """What the partner of a seat gave it, once both have chosen."""
    given, mate = game["given"], partner(game, seat)
    return given[mate] if mate is not None and given[seat] else []


def hide(cards: list[str], is_hidden: bool) -> list[str]:
    return ["??"] * len(cards) if is_hidden else sorted(cards)


# -- scores ----------------------------------------------------------------------------------------------


def end_deal(game: Game) -> None:
    for side, seats in enumerate(game["sides"]):
        bids, taken = [game["bids"][seat] for seat in seats], [game["taken"][seat] for seat in seats]
        points, bags = deal_points(game["options"], bids, taken, game["bags"][side])
        game["scores"][side] += points
        game["bags"][side] += bags
    game["outcome"] = outcome(game["options"], game["number"], game["scores"], game["sides"])
    game["phase"] = "over" if game["outcome"] else "deal"
    if not game["outcome"]:
        game["dealer"] = order(game)[0]


def deal_points(options: Options, bids: list[Any], taken: list[int], bags_before: int) -> tuple[int, int]:
    """What a deal brings a side: points and bags, from the bids and tricks of its players."""
    if None in bids:  # the first deal bids itself
        too_few = options["mode"] == "partners" and sum(taken) < options["least_bid"]
        return (-10 * options["least_bid"] if too_few else 10 * sum(taken)), 0
    contract = sum(number(bid) for bid in bids)
    points = bags = towards = 0
    for bid, tricks in zip(bids, taken):
        if is_nil(bid):
            value = (2 if bid == BLIND else 1) * options["nil"]
            points += -value if tricks else value
        if is_nil(bid) and options["failed_nil"] == "bags":
            bags += tricks
        else:
            towards += tricks
    value = 200 if contract >= 10 and options["ten_for_200"] == "on" else 10 * contract
    if towards >= contract:
        points += value
        bags += towards - contract
    else:
        points -= value
    if options["bags"] == "off":
        return points, 0
    points += bags * options["bag_points"]
    for bag in range(bags_before + 1, bags_before + bags + 1):
        if bag % options["bags"] == 0:
            points -= options["bag_penalty"]
    return points, bags


def outcome(options: Options, number: int, scores: list[int], sides: list[list[int]]) -> dict[str, Any] | None:
    """How the game ends after so many deals with these scores; None if another deal is played."""
    is_over = max(scores) >= options["target"] if options["deals"] is None else number >= options["deals"]
    safe = [score for score in scores if options["floor"] is None or score > options["floor"]]
    if not is_over and len(safe) == len(scores):
        return None
    best = max(safe or scores)
    if scores.count(best) > 1:
        return None
    reason = "floor" if not is_over else "target" if options["deals"] is None else "deals"
    return {"winners": sides[scores.index(best)], "scores": list(scores), "reason": reason}
