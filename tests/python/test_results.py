"""Results that are stored in columns, benchmarks as data frames, and the notebook about pattern
databases.
"""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Results, Solver

HARD = "8 6 7 / 2 5 4 / 3 0 1"
NOTEBOOK = Path(__file__).parents[2] / "examples" / "pattern_databases.ipynb"


def manhattan(boards: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Returns the Manhattan distances of 3x3 boards."""
    goal, cells = boards.astype(int) - 1, np.arange(9)
    away = abs(goal // 3 - cells // 3) + abs(goal % 3 - cells % 3)
    return np.asarray(np.where(boards > 0, away, 0).sum(axis=1))


@pytest.fixture(scope="module")
def solver() -> Solver:
    """A solver for the boards in these tests."""
    return Solver("3x3", heuristic="manhattan")


def test_results_are_a_sequence_of_solutions(solver: Solver) -> None:
    boards: list[Any] = [HARD, "1 2 3 / 4 5 6 / 8 7 0", "?", [1, 2, 3, 4, 5, 6, 0, 7, 8]]
    found = list(solver.solve_many(boards))
    results = Results(found)
    assert list(results) == found and results[-1] == found[-1] and results[1].length is None
    assert repr(results) == "Results(2 solved, 1 unsolvable, 1 invalid)"
    assert list(results[1:3]) == found[1:3] and results[:2] + results[2:] == results != results[1:]
    assert pickle.loads(pickle.dumps(results)) == results
    html = results._repr_html_()
    assert html.count("<tr>") == 5 and "31" in html and "8 6 7 2 5 4 3 0 1" in html
    many = Results(brief=True)
    many.extend(solver.solve_many(fifteen.random_boards(50, size="3x3", seed=1)))
    assert many[7].moves is None and many[7].iterations is None and many[7].length and "first 10 of 50" in many._repr_html_()


def test_results_go_through_files(solver: Solver, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    results = Results(solver.solve_many(fifteen.random_boards(20, size="3x3", seed=1)))
    frame = results.to_pandas()
    assert frame["length"].dtype == "Int64" and frame["solutions"].tolist() == [1] * 20
    frame.to_csv(tmp_path / "results.csv")
    again = solver.solve_many(pandas.read_csv(tmp_path / "results.csv"))
    assert [s.length for s in again] == results.column("length")
    frame.to_parquet(tmp_path / "results.parquet")
    assert pandas.read_parquet(tmp_path / "results.parquet").equals(frame)


def test_results_are_kept_when_a_batch_is_interrupted(solver: Solver) -> None:
    def endless() -> Iterator[str]:
        while True:
            yield HARD

    results = Results()
    timer = threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        results.extend(solver.solve_many(endless()))
    timer.join()
    assert len(results) > 0 and all(solution.length == 31 for solution in results)


def test_a_result_is_added_whole_or_not_at_all(solver: Solver) -> None:
    found = solver.solve(HARD)
    many: Any = "many"
    results = Results([found])
    with pytest.raises(TypeError):
        results.extend([found, replace(found, generated=many)])
    assert list(results) == [found, found]


def test_modes_are_not_mixed_without_a_warning(solver: Solver) -> None:
    runs = [solver.solve(HARD, mode="plain"), solver.solve(HARD, mode="fast")]
    with pytest.warns(UserWarning, match="fast and plain mode are mixed"):
        Results(runs)
    with pytest.warns(UserWarning, match="counts of fast mode"):
        fifteen.plot([(solver, runs)])


def test_a_benchmark_goes_on(command: str, tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    boards = fifteen.random_boards(6, size="3x3", seed=1)
    path = tmp_path / "results.jsonl"
    frame = fifteen.bench(boards[:4], ["misplaced"], size="3x3", save=path)
    lines = path.read_text()
    path.write_text(lines + '{"schema":1,"cut')
    calls: list[int] = []

    def own(boards: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, np.dtype[np.int64]]:
        calls.append(len(boards))
        return manhattan(boards)

    with pytest.raises(FifteenError, match="has results already; resume=True"):
        fifteen.bench(boards, [own], size="3x3", save=path)
    configurations: list[Any] = ["misplaced", own, Solver("3x3", heuristic="manhattan", algorithm="astar")]
    frame = fifteen.bench(boards, configurations, size="3x3", save=path, resume=True)
    assert path.read_text().startswith(lines) and len(path.read_text().splitlines()) == len(frame) == 18 and calls
    assert set(frame["mode"]) == {"plain"} and frame["wrong"].isna().all()
    lengths = frame.pivot(index="line", columns="heuristic", values="length")
    assert (lengths["misplaced"] == lengths["own()"]).all() and lengths["own()"].tolist() == fifteen.distances(boards).tolist()
    printed = subprocess.run([command, "bench", str(path)], capture_output=True, text=True, check=True).stdout
    assert "own()" in printed and "misplaced" in printed
    calls.clear()
    assert len(fifteen.bench(boards, configurations, size="3x3", save=path, resume=True)) == 18 and not calls
    with pytest.raises(FifteenError, match="node limit is 5 here"):
        fifteen.bench(boards, [own], size="3x3", save=path, resume=True, node_limit=5)
    with pytest.raises(FifteenError, match="there is no configuration"):
        fifteen.bench(boards, [])
    with pytest.raises(FifteenError, match="same size and goal"):
        fifteen.bench(boards, ["zero", Solver("4x4", heuristic="zero")], size="3x3")


def test_the_last_solver_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIFTEEN_PDB_DIR", str(tmp_path))
    board = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 0 14 15"
    with pytest.warns(UserWarning, match="built in memory") as seen:
        assert [fifteen.solve(board).length for _ in range(3)] == [2] * 3
    assert len(seen) == 1, "it is opened once"
    fifteen.build_tables("5-5-5", out=tmp_path)
    assert "5-5-5" in str(fifteen.solve(board).heuristic), "there are other tables now"


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    for _ in range(2):  # Run the notebook twice in the same folder, because a reader can do that.
        scope: dict[str, Any] = {}
        for number, cell in enumerate(cells):
            if cell["cell_type"] == "code":
                assert not cell["outputs"]
                exec(compile("".join(cell["source"]), f"cell {number}", "exec"), scope)
        assert len(scope["largest"]) == 3, "the progress of each table is shown"
    assert 1 < (scope["ratio"]).mean() and isinstance(scope["check"], fifteen.HeuristicCheck)
