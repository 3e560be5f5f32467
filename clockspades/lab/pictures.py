"""A point of a game in the laboratory as a picture: the table of the program itself."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from clockspades.engine.header import BOT, Seat
from clockspades.engine.session import Session
from clockspades.film import svg
from clockspades.games.catalogue import find_game
from clockspades.lab.numbered import NumberedGame, NumberedPoint
from clockspades.replay import first_view, views_of
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog
from clockspades.saved.settings import LoadedSettings
from clockspades.tui.recording import film

SIZE: Final = (100, 30)
"""Columns and rows."""


def picture(numbered: NumberedGame, point: NumberedPoint, form: str) -> str:
    """The table with all cards open, ``form`` as ``ansi`` or ``svg``. It takes about a second."""
    seats = [Seat(f"player_{seat}", BOT + numbered.game.quickest_bot) for seat in range(numbered.seats)]
    positions = [each.position for each in point.path() if not each.done][::-1]
    session = Session(numbered.game, numbered.options, seats, positions=positions)
    loaded = LoadedLog(Path(), session, [], [], session.is_over, None)
    view = first_view(views_of(session, over=True))
    with ThreadPoolExecutor(1) as thread:  # a notebook has a loop of its own in this one
        made = thread.submit(
            film, Archive(find_game), loaded, view, LoadedSettings(), SIZE, (session.last, session.last)
        ).result()
    if form == "svg":
        return svg.written(made)
    return "\n".join("".join(run.text for run in row).rstrip() for row in made.frames[-1].rows)
