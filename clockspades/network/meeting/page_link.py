"""The link of a page for browsers, which the lobby of its table shows as long as the page is served."""

from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from clockspades.network.meeting.invitation import LONGEST
from clockspades.saved import writing
from clockspades.saved.archive import data_directory


def publish(link: str) -> BinaryIO:
    """Let lobbies of this user show a link, until the file is closed or the program ends; OSError if it can't be."""
    folder = data_directory()
    writing.make_folder(folder)
    part, file = writing.begin_part(folder)
    writing.write_all(file, link.encode())
    part.replace(_place())
    return file


def find_page(code: str) -> str:
    """The link of the page that is served for the table with a code; empty if there is none."""
    with suppress(OSError, UnicodeDecodeError):
        writing.check_regular(_place())
        with _place().open("rb", buffering=0) as file:
            try:
                writing.take(file)
            except BlockingIOError:  # the program that serves the page has it
                link = file.read(LONGEST).decode("ascii")
                return link if link.endswith(f"#{code}") and link.isprintable() else ""
    return ""


def _place() -> Path:
    return data_directory() / "page-link"
