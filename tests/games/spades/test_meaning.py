"""What bids and plays show: every certain sentence is true of the real hands, and the others usually are."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from clockspades.cards import Card, Rank, Suit
from clockspades.engine.options import OptionValue
from clockspades.games.spades.core import bits_of
from clockspades.games.spades.hand_evaluation import usual_bid
from clockspades.games.spades.spades_bots import SpadesRandomBot
from clockspades.games.spades.spades_meaning import BEST, STRENGTHS, meaning, strength
from clockspades.games.spades.spades_playouts import usual_choice
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import (
    DECKS,
    HAND_SIZES,
    PACKS,
    TRUMPS,
    TRUMPS_IN,
    Deck,
    DrawCard,
    LookAtCards,
    MakeBid,
    PassCards,
    SpadesAction,
    SpadesPhase,
    SpadesState,
    beats,
    in_order,
)
from clockspades.games.trick_words import hand_in_short
from clockspades.games.tricks import PlayCard, led_suit
from tests.games.spades.tables import GAME, NAMES, bidding, card, cards, dealt, playing, start, suits
from tests.games.spades.test_house_rules import HANDS as HOUSE_HANDS

MODES: list[dict[str, OptionValue]] = [
    {"blind_nil": "always"},
    {"mode": "cutthroat"},
    {"players": 3},
    {"players": 2},
]
ACTIONS = 1500
"""Actions of each mode that are looked at."""
NILS = 0.1
"""How often a seat bids nil, so that there are enough of them."""


class Shown(NamedTuple):
    """A sentence, and what really was the case."""

    words: str
    before: SpadesState
    action: SpadesAction
    game: tuple[SpadesState, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """What the player held after the action."""
        kept = self.before.hands[self.before.seat]
        return tuple(mine for mine in kept if not (isinstance(self.action, PlayCard) and mine is self.action.card))


def said(state: SpadesState, action: SpadesAction) -> tuple[str, ...]:
    """What an action shows in words."""
    events = tuple(RULES.observe_event(event, None) for event in RULES.reduce(state, action).events)
    return GAME.words.meaning(RULES.observe(state, None), events, NAMES[: state.settings.players])


def choice(view: SpadesState, bot: SpadesRandomBot, rng: Random) -> SpadesAction:
    """What the rollout policy does, with nils now and then."""
    if view.phase is not SpadesPhase.BID:
        return usual_choice(view)
    if rng.random() < NILS:
        return MakeBid(0, blind=not view.looked[view.seat])
    return bot.choose(view)


@cache
def shown(mode: int) -> tuple[Shown, ...]:
    """Every sentence about some deals of a mode."""
    rng = Random(f"meaning {mode}")
    state, bot, found = (
        start(target=1000, **MODES[mode]),
        SpadesRandomBot(rng),
        list[tuple[SpadesState, SpadesAction]](),
    )
    states = [state]
    while len(found) < ACTIONS:
        if GAME.rules.deal_due(state):
            state = RULES.reduce(state, GAME.rules.deal(state, rng)).state
        else:
            action = choice(RULES.observe(state, state.seat), bot, rng)
            found.append((state, action))
            state = RULES.reduce(state, action).state
        states.append(state)
        if state.outcome is not None:
            state = start(target=1000, **MODES[mode])
    return tuple(
        Shown(words, before, action, tuple(states)) for before, action in found for words in said(before, action)
    )


def every_sentence() -> Iterator[Shown]:
    for mode in range(len(MODES)):
        yield from shown(mode)


# -- what is certain ---------------------------------------------------------------------------------------


def test_a_suit_that_a_player_is_said_to_have_none_of_is_not_in_the_hand() -> None:
    checked = Counter[str]()
    for each in every_sentence():
        for subject, suit in re.findall(r"^(?:(\w+) h|H)as no (\w+)(?: either)?(?:\.|,|:)", each.words):
            if suit.upper() not in Suit.__members__:
                continue
            seat = NAMES.index(subject) if subject else each.before.seat
            hand = each.hand if seat == each.before.seat else each.before.hands[seat]
            assert all(mine.suit is not Suit[suit.upper()] for mine in hand), each.words
            checked[suit] += 1
    assert {*checked} == {"clubs", "diamonds", "hearts", "spades"}


def test_the_highest_card_left_is_higher_than_all_in_the_hands() -> None:
    checked = Counter[str]()
    for each in every_sentence():
        if found := re.match(r"The highest (\w+) left", each.words):
            assert isinstance(each.action, PlayCard)
            played = each.action.card
            held = [other for hand in each.before.hands for other in hand]
            assert not any(other.suit is played.suit and beats(other, played, played.suit) for other in held)
            checked[found[1]] += 1
    assert {*checked} == {"club", "diamond", "heart", "spade"}


def test_a_suit_that_cannot_beat_the_winning_card_is_in_no_hand_with_one_that_does() -> None:
    checked = 0
    for each in every_sentence():
        if re.search(r"[Nn]o \w+ can beat", each.words):
            winning, led = each.before.winning, led_suit(each.before.trick)
            assert winning is not None
            assert led is not None
            follow = [other for hand in each.before.hands for other in hand if other.suit is led]
            assert not any(beats(other, winning.card, led) for other in follow), each.words
            checked += 1
    assert checked


def test_only_spades_are_left_to_one_who_leads_them_unbroken() -> None:
    hands = {0: "KQ...", 1: ".AK..", 2: ".QJ..", 3: "..AK."}
    table = playing(hands, "", "4 3 3 3", taken=(3, 3, 3, 2), broken=False)
    assert said(table, PlayCard(card("KS")))[0] == "Has only spades left."


def test_somebody_fails_where_the_bids_are_more_than_the_tricks() -> None:
    checked = 0
    for mode in range(len(MODES)):
        for each in shown(mode):
            if "somebody must fail" in each.words:
                deal = [state for state in each.game if state.number == each.before.number]
                checked += len(deal) > 0
    assert checked
    for mode in range(len(MODES)):
        for before, after in pairwise(shown(mode)[0].game):
            if len(after.sheets) > len(before.sheets):
                sheet = after.sheets[-1]
                total, tricks = sum(bid.tricks for bid in sheet.bids if bid is not None), after.settings.hand
                if total > tricks:
                    assert not all(line.is_made for line in sheet.lines)
                if total == tricks and any(line.tricks > line.contract for line in sheet.lines):
                    assert not all(line.is_made for line in sheet.lines)


def test_a_contract_that_is_said_to_be_made_is_made() -> None:
    checked = Counter[str]()
    for each in every_sentence():
        if found := re.match("(The contract is made|Has no contract)", each.words):
            before, side = each.before, each.before.sides[each.before.seat]
            seats = [seat for seat, own in enumerate(before.sides) if own == side]
            bids = {seat: bid.tricks for seat in seats if (bid := before.bids[seat]) is not None and bid.tricks}
            assert sum(before.taken[seat] for seat in bids) >= sum(bids.values())
            assert bool(bids) == (found[1] == "The contract is made")
            checked[found[1]] += 1
    assert len(checked) == 2


# -- what is usual -----------------------------------------------------------------------------------------


def is_high(one: Card, deck: Deck) -> bool:
    """The cards of ``HIGH_CARDS``."""
    if one.suit is TRUMPS and deck is not Deck.STANDARD:
        return one.rank > Rank.KING or (deck is Deck.JOKERS and one.rank in (Rank.ACE, Rank.KING))
    return one.rank in (Rank.ACE, Rank.KING) or (one.rank is Rank.QUEEN and one.suit is TRUMPS)


@pytest.mark.parametrize(
    ("players", "deck"),
    [(4, Deck.STANDARD), (3, Deck.STANDARD), (2, Deck.STANDARD), (4, Deck.JOKERS), (4, Deck.DEUCES)],
)
def test_most_hands_have_what_their_usual_bid_shows(players: int, deck: Deck) -> None:
    rng, right = Random(players), defaultdict[int, list[bool]](list)
    for _ in range(1500):
        hand = rng.sample(PACKS[players] if deck is Deck.STANDARD else DECKS[deck], HAND_SIZES[players])
        bid = usual_bid(bits_of(hand), players, TRUMPS_IN[deck])
        least, most, spades = strength(bid, players)
        high = sum(is_high(one, deck) for one in hand)
        right[bid].append(
            least <= high <= (high if most is None else most) and sum(one.suit is TRUMPS for one in hand) >= spades
        )
    for bid, found in right.items():
        assert len(found) < 20 or sum(found) / len(found) > 0.55, bid


def test_every_bid_shows_something() -> None:
    for players, shows in STRENGTHS.items():
        assert max(shows) == HAND_SIZES[players]


def lowest(each: Shown, card_played: Card) -> bool:
    return not any(mine.suit is card_played.suit and beats(card_played, mine, mine.suit) for mine in each.hand)


def highest(each: Shown, card_played: Card, below: Card | None = None) -> bool:
    return not any(
        mine.suit is card_played.suit
        and beats(mine, card_played, mine.suit)
        and (below is None or beats(below, mine, mine.suit))
        for mine in each.hand
    )


def none_above(each: Shown, best: Card) -> bool:
    return not any(mine.suit is best.suit and beats(mine, best, best.suit) for mine in each.hand)


def holds(each: Shown, pattern: str) -> bool | None:
    """Whether a sentence with "usually" was true; None if it is not one of these."""
    assert isinstance(each.action, PlayCard)
    played, winning, words = each.action.card, each.before.winning, each.words
    same = [mine for mine in each.hand if mine.suit is played.suit]
    match pattern:
        case "usually the lowest":
            return lowest(each, played)
        case "usually the highest":
            assert winning is not None
            return highest(each, played, winning.card if winning.card.suit is played.suit else None)
        case "^Usually has no (?:club|diamond|heart|spade) above":
            assert winning is not None
            return none_above(each, winning.card)
        case "usually without":
            assert winning is not None
            led = led_suit(each.before.trick)
            assert led is not None
            return not any(beats(mine, winning.card, led) and beats(played, mine, led) for mine in same)
        case "^Usually has few":
            return len(same) < 4
        case "^Usually has no spade that beats":
            assert winning is not None
            return not any(mine.suit is TRUMPS and beats(mine, winning.card, TRUMPS) for mine in each.hand)
        case "usually has only spades left":
            return all(mine.suit is TRUMPS for mine in each.hand)
        case "Usually the lowest spade that wins":
            assert winning is not None
            return not any(
                mine.suit is TRUMPS and beats(played, mine, TRUMPS) and beats(mine, winning.card, TRUMPS)
                for mine in each.hand
            )
        case _:
            holding = re.search(r"Usually holds the (\S+) too, or has few", words)
            return None if holding is None else holding[1] in {mine.symbol for mine in each.hand} or len(same) < 4


@pytest.mark.parametrize(
    "pattern",
    [
        "usually the lowest",
        "usually the highest",
        "^Usually has no (?:club|diamond|heart|spade) above",
        "usually without",
        "^Usually has few",
        "^Usually has no spade that beats",
        "usually has only spades left",
        "Usually the lowest spade that wins",
        "Usually holds the",
    ],
)
def test_what_usually_is_so_is_so_for_players_who_play_by_the_policy(pattern: str) -> None:
    found = [holds(each, pattern) for each in every_sentence() if re.search(pattern, each.words)]
    assert len(found) >= 5
    assert sum(map(bool, found)) / len(found) > 0.5


# -- one of each -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "bid", "words"),
    [
        ("", "4", ("About 4 tricks. Usually 3 or 4 high cards (aces, kings, Q♠).",)),
        ("", "1", ("About 1 trick. Usually at most 1 high card (aces, kings, Q♠).",)),
        ("", "7", ("About 7 tricks. Usually 3 high cards or more (aces, kings, Q♠), and at least 5 spades.",)),
        ("", "0", ("No tricks. Usually no ace, few spades and none of them high.",
                   "Usually Dov now plays high, to take tricks away from Bo.")),
        ("3 2", "2", ("About 2 tricks. Usually 1 or 2 high cards (aces, kings, Q♠).",
                      "With Bo's 3 the contract is 5 tricks.")),
        ("0 2", "2", ("About 2 tricks. Usually 1 or 2 high cards (aces, kings, Q♠).",
                      "Bo bid nil: usually Dov plays high, to take tricks away from Bo.")),
        ("3 3 3", "2", ("About 2 tricks. Usually 1 or 2 high cards (aces, kings, Q♠).",
                        "With Cyd's 3 the contract is 5 tricks.",
                        "All bids add up to 11 of 13 tricks. Usually each side first makes sure of its contract, and "
                        "sets the other if it can.")),
        ("4 4 3", "3", ("About 3 tricks. Usually 2 or 3 high cards (aces, kings, Q♠).",
                        "With Cyd's 4 the contract is 7 tricks.",
                        "All bids add up to 14 of 13 tricks, so somebody must fail. Usually each side plays to set "
                        "the other.")),
    ],
)  # fmt: skip
def test_a_bid(bids: str, bid: str, words: tuple[str, ...]) -> None:
    table = bidding("AK2.A32.K432.432", bids)
    names = said(table, MakeBid(int(bid)))
    assert tuple(line.replace(NAMES[2], "Cyd") for line in names) == words


def test_a_blind_nil_shows_nothing_of_the_hand() -> None:
    table = bidding("AK2.A32.K432.432", state=start(blind_nil="always"))
    assert said(table, MakeBid(0, blind=True))[0] == (
        "No tricks, bid without looking at the cards: the hand can hold anything."
    )


def test_cards_that_are_passed_show_who_needs_them() -> None:
    table = bidding("AK2.A32.K432.432", state=start(blind_nil="always"))
    table = RULES.reduce(table, MakeBid(0, blind=True)).state
    while table.phase is SpadesPhase.BID:
        for action in (LookAtCards(), MakeBid(3)):
            table = RULES.reduce(table, action).state
    assert said(table, PassCards(cards("AS KS AH"))) == ("Usually the highest cards, which endanger the nil most.",)
    table = RULES.reduce(table, PassCards(cards("AS KS AH"))).state
    low = PassCards(in_order(table.hands[table.seat][-3:]))
    assert said(table, low) == ("Usually low cards, which are safe in a nil.",)


def test_a_draw_shows_what_was_kept() -> None:
    table = RULES.reduce(start(players=2), GAME.rules.deal(start(players=2), Random(1))).state
    assert said(table, DrawCard(True)) == ("Usually a spade or a high card.",)
    assert said(table, DrawCard(False)) == ("Usually a low card of another suit than spades.",)


HANDS = {0: "K7.A6..", 1: "9.KQ5..", 2: "A.J2..3", 3: "6.97.3."}
GONE = (2, 3, 2, 2)


@pytest.mark.parametrize(
    ("bids", "trick", "play", "words"),
    [
        ("3 3 3 3", "", "AH", ("The highest heart left: only a spade can beat it.",
                               "Usually takes the trick before somebody runs out of hearts.")),
        ("3 3 3 3", "", "6H", ("Usually has few hearts, or leaves the trick to Cyd.",)),
        ("0 3 3 3", "", "6H", ("Bid nil: usually leads a card that another player has to beat.",)),
        ("3 3 3 3", "", "KS", ("Usually draws the spades of the others.",)),
        ("3 3 3 3", "", "7S", ("Usually draws the spades of the others, and has more of them.",)),
        ("3 3 3 3", "6H", "KH", ("Second to play, and high: usually has few hearts, or wants the trick at once.",)),
        ("5 3 5 3", "6H KH", "2H", ("Usually has no heart above the K♥.",)),
        ("2 3 2 3", "6H KH", "2H", ("The contract is made: usually avoids a bag, or has no heart above the K♥.",)),
        ("3 3 3 3", "AH", "QH", ("No heart can beat Ana's A♥: usually the lowest one.",)),
        ("3 3 3 3", "AH QH", "2H", ("Leaves the trick to Ana: usually the lowest heart.",)),
        ("3 3 3 3", "6H 5H JH", "7H", ("Usually has no heart above the J♥.",)),
        ("3 3 3 3", "6H 5H JH", "9H", ("Usually has no heart above the J♥.",)),
        ("3 3 3 3", "6H 5H 2H", "9H", ("Last to play: usually without the 7♥, which would have been enough.",)),
        ("3 3 0 3", "6H 5H JH", "9H", ("Leaves the trick to Cyd, who bid nil.",)),
    ],
)  # fmt: skip
def test_a_play(bids: str, trick: str, play: str, words: tuple[str, ...]) -> None:
    nil = bids.split().index("0") if "0" in bids else None
    table = playing(HANDS, trick, bids, taken=GONE if nil is None else [0 if seat == nil else 3 for seat in range(4)])
    assert tuple(line.replace(NAMES[2], "Cyd") for line in said(table, PlayCard(card(play)))) == words


def test_a_high_card_that_is_thrown_away() -> None:
    hands = {0: "K.A6..", 1: "98.K..", 2: "A.J..2", 3: "6.9.K."}
    words = said(playing(hands, "2C", "3 3 3 3", leader=2, taken=(3, 3, 2, 2)), PlayCard(card("KD")))
    assert words[0] == "Has no clubs."
    assert words[-1] == "Throws away a high card: usually wants no more tricks."


def test_the_last_card_shows_nothing() -> None:
    table = playing({0: "K...", 1: "A...", 2: "Q...", 3: "J..."}, "", "3 3 3 3", taken=(3, 3, 3, 3))
    assert said(table, PlayCard(card("KS"))) == ()


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("AK432.A2.A432.32", "Three aces, one king and 5 spades."),
        ("AK4.A.A6543.5432", "Three aces, one king, 3 spades and 1 heart."),
        ("432.QJ65432..432", "3 spades and no diamonds."),
        (".KQJ5432.KQJ.432", "Two kings and no spades."),
    ],
)
def test_a_hand_in_short(hand: str, words: str) -> None:
    assert hand_in_short(suits(hand), BEST, TRUMPS) == words


# -- house rules -----------------------------------------------------------------------------------------


def last_shown(state: SpadesState, *actions: SpadesAction) -> tuple[str, ...]:
    """What the last of these actions shows."""
    for action in actions[:-1]:
        state = RULES.reduce(state, action).state
    return meaning(RULES.observe(state, None), RULES.reduce(state, actions[-1]).events, NAMES)


def test_spades_20_and_21_a_bid_that_was_not_free_shows_what_it_can() -> None:
    suicide, whiz = (dealt(HOUSE_HANDS, start(bidding=bidding)) for bidding in ("suicide", "whiz"))
    assert last_shown(suicide, MakeBid(4))[0] == "4 is the least that could be bid here: the hand may be worth less."
    forced = last_shown(suicide, MakeBid(5), MakeBid(0), MakeBid(0))
    assert forced[0] == "No tricks. It was the only bid there was, and shows nothing of the hand."
    assert last_shown(whiz, MakeBid(4))[0] == "Has 4 spades, and no hand for a nil."


def test_spades_30_the_lowest_club_of_the_first_trick_shows_that_it_is() -> None:
    state = dealt(HOUSE_HANDS, start(first_deal="itself", first_trick="clubs"))
    lowest = ("Its lowest club, which has to be played to the first trick.",)
    assert (
        last_shown(state, PlayCard(card("2C")))
        == last_shown(state, PlayCard(card("2C")), PlayCard(card("3C")))
        == lowest
    )
