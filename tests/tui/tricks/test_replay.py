"""Games of tricks watched again, their results, and what opens without them."""

import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clockspades.cards import UNKNOWN
from clockspades.engine.header import Header
from clockspades.engine.phrases import numeral
from clockspades.engine.session import AnySession, Session
from clockspades.games.clogs.clogs_selectors import just_turned
from clockspades.routes import TitleRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import SUFFIX, format_log
from clockspades.table.faces import Face
from clockspades.table.model import player_view
from clockspades.tui.drawing.lettering import lettering
from clockspades.tui.screens.replay import ReplayScreen
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.screens.sheet import SheetScreen
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.flight import corner
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.round_table import RoundTable
from clockspades.tui.widgets.standings import Standings, large_rows
from tests.games.trick_games import CLOGS, SPADES, seated_at
from tests.tui.layout import SIZES, faults
from tests.tui.seated import Seated, opened

GAMES: Final[tuple[tuple[Any, dict[str, Any]], ...]] = (
    (CLOGS, {"players": 6, "target": 8}),
    (SPADES, {"target": 50, "floor": -200, "blind_nil": "always"}),
    (SPADES, {"players": 2, "target": 50, "floor": -200}),
)
IDS: Final = ["clogs", "spades", "spades-for-two"]


def finished(archive: Archive, game: Any, options: dict[str, Any]) -> AnySession:
    """A seeded game, played out and kept."""
    session = played_out(game, tuple(options.items()))
    header = Header(game.name, session.options, session.seats, "2026-11-21T10:00:00Z")
    archive.directory.mkdir(parents=True, exist_ok=True)
    (archive.directory / f"{game.name}{SUFFIX}").write_text(format_log(header, session), encoding="utf-8")
    return session


@cache
def played_out(game: Any, options: tuple[tuple[str, Any], ...]) -> AnySession:
    """The first seeded game of random choices that comes to an end soon."""
    for seed in range(20):
        session: AnySession = Session(game, game.configure(dict(options)), seated_at(game, **dict(options)))
        rng = Random(seed)
        for _ in range(1500):
            session.deal(rng)
            if session.outcome is not None:
                return session
            session.act(rng.choice(game.rules.legal_actions(session.state)))
    raise AssertionError("one of so many games ends")


async def watch(seated: Seated, archive: Archive, session: AnySession) -> ReplayScreen:
    path: Path = next(entry.path for entry in archive.entries() if entry.finished)
    seated.app.watch_again(path)
    await seated.until(lambda: isinstance(seated.app.screen, ReplayScreen), "the replay")
    screen = seated.app.screen
    assert isinstance(screen, ReplayScreen)
    await seated.until(lambda: screen.table.is_mounted, "the table")
    return screen


async def test_a_clog_flies_from_its_players_badge_where_the_open_hands_leave_no_room_for_it(archive: Archive) -> None:
    session = finished(archive, CLOGS, {"players": 4, "target": 8})
    players = []
    for point in range(session.last):
        session.go_to(point)
        players.append(player_view(session, 0, 0, active=False, all_open=True))
    async with opened(archive, TitleRoute(), (60, 18)) as seated:
        table = (await watch(seated, archive, session)).table
        assert table.model is not None
        table.model = table.model._replace(player=next(player for player in players if any(player.view.hands)))
        await seated.until(lambda: not table.query_one(Fan).display, "all hands in the place of the fan")
        layout, turned = table.query_one(RoundTable), 0
        for before, after in pairwise(players):
            clog = just_turned(after)
            if clog is not None and clog.seat == 0:
                (flight,) = table.flights(before, after)
                near, trick = layout.badge(0), layout.play(0)
                assert (flight.face, flight.size, flight.turns) == (Face(clog.card), trick.size, True)
                assert (flight.start, flight.end) == (corner(near, trick.size), corner(trick, trick.size))
                turned += 1
        assert turned


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
async def test_every_other_hand_is_in_sight_with_its_name(archive: Archive, game: Any, options: dict[str, Any]) -> None:
    session = finished(archive, game, options)
    async with opened(archive, TitleRoute()) as seated:
        screen = await watch(seated, archive, session)
        await seated.press("right")
        log = screen.query_one(GameLog)
        hands: Any = session.positions[1].state
        assert not hands.hands[0] or [line.words for line in log.model[::2]] == [*session.names[1:]]
        for size in ((80, 24), (100, 30), (120, 40)):
            await seated.pilot.resize_terminal(*size)
            assert log.get_content_height(log.size, log.size, log.content_size.width) <= log.content_size.height


