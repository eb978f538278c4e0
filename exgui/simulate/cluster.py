"""Fights on several machines, run by a scheduler of dask.distributed (the extra `exgui[cluster]`)."""

from __future__ import annotations

from concurrent.futures import Executor
from importlib import import_module
from typing import Any

from exgui.simulate.simulation import CannotSimulate
from exgui.simulate.work import Workers

SECONDS = "10s"
"""The longest wait for the scheduler."""


def on_cluster(address: str) -> Workers:
    """Return the workers of a cluster.

    Raises:
        CannotSimulate: dask.distributed is not installed, or nothing answers at that address.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise CannotSimulate('--cluster needs dask.distributed: pip install "exgui[cluster]"') from None
    try:
        client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise CannotSimulate(f"no scheduler answers at {address} ({' '.join(str(error).split())[:120]})") from None
    return client_workers(client)


def client_workers(client: Any) -> Workers:
    """Return the workers of a client of dask.distributed. They may come and go; if a worker dies, another takes its
    fights."""

    def make() -> Executor:
        executor: Executor = client.get_executor(pure=False, retries=10)
        return executor

    return Workers(make, lambda: sum(client.nthreads().values()) or 1)
