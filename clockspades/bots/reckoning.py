"""What a bot reckoned with before an action of a finished game: its hand, and what it thought of its choices."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, NamedTuple

from clockspades.bots.adviser import MOST, Advice, advise, distinct
from clockspades.bots.evaluation import EvaluatingBot
from clockspades.engine.session import AnySession
from clockspades.language import _


class Weighed(NamedTuple):
    """A choice, and what the bot thought of it."""

    words: str
    """As ``bid 4``."""
    advice: Advice
    is_chosen: bool


class Reckoning(NamedTuple):
    """What a seat saw before an action, and what its bot then thought of the choices."""

    hand: tuple[str, ...]
    """The hand in sentences."""
    choices: int
    """How many choices it had."""
    weigh: Callable[[], tuple[Weighed, ...]] | None
    """The choices, the best first. It takes as long as the bot did. None where the bot compared none."""


def evaluating_player(session: AnySession, seat: int) -> EvaluatingBot[Any, Any] | None:
    """The bot in a seat, if it says what it thinks of each action; None for people and other bots."""
    with suppress(KeyError):  # a log can have a bot of another version
        bot = session.game.make_bot(session.seats[seat].bot, Random(0))
        return bot if isinstance(bot, EvaluatingBot) else None
    return None


def reckoning_seats(session: AnySession) -> frozenset[int]:
    """The seats whose bots say what they think of each action."""
    return frozenset(seat for seat in range(len(session.seats)) if evaluating_player(session, seat) is not None)


def reckoning(session: AnySession, point: int) -> Reckoning | None:
    """What the bot reckoned with before the action that led to a point; None for a person's action and for a deal.

    The choices are evaluated again, and so give nearly the chances that the bot saw.
    """
    game, seat = session.game, session.position(point).seat
    if seat is None or session.seats[seat].is_human:
        return None
    view = game.rules.observe(session.position(point - 1).state, seat)
    hand = (*game.words.survey(view, seat, session.names).hand, game.words.hand_in_short(view, seat))
    if game.sees_all(session.seats[seat].bot):
        hand = (*hand, _("{name} sees all cards.", name=session.names[seat]))
    bot, choices = evaluating_player(session, seat), len(distinct(game.words.hints(view, session.names)))
    weigh = partial(_weigh, session, point, bot, view) if bot is not None and 1 < choices <= MOST else None
    return Reckoning(tuple(filter(None, hand)), choices, weigh)


def _weigh(session: AnySession, point: int, bot: EvaluatingBot[Any, Any], view: Any) -> tuple[Weighed, ...]:
    words, made = session.game.words, session.position(point).action
    hints = words.hints(view, session.names)
    group = next((hint.group for hint in hints if hint.action == made), "")
    return tuple(
        Weighed(
            words.in_short(advice.hint.action),
            advice,
            advice.hint.action == made or bool(group and advice.hint.group == group),
        )
        for advice in advise(bot, view, hints)
    )
