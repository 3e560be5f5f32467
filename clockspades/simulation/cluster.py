"""The workers of a Dask cluster. Dask comes with the extra ``cluster`` and is imported only here."""

import asyncio
import contextlib
import logging
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from time import monotonic
from typing import TYPE_CHECKING, Final

from clockspades import __version__
from clockspades.engine.text import UserError
from clockspades.language import N_, _, ngettext, pgettext
from clockspades.packages import needed
from clockspades.simulation.workers import Workers

if TYPE_CHECKING:
    from distributed import Client

_LIKE: Final = "tcp://192.0.2.1:8786"
_PATIENCE: Final = 5
"""Seconds in which a cluster must answer."""
_WITHOUT_WORKERS: Final = 60
"""Seconds for which a cluster may have no workers: those that end are often started again."""


class _ClusterError(UserError):
    def __init__(self, address: str, words: str) -> None:
        super().__init__(f"--cluster {address}: {words}")


@contextlib.contextmanager
def connected(address: str, tell: Callable[[str], None] | None = None) -> Iterator[Workers]:
    """The workers of the cluster whose scheduler has this address, such as ``tcp://192.0.2.1:8786``.

    If a worker is lost, another one repeats its tasks. UserError if Dask is not installed, if the cluster does not
    answer or has no workers, if they have another version of clockspades, or if the cluster is lost, or all its workers
    for a minute; ``tell`` is told in a clause when that begins.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise UserError(needed("distributed", "--cluster", error)) from error
    with _silence():
        _check_answers(address)
        with Client(address, timeout=_PATIENCE, set_as_default=False) as client:
            number = sum(client.ncores().values())
            if not number:
                raise _ClusterError(address, _("the cluster has no workers"))
            _check_versions(address, client)
            executor = client.get_executor(pure=False)
            try:
                yield Workers(executor, number, watch=_watch(address, client, tell))
            except KilledWorker as error:
                lost = error.allowed_failures + 1
                words = ngettext(
                    "the same games brought {number} worker down", "the same games brought {number} workers down", lost
                )
                raise _ClusterError(address, words) from error
            except CancelledError as error:
                raise _ClusterError(address, _("the cluster was lost before all games were played")) from error
            finally:
                executor.shutdown(wait=False)


def _watch(address: str, client: "Client", tell: Callable[[str], None] | None) -> Callable[[], None]:
    """Looks whether a cluster still has workers, without which tasks wait for ever: UserError after a minute."""
    since: float | None = None  # when it was first seen that there are none; None while there are some

    def watch() -> None:
        nonlocal since
        try:
            are_there = bool(client.ncores())
        except OSError:  # the scheduler is gone: then tasks are cancelled
            return
        if are_there:
            since = None
            return
        if since is None:
            since = monotonic()
            if tell is not None:
                words = N_("the cluster has no workers any more: waiting {seconds} seconds for one")
                tell(f"--cluster {address}: {_(words, seconds=_WITHOUT_WORKERS)}")
        if monotonic() - since >= _WITHOUT_WORKERS:
            raise _ClusterError(address, _("all workers were lost before all games were played"))

    return watch


def _check_answers(address: str) -> None:
    """UserError if no scheduler answers: a client that cannot connect takes longer to give up."""
    from distributed.comm.core import connect
    from distributed.security import Security

    async def call() -> None:
        comm = await connect(address, **Security().get_connection_args("client"))
        await comm.close()

    try:
        asyncio.run(asyncio.wait_for(call(), _PATIENCE))
    except (ImportError, RuntimeError, TypeError, ValueError) as error:
        told = _(
            "--cluster {address} can't be used: an address looks like {example}", address=repr(address), example=_LIKE
        )
        raise UserError(told) from error
    except OSError as error:
        raise _ClusterError(address, _("no Dask scheduler answers there")) from error


def _check_versions(address: str, client: "Client") -> None:
    """UserError if the scheduler, which reads the tasks too, or a worker has not this version of clockspades."""

    def version() -> str:  # sent by value, as a function inside another: a worker may have no clockspades
        from importlib import import_module

        try:
            found: str = import_module("clockspades").__version__
        except ImportError:
            return ""
        return found

    for member, found in {"": client.run_on_scheduler(version), **client.run(version, on_error="ignore")}.items():
        if found != __version__:
            who = member or pgettext("of a cluster", "the scheduler")
            has = pgettext("of a cluster", "version {version}" if found else "none", version=found)
            told = N_("all of it needs clockspades, version {version}, but {member} has {found}")
            raise _ClusterError(address, _(told, version=__version__, member=who, found=has))


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Keep what Dask logs, and its warnings, from standard error: what matters is raised."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
