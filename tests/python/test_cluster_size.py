"""The means that keep a large search small: packed units, a checkpoint that shrinks, tables that are read once on a host."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import BOARD, comparable

import fifteen
from fifteen import Solver, cluster, work
from fifteen.cluster import _checkpoint, _host
from fifteen.cluster._units import PIECE, Units


def test_units_are_packed(solver: Solver) -> None:
    _, lines = work.split(solver, BOARD, first=5000, units=2000)
    assert len(lines) > 3 * PIECE
    units = Units(lines)
    units[PIECE]  # One piece is unpacked, and does not travel.
    sent = pickle.dumps(units)
    assert len(sent) * 8 < len(pickle.dumps(lines))
    again = pickle.loads(sent)
    assert len(again) == len(lines) and list(again) == lines
    assert all(again[number] == lines[number] for number in (0, PIECE - 1, PIECE, len(lines) - 1))
    assert len(Units()) == 0 and list(Units()) == []


def test_a_checkpoint_shrinks_while_it_is_used(solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_checkpoint, "GROWTH", 20_000)
    checkpoint, sizes = tmp_path / "state", []
    boards = [*fifteen.random_boards(6, goal="first", seed=3), [int(tile) for tile in BOARD.split()]]

    def look(progress: cluster.Progress) -> None:
        sizes.append(checkpoint.stat().st_size)

    how: dict[str, Any] = {"mode": "plain", "first": 200, "units": 30, "checkpoint": checkpoint}
    with ThreadPoolExecutor(2) as threads:
        found = list(cluster.solve_many(threads, solver, boards, progress=look, **how))
        assert any(after < before for before, after in zip(sizes, sizes[1:])), "it was written anew"
        assert [comparable(s) for s in found] == [comparable(s) for s in solver.solve_many(boards, mode="plain")]
        again: list[cluster.Progress] = []
        assert list(cluster.solve_many(threads, solver, boards, progress=again.append, **how)) == found
    assert not again, "nothing was lost, so nothing is done again"


def test_tables_are_checked_once_on_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "host"))
    (tmp_path / "host").mkdir()
    table, calls = tmp_path / "table", []
    table.write_bytes(b"entries")

    def find() -> list[str]:
        calls.append(1)
        return [str(table)]

    for _ in range(3):
        assert _host.once_per_host("name", find) == [str(table)]
    assert len(calls) == 1
    assert _host.once_per_host("another name", find) == [str(table)] and len(calls) == 2
    table.write_bytes(b"changed")
    assert _host.once_per_host("name", find) == [str(table)] and len(calls) == 3, "a changed file is checked again"
    [folder] = (tmp_path / "host").iterdir()
    for note in folder.glob("*.json"):
        note.write_text("garbage")
    assert _host.once_per_host("name", find) == [str(table)] and len(calls) == 4
    if os.name == "posix":
        folder.chmod(0o777)
        assert _host.once_per_host("name", find) == [str(table)] and len(calls) == 5, "a folder of everybody is not trusted"


def test_processes_of_a_host_share_what_was_checked(solver: Solver, tmp_path: Path) -> None:
    job, _ = work.split(solver, BOARD, first=5000, units=5)
    code = (
        "import sys\nfrom fifteen import _fifteen\nfrom fifteen.cluster._tables import Tables\n"
        "count = []\nlocate = _fifteen.locate\n_fifteen.locate = lambda *a: (count.append(1), locate(*a))[1]\n"
        "files = Tables(None, 'error').files(sys.stdin.read())\nprint(len(count), len(files))"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = [
        subprocess.run([sys.executable, "-c", code], input=job, env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    tables = len(json.loads(job)["search"]["tables"])
    assert [run.stdout.split() for run in done] == [["1", str(tables)], ["0", str(tables)]]
