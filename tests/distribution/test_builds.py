"""The downloads, each installed in a clean Debian and played there. ``docs/install.md`` says how to run this.

They are built and tested before a release, not with every change: that takes minutes, root, and Debian's archive.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import clockspades
from clockspades.cli.completion import SCRIPTS
from clockspades.cli.parser import COMPILED, PLAIN
from distribution.build import KINDS, SUMS
from distribution.completion import script
from tests.pty.terminal import Terminal

BUILDS: Final = os.environ.get("CLOCKSPADES_TESTED_BUILDS")
"""The folder that ``python -m distribution.build all`` has filled."""
DEBIAN: Final = os.environ.get("CLOCKSPADES_TESTED_DEBIAN", "bookworm")
"""The release of Debian that they are installed in."""
INVITATION: Final = re.compile(r"wss://\S+")
PATIENCE: Final = 600.0
NO_MAILBOX: Final = "ws://127.0.0.1:9/v1"
"""Where nothing answers."""

pytestmark = pytest.mark.skipif(
    BUILDS is None,
    reason="CLOCKSPADES_TESTED_BUILDS names no folder with downloads to test, which take minutes to build",
)


class Place(NamedTuple):
    """A root folder with a program in it."""

    root: Path
    program: Sequence[str]
    bots: str = COMPILED
    """What it says of its bots."""

    def command(self, home: str = "/root") -> list[str]:
        """The command that runs the program there, with nothing from here but the network.

        Its processes have a space of their own, and end with it.
        """
        variables = [f"HOME={home}", "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"]
        variables.append(f"CLOCKSPADES_MAILBOX={NO_MAILBOX}")
        inside = ["chroot", str(self.root), "/usr/bin/env", "-i", *variables, *self.program]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.root / 'proc'}", *inside]

    def say(self, *arguments: str) -> str:
        """What the program prints."""
        done = subprocess.run(
            [*self.command(), *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr.decode()) == (0, "")
        return done.stdout.decode()


def found(pattern: str) -> Path:
    """The only download with such a name."""
    assert BUILDS is not None
    (path,) = Path(BUILDS).glob(pattern)
    return path


def apt_get(root: Path, *arguments: str) -> None:
    """Install packages in a root."""
    command = ["chroot", str(root), "apt-get", "install", "-qq", "-y", "--no-install-recommends", *arguments]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE, env=environment)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The smallest Debian that there is. It has no Python."""
    root = tmp_path_factory.mktemp("clean") / "root"
    # the script of sid is that of every release, also of one that this debootstrap does not know
    source = ["http://deb.debian.org/debian", "/usr/share/debootstrap/scripts/sid"]
    command = ["debootstrap", "--variant=minbase", DEBIAN, str(root), *source]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    assert not list(root.glob("usr/bin/python*"))
    yield root
    shutil.rmtree(root)


