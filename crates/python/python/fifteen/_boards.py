"""Boards: random ones, and whether one can be solved."""

from __future__ import annotations

from typing import Optional

import numpy as np
import numpy.typing as npt

from . import _fifteen
from ._checks import checked, count
from ._types import Board, Convention, Goal, Metric, Size


def random_boards(
    n: int, *, size: Optional[Size] = None, goal: Goal = "last", seed: int = 1
) -> npt.NDArray[np.uint8]:
    """Boards that can reach the goal, each equally likely: an array of shape (n, cells), 0 for the blank.

    The same seed means the same boards for ever, those of ``fifteen random``. Ctrl-C stops it.

    >>> import fifteen
    >>> fifteen.random_boards(2, size="3x3", seed=7).shape
    (2, 9)
    """
    return _fifteen.random_boards(count("n", n), size, goal, count("seed", seed))


def scrambles(
    n: int,
    *,
    size: Optional[Size] = None,
    goal: Goal = "last",
    seed: int = 1,
    metric: Metric = "single-tile",
    convention: Convention = "tile",
) -> list[str]:
    """Moves from the goal to random boards, each board equally likely: those of ``fifteen random --scramble``.

    They are the inverse of a shortest solution in the metric (of a good one on boards of more than 16 cells), written as
    slides: ``R3`` moves three tiles to the right at once. Ctrl-C stops it.

    >>> import fifteen
    >>> len(fifteen.scrambles(2, size="3x3", metric="multi-tile"))
    2
    """
    names = checked({"metric": metric, "convention": convention})
    return _fifteen.scrambles(count("n", n), size, goal, count("seed", seed), names["metric"], names["convention"])


def unsolvable_reason(board: Board, *, size: Optional[Size] = None, goal: Goal = "last") -> Optional[str]:
    """The reason why the goal cannot be reached from the board, or None if it can.

    >>> import fifteen
    >>> fifteen.unsolvable_reason("1 2 3 / 4 5 6 / 7 8 0") is None
    True
    """
    return _fifteen.unsolvable_reason(board, size, goal)
