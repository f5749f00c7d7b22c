"""Workers that fail: their tasks go to others, and after a few failures they get none."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional, TypeVar, Union

from .._fifteen import FifteenError, TableError
from ._notes import warn
from ._tables import TablesLost

T = TypeVar("T")

TRIES = 3
"""Failures after which a worker is left out."""

PAUSE = 1.0
"""Seconds that a worker waits after each further failure."""

_failed = 0
"""Failures of this process."""

OF_THE_WORKER = (OSError, MemoryError, RuntimeError, TableError)
"""Errors that may not happen on another worker."""


@dataclass(frozen=True)
class Failure:
    """The result of a task on a worker that cannot do it."""

    worker: str
    """The worker's address in Dask, or its host and process."""
    host: str
    error: Exception

    def __str__(self) -> str:
        return f"worker {self.worker} on {self.host}: {type(self.error).__name__}: {self.error}"


def attempted(task: Callable[[], T]) -> Union[T, Failure]:
    """On a worker: the task's result, or the worker's failure."""
    global _failed
    try:
        return task()
    except TablesLost:
        raise
    except OF_THE_WORKER as error:
        _failed += 1
        if _failed > TRIES:
            # Engines that cannot leave a worker out would give it all tasks, for it is the first to be free.
            time.sleep(PAUSE)
        return Failure(_worker(), socket.gethostname(), error)


def _worker() -> str:
    if "distributed" in sys.modules:
        try:
            return str(sys.modules["distributed"].get_worker().address)
        except ValueError:
            pass  # It runs elsewhere.
    return f"{socket.gethostname()}:{os.getpid()}"


class Failures:
    """The failures of each worker."""

    def __init__(self) -> None:
        self.left_out: frozenset[str] = frozenset()
        """Workers that get no more tasks."""
        self._counts: Counter[str] = Counter()
        self._last: dict[str, Failure] = {}
        self._in_a_row = 0

    def add(self, failure: Failure, workers: Optional[list[str]], threads: int) -> None:
        """Counts a failure, and leaves its worker out after the last try; ``workers`` are all, if they are known."""
        self._counts[failure.worker] += 1
        self._in_a_row += 1
        self._last[failure.worker] = failure
        if self._counts[failure.worker] >= TRIES and failure.worker not in self.left_out:
            self.left_out |= {failure.worker}
            warn([f"{failure}; it gets no more tasks"])
        self.check(workers, threads)

    def succeeded(self) -> None:
        """A task was done."""
        self._in_a_row = 0

    def check(self, workers: Optional[list[str]], threads: int) -> None:
        """Looks whether there is still a worker that may work, or one of ``threads`` whose names are not known.

        :raises FifteenError: all are left out.
        """
        if workers is None:
            left = self._in_a_row < TRIES * threads
        else:
            left = any(worker not in self.left_out for worker in workers)
        if not self._last or left:
            return
        failures = list({f"{f.host}: {f.error}": f for f in self._last.values()}.values())
        kind = TableError if all(isinstance(f.error, TableError) for f in failures) else FifteenError
        raise kind(
            f"every worker has failed {TRIES} times, so none is left: {'; '.join(map(str, failures))}; "
            "when that is mended, the same call goes on from its checkpoint"
        ) from failures[-1].error
