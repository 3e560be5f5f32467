"""The man page."""

import os
import re
import subprocess

import pytest

from clockspades.cli.command_line import commands
from distribution.man_page import man_page
from tests.programs import installed


@pytest.fixture(scope="module")
def rendered() -> str:
    """The page as it is read on a terminal of 80 columns."""
    done = subprocess.run(
        [installed("groff"), "-man", "-Tutf8", "-P-cbou", "-rLL=80n", "-ww"],
        input=man_page(), env={**os.environ, "LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def test_the_man_page_has_the_usual_sections_in_their_order(rendered: str) -> None:
    sections = [line for line in rendered.splitlines()[1:-1] if line and not line.startswith(" ")]
    assert sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "GAMES", "COMMANDS", "EXAMPLES", "FILES", "ENVIRONMENT", "EXIT STATUS"
    ]  # fmt: skip


def test_the_man_page_explains_every_command_with_its_arguments_and_examples(rendered: str) -> None:
    section = rendered.partition("\nCOMMANDS\n")[2].partition("\nEXAMPLES\n")[0]
    _, *parts = re.split(r"^   (\w+)$", section, flags=re.MULTILINE)
    assert parts[::2] == list(commands())
    for (name, command), part in zip(commands().items(), parts[1::2], strict=True):
        text = "".join(part.replace("\N{HYPHEN}", "").split())  # a word may be hyphenated
        assert text.startswith(f"clockspades{name}")
        arguments = (f"{argument.typed} {argument.words}" for argument in command.arguments)
        for said in (*arguments, command.does, *command.paragraphs, *command.examples):
            assert "".join(said.replace("`", "").split()) in text


def test_the_man_page_has_plain_characters_and_fits_the_terminal(rendered: str) -> None:
    assert man_page().isascii()
    examples = [line for line in rendered.splitlines() if re.match(r" {7,9}clockspades ", line)]
    assert all(len(line) <= 80 or line in examples for line in rendered.splitlines())
