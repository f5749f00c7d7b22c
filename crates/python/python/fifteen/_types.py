"""Types of arguments that several functions share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol, TypedDict, Union

import numpy as np
import numpy.typing as npt

Board = Union[str, Sequence[int], Sequence[Sequence[int]], "npt.NDArray[np.integer[Any]]"]
"""Text, numbers row by row, or rows of numbers; 0 is the blank."""

Goal = Board
"""``"last"``, ``"first"``, ``"spiral"``, or a board."""

Size = Union[str, tuple[int, int]]
"""``"4x3"``, width and height; or two equal numbers."""

Seed = Union[int, np.random.Generator, None]
"""A number, a generator that draws one, or None for a new one."""

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
"""A file or folder, or several."""


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
"""A name, or a function from an array of boards, of shape (n, cells), to n integers, lower bounds of their distances; or to n
floats, estimates, which the algorithms ``weighted-astar`` and ``beam`` take."""

Status = Literal["solved", "unsolvable", "limit", "invalid"]
"""The status of a result."""

Convention = Literal["tile", "blank"]
"""The piece whose direction a letter names."""

Metric = Literal["single-tile", "multi-tile"]
"""The unit in which moves are counted."""

Mode = Literal["fast", "plain"]
"""The quickest search, or that of the literature with its counts."""

Algorithm = str
"""The name of an algorithm; numbers may follow it, as in ``"weighted-astar:1.5"``, ``"weighted-astar:1.5:1000"`` (1000 states
are expanded at a time) and ``"beam:5000"``."""


class Limits(TypedDict, total=False):
    """The keywords of a search."""

    mode: Mode
    """``"fast"`` (the default), or ``"plain"``, the literature's search with its counts of nodes."""
    all: Union[bool, int, None]
    """Find all shortest solutions (True), and list at most this many of them (a number); ``solutions`` counts all."""
    finish_iteration: bool
    """Complete the last iteration."""
    threads: int
    """That search a hard board in fast mode, or many boards; 0: one for each core, with a function as heuristic one."""
    node_limit: Union[int, None]
    """The most nodes that are generated."""
    time_limit: Union[float, None]
    """In seconds."""
    depth_limit: Union[int, None]
    """The most moves of a solution that is searched for."""
    memory_limit: Union[int, None]
    """In bytes, of nodes and states."""
    within: Union[float, None]
    """End as soon as the best solution is at most this percentage longer than ``bound``: 50 for a half."""
    first: bool
    """End with the first solution found."""
