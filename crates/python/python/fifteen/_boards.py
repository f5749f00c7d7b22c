"""Boards: random ones, and whether one can be solved."""

from __future__ import annotations

from typing import Optional

import numpy as np
import numpy.typing as npt

from . import _fifteen
from ._checks import count
from ._types import Board, Goal, Size


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


def unsolvable_reason(board: Board, *, size: Optional[Size] = None, goal: Goal = "last") -> Optional[str]:
    """Why the goal cannot be reached from the board, or None if it can.

    >>> import fifteen
    >>> fifteen.unsolvable_reason("1 2 3 / 4 5 6 / 7 8 0") is None
    True
    """
    return _fifteen.unsolvable_reason(board, size, goal)
