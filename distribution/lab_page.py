"""What `docs/lab.md` says of actions and vectors, made from the games: ``python -m distribution.lab_page``."""

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from clockspades.lab.numbered import NumberedGame

PAGE: Final = Path(__file__).parents[1] / "docs" / "lab.md"
START, END = "<!-- made by `python -m distribution.lab_page` -->\n", "<!-- end of what is made -->\n"
"""Around the part that is made."""
SHOWN: Final[Mapping[str, Mapping[str, object]]] = {
    "clockwork-spades": {}, "clogs": {}, "spades": {}, "watch": {}, "german-clock": {},
}  # fmt: skip
"""The games, with the options of which the shapes are shown."""


def lab_page(page: str) -> str:
    """The page, with what is made from the games anew."""
    before, _, rest = page.partition(START)
    made = "\n".join(line for name, options in SHOWN.items() for line in _section(NumberedGame(name, options)))
    return f"{before}{START}\n{made}\n{END}{rest.partition(END)[2]}"


def _section(numbered: NumberedGame) -> Iterator[str]:
    seats, parts = numbered.seats, numbered.parts
    yield from (f"### {numbered.game.title_of(numbered.options)}", "")
    yield from ("| numbers | action, as in a log |", "|---|---|")
    written: list[tuple[int, dict[str, Any]]] = [(at, each.as_json()) for at, each in enumerate(numbered.actions)]
    for _, group in groupby(written, lambda each: (each[1]["do"], *each[1])):
        (first, one), *rest = group
        numbers, last = (f"{first} to {rest[-1][0]}", rest[-1][1]) if rest else (f"{first}", {})
        yield f"| {numbers} | `{json.dumps(one)}`{f' to `{json.dumps(last)}`' if rest else ''} |"
    players = f", for {seats} players" if seats > 2 else ""
    size = sum(part.size for part in parts)
    yield from ("", f"What a seat sees{players}, {size} numbers:", "", "| from | part | shape | bounds | |")
    yield "|---|---|---|---|---|"
    start = 0
    for part in parts:
        shape = " x ".join(map(str, part.shape))
        yield f"| {start} | `{part.name}` | {shape} | {part.least:,} to {part.most:,} | {part.meaning} |"
        start += part.size
    yield ""


if __name__ == "__main__":
    PAGE.write_text(lab_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
