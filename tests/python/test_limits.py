"""Limits of memory, cancelling from another thread, panics of the native library, and numbers that
are out of range.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver, Tables

HARD = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2"

# The function `leave` limits the additional memory of the process to a number of megabytes, as
# `ulimit -v` does.
LIMITED = """
import itertools, resource, sys, warnings
import numpy as np
import fifteen
warnings.simplefilter("ignore")
def leave(megabytes):
    used = next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmSize:"))
    resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20),) * 2)
"""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is that of Linux")


def limited(code: str) -> str:
    """Runs code that can limit its memory with `leave`, and returns its output."""
    done = subprocess.run([sys.executable, "-c", LIMITED + code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@on_linux
def test_builds_compare_the_memory_first(tmp_path: Path) -> None:
    code = f"""
leave(3000)
try:
    fifteen.build_tables("1-8/9-16/17-24", size="5x5", out={str(tmp_path)!r})
except fifteen.TableError as error:
    print(error)
"""
    assert "building these tables needs 23," in (said := limited(code)) and "only " in said and "smaller patterns" in said


@on_linux
def test_searches_that_keep_nodes_stop_at_half_of_the_memory() -> None:
    code = f"""
solver = fifteen.Solver(heuristic="misplaced", algorithm="astar")
leave(260)
found = solver.solve({HARD!r})
print(found.status, found.peak_bytes < 140 << 20, found.error)
[found] = solver.solve_many([{HARD!r}], threads=2)
print(found.status, found.peak_bytes < 70 << 20, found.error)
"""
    lines = limited(code).splitlines()
    assert len(lines) == 2 and all(line.startswith("limit True") and "memory" in line for line in lines), lines


@on_linux
def test_block_puzzles_stop_at_three_quarters_of_the_memory() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWX"
    start = ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWX."]
    goal = ["BACDE", "FGHIJ", "KLMNO", "PQRST", "UVWX."]
    assert set("".join(start)) == {*letters, "."}
    text = "## many states\nstart   goal\n" + "".join(f"{a}   {b}\n" for a, b in zip(start, goal))
    code = f"""
leave(200)
[found] = fifteen.solve_blocks({text!r}, moves=False, threads=1)
print(found.status, found.error)
"""
    assert limited(code).startswith("limit stopped at the memory limit")


@on_linux
def test_arrays_and_distances_need_memory_that_is_there() -> None:
    code = """
leave(200)
for call in (lambda: fifteen.random_boards(10**11, seed=1), lambda: fifteen.distances([list(range(12))], size="4x3")):
    try:
        call()
    except ValueError as error:
        print(error)
print(fifteen.distances([list(range(9))], goal="first"))
"""
    lines = limited(code).splitlines()
    assert lines[0].startswith("an array of 100000000000 boards needs 1,600,000 MB of memory, but only ")
    assert lines[1].startswith("finding the distances of all 4x3 boards needs ") and lines[2] == "[0]"


@on_linux
def test_an_endless_iterable_of_boards_is_a_memory_error() -> None:
    code = """
from fifteen import _input
_input.CHUNK = 1 << 10
tables = fifteen.Tables("manhattan", size="3x3")
fifteen._fifteen.available_memory = lambda: 1 << 16
for call in (tables.h, fifteen.distances):
    try:
        call(itertools.repeat("8 6 7 / 2 5 4 / 3 0 1"))
    except MemoryError as error:
        print(error)
