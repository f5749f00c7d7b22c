"""Stores many results in columns: a compact sequence of solutions, and benchmarks as data frames."""

from __future__ import annotations

import html
import importlib
import json
import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Optional, Union, overload

import numpy as np

from . import _fifteen
from ._digest import digest
from ._fifteen import DEFAULT_NODE_LIMIT, FifteenError, Solver
from ._input import warn
from ._records import SCHEMA, Solution
from ._types import Boards, Goal, Heuristic, Limits, Size, Unpack, with_keywords

if TYPE_CHECKING:
    import pandas
else:

    class _Pandas:
        """Placeholder for the module in annotations. The module is imported only when the annotations are evaluated."""

        def __getattr__(self, name: str) -> Any:
            return getattr(importlib.import_module("pandas"), name)

    pandas = _Pandas()

COUNTS = "line length solutions bound h0 expanded generated threads peak_bytes upper gap".split()
"""Fields that are stored as integers, with -1 for None."""
NAMES = [one.name for one in fields(Solution) if one.name != "schema"]
SHOWN = ["line", "board", "status", "length", "bound", "expanded", "generated", "seconds", "heuristic"]
"""Columns that a notebook displays."""
ROWS = 10
"""Number of rows that a notebook displays."""


class Results(Sequence[Solution]):
    """A sequence of solutions that are stored in columns. It takes a tenth of the memory of a list.

    If Ctrl-C or an error ends a batch, the results contain the solutions found so far::

        results = fifteen.Results()
        results.extend(solver.solve_many(boards))

    :param solutions: The first solutions.
    :param brief: Whether to omit moves and iterations, which take most of the memory.

    >>> import fifteen
    >>> solver = fifteen.Solver("3x3", heuristic="manhattan")
    >>> results = fifteen.Results(solver.solve_many(fifteen.random_boards(9, size="3x3", seed=1)))
    >>> results
    Results(9 solved)
    >>> results[0].length, len(results[2:] + results), results[:3] == results
    (25, 16, False)
    """

    def __init__(self, solutions: Iterable[Solution] = (), *, brief: bool = False) -> None:
        self._brief = brief
        self._columns: dict[str, Any] = {name: array("q") if name in COUNTS else [] for name in NAMES}
        self._columns["seconds"] = array("d")
        self.extend(solutions)

    def extend(self, solutions: Iterable[Solution]) -> None:
        """Appends each solution as soon as the iterable returns it."""
        try:
            self._extend(solutions)
        except BaseException:
            # Ctrl-C can interrupt this between two fields. Remove the incomplete row.
            whole = min(map(len, self._columns.values()))
            for column in self._columns.values():
                del column[whole:]
            raise

    def _extend(self, solutions: Iterable[Solution]) -> None:
        left_out = ("moves", "all_moves", "iterations") if self._brief else ()
        columns = [(name, column.append) for name, column in self._columns.items() if name not in left_out]
        modes = set(self._columns["mode"][-1:])
        for found in solutions:
            values = vars(found)
            for name, append in columns:
                value = values[name]
                if name in COUNTS or name == "seconds":
                    append(-1 if value is None else value)
                else:
                    append(bytes(value) if name == "board" and value is not None else value)
            for name in left_out:
                self._columns[name].append(None)
            if values["mode"] not in modes:
                if modes:
                    warn("results of fast and plain mode are mixed: their counts cannot be compared")
                modes.add(values["mode"])

    def column(self, name: str) -> list[Any]:
        """Returns the values of a field, one for each solution."""
        values = self._columns[name]
        if isinstance(values, array):
            return [None if value < 0 else value for value in values]
        return [value and tuple(value) for value in values] if name == "board" else list(values)

    def to_pandas(self) -> pandas.DataFrame:
        """Converts the results to a data frame, which can be saved as CSV or Parquet. Boards are strings."""
        import pandas

        columns: dict[str, Any] = {}
        for name, column in self._columns.items():
            if name == "seconds":
                columns[name] = np.where(np.array(column) < 0, np.nan, column)
            elif name in COUNTS:
                columns[name] = pandas.arrays.IntegerArray(np.array(column), np.array(column) < 0)
            elif name not in ("all_moves", "iterations"):
                texts = [value and " ".join(map(str, value)) for value in column] if name == "board" else column
                columns[name] = pandas.array(texts, dtype="string")
        return pandas.DataFrame(columns)

    def __len__(self) -> int:
        return len(self._columns["board"])

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> Results: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Solution, Results]:
        if isinstance(index, slice):
            return self._of({name: column[index] for name, column in self._columns.items()})
        row: dict[str, Any] = {"schema": SCHEMA}
        for name, column in self._columns.items():
            value = column[index]
            row[name] = None if isinstance(column, array) and value < 0 else value
        row["board"] = row["board"] and tuple(row["board"])
        return Solution(**row)

    def __iter__(self) -> Iterator[Solution]:
        return map(self.__getitem__, range(len(self)))

    def __add__(self, other: Results) -> Results:
        joined = self[:]
        joined.extend(other)
        return joined

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Results) and self._columns == other._columns

    __hash__ = None  # type: ignore[assignment]

    def _of(self, columns: dict[str, Any]) -> Results:
        made = Results(brief=self._brief)
        made._columns = columns
        return made

    def __repr__(self) -> str:
        counts = Counter(self._columns["status"])
        return f"Results({', '.join(f'{count} {status}' for status, count in counts.items())})"

    def _repr_html_(self) -> str:
        """Returns a table of the first rows for a notebook."""
        first = self[:ROWS]
        rows = zip(*[["" if value is None else value for value in first.column(name)] for name in SHOWN])
        texts = [[" ".join(map(str, cell)) if isinstance(cell, tuple) else str(cell) for cell in row] for row in rows]
        table = "".join(f"<tr>{''.join(f'<td>{html.escape(text)}</td>' for text in row)}</tr>" for row in texts)
        head = "".join(f"<th>{name}</th>" for name in SHOWN)
        more = f"<p>the first {ROWS} of {len(self):,}</p>" if len(self) > ROWS else ""
        return f"<p>{html.escape(repr(self))}</p><table><tr>{head}</tr>{table}</table>{more}"


