"""The workers of a Dask cluster. Dask comes with the extra ``cluster`` and is imported only here."""

import asyncio
import contextlib
import logging
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Final

from clockspades import __version__
from clockspades.engine.phrases import count
from clockspades.engine.workers import Workers, WorkersError

if TYPE_CHECKING:
    from distributed import Client

_PATIENCE: Final = 5
"""Seconds in which a cluster must answer."""


@contextlib.contextmanager
def connected(address: str) -> Iterator[Workers]:
    """The workers of the cluster whose scheduler has this address, such as ``tcp://192.0.2.1:8786``.

    If a worker is lost, another one repeats its tasks. WorkersError if Dask is not installed, if the cluster does not
    answer or has no workers, if they have another version of clockspades, or if the cluster is lost.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise WorkersError(f"--cluster needs Dask: pip install 'clockspades[cluster]' ({error})") from error
    with _silence():
        _check_answers(address)
        with Client(address, timeout=_PATIENCE, set_as_default=False) as client:
            number = sum(client.ncores().values())
            if not number:
                raise WorkersError(f"--cluster {address}: the cluster has no workers")
            _check_versions(address, client)
            executor = client.get_executor(pure=False)
            try:
                yield Workers(executor, number, share_files=False)
            except KilledWorker as error:
                lost = count(error.allowed_failures + 1, "worker")
                raise WorkersError(f"--cluster {address}: the same games brought {lost} down") from error
            except CancelledError as error:
                raise WorkersError(f"--cluster {address}: the cluster was lost before all games were played") from error
            finally:
                executor.shutdown(wait=False)


def _check_answers(address: str) -> None:
    """WorkersError if no scheduler answers: a client that cannot connect takes longer to give up."""
    from distributed.comm.core import connect
    from distributed.security import Security

    async def call() -> None:
        comm = await connect(address, **Security().get_connection_args("client"))
        await comm.close()

    try:
        asyncio.run(asyncio.wait_for(call(), _PATIENCE))
    except (TypeError, ValueError) as error:
        raise WorkersError(f"--cluster {address!r} is not an address like tcp://192.0.2.1:8786: {error}") from error
    except OSError as error:
        raise WorkersError(f"--cluster {address}: no Dask scheduler answers there") from error


def _check_versions(address: str, client: "Client") -> None:
    """WorkersError if the scheduler, which reads the tasks too, or a worker has not this version of clockspades."""

    def version() -> str:  # sent by value, as a function inside another: a worker may have no clockspades
        from importlib import import_module

        try:
            return f"version {import_module('clockspades').__version__}"
        except ImportError:
            return "none"

    for member, found in {
        "the scheduler": client.run_on_scheduler(version),
        **client.run(version, on_error="ignore"),
    }.items():
        if found != f"version {__version__}":
            raise WorkersError(
                f"--cluster {address}: all of it needs clockspades, version {__version__}, but {member} has {found}"
            )


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
