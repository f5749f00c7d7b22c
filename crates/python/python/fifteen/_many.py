"""Many boards over all cores: a thread takes boards from the caller's iterable, native threads solve them."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Iterator, Sized
from typing import Any

from . import _fifteen
from ._input import Numbered, numbered
from ._records import Solution
from ._types import Boards

WINDOW_PER_THREAD = 32
"""Boards in work or waiting for an earlier one, for each thread."""


class _Feed:
    """The state that the thread that takes boards shares with the iterator; it knows nothing of the iterator, which may be dropped."""

    def __init__(self, pool: _fifteen.Pool) -> None:
        self.pool = pool
        self.room = threading.Semaphore(WINDOW_PER_THREAD * pool.threads)
        self.taken = 0
        self.ended = False
        self.error: Any = None

    def take(self, boards: Iterator[Numbered]) -> None:
        """Passes boards to the pool as there is room."""
        try:
            while self.room.acquire() and not self.ended:
                board = next(boards, None)
                if board is None or self.ended:
                    break
                self.pool.put(*board)
                self.taken += 1
        except BaseException as error:  # It is raised where the solutions are asked for.
            self.error = error
        self.ended = True

    def stop(self) -> None:
        """Ends the work: nobody wants solutions any more."""
        self.ended = True
        self.room.release()
        self.pool.stop()


def solutions(pool: _fifteen.Pool, boards: Boards, size: str, progress: bool) -> Iterator[Solution]:
    """The solutions of boards, with a bar of tqdm if there is to be one."""
    found = Solutions(pool, numbered(boards, size))
    if not progress:
        return found
    from tqdm.auto import tqdm

    total = len(boards) if isinstance(boards, Sized) and not isinstance(boards, str) else None
    bar: Iterator[Solution] = iter(tqdm(found, total=total, unit="board"))
    return bar


class Solutions(Iterator[Solution]):
    """Solutions in the order of the boards. Several threads may take from one."""

    def __init__(self, pool: _fifteen.Pool, boards: Iterator[Numbered]) -> None:
        self._feed = _Feed(pool)
        self._ready: deque[Solution] = deque()
        self._received = 0
        self._turn = threading.Lock()
        self._stop = weakref.finalize(self, self._feed.stop)
        threading.Thread(target=self._feed.take, args=(boards,), name="fifteen-boards", daemon=True).start()

    def __next__(self) -> Solution:
        with self._turn:
            if not self._stop.alive:
                raise StopIteration
            try:
                return self._following()
            except BaseException:
                self._stop()
                raise

    def _following(self) -> Solution:
        feed = self._feed
        while True:
            # In this order: what was taken before the end is counted.
            ended = feed.ended
            if self._ready:
                return self._ready.popleft()
            if self._received < feed.taken or not ended:
                # All that are there: each change between the threads takes time.
                self._ready.extend(feed.pool.take())
                self._received += len(self._ready)
                if self._ready:
                    feed.room.release(len(self._ready))
            elif feed.error is not None:
                error, feed.error = feed.error, None
                raise error
            else:
                raise StopIteration
