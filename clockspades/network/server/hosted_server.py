"""The server of a host's table, in a process of its own, as the host's program sees it.

It is told its plan through a pipe, and answers through another. Nothing of that is in the arguments or the environment,
which every user of the machine can read.
"""

from collections import deque
from collections.abc import Mapping
from typing import Final

from clockspades.engine.codec import Codec, Named
from clockspades.engine.header import Seat
from clockspades.engine.options import Json, OptionValue
from clockspades.engine.text import UserError
from clockspades.language import N_, _
from clockspades.network.own_process import OwnProcess

PATIENCE: Final = 60.0
"""Seconds that a server has to start, on a slow machine too."""
MODULE: Final = "clockspades.network.server.server_process"
"""What runs in the process: its function ``main``."""
NOT_STARTED: Final = N_("the server of the table did not start")


class Plan(Named):
    """What a server process is told."""


class Answer(Named):
    """What it answers."""


class NewTable(Plan, word="open"):
    """Open a table."""

    game: str
    options: Mapping[str, OptionValue]
    kinds: tuple[str, ...]
    """For each seat ``open`` or ``bot:`` and the bot's id."""
    bot: str
    """The id of the bot that plays for people who are gone."""
    host: str | None
    """The SHA-256 of the key with which the host joins; None for a table without a host at it."""
    host_name: str = ""
    """The name under which the table is announced on the same network; empty if it is not."""
    address: str | None = None
    """Where to listen; None for everywhere."""
    port: int | None = None
    certificate: str | None = None
    """The path of a PEM file; None for a certificate made for this table."""
    key: str | None = None
    insecure: bool = False
    best_of: int | None = None
    limit: int | None = None
    free_words: bool = False
    no_hints: bool = False


class OldTable(Plan, word="bring-back"):
    """Bring a table back."""

    database: str


class Ready(Answer, word="ready"):
    """The table can be joined."""

    invitation: str
    local: str
    """The invitation for the host's own client on the same machine."""
    database: str
    is_readable: bool
    """Whether others can reach the table, and it is not encrypted."""
    way_back: str
    is_announced: bool = False
    """Whether programs on the same network find the table."""


class NotReady(Answer, word="failed"):
    """The table can't be opened."""

    words: str
    """Why, as the end of a sentence."""


class Noticed(Answer, word="notice"):
    """Something that its host should know."""

    words: str
    """What, in a sentence."""


class GameEnded(Answer, word="over"):
    """A game is over, and on the disk."""

    game: str
    number: int
    """How many games went before it at this table."""
    seats: tuple[Seat, ...]
    result: Mapping[str, Json]
    """The result, as the last line of a log has it."""


PLANS: Final = Codec(Plan)
ANSWERS: Final = Codec(Answer)


class ServerStartError(UserError):
    """A server that did not start; the message is the end of a sentence."""


class HostedServer:
    """A server process. It ends with the program that started it, and its table stays on the disk."""

    def __init__(self, plan: NewTable | OldTable) -> None:
        """Start the process; ServerStartError if the table can't be opened."""
        self.notices: deque[str] = deque()
        """What the host should know and was not told yet, in sentences."""
        self.ready = self._start(plan)

    def revive(self) -> bool:
        """Start the process again with its table if it was killed; return whether it was.

        ServerStartError if it does not start.
        """
        if self._process.poll() is None:
            return False
        self.close()
        self.ready = self._start(OldTable(self.ready.database))
        return True

    def close(self) -> None:
        """End the process. Everybody at the table is told."""
        self._process.end()

    def _note(self, answer: Answer) -> None:
        if isinstance(answer, Noticed):
            self.notices.append(answer.words)

    def _start(self, plan: NewTable | OldTable) -> Ready:
        self._process = OwnProcess(MODULE, PLANS.write_text(plan), ANSWERS)
        answer = self._process.first_answer(PATIENCE, self._note)
        if isinstance(answer, Ready):
            return answer
        self.close()
        raise ServerStartError(answer.words if isinstance(answer, NotReady) else _(NOT_STARTED))
