"""Functions on arrays of boards, labels, the Gymnasium environment and learned heuristics.

The functions on arrays must give the same results as the functions on single boards.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver, learning

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    """Imports a script from the folder `examples`, and returns it as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("size", ["3x3", "4x4", "4x2", "2x3"])
def test_moves_of_arrays_are_those_of_boards(size: str) -> None:
    boards = fifteen.random_boards(60, size=size, seed=1)
    legal = learning.legal_moves(boards, size=size)
    following, allowed = learning.children(boards, size=size)
    assert (legal == allowed).all()
    for board, mask, after in zip(boards, legal, following):
        letters = fifteen.legal_moves(board, size=size)
        assert "".join(letter for letter, is_legal in zip(learning.MOVES, mask) if is_legal) == letters
        for number, letter in enumerate(learning.MOVES):
            expected = fifteen.apply(board, letter, size=size) if letter in letters else tuple(board)
            assert tuple(after[number]) == expected
    moves = legal.argmax(axis=1)
    assert (learning.apply(boards, moves, size=size) == following[np.arange(60), moves]).all()
    with pytest.raises(FifteenError, match="row 0: the move . leaves the board"):
        edge = ~legal.all(axis=1)
        learning.apply(boards[edge], (~legal[edge]).argmax(axis=1), size=size)


def test_optimal_moves_begin_shortest_solutions() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    boards = np.concatenate([fifteen.random_boards(25, size="3x3", seed=2), [[1, 2, 3, 4, 5, 6, 7, 8, 0]]]).astype(np.uint8)
    best = learning.optimal_moves(boards)
    for board, mask in zip(boards, best):
        first = {moves[:1] for moves in solver.solve(board, all=True).all_moves or ()} - {""}
        assert {learning.MOVES[move] for move in np.flatnonzero(mask)} == first
    assert (learning.optimal_moves(boards, solver=solver) == best).all() and not best[-1].any()
    for algorithm in ("beam:5", "weighted-astar:3"):
        careless = Solver("3x3", heuristic="manhattan", algorithm=algorithm)
        with pytest.raises(FifteenError, match=f"board 1: the algorithm {algorithm} does not prove"):
            learning.distances(boards, solver=careless)
    with pytest.raises(FifteenError, match="16 cells are not listed; give solver="):
        learning.distances(fifteen.random_boards(1, seed=1))


@pytest.mark.slow
def test_all_boards_of_twelve_cells() -> None:
    boards = fifteen.random_boards(200, size="4x3", seed=1)
    solutions = Solver("4x3", heuristic="linear-conflict").solve_many(boards)
    assert fifteen.distances(boards, size="4x3").tolist() == [solution.length for solution in solutions]


def test_labels_for_networks() -> None:
    boards = fifteen.random_boards(100, size="3x3", seed=1)
    data = learning.Labelled(boards, fifteen.distances(boards))
    inputs, label = data[3]
    assert inputs.reshape(9, 9).argmax(axis=1).tolist() == boards[3].tolist() and label == fifteen.distances(boards[3:4])[0]
    assert len(data) == 100 and data[2:4][0].shape == (2, 81)
    batch = data.__getitems__([3, 5])
    assert (batch[0][0] == inputs).all() and batch[1][1] == data[5][1]
    with pytest.raises(FifteenError, match="100 boards and 3 labels"):
        learning.Labelled(boards, [1, 2, 3])
    with pytest.raises(FifteenError, match="give the size"):
        learning.legal_moves(fifteen.random_boards(1, size="4x3", seed=1))


def test_a_learned_heuristic_solves_boards_of_4x4() -> None:
    teacher = Solver("4x4", heuristic="6-6-3", algorithm="beam:100")
    lessons = [s.positions() for s in teacher.solve_many(fifteen.random_boards(200, seed=1))]
    boards = np.array([board for positions in lessons for board in positions], dtype=np.uint8)
    labels = np.concatenate([np.arange(len(positions))[::-1] for positions in lessons])
    inputs = learning.one_hot(boards)
    weights = np.linalg.solve(inputs.T @ inputs + np.eye(256), inputs.T @ labels)
    sizes: list[int] = []

    def learned(boards: learning.Tiles) -> Any:
        sizes.append(len(boards))
        return learning.one_hot(boards) @ weights + 1.5

    for algorithm in ("beam:1000", "weighted-astar:2", "weighted-astar:2:2000"):
        sizes.clear()
        for board in fifteen.random_boards(2, seed=5):
            found = Solver("4x4", heuristic=learned, algorithm=algorithm).solve(board)
            assert found.moves and fifteen.apply(board, found.moves) == (*range(1, 16), 0)
            assert found.gap is not None and found.gap > 0, "estimates prove nothing"
        assert max(sizes) > (100 if algorithm == "weighted-astar:2" else 1000)
    with pytest.raises(FifteenError, match="only weighted-astar and beam take them: round them down"):
        Solver("4x4", heuristic=learned).solve(boards[0])


def test_the_environment_and_its_example() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: the environment was not tested")
    from gymnasium.utils.env_checker import check_env

    from fifteen.environment import Puzzle

    check_env(Puzzle("4x3"), skip_render_check=True)
    made = gymnasium.make("fifteen.environment:fifteen/Puzzle-v0", size="2x2")
    assert made.reset(seed=1)[0].shape == (4,)
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: Puzzle(scramble=-1), "scramble=-1: expected a whole number, 0 or more"),
        (lambda: Puzzle(most=-1), "most=-1"),
        (lambda: Puzzle(render_mode="human"), "render_mode is None or 'ansi'"),
        (lambda: Puzzle().reset(options={"scramble": -3}), "scramble=-3"),
        (lambda: Puzzle().reset(options={"scrambel": 3}), r"found \['scrambel'\]"),
        (lambda: Puzzle().step(-1), "an action is the number of a move, from 0 to 3; found -1"),
        (lambda: Puzzle().step(4), "found 4"),
    ]
    for call, message in wrong:
        with pytest.raises(fifteen.FifteenError, match=message):
            call()
    environment = Puzzle("3x3", most=3, render_mode="ansi")
    board, info = environment.reset(options={"board": "1 2 3 / 4 5 6 / 0 7 8"})
    assert info["action_mask"].tolist() == [0, 1, 1, 0]
    assert environment.step(3)[0].tolist() == board.tolist(), "an illegal action does nothing"
    left = learning.MOVES.index("L")
    assert environment.step(left)[2:4] == (False, False) and environment.step(left)[2:4] == (True, False)
    assert environment.render() == " 1  2  3\n 4  5  6\n 7  8  ."
    assert (environment.reset(seed=3)[0] == environment.reset(seed=3)[0]).all()
    with pytest.raises(FifteenError, match="cannot reach the goal"):
        environment.reset(options={"board": "1 2 3 / 4 5 6 / 8 7 0"})
    learnt = example("q_learning")
    share, shortest = learnt.solved(learnt.train(4000, scramble=6), scramble=6)
    assert share > 0.9 and shortest > 0.9
    assert gymnasium.__version__


def test_the_example_with_a_network() -> None:
    pytest.importorskip("torch", reason="torch is not installed: the example with a network was not tested")
    boards = fifteen.random_boards(200, size="3x3", seed=9)
    learned = example("learned_heuristic").main(5)
    assert abs(learned(boards) - fifteen.distances(boards)).mean() < 3
