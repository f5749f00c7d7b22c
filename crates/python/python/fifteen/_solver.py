"""The class :class:`Solver`: a heuristic that is opened once, for any number of boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional, Union

from . import _fifteen
from ._checks import checked
from ._fifteen import Analysis, Solution
from ._functions import function_of
from ._input import numbered
from ._many import Solutions, bar
from ._notes import warn
from ._tables import Tables
from ._types import Algorithm, Board, Boards, Convention, Goal, Heuristic, Metric, Mode, Paths, Size, paths_of


def _limits(
    mode: Mode,
    all: Union[bool, int, None],
    finish_iteration: bool,
    threads: int,
    node_limit: Optional[int],
    time_limit: Optional[float],
    depth_limit: Optional[int],
    memory_limit: Optional[int],
    within: Optional[float],
    first: bool,
) -> dict[str, Any]:
    most: Optional[int]
    if all is None or all is False:
        most = None
    else:
        most = 2**63 - 1 if all is True else all
    limits = {
        "mode": mode,
        "all": most,
        "finish_iteration": finish_iteration,
        "threads": threads,
        "node_limit": node_limit,
        "time_limit": time_limit,
        "depth_limit": depth_limit,
        "memory_limit": memory_limit,
        "within": within,
        "first": first,
    }
    return checked(limits)


class Solver:
    """A goal, a heuristic and an algorithm, opened once; then any number of boards, from any number of threads.

    :param size: ``"4x4"`` or ``(4, 4)``; by default the goal's, else 4x4.
    :param goal: ``"last"`` (1, 2, ..., blank), ``"first"``, ``"spiral"``, or a board.
    :param heuristic: as for the command: ``"manhattan"``, ``"7-8"``, ``"7-8:additive"``, ``"7-8x2"``, ``"manhattan+6-6-3"``;
        by default the strongest tables found. Or a function, which takes an array of boards, of shape (n, cells) and type
        uint8, and returns n integers, none of them larger than the distance to the goal. It is called for many boards at a
        time; an exception that it raises ends the search.
    :param algorithm: ``"ida"`` (default), ``"astar"``, ``"bfs"``, ...
    :param metric: ``"single-tile"`` (default), or ``"multi-tile"``: a row or column of tiles that slide together is one
        move. It has tables of its own, which are built in memory, and takes no heuristic and no other algorithm.
    :param deepening: for ``"dfs"``: to depth 0, then 1, and so on.
    :param tables: files or folders to look for tables in; by default those of the command.
    :param order: in which the blank's moves are tried: ``"ULRD"``.
    :param reflection: whether the reflected board is looked up too.
    :param check: check the digests of the tables, which reads them whole.
    :param threads: that build tables in memory where none are found; 0: one for each core.
    :param memory_limit: bytes that a heuristic built in memory may take.
    :raises TableError: a table is missing or damaged.
    :raises FifteenError: a name or board is wrong.
    """

    _native: _fifteen.Solver
    _paths: list[str]
    """The files and folders given, in which its tables are."""
    _source: Union[dict[str, Any], Tables]
    """The source of its tables: arguments, or tables that are open."""

    def __init__(
        self,
        size: Optional[Size] = None,
        *,
        goal: Goal = "last",
        heuristic: Optional[Heuristic] = None,
        algorithm: Algorithm = "ida",
        deepening: bool = False,
        tables: Optional[Paths] = None,
        order: Optional[str] = None,
        reflection: bool = True,
        check: bool = False,
        threads: int = 0,
        memory_limit: Optional[int] = None,
        metric: Metric = "single-tile",
    ) -> None:
        self._open(
            {
                "size": size,
                "goal": goal,
                "heuristic": heuristic,
                "algorithm": algorithm,
                "deepening": deepening,
                "tables": paths_of(tables),
                "order": order,
                "reflection": reflection,
                "check": check,
                "threads": threads,
                "memory_limit": memory_limit,
                "metric": metric,
                "for_one_board": False,
            }
        )

    @classmethod
    def _for_one_board(cls, size: Size, **arguments: Any) -> Solver:
        """A solver for one board: in the multi-tile metric, with tables that are ready sooner."""
        defaults: dict[str, Any] = dict(tables=[], order=None, reflection=True, check=False, threads=0, memory_limit=None)
        solver = cls.__new__(cls)
        solver._open({**defaults, "size": size, "for_one_board": True, **arguments})
        return solver

    def _open(self, arguments: dict[str, Any], quiet: bool = False) -> None:
        arguments = checked(arguments)
        if not quiet:
            warn(filter(None, [_fifteen.opening_notice(arguments)]))
        self._native, notes = _fifteen.Solver.open(arguments)
        self._paths, self._source = arguments["tables"], arguments
        if not quiet:
            warn(notes)

    @classmethod
    def of_tables(
        cls,
        tables: Tables,
        *,
        algorithm: Algorithm = "ida",
        deepening: bool = False,
        order: Optional[str] = None,
    ) -> Solver:
        """A solver with tables that are open already, which are shared."""
        solver = cls.__new__(cls)
        solver._native = tables._native.solver().with_algorithm(algorithm, deepening, order)
        solver._paths, solver._source = tables._paths, tables
        return solver

    @property
    def size(self) -> str:
        """Width and height: ``"4x4"``."""
        return self._native.size

    @property
    def goal(self) -> str:
        """The goal: a name, or the board in one line."""
        return self._native.goal

    @property
    def heuristic(self) -> Optional[str]:
        """The heuristic in force: ``"7-8 zero-aware + reflection"``; None if the algorithm takes none."""
        return self._native.heuristic

    @property
    def algorithm(self) -> str:
        """The algorithm's name."""
        return self._native.algorithm

    @property
    def metric(self) -> str:
        """The unit in which moves are counted."""
        return self._native.metric

    @property
    def order(self) -> str:
        """The order in which the blank's moves are tried."""
        return self._native.order

    @property
    def table_bytes(self) -> int:
        """Bytes of the tables that the heuristic reads."""
        return self._native.table_bytes

    def tables(self) -> Tables:
        """The heuristic, for values over arrays; only in the single-tile metric."""
        if isinstance(self._source, Tables):
            return self._source
        return Tables._of(self._native.tables(), self._paths, self._source)

    def solve(
        self,
        board: Board,
        *,
        mode: Mode = "fast",
        all: Union[bool, int, None] = None,
        finish_iteration: bool = False,
        threads: int = 0,
        node_limit: Optional[int] = None,
        time_limit: Optional[float] = None,
        depth_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        within: Optional[float] = None,
        first: bool = False,
    ) -> Solution:
        """A shortest solution. The interpreter is free for other threads meanwhile.

        :param mode: ``"fast"``, or ``"plain"``, the literature's search with its counts of nodes.
        :param all: find all shortest solutions (True), and keep at most this many of them (a number).
        :param finish_iteration: complete the last iteration.
        :param threads: that search a hard board in fast mode; 0: one for each core, with a function as heuristic one.
        :param node_limit: the most nodes that are generated.
        :param time_limit: in seconds.
        :param depth_limit: the most moves of a solution that is searched for.
        :param memory_limit: in bytes, of nodes and states.
        :param within: end as soon as the best solution is at most this percentage longer than ``bound``.
        :param first: end with the first solution found.
        :returns: a solution with status ``"solved"``; or ``"limit"``, then ``bound`` is what was proven. In fast mode
            ``moves`` is then the best solution found, if there is one: ``upper`` is its length, ``gap`` is ``upper - bound``.
        :raises UnsolvableError: the goal cannot be reached.
        :raises FifteenError: the board is none, or of another size.
        """
        limits = _limits(
            mode, all, finish_iteration, threads, node_limit, time_limit, depth_limit, memory_limit, within, first
        )
        return self._native.solve(board, limits)

    def solve_many(
        self,
        boards: Boards,
        *,
        mode: Mode = "fast",
        all: Union[bool, int, None] = None,
        finish_iteration: bool = False,
        threads: int = 0,
        node_limit: Optional[int] = None,
        time_limit: Optional[float] = None,
        depth_limit: Optional[int] = None,
        memory_limit: Optional[int] = None,
        within: Optional[float] = None,
        first: bool = False,
        progress: bool = False,
    ) -> Iterator[Solution]:
        """Solutions in the order of the boards, over all cores, one thread a board.

        Boards are taken as threads have room for them, so there may be any number, and solutions are handed out as they
        come. A thread takes the boards from an iterable, so a slow iterable does not hold up what is solved. A board that
        cannot be solved or read gives a solution with status ``"unsolvable"`` or ``"invalid"`` and its ``error``; ``line``
        is its number, from 1. Limits are for each board.

        :param boards: the path of a file or an open file (read as the command reads it; ``line`` is then that of the file),
            an array of shape (n, cells) or (n, height, width), a data frame with a column ``board`` or one column for each
            cell, or any iterable of boards.
        :param progress: show a bar: that of tqdm if it is installed, otherwise a count on the standard error.
        :raises FifteenError: ``boards`` is a single board, or an array of another shape.
        """
        limits = _limits(
            mode, all, finish_iteration, threads, node_limit, time_limit, depth_limit, memory_limit, within, first
        )
        return Solutions(self._native.pool(limits), numbered(boards, self.size), bar(boards) if progress else None)

    def analyse(
        self,
        board: Board,
        moves: str,
        *,
        convention: Optional[Convention] = None,
        threads: int = 0,
        node_limit: Optional[int] = None,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> Analysis:
        """Finds the moves that lose ground: every position on the way is solved.

        A move is lost if the goal is no nearer after it.

        :param moves: letters U, D, L and R, perhaps with numbers: ``"R3 U2 L"``.
        :param convention: whether letters name the direction of the ``"tile"`` or of the ``"blank"``; by default the one in
            which the moves fit the board.
        :param node_limit: of each position, as the other limits.
        :raises FifteenError: a move leaves the board, or the text is none of moves.
        """
        if not isinstance(moves, str):
            raise TypeError(f"moves must be text; found {moves!r}")
        limits = _limits(
            "fast", None, False, threads, node_limit, time_limit, None, memory_limit, None, False
        )
        return self._native.analyse(board, moves, checked({"convention": convention})["convention"], limits)

    def _key(self) -> tuple[object, ...]:
        source = self._source._source if isinstance(self._source, Tables) else self._source
        opened = (self.size, self.goal, self.heuristic, self.algorithm, self.metric, self.order)
        return (*opened, tuple(self._paths), function_of(source))

    def __eq__(self, other: object) -> bool:
        """Solvers of the same goal, heuristic, algorithm, metric and order, with tables from the same paths, are equal."""
        return self._key() == other._key() if isinstance(other, Solver) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> Solver:
        return self  # It cannot be changed.

    def __deepcopy__(self, memo: object) -> Solver:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling: the tables are opened anew, by the process that unpickles, from the same paths."""
        if isinstance(self._source, Tables):
            return _solver_of_tables, (self._source, self.algorithm, self.order)
        return _reopened, ({**self._source, "heuristic": self._native.heuristic_spec or self._source["heuristic"]},)

    def __repr__(self) -> str:
        metric = "" if self.metric == "single-tile" else f", metric={self.metric!r}"
        return f"Solver({self.size!r}, goal={self.goal!r}, heuristic={self.heuristic!r}, algorithm={self.algorithm!r}{metric})"


def _reopened(arguments: dict[str, Any]) -> Solver:
    solver = Solver.__new__(Solver)
    solver._open(arguments, quiet=True)
    return solver


def _solver_of_tables(tables: Tables, algorithm: str, order: str) -> Solver:
    return Solver.of_tables(tables, algorithm=algorithm, order=order)
