"""``export``: films of saved games, as files."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run

SHORT = ("--from", "1", "--to", "2")


def test_films_are_written_next_to_the_game(run: Run, finished: Path) -> None:
    ran = run("export", finished, "--svg", "--cast", "--from", "2", "--to", "3", "--size", "60x18")
    assert (ran.status, ran.err) == (0, "")
    svg, cast = (finished.with_suffix(f".{form}") for form in ("svg", "cast"))
    assert [line.partition(":")[0] for line in ran.out.splitlines()] == [str(svg), str(cast)]
    assert ElementTree.parse(svg).getroot().attrib["aria-label"] == "Clockwork Spades: Ana and Tick"
    header = json.loads(cast.read_text(encoding="utf-8").splitlines()[0])
    assert (header["version"], header["width"], header["height"]) == (2, 60, 18)
    assert f": {round(header['duration'])} seconds, " in ran.out


def test_standard_output_gets_the_file_alone_whatever_the_terminal_shows(run: Run, finished: Path) -> None:
    """A film is seen elsewhere: in signs and colours, though this terminal has neither."""
    ran = run("export", finished, "--cast", "-", *SHORT, LC_ALL="C", TERM="vt100", NO_COLOR="1")
    assert (ran.status, ran.err) == (0, "")
    events = [json.loads(line) for line in ran.out.splitlines()[1:]]
    sent = "".join(data for _, _, data in events)
    assert "♠" in sent
    assert "38;2;255;157;143" in sent
    assert not finished.with_suffix(".cast").exists()


def test_a_file_is_replaced_only_if_that_is_asked_for(run: Run, finished: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    out.write_text("mine")
    ran = run("export", finished, "--svg", out, *SHORT)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"clockspades: {out} exists: add --overwrite to replace it, or name another file\n"
    assert out.read_text() == "mine"
    assert run("export", finished, "--svg", out, "--overwrite", *SHORT).status == 0
    assert out.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ((), "clockspades: export needs --svg or --cast, or both"),
        (("--svg", "-", "--cast", "-"), "clockspades: --svg and --cast need two different files"),
        (("--svg", "x.cslog"), "clockspades: x.cslog is the name of a saved game: name another file for the film"),
        (("--svg", "/"), "clockspades: / is a folder: name a file"),
        (("--svg", "/nowhere/film.svg", *SHORT), "/nowhere/film.svg: can't write the film: No such file or directory"),
        (("--svg", "--seat", "2"), "finished.cslog: there is no seat '2': --seat takes 0 to 1, all or none"),
        (("--svg", "--seat", "Ana"), "finished.cslog: there is no seat 'Ana': --seat takes 0 to 1, all or none"),
        (("--svg", "--from", "3", "--to", "2"), "there are no steps from 3 to 2, as this game has the steps 0 to"),
        (("--svg", "--to", "999"), "there are no steps from 0 to 999, as this game has the steps 0 to"),
        (("--svg", "--from", "-1"), "argument --from: '-1' is not a step: the first one is 0"),
        (("--svg", "--size", "59x24"), "argument --size: '59x24' is not a size from 60x18 to 300x100"),
        (("--svg", "--size", "80"), "argument --size: '80' is not a size from 60x18 to 300x100"),
        (("--svg", "--speed", "nan"), "argument --speed: 'nan' is not a speed from 0.1 to 20"),
    ],
)
def test_what_does_not_fit_is_one_sentence(run: Run, finished: Path, typed: tuple[str, ...], complaint: str) -> None:
    ran = run("export", finished, *typed)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert complaint in ran.err
    assert [*finished.parent.iterdir()] == [finished]


def test_a_film_never_replaces_its_game(run: Run, finished: Path) -> None:
    game = finished.rename(finished.with_suffix(".svg"))
    before = game.read_bytes()
    ran = run("export", game, "--svg", "--overwrite", *SHORT)
    assert (ran.status, ran.out) == (2, "")
    assert game.read_bytes() == before


@pytest.mark.parametrize("seat", ["1", "all"])
def test_a_game_that_goes_on_keeps_its_secrets(run: Run, unfinished: Path, seat: str) -> None:
    ran = run("export", unfinished, "--svg", "--seat", seat)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"this game is not over yet, and --seat {seat} would show hidden cards\n")
    assert run("export", unfinished, "--svg", "-", *SHORT).status == 0
