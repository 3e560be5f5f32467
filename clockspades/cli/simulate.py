"""``simulate``: many games between bots, and what came of them."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import sqrt
from pathlib import Path
from random import SystemRandom
from typing import Final

from clockspades.cli import INTERRUPTED
from clockspades.cli.arguments import find_programs, parse_game, parse_options
from clockspades.cli.output import complain, facts, present, progress_bar, say_json
from clockspades.engine.header import BOT, Seat
from clockspades.engine.text import UserError
from clockspades.language import _, grouped, marked, ngettext, percent, pgettext
from clockspades.simulation import simulate as engine
from clockspades.simulation.simulate import hire

ENDED_BY: Final = "why a game ended, after 'ended by'"
REASONS: Final = marked(
    "why a game ended, after 'ended by'", "clock complete", "deals", "drawn", "fewest spades", "floor", "four kings",
    "fourth king", "king of spades", "last spade", "stuck", "target"
)  # fmt: skip
"""Why games end, as :attr:`Rules.reasons` say, in words."""


def simulate(
    game_name: str,
    options: Sequence[str],
    bots: str | None,
    *,
    games: int,
    seed: int | None,
    jobs: int,
    cluster: str | None,
    bot_limit: int,
    save: Path | None,
    parquet: Path | None,
    as_json: bool,
) -> int:
    offer = parse_game(game_name)
    game, configured = offer.game, parse_options(offer, options)
    names = [game.best_bot] if bots is None else [bot.strip() for bot in bots.split(",")]
    if len(names) == 1:
        names *= game.seats(configured)
    chosen_seed = SystemRandom().randrange(1 << 32) if seed is None else seed
    players = [*find_programs(game, [Seat("", BOT + name) for name in names], bot_limit, is_heard=True)]
    programs = {number: program for number, (_, program) in enumerate(players) if program is not None}
    called = tuple(seat.bot for seat, _ in players)
    simulation = engine.Simulation(game, configured, called, chosen_seed, programs=programs)
    none_yet = engine.Report(game.name, 0, chosen_seed, simulation.bots, (0,) * len(names), 0, {}, 0, 0.0, games)
    last, title, status = deque([none_yet], maxlen=1), game.title_of(configured), 0
    writing: AbstractContextManager[engine.Keeper | None] = nullcontext()
    if parquet is not None:
        from clockspades import dataset

        writing = dataset.parquet(parquet, simulation, games)
    try:
        with (
            writing as keeper,
            hire(jobs, cluster, lambda words: complain(f"clockspades: {words}")) as workers,
            progress_bar(games) as bar,
        ):

            def tell(report: engine.Report) -> None:
                last.append(report)
                bar(report.games)

            engine.simulate(
                simulation.game, simulation.options, simulation.bots, games, chosen_seed,
                workers=workers, save=save, keeper=keeper, progress=tell, programs=programs,
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
        yield _("Stopped after {games} of {wanted} games.", games=grouped(report.games), wanted=grouped(report.wanted))
    if not report.games:
        return
    yield ngettext(
        "{games} game of {title}, seed {seed}", "{games} games of {title}, seed {seed}", report.games,
        games=grouped(report.games), title=title, seed=report.seed,
    )  # fmt: skip
    yield from facts(_facts(report))


def _facts(report: engine.Report) -> Iterator[tuple[str, str]]:
    """Who won how many games, how they ended, and how long that took, each under its label."""
    for seat, (bot, wins) in enumerate(zip(report.bots, report.wins)):
        share = wins / report.games
        error = sqrt(share * (1 - share) / report.games)
        won = {"number": grouped(wins), "share": percent(share, 1), "error": percent(error, 1)}
        yield _("seat {seat}, {bot}", seat=seat, bot=bot), _("{number} won ({share} ± {error})", **won)
    if len(report.bots) > 1:
        yield _("drawn"), grouped(report.draws)
    for reason, count in report.reasons.items():
        yield _("ended by {reason}", reason=pgettext(ENDED_BY, reason.replace("-", " "))), grouped(count)
    rate = grouped(report.actions / report.seconds if report.seconds else 0)
    actions, seconds = grouped(report.actions), grouped(report.seconds, 2)
    yield _("{actions} actions in {seconds} seconds", actions=actions, seconds=seconds), _("{rate} a second", rate=rate)
