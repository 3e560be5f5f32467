"""The command line: where the program begins, what can be typed, what is printed, and what each command does."""

from clockspades.cli.entry import main

__all__ = ["main"]
