"""Distances of small boards: all states are enumerated once, then a board takes a look-up."""

from __future__ import annotations

import math
import threading
from typing import Optional

import numpy as np
import numpy.typing as npt

from . import _fifteen
from ._fifteen import FifteenError
from ._input import array
from ._types import Boards, Goal, Size

CELLS = 10
"""The most cells: the states of 2x5 and 5x2, 1,814,400, are enumerated in seconds."""
UNREACHED = 255

_KEPT: dict[tuple[str, tuple[int, ...]], npt.NDArray[np.uint8]] = {}
_LOCK = threading.Lock()


def distances(boards: Boards, *, size: Optional[Size] = None, goal: Goal = "last") -> npt.NDArray[np.int16]:
    """The fewest moves of each board, on boards of up to 10 cells; -1 where the goal cannot be reached.

    The first call for a goal finds the distances of all boards, which are kept: a million 3x3 boards then take less than a second.

    :param size: by default that of the goal, otherwise 3x3.
    :raises FifteenError: the size is too large (then use ``solve_many``); a value is no board.

    >>> import fifteen
    >>> fifteen.distances(["8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 5 6 / 8 7 0"])
    array([31, -1], dtype=int16)
    """
    if size is None and goal in ("last", "first", "spiral"):
        size = "3x3"
    name, tiles = _fifteen.goal_tiles(size, goal)
    if len(tiles) > CELLS:
        raise FifteenError(f"distances() enumerates boards of up to {CELLS} cells, and {name} has {len(tiles)}; use solve_many")
    found = array(boards, name)
    cells = np.arange(len(tiles), dtype=np.uint8)
    wrong = np.flatnonzero((np.sort(found, axis=1) != cells).any(axis=1))
    if wrong.size:
        _fifteen.board_tiles(found[wrong[0]], name)  # Its error says what is wrong.
    with _LOCK:
        if (name, tiles) not in _KEPT:
            _KEPT[name, tiles] = _enumerated(name, tiles)
        table = _KEPT[name, tiles]
    values = table[_ranks(found)].astype(np.int16)
    values[values == UNREACHED] = -1
    return values


def _ranks(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """The lexicographic rank of each permutation (Lehmer)."""
    cells = boards.shape[1]
    ranks = np.zeros(len(boards), dtype=np.int64)
    for cell in range(cells - 1):
        smaller = (boards[:, cell + 1 :] < boards[:, cell, None]).sum(axis=1)
        ranks += smaller * math.factorial(cells - 1 - cell)
    return ranks


def _enumerated(size: str, goal: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """The distance of every board by its rank: breadth-first search from the goal."""
    width, height = (int(side) for side in size.split("x"))
    cells = width * height
    distances = np.full(math.factorial(cells), UNREACHED, dtype=np.uint8)
    layer = np.array([goal], dtype=np.uint8)
    blanks = np.array([goal.index(0)])
    distances[_ranks(layer)] = depth = 0
    while len(layer):
        depth += 1
        boards, places = [], []
        for step, allowed in (
            (-1, blanks % width > 0),
            (1, blanks % width < width - 1),
            (-width, blanks >= width),
            (width, blanks < cells - width),
        ):
            moved, old = layer[allowed], blanks[allowed]
            rows, new = np.arange(len(moved)), old + step
            moved[rows, old], moved[rows, new] = moved[rows, new], 0
            rank = _ranks(moved)
            # Each board of the layer leads to another one in this direction, so there are none twice.
            fresh = distances[rank] == UNREACHED
            distances[rank[fresh]] = depth
            boards.append(moved[fresh])
            places.append(new[fresh])
        layer, blanks = np.concatenate(boards), np.concatenate(places)
    return distances
