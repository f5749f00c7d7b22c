"""Heuristics that are functions: the checks of what they return."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._fifteen import FifteenError

LARGEST = 2**16 - 1
"""The largest value that a search takes."""


class Function:
    """A callable that the native half may call: it takes boards of shape (n, cells) and returns n numbers of 32 bits."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self.name = str(getattr(function, "__name__", type(function).__name__))
        """The name that solvers show."""

    def __call__(self, boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
        values = np.asarray(self._function(boards))
        if values.shape != (len(boards),):
            raise FifteenError(
                f"the heuristic {self.name} must return one integer for each board; for {len(boards)} boards, an array of "
                f"shape {boards.shape}, it returned an array of shape {values.shape}, not ({len(boards)},)"
            )
        if values.dtype.kind not in "iu":
            raise FifteenError(
                f"the heuristic {self.name} must return integers; it returned {values.dtype} (to round down: "
                f"numpy.floor(values).astype(int))"
            )
        wrong = np.flatnonzero((values < 0) | (values > LARGEST))
        if len(wrong):
            board = " ".join(map(str, boards[wrong[0]]))
            raise FifteenError(
                f"the heuristic {self.name} returned {values[wrong[0]]} for the board {board}; a value is a number of moves, "
                f"from 0 to {LARGEST}"
            )
        return values.astype(np.uint32)

    def __eq__(self, other: object) -> bool:
        return self._function is other._function if isinstance(other, Function) else NotImplemented

    def __hash__(self) -> int:
        return hash(id(self._function))


def function_of(source: dict[str, Any]) -> Optional[Function]:
    """The function among the arguments of opening a solver, if its heuristic is one."""
    heuristic = source.get("heuristic")
    return heuristic if isinstance(heuristic, Function) else None
