"""Runs in which processes, schedulers and drivers are killed at random: nothing wrong, nothing lost, and no long wait."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import BOARD, HOW, SPAWN, comparable, dask_scheduler

import fifteen
from fifteen import FifteenError, Solver, cluster

LONGEST = 10.0
"""Seconds without a result or a blow that would be a hang, on a machine with up to eight busy processes for each core."""
BUSY = 8.0


def hang() -> float:
    """The limit of a wait: :data:`LONGEST`, and more only on a machine that is busier than :data:`BUSY` processes a core."""
    return LONGEST * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) / BUSY)


class Killed(Exception):
    """The driver is struck."""


class Watch:
    """The longest time between two events, and what they were."""

    def __init__(self) -> None:
        self.longest, self.blows, self._last = 0.0, 0, time.monotonic()
        self._before, self._between = "start", ""

    def event(self, what: str) -> None:
        """Something has come."""
        now = time.monotonic()
        if now - self._last > self.longest:
            self.longest, self._between = now - self._last, f"{self._before} and {what}"
        self._last, self._before = now, what

    def restart(self) -> None:
        """Begins anew: the test itself has waited, for processes that it started."""
        self._last, self._before = time.monotonic(), "a new driver"

    def __str__(self) -> str:
        return f"{self.blows} blows, {self.longest:.1f} s at most without an event, between {self._between}"


def run(engine: Any, solver: Solver, checkpoint: Path, watch: Watch, strike: Callable[[], object]) -> dict[str, Any]:
    """The solution of a driver that is started again until it has one."""

    def progress(_: object) -> None:
        watch.event("a result")
        strike()

    for _ in range(50):
        try:
            where = engine() if isinstance(engine, DaskCluster) else engine
            watch.restart()
            return comparable(cluster.solve(where, solver, BOARD, checkpoint=checkpoint, progress=progress, **HOW))
        except Killed:
            watch.event("the end of a driver")
        except FifteenError as error:
            watch.event("an error")
            # Without its workers a search has only the bad one left, and says so; the next driver finds others.
            assert "scheduler" in str(error) or "every worker has failed" in str(error), error
    raise AssertionError("50 drivers were not enough")


@pytest.mark.slow
def test_a_hundred_runs_over_a_pool(solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    watch = Watch()
    for seed in range(100):
        chance, pools = random.Random(seed), []

        def make() -> ProcessPoolExecutor:
            watch.event("a new pool")
            pools.append(ProcessPoolExecutor(2, mp_context=SPAWN))
            return pools[-1]

        def strike() -> None:
            drawn = chance.random()
            if drawn < 0.03 and len(pools) < 4:
                watch.blows += 1
                for process in list((pools[-1]._processes or {}).values())[:1]:
                    process.kill()
            elif drawn < 0.05:
                watch.blows += 1
                raise Killed

        assert run(make, solver, tmp_path / f"{seed}", watch, strike) == alone, seed
        for pool in pools:
            pool.shutdown()
    print(f"100 runs: {watch}")
    assert watch.longest < hang() and watch.blows > 30
    for child in multiprocessing.active_children():
        child.join(LONGEST)
    assert not multiprocessing.active_children(), "the interpreter would wait for them at its end"


class DaskCluster:
    """A scheduler, two workers, and one that cannot make its folder; what is killed is started again."""

    def __init__(self, folder: Path, bad: Path, cwd: Path) -> None:
        self._folders, self._cwd = (folder, folder, bad), cwd
        self._scheduler: Any = None
        self._address = ""
        self._workers: list[Any] = []

    def __call__(self) -> str:
        """The address; starts what is not there."""
        if self._scheduler is None or self._scheduler.poll() is not None:
            self.close()
            self._scheduler, self._address = dask_scheduler()
            self._workers = [self._worker(folder) for folder in self._folders]
        self._wait()
        return self._address

    def _wait(self) -> None:
        from distributed import Client

        with Client(self._address) as client:
            client.wait_for_workers(3, timeout=120)

    def _worker(self, folder: Path) -> Any:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", self._address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        environment = {**os.environ, "FIFTEEN_PDB_DIR": str(folder)}
        return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, cwd=self._cwd)

    def kill_worker(self, which: int) -> None:
        """Kills a worker; another takes its place."""
        self._workers[which].kill()
        self._workers[which].wait()
        self._workers[which] = self._worker(self._folders[which])

    def kill_scheduler(self) -> None:
        """Kills the scheduler."""
        self._scheduler.kill()
        self._scheduler.wait()

    def close(self) -> None:
        """Ends all processes."""
        for process in [*self._workers, self._scheduler]:
            if process is not None:
                process.kill()
                process.wait()
        self._workers = []


@pytest.fixture
def dask(folder: Path, tmp_path: Path) -> Iterator[DaskCluster]:
    """A cluster with a bad node."""
    pytest.importorskip("distributed")
    (tmp_path / "file").write_text("in the way")
    with closing(DaskCluster(folder, tmp_path / "file" / "tables", tmp_path)) as cluster:
        yield cluster


def over_dask(dask: DaskCluster, solver: Solver, checkpoint: Path, watch: Watch, blows: Iterator[str]) -> dict[str, Any]:
    """A run; the iterator says for each result who is struck."""

    def strike() -> None:
        blow = next(blows, "")
        if blow:
            watch.blows += 1
            watch.event(f"a blow to the {blow}")
        if blow == "worker":
            dask.kill_worker(watch.blows % 2)
        elif blow == "scheduler":
            dask.kill_scheduler()
        elif blow == "driver":
            raise Killed

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The bad node is named in each.
        return run(dask, solver, checkpoint, watch, strike)


@pytest.mark.slow
def test_a_hundred_runs_over_dask(dask: DaskCluster, solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    watch, chance = Watch(), random.Random(1)
    for number in range(100):
        blows = (chance.choices(["worker", "driver", "scheduler", ""], [20, 10, 4, 966])[0] for _ in range(1000))
        assert over_dask(dask, solver, tmp_path / f"{number}", watch, blows) == alone, number
        print(f"run {number}: {watch}", flush=True)
    assert watch.longest < hang() and watch.blows > 30


def test_a_run_over_dask(dask: DaskCluster, solver: Solver, alone: dict[str, Any], tmp_path: Path) -> None:
    blows = ["", "worker", "", "driver", "", "scheduler"]
    watch = Watch()
    assert over_dask(dask, solver, tmp_path / "state", watch, iter(blows)) == alone
    assert watch.blows == 3 and watch.longest < hang()
