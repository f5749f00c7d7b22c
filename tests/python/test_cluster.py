"""Distributed searches: with Dask, processes and threads, the result is the same as in one process,
even if workers are killed.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import BOARD, HOW, SPAWN, comparable

import fifteen
from fifteen import FifteenError, Solver, TableError, _fifteen, cluster
from fifteen._types import Mode

LONG = 300.0
"""Number of seconds after which a process is assumed to hang. Large enough for a busy machine."""


@pytest.fixture(scope="module")
def processes(folder: Path) -> Iterator[Executor]:
    """A pool of two processes, which inherit nothing from this process."""
    with ProcessPoolExecutor(2, mp_context=SPAWN) as processes:
        yield processes


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Any]:
    """A client of a Dask cluster with three workers. Each worker is a process with one thread."""
    distributed = pytest.importorskip("distributed")
    how = {"n_workers": 3, "threads_per_worker": 1, "dashboard_address": ":0", "worker_dashboard_address": None}
    with distributed.LocalCluster(**how) as workers, distributed.Client(workers) as client:
        yield client


def results_in(folder: Path) -> set[str]:
    """Returns the complete lines of all results files in a folder."""
    return {line for path in folder.glob("*-results-*") for line in path.read_text().splitlines(keepends=True) if line.endswith("\n")}


@pytest.fixture(params=["threads", "processes", "dask"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Each kind of executor."""
    if request.param == "threads":
        with ThreadPoolExecutor(3) as threads:
            yield threads
    elif request.param == "processes":
        yield request.getfixturevalue("processes")
    else:
        yield request.getfixturevalue("client").get_executor()


def test_every_mode_and_executor(executor: Executor, solver: Solver) -> None:
    modes: list[Mode] = ["plain", "fast"]
    for mode in modes:
        for finish in (False, True):
            found = cluster.solve(executor, solver, BOARD, mode=mode, finish_iteration=finish, split_after=5000, units=20)
            assert comparable(found) == comparable(solver.solve(BOARD, mode=mode, finish_iteration=finish))
            assert found.seconds is None


def test_the_command_goes_on_with_the_folder(processes: Executor, solver: Solver, alone: dict[str, Any], command: str, tmp_path: Path) -> None:
    seen: list[cluster.Progress] = []

    class Stop(Exception):
        """Raised in order to end the search early."""

    def progress(state: cluster.Progress) -> None:
        seen.append(state)
        if len(seen) == 9:
            raise Stop

    with pytest.raises(Stop):
        cluster.solve(processes, solver, BOARD, folder=tmp_path / "search", progress=progress, **HOW)
    assert [state.done for state in seen[:3]] == [1, 2, 3] and 20 <= seen[0].units <= 40
    assert str(seen[0]) == f"bound {seen[0].bound}: 1 of {seen[0].units} units"
    before = results_in(tmp_path / "search")
    assert len(before) == 9
    done = subprocess.run([command, "distribute", tmp_path / "search", "--json", "--verbose"], capture_output=True, text=True, check=True)
    assert comparable(fifteen.Solution.from_json(done.stdout)) == alone
    assert before < results_in(tmp_path / "search"), "what was done is kept"
    # The package also continues with the results that the command has written.
    assert comparable(cluster.solve(processes, solver, BOARD, folder=tmp_path / "search", **HOW)) == alone


def test_workers_of_dask_are_killed(client: Any, solver: Solver, alone: dict[str, Any]) -> None:
    workers = list(client.run(os.getpid).values())

    def kill(progress: cluster.Progress) -> None:
        if progress.done > 3 and len(workers) > 1:
            os.kill(workers.pop(), signal.SIGKILL)

    assert comparable(cluster.solve(client.get_executor(), solver, BOARD, progress=kill, **HOW)) == alone
    assert len(workers) == 1


def test_a_process_of_a_pool_is_killed(processes: Executor, solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=SPAWN) as broken:
        # Start both processes before the search. A process that Python starts at the moment at which
        # the pool breaks is never ended, and this program would wait for it for ever.
        list(broken.map(time.sleep, [0.1, 0.1]))

        def kill(progress: cluster.Progress) -> None:
            if progress.done == 5:
                next(iter(broken._processes.values())).kill()

        with pytest.raises(FifteenError, match=f"the executor is broken.*{tmp_path}: the same call goes on"):
            cluster.solve(broken, solver, BOARD, folder=tmp_path, progress=kill, **HOW)
        with pytest.raises(FifteenError, match="takes no more units"):
            cluster.solve(broken, solver, BOARD, folder=tmp_path, **HOW)
    before = results_in(tmp_path)
    assert len(before) >= 5
    assert comparable(cluster.solve(processes, solver, BOARD, folder=tmp_path, **HOW)) == alone
    assert before < results_in(tmp_path)


