"""Python and the command give the same results."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, comparable, published

import fifteen
from fifteen import Solver
from fifteen._types import Mode

MODES: list[Mode] = ["plain", "fast"]
METRICS = ("unit", "straight", "any-path")
# Fields that can differ: three depend on the machine, and `file` is the command's input file, which
# Python does not have.
DIFFERENT = ("seconds", "threads", "peak_bytes", "file")


def run(command: str, *arguments: str, text: str = "", codes: tuple[int, ...] = (0,)) -> list[dict[str, Any]]:
    """Runs the command, and returns the JSON objects that it prints."""
    done = subprocess.run([command, *arguments, "--json"], input=text, capture_output=True, text=True)
    assert done.returncode in codes, done.stderr
    rows: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    return [{name: value for name, value in row.items() if name not in DIFFERENT} for row in rows]


def korf100(command: str, heuristic: str, modes: list[Mode], column: int, tables: Path) -> None:
    """Solves Korf's 100 boards, and compares the results with those of the command and with the
    file of expected counts.
    """
    boards = [board for _, board in published("korf100.txt")]
    text = "\n".join(" ".join(map(str, board)) for board in boards)
    solver = Solver(goal="first", heuristic=heuristic, tables=tables)
    for mode in modes:
        found = [comparable(solution) for solution in solver.solve_many(boards, mode=mode)]
        options = ("--goal", "first", "--heuristic", heuristic, "--mode", mode, "--pdb", str(tables))
        assert found == run(command, "solve", "-", "--verbose", *options, text=text)
        assert sum(fields["length"] for fields in found) == 5305
        if mode == "plain":
            rows = [line.split() for line in (DATA / "korf100_expected.txt").read_text().splitlines() if line[0] != "#"]
            counts = [[fields["h0"], fields["generated"], fields["expanded"]] for fields in found]
            assert counts == [[int(n) for n in row[column : column + 3]] for row in rows]


def test_korfs_boards(command: str, folder: Path) -> None:
    korf100(command, "6-6-3", MODES, 2 + 3 * 3, folder)


@pytest.mark.slow
def test_korfs_boards_with_large_tables(command: str, large_tables: Path) -> None:
    korf100(command, "7-8", MODES, 2 + 7 * 3, large_tables)


def test_bad_boards(command: str) -> None:
    texts = ["1 2 3 / 8 6 4 / 5 7 0", "1 2 3 / 4 5 6 / 8 7 0", "1 2 3", "1 2 3 4 5 6 7 8 8", "words"]
    found = [comparable(solution) for solution in Solver("3x3").solve_many(texts)]
    printed = run(command, "solve", "-", "--size", "3x3", "--verbose", text="\n".join(texts), codes=(2,))
    # Do not compare the error messages, because the command adds the position of the error in the
    # line.
    for ours, theirs in zip(found, printed):
        assert ours.keys() == theirs.keys()
        assert (ours["status"], ours["line"], ours["length"]) == (theirs["status"], theirs["line"], theirs["length"])
    assert [fields["status"] for fields in found] == ["solved", "unsolvable", "invalid", "invalid", "invalid"]


def blocks(command: str, *options: str, **keywords: bool) -> None:
    """Solves the published block puzzles in each metric, and compares the results with those of the
    command.
    """
    path = DATA / "blocks.txt"
    for metric in METRICS:
        found = [solution.to_dict() for solution in fifteen.solve_blocks(path.read_text(), metric=metric, **keywords)]  # type: ignore[arg-type]
        printed = run(command, "blocks", "solve", str(path), "--metric", metric, *options, codes=(0, 1, 2))
        # Remove the advice at the end of an error, because Python names a keyword and the command
        # names an option.
        for fields in [*found, *printed]:
            fields.pop("seconds", None)
            fields["error"] = fields["error"] and fields["error"].split(", or ask")[0].split("; add")[0]
            # The command prints large counts as strings, and prints optional fields even if they
            # have no value.
            fields["solutions"] = fields["solutions"] and int(str(fields["solutions"]).rpartition(" ")[2])
            for name in ("largest", "hardest", "car", "exit"):
                if fields.get(name) is None:
                    fields.pop(name, None)
        assert found == printed and len(found) > 50


def test_block_puzzles(command: str) -> None:
    blocks(command)


@pytest.mark.slow
def test_states_of_block_puzzles(command: str) -> None:
    blocks(command, "--states", "--all-counts", states=True, all_counts=True)
