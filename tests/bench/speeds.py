"""Speeds of several programs in turn on one core, so that a slow moment of the machine hits all of them."""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from importlib import import_module
from statistics import quantiles
from time import perf_counter
from typing import Any

from clockspades.cli.parser import count


def add_slices(parser: ArgumentParser, seconds: float) -> None:
    """Add ``--rounds`` and ``--seconds``."""
    parser.add_argument("--rounds", type=count, default=40)
    parser.add_argument("--seconds", type=float, default=seconds, help="length of one slice")


def open_spiel(parser: ArgumentParser, *games: str) -> Any:
    """OpenSpiel, with these modules of games in Python; ends the program if it is not installed."""
    try:
        for game in games:
            import_module(game)  # OpenSpiel knows the game from then on
        return import_module("pyspiel")
    except ModuleNotFoundError:
        parser.error("OpenSpiel is not installed here: `pip install -e '.[test]'` installs it")


def speeds(plays: Sequence[Callable[[], int]], rounds: int, seconds: float) -> list[list[float]]:
    """By round, the decisions a second of each program. A play says how many decisions it took."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for play in plays:
        _decisions_a_second(play, seconds)  # all warm up
    return [[_decisions_a_second(play, seconds) for play in plays] for _ in range(rounds)]


def _decisions_a_second(play: Callable[[], int], seconds: float) -> float:
    """Whole plays until the time is up."""
    decisions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        decisions += play()
    return decisions / (perf_counter() - start)


def middle_half(ratios: Sequence[float]) -> tuple[float, float]:
    """The bounds between which half of the ratios lie."""
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else [*ratios] * 3
    return low, high
