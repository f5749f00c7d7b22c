"""Bad nodes, damaged checkpoints, schedulers that are gone: what the driver over a cluster makes of them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import BOARD, HOW, comparable, dask_scheduler

import fifteen
from fifteen import FifteenError, Solver

distributed = pytest.importorskip("distributed")

from fifteen import cluster  # noqa: E402


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Any]:
    """A client of two workers of one thread."""
    how = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "worker_dashboard_address": None}
    with distributed.LocalCluster(**how) as workers, distributed.Client(workers) as client:
        yield client


def test_boards_of_every_kind(client: Any, solver: Solver, tmp_path: Path) -> None:
    easy = fifteen.random_boards(4, goal="first", seed=5).astype("int64")
    path = tmp_path / "boards.txt"
    path.write_text("# a comment\n" + "".join(" ".join(map(str, board)) + "\n" for board in easy))
    alone = [(s.line, s.length, s.generated) for s in solver.solve_many(easy, threads=2)]
    for boards in (easy, easy.reshape(-1, 4, 4), easy.tolist()):
        found = [(s.line, s.length, s.generated) for s in cluster.solve_many(client, solver, boards)]
        assert found == alone
    for file in (path, str(path), open(path)):
        found = [(s.line - 1, s.length, s.generated) for s in cluster.solve_many(client, solver, file)]
        assert found == alone


def stop_after(results: int, client: Any, solver: Solver, checkpoint: Path, **how: Any) -> list[str]:
    """The results in the checkpoint of a driver that is stopped after so many."""

    class Stop(Exception):
        pass

    def count(progress: cluster.Progress) -> None:
        if progress.done >= results:
            raise Stop

    with pytest.raises(Stop):
        cluster.solve(client, solver, BOARD, checkpoint=checkpoint, progress=count, **{**HOW, **how})
    return results_in(checkpoint)


def results_in(checkpoint: Path) -> list[str]:
    """The lines of results."""
    return [line for line in checkpoint.read_text().splitlines() if '"type":"result"' in line]


def test_a_worker_that_cannot_make_its_folder(folder: Path, solver: Solver, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    checkpoint = tmp_path / "state"
    how: dict[str, Any] = {"threads_per_worker": 1, "dashboard_address": ":0", "worker_dashboard_address": None}
    bad = {"FIFTEEN_PDB_DIR": str(file / "tables")}
    with distributed.LocalCluster(n_workers=1, **how, env=bad) as workers, distributed.Client(workers) as client:
        with pytest.warns(UserWarning, match="gets no more tasks"):
            with pytest.raises(FifteenError, match=f"every worker has failed 3 times.*{socket.gethostname()}.*file") as ended:
                cluster.solve(client, solver, BOARD, checkpoint=checkpoint, **HOW)
        assert isinstance(ended.value.__cause__, (OSError, fifteen.TableError))
        # A good worker comes: the same call goes on, and leaves the bad one out.
        command = [sys.executable, "-m", "distributed.cli.dask_worker", workers.scheduler_address, "--nthreads", "1", "--no-nanny"]
        environment = {**os.environ, "FIFTEEN_PDB_DIR": str(folder)}
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, cwd=tmp_path) as good:
            try:
                client.wait_for_workers(2, timeout=60)
                with warnings.catch_warnings(record=True) as seen:
                    warnings.simplefilter("always")
                    found = cluster.solve(client, solver, BOARD, checkpoint=checkpoint, **HOW)
            finally:
                good.terminate()
    assert comparable(found) == comparable(solver.solve(BOARD, mode="plain"))
    assert sum("gets no more tasks" in str(warning.message) for warning in seen) <= 1


def test_damaged_lines_of_a_checkpoint(client: Any, solver: Solver, tmp_path: Path) -> None:
    checkpoint = tmp_path / "state"
    before = stop_after(9, client, solver, checkpoint)
    lines = checkpoint.read_text().splitlines()
    changed = next(number for number, line in enumerate(lines) if line == before[2])
    expanded = json.loads(before[2])["expanded"]
    lines[changed] = before[2].replace(f'"expanded":{expanded}', f'"expanded":{expanded + 1}')
    assert lines[changed] != before[2]
    lines[changed + 1 : changed + 1] = ["", "words", '{"type":"job"}', "{" * 9]
    checkpoint.write_bytes("\n".join(lines).encode() + b"\n\xff\xfe\n")
    seen: list[cluster.Progress] = []
    with pytest.warns(UserWarning, match=f"line {changed + 1}: .*changed.*line {changed + 2}: .*and 1 more"):
        found = cluster.solve(client, solver, BOARD, checkpoint=checkpoint, progress=seen.append, **HOW)
    assert comparable(found) == comparable(solver.solve(BOARD, mode="plain"))
    assert seen[0].done == len(before), "one result is done again, and no more"


def test_another_number_of_units(client: Any, solver: Solver, tmp_path: Path) -> None:
    checkpoint = tmp_path / "state"
    before = stop_after(9, client, solver, checkpoint)
    seen: list[cluster.Progress] = []
    how = {**HOW, "units": 5}
    found = cluster.solve(client, solver, BOARD, checkpoint=checkpoint, progress=seen.append, **how)
    assert comparable(found) == comparable(solver.solve(BOARD, mode="plain"))
    assert seen[0].done == len(before) + 1 and seen[0].units > 20, "the iteration is completed as it was begun"


def test_two_names_of_a_checkpoint(client: Any, solver: Solver, tmp_path: Path) -> None:
    checkpoint, link = tmp_path / "state", tmp_path / "link"
    link.symlink_to(checkpoint)
    held = cluster.solve_many(client, solver, [BOARD, BOARD], checkpoint=checkpoint)
    next(held)
    with pytest.raises(FifteenError, match="another process"):
        cluster.solve(client, solver, BOARD, checkpoint=link)
    held.close()  # type: ignore[attr-defined]
    assert cluster.solve(client, solver, BOARD, checkpoint=link).length == 57
    assert link.is_symlink()


def test_no_scheduler(solver: Solver) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{unused.getsockname()[1]}"
    start = time.monotonic()
    for wrong in (address, "nonsense"):
        with pytest.raises(FifteenError, match=f"no scheduler answers at {wrong}"):
            cluster.solve(wrong, solver, BOARD)
    assert time.monotonic() - start < 10


def test_no_workers_and_a_scheduler_that_dies(solver: Solver) -> None:
    process, address = dask_scheduler()
    try:
        killed = 0.0
        found = cluster.solve_many(address, solver, [BOARD])
        with pytest.raises(FifteenError, match="scheduler was lost") as ended:
            with warnings.catch_warnings():

                def kill(message: object, *_: Any, **__: Any) -> None:
                    nonlocal killed
                    assert "no workers" in str(message)
                    process.kill()
                    killed = time.monotonic()

                warnings.showwarning = kill
                warnings.simplefilter("always")
                started = time.monotonic()
                next(found)
        assert 0 < killed - started < 10 and time.monotonic() - killed < 10
        assert ended.value is not None
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process by a signal")
def test_a_scheduler_that_falls_silent(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifteen.cluster._dask.ANSWER", 2.0)
    process, address = dask_scheduler()
    try:
        found = cluster.solve_many(address, solver, [BOARD])
        with warnings.catch_warnings():
            # There are no workers: the search waits for some.
            warnings.showwarning = lambda *_, **__: process.send_signal(signal.SIGSTOP)
            warnings.simplefilter("always")
            with pytest.raises(FifteenError, match="the scheduler has not answered for 2 seconds"):
                next(found)
    finally:
        process.kill()
        process.wait()


SCRIPT = """
import fifteen
from fifteen import cluster

solver = fifteen.Solver("3x3", heuristic="manhattan")
{call}
"""


def test_a_script_without_a_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    call = 'print(list(cluster.solve_many(None, solver, ["8 6 7 / 2 5 4 / 3 0 1"])))'
    script.write_text(SCRIPT.format(call=call))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "if __name__ ==" in done.stderr.splitlines()[-1]
    assert len(done.stderr.splitlines()) < 40
    script.write_text(SCRIPT.format(call=f'if __name__ == "__main__":\n    {call}'))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "length=31" in done.stdout
