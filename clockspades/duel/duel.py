"""A duel between two data folders: challenging with a finished game, taking that up, answering it, and opening both.

What a saved game has to do with a duel is in its header, so that it survives as long as the game does. A game that a
friend sends is saved beside the others, and counts in nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Annotated, Final, NamedTuple, TypeAlias

from clockspades.compare import Comparison, compare
from clockspades.duel.duel_lines import MARK, REFERENCE, SALT, SEAL, Challenge, DuelAnswer, Opening, write_line
from clockspades.duel.packing import DuelError, pack, unpack
from clockspades.engine.codec import LENIENT, Codec, CodecError, Key, size, text_form
from clockspades.engine.header import BOT, Header, Seat
from clockspades.engine.players import first_other_move
from clockspades.engine.seating import name_bots
from clockspades.engine.session import AnySession
from clockspades.engine.share import SharedDeal, code_of, deal_of, shared_deal, write_code
from clockspades.engine.standing import DUEL_KEY
from clockspades.engine.text import printable
from clockspades.language import N_, _, pgettext
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, actions_of, load_header, load_whole
from clockspades.saved.log_editor import write_header
from clockspades.saved.writing import held


class Sealed(NamedTuple):
    """The part of a game that challenges."""

    seal: Annotated[bytes, size(SEAL)]
    salt: Annotated[bytes, size(SALT)]


class Answering(NamedTuple):
    """The part of a game that answers a challenge."""

    seal: Annotated[bytes, size(SEAL), Key("answers")]
    challenger: Annotated[str, text_form(lambda: pgettext("must be", "text"), printable, str), Key("from")]
    """Their name, as it can be shown."""


class ReceivedPart(NamedTuple):
    """The part of a game that a friend sent."""

    seal: Annotated[bytes, size(SEAL), Key("received")]
    mark: Annotated[bytes, size(MARK)]


DuelPart: TypeAlias = Sealed | Answering | ReceivedPart
PARTS: Final = Codec[DuelPart](DuelPart, LENIENT)  # type: ignore[arg-type]
"""A part as the header of its game has it."""


class OpenedDuel(NamedTuple):
    """Both games of a duel, the own one first."""

    comparison: Comparison
    deal: SharedDeal
    line: str
    """The line to send back; empty if both have seen both games already."""

    @property
    def friend(self) -> str:
        return self.comparison.players[1].name

    def other_bot_move(self, tell: Callable[[int], object] = lambda done: None) -> int | None:
        """The first step at which a bot of the friend's game moved as it does not in this version; None if none did.

        It takes as long as the bots took in play. ``tell`` is told how many steps are done.
        """
        return first_other_move(self.comparison.games[1], self.deal.number, tell)


def part_of(header: Header) -> DuelPart | None:
    """The part of a game in a duel, from its header. None if it is in no duel, or the header makes no sense."""
    return _read_part(header.extra.get(DUEL_KEY))


def _read_part(told: object) -> DuelPart | None:
    with suppress(CodecError):
        return PARTS.read(told)
    return None


def _parts(archive: Archive) -> Iterator[tuple[Path, DuelPart | None]]:
    """Every log that is in a duel, with its part in it."""
    return ((entry.path, _read_part(entry.header[DUEL_KEY])) for entry in archive.duels())


# -- seals -------------------------------------------------------------------------------------------------


def seal_of(session: AnySession, salt: bytes) -> bytes:
    """The seal of a game: with the same salt, no other game has it, and without the salt it tells nothing."""
    return sha256(salt + _lines(session)).digest()[:SEAL]


def mark_of(session: AnySession) -> bytes:
    """A short hash of a game. Games differ in it by chance, but somebody could search for two that do not."""
    return sha256(_lines(session)).digest()[:MARK]


def _lines(session: AnySession) -> bytes:
    return "".join(actions_of(session)).encode()


# -- the challenge -----------------------------------------------------------------------------------------


def why_not(session: AnySession) -> str:
    """Why a game is fit for no duel, as a clause; empty if it is."""
    if session.standing.is_apart:
        return _("only a game of your own from its first move on is fit for a duel")
    if session.outcome is None:
        return _("this game is not finished")
    if len(session.humans) != 1:
        return _("a duel needs a game that one person played")
    if session.standing.is_practice:
        return _("this game is practice, which is not fit for a duel")
    if session.standing.is_repeat:
        return _("you had played this deal before, which is not fit for a duel")
    if any(seat.bot and seat.bot not in session.game.bots for seat in session.seats):
        return _("this game was played against bots that this version does not have")
    if session.humans[0] not in session.choosers():
        return _("you could not choose anything in this game")
    return "" if code_of(session) else _("the cards of this game have no share code")


def challenge(archive: Archive, path: Path) -> str:
    """The line that challenges a friend to the deal of a saved game; the same one each time.

    DuelError if the game is not fit for it, LogError if the game cannot be read, or its seal not be kept.
    """
    loaded = load_whole(path, archive.find_game)
    session, deal = loaded.session, _fit(loaded)
    if not archive.keeps(path):
        raise DuelError(_("only a game in {folder} can challenge: the seal is kept there", folder=archive.directory))
    sealed = part_of(loaded.header)
    if sealed is None:
        pack(session)  # it must fit into a line later
        salt = token_bytes(SALT)
        sealed = _take_part(archive, path, Sealed(seal_of(session, salt), salt))
    if not isinstance(sealed, Sealed):
        raise DuelError(_(_ELSEWHERE))
    (seat,) = session.humans
    bots = tuple(each.bot for each in session.seats if not each.is_human)
    return write_line(Challenge(sealed.seal, deal, seat, bots, session.names[seat]), session.title)


_ELSEWHERE: Final = N_("this game is in another duel already")


def _fit(loaded: LoadedLog) -> SharedDeal:
    """The deal of a game that is fit for a duel; DuelError if it is not."""
    reason = why_not(loaded.session)
    deal = deal_of(loaded.session)
    if reason or deal is None:
        raise DuelError(reason)
    return deal


# -- taking it up ------------------------------------------------------------------------------------------


def taken_up(archive: Archive, challenge: Challenge) -> Path | None:
    """The saved game that answers a challenge, finished or not; None if the deal is still to be played.

    A finished game of the same deal against the same bots becomes the answer: its player had not seen the other one.
    DuelError if the challenge was made here, or the deal was played in a way that no answer can have.
    LogError if the answer cannot be marked as one.
    """
    for path, part in _parts(archive):
        if isinstance(part, Answering) and part.seal == challenge.seal:
            return path
        if isinstance(part, Sealed) and part.seal == challenge.seal:
            raise DuelError(_("this is your own challenge: send it to a friend"))
    earlier = archive.earlier(*challenge.deal)
    if earlier is None:
        return None
    loaded = load_whole(earlier.path, archive.find_game)
    if loaded.session.outcome is None:
        raise DuelError(_("you have begun a game of this deal: finish it, then enter the line again"))
    kinds = [seat.kind for seat in loaded.session.seats]
    is_same = shared_deal(loaded.header, challenge.deal.game) == challenge.deal
    is_same = is_same and kinds == [seat.kind for seat in _seats(challenge, Seat(challenge.name))]
    if not is_same or why_not(loaded.session) or part_of(loaded.header) is not None:
        raise DuelError(_("you have played this deal before, in a game that cannot answer {name}", name=challenge.name))
    answering = Answering(challenge.seal, challenge.name)
    if _take_part(archive, earlier.path, answering) != answering:
        raise DuelError(_(_ELSEWHERE))
    return earlier.path


def _take_part(archive: Archive, path: Path, part: DuelPart) -> DuelPart | None:
    """Keep the part of a game in its header; the part that it has then, as another program may have been first."""
    write_header(path, DUEL_KEY, lambda told: PARTS.write(part) if _read_part(told) is None else told)
    return part_of(load_header(path, archive.find_game))


def begin(archive: Archive, challenge: Challenge, person: Seat, rng: Random) -> AnySession:
    """Begin the game that answers a challenge; LogError if it cannot be saved."""
    game, options, number = challenge.deal
    answering = PARTS.write(Answering(challenge.seal, challenge.name))
    return archive.begin(game, options, _seats(challenge, person), rng, number=number, marks={DUEL_KEY: answering})


def _seats(challenge: Challenge, person: Seat) -> tuple[Seat, ...]:
    """The seats with a person in that of the challenger; the bots get their names from the deal."""
    bots = [Seat("", BOT + bot) for bot in challenge.bots]
    seats = [*bots[: challenge.seat], person, *bots[challenge.seat :]]
    return name_bots(challenge.deal.game, seats, challenge.deal.number)


def answer(archive: Archive, path: Path) -> str:
    """The line that answers the challenge to a finished game; DuelError if it cannot, LogError if it cannot be read."""
    loaded = load_whole(path, archive.find_game)
    part, session = part_of(loaded.header), loaded.session
    if not isinstance(part, Answering):
        raise DuelError(_("this game answers no challenge"))
    _fit(loaded)
    name = session.names[session.humans[0]]
    return write_line(DuelAnswer(part.seal[:REFERENCE], mark_of(session), name, pack(session)), session.title)


def line_of(archive: Archive, path: Path) -> str:
    """The answer of a finished game that answers a challenge, else its own challenge; errors as those two's."""
    is_answer = isinstance(part_of(load_header(path, archive.find_game)), Answering)
    return answer(archive, path) if is_answer else challenge(archive, path)


