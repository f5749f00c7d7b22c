"""Sliding-block puzzles."""

from __future__ import annotations

from typing import Literal, Optional

from . import _fifteen
from ._checks import checked
from ._fifteen import BlockSolution


def solve_blocks(
    text: str,
    *,
    metric: Literal["unit", "straight", "any-path"] = "unit",
    states: bool = False,
    all_counts: bool = False,
    moves: bool = True,
    threads: int = 0,
    memory_limit: Optional[int] = None,
) -> list[BlockSolution]:
    """Fewest moves of each puzzle of a text (as ``docs/blocks.txt``), or of a Rush Hour string of 36 characters.

    :param metric: what counts as one move: one cell, any distance in one direction, or any path of one piece.
    :param states: count all positions that can be reached, too.
    :param all_counts: count the shortest solutions, too.
    :param moves: find the moves; without them it takes far less memory.
    :param memory_limit: in bytes; by default there is none.
    :returns: a result for each puzzle; one that cannot be read or searched has status ``"invalid"`` and its ``error``.
    :raises FifteenError: the text has no puzzle.

    >>> import fifteen
    >>> fifteen.solve_blocks("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", metric="straight")[0].status
    'solved'
    """
    arguments = {
        "metric": metric,
        "states": states,
        "all_counts": all_counts,
        "moves": moves,
        "threads": threads,
        "memory_limit": memory_limit,
    }
    return _fifteen.solve_blocks(text, checked(arguments))
