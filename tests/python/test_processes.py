"""The start methods of ``multiprocessing``.

A forked process inherits the solvers and tables of its parent, but none of its threads. It must
therefore never wait for one of these threads, because it would wait forever.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import multiprocessing, sys, tempfile
from pathlib import Path
import fifteen

BOARDS = fifteen.random_boards(20_000, size="3x3", seed=3)

def work(solver):
    # Each of these calls builds, reads or searches with several threads.
    found = [fifteen.solve(BOARDS[0]).length, [s.length for s in solver.solve_many(BOARDS[:50])], solver.solve(BOARDS[1]).moves]
    found += [int(tables.h(BOARDS).sum()) for tables in (solver.tables(), fifteen.Tables("1-4/5-8", size="3x3"))]
    found.append(int(fifteen.distances(BOARDS).sum()))
    with tempfile.TemporaryDirectory() as folder:
        paths = fifteen.build_tables("1-4/5-8", size="3x3", kind="additive", zstd=3, out=folder)
        found += [Path(path).read_bytes() for path in paths]
        found.append(fifteen.Tables("1-4/5-8:additive", size="3x3", tables=folder, verify=True).name)
    return found

if __name__ == "__main__":
    solver = fifteen.Solver("3x3", heuristic="1-4/5-8")
    expected = work(solver)
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        assert pool.map(work, [solver] * 3) == [expected] * 3
    assert work(solver) == expected
"""


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_every_start_method(method: str, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    # Use a folder without tables, so that the processes build all tables in memory.
    environment = {**os.environ, "FIFTEEN_PDB_DIR": str(tmp_path)}
    command = [sys.executable, "-W", "ignore", str(tmp_path / "script.py"), method]
    with subprocess.Popen(command, env=environment, start_new_session=True) as process:
        try:
            assert process.wait(timeout=120) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # Also kill the hanging processes of the pool.
            raise
