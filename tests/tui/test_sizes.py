"""The table at every size that it is played in: nothing cut, nothing over anything else, all that is needed there."""

from collections.abc import Set
from itertools import combinations, product
from random import Random
from typing import Any, Final

import pytest
from textual.geometry import Size
from textual.widget import Widget

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import labels
from clockspades.games.catalogue import find_game, table_rules
from clockspades.games.clockwork.clockwork_rules import RULES, SPADES
from clockspades.table.model import Selection, TableModel, Target, TargetKind, player_view
from clockspades.table.parts import prompt
from clockspades.table.widget_models import TallyModel
from clockspades.tui.drawing.text import card_text
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.layout.dial import dial_layout
from clockspades.tui.screens.sized import SMALLEST, fits
from clockspades.tui.widgets.bound_widget import Count, Line, Tally
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from tests.tui.layout import written
from tests.tui.seated import ANA, Seated, at_table, game_where

EDGES: Final = ((60, 18), (79, 23), (80, 24), (99, 29), (100, 30), (119, 39), (120, 40), (200, 60))
"""Both sides of every size at which the table changes its form."""
ESSENTIAL: Final = {"help", "quit"}
TAKING: Final = ESSENTIAL | {"spade", "take", "hint", "undo", "log"}


def full_table(session: AnySession) -> bool:
    """Whether there is much to be seen: both have taken spades and been given kings, and three may be taken."""
    state = session.state
    return session.to_act == 0 and len(RULES.legal_actions(state)) == 3 and all(state.taken) and all(state.kings)


def sizes() -> list[tuple[int, int]]:
    """The edges, and sizes picked from all the others."""
    rng = Random(8)
    every = list(product(range(60, 201), range(18, 61)))
    return [*EDGES, *rng.sample(every, 4)]


def faults(me: Seated, keys: Set[str] = TAKING, hand: str = "near-hand") -> list[str]:
    """What is wrong with the layout now; the line should have ``keys``, and no card of ``hand`` cover another."""
    shown = [widget for widget in me.screen.walk_children(Widget) if widget.region.area]
    found = [f"{one} at {one.region} is cut off" for one in shown if not me.screen.region.contains_region(one.region)]
    found += [
        f"{one} lies over {other}"
        for one, other in combinations(shown, 2)
        if one.region.overlaps(other.region) and one not in other.ancestors
    ]
    kinds = (Dial, CardRow, Count, Tally, GameLog, Line, KeyLine)
    drawn = [widget for widget in me.screen.walk_children(Widget) if isinstance(widget, kinds) and widget.display]
    found += [f"{widget} has no room" for widget in drawn if not widget.region.area]
    for row in me.screen.query(CardRow).results(CardRow):
        places = [row.place(number) for number in range(len(row.model.cards))]
        found += [f"a card of {row} is cut" for place in places if not row.region.contains_region(place)]
        if row.id == hand and any(one.overlaps(other) for one, other in combinations(places, 2)):
            found.append(f"{row} covers cards")
    dial = me.dial
    found += [f"hour {hour} is cut" for hour in range(13) if not dial.region.contains_region(dial.places[hour])]
    for tally in me.screen.query(Tally).results(Tally):
        wanted = "".join(part for group in tally.model.groups for part in group) if tally.model else ""
        if "".join(str(tally.render()).split()) != wanted or len(str(tally.render()).splitlines()) > tally.size.height:
            found.append(f"{tally} does not show all of {wanted}")
    found += [
        f"{line} is cut" for line in me.screen.query(Line).results(Line) if line.display and "…" in str(line.render())
    ]
    if me.screen.query_one(GameLog).content_size.height < 2:
        found.append("the log has no room")
    if missing := keys - {key.words for _, _, key in me.screen.query_one(KeyLine)._places()}:
        found.append(f"the key line has no {missing}")
    return found


