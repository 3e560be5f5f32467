"""The man page."""

import os
import re
import subprocess

import pytest

from clockspades.cli.parser import make_parsers
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
    commands = rendered.partition("\nCOMMANDS\n")[2].partition("\nEXAMPLES\n")[0]
    _, *parts = re.split(r"^   (\w+)$", commands, flags=re.MULTILINE)
    assert parts[::2] == list(make_parsers()[1])
    for parser, part in zip(make_parsers()[1].values(), parts[1::2], strict=True):
        text = " ".join(part.split())
        assert text.startswith(parser.prog)
        for action in parser._actions:
            if action.dest != "help":
                assert f" {action.option_strings[0] if action.option_strings else action.metavar} " in text
                assert " ".join(str(action.help).split()) in text
        examples = re.split(r"^examples?:$", parser.epilog or "", flags=re.MULTILINE)[1]
        assert " ".join(examples.split()) in text


def test_the_man_page_has_plain_characters_and_fits_the_terminal(rendered: str) -> None:
    assert man_page().isascii()
    examples = [line for line in rendered.splitlines() if line.startswith("         clockspades ")]
    assert all(len(line) <= 80 or line in examples for line in rendered.splitlines())


def test_the_same_page_is_made_each_time() -> None:
    assert man_page() == man_page()
