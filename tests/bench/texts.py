"""Every text that the program can show, module by module, so that all of it can be read in one sitting.

    python tests/bench/texts.py
    python tests/bench/texts.py table games/clogs

With folders or modules of the package it prints only theirs. A text is whole in the source: a template whose values
stand in braces, and words in brackets are said to one person or another. What the templates make of a game is in the
transcripts beside the golden logs, `tests/logs/*/*.txt`. The pages of rules, lessons and commands follow as they are.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[2] / "clockspades"
_WORD: Final = re.compile("[A-Za-z’']{2,}")
_NO_TEXT: Final = re.compile(r"[;{]\s*\n|^(?:CREATE|SELECT|INSERT|DELETE|UPDATE|PRAGMA|BEGIN) |\\[sdwb(\[]|\(\?")
"""Stylesheets, SQL and regular expressions."""


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Each text in a module, with its line: literals of several words that are no docstrings and no assertions."""
    tree = ast.parse(source)
    silent = set[int]()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.JoinedStr():
                silent |= {id(part) for part in ast.walk(node) if part is not node}
        if id(node) in silent:
            continue
        match node:
            case ast.JoinedStr(values=values):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else _value(part) for part in values)
            case ast.Constant(value=str() as text):
                pass
            case _:
                continue
        if " " in text and len(_WORD.findall(text)) > 1 and not _NO_TEXT.search(text):
            yield node.lineno, " ".join(text.split())


def _value(part: ast.expr) -> str:
    """A value in an f-string as it is written there."""
    assert isinstance(part, ast.FormattedValue)
    return f"{{{ast.unparse(part.value)}}}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", default=[""], help="a folder or a module of the package, without .py")
    for part in parser.parse_args(arguments).part:
        paths = sorted((PACKAGE / part).rglob("*")) or [PACKAGE / f"{part}.py"]
        if not paths[0].exists():
            parser.error(f"{part}: the package has no such part")
        for path in paths:
            if path.suffix == ".md":
                shown = path.read_text(encoding="utf-8")
            elif path.suffix == ".py":
                found = texts(path.read_text(encoding="utf-8"))
                shown = "\n".join(f"{line}: {text}" for line, text in found)
            else:
                continue
            if shown:
                print(f"\n== {path.relative_to(PACKAGE)}\n\n{shown}")


if __name__ == "__main__":
    main(sys.argv[1:])
