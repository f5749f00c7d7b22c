"""Results and solvers are pickled, copied, compared, and read from JSON."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
from pathlib import Path

import pytest

import fifteen
from fifteen import BlockSolution, FifteenError, Iteration, Solution, Solver, Tables

HARD = "8 6 7 / 2 5 4 / 3 0 1"
RUSH_HOUR = "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN"


def results() -> list[Solution]:
    """A result of each status."""
    solver = Solver("3x3", heuristic="manhattan")
    limited = solver.solve(HARD, mode="plain", node_limit=100)
    return [*solver.solve_many([HARD, "1 2 3 / 4 5 6 / 8 7 0", "?"], all=3), limited]


def test_results_of_boards() -> None:
    found = results()
    assert [s.status for s in found] == ["solved", "unsolvable", "invalid", "limit"]
    for solution in found:
        for same in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution), Solution.from_json(solution.to_json())):
            assert same == solution and hash(same) == hash(solution) and repr(same) == repr(solution)
            names = [name for name in dir(solution) if not name.startswith("_") and name not in ("to_json", "to_dict", "from_json", "positions")]
            assert len(names) == 26
            for name in names:
                assert getattr(same, name) == getattr(solution, name), name
    assert found[0] != found[1]
    assert len(set(found)) == 4


def test_iterations() -> None:
    iterations = Solver("3x3", heuristic="manhattan").solve(HARD).iterations
    assert iterations and pickle.loads(pickle.dumps(iterations)) == iterations
    assert Iteration(21, 3, 5) == Iteration(bound=21, expanded=3, generated=5) != Iteration(21, 3, 6)
    assert len({Iteration(21, 3, 5), Iteration(21, 3, 5)}) == 1


def test_results_of_block_puzzles() -> None:
    found = fifteen.solve_blocks(RUSH_HOUR, metric="straight", all_counts=True, states=True)
    found += fifteen.solve_blocks("## no map\nstart goal\n")
    for solution in found:
        for same in (pickle.loads(pickle.dumps(solution)), copy.copy(solution), BlockSolution.from_json(solution.to_json())):
            assert same == solution and same.moves == solution.moves and same.solutions == solution.solutions
    many = {**json.loads(found[0].to_json()), "solutions": "more than 18446744073709551616"}
    assert BlockSolution.from_json(json.dumps(many)).solutions == 2**64


def test_json_that_is_no_result() -> None:
    good = json.loads(results()[0].to_json())
    for text in ("[]", "{", "{}", json.dumps({name: value for name, value in good.items() if name != "status"})):
        with pytest.raises(FifteenError, match="not the JSON of a Solution: "):
            Solution.from_json(text)
    with pytest.raises(FifteenError, match="schema of this record is 2, .* reads schema 1; update"):
        Solution.from_json(json.dumps({**good, "schema": 2}))


def test_solvers_and_tables(folder: Path) -> None:
    tables = Tables("6-6-3", tables=folder)
    solver = Solver(heuristic="6-6-3", tables=folder, algorithm="astar")
    shared = Solver.of_tables(tables, algorithm="astar")
    board = fifteen.random_boards(1, seed=4)[0]
    for one in (solver, shared, Solver(), Solver("3x3", goal=HARD, heuristic="manhattan", algorithm="bfs")):
        same = pickle.loads(pickle.dumps(one))
        assert same == one and hash(same) == hash(one) and repr(same) == repr(one)
        assert copy.deepcopy(one) is one
    assert pickle.loads(pickle.dumps(solver)).solve(board, node_limit=1).h0 == tables.h([board])[0]
    files = Tables.of_files(sorted(folder.glob("4x4*.pdb")), reflection=False)
    for opened in (tables, files, solver.tables(), shared.tables()):
        same_tables = pickle.loads(pickle.dumps(opened))
        assert same_tables == opened and (same_tables.h([board]) == opened.h([board])).all()
    assert solver != shared.tables() and tables != files and solver != Solver("3x3")


def test_iterative_deepening_has_a_name_of_its_own() -> None:
    tables = Tables("manhattan", size="3x3")
    deepening, plain = (Solver.of_tables(tables, algorithm=name) for name in ("iddfs", "dfs"))
    assert deepening != plain and len({deepening, plain}) == 2 and deepening.algorithm == "iddfs"
    again = pickle.loads(pickle.dumps(deepening))
    assert again == deepening and again.algorithm == "iddfs"
    for one in (deepening, again):
        assert one.solve("1 2 3 / 4 5 6 / 0 7 8", depth_limit=20).length == 2, "plain dfs finds one of 20 moves"


def test_a_pool_of_processes() -> None:
    # Results of another process, by the way that every program starts one.
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [found] = pool.map(fifteen.solve, [HARD])
    assert found.length == 31