# -- opening both ------------------------------------------------------------------------------------------


def open_line(archive: Archive, line: DuelAnswer | Opening) -> OpenedDuel:
    """Save the friend's game in a line, and compare it with the own one; errors as :func:`open_answer`'s."""
    return open_answer(archive, line) if isinstance(line, DuelAnswer) else open_challenge(archive, line)


def open_answer(archive: Archive, answer: DuelAnswer) -> OpenedDuel:
    """Save the friend's game in an answer, and compare it with the own one.

    DuelError if the challenge was not made here or the answer is no game of its deal, LogError if a game cannot be
    read or saved.
    """
    own, part = _own_game(archive, Sealed, answer.reference)
    if own is None or not isinstance(part, Sealed):
        raise DuelError(_("the line answers a challenge that was not made here"))
    deal = _fit(own)
    _check_seal(own.session, part, own.session.names[own.session.humans[0]])
    theirs = _unpack(own, deal, answer.name, answer.moves, answer.mark)
    opening = Opening(answer.reference, mark_of(own.session), part.salt, pack(own.session))
    line = write_line(opening, own.session.title)
    return OpenedDuel(compare(own, _keep(archive, theirs, deal, ReceivedPart(part.seal, answer.mark))), deal, line)


def open_challenge(archive: Archive, opening: Opening) -> OpenedDuel:
    """Save the challenger's game if it is the one that was sealed, and compare it with the own one.

    DuelError if no finished game here answers the challenge, or the seal does not fit; LogError as
    :func:`open_answer`.
    """
    own, part = _own_game(archive, Answering, opening.reference)
    if own is None or not isinstance(part, Answering):
        raise DuelError(_("the line opens a challenge that you have not taken up here"))
    if own.session.outcome is None:
        raise DuelError(_("finish your game first: the line shows the game of {name}", name=part.challenger))
    deal = _fit(own)
    theirs = _unpack(own, deal, part.challenger, opening.moves, opening.mark)
    _check_seal(theirs, Sealed(part.seal, opening.salt), part.challenger)
    return OpenedDuel(compare(own, _keep(archive, theirs, deal, ReceivedPart(part.seal, opening.mark))), deal, "")