async def test_at_every_size_everything_is_whole_and_in_its_place_and_all_that_is_to_be_seen_is_there() -> None:
    session = game_where(full_table)
    most = TallyModel((("♠", "A", "10", *"234567"), ("K♣", "K♦", "K♥", "K♠")))
    async with at_table(session) as me:
        view = me.view
        cards = [*view.hands[0], *view.kings[0], *view.kings[1]]
        cards += [spade for spade, pile in zip(SPADES, view.clock) if pile is not None]
        words = [*labels(session.names_at_table), str(len(view.stock))]
        words += [f"{len(view.discard)} discarded", "Clockwork Spades", f"turn {view.turn}"]
        for size in sizes():
            await me.pilot.resize_terminal(*size)
            text = me.text
            assert me.app.size == Size(*size)
            assert faults(me) == [], size
            assert [one for one in (*words, *written(cards, size[0])) if one not in text] == [], size
            assert " ".join(me.prompt.split()[:3]) in " ".join(text.split()), size
            tallies = [(tally, tally.model) for tally in me.screen.query(Tally).results(Tally)]
            for tally, _ in tallies:
                tally.model = most
            assert faults(me) == [], f"{size}: all that anyone takes"
            for tally, model in tallies:
                tally.model = model


GAMES_TOLD: Final[tuple[tuple[str, dict[str, Any], int], ...]] = (
    ("clockwork-spades", {}, 25), ("clockwork-spades", {"rules": "gamerules"}, 25), ("clock", {}, 6),
    ("clock", {"variant": "watch"}, 6), ("german-clock", {}, 6), ("clogs", {}, 3),
    ("spades", {"blind_nil": "always"}, 3), ("spades", {"players": 2}, 3),
)  # fmt: skip
"""Games, and how many of each are looked at for all that is said in them."""


def everything_said(game: AnyGame, options: dict[str, Any], seeds: int) -> set[str]:
    """Every prompt and explanation of some games, from the near side."""
    said, rules, chosen = set[str](), table_rules(game.name), game.configure(options)
    for seed in range(seeds):
        session: AnySession = Session(game, chosen, fill_seats(game, chosen, [ANA]))
        rng = Random(seed)
        for _ in range(150):
            session.deal(rng)
            for active in {session.to_act == 0, False}:
                model = TableModel(player_view(session, 0, 0, active=active), Selection())
                badges = (Target(TargetKind.BADGE, seat) for seat in range(len(session.seats)))
                targets = [*rules.targets(model), *(badges if len(session.seats) > 2 else ())]
                said |= {prompt(model).text, *(rules.explain(model, target) for target in targets)}
            if session.outcome is not None:
                break
            session.act(rng.choice(game.rules.legal_actions(session.state)))
    return said


def may_be_cut(words: str, width: int, height: int) -> bool:
    """False for what fits however it is broken, as no line can lack more than the longest word."""
    return len(words) > width and len(words) > height * (width - max(map(len, words.split())))


@pytest.mark.parametrize(("name", "options", "seeds"), GAMES_TOLD)
async def test_whatever_is_said_fits_its_lines(name: str, options: dict[str, Any], seeds: int) -> None:
    game = find_game(name)
    assert game is not None
    said = everything_said(game, options, seeds)
    assert len(said) > 100
    chosen = game.configure(options)
    session: AnySession = Session(game, chosen, fill_seats(game, chosen, [ANA]))
    session.deal(Random(1))
    async with at_table(session) as me:
        for size in EDGES:
            await me.pilot.resize_terminal(*size)
            width, height = me.screen.query_one(me.table.words, Line).content_size
            cut = [words for words in said if may_be_cut(words, width, height)]
            assert [words for words in cut if len(card_text(words).wrap(width)) > height] == [], size


async def test_a_name_as_long_as_names_can_be_hides_nothing_else() -> None:
    session = game_where(full_table, (Seat("A" * 40), Seat("B" * 40, "bot:random")))
    async with at_table(session, (60, 18)) as me:
        assert [fault for fault in faults(me) if "name" not in fault and "prompt" not in fault] == []
        assert me.view.hands[0][0].symbol in me.text


def test_the_smallest_size_holds_the_smallest_cards() -> None:
    assert Size(60, 18) == SMALLEST
    assert [size for size in (Size(60, 18), Size(59, 18), Size(60, 17)) if fits(size)] == [SMALLEST]
    assert dial_layout(35, 17).card == CARDS[-1]
