"""The games over SSH, as people come to them: with OpenSSH's own client, in a real terminal."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("people are let in over SSH on Unix only", allow_module_level=True)

from clockspades.guests.ssh import door
from clockspades.saved.archive import HOME_VARIABLE
from tests.programs import installed
from tests.pty.terminal import PATIENCE, Terminal
from tests.pty.window import CLOCKSPADES

IS_LINUX = sys.platform == "linux"


def until(holds: Callable[[], Any]) -> None:
    """Wait until something holds."""
    deadline = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < deadline
        sleep(0.02)


class House:
    """``clockspades ssh``, and the clients that come to it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self._log = folder, folder / "home", folder / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*CLOCKSPADES, "ssh", "--listen", "127.0.0.1:0"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, start_new_session=True,
                env={**os.environ, HOME_VARIABLE: str(self.home)},
            )  # fmt: skip
        assert self.process.stdout is not None
        _, _, self.port, self.host = self.process.stdout.readline().decode().split()
        self.fingerprint = self.process.stdout.readline().decode().split()[-1].rstrip(".")

    def client(self, key: str | None, *arguments: str, program: str = "ssh") -> list[str]:
        """The command with which somebody comes who has a key of this name, or none."""
        identity = self.folder / (key or "none")
        if key and not identity.exists():
            made = [installed("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(identity)]
            subprocess.run(made, check=True, timeout=PATIENCE)
        options = {
            "IdentityAgent": "none", "IdentitiesOnly": "yes", "IdentityFile": str(identity), "Port": self.port,
            "StrictHostKeyChecking": "accept-new",
            "UserKnownHostsFile": str(self.folder / "known"),
        }  # fmt: skip
        typed = [part for name, value in options.items() for part in ("-o", f"{name}={value}")]
        return [installed(program), "-F", "none", *typed, *arguments, *([] if program == "scp" else [self.host])]

    def come(self, key: str | None) -> Terminal:
        return Terminal(program=self.client(key, "-l", "ana"))

    @property
    def log(self) -> str:
        return self._log.read_text()

    @property
    def guests(self) -> list[int]:
        """The ids of the guests' processes."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    installed("ssh")
    found = House(tmp_path_factory.mktemp("ssh"))
    try:
        yield found
        events = {json.loads(line)["event"] for line in found.log.splitlines()}
        assert events == {"guest came", "guest left"}
        assert "ana" not in found.log.casefold()
    finally:
        found.close()


@pytest.mark.skipif(not IS_LINUX, reason="the system does not tell the children of a process")
def test_a_game_is_begun_cut_off_continued_and_over(house: House) -> None:
    with house.come("ana") as ana:
        first = ana.wait_for("▸ Learn as you play", "Quit")
        assert "Continue" not in first
        assert "Play with friends" not in first
        ana.settle()
        ana.click(*ana.places("Play")[0])
        ana.wait_for("2  Clock")
        ana.press("2")
        ana.wait_for("Skip the lesson")
        ana.press("s")
        ana.wait_for("You              Ana")
        ana.press("\r")
        ana.wait_for("Space turn", "▸ You")
        ana.press(" ")
        ana.wait_for("of 52")
        (guest,) = house.guests
        ana.kill()  # her terminal is closed
    until(lambda: not is_alive(guest))
    (folder,) = (house.home / "ssh-players").iterdir()
    (folder / "settings.toml").write_text('animation = "off"\n')
    with house.come("ana") as again, house.come("ben") as ben:
        again.wait_for("▸ Continue")
        again.resize(100, 30)
        again.wait_for("│K♠   │")
        again.press("c")
        again.wait_for("Space turn")
        again.press("f")
        again.wait_for("⏎ result")
        again.press("\r")
        again.wait_for("▸ Another deal")
        again.press_until_end("q")
        assert again.wait_for_end() == 0
        assert door.GAMES_KEPT in again.text
        assert "Continue" not in ben.wait_for("▸ Learn as you play")
        ben.press("q")
        assert ben.wait_for_end() == 0


def test_without_a_key_one_is_told_that_nothing_is_kept(house: House) -> None:
    with house.come(None) as terminal:
        terminal.wait_for("Quit")
        assert len([*(house.home / "ssh-players").glob("visit-*")]) == 1
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert door.NO_KEY in terminal.text
    assert not [*(house.home / "ssh-players").glob("visit-*")]


@pytest.mark.skipif(not IS_LINUX, reason="the system does not tell the children of a process")
def test_a_server_that_is_killed_takes_its_guests_with_it(tmp_path: Path) -> None:
    installed("ssh")
    house = House(tmp_path)
    with closing(house), house.come("ana") as ana, house.come("ben") as ben:
        for each in (ana, ben):
            each.wait_for("Quit")
        guests = house.guests
        assert len(guests) == 2
        house.process.send_signal(signal.SIGKILL)
        until(lambda: not any(map(is_alive, guests)))
        assert ana.wait_for_end() != 0
        assert ben.wait_for_end() != 0


def test_openssh_gets_nothing_but_a_terminal(house: House, tmp_path: Path) -> None:
    forward = ("-o", "ExitOnForwardFailure=yes", "-N")
    (tmp_path / "file").touch()
    wanted: dict[str, tuple[list[str], str]] = {
        "exec": ([*house.client("ana"), "cat", "/etc/passwd"], door.NO_COMMANDS),
        "no terminal": (house.client("ana", "-T"), door.NO_TERMINAL),
        "subsystem": ([*house.client("ana", "-s"), "sftp"], "subsystem request failed"),
        "scp": (
            house.client("ana", "-O", str(tmp_path / "file"), f"{house.host}:/tmp", program="scp"),
            door.NO_COMMANDS,
        ),
        "through": (house.client("ana", "-W", f"127.0.0.1:{house.port}"), "forwarding failed"),
        "back": (house.client("ana", *forward, "-R", "0:127.0.0.1:1"), "forwarding failed"),
        "socket": (house.client("ana", *forward, "-R", f"{tmp_path}/x:{tmp_path}/y"), "forwarding failed"),
        "SHA-1": (house.client("ana", "-o", "KexAlgorithms=diffie-hellman-group14-sha1"), "no matching key exchange"),
        "CBC": (house.client("ana", "-c", "aes128-cbc"), "no matching cipher"),
    }
    asked = {
        name: subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        for name, (command, _) in wanted.items()
    }
    for name, process in asked.items():
        out, err = process.communicate(timeout=PATIENCE)
        assert wanted[name][1] in err.decode(), name
        assert (process.returncode != 0, out) == (True, b""), name


def test_an_invitation_that_is_none_ends_it_while_the_pipe_stays_open() -> None:
    command = [*CLOCKSPADES, "ssh", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"no invitation\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 2
        assert process.stderr.read().startswith(b"clockspades: ")
