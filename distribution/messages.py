"""The catalogues of messages: ``python -m distribution.messages [LANGUAGE]…`` brings them up to date, and builds them.

Each language has one in ``clockspades/locale``, which translators change; a new language gets an empty one. It has the
messages of the code, of the rules and of the help. What the program reads is built beside it, once it is complete, or
with ``--incomplete`` as it is, to try it.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.localedata import exists
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from clockspades.cli.command_line import IN_THE_LIST, commands
from clockspades.language import BUILT, HEADING, parts_of
from distribution.locale_data import MODULE, module

INCOMPLETE: Final = "--incomplete"
PACKAGE: Final = Path(__file__).parents[1] / "clockspades"
FOLDER: Final = PACKAGE / "locale"
"""Here and not where the program is installed, which has no catalogues to change."""
PLACES: Final = {
    "_": (0,), "N_": (0,), "commanded": (0,), "said": (2,), "ngettext": (0, 1), "nsaid": (2, 3),
    "worded": (0,), "nworded": (0, 1), "RefusedError": (0,), "NotOpenedError": (0,),
    "wrong": (0,), "_refused": (0,), "pgettext": (0, 1), "NC_": (0, 1), "npgettext": (0, 1, 2),
}  # fmt: skip
"""By the function that translates, the places of its arguments that are a context or a message."""


class Message(NamedTuple):
    """A message, for one and for several if it has a plural."""

    file: str
    texts: tuple[str, ...]
    context: str | None = None


def messages() -> Iterator[Message]:
    """All messages, those of the code first."""
    for path in (*sorted(PACKAGE.rglob("*.py")), PACKAGE.parent / "distribution" / "man_page.py"):
        yield from in_code(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE.parent).as_posix())
    for path in sorted(PACKAGE.rglob("*.html")):
        expressions = re.findall("{{ (.*?) }}", path.read_text(encoding="utf-8"))
        yield from in_code("\n".join(expressions), path.relative_to(PACKAGE.parent).as_posix())
    for path in sorted(PACKAGE.rglob("rules.md")):
        for start, text in parts_of(path.read_text(encoding="utf-8")):
            yield Message(
                path.relative_to(PACKAGE.parent).as_posix(), (text,), HEADING if start.startswith("#") else None
            )
    for command in commands().values():
        yield Message("clockspades/cli/commands.md", (command.in_the_list,), IN_THE_LIST)
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
            has_context = name in ("pgettext", "NC_", "npgettext")
            contexts = texts.pop(0) if has_context else ("fault",) if name in ("wrong", "_refused") else (None,)
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
    catalogue = Catalog(project="clockspades", fuzzy=False)
    for file, texts, context in messages():
        if texts[0]:
            catalogue.add(texts if len(texts) > 1 else texts[0], locations=[(file, 0)], context=context)
    return catalogue


def languages() -> list[str]:
    return sorted(path.parents[1].name for path in FOLDER.glob("*/LC_MESSAGES/*.po"))


def source_of(language: str) -> Path:
    """The file that translators change."""
    return FOLDER / language / BUILT.with_suffix(".po")


def read(language: str) -> Catalog:
    """The catalogue of a language; an empty one if it is new."""
    path = source_of(language)
    if path.exists():
        return read_po(BytesIO(path.read_bytes()), locale=language, abort_invalid=True)
    catalogue = Catalog(locale=language, project="clockspades", copyright_holder="The Clockspades authors", fuzzy=False)
    if "1000000" in catalogue.plural_expr:  # millions have a form of their own, and nothing here is counted in millions
        rule = "n > 1" if "n == 0" in catalogue.plural_expr else "n != 1"
        catalogue.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({rule});")]
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The file of a catalogue, as Weblate and Poedit write it."""
    for message in catalogue:
        if "%s" not in message.id and "%r" not in message.id and "%(" not in message.id:
            message.flags.discard("python-format")  # it is the sign of a percentage
    file = BytesIO()
    write_po(file, catalogue, width=120, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def up_to_date(language: str, template: Catalog) -> Catalog:
    """The catalogue of a language, with all messages of a template and no others."""
    catalogue = read(language)
    catalogue.update(template, update_creation_date=False)
    return catalogue


def left(catalogue: Catalog) -> int:
    """How many messages are not translated yet, or with a guess."""
    return sum(not all(_texts(each.string)) or each.fuzzy for each in catalogue if each.id)


def _texts(string: object) -> tuple[str, ...]:
    return tuple(map(str, string)) if isinstance(string, (tuple, list)) else (str(string or ""),)


def built(catalogue: Catalog) -> bytes:
    """What the program reads of a language."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def complete() -> Iterator[tuple[str, bytes]]:
    """The languages in which every message is translated, and what the program reads of each."""
    new = template()
    for language in languages():
        catalogue = up_to_date(language, new)
        if not left(catalogue):
            yield language, built(catalogue)


def main(typed: Sequence[str]) -> None:
    """Bring the catalogues of these languages up to date, or else all of them, and build them."""
    new = template()
    for language in [each for each in typed if each != INCOMPLETE] or languages():
        if not exists(language):
            sys.exit(f"{language} is no code of a language, such as de")
        catalogue = up_to_date(language, new)
        path = FOLDER / language / BUILT
        path.parent.mkdir(parents=True, exist_ok=True)
        source_of(language).write_bytes(written(catalogue))
        if number := left(catalogue):
            sys.stderr.write(f"{language}: {number} of {len(catalogue)} messages are to be translated\n")
        if number and INCOMPLETE not in typed:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(built(catalogue))
    MODULE.write_text(module(languages()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
