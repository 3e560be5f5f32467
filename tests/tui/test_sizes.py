"""Tables at every size that they are played in: nothing cut, nothing over anything else, all that is needed there."""

from collections.abc import Callable, Set
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from textual.geometry import Region, Size

from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import labels
from clockspades.games.catalogue import find_game, table_rules
from clockspades.games.clock import clock_rules
from clockspades.games.clock.clock_rules import CENTRE
from clockspades.games.clockwork.clockwork_rules import RULES
from clockspades.games.clockwork.clockwork_rules import SPADES as SPADES_IN_ORDER
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.routes import ReplayRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.inputs import PointAt
from clockspades.table.model import Selection, TableModel, Target, TargetKind, player_view
from clockspades.table.parts import prompt
from clockspades.table.widget_models import TallyModel
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.layout.dial_layout import dial_layout
from clockspades.tui.screens.sized import SMALLEST, fits
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.bound_widget import Count, Line, Tally
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.timeline import Timeline
from tests.games import trick_games
from tests.games.trick_games import CLOGS, SPADES
from tests.tui import layout
from tests.tui.layout import SIZES, written
from tests.tui.patience import CLOCK, GERMAN, at_exchange, where
from tests.tui.seated import ANA, Seated, at_table, begun, game_where, opened
from tests.tui.short_games import play_out

BELOW: Final = ((79, 23), (99, 29), (119, 39))
"""The largest sizes of each form of a table but the last; :data:`SIZES` has the smallest."""
SHORT: Final = (100, 20)
"""A wide terminal with few rows."""
SMALLEST_OF_FORM: Final = SIZES[:4]


def sizes(seed: int) -> list[tuple[int, int]]:
    """The usual sizes, a wide and short one, and the largest of one form."""
    return [*SIZES, SHORT, BELOW[seed % len(BELOW)]]


def faults(me: Seated, keys: Set[str] = frozenset(), row: str = "") -> list[str]:
    """What is wrong with the layout now; the line should have ``keys``, and no card of ``row`` cover another."""
    found = layout.faults(me.screen)
    for cards in me.screen.query(CardRow).results(CardRow):
        places = [cards.place(number) for number in range(len(cards.model.cards))]
        found += [f"a card of {cards} is cut" for place in places if not cards.region.contains_region(place)]
        if cards.id == row and any(one.overlaps(other) for one, other in combinations(places, 2)):
            found.append(f"{row} covers cards")
    for tally in me.screen.query(Tally).results(Tally):
        wanted = "".join(part for group in tally.model.groups for part in group) if tally.model else ""
        if "".join(str(tally.render()).split()) != wanted or len(str(tally.render()).splitlines()) > tally.size.height:
            found.append(f"{tally} does not show all of {wanted}")
    lines = (line for line in me.screen.query(Line).results(Line) if line.display)
    found += [f"{line} is cut" for line in lines if "…" in str(line.render())]
    log = me.screen.query_one(GameLog)
    if me.screen.query(Dial) and log.content_size.height < 2:
        found.append("the log has no room")
    if missing := keys - {key.words for _, _, key in me.screen.query_one(KeyLine)._places()}:
        found.append(f"the key line has no {missing}")
    return found


# -- tables with a dial ------------------------------------------------------------------------------------


def full_table(session: AnySession) -> bool:
    """Whether there is much to be seen: both have taken spades and been given kings, and three may be taken."""
    state = session.state
    return session.to_act == 0 and len(RULES.legal_actions(state)) == 3 and all(state.taken) and all(state.kings)


def taking() -> AnySession:
    """A game of Clockwork Spades in the middle."""
    return game_where(full_table)


def turning() -> AnySession:
    """A game of Clock in the middle."""
    return where(lambda s: s.at == 30, CLOCK)


def has_whole_pile(session: AnySession) -> bool:
    return any(len(cards) == 4 for cards in session.state.face_down)


def exchanging() -> AnySession:
    """The exchange of Watch, with a pile that nothing was taken from."""
    return where(lambda s: at_exchange(s) and has_whole_pile(s), CLOCK, variant="watch")


def placing() -> AnySession:
    """A game of German Clock in the middle, with all suits settled."""
    return where(lambda s: s.state.passes == 2 and s.state.placed > 20, GERMAN)


