"""``completion``: the script with which a shell completes the command line. It is made and installed with the wheel."""

from importlib.metadata import PackageNotFoundError, files
from typing import Final

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import say

SCRIPTS: Final = {
    "bash": "share/bash-completion/completions/clockspades",
    "zsh": "share/zsh/site-functions/_clockspades",
    "fish": "share/fish/vendor_completions.d/clockspades.fish",
}
"""Where the script of each shell is installed, below the environment's own directory."""


def print_completion(shell: str) -> int:
    """Print the script of a shell; UsageError if it is not installed."""
    try:
        installed = files("clockspades") or []
    except PackageNotFoundError:
        installed = []
    for file in installed:
        if file.as_posix().endswith(SCRIPTS[shell]):
            say(file.read_text(encoding="utf-8").rstrip())
            return 0
    raise UsageError("there is no completion script here: install clockspades with pip, pipx or uv to get one")
