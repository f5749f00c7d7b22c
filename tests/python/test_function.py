"""Python functions as heuristics: in every algorithm, in checks and estimates, with invalid values,
exceptions and Ctrl-C.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from conftest import comparable

import fifteen
from fifteen import FifteenError, Solver, Tables, cluster

Boards = npt.NDArray[np.uint8]
Values = npt.NDArray[np.int64]

HARD = "8 6 7 / 2 5 4 / 3 0 1"
CELLS = np.arange(9)
DISTANCES = abs(CELLS[:, None] // 3 - CELLS // 3) + abs(CELLS[:, None] % 3 - CELLS % 3)
"""The distance between two cells of a 3x3 board, indexed by the goal cell of a tile and its present
cell.
"""


def manhattan(boards: Boards) -> Values:
    """Returns the Manhattan distances of 3x3 boards, like the built-in heuristic."""
    tiles = boards.astype(int)
    return np.asarray(np.where(tiles > 0, DISTANCES[tiles - 1, CELLS], 0).sum(axis=1))


class Counted:
    """The Manhattan distance as a callable object, which records the number of boards in each call.
    """

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, boards: Boards) -> Values:
        assert boards.dtype == np.uint8 and boards.shape[1:] == (9,) and (np.sort(boards) == CELLS).all()
        self.sizes.append(len(boards))
        return manhattan(boards)


@pytest.mark.parametrize("algorithm", ["ida", "astar", "branch-and-bound", "mm", "nbs", "beam:50", "weighted-astar:2", "weighted-astar:2:100"])
def test_every_algorithm_counts_as_with_the_built_in_heuristic(algorithm: str) -> None:
    modes: list[Any] = ["plain", "fast"]
    for mode in modes if algorithm == "ida" else modes[:1]:
        function = Counted()
        own = Solver("3x3", heuristic=function, algorithm=algorithm).solve(HARD, mode=mode)
        built_in = Solver("3x3", heuristic="manhattan", algorithm=algorithm).solve(HARD, mode=mode)
        assert own.heuristic == "Counted()" and comparable(own) == {**comparable(built_in), "heuristic": "Counted()"}
        assert max(function.sizes) >= 100 and sum(function.sizes) / len(function.sizes) > 20, function.sizes


def test_many_boards() -> None:
    boards = fifteen.random_boards(40, size="3x3", seed=1)
    own, built_in = (
        [(s.length, s.moves, s.expanded) for s in Solver("3x3", heuristic=h).solve_many(boards)] for h in (manhattan, "manhattan")
    )
    assert own == built_in
    assert (Tables(manhattan, size="3x3").h(boards) == Tables("manhattan", size="3x3").h(boards)).all()


def test_checks_and_estimates_are_those_of_the_built_in_heuristic() -> None:
    own, built_in = Tables(manhattan, size="3x3"), Tables("manhattan", size="3x3")
    assert own.check().admissible and own.check().consistent
    for samples in (None, 500):
        ours, theirs = own.check(samples=samples), built_in.check(samples=samples)
        assert ours == replace(theirs, heuristic="manhattan()") and ours.complete == (samples is None)
    quality, known = own.quality(samples=2000, bounds=[20]), built_in.quality(samples=2000, bounds=[20])
    assert quality == replace(known, heuristic="manhattan()")


def test_counterexamples() -> None:
    found = Tables(lambda boards: manhattan(boards) * 3 // 2, size="3x3").check()
    assert not found.admissible and found.overestimate and found.overestimate.value > found.overestimate.distance
    found = Tables(lambda boards: manhattan(boards) // 3 * 3, size="3x3").check()
    assert found.admissible and not found.consistent and found.jump and abs(found.jump.value - found.jump.value_after) > 1
    assert found.jumps > 0 and found.overestimates == 0
    # Solutions are still optimal if a heuristic is admissible but not consistent.
    for algorithm in ("ida", "astar"):
        assert Solver("3x3", heuristic=lambda boards: manhattan(boards) // 3 * 3, algorithm=algorithm).solve(HARD).length == 31


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda boards: manhattan(boards)[:-1], "one integer for each board"),
        (lambda boards: 3, r"shape \(\)"),
        (lambda boards: manhattan(boards) / 2, "only weighted-astar and beam take them: round them down"),
        (lambda boards: manhattan(boards) > 3, "integers; it returned bool"),
        (lambda boards: -manhattan(boards), "from 0 to 65535"),
        (lambda boards: manhattan(boards) + 100_000, "from 0 to 65535"),
        (lambda boards: manhattan(boards) + 1, "value for the goal is 1; it must be 0"),
        (lambda boards: ["one"] * len(boards), "integers"),
    ],
)
def test_bad_values(function: Any, message: str) -> None:
    for algorithm in ("ida", "astar") if "beam" in message else ("ida", "astar", "beam"):
        with pytest.raises(FifteenError, match=message):
            Solver("3x3", heuristic=function, algorithm=algorithm).solve(HARD)
    with pytest.raises(FifteenError, match=message):
        list(Solver("3x3", heuristic=function).solve_many([HARD] * 3))
    if "goal" not in message:
        with pytest.raises(FifteenError, match=message):
            Tables(function, size="3x3").h([HARD])
        with pytest.raises(FifteenError, match=message):
            Tables(function, size="3x3").check()
        with pytest.raises(FifteenError, match=message):
            Tables(function, size="3x3").quality(samples=10)


def test_estimates_are_numbers() -> None:
    for algorithm in ("beam", "weighted-astar:1:50"):
        with pytest.raises(FifteenError, match="the board 8 6 7 / .* is NaN; a value is a number of moves"):
            Solver("3x3", heuristic=lambda boards: np.where(boards[:, 0] == 8, np.nan, 1.5), algorithm=algorithm).solve(HARD)


def test_an_exception_is_the_one_that_was_raised() -> None:
    calls: list[int] = []

    def failing(boards: Boards) -> Values:
        calls.append(len(boards))
        if len(calls) == 4:
            raise ZeroDivisionError("the fourth call")
        return manhattan(boards)

    solver = Solver("3x3", heuristic=failing)
    with pytest.raises(ZeroDivisionError, match="the fourth call") as raised:
        solver.solve(HARD)
    assert any(entry.name == "failing" for entry in raised.traceback) and len(calls) == 4
    assert solver.solve(HARD).length == 31, "the next search is another"
    calls.clear()
    with pytest.raises(ZeroDivisionError):
        list(solver.solve_many([HARD] * 50, threads=2))


def test_limits_and_interruption_come_soon_though_the_function_is_slow() -> None:
    # Count calls instead of measuring time, because a busy machine makes the test slower but not
    # the number of calls larger.
    calls: list[int] = []

    def slow(boards: Boards) -> Values:
        calls.append(len(boards))
        time.sleep(0.05)
        return np.zeros(len(boards), dtype=int)

    solver = Solver("4x4", heuristic=slow)
    board = fifteen.random_boards(1, seed=3)[0]
    for mode in ("plain", "fast"):
        calls.clear()
        assert solver.solve(board, mode=mode, time_limit=0.5).status == "limit"
        assert len(calls) < 100, "each thread has time for ten"
    calls.clear()
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve(board)
    assert len(calls) < 100


def test_what_goes_with_a_function() -> None:
    with pytest.raises(FifteenError, match="manhattan only"):
        Solver("3x3", heuristic=manhattan, algorithm="ida-wrong-way")
    with pytest.warns(UserWarning, match="manhattan"):
        Solver("3x3", heuristic=manhattan, algorithm="bfs")
    with pytest.raises(FifteenError, match="other machines"):
        cluster.solve(ThreadPoolExecutor(), Solver("3x3", heuristic=manhattan), HARD)
    solver = Solver("3x3", heuristic=manhattan)
    assert pickle.loads(pickle.dumps(solver)) == solver and solver == Solver("3x3", heuristic=manhattan)
    assert solver != Solver("3x3", heuristic=Counted()) and Tables(lambda b: b[:, 0], size="3x3") != Tables(lambda b: b[:, 0], size="3x3")
    again = pickle.loads(pickle.dumps(solver.tables()))
    assert again.h([HARD])[0] == solver.solve(HARD).h0 == 21 and again == solver.tables()


def test_tables_and_functions_together() -> None:
    tables = Tables("1-4/5-8", size="3x3")
    largest = Solver("3x3", heuristic=lambda boards: np.maximum(tables.h(boards), manhattan(boards)))
    ours, theirs = largest.solve(HARD, mode="plain"), Solver("3x3", heuristic="manhattan+1-4/5-8").solve(HARD, mode="plain")
    assert (ours.length, ours.expanded, ours.moves) == (theirs.length, theirs.expanded, theirs.moves)


def test_a_solution_that_shows_an_overestimate_is_an_error() -> None:
    tables = Tables("manhattan", size="3x3")

    def more(boards: Any) -> Any:
        values = tables.h(boards)
        return values + (values > 0)

    solver, boards = Solver("3x3", heuristic=more), fifteen.random_boards(3, size="3x3", seed=7)
    modes: list[fifteen.Mode] = ["plain", "fast"]
    for mode in modes:
        for call in (lambda: solver.solve(boards[0], mode=mode), lambda: list(solver.solve_many(boards, mode=mode))):
            with pytest.raises(FifteenError, match=r"the heuristic overestimates: a solution of \d+ moves was found"):
                call()
    astar = Solver("3x3", heuristic=more, algorithm="astar").solve(boards[0])
    assert astar.upper == len(astar.moves or "")
