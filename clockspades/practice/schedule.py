"""When an exercise comes back: pure functions of dates, and the file that keeps how far each exercise is."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from os.path import lexists
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from clockspades.engine.codec import LENIENT, Codec, CodecError, between, quoted
from clockspades.engine.options import Json
from clockspades.engine.text import reason_of
from clockspades.language import _, wrong
from clockspades.saved.archive import data_directory
from clockspades.saved.writing import NOT_REGULAR, held, read_start, set_aside, write_whole

DAYS: Final = (1, 3, 7, 21)
"""Days until a missed exercise comes back: after the miss, and after each right answer since."""
FILE: Final = "practice.json"
LARGEST: Final = 1 << 24
"""Bytes beyond which such a file is not read."""


class ExerciseProgress(NamedTuple):
    rights: Annotated[int, between(0, len(DAYS))]
    """The right answers since it was last missed, each on a day on which it was due."""
    due: date | None
    """The day on which it comes back; None if it is done."""

    @property
    def is_done(self) -> bool:
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


class PracticeError(ValueError):
    """Progress that cannot be kept; the message is a sentence."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(_("Can't save your practice in {path}:", path=path) + f" {reason}.")


class KeptSchedule(NamedTuple):
    progress: Mapping[str, ExerciseProgress] = {}
    complaint: str = ""
    """What is wrong with the file, in a sentence; empty if nothing is."""


class _PracticeFile(NamedTuple):
    exercises: Mapping[str, Json]


_FILES: Final = Codec(_PracticeFile, LENIENT)
_ENTRIES: Final = Codec(ExerciseProgress, LENIENT)


def practice_path() -> Path:
    """Where progress is kept: beside the folder of saved games."""
    return data_directory() / FILE


def read_progress(path: Path) -> KeptSchedule:
    """The progress in a file, as far as it can be read; none if there is no file. The file stays as it is."""
    try:
        entries = _read(path).exercises
    except (FileNotFoundError, NotADirectoryError):
        return KeptSchedule()
    except (OSError, ValueError) as error:
        why = reason_of(error)
        anew = _("Your practice starts anew.")
        return KeptSchedule(complaint=_("Can't read {path}:", path=path) + f" {why}. {anew}")
    progress = dict[str, ExerciseProgress]()
    for key, entry in entries.items():
        with suppress(CodecError):
            found = _ENTRIES.read(entry)
            if found.due is None or found.rights < len(DAYS):
                progress[key] = found
    wrong = next((key for key in entries if key not in progress), None)
    if wrong is None:
        return KeptSchedule(progress)
    fault = _("In {path}, the entry {entry} is wrong, so it is left out.", path=path, entry=quoted(wrong))
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
            entries = {name: _ENTRIES.write(one) for name, one in {**kept.progress, key: progress}.items()}
            write_whole(path, _FILES.write_text(_PracticeFile(entries)) + "\n")
        except OSError as error:
            raise PracticeError(path, reason_of(error)) from error
    return progress


def _read(path: Path) -> _PracticeFile:
    """The entries in a file; ValueError, saying why, if it is not such a file."""
    if not path.exists() and lexists(path):
        raise ValueError(wrong(NOT_REGULAR))
    raw = read_start(path, LARGEST + 1)
    if len(raw) > LARGEST:
        raise ValueError(_("it is larger than {number} MiB", number=LARGEST >> 20))
    return _FILES.read_text(raw)
