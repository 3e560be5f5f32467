"""Words that the games on a clock share: those for its hours, and for cards."""

from collections.abc import Mapping, Sequence
from typing import Final

from clockspades.cards import Rank
from clockspades.language import marked, pgettext

HOURS: Final = 12
_RANKS: Final = marked("cards of a rank", "{rank}s", "aces", "jacks", "queens", "kings")


def rank_words(rank: Rank) -> str:
    """The cards of a rank: ``10s``, ``kings``."""
    named = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)
    words = _RANKS[1 + named.index(rank)] if rank in named else _RANKS[0]
    return pgettext("cards of a rank", words, rank=rank.symbol)


def place(hour: int) -> str:
    """An hour, or the place of the kings, as what a sentence is about; before a colon it is its :func:`station`."""
    return pgettext("place on the clock", "{hour} o'clock" if hour <= HOURS else "the centre", hour=hour)


def station(hour: int) -> str:
    return pgettext(
        "place on the clock, before a colon", "{hour} o'clock" if hour <= HOURS else "The centre", hour=hour
    )


def where(hour: int) -> str:
    """Where the cards of an hour lie, or those of the kings; for what goes or is put there, see below."""
    return pgettext("where a card is", "at {hour} o'clock" if hour <= HOURS else "in the centre", hour=hour)


def onto(hour: int) -> str:
    return pgettext("where a card is put", "at {hour} o'clock" if hour <= HOURS else "in the centre", hour=hour)


def where_to(hour: int) -> str:
    return pgettext("where a card goes", "to {hour} o'clock" if hour <= HOURS else "to the centre", hour=hour)


def by_hour(lines: Sequence[str]) -> tuple[Mapping[str, str], str]:
    """The lines on the hours, one o'clock first, by what is typed for each; and what that is called."""
    hours = tuple(enumerate(lines[:HOURS], 1))
    typed = {f"{hour} o'clock": line for hour, line in hours} | {place(hour).casefold(): line for hour, line in hours}
    return typed, pgettext("what can be heard alone", "an hour, such as 7 o'clock")
