"""What docs/network.md says of views and events: it is made from their types, and the golden messages are like that."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clockspades.games.catalogue import find_game
from distribution.views_page import END, PAGE, START, views_page

SECTION = PAGE.read_text(encoding="utf-8").partition(START)[2].partition(END)[0]
GAMES = dict(re.findall(r"^### .+\n\nThe view of `(.+)`:\n((?:.*\n)*?)(?=###|\Z)", SECTION, re.MULTILINE))
PLAIN: dict[str, Callable[[Any], bool]] = {
    "number": lambda value: type(value) is int,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "card": lambda value: re.fullmatch(r"[A2-9TJQK][CDHS]|[SDLB]S|\?\?", value) is not None,
    "rank": lambda value: re.fullmatch("[A2-9TJQK]", value) is not None,
    "suit": lambda value: re.fullmatch("[CDHS]", value) is not None,
    "result": lambda value: isinstance(value, dict) and {"winners", "scores", "reason"} <= value.keys(),
}


class Told:
    """What the document says of one game, read as somebody reads it who has nothing else."""

    def __init__(self, text: str) -> None:
        view, events, *records = re.split(r"\n\| (?:event|type) \| keys.*\n.*\n", text.replace("\\|", "!"))
        self.view = dict(re.findall(r"^\| `(\w+)` \| `(.+?)` \|", view.replace("!", "|"), re.MULTILINE))
        self.events = self._tables(events)
        self.records = self._tables("\n".join(records))

    @staticmethod
    def _tables(text: str) -> dict[str, dict[str, str]]:
        rows = re.findall(r"^\| `([\w-]+)` \| (.+?) \|", text, re.MULTILINE)
        return {name: dict(re.findall(r"`(\w+\??): (.+?)`", keys.replace("!", "|"))) for name, keys in rows}

    def fits(self, value: Any, kind: str) -> bool:
        """Whether a value is of a type."""
        choices = [*split(kind, " | ")]
        if len(choices) > 1:
            return any(self.fits(value, each) for each in choices)
        if kind.endswith("[]"):
            item = kind[:-2].removeprefix("(").removesuffix(")") if kind.endswith(")[]") else kind[:-2]
            return isinstance(value, list) and all(self.fits(each, item) for each in value)
        if kind.startswith("["):
            return self.is_row(value, [*split(kind[1:-1], ", ")])
        if kind.startswith('"'):
            return bool(value == kind.strip('"'))
        if kind in PLAIN:
            return (isinstance(value, str) or kind not in ("card", "rank", "suit")) and PLAIN[kind](value)
        keys = self.records[kind]
        if isinstance(value, list):
            return self.is_row(value, [kind for key, kind in keys.items() if "?" not in key or len(value) == len(keys)])
        return isinstance(value, dict) and self.has(value, keys)

    def is_row(self, value: Any, kinds: list[str]) -> bool:
        """Whether a value is a list of one item of each type."""
        return isinstance(value, list) and len(value) == len(kinds) and all(map(self.fits, value, kinds))

    def has(self, value: dict[str, Any], keys: dict[str, str]) -> bool:
        """Whether an object has these keys, with values of these types."""
        kinds = {key.rstrip("?"): kind for key, kind in keys.items()}
        needed = {key for key in keys if "?" not in key}  # the others may be left out
        has_keys = needed <= value.keys() <= kinds.keys()
        return has_keys and all(self.fits(item, kinds[key]) for key, item in value.items())


def split(text: str, between: str) -> Iterator[str]:
    """The parts of a type, but not what is in brackets."""
    depth = begin = 0
    for at, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if not depth and text.startswith(between, at):
            yield text[begin:at]
            begin = at + len(between)
    yield text[begin:]


def test_it_is_what_the_types_make_of_it() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == views_page(page), "write it anew: python -m distribution.views_page"
    assert views_page(page.replace("| `seat` |", "| `place` |")) == page
    assert [*GAMES] == ["clockwork-spades", "clogs", "spades"]


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_messages_are_like_that(name: str) -> None:
    told, seen = Told(GAMES[name]), set()
    game = find_game(name)
    assert game is not None
    for line in (Path(__file__).parent / "golden" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        point = json.loads(line)["point"]
        if point["n"] == 0:
            assert point["view"].keys() == told.view.keys()
        for key, value in point["view"].items():
            assert told.fits(value, told.view[key]), (key, value)
        for event in point["events"]:
            tag = event.pop("event")
            seen.add(tag)
            assert told.has(event, told.events[tag]), (tag, event)
    assert seen == told.events.keys(), "every kind of event is in the golden messages"


def test_a_view_that_is_not_like_that_does_not_fit() -> None:
    told = Told(GAMES["clogs"])
    for kind, right, wrong in (
        ("card[]", ["TS", "??"], ["10S"]),
        ("(card | null)[][]", [["??", None]], [[1]]),
        ("Play[]", [{"seat": 0, "card": "QS"}], [{"seat": 0}]),
        ("suit | null", None, "X"),
    ):
        assert told.fits(right, kind), kind
        assert not told.fits(wrong, kind), kind
