"""What the lobby of a table elsewhere says."""

from typing import Final

from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT
from clockspades.engine.phrases import capital
from clockspades.engine.seating import bots_in_words
from clockspades.engine.text import printable
from clockspades.games.catalogue import find_game
from clockspades.network.client.client import Client
from clockspades.network.wire.messages import OPEN, Joined, SeatShown

INSECURE: Final = "This table is not encrypted: everyone on the way can read all cards and the code."
LIMIT: Final = "Each move may take {seconds} seconds."
NO_HINTS: Final = "No hints at this table."


def game_of(joined: Joined) -> AnyGame | None:
    """The game of a table; None if this version does not have it."""
    return find_game(joined.game)


def title(client: Client) -> str:
    """The title of the game; empty before the host has told it."""
    joined = client.joined
    game = None if joined is None else game_of(joined)
    return "" if joined is None or game is None else game.title_of(joined.options)


def terms(client: Client) -> str:
    """What the host has settled for the table beside the game, in sentences; empty if that is nothing."""
    joined = client.joined
    if joined is None:
        return ""
    limit = "" if joined.limit is None else LIMIT.format(seconds=joined.limit)
    return " ".join(filter(None, (limit, NO_HINTS if joined.no_hints else "")))


def status(client: Client) -> str:
    """A sentence on what the table waits for; empty before the host has told who sits where."""
    joined, shown = client.joined, client.shown
    if joined is None or not shown:
        return ""
    missing = sum(seat.kind == OPEN for seat in shown)
    if missing and joined.is_host:
        return "Wait for your friends, or put bots on the open seats."
    if joined.is_host:
        return "Everybody is here: start the game."
    host = next((printable(seat.name) for seat in shown if seat.host), "")
    if host:
        return f"Waiting for {host} to start the game."
    return "The game begins as soon as all seats are taken."


def seat(client: Client, number: int) -> str:
    """Who has a seat: ``2  Ben``, ``3  A strong bot``."""
    return f"{number + 1}  {_occupant(client, number, client.shown[number])}"


def _occupant(client: Client, number: int, shown: SeatShown) -> str:
    if shown.kind == OPEN:
        return "open"
    if shown.kind.startswith(BOT):
        game = None if client.joined is None else game_of(client.joined)
        bot = shown.kind.removeprefix(BOT)
        return bot if game is None else capital(bots_in_words(game, bot, 1))
    name = printable(shown.name)
    if number == client.seat:
        return f"{name} (you, the host)" if shown.host else f"{name} (you)"
    if not shown.here:
        return f"{name} (gone)"
    return f"{name} (the host)" if shown.host else name


def next_bot(joined: Joined, shown: SeatShown) -> str:
    """The bot that comes to a seat next: the best one first, then each that is weaker, and the best again."""
    game = game_of(joined)
    order = [bot for bot in reversed(joined.bots) if game is None or not game.sees_all(bot)]
    there = shown.kind.removeprefix(BOT)
    return order[(order.index(there) + 1) % len(order)] if there in order else order[0]
