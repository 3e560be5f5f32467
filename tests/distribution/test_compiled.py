"""The modules where bots spend their time, compiled: all that they say is what plain Python says, to the last digit."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import clockspades
from clockspades.cli.parser import COMPILED, PLAIN
from distribution import build, compiler
from tests.programs import installed


def compiled(folder: Path, level: int) -> Path:
    """A folder with the package of this checkout, its modules compiled."""
    installed((sysconfig.get_config_var("CC") or "cc").split()[0])
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Python.h is not installed here (Debian: python3-dev)")
    compiler.compiled_package(folder, level=level)
    return folder


def told(package: Path, *command: str | Path) -> list[str]:
    """The lines that a program prints with the package of a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(compiler.ROOT)])}
    done = subprocess.run(
        [sys.executable, "-P", "-m", *command], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.splitlines()


def assert_choices_are_the_same(package: Path, actions: int, effort: float) -> None:
    program = ("tests.distribution.choices", str(actions), str(effort))
    (_, plain, *choices), (_, fast, *same) = told(compiler.ROOT, *program), told(package, *program)
    assert (plain, fast) == (PLAIN, COMPILED)
    assert len(choices) > 300
    assert same == choices


def test_compiled_bots_think_and_choose_as_in_plain_python(tmp_path: Path) -> None:
    assert_choices_are_the_same(compiled(tmp_path, level=0), actions=30, effort=0.02)


@pytest.mark.thorough
def test_compiled_bots_play_and_review_as_in_plain_python_in_other_processes_too(tmp_path: Path) -> None:
    package = compiled(tmp_path / "compiled", level=2)
    assert_choices_are_the_same(package, actions=120, effort=0.2)
    found = []
    for name, folder in (("plain", compiler.ROOT), ("fast", package)):
        saved = tmp_path / name
        for game, bots in (("spades", "quick"), ("clogs", "quick"), ("clockwork-spades", "steady")):
            many = ("--games", "2", "--jobs", "2", "--seed", "1", "--bots", bots)
            told(folder, "clockspades", "simulate", game, *many, "--save", saved / game)
        logs = sorted(saved.glob("*/*.cslog"))[::2]  # one of each game
        reviews = [told(folder, "clockspades", "review", log, "--seat", "0", "--json") for log in logs]
        found.append((len(logs), [log.read_text(encoding="utf-8") for log in logs], reviews))
    assert found[0] == found[1]
    assert found[0][0] == 3


def test_a_module_that_cannot_be_compiled_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "clockspades").mkdir()
    (tmp_path / "clockspades" / "wrong.py").write_text('number: int = "one"\n')
    monkeypatch.setattr(compiler, "MODULES", ["clockspades/wrong.py"])
    with pytest.raises(compiler.CompileError, match=r"wrong\.py:1: error: Incompatible types"):
        compiler.compile_modules(tmp_path / "made", tmp_path)
    assert not (tmp_path / "made").exists()


def test_the_downloads_of_a_release_need_a_wheel_for_each_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert build.main(["deb", "--out", str(tmp_path / "out"), "--wheels", str(tmp_path)]) == 2
    assert f"{tmp_path} has no clockspades-{clockspades.__version__}-cp311-" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