@pytest.mark.parametrize("size", [(60, 18), (79, 30)])
@pytest.mark.parametrize(("game", "options"), GAMES[:2], ids=IDS[:2])
async def test_where_nothing_stands_beside_the_table_all_hands_that_are_open_stand_below_it(
    archive: Archive, game: Any, options: dict[str, Any], size: tuple[int, int]
) -> None:
    session = finished(archive, game, options)
    first = next(point for point, position in enumerate(session.positions) if any(position.state.hands))
    async with opened(archive, TitleRoute(), size) as seated:
        screen = await watch(seated, archive, session)
        for point in range(first, first + 12):
            screen.go_to(point)
            await seated.pilot.pause()
            text, hands = seated.text, session.positions[point].state.hands
            assert [card for hand in hands for card in hand if card.symbol not in text] == []
            assert not screen.query_one(Fan).display
        await seated.press("v", "v")
        assert screen.view.seat == 0
        assert screen.query_one(Fan).display


async def test_where_all_is_open_every_hand_is_seen(archive: Archive) -> None:
    session = finished(archive, *GAMES[1])
    async with opened(archive, TitleRoute(), (100, 30)) as seated:
        screen = await watch(seated, archive, session)
        await seated.press(*["right"] * 8)
        assert screen.view.all_open
        state: Any = session.positions[screen.session.at].state
        log = screen.query_one(GameLog)
        told = " ".join(line.words for line in log.model)
        assert all(card.symbol in told for hand in state.hands[1:] for card in hand)
        assert {face.card for face in screen.query_one(Fan).model.cards} == {*state.hands[0]}
        await seated.press("v")
        told = " ".join(line.words for line in screen.query_one(GameLog).model)
        assert not all(card.symbol in told for hand in state.hands for card in hand)
        assert UNKNOWN.symbol not in seated.text


@pytest.mark.parametrize(("game", "options"), GAMES, ids=IDS)
async def test_a_result_names_everyone(archive: Archive, game: Any, options: dict[str, Any]) -> None:
    session = finished(archive, game, options)
    outcome = session.outcome
    assert outcome is not None
    async with opened(archive, TitleRoute()) as seated:
        seated.app.show_result(session)
        await seated.until(lambda: isinstance(seated.app.screen, ResultScreen), "the result")
        for size in SIZES:
            await seated.pilot.resize_terminal(*size)
            assert faults(seated.app.screen) == [], size
            standings = seated.app.screen.query_one(Standings)
            lines = str(standings.render()).splitlines()
            scores = sorted(set_of_scores(session), reverse=True)
            if len(lines) < large_rows(len(scores)):
                assert [line.split()[-1] for line in lines] == [*map(numeral, scores)]
            else:
                figures = [lettering(str(score)) for score in scores]
                assert all(figure and figure[0].strip() in lines[4 * side] for side, figure in enumerate(figures))
            assert all(name in " ".join(lines) for name in session.names), size
        await seated.press("s")
        assert isinstance(seated.app.screen, SheetScreen)
        assert numeral(max(outcome.scores)) in seated.text


def set_of_scores(session: AnySession) -> list[int]:
    """A score for each side."""
    state: Any = session.state
    return [state.scores[side] for side in sorted(set(state.sides))]


def test_the_table_of_another_game_opens_without_this_one() -> None:
    code = (
        "import sys; from clockspades.tui.tables import table_of; table_of('clockwork-spades');"
        "import clockspades.tui.screens.table_screen;"
        "print(*[name for name in sys.modules if 'trick' in name or 'clogs' in name or name.endswith('spades.game')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
