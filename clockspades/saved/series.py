"""A series: games between the same seats one after another, who won how many, and how many decide it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Final, NamedTuple, TypeAlias

from clockspades.engine.codec import EXCUSED, LENIENT, OMITTED, REQUIRED, Codec, CodecError, Must, between
from clockspades.engine.header import Header
from clockspades.engine.options import OptionValue
from clockspades.engine.phrases import capital, number_word
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession
from clockspades.engine.wording import Names, label, said
from clockspades.language import N_, _, headed, listed, pgettext

KEY: Final = "series"
"""The key under which the header of a log has the games of the series before it."""
LENGTHS: Final = (3, 5, 7)
"""Of how many games a series can be the best."""
MOST: Final = 1_000_000
"""More games than anybody plays in a series."""


SeriesLength: TypeAlias = Annotated[int | None, Must((None, *LENGTHS).__contains__, "3, 5 or 7"), EXCUSED]
"""How many games a series has at most; None if it goes on, and for lengths of other versions."""


class Series(NamedTuple):
    """The games so far."""

    wins: tuple[Annotated[int, between(0, MOST)], ...]
    """By seat the games won."""
    drawn: Annotated[int, between(0, MOST), REQUIRED] = 0
    """The games that nobody won; they decide nothing."""
    best_of: Annotated[SeriesLength, OMITTED] = None
    """Who has won more than half of so many has won the series; None if it goes on as long as anybody likes."""

    @property
    def goal(self) -> int | None:
        """How many games win the series."""
        return None if self.best_of is None else self.best_of // 2 + 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the series, partners among them; none while it goes on."""
        return tuple(seat for seat, count in enumerate(self.wins) if self.goal is not None and count >= self.goal)

    @property
    def goes_on(self) -> bool:
        """Whether it has a goal that nobody has reached."""
        return self.goal is not None and not self.winners

    @property
    def name(self) -> str:
        """What a series with a goal is called: ``best of five``; empty for one without."""
        if self.best_of is None:
            return ""
        return pgettext("series", "best of {number}", number=number_word(self.best_of))

    def after(self, outcome: Outcome) -> "Series":
        wins = tuple(count + (seat in outcome.winners) for seat, count in enumerate(self.wins))
        return self._replace(wins=wins, drawn=self.drawn + (not outcome.winners))

    def before_next(self) -> "Series":
        """What the next game is played in: this series, or once it is won a new one of the same length."""
        return new_series(len(self.wins), self.best_of) if self.winners else self

    def words(self, names: Names, sides: Sequence[Sequence[int]] = ()) -> str:
        """How it stands between the sides, in one sentence; without any, each seat is for itself."""
        score = self._score(names, sides)
        if self.drawn:
            score = pgettext("score", "{score}, {number} drawn", score=score, number=self.drawn)
        match self.winners:
            case (one,):
                words = N_("Series over: [You win|{name} wins] the {series}, {score}.")
                return said(names, one, words, series=self.name, score=score)
            case (_one, *_others):
                won = listed([label(names, seat) for seat in self.winners])
                words = N_("Series over: {names} win the {series}, {score}.")
                return _(words, names=won, series=self.name, score=score)
        return headed(capital(self.name), f"{score}.") if self.name else _("Score: {score}.", score=score)

    def _score(self, names: Names, sides: Sequence[Sequence[int]]) -> str:
        """``You 2 : 1 Tick``, ``You and Ben 2 : 1 Cy and Di``; with more sides ``Ana 2, Ben 1, Cy 0``."""
        sides = sides or [(seat,) for seat in range(len(names))]
        told = [(listed([label(names, seat) for seat in side]), self.wins[side[0]]) for side in sides]
        if len(told) == 2:
            (one, ours), (other, theirs) = told
            return f"{one} {ours} : {theirs} {other}"
        return ", ".join(f"{name} {count}" for name, count in told)


SERIES_JSON: Final = Codec(Series, LENIENT)


def new_series(seats: int, best_of: int | None = None) -> Series:
    return Series((0,) * seats, best_of=best_of)


def series_before(header: Header) -> Series | None:
    """The games of the series before this one, or None where it is the first or its header holds no such thing."""
    with suppress(CodecError):
        found = SERIES_JSON.read(header.extra.get(KEY))
        return found if len(found.wins) == len(header.seats) else None
    return None


def series_after(session: AnySession) -> Series:
    """The series with a finished game in it, which may be its first."""
    assert session.outcome is not None, "only a finished game counts in a series"
    before = series_before(session.header) or new_series(len(session.seats))
    return before.after(session.outcome) if session.standing.in_series else before


def options_of_next(session: AnySession) -> dict[str, OptionValue]:
    """The options of the game after one: those that name a seat move on to the next, so that another one begins."""
    options = dict(session.options)
    for option in session.game.options:
        value = options[option.key]
        if option.seat and isinstance(value, int):
            options[option.key] = (value + 1) % len(session.seats)
    return options
