"""Choices that bring any game to its end soon: any card, but no bid that nobody could make."""

from random import Random
from typing import Any

from clockspades.engine.options import OptionValue

SHORT: dict[str, dict[str, OptionValue]] = {"spades": {"target": 50}, "clogs": {"players": 2}}
"""Options of short games."""
BID = 2


def choose(rng: Random, legal: list[dict[str, Any]]) -> dict[str, Any]:
    """One of the legal actions, as the wire has them."""
    modest = [action for action in legal if action["do"] == "bid" and action.get("tricks") == BID]
    return modest[0] if modest else rng.choice(legal)
