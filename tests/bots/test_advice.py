"""What is said of choices to whoever asks for a hint."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from clockspades.bots.advice import MOST, advise, adviser
from clockspades.engine.game import AnyGame, OptionValue
from clockspades.engine.session import AnySession, Seat, Session
from clockspades.games.clockwork.game import ClockworkSpades
from clockspades.games.spades.game import SpadesGame


class WithoutBots(ClockworkSpades):
    """A game whose best bot does not weigh its choices."""

    bots: ClassVar[Mapping[str, str]] = {"random": "Anything."}


def with_choices(game: AnyGame, least: int, **options: OptionValue) -> AnySession:
    """A random game at its first point where seat 0 has so many choices."""
    chosen = game.configure(options)
    seats = [Seat(name) for name in ("Ana", "Ben", "Cyd", "Dot")[: game.seats(chosen)]]
    session: AnySession = Session(game, chosen, seats)
    rng = Random(1)
    session.deal(rng)
    while session.to_act != 0 or len(game.legal_actions(session.state)) < least:
        session.act(rng.choice(game.legal_actions(session.state)))
    return session


def test_the_best_comes_first_and_each_choice_is_there_once() -> None:
    game = ClockworkSpades()
    session = with_choices(game, 3)
    hints = game.hints(session.view(0), session.names)
    bot = adviser(game, hints)
    assert bot is not None
    told = advise(bot, session.view(0), hints)
    assert {advice.hint.action for advice in told} == {hint.action for hint in hints}
    assert [advice.share for advice in told] == sorted((advice.share for advice in told), reverse=True)
    assert told[0].words == f"Wins the game in {told[0].share:.0%} of the deals that fit what has been seen."
    again = adviser(game, hints)
    assert again is not None
    assert advise(again, session.view(0), hints) == told, "who asks twice hears the same"


def test_of_very_many_the_best_are_told() -> None:
    game = SpadesGame()
    session = with_choices(game, MOST + 1, blind_nil="always")
    hints = game.hints(session.view(0), session.names)
    bot = adviser(game, hints)
    assert bot is not None
    told = advise(bot, session.view(0), hints)
    again = adviser(game, hints)
    assert again is not None
    shares = sorted(again.evaluate(session.view(0)).values(), reverse=True)
    assert [advice.share for advice in told] == shares[:MOST]


def test_nobody_is_asked_where_there_is_one_choice_or_the_words_tell_all() -> None:
    game = ClockworkSpades()
    session = with_choices(game, 3)
    hints = game.hints(session.view(0), session.names)
    assert adviser(game, hints[:1]) is None
    assert adviser(game, [hint._replace(tells_odds=True) for hint in hints]) is None
    assert adviser(WithoutBots(), hints) is None, "a game whose bot cannot weigh"
