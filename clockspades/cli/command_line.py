"""The commands as ``commands.md`` has them: what each does, its arguments, its text and its examples.

That file is the one place that says it. The parser, its help, the man page and ``docs/commands.md`` are made from it.
"""

import re
from functools import cache
from pathlib import PurePath
from typing import Any, Final, NamedTuple

SOURCE: Final = "commands.md"
"""A section for each command: what it does, a list of its arguments, paragraphs, and examples as a block of code.

An argument is written as in usage lines: ``--watch``, ``--seed SEED``, ``GAME``, ``[FILE]`` or ``--svg [OUT]`` if there
need be none, ``FILE...`` or ``--seat NAME...`` if there can be several, ``bash|zsh`` if it is one of these words. What
is read from it follows from the name of its value. If its words end in a default of one word, that is the default.
"""

_REQUIRED: Final = ("--games COUNT",)
"""Options that must be typed."""
IN_THE_LIST: Final = "in the list of commands, with at most 28 characters"
"""The context of what a command does, in the list."""
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]+\)")
_DEFAULT: Final = re.compile(r"\(default: (\S+)\)$")
_CHOICES: Final = re.compile(r"[a-z]+(?:\|[a-z]+)+")


class Argument(NamedTuple):
    """An argument of a command: how it is typed, and what it is for."""

    form: str
    words: str

    @property
    def flag(self) -> str:
        """The option; empty for an argument that is known by its place."""
        return self.form.partition(" ")[0] if self.form.startswith("--") else ""

    @property
    def value(self) -> str:
        """What stands for its value, without dots and brackets; empty if it has none."""
        return self._after_flag.removeprefix("[").removesuffix("]" * self.is_optional).removesuffix("...")

    @property
    def is_optional(self) -> bool:
        """Whether its value need not be typed."""
        return self._after_flag.startswith("[")

    @property
    def is_several(self) -> bool:
        """Whether it can be repeated: an option with its value, or the value of a positional argument."""
        return self._after_flag.removesuffix("]" * self.is_optional).endswith("...")

    @property
    def is_required(self) -> bool:
        """Whether it must be typed."""
        return self.form in _REQUIRED if self.flag else not self.is_optional

    @property
    def typed(self) -> str:
        """Its form, without the dots of one that can be repeated: ``--seat NAME``, ``--svg [OUT]``, ``FILE``."""
        value = f"[{self.value}]" if self.flag and self.is_optional else self.value
        return f"{self.flag} {value}".strip()

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of which it is one; none if it can be any."""
        return tuple(self.value.split("|")) if _CHOICES.fullmatch(self.value) else ()

    @property
    def default(self) -> str | None:
        """The value if it is omitted; None if it has no default."""
        found = _DEFAULT.search(self.words)
        return None if found is None else found[1]

    @property
    def _after_flag(self) -> str:
        return self.form.removeprefix(self.flag).lstrip()


class ShellCommand(NamedTuple):
    """A command of the command line."""

    does: str
    """What it does, as a sentence of at most 28 characters."""
    arguments: tuple[Argument, ...]
    paragraphs: tuple[str, ...]
    """The paragraphs of its help, each on one line and without links."""
    examples: tuple[str, ...]

    @property
    def in_the_list(self) -> str:
        """What it does, as the list of all commands says it."""
        return f"{self.does[0].lower()}{self.does[1:-1]}"


@cache
def commands() -> dict[str, ShellCommand]:
    """Every command by its name, in the order of the file."""
    return dict(map(_command, f"\n{source()}".split("\n## ")[1:]))


def source() -> str:
    """The text of the file, which may be in a zip file. importlib.resources takes as long to import as all the rest."""
    loader: Any = __spec__.loader
    text: bytes = loader.get_data(str(PurePath(__spec__.origin or "").with_name(SOURCE)))
    return text.decode().replace("\r\n", "\n")  # as Git writes it on Windows


def _command(section: str) -> tuple[str, ShellCommand]:
    """The name of a section, and the command that it describes."""
    name, does, *blocks = section.strip().split("\n\n")
    arguments: list[Argument] = []
    paragraphs: list[str] = []
    examples: list[str] = []
    for block in blocks:
        if block.startswith("- "):
            items = (" ".join(item.split()) for item in block.removeprefix("- ").split("\n- "))
            arguments += [Argument(*item.removeprefix("`").split("`: ", 1)) for item in items]
        elif block.startswith("    "):
            examples += [line.strip() for line in block.split("\n")]
        else:
            paragraphs.append(_LINK.sub(r"\1", " ".join(block.split())))
    return name, ShellCommand(does, tuple(arguments), tuple(paragraphs), tuple(examples))
