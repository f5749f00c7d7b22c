"""Notes for the user, as warnings that point at the user's line."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from pathlib import Path

PACKAGE = str(Path(__file__).parents[1])


def warn(notes: Iterable[str]) -> None:
    """Warns of each note; the warning names the line outside this package that led to it."""
    for note in notes:
        frame, level = sys._getframe(), 1
        while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
            frame, level = frame.f_back, level + 1
        warnings.warn(note, stacklevel=level)
