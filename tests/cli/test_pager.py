"""Which pager shows long texts, and what is long."""

import shutil
from pathlib import Path

import pytest

from clockspades.cli import pager
from clockspades.cli.output import facts


@pytest.mark.parametrize(
    ("variables", "command"),
    [
        ({"TERM": "xterm"}, "less"),
        ({"TERM": "xterm", "PAGER": "more -s"}, "more -s"),
        ({"TERM": "xterm", "PAGER": ""}, ""),
        ({"TERM": "xterm", "PAGER": "cat"}, ""),
        ({"TERM": "dumb", "PAGER": "more"}, ""),
        ({"PAGER": "more"}, ""),
    ],
)
def test_the_pager_is_that_of_the_reader(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], command: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert pager.pager(variables) == command


def test_without_less_there_is_no_pager_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert pager.pager({"TERM": "xterm"}) == ""
    assert pager.pager({"TERM": "xterm", "PAGER": "more"}) == "more"


def test_a_pager_is_known_by_the_program_behind_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("less", "busybox", "most"):
        (tmp_path / name).touch(mode=0o755)
    (tmp_path / "pager").symlink_to("less")
    (tmp_path / "more").symlink_to("busybox")
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = [each for each in ("less -i", "pager", "more", "most", "LESS=i less", "no-such-pager", "") if
             pager.shows_colours(each, {"LESS": "iM"})]  # fmt: skip
    assert shown == ["less -i", "pager"]
    assert not pager.shows_colours("less", {"LESS": "-+R"})
    assert not pager.shows_colours("less -+R", {})


@pytest.mark.parametrize(
    ("text", "is_longer"), [("a\n" * 8 + "a", False), ("a\n" * 9 + "a", True), ("a" * 180, False), ("a" * 181, True)]
)
def test_a_text_fits_above_the_prompt_with_its_lines_wrapped(
    monkeypatch: pytest.MonkeyPatch, text: str, is_longer: bool
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("LINES", "10")
    assert pager.is_longer_than_window(text) is is_longer


def test_facts_are_a_table_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [("drawn", "2"), ("by target", "1,204 games"), ("rate", "17")]
    assert [*facts(numbers)] == ["  drawn: 2", "  by target: 1,204 games", "  rate: 17"]
    monkeypatch.setattr("clockspades.cli.output.on_terminal", lambda: True)
    assert [*facts(numbers)] == ["  drawn:         2", "  by target: 1,204 games", "  rate:         17"]
    assert [*facts([("Seat 0", "Ana (human)"), ("First", "Ana")])] == ["  Seat 0: Ana (human)", "  First:  Ana"]
