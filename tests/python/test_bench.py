"""Benchmarks: functions as heuristics, detection of changed functions, and several runs that use
the same results file.
"""

from __future__ import annotations

import functools
import json
import subprocess
import threading
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver

pandas = pytest.importorskip("pandas")

Values = Any
BOARDS = fifteen.random_boards(4, size="3x3", seed=1, depth=14)
MANHATTAN, MISPLACED = fifteen.Tables("manhattan", size="3x3"), fifteen.Tables("misplaced", size="3x3")


def part_of(divisor: int) -> Callable[[Any], Values]:
    """Returns a heuristic function: the Manhattan distance divided by `divisor`."""

    def inner(boards: Any) -> Values:
        return MANHATTAN.h(boards) // divisor

    return inner


class Part:
    """A callable object that is a heuristic: the Manhattan distance divided by `divisor`.

    Its method `__call__` is one too.
    """

    def __init__(self, divisor: int) -> None:
        self.divisor = divisor

    def __call__(self, boards: Any) -> Values:
        return MANHATTAN.h(boards) // self.divisor


def of_divisor(divisor: int, boards: Any) -> Values:
    """A heuristic if `functools.partial` fixes the divisor: the Manhattan distance divided by
    `divisor`.
    """
    return MANHATTAN.h(boards) // divisor


