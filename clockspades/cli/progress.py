"""A bar on standard error while something takes long."""

import contextlib
import sys
from collections.abc import Callable, Iterator

from clockspades.cli.output import forget_size


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar, and what is told how many of ``total`` steps are done; None if no person is there to see it."""
    if not sys.stderr.isatty():
        yield None
        return
    forget_size()
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)
