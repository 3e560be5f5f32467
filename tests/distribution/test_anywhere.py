"""What makes the program run from a zip file and from a binary. ``test_builds.py`` tests the downloads themselves."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import clockspades
from clockspades.cli.pager import environment_of_others
from clockspades.games.catalogue import GAMES
from clockspades.network import own_process
from clockspades.network.own_process import own_command
from clockspades.network.server.hosted_server import ANSWERS, MODULE, PLANS, NewTable, Ready
from clockspades.network.wire.messages import OPEN
from distribution import build, hook
from distribution.build import BuildError

ROOT = Path(__file__).parents[2]
PACKAGE = Path(clockspades.__file__).parent
FROZEN = ROOT / "distribution" / "frozen.py"
PLAN = NewTable(
    GAMES[0].name, GAMES[0].configure({}), (OPEN, OPEN), GAMES[0].best_bot, None, address="127.0.0.1", port=0
)
WAIT = 120
FROM_ZIP = """
import sys

if __name__ == "__main__":
    sys.path[:0] = {path}
    from clockspades.cli import main

    sys.argv[1:2] == ["server"] or sys.exit(main())
    import subprocess
    from clockspades.network.own_process import own_command
    from clockspades.network.server.hosted_server import MODULE

    sys.exit(subprocess.run(own_command(MODULE)).returncode)
"""


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A script whose program is in a zip file, and that finds nothing else by itself."""
    folder = tmp_path_factory.mktemp("zipped")
    with ZipFile(folder / "program.zip", "w") as archive:
        for path in PACKAGE.rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                archive.write(path, path.relative_to(PACKAGE.parent))
    found = find_spec("platformdirs")
    assert found is not None
    assert found.origin is not None
    script = folder / "program.py"
    where = [str(folder / "program.zip"), str(Path(found.origin).parents[1])]
    script.write_text(FROM_ZIP.format(path=where))
    return script


def said(*command: str | Path, given: str = "") -> str:
    """What a command prints that goes well."""
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=WAIT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_files_of_the_package_are_read_from_a_zip_file(zipped: Path) -> None:
    assert said(sys.executable, "-I", zipped, "rules", "clogs").startswith("# Clogs\n")


def test_processes_start_from_a_zip_file(zipped: Path) -> None:
    games = said(sys.executable, "-I", zipped, "simulate", "clock", "--games", "4", "--jobs", "2")
    assert games.startswith("4 games of Clock")


def test_the_server_of_a_table_starts_from_a_zip_file(zipped: Path) -> None:
    answer = said(sys.executable, "-I", zipped, "server", given=f"{PLANS.write_text(PLAN)}\n")
    assert isinstance(ANSWERS.read_text(answer.strip()), Ready)


def test_a_binary_starts_itself_as_the_server_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command(MODULE) == [sys.executable, "-m", MODULE]
    answer = said(sys.executable, FROZEN, "-m", MODULE, given=f"{PLANS.write_text(PLAN)}\n")
    assert isinstance(ANSWERS.read_text(answer.strip()), Ready)


@pytest.mark.parametrize("before", ["/opt/lib", None])
def test_a_binary_leaves_other_programs_their_libraries(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/tmp/unpacked")
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    assert environment_of_others() == dict(os.environ)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert environment_of_others().get("LD_LIBRARY_PATH") == before


def test_one_place_starts_a_python_and_none_needs_a_file_beside_it() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), match)
        for path in PACKAGE.rglob("*.py")
        for match in re.findall(r"sys\.executable|\b__file__\b|get_context\(.*?\)|os\.fork", path.read_text("utf-8"))
    }
    starts = Path(own_process.__file__).relative_to(PACKAGE).as_posix()
    assert {(path, use) for path, use in found if use != 'get_context("spawn")'} == {
        (starts, "sys.executable"),
        ("packages.py", "sys.executable"),  # it starts nothing: a person may, to add a package
        ("packages.py", "__file__"),  # it only tells where this is
        ("guests/bounds.py", "os.fork"),  # it is forbidden there
        ("guests/bounds.py", "__file__"),  # what a guest's program may read; a zip file is named by the path
        ("guests/browser/page.py", "__file__"),  # its web server reads from the disk, and no download has it
    }