async def lacks_of_clockwork(me: Seated) -> list[str]:
    """What is to be seen of Clockwork Spades, and is not; or not if a player has taken all that there is."""
    view, text, columns = me.view, me.text, me.app.size.width
    cards = [*view.hands[0], *view.kings[0], *view.kings[1]]
    cards += [spade for spade, pile in zip(SPADES_IN_ORDER, view.clock) if pile is not None]
    words = [*labels(me.session.names_at_table), str(len(view.stock)), f"{len(view.discard)} discarded"]
    words += ["Clockwork Spades", f"turn {view.turn}"]
    found = [one for one in (*words, *written(cards, columns)) if one not in text]
    if " ".join(me.prompt.split()[:3]) not in " ".join(text.split()):
        found.append(me.prompt)
    tallies = [(tally, tally.model) for tally in me.screen.query(Tally).results(Tally)]
    for tally, _ in tallies:
        tally.model = TallyModel((("♠", "A", "10", *"234567"), ("K♣", "K♦", "K♥", "K♠")))
    found += faults(me)
    for tally, model in tallies:
        tally.model = model
    return found


async def lacks_of_clock(me: Seated) -> list[str]:
    """What is to be seen of Clock, and is not."""
    view, text = me.session.view(0), me.text
    words = [view.in_hand.symbol, "of 52", *(king.symbol for king in clock_rules.kings_in_order(view))]
    found = [one for one in words if one not in text]
    if me.screen.query_one("#in-hand", CardRow).place(0).area < me.dial.layout_now.card.area:
        found.append("a large card in the hand")
    if me.screen.query_one(Count).size.height < 3:
        found.append("the rows of the count")
    for pile in range(1, CENTRE + 1):
        place = me.dial.places[pile % CENTRE]
        rows = "".join(line[place.x : place.right] for line in text.split("\n")[place.y : place.bottom])
        down, up = view.face_down[pile - 1], view.face_up[pile - 1]
        shown = (str(len(down) or ""), *(card.suit.symbol for card in up))
        found += [f"{one} of pile {pile}" for one in shown if one not in rows]
    return found


async def lacks_of_watch(me: Seated) -> list[str]:
    """What is wrong while the four cards of a pile are spread out."""
    pile = next(pile for pile, cards in enumerate(me.session.view(0).face_down, 1) if len(cards) == 4)
    me.screen.dispatch(PointAt(Target(TargetKind.PILE, pile, 4)))
    await me.pilot.pause()
    return faults(me, {"depth", "exchange"}, "lower")


async def lacks_of_german_clock(me: Seated) -> list[str]:
    """What is to be seen of German Clock, and is not."""
    view, text = me.session.view(0), me.text
    words = [str(len(view.stock)), "no redeals left", "of 52", " ".join(suit.symbol for suit in view.suits)]
    cards = [view.waste[-1], *(pile[-1] for pile in view.clock if pile)]
    is_large = me.dial.layout_now.card.width >= 9  # there the suit stands below the rank, or in its pips
    named = [card.rank.symbol if is_large else card.symbol for card in cards]
    return [one for one in (*words, *named) if one not in text]


@pytest.mark.parametrize(
    ("seed", "game", "keys", "row", "lacks"),
    [
        (0, taking, {"spade", "take", "hint", "undo", "log"}, "near-hand", lacks_of_clockwork),
        (1, turning, {"turn", "run", "finish", "hint"}, "lower", lacks_of_clock),
        (2, exchanging, {"pile", "hint"}, "lower", lacks_of_watch),
        (3, placing, {"turn", "place", "hint", "log"}, "stock", lacks_of_german_clock),
    ],
)
async def test_at_every_size_a_table_with_a_dial_is_whole_and_shows_all(
    seed: int, game: Callable[[], AnySession], keys: set[str], row: str, lacks: Callable[[Seated], Any]
) -> None:
    """``keys`` are shown at every size, and no card of ``row`` covers another."""
    async with at_table(game()) as me:
        for size in sizes(seed):
            await me.pilot.resize_terminal(*size)
            assert me.app.size == Size(*size)
            assert faults(me, keys | {"help", "quit"}, row) == [], size
            assert await lacks(me) == [], size
        for cards, size in (("medium", (100, 30)), ("small", SHORT)):
            me.app.change_settings(card_size=cards)
            await me.pilot.resize_terminal(*size)
            assert faults(me, keys | {"help", "quit"}, row) == [], (cards, size)


