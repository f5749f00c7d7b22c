"""Searches over any executor: threads, processes, pools of ``multiprocessing``, MPI; and workers that are killed or stall."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import BOARD, HOW, SPAWN, comparable, published

import fifteen
from fifteen import FifteenError, Solver, cluster
from fifteen.cluster import _driver, _failures
from fifteen.cluster._tasks import work_on


def test_threads_processes_and_pools(solver: Solver, alone: dict[str, Any]) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert comparable(cluster.solve(threads, solver, BOARD, **HOW)) == alone
    with ProcessPoolExecutor(2, mp_context=SPAWN) as processes:
        assert comparable(cluster.solve(processes, solver, BOARD, **HOW)) == alone
    # The interface of Ray's pool is that of multiprocessing.
    with SPAWN.Pool(2) as pool:
        assert comparable(cluster.solve(pool, solver, BOARD, **HOW)) == alone


def test_easy_boards_in_batches(solver: Solver) -> None:
    easy = Solver("3x3", heuristic="manhattan")
    boards = fifteen.random_boards(3000, size="3x3")
    with ThreadPoolExecutor(2) as threads:
        found = list(cluster.solve_many(threads, easy, boards))
    assert [(s.line, s.generated) for s in found] == [(s.line, s.generated) for s in easy.solve_many(boards)]


def test_what_an_executor_cannot(solver: Solver) -> None:
    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(FifteenError, match='missing="fetch" needs Dask'):
            cluster.solve(threads, solver, BOARD, missing="fetch")
    with pytest.raises(FifteenError, match="the pool is broken .*shutdown.* with a new pool"):
        cluster.solve(threads, solver, BOARD)
    with pytest.raises(TypeError, match="must return an executor; found 3"):
        cluster.solve(lambda: 3, solver, BOARD)


def kill_a_process(pool: ProcessPoolExecutor, chance: random.Random) -> None:
    """Kills one of a pool's processes, if it has started any."""
    processes = list((pool._processes or {}).values())
    if processes and (pid := chance.choice(processes).pid) is not None:
        os.kill(pid, signal.SIGKILL)


def test_processes_that_are_killed(solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    pools: list[ProcessPoolExecutor] = []

    def make() -> ProcessPoolExecutor:
        pools.append(ProcessPoolExecutor(2, mp_context=SPAWN))
        return pools[-1]

    chance, seen = random.Random(1), 0

    def kill(progress: cluster.Progress) -> None:
        nonlocal seen
        seen += 1
        if seen in (3, 9):
            kill_a_process(pools[-1], chance)

    assert comparable(cluster.solve(make, solver, BOARD, progress=kill, **HOW)) == alone
    assert 2 <= len(pools) <= 3, "a new pool for each that broke"
    # Without the function, the error says what to do, and the checkpoint goes on.
    checkpoint, seen = tmp_path / "state", 0
    with pytest.raises(FifteenError, match="a process of it was killed.*with a new pool"):
        cluster.solve(make(), solver, BOARD, progress=kill, checkpoint=checkpoint, **HOW)
    assert comparable(cluster.solve(make, solver, BOARD, checkpoint=checkpoint, **HOW)) == alone
    for pool in pools:
        pool.shutdown()


def test_many_workers_of_which_some_stall_or_fail(
    solver: Solver, alone: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """200 workers, of which a tenth is struck: half of these stall until the end, half fail as by a full disk."""
    chance, lock, over = random.Random(2), threading.Lock(), threading.Event()
    struck: dict[int, str] = {}

    def unreliable(unit: str, tables: Any) -> Any:
        me = threading.get_ident()
        with lock:
            fate = struck.get(me)
            if fate is None and chance.random() < 0.1 and len(struck) < 20:
                fate = struck[me] = "stalls" if len(struck) % 2 else "fails"
        if fate == "stalls":
            over.wait()
        if fate == "fails":
            return _failures.Failure(f"thread {me}", "here", OSError("no space left"))
        return work_on(unit, tables)

    monkeypatch.setattr(_driver, "work_on", unreliable)
    monkeypatch.setattr(_driver, "STALLED_SECONDS", 0.5)
    monkeypatch.setattr(_driver, "ASK", 0.3)
    with ThreadPoolExecutor(200) as threads:
        try:
            found = cluster.solve(threads, solver, BOARD, **{**HOW, "units": 400})
        finally:
            over.set()
    assert comparable(found) == alone
    assert sum(fate == "stalls" for fate in struck.values()) >= 5, struck


def test_a_pool_of_which_every_worker_fails(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Any:
        return _failures.attempted(lambda: os.mkdir("/dev/null/folder"))

    monkeypatch.setattr(_driver, "split_boards", fails)
    monkeypatch.setattr(_failures, "PAUSE", 0.01)
    with ThreadPoolExecutor(2) as threads, pytest.warns(UserWarning, match="gets no more tasks"):
        with pytest.raises(FifteenError, match="every worker has failed 3 times"):
            cluster.solve(threads, solver, BOARD)


SCRIPT = """
import sys
import fifteen
from fifteen import cluster
from mpi4py.futures import MPIPoolExecutor

if __name__ == "__main__":
    solver = fifteen.Solver(goal="first", heuristic="6-6-3")
    with MPIPoolExecutor() as processes:
        print(cluster.solve(processes, solver, sys.argv[1], mode="plain", first=5000, units=40).to_json())
"""


OPEN_MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
}
"""Settings that Open MPI needs in a container of two cores; other kinds of MPI ignore it."""


def test_mpi(alone: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    start = shutil.which("mpiexec") or shutil.which("mpiexec", path=str(Path(sys.executable).parent))
    if start is None:
        pytest.skip("there is no mpiexec")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [start, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script), BOARD]
    environment = {**os.environ, **OPEN_MPI}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert comparable(fifteen.Solution.from_json(done.stdout)) == alone


@pytest.mark.slow
def test_hard_boards_over_processes(large_tables: Path) -> None:
    """The 17 boards of 80 moves, and one of the 24-puzzle. Plain mode, for fast mode alone may end a long search sooner."""
    rows = {row[0]: board for row, board in published("korf24_50.txt")}
    for solver, boards in (
        (Solver(goal="first", heuristic="7-8", tables=large_tables), [b for _, b in published("hardest17_goal_blank_first.txt")]),
        (Solver("5x5", goal="first", heuristic="6-6-6-6x5", tables=large_tables), [rows["38"]]),
    ):
        with ProcessPoolExecutor(2, mp_context=SPAWN) as processes:
            how: dict[str, Any] = {"mode": "plain", "first": 200_000, "tables_dir": large_tables, "missing": "error"}
            found = [comparable(solution) for solution in cluster.solve_many(processes, solver, boards, **how)]
        assert found == [comparable(solution) for solution in solver.solve_many(boards, mode="plain")]
