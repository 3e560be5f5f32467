"""Which actions of a game can be explained, and how they are called."""

from clockspades.table.model import AnyPlayerView


def points_explained(player: AnyPlayerView) -> tuple[int, ...]:
    """The points whose actions can be explained, in order."""
    return tuple(point for point, meaning in enumerate(player.meanings, 1) if meaning is not None)


def is_explained(player: AnyPlayerView, point: int) -> bool:
    """Whether the action that led to a point can be explained."""
    return 0 < point <= len(player.meanings) and player.meanings[point - 1] is not None


def last_of_others(player: AnyPlayerView) -> int | None:
    """The point of the last action of anybody but the person at the near side; None if none can be explained."""
    for point in range(len(player.meanings), 0, -1):
        meaning = player.meanings[point - 1]
        if meaning is not None and (meaning.seat != player.seat or player.bots[player.seat]):
            return point
    return None


def action_words(player: AnyPlayerView, point: int) -> str:
    """What the action that led to a point was."""
    return player.game.words.describe_first(player.history[point - 1], player.names)
