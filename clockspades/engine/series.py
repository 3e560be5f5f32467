"""A series: games between the same seats one after another, and who won how many of them."""

from dataclasses import dataclass
from typing import Final

from clockspades.engine.game import Json, Names, Outcome
from clockspades.engine.log import Header

KEY: Final = "series"
"""The key under which the header of a log has the games of the series before it."""
MOST: Final = 1_000_000
"""More games than anybody plays in a series."""


@dataclass(frozen=True, slots=True)
class Series:
    """The games so far."""

    wins: tuple[int, ...]
    """By seat the games won."""
    drawn: int = 0
    """The games that nobody won."""

    def as_json(self) -> dict[str, Json]:
        """The series as a header has it."""
        return {"wins": list(self.wins), "drawn": self.drawn}

    def after(self, outcome: Outcome) -> "Series":
        """The series with one game more."""
        wins = tuple(count + (seat in outcome.winners) for seat, count in enumerate(self.wins))
        return Series(wins, self.drawn + (not outcome.winners))

    def words(self, names: Names) -> str:
        """The score: ``Ana 2, Tick 1``, and the games drawn if there are any."""
        score = ", ".join(f"{name} {count}" for name, count in zip(names, self.wins))
        return f"{score}, {self.drawn} drawn" if self.drawn else score


def series_before(header: Header) -> Series | None:
    """The games of the series before this one, or None where it is the first or its header holds no such thing."""
    match header.extra.get(KEY):
        case {"wins": list(wins), "drawn": drawn} if len(wins) == len(header.seats):
            counts = [count for count in (*wins, drawn) if type(count) is int and 0 <= count <= MOST]
            if len(counts) > len(wins):
                return Series(tuple(counts[:-1]), counts[-1])
    return None
