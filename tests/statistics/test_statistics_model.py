"""The statistics in words."""

import pytest

from clockspades.language import speaking
from clockspades.statistics.progress import Feat, Progress
from clockspades.statistics.records import GameKind, KindRecord, records_of
from clockspades.statistics.statistics_model import (
    ChartModel,
    chart_rows,
    feat_model,
    game_models,
    luck_and_skill,
    record_lines,
    review_progress,
)
from clockspades.table.glyphs import PLAIN
from tests.pseudo import faults, spoken
from tests.statistics.test_progress import CLOCK, CLOCKWORK, played


def test_a_draw_counts_half_of_what_is_expected() -> None:
    games = [played(1, 1), played(2, 0.5), played(3, 0.5)]
    (record,) = records_of(game.own for game in games)
    assert [*record_lines(record, games)] == [
        "Clockwork Spades",
        "Streak 0 · best 1 · won 1 of 3, 2 drawn (1.5 expected)",
    ]


def test_a_player_is_judged_over_ten_games_or_more() -> None:
    games = [played(day, 1) for day in range(1, 8)]
    assert [*luck_and_skill(games)] == ["Luck and skill need 10 games: 3 more."]
    games = [played(day, 1) for day in range(1, 8)] + [played(day, 1, skill=-0.1) for day in range(8, 13)]
    assert [*luck_and_skill(games)] == ["Luck and skill need 10 reviews: 5 more."]
    games = [played(1, 1)] + [played(day, 1, skill=-0.02, luck=0.5) for day in range(2, 13)]
    assert [*luck_and_skill(games)] == [
        "average of         luck  skill",
        "last 10          +50.0%  −2.0%",
        "all 11 reviewed  +50.0%  −2.0%",
    ]
    assert [*luck_and_skill(games[1:])][-1] == "all 11      +50.0%  −2.0%"
    assert [*luck_and_skill([])] == []


@pytest.mark.parametrize(
    ("values", "rows"),
    [
        ((2.0, 1.0, 0.0, -1.0), ["+2|#   ", " 0|##  ", "-1|   #"]),
        ((-1.0, -0.75, -0.25), [" 0|###'", "-1|##' "]),
        ((1.0, 0.5), ["+1|##  ", " 0|####"]),
        ((0.0, 0.0), [" 0|    ", " 0|    "]),
    ],
)
def test_the_columns_of_a_chart_stand_on_0_or_hang_from_it(values: tuple[float, ...], rows: list[str]) -> None:
    model = ChartModel("", values, f"{max(0.0, *values):+.0f}".replace("+0", "0"), f"{min(0.0, *values):.0f}")
    drawn = chart_rows(model, 4, len(rows), PLAIN)
    assert [f"{row.label.replace('-0', '0'):>2}|{row.cells}" for row in drawn] == rows
    assert [row.is_loss for row in drawn].count(True) == {4: 1, 3: 2, 2: 0}[len(values)]


def test_games_to_see_again() -> None:
    game = played(12, 0, skill=-0.021, luck=-0.4, last_chance=0.489)
    words = {feat: feat_model(feat, game).words for feat in (Feat.BEST, Feat.CLOSEST, Feat.UNLUCKIEST)}
    assert words == {
        Feat.BEST: "12 Nov 2026, lost, skill −2.1%",
        Feat.CLOSEST: "12 Nov 2026, lost from 49%",
        Feat.UNLUCKIEST: "12 Nov 2026, luck −40.0%",
    }
    assert feat_model(Feat.BEST, played(12, 1, skill=0.0)).words == "12 Nov 2026, won, nothing given away"
    assert feat_model(Feat.HIGHEST, played(12, 1, game=CLOCK, score=52)).words == "12 Nov 2026, 52 of 52"


def test_a_model_has_each_game_that_was_played_in_the_order_of_the_titles() -> None:
    games = [played(1, 1), played(2, 0, game=CLOCK, score=30), played(3, 1)]
    records = records_of(game.own for game in games)
    models = game_models(
        Progress(tuple(records), tuple(games[::-1])), {"clock": "Clock", CLOCKWORK.name: "Cw", "x": "X"}
    )
    assert [model.title for model in models] == ["Clock", "Cw"]
    (kind,) = models[1].kinds
    assert kind == (
        "Clockwork Spades",
        "Streak 2 · best 2 · won 2 of 2 (1.0 expected)",
    )
    (kind,) = models[0].kinds
    assert kind == (
        "Clock",
        "Streak 0 · best 0 · won 0 of 1 (0.1 expected)",
        "Chance to win a game: 7.7% (exactly 1 in 13).",
        "Best score 30 of 52 · average 30.0",
    )
    assert [feat.words for feat in models[0].feats] == ["2 Nov 2026, 30 of 52"]
    assert review_progress(games) == "0 of 3 games reviewed"


def test_games_that_do_not_count_are_named() -> None:
    record = KindRecord(GameKind("clock", (), None, ()), 0, 0, 0, 0, 0, (), 52, None, assisted=2)
    none, assisted, repeats = "Clock: no games that count.", "Practice: 2, not counted.", "Repeats: 3, not counted."
    assert [*record_lines(record, ())] == [none, assisted]
    assert [*record_lines(record._replace(repeats=3), ())] == [none, assisted, repeats]
    practice = KindRecord(GameKind("clock", (), None, ()), 0, 0, 0, 0, 0, (), 52, None, assisted=0, practice=1)
    assert [*record_lines(practice, ())] == ["Clock: 1 practice game, not counted."]


def test_the_title_of_a_record_is_in_the_language_spoken_now_and_english_for_programs() -> None:
    record = KindRecord(GameKind("clock", (), None, ()), 3, 1, 0, 0, 0, (), 52, None, assisted=2)
    assert record.title == "Clock"
    with spoken():
        assert faults(" ".join(record_lines(record, ()))) == []
        with speaking():
            assert record.as_json()["title"] == "Clock"
