"""The table of tricks at every size and number of players: nothing cut, nothing over anything else, all of it there."""

from itertools import combinations, product
from random import Random
from typing import Any, Final

import pytest
from textual.geometry import Region, Size
from textual.widget import Widget

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.engine.wording import labels
from clockspades.games.spades.state import Look, MakeBid, Phase
from clockspades.table.inputs import PointAt
from clockspades.table.model import Target, TargetKind
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.round_table import RoundTable
from tests.games.trick_games import CLOGS, SPADES, game_where
from tests.tui.layout import SIZES, written
from tests.tui.tricks.tables import Player, at_tricks

BELOW: Final = ((79, 23), (99, 29), (119, 39))
"""The largest sizes of each form of the table but the last; :data:`SIZES` has the smallest."""
TABLES_SEEN: Final[tuple[tuple[Any, dict[str, Any], str], ...]] = (
    (CLOGS, {"players": 2}, "play"), (CLOGS, {"players": 6}, "play"), (SPADES, {}, "play"),
    (SPADES, {"players": 3}, "play"), (SPADES, {"players": 2}, "play"), (SPADES, {}, "bid"),
    (SPADES, {"blind_nil": "always"}, "blind"),
    (SPADES, {"blind_nil": "always"}, "pass"), (SPADES, {"players": 2}, "draw"), (SPADES, {}, "deal"),
    (CLOGS, {"players": 6}, "deal"),
)  # fmt: skip


def is_in(session: AnySession, what: str) -> bool:
    """Whether a game is where there is much to be seen of something."""
    state = session.state
    phase = getattr(state, "phase", Phase.PLAY)
    if what == "deal":
        return bool(session.game.rules.deal_due(state)) and bool(state.number)
    if session.to_act != 0:
        return False
    if what == "play":
        is_full = phase is Phase.PLAY and len(state.trick) == len(session.seats) - 1
        return is_full and bool(getattr(state, "broken", True))
    looked = getattr(state, "looked", (True,))[0]
    kinds = {"bid": Phase.BID, "blind": Phase.BID, "pass": Phase.PASS, "draw": Phase.DRAW}
    return phase is kinds[what] and looked == (what != "blind")


def sizes(seed: int) -> list[tuple[int, int]]:
    """The usual sizes, the largest of one form, and one picked from all the others: no two tables have the same."""
    every = list(product(range(60, 201), range(18, 61)))
    return [*SIZES, BELOW[seed % len(BELOW)], Random(seed).choice(every)]


def faults(me: Player) -> list[str]:
    """What is wrong with how the table is laid out now."""
    kinds = (RoundTable, Fan, GameLog, Line, KeyLine, ChoicePanel)
    drawn = [widget for widget in me.screen.walk_children(Widget) if isinstance(widget, kinds) and widget.is_on_screen]
    found = [f"{one} at {one.region} is cut off" for one in drawn if not me.screen.region.contains_region(one.region)]
    found += [
        f"{one} lies over {other}"
        for one, other in combinations(drawn, 2)
        if one.region.overlaps(other.region) and {type(one), type(other)} != {RoundTable, ChoicePanel}
    ]
    found += [f"{place} of the table is cut" for place in places(me) if not me.round.region.contains_region(place)]
    if me.panel.display:
        badges = [me.round.badge(place) for place in range(len(me.round.model.badges))]
        found += [f"the panel covers {badge}" for badge in badges if is_covered_in_part(me, badge)]
        found += [] if me.round.region.contains_region(me.panel.region) else [f"the panel at {me.panel.region} is cut"]
    cards = [me.fan.place(number) for number in range(len(me.fan.model.cards))]
    cards += [me.fan.place(number, beside=True) for number in range(len(me.fan.model.beside))]
    found += [f"a card at {card} is cut" for card in cards if not me.fan.region.contains_region(card)]
    found += [f"a card at {card} has no corner" for card in cards if card.width < 3]
    said = me.screen.query_one("#said", Line)
    if "…" in str(said.render()):
        found.append("what is said is cut")
    return found


