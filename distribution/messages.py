"""The catalogues of messages: ``python -m distribution.messages [LANGUAGE]`` brings them up to date, and builds them.

Each language has one in ``clockspades/locale``, which translators change; a new language gets an empty one. It has the
messages of the code, of the rules and of the help. What the program reads is built beside it, once it is complete.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from clockspades.cli.command_line import commands
from clockspades.language import BUILT, FOLDER, HEADING, parts_of

PACKAGE: Final = Path(__file__).parents[1] / "clockspades"
PLACES: Final = {
    "_": (0,), "N_": (0,), "said": (2,), "ngettext": (0, 1), "nsaid": (2, 3),
    "worded": (0,), "nworded": (0, 1), "RefusedError": (0,), "NotOpenedError": (0,),
    "pgettext": (0, 1), "npgettext": (0, 1, 2),
}  # fmt: skip
"""By the function that translates, the places of its arguments that are a context or a message."""


class Message(NamedTuple):
    """A message, for one and for several if it has a plural."""

    file: str
    texts: tuple[str, ...]
    context: str | None = None


def messages() -> Iterator[Message]:
    """All messages, those of the code first."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from in_code(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE.parent).as_posix())
    for path in sorted(PACKAGE.rglob("rules.md")):
        for start, text in parts_of(path.read_text(encoding="utf-8")):
            yield Message(
                path.relative_to(PACKAGE.parent).as_posix(), (text,), HEADING if start.startswith("#") else None
            )
    for command in commands().values():
        for text in (command.does, *(each.words for each in command.arguments), *command.paragraphs):
            yield Message("clockspades/cli/commands.md", (text,))


def in_code(source: str, file: str) -> Iterator[Message]:
    """The messages of a module, whose arguments are literals, or one of two by a condition."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name == "marked":
            context, *phrases = map(literals, call.args)
            yield from (Message(file, phrase, *context) for phrase in phrases)
        elif name in PLACES:
            texts = [literals(call.args[place]) for place in PLACES[name]]
            contexts = texts.pop(0) if name in ("pgettext", "npgettext") else (None,)
            yield from (Message(file, each, context) for context in contexts for each in zip(*texts))


def literals(node: ast.expr) -> tuple[str, ...]:
    """The texts that an argument can be; none if they stand elsewhere."""
    match node:
        case ast.Constant(str(text)):
            return (text,)
        case ast.IfExp(body=body, orelse=other):
            return (*literals(body), *literals(other))
    return ()


def template() -> Catalog:
    """A catalogue of all messages, none of them translated."""
    catalogue = Catalog(project="clockspades", fuzzy=False)
    for file, texts, context in messages():
        if texts[0]:
            catalogue.add(texts if len(texts) > 1 else texts[0], locations=[(file, 0)], context=context)
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue of a language; an empty one if it is new."""
    path = source_of(language)
    if not path.exists():
        return Catalog(locale=language, project="clockspades", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def source_of(language: str) -> Path:
    """The file that translators change."""
    return FOLDER / language / BUILT.with_suffix(".po")


def written(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue as Weblate and Poedit do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, include_lineno=False, ignore_obsolete=True)


def is_complete(catalogue: Catalog) -> bool:
    """Whether every message is translated, and no translation is only a guess."""
    return all(all(_texts(message.string)) and not message.fuzzy for message in catalogue if message.id)


def _texts(string: object) -> tuple[str, ...]:
    return tuple(map(str, string)) if isinstance(string, (tuple, list)) else (str(string or ""),)


def build(language: str, path: Path) -> bool:
    """Write what the program reads of a language, if its catalogue is complete."""
    catalogue = read(language)
    if not is_complete(catalogue):
        return False
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return True


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.parents[1].name for path in FOLDER.glob("*/LC_MESSAGES/*.po"))


if __name__ == "__main__":
    for language in sys.argv[1:] or languages():
        catalogue = read(language)
        catalogue.update(template(), no_fuzzy_matching=False)
        written(catalogue, source_of(language))
        if build(language, FOLDER / language / BUILT):
            continue
        left = sum(not all(_texts(each.string)) or each.fuzzy for each in catalogue if each.id)
        sys.stderr.write(f"{language}: {left} of {len(catalogue)} messages are to be translated\n")
