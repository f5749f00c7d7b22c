"""One search over many machines."""

from __future__ import annotations

import json
import random

import pytest

import fifteen
from fifteen import FifteenError, Solution, Solver, work
from fifteen._types import Mode

MODES: list[Mode] = ["plain", "fast"]


def over_machines(solver: Solver, board: str, mode: Mode, first: int) -> Solution:
    job, units = work.split(solver, board, mode=mode, first=first, units=10)
    while True:
        given = units + units[:2]
        random.Random(1).shuffle(given)
        merged = work.merge(job, [work.work(unit) for unit in given])
        if isinstance(merged, Solution):
            return merged
        job, units = work.resume(merged, units=10)


def test_what_one_machine_finds() -> None:
    for solver, board, first in (
        (Solver("3x3", heuristic="manhattan"), "8 6 7 / 2 5 4 / 3 0 1", 50),
        (Solver(goal="first", heuristic="6-6-3"), "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 5000),
    ):
        for mode in MODES:
            alone = solver.solve(board, mode=mode).to_dict()
            many = over_machines(solver, board, mode, first).to_dict()
            for name in ("seconds", "threads", "peak_bytes"):
                del alone[name], many[name]
            assert many == alone


def test_what_is_wrong_is_said() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    job, units = work.split(solver, "8 6 7 / 2 5 4 / 3 0 1", first=50, units=5)
    results = [work.work(unit) for unit in units]
    with pytest.raises(FifteenError, match="unit 1"):
        work.merge(job, results[:1] + results[2:])
    with pytest.raises(FifteenError, match="changed"):
        work.work(units[0].replace('"bound":', '"bound":1'))
    count = json.loads(results[1])["generated"]
    changed = results[1].replace(f'"generated":{count}', f'"generated":{count + 1}')
    with pytest.raises(FifteenError, match="the result of unit 1 was changed .*work on the unit again"):
        work.merge(job, [results[0], changed, *results[2:]])
    other, _ = work.split(solver, "8 6 7 / 2 5 4 / 3 0 1", first=50, units=9)
    with pytest.raises(FifteenError, match=r"belongs to another job \((\w+)\) than this one \((?!\1)\w+\)"):
        work.merge(other, results)
    with pytest.raises(FifteenError, match="unit should be"):
        work.work(job)
    with pytest.raises(FifteenError, match="not a line"):
        work.work("{}")
    solved, none = work.split(solver, "1 2 3 / 4 5 6 / 0 7 8")
    merged = work.merge(solved, none)
    assert isinstance(merged, Solution) and merged.moves == "LL"
