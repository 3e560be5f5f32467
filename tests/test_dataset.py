"""Simulated games as a Parquet file: what is in it, that only the seed decides it, and what goes wrong cleanly."""

import errno
import io
import json
import os
import re
import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, Final

import pyarrow.parquet as pq
import pytest

from clockspades import __version__, dataset
from clockspades.bots.evaluation import evaluating_bot
from clockspades.cli import main
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Options
from clockspades.engine.rules import Rules
from clockspades.engine.text import UserError
from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.wire.form import wire_form
from clockspades.simulation.simulate import Report, Simulation, hire, simulate

NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
DATA: Final = Path(__file__).parents[1] / "docs" / "data.md"
NONE: Final[Options] = {}


def game_of(name: str) -> AnyGame:
    game = find_game(name)
    assert game is not None
    return game


def made(
    path: Path, name: str, bot: str, games: int, options: Options = NONE, jobs: int = 1, progress: Any = None
) -> Simulation:
    """The simulation whose rows are in the file now."""
    game = game_of(name)
    configured = game.configure(options)
    simulation = Simulation(game, configured, (bot,) * game.seats(configured), 7)
    with dataset.parquet(path, simulation, games) as keeper, hire(jobs) as workers:
        simulate(game, configured, simulation.bots, games, 7, workers=workers, keeper=keeper, progress=progress)
    return simulation


def rows_in(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_rows_tell_each_turn_of_a_game_as_its_seat_sees_it(tmp_path: Path, game: str) -> None:
    simulation = made(tmp_path / "file", game, game_of(game).quickest_bot, 2)
    rules, rows = simulation.game.rules, iter(rows_in(tmp_path / "file"))
    for number in range(2):
        session = simulation.play(number)
        outcome, before = session.outcome, None
        assert outcome is not None
        for point in range(session.last):
            seat = rules.to_act(session.position(point).state)
            if seat is None:
                continue
            row = next(rows)
            view = rules.observe(session.position(point).state, seat)
            assert (row["number"], row["point"], row["seat"], row["bot"]) == (
                number,
                point,
                seat,
                simulation.bots[seat],
            )
            assert wire_form(simulation.game).read_view(json.loads(row["view"])) == view
            legal = [action.as_json() for action in rules.legal_actions(view)]
            assert [*map(json.loads, row["legal"])] == legal
            action = session.position(point + 1).action
            assert action is not None
            assert row["legal"].index(row["choice"]) == legal.index(action.as_json())
            assert row["outcome_share"] == outcome.share(seat, len(session.seats))
            assert row["outcome_reason"] == outcome.reason
            assert row["outcome_score"] in outcome.scores
            assert before is None or row["outcome_after"] == before - 1
            before = row["outcome_after"]
        assert before == 0
    assert next(rows, None) is None


def test_partners_have_the_score_of_their_side(tmp_path: Path) -> None:
    made(tmp_path / "file", "spades", "quick", 1, {"target": 50})
    scores = {(row["seat"], row["outcome_score"]) for row in rows_in(tmp_path / "file")}
    assert len(scores) == 4
    assert {score for seat, score in scores if seat in (0, 2)} != {score for seat, score in scores if seat in (1, 3)}


def test_all_games_have_the_same_columns_and_say_where_they_come_from(tmp_path: Path) -> None:
    schemas = []
    for game in GAMES:
        simulation = made(tmp_path / game.name, game.name, game.quickest_bot, 1)
        schemas.append(pq.read_schema(tmp_path / game.name))
        same = {"game": game.name, "options": json.dumps(simulation.options), "bots": ",".join(simulation.bots)}
        told = {**same, "seed": "7", "games": 1, "format": dataset.FORMAT, "version": __version__}
        assert json.loads(schemas[-1].metadata[b"clockspades"]) == told
        assert same.items() <= rows_in(tmp_path / game.name)[0].items()
    assert all(schema == schemas[0] for schema in schemas)


def test_the_same_seed_makes_the_same_bytes_whatever_the_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "ROWS", 100)
    for jobs in (1, 2):
        made(tmp_path / str(jobs), "clock", "random", 40, {"variant": "watch"}, jobs)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    file = pq.ParquetFile(tmp_path / "1")
    groups = [file.read_row_group(number)["number"].to_pylist() for number in range(file.num_row_groups)]
    assert len(groups) > 10
    assert all(len(group) >= 100 for group in groups[:-1])
    assert [number for group in groups for number, _ in groupby(group)] == [*range(40)], "each game is in one group"


# -- exact values ------------------------------------------------------------------------------------------


def best(rules: Rules[Any, Any, Any], state: Any, seat: int, seats: int) -> float:
    """What a seat gets with all cards open if all play their best, by trying everything."""
    if state.outcome is not None:
        return float(state.outcome.share(seat, seats))
    ends = [best(rules, rules.reduce(state, each).state, seat, seats) for each in rules.legal_actions(state)]
    return max(ends) if rules.to_act(state) == seat else min(ends)


