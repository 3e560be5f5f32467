"""The saved game: one file of JSON lines that is its record, its replay and its exchange format (docs/log-format.md).

Reading is strict: the first line that is not true stops it, and the fault names the file, the line and the
rule broken. A game that is being played is written by :mod:`clockspades.saved.log_writer`.
"""

import json
import os
import stat
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

from clockspades.engine.codec import LINE, json_text, quoted
from clockspades.engine.deal_proof import without_proof
from clockspades.engine.game import AnyGame
from clockspades.engine.header import FORMAT, HEADERS, WITHOUT_UNDO, Header
from clockspades.engine.options import Json, OptionError, Options
from clockspades.engine.rules import OUTCOMES, Action, Deal, IllegalActionError, Outcome
from clockspades.engine.session import AnySession, Position, Session
from clockspades.engine.spent import spent_in
from clockspades.engine.standing import ASSISTED, DUEL_KEY, Standing
from clockspades.engine.text import UserError, printable, reason_of
from clockspades.language import N_, NC_, grouped, headed, npgettext, wrong

SUFFIX: Final = ".cslog"
LARGEST: Final = 1 << 24
"""The most bytes that a log can have: 16 MiB, over a hundred times the log of a long game."""
MOST_LINES: Final = 100_000
"""The most lines that a log can have, its notes among them."""
LONGEST_LINE: Final = 1 << 20
"""The most bytes that a line can have."""
LONGEST_MESSAGE: Final = 400
"""Characters of a fault that are shown: it may quote from the line, and a line may be long."""

parse_object: Final = LINE.read_object
"""The JSON object in a line; ValueError if it is none."""

FindGame: TypeAlias = Callable[[str], AnyGame | None]
"""The catalogue: a game by its name, or None."""
FileState: TypeAlias = tuple[int, int, int] | None
"""The number, the time and the size of a file; None if there is none."""


class LogError(UserError, ValueError):
    """A log that cannot be read or written; ``line`` is 0 where no line is at fault."""

    path: Path | str
    line: int
    message: str

    def __init__(self, path: Path | str, line: int, message: str) -> None:
        if len(message) > LONGEST_MESSAGE:
            message = message[: LONGEST_MESSAGE - 1] + "…"
        self.path, self.line, self.message = path, line, message
        place = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{printable(place)}: {printable(message)}")

    def __reduce__(self) -> tuple[type["LogError"], tuple[Path | str, int, str]]:
        return LogError, (self.path, self.line, self.message)  # it comes out of processes that play games


class _DisagreementError(ValueError):
    """A line that does not follow from the lines before it under the rules."""


NOTES: Final = (
    ASSISTED, N_("Taken back by agreement."), N_("A bot plays for {name}, who is gone."), N_("{name} is back."),
    N_("{name}'s time was up: a bot chose a move."), N_("{name} proved who takes the rest: it was played out."),
    N_("{name} proved who wins, and all agreed: the rest was played out."),
    N_("{name} gave up the rest, and all agreed: it was played out."),
)  # fmt: skip
"""What programs note in logs, in English: all but the first at tables over a network."""


class LogNote(NamedTuple):
    """An annotation, and the number of actions before it."""

    after: int
    text: str


class Undone(NamedTuple):
    """What was taken back, and the number of actions before it."""

    after: int
    positions: tuple[Position[Any, Any, Any], ...]


@dataclass(slots=True)
class LoadedLog:
    """A log as far as it is true."""

    path: Path
    session: AnySession
    """The game, at its last point."""
    notes: list[LogNote]
    """The notes, without those on actions that were taken back."""
    undone: list[Undone]
    """What was taken back at points that were not taken back themselves."""
    finished: bool
    """Whether the result stands in it."""
    fault: LogError | None
    """Why reading stopped before the end of the file, if it did."""
    lines: list[int] = field(default_factory=list)
    """By point the number of its line in the file, which counts from 1: that of the header, or of the action."""
    note_lines: list[int] = field(default_factory=list)

    @property
    def header(self) -> Header:
        return self.session.header


def identity_of(header: Mapping[str, Json], deal: Mapping[str, Json]) -> str:
    """What tells a game from all others, whatever its file is called: copies of a log have it in common.

    It is made of the first line and the first deal, without what changes later, or is written in several ways.
    """
    kept = {key: value for key, value in header.items() if key not in ("clockspades", "options", DUEL_KEY)}
    lines = [kept, {"received": Standing.of(header).is_received}, without_proof(deal)]
    return sha256(json.dumps(lines, sort_keys=True).encode()).hexdigest()[:24]


