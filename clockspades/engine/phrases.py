"""Pieces of sentences that are said everywhere: cards by their signs, lists, and numbers of things."""

from collections.abc import Iterable, Sequence
from typing import Final

from clockspades.cards import BIG_JOKER, HIGH_TWO, LITTLE_JOKER, Card, Rank, Suit


def sentence(words: str) -> str:
    """Words as a sentence, such as an error message that began after a colon.

    >>> sentence("no such card: 9K")
    'No such card: 9K.'
    """
    return f"{capital(words).rstrip('.')}."


def capital(words: str) -> str:
    """Words with a capital letter at the beginning: the start of a sentence."""
    return f"{words[:1].upper()}{words[1:]}"


def symbols(things: Iterable[Card | Rank | Suit]) -> str:
    """Cards, ranks or suits as people read them, with blanks between: ``8♦ 10♠``."""
    return " ".join(thing.symbol for thing in things)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """At least one part, in a sentence.

    >>> listed(["A", "B", "C"]), listed(["A", "B"], "or"), listed(["A"])
    ('A, B and C', 'A or B', 'A')
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def ranked(number: int, rank: Rank) -> str:
    """One card or more of a rank, the number in words: ``one ace``, ``three 10s``, ``the big joker``."""
    if rank > Rank.KING:
        return f"the {rank_name(rank)}"
    return f"{number_word(number)} {rank_name(rank)}{'s' * (number > 1)}"


def share_words(share: float) -> str:
    """A chance that nobody knows to be certain.

    >>> share_words(0.286), share_words(1.0), share_words(0.0)
    ('29%', 'over 99%', 'under 1%')
    """
    return "over 99%" if share >= 0.995 else "under 1%" if share < 0.005 else f"{share:.0%}"


def number_word(number: int) -> str:
    """A number in a sentence: up to twelve in words.

    >>> number_word(3), number_word(14)
    ('three', '14')
    """
    return _WORDS[number - 1] if 0 < number <= len(_WORDS) else numeral(number)


_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def rank_name(rank: Rank) -> str:
    """A rank in a sentence: ``ace``, ``10``, ``king``."""
    return _NAMES.get(rank, rank.symbol)


def suit_name(suit: Suit) -> str:
    """What a suit is called in a sentence: ``hearts``."""
    return suit.name.lower()


def suit_singular(suit: Suit) -> str:
    """What one card of a suit is called in a sentence: ``heart``."""
    return suit_name(suit).removesuffix("s")


def ordinal(number: int) -> str:
    """Which of up to four: ``first``, ``second``."""
    return ("first", "second", "third", "fourth")[number - 1]


_NAMES: Final = {
    Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king",
    HIGH_TWO.rank: "2♠", LITTLE_JOKER.rank: "little joker", BIG_JOKER.rank: "big joker",
}  # fmt: skip


def span(numbers: Sequence[int], thing: str) -> str:
    """How many things there may be, the numbers in rising order.

    >>> span([1], "player"), span([2, 3, 6], "player")
    ('1 player', '2 to 6 players')
    """
    least, most = numbers[0], count(numbers[-1], thing)
    return most if least == numbers[-1] else f"{least} to {most}"


def spans(numbers: Iterable[int], to: str = " to ") -> list[str]:
    """Rising numbers, each row without a gap as one.

    >>> spans([0, 4, 5, 6]), spans([0, 1, 2], "-")
    (['0', '4 to 6'], ['0-2'])
    """
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][-1] == number - 1:
            rows[-1] = [rows[-1][0], number]
        else:
            rows.append([number])
    return [to.join(map(str, row)) for row in rows]


def numeral(number: int) -> str:
    """A number with a proper minus sign: ``40``, ``−40``."""
    return str(number).replace("-", "−")


def signed(change: int) -> str:
    """What was won or lost: ``+40``, ``−40``, ``0``."""
    return f"+{change}" if change > 0 else numeral(change)


def signed_points(points: float) -> str:
    """Points on average: ``+12 points``, ``−1 point``, ``0 points``."""
    rounded = round(points)
    return f"{signed(rounded)} point{'' if abs(rounded) == 1 else 's'}"


def count(number: int, thing: str, things: str = "") -> str:
    """A number of things, 0 or more; ``things`` where it takes no mere s.

    >>> count(0, "card"), count(1, "card"), count(2, "penalty", "penalties")
    ('no cards', '1 card', '2 penalties')
    """
    return f"{number or 'no'} {thing if number == 1 else things or f'{thing}s'}"
