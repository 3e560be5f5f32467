"""The log of a game that was played elsewhere: the host sends it when the game is over, and it is checked and saved."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from clockspades.engine.deal_proof import PROMISES
from clockspades.engine.fair_deal import faults_of_game
from clockspades.engine.options import Json
from clockspades.engine.standing import NETWORK_KEY
from clockspades.engine.text import reason_of
from clockspades.games.catalogue import find_game
from clockspades.language import N_, _, headed
from clockspades.network.client.client import Ledger
from clockspades.network.client.remote_game import RemoteGame
from clockspades.network.wire.form import observed_point
from clockspades.saved.log import SUFFIX, LoadedLog, LogError, dump, load, parse_object
from clockspades.saved.writing import remove, write_whole

NOT_SAVED: Final = N_("The log of the game can't be saved")


class ReceivedLogError(Exception):
    """A log that can't be kept; the message is a sentence for the person."""


def keep_log(text: str, seen: RemoteGame, folder: Path, ledger: Ledger) -> tuple[Path, str]:
    """Save the log of the newest game of a ledger; return its path, and what does not fit in its shuffles, if anything.

    The same log of a seat is saved once.

    Its header then says that the game was played over a network, from which seat, and what the ledger says of the
    shuffles. So the log of an unfair game is saved as well, and shows what was unfair.

    ReceivedLogError if it can't be saved, or is not of the game that this seat saw.
    """
    marked = _marked(text, {"seat": seen.seat}).encode("utf-8", "surrogatepass")
    path = folder / f"network-{sha256(marked).hexdigest()[:24]}-{seen.game.name}{SUFFIX}"
    promises: list[Json] = [PROMISES.write(known) for known in ledger.promises]
    network: dict[str, Json] = {"seat": seen.seat, "promises": promises, "doubts": [*ledger.doubts]}
    draft = path.with_suffix(".received")
    try:
        write_whole(draft, _marked(text, network).encode("utf-8", "surrogatepass"))
        loaded = load(draft, find_game)
        for doubt in doubts_about(loaded, seen):
            raise ReceivedLogError(doubt)
        if not loaded.finished:
            raise ReceivedLogError(_("The host's log lacks the result of the game."))
        if not path.exists():
            draft.replace(path)
        return path, next(faults_of_game(loaded.session), "")
    except (OSError, LogError) as error:
        why = reason_of(error) if isinstance(error, OSError) else error.message
        raise ReceivedLogError(f"{_(NOT_SAVED)}: {why}.") from error
    finally:
        remove(draft)


def doubts_about(loaded: LoadedLog, game: RemoteGame) -> Iterator[str]:
    """Sentences on how a log differs from the game that was seen over a network; none if all is well."""
    if loaded.fault is not None:
        yield headed(_("The host's log can't be read"), f"{loaded.fault.message}.")
        return
    session = loaded.session
    if (session.game, session.options, session.seats) != (game.game, game.options, game.seats):
        yield _("The host's log is of another game.")
        return
    if session.last + 1 != len(game.points):
        yield _("The host's log is longer or shorter than the game that you saw.")
        return
    for seen in game.points:
        position = session.position(seen.number)
        if observed_point(game.game, len(game.seats), seen.number, position, game.seat) != seen:
            yield _("The host's log differs from what you saw, first at point {number}.", number=seen.number)
            return


def _marked(text: str, network: Json) -> str:
    """The log with a header that says what is known of the game by who keeps it."""
    first, line_feed, actions = text.partition("\n")
    try:
        header = parse_object(first.encode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise ReceivedLogError(f"{_(NOT_SAVED)}: {error}.") from error
    return dump({**header, NETWORK_KEY: network}).rstrip("\n") + line_feed + actions
