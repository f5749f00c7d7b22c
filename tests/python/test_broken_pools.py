"""Pools that break without a word: no result of theirs comes any more, and the search goes on with another pool."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import BOARD, HOW, comparable

from fifteen import FifteenError, Solution, Solver, cluster


class Forgetful(Executor):
    """Breaks after some tasks, as a pool of processes does before Python 3.12: without an end of the futures that are out."""

    _max_workers = 2

    def __init__(self, tasks: int) -> None:
        self._threads, self._left = ThreadPoolExecutor(2), tasks
        self._broken: Any = False

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Future[Any]:
        """Does the first tasks, and none after them."""
        if self._broken:
            raise RuntimeError(self._broken)
        if self._left == 0:
            self._broken = "a process was terminated"
            return Future()
        self._left -= 1
        return self._threads.submit(function, *arguments, **keywords)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends its threads."""
        self._threads.shutdown(wait)


@pytest.mark.parametrize("tasks", [0, 1, 9])
def test_futures_that_never_end(tasks: int, solver: Solver, alone: dict[str, Any]) -> None:
    pools: list[Executor] = []

    def make() -> Executor:
        pools.append(ThreadPoolExecutor(2) if pools else Forgetful(tasks))
        return pools[-1]

    start = time.monotonic()
    assert comparable(cluster.solve(make, solver, BOARD, **HOW)) == alone
    assert len(pools) == 2 and time.monotonic() - start < 10
    for pool in pools:
        pool.shutdown()


SCRIPT = """
import os, signal, sys
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context

import fifteen
from fifteen import cluster

pools = []

def make():
    pools.append(ProcessPoolExecutor(2, mp_context=get_context("spawn")))
    return pools[-1]

def strike(progress):
    # A future that was cancelled, and then a process that is killed.
    if progress.done == 3 and len(pools) == 1:
        waiting = [pools[0].submit(os.getpid) for _ in range(8)]
        waiting[-1].cancel()
        os.kill(next(iter(pools[0]._processes)), signal.SIGKILL)

if __name__ == "__main__":
    solver = fifteen.Solver(goal="first", heuristic="6-6-3")
    print(cluster.solve(make, solver, sys.argv[1], mode="plain", first=5000, units=40, progress=strike).to_json())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process by a signal")
def test_a_script_ends_though_a_pool_broke(alone: dict[str, Any], tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run([sys.executable, str(script), BOARD], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert comparable(Solution.from_json(done.stdout)) == alone


def test_a_pool_that_was_given(solver: Solver) -> None:
    with Forgetful(9) as pool, pytest.raises(FifteenError, match="the pool is broken .a process was terminated.*with a new pool"):
        cluster.solve(pool, solver, BOARD, **HOW)
