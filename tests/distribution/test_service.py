"""The files with which a server is set up: the unit of systemd, and the container."""

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from clockspades.cli.parser import parse
from clockspades.network.club.metrics import HEALTH, PORT
from clockspades.network.meeting.invitation import read_address
from clockspades.network.server.notices import ServerEvent
from tests.programs import installed

FOLDER = Path(__file__).parents[2] / "distribution" / "serve"
UNIT, SSH_UNIT = (
    (FOLDER / f"{name}.service").read_text(encoding="utf-8") for name in ("clockspades", "clockspades-ssh")
)
CONTAINER = (FOLDER / "Containerfile").read_text(encoding="utf-8")
DEPLOY = (FOLDER.parents[1] / "docs" / "deploy.md").read_text(encoding="utf-8")
MOST_EXPOSED = 20
"""Tenths of what ``systemd-analyze security`` calls the exposure: 12 and 14 when this was written."""


def analyze(*arguments: str) -> str:
    """What ``systemd-analyze`` prints."""
    done = subprocess.run(
        [installed("systemd-analyze"), *arguments], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("text", [UNIT, SSH_UNIT], ids=["club", "ssh"])
def test_systemd_takes_the_unit_and_finds_it_well_locked_up(text: str, tmp_path: Path) -> None:
    unit = tmp_path / "clockspades.service"
    unit.write_text(text.replace("/opt/clockspades/bin/clockspades", "/bin/true"), encoding="utf-8")
    assert analyze("verify", str(unit)) == ""
    assert "Overall exposure level" in analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", str(unit))


def test_the_unit_starts_a_command_that_there_is() -> None:
    (command,) = re.findall(r"^ExecStart=/opt/clockspades/bin/clockspades (.+)$", UNIT, re.MULTILINE)
    every = re.findall(r"OPTIONS=(--[^\n\"']+)", UNIT + DEPLOY)
    assert len(every) >= 4
    for options in every:
        typed = parse(shlex.split(command.replace("$OPTIONS", options)))
        assert typed.command == "serve"
        assert typed.folder == Path("%S/clockspades")
        assert typed.insecure == ("127.0.0.1:" in typed.listen)
        read_address(typed.listen)


def test_the_unit_for_ssh_starts_the_door_in_its_own_folder() -> None:
    (command,) = re.findall(r"^ExecStart=/opt/clockspades/bin/clockspades (.+)$", SSH_UNIT, re.MULTILINE)
    (options,) = re.findall(r'"OPTIONS=(.+)"$', SSH_UNIT, re.MULTILINE)
    typed = parse(shlex.split(command.replace("$OPTIONS", options)))
    assert (typed.command, typed.guests, typed.invitation) == ("ssh", 20, None)
    (folder,) = re.findall(r"CLOCKSPADES_HOME=%S/([\w-]+)", SSH_UNIT)
    assert f"StateDirectory={folder}\n" in SSH_UNIT
    assert "@resources" not in re.findall(r"^SystemCallFilter=~(.*)$", SSH_UNIT, re.MULTILINE)[0], (
        "guests bound themselves"
    )


def test_the_container_starts_a_command_that_there_is_and_asks_for_its_health() -> None:
    (command,) = re.findall(r"^ENTRYPOINT (.+)$", CONTAINER, re.MULTILINE)
    program, *arguments = json.loads(command)
    assert parse(arguments).command == "serve"
    assert program == "/opt/clockspades/bin/clockspades"
    assert f"http://127.0.0.1:{PORT}{HEALTH}" in CONTAINER
    assert f"http://127.0.0.1:{PORT}{HEALTH}" in DEPLOY


def test_the_documentation_has_every_metric_and_event() -> None:
    source = FOLDER.parents[1] / "clockspades" / "network" / "club"
    metrics = re.findall(r'"(clockspades_\w+)"', (source / "metrics.py").read_text(encoding="utf-8"))
    assert len(metrics) >= 12
    assert [name for name in metrics if name not in DEPLOY] == []
    server = (source / "club_server.py").read_text(encoding="utf-8")
    events = {*get_args(ServerEvent), *re.findall(r'\.write\(\s*"([a-z ]+)"', server)}
    events -= {"action saved", "bot has chosen"}  # for metrics alone
    assert len(events) >= 14
    assert [event for event in events if f"`{event}`" not in DEPLOY.replace("\n", " ")] == []
