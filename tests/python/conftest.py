"""Fixtures and data that the tests share: tables in a folder of the session and none of the user's, published boards, and the command."""

from __future__ import annotations

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
"""A board of 57 moves to the goal with the blank first."""
HOW: dict[str, Any] = {"mode": "plain", "split_after": 5000, "units": 40}
"""Options of a cluster with which it is soon searched in units."""
SPAWN = multiprocessing.get_context("spawn")
"""Processes that inherit nothing, as on every system."""

# A shell starts what runs in its background with interrupts ignored; the tests send some.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of 6-6-3 and of 1-4/5-8, which is where tables are looked for by default."""
    folder = tmp_path_factory.mktemp("tables")
    patch = pytest.MonkeyPatch()
    patch.setenv("FIFTEEN_PDB_DIR", str(folder))
    fifteen.build_tables("6-6-3")
    fifteen.build_tables("1-4/5-8", size="3x3")
    return folder


@pytest.fixture(scope="session")
def large_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of 7-8: the one that FIFTEEN_TEST_TABLES names, else they are built."""
    named = os.environ.get("FIFTEEN_TEST_TABLES")
    folder = Path(named) if named else tmp_path_factory.mktemp("large")
    fifteen.build_tables("7-8", out=folder)
    return folder


@pytest.fixture(scope="session")
def solver(folder: Path) -> Solver:
    """The solver of a cluster's boards."""
    return Solver(goal="first", heuristic="6-6-3")


@pytest.fixture(scope="session")
def alone(solver: Solver) -> dict[str, Any]:
    """The solution of :data:`BOARD` that one process finds."""
    return comparable(solver.solve(BOARD, mode="plain"))


@pytest.fixture(scope="session")
def command() -> str:
    """The command ``fifteen``, as ``tests/python/run`` builds it."""
    command = os.environ.get("FIFTEEN")
    if not command:
        pytest.skip("FIFTEEN does not name the command; tests/python/run does")
    return command


def published(name: str) -> list[tuple[list[str], list[int]]]:
    """The lines of a file of boards: the columns before the colon, and the board."""
    rows = []
    for line in (DATA / name).read_text().splitlines():
        if line and not line.startswith("#"):
            before, _, board = line.rpartition(":")
            rows.append((before.split(), [int(tile) for tile in board.split()]))
    return rows


def comparable(solution: Solution) -> dict[str, Any]:
    """The fields that depend neither on the machine nor on the source of the boards."""
    fields = solution.to_dict()
    for name in ("seconds", "threads", "peak_bytes", "file"):
        del fields[name]
    return fields