Configuration = Union[Solver, Heuristic]
"""What a benchmark runs: a solver, or the heuristic for a solver."""


@with_keywords
def bench(
    boards: Boards,
    configurations: Union[Mapping[str, Configuration], Iterable[Configuration]],
    *,
    save: Union[str, "os.PathLike[str]", None] = None,
    resume: bool = False,
    size: Optional[Size] = None,
    goal: Optional[Goal] = None,
    **limits: Unpack[Limits],
) -> pandas.DataFrame:
    """Compares heuristics or solvers on the same boards, like ``fifteen bench``.

    Returns a data frame with a row for each board and configuration. Its columns are the fields that ``fifteen bench`` prints.
    Each board is searched on one thread in plain mode, and every solution is checked. If you set no ``node_limit``,
    ``time_limit`` or ``depth_limit``, a search stops after 20 million generated nodes.

    :param boards: The boards, as for :meth:`Solver.solve_many`.
    :param configurations: Solvers, or the names of heuristics, or heuristic functions. If two functions have the same name, pass a
        dictionary such as ``{"half": f, "third": g}``. The data frame then has another column, ``name``, and the heuristic of
        the first function is called ``half()``.
    :param save: The path of a file. Each result is written to this file as soon as it is known, and ``fifteen bench FILE`` prints
        tables and draws a plot of the results. The file is locked, so that no other run can write to it.
    :param resume: Whether to continue an earlier run. If a board already has a result for a configuration, it is not searched
        again. If a function, or a value that it refers to, has changed since the earlier run, this is an error.
    :param size: The board size for the heuristics. Solvers ignore this size, because they have their own.
    :param goal: The goal for the heuristics. Solvers ignore this goal, because they have their own.
    :raises FifteenError: The results in the file cannot be compared with those of this run, or two functions have the same name.

    >>> import fifteen
    >>> boards = fifteen.random_boards(5, size="3x3", seed=1)
    >>> frame = fifteen.bench(boards, ["misplaced", "manhattan"], size="3x3")
    >>> frame.pivot(index="line", columns="heuristic", values="generated").iloc[0].tolist()
    [2445, 77013]
    """
    import pandas

    names = list(configurations) if isinstance(configurations, Mapping) else None
    given: Iterable[Configuration] = configurations.values() if isinstance(configurations, Mapping) else configurations
    opened = [one if isinstance(one, Solver) else Solver(size, goal=goal, heuristic=one) for one in given]
    if names is not None:
        opened = [_renamed(name, solver) for name, solver in zip(names, opened)]
    functions = _functions(opened)
    digests = {} if save is None else {name: digest(function) for name, function in functions.items()}
    if limits.keys().isdisjoint({"node_limit", "time_limit", "depth_limit"}):
        limits["node_limit"] = DEFAULT_NODE_LIMIT
    limits.setdefault("mode", "plain")
    set_name = os.fspath(boards) if isinstance(boards, (str, os.PathLike)) else "boards"
    lines = [json.loads(line) for line in _fifteen.benchmark(opened, boards, set_name, save, resume, digests, **limits)]
    frame = pandas.DataFrame(lines)
    if names is not None:
        name_of = {(solver.heuristic, solver.algorithm, solver.order): name for name, solver in zip(names, opened)}
        frame["name"] = [name_of.get((line["heuristic"], line["algorithm"], line["order"])) for line in lines]
    return frame


class _NamedFunction:
    """A function with a name that the user chose."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.__name__, self.__wrapped__ = name, function

    def __call__(self, boards: Any) -> Any:
        return self.__wrapped__(boards)


def _function(solver: Solver) -> Optional[Callable[..., Any]]:
    """Returns a solver's heuristic if it is a Python function, and otherwise None."""
    _, (arguments,) = solver.__reduce__()
    heuristic = arguments["heuristic"]
    return heuristic if callable(heuristic) else None


def _renamed(name: str, solver: Solver) -> Solver:
    """Returns an equal solver whose heuristic function has the given name. Returns other solvers unchanged."""
    function = _function(solver)
    if function is None:
        return solver
    _, (arguments,) = solver.__reduce__()
    return Solver._reopened({**arguments, "heuristic": _NamedFunction(name, function)})


def _functions(solvers: Iterable[Solver]) -> dict[str, Callable[..., Any]]:
    """Returns the heuristics that are Python functions, indexed by their names in the results.

    :raises FifteenError: two functions have the same name, so that their results could not be distinguished.
    """
    functions: dict[str, Callable[..., Any]] = {}
    for solver in solvers:
        function, name = _function(solver), solver.heuristic
        if function is None or name is None:
            continue
        function = function.__wrapped__ if isinstance(function, _NamedFunction) else function
        if functions.setdefault(name, function) is not function and functions[name] != function:
            raise FifteenError(
                f"two functions are called {name}, and their results could not be told apart; "
                "name them: bench(boards, {'NAME': function, 'OTHER': function})"
            )
    return functions