def test_the_pins_are_versions_that_the_program_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = dict(line.split("==") for line in build.PINS.read_text().splitlines() if not line.startswith("#"))
    for text in project["dependencies"] + project["optional-dependencies"]["friends"]:
        needed = Requirement(text)
        assert pins.get(needed.name, "none") in needed.specifier, "run `python -m distribution.build pins`"


@pytest.mark.parametrize(
    "repository", ["https://github.com/Somebody/clockspades", "https://github.com/Somebody/clockspades/"]
)
def test_every_address_follows_from_one(repository: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(hook.SETTINGS["tool"]["clockspades"], "repository", repository)
    known = hook.addresses()
    assert known["Source"] == known["Homepage"] == "https://github.com/Somebody/clockspades"
    assert known["Documentation"] == "https://somebody.github.io/clockspades/"
    assert known["Issues"] == "https://github.com/Somebody/clockspades/issues"
    build.check_release(f"v{clockspades.__version__}", known["Source"])
    with pytest.raises(BuildError, match="the tag is v0, and the version is"):
        build.check_release("v0", known["Source"])
    with pytest.raises(BuildError, match="elsewhere is not the `repository`"):
        build.check_release(f"v{clockspades.__version__}", "elsewhere")


def test_no_address_is_made_up_and_none_is_repeated() -> None:
    repository: str = hook.SETTINGS["tool"]["clockspades"]["repository"]
    if not repository:
        assert hook.addresses() == {}
        return
    texts = [path for suffix in ("md", "py", "rb", "nix", "yml") for path in ROOT.rglob(f"*.{suffix}")]
    assert not [path for path in texts if ".venv" not in path.parts and repository in path.read_text("utf-8")]


@pytest.mark.parametrize("repository", ["", "https://github.com/Somebody/clockspades"])
def test_the_page_of_an_index_has_no_picture_and_no_link_that_needs_a_checkout(
    repository: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(hook.SETTINGS["tool"]["clockspades"], "repository", repository)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page = hook.index_page(readme, "1.2.3")
    leads = re.compile(r'\]\(([^)]+)\)|src="([^"]+)"')
    files, found = ({"".join(each) for each in leads.findall(text)} for text in (readme, page))
    files = {file for file in files if "://" not in file}
    assert {"screenshots/film.svg", "docs/install.md", "SECURITY.md"} < files
    assert all("://" in each for each in found)
    kept = {each.partition("/v1.2.3/")[2] for each in found if "Somebody" in each}
    assert kept == (files if repository else set())
    pictures = {each for each in found if each.endswith(".svg")}
    assert all(each.startswith("https://raw.githubusercontent.com/Somebody/clockspades/v1.2.3/") for each in pictures)
    assert bool(pictures) == bool(repository)
    assert "docs/install.md" in page, "the words of a link stay"


@pytest.mark.thorough
def test_the_site_is_made_of_the_documents_without_a_broken_link(tmp_path: Path) -> None:
    for program in ("sphinx", "myst_parser", "furo"):
        if find_spec(program) is None:
            (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{program} is not installed here")
    docs, site = tmp_path / "docs", tmp_path / "site"
    docs.mkdir()
    (tmp_path / "screenshots").symlink_to(ROOT / "screenshots")
    for path in (ROOT / "docs").glob("*.md"):
        (docs / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert made_site(docs, site) == (0, "")
    assert {path.stem for path in docs.glob("*.md")} <= {path.stem for path in site.glob("*.html")}
    assert {path.stem for path in (site / "games").glob("*.html")} == {game.name for game in GAMES}
    assert {path.name for path in (ROOT / "screenshots").glob("*.svg")} > {each.name for each in site.glob("_images/*")}
    assert "blind" in (site / "searchindex.js").read_text(encoding="utf-8")
    broken = ("nowhere.md", "keys.md#nothing")
    with (docs / "index.md").open("a", encoding="utf-8") as index:
        index.writelines(f"\n[there]({link})\n" for link in broken)
    status, complaints = made_site(docs, site)
    assert (status, complaints.count("WARNING")) == (1, len(broken)), complaints
    assert all(link.rpartition("#")[2] in complaints for link in broken)


def made_site(docs: Path, site: Path) -> tuple[int, str]:
    """The exit status of Sphinx, which makes only what has changed since it made the site last, and what it says."""
    made = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "--fail-on-warning", "-c", ROOT / "docs", docs, site],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=WAIT, check=False,
    )  # fmt: skip
    return made.returncode, made.stderr
