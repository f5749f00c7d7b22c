"""Positions, and pictures that a notebook shows: boards, solutions and comparisons as SVG, animations as GIF."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Optional, Union

from . import _fifteen
from ._fifteen import BlockSolution, FifteenError, Solution
from ._solver import Solver
from ._types import Board, Goal, Size


class Picture:
    """An SVG, which a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        """The text of the SVG."""

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the SVG into a file."""
        Path(path).write_text(self.svg, encoding="utf-8")


class Animation:
    """A GIF, which a notebook shows."""

    def __init__(self, gif: bytes) -> None:
        self.gif = gif
        """The bytes of the GIF."""

    def _repr_html_(self) -> str:
        return f'<img src="data:image/gif;base64,{base64.b64encode(self.gif).decode()}">'

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the GIF into a file."""
        Path(path).write_bytes(self.gif)


def positions(board: Board, moves: str, *, size: Optional[Size] = None) -> list[tuple[int, ...]]:
    """The boards that moves lead through, the first one among them. Letters are the directions in which tiles move.

    :raises FifteenError: a letter is no move, or a move leaves the board.

    >>> import fifteen
    >>> fifteen.positions("1 2 / 0 3", "L")
    [(1, 2, 0, 3), (1, 2, 3, 0)]
    """
    return _fifteen.positions(board, moves, size)


def apply(board: Board, moves: str, *, size: Optional[Size] = None) -> tuple[int, ...]:
    """The board after moves.

    :raises FifteenError: a letter is no move, or a move leaves the board.

    >>> import fifteen
    >>> fifteen.apply([1, 2, 0, 3], "L")
    (1, 2, 3, 0)
    """
    return positions(board, moves, size=size)[-1]


def legal_moves(board: Board, *, size: Optional[Size] = None) -> str:
    """The letters of the moves that a board allows: the directions in which a tile can move.

    >>> import fifteen
    >>> fifteen.legal_moves("1 2 3 / 4 0 5 / 6 7 8")
    'UDLR'
    """
    return _fifteen.legal_moves(board, size)


def draw(
    board: Union[Board, Solution, BlockSolution],
    moves: str = "",
    *,
    size: Optional[Size] = None,
    goal: Goal = "last",
    title: str = "",
) -> Picture:
    """A board and every position that moves lead to; or a solution, of a block puzzle too, with all its positions. Tiles have the
    colours of their rows in the goal.

    :param title: above the picture.
    :raises FifteenError: a move leaves the board, or a solution has no board or puzzle.

    >>> import fifteen
    >>> fifteen.draw("1 2 / 0 3", "L").svg.startswith("<svg")
    True
    """
    if isinstance(board, BlockSolution):
        return Picture(_fifteen.block_svg(*_block_scene(board), title))
    board, moves, size, goal = _scene(board, moves, size, goal)
    return Picture(_fifteen.svg(board, moves, size, goal, title))


def animate(
    board: Union[Board, Solution, BlockSolution], moves: str = "", *, size: Optional[Size] = None, goal: Goal = "last"
) -> Animation:
    """The moves of a board, or of a solution, of a block puzzle too, as an animation.

    >>> import fifteen
    >>> fifteen.animate(fifteen.solve("1 2 3 / 4 5 6 / 0 7 8", heuristic="manhattan")).gif[:3]
    b'GIF'
    """
    if isinstance(board, BlockSolution):
        return Animation(_fifteen.block_gif(*_block_scene(board)))
    return Animation(_fifteen.gif(*_scene(board, moves, size, goal)))


def draw_blocks(text: str) -> list[Picture]:
    """The puzzles of a text, as :func:`solve_blocks` takes it, each at its start.

    :raises FifteenError: the text has no puzzle, or one that cannot be read.

    >>> import fifteen
    >>> [picture] = fifteen.draw_blocks("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN")
    >>> picture.svg.startswith("<svg")
    True
    """
    return [Picture(_fifteen.block_svg(puzzle, [], title)) for title, puzzle in _fifteen.block_puzzles(text)]


def plot(runs: Iterable[tuple[Solver, Iterable[Solution]]], *, title: str = "") -> Picture:
    """The plot of ``fifteen bench --plot``: nodes against the memory of tables, and nodes board by board.

    :param runs: solvers with their solutions of the same boards.
    :raises FifteenError: no board was solved.
    """
    series = []
    for solver, solutions in runs:
        found = list(solutions)
        nodes = [float(s.expanded) for s in found if s.status == "solved" and s.expanded is not None]
        label = f"{solver.heuristic or 'no heuristic'}, {solver.algorithm}"
        series.append((label, float(solver.table_bytes), nodes, len(found) - len(nodes)))
    return Picture(_fifteen.comparison(title, series))


def _scene(
    board: Union[Board, Solution], moves: str, size: Optional[Size], goal: Goal
) -> tuple[Board, str, Optional[Size], Goal]:
    if not isinstance(board, Solution):
        return board, moves, size, goal
    if board.board is None:
        raise FifteenError(f"there is no board to draw: {board.error}")
    return board.board, board.moves or "", board.size, board.goal


def _block_scene(solution: BlockSolution) -> tuple[str, list[tuple[str, str]]]:
    if solution.puzzle is None:
        raise FifteenError(f"there is no puzzle to draw: {solution.error or 'it is not part of the JSON; give puzzle='}")
    return solution.puzzle, solution.moves or []
