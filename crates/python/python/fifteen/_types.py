"""Types of arguments that several functions share."""

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
    # Programs that read the annotations get something for these names, though not their meaning.
    Self, Unpack = Any, Union

Board = Union[str, Sequence[int], Sequence[Sequence[int]], npt.NDArray[np.integer[Any]]]
"""Text, numbers row by row, or rows of numbers; 0 is the blank."""

Goal = Board
"""``"last"``, ``"first"``, ``"spiral"``, or a board."""

Size = Union[str, tuple[int, int]]
"""``"4x3"``, width and height; or two equal numbers."""

Seed = Union[int, np.random.Generator, None]
"""A number, a generator that draws one, or None for a new one."""

Paths = Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]]
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


Boards = Union[str, os.PathLike[str], OpenFile, DataFrame, npt.NDArray[Any], Iterable[Board]]
"""Many boards: the path of a file or an open file, an array of shape (n, cells) or (n, height, width), a data frame with a
column ``board`` or with a column for each cell, or any iterable of boards."""

Heuristic = Union[str, Callable[[npt.NDArray[np.uint8]], npt.ArrayLike]]
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


class Event(Protocol):
    """An event that one thread sets and others ask, such as ``threading.Event``."""

    def is_set(self) -> bool:
        """Whether it is set."""


class Limits(TypedDict, total=False):
    """The keywords of a search."""

    mode: Mode
    all: Union[bool, int, None]
    finish_iteration: bool
    threads: int
    node_limit: Union[int, None]
    time_limit: Union[float, None]
    depth_limit: Union[int, None]
    memory_limit: Union[int, None]
    within: Union[float, None]
    first: bool
    cancel: Union[Event, None]


Limits.__doc__ = f"{Limits.__doc__}\n\n{SEARCH_KEYWORDS}"

OPENING_KEYWORDS = {
    "size": '``"4x3"``, width and height, or ``(4, 4)``; by default that of the board or of the goal, else 4x4.',
    "goal": '``"last"`` (the default: 1, 2, ..., blank), ``"first"``, ``"spiral"``, or a board.',
    "heuristic": 'a name, such as ``"manhattan"`` or ``"7-8"``, or a function, see :class:`Solver`; by default the strongest '
    "tables found.",
    "algorithm": '``"ida"``, ``"astar"``, ``"bfs"``, ...',
    "tables": "files or folders to look for tables in; by default those of the command.",
    "metric": '``"single-tile"``, or ``"multi-tile"``: tiles that slide together are one move.',
}
"""The explanations of the keywords with which functions open a solver."""

Function = TypeVar("Function", bound=Callable[..., Any])


def with_keywords(function: Function) -> Function:
    """The function, whose help explains the keywords of opening a solver and of searching, too."""
    parameters = inspect.signature(function).parameters
    text = inspect.cleandoc(function.__doc__ or "")
    named = [name for name in OPENING_KEYWORDS if name in parameters and f":param {name}:" not in text]
    opening = "\n".join(f":param {name}: {OPENING_KEYWORDS[name]}" for name in named)
    function.__doc__ = f"{text}\n\n{opening}\n{SEARCH_KEYWORDS}"
    return function
