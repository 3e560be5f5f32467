"""A package that is missing is one sentence, with a command that fits how the program was installed."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from shutil import copy
from typing import Final

import pytest

from clockspades import packages
from clockspades.games.catalogue import GAMES
from clockspades.network.server.hosted_server import HostedServer, NewTable, ServerStartError
from clockspades.network.wire.messages import OPEN
from tests import commands

INVITATION: Final = "wss://127.0.0.1:9/#K7M2QX9RTA.H4VNC0S8ZB2WJ5YD7GKQ3E1XMP"
ASK: Final = "from clockspades.packages import needed; print(needed('redis', 'tables in Redis'))"
NOT_HERE: Final = (
    "redis is needed for tables in Redis, and can't be added to this copy of clockspades:"
    " install clockspades in a virtual environment\n"
)
METADATA: Final = """\
Metadata-Version: 2.4
Name: clockspades
Version: 1
Requires-Dist: textual<9
Requires-Dist: redis<9,>=6; extra == 'redis'
Requires-Dist: hiredis; extra == 'redis'
Requires-Dist: redis<9,>=6; extra == 'test'
Requires-Dist: pytest; extra == 'test'
"""


class Place:
    """A virtual environment, and a program that is said to be somewhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.python = folder / "bin" / "python"
        (self.library,) = folder.glob("lib/python*/site-packages")

    def add(self, *modules: str) -> None:
        """Install packages that have nothing in them."""
        for module in modules:
            (self.library / f"{module}.py").touch()

    def put(self, where: Path) -> None:
        """Put the program into a folder that is on the path."""
        (where / "clockspades").mkdir(parents=True)
        for module in ("__init__.py", "language.py", "locale_data.py", "packages.py"):
            copy(Path(packages.__file__).with_name(module), where / "clockspades")

    def install(self) -> None:
        """Put the program where packages of this environment are."""
        self.put(self.library)
        (self.library / "clockspades-1.dist-info").mkdir()
        (self.library / "clockspades-1.dist-info" / "METADATA").write_text(METADATA)

    def ask(self, *path: Path, first: str = "") -> str:
        """What is said of a package that is missing there."""
        begin = f"import sys; sys.path[:0] = {[*map(str, path)]!r}; {first}"
        command = [str(self.python), "-I", "-c", begin + ASK]
        return subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "with space")


def run_it(place: Place, *command: str) -> str:
    return f"redis is needed for tables in Redis: run `{' '.join(command)}`\n".replace("PYTHON", f"'{place.python}'")


def test_in_an_environment_its_own_pip_adds_a_package(place: Place) -> None:
    place.install()
    place.add("pip")
    assert place.ask() == run_it(place, "PYTHON -m pip install 'redis<9,>=6' hiredis")


def test_an_environment_of_uv_has_no_pip(place: Place) -> None:
    place.install()
    assert place.ask() == run_it(place, "uv pip install --python PYTHON 'redis<9,>=6' hiredis")


def test_pipx_adds_a_package_to_its_environment_by_name(place: Place) -> None:
    place.install()
    (place.folder / "pipx_metadata.json").touch()
    assert place.ask() == run_it(place, "pipx inject 'with space' 'redis<9,>=6' hiredis")


def test_a_debian_package_takes_no_packages(place: Place, tmp_path: Path) -> None:
    place.put(tmp_path / "usr" / "lib" / "clockspades")
    place.add("pip")
    assert place.ask(tmp_path / "usr" / "lib" / "clockspades") == NOT_HERE


def test_a_file_that_python_runs_takes_no_packages(place: Place, tmp_path: Path) -> None:
    place.put(tmp_path / "in")
    place.add("pip")
    with zipfile.ZipFile(tmp_path / "clockspades.pyz", "w") as archive:
        for path in (tmp_path / "in").rglob("*.py"):
            archive.write(path, path.relative_to(tmp_path / "in"))
    assert place.ask(tmp_path / "clockspades.pyz") == NOT_HERE


def test_the_python_of_a_system_takes_no_packages(place: Place, tmp_path: Path) -> None:
    place.install()
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    as_system = f"import sysconfig; sys.prefix = sys.base_prefix; sysconfig.get_path = lambda name: {str(tmp_path)!r}; "
    assert place.ask(first=as_system) == NOT_HERE


# -- who says it -------------------------------------------------------------------------------------------

SOME: Final = ("cryptography", "distributed", "redis", "textual_serve", "wormhole")
OTHERS: Final = ("prometheus_client", "websockets")
HOST: Final = ("host", "spades", "--headless", "--listen", "127.0.0.1:0")
SERVE: Final = ("serve", "--listen", "127.0.0.1:0")


@pytest.fixture(scope="module")
def lacking_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Sequence[str]], Path]:
    """Where a module is that Python imports when it starts, and that takes some packages away."""

    @cache
    def make(lacking: Sequence[str]) -> Path:
        folder = tmp_path_factory.mktemp("lacking")
        (folder / "sitecustomize.py").write_text(f"import sys; sys.modules.update(dict.fromkeys({lacking!r}))")
        return folder

    return make


@pytest.mark.parametrize(
    ("lacking", "command", "package", "what"),
    [
        (SOME, HOST, "cryptography", "an encrypted table"),
        (SOME, SERVE, "cryptography", "an encrypted table"),
        (SOME, (*SERVE, "--insecure", "--store", "redis://127.0.0.1:9/0"), "redis", "tables in Redis"),
        (SOME, (*HOST, "--code"), "magic-wormhole", "short codes"),
        (SOME, ("browser", INVITATION), "textual-serve", "tables in a browser"),
        (SOME, ("simulate", "clock", "--games", "1", "--cluster", "127.0.0.1:9"), "distributed", "--cluster"),
        (OTHERS, SERVE, "prometheus-client", "clockspades serve"),
        (OTHERS, HOST, "websockets", "clockspades"),
    ],
)
def test_a_command_says_which_package_it_lacks(
    lacking_folder: Callable[[Sequence[str]], Path],
    lacking: Sequence[str],
    command: Sequence[str],
    package: str,
    what: str,
) -> None:
    path = os.pathsep.join([str(lacking_folder(lacking)), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = commands.run(command, None, TERM="xterm", PYTHONPATH=path)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(rf"clockspades: {package} is needed for {what}: run `.* '?{package}\b.*`\n", ran.err)


@pytest.fixture
def no_cryptography(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cryptography.py").write_text("raise ModuleNotFoundError(name='cryptography')")
    monkeypatch.syspath_prepend(tmp_path)


def test_the_server_of_a_table_says_which_package_it_lacks(no_cryptography: None) -> None:
    game = GAMES[0]
    plan = NewTable(game.name, game.configure({}), (OPEN, OPEN), game.best_bot, None, address="127.0.0.1", port=0)
    with pytest.raises(ServerStartError, match=r"^cryptography is needed for an encrypted table: run `"):
        HostedServer(plan)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("_sqlite3", "_sqlite3 is a part of Python that is missing here: install all of Python"),
        ("clockspades.nowhere", ""),
        (None, ""),
    ],
)
def test_other_modules_that_are_missing(name: str | None, words: str) -> None:
    assert packages.not_imported(ModuleNotFoundError(name=name)) == words
