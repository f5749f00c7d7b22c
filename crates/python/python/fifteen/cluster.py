"""One search over a Dask cluster: units go out as tasks, their results come back, the bound rises until there is a solution.

Needs the package ``distributed`` (``pip install '.[cluster]'``), and on every worker this package and the same tables.

>>> from distributed import Client, LocalCluster  # doctest: +SKIP
>>> import fifteen, fifteen.cluster  # doctest: +SKIP
>>> solver = fifteen.Solver(heuristic="7-8")  # doctest: +SKIP
>>> with Client(LocalCluster()) as client:  # doctest: +SKIP
...     solution = fifteen.cluster.solve(client, solver, "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1")
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional, Union

from distributed import Client, Future, KilledWorker, as_completed

from . import work
from ._fifteen import FifteenError, Solution
from ._solver import Solver
from ._types import Board, Mode, Paths

__all__ = ["solve"]


def _work(unit: str, tables: Optional[list[str]]) -> str:
    """What a worker does."""
    return work.work(unit, tables=tables)


def solve(
    client: Client,
    solver: Solver,
    board: Board,
    *,
    mode: Mode = "fast",
    finish_iteration: bool = False,
    first: int = 1_000_000,
    units: Optional[int] = None,
    tables: Optional[Paths] = None,
    retries: int = 3,
    checkpoint: Union[str, "os.PathLike[str]", None] = None,
    progress: Optional[Callable[[int, int, int], object]] = None,
) -> Solution:
    """A shortest solution, with the counts that one machine has; ``seconds`` is None.

    :param solver: splits the board here; workers open the same tables by themselves.
    :param first: iterations are searched here until one expands so many nodes.
    :param units: of an iteration, about so many; by default as many as take seconds each.
    :param tables: where workers look for tables.
    :param retries: how often a unit whose worker was lost is sent out again.
    :param checkpoint: a folder that keeps the state: the same call after a failure goes on there.
    :param progress: called with the bound, the units done and the units in all, after each unit.
    :raises FifteenError: a unit cannot be worked on; or the checkpoint is another board's.
    """
    paths = None if tables is None else [os.fspath(t) for t in ([tables] if isinstance(tables, (str, os.PathLike)) else tables)]
    state = _Checkpoint(checkpoint)
    found = state.load()
    if found is None:
        job, lines = work.split(solver, board, mode=mode, finish_iteration=finish_iteration, first=first, units=units)
        results: dict[int, str] = {}
        state.begin(job, lines)
    else:
        job, lines, results = found
        again, _ = work.split(solver, board, mode=mode, finish_iteration=finish_iteration, first=1, units=1)
        if not _same_search(job, again):
            raise FifteenError(f"{checkpoint} holds the state of another search; name another folder, or remove it")
    while True:
        _iteration(client, lines, results, paths, retries, state, progress)
        merged = work.merge(job, lines, list(results.values()))
        if isinstance(merged, Solution):
            return merged
        job, lines = work.resume(merged, tables=paths, units=units)
        results = {}
        state.begin(job, lines)


def _iteration(
    client: Client,
    lines: list[str],
    results: dict[int, str],
    tables: Optional[list[str]],
    retries: int,
    state: _Checkpoint,
    progress: Optional[Callable[[int, int, int], object]],
) -> None:
    """Works on all units that have no result, up to the first with a solution."""
    finish = bool(lines) and bool(json.loads(lines[0])["search"]["finish_iteration"])
    bound = int(json.loads(lines[0])["search"]["bound"]) if lines else 0
    solved = min((u for u, r in results.items() if not finish and _has_solution(r)), default=len(lines))
    left = [unit for unit in range(len(lines)) if unit not in results and unit <= solved]
    tries = dict.fromkeys(left, 0)

    def submit(unit: int) -> Future:
        return client.submit(_work, lines[unit], tables, pure=False, priority=-unit, retries=retries)

    # A worker that is lost costs a task one try.
    futures = {submit(unit): unit for unit in left}
    completed = as_completed(list(futures))
    try:
        for future in completed:
            unit = futures[future]
            if future.cancelled():
                continue
            try:
                result = str(future.result())
            except KilledWorker:
                tries[unit] += 1
                if tries[unit] > retries:
                    raise
                replacement = submit(unit)
                futures[replacement] = unit
                completed.add(replacement)
                continue
            results[unit] = result
            state.add(result)
            if progress is not None:
                progress(bound, len(results), len(lines))
            if not finish and unit < solved and _has_solution(result):
                solved = unit
                # One machine would not come to these.
                client.cancel([f for f, u in futures.items() if u > solved and not f.done()], force=True)
            if all(u in results for u in range(min(solved + 1, len(lines)))):
                return
    finally:
        client.cancel([f for f in futures if not f.done()], force=True)


def _has_solution(result: str) -> bool:
    return json.loads(result)["solution"] is not None


def _same_search(job: str, other: str) -> bool:
    """Whether two jobs are of one search, whatever iteration they are at."""

    def search(line: str) -> dict[str, Any]:
        fields = json.loads(line)
        return {**fields["search"], "bound": None}

    return search(job) == search(other)


class _Checkpoint:
    """The job in hand and the results so far, in two files; nothing, if no folder is named."""

    def __init__(self, folder: Union[str, "os.PathLike[str]", None]) -> None:
        self._folder = None if folder is None else Path(folder)
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)

    def load(self) -> Optional[tuple[str, list[str], dict[int, str]]]:
        """The job, its units, and the results by unit."""
        if self._folder is None or not (self._folder / "units.jsonl").exists():
            return None
        job, *lines = (self._folder / "units.jsonl").read_text().splitlines()
        digest = json.loads(job)["digest"]
        path = self._folder / "results.jsonl"
        text = path.read_text() if path.exists() else ""
        complete = text[: text.rfind("\n") + 1]
        if complete != text:
            # What was written when it was stopped.
            path.write_text(complete)
        # A result of an earlier iteration belongs to another job.
        results = [(json.loads(line), line) for line in complete.splitlines()]
        return job, lines, {int(fields["unit"]): line for fields, line in results if fields["job"] == digest}

    def begin(self, job: str, lines: list[str]) -> None:
        """A new iteration."""
        if self._folder is None:
            return
        whole = self._folder / "units.jsonl.new"
        whole.write_text("\n".join([job, *lines]) + "\n")
        os.replace(whole, self._folder / "units.jsonl")
        (self._folder / "results.jsonl").unlink(missing_ok=True)

    def add(self, result: str) -> None:
        """A result more."""
        if self._folder is None:
            return
        with open(self._folder / "results.jsonl", "a", encoding="utf-8") as file:
            file.write(result + "\n")
            file.flush()
