"""Boards, solutions, errors."""

from __future__ import annotations

import itertools
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver, UnsolvableError

HARD = "8 6 7 / 2 5 4 / 3 0 1"
LAST = list(range(1, 9)) + [0]


def replayed(board: list[int], moves: str, width: int) -> list[int]:
    """The board after moves of tiles."""
    board = list(board)
    step = {"U": width, "D": -width, "L": 1, "R": -1}
    for move in moves:
        blank = board.index(0)
        tile = blank + step[move]
        board[blank], board[tile] = board[tile], 0
    return board


def test_a_board_in_every_form() -> None:
    rows = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
    flat = sum(rows, [])
    for board in (HARD, rows, flat, tuple(flat), np.array(rows), np.array(flat, dtype=np.uint8)):
        solution = fifteen.solve(board)
        assert solution.length == 31
        assert solution.moves is not None and replayed(flat, solution.moves, 3) == LAST


def test_fields_are_those_of_the_json() -> None:
    solution = Solver("3x3", heuristic="manhattan").solve(HARD, mode="plain", all=True)
    fields = json.loads(solution.to_json())
    assert fields == solution.to_dict() and fields["schema"] == 1
    for name in set(fields) - {"schema", "iterations", "board", "all_moves"}:
        assert getattr(solution, name) == fields[name], name
    assert solution.board == tuple(fields["board"]) and solution.all_moves == tuple(fields["all_moves"])
    assert solution.solutions == len(fields["all_moves"]) > 1
    assert solution.iterations is not None
    assert [i.generated for i in solution.iterations] == [i["generated"] for i in fields["iterations"]]
    assert solution.generated == 1 + sum(i.generated for i in solution.iterations)
    assert "length=31" in repr(solution)
    with pytest.raises(AttributeError):
        solution.length = 3  # type: ignore[misc]


def test_counts_are_the_literatures() -> None:
    board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
    solver = Solver(goal="first", heuristic="6-6-3")
    assert solver.heuristic == "6-6-3 zero-aware + reflection" and solver.table_bytes > 0
    plain = solver.solve(board, mode="plain")
    fast = solver.solve(board)
    assert (plain.length, fast.length) == (57, 57) and plain.moves == fast.moves
    assert plain.generated is not None and fast.generated is not None and fast.generated < plain.generated
    assert plain.generated == solver.solve(board, mode="plain", threads=2).generated


def test_algorithms_and_heuristics_by_name() -> None:
    for algorithm in ("ida", "astar", "bfs"):
        assert fifteen.solve("1 2 3 / 8 6 4 / 5 7 0", algorithm=algorithm).length == 16
    assert fifteen.solve(HARD, algorithm="iddfs", depth_limit=5).status == "limit"
    assert fifteen.solve("0 1 2 / 3 4 5 / 6 7 8", goal="first").length == 0
    assert fifteen.solve(HARD, goal=HARD).length == 0
    solver = Solver((3, 3), heuristic="1-4/5-8")
    shared = Solver.of_tables(solver.tables(), algorithm="astar")
    assert (shared.heuristic, shared.algorithm, shared.order) == (solver.heuristic, "astar", "ULRD")
    assert shared.solve(HARD).length == 31


def test_errors_say_what_is_wrong() -> None:
    with pytest.raises(UnsolvableError, match="parity|cannot"):
        fifteen.solve("1 2 3 / 4 5 6 / 8 7 0")
    with pytest.raises(FifteenError, match="walking-distance"):
        Solver("4x4", heuristic="magic")
    with pytest.raises(fifteen.TableError, match=r"fifteen\.build_tables\(partition=.7-8.\)"):
        Solver("4x4", heuristic="7-8")
    for board in ([1, 2, 3], "1 2 3 4 5 6 7 8 8", [[1, 2], [3]], [1, 2, -3, 0], [300, 1, 2, 0], 5, [None], "x y"):
        with pytest.raises(FifteenError):
            fifteen.solve(board)  # type: ignore[arg-type]
    with pytest.raises(FifteenError, match="3x3"):
        Solver("4x4", heuristic="manhattan").solve(HARD)
    for wrong in ({"size": "4"}, {"goal": "middle"}, {"algorithm": "best"}, {"order": "ULR"}):
        with pytest.raises(FifteenError):
            Solver(**wrong)  # type: ignore[arg-type]
    with pytest.raises(FifteenError, match="mode"):
        fifteen.solve(HARD, mode="slow")  # type: ignore[arg-type]
    assert issubclass(FifteenError, ValueError)