class Breaks(Executor):
    """An executor that breaks when it has 20 units, like a pool of which a process is killed: it marks
    the first unit as failed, but no other one yet."""

    def __init__(self) -> None:
        self.units: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.units.append(Future())
        if len(self.units) == 20:
            self.units[0].set_exception(BrokenExecutor("a process was killed"))
        return self.units[-1]


def test_the_units_of_a_broken_executor_are_not_cancelled(solver: Solver) -> None:
    executor = Breaks()
    with pytest.raises(FifteenError, match="the executor is broken"):
        cluster.solve(executor, solver, BOARD, **HOW)
    # An executor that breaks marks all its units as failed. That of Python 3.11 cannot do so with a
    # unit that was cancelled: its thread dies and leaves processes behind, and the program never
    # ends.
    for unit in executor.units[1:]:
        unit.set_exception(BrokenExecutor("a process was killed"))


DRIVER = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
import fifteen
from fifteen import cluster

def progress(state):
    if state.done == stop:
        print("stopped", flush=True)
        time.sleep(1000)

if __name__ == "__main__":
    folder, board, stop, context, dask = *sys.argv[1:3], int(sys.argv[3]), *sys.argv[4:]
    solver = fifteen.Solver(goal="first", heuristic="6-6-3")
    how = {"mode": "plain", "split_after": 5000, "units": 40, "folder": folder, "progress": progress}
    if dask:
        from distributed import Client
        with Client(dask) as client:
            print(cluster.solve(client.get_executor(), solver, board, **how).to_json(), flush=True)
    else:
        with ProcessPoolExecutor(2, mp_context=get_context(context)) as executor:
            print(cluster.solve(executor, solver, board, **how).to_json(), flush=True)