@pytest.mark.parametrize(
    ("name", "options", "last"),
    [
        ("clockwork-spades", {}, 8),
        ("clockwork-spades", {"rules": "gamerules"}, 8),
        ("clogs", {"players": 2, "target": 5}, 4),
        ("clock", {"variant": "watch"}, 52),
        ("german-clock", {"redeals": 0}, 8),
    ],
)
def test_what_is_exact_with_open_cards_is_what_trying_everything_finds(
    tmp_path: Path, name: str, options: Options, last: int
) -> None:
    simulation = made(tmp_path / "file", name, "random", 10, options)
    found: list[float] = []
    for row in rows_in(tmp_path / "file"):
        if row["outcome_after"] < last and row["exact_open"] is not None:
            state = simulation.play(row["number"]).position(row["point"]).state
            rules = simulation.game.rules
            for action, share in zip(rules.legal_actions(state), row["exact_open"]):
                if share is not None:
                    after = rules.reduce(state, action).state
                    assert share == best(rules, after, row["seat"], len(simulation.bots))
                    found.append(share)
    assert len(found) > 20
    assert len({*found}) > 1 or name == "german-clock"


def test_nothing_is_exact_with_open_cards_where_three_sides_play(tmp_path: Path) -> None:
    made(tmp_path / "file", "clogs", "quick", 1, {"players": 3, "target": 5})
    assert {str(row["exact_open"]) for row in rows_in(tmp_path / "file")} == {"None"}


def test_what_is_exact_by_what_is_seen_comes_true(tmp_path: Path) -> None:
    """A settled game ends as proved; the values of Watch are those of the bot that is exact."""
    made(tmp_path / "file", "clockwork-spades", "random", 20)
    proved = [row for row in rows_in(tmp_path / "file") if row["exact_seen"] is not None]
    assert {row["outcome_share"] for row in proved} == {0.0, 1.0}
    for row in proved:
        assert {*row["exact_seen"]} == {row["outcome_share"]}
        assert row["exact_open"] == row["exact_seen"]
    watch = made(tmp_path / "watch", "clock", "random", 40, {"variant": "watch"})
    choices = [row for row in rows_in(tmp_path / "watch") if len(row["legal"]) > 1]
    bot = evaluating_bot(watch.game, Random(0))
    assert bot is not None
    assert choices
    for row in choices:
        view = wire_form(watch.game).read_view(json.loads(row["view"]))
        assert row["exact_seen"] == [*bot.evaluate(view).shares.values()]


# -- what goes wrong -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_a_file_with_the_games_so_far(tmp_path: Path, jobs: int) -> None:
    def interrupt(report: Report) -> None:
        if report.games >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "file", "clock", "steady", 100_000, jobs=jobs, progress=interrupt)
    made(tmp_path / "whole", "clock", "steady", 300)
    rows, whole = rows_in(tmp_path / "file"), rows_in(tmp_path / "whole")
    games = [number for number, _ in groupby(rows, itemgetter("number"))]
    assert games == [*range(len(games))]
    assert 3 <= len(games) < 300
    assert rows == whole[: len(rows)]
    assert whole[len(rows)]["number"] == len(games), "the last game is whole"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "whole"]


class FullDisk(io.BufferedWriter):
    """Has room for a few kilobytes."""

    def write(self, data: Any) -> int:
        if self.tell() > 4000:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(data)


@pytest.mark.parametrize("games", [3, 1000])
def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    monkeypatch.setattr(dataset, "BufferedWriter", FullDisk)
    with pytest.raises(UserError) as failed:
        made(tmp_path / "file", "clock", "steady", games)
    assert str(failed.value) == f"{tmp_path}/file: cannot be written: No space left on device"
    assert not [*tmp_path.iterdir()]


def simulated(*arguments: str | Path) -> int:
    return main(["simulate", "clock", "--games", "2", "--seed", "1", *map(str, arguments)])


def test_the_command_writes_a_file_and_no_other_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    assert simulated("--parquet", file) == 0
    assert {row["seed"] for row in rows_in(file)} == {"1"}
    before = file.read_bytes()
    capsys.readouterr()
    for path, fault in (
        (file, "exists: name another file"),
        (tmp_path, "exists: name another file"),
        (tmp_path / "none" / "file", "cannot be written: No such file or directory"),
    ):
        assert simulated("--parquet", path) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.rstrip().removeprefix(f"clockspades: {path}").lstrip(": ") == fault
    assert file.read_bytes() == before


def test_a_missing_package_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert simulated("--parquet", tmp_path / "file") == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("clockspades: pyarrow is needed for --parquet: run `")
    assert not [*tmp_path.iterdir()]


# -- the data card -------------------------------------------------------------------------------------------


def test_the_data_card_has_every_column(tmp_path: Path) -> None:
    made(tmp_path / "file", "clock", "steady", 1)
    table = re.findall(r"^\| `(\w+)` \| `([\w<>]+)` \| .+ \|$", DATA.read_text(encoding="utf-8"), re.MULTILINE)
    schema = pq.read_schema(tmp_path / "file")
    assert table == [(field.name, str(field.type).replace("element: ", "")) for field in schema]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", DATA.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_example_of_the_data_card_answers_its_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command, code, told = blocks("sh")[0], blocks("python")[0], blocks("text")[0]
    _, *arguments = re.sub(r"--games \d+", "--games 30", command).split()
    assert main(arguments) == 0
    capsys.readouterr()
    exec(compile(code, DATA, "exec"), {})
    form = "".join(
        NUMBER.pattern if NUMBER.fullmatch(part) else re.escape(part) for part in re.split(f"({NUMBER.pattern})", told)
    )
    assert re.fullmatch(form, capsys.readouterr().out)
