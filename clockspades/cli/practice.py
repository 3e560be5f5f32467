"""``practice --plain``: own mistakes and puzzles in lines of text, on standard input and output."""

from clockspades.cli.output import print_by_lines
from clockspades.cli.voice import voice
from clockspades.engine.days import local_today
from clockspades.plain.lines import standard_input
from clockspades.plain.practice import PracticeTalk
from clockspades.practice.mistakes import own_mistakes
from clockspades.practice.puzzles import puzzles
from clockspades.saved.archive import Archive


def talk(archive: Archive) -> int:
    """Practice until the person leaves; the exit status."""
    print_by_lines()
    PracticeTalk(own_mistakes(archive, local_today()), puzzles(), standard_input(), voice()).hold()
    return 0
