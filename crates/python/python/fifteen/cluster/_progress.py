"""The progress of a search over a cluster."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Progress:
    """Told after each unit."""

    line: int
    """The number of the board, from 1."""
    bound: int
    """No solution is shorter: that of the iteration."""
    done: int
    """Units of the iteration that are done."""
    units: int
    """Units of the iteration in all."""
    boards: int
    """Boards that are done."""
    seconds: float
    """Since the iteration was split, or its search went on from a checkpoint."""
    seconds_left: Optional[float]
    """Estimated seconds until the iteration is done, if it has no solution before."""

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", about {_duration(self.seconds_left)} left"
        boards = "" if self.boards == 0 else f"; {self.boards} {'board' if self.boards == 1 else 'boards'} done"
        return f"board {self.line}, bound {self.bound}: {self.done:,} of {self.units:,} units{left}{boards}"


def show(progress: Progress) -> None:
    """Prints the progress on the standard error: on a terminal always in the same line."""
    end = ("\x1b[K\r", "\n")[not sys.stderr.isatty()]
    print(progress, end=end, file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
