"""Moments of a game of Clogs, made for a test."""

from clockspades.cards import parse_cards
from clockspades.games.clogs.clogs_rules import RULES, ClogsState
from clockspades.games.tricks import Play, clockwise


def initial(players: int, target: int, dealer: int) -> ClogsState:
    """A game before its first deal."""
    return RULES.initial({"players": players, "target": target, "dealer": dealer})


def table(
    *hands: str,
    clogs: tuple[str, ...] = (),
    trick: str = "",
    leader: int = 0,
    dealer: int = 3,
    scores: tuple[int, ...] | None = None,
    target: int = 50,
) -> ClogsState:
    """The first deal under way: ``hands`` and ``clogs`` by seat, ``-`` where a clog is gone, and the trick so far."""
    players = len(hands)
    plays = tuple(map(Play, clockwise(leader, players), parse_cards(trick)))
    rows = [*clogs, *[""] * (players - len(clogs))]
    start = initial(players, target, dealer % players)
    return ClogsState(
        target=target,
        number=1,
        dealer=start.dealer,
        seat=(leader + len(plays)) % players,
        leader=leader,
        hands=tuple(parse_cards(hand) for hand in hands),
        clogs=tuple(tuple(None if part == "-" else parse_cards(part)[0] for part in row.split()) for row in rows),
        lacking=(0,) * players,
        trick=plays,
        tricks=(),
        scores=scores or (0,) * players,
        outcome=None,
    )
