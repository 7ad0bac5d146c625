"""Run a command of ptxisa with its work on a Dask cluster.

    dask scheduler                                                   # on one machine; it prints its address
    dask worker tcp://10.0.0.1:8786 --nthreads 1 --nworkers auto     # on each machine
    python -m tools.cluster tcp://10.0.0.1:8786 conform --boundaries
    python -m tools.cluster tcp://10.0.0.1:8786 vectors -o vectors

Needs `pip install 'distributed>=2024.8,<2027'` on each machine. Workers must have the same package, down to its bytes;
others are rejected. Anyone who reaches a scheduler can run programs on its workers: keep it in a trusted network.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor
from functools import partial
from typing import Any

from ptxisa.cli.main import main as ptxisa
from ptxisa.fingerprint import fingerprint
from ptxisa.spread import Workers

WINDOW = 1024
"""Items that a cluster has at a time."""
CONNECTION_SECONDS = 15
"""Time limit for the first answer of a scheduler."""


class ClusterError(Exception):
    """The cluster cannot be used; the message is one line."""


class Cluster:
    """Workers of a Dask scheduler, which reassigns the items of a worker that died."""

    window = WINDOW

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise ClusterError("a cluster needs Dask: pip install distributed") from None
        self.killed: tuple[type[BaseException], ...] = (KilledWorker,)
        try:
            self.client = Client(address, timeout=CONNECTION_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ClusterError(f"no Dask scheduler answers at {address[:80]}: {reason}") from None

    def start(self, alone: bool) -> Executor:
        """Return an executor on the workers."""
        return _CheckedExecutor(self.client.get_executor(pure=False))

    def stop(self, executor: Executor) -> None:
        """Cancel the tasks of an executor."""
        executor.shutdown(wait=False)

    def close(self) -> None:
        """Close the connection to the scheduler."""
        self.client.close()


class _CheckedExecutor(Executor):
    """An executor of Dask whose workers compare their package with that of this process."""

    def __init__(self, executor: Executor) -> None:
        self.executor, self.fingerprint = executor, fingerprint()

    def submit(self, work: Callable[..., Any], /, *items: Any, **named: Any) -> Any:
        return self.executor.submit(partial(on_worker, self.fingerprint, work), *items, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.executor.shutdown(wait=wait)


def on_worker(expected: str, work: Callable[[Any], Any], item: Any) -> Any:
    """Do the work on a worker with the same package."""
    if fingerprint() != expected:
        raise ClusterError(f"the package of a worker differs from that of this command: {os.path.dirname(__file__)}")
    return work(item)


def main(arguments: list[str]) -> int:
    """Run the command after the address of the scheduler."""
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    address, *command = arguments
    Workers.place = staticmethod(partial(Cluster, address))
    try:
        return ptxisa(command)
    except ClusterError as error:
        print(error, file=sys.stderr)
    except (CancelledError, ImportError) as error:
        gone = "the scheduler stopped" if isinstance(error, CancelledError) else f"on a worker: {error}"
        print(f"the work is not done: {gone}", file=sys.stderr)
    finally:
        Workers.place = None
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
