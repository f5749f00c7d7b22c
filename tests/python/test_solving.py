"""Solving single boards and batches: forms of boards, solutions, limits, interruptions and error
messages.
"""

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
from conftest import comparable
from fifteen import FifteenError, Mode, Solver, UnsolvableError

HARD = "8 6 7 / 2 5 4 / 3 0 1"
LAST = list(range(1, 9)) + [0]


def replayed(board: list[int], moves: str, width: int) -> list[int]:
    """Returns the board after a sequence of moves, whose letters are the directions of the tiles.
    """
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


def test_many_boards_in_order() -> None:
    solver, unsolvable = Solver("3x3"), "1 2 3 / 4 5 6 / 8 7 0"
    boards = [tuple(board) for board in fifteen.random_boards(300, size="3x3", seed=5).tolist()]
    modes: list[Mode] = ["plain", "fast"]
    for mode in modes:
        alone = [comparable(solver.solve(board, mode=mode, node_limit=100)) for board in boards]
        assert {found["status"] for found in alone} == {"solved", "limit"}
        for threads in (1, 3):
            solutions = solver.solve_many([*boards, unsolvable, "?"], mode=mode, node_limit=100, threads=threads)
            found = [comparable(solution) for solution in solutions]
            assert [one.pop("line") for one in found] == list(range(1, 303))
            assert [one["status"] for one in found[300:]] == ["unsolvable", "invalid"]
            assert found[:300] == [{name: one[name] for name in one if name != "line"} for one in alone]
    assert list(solver.solve_many([])) == []


def test_boards_are_taken_as_there_is_room() -> None:
    taken = itertools.count()

    def endless() -> Iterator[str]:
        while True:
            next(taken)
            yield HARD

    solutions = Solver("3x3").solve_many(endless(), threads=2)
    assert all(s.length == 31 for s in itertools.islice(solutions, 100))
    assert next(taken) < 200


def test_the_interpreter_is_free_while_a_board_is_solved() -> None:
    solver = Solver(heuristic="zero")
    board = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2"
    found: list[fifteen.Solution] = []
    cancel = threading.Event()
    thread = threading.Thread(target=lambda: found.append(solver.solve(board, mode="plain", time_limit=60, cancel=cancel)))
    thread.start()
    for _ in range(10):
        time.sleep(0.001)
        assert thread.is_alive(), "the search holds the interpreter until its time limit"
    cancel.set()
    thread.join()
    assert found[0].status == "limit"


WIDE = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11"
"""The fifth of Korf's 50 boards of the 24-puzzle. Its shortest solution has 100 moves."""


def test_good_solutions_before_the_proof() -> None:
    solver = Solver("5x5", goal="first", heuristic="linear-conflict")
    lengths: list[int] = []
    limits: list[fifteen.Limits] = [{"within": "any"}, {"within": "any", "threads": 3}, {"node_limit": 3_000_000}, {"within": 50}]
    for limit in limits:
        found = solver.solve(WIDE, **limit)
        assert found.status == "limit" and found.length is None and found.moves and found.bound and found.upper
        tiles = [int(tile) for tile in WIDE.replace("/", " ").split()]
        assert replayed(tiles, found.moves, 5) == list(range(25))
        assert found.bound <= 100 <= found.upper == len(found.moves) and found.gap == found.upper - found.bound
        lengths.append(found.upper)
    assert lengths[0] == lengths[1] > lengths[2] and found.bound and lengths[3] <= 1.5 * found.bound
    proven = Solver("3x3", heuristic="manhattan").solve(HARD, within=0)
    assert (proven.status, proven.length, proven.upper, proven.gap) == ("solved", 31, 31, 0)


def test_limits() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    stopped = solver.solve(HARD, mode="plain", node_limit=100)
    assert (stopped.status, stopped.length, stopped.generated) == ("limit", None, 100)
    assert stopped.error is not None and stopped.bound is not None and stopped.bound <= 31
    assert solver.solve(HARD, depth_limit=29).bound == 31


