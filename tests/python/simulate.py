"""The time that a cluster of 64 to 4,096 cores would take for a hard board, from measured units and a measured scheduler.

    python tests/python/simulate.py durations.json... [--dispatch SECONDS] [--cut SECONDS]

``measure.py durations`` writes the file; ``measure.py units`` tells what a unit costs the scheduler. The model: an iteration is cut by one
worker, meanwhile the others wait; the driver hands out units in order, one each ``dispatch`` seconds at most; a core works on one unit
after the other; the next iteration begins when the last unit is done. Units last as long as measured ones, which are drawn again and
scaled: their spread is kept. Iterations grow as measured, and units are as many as ``split`` makes of them. Then the same with a share
of the workers lost, stalled or slow in each iteration (`Faults`).

It also adds up what all of Korf's fifty boards would take, from the published counts of nodes and the measured ratio to them.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import re
import statistics
from collections import deque
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORES = (64, 128, 256, 512, 1024, 2048, 4096)
# As in crates/solver/src/distributed/split.rs.
NODES_OF_UNIT, FEWEST, MOST = 20e6, 64, 20_000
FIRST = 2e6
"""Nodes of the largest iteration that one worker searches: of a million that are expanded, twice as many are generated."""


@dataclass(frozen=True)
class Faults:
    """Workers that are struck while they search an iteration."""

    lost: float = 0.0
    """The share that is killed: the unit in hand is searched anew by another worker, and a new worker comes after a while."""
    stalled: float = 0.0
    """The share that stalls for ever: when nothing else is left, another worker searches the unit too."""
    slow: float = 0.0
    """The share that takes four times as long for everything; when nothing else is left, others search their units too."""

    def __str__(self) -> str:
        shares = [f"{share:.0%} {name}" for name, share in vars(self).items() if share]
        return ", ".join(shares) or "none"


RESTART = 30.0
"""Seconds after which a lost worker is replaced."""
SLOW = 4.0
# As in crates/python/python/fifteen/cluster/_driver.py.
STALLED, STALLED_SECONDS = 3.0, 3.0


def iteration(cores: int, units: list[float], dispatch: float, faults: Faults, chance: random.Random) -> float:
    """Seconds until all units are done, each handed out when a core is free and the driver has come to it."""
    fates = []
    for _ in range(cores):
        drawn = chance.random() - faults.slow
        struck = 0 <= drawn < faults.lost + faults.stalled
        # A worker is struck at any unit of those that it gets.
        at = chance.randrange(max(1, len(units) // cores)) if struck else -1
        fates.append((SLOW if drawn < 0 else 1.0, at, struck and drawn >= faults.lost))
    free = [(0.0, core) for core in range(cores)]
    done = [0] * cores
    waiting = deque(units)
    stuck: list[tuple[float, float]] = []
    """The time at which each unit of a stalled worker was handed out, and its length."""
    searched: list[tuple[float, float, float]] = []
    driver = last = 0.0
    mean = statistics.mean(units)
    patience = max(STALLED_SECONDS, STALLED * mean)
    while waiting or stuck:
        begin, core = heapq.heappop(free)
        if waiting:
            unit = waiting.popleft()
        else:
            since, unit = heapq.heappop(stuck)
            begin = max(begin, since + patience)
        begin = max(begin, driver)
        driver = begin + dispatch
        speed, at, stalls = fates[core]
        done[core] += 1
        if done[core] - 1 == at and stalls:
            heapq.heappush(stuck, (begin, unit))
            continue  # The worker never comes back.
        if done[core] - 1 == at:
            waiting.appendleft(unit)
            heapq.heappush(free, (begin + chance.random() * unit * speed + RESTART, core))
            continue
        last = max(last, begin)
        searched.append((begin, unit, speed))
        heapq.heappush(free, (begin + unit * speed, core))
    # When nothing else is left, workers that are free search the units of slow ones too.
    return max(min(begin + unit * speed, max(begin + patience, last) + unit) for begin, unit, speed in searched)


def search(
    cores: int, nodes: float, growth: float, speed: float, spread: list[float], dispatch: float, cut: float, faults: Faults
) -> tuple[float, float]:
    """Seconds on one core and on `cores`, for a board whose last iteration generates `nodes` nodes."""
    chance = random.Random(1)
    sizes = [nodes]
    while sizes[-1] > FIRST:
        sizes.append(sizes[-1] / growth)
    alone = sum(sizes) / speed
    took = sizes[-1] / speed
    for size in reversed(sizes[:-1]):
        count = round(min(max(size / NODES_OF_UNIT, FEWEST), MOST))
        drawn = [chance.choice(spread) for _ in range(count)]
        scale = size / speed / sum(drawn)
        took += cut + iteration(cores, [unit * scale for unit in drawn], dispatch, faults, chance)
    return alone, took


def korf50(speed_expanded: float) -> None:
    """Core-hours of the fifty boards: published counts, scaled by the ratio on the boards of docs/RESULTS.md."""
    published = {}
    for line in (ROOT / "data/korf24_50.txt").read_text().splitlines():
        if not line.startswith("#"):
            columns = line.partition(":")[0].split()
            published[int(columns[0])] = int(columns[-1])
    ours = {}
    section = (ROOT / "docs/RESULTS.md").read_text().split("## Korf's boards of the 24-puzzle", 1)[1].split("\n## ", 1)[0]
    for row in re.findall(r"^\| (\d+) \| \d+ \| \d+ \| ([\d,]+) \| ([\d,]+) \|", section, re.MULTILINE):
        ours[int(row[0])] = int(row[1].replace(",", ""))
        assert published[int(row[0])] == int(row[2].replace(",", ""))
    ratio = sum(ours.values()) / sum(published[board] for board in ours)
    rest = sum(count for board, count in published.items() if board not in ours) * ratio
    total = sum(ours.values()) + rest
    hours = total / speed_expanded / 3600
    print(f"{len(ours)} boards measured: {ratio:.3f} of the published expanded nodes")
    print(f"all {len(published)}: about {total:.3g} nodes expanded; at {speed_expanded / 1e6:.2f} M/s a core {hours:,.0f} core-hours")
    largest = max(published, key=lambda board: published[board])
    share = published[largest] * ratio / total
    print(f"the largest, board {largest}, has {share:.0%} of them: {hours * share:,.0f} core-hours")


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("durations", nargs="+", help="files of measure.py durations, of one board each")
    parser.add_argument("--dispatch", type=float, default=0.008, help="seconds of the driver and scheduler for each unit")
    parser.add_argument("--cut", type=float, default=2.0, help="seconds to cut an iteration")
    parser.add_argument("--expanded", type=float, default=1.3e6, help="nodes expanded a second on one core")
    arguments = parser.parse_args()
    boards = [json.loads(Path(file).read_text())["iterations"] for file in arguments.durations]
    lasts = [iterations[-1] for iterations in boards]
    speed = sum(sum(last["generated"]) for last in lasts) / sum(sum(last["seconds"]) for last in lasts)
    spread = [seconds / statistics.mean(last["seconds"]) for last in lasts for seconds in last["seconds"]]
    sums = [[sum(i["generated"]) for i in iterations] for iterations in boards]
    factors = [b / a for one in sums for a, b in zip(one, one[1:])]
    growth = statistics.mean(factors) if factors else 6.0
    print(f"{speed / 1e6:.2f} M nodes/s a core; iterations grow {growth:.1f} times; the largest unit takes {max(spread):.1f} times the mean")
    print(f"{'nodes of the last':>18} {'one core':>10} " + " ".join(f"{cores:>7}" for cores in CORES))

    def show(nodes: float, faults: Faults) -> None:
        row = [search(cores, nodes, growth, speed, spread, arguments.dispatch, arguments.cut, faults) for cores in CORES]
        speedups = " ".join(f"{alone / took:>7.0f}" for alone, took in row)
        print(f"{nodes:>18.0e} {row[0][0] / 3600:>8.2f} h {speedups}  struck: {faults}")

    for nodes in (1e9, 1e10, 1e11, 1e12):
        show(nodes, Faults())
    for faults in (Faults(lost=0.1), Faults(stalled=0.1), Faults(slow=0.1), Faults(lost=0.05, stalled=0.05, slow=0.1)):
        for nodes in (1e11, 1e12):
            show(nodes, faults)
    korf50(arguments.expanded)


if __name__ == "__main__":
    main()
