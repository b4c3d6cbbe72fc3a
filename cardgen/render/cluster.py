"""Workers on other machines: a Dask cluster as a pool.

In      the address of a Dask scheduler.
Out     an `Executor` that sends work there.

Needs the extra `cardgen[dask]`, and cardgen of the same version on every worker. A task
carries the PDF that it rasterises, and brings back the PNGs: nothing is shared but the
network. A worker that dies loses its tasks to another one; Dask sees to that.

Source  dask.distributed, "Client.get_executor" and "Resilience".
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

SCHEME = "dask://"
_PATIENCE = 10
"""Seconds to wait for the scheduler."""
_RETRIES = 3


class ClusterError(Exception):
    """There is no cluster to be had; the message is one clear sentence."""


class Cluster:
    """A connection to a Dask cluster, for as long as the context lasts."""

    def __init__(self, address: str) -> None:
        """Connect.

        Args:
            address: `dask://host:port`, of the scheduler.

        Raises:
            ClusterError: Dask is not installed, or nobody answers there.
        """
        if not address.startswith(SCHEME) or not address.removeprefix(SCHEME):
            raise ClusterError(
                f"`{address}` is no executor; write `--executor dask://host:8786`, the address "
                "that `dask scheduler` prints"
            )
        self._client = _connected("tcp://" + address.removeprefix(SCHEME))

    @property
    def size(self) -> int:
        """How many workers there are."""
        return len(self._client.scheduler_info(n_workers=-1)["workers"])

    @property
    def executor(self) -> Executor:
        executor: Executor = self._client.get_executor(retries=_RETRIES, pure=False)
        return executor

    def close(self) -> None:
        self._client.close()


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            "Dask is not installed here; run `pip install 'cardgen[dask]'`"
        ) from None
    try:
        connect: Any = Client
        return connect(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise ClusterError(
            f"nobody answers at {address}; is `dask scheduler` running there?"
        ) from None
