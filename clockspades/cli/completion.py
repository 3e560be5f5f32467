"""``completion``: the script with which a shell completes the command line. It is made and installed with the wheel."""

from importlib.resources import files
from typing import Final

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import say
from clockspades.language import _

SCRIPTS: Final = {
    "bash": "share/bash-completion/completions/clockspades",
    "zsh": "share/zsh/site-functions/_clockspades",
    "fish": "share/fish/vendor_completions.d/clockspades.fish",
}
"""Where the shells look for their scripts, below the environment's own directory: a wheel installs them there."""
COPY: Final = "completion.{shell}"
"""The copy of each in this package, which is found however the program is installed."""


def completion(shell: str) -> int:
    """Print the script of a shell; UsageError if this is a checkout, which has none."""
    try:
        script = files(__package__).joinpath(COPY.format(shell=shell)).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(_("there is no completion script in a checkout: install clockspades to get one")) from None
    say(script.rstrip())
    return 0
