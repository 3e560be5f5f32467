"""Reviews kept beside the games of the archive, so that each is worked out once."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from os.path import lexists
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from clockspades import __version__
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.engine.rules import LARGEST_SCORE
from clockspades.engine.session import AnySession
from clockspades.engine.standing import DUEL_KEY
from clockspades.review.review import Review, ReviewedChoice, Turn, review
from clockspades.saved.archive import Archive
from clockspades.saved.index import REVIEWS
from clockspades.saved.log import dump, parse_action, parse_object
from clockspades.saved.writing import held, write_whole

_NOTE: Final = b'{"note":'
"""How a note begins in a log that this program wrote."""
_ROUNDING: Final = 1e-9
LARGEST: Final = 1 << 26
"""Bytes beyond which such a file is not read."""


def reviews_path(log: Path) -> Path:
    """The file with the reviews of a log. It is useless without the log."""
    return log.with_suffix(REVIEWS)


def kept_review(
    archive: Archive | None, session: AnySession, log: Path, seat: int, tell: Callable[[int], bool] = lambda point: True
) -> Review | None:
    """The review of the finished game in a log for a seat: the one that is kept, or else as :func:`review` has it.

    It is kept if the log is one of the archive's games, for the same log and the same version of the program only. A
    link or another file in its place stays as it is, and where nothing can be written, nothing is kept.
    """
    path, stamp = reviews_path(log), _stamp(log)
    kept = _read(path, stamp)
    if stamp and str(seat) in kept:
        with suppress(ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # it was written by others
            known = _parse(session.game, seat, kept[str(seat)])
            if len(known.turns) == session.last and all(_fits(session, *turns) for turns in pairwise(known.all_turns)):
                return known  # others may have written the turns of another game
    found = review(session, seat, tell)
    if found is not None and stamp and archive is not None and archive.keeps(log):
        _keep(path, stamp, found)
    return found


def _keep(path: Path, stamp: Mapping[str, Json], found: Review) -> None:
    """Write a review to the others of its log, if it can be written."""
    points = [
        turn.choice and [turn.choice.points, turn.choice.points_error, turn.choice.matters] for turn in found.turns
    ]
    new = {str(found.seat): {"start_error": found.start.error, "points": points, **found.as_json()}}
    with held(path.parent), suppress(OSError):
        if not lexists(path) or _load(path) is not None:
            text = json.dumps({**stamp, "reviews": {**_read(path, stamp), **new}}) + "\n"
            write_whole(path, text, sync=False)


def find_review(game: AnyGame, log: Path, seat: int) -> Review | None:
    """The review that is kept of a log for a seat, or None; the log is not played again to check it."""
    kept = _read(reviews_path(log), _stamp(log))
    with suppress(ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # it was written by others
        return _parse(game, seat, kept[str(seat)])
    return None


def _stamp(log: Path) -> dict[str, Json]:
    """What must be the same for a review to hold: all of the log but its notes, and its part in a duel.

    Nothing if the log cannot be read.
    """
    with suppress(OSError):
        lines = log.read_bytes().splitlines(keepends=True)
        lines[:1] = map(_without_duel, lines[:1])
        counted = b"".join(line for line in lines if not line.startswith(_NOTE))
        return {"version": __version__, "log": sha256(counted).hexdigest()}
    return {}


def _without_duel(header: bytes) -> bytes:
    """The first line of a log as it was before its game had a part in a duel."""
    with suppress(ValueError):
        told = parse_object(header) if f'"{DUEL_KEY}"'.encode() in header else {}
        if told.pop(DUEL_KEY, None) is not None:
            return dump(told).encode()
    return header


def _read(path: Path, stamp: Mapping[str, Json]) -> dict[str, Any]:
    """The reviews in a file by seat; none if it was written for another log or by another version, or is damaged."""
    whole = _load(path)
    if whole is None or {**whole, **stamp} != whole:
        return {}
    reviews: dict[str, Any] = whole["reviews"]
    return reviews


def _load(path: Path) -> dict[str, Any] | None:
    """What a file with reviews has, of whatever log; None if it is no such file, or a link."""
    with suppress(OSError, ValueError, RecursionError):
        found = path.lstat()
        if S_ISREG(found.st_mode) and found.st_size <= LARGEST:  # a pipe could be read without an end
            whole: dict[str, Any] = json.loads(path.read_bytes())
            match whole:
                case {"version": str(), "log": str(), "reviews": dict(), **others} if not others:
                    return whole
    return None


def _parse(game: AnyGame, seat: int, kept: Mapping[str, Any]) -> Review:
    """A review as :meth:`Review.as_json` wrote it, whose parts add up; one of several errors if there is none."""
    turns = tuple(_parse_turn(game, *both) for both in zip(kept["turns"], kept["points"], strict=True))
    found = Review(seat, Turn(0, _chance(kept["start"]), _chance(kept["start_error"])), turns)
    if [turn.point for turn in found.all_turns] != list(range(len(turns) + 1)):
        raise ValueError("a review has a turn for each point")
    if not turns or not all(_adds_up(seat, before, after) for before, after in pairwise(found.all_turns)):
        raise ValueError("these parts do not add up")
    if found.result not in (0.0, 0.5, 1.0):
        raise ValueError("a game is won, drawn or lost")
    return found


def _adds_up(seat: int, before: Turn, after: Turn) -> bool:
    """Whether the parts of a turn add up, and its skill is what a choice of the seat lost."""
    lost = after.choice.loss if after.choice is not None and after.choice.seat == seat else 0.0
    sums = (before.value + after.luck + after.skill - after.value, after.skill + lost)
    return all(abs(difference) < _ROUNDING for difference in sums)


def _fits(session: AnySession, before: Turn, after: Turn) -> bool:
    """Whether a turn has the choice that was made in this game."""
    made, choice = session.position(after.point), after.choice
    legal = session.game.rules.legal_actions(session.position(before.point).state)
    if choice is None:
        return len(legal) < 2
    return (choice.seat, choice.played) == (made.seat, made.action) and choice.best in legal


def _parse_turn(game: AnyGame, turn: Mapping[str, Any], points: Any) -> Turn:
    value, error = (_chance(turn[key]) for key in ("value", "error"))
    luck, skill = _number(turn["luck"], 2), _number(turn["skill"], 1)  # luck makes up for skill too
    choice = None if turn["choice"] is None else _parse_choice(game, turn["choice"], *points)
    return Turn(int(turn["point"]), value, error, luck, skill, choice)


def _parse_choice(
    game: AnyGame, choice: Mapping[str, Any], points: Any, points_error: Any, matters: Any = None
) -> ReviewedChoice:
    played, best = (parse_action(game, choice[key]) for key in ("played", "best"))
    loss, error = _number(choice["loss"], 1), _chance(choice["error"])
    won = None if points is None else _number(points, LARGEST_SCORE)
    if matters not in (None, True, False):
        raise ValueError("a choice matters or does not")
    won_error = _number(points_error, LARGEST_SCORE)
    return ReviewedChoice(int(choice["seat"]), played, best, loss, error, won, won_error, matters)


def _chance(told: Any) -> float:
    """A number from 0 to 1, such as a chance or its standard error; ValueError if it is none."""
    if _number(told, 1) < -_ROUNDING:
        raise ValueError("a chance is not below 0")
    return float(told)


def _number(told: Any, most: float) -> float:
    """A number between ``-most`` and ``most``; ValueError if it is none."""
    if type(told) not in (int, float) or not abs(told) <= most + _ROUNDING:
        raise ValueError("this number cannot be in a review")
    return float(told)