def test_limits() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    stopped = solver.solve(HARD, mode="plain", node_limit=100)
    assert (stopped.status, stopped.length, stopped.generated) == ("limit", None, 100)
    assert stopped.error is not None and stopped.bound is not None and stopped.bound <= 31
    assert solver.solve(HARD, depth_limit=29).bound == 31
    with pytest.raises(FifteenError, match="time_limit"):
        solver.solve(HARD, time_limit=-1.0)


def test_many_boards_in_order() -> None:
    solver = Solver("3x3")
    boards = fifteen.random_boards(300, size="3x3", seed=5)
    solutions = list(solver.solve_many(boards, threads=3))
    assert [s.line for s in solutions] == list(range(1, 301))
    assert [s.board for s in solutions] == [tuple(map(int, board)) for board in boards]
    assert all(s.status == "solved" for s in solutions)
    assert solutions[7].length == solver.solve(boards[7]).length
    assert list(solver.solve_many([])) == []


def test_bad_boards_do_not_end_a_batch() -> None:
    boards: list[Any] = [HARD, "1 2 3 / 4 5 6 / 8 7 0", "nonsense", [1, 2], HARD]
    solutions = list(Solver("3x3").solve_many(boards))
    assert [s.status for s in solutions] == ["solved", "unsolvable", "invalid", "invalid", "solved"]
    assert all((s.error is None) == (s.status == "solved") for s in solutions)


def test_boards_are_taken_as_there_is_room() -> None:
    taken = itertools.count()

    def endless() -> Iterator[str]:
        while True:
            next(taken)
            yield HARD

    solutions = Solver("3x3").solve_many(endless(), threads=2)
    assert all(s.length == 31 for s in itertools.islice(solutions, 100))
    assert next(taken) < 200


def test_an_error_of_the_iterable_is_raised() -> None:
    def broken() -> Iterator[str]:
        yield HARD
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        list(Solver("3x3").solve_many(broken()))


def test_the_interpreter_is_free_while_a_board_is_solved() -> None:
    solver = Solver(heuristic="zero")
    board = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2"
    thread = threading.Thread(target=lambda: solver.solve(board, mode="plain", time_limit=0.5))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 10


@pytest.fixture
def interruptible() -> Iterator[None]:
    """The signal's usual handling, also where the tests were started in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interruption_ends_a_search() -> None:
    solver = Solver(heuristic="zero")
    board = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2"
    boards = itertools.repeat(board)
    works: list[Callable[[], object]] = [lambda: solver.solve(board), lambda: next(solver.solve_many(boards))]
    for work in works:
        timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        timer.join()


def test_blocks() -> None:
    text = (Path(__file__).parents[2] / "docs" / "blocks.txt").read_text()
    for metric, length in (("unit", 16), ("straight", 12), ("any-path", 8)):
        [solution] = fifteen.solve_blocks(text, metric=metric)  # type: ignore[arg-type]
        assert (solution.status, solution.length, solution.metric) == ("solved", length, metric)
        assert solution.moves is not None and len(solution.moves) == length
        assert solution.to_dict()["moves"][0] == {"piece": solution.moves[0][0], "path": solution.moves[0][1]}
    [counted] = fifteen.solve_blocks(text, states=True, all_counts=True)
    assert counted.states is not None and counted.solutions is not None and counted.name == "Bring home A"
    [bad] = fifteen.solve_blocks("## no map\nstart goal\n", moves=False)
    assert bad.status == "invalid" and bad.error
    with pytest.raises(FifteenError, match="metric|'speed'"):
        fifteen.solve_blocks(text, metric="speed")  # type: ignore[arg-type]
