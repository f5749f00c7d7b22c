"""Strange lines in a checkpoint: skipped with a warning, or refused in words; never another exception, never a wrong solution."""

from __future__ import annotations

import json
import random
import re
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, Union

import pytest
from conftest import comparable

from fifteen import FifteenError, Solver, cluster, work
from fifteen.cluster._checkpoint import Checkpoint

PIECES = ["Infinity", "-1", "1e999", "null", "true", "[" * 2000, '{"a":' * 2000, "9" * 5000, '"\\ud800"', "\\u0000", "\x85"]
"""What readers of JSON stumble over."""
SMALL = "8 6 7 / 2 5 4 / 3 0 1"


def lines() -> list[str]:
    solver = Solver("3x3", heuristic="manhattan")
    job, units = work.split(solver, SMALL, mode="plain", first=50, units=3)
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


class Inline(Executor):
    """Does at once what it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


def finished(solver: Solver, path: Path) -> dict[str, Any]:
    """The solution of a driver that goes on from a checkpoint."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return comparable(cluster.solve(Inline(), solver, SMALL, checkpoint=path, mode="plain", first=50, units=3))


def damaged(content: bytes, draw: random.Random) -> bytes:
    """A checkpoint after a disk, a transfer or an editor has changed it in a few places."""
    for _ in range(draw.choice((1, 1, 2, 6))):
        first = draw.randint(0, len(content))
        end = min(len(content), first + draw.choice((1, 1, 8, 60)))
        part, lines = content[first:end], content.split(b"\n")
        at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        digits = [place.span() for place in re.finditer(rb"\d+", content)]
        number = draw.choice(digits) if digits else (first, end)
        flipped = bytes(byte ^ (1 << draw.randrange(8)) for byte in part)
        content = draw.choice(
            (
                content[:first],
                content[:first] + content[end:],
                content[:first] + flipped + content[end:],
                content[:end] + part + content[end:],
                content[:first] + draw.choice(PIECES).encode("utf-8", "surrogatepass") + content[end:],
                content[: number[0]] + str(draw.choice((0, 1, draw.randrange(1 << 40)))).encode() + content[number[1] :],
                b"\n".join([*lines[:at], lines[other], *lines[at:]]),
                b"\n".join(lines[:at] + lines[at + 1 :]),
            )
        )
    return content


def test_a_damaged_checkpoint_never_makes_a_wrong_solution(tmp_path: Path) -> None:
    solver, path = Solver("3x3", heuristic="manhattan"), tmp_path / "state"
    alone = comparable(solver.solve(SMALL, mode="plain"))
    assert finished(solver, path) == alone
    kept = path.read_bytes().splitlines(keepends=True)
    assert len(kept) > 12, "several iterations are in it"
    draw = random.Random(2)
    same = 0
    for _ in range(300):
        # The driver was stopped after some of the lines.
        path.write_bytes(damaged(b"".join(kept[: draw.randint(1, len(kept))]), draw))
        try:
            assert finished(solver, path) == alone
            same += 1
        except FifteenError as error:
            assert "checkpoint" in str(error) or "holds the state of another search" in str(error), error
    assert 150 < same < 300, f"{same} of 300 went on"
