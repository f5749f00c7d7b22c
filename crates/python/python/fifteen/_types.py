"""Types of arguments that several functions share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Optional, Protocol, Union

import numpy as np
import numpy.typing as npt

Board = Union[str, Sequence[int], Sequence[Sequence[int]], "npt.NDArray[np.integer[Any]]"]
"""Text, numbers row by row, or rows of numbers; 0 is the blank."""

Goal = Union[Literal["last", "first", "spiral"], Board]
"""A name, or a board."""

Size = Union[str, tuple[int, int]]
"""``"4x4"``, or width and height."""

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
"""A file or folder, or several."""


def paths_of(paths: Optional[Paths]) -> list[str]:
    """A file or folder, several, or none, as a list."""
    if paths is None:
        return []
    return [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]


class OpenFile(Protocol):
    """A file that is open for reading, as text or as bytes."""

    def readline(self) -> Union[str, bytes]:
        """The next line, empty at the end."""


class DataFrame(Protocol):
    """A data frame, as pandas and polars have it."""

    @property
    def columns(self) -> Any:
        """Names of the columns."""

    def to_numpy(self) -> Any:
        """All columns, as an array of two dimensions."""

    def __getitem__(self, name: Any, /) -> Any:
        """A column."""


Boards = Union[str, "os.PathLike[str]", OpenFile, DataFrame, "npt.NDArray[Any]", Iterable[Board]]
"""Many boards: the path of a file or an open file, an array of shape (n, cells) or (n, height, width), a data frame with a
column ``board`` or with a column for each cell, or any iterable of boards."""

Heuristic = Union[str, Callable[["npt.NDArray[np.uint8]"], "npt.ArrayLike"]]
"""A name, or a function from an array of boards, of shape (n, cells), to n integers: lower bounds of their distances."""

Status = Literal["solved", "unsolvable", "limit", "invalid"]
"""The status of a result."""

Convention = Literal["tile", "blank"]
"""The piece whose direction a letter names."""

Metric = Literal["single-tile", "multi-tile"]
"""The unit in which moves are counted."""

Mode = Literal["fast", "plain"]

Algorithm = Union[
    Literal[
        "ida",
        "ida-wrong-way",
        "astar",
        "weighted-astar",
        "bfs",
        "bfs-tree",
        "dfs",
        "iddfs",
        "branch-and-bound",
        "mm",
        "nbs",
        "bae",
        "beam",
    ],
    str,
]
"""An algorithm; a number may follow the name, as in ``"weighted-astar:1.5"`` and ``"beam:5000"``."""
