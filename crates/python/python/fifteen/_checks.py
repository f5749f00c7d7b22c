"""Arguments before they reach the native half: each error names the argument, what was expected and what was found."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ._fifteen import FifteenError
from ._functions import Function

COUNTS = {
    "n": 0,
    "seed": 0,
    "samples": 1,
    "bounds": 0,
    "threads": 0,
    "node_limit": 0,
    "depth_limit": 0,
    "memory_limit": 0,
    "all": 0,
    "units": 1,
    "retries": 0,
    "zstd": -131072,
}
"""Arguments that are whole numbers everywhere, and the least of each."""

LARGEST = {"depth_limit": 2**32 - 1, "threads": 2**32 - 1, "zstd": 22, "bounds": 500}
"""The largest of those that do not take 64 bits; 63 bits fit everywhere."""

NUMBERS = ("time_limit", "within")
FLAGS = (
    "finish_iteration",
    "first",
    "deepening",
    "reflection",
    "check",
    "force",
    "states",
    "all_counts",
    "moves",
)
TEXTS = ("heuristic", "algorithm", "mode", "order", "kind", "collection", "metric", "convention")


def checked(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments, if those with a known name have the right type and are not negative; numbers of NumPy become Python's.

    :raises TypeError: an argument has another type.
    :raises FifteenError: a number is too small or too large.
    """
    return {name: _checked(name, value) for name, value in arguments.items()}


def _checked(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in COUNTS:
        return count(name, value)
    if name in NUMBERS:
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name} must be a number; found {value!r}") from None
        if not 0 <= number < float("inf"):
            raise FifteenError(f"{name} must be a number of at least 0; found {value!r}")
        return number
    if name in FLAGS:
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"{name} must be True or False; found {value!r}")
        return bool(value)
    if name == "heuristic" and not isinstance(value, str):
        if not callable(value):
            raise TypeError(f"heuristic must be text or a function of boards; found {value!r}")
        return value if isinstance(value, Function) else Function(value)
    if name in TEXTS and not isinstance(value, str):
        raise TypeError(f"{name} must be text; found {value!r}")
    return value


def count(name: str, value: Any) -> int:
    """A whole number in the range of the argument of that name."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number; found {value!r}") from None
    least, largest = COUNTS.get(name, 0), LARGEST.get(name, 2**63 - 1)
    if not least <= number <= largest:
        bounds = f"at least {least}" if number < least else f"at most {largest}"
        raise FifteenError(f"{name} must be {bounds}; found {number}")
    return number
