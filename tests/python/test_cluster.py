"""Searches over a Dask cluster of four processes on this machine: the same results as in one, whoever is killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import BOARD, comparable, published

import fifteen
from fifteen import FifteenError, Solver, TableError, _fifteen, work
from fifteen._types import Mode

distributed = pytest.importorskip("distributed")

from fifteen import cluster  # noqa: E402
from fifteen.cluster._tables import TablesLost, _fetch  # noqa: E402

OTHER = "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6"
MODES: list[Mode] = ["plain", "fast"]


@pytest.fixture(scope="module")
def workers(folder: Path) -> Iterator[Any]:
    """A scheduler and four workers of one thread."""
    with distributed.LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=":0") as workers:
        yield workers


@pytest.fixture
def client(workers: Any) -> Iterator[Any]:
    """A client of it."""
    with distributed.Client(workers) as client:
        yield client


def test_a_hard_board(client: Any, solver: Solver, tmp_path: Path) -> None:
    for mode in MODES:
        for finish in (False, True):
            seen: list[cluster.Progress] = []
            found = cluster.solve(
                client, solver, BOARD, mode=mode, finish_iteration=finish, first=5000, units=20, progress=seen.append
            )
            assert comparable(found) == comparable(solver.solve(BOARD, mode=mode, finish_iteration=finish))
            assert found.seconds is None and len(seen) > 5
            for progress in seen:
                assert progress.line == 1 and 0 < progress.done <= progress.units
                assert f"{progress.done:,} of {progress.units:,} units" in str(progress)


def test_a_file_of_boards(client: Any, solver: Solver, tmp_path: Path) -> None:
    boards = [" ".join(map(str, board)) for _, board in published("korf100.txt")[:30]]
    path = tmp_path / "boards.txt"
    bad = "no board\n0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 # two tiles exchanged\n"
    path.write_text("# Easy and hard ones\n\n" + bad + "\n".join(boards) + "\n")
    checkpoint = tmp_path / "state"
    found = list(cluster.solve_many(client, solver, path, first=20_000, units=8, checkpoint=checkpoint))
    assert [solution.line for solution in found] == list(range(3, 35))
    assert [solution.status for solution in found[:3]] == ["invalid", "unsolvable", "solved"]
    alone = list(solver.solve_many(["no board", bad.splitlines()[1].split("#")[0], *boards]))
    for ours, theirs in zip(found, alone):
        assert {**comparable(ours), "line": 0} == {**comparable(theirs), "line": 0}
    # What is done is not done again: nobody works on it.
    size = checkpoint.stat().st_size
    finished = checkpoint.read_text().splitlines()
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as nobody, distributed.Client(nobody) as idle:
        again = list(cluster.solve_many(idle, solver, path, first=20_000, units=8, checkpoint=checkpoint))
    assert [comparable(s) for s in again] == [comparable(s) for s in found]
    left = checkpoint.read_text().splitlines()
    assert set(left) < set(finished) and checkpoint.stat().st_size < size / 2, "what is of no more use is gone"
    assert sum('"type":"job"' in line for line in left) == 30


def test_boards_are_taken_as_there_is_room(client: Any, solver: Solver) -> None:
    taken = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(1)
            yield "4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15"

    found = cluster.solve_many(client, solver, endless())
    assert all(next(found).length == 1 for _ in range(100))
    found.close()  # type: ignore[attr-defined]
    assert len(taken) < 100 + 4 * 512 + 256, "as many as there is room for, however easy they are"
    assert cluster.solve(client, solver, BOARD).length == 57, "the cluster is free again"


def test_a_worker_is_killed(client: Any, solver: Solver) -> None:
    processes = list(client.run(os.getpid).values())
    killed: list[int] = []

    def kill(progress: cluster.Progress) -> None:
        if progress.done > 3 and len(killed) < 2:
            killed.append(processes.pop())
            os.kill(killed[-1], signal.SIGKILL)

    found = cluster.solve(client, solver, BOARD, mode="plain", first=5000, units=60, progress=kill)
    assert len(killed) == 2
    assert comparable(found) == comparable(solver.solve(BOARD, mode="plain"))


def kill_own_process(*_: object) -> str:
    """On a worker: the end of it."""
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def test_a_unit_that_kills_its_workers(client: Any, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifteen.cluster._driver.work_on", kill_own_process)
    with pytest.raises(FifteenError, match="board 1, unit .* worker was lost"):
        cluster.solve(client, solver, BOARD, first=5000, units=1, retries=0)


DRIVER = """
import sys
import fifteen
from fifteen import cluster