def _check_seal(session: AnySession, sealed: Sealed, name: str) -> None:
    """DuelError if a game is not the one that was sealed."""
    if seal_of(session, sealed.salt) != sealed.seal:
        raise DuelError(_("the seal does not fit: this is not the game that {name} sealed", name=name))


def _own_game(archive: Archive, kind: type[DuelPart], reference: bytes) -> tuple[LoadedLog | None, DuelPart | None]:
    """The own game with such a part in the duel of a challenge, and that part; LogError if it cannot be read."""
    for path, part in _parts(archive):
        if isinstance(part, kind) and part.seal.startswith(reference):
            return load_whole(path, archive.find_game), part
    return None, None


def _unpack(own: LoadedLog, deal: SharedDeal, name: str, moves: int, mark: bytes) -> AnySession:
    """The friend's game, played from the seats of the own one; DuelError if there is none with these moves."""
    person = own.session.humans[0]
    seats = [Seat(name) if number == person else Seat("", seat.kind) for number, seat in enumerate(own.session.seats)]
    found = unpack(deal.game, deal.options, name_bots(deal.game, seats, deal.number), deal.number, moves)
    if mark_of(found) != mark:
        raise DuelError(_("the game in the line was played by other rules, as those of another version may be"))
    return found


def _keep(archive: Archive, theirs: AnySession, deal: SharedDeal, part: ReceivedPart) -> LoadedLog:
    """The log of a friend's game, which is saved unless it was before; LogError if it cannot be."""
    with held(archive.directory):  # another program must not save it too
        for path, known in _parts(archive):
            if known == part:
                return load_whole(path, archive.find_game)
        kept = archive.fork(theirs, theirs.seats, code=write_code(*deal), marks={DUEL_KEY: PARTS.write(part)})
        kept.close()
    assert kept.journal is not None, "it has a log"
    return load_whole(kept.journal.path, archive.find_game)
