"""``simulate``: many games between bots, and what came of them."""

import json
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import SystemRandom

from clockspades.cli.arguments import UsageError, parse_game, parse_options
from clockspades.cli.output import say
from clockspades.cli.progress import progress_bar
from clockspades.engine import simulate as engine
from clockspades.engine.hiring import hire
from clockspades.engine.workers import WorkersError


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
    game = parse_game(game_name)
    configured = parse_options(game, options)
    names = [game.best_bot] if bots is None else [bot.strip() for bot in bots.split(",")]
    if len(names) == 1:
        names *= game.seats(configured)
    chosen_seed = SystemRandom().randrange(1 << 32) if seed is None else seed
    try:
        simulation = engine.Simulation(game, configured, tuple(names), chosen_seed)
    except ValueError as error:
        raise UsageError(str(error)) from error
    try:
        with hire(jobs, cluster) as workers, progress_bar(games) as progress:
            report = engine.simulate(
                simulation.game, simulation.options, simulation.bots, games, chosen_seed,
                workers=workers, save=save, progress=progress,
            )  # fmt: skip
    except (engine.SimulationError, WorkersError) as error:
        raise UsageError(str(error)) from error
    say(json.dumps(report.as_json()) if as_json else "\n".join(describe(game.title_of(configured), report)))
    return 0


def describe(title: str, report: engine.Report) -> Iterator[str]:
    """The report of games of this title in words, line by line."""
    yield f"{report.games:,} games of {title}, seed {report.seed}"
    for seat, (bot, wins) in enumerate(zip(report.bots, report.wins)):
        share = wins / report.games
        error = sqrt(share * (1 - share) / report.games)
        yield f"  seat {seat}, {bot}: {wins:,} won ({share:.1%} ± {error:.1%})"
    if len(report.bots) > 1:
        yield f"  drawn: {report.draws:,}"
    for reason, count in report.reasons.items():
        yield f"  ended by {reason.replace('-', ' ')}: {count:,}"
    rate = report.actions / report.seconds if report.seconds else 0
    yield f"  {report.actions:,} actions in {report.seconds:.2f} seconds: {rate:,.0f} a second"
