"""The moving picture of the README."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from screenshots.animation import Frame, animated

GAME = Path(__file__).parents[1] / "screenshots" / "game.svg"
SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 400_000
"""Bytes that GitHub shows without a wait."""


def screenshot(*lines: str) -> str:
    console = Console(record=True, width=20, file=io.StringIO(), force_terminal=True)
    for line in lines:
        console.print(line)
    return console.export_svg(title="")


def count_frames(svg: str) -> int:
    return max(int(end) for end in re.findall(r"@keyframes s\d+-(\d+)\{", svg))


def text_at(svg: str, frame: int) -> list[str]:
    """The words of each row that has any while a frame is shown, from the top."""
    found = []
    for row in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        span = re.fullmatch(r"f s(\d+)-(\d+)", row.get("class", "f s0-999"))
        assert span is not None
        words = [(text.text or "").replace("\xa0", " ") for text in row.iter(f"{SVG}text")]
        if int(span[1]) <= frame < int(span[2]) and words:
            place = re.fullmatch(r"translate\(9,([\d.]+)\)", row.attrib["transform"])
            assert place is not None
            found.append((float(place[1]), " ".join(words)))
    return [words for _, words in sorted(found)]


def test_each_frame_has_its_rows_and_shared_rows_are_written_once() -> None:
    shots = [screenshot("same", "[red]one[/]", "a<b"), screenshot("same", "two", "a<b"), screenshot("same", "two", "")]
    svg = animated([Frame(shot, seconds) for shot, seconds in zip(shots, (1, 0.5, 2.5))], 'a "label"')
    assert [text_at(svg, frame) for frame in range(3)] == [
        ["same", "one", "a<b"],
        ["same", "two", "a<b"],
        ["same", "two"],
    ]
    assert [svg.count(f">{words}<") for words in ("same", "two", "a&lt;b")] == [1, 1, 1]
    assert "@keyframes s0-1{0.00%{visibility:visible}25.00%{visibility:hidden}}" in svg
    assert "@keyframes s1-3{0%{visibility:hidden}25.00%{visibility:visible}}" in svg
    assert "animation:4s step-end infinite" in svg
    assert ElementTree.fromstring(svg).attrib["aria-label"] == 'a "label"'


def test_where_nothing_moves_one_whole_frame_is_shown() -> None:
    svg = animated([Frame(screenshot(line), 1) for line in ("first", "second", "third")], "")
    assert re.findall(r"\.(s\d-\d)\{visibility:visible;", svg) == ["s1-2"]
    assert "@media(prefers-reduced-motion:reduce){.f{animation:none}}" in svg


def test_blanks_at_the_ends_of_words_are_places() -> None:
    (word,) = ElementTree.fromstring(animated([Frame(screenshot("[red]  ab [/]"), 1)], "")).iter(f"{SVG}text")
    assert word.text == "ab"
    assert float(word.attrib["x"]) == pytest.approx(24.4)
    assert float(word.attrib["textLength"]) == pytest.approx(24.4)


def test_the_picture_of_the_readme_plays_a_game_to_its_end() -> None:
    svg = GAME.read_text(encoding="utf-8")
    assert len(svg.encode()) < LARGEST
    frames = count_frames(svg)
    assert frames >= 12
    told = ["\n".join(text_at(svg, frame)) for frame in range(frames)]
    assert len({*told}) > 0.6 * frames, "frames may differ in colours alone"
    assert "turn 1" in told[0]
    assert re.search("win|lose", told[-1])
    assert "<script" not in svg
    assert "url(" not in svg, "GitHub loads nothing for a picture"
