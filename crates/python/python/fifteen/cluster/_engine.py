"""Engines: where tasks run. The driver knows nothing but this; :class:`Engine` runs them in any executor."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, InvalidStateError
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
        # What the driver waits for, and the pool's own future of it, if the pool has futures. A pool of processes that breaks
        # may forget some of its own (before Python 3.12 all that follow a cancelled one).
        self._out: dict[Future[Any], Optional[Future[Any]]] = {}
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
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        if hasattr(self._pool, "submit"):
            own: Future[Any] = self._pool.submit(function, *arguments)
            self._out[future] = own
            own.add_done_callback(lambda own: _pass_on(own, future))
            return future
        self._pool.apply_async(
            function, arguments, callback=lambda value: _resolve(future, value), error_callback=lambda error: _resolve(future, error=error)
        )
        self._out[future] = None
        return future

    def outcome(self, future: Future[Any]) -> object:
        """The result of a future that is done, or the exception."""
        self._out.pop(future, None)
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
        if self._works():
            return
        self._end(self._pool)
        self._pool = self._make()
        for future in list(self._out):
            _resolve(future, error=Lost(f"its pool is broken ({error})"))

    def _works(self) -> bool:
        """True if the pool takes tasks: it is not the one that broke, but a new one."""
        if self._fault():
            return False
        try:
            self._out.pop(self._sent(os.getpid, ()))
        except (RuntimeError, ValueError):
            return False
        return True

    def _fault(self) -> str:
        """The reason for which a pool of processes is broken; empty if it is not, and for other pools."""
        return str(getattr(self._pool, "_broken", False) or "")

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        """Takes back tasks that are not needed."""
        for future in futures:
            own = self._out.pop(future, None)
            if own is not None:
                own.cancel()

    def threads(self, left_out: frozenset[str]) -> int:
        """Tasks that run at once."""
        names = ("num_workers", "_max_workers", "_processes")
        found = (getattr(self._pool, name, None) for name in names)
        return next((n for n in found if isinstance(n, int) and n > 0), os.cpu_count() or 1)

    def workers(self) -> Optional[list[str]]:
        """The workers' names, if they are known.

        :raises FifteenError: the engine is gone.
        """
        if self._fault():
            self.renew(BrokenExecutor(self._fault()))
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
            manager, processes = getattr(pool, "_executor_manager_thread", None), getattr(pool, "_processes", None)
            pool.shutdown(wait=False)
            if isinstance(manager, threading.Thread) and isinstance(processes, dict):
                threading.Thread(target=_end_processes, args=(manager, processes), daemon=True).start()
        elif hasattr(pool, "terminate"):
            pool.terminate()


def _end_processes(manager: threading.Thread, processes: dict[int, Any]) -> None:
    """Ends what a pool of processes leaves behind, when the thread that manages it has ended.

    A pool that breaks may forget its processes, as it forgets futures, and the interpreter would wait for them at its end.
    """
    manager.join()
    for process in list(processes.values()):
        process.kill()


def _pass_on(own: Future[Any], future: Future[Any]) -> None:
    """Gives the driver the result of the pool's future."""
    if own.cancelled():
        _resolve(future, error=CancelledError())
    elif own.exception() is not None:
        _resolve(future, error=own.exception())
    else:
        _resolve(future, own.result())


def _resolve(future: Future[Any], value: object = None, error: Optional[BaseException] = None) -> None:
    """Ends a future, unless it has ended already: the pool and the driver may both find out that it is broken."""
    try:
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)
    except InvalidStateError:
        pass


def is_pool(value: object) -> bool:
    """True for an executor, or a pool with ``apply_async``."""
    return isinstance(value, Executor) or hasattr(value, "apply_async")
