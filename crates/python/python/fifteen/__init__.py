"""Shortest solutions of sliding-tile puzzles from 2x2 to 25 cells, and of sliding-block puzzles.

>>> import fifteen
>>> fifteen.solve("8 6 7 / 2 5 4 / 3 0 1").length
31

Names of heuristics, algorithms, goals and options, and the fields of results, are those of the command ``fifteen``. A board is text
(``"1 2 3 / 4 5 6 / 7 0 8"``), a sequence of numbers row by row, or a sequence of rows; 0 is the blank. Everything that
cannot be done raises a :class:`FifteenError`; Ctrl-C stops whatever runs.
"""

from __future__ import annotations

from ._fifteen import (
    Analysis,
    BlockSolution,
    FifteenError,
    Iteration,
    Solution,
    TableError,
    UnsolvableError,
    __version__,
)
from ._blocks import solve_blocks
from ._boards import random_boards, scrambles, unsolvable_reason
from ._distances import distances
from ._laboratory import HeuristicCheck, Jump, Overestimate, Prediction, Quality
from ._pictures import Animation, Picture, animate, apply, draw, draw_blocks, legal_moves, plot, positions
from ._results import Results
from ._solve import analyse, solve, solve_many
from ._solver import Solver
from ._tables import Tables, build_tables
from ._types import Algorithm, Board, Boards, Convention, Goal, Heuristic, Metric, Mode, Paths, Size, Status
from . import work

__all__ = [
    "Algorithm",
    "Analysis",
    "Animation",
    "BlockSolution",
    "Board",
    "Boards",
    "Convention",
    "FifteenError",
    "Goal",
    "Heuristic",
    "HeuristicCheck",
    "Iteration",
    "Jump",
    "Metric",
    "Mode",
    "Overestimate",
    "Paths",
    "Picture",
    "Prediction",
    "Quality",
    "Results",
    "Size",
    "Solution",
    "Solver",
    "Status",
    "TableError",
    "Tables",
    "UnsolvableError",
    "__version__",
    "analyse",
    "animate",
    "apply",
    "build_tables",
    "distances",
    "draw",
    "draw_blocks",
    "legal_moves",
    "plot",
    "positions",
    "random_boards",
    "scrambles",
    "solve",
    "solve_blocks",
    "solve_many",
    "unsolvable_reason",
    "work",
]
