"""Pictures that a notebook shows: boards, solutions and comparisons as SVG, animations as GIF."""

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
    """Refuses a file whose name says that it has another format."""
    found = Path(path).suffix
    if found.lower() not in ("", ending):
        raise FifteenError(f"{os.fspath(path)}: this picture is written as {ending}, not as {found}; name a file that ends in {ending}")


@dataclass(frozen=True, repr=False)
class Picture:
    """An SVG, which a notebook shows; ``svg`` is its text."""

    svg: str

    def __repr__(self) -> str:
        return f"Picture({len(self.svg):,} bytes of SVG)"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the SVG into a file.

        :raises FifteenError: the name of the file ends as that of another format.
        """
        _require_ending(path, ".svg")
        Path(path).write_text(self.svg, encoding="utf-8")


@dataclass(frozen=True, repr=False)
class Animation:
    """A GIF, which a notebook shows; ``gif`` has its bytes."""

    gif: bytes

    def __repr__(self) -> str:
        return f"Animation({len(self.gif):,} bytes of GIF)"

    def _repr_html_(self) -> str:
        return f'<img src="data:image/gif;base64,{base64.b64encode(self.gif).decode()}">'

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the GIF into a file.

        :raises FifteenError: the name of the file ends as that of another format.
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
    """A board and every position that moves lead to; or a solution, of a block puzzle too, with all its positions. Tiles have the
    colours of their rows in the goal.

    :param title: above the picture.
    :raises FifteenError: a move leaves the board, or a solution has no board or puzzle.

    >>> import fifteen
    >>> fifteen.draw("1 2 / 0 3", "L").svg.startswith("<svg")
    True
    """
    return Picture(_fifteen.svg(_scene(board, moves, size, goal), title))


def animate(
    board: Union[Board, Solution, BlockSolution], moves: str = "", *, size: Optional[Size] = None, goal: Optional[Goal] = None
) -> Animation:
    """The moves of a board, or of a solution, of a block puzzle too, as an animation.

    >>> import fifteen
    >>> fifteen.animate(fifteen.solve("1 2 3 / 4 5 6 / 0 7 8", heuristic="manhattan")).gif[:3]
    b'GIF'
    """
    return Animation(_fifteen.gif(_scene(board, moves, size, goal)))


def draw_blocks(text: Union[str, "os.PathLike[str]"]) -> list[Picture]:
    """The puzzles of a text, as :func:`solve_blocks` takes it, each at its start.

    :raises FifteenError: the text has no puzzle, or one that cannot be read.

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
    """The plot of ``fifteen bench --plot``: nodes against the memory of tables, and nodes board by board.

    :param runs: solvers with their solutions of the same boards, in plain mode.
    :param labels: names of the runs in the legend; by default those of the heuristic and the algorithm.
    :param axes: of matplotlib, on which the nodes are drawn board by board, too.
    :raises FifteenError: no board was solved, or there is not a label for each run.
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
    """Draws the nodes of each board on axes of matplotlib; boards that were given up are outlines."""
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
    """What native code draws: a board, moves, size and goal, or a block puzzle and moves."""
    if isinstance(board, BlockSolution):
        if board.puzzle is None:
            raise FifteenError(f"there is no puzzle to draw: {board.error or 'it is not part of the JSON; give puzzle='}")
        return board.puzzle, board.moves or ()
    if not isinstance(board, Solution):
        return board, moves, size, goal
    if board.board is None:
        raise FifteenError(f"there is no board to draw: {board.error}")
    return board.board, board.moves or "", board.size, board.goal
