"""Finding workers: on this computer, or in a cluster. What each needs is imported only then."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from clockspades.simulation.workers import Workers


def hire(
    jobs: int, cluster: str | None = None, tell: Callable[[str], None] | None = None
) -> AbstractContextManager[Workers | None]:
    """The workers of the Dask cluster at an address, or else ``jobs`` processes; None for one job: no other process.

    Leaving the ``with`` block releases them. WorkersError if they cannot be reached, and at the end of the block if
    they were lost in it. ``tell`` is told in a clause if a cluster has no workers any more, which may come back.
    """
    if cluster is not None:
        from clockspades.simulation.cluster import connected

        return connected(cluster, tell)
    if jobs == 1:
        return nullcontext()
    from clockspades.simulation.processes import started

    return started(jobs)
