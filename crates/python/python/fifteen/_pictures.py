"""Pictures for notebooks: boards, solutions and comparisons as SVG, and animations as GIF."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np

from . import _fifteen
from ._fifteen import FifteenError, Solver
from ._input import warn
from ._records import BlockSolution, Solution
from ._types import Board, Goal, Size


def _require_ending(path: Union[str, "os.PathLike[str]"], ending: str) -> None:
    """Raises an exception if the file name has the extension of another format."""
    found = Path(path).suffix
    if found.lower() not in ("", ending):
        raise FifteenError(f"{os.fspath(path)}: this picture is written as {ending}, not as {found}; name a file that ends in {ending}")


@dataclass(frozen=True, repr=False)
class Picture:
    """An SVG picture, which a notebook displays. ``svg`` is its source."""

    svg: str

    def __repr__(self) -> str:
        return f"Picture({len(self.svg):,} bytes of SVG)"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the picture to a file.

        :raises FifteenError: The file name has the extension of another format.
        """
        _require_ending(path, ".svg")
        Path(path).write_text(self.svg, encoding="utf-8")


@dataclass(frozen=True, repr=False)
class Animation:
    """An animated GIF, which a notebook displays. ``gif`` contains its bytes."""

    gif: bytes

    def __repr__(self) -> str:
        return f"Animation({len(self.gif):,} bytes of GIF)"

    def _repr_html_(self) -> str:
        return f'<img src="data:image/gif;base64,{base64.b64encode(self.gif).decode()}">'

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the animation to a file.

        :raises FifteenError: The file name has the extension of another format.
        """
        _require_ending(path, ".gif")
        Path(path).write_bytes(self.gif)


def draw(
    board: Union[Board, Solution, BlockSolution],
    moves: str = "",
    *,
    size: Optional[Size] = None,
    goal: Optional[Goal] = None,
    title: str = "",
) -> Picture:
    """Draws a board and the position after each move.

    Instead of a board, you can pass a solution, also the solution of a block puzzle. The picture then shows all its positions.
    Tiles that belong to the same row of the goal have the same colour.

    :param title: The text above the picture.
    :raises FifteenError: A move leaves the board, or a solution has no board or puzzle.

    >>> import fifteen
    >>> fifteen.draw("1 2 / 0 3", "L").svg.startswith("<svg")
    True
    """
    return Picture(_fifteen.svg(_scene(board, moves, size, goal), title))


def animate(
    board: Union[Board, Solution, BlockSolution], moves: str = "", *, size: Optional[Size] = None, goal: Optional[Goal] = None
) -> Animation:
    """Animates a sequence of moves on a board.

    Instead of a board and its moves, you can pass a solution, also the solution of a block puzzle.

    >>> import fifteen
    >>> fifteen.animate(fifteen.solve("1 2 3 / 4 5 6 / 0 7 8", heuristic="manhattan")).gif[:3]
    b'GIF'
    """
    return Animation(_fifteen.gif(_scene(board, moves, size, goal)))


def draw_blocks(text: Union[str, "os.PathLike[str]"]) -> list[Picture]:
    """Draws the starting position of each block puzzle in a text. The argument is the same as for :func:`solve_blocks`.

    :raises FifteenError: The text contains no puzzle, or a puzzle that cannot be read.

    >>> import fifteen
    >>> [picture] = fifteen.draw_blocks("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN")
    >>> picture.svg.startswith("<svg")
    True
    """
    return [Picture(_fifteen.svg((puzzle, ()), title)) for title, puzzle in _fifteen.block_puzzles(text)]


def plot(
    runs: Iterable[tuple[Solver, Iterable[Solution]]],
    *,
    title: str = "",
    labels: Optional[Sequence[str]] = None,
    axes: Any = None,
) -> Picture:
    """Draws the same plot as ``fifteen bench --plot``: nodes against the memory of the tables, and nodes for each board.

    :param runs: Pairs of a solver and its solutions. All solvers must have solved the same boards in plain mode.
    :param labels: The names of the runs in the legend. The default is the heuristic and the algorithm of each run.
    :param axes: Matplotlib axes. The nodes for each board are also drawn on these axes.
    :raises FifteenError: No board was solved, or the number of labels differs from the number of runs.
    """
    found = [(solver, list(solutions)) for solver, solutions in runs]
    names = labels or [f"{solver.heuristic or 'no heuristic'}, {solver.algorithm}" for solver, _ in found]
    if len(names) != len(found):
        raise FifteenError(f"each run has a label: found {len(found)} runs and {len(names)} labels")
    if any(s.mode == "fast" for _, solutions in found for s in solutions):
        warn("the plot has counts of fast mode; those of mode='plain' are the ones that can be compared")
    series = [
        (name, float(solver.table_bytes), [(float(s.generated or 0), s.status == "solved") for s in solutions])
        for name, (solver, solutions) in zip(names, found)
    ]
    picture = Picture(_fifteen.comparison(title, series))
    if axes is not None:
        _draw_on(axes, series)
        axes.set_title(title)
    return picture


def _draw_on(axes: Any, series: list[tuple[str, float, list[tuple[float, bool]]]]) -> None:
    """Draws the nodes for each board on axes of matplotlib. Boards that were not solved have unfilled marks."""
    first, _, boards = series[0]
    order = np.argsort([nodes for nodes, _ in boards], kind="stable")
    for name, _, boards in series:
        nodes, solved = np.array(boards).reshape(-1, 2)[order[order < len(boards)]].T
        places = np.arange(1, len(nodes) + 1)
        [dots] = axes.plot(places[solved == 1], nodes[solved == 1], "o", label=name)
        axes.plot(places[solved == 0], nodes[solved == 0], "o", fillstyle="none", color=dots.get_color())
    axes.set(yscale="log", xlabel=f"boards, in the order of the nodes of: {first}", ylabel="nodes generated")
    axes.legend()


def _scene(
    board: Union[Board, Solution, BlockSolution], moves: str, size: Optional[Size], goal: Optional[Goal]
) -> tuple[Any, ...]:
    """Returns what the Rust functions draw: a board, moves, size and goal, or a block puzzle and moves."""
    if isinstance(board, BlockSolution):
        if board.puzzle is None:
            raise FifteenError(f"there is no puzzle to draw: {board.error or 'it is not part of the JSON; give puzzle='}")
        return board.puzzle, board.moves or ()
    if not isinstance(board, Solution):
        return board, moves, size, goal
    if board.board is None:
        raise FifteenError(f"there is no board to draw: {board.error}")
    return board.board, board.moves or "", board.size, board.goal