"""


def driver(script: Path, folder: Path, stop: int, context: str = "spawn", dask: str = "") -> subprocess.Popen[str]:
    """Starts a driver, a process that distributes a search. After `stop` units, it sleeps.

    The driver and the processes of its pool form a process group, so that a test can kill all of
    them together.
    """
    script.write_text(DRIVER)
    command = [sys.executable, str(script), str(folder), BOARD, str(stop), context, dask]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)


def kill(process: subprocess.Popen[str]) -> None:
    """Kills a driver and the processes of its pool."""
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.mark.skipif(os.name == "nt", reason="kills process groups")
def test_the_driver_is_killed(client: Any, solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    with driver(tmp_path / "driver.py", tmp_path / "search", 12, dask=client.scheduler.address) as process:
        assert process.stdout is not None and process.stdout.readline() == "stopped\n"
        kill(process)
    before = results_in(tmp_path / "search")
    assert len(before) >= 12
    # Add an incomplete line, as if the driver had been killed while it was writing a result.
    with next((tmp_path / "search").glob("*-results-1.jsonl")).open("a") as file:
        file.write('{"unit":1')
    seen: list[cluster.Progress] = []
    found = cluster.solve(client.get_executor(), solver, BOARD, folder=tmp_path / "search", progress=seen.append, **HOW)
    assert comparable(found) == alone
    after = results_in(tmp_path / "search")
    assert before < after and len(after) == len(before) + len(seen), "no unit was searched twice"


@pytest.mark.skipif(os.name == "nt", reason="kills process groups")
@pytest.mark.parametrize("runs", [2, pytest.param(50, marks=pytest.mark.slow)])
def test_drivers_and_their_pools_are_killed_at_random(runs: int, alone: dict[str, Any], tmp_path: Path) -> None:
    for run in range(runs):
        chance, pause, kills, before = random.Random(run), 1.0, 0, set[str]()
        while True:
            with driver(tmp_path / "driver.py", tmp_path / f"{run}", -1) as process:
                try:
                    out, _ = process.communicate(timeout=chance.uniform(0.1, pause))
                    assert process.returncode == 0
                    break
                except subprocess.TimeoutExpired:
                    kill(process)
                kills, pause = kills + 1, pause * 1.5
                kept = results_in(tmp_path / f"{run}")
                assert before <= kept
                before = kept
        assert comparable(fifteen.Solution.from_json(out)) == alone, f"run {run}, {kills} kills"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks with threads")
def test_a_pool_of_forked_processes(alone: dict[str, Any], tmp_path: Path) -> None:
    with driver(tmp_path / "driver.py", tmp_path / "search", -1, "fork") as process:
        out, _ = process.communicate(timeout=LONG)
    assert comparable(fifteen.Solution.from_json(out)) == alone


def test_ctrl_c(processes: Executor, solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        cluster.solve(processes, solver, BOARD, folder=tmp_path, progress=lambda _: signal.raise_signal(signal.SIGINT), **HOW)
    assert results_in(tmp_path)
    assert comparable(cluster.solve(processes, solver, BOARD, folder=tmp_path, **HOW)) == alone


def test_a_unit_that_fails(solver: Solver, alone: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fails, calls = 2, list[int]()

    def unreliable(job: str, unit: int, tables: list[str]) -> str:
        if unit == 7:
            calls.append(unit)
            if len(calls) <= fails:
                raise OSError("no space left")
        return _fifteen.search_unit(job, unit, tables)

    monkeypatch.setattr(cluster, "_search_unit", unreliable)
    with ThreadPoolExecutor(2) as threads:
        assert comparable(cluster.solve(threads, solver, BOARD, **HOW)) == alone
        fails, calls = 1000, []
        with pytest.raises(FifteenError, match="unit 7 of the iteration to bound .* has failed 4 times: .*no space left") as ended:
            cluster.solve(threads, solver, BOARD, folder=tmp_path, **HOW)
        assert isinstance(ended.value.__cause__, OSError) and len(calls) == 4
        fails = 0
        assert comparable(cluster.solve(threads, solver, BOARD, folder=tmp_path, **HOW)) == alone


def test_workers_without_tables_build_them(folder: Path, solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    wrong, built = tmp_path / "wrong", tmp_path / "built"
    wrong.mkdir()
    first, second, third = sorted(folder.glob("4x4*.pdb"))
    damaged = bytearray(first.read_bytes())
    damaged[-100] ^= 1
    (wrong / first.name).write_bytes(damaged)
    shutil.copy(third, wrong / second.name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIFTEEN_PDB_DIR", str(wrong))
        with ProcessPoolExecutor(2, mp_context=SPAWN) as others:
            assert comparable(cluster.solve(others, solver, BOARD, tables=built, **HOW)) == alone
    # The workers built only the first two tables. They found the third table in the file with the
    # name of the second.
    assert {path.name: path.read_bytes() for path in built.glob("*.pdb")} == {path.name: path.read_bytes() for path in (first, second)}
    assert (wrong / first.name).read_bytes() == damaged


def test_what_is_wrong_is_said(processes: Executor, solver: Solver, tmp_path: Path) -> None:
    with pytest.raises(fifteen.UnsolvableError, match="swaps"):
        cluster.solve(processes, solver, "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15")
    with pytest.raises(FifteenError, match="3x3"):
        cluster.solve(processes, solver, "1 2 3 / 4 5 6 / 7 8 0")
    with pytest.raises(FifteenError, match="ida"):
        cluster.solve(processes, Solver("3x3", heuristic="manhattan", algorithm="astar"), "8 6 7 / 2 5 4 / 3 0 1")
    for wrong, kind, message in (
        ({"units": 0}, FifteenError, "units must be at least 1; found 0"),
        ({"units": -1}, FifteenError, "units: expected a whole number"),
        ({"split_after": "x"}, TypeError, "split_after"),
        ({"mode": "fsat"}, FifteenError, "unknown mode 'fsat'"),
        ({"executor": 3}, TypeError, "expected an executor of concurrent.futures, .*; found 3"),
    ):
        arguments: dict[str, Any] = {"executor": processes, "solver": solver, "board": BOARD, **wrong}
        with pytest.raises(kind, match=message):
            cluster.solve(**arguments)
    assert cluster.solve(processes, solver, BOARD, folder=tmp_path).length == 57
    with pytest.raises(FifteenError, match="another search: its mode is fast, not plain; name another folder"):
        cluster.solve(processes, solver, BOARD, folder=tmp_path, mode="plain")
    with pytest.MonkeyPatch.context() as patch, pytest.warns(UserWarning, match="built in memory"):
        patch.setenv("FIFTEEN_PDB_DIR", str(tmp_path))
        with pytest.raises(TableError, match="memory"):
            cluster.solve(processes, Solver(goal="first"), BOARD)
