"""The table in `docs/library.md` of what is public, made from the code: ``python -m distribution.library_page``."""

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from clockspades import cards, library

PAGE: Final = Path(__file__).parents[1] / "docs" / "library.md"
START, END = "<!-- made by `python -m distribution.library_page` -->\n", "<!-- end of what is made -->\n"
"""Around the part that is made."""


def library_page(page: str) -> str:
    """The page, with the table anew. ValueError if a name has no docstring."""
    before, _, rest = page.partition(START)
    return f"{before}{START}\n" + "\n".join(_rows()) + f"\n\n{END}{rest.partition(END)[2]}"


def _rows() -> Iterator[str]:
    yield from ("| name | what it is | public attributes |", "|---|---|---|")
    for name in library.__all__:
        found = getattr(library, name)
        called = name + _signature(found) if inspect.isfunction(found) else name
        members = ", ".join(f"`{each}`" for each in _members(found)) if inspect.isclass(found) else ""
        yield f"| `{called}` | {_meaning(name, found)} | {members} |".replace("  |", " |")


def _signature(function: Any) -> str:
    """The arguments with their types, and the type of the result, by their plain names."""
    signature = re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Za-z])", "", str(inspect.signature(function, eval_str=False)))
    plain = re.sub(r"<function .*? at \w+>", "…", signature.replace("[Any, Any, Any]", "").replace("'", ""))
    return re.sub(r"Optional\[(\w+)\]", r"\1 | None", plain).replace("|", "\\|")


def _members(kind: type) -> list[str]:
    """What is public of a class, without what Python and its own base classes from Python bring."""
    own = [base for base in kind.__mro__ if base.__module__.startswith("clockspades")]
    names = {name for base in own for name in (*vars(base), *inspect.get_annotations(base)) if not name.startswith("_")}
    return [name + _arguments(inspect.getattr_static(kind, name, None)) for name in sorted(names)]


def _arguments(member: object) -> str:
    """The names and defaults of what a method takes; empty for other attributes."""
    method = getattr(member, "__func__", member)
    if not inspect.isfunction(method):
        return ""
    taken = [one.replace(annotation=one.empty) for one in inspect.signature(method).parameters.values()]
    own = taken if isinstance(member, staticmethod) else taken[1:]
    return re.sub(r"<.*?>", "…", str(inspect.Signature(own)))


def _meaning(name: str, found: Any) -> str:
    said = found.__doc__ if inspect.isclass(found) or inspect.isfunction(found) else _said_below(name) or found.__doc__
    if not said or said.startswith(f"{name}("):  # what Python makes
        raise ValueError(f"{name} has no docstring")
    line = " ".join(inspect.cleandoc(said).partition("\n\n")[0].split())
    return re.sub(r":\w+:`[~.]?([^`]+)`", r"`\1`", line.replace("``", "`")).replace("|", "\\|")


def _said_below(name: str) -> str | None:
    """The docstring that stands below a constant of the cards."""
    body = ast.parse(inspect.getsource(cards)).body
    for constant, below in pairwise(body):
        if isinstance(constant, ast.AnnAssign) and isinstance(constant.target, ast.Name) and constant.target.id == name:
            match below:
                case ast.Expr(ast.Constant(str() as said)):
                    return said
    return None


if __name__ == "__main__":
    PAGE.write_text(library_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
