"""Measures the package: rates against the command, values over arrays, and searches over a cluster on this machine.

The package must be built as users install it (``pip install '.[cluster]'``), tables be there, and FIFTEEN name the command, built with
``--release``:

    python tests/python/measure.py rate --tables DIR        # boards a second, against the command
    python tests/python/measure.py values --tables DIR      # values of boards a second of one core
    python tests/python/measure.py overhead --tables DIR    # a hard board: workers of one thread against threads
    python tests/python/measure.py units --tables DIR       # sizes of units, and what each costs besides
    python tests/python/measure.py durations --tables DIR   # how long each unit takes: for simulate.py
    python tests/python/measure.py losses --tables DIR      # 200 workers, of which a tenth stalls or fails

Everything on an idle machine; the figures in docs/SCALE.md and docs/PYTHON.md are from here.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fifteen
from fifteen import Solver, Tables, work

DATA = Path(__file__).parents[2] / "data"
SOLVED = list(range(25))
"""A board for which every worker opens its tables, and no more."""


def timed(task: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds on the clock, and the result."""
    start = time.perf_counter()
    result = task()
    return time.perf_counter() - start, result


def korf24(number: int) -> list[int]:
    """A board of Korf & Felner's fifty."""
    for line in (DATA / "korf24_50.txt").read_text().splitlines():
        if not line.startswith("#") and int(line.split()[0]) == number:
            return [int(tile) for tile in line.rpartition(":")[2].split()]
    raise SystemExit(f"there is no board {number}")


def rate(arguments: argparse.Namespace) -> None:
    """`solve_many` against `fifteen solve --file`, on random boards: the same counts, and how long each takes."""
    boards = fifteen.random_boards(arguments.boards, seed=1)
    solver = Solver(heuristic="7-8", tables=arguments.tables)
    options = ["--heuristic", "7-8", "--pdb", arguments.tables, "--json"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(" ".join(map(str, board)) + "\n" for board in boards))
        file.flush()
        command = [os.environ["FIFTEEN"], "solve", "--file", file.name, *options]
        ratios = []
        for _ in range(arguments.repeat):
            ours, found = timed(lambda: [s.generated for s in solver.solve_many(boards)])
            theirs, done = timed(lambda: subprocess.run(command, capture_output=True, text=True, check=True))
            assert found == [json.loads(line)["generated"] for line in done.stdout.splitlines()]
            ratios.append(theirs / ours)
            print(f"Python {len(boards) / ours:,.0f} boards/s, command {len(boards) / theirs:,.0f} boards/s: {theirs / ours:.0%}")
    print(f"median {statistics.median(ratios):.0%} of the command's rate")


def values(arguments: argparse.Namespace) -> None:
    """`Tables.h` of new boards on one thread, in user time: along paths, with the upper bits being built, and with them."""
    for heuristic, size in (
        ("6-6-3:no-reflection", "4x4"),
        ("6-6-3", "4x4"),
        ("7-8:no-reflection", "4x4"),
        ("7-8", "4x4"),
        ("7-8x2", "4x4"),
        ("6-6-6-6", "5x5"),
        ("manhattan", "4x4"),
    ):
        rates: list[float] = []
        for memory_limit in (0, None):
            tables = Tables(heuristic, size=size, tables=arguments.tables, memory_limit=memory_limit)
            for seed in (3, 4):
                boards = fifteen.random_boards(arguments.boards * 200, size=size, seed=seed)
                start = os.times().user
                tables.h(boards, threads=1)
                rates.append(len(boards) / (os.times().user - start))
        # The first pass along paths also maps the tables.
        _, paths, first, following = rates
        print(
            f"{heuristic:20} {size}, {len(boards):,} boards: along paths {paths:10,.0f}/s, first {first:10,.0f}/s, "
            f"next {following:10,.0f}/s; one core",
            flush=True,
        )


def overhead(arguments: argparse.Namespace) -> None:
    """A hard board in one process with N threads, and over N workers of one thread, in turn."""
    from distributed import Client, LocalCluster
    from fifteen import cluster

    board, solver = korf24(arguments.board), hard(arguments)
    how: dict[str, Any] = {"n_workers": arguments.workers, "threads_per_worker": 1, "dashboard_address": ":0"}
    with LocalCluster(**how) as workers, Client(workers) as client:
        keywords: dict[str, Any] = {"tables_dir": arguments.tables, "missing": "error"}
        cluster.solve(client, solver, SOLVED, **keywords)

        def busy() -> float:
            """Processor time of the workers, the scheduler and the driver."""
            return float(sum(client.run(time.process_time).values())) + time.process_time()

        clocks, processors = [], []
        for _ in range(arguments.repeat):
            start = time.process_time()
            alone, one = timed(lambda: solver.solve(board, threads=arguments.workers))
            alone_busy, start = time.process_time() - start, busy()
            many, found = timed(lambda: cluster.solve(client, solver, board, **keywords))
            many_busy = busy() - start
            assert (found.length, found.generated, found.moves) == (one.length, one.generated, one.moves)
            clocks.append(many / alone - 1)
            processors.append(many_busy / alone_busy - 1)
            print(
                f"board {arguments.board}: {alone:.1f} s ({alone_busy:.1f} s of processors) on {arguments.workers} threads, {many:.1f} s "
                f"({many_busy:.1f} s) over as many workers: {clocks[-1]:+.1%} ({processors[-1]:+.1%})",
                flush=True,
            )
    print(f"median {statistics.median(clocks):+.1%} on the clock, {statistics.median(processors):+.1%} of processor time")


