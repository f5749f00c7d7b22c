"""Workers that fail: their tasks go to others, and after a few failures they get none."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, Union

from distributed import get_worker

from .._fifteen import FifteenError, TableError
from .._notes import warn
from ._tables import TablesLost

T = TypeVar("T")

TRIES = 3
"""Failures after which a worker is left out."""

OF_THE_WORKER = (OSError, MemoryError, RuntimeError, TableError)
"""Errors that may not happen on another worker."""


@dataclass(frozen=True)
class Failure:
    """What a task returns from a worker on which it cannot be done."""

    worker: str
    """The worker's address."""
    host: str
    error: Exception

    def __str__(self) -> str:
        return f"worker {self.worker} on {self.host}: {type(self.error).__name__}: {self.error}"


def attempted(task: Callable[[], T]) -> Union[T, Failure]:
    """On a worker: the task's result, or the worker's failure."""
    try:
        return task()
    except TablesLost:
        raise
    except OF_THE_WORKER as error:
        return Failure(get_worker().address, socket.gethostname(), error)


class Failures:
    """The failures of each worker."""

    def __init__(self) -> None:
        self.left_out: frozenset[str] = frozenset()
        """Workers that get no more tasks."""
        self._counts: Counter[str] = Counter()
        self._last: dict[str, Failure] = {}

    def add(self, failure: Failure, workers: list[str]) -> None:
        """Counts a failure, and leaves its worker out after the last try; ``workers`` are all that there are."""
        self._counts[failure.worker] += 1
        self._last[failure.worker] = failure
        if self._counts[failure.worker] >= TRIES and failure.worker not in self.left_out:
            self.left_out |= {failure.worker}
            warn([f"{failure}; it gets no more tasks"])
        self.check(workers)

    def check(self, workers: list[str]) -> None:
        """Looks whether there is still a worker that may work.

        :raises FifteenError: all are left out.
        """
        if not self._last or any(worker not in self.left_out for worker in workers):
            return
        failures = list({f"{f.host}: {f.error}": f for f in self._last.values()}.values())
        kind = TableError if all(isinstance(f.error, TableError) for f in failures) else FifteenError
        raise kind(
            f"every worker has failed {TRIES} times, so none is left: {'; '.join(map(str, failures))}; "
            "when that is mended, the same call goes on from its checkpoint"
        ) from failures[-1].error
