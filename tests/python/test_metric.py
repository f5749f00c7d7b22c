"""The multi-tile metric: solutions, analyses and scrambles are the same as those of the command."""

from __future__ import annotations

import json
import pickle
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import comparable

import fifteen
from fifteen import cluster

BOARD = "8 6 7 / 2 5 4 / 3 0 1"


def printed(command: str, *arguments: str) -> str:
    return subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout


def test_solutions_are_those_of_the_command(command: str) -> None:
    solution = fifteen.solve(BOARD, metric="multi-tile")
    assert (solution.length, solution.metric, solution.heuristic) == (20, "multi-tile", "4 colours + reflection")
    theirs = json.loads(printed(command, "solve", "--json", "--verbose", "--metric", "multi-tile", BOARD))
    ours = comparable(solution)
    assert ours == {name: theirs[name] for name in ours}
    assert solution.positions()[-1] == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert "20" in (solution._repr_svg_() or "")


def test_a_solver_solves_many_and_can_be_pickled() -> None:
    solver = fifteen.Solver("3x3", metric="multi-tile")
    assert solver.metric == "multi-tile" and "multi-tile" in repr(solver)
    boards = fifteen.random_boards(50, size="3x3", seed=1)
    lengths = [solution.length for solution in solver.solve_many(boards)]
    again = pickle.loads(pickle.dumps(solver))
    assert again == solver != fifteen.Solver("3x3", heuristic="manhattan") and again.solve(boards[0]).length == lengths[0]
    every = solver.solve("1 2 3 / 4 5 6 / 0 7 8", all=True)
    assert every.all_moves == ("L2",) and every.solutions == 1


def test_names_of_other_programs_are_accepted() -> None:
    near = "1 2 3 / 4 5 6 / 0 7 8"
    for metric, name, length in (("stm", "single-tile", 2), ("MTM", "multi-tile", 1)):
        solution = fifteen.solve(near, metric=metric, goal="blank-last")  # type: ignore[arg-type]
        assert (solution.metric, solution.length) == (name, length)
    solver = fifteen.Solver("3x3", goal="blank-first", algorithm="a*", heuristic="hamming")
    assert "goal='first', heuristic='misplaced', algorithm='astar'" in repr(solver)
    with pytest.raises(fifteen.FifteenError, match="take bfs"):
        fifteen.Solver("3x3", algorithm="ucs")


def test_moves_are_analysed(command: str) -> None:
    board, moves = "1 2 3 / 4 5 6 / 0 7 8", "D U L R L2"
    for metric, lost in (("single-tile", (1, 4)), ("multi-tile", (1, 3, 4))):
        analysis = fifteen.analyse(board, moves, metric=metric)  # type: ignore[arg-type]
        theirs = printed(command, "analyse", "--json", "--metric", metric, board, moves)
        assert analysis.to_dict() == json.loads(theirs)
        assert analysis.lost == lost and analysis.solved and analysis.metric == metric
        assert pickle.loads(pickle.dumps(analysis)) == analysis
    assert fifteen.analyse(board, "RR").moves == "RR"  # directions of the blank
    stopped = fifteen.Solver("3x3", heuristic="manhattan").analyse(BOARD, "D", node_limit=1)
    assert stopped.distances == (None, None) and stopped.shortest is None and not stopped.solved
    with pytest.raises(fifteen.FifteenError, match="leaves the board"):
        fifteen.analyse(board, "LLL")
    with pytest.raises(fifteen.FifteenError, match="moves are the letters"):
        fifteen.analyse(board, "north")


@pytest.mark.parametrize("metric", ["single-tile", "multi-tile"])
def test_scrambles_are_those_of_the_command(command: str, metric: str) -> None:
    ours = fifteen.scrambles(3, size="3x3", seed=5, metric=metric)  # type: ignore[arg-type]
    theirs = printed(command, "random", "3", "--size", "3x3", "--seed", "5", "--scramble", "--metric", metric)
    assert ours == theirs.splitlines()
    boards = fifteen.random_boards(3, size="3x3", seed=5)
    for scramble, board in zip(ours, boards):
        assert fifteen.apply("1 2 3 / 4 5 6 / 7 8 0", scramble) == tuple(board)


def test_what_only_the_other_metric_has_is_refused() -> None:
    with pytest.raises(fifteen.FifteenError, match="heuristic is for the single-tile metric"):
        fifteen.Solver("3x3", metric="multi-tile", heuristic="manhattan")
    with pytest.raises(fifteen.FifteenError, match="bytes while they are built"):
        fifteen.Solver(metric="multi-tile", memory_limit=1_000_000)
    solver = fifteen.Solver("3x3", metric="multi-tile")
    with pytest.raises(fifteen.FifteenError, match="within is for the single-tile metric"):
        solver.solve(BOARD, within="any")
    with pytest.raises(fifteen.FifteenError, match="tables are for the single-tile metric"):
        solver.tables()
    with pytest.raises(fifteen.FifteenError, match="single-tile metric are cut"):
        cluster.solve(ThreadPoolExecutor(), solver, BOARD)
