"""What `docs/network.md` says of views and events, made from their types: ``python -m distribution.views_page``."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from enum import Enum, StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from clockspades.cards import Card, Rank, Suit
from clockspades.engine.game import AnyGame
from clockspades.engine.rules import GameState, Outcome
from clockspades.games.catalogue import GAMES
from clockspades.games.tricks import TrickView
from clockspades.network.wire.form import wire_form

PAGE: Final = Path(__file__).parents[1] / "docs" / "network.md"
START, END = "<!-- made by `python -m distribution.views_page` -->\n", "<!-- end of what is made -->\n"
"""Around the part that is made."""
_SIMPLE: Final = {
    int: "number", bool: "boolean", str: "text", Card: "card", Rank: "rank", Suit: "suit", StrEnum: "reason",
    NoneType: "null", Outcome: "result",
}  # fmt: skip


class UndescribedError(Exception):
    """A class or field that has no docstring, so that nobody outside knows what it means."""


def views_page(page: str) -> str:
    """The page, with what is made from the types anew."""
    before, _, rest = page.partition(START)
    made = "\n".join(line for game in GAMES if _most_seats(game) > 1 for line in _Game(game).lines())
    return f"{before}{START}\n{made}\n{END}{rest.partition(END)[2]}"


def _most_seats(game: AnyGame) -> int:
    return max(game.seats(game.configure(preset.options)) for preset in game.presets)


class _Game:
    """What is said of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._notation = wire_form(game).notation
        self._records: list[type] = []
        """The classes in the view and the events, in the order in which they are named."""

    def lines(self) -> Iterator[str]:
        """Its section: the view, the events, and what is in both."""
        state, events = self._notation.state, self._notation.events
        view = [f"| `{key}` | `{kind}` | {meaning} |" for key, kind, meaning in self._fields(state)]
        happened = [f"| `{tag}` | {self._keys(kind)} | {_meaning(kind)} |" for tag, kind in events.items()]
        yield from (f"### {self._game.title}", "", f"The view of `{self._game.name}`:", "", "| key | type | |")
        yield from ("|---|---|---|", *view, "", "| event | keys | |", "|---|---|---|", *happened, "")
        if self._records:
            yield from ("| type | keys | |", "|---|---|---|")
        for kind in self._records:  # it grows as types are named in it
            yield f"| `{kind.__name__}` | {self._keys(kind)} | {_meaning(kind)} |"
        yield ""

    def _keys(self, kind: type) -> str:
        """The keys of an event or of a record, each with its type, and with what it means if that is said."""
        told = [f"`{key}: {named}`{f' {meaning}' if meaning else ''}" for key, named, meaning in self._fields(kind)]
        return ("a list: " if self._notation.is_list(kind) else "") + "<br>".join(told)

    def _fields(self, kind: Any) -> Iterator[tuple[str, str, str]]:
        """The key, the type and the meaning of each field; UndescribedError if one of a view has none."""
        hints, meanings = get_type_hints(kind, include_extras=True), _docstrings(kind)
        for name, key, _, _, is_omitted in self._notation.fields(kind):
            shared = (getattr(base, name).__doc__ for base in (GameState, TrickView) if hasattr(base, name))
            meaning = meanings.get(name, "")
            if kind is self._notation.state and not meaning:
                is_class = isinstance(hints[name], type) and get_origin(hints[name]) is None
                meaning = next(shared, None) or (hints[name].__doc__ if is_class else None) or ""
                if not meaning:
                    raise UndescribedError(f"{kind.__name__}.{name} has no docstring")
            yield f"{key}?" if is_omitted else key, self._type(hints[name]).replace("|", "\\|"), _line(meaning)

    def _type(self, hint: Any) -> str:
        """A type as TypeScript writes it."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._type(arguments[0])
        if hint in _SIMPLE:
            return _SIMPLE[hint]
        if origin in (Union, UnionType):
            return " | ".join(map(self._type, arguments))
        if origin is tuple and arguments[1:] == (...,):
            is_choice = get_origin(arguments[0]) in (Union, UnionType)
            return f"({self._type(arguments[0])})[]" if is_choice else f"{self._type(arguments[0])}[]"
        if origin is tuple:
            return f"[{', '.join(map(self._type, arguments))}]"
        if issubclass(hint, Enum):
            return " | ".join(f'"{self._notation.member(each)}"' for each in hint)
        if hint not in self._records:
            self._records.append(hint)
        return str(hint.__name__)


def _docstrings(kind: type) -> dict[str, str]:
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    return {
        before.target.id: after.value.value
        for before, after in zip(body.body, body.body[1:])
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
    }


def _meaning(kind: type) -> str:
    if not kind.__doc__ or kind.__doc__.startswith(f"{kind.__name__}("):  # what Python makes
        raise UndescribedError(f"{kind.__name__} has no docstring")
    return _line(inspect.cleandoc(kind.__doc__).partition("\n\n")[0])


def _line(docstring: str) -> str:
    """A docstring in one line of Markdown."""
    words = re.sub(r":\w+:", "", " ".join(docstring.split()).replace("``", "`"))
    return re.sub(r"\bNone\b", "`null`", words).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(views_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
