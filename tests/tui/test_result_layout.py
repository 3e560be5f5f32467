"""The layout of the result as a function: every game, at every size, without a screen."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Final

import pytest
from textual.content import Content
from textual.geometry import Region, Size

from clockspades.engine.session import AnySession
from clockspades.engine.story import review
from clockspades.games.catalogue import find_game, table_rules
from clockspades.saved.log import load
from clockspades.table.glyphs import PLAIN, glyphs
from clockspades.table.model import Selection, TableModel, player_view
from clockspades.table.widget_models import Trophy
from clockspades.tui.drawing.trophies import trophy
from clockspades.tui.layout.result_layout import (
    MUST,
    TWO_COLUMNS,
    PartForm,
    ResultLayout,
    ResultPart,
    Where,
    result_layout,
)
from clockspades.tui.screens.result_parts import Shown, player_blocks, remark_lines, result_parts
from clockspades.tui.screens.result_screen import ROOM
from clockspades.tui.texts.result_words import headline
from clockspades.tui.widgets.standings import StandingModel
from tests.tui.layout import SIZES
from tests.tui.test_result import LOGS

ALL_KINDS: Final = (
    "clockwork-spades/defaults-four-kings", "clockwork-spades/defaults-drawn", "clock/defaults-fourth-king",
    "german-clock/defaults-stuck", "clogs/players-6-target-12-target", "clogs/players-2-target-12-target",
    "spades/defaults-target", "spades/mode-cutthroat-target-100-target",
)  # fmt: skip
ALL_SIZES: Final = (*SIZES, (79, 23), (140, 38), (160, 45))
RECORD = "Not as good as your other game. Clockwork Spades, against a random bot: won 11 of 20 (average: 10.4)."
LESSON = "The turning point: on turn 17 Ana took the 10♠ and not the 5♠. It cost 19% of the chance to win. p shows it."
LINE = "Clockspades · Clockwork Spades · ended in 24 turns, 4 penalties to 8 ♠♠---♠ · code 0123456789ABCDEF"


def shown(name: str) -> Shown:
    """All that the result of a game can have to show, with everything that takes room."""
    session = game(name)
    rules, outcome = table_rules(session.game.name), session.position(-1).state.outcome
    assert outcome is not None
    session.go_to(session.last)
    face = rules.result(session.state, session.events(session.last, None))
    model = TableModel(player_view(session, 0, 0, active=False), Selection())
    return Shown(
        headline=headline(session),
        trophy=None,
        verdict=Content(session.game.words.verdict(session.state, session.names)),
        score=Content("Best of five: Ana 2 : 1 Tick, 1 drawn."),
        sides=tuple(StandingModel(session.names[side.seats[0]], "steady", side.score, False) for side in face.sides),
        players=() if face.sides else player_blocks(session, outcome, face),
        sheet=rules.sheet(model) if face.sides else None,
        badges=("Against the odds", "Beat all the best bots"),
        lesson=Content(LESSON),
        happened=Content("Ana lost in spite of good luck: the 33 choices cost 37%."),
        has_dial=rules.dial_model(model) is not None,
        record=Content(RECORD),
        remarks=tuple(Content(remark.words) for remark in review(session, session.names)),
        line=Content(LINE),
        brief_line=Content("Copy the result in one line, for a friend."),
    )


def game(name: str) -> AnySession:
    return load(LOGS / f"{name}.cslog", find_game).session


def room(size: tuple[int, int]) -> Size:
    """What the line of keys leaves."""
    return Size(size[0], size[1] - 1)


def check(placed: ResultLayout, within: Size) -> None:
    """Every part stands in the room that there is, and over no other."""
    regions = {name: part.region for name, part in placed.items()}
    for name, region in regions.items():
        assert region.area, name
        assert Region(0, 0, *within).contains_region(region), (name, region, within)
    for one, other in combinations(regions, 2):
        assert not regions[one].overlaps(regions[other]), (one, regions[one], other, regions[other])


@pytest.fixture(params=["C.UTF-8", "C"])
def _locale(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A terminal with signs and one with letters alone."""
    with monkeypatch.context() as changed:
        changed.setenv("LC_ALL", request.param)
        glyphs.cache_clear()
        yield
    glyphs.cache_clear()


@pytest.mark.usefixtures("_locale")
@pytest.mark.parametrize("name", ALL_KINDS)
def test_nothing_is_cut_and_nothing_scrolls_in_any_game_at_any_size(name: str) -> None:
    found = shown(name)
    for size, rare in product(ALL_SIZES, (None, Trophy.FOUR_KINGS)):
        parts = result_parts(replace(found, trophy=rare), room(size))
        placed = result_layout(parts, room(size))
        check(placed, room(size))
        assert all(part.name in placed or part.forms[-1].worth < MUST for part in parts), size
        for part in (part for part in parts if part.name in placed):
            form, room_for = placed[part.name].form, placed[part.name].region
            taken = next(each for each in part.forms if each.name == form)
            rows = taken.rows(room_for.width)
            assert room_for.height >= min(rows if taken.least is None else taken.least, rows), (size, part.name)
            assert room_for.width >= taken.columns, (size, part.name)


@pytest.mark.parametrize("name", ALL_KINDS)
def test_the_menu_stays_where_it_is_when_more_is_found_out(name: str) -> None:
    later = shown(name)
    reviewed = replace(later, badges=(), record=None)
    compared = replace(later, happened=Content("Reviewing your choices…"), lesson=None)
    first = replace(compared, badges=(), record=None)
    for size in ALL_SIZES:
        each_part = (result_parts(each, room(size)) for each in (first, compared, reviewed, later))
        assert len({result_layout(parts, room(size))["menu"].region for parts in each_part}) == 1, size


