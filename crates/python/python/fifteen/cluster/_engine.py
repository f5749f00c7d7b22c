"""Engines: where tasks run. The driver knows nothing but this; :class:`Engine` runs them in any executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any, Optional, Union

from .._fifteen import FifteenError

FAILED = "the same call goes on from its checkpoint"
"""The remedy of most errors."""

Pool = Union[Executor, Any]
"""An executor; or a pool with ``apply_async``, as those of ``multiprocessing`` and of Ray."""


class Lost(Exception):
    """A task's worker is gone, and the task with it."""

    def __init__(self, message: str, suspect: bool = False) -> None:
        super().__init__(message)
        self.suspect = suspect
        """True if it was this task that the worker worked on, each time."""


class Engine:
    """An executor: processes, threads, MPI; or a pool with ``apply_async``.

    A pool of processes breaks when one of them is killed. Where a function that makes pools was given, it makes a new one.
    """

    can_fetch = False
    """True if tables can be sent through the engine."""

    def __init__(self, pool: Any) -> None:
        self._make: Optional[Callable[[], Pool]] = None if is_pool(pool) else pool
        self._pool: Any = pool if self._make is None else self._make()
        if not is_pool(self._pool):
            raise TypeError(f"the function must return an executor; found {self._pool!r}")

    def submit(self, line: int, avoided: frozenset[str], function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Sends a task out. Those of earlier boards go first, and not to workers to be avoided, if the engine can tell them.

        :raises FifteenError: the pool is broken or closed.
        """
        try:
            return self._sent(function, arguments)
        except (RuntimeError, ValueError) as error:  # Broken, or shut down.
            self.renew(error)
            return self._sent(function, arguments)

    def _sent(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Future[Any]:
        if hasattr(self._pool, "submit"):
            sent: Future[Any] = self._pool.submit(function, *arguments)
            return sent
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # It cannot be taken back.
        self._pool.apply_async(function, arguments, callback=future.set_result, error_callback=future.set_exception)
        return future

    def outcome(self, future: Future[Any]) -> object:
        """The result of a future that is done, or the exception."""
        try:
            return future.result(timeout=0)
        except (BrokenExecutor, CancelledError) as error:
            self.renew(error)
            return Lost(str(error) or type(error).__name__)
        except Exception as error:
            return error

    def renew(self, error: BaseException) -> None:
        """Makes a new pool in place of a broken one.

        :raises FifteenError: there is no function that makes one.
        """
        if self._make is None:
            raise FifteenError(
                f"the pool is broken ({error}): a process of it was killed, or it was shut down; with a new pool {FAILED}; "
                "with a function that makes pools instead of a pool, a new one is made at once"
            ) from error
        try:
            self._sent(os.getpid, ())
        except (RuntimeError, ValueError):
            self._end(self._pool)
            self._pool = self._make()

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        """Takes back tasks that are not needed."""
        for future in futures:
            future.cancel()

    def threads(self, left_out: frozenset[str]) -> int:
        """Tasks that run at once."""
        names = ("num_workers", "_max_workers", "_processes")
        found = (getattr(self._pool, name, None) for name in names)
        return next((n for n in found if isinstance(n, int) and n > 0), os.cpu_count() or 1)

    def workers(self) -> Optional[list[str]]:
        """The workers' names, if they are known.

        :raises FifteenError: the engine is gone.
        """
        return None

    def publish(self, job: str) -> None:
        """Sends out the tables of a search, for workers to fetch."""

    def close(self) -> None:
        """Ends what was started here."""
        if self._make is not None:
            self._end(self._pool)

    @staticmethod
    def _end(pool: Pool) -> None:
        if hasattr(pool, "shutdown"):
            pool.shutdown(wait=False)
        elif hasattr(pool, "terminate"):
            pool.terminate()


def is_pool(value: object) -> bool:
    """True for an executor, or a pool with ``apply_async``."""
    return isinstance(value, Executor) or hasattr(value, "apply_async")
