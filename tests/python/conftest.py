"""Fixtures and data for all tests: tables, published boards, and the command `fifteen`.

The tables are in a temporary folder, so the tests never use the user's tables.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

import fifteen
from fifteen import Solution, Solver

DATA = Path(__file__).parents[2] / "data"
BOARD = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
"""A board whose shortest solution has 57 moves, to the goal with the blank first."""
HOW: dict[str, Any] = {"mode": "plain", "split_after": 5000, "units": 40}
"""Options for `cluster.solve` with which a small search is already divided into units."""
SPAWN = multiprocessing.get_context("spawn")
"""Starts processes with the method `spawn`, which exists on every system.

Such processes inherit nothing.
"""

# Restore the handler for Ctrl-C, because a shell starts background jobs with this signal ignored,
# and some tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Ends Python if it does not end by itself within a minute after the last test.

    At its end, Python waits for the threads and processes of all pools, so it would wait for ever if
    one of them hung.
    """
    faulthandler.dump_traceback_later(60, exit=True)


@pytest.fixture(scope="session", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables 6-6-3 and 1-4/5-8.

    It is the default folder for tables in all tests.
    """
    folder = tmp_path_factory.mktemp("tables")
    patch = pytest.MonkeyPatch()
    patch.setenv("FIFTEEN_PDB_DIR", str(folder))
    fifteen.build_tables("6-6-3")
    fifteen.build_tables("1-4/5-8", size="3x3")
    return folder


@pytest.fixture(scope="session")
def large_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the 7-8 tables: the folder named by FIFTEEN_TEST_TABLES, or else a temporary
    one. Missing tables are built.
    """
    named = os.environ.get("FIFTEEN_TEST_TABLES")
    folder = Path(named) if named else tmp_path_factory.mktemp("large")
    fifteen.build_tables("7-8", out=folder)
    return folder


@pytest.fixture(scope="session")
def solver(folder: Path) -> Solver:
    """A solver for the distributed searches."""
    return Solver(goal="first", heuristic="6-6-3")


@pytest.fixture(scope="session")
def alone(solver: Solver) -> dict[str, Any]:
    """The solution of :data:`BOARD` that a single process finds, with which the results of
    distributed searches are compared.
    """
    return comparable(solver.solve(BOARD, mode="plain"))


@pytest.fixture(scope="session")
def command() -> str:
    """The path of the command ``fifteen``, which ``tests/python/run`` builds."""
    command = os.environ.get("FIFTEEN")
    if not command:
        pytest.skip("FIFTEEN does not name the command; tests/python/run does")
    return command


def published(name: str) -> list[tuple[list[str], list[int]]]:
    """Returns the lines of a file of published boards, each as its columns before the colon and its
    board.
    """
    rows = []
    for line in (DATA / name).read_text().splitlines():
        if line and not line.startswith("#"):
            before, _, board = line.rpartition(":")
            rows.append((before.split(), [int(tile) for tile in board.split()]))
    return rows


def comparable(solution: Solution) -> dict[str, Any]:
    """Returns the fields of a solution that depend neither on the machine nor on where the board
    came from.
    """
    fields = solution.to_dict()
    for name in ("seconds", "threads", "peak_bytes", "file"):
        del fields[name]
    return fields
