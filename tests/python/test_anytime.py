"""Good solutions of boards whose proof takes long."""

from __future__ import annotations

from typing import Any

import pytest
from fifteen import FifteenError, Solution, Solver
from test_solving import replayed

# The fifth of Korf's 50 boards of the 24-puzzle.
BOARD = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11"
SHORTEST = 100


def checked(solution: Solution) -> Solution:
    """A solution at a limit, whose moves must solve the board."""
    assert solution.moves is not None and solution.upper is not None and solution.bound is not None
    tiles = [int(tile) for tile in BOARD.replace("/", " ").split()]
    assert replayed(tiles, solution.moves, 5) == list(range(25))
    assert solution.status == "limit" and solution.bound <= SHORTEST <= solution.upper
    # A length is that of a shortest solution.
    assert solution.length is None and solution.upper == len(solution.moves)
    assert solution.gap == solution.upper - solution.bound
    return solution


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver("5x5", goal="first", heuristic="linear-conflict")


def test_the_first_solution_is_the_same_on_any_number_of_threads(solver: Solver) -> None:
    first = checked(solver.solve(BOARD, first=True))
    assert first.error is None
    assert checked(solver.solve(BOARD, first=True, threads=3)).moves == first.moves
    assert [checked(one).moves for one in solver.solve_many([BOARD] * 3, first=True)] == [first.moves] * 3


def test_limits_give_the_best_solution(solver: Solver) -> None:
    first = checked(solver.solve(BOARD, first=True))
    best = checked(solver.solve(BOARD, node_limit=3_000_000))
    assert first.upper is not None and best.upper is not None and best.upper < first.upper
    checked(solver.solve(BOARD, time_limit=2.0))
    near = checked(solver.solve(BOARD, within=50))
    assert near.upper is not None and near.bound is not None and near.upper <= 1.5 * near.bound


def test_a_proven_solution_has_no_gap() -> None:
    solved = Solver("3x3", heuristic="manhattan").solve("8 6 7 / 2 5 4 / 3 0 1", within=0)
    assert (solved.status, solved.length, solved.upper, solved.gap) == ("solved", 31, 31, 0)


@pytest.mark.parametrize("options", [{"mode": "plain", "first": True}, {"all": True, "within": 5}, {"within": -1}])
def test_what_does_not_go_together(solver: Solver, options: dict[str, Any]) -> None:
    with pytest.raises(FifteenError, match="within|first"):
        solver.solve(BOARD, **options)
