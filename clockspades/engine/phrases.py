"""Pieces of sentences that are said everywhere: cards by their signs, lists, and numbers of things."""

from collections.abc import Iterable, Sequence
from typing import Final

from clockspades.cards import BIG_JOKER, HIGH_TWO, LITTLE_JOKER, Card, Rank, Suit
from clockspades.language import NC_, _, marked, ngettext, npgettext, numeral, percent, pgettext, signed, spoken


def sentence(words: str) -> str:
    """Words as a sentence, such as an error message that began after a colon.

    >>> sentence("no such card: 9K")
    'No such card: 9K.'
    """
    return f"{capital(words).rstrip('.')}."


def capital(words: str) -> str:
    """Words with a capital letter at the beginning, after ``¿`` or ``¡``: the start of a sentence."""
    return words[: (at := len(words) - len(words.lstrip("¿¡")))] + words[at : at + 1].upper() + words[at + 1 :]


def within(noun: str) -> str:
    """A noun that began a line, within a sentence: only German keeps its capital."""
    return noun if spoken() == "de" else noun.lower()


def players(counts: Sequence[int]) -> str:
    """How many people can play, as ``2 to 6 players``. ``counts`` are in rising order."""
    if len(counts) > 1:
        return _("{least} to {most} players", least=counts[0], most=counts[-1])
    return ngettext("{number} player", "{number} players", counts[0])


def symbols(things: Iterable[Card | Rank | Suit]) -> str:
    """Cards, ranks or suits as people read them, with blanks between: ``8♦ 10♠``."""
    return " ".join(thing.symbol for thing in things)


def ranked(number: int, rank: Rank) -> str:
    """One card or more of a rank, the number in words: ``one ace``, ``three 10s``, ``the big joker``."""
    words = number_word(number)
    match rank:
        case Rank.ACE:
            return npgettext("cards of a hand", "one ace", "{words} aces", number, words=words)
        case Rank.KING:
            return npgettext("cards of a hand", "one king", "{words} kings", number, words=words)
        case Rank.QUEEN:
            return npgettext("cards of a hand", "one queen", "{words} queens", number, words=words)
        case Rank.JACK:
            return npgettext("cards of a hand", "one jack", "{words} jacks", number, words=words)
        case LITTLE_JOKER.rank:
            return pgettext("cards of a hand", "the little joker")
        case BIG_JOKER.rank:
            return pgettext("cards of a hand", "the big joker")
        case _ if rank > Rank.KING:
            return pgettext("cards of a hand", "the {rank}", rank=rank_name(rank))
    return npgettext("cards of a hand", "one {rank}", "{words} {rank}s", number, words=words, rank=rank.symbol)


def share_words(share: float) -> str:
    """A chance that nobody knows to be certain.

    >>> share_words(0.286), share_words(1.0), share_words(0.0)
    ('29%', 'over 99%', 'under 1%')
    """
    if share >= 0.995:
        return pgettext("chance", "over {share}", share=percent(0.99))
    return pgettext("chance", "under {share}", share=percent(0.01)) if share < 0.005 else percent(share)


def number_word(number: int) -> str:
    """A number in a sentence: up to twelve in words.

    >>> number_word(3), number_word(14)
    ('three', '14')
    """
    return pgettext("number", _WORDS[number - 1]) if 0 < number <= len(_WORDS) else numeral(number)


_WORDS: Final = marked(
    "number", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"
)


def rank_name(rank: Rank) -> str:
    """A rank in a sentence: ``ace``, ``10``, ``king``."""
    name = _NAMES.get(rank)
    return rank.symbol if name is None else pgettext("rank", name)


_NAMES: Final = dict(
    zip(
        (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING, HIGH_TWO.rank, LITTLE_JOKER.rank, BIG_JOKER.rank),
        marked("rank", "ace", "jack", "queen", "king", "2♠", "little joker", "big joker"),
    )
)


def suit_name(suit: Suit) -> str:
    """What a suit is called in a sentence: ``hearts``."""
    return pgettext("suit", _SUITS[suit])


def suit_singular(suit: Suit) -> str:
    """What one card of a suit is called in a sentence: ``heart``."""
    return pgettext("card of a suit", _CARDS[suit])


_SUITS: Final = marked("suit", "clubs", "diamonds", "hearts", "spades")
_CARDS: Final = marked("card of a suit", "club", "diamond", "heart", "spade")


def spans(numbers: Iterable[int], words: str = NC_("numbers", "{first} to {last}")) -> list[str]:
    """Rising numbers, each row without a gap as one.

    >>> spans([0, 4, 5, 6]), spans([0, 1, 2], "{first}-{last}")
    (['0', '4 to 6'], ['0-2'])
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1] = [rows[-1][0], number]
        else:
            rows.append([number])
    return [pgettext("numbers", words, first=row[0], last=row[-1]) if row[1:] else str(row[0]) for row in rows]


def cards_words(number: int) -> str:
    """So many cards: ``13 cards``, ``no cards``."""
    return npgettext("cards", "{number} card", "{number} cards", number) if number else pgettext("cards", "no cards")


def signed_points(points: float) -> str:
    """Points on average: ``+12 points``, ``−1 point``, ``0 points``."""
    rounded = round(points)
    return npgettext("won or lost", "{points} point", "{points} points", abs(rounded), points=signed(rounded))