KINDS: dict[str, Callable[[int], Any]] = {
    "closures": part_of,
    "lambdas": lambda divisor: lambda boards: MANHATTAN.h(boards) // divisor,
    "partials": lambda divisor: functools.partial(of_divisor, divisor),
    "objects": Part,
    "methods": lambda divisor: Part(divisor).__call__,
    "solvers": lambda divisor: Solver("3x3", heuristic=part_of(divisor)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_functions_of_the_same_name_are_told_apart_or_refused(kind: str) -> None:
    make = KINDS[kind]
    with pytest.raises(ValueError, match=r"two functions are called .*; name them: bench\(boards, {'NAME'"):
        fifteen.bench(BOARDS, [make(1), make(3)], size="3x3")
    frame = fifteen.bench(BOARDS, {"k=1": make(1), "manhattan": "manhattan", "k=3": make(3)}, size="3x3")
    assert frame["name"].tolist() == ["k=1"] * 4 + ["manhattan"] * 4 + ["k=3"] * 4
    assert frame["heuristic"].tolist() == ["k=1()"] * 4 + ["manhattan"] * 4 + ["k=3()"] * 4
    nodes = frame.groupby("name")["generated"].sum()
    assert nodes["k=1"] == nodes["manhattan"] < nodes["k=3"]
    one = make(1)
    assert len(fifteen.bench(BOARDS, [one, one], size="3x3")) == 4, "the same function twice is one configuration"


def defined(source: str, **values: Any) -> Any:
    """Runs source code as a notebook runs a cell, and returns the function ``h`` that the code
    defines.
    """
    scope = {"MANHATTAN": MANHATTAN, "MISPLACED": MISPLACED, "np": np, **values}
    exec(compile(source, "cell", "exec"), scope)
    return scope["h"]


CELL = "def part(b): return MANHATTAN.h(b) // K\ndef h(b, least=0):\n    return np.maximum(part(b), least)\n"
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "code": (CELL.replace("np.maximum", "np.minimum"), {"K": 2}),
    "default": (CELL.replace("least=0", "least=-1"), {"K": 2}),
    "function that it calls": (CELL.replace("MANHATTAN", "MISPLACED"), {"K": 2}),
    "global value": (CELL, {"K": 3}),
    "array": (CELL, {"K": np.array(2)}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_edited_function_does_not_get_the_old_numbers(change: str, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    before = fifteen.bench(BOARDS, [defined(CELL, K=2)], size="3x3", save=path)
    text = path.read_text()
    assert all(len(json.loads(line)["function_digest"]) == 32 for line in text.splitlines())
    same = fifteen.bench(BOARDS, [defined("\n# moved\n" + CELL, K=2)], size="3x3", save=path, resume=True)
    assert same.equals(before) and path.read_text() == text, "the same code at another place"
    source, values = CHANGES[change]
    edited = defined(source, **values)
    with pytest.raises(ValueError, match=r"r.jsonl: has results of another h\(\): its code, or a value .*another name"):
        fifteen.bench(BOARDS, [edited], size="3x3", save=path, resume=True)
    assert path.read_text() == text
    both = fifteen.bench(BOARDS, {"edited": edited}, size="3x3", save=path, resume=True)
    assert both["heuristic"].tolist() == ["h()"] * 4 + ["edited()"] * 4 and path.read_text().startswith(text)


def test_a_memory_limit_does_not_replace_the_default_node_limit() -> None:
    limited = fifteen.bench(BOARDS, ["manhattan"], size="3x3", memory_limit=10**9)
    assert limited["node_limit"].tolist() == [20_000_000] * 4
    timed = fifteen.bench(BOARDS, ["manhattan"], size="3x3", time_limit=60)
    assert timed["node_limit"].isna().all()


def test_values_of_closures_and_objects_are_compared(tmp_path: Path) -> None:
    for number, make in enumerate(KINDS[kind] for kind in ("closures", "partials", "objects", "methods")):
        path = tmp_path / f"{number}.jsonl"
        fifteen.bench(BOARDS, {"f": make(2)}, size="3x3", save=path)
        assert len(fifteen.bench(BOARDS, {"f": make(2)}, size="3x3", save=path, resume=True)) == 4
        with pytest.raises(FifteenError, match="another f"):
            fifteen.bench(BOARDS, {"f": make(3)}, size="3x3", save=path, resume=True)


def test_a_function_that_cannot_be_compared_is_not_resumed(tmp_path: Path) -> None:
    path, lock = tmp_path / "r.jsonl", threading.Lock()

    def h(boards: Any) -> Values:
        with lock:
            return MANHATTAN.h(boards)

    fifteen.bench(BOARDS, [h], size="3x3", save=path)
    with pytest.raises(FifteenError, match="cannot be told whether this function is the same one"):
        fifteen.bench(BOARDS, [h], size="3x3", save=path, resume=True)


def test_results_without_a_digest_are_not_taken_for_those_of_a_function(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    fifteen.bench(BOARDS, [part_of(2)], size="3x3", save=path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        del line["function_digest"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(FifteenError, match="another inner"):
        fifteen.bench(BOARDS, [part_of(2)], size="3x3", save=path, resume=True)


def test_a_file_of_results_belongs_to_one_run(command: str, tmp_path: Path) -> None:
    path, begun, go_on = tmp_path / "r.jsonl", threading.Event(), threading.Event()
    fifteen.bench(BOARDS, ["misplaced"], size="3x3", save=path)
    path.write_text(path.read_text() + '{"schema":1,"cut')

    def slow(boards: Any) -> Values:
        begun.set()
        assert go_on.wait(60)
        return MANHATTAN.h(boards)

    run = threading.Thread(target=lambda: fifteen.bench(BOARDS, [slow], size="3x3", save=path, resume=True))
    run.start()
    try:
        assert begun.wait(60)
        with pytest.raises(FifteenError, match="another run writes to .*r.jsonl"):
            fifteen.bench(BOARDS, ["manhattan"], size="3x3", save=path, resume=True)
        other = [command, "bench", "--set", "random:4:1", "--size", "3x3", "--heuristic", "manhattan", "--resume", str(path)]
        done = subprocess.run(other, capture_output=True, text=True, check=False)
        assert done.returncode != 0 and "another run writes to" in done.stderr
        # A program that ignores the lock writes to the file. Its line must be kept.
        line = {**json.loads(path.read_text().splitlines()[0]), "heuristic": "theirs"}
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    finally:
        go_on.set()
        run.join()
    heuristics = [json.loads(line)["heuristic"] for line in path.read_text().splitlines()]
    assert heuristics == ["misplaced"] * 4 + ["theirs"] + ["slow()"] * 4
    assert len(fifteen.bench(BOARDS, ["manhattan"], size="3x3", save=path, resume=True)) == 13, "it is free again"


def test_two_fresh_runs_do_not_share_a_file(tmp_path: Path) -> None:
    path, begun, go_on = tmp_path / "r.jsonl", threading.Event(), threading.Event()

    def slow(boards: Any) -> Values:
        begun.set()
        assert go_on.wait(60)
        return MANHATTAN.h(boards)

    run = threading.Thread(target=lambda: fifteen.bench(BOARDS, [slow], size="3x3", save=path))
    run.start()
    try:
        assert begun.wait(60)
        with pytest.raises(FifteenError, match="another run writes to"):
            fifteen.bench(BOARDS, ["manhattan"], size="3x3", save=path)
    finally:
        go_on.set()
        run.join()
    assert len(path.read_text().splitlines()) == 4


def test_other_boards_are_refused_with_the_file_and_a_remedy(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    fifteen.bench(BOARDS, ["manhattan"], size="3x3", save=path)
    with pytest.raises(FifteenError, match="r.jsonl: results of different boards cannot be compared.*; name another file"):
        fifteen.bench(BOARDS[::-1], ["manhattan"], size="3x3", save=path, resume=True)