async def test_a_name_as_long_as_names_can_be_hides_nothing_else() -> None:
    session = game_where(full_table, (Seat("A" * 40), Seat("B" * 40, "bot:random")))
    async with at_table(session, (60, 18)) as me:
        assert [fault for fault in faults(me) if "name" not in fault and "prompt" not in fault] == []
        assert me.view.hands[0][0].symbol in me.text


@pytest.mark.parametrize(("name", "options"), [("clock", {"variant": "watch"}), ("german-clock", {})])
async def test_the_replay_of_a_patience_is_whole_at_every_size(
    archive: Archive, name: str, options: dict[str, str]
) -> None:
    session = begun(archive, find_game(name), (ANA,), 12, **options)  # type: ignore[arg-type]
    play_out(session, Random(1))
    session.close()
    (entry,) = archive.entries()
    async with opened(archive, ReplayRoute(load(entry.path, find_game))) as seated:
        screen = seated.app.screen
        timeline, table = screen.query_one(Timeline), screen.query_one(Table)
        words, log = table.query_one("#prompt", Line), table.query_one(GameLog)
        placed = (*table.query(CardRow).results(CardRow), table.query_one("#dial"), words)
        for size in ((60, 18), (80, 24), (120, 40)):
            await seated.pilot.resize_terminal(*size)
            for keys in (("end", "left"), ("up",), ("up", "v"), ("home",)):
                await seated.press(*keys)
                for widget in placed:
                    assert widget.region.area, (widget, size)
                    assert screen.region.contains_region(widget.region), (widget, size)
                    assert widget.region.bottom <= timeline.region.y, (widget, size)
                assert "…" not in str(words.render()), size
                assert not log.display or log.content_size.height >= 1 or size[1] < 24, size


def test_the_smallest_size_holds_the_smallest_cards() -> None:
    assert Size(60, 18) == SMALLEST
    assert [size for size in (Size(60, 18), Size(59, 18), Size(60, 17)) if fits(size)] == [SMALLEST]
    assert dial_layout(35, 17).card == CARDS[-1]


# -- tables of tricks --------------------------------------------------------------------------------------

PANELS: Final = ((60, 18), (80, 24), (120, 40))
"""The sizes that a table with a panel is looked at in."""
TABLES: Final[tuple[tuple[Any, dict[str, Any], str], ...]] = (
    (CLOGS, {"players": 2}, "play"), (CLOGS, {"players": 6}, "play"), (SPADES, {}, "play"),
    (SPADES, {"players": 3}, "play"), (SPADES, {"players": 2}, "play"), (SPADES, {}, "bid"),
    (SPADES, {"blind_nil": "always"}, "blind"),
    (SPADES, {"blind_nil": "always"}, "pass"), (SPADES, {"players": 2}, "draw"), (SPADES, {}, "deal"),
    (CLOGS, {"players": 6}, "deal"),
)  # fmt: skip


def is_in(session: AnySession, what: str) -> bool:
    """Whether a game is where there is much to be seen of something."""
    state = session.state
    phase = getattr(state, "phase", SpadesPhase.PLAY)
    if what == "deal":
        return bool(session.game.rules.deal_due(state)) and bool(state.number)
    if session.to_act != 0:
        return False
    if what == "play":
        is_full = phase is SpadesPhase.PLAY and len(state.trick) == len(session.seats) - 1
        return is_full and bool(getattr(state, "broken", True))
    looked = getattr(state, "looked", (True,))[0]
    kinds = {"bid": SpadesPhase.BID, "blind": SpadesPhase.BID, "pass": SpadesPhase.PASS, "draw": SpadesPhase.DRAW}
    return phase is kinds[what] and looked == (what != "blind")


