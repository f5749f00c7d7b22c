"""Results as columns: for NumPy, Arrow, pandas and polars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._fifteen import Solution

COUNTS = ("line", "length", "solutions", "bound", "h0", "expanded", "generated", "threads", "peak_bytes", "upper", "gap")
TEXTS = ("size", "goal", "status", "moves", "heuristic", "algorithm", "mode", "error", "file", "metric")
SECONDS = "seconds"
NAMES = (
    "line board size goal status length moves solutions bound heuristic algorithm mode h0 expanded generated seconds threads "
    "error peak_bytes file upper gap metric"
).split()
"""The fields that are columns, in the order of the JSON; lists other than the board are not."""


class Results:
    """Solutions as columns, with the names of the fields.

    >>> import fifteen
    >>> results = fifteen.Results(fifteen.Solver("3x3", heuristic="manhattan").solve_many(fifteen.random_boards(9, size="3x3")))
    >>> int(results.to_numpy()["length"].min())
    19
    """

    def __init__(self, solutions: Iterable[Solution]) -> None:
        self.solutions = list(solutions)
        """The solutions, as they were given."""
        for found in self.solutions:
            if not isinstance(found, Solution):
                raise TypeError(f"results are solutions, as solve_many gives them; found {found!r}")

    def __len__(self) -> int:
        return len(self.solutions)

    def column(self, name: str) -> list[Any]:
        """The values of a field, None where there is none."""
        return [getattr(solution, name) for solution in self.solutions]

    def to_numpy(self) -> npt.NDArray[Any]:
        """A structured array. Where a count is missing it has -1, where seconds are missing NaN, and where text is missing ``""``.

        Boards of one size are a field of shape (cells,); boards of several sizes are texts.
        """
        columns: dict[str, npt.NDArray[Any]] = {}
        for name in NAMES:
            values = self.column(name)
            if name == "board":
                columns[name] = _boards(values)
            elif name == SECONDS:
                columns[name] = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
            elif name in COUNTS:
                columns[name] = np.array([-1 if value is None else value for value in values], dtype=np.int64)
            else:
                columns[name] = np.array(["" if value is None else value for value in values], dtype=np.str_)
        kinds: list[Any] = [(name, column.dtype, column.shape[1:]) for name, column in columns.items()]
        array = np.empty(len(self), dtype=kinds)
        for name, column in columns.items():
            array[name] = column
        return array

    def to_arrow(self) -> Any:
        """A table of Arrow, with nulls. Needs the package ``pyarrow``."""
        import pyarrow as pa

        kinds = {name: pa.int64() for name in COUNTS} | {name: pa.string() for name in TEXTS}
        kinds |= {SECONDS: pa.float64(), "board": pa.list_(pa.uint8())}
        return pa.table({name: pa.array(self.column(name), type=kinds[name]) for name in NAMES})

    def to_pandas(self) -> Any:
        """A data frame of pandas; counts that may be missing are ``Int64``. Needs the package ``pandas``."""
        import pandas as pd

        kinds = {name: "Int64" for name in COUNTS} | {name: "string" for name in TEXTS} | {SECONDS: "float64"}
        columns = {name: pd.Series(self.column(name), dtype=kinds.get(name, "object")) for name in NAMES}
        return pd.DataFrame(columns)

    def to_polars(self) -> Any:
        """A data frame of polars, with nulls. Needs the package ``polars``."""
        import polars as pl

        kinds: dict[str, Any] = {name: pl.Int64 for name in COUNTS} | {name: pl.String for name in TEXTS}
        kinds |= {SECONDS: pl.Float64, "board": pl.List(pl.UInt8)}
        return pl.DataFrame([pl.Series(name, self.column(name), dtype=kinds[name]) for name in NAMES])

    def __repr__(self) -> str:
        counts: dict[str, int] = {}
        for solution in self.solutions:
            counts[solution.status] = counts.get(solution.status, 0) + 1
        return f"Results({', '.join(f'{count} {status}' for status, count in counts.items()) or 'none'})"


def _boards(values: list[Any]) -> npt.NDArray[Any]:
    lengths = {len(value) for value in values if value is not None}
    if len(lengths) == 1 and None not in values:
        return np.array(values, dtype=np.uint8)
    return np.array(["" if value is None else " ".join(map(str, value)) for value in values], dtype=np.str_)
