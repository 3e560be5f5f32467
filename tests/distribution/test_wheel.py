"""The wheel and the sdist: what is in them, and the program that is installed from the wheel."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

import clockspades
from clockspades.cli.completion import COPY, SCRIPTS
from clockspades.cli.parser import PLAIN
from clockspades.language import BUILT, SOURCE
from distribution import hook
from distribution.completion import script
from distribution.man_page import file_of, man_page
from distribution.messages import complete
from tests.conftest import MADE
from tests.pty.terminal import Terminal

ROOT = Path(__file__).parents[2]
TESTED = os.environ.get("CLOCKSPADES_TESTED")
"""``wheel`` if the package that is tested must be one that was installed from a wheel."""


def build(folder: Path, into: Path) -> tuple[Path, Path]:
    """The wheel and the sdist that are built from a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(into)]
    plain = {**os.environ, "CLOCKSPADES_COMPILED": "0"}
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=plain)
    return next(into.glob("*.whl")), next(into.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist of this checkout."""
    return build(ROOT, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def prefix(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel is installed."""
    prefix = tmp_path_factory.mktemp("prefix")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-index",
        "--no-deps",
        "--no-compile",
        "--ignore-installed",
    ]
    subprocess.run([*pip, "--prefix", str(prefix), str(built[0])], check=True)
    return prefix


@pytest.fixture
def installed(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the wheel is installed; the programs that are started find it there."""
    monkeypatch.setenv("PYTHONPATH", str(next(prefix.glob("lib*/python*/site-packages"))))
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)  # what is compiled goes with the folder
    return prefix


def contents(wheel: Path) -> dict[str, bytes]:
    """Every file of a wheel."""
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.thorough
def test_the_wheel_of_the_sdist_is_that_of_the_checkout(built: tuple[Path, Path], tmp_path: Path) -> None:
    wheel, sdist = built
    with tarfile.open(sdist) as archive:
        # Python 3.11.2 has no filters, and 3.12 warns where there is none
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(tmp_path)
    again, _ = build(next(tmp_path.iterdir()), tmp_path / "built")
    assert contents(again) == contents(wheel)


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(built: tuple[Path, Path]) -> None:
    names = {name for name in contents(built[0]) if ".dist-info/" not in name}
    package = ROOT / "clockspades"
    files = {path.relative_to(ROOT).as_posix() for path in package.rglob("*.*") if path.suffix not in MADE}
    assert {Path(name).suffix for name in files} == {
        ".py", ".md", ".tcss", ".jsonl", ".typed", ".html", ".css", ".js", ".png", ".svg", ".webmanifest", ".woff",
    }  # fmt: skip
    data = f"clockspades-{clockspades.__version__}.data/data"
    copies = {f"clockspades/cli/{COPY.format(shell=shell)}" for shell in SCRIPTS}
    languages = [language for language, _ in complete()]
    catalogues = {f"clockspades/locale/{each}/{BUILT.as_posix()}" for each in languages}
    shared = {f"{data}/{path}" for path in (*map(file_of, (SOURCE, *languages)), *SCRIPTS.values())}
    assert names == files | copies | catalogues | shared


def test_the_wheel_has_the_page_for_an_index_and_claims_no_system_that_was_not_tried(built: tuple[Path, Path]) -> None:
    metadata = next(text for name, text in contents(built[0]).items() if name.endswith("/METADATA")).decode()
    assert metadata.endswith(hook.index_page((ROOT / "README.md").read_text(encoding="utf-8"), clockspades.__version__))
    assert "Description-Content-Type: text/markdown" in metadata
    assert re.findall("Operating System :: .*", metadata) == ["Operating System :: POSIX :: Linux"]


def test_the_sdist_has_what_the_tests_need_and_no_more(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "CHANGELOG.md", "docs/rules.md", "tests/conftest.py", ".ci/run"} <= names
    ours = {"clockspades", "distribution", "docs", "puzzles", "screenshots", "tests", ".ci", ".github"}
    assert {name.partition("/")[0] for name in names if "/" in name} == ours
    assert not [name for name in names if "__pycache__" in name or "/." in name.removeprefix(".")]


def test_the_installed_program_runs(installed: Path) -> None:
    program = installed / "bin" / "clockspades"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert version == f"clockspades {clockspades.__version__}\n{PLAIN}\n"
    rules = subprocess.run([program, "rules", "clogs"], capture_output=True, text=True, check=True).stdout
    assert rules.startswith("# Clogs\n")
    with Terminal(program=[program]) as title:
        title.wait_for("Learn as you play", "q quit")
        title.press("q")
        assert title.wait_for_end() == 0


def test_the_completion_and_the_man_page_are_installed(installed: Path) -> None:
    assert (installed / file_of(SOURCE)).read_text(encoding="utf-8") == man_page()
    for shell in SCRIPTS:
        command = [str(installed / "bin" / "clockspades"), "completion", shell]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert printed == script(shell).rstrip() + "\n"


@pytest.mark.skipif(TESTED != "wheel", reason="these tests may run the package of a checkout")
def test_the_tests_run_a_package_that_is_installed() -> None:
    code = "import clockspades; print(clockspades.__file__)"
    started = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert started.strip() == clockspades.__file__
    assert Path(clockspades.__file__).parents[1].name == "site-packages"