def identity_in(session: AnySession) -> str:
    """The :func:`identity_of` the game in a session."""
    deal = session.position(1).action if session.last else None
    return identity_of(session.header.as_json(), {} if deal is None else deal.as_json())


def state_of_file(path: Path) -> FileState:
    """What changes whenever a file is written or replaced."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file; False if one of them is gone."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def load(path: Path, find_game: FindGame) -> LoadedLog:
    """Read a log as far as it is true; LogError if not even its header is."""
    with complaining(path, NC_("fault", "cannot be read")), open_log(path) as file:
        return _load(path, file, find_game)


def load_whole(path: Path, find_game: FindGame) -> LoadedLog:
    """Read a log without a fault; LogError for any other."""
    loaded = load(path, find_game)
    if loaded.fault is not None:
        raise loaded.fault
    return loaded


def load_header(path: Path, find_game: FindGame) -> Header:
    """The header of a log; LogError if it cannot be read."""
    with complaining(path, NC_("fault", "cannot be read")), open_log(path) as file:
        number, first = next(raw_lines(path, file), (1, b""))
    try:
        return parse_header(first, find_game)[0]
    except ValueError as error:
        raise LogError(path, number, str(error)) from error


@contextmanager
def complaining(path: Path, what: str) -> Iterator[None]:
    """LogError, for the system's reason, if something fails: ``what`` says what cannot be done with the path."""
    try:
        yield
    except OSError as error:
        raise LogError(path, 0, headed(wrong(what), reason_of(error))) from error


def open_log(path: Path) -> BinaryIO:
    """Open a file to read it; LogError as in :func:`check_file`, OSError if it cannot be read."""
    check_file(path)
    return open(path, "rb")


def check_file(path: Path) -> None:
    """LogError unless this is a regular file of at most :data:`LARGEST` bytes: reading a device never ends."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise LogError(path, 0, wrong("this is not a regular file"))
    if status.st_size > LARGEST:
        size, limit = _mebibytes(status.st_size), _mebibytes(LARGEST)
        words = NC_("fault", "this file is too large for a game log: {size}; the limit is {limit}")
        raise LogError(path, 0, wrong(words, size=size, limit=limit))


def _mebibytes(size: int) -> str:
    return f"{grouped(size / (1 << 20))} MiB"


def _load(path: Path, file: BinaryIO, find_game: FindGame) -> LoadedLog:
    lines = raw_lines(path, file)
    first = next(lines, None)
    if first is None:
        raise LogError(path, 1, wrong("the header is missing, so this is not a game log"))
    number, raw = first
    try:
        header, game = parse_header(raw, find_game)
        session = Session(game, header.options, header.seats, header=header)
    except ValueError as error:
        raise LogError(path, number, str(error)) from error
    loaded = LoadedLog(path, session, [], [], finished=False, fault=None, lines=[number])
    try:
        for number, raw in lines:
            try:
                _read_line(loaded, number, raw)
            except (IllegalActionError, _DisagreementError) as error:
                changes, words = game.rule_changes(header.options), str(error)
                raise LogError(path, number, f"{words.rstrip('.')}. {changes}" if changes else words) from error
            except ValueError as error:
                raise LogError(path, number, str(error)) from error
    except LogError as error:
        loaded.fault = error
    return loaded


def raw_lines(path: Path, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Each full line with its number; empty and cut-off lines are none.

    Lines that are added meanwhile are not read: the game may be in play.
    """
    size = number = 0
    end = min(os.fstat(file.fileno()).st_size, LARGEST)
    while raw := file.readline(min(LONGEST_LINE, end - size)):
        number += 1
        size += len(raw)
        if number > MOST_LINES:
            lines = grouped(MOST_LINES)
            raise LogError(path, number, wrong("the log has more than {lines} lines", lines=lines))
        if not raw.endswith(b"\n"):
            if len(raw) >= LONGEST_LINE:
                longest = _mebibytes(LONGEST_LINE)
                raise LogError(path, number, wrong("the line is longer than {size}", size=longest))
            return
        if not is_empty(raw):
            yield number, raw


def is_empty(raw: bytes) -> bool:
    """Whether a line is blank. Editors and mail programs add such lines to what they save."""
    return not raw.replace(BOM_UTF8, b"").strip()


