"""Measures how fast the package is, for the figures in docs/PYTHON.md. Run it on an idle machine.

Before you run this script, install the package as users do (``pip install .``), and build the
command with ``--release``. The environment variable FIFTEEN must contain the command's path:

    python tests/python/measure.py DIR        # the folder that contains the tables
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import pandas

import fifteen
from fifteen import Solver, Tables


def timed(task: Callable[[], Any]) -> tuple[float, Any]:
    """Runs a task, and returns the elapsed time in seconds and the result."""
    start = time.perf_counter()
    result = task()
    return time.perf_counter() - start, result


def rate(folder: str) -> None:
    """Compares the speed of `solve_many` with that of `fifteen solve` on random boards.

    Both must generate the same nodes.
    """
    boards = fifteen.random_boards(10_000, seed=1)
    solver = Solver(heuristic="7-8", tables=folder)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(" ".join(map(str, board)) + "\n" for board in boards))
        file.flush()
        command = [os.environ["FIFTEEN"], "solve", file.name, "--heuristic", "7-8", "--pdb", folder, "--json"]
        for _ in range(3):
            ours, found = timed(lambda: [s.generated for s in solver.solve_many(boards)])
            theirs, done = timed(lambda: subprocess.run(command, capture_output=True, text=True, check=True))
            assert found == [json.loads(line)["generated"] for line in done.stdout.splitlines()]
            print(f"Python {len(boards) / ours:,.0f} boards/s, command {len(boards) / theirs:,.0f} boards/s: {theirs / ours:.0%}")


def values(folder: str) -> None:
    """Measures how many boards per second of user time `Tables.h` evaluates on one thread.

    The output shows three rates. "along paths": each value takes a short search, because the memory
    limit of 0 does not allow the array with the rest of each distance. "first": the call also
    builds this array. "next": the call uses the array that the first call has built.
    """
    for heuristic, size in (
        ("6-6-3:no-reflection", "4x4"),
        ("6-6-3", "4x4"),
        ("7-8:no-reflection", "4x4"),
        ("7-8", "4x4"),
        ("7-8x2", "4x4"),
        ("6-6-6-6", "5x5"),
        ("manhattan", "4x4"),
    ):
        rates: list[float] = []
        for memory_limit in (0, None):
            tables = Tables(heuristic, size=size, tables=folder, memory_limit=memory_limit)
            for seed in (3, 4):
                boards = fifteen.random_boards(2_000_000, size=size, seed=seed)
                start = os.times().user
                tables.h(boards, threads=1)
                rates.append(len(boards) / (os.times().user - start))
        # Ignore the first rate along paths, because this call also maps the tables into memory.
        _, paths, first, following = rates
        print(
            f"{heuristic:20} {size}, {len(boards):,} boards: along paths {paths:10,.0f}/s, first {first:10,.0f}/s, "
            f"next {following:10,.0f}/s; one core",
            flush=True,
        )


def labels(folder: str) -> None:
    """Writes the lengths of a million 3x3 boards and 100,000 4x4 boards to Parquet files, and
    measures CPU time and peak memory.
    """
    boards = fifteen.random_boards(1_000_000, size="3x3", seed=1)
    _report("3x3", lambda: pandas.DataFrame({"board": list(boards), "moves": fifteen.distances(boards)}))
    results, solver = fifteen.Results(brief=True), Solver(heuristic="7-8", tables=folder)
    boards = fifteen.random_boards(100_000, seed=1)

    def solved() -> Any:
        results.extend(solver.solve_many(boards))
        return results.to_pandas()

    _report("4x4", solved)


def _report(size: str, make: Callable[[], Any]) -> None:
    before = os.times()
    with tempfile.NamedTemporaryFile(suffix=".parquet") as file:
        make().to_parquet(file.name)
        used = sum(os.times()[:2]) - sum(before[:2])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"labels of {size}: {used:.1f} s of CPU time, {memory / 1024:,.0f} MB, {os.path.getsize(file.name):,} bytes", flush=True)


if __name__ == "__main__":
    labels(sys.argv[1])
    rate(sys.argv[1])
    values(sys.argv[1])
