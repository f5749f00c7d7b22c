"""Runs in a bare system, started by trial.sh: the wheel builds the tables 6-6-3 and solves Korf's 100 boards."""

import platform
import sys
from pathlib import Path

import fifteen
import numpy

paths = fifteen.build_tables("6-6-3", out="pdb-python")
assert len(paths) == 3, paths
boards, expected = [], []
for line in Path("korf100.txt").read_text().splitlines():
    if not line.startswith("#"):
        numbers = line.replace(":", " ").split()
        expected.append(int(numbers[1]))
        boards.append([int(number) for number in numbers[-16:]])
solver = fifteen.Solver("4x4", goal="first", heuristic="6-6-3", tables="pdb-python")
lengths = [solution.length for solution in solver.solve_many(boards)]
assert lengths == expected, [pair for pair in zip(lengths, expected) if pair[0] != pair[1]]
assert fifteen.Tables("6-6-3", goal="first", tables="pdb-python").h(numpy.array(boards)).max() <= max(expected)
print(f"{sys.argv[1]}, wheel: Python {platform.python_version()}, NumPy {numpy.__version__}, {len(lengths)} boards")