def parse_header(text: str | bytes, find_game: FindGame) -> tuple[Header, AnyGame]:
    """The header in the first line of a log, and its game; ValueError if it is none."""
    line = parse_object(text)
    version = line.get("clockspades")
    if version is None:
        raise ValueError(wrong('this is not a game log: its first line has no "clockspades"'))
    if type(version) is int and version > FORMAT:
        raise ValueError(
            wrong(
                "this log has format {format}, but this version of clockspades only reads formats up to {newest}",
                format=version, newest=FORMAT,
            )
        )  # fmt: skip
    told = HEADERS.read({"options": {}, **line})
    game = find_game(told.game)
    if game is None:
        raise ValueError(wrong('"game" is {game}, which clockspades does not have', game=quoted(told.game)))
    try:
        options = game.configure(told.options)
    except OptionError as error:
        raise ValueError(f'"options": {error}') from error
    wanted = game.seats(options)
    if len(told.seats) != wanted:
        words = npgettext(
            "fault", '"seats" must be a list of {number} seat in {game}',
            '"seats" must be a list of {number} seats in {game}', wanted, game=game.title,
        )  # fmt: skip
        raise ValueError(words)
    extra = {key: value for key, value in line.items() if key not in told._fields}
    return Header(game.name, options, told.seats, told.started, extra, told.clockspades, game.added_options), game


def _read_line(loaded: LoadedLog, number: int, raw: bytes) -> None:
    session, line = loaded.session, parse_object(raw)
    if loaded.finished:
        raise ValueError(wrong("there is another line after the result"))
    if "note" in line:
        text = line["note"]
        if len(line) > 1 or not isinstance(text, str):
            raise ValueError(wrong("a note must be {note}", note='{"note": TEXT}'))
        if (sitting := spent_in([text])) is not None:
            session.add_sitting(sitting)
            return
        loaded.notes.append(LogNote(session.at, text))
        loaded.note_lines.append(number)
        if text == ASSISTED:
            session.standing = session.standing._replace(is_assisted=True)
    elif "result" in line:
        if session.outcome is None:
            raise _DisagreementError(wrong("there is a result, but the game is not over"))
        told, true = line["result"], OUTCOMES.write(session.outcome)
        if len(line) > 1 or json.dumps(told, sort_keys=True) != json.dumps(true, sort_keys=True):
            due, found = json.dumps(true), json.dumps(told)
            raise _DisagreementError(wrong("the result should be {due}, not {found}", due=due, found=found))
        loaded.finished = True
    elif "undo" in line:
        _take_back(loaded, _parse_undo(line))
    elif isinstance(do := line.pop("do", None), str):
        _check_turn(session, do, line.pop("seat", None))
        action = session.game.rules.parse_action(do, line)
        if isinstance(action, Deal) and action.proof is not None and len(action.proof.seats) != len(session.seats):
            words = npgettext(
                "fault", "the proof of a deal has a share or null for each seat, and this game has {number} seat",
                "the proof of a deal has a share or null for each seat, and this game has {number} seats",
                len(session.seats),
            )  # fmt: skip
            raise ValueError(words)
        session.act(action)
        loaded.lines.append(number)
    else:
        raise ValueError(wrong('this is not an action, note or result: an action has "do", as text'))


def _take_back(loaded: LoadedLog, actions: int) -> None:
    """Take back so many actions; the notes on them go too, but the mark of an assisted game stays."""
    session = loaded.session
    if loaded.header.version == WITHOUT_UNDO:
        raise ValueError(wrong("a log of format {format} has no undo", format=WITHOUT_UNDO))
    if session.outcome is not None:
        raise _DisagreementError(wrong("an undo comes after the end of the game"))
    point = session.last - actions
    if point < 1:
        words = npgettext(
            "fault", "an undo of {number} action would take back the first deal",
            "an undo of {number} actions would take back the first deal", actions,
        )  # fmt: skip
        raise _DisagreementError(words)
    while loaded.undone and loaded.undone[-1].after > point:
        loaded.undone.pop()
    loaded.undone.append(Undone(point, tuple(map(session.position, range(point + 1, session.last + 1)))))
    session.forget_after(point)
    del loaded.lines[point + 1 :]
    kept = sum(note.after <= point for note in loaded.notes)
    marks = [line for note, line in zip(loaded.notes[kept:], loaded.note_lines[kept:]) if note.text == ASSISTED]
    loaded.notes[kept:] = [LogNote(point, ASSISTED)] if marks else []
    loaded.note_lines[kept:] = marks[:1]


