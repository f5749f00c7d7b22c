"""Shortest solutions of sliding-tile puzzles from 2x2 to 25 cells, and of sliding-block puzzles.

>>> import fifteen
>>> fifteen.solve("8 6 7 / 2 5 4 / 3 0 1").length
31

Heuristics, algorithms, goals, options and result fields have the same names as in the command ``fifteen``. A board is a string
(``"1 2 3 / 4 5 6 / 7 0 8"``), a sequence of numbers row by row, or a sequence of rows. The blank is 0.

If something cannot be done, a function raises a :class:`FifteenError`, which is a ValueError. An argument of the wrong type
raises a TypeError. Ctrl-C stops any call.
"""

from __future__ import annotations

from ._calls import analyse as analyse, solve as solve, solve_many as solve_many
from ._fifteen import (
    FifteenError as FifteenError,
    Solver as Solver,
    TableError as TableError,
    Tables as Tables,
    UnsolvableError as UnsolvableError,
    __version__ as __version__,
    apply as apply,
    build_tables as build_tables,
    distances as distances,
    legal_moves as legal_moves,
    positions as positions,
    random_boards as random_boards,
    scrambles as scrambles,
    solve_blocks as solve_blocks,
    unsolvable_reason as unsolvable_reason,
)
from ._pictures import (
    Animation as Animation,
    Picture as Picture,
    animate as animate,
    draw as draw,
    draw_blocks as draw_blocks,
    plot as plot,
)
from ._records import (
    Analysis as Analysis,
    BlockSolution as BlockSolution,
    HeuristicCheck as HeuristicCheck,
    Iteration as Iteration,
    Jump as Jump,
    Overestimate as Overestimate,
    Prediction as Prediction,
    Quality as Quality,
    Solution as Solution,
    Step as Step,
)
from ._results import Results as Results, bench as bench
from ._types import (
    Algorithm as Algorithm,
    Board as Board,
    Boards as Boards,
    Goal as Goal,
    Heuristic as Heuristic,
    Letters as Letters,
    Limits as Limits,
    Metric as Metric,
    Mode as Mode,
    Paths as Paths,
    Seed as Seed,
    Size as Size,
    Status as Status,
)