def is_covered_in_part(me: Player, badge: Region) -> bool:
    """Whether the panel lies over a badge of which something is still to be seen; over a whole one a wide one may."""
    panel, rows = me.panel.region, me.text.splitlines()
    assert me.panel.model is not None
    around = ((x, y) for y in range(badge.y, badge.bottom) for x in range(badge.x, badge.right))
    seen = "".join(rows[y].ljust(badge.right)[x] for x, y in around if not panel.contains(x, y))
    return badge.overlaps(panel) and (not me.panel.model.wide or bool(seen.strip()))


def places(me: Player) -> list[Region]:
    players = range(len(me.round.model.badges))
    return [*(me.round.play(place) for place in players), *(me.round.badge(place) for place in players)]


@pytest.mark.parametrize(
    ("seed", "game", "options", "what"),
    [(seed, *seen) for seed, seen in enumerate(TABLES_SEEN)],
    ids=[f"{g.name}-{o.get('players', 4)}-{w}" for g, o, w in TABLES_SEEN],
)
async def test_at_every_size_everything_is_whole_and_in_its_place(
    seed: int, game: Any, options: dict[str, Any], what: str
) -> None:
    session = game_where(game, lambda s: is_in(s, what), **options)
    names = labels(session.names_at_table)
    words = words_in_play(session) if what == "play" and len(session.seats) != 4 else []
    async with at_tricks(session) as me:
        for size in sizes(seed):
            await me.pilot.resize_terminal(*size)
            assert me.app.size == Size(*size)
            assert faults(me) == [], size
            text = me.text
            assert [name for name in names if name not in text] == [], size
            if what == "play" and size in SIZES:
                cards = [*session.state.hands[0], *(play.card for play in session.state.trick)]
                assert [one for one in (*words, *written(cards, size[0])) if one not in text] == [], size
                assert "dealer" in text or " D" in text, size


def words_in_play(session: AnySession) -> list[str]:
    """What is to be read while a trick is played, beside the names."""
    state = session.state
    words = ["win", "▸ You", "h hint", f"{session.game.title}  deal {state.number}, trick {len(state.tricks) + 1}"]
    words += [str(state.scores[side]) for side in state.sides]
    if session.game.name == SPADES.name:
        words.append(" ♠ broken ")
        words += [f"{taken} of {bid.tricks}" for taken, bid in zip(state.taken, state.bids) if bid.tricks]
    return words


@pytest.mark.parametrize("partner", [MakeBid(3), MakeBid(0, blind=True)])
async def test_the_panel_stays_as_it_is_whatever_bid_is_pointed_at(partner: MakeBid) -> None:
    session = game_where(SPADES, lambda s: s.to_act == 2, dealer=0, blind_nil="always")
    for action in (*[Look()] * (not partner.blind), partner, Look(), MakeBid(2), Look()):
        session.act(action)
    assert session.to_act == 0
    async with at_tricks(session) as me:
        for size in SIZES:
            await me.pilot.resize_terminal(*size)
            places = set()
            for bid in (0, 1, 9, 10, 13):
                me.screen.dispatch(PointAt(Target(TargetKind.CHOICE, bid)))
                await me.pilot.pause()
                places.add(me.panel.region)
                assert f"Side {bid + partner.tricks} · all " in me.text
            assert len(places) == 1, size


async def test_names_as_long_as_names_can_be_hide_nothing_else() -> None:
    session = game_where(SPADES, lambda s: is_in(s, "play"))
    seats = [Seat(letter * 40, seat.kind) for letter, seat in zip("ABCD", session.seats)]
    async with at_tricks(session.fork(seats), (60, 18)) as me:
        assert [fault for fault in faults(me) if "said" not in fault] == []
        assert session.state.hands[0][0].symbol in me.text
        assert f"of {session.state.bids[1].tricks}" in me.text
