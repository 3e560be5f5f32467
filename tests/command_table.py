"""The table of commands in ``docs/keys.md``, from the code. To write it anew: ``python -m tests.command_table``."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from textual.binding import Binding

from clockspades.games.catalogue import GAMES, table_rules
from clockspades.table.commands import MEANING, SHEET
from clockspades.table.keys import key_name, terminal
from clockspades.tui.app import Clockspades
from clockspades.tui.bindings import bind
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.remapping import places

KEYS: Final = Path(__file__).parents[1] / "docs" / "keys.md"
DIFFERS: Final = "Differs with the game: its help tells."


def all_bindings() -> Iterator[Binding]:
    """Every binding of ours that has a name."""
    found = [*Clockspades.BINDINGS, *bind(SHEET, MEANING)]
    found += [binding for game in GAMES for binding in bind(*table_rules(game.name).commands)]
    kinds = [CommandScreen]
    for kind in kinds:
        kinds += kind.__subclasses__()
        found += vars(kind).get("BINDINGS", ())
        found += [binding for widget in kind.FOCUSED for binding in widget.BINDINGS]
    return (binding for binding in found if isinstance(binding, Binding) and binding.id)


def command_table() -> str:
    """A row for each command: its name, its own keys, and what it does."""
    list(places())  # imports every screen
    descriptions: dict[str, set[str]] = {}
    keys: dict[str, str] = {}
    for binding in all_bindings():
        name = binding.id or ""
        if binding.action != "close" or name.endswith(".close"):
            descriptions.setdefault(name, set()).add(binding.description)
            keys.setdefault(name, binding.key)
    rows = ["| command | keys | what it does |", "|---|---|---|"]
    for name in sorted(keys, key=lambda name: [int(part) if part.isdecimal() else part for part in _parts(name)]):
        said = descriptions[name]
        shown = ", ".join(f"`{key_name(terminal(), key)}`" for key in keys[name].split(","))
        rows.append(f"| `{name}` | {shown} | {said.pop() if len(said) == 1 else DIFFERS} |")
    return "\n".join(rows) + "\n"


def _parts(name: str) -> list[str]:
    return re.split(r"(\d+)", name)


def document(table: str) -> str:
    """The document with this table."""
    before, _, rest = KEYS.read_text("utf-8").partition("| command |")
    return before + table + rest.partition("\n\n")[2]


if __name__ == "__main__":
    KEYS.write_text(document(command_table()), "utf-8")
