"""More than one machine: a dask cluster as a pool of `concurrent.futures`.

Apart from the sweep so that nobody who runs threads loads dask. It must not know a cell.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor as Pool
from contextlib import contextmanager
from typing import Any

from evidencelab.errors import ServiceError

CONNECT_SECONDS = 10


@contextmanager
def cluster_pool(workers: int, address: str | None) -> Iterator[Pool]:
    """Give a pool over a running cluster, or over one started on this machine for the while.

    Args:
        workers: Processes of a local cluster, each running one cell at a time.
        address: The scheduler's address; None starts a local cluster.

    Raises:
        ServiceError: The scheduler cannot be reached.
    """
    import dask

    distributed: Any = importlib.import_module("distributed")
    with dask.config.set({"distributed.comm.timeouts.connect": CONNECT_SECONDS}):
        if address is not None:
            try:
                client = distributed.Client(address, timeout=CONNECT_SECONDS)
            except (OSError, ValueError) as error:
                raise ServiceError(address, f"is no dask scheduler that answers ({error})") from error
            with client, client.get_executor(pure=False) as pool:
                yield pool
            return
        with (
            distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.ERROR,
            ) as cluster,
            distributed.Client(cluster) as client,
            client.get_executor(pure=False) as pool,
        ):
            yield pool
