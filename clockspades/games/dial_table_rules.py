"""What the tables of games on a clock share: what is celebrated on it, and lines beside it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, Final

from clockspades.cards import Card
from clockspades.engine.rules import Ended, EventT, GameState, StateT
from clockspades.games.dial_words import HOURS
from clockspades.language import _, pgettext
from clockspades.table.model import AnyTableModel, PlayerView, Target, TargetKind
from clockspades.table.moments import Moment
from clockspades.table.parts import Box, Part, Parts
from clockspades.table.table_rules import TableRules
from clockspades.table.widget_models import CountModel, DialModel, Face, Light, ResultModel, Trophy

BREADTH: Final = 3
"""The hours that a light on the clock lies on."""


COMPLETE: Final = "clock-complete"
"""Why a patience on the clock ends that is won: the clock is complete, and strikes twelve."""
STRIKING: Final = 1.5
"""Seconds for which it strikes."""


class DialTableRules(TableRules[StateT, EventT]):
    """A game on a clock, of which the end is celebrated."""

    celebrated: ClassVar[Mapping[StrEnum, float]]
    """Seconds for which an end is celebrated, by its reason."""

    def moment(self, player: PlayerView[StateT, EventT]) -> Moment | None:
        """The reason of the end, if that is celebrated."""
        ends = (event.outcome.reason for event in player.happened if isinstance(event, Ended))
        return next((Moment(self.celebrated[reason], (reason,)) for reason in ends if reason in self.celebrated), None)


def beside(dial: Part, *parts: Part) -> Parts:
    return (dial, Box("side", parts))


def at_hour(hour: int) -> Target:
    """A station of the dial; the centre has the number 0, in German Clock 13."""
    return Target(TargetKind.HOUR, int(hour))


def struck(share: float) -> int:
    return int(share * HOURS)


def in_light(hours: Sequence[Face | None], lit: Collection[int], light: Light) -> tuple[Face | None, ...]:
    """The stations of a dial with the cards at some hours in a light."""
    return tuple(
        face._replace(light=light) if face is not None and hour in lit else face for hour, face in enumerate(hours, 1)
    )


def patience_dial(
    model: AnyTableModel, stations: Iterable[Face | None], live: Sequence[int], angle: float | None
) -> DialModel:
    """The dial of a patience, from one o'clock to the kings, and once it is over how far it came.

    While it strikes, complete, the hand goes round and the hours that were struck stand out alone.
    """
    *hours, centre = stations
    game, view = model.player.game, model.view
    words = {"score": game.rules.scores(view)[0], "goal": game.goal}
    caption = pgettext("under the clock", "{score} of {goal}", **words) if view.outcome is not None else ""
    dial = DialModel(tuple(hours), centre, tuple(hour for hour in live if hour <= HOURS), angle, caption)
    moment = model.moment
    if moment is None or COMPLETE not in moment.parts:
        return dial
    assert dial.centre is not None, "the clock is complete"
    done = struck(moment.share)
    return dial._replace(
        hours=in_light(dial.hours, dial.window[done:], Light.PLAIN), centre=dial.centre._replace(light=Light.PLAIN),
        window=dial.window[:done], angle=360 * moment.share, is_led=True,
    )  # fmt: skip


def beam(share: float) -> tuple[int, ...]:
    """The hours under a light that goes once round the clock; none before it starts and after it ends."""
    head = share * (HOURS + BREADTH)
    return tuple(hour for hour in range(1, HOURS + 1) if head - BREADTH < hour <= head and share < 1)


def score(model: AnyTableModel, what: str) -> CountModel:
    """How far a patience has come. ``what`` says what its score counts."""
    player = model.player
    goal = pgettext("beside the score", "of {goal}", goal=player.game.goal)
    return CountModel(player.game.rules.scores(model.view)[0], (goal, _(what)))


def series_name(model: AnyTableModel) -> str:
    """The series that the game is part of; empty if it is part of none."""
    series = model.player.series
    return series.name if series else ""


def patience_result(state: GameState, deciding: tuple[Card, ...], cards: tuple[Card, ...], words: str) -> ResultModel:
    """The end of a patience on the clock: the cards that decided it and those that lie there, and how far it came."""
    trophy = Trophy.CLOCK if state.outcome is not None and state.outcome.winners else None
    return ResultModel(deciding, (words,), ((cards,),), trophy=trophy)
