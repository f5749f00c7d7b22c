"""Strange lines in a checkpoint: skipped with a warning, or refused in words, and never another exception."""

from __future__ import annotations

import json
import random
import warnings
from pathlib import Path
from typing import Union

import pytest

from fifteen import FifteenError, Solver, work
from fifteen.cluster._checkpoint import Checkpoint

PIECES = ["Infinity", "-1", "1e999", "null", "true", "[" * 2000, '{"a":' * 2000, "9" * 5000, '"\\ud800"', "\\u0000", "\x85"]
"""What readers of JSON stumble over."""


def lines() -> list[str]:
    solver = Solver("3x3", heuristic="manhattan")
    job, units = work.split(solver, "8 6 7 / 2 5 4 / 3 0 1", mode="plain", first=50, units=3)
    cut = json.dumps({"type": "cut", "job": json.loads(job)["digest"], "units": 3})
    return [job, cut, *(work.work(unit) for unit in units)]


def opened(path: Path, content: bytes) -> Union[Checkpoint, FifteenError]:
    path.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            checkpoint = Checkpoint(path)
        except FifteenError as error:
            return error
    checkpoint.close()
    return checkpoint


@pytest.mark.parametrize("units", ["Infinity", "-Infinity", "NaN", "1e999", "-1", "0", "1.5", "true", '"3"', "9" * 30])
def test_impossible_numbers_of_units(tmp_path: Path, units: str) -> None:
    job, _, *results = lines()
    digest = json.loads(job)["digest"]
    cut = f'{{"type":"cut","job":"{digest}","units":{units}}}'
    checkpoint = opened(tmp_path / "state", "\n".join([job, cut, *results, ""]).encode())
    assert isinstance(checkpoint, Checkpoint)
    assert checkpoint.units_of(digest, 7) == 7 and len(checkpoint.results_of(digest)) == len(results)


def test_no_line_breaks_a_checkpoint(tmp_path: Path) -> None:
    good = lines()
    draw = random.Random(1)
    kinds = set()
    for _ in range(1000):
        changed = list(good)
        at = draw.randrange(len(changed))
        line = changed[at]
        for _ in range(draw.choice((1, 1, 1, 4))):
            first = draw.randint(0, len(line))
            end = min(len(line), first + draw.choice((0, 1, 5, 40)))
            line = line[:first] + draw.choice([*PIECES, "", '"', line[first : first + 30]]) + line[end:]
        changed[at] = line
        kinds.add(type(opened(tmp_path / "state", ("\n".join(changed) + "\n").encode())))
    assert kinds == {Checkpoint, FifteenError}, "a damaged job is refused, another damaged line is skipped"