"""
    assert limited(code).count("if there are endless boards, take some with itertools.islice") == 2


def test_endless_numbers_are_no_board() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    calls: list[Callable[[Any], object]] = [fifteen.solve, solver.solve, lambda board: fifteen.analyse(board, "U")]
    for call in calls:
        with pytest.raises(FifteenError, match="at most 25 cells"):
            call(itertools.count())
        with pytest.raises(FifteenError):
            call([itertools.count()])
        with pytest.raises(FifteenError):
            call(itertools.repeat([1, 2, 3]))
    [found] = solver.solve_many([itertools.count()])  # type: ignore[list-item]
    assert found.status == "invalid" and "at most 25 cells" in (found.error or "")


def test_predictions_are_of_bounds_that_a_board_can_have() -> None:
    tables = Tables("manhattan", size="3x3")
    with pytest.raises(ValueError, match="bounds: expected whole numbers from 0 to 500; found 1000000000"):
        tables.quality(samples=100, bounds=[20, 10**9])
    assert [one.bound for one in tables.quality(samples=100, bounds=[20, 500]).predictions] == [20, 500]


def test_negative_numbers_are_value_errors_that_name_the_argument(tmp_path: Path) -> None:
    solver, tables = Solver("3x3", heuristic="manhattan"), Tables("manhattan", size="3x3")
    easy = "1 2 3 / 4 5 6 / 0 7 8"
    calls: list[tuple[str, Callable[[], object]]] = [
        ("n", lambda: fifteen.random_boards(-1)),
        ("n", lambda: fifteen.scrambles(-1)),
        ("depth", lambda: fifteen.random_boards(1, depth=-1)),
        ("seed", lambda: fifteen.random_boards(1, seed=-1)),
        ("threads", lambda: Solver("3x3", threads=-5)),
        ("memory_limit", lambda: Solver("3x3", memory_limit=-5)),
        ("threads", lambda: Tables("manhattan", threads=-5)),
        ("threads", lambda: tables.h([easy], threads=-5)),
        ("samples", lambda: tables.check(samples=-5)),
        ("samples", lambda: tables.quality(samples=-5)),
        ("seed", lambda: tables.quality(seed=-5)),
        ("bounds", lambda: tables.quality(bounds=[-5])),
        ("threads", lambda: fifteen.build_tables("1-8", size="3x3", out=tmp_path, threads=-5)),
        ("memory_limit", lambda: fifteen.solve_blocks("", memory_limit=-5)),
        ("node_limit=-5", lambda: solver.solve(easy, node_limit=-5)),
        ("depth_limit=-5", lambda: solver.solve(easy, depth_limit=-5)),
        ("memory_limit=-5", lambda: solver.solve(easy, memory_limit=-5)),
        ("all=-5", lambda: solver.solve(easy, all=-5)),
        ("threads=-5", lambda: solver.solve_many([easy], threads=-5)),
        ("time_limit=-5", lambda: solver.solve(easy, time_limit=-5)),
        ("within", lambda: solver.solve(easy, within=-5)),
    ]
    for name, call in calls:
        with pytest.raises(ValueError, match=f"^{name}(: expected| takes) "):
            call()
    assert solver.solve(easy, time_limit=float("inf")).length == 2


class Asked:
    """An event whose method `is_set` returns true from the second call on."""

    def __init__(self) -> None:
        self.times = 0

    def is_set(self) -> bool:
        self.times += 1
        return self.times > 1


def test_a_search_is_cancelled_from_another_thread() -> None:
    solver, board = Solver(heuristic="zero"), HARD
    cancel, found = threading.Event(), []
    thread = threading.Thread(target=lambda: found.append(solver.solve(board, cancel=cancel)))
    thread.start()
    cancel.set()
    thread.join(60)
    [solution] = found
    assert solution.status == "limit" and solution.length is None and solution.bound is not None and solution.error
    assert solver.solve(board, cancel=Asked()).status == "limit", "any object with is_set"
    cancel = threading.Event()
    many = solver.solve_many(itertools.repeat(board), cancel=cancel)
    timer = threading.Timer(0.3, cancel.set)
    timer.start()
    assert list(many) == []
    timer.join()
    assert fifteen.analyse(board, "U", cancel=cancel).distances == (None, None)
    easy = Solver("3x3", heuristic="manhattan")
    assert easy.solve("1 2 3 / 4 5 6 / 0 7 8", cancel=threading.Event()).length == 2
    with pytest.raises(TypeError, match="cancel must be a threading.Event, .*; found 5"):
        easy.solve("1 2 3 / 4 5 6 / 0 7 8", cancel=5)  # type: ignore[arg-type]


def test_a_benchmark_is_cancelled_with_the_rows_that_it_has(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    boards, cancel, path = fifteen.random_boards(3, size="3x3", seed=1, depth=14), threading.Event(), tmp_path / "r.jsonl"
    tables, begun = Tables("manhattan", size="3x3"), []

    def last(boards: Any) -> Any:
        begun.append(len(boards))
        cancel.set()
        return np.zeros(len(boards), dtype=int)

    frame = fifteen.bench(boards, ["manhattan", last], size="3x3", save=path, cancel=cancel)
    assert begun and set(frame["heuristic"]) >= {"manhattan"} and 3 <= len(frame) == len(path.read_text().splitlines())
    assert tables.h(boards).shape == (3,)


def panicking() -> Solver:
    """Returns a solver whose heuristic causes a panic in the native library.

    Python shows a Rust panic as an exception of the class ``PanicException``. If a heuristic raises
    this exception, it becomes a panic again in the native library. Other packages written in Rust
    have classes of the same name, which are ordinary exceptions for this package. This function
    therefore tries all of these classes.
    """
    with pytest.raises(FifteenError):
        fifteen.solve("?")
    for kind in [kind for kind in BaseException.__subclasses__() if kind.__name__ == "PanicException"]:

        def broken(boards: Any, kind: type[BaseException] = kind) -> Any:
            raise kind("on purpose")

        solver = Solver("3x3", heuristic=broken)
        try:
            solver.solve("8 6 7 / 2 5 4 / 3 0 1")
        except RuntimeError:
            return solver
        except kind:
            pass
    raise AssertionError("no panic was an exception")


def test_a_panic_of_a_worker_is_an_exception() -> None:
    solver = panicking()
    message = "on purpose; this is a bug in fifteen: please report it"
    with pytest.raises(RuntimeError, match=message):
        solver.solve("8 6 7 / 2 5 4 / 3 0 1")
    with pytest.raises(RuntimeError, match=message):
        solver.tables().h(["8 6 7 / 2 5 4 / 3 0 1"])
    with pytest.raises(RuntimeError, match=message):
        list(solver.solve_many(itertools.repeat("8 6 7 / 2 5 4 / 3 0 1")))
    with pytest.raises(RuntimeError, match=message):
        list(solver.solve_many(["8 6 7 / 2 5 4 / 3 0 1"] * 3, threads=2))


CTRL_C = """
import signal, threading, time
import fifteen
board = [list(range(12))]
begun = threading.Event()
def enumerate_large():
    begun.set()
    try:
        fifteen.distances(board, size="4x3", goal="first")
    except KeyboardInterrupt:
        pass
threading.Thread(target=enumerate_large, daemon=True).start()
begun.wait()
time.sleep(0.5)
print(fifteen.distances([list(range(9))], goal="first"), flush=True)
threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,)).start()
try:
    fifteen.distances(board, size="4x3", goal="first")
except KeyboardInterrupt:
    print("interrupted", flush=True)
import os
os._exit(0)
"""


def test_ctrl_c_works_while_another_thread_enumerates_the_same_boards() -> None:
    done = subprocess.run([sys.executable, "-c", CTRL_C], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "[0]\ninterrupted\n", done.stdout + done.stderr



KEPT = """
import resource
import fifteen
goals = fifteen.random_boards(4000, size="3x3", seed=1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for goal in goals:
    assert fifteen.distances([goal], goal=goal).tolist() == [0]
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000)
"""


@pytest.mark.slow
@on_linux
def test_distances_are_kept_up_to_500_megabytes() -> None:
    done = subprocess.run([sys.executable, "-c", KEPT], capture_output=True, text=True, timeout=3600, check=True)
    assert float(done.stdout) < 560, "those of all goals are 726"
