"""The tasks of workers: boards to be split, and units to be searched. A worker needs nothing but this package."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Optional, Union

from .. import _fifteen, work
from .._types import Mode
from ._failures import Failure, attempted
from ._search import Search
from ._tables import Tables
from ._units import Units


@dataclass(frozen=True)
class Options:
    """The options of a search, the same for all boards."""

    mode: Mode
    finish_iteration: bool
    first: int
    units: Optional[int]
    retries: int
    tables: Tables


@dataclass(frozen=True)
class Task:
    """The work behind a future: boards to be split, or a unit of one."""

    searches: tuple[Search, ...]
    unit: Optional[int]
    bound: int
    tries: int = 0
    asked: tuple[Optional[int], ...] = ()
    """The number of units asked for, for each board to be split."""
    failed_on: frozenset[str] = frozenset()
    """Workers that have failed on it."""
    since: float = 0.0
    """The time at which it was handed out."""

    def __str__(self) -> str:
        return f"board {self.searches[0].line}, {'boards' if self.unit is None else f'unit {self.unit}'}"


@dataclass(frozen=True)
class Splits:
    """The result of a task of boards."""

    boards: list[tuple[str, Units]]
    """For each board: its job and its units; none if the board was solved on the way."""
    seconds: float


def split_boards(jobs: list[tuple[str, Optional[int]]], options: Options) -> Union[Splits, Failure]:
    """On a worker: searches the first iterations of boards, or splits their next ones."""

    def split() -> Splits:
        start = time.perf_counter()
        # Boards of one task are of one search, with the same tables.
        files = options.tables.files(jobs[0][0])
        boards = [_fifteen.resume(job, files, units, options.first, 1) for job, units in jobs]
        return Splits([(job, Units(units)) for job, units in boards], time.perf_counter() - start)

    return attempted(split)


def work_on(unit: str, tables: Tables) -> Union[str, Failure]:
    """On a worker: searches a unit."""
    return attempted(lambda: work.work(unit, tables=tables.files(unit)))
