"""Workers on other machines: a Dask cluster as a pool.

In      the address of a Dask scheduler.
Out     an `Executor` that sends work there.

Needs the extra `cardgen[dask]`, and cardgen of the same version on every worker. A task
carries the PDF that it rasterizes, and brings back the PNGs: nothing is shared but the
network. A worker that dies loses its tasks to another one; Dask sees to that. If the scheduler
is lost, or no worker is left, nothing waits for what will not come.

Source  dask.distributed, "Client.get_executor" and "Resilience".
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import suppress
from typing import Any
from weakref import WeakSet

SCHEME = "dask://"
_PATIENCE, _FIRST_WORKER = 10.0, 10.0
"""Seconds to wait for the scheduler, and for a first worker."""
_LOST, _ALONE = 3.0, 20.0
"""Seconds without a scheduler, without any worker, after which no more is expected."""
_GLANCE = 0.5
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
            ClusterError: Dask is not installed, nobody answers there, or no worker does.
        """
        if not address.startswith(SCHEME) or not address.removeprefix(SCHEME):
            raise ClusterError(
                f"`{address}` is no executor; write `--executor dask://host:8786`, the address "
                "that `dask scheduler` prints"
            )
        self._client = _connected("tcp://" + address.removeprefix(SCHEME))
        self._watched = _Watched(self._client)

    @property
    def size(self) -> int:
        """How many workers there are."""
        return _workers(self._client)

    @property
    def executor(self) -> Executor:
        return self._watched

    def close(self) -> None:
        self._watched.shutdown()
        self._client.close(timeout=_LOST)


class _Watched(Executor):
    """Dask's executor, whose futures end when the cluster does."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._inner: Executor = client.get_executor(retries=_RETRIES, pure=False)
        self._open: WeakSet[Future[Any]] = WeakSet()
        self._lost: ClusterError | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._lost is not None:
            raise self._lost
        inner = self._inner.submit(fn, *args, **kwargs)
        outer: Future[Any] = Future()
        outer.add_done_callback(lambda _: inner.cancel())
        inner.add_done_callback(lambda done: _hand_on(done, outer))
        self._open.add(outer)
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Ends the watch; the cluster is not ours to end."""
        self._ended.set()

    def _watch(self) -> None:
        """Count how long there has been nobody to do the work."""
        lost = alone = 0.0
        while not self._ended.wait(_GLANCE):
            running = self._client.status == "running"
            lost = 0.0 if running else lost + _GLANCE
            alone = alone + _GLANCE if running and not _workers(self._client) else 0.0
            if lost >= _LOST:
                self._give_up("the connection to the cluster is lost")
            elif alone >= _ALONE:
                self._give_up("no worker is left in the cluster")

    def _give_up(self, why: str) -> None:
        self._lost = _lost(why)
        for future in list(self._open):
            with suppress(InvalidStateError):  # done, or given up before
                future.set_exception(self._lost)


def _hand_on(inner: Future[Any], outer: Future[Any]) -> None:
    """What became of a task, in our words if the cluster gave it up."""
    with suppress(InvalidStateError):  # canceled, or given up before
        error = None if inner.cancelled() else inner.exception()
        if inner.cancelled() or isinstance(error, CancelledError):
            outer.set_exception(_lost("the connection to the cluster is lost"))
        elif error is not None and type(error).__name__ == "KilledWorker":
            outer.set_exception(_lost("worker after worker died of the same task"))
        elif error is not None:
            outer.set_exception(error)
        else:
            outer.set_result(inner.result())


def _lost(why: str) -> ClusterError:
    return ClusterError(f"{why}; the last output is as it was")


def _silence() -> None:
    """What matters of Dask's log is said in our words."""
    for name in ("asyncio", "tornado", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _workers(client: Any) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            "Dask is not installed here; run `pip install 'cardgen[dask]'`"
        ) from None
    _silence()
    client: Any = None
    try:
        connect: Any = Client
        client = connect(address, timeout=_PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=_FIRST_WORKER)
    except (OSError, TimeoutError, ValueError):
        if client is None:
            said = f"nobody answers at {address}; is `dask scheduler` running there?"
        else:
            client.close()
            said = f"no worker has joined the cluster; run `dask worker {address}` on some machine"
        raise ClusterError(said) from None
    return client
