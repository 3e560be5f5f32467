"""Whom sentences say "you" to."""

import pytest

from clockspades.engine.header import Seat
from clockspades.engine.session import Session
from clockspades.engine.wording import NamesForYou, each, labels, told, whose
from clockspades.games.clogs.clogs_game import ClogsGame

ANA, BEN, TICK = Seat("Ana"), Seat("Ben"), Seat("Tick", "bot:random")


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((ANA, TICK), ("You", "Tick")),
        ((TICK, ANA), ("Tick", "You")),
        ((ANA, BEN), ("Ana", "Ben")),
        ((TICK, TICK._replace(name="Arbor")), ("Tick", "Arbor")),
    ],
)
def test_only_who_plays_alone_is_you_at_the_table(seats: tuple[Seat, ...], said: tuple[str, ...]) -> None:
    game = ClogsGame()
    session = Session(game, game.configure({"players": 2}), seats)
    assert labels(session.names_at_table) == said
    assert labels(session.names) == tuple(seat.name for seat in seats)


def test_each_player_hears_their_own_sentence() -> None:
    names = NamesForYou(("Ana", "Bo"), 1)
    said = [told(names, seat, "You lead.", f"{names[seat]} leads.") for seat in (0, 1)]
    assert said == ["Ana leads.", "You lead."]
    assert each(names) == ("Ana", "you")
    assert [whose(names, seat) for seat in (0, 1)] == ["Ana's", "your"]
