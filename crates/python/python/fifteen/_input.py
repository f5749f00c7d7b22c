"""Reads many boards from one argument: a file, a data frame of pandas or polars, an array, or any iterable of boards."""

from __future__ import annotations

import contextlib
import math
import os
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator, Sized
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _fifteen
from ._fifteen import FifteenError
from ._records import Solution
from ._types import Board, Boards

Numbered = tuple[int, Union[Board, FifteenError]]
"""A board, or the error for an invalid board in a file. The number is that of the board, or of its line, counted from 1."""


CHUNK = 1 << 24
"""Number of bytes of boards after which the available memory is checked again."""


def solutions(
    found: _fifteen.Solutions, feed: _fifteen.Feed, boards: Boards, size: str, goal: str, progress: bool
) -> Iterator[Solution]:
    """Returns an iterator of solutions, with a progress bar if requested. A thread supplies the boards."""
    threading.Thread(target=_pass, args=(feed, numbered(boards, size, goal)), name="fifteen-boards", daemon=True).start()
    if not progress:
        return found
    from tqdm.auto import tqdm

    total = len(boards) if isinstance(boards, Sized) and not isinstance(boards, str) else None
    bar: Iterator[Solution] = iter(tqdm(found, total=total, unit="board"))
    return bar


def warn(text: str) -> None:
    """Issues a warning that points to the caller's line outside this package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith("fifteen."):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, UserWarning, stacklevel=level)


def _pass(feed: _fifteen.Feed, boards: Iterator[Numbered]) -> None:
    """Supplies boards whenever there is room. Runs on a daemon thread, so that Python can exit while it waits for a board."""
    raised: Optional[BaseException] = None
    try:
        while feed.room.acquire() and feed.open:
            board = next(boards, None)
            if board is None:
                break
            feed.put(*board)
    except BaseException as error:  # The iterator of solutions raises it.
        raised = error
    feed.close(raised)


def numbered(boards: Boards, size: str, goal: str) -> Iterator[Numbered]:
    """Returns boards with their numbers. For a file, comments are skipped and the numbers are line numbers.

    A board for which the file names another goal than `goal` is returned as an error.

    :raises FifteenError: the value is a single board, or cannot contain boards of that size.
    :raises OSError: the file cannot be read.
    """
    if isinstance(boards, (str, os.PathLike)):
        return _of_file(_opened(boards), size, goal)
    if hasattr(boards, "readline"):
        return _fifteen.FileBoards(boards, size, goal)
    table = _of_table(boards, size)
    if _is_array(table):
        table = _rows(table, size)
    if isinstance(table, (list, tuple)) and table and isinstance(table[0], (int, np.integer)):
        raise FifteenError("this is one board, and boards were expected; put it into a list: [board]")
    if isinstance(table, (bytes, bytearray)) or not hasattr(table, "__iter__"):
        raise TypeError(f"boards must be a path, an open file, a table, an array or an iterable; found {boards!r}")
    return enumerate(table, 1)


def array(boards: Boards, size: str, goal: str) -> npt.NDArray[np.uint8]:
    """Converts boards to an array of shape (n, cells). If they are an array already, its rows are not checked completely.

    :raises FifteenError: a value is not a board of that size.
    """
    table = _of_table(boards, size)
    if isinstance(table, (list, tuple)) and table and not any(isinstance(board, str) for board in table):
        with contextlib.suppress(ValueError):  # The boards differ in length. The wrong one is reported below.
            table = np.asarray(table)
    if not _is_array(table):
        given = numbered(table, size, goal)
        if isinstance(table, (list, tuple)):
            # Count from 0, as for the rows of an array.
            return _parsed(((line - 1, board) for line, board in given), size, "row")
        return _parsed(given, size, "board")
    tiles = _rows(table, size)
    if tiles.dtype != np.uint8:
        wrong = np.flatnonzero(((tiles < 0) | (tiles >= tiles.shape[1])).any(axis=1))
        _parsed(zip(wrong, tiles[wrong]), size, "row")
    return tiles.astype(np.uint8, copy=False)


def _is_array(table: Any) -> bool:
    return isinstance(table, np.ndarray) and not (table.ndim == 1 and table.dtype.kind in "OUST")


def _rows(array: npt.NDArray[Any], size: str) -> npt.NDArray[Any]:
    """Reshapes an array of integers to the shape (n, cells). Its shape can also be (n, height, width)."""
    width, height = _fifteen.sides(size)
    shapes = ((width * height,), (height, width))
    if array.dtype.kind not in "iu" or array.shape[1:] not in shapes:
        one = ", which is one board: give board[None]" if array.dtype.kind in "iu" and array.shape in shapes else ""
        other = _shown_size(array) if array.dtype.kind in "iu" and not one else None
        hint = f"; for {other} boards give size='{other}'" if other is not None else one
        raise FifteenError(
            f"boards must be integers of shape (n, {width * height}) or (n, {height}, {width}), {size} boards; "
            f"found {array.dtype} and shape {array.shape}{hint}"
        )
    return array.reshape(len(array), width * height)


def _shown_size(array: npt.NDArray[Any]) -> Optional[str]:
    """Returns the board size that follows from the shape of an array, or None if none does."""
    if array.ndim == 3:
        return f"{array.shape[2]}x{array.shape[1]}"
    side = math.isqrt(array.shape[1]) if array.ndim == 2 else 0
    return f"{side}x{side}" if 2 <= side <= 5 and side * side == array.shape[1] else None


def _of_table(boards: Any, size: str) -> Any:
    """Returns the column `board` of a data frame, or an array of all its columns. Returns any other value unchanged."""
    if hasattr(boards, "collect_schema") and hasattr(boards, "collect"):
        raise TypeError("the data frame is lazy: give boards.collect()")
    if not (hasattr(boards, "columns") and hasattr(boards, "to_numpy")):
        return boards
    names, (width, height) = list(boards.columns), _fifteen.sides(size)
    if "board" in names:
        return list(boards["board"])
    if len(names) != width * height:
        raise FifteenError(f"a data frame of {size} boards has a column 'board', or {width * height} columns; found {names}")
    table = boards.to_numpy()
    if table.dtype.kind in "iu" or len(set(names)) < len(names):
        return table
    # The columns have a type that supports missing values, as in pandas and Arrow.
    columns = [_integers(boards[name], name) for name in names]
    whole = [column for column in columns if column is not None]
    return np.stack(whole, axis=1) if len(whole) == len(columns) else table


def _integers(column: Any, name: Any) -> Optional[npt.NDArray[Any]]:
    """Returns the integers in a column of a data frame, or None if it contains anything else.

    :raises FifteenError: a value is missing.
    """
    values = np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)
    if values.dtype.kind in "iu":
        return values
    if values.dtype.kind not in "fO":
        return None
    cells = values.tolist()
    for row, cell in enumerate(cells):
        # The missing value of pandas is recognised by its type, because comparing it gives neither True nor False.
        if cell is None or type(cell).__name__ == "NAType" or cell != cell:
            raise FifteenError(f"row {row}: the value in column {name!r} is missing")
    return np.array(cells) if all(type(cell) is int for cell in cells) else None


def _opened(path: Union[str, "os.PathLike[str]"]) -> Any:
    try:
        return open(path, "rb")
    except (FileNotFoundError, ValueError) as error:
        if not isinstance(path, str):
            raise
        raise FifteenError(
            f"there is no file {path!r}; a text is taken for the path of a file of boards: put a single board into a list"
        ) from error


def _of_file(file: Any, size: str, goal: str) -> Iterator[Numbered]:
    with file:
        yield from _fifteen.FileBoards(file, size, goal)


def _parsed(boards: Iterable[Numbered], size: str, noun: str) -> npt.NDArray[np.uint8]:
    """Converts boards of any form to an array. Raises an exception with the number of the first invalid board."""
    found, most = bytearray(), CHUNK
    for line, board in boards:
        try:
            found += bytes(_fifteen.board_tiles(board, size))
        except (FifteenError, TypeError) as error:
            raise type(error)(f"{noun} {line}: {error}") from None
        if len(found) > most:
            # While it grows, the array can need the same amount of memory again.
            available = _fifteen.available_memory()
            if available is not None and available < 2 * len(found):
                raise MemoryError(
                    f"{noun} {line} and those before it need more memory than is available; if there are endless boards, take "
                    "some with itertools.islice, or solve them one after the other with solve_many"
                )
            most += max(CHUNK, len(found) // 8)
    width, height = _fifteen.sides(size)
    return np.frombuffer(found, dtype=np.uint8).reshape(-1, width * height)