def faults_of_tricks(me: Seated) -> list[str]:
    """What is wrong with how a table of tricks is laid out now."""
    players = range(len(me.round.model.badges))
    badges = [me.round.badge(place) for place in players]
    places = [*badges, *(me.round.play(place) for place in players)]
    found = faults(me) + [f"{place} of the table is cut" for place in places if not _holds(me.round, place)]
    if me.panel.display:
        found += [f"the panel covers {badge}" for badge in badges if is_covered_in_part(me, badge)]
        found += [] if _holds(me.round, me.panel.region) else [f"the panel at {me.panel.region} is cut"]
    cards = [me.fan.place(number) for number in range(len(me.fan.model.cards))]
    cards += [me.fan.place(number, beside=True) for number in range(len(me.fan.model.beside))]
    return found + [f"a card at {card} is cut" for card in cards if not _holds(me.fan, card) or card.width < 3]


def _holds(widget: Any, place: Region) -> bool:
    return bool(widget.region.contains_region(place))


def is_covered_in_part(me: Seated, badge: Region) -> bool:
    """Whether the panel lies over a badge of which something is still to be seen; over a whole one a wide one may."""
    panel, rows = me.panel.region, me.text.splitlines()
    assert me.panel.model is not None
    around = ((x, y) for y in range(badge.y, badge.bottom) for x in range(badge.x, badge.right))
    seen = "".join(rows[y].ljust(badge.right)[x] for x, y in around if not panel.contains(x, y))
    return badge.overlaps(panel) and (not me.panel.model.wide or bool(seen.strip()))


@pytest.mark.parametrize(
    ("seed", "game", "options", "what"),
    [(seed, *seen) for seed, seen in enumerate(TABLES)],
    ids=[f"{g.name}-{o.get('players', 4)}-{w}" for g, o, w in TABLES],
)
async def test_at_every_size_a_table_of_tricks_is_whole_and_shows_all(
    seed: int, game: Any, options: dict[str, Any], what: str
) -> None:
    session = trick_games.game_where(game, lambda s: is_in(s, what), **options)
    names = labels(session.names_at_table)
    words = words_in_play(session) if what == "play" and len(session.seats) != 4 else []
    async with at_table(session) as me:
        for size in sizes(seed) if what == "play" else PANELS:
            await me.pilot.resize_terminal(*size)
            assert me.app.size == Size(*size)
            assert faults_of_tricks(me) == [], size
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


async def test_names_as_long_as_names_can_be_hide_nothing_else_at_a_table_of_tricks() -> None:
    session = trick_games.game_where(SPADES, lambda s: is_in(s, "play"))
    seats = [Seat(letter * 40, seat.kind) for letter, seat in zip("ABCD", session.seats)]
    async with at_table(session.fork(seats), (60, 18)) as me:
        assert [fault for fault in faults_of_tricks(me) if "said" not in fault] == []
        assert session.state.hands[0][0].symbol in me.text
        assert f"of {session.state.bids[1].tricks}" in me.text


# -- what is said ------------------------------------------------------------------------------------------

GAMES_TOLD: Final[dict[str, tuple[int, tuple[dict[str, Any], ...]]]] = {
    "clockwork-spades": (25, ({}, {"rules": "gamerules"})),
    "clock": (6, ({}, {"variant": "watch"})),
    "german-clock": (6, ({},)),
    "clogs": (2, ({},)),
    "spades": (2, ({"blind_nil": "always"}, {"players": 2})),
}
"""How many games with each options are looked at for all that is said in them."""
LONGEST: Final = 300
"""How many of the longest texts are wrapped: the others have room if these do."""


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


@pytest.mark.parametrize("name", GAMES_TOLD)
async def test_whatever_is_said_fits_its_lines(name: str) -> None:
    game = find_game(name)
    assert game is not None
    seeds, kinds = GAMES_TOLD[name]
    told = [everything_said(game, options, seeds) for options in kinds]
    assert all(len(said) > 100 for said in told)
    longest = sorted(set[str]().union(*told), key=len)[-LONGEST:]
    chosen = game.configure(kinds[0])
    session: AnySession = Session(game, chosen, fill_seats(game, chosen, [ANA]))
    session.deal(Random(1))
    async with at_table(session) as me:
        for size in SMALLEST_OF_FORM:
            await me.pilot.resize_terminal(*size)
            width, height = me.screen.query_one(me.table.words, Line).content_size
            assert [words for words in longest if len(card_text(words).wrap(width)) > height] == [], size
