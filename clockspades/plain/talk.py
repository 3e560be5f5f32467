"""What every talk in line mode does: it says lines, and reads what a person types until they leave."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.language import _, headed
from clockspades.plain.choices import Phrases, command_of, commanded, find_choice
from clockspades.plain.plain_table import described
from clockspades.plain.plain_voice import Voice
from clockspades.plain.typed_lines import Lines

LONGEST_QUOTE: Final = 40
"""Characters of a line that was not understood that are said again."""


class LeftError(Exception):
    """The person leaves."""


class EndOfInputError(LeftError):
    """There is no more input."""


class Talk:
    """Lines said to a person, and lines that they type."""

    def __init__(self, lines: Lines, say: Voice) -> None:
        self._lines, self._say = lines, say

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _read(self, what: str) -> str:
        """The next line that can be read; of one that cannot, why is said, and what can be typed.

        LeftError if the person leaves, or there is no more input.
        """
        while (typed := self._lines.ask(what, self._say)) is not None and self._say.obeys(command_of(typed)):
            pass
        if typed is None:
            raise EndOfInputError
        if command_of(typed) == "quit":
            raise LeftError
        return typed

    def _heed(
        self, typed: str, session: AnySession, seat: int, commands: Mapping[str, Callable[[int], None]], what: str
    ) -> Action | None:
        """The action that was typed, if the words are those of a choice of the seat that decides.

        A command is obeyed, and a question about the table answered. To all else is said ``what`` can be typed.
        """
        word = command_of(typed)
        if word in commands:
            commands[word](seat)
        elif (told := described(session, seat, word)) is not None:
            self._say_all(told)
        elif (chosen := find_choice(typed, *phrases_of(session, seat))) is not None:
            action: Action = session.game.rules.offered(session.view(seat))[chosen]
            return action
        else:
            self._say(headed(_("{typed} is not one of the choices", typed=quoted(typed)), f"{what}."))
        return None


def phrases_of(session: AnySession, seat: int) -> Phrases:
    """The choices of the seat that decides, in the words that can be typed."""
    words, offered = session.game.words, session.game.rules.offered(session.view(seat))
    return Phrases(tuple(map(words.phrase, offered)), tuple(map(words.in_short, offered)))


def cards_help() -> str:
    return commanded("Cards: type {words} for names such as 7 of hearts, or {symbols} for the signs of the suits.")


def quoted(typed: str) -> str:
    """What was typed, in quotation marks; only its beginning if it is long."""
    return f'"{printable(typed if len(typed) <= LONGEST_QUOTE else typed[: LONGEST_QUOTE - 1] + "…")}"'