if __name__ == "__main__":
    address, checkpoint, *boards = sys.argv[1:]
    solver = fifteen.Solver(goal="first", heuristic="6-6-3")
    told = lambda progress: print(progress.done, flush=True)
    keywords = {"first": 5000, "units": 60, "checkpoint": checkpoint, "progress": told}
    for solution in cluster.solve_many(address, solver, boards, mode="plain", **keywords):
        print("solved", flush=True)
"""


def test_the_driver_is_killed(workers: Any, client: Any, solver: Solver, tmp_path: Path) -> None:
    script, checkpoint = tmp_path / "driver.py", tmp_path / "state"
    script.write_text(DRIVER)
    command = [sys.executable, str(script), workers.scheduler_address, str(checkpoint), BOARD, OTHER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        assert driver.stdout is not None
        for _ in range(12):
            assert driver.stdout.readline(), "it has ended by itself"
        driver.kill()

    def kept() -> list[str]:
        return [line for line in checkpoint.read_text().splitlines() if '"type":"result"' in line]

    before = kept()
    assert len(before) >= 11
    # As if it had been killed while it wrote.
    with checkpoint.open("a") as file:
        file.write('{"type":"result","unit":1')
    seen: list[cluster.Progress] = []
    how: dict[str, Any] = {"mode": "plain", "first": 5000, "units": 60, "checkpoint": checkpoint, "progress": seen.append}
    found = list(cluster.solve_many(client, solver, [BOARD, OTHER], **how))
    assert [comparable(s) for s in found] == [comparable(s) for s in solver.solve_many([BOARD, OTHER], mode="plain")]
    after = kept()
    assert after[: len(before)] == before and len(after) == len(before) + len(seen), "what was done is gone on from"
    assert len(after) == len(set(after)), "no unit was searched twice"


def test_a_checkpoint_of_something_else(client: Any, solver: Solver, tmp_path: Path) -> None:
    checkpoint = tmp_path / "state"
    assert cluster.solve(client, solver, BOARD, checkpoint=checkpoint).length == 57
    with pytest.raises(FifteenError, match="another search .*mode"):
        cluster.solve(client, solver, OTHER, mode="plain", checkpoint=checkpoint)
    assert cluster.solve(client, solver, OTHER, checkpoint=checkpoint).length == 55, "another board is welcome"
    held = cluster.solve_many(client, solver, [BOARD, OTHER], checkpoint=checkpoint)
    next(held)
    with pytest.raises(FifteenError, match="another process"):
        cluster.solve(client, solver, BOARD, checkpoint=checkpoint)
    held.close()  # type: ignore[attr-defined]
    checkpoint.write_text("words\n")
    with pytest.raises(FifteenError, match="not a checkpoint"):
        cluster.solve(client, solver, BOARD, checkpoint=checkpoint)


def test_what_is_wrong_is_said(client: Any, solver: Solver) -> None:
    with pytest.raises(fifteen.UnsolvableError, match="swaps"):
        cluster.solve(client, solver, "0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15")
    with pytest.raises(FifteenError, match="3x3"):
        cluster.solve(client, solver, "1 2 3 / 4 5 6 / 7 8 0")
    with pytest.raises(FifteenError, match="ida"):
        cluster.solve(client, Solver.of_tables(solver.tables(), algorithm="astar"), BOARD)


def wrong_tables(folder: Path, wrong: Path) -> dict[str, bytes]:
    """Files with the names of the tables: one is damaged, one is another table, one is none."""
    wrong.mkdir()
    first, second, third = sorted(folder.glob("4x4*.pdb"))
    damaged = bytearray(first.read_bytes())
    damaged[-100] ^= 1
    (wrong / first.name).write_bytes(damaged)
    shutil.copy(third, wrong / second.name)
    (wrong / third.name).write_text("no table")
    return {path.name: path.read_bytes() for path in wrong.iterdir()}


def test_wrong_tables(folder: Path, solver: Solver, tmp_path: Path) -> None:
    wrong, fetched, built = (tmp_path / name for name in ("wrong", "fetched", "built"))
    files = wrong_tables(folder, wrong)
    alone = comparable(solver.solve(BOARD))
    right = [path.read_bytes() for path in folder.glob("4x4*.pdb")]
    how: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(**how, env={"FIFTEEN_PDB_DIR": str(wrong)}) as workers:
        with distributed.Client(workers) as client:
            with pytest.raises(TableError, match="needs the table .* with the digest .* skipped: .*digest"):
                cluster.solve(client, solver, BOARD, missing="error")
            options: dict[str, Any] = {"first": 5000, "units": 9}
            for missing, into in (("fetch", fetched), ("build", built), ("build", None)):
                found = cluster.solve(client, solver, BOARD, missing=missing, tables_dir=into, **options)  # type: ignore[arg-type]
                assert comparable(found) == alone
    # The third table was there, under the second one's name; the others have come, and what was there has stayed.
    names = sorted(files)[:2]
    for into in (fetched, built):
        assert sorted(path.name for path in into.glob("*.pdb")) == names
        assert all(path.read_bytes() in right for path in into.glob("*.pdb"))
    assert {name: (wrong / name).read_bytes() for name in files} == files
    beside = [path for path in wrong.glob("*.pdb") if path.name not in files]
    assert len(beside) == 2 and all(path.read_bytes() in right for path in beside)


def test_a_table_that_comes_damaged_is_not_kept(solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job, _ = work.split(solver, BOARD, first=1, units=1)
    name, digest, file, _ = _fifteen.locate(job, None)[0]
    assert file is not None
    content = bytearray(file.read_bytes())
    part = SimpleNamespace(result=lambda: bytes(content))
    monkeypatch.setattr(distributed, "get_client", lambda: SimpleNamespace(get_dataset=lambda _: [part]))
    content[-100] ^= 1
    with pytest.raises(TablesLost, match="has come damaged: .*entries are damaged"):
        _fetch(name, digest, tmp_path / "table.pdb")
    assert not list(tmp_path.iterdir())
    content[-100] ^= 1
    _fetch(name, digest, tmp_path / "table.pdb")
    assert (tmp_path / "table.pdb").read_bytes() == file.read_bytes()


def test_who_begins_without_tables(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="memory"), pytest.warns(UserWarning, match="built in memory"):
        monkey = pytest.MonkeyPatch()
        with monkey.context() as patch:
            patch.setenv("FIFTEEN_PDB_DIR", str(tmp_path))
            cluster.solve("tcp://nobody:1", Solver(), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15")


def test_a_cluster_of_its_own() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    assert cluster.solve(None, solver, "8 6 7 / 2 5 4 / 3 0 1", first=100, units=5).length == 31


@pytest.mark.slow
def test_boards_of_the_24_puzzle(client: Any, large_tables: Path) -> None:
    rows = {row[0]: (int(row[1]), board) for row, board in published("korf24_50.txt")}
    chosen = [rows[number] for number in ("38", "40", "25", "32", "44", "1")]
    solver = Solver(goal="first", size="5x5", heuristic="6-6-6-6x5", tables=large_tables)
    same(client, solver, [board for _, board in chosen], [length for length, _ in chosen], large_tables)


@pytest.mark.slow
def test_the_hardest_boards(client: Any, large_tables: Path) -> None:
    boards = [board for _, board in published("hardest17_goal_blank_first.txt")]
    solver = Solver(goal="first", heuristic="7-8", tables=large_tables)
    same(client, solver, boards, [80] * 17, large_tables)


def same(client: Any, solver: Solver, boards: list[list[int]], lengths: list[int], tables: Path) -> None:
    """The boards, as many machines and as one process solve them: length, moves, and the counts of every iteration.

    In plain mode, for fast mode alone may end a long search sooner.
    """
    how: dict[str, Any] = {"mode": "plain", "first": 200_000, "tables_dir": tables, "missing": "error"}
    found = [comparable(solution) for solution in cluster.solve_many(client, solver, boards, **how)]
    assert [fields["length"] for fields in found] == lengths
    assert found == [comparable(solution) for solution in solver.solve_many(boards, mode="plain")]
