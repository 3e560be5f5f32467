"""When an exercise comes back: pure functions of dates, and the file that keeps how far each exercise is."""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from os.path import lexists
from pathlib import Path
from typing import Any, Final, NamedTuple

from clockspades.saved.archive import data_directory
from clockspades.saved.log import reason_of
from clockspades.saved.writing import NOT_REGULAR, held, read_start, set_aside, write_whole

DAYS: Final = (1, 3, 7, 21)
"""Days until a missed exercise comes back: after the miss, and after each right answer since."""
FILE: Final = "practice.json"
LARGEST: Final = 1 << 24
"""Bytes beyond which such a file is not read."""


# -- dates -------------------------------------------------------------------------------------------------


class ExerciseProgress(NamedTuple):
    """How far an exercise is that was answered before."""

    rights: int
    """The right answers since it was last missed, each on a day on which it was due."""
    due: date | None
    """The day on which it comes back; None if it is done."""

    @property
    def is_done(self) -> bool:
        """Whether it does not come back."""
        return self.due is None


def after_answer(before: ExerciseProgress | None, today: date, *, is_right: bool) -> ExerciseProgress:
    """The progress after an answer; ``before`` is None for an exercise that was never answered.

    One that was never missed is done with a right answer. A right answer before the day that it is due changes
    nothing, and a miss always starts again.
    """
    if not is_right:
        return ExerciseProgress(0, _days_after(today, DAYS[0]))
    if before is None:
        return ExerciseProgress(0, None)
    if before.due is None or before.due > today:
        return before
    rights = before.rights + 1
    return ExerciseProgress(rights, _days_after(today, DAYS[rights]) if rights < len(DAYS) else None)


def _days_after(today: date, days: int) -> date:
    return min(today, date.max - timedelta(days)) + timedelta(days)


def is_due(progress: ExerciseProgress | None, today: date) -> bool:
    """Whether an exercise that was missed comes back now; not one that was never answered, or is done."""
    return progress is not None and progress.due is not None and progress.due <= today


# -- the file ----------------------------------------------------------------------------------------------


class PracticeError(ValueError):
    """Progress that cannot be kept; the message is a sentence."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"Can't save your practice in {path}: {reason}.")


class KeptSchedule(NamedTuple):
    """What the file says."""

    progress: Mapping[str, ExerciseProgress] = {}
    """By the key of the exercise."""
    complaint: str = ""
    """What is wrong with the file, in a sentence; empty if nothing is."""


def practice_path() -> Path:
    """Where progress is kept: beside the folder of saved games."""
    return data_directory() / FILE


def read_progress(path: Path) -> KeptSchedule:
    """The progress in a file, as far as it can be read; none if there is no file. The file stays as it is."""
    try:
        entries = _read(path)
    except (FileNotFoundError, NotADirectoryError):
        return KeptSchedule()
    except OSError as error:
        return KeptSchedule(complaint=f"Can't read {path}: {error.strerror}. Your practice starts anew.")
    except (ValueError, RecursionError) as error:
        return KeptSchedule(complaint=f"Can't read {path}: {error}. Your practice starts anew.")
    progress = {key: parsed for key, entry in entries.items() if (parsed := _parse(entry)) is not None}
    wrong = next((key for key in entries if key not in progress), None)
    fault = "" if wrong is None else f"In {path}, the entry {json.dumps(wrong)} is wrong, so it is left out."
    return KeptSchedule(progress, fault)


def keep_answer(path: Path, key: str, today: date, *, is_right: bool, older_key: str = "") -> ExerciseProgress:
    """Write down an answer to an exercise, and tell its progress from now on. PracticeError if it can't be written.

    Its progress so far may stand under an older key. Other answers may have been written since the file was last read,
    and stay. A file that cannot be read is kept under another name.
    """
    with held(path.parent):
        kept = read_progress(path)
        progress = after_answer(kept.progress.get(key) or kept.progress.get(older_key), today, is_right=is_right)
        try:
            if kept.complaint and lexists(path):
                set_aside(path)
            entries = {
                name: {"rights": one.rights, "due": None if one.due is None else one.due.isoformat()}
                for name, one in {**kept.progress, key: progress}.items()
            }
            write_whole(path, json.dumps({"exercises": entries}, indent=1) + "\n")
        except OSError as error:
            raise PracticeError(path, reason_of(error)) from error
    return progress


def _read(path: Path) -> dict[str, Any]:
    """The entries in a file; ValueError, saying why, if it is not such a file."""
    if not path.exists() and lexists(path):
        raise ValueError(NOT_REGULAR)
    raw = read_start(path, LARGEST + 1)
    if len(raw) > LARGEST:
        raise ValueError(f"it is larger than {LARGEST >> 20} MiB")
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ValueError("it is not valid JSON") from error
    match content:
        case {"exercises": dict(exercises)}:
            return exercises
    raise ValueError('it has no "exercises"')


def _parse(entry: Any) -> ExerciseProgress | None:
    """The progress in an entry; None if it is wrong."""
    with suppress(ValueError):
        match entry:
            case {"rights": int(rights), "due": None} if 0 <= rights <= len(DAYS):
                return ExerciseProgress(rights, None)
            case {"rights": int(rights), "due": str(due)} if 0 <= rights < len(DAYS):
                return ExerciseProgress(rights, date.fromisoformat(due))
    return None
