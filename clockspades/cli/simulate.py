"""``simulate``: many games between bots, and what came of them."""

from collections import deque
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import SystemRandom

from clockspades.cli import INTERRUPTED
from clockspades.cli.arguments import parse_game, parse_options
from clockspades.cli.output import complain, facts, present, progress_bar, say_json
from clockspades.engine.text import UserError
from clockspades.simulation import simulate as engine
from clockspades.simulation.simulate import hire


def simulate(
    game_name: str,
    options: Sequence[str],
    bots: str | None,
    *,
    games: int,
    seed: int | None,
    jobs: int,
    cluster: str | None,
    save: Path | None,
    as_json: bool,
) -> int:
    """Play the games and print the report; the exit status."""
    offer = parse_game(game_name)
    game, configured = offer.game, parse_options(offer, options)
    names = [game.best_bot] if bots is None else [bot.strip() for bot in bots.split(",")]
    if len(names) == 1:
        names *= game.seats(configured)
    chosen_seed = SystemRandom().randrange(1 << 32) if seed is None else seed
    simulation = engine.Simulation(game, configured, tuple(names), chosen_seed)
    none_yet = engine.Report(game.name, 0, chosen_seed, simulation.bots, (0,) * len(names), 0, {}, 0, 0.0, games)
    last, title = deque([none_yet], maxlen=1), game.title_of(configured)
    status = 0
    try:
        with (
            hire(jobs, cluster, lambda words: complain(f"clockspades: {words}")) as workers,
            progress_bar(games) as bar,
        ):

            def tell(report: engine.Report) -> None:
                last.append(report)
                bar(report.games)

            engine.simulate(
                simulation.game, simulation.options, simulation.bots, games, chosen_seed,
                workers=workers, save=save, progress=tell,
            )  # fmt: skip
    except KeyboardInterrupt:
        status = INTERRUPTED
    except UserError:
        if last[0].games:
            _print(title, last[0], as_json=as_json)
        raise
    _print(title, last[0], as_json=as_json)
    return status


def _print(title: str, report: engine.Report, *, as_json: bool) -> None:
    if as_json:
        say_json(report.as_json())
    else:
        present("\n".join(describe(title, report)))


def describe(title: str, report: engine.Report) -> Iterator[str]:
    """The report of games of this title in words, line by line; of a part of them, it says so first."""
    if report.games < report.wanted:
        yield f"Stopped after {report.games:,} of {report.wanted:,} games."
    if not report.games:
        return
    yield f"{report.games:,} {'game' if report.games == 1 else 'games'} of {title}, seed {report.seed}"
    yield from facts(_facts(report))


def _facts(report: engine.Report) -> Iterator[tuple[str, str]]:
    """Who won how many games, how they ended, and how long that took, each under its label."""
    for seat, (bot, wins) in enumerate(zip(report.bots, report.wins)):
        share = wins / report.games
        error = sqrt(share * (1 - share) / report.games)
        yield f"seat {seat}, {bot}", f"{wins:,} won ({share:.1%} ± {error:.1%})"
    if len(report.bots) > 1:
        yield "drawn", f"{report.draws:,}"
    for reason, count in report.reasons.items():
        yield f"ended by {reason.replace('-', ' ')}", f"{count:,}"
    rate = report.actions / report.seconds if report.seconds else 0
    yield f"{report.actions:,} actions in {report.seconds:.2f} seconds", f"{rate:,.0f} a second"
