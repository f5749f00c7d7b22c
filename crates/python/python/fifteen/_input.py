"""Many boards in one argument: a file, a table of pandas or polars, an array, or any iterable of boards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _fifteen
from ._fifteen import FifteenError
from ._types import Board, Boards

Numbered = tuple[int, Union[Board, FifteenError]]
"""The number of a board or of its line in a file, from 1, and the board; in place of a bad board of a file, its error."""


def numbered(boards: Boards, size: str) -> Iterator[Numbered]:
    """Boards with their numbers. A file is read as the command reads it: comments are skipped, numbers are those of lines.

    :raises FifteenError: the value is a single board, or cannot be boards of that size.
    :raises OSError: the file cannot be read.
    """
    if isinstance(boards, (str, os.PathLike)):
        return _of_file(_opened(boards), size)
    if hasattr(boards, "readline"):
        return _fifteen.Boards(boards, size)
    if isinstance(boards, (bytes, bytearray)):
        raise TypeError(f"boards must be a path, an open file, a table, an array or an iterable; found {boards!r}; decode it")
    table = _of_table(boards)
    if isinstance(table, np.ndarray) and not (table.ndim == 1 and table.dtype.kind in "OUST"):
        faults, tiles = _faults(table, size), rows(table, size)
        return ((number, faults.get(number, row)) for number, row in enumerate(tiles, 1))
    if isinstance(table, (list, tuple)) and table and isinstance(table[0], (int, np.integer)):
        raise FifteenError("this is one board, and boards were expected; put it into a list: [board]")
    try:
        return enumerate(table, 1)
    except TypeError:
        raise TypeError(f"boards must be a path, an open file, a table, an array or an iterable; found {boards!r}") from None


def array(boards: Boards, size: str) -> npt.NDArray[np.uint8]:
    """Boards as an array of shape (n, cells).

    :raises FifteenError: a value is no board of that size.
    """
    table = _of_table(boards)
    if isinstance(table, (list, tuple)) and table and not any(isinstance(board, str) for board in table):
        try:
            table = np.asarray(table)
        except ValueError:
            raise FifteenError(_expected(size, "rows of different lengths")) from None
    if isinstance(table, np.ndarray) and (table.ndim != 1 or table.dtype.kind not in "OUST"):
        tiles = rows(table, size)
        for number, fault in _faults(table, size).items():
            raise FifteenError(f"row {number - 1}: {fault}")
        return tiles
    return _parsed(numbered(table, size), size)


def rows(array: npt.NDArray[Any], size: str) -> npt.NDArray[np.uint8]:
    """An array of shape (n, cells) or (n, height, width), of any integer type, as bytes of shape (n, cells)."""
    width, height = (int(side) for side in size.split("x"))
    cells = width * height
    if array.dtype.kind not in "iu" or array.shape[1:] not in ((cells,), (height, width)):
        one = array.dtype.kind in "iu" and array.shape in ((cells,), (height, width))
        found = f"{array.dtype} and shape {array.shape}"
        raise FifteenError(_expected(size, f"{found}, which is one board: give board[None]" if one else found))
    array = array.reshape(len(array), cells)
    if array.dtype != np.uint8:
        # A number that is not a tile stays one that is not.
        array = np.where((array >= 0) & (array < 255), array, 255).astype(np.uint8)
    return array


def _faults(array: npt.NDArray[Any], size: str) -> dict[int, FifteenError]:
    """The rows with numbers that bytes cannot show, by their numbers from 1."""
    if array.dtype.kind not in "iu" or array.dtype == np.uint8 or array.size == 0:
        return {}
    lines = array.reshape(len(array), -1)
    cells = lines.shape[1]
    wrong = (lines < 0) | (lines >= cells)
    tiles = f"its tiles are 1 to {cells - 1}, and 0 is the blank"
    return {
        int(row) + 1: FifteenError(f"there is no tile {lines[row][wrong[row]][0]} on a {size} board; {tiles}")
        for row in np.flatnonzero(wrong.any(axis=1))
    }


def _expected(size: str, found: str) -> str:
    width, height = size.split("x")
    cells = int(width) * int(height)
    return f"boards must be integers of shape (n, {cells}) or (n, {height}, {width}), {size} boards; found {found}"


def _of_table(boards: Any) -> Any:
    """The column `board` of a data frame, or the array of all of its columns; anything else as it is."""
    if not (hasattr(boards, "columns") and hasattr(boards, "to_numpy")):
        return boards
    if "board" in list(boards.columns):
        return list(boards["board"])
    return boards.to_numpy()


def _opened(path: Union[str, "os.PathLike[str]"]) -> Any:
    try:
        return open(path, "rb")
    except (FileNotFoundError, ValueError) as error:
        if not isinstance(path, str):
            raise
        raise FifteenError(
            f"there is no file {path!r}; a text is taken for the path of a file of boards: put a single board into a list"
        ) from error


def _of_file(file: Any, size: str) -> Iterator[Numbered]:
    with file:
        yield from _fifteen.Boards(file, size)


def _parsed(boards: Iterator[Numbered], size: str) -> npt.NDArray[np.uint8]:
    """Boards of any form as an array; the first bad one is an error with its number."""
    found = []
    for line, board in boards:
        try:
            found.append(_fifteen.board_tiles(board, size))
        except FifteenError as error:
            raise FifteenError(f"board {line}: {error}") from None
    width, height = (int(side) for side in size.split("x"))
    return np.array(found, dtype=np.uint8).reshape(len(found), width * height)