def test_errors_say_what_is_wrong() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    bad: list[tuple[Any, str]] = [
        ([1, 2, 3], "the board is not square, it has 3 numbers; give the size"),
        ("1 2 3 4 5 6 7 8 8", "tile 8 appears twice and the blank is missing"),
        ([[1, 2, 3], [4, 5], [6, 7, 8, 0]], "the rows of the board differ in length"),
        ([1, 2, -3, 0], "there is no tile -3 on a 2x2 board; its tiles are 1 to 3"),
        ([300, 1, 2, 0], "there is no tile 300 on a 2x2 board"),
        ([10**30, 1, 2, 0], "number 1: there is no tile 1000000000000000000000000000000"),
        ("1 2 \ud800 0", "not valid Unicode"),
        ("x y", "number 2: 'y' is neither a number nor a blank"),
        ([1, "two"], "a board is .*number 2 is 'two', which is no whole number"),
        ([[1, 2], [3, None]], "a board is .*row 2, number 2 is None"),
        ({0, 1, 2, 3}, "a board is .*found a set, whose numbers have no order"),
        *((board, "a board is text, a sequence of numbers") for board in (5, [None], [1, "two"])),
    ]
    for board, said in bad:
        with pytest.raises(TypeError if said.startswith("a board") else FifteenError, match=said):
            fifteen.solve(board)
    with pytest.raises(FifteenError, match="'8-7' is not a partition") as spelled:
        Solver(heuristic="8-7")
    assert not isinstance(spelled.value, fifteen.TableError)
    for wrong in ({"size": "4"}, {"goal": "middle"}, {"algorithm": "best"}, {"order": "ULR"}, {"heuristic": "magic"}):
        with pytest.raises(FifteenError):
            Solver(**wrong)  # type: ignore[arg-type]
    wrongs: list[tuple[Callable[[], object], type, str]] = [
        (lambda: fifteen.solve("1 2 3 / 4 5 6 / 8 7 0"), UnsolvableError, "parity|cannot"),
        (lambda: Solver("4x4", heuristic="manhattan").solve(HARD), FifteenError, "3x3"),
        (lambda: solver.solve(HARD, mode="plain", within="any"), FifteenError, "within is for fast mode"),
        (lambda: solver.solve(HARD, all=True, within=5), FifteenError, "within is for fast mode"),
        (lambda: fifteen.solve(HARD, mode="slow"), FifteenError, "mode"),  # type: ignore[arg-type]
        (lambda: fifteen.solve_blocks("", metric="speed"), FifteenError, "'speed'"),  # type: ignore[arg-type]
        (lambda: fifteen.random_boards(-1, seed=1), FifteenError, "n: expected a whole number"),
        (lambda: fifteen.random_boards(1.5, seed=1), TypeError, "float"),  # type: ignore[arg-type]
        (lambda: solver.solve(HARD, node_limit=-3), FifteenError, "node_limit=-3: expected a whole number from 0 to"),
        (lambda: solver.solve(HARD, depth_limit=2**40), FifteenError, "depth_limit=.*from 0 to 4294967295"),
        (lambda: solver.solve(HARD, threads="two"), TypeError, "threads=two"),  # type: ignore[arg-type]
        (lambda: solver.solve(HARD, time_limit=-1), FifteenError, "time_limit=-1"),
        (lambda: solver.solve(HARD, within="first"), FifteenError, "within=first: expected a percentage .* or 'any'"),  # type: ignore[arg-type]
        (lambda: solver.solve(HARD, within=[5]), TypeError, r"within=\[5\]"),  # type: ignore[arg-type]
        (lambda: solver.solve_many([HARD], node_limt=1), TypeError, "node_limt=1: there is no such keyword"),  # type: ignore[call-arg]
        (lambda: Solver(heuristic=5), TypeError, "heuristic must be text or a function of boards; found 5"),  # type: ignore[arg-type]
        (lambda: Solver(np.zeros((3, 4)).shape), FifteenError, r"\(3, 4\) may begin .* '3x4' for a width of 3, or '4x3'"),
        (lambda: Solver((-3, 3)), FifteenError, r"a size is '4x3', .*; found \(-3, 3\)"),
        (lambda: solver.solve(b"1 2 3 4"), TypeError, "found b'1 2 3 4', .*: decode it"),
        (lambda: solver.solve_many(b"1 2"), TypeError, "found b'1 2'"),  # type: ignore[arg-type]
        (lambda: fifteen.Tables("walking-distance", size="5x5", memory_limit=10**8), FifteenError, "the memory limit is 100 MB"),
        (lambda: fifteen.build_tables(zstd=99), FifteenError, "zstd is a level from 1 to 22; found 99"),
    ]
    for call, kind, message in wrongs:
        with pytest.raises(kind, match=message):
            call()
    assert issubclass(FifteenError, ValueError)


def test_ctrl_c_ends_whatever_runs(recwarn: pytest.WarningsRecorder) -> None:
    solver, boards = Solver(heuristic="zero"), itertools.repeat("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2")
    works: list[Callable[[], object]] = [
        lambda: solver.solve(next(boards)),
        lambda: next(solver.solve_many(boards)),
        lambda: fifteen.random_boards(100_000_000, seed=1),
        lambda: fifteen.Tables("walking-distance", size="5x5", memory_limit=16_000_000_000),
    ]
    for work in works:
        timer = threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        timer.join()
    assert "5x5 board builds tables" in str(recwarn.pop(UserWarning).message)


def test_blocks() -> None:
    text = (Path(__file__).parents[2] / "docs" / "blocks.txt").read_text()
    [solution] = fifteen.solve_blocks(text, metric="any-path", states=True, all_counts=True)
    assert (solution.name, solution.status, solution.length, solution.metric) == ("Bring home A", "solved", 8, "any-path")
    assert solution.moves is not None and len(solution.moves) == 8 and solution.states and solution.solutions
    assert solution.to_dict()["moves"][0] == {"piece": solution.moves[0][0], "path": solution.moves[0][1]}
    [bad] = fifteen.solve_blocks("## no map\nstart goal\n", moves=False)
    assert bad.status == "invalid" and bad.error