@pytest.mark.parametrize("name", ALL_KINDS)
def test_what_stands_above_the_columns_stays_as_it_is_when_more_is_found_out(name: str) -> None:
    for size, rare in product(ALL_SIZES, (None, Trophy.FOUR_KINGS)):
        later = replace(shown(name), trophy=rare)
        reviewed = replace(later, badges=())
        compared = replace(reviewed, happened=Content("Reviewing your choices…"), lesson=ROOM)
        placed: ResultLayout = {}
        seen, pictures = set(), set()
        for each in (replace(compared, record=None), compared, reviewed, later):
            placed = result_layout(result_parts(each, room(size)), room(size), placed)
            check(placed, room(size))
            seen.add((placed["winner"].form, placed["winner"].region.offset))
            pictures |= {placed["trophy"]} if "trophy" in placed else set()
        assert len(seen) == 1, (size, rare, seen)
        assert len(pictures) <= 1, (size, rare, pictures)


def test_a_row_is_between_a_picture_and_the_badges_below_it() -> None:
    found = replace(shown("clockwork-spades/defaults-four-kings"), trophy=Trophy.FOUR_KINGS)
    for size in ALL_SIZES:
        placed = result_layout(result_parts(found, room(size)), room(size))
        if "trophy" in placed:
            drawn = len(trophy(Trophy.FOUR_KINGS, int(placed["trophy"].form)))
            top = placed["trophy"].region
            assert placed["badges"].region.y > top.y + drawn, size


def names(placed: ResultLayout, columns: int) -> tuple[set[str], set[str]]:
    """The parts in the left column and in the right one."""
    left = {name for name, part in placed.items() if part.region.right <= columns // 2 + 1}
    return left, {name for name, part in placed.items() if part.region.x >= columns // 2}


def test_there_are_two_columns_where_there_is_room() -> None:
    found = shown("clogs/defaults-target")
    for size in SIZES:
        placed = result_layout(result_parts(found, room(size)), room(size))
        left, right = names(placed, size[0])
        if size[0] >= TWO_COLUMNS:
            assert {"verdict", "standings"} <= left
            assert {"badges", "lesson"} <= right
        else:
            in_columns = [part.region for name, part in placed.items() if name not in ("winner", "trophy")]
            assert len({(region.x, region.width) for region in in_columns}) == 1


def test_the_clock_has_a_column_of_its_own_where_there_is_much_room() -> None:
    found = shown("clock/defaults-clock-complete")
    placed = result_layout(result_parts(found, Size(200, 59)), Size(200, 59))
    assert names(placed, 200)[1] == {"clock"}
    assert placed["clock"].region.height > 40
    assert "clock" not in result_layout(result_parts(found, Size(120, 39)), Size(120, 39))


def test_what_is_worth_least_gives_way_and_comes_back_if_that_helped_nothing() -> None:
    def rows(number: int) -> PartForm:
        return PartForm(f"{number} rows", number, lambda width: number)

    def forms(height: int) -> dict[str, str]:
        parts = (
            ResultPart("large", Where.LEFT, (rows(8), rows(4), PartForm("1 row", MUST, lambda width: 1))),
            ResultPart("list", Where.LEFT, (PartForm("list", 50, lambda width: 9, 2),)),
            ResultPart("menu", Where.BOTTOM, (PartForm("menu", MUST, lambda width: 1),)),
        )
        placed = result_layout(parts, Size(60, height))
        assert sum(part.region.height for part in placed.values()) <= height
        return {name: part.form for name, part in placed.items()}

    assert forms(30) == forms(14) == {"large": "8 rows", "list": "list", "menu": "menu"}
    assert forms(13)["large"] == "4 rows"
    assert forms(6) == forms(4) == {"large": "1 row", "list": "list", "menu": "menu"}
    assert forms(3) == {"large": "1 row", "menu": "menu"}


def test_where_not_all_remarks_have_room_it_says_how_many_more_there_are() -> None:
    remarks = [Content(f"Remark {number} is long enough for two rows.") for number in range(1, 5)]
    assert len(remark_lines(remarks, 30, 8)) == 8
    lines = [line.plain for line in remark_lines(remarks, 30, 7)]
    assert lines[0].startswith("Remark 1 ")
    assert lines[-1] == "… and 1 more in the replay."
    assert [line.plain for line in remark_lines(remarks, 30, 4)][-1] == "… and 3 more in the replay."


def test_pictures_are_drawn_in_blocks_and_in_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    for of in Trophy:
        assert {len(line) for line in trophy(of)} == {len(trophy(of)[0])}
        assert len(trophy(of, 2)) == 2 * len(trophy(of))
        assert not set("".join(trophy(of))) - set(" █▀▄")
    monkeypatch.setattr("clockspades.tui.drawing.trophies.glyphs", lambda: PLAIN)
    for of in Trophy:
        assert "".join(trophy(of)).isascii()
        assert {len(line) for line in trophy(of)} == {len(trophy(of)[0])}


def test_a_rare_win_has_a_picture() -> None:
    for name, of in (
        ("clockwork-spades/defaults-four-kings", Trophy.FOUR_KINGS), ("clockwork-spades/defaults-drawn", None),
        ("clock/defaults-clock-complete", Trophy.CLOCK), ("clock/defaults-fourth-king", None),
        ("german-clock/defaults-clock-complete", Trophy.CLOCK), ("german-clock/defaults-stuck", None),
        ("clogs/defaults-target", None),
    ):  # fmt: skip
        session = game(name)
        session.go_to(session.last)
        assert table_rules(session.game.name).result(session.state, ()).trophy is of, name
