"""The page of all commands, made from them. To write it anew: ``python -m distribution.commands_page``."""

from pathlib import Path
from typing import Final

from clockspades.cli.command_line import commands, source
from distribution.man_page import ENVIRONMENT, EXIT_STATUS

PAGE: Final = Path(__file__).parents[1] / "docs" / "commands.md"
START, END = "| command |", "## Saved games"
"""Where the part that is made begins, and the heading after it."""


def commands_page(page: str) -> str:
    """The page, with what is made from the commands anew."""
    before, _, rest = page.partition(START)
    rows = [f"| [`clockspades {name}`](#{name}) | {command.does} |" for name, command in commands().items()]
    made = [
        f"{START} what it does |\n|---|---|\n| `clockspades` | Open the title screen. |\n" + "\n".join(rows),
        source().rstrip(),
        "## Exit status\n\n| status | what it means |\n|---|---|\n" + _rows(EXIT_STATUS),
        "## Environment\n\n| variable | what it does |\n|---|---|\n" + _rows(ENVIRONMENT),
        END + rest.partition(END)[2],
    ]
    return before + "\n\n".join(made)


def _rows(entries: dict[str, str]) -> str:
    return "\n".join(f"| `{words}` | {meaning} |" for words, meaning in entries.items())


if __name__ == "__main__":
    PAGE.write_text(commands_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
