"""The types of arguments that several functions share."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, TypeVar, Union

import numpy as np
import numpy.typing as npt

from ._fifteen import SEARCH_KEYWORDS

if TYPE_CHECKING:
    from typing_extensions import Self as Self, Unpack as Unpack
elif sys.version_info >= (3, 11):
    from typing import Self, Unpack
else:
    # Define the names, so that annotations can be evaluated, although they lose their meaning.
    Self, Unpack = Any, Union

Board = Union[str, Sequence[int], Sequence[Sequence[int]], npt.NDArray[np.integer[Any]]]
"""A board: a string, the numbers row by row, or rows of numbers. The blank is 0."""

Goal = Board
"""The finished board: ``"last"``, ``"first"``, ``"spiral"``, or a board."""

Size = Union[str, tuple[int, int]]
"""The width and height of a board, such as ``"4x3"``, or two equal integers."""

Seed = Union[int, np.random.Generator, None]
"""A seed for random boards: an integer, a generator that draws an integer, or None for a random seed."""

Paths = Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]]
"""The path of a file or folder, or several paths."""


class OpenFile(Protocol):
    """A file that is open for reading, as text or as bytes."""

    def readline(self) -> Union[str, bytes]:
        """Returns the next line, or an empty string at the end."""


class DataFrame(Protocol):
    """A data frame of pandas or polars."""

    @property
    def columns(self) -> Any:
        """Names of the columns."""

    def to_numpy(self) -> Any:
        """Returns all columns as a two-dimensional array."""

    def __getitem__(self, name: Any, /) -> Any:
        """Returns a column."""


Boards = Union[str, os.PathLike[str], OpenFile, DataFrame, npt.NDArray[Any], Iterable[Board]]
"""Many boards: the path of a file or an open file, an array of shape (n, cells) or (n, height, width), a data frame with a
column ``board`` or with a column for each cell, or any iterable of boards."""

Heuristic = Union[str, Callable[[npt.NDArray[np.uint8]], npt.ArrayLike]]
"""The name of a heuristic, or a function. The function takes an array of boards, of shape (n, cells), and returns n integers,
which are lower bounds on the distances. For the algorithms ``weighted-astar`` and ``beam``, it can return n floats, which are
estimates."""

Status = Literal["solved", "unsolvable", "limit", "invalid"]
"""The status of a result."""

Letters = Literal["tile", "blank"]
"""Whether a letter names the direction of the tile or of the blank."""

Metric = Literal["single-tile", "multi-tile"]
"""What counts as one move. The names ``"stm"`` and ``"mtm"``, which speed-solvers use, are accepted too."""

Mode = Literal["fast", "plain"]
"""``"fast"`` is the fastest search. ``"plain"`` is the search from the literature, with the published node counts."""

Algorithm = str
"""The name of an algorithm, which numbers can follow, as in ``"weighted-astar:1.5"``, ``"weighted-astar:1.5:1000"`` (which
expands 1000 states at a time) and ``"beam:5000"``."""


class Event(Protocol):
    """An event that one thread sets and other threads check, such as ``threading.Event``."""

    def is_set(self) -> bool:
        """Returns whether the event is set."""


class Limits(TypedDict, total=False):
    """The keyword arguments that limit or change a search."""

    mode: Mode
    all: Union[bool, int, None]
    finish_iteration: bool
    threads: int
    node_limit: Union[int, None]
    time_limit: Union[float, None]
    depth_limit: Union[int, None]
    memory_limit: Union[int, None]
    within: Union[float, Literal["any"], None]
    cancel: Union[Event, None]


Limits.__doc__ = f"{Limits.__doc__}\n\n{SEARCH_KEYWORDS}"

OPENING_KEYWORDS = {
    "size": 'The width and height of the boards, such as ``"4x3"`` or ``(4, 4)``. The default is the size of the board or of '
    "the goal, or else 4x4.",
    "goal": 'The finished board: ``"last"`` (the default: 1, 2, ..., blank), ``"first"``, ``"spiral"``, or a board.',
    "heuristic": 'A name, such as ``"manhattan"`` or ``"7-8"``, or a function (see :class:`Solver`). The default is the strongest '
    "tables that are found.",
    "algorithm": 'The name of the search algorithm, such as ``"ida"``, ``"astar"`` or ``"bfs"``.',
    "tables": "Files, or folders in which to look for tables. The default is the command's folder.",
    "metric": 'What counts as one move: sliding one tile (``"single-tile"``), or sliding several tiles together '
    '(``"multi-tile"``).',
}
"""Help texts for the keywords of functions that open a solver."""

Function = TypeVar("Function", bound=Callable[..., Any])


def with_keywords(function: Function) -> Function:
    """Adds the keywords for opening a solver and for searching to the function's docstring. Returns the function."""
    parameters = inspect.signature(function).parameters
    text = inspect.cleandoc(function.__doc__ or "")
    named = [name for name in OPENING_KEYWORDS if name in parameters and f":param {name}:" not in text]
    opening = "\n".join(f":param {name}: {OPENING_KEYWORDS[name]}" for name in named)
    function.__doc__ = f"{text}\n\n{opening}\n{SEARCH_KEYWORDS}"
    return function
