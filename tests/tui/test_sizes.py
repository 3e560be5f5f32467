"""Tables at every size that they are played in: nothing cut, nothing over anything else, every card to be seen."""

import re
from collections.abc import Callable, Iterator, Set
from itertools import chain, combinations
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from textual.geometry import Region, Size

from clockspades.engine.game import AnyGame
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import labels
from clockspades.games.catalogue import find_game, table_rules
from clockspades.games.clockwork.clockwork_rules import RULES
from clockspades.games.spades.spades_state import SpadesPhase
from clockspades.routes import ReplayRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.table.model import Selection, TableModel, Target, TargetKind, player_view
from clockspades.table.parts import Kind, each_part, prompt
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.layout.dial_layout import dial_layout
from clockspades.tui.screens.sized import SMALLEST, fits
from clockspades.tui.widgets.bound_widget import Line, Tally
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.round_table import RoundTable
from clockspades.tui.widgets.timeline import Timeline
from tests.games import trick_games
from tests.games.trick_games import CLOGS, SPADES
from tests.tui import layout
from tests.tui.layout import SIZES, written
from tests.tui.patience import CLOCK, GERMAN, at_exchange, where
from tests.tui.seated import ANA, Seated, at_table, begun, game_where, opened
from tests.tui.short_games import play_out
from tests.tui.test_in_words import cards_of, faces

SHORT: Final = (100, 20)
"""A wide terminal with few rows."""
BELOW: Final = ((79, 23), (99, 29), (119, 39))
"""The largest sizes of each form of a table but the last; :data:`SIZES` has the smallest."""
USUAL: Final = (SIZES[0], SIZES[3])
SMALLEST_OF_FORM: Final = SIZES[:4]


def full_table(session: AnySession) -> bool:
    """Whether there is much to be seen: both have taken spades and been given kings, and three may be taken."""
    state = session.state
    return session.to_act == 0 and len(RULES.legal_actions(state)) == 3 and all(state.taken) and all(state.kings)


def has_whole_pile(session: AnySession) -> bool:
    return at_exchange(session) and any(len(cards) == 4 for cards in session.state.face_down)


def tricks(what: str, game: Any = SPADES, **options: Any) -> AnySession:
    """A game of tricks where there is much to be seen of something."""

    def is_there(session: AnySession) -> bool:
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

    return trick_games.game_where(game, is_there, **options)


class Laid(NamedTuple):
    """A game in the middle, the keys that its table shows at every size, and a row in which no card covers another."""

    game: Callable[[], AnySession]
    keys: Set[str] = frozenset()
    row: str = ""


TABLES: Final = {
    "clockwork": Laid(lambda: game_where(full_table), {"take", "hint", "undo", "log"}, "near-hand"),
    "clock": Laid(lambda: where(lambda s: s.at == 30, CLOCK), {"turn", "run", "finish", "hint"}, "lower"),
    "watch": Laid(lambda: where(has_whole_pile, CLOCK, variant="watch"), {"pile", "hint"}, "lower"),
    "german clock": Laid(
        lambda: where(lambda s: s.state.passes == 2 and s.state.placed > 20, GERMAN),
        {"turn", "place", "finish", "hint"},
        "stock",
    ),
    "clogs for two": Laid(lambda: tricks("play", CLOGS, players=2)),
    "clogs for six": Laid(lambda: tricks("play", CLOGS, players=6)),
    "a deal of clogs": Laid(lambda: tricks("deal", CLOGS, players=6)),
    "spades": Laid(lambda: tricks("play"), {"hint"}),
    "spades for three": Laid(lambda: tricks("play", players=3)),
    "spades for two": Laid(lambda: tricks("play", players=2)),
    "a bid": Laid(lambda: tricks("bid")),
    "a blind bid": Laid(lambda: tricks("blind", blind_nil="always")),
    "a pass": Laid(lambda: tricks("pass", blind_nil="always")),
    "a draw": Laid(lambda: tricks("draw", players=2)),
    "a deal": Laid(lambda: tricks("deal")),
}


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
    if me.screen.query(Dial) and me.screen.query_one(GameLog).content_size.height < 2:
        found.append("the log has no room")
    if missing := keys - {key.words for _, _, key in me.screen.query_one(KeyLine)._places()}:
        found.append(f"the key line has no {missing}")
    return [*found, *(faults_of_tricks(me) if me.screen.query(RoundTable) else ())]


def faults_of_tricks(me: Seated) -> Iterator[str]:
    """What is wrong with how a table of tricks is laid out now."""
    players = range(len(me.round.model.badges))
    badges = [me.round.badge(place) for place in players]
    inside = [*badges, *(me.round.play(place) for place in players), *([me.panel.region] if me.panel.display else [])]
    yield from (f"{place} of the table is cut" for place in inside if not me.round.region.contains_region(place))
    if me.panel.display:
        yield from (f"the panel covers {badge}" for badge in badges if is_covered_in_part(me, badge))
    cards = [me.fan.place(number) for number in range(len(me.fan.model.cards))]
    cards += [me.fan.place(number, beside=True) for number in range(len(me.fan.model.beside))]
    yield from (f"{card} is cut" for card in cards if not me.fan.region.contains_region(card) or card.width < 3)