def units(arguments: argparse.Namespace) -> None:
    """The same board in more and more units: how long it takes, and how much of it is not searching."""
    from distributed import Client, LocalCluster
    from fifteen import cluster

    board, solver = korf24(arguments.board), hard(arguments)
    how: dict[str, Any] = {"n_workers": arguments.workers, "threads_per_worker": 1, "dashboard_address": ":0"}
    with LocalCluster(**how) as workers, Client(workers) as client:
        cluster.solve(client, solver, SOLVED, tables_dir=arguments.tables, missing="error")
        for asked in (64, 256, 1024, 4096, 16384):
            seen: list[cluster.Progress] = []
            seconds, found = timed(
                lambda: cluster.solve(
                    client, solver, board, units=asked, tables_dir=arguments.tables, missing="error", finish_iteration=True, progress=seen.append
                )
            )
            done = len(seen)
            print(
                f"{asked:6} units an iteration: {done:6} in {seconds:6.1f} s, {done / seconds:7.1f} units/s, "
                f"{seconds * arguments.workers / done * 1000:7.1f} ms of a worker each, {found.generated / done / 1e6:8.3f} M nodes each",
                flush=True,
            )


def durations(arguments: argparse.Namespace) -> None:
    """Splits a board as `cluster` does, searches all units in this process, and writes how long each took."""
    board, solver = korf24(arguments.board), hard(arguments)
    job, lines = work.split(solver, board, finish_iteration=True, threads=1)
    iterations = []
    while lines:
        results, each, nodes = [], [], []
        for line in lines:
            start = time.process_time()
            results.append(work.work(line, tables=arguments.tables))
            each.append(time.process_time() - start)
            nodes.append(json.loads(results[-1])["generated"])
        iterations.append({"bound": json.loads(job)["search"]["bound"], "seconds": each, "generated": nodes})
        mean, largest = statistics.mean(each), max(each)
        print(f"bound {iterations[-1]['bound']}: {len(each)} units, mean {mean:.3f} s, largest {largest:.3f} s ({largest / mean:.1f} times), {sum(nodes) / sum(each) / 1e6:.2f} M nodes/s", flush=True)
        merged = work.merge(job, results)
        if not isinstance(merged, str):
            break
        seconds, (job, lines) = timed(lambda: work.resume(merged, tables=arguments.tables))
        iterations[-1]["cut"] = seconds
    Path(arguments.out).write_text(json.dumps({"board": arguments.board, "heuristic": solver.heuristic, "iterations": iterations}))


def losses(arguments: argparse.Namespace) -> None:
    """A board of the 15-puzzle over 200 workers in threads, of which some stall for ever, or fail as with a full disk."""
    import threading
    from concurrent.futures import ThreadPoolExecutor

    from fifteen import cluster
    from fifteen.cluster import _driver, _failures
    from fifteen.cluster._tasks import work_on

    rows = [line.partition(":") for line in (DATA / "korf100.txt").read_text().splitlines() if line and not line.startswith("#")]
    board = next(board for before, _, board in rows if before.split()[0] == str(arguments.board))
    solver = Solver(goal="first", heuristic="6-6-3", tables=arguments.tables)
    alone = solver.solve(board, mode="plain")
    for share in (0.0, 0.1):
        chance, over = random.Random(1), threading.Event()
        handed, fates, lock = 0, dict[int, str](), threading.Lock()

        def unreliable(unit: str, tables: Any) -> Any:
            nonlocal handed
            me = threading.get_ident()
            with lock:
                handed += 1
                if me not in fates and len(fates) < 200:
                    fates[me] = "works" if chance.random() >= share else chance.choice(["stalls", "fails"])
                fate = fates.get(me, "works")
            if fate == "stalls":
                over.wait()
            if fate == "fails":
                return _failures.Failure(f"thread {me}", "here", OSError("no space left"))
            return work_on(unit, tables)

        setattr(_driver, "work_on", unreliable)
        start, seen = time.process_time(), list[cluster.Progress]()
        with ThreadPoolExecutor(200) as threads, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                seconds, found = timed(
                    lambda: cluster.solve(
                        threads, solver, board, mode="plain", first=5000, units=1000, tables_dir=arguments.tables, progress=seen.append
                    )
                )
            finally:
                over.set()
        assert (found.length, found.moves, found.generated) == (alone.length, alone.moves, alone.generated)
        struck = {fate: list(fates.values()).count(fate) for fate in ("stalls", "fails")}
        print(
            f"{share:.0%} struck ({struck['stalls']} stalled, {struck['fails']} failing of {len(fates)}): {seconds:.1f} s, "
            f"{time.process_time() - start:.1f} s of processor time, {len(seen)} units done, {handed} handed out",
            flush=True,
        )


def hard(arguments: argparse.Namespace) -> Solver:
    """The solver of boards of the 24-puzzle."""
    return Solver("5x5", goal="first", heuristic=arguments.heuristic, tables=arguments.tables)


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = {task.__name__: task for task in (rate, values, overhead, units, durations, losses)}
    parser.add_argument("task", choices=tasks)
    parser.add_argument("--tables", default="data/pdb", help="the folder of the tables")
    parser.add_argument("--boards", type=int, default=10_000, help="random boards of rate; values takes 200 times as many")
    parser.add_argument("--board", type=int, default=13, help="number of a board of the 24-puzzle")
    parser.add_argument("--heuristic", default="6-6-6-6x5")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--out", default="durations.json", help="the file that durations writes")
    arguments = parser.parse_args()
    tasks[arguments.task](arguments)


if __name__ == "__main__":
    main()
