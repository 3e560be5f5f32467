"""A bot that is a program outside, in any language: it speaks lines of JSON on its standard streams (docs/bots.md)."""

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import Any, Final
from weakref import finalize

from clockspades.engine.codec import JsonText, json_text
from clockspades.engine.game import AnyGame
from clockspades.engine.rules import OUTCOMES, Action, Outcome
from clockspades.engine.seating import LONGEST_NAME, PROGRAM
from clockspades.engine.text import UserError, printable, reason_of
from clockspades.language import N_, _, ngettext
from clockspades.network.wire.form import wire_form
from clockspades.simulation.workers import LEAVING

GRACE: Final = 1.0
"""Seconds that a program has to end by itself."""
LONGEST: Final = 4096
_ANSWER: Final = JsonText(longest=LONGEST, halves=False)


class OutsideBot:
    """A program that plays a seat. It runs from its first choice in a game until the game is over, or left."""

    _kill: "finalize[Any, OutsideBot] | None" = None
    """Kills it at the latest when this program ends; None while it does not run."""

    def __init__(self, game: AnyGame, command: str, seconds: int, *, is_heard: bool) -> None:
        """A choice may take so many ``seconds``. What it writes to standard error can be read if it ``is_heard``."""
        try:
            self._words = shlex.split(command, posix=sys.platform != "win32")
        except ValueError as error:
            raise UserError(_("{command} is not a command: {reason}", command=command, reason=error)) from None
        self._game, self._seconds, self._stderr = game, seconds, None if is_heard else subprocess.DEVNULL
        file = Path(next(filter(os.path.isfile, self._words), self._words[0])).name
        self.label: Final = PROGRAM + printable(file)[:LONGEST_NAME]
        """What logs call it, which others read: ``./bot.py`` for ``python3 my/bot.py --deep``."""

    def choose(self, view: Any) -> Action:
        """The action that it answers with; UserError, which says why, if there is none, or no legal one in time."""
        rules, form, start, said = self._game.rules, wire_form(self._game), monotonic(), b""
        legal: tuple[Action, ...] = rules.legal_actions(view)
        if self._kill is None:
            self._start()
        timer = Timer(self._seconds, _kill, [self._process])
        timer.daemon = True
        timer.start()
        choice = {"seat": rules.to_act(view), "view": form.write_view(view), "legal": [*map(form.write_action, legal)]}
        try:
            self._tell({"choose": choice})
            said = self._process.stdout.readline(LONGEST + 1)
            action = form.read_action(_ANSWER.read(said))
            if action in legal:
                return legal[legal.index(action)]
            reason = _("that is no legal action")
        except ValueError as error:
            reason = str(error)
        finally:
            timer.cancel()
        if self._kill is None:
            return legal[0]  # the game was left meanwhile: nobody waits for it
        is_late = not said and monotonic() - start >= self._seconds
        self.end()
        if is_late:
            raise UserError(
                ngettext(
                    "{program} did not answer in {number} second", "{program} did not answer in {number} seconds",
                    self._seconds, program=self.label,
                )
            )  # fmt: skip
        if not said:
            words = N_("{program} ended without an answer, with exit status {status}")
            raise UserError(_(words, program=self.label, status=self._process.returncode))
        answer = printable(said.decode(errors="replace").strip())[:60]
        raise UserError(_("{program} said `{said}`: {reason}", program=self.label, said=answer, reason=reason))

    def end(self, outcome: Outcome | None = None) -> None:
        """End it if it runs, and tell it before how the game ended."""
        kill, self._kill = self._kill, None
        if kill is not None:
            if outcome is not None:
                self._tell({"result": OUTCOMES.write(outcome)})
            with suppress(OSError, subprocess.TimeoutExpired):
                self._process.stdin.close()
                self._process.wait(GRACE)
            kill()
            LEAVING.discard(kill)
            self._process.wait()
            self._process.stdout.close()

    def _start(self) -> None:
        try:
            self._process: Any = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr,
                start_new_session=sys.platform != "win32",
            )  # fmt: skip
        except OSError as error:
            words = N_("{program} can't be started: {reason}")
            raise UserError(_(words, program=self.label, reason=reason_of(error))) from None
        self._kill = finalize(self, _kill, self._process)
        LEAVING.add(self._kill)
        self._tell({"hello": {"protocol": 1, "game": self._game.name}})

    def _tell(self, line: object) -> None:
        with suppress(OSError):  # it has ended
            self._process.stdin.write(f"{json_text(line)}\n".encode())
            self._process.stdin.flush()


def _kill(process: Any) -> None:
    """Kill a program, and what it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