def is_covered_in_part(me: Seated, badge: Region) -> bool:
    """Whether the panel lies over a badge of which something is still to be seen; over a whole one a wide one may."""
    panel, rows = me.panel.region, me.text.splitlines()
    assert me.panel.model is not None
    around = ((x, y) for y in range(badge.y, badge.bottom) for x in range(badge.x, badge.right))
    seen = "".join(rows[y].ljust(badge.right)[x] for x, y in around if not panel.contains(x, y))
    return badge.overlaps(panel) and (not me.panel.model.wide or bool(seen.strip()))


def unseen(me: Seated) -> list[str]:
    """What the parts of the table show, and is not to be read: cards, names, and the beginning of the prompt."""
    model = me.table.shown
    if any(panel.display for panel in me.screen.query(ChoicePanel)):
        return []
    parts = (part for part in each_part(me.table.rules.parts) if part.kind is not Kind.LOG and part.id != "waste")
    shown = chain.from_iterable(faces(part.selector(model)) for part in parts if part.selector is not None)
    cards = {face.card for face in shown if any(cards_of(face)) and not face.covers}
    assert cards or model.player.view.number, "a deal may be over"
    words = [*labels(me.session.names_at_table), *written(filter(None, cards), me.app.size.width)]
    text = " ".join(me.text.split())
    return [each for each in (*words, " ".join(me.prompt.split()[:3])) if each not in text]


@pytest.mark.parametrize(
    "sizes", [USUAL, pytest.param((*SIZES, SHORT, *BELOW), marks=pytest.mark.thorough)], ids=["usual", "all"]
)
@pytest.mark.parametrize("name", TABLES)
async def test_at_every_size_a_table_is_whole_and_shows_all(name: str, sizes: tuple[tuple[int, int], ...]) -> None:
    game, keys, row = TABLES[name]
    keys = {*keys, "help", "quit"} if keys else keys
    session = game()
    async with at_table(session) as me:
        for size in sizes:
            await me.pilot.resize_terminal(*size)
            assert me.app.size == Size(*size)
            assert faults(me, keys, row) == [], size
            assert unseen(me) == [], size
            if name == "watch":
                pile = next(pile for pile, cards in enumerate(me.session.view(0).face_down, 1) if len(cards) == 4)
                cursor = Target(TargetKind.PILE, pile, 4)
                me.screen.state = me.screen.state._replace(selection=Selection(cursor))
                me.screen.refresh_keys()
                await me.pilot.pause()
                assert faults(me, {"depth", "exchange"}, row) == [], size
        for cards, size in (("medium", (100, 30)), ("small", SHORT)) if row else ():
            me.app.change_settings(card_size=cards)
            await me.pilot.resize_terminal(*size)
            assert faults(me, keys, row) == [], (cards, size)


@pytest.mark.parametrize("seats", [2, 4])
async def test_names_as_long_as_names_can_be_hide_nothing_else(seats: int) -> None:
    session = tricks("play") if seats == 4 else game_where(full_table)
    named = [seat._replace(name=letter * 40) for letter, seat in zip("ABCD", session.seats)]
    async with at_table(session.fork(named), SIZES[0]) as me:
        assert [fault for fault in faults(me) if not {"name", "prompt", "said"} & {*re.split(r"\W", fault)}] == []
        assert session.state.hands[0][0].symbol in me.text


@pytest.mark.parametrize(("name", "options"), [("clock", {"variant": "watch"}), ("german-clock", {})])
async def test_the_replay_of_a_patience_is_whole_at_every_size(
    archive: Archive, name: str, options: dict[str, str]
) -> None:
    session = begun(archive, find_game(name), (ANA,), 12, **options)  # type: ignore[arg-type]
    play_out(session, Random(1))
    session.close()
    (entry,) = archive.entries()
    async with opened(archive, ReplayRoute(load(entry.path, find_game))) as seated:
        screen = await seated.shows("ReplayScreen")
        timeline, table = screen.query_one(Timeline), screen.table
        words, log = table.query_one("#prompt", Line), table.query_one(GameLog)
        for size in (SIZES[0], SIZES[1], SIZES[3]):
            await seated.pilot.resize_terminal(*size)
            for keys in (("end", "left"), ("up",), ("up", "v"), ("home",)):
                await seated.press(*keys)
                for widget in (*table.query(CardRow).results(CardRow), table.query_one("#dial"), words):
                    assert widget.region.area, (widget, size)
                    assert screen.region.contains_region(widget.region), (widget, size)
                    assert widget.region.bottom <= timeline.region.y, (widget, size)
                assert "…" not in str(words.render()), size
                assert not log.display or log.content_size.height >= 1 or size[1] < 24, size


def test_the_smallest_size_holds_the_smallest_cards() -> None:
    assert Size(*SIZES[0]) == SMALLEST
    assert [size for size in (Size(60, 18), Size(59, 18), Size(60, 17)) if fits(size)] == [SMALLEST]
    assert dial_layout(35, 17).card == CARDS[-1]


# -- what is said ------------------------------------------------------------------------------------------

GAMES_TOLD: Final[dict[str, tuple[int, tuple[dict[str, Any], ...]]]] = {
    "clockwork-spades": (12, ({}, {"rules": "gamerules"})),
    "clock": (4, ({}, {"variant": "watch"})),
    "german-clock": (4, ({},)),
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