def _parse_undo(line: Mapping[str, Json]) -> int:
    """How many actions a line takes back; ValueError if it is no undo."""
    actions = line.get("undo")
    if len(line) > 1 or type(actions) is not int or actions < 1:
        words = NC_("fault", "an undo must be {undo}, with N actions to take back, a whole number from 1")
        raise ValueError(wrong(words, undo='{"undo": N}'))
    return actions


def lasting_lines(lines: Sequence[bytes]) -> list[int]:
    """The numbers of the lines of a log without each undo and the lines that it took back.

    The mark of an assisted game, notes of sittings and lines that cannot be read stay.
    """
    lasting = [*range(len(lines))]
    if not any(b'undo"' in line or b"\\u" in line for line in lines):
        return lasting
    lasting, starts, marks, sittings, is_header = [], list[int](), set[int](), set[int](), True
    for number, raw in enumerate(lines):
        with suppress(ValueError):
            if not is_empty(raw) and not is_header:
                line = parse_object(raw)
                if "undo" in line and (actions := _parse_undo(line)) < len(starts):
                    start = starts[-actions]
                    first = [each for each in lasting[start:] if each in marks][:1]
                    lasting[start:] = [each for each in lasting[start:] if each in sittings or each in first]
                    del starts[-actions:]
                    continue
                if line.get("note") == ASSISTED:
                    marks.add(number)
                elif spent_in([line.get("note")]) is not None:
                    sittings.add(number)
                elif "do" in line:
                    starts.append(len(lasting))
        is_header = is_header and is_empty(raw)
        lasting.append(number)
    return lasting


def _check_turn(session: AnySession, do: str, seat: object) -> None:
    """_DisagreementError unless a seat, or None for chance, can do something of this kind now."""
    if session.outcome is not None:
        raise _DisagreementError(wrong("{do} comes after the end of the game", do=repr(do)))
    is_deal = do == "deal"
    if is_deal != session.game.rules.deal_due(session.state):
        words = NC_("fault", "no deal is due here" if is_deal else "a deal is due here, not {do}")
        raise _DisagreementError(wrong(words, do=repr(do)))
    if type(seat) is not type(session.to_act) or seat != session.to_act:
        words = NC_("fault", "{do} has seat {seat}: it is seat {due}'s turn")
        if is_deal or seat is None:
            words = NC_(
                "fault",
                "{do} has seat {seat}: a deal has no seat" if is_deal else "{do} has no seat: it is seat {due}'s turn",
            )
        raise _DisagreementError(wrong(words, do=repr(do), seat=json_text(seat), due=session.to_act))


def parse_action(game: AnyGame, line: Mapping[str, Json]) -> Action:
    """The action in a line of a log, whoever took it; KeyError or ValueError if there is none."""
    arguments = {key: value for key, value in line.items() if key not in ("do", "seat")}
    return game.rules.parse_action(str(line["do"]), arguments)


def parse_result(text: str, game: AnyGame, options: Options) -> Outcome:
    """The outcome in a line; ValueError if no game with these options can end like this."""
    line = parse_object(text)
    told = OUTCOMES.read(line.get("result"))
    outcome = told._replace(reason=game.rules.reasons(told.reason))
    if len(line) > 1 or not game.can_end(options, outcome):
        raise ValueError(wrong("this is not a result of this game"))
    return outcome


def format_log(header: Header, session: AnySession) -> str:
    """The whole log of a session, up to its last point."""
    return "".join([dump(header.as_json()), *action_lines(session)])


def action_lines(session: AnySession) -> Iterator[str]:
    """What a log has of each action of a session: its line, and after the last one the result."""
    outcome = session.end.outcome
    for number, text in enumerate(actions_of(session), 1):
        yield text + result_line(outcome) if number == session.last and outcome is not None else text


def actions_of(session: AnySession) -> Iterator[str]:
    """The line of each action of a session."""
    return (action_line(at.seat, at.action) for at in session.positions if at.action is not None)


def action_line(seat: int | None, action: Action) -> str:
    r"""An action as a log has it, with its seat unless it is chance's.

    >>> action_line(None, Deal(()))
    '{"do": "deal", "cards": ""}\n'
    """
    return dump(action.as_json() if seat is None else {"seat": seat, **action.as_json()})


def result_line(outcome: Outcome) -> str:
    """The last line of the log of a finished game."""
    return dump({"result": OUTCOMES.write(outcome)})


def dump(line: object) -> str:
    """A line of a log as text, with its end."""
    return json_text(line) + "\n"
