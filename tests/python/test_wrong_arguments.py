"""Wrong arguments: each error is a FifteenError or TypeError, and names what was expected and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver, cluster

HARD = "8 6 7 / 2 5 4 / 3 0 1"


@pytest.fixture(scope="module")
def easy() -> Solver:
    """A solver of small boards."""
    return Solver("3x3", heuristic="manhattan")


def test_numbers_that_no_byte_holds(easy: Solver) -> None:
    boards = fifteen.random_boards(4, size="3x3").astype(np.int64)
    for number in (-1, 9, 300, 2**40):
        wrong = boards.copy()
        wrong[2, 5] = number
        for shape in ((-1, 9), (-1, 3, 3)):
            with pytest.raises(FifteenError, match=f"^row 2: there is no tile {number} on a 3x3 board; its tiles are 1 to 8"):
                easy.tables().h(wrong.reshape(shape))
            found = list(easy.solve_many(wrong.reshape(shape)))
            assert [solution.status for solution in found] == ["solved", "solved", "invalid", "solved"]
            assert f"there is no tile {number} on" in str(found[2].error)
    with ThreadPoolExecutor(1) as threads:
        assert [s.status for s in cluster.solve_many(threads, easy, wrong)] == ["solved", "solved", "invalid", "solved"]


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """An executor."""
    with ThreadPoolExecutor(1) as threads:
        yield threads


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        ({"units": -1}, FifteenError, "units must be at least 1; found -1"),
        ({"units": 2.5}, TypeError, "units must be a whole number; found 2.5"),
        ({"first": -1}, FifteenError, "first must be at least 0; found -1"),
        ({"first": float("nan")}, TypeError, "first must be a whole number; found nan"),
        ({"retries": -1}, FifteenError, "retries must be at least 0; found -1"),
        ({"finish_iteration": "no"}, TypeError, "finish_iteration must be True or False; found 'no'"),
        ({"missing": "bild"}, FifteenError, "missing must be one of 'build', 'fetch', 'error'; found 'bild'"),
        ({"mode": "fsat"}, FifteenError, "unknown mode 'fsat'"),
        ({"progress": 3}, TypeError, "progress must be a function"),
        ({"solver": None}, TypeError, "solver must be a fifteen.Solver; found None"),
        ({"client": 3}, TypeError, "expected a client of Dask, .*; found 3"),
    ],
)
def test_a_cluster(wrong: dict[str, Any], kind: Any, message: str, easy: Solver, threads: ThreadPoolExecutor) -> None:
    if "client" in wrong:
        pytest.importorskip("distributed")
    with pytest.raises(kind, match=message):
        cluster.solve(**{"client": threads, "solver": easy, "board": HARD, **wrong})


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: fifteen.Results([3]), TypeError, "results are solutions, .* found 3"),  # type: ignore[list-item]
        (lambda: fifteen.random_boards(2, size=3), FifteenError, "a size is '4x4' .*; found 3"),  # type: ignore[arg-type]
        (lambda: Solver((-3, 3)), FifteenError, r"a size is '4x4' .*; found \(-3, 3\)"),
        (lambda: Solver("3x3", heuristic="manhattan").solve(b"1 2 3 4"), TypeError, "found b'1 2 3 4', .*: decode it"),
        (lambda: Solver("3x3", heuristic="manhattan").solve_many(b"1 2"), TypeError, "found b'1 2'; decode it"),  # type: ignore[arg-type]
    ],
)
def test_other_functions(call: Callable[[], object], kind: Any, message: str) -> None:
    with pytest.raises(kind, match=message):
        call()