@pytest.fixture(scope="module", params=KINDS)
def place(request: pytest.FixtureRequest, clean: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A clean Debian of its own for each download."""
    root = tmp_path_factory.mktemp(request.param) / "root"
    subprocess.run(["cp", "-a", clean, root], check=True)
    match request.param:
        case "binary":
            shutil.copy(found("clockspades-*-linux-*[!z]"), root / "usr/local/bin/clockspades")
            yield Place(root, ["clockspades"])
        case "pyz":
            apt_get(root, "python3")
            shutil.copy(found("*.pyz"), root / "clockspades.pyz")
            yield Place(root, ["python3", "-I", "/clockspades.pyz"], PLAIN)
        case "deb":
            shutil.copy(found("*.deb"), root / "clockspades.deb")
            apt_get(root, "/clockspades.deb")
            yield Place(root, ["clockspades"])
            subprocess.run(
                ["chroot", root, "apt-get", "purge", "-qq", "-y", "clockspades"], check=True, capture_output=True
            )
            assert not (root / "usr/lib/clockspades").exists()
            assert not list(root.glob("usr/share/*/**/*clockspades*"))
    shutil.rmtree(root)


def test_the_checksums_are_those_of_all_files() -> None:
    sums = found(SUMS)
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", sums.name], cwd=sums.parent, check=True)
    named = {line.split()[1] for line in sums.read_text().splitlines()}
    assert named | {SUMS} == {path.name for path in sums.parent.iterdir()}
    assert {Path(name).suffix for name in named} >= {".whl", ".gz", ".pyz", ".deb"}


def test_it_finds_everything_that_is_no_code(place: Place) -> None:
    assert place.say("--version") == f"clockspades {clockspades.__version__}\n{place.bots}\n"
    assert place.say("rules", "clogs").startswith("# Clogs\n")
    for shell in SCRIPTS:
        assert place.say("completion", shell) == script(shell).rstrip() + "\n"


def test_a_game_is_begun_from_the_title_and_a_move_is_made(place: Place) -> None:
    with Terminal(program=place.command("/home/title")) as terminal:
        terminal.wait_for("▸ Learn as you play", "q quit")
        terminal.press("p")
        terminal.wait_for("1  Clockwork Spades", "⏎ choose  ↑↓ game")
        terminal.press("\r")
        terminal.wait_for("▸ Learn as you play", "Skip the lesson")
        terminal.press("s")
        terminal.wait_for("steady")
        terminal.press("\r")
        terminal.wait_for("turn 1", "▸ You")
        move_on(terminal, "turn 3")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert len(list((place.root / "home/title").rglob("*.cslog"))) == 1


def test_puzzles_come_with_it(place: Place) -> None:
    with Terminal("practice", program=place.command("/home/practice")) as terminal:
        assert "puzzle" in terminal.wait_for("Esc").lower()


def test_a_bot_plays_in_lines_of_text(place: Place) -> None:
    told = place.say("play", "--plain", "--seed", "3", "--seat", "Ana=bot:steady", "--seat", "Ben=bot:random")
    assert "The game is over." in told


def test_processes_play_many_games(place: Place) -> None:
    assert "20 games of Clock" in place.say("simulate", "clock", "--games", "20", "--jobs", "2")


def test_a_table_is_hosted_and_joined_and_its_bots_play(place: Place) -> None:
    hosting = ["host", "cutthroat", "--listen", "127.0.0.1:0", "--seat", "0=bot:quick", "--seat", "1=bot:steady"]
    with Terminal(*hosting, program=place.command("/home/host"), columns=120, rows=40) as host:
        host.wait_for("wss://", "Start the game")
        invitation = INVITATION.search(host.settle())
        assert invitation is not None
        joining = ["join", invitation[0], "--name", "Ben"]
        with Terminal(*joining, program=place.command("/home/ben"), columns=120, rows=40) as friend:
            friend.wait_for("Ben (you)")
            host.wait_for("Not ready yet: Ben")
            host.press("s")

            def everyone_has_bid() -> bool:
                for terminal in (host, friend):
                    if "Your bid" in terminal.settle(0.3):
                        terminal.press("1\r")
                return "bidding" not in friend.text and "no bid yet" not in friend.text

            friend.wait_until("the bids of two people and two bots", everyone_has_bid)


def test_short_codes_come_with_it(place: Place) -> None:
    hosting = ["host", "clogs", "--headless", "--code", "--listen", "127.0.0.1:0"]
    with Terminal(*hosting, program=place.command("/home/codes"), columns=120) as terminal:
        terminal.wait_for(f"The mailbox at {NO_MAILBOX} can't be reached.")


def move_on(terminal: Terminal, until: str) -> None:
    """Play what is offered until the screen shows these words."""

    def moved() -> bool:
        terminal.settle(0.5)
        if until in terminal.text:
            return True
        if "▸ You" in terminal.text:
            terminal.press("1\r")
        return False

    terminal.wait_until(until, moved)
