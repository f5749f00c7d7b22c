"""Pattern databases: building them, and values of heuristics over arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _fifteen
from ._checks import checked, count
from ._functions import function_of
from ._input import array
from ._laboratory import HeuristicCheck, Quality, check_of, quality_of
from ._notes import warn
from ._types import Boards, Goal, Heuristic, Paths, Size, paths_of


class Tables:
    """A heuristic, opened: its values over many boards at once.

    :param heuristic: as for :class:`Solver`; by default the strongest tables found.

    The other parameters are those of :class:`Solver`.

    :raises TableError: a table is missing or damaged.
    """

    _native: _fifteen.Tables
    _paths: list[str]
    """The files and folders given, in which they are."""
    _source: dict[str, Any]
    """The arguments with which they were opened."""

    def __init__(
        self,
        heuristic: Optional[Heuristic] = None,
        *,
        size: Optional[Size] = None,
        goal: Goal = "last",
        tables: Optional[Paths] = None,
        reflection: bool = True,
        check: bool = False,
        threads: int = 0,
        memory_limit: Optional[int] = None,
    ) -> None:
        self._open(
            {
                "size": size,
                "goal": goal,
                "heuristic": heuristic,
                "algorithm": "ida",
                "deepening": False,
                "tables": paths_of(tables),
                "order": None,
                "reflection": reflection,
                "check": check,
                "threads": threads,
                "memory_limit": memory_limit,
                "metric": "single-tile",
                "for_one_board": False,
            }
        )

    def _open(self, arguments: dict[str, Any], quiet: bool = False) -> None:
        arguments = checked(arguments)
        if not quiet:
            warn(filter(None, [_fifteen.opening_notice(arguments)]))
        self._native, notes = _fifteen.Tables.open(arguments)
        self._paths, self._source = arguments["tables"], arguments
        if not quiet:
            warn(notes)

    @classmethod
    def _of(cls, native: _fifteen.Tables, paths: list[str], source: dict[str, Any]) -> Tables:
        tables = cls.__new__(cls)
        tables._native, tables._paths, tables._source = native, paths, source
        return tables

    @classmethod
    def of_files(cls, files: Paths, *, reflection: bool = True) -> Tables:
        """Exactly the tables of these files, which must make a partition; their digests are checked."""
        paths = paths_of(files)
        return cls._of(_fifteen.Tables.of_files(paths, reflection), paths, {"files": paths, "reflection": reflection})

    @property
    def size(self) -> str:
        """Width and height: ``"4x4"``."""
        return self._native.size

    @property
    def goal(self) -> str:
        """The goal: a name, or the board in one line."""
        return self._native.goal

    @property
    def name(self) -> Optional[str]:
        """The heuristic's name: ``"7-8 zero-aware + reflection"``."""
        return self._native.name

    @property
    def bytes(self) -> int:
        """Bytes of the tables."""
        return self._native.bytes

    def h(self, boards: Boards, *, threads: int = 0) -> npt.NDArray[np.uint32]:
        """The value of each board: a lower bound of its moves.

        :param boards: as for :meth:`Solver.solve_many`. Quickest is an array of integers of shape (n, cells) or (n, height,
            width), 0 for the blank; an array of uint8 is not copied.
        :param threads: 0: one for each core. The interpreter is free for other threads meanwhile.

        For the boards of one call or several, a million or so for 7-8, the upper bits of the tables' distances are built in
        memory first; after that a value takes one read of each table. They take four times the bytes of the tables, and nine
        times while they are built. Without that much memory (``memory_limit``, by default half of what is available) they are
        not built, and the values are the same.

        :returns: an array of shape (n,).
        :raises FifteenError: the array has another shape or no integers; a row is not a board, or cannot reach the goal.
        """
        limit = self._source.get("memory_limit")
        return self._native.h(array(boards, self.size), count("threads", threads), limit)

    def check(self, *, samples: Optional[int] = None, seed: int = 1, threads: int = 0) -> HeuristicCheck:
        """Finds out if the heuristic is admissible (no value is larger than the distance to the goal) and consistent (no
        move changes the value by more than 1), as ``fifteen lab check``.

        :param samples: check this number of random boards, and of boards near the goal; by default all boards of up to 12
            cells, and 100,000 samples of larger ones.
        :param seed: of the samples.

        >>> import fifteen
        >>> fifteen.Tables(lambda boards: 2 * (boards[:, :-1] != range(1, 9)).sum(axis=1), size="3x3").check().overestimate
        Overestimate(board='1 2 3 / 4 5 0 / 7 8 6', value=2, distance=1)
        """
        samples = None if samples is None else count("samples", samples)
        return check_of(
            _fifteen.check_heuristic(self._native, samples, count("seed", seed), count("threads", threads))
        )

    def quality(
        self, *, samples: int = 100_000, seed: int = 1, bounds: Sequence[int] = (), threads: int = 0
    ) -> Quality:
        """The strength of the heuristic: its values over random boards, and estimates of the nodes that IDA* will expand,
        as ``fifteen pdb quality``.

        :param samples: the number of random boards, and of boards near the goal.
        :param bounds: of the iterations to predict; by default five, from the mean value on.

        >>> import fifteen
        >>> round(fifteen.Tables("manhattan", size="3x3").quality(samples=1000).branching, 3)
        1.732
        """
        numbers = [count("bounds", bound) for bound in bounds]
        samples, seed, threads = count("samples", samples), count("seed", seed), count("threads", threads)
        return quality_of(_fifteen.heuristic_quality(self._native, samples, seed, numbers, threads))

    def _key(self) -> tuple[object, ...]:
        return (self.size, self.goal, self.name, tuple(self._paths), function_of(self._source))

    def __eq__(self, other: object) -> bool:
        """The same heuristic for the same goal, with tables from the same paths, is equal."""
        return self._key() == other._key() if isinstance(other, Tables) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> Tables:
        return self  # It cannot be changed.

    def __deepcopy__(self, memo: object) -> Tables:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling: the tables are opened anew, by the process that unpickles, from the same paths."""
        source = self._source
        if "files" not in source:
            source = {**source, "heuristic": self._native.heuristic_spec or source["heuristic"]}
        return _reopened, (source,)

    def __repr__(self) -> str:
        return f"Tables({self.name!r}, size={self.size!r}, goal={self.goal!r})"


def _reopened(source: dict[str, Any]) -> Tables:
    if "files" in source:
        return Tables.of_files(source["files"], reflection=source["reflection"])
    tables = Tables.__new__(Tables)
    tables._open(source, quiet=True)
    return tables


def build_tables(
    partition: Union[str, Sequence[str], None] = None,
    *,
    collection: Optional[str] = None,
    size: Optional[Size] = None,
    goal: Goal = "last",
    kind: Optional[Literal["zero-aware", "additive"]] = None,
    out: Union[str, "os.PathLike[str]", None] = None,
    threads: int = 0,
    zstd: Optional[int] = None,
    force: bool = False,
    progress: Optional[Callable[[str, int, int, int], object]] = None,
) -> list[str]:
    """Builds the tables of partitions, or of a collection of them; those that are there are left alone.

    :param partition: ``"7-8"``, ``"6-6-3"``, tiles as in ``"1-8/9-15"``, or several; by default those of the size.
    :param collection: ``"7-8x2"``, or a file.
    :param out: the folder; by default that of the command.
    :param zstd: pack them, with this level.
    :param force: build again what is there.
    :param progress: called with the table's tiles, the depth, the entries done, and the entries in all. An exception raised
        there stops the work.
    :returns: the paths of the tables. A table appears under its name only when it is complete.
    :raises TableError: they cannot be built or written.
    """
    partitions = [partition] if isinstance(partition, str) else None if partition is None else list(partition)
    for one in partitions or []:
        if not isinstance(one, str):
            raise TypeError(f"a partition must be text; found {one!r}")
    arguments: dict[str, Any] = {
        "partitions": partitions,
        "collection": collection,
        "size": size,
        "goal": goal,
        "kind": kind,
        "out": None if out is None else os.fspath(out),
        "threads": threads,
        "zstd": zstd,
        "force": force,
        "progress": progress,
    }
    return [str(path) for path in _fifteen.build_tables(checked(arguments))]
