"""The games as a library: the names that other programs may use, with examples in docs/library.md.

They follow semantic versions: what is in ``__all__`` changes only as docs/library.md says.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from clockspades.bots.adviser import Advice, advise, adviser
from clockspades.cards import PACK, UNKNOWN, Card, Rank, Suit, format_cards, parse_cards
from clockspades.engine import share
from clockspades.engine.game import AnyGame, Bot, Game
from clockspades.engine.header import TIME_FORMAT, Header, Seat
from clockspades.engine.options import Option, OptionError
from clockspades.engine.players import Bots, Dealer
from clockspades.engine.rules import Action, Deal, Event, IllegalActionError, Outcome, Rules, Step
from clockspades.engine.seating import SeatError, fill_seats, name_bots
from clockspades.engine.session import AnySession, Position, Session, UndoRefusedError
from clockspades.engine.share import CodeError, code_of
from clockspades.engine.text import UserError
from clockspades.engine.wording import Hint, Stakes, Wording
from clockspades.games.catalogue import GAMES, UnknownGameError, find_game, named_offer
from clockspades.review.review import Review, ReviewedChoice, Turn, review
from clockspades.saved.log import LogError, format_log, load_whole
from clockspades.saved.writing import write_whole
from clockspades.simulation.simulate import Report, simulate

__all__ = [
    "GAMES", "PACK", "UNKNOWN", "Action", "Advice", "Bot", "Card", "CodeError", "Deal", "Event", "Game", "Hint",
    "IllegalActionError", "LogError", "Option", "OptionError", "Outcome", "Position", "Rank", "Report", "Review",
    "ReviewedChoice", "Rules", "Seat", "SeatError", "Session", "Stakes", "Step", "Suit", "Turn", "UndoRefusedError",
    "UnknownGameError", "UserError", "Wording", "begin", "code_of", "deal_code", "find_game", "format_cards",
    "hint", "load", "parse_cards", "play_on", "review", "save", "simulate",
]  # fmt: skip


def begin(game: str, seats: Sequence[Seat] = (), number: int | None = None, **options: object) -> AnySession:
    """A game with its first cards dealt. The best bot plays each seat that is not given.

    ``game`` is the name of a game or of one of its presets, such as ``spades-whiz``. ``number`` shuffles all of its
    deals, as the number of a share code does; without one it is drawn.

    UnknownGameError, OptionError or SeatError if there is no such game, option, bot or seat.
    """
    offer = named_offer(game)
    chosen = offer.game.configure({**offer.settled, **options})
    return _begin(offer.game, chosen, seats, share.draw_number(SystemRandom()) if number is None else number)


def deal_code(code: str, seats: Sequence[Seat] = ()) -> AnySession:
    """A game of the deal that a share code stands for, as :func:`begin` begins it. CodeError if it is none."""
    shared = share.read_code(code, GAMES)
    return _begin(shared.game, shared.options, seats, shared.number)


def _begin(game: AnyGame, options: Mapping[str, Any], seats: Sequence[Seat], number: int) -> AnySession:
    filled = name_bots(game, fill_seats(game, options, seats), number)
    code = {share.KEY: share.write_code(game, options, number)}
    header = Header(game.name, options, filled, f"{datetime.now(UTC):{TIME_FORMAT}}", code, added=game.added_options)
    session = Session(game, options, filled, header=header)
    Dealer(session, Random()).deal()
    return session


def play_on(session: AnySession) -> None:
    """Let bots act, and deal what is due, until a person is to act or the game is over."""
    dealer, bots = Dealer(session, Random()), Bots(session, Random())
    dealer.deal()
    while (seat := session.to_act) is not None and not session.seats[seat].is_human:
        session.act(bots[seat].choose(session.sight(seat)))
        dealer.deal()


def hint(session: AnySession) -> tuple[Advice, ...]:
    """The choices of the seat to act with their win chances, the best first; empty if there is nothing to weigh.

    They come from what the seat sees, and take up to some seconds.
    """
    view = session.view(session.to_act)
    hints = session.game.words.hints(view, session.names)
    bot = adviser(session.game, hints)
    return () if bot is None else advise(bot, view, hints)


def load(path: str | Path) -> AnySession:
    """The game in a log, at its last point. LogError if it has a fault: the message says what is wrong, and where."""
    return load_whole(Path(path), find_game).session


def save(session: AnySession, path: str | Path) -> None:
    """Write the log of a game to a file, whole or not at all. OSError if it cannot be written."""
    write_whole(Path(path), format_log(session.header, session))
