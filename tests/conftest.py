"""What every test shares: a home of its own, and generated examples that are the same on every machine."""

import filecmp
import gc
import os
import signal
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

import clockspades
from clockspades import language
from clockspades.saved.archive import HOME_VARIABLE

TESTS: Final = Path(__file__).parent
PACKAGE: Final = Path(clockspades.__file__).parent
"""The package that is tested: installed, or that of this checkout."""
NOT_QUICK: Final = {"bench", "cli", "distribution", "film", "guests", "network", "outside", "pty", "tui"}
"""Folders of tests that need a screen, a terminal, a socket or a process of their own."""
SLOW: Final = {
    "test_bots.py", "test_every_puzzle.py", "test_folder_lock.py", "test_hiding.py", "test_open_spiel.py",
    "test_players.py", "test_random_games.py", "test_simulate.py",
}  # fmt: skip
"""Files in other folders that play many games, let bots think for long, or start processes."""
QUICK_FILES: Final = {"test_cards.py", "test_docs.py", "test_doctests.py"}
"""The quick files beside the folders."""
WAITING: Final = ("network", "guests", "pty")
"""Folders whose tests mostly wait, and take the longest: one worker waits in them while others compute."""

MADE: Final = {".pyc", ".po", ".mo"}
"""Ends of files that a checkout and a package need not share: what is compiled, and the catalogues it is made of."""
IN_MEMORY: Final = Path("/dev/shm")
"""Where files are in memory, on Linux: the program has each of its files written to the disk, and waits for that."""
ROOM: Final = 1 << 30
"""Bytes that must be free there; a test run takes a tenth."""

sys.path.append(str(TESTS.parent))  # last, so that an installed package is the one that is tested

settings.register_profile("suite", max_examples=50, deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


HOMES: Final = count()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the homes of all tests are. Most tests keep nothing, and need no folder of their own."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def home(homes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory in which the program keeps everything during one test, which does not exist yet."""
    directory = homes / str(next(HOMES))
    monkeypatch.setenv(HOME_VARIABLE, str(directory))
    return directory


@pytest.fixture
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Review games with little effort."""
    from tests.commands import little_effort

    little_effort(monkeypatch.setattr)


def is_quick(path: Path) -> bool:
    """Whether a file of tests belongs to the quick part; of those beside the folders, a few do."""
    folder = path.relative_to(TESTS).parts[0]
    return folder not in NOT_QUICK and path.name not in SLOW and (path.parent != TESTS or folder in QUICK_FILES)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m quick``, import none of the other tests: that alone takes as long as many tests."""
    leaves_out = config.option.markexpr == "quick" and collection_path.is_file() and not is_quick(collection_path)
    return True if leaves_out else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick part, and begin with what waits, so that none of it is the last that one worker is at."""
    quick = {path: is_quick(path) for path in {item.path for item in items}}
    for item in items:
        if quick[item.path]:
            item.add_marker("quick")
    items.sort(key=lambda item: item.path.relative_to(TESTS).parts[0] not in WAITING)


def pytest_configure(config: pytest.Config) -> None:
    """Prepare for the programs that tests start.

    They run the package that is tested, and not another one in the folder that they start in. They speak English, as
    the tests do, whatever this machine speaks. Ctrl+C reaches them: a shell that starts the tests in the background has
    them ignore it, and every program inherits that. Their files are in memory, where there is room. Compiled modules
    are kept in pytest's cache, those of the tests too: compiling them takes longer than collecting the tests.
    """
    gc.disable()  # until all tests are collected
    is_worker = hasattr(config, "workerinput")
    difference = None if is_worker else next(differences(PACKAGE, TESTS.parent / "clockspades"), None)
    if difference is not None:
        raise pytest.UsageError(
            f"{PACKAGE} is not the package of this checkout, {difference} differs:"
            " run `pip install '.[test]'` again, or put the checkout into PYTHONPATH"
        )
    if _has_room_in_memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ["LANGUAGE"] = language.SOURCE
    if PACKAGE.parent == TESTS.parent:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(config, "cache") and os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(config.cache.mkdir("compiled"))
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


def differences(installed: Path, checkout: Path) -> Iterator[Path]:
    """The files of the checkout that the tested package lacks, or has in another version."""
    if installed != checkout:
        files = (path.relative_to(checkout) for path in checkout.rglob("*.*") if path.suffix not in MADE)
        yield from (path for path in files if not _is_same(installed / path, checkout / path))


def _is_same(one: Path, other: Path) -> bool:
    return one.is_file() and filecmp.cmp(one, other, shallow=False)


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and not among modules and tests, which last as long as the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 10, 10)
    gc.enable()


def _has_room_in_memory() -> bool:
    """Whether folders can be in memory; programs that are installed there must run."""
    if not IN_MEMORY.is_dir():
        return False
    there = os.statvfs(IN_MEMORY)
    return there.f_bavail * there.f_frsize > ROOM and not there.f_flag & os.ST_NOEXEC


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """With ``-n auto``, one worker more than there are cores: tests in a terminal wait more than they compute."""
    return (os.cpu_count() or 1) + 1
