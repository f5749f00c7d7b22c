# Written by tests/python/stub.
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack

from ._records import Analysis, BlockSolution, HeuristicCheck, Quality, Solution
from ._types import (
    Algorithm, Board, Boards, Goal, Heuristic, Letters, Limits, Metric, Mode, Paths, Seed, Size
)

"""
The part of the package that is written in Rust.
"""

from _typeshed import Incomplete, SupportsGetItem
from os import PathLike
from typing import Any, Final, SupportsIndex, final
from typing_extensions import disjoint_base

DEFAULT_NODE_LIMIT: Final[int]
"""
Default limit on the number of generated nodes for each search of a benchmark. It applies if
the caller sets no limit on nodes, time or depth.
"""

SEARCH_KEYWORDS: Final[str]
"""
Help text for the keyword arguments of a search. Python code appends this text to
docstrings.
"""

__version__: Final[str]

@final
class ClusterSearch:
    """
    Coordinates a search for one board that several workers share. A folder contains the state of
    the search.
    """
    def __new__(cls, /, solver: Solver, board: "Board", folder: str | PathLike[str], mode: "Mode", finish_iteration: bool, split_after: "int", units: "int | None") -> ClusterSearch:
        """
        Continues the search in the folder, or starts a new search if the folder contains none.
        """
    def add(self, /, result: str) -> None:
        """
        Adds a worker's result, which is a line of JSON. The result is saved in the folder before
        the call returns.
        """
    def advance(self, /) -> None:
        """
        Moves on to the next iteration, or to the solution. The results of all needed units of the
        current iteration must have been added.
        """
    @property
    def bound(self, /) -> int:
        """
        The cost bound of the current iteration.
        """
    @property
    def job(self, /) -> str:
        """
        The current job, as a line of JSON. Workers receive this line as their input.
        """
    def missing(self, /) -> list[int]:
        """
        Returns the indices of the needed units that have no result yet, in ascending order.
        """
    @property
    def needed(self, /) -> int:
        """
        The number of units (independent parts of the search) that the iteration needs.
        """
    def solution(self, /) -> "Solution | None":
        """
        Returns the solution of the board, or None if the search has not ended yet.
        """

@final
class Feed:
    """
    Supplies boards to the threads that solve them, and shares its state with these threads and with
    the iterator of solutions.
    """
    def close(self, /, error: "BaseException | None") -> None:
        """
        Ends the supply of boards. ``error`` is the exception that ended it, or None. The iterator
        raises this exception after the last solution.
        """
    @property
    def open(self, /) -> bool:
        """
        Whether the pool still accepts boards.
        """
    def put(self, /, line: SupportsIndex, board: "Board | FifteenError") -> None:
        """
        Supplies a board. If the value is not a valid board, its result contains the reason.
        """
    @property
    def room(self, /) -> Any:
        """
        A semaphore that counts the boards for which the pool still has room.
        """

@final
class FileBoards:
    """
    Iterates over the boards in a file. Each item is a pair of a line number and a board (its rows).
    If a board cannot be read, or if the file names another goal for it, the pair contains the error
    instead of the board.
    """
    def __iter__(self, /) -> FileBoards: ...
    def __new__(cls, /, file: Any, size: "Size | None", goal: "Goal") -> FileBoards:
        """
        Reads a file that is open for reading. ``size`` applies to boards whose notation does not
        show their size. ``goal`` is the goal that the boards must have if the file names their goals.
        """
    def __next__(self, /) -> tuple[int, Any]: ...

@disjoint_base
class OpenedHeuristic:
    """
    A heuristic that was opened for a goal. This is the base class of :class:`Solver` and
    :class:`Tables`.
    """
    def __copy__(self, /) -> OpenedHeuristic: ...
    def __deepcopy__(self, memo: "object", /) -> OpenedHeuristic: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Returns whether two objects have the same class, goal, heuristic, algorithm, metric, move
        order and table paths.
        """
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> "tuple[Any, ...]":
        """
        Supports pickling. The process that unpickles the object opens the tables again, from the
        same paths.
        """
    @property
    def goal(self, /) -> str:
        """
        The name of the goal, or the goal's tiles on one line.
        """
    @property
    def size(self, /) -> str:
        """
        The width and height of the boards, such as ``"4x4"``.
        """

@final
class Solutions:
    """
    An iterator of solutions in the order of the boards. Several threads can share one iterator.
    """
    def __iter__(self, /) -> Solutions: ...
    def __next__(self, /) -> Any: ...

@final
class Solver(OpenedHeuristic):
    """
    Solves boards for one goal, with one heuristic and one algorithm. A solver opens its tables
    once, and then solves any number of boards. Several threads can use the same solver.

    :param size: The width and height of the boards: a string such as ``"4x3"``, or two equal
        integers such as ``(4, 4)``. The default is the size of the goal, or 4x4 if there is no
        goal.
    :param goal: The finished board. The default, ``"last"``, is 1, 2, ..., blank. You can also pass
        ``"first"`` (blank, 1, 2, ...), ``"spiral"``, or a board. In the single-tile metric, the
        goal of a board of up to 12 cells can contain ``*``, which stands for any tile, and tiles
        that repeat.
    :param heuristic: The name of a heuristic, as in the command. Examples are ``"manhattan"``,
        ``"7-8"``, ``"7-8:additive"``, ``"7-8x2"`` and ``"manhattan+6-6-3"``. By default, the solver
        uses the strongest tables that it finds. The heuristic can also be a function. It receives
        an array of boards with shape (n, cells) and type uint8, and returns n integers, none of
        which may exceed the board's distance from the goal. For ``"weighted-astar"`` and
        ``"beam"``, it can instead return n floats, which are estimates of the distance. The solver
        calls the function with many boards at a time. If the function raises an exception, the
        search ends.
    :param algorithm: The name of the search algorithm, such as ``"ida"``, ``"astar"`` or ``"bfs"``.
    :param tables: Files, or folders in which to look for tables. The default is the command's
        folder.
    :param order: The order in which the search tries the blank's moves, such as ``"ULRD"``.
    :param reflection: Whether to look up the reflected board as well.
    :param verify: Whether to verify the digests of the tables. This reads the tables completely.
    :param threads: The number of threads that build tables in memory if no tables are found. 0
        means one thread for each core.
    :param memory_limit: The maximum size of a heuristic that is built in memory, in bytes.
    :param metric: What counts as one move. In the ``"single-tile"`` metric, a move slides one tile.
        In the ``"multi-tile"`` metric, a move slides one or more tiles of a row or column together.
        The multi-tile metric has its own tables, which are built in memory. You can choose neither
        a heuristic nor another algorithm for it.
    :raises TableError: A table is missing or damaged.
    :raises FifteenError: A name or a board is invalid.
    """
    def __new__(cls, /, size: "Size | None" = None, *, goal: "Goal | None" = None, heuristic: "Heuristic | None" = None, algorithm: "Algorithm" = "ida", tables: "Paths | None" = None, order: str | None = None, reflection: bool = True, verify: bool = False, threads: "int" = 0, memory_limit: "int | None" = None, metric: "Metric" = "single-tile") -> Solver: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _for_one_board(size: "Size | None", goal: "Goal | None", algorithm: "Algorithm", tables: "Paths | None") -> "Solver":
        """
        Opens a solver for a single board in the multi-tile metric. Its tables are weaker than the
        usual ones, but take less time to build.
        """
    @staticmethod
    def _reopened(arguments: "dict[str, Any]") -> "Solver": ...
    @property
    def algorithm(self, /) -> str:
        """
        The name of the search algorithm.
        """
    def analyse(self, /, board: "Board", moves: str, *, letters: "Letters | None" = None, **limits: "Unpack[Limits]") -> "Analysis":
        """
        Finds the mistakes in a sequence of moves, by solving every position on the way.

        A move is a mistake if the goal is no nearer after it.

        :param moves: The moves, as letters U, D, L and R. A number can follow a letter, as in
            ``"R3 U2 L"``.
        :param letters: Whether a letter names the direction of the ``"tile"`` or of the
            ``"blank"``. By default, it names the direction of the tile, unless only the blank can
            make the moves.

        The following keywords apply to the search from each position:

        :param mode: ``"fast"`` (the default) is the fastest search. ``"plain"`` is the search described in
            the literature, with the published node counts.
        :param all: Whether to find all shortest solutions. If you pass a number, at most that many
            solutions are listed. ``solutions`` always counts all of them.
        :param finish_iteration: Whether to search the last iteration completely, so that the node counts do
            not depend on where the solution is.
        :param threads: The number of threads that search a hard board in fast mode, or that search many
            boards. 0 (the default) means one thread for each core, or a single thread if the heuristic is a
            function.
        :param node_limit: The maximum number of nodes that are generated for a board.
        :param time_limit: The maximum time for a board, in seconds. None (the default) and infinity mean no
            limit.
        :param depth_limit: The maximum length of the solutions that are searched for, in moves.
        :param memory_limit: The maximum memory for nodes and states, in bytes. By default, all searches
            that run at the same time share half of the available memory.
        :param within: Stop as soon as the best solution is at most this percentage longer than ``bound``.
            For example, with 50, the solution is at most 50 % longer. With ``"any"``, stop at the first
            solution.
        :param cancel: A ``threading.Event``, or another object with an ``is_set`` method. When another
            thread sets the event, the search stops soon, as if it had reached a limit. ``solve_many`` and
            ``bench`` then end with the results that they have.

        :raises FifteenError: A move leaves the board, or ``moves`` contains something other than
            moves.
        """
    @property
    def heuristic(self, /) -> str | None:
        """
        The name of the heuristic, such as ``"7-8 zero-aware + reflection"``. None if the algorithm
        does not use a heuristic.
        """
    @property
    def metric(self, /) -> str:
        """
        What counts as one move: ``"single-tile"`` or ``"multi-tile"``.
        """
    @staticmethod
    def of_tables(tables: Tables, *, algorithm: "Algorithm" = "ida", order: str | None = None) -> "Solver":
        """
        Creates a solver from tables that are already open. The solver shares the memory of the
        tables.
        """
    @property
    def order(self, /) -> str:
        """
        The order in which the search tries the blank's moves.
        """
    def solve(self, /, board: "Board", **limits: "Unpack[Limits]") -> "Solution":
        """
        Finds a shortest solution of a board. Other Python threads can run during the search.

        :param mode: ``"fast"`` (the default) is the fastest search. ``"plain"`` is the search described in
            the literature, with the published node counts.
        :param all: Whether to find all shortest solutions. If you pass a number, at most that many
            solutions are listed. ``solutions`` always counts all of them.
        :param finish_iteration: Whether to search the last iteration completely, so that the node counts do
            not depend on where the solution is.
        :param threads: The number of threads that search a hard board in fast mode, or that search many
            boards. 0 (the default) means one thread for each core, or a single thread if the heuristic is a
            function.
        :param node_limit: The maximum number of nodes that are generated for a board.
        :param time_limit: The maximum time for a board, in seconds. None (the default) and infinity mean no
            limit.
        :param depth_limit: The maximum length of the solutions that are searched for, in moves.
        :param memory_limit: The maximum memory for nodes and states, in bytes. By default, all searches
            that run at the same time share half of the available memory.
        :param within: Stop as soon as the best solution is at most this percentage longer than ``bound``.
            For example, with 50, the solution is at most 50 % longer. With ``"any"``, stop at the first
            solution.
        :param cancel: A ``threading.Event``, or another object with an ``is_set`` method. When another
            thread sets the event, the search stops soon, as if it had reached a limit. ``solve_many`` and
            ``bench`` then end with the results that they have.

        :returns: A solution. Its status is ``"solved"``, or ``"limit"`` if the search reached a
            limit. After a limit, ``bound`` is the lower bound that has been proven so far. In fast
            mode, the search might have found a solution before it reached the limit. Then ``moves``
            contains the best solution, ``upper`` is its length, and ``gap`` is ``upper - bound``.
        :raises UnsolvableError: The board cannot reach the goal.
        :raises FifteenError: The board is invalid, or its size is not the solver's size.
        """
    def solve_many(self, /, boards: "Boards", *, progress: bool = False, **limits: "Unpack[Limits]") -> "Iterator[Solution]":
        """
        Solves any number of boards on all cores. Returns an iterator of solutions, in the order of
        the boards.

        The solver reads boards whenever its threads have room for them, and the iterator returns
        each solution as soon as the solution and all earlier ones are known. A separate thread
        reads the boards from an iterable, so a slow iterable does not delay boards that have
        already been read. If a board cannot be solved or read, its solution has the status
        ``"unsolvable"`` or ``"invalid"``, and ``error`` contains the reason. ``line`` is the number
        of the board, counted from 1. Limits apply to each board separately. Each thread solves one
        board at a time. In plain mode, a thread alternates between several boards, so their
        ``seconds`` overlap.

        :param boards: The boards: the path of a file, an open file, an array of shape (n, cells) or
            (n, height, width), a data frame with a ``board`` column or with one column for each
            cell, or any iterable of boards. A file is read in the same way as by the command, and
            ``line`` is then the line number in the file.
        :param progress: Whether to show a progress bar. This requires the ``tqdm`` package.
        :param mode: ``"fast"`` (the default) is the fastest search. ``"plain"`` is the search described in
            the literature, with the published node counts.
        :param all: Whether to find all shortest solutions. If you pass a number, at most that many
            solutions are listed. ``solutions`` always counts all of them.
        :param finish_iteration: Whether to search the last iteration completely, so that the node counts do
            not depend on where the solution is.
        :param threads: The number of threads that search a hard board in fast mode, or that search many
            boards. 0 (the default) means one thread for each core, or a single thread if the heuristic is a
            function.
        :param node_limit: The maximum number of nodes that are generated for a board.
        :param time_limit: The maximum time for a board, in seconds. None (the default) and infinity mean no
            limit.
        :param depth_limit: The maximum length of the solutions that are searched for, in moves.
        :param memory_limit: The maximum memory for nodes and states, in bytes. By default, all searches
            that run at the same time share half of the available memory.
        :param within: Stop as soon as the best solution is at most this percentage longer than ``bound``.
            For example, with 50, the solution is at most 50 % longer. With ``"any"``, stop at the first
            solution.
        :param cancel: A ``threading.Event``, or another object with an ``is_set`` method. When another
            thread sets the event, the search stops soon, as if it had reached a limit. ``solve_many`` and
            ``bench`` then end with the results that they have.

        :raises FifteenError: ``boards`` is a single board, or an array whose shape is neither
            (n, cells) nor (n, height, width).
        """
    @property
    def table_bytes(self, /) -> int:
        """
        The size of the heuristic's tables, in bytes.
        """
    def tables(self, /) -> "Tables":
        """
        Returns the solver's heuristic, which can evaluate arrays of boards. This method works only
        in the single-tile metric.
        """

@final
class Tables(OpenedHeuristic):
    """
    Evaluates a heuristic for many boards at once.

    :param heuristic: The heuristic, as for :class:`Solver`. The default is the strongest tables
        that are found.

    The other parameters have the same meaning as for :class:`Solver`.

    :raises TableError: A table is missing or damaged.
    """
    def __new__(cls, /, heuristic: "Heuristic | None" = None, *, size: "Size | None" = None, goal: "Goal | None" = None, tables: "Paths | None" = None, reflection: bool = True, verify: bool = False, threads: "int" = 0, memory_limit: "int | None" = None) -> Tables: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _reopened(arguments: "dict[str, Any]") -> "Tables": ...
    @property
    def bytes(self, /) -> int:
        """
        The size of the tables, in bytes.
        """
    def check(self, /, *, samples: "int | None" = None, seed: "int" = 1, threads: "int" = 0) -> "HeuristicCheck":
        """
        Checks whether the heuristic is admissible and consistent, as ``fifteen lab heuristic``
        does. A heuristic is admissible if no value is larger than the distance from the goal. It is
        consistent if no move changes the value by more than 1.

        :param samples: The number of random boards to check, and also the number of boards near the
            goal. By default, all boards are checked on sizes of up to 12 cells, and 100,000 samples
            on larger sizes.
        :param seed: The seed of the samples.

        >>> import fifteen
        >>> wrong = lambda boards: 2 * (boards[:, :-1] != range(1, 9)).sum(axis=1)
        >>> fifteen.Tables(wrong, size="3x3").check().overestimate
        Overestimate(board='1 2 3 / 4 5 0 / 7 8 6', value=2, distance=1)
        """
    def h(self, /, boards: "Boards", *, threads: "int" = 0) -> "NDArray[np.int32]":
        """
        Returns the heuristic's value for each board, as an array of shape (n,). Each value is a
        lower bound on the number of moves.

        :param boards: The boards, as for :meth:`Solver.solve_many`. The fastest form is an array of
            integers with shape (n, cells) or (n, height, width) and with 0 for the blank. An array
            of type uint8 is not copied.
        :param threads: The number of threads. 0 means one thread for each core. Other Python
            threads can run during the call.

        The tables store only a part of each distance. Once you have passed enough boards, in one
        call or in several (about a million boards for 7-8), the rest of each distance is built in
        memory. From then on, evaluating a board takes only one read of each table. The rest takes
        four times as much memory as the tables, and nine times as much while it is being built. If
        this exceeds ``memory_limit`` (by default half of the available memory), the rest is not
        built. The values are the same in either case.

        :raises FifteenError: The array has another shape or does not contain integers, or a row is
            not a board or cannot reach the goal.
        """
    @property
    def name(self, /) -> str | None:
        """
        The name of the heuristic, such as ``"7-8 zero-aware + reflection"``.
        """
    @staticmethod
    def of_files(files: "Paths", *, reflection: bool = True) -> "Tables":
        """
        Opens exactly the tables in the given files, which must form a partition, and verifies their
        digests.
        """
    def quality(self, /, *, samples: "int" = 100000, seed: "int" = 1, bounds: "Sequence[int] | None" = None, threads: "int" = 0) -> "Quality":
        """
        Measures the strength of the heuristic, as ``fifteen lab heuristic`` does. The result
        contains the heuristic's values on random boards, and estimates of the number of nodes that
        IDA* will expand.

        :param samples: The number of random boards, and also the number of boards near the goal.
        :param bounds: The cost bounds of the iterations whose node counts are predicted. The
            default is five bounds, beginning at the mean value.

        >>> import fifteen
        >>> round(fifteen.Tables("manhattan", size="3x3").quality(samples=1000).branching, 3)
        1.732
        """

def apply(board: "Board", moves: str, *, size: "Size | None" = None) -> "tuple[int, ...]":
    """
    Returns the board after the given moves. A letter names the direction in which a tile moves.

    :raises FifteenError: The text contains something other than moves, or a move leaves the board.

    >>> import fifteen
    >>> fifteen.apply([1, 2, 0, 3], "L")
    (1, 2, 3, 0)
    """

def available_memory() -> int | None:
    """
    Returns the available memory in bytes, or None if the system does not report it.
    """

def benchmark(solvers: SupportsGetItem[int, Solver], boards: "Boards", name: str, save: "str | PathLike[str] | None", resume: bool, functions: "dict[str, str | None]", **limits: "Unpack[Limits]") -> list[str]:
    """
    Runs solvers on the boards that have no result in the file `save` yet. Returns all results as
    lines of JSON. Results of the heuristics in `functions` get their digests.
    """

def block_puzzles(text: "str | PathLike[str]") -> "list[tuple[str, str]]":
    """
    Returns the title and the text of each puzzle in a text.
    """

def block_title(name: str | None, length: SupportsIndex | None, metric: str | None) -> str:
    """
    Returns the title of a picture, from the puzzle's name and the length of its solution in a
    metric.
    """

def board_size(board: "Board") -> str:
    """
    Returns the size of a board, as determined by the board's notation.
    """

def board_tiles(board: "Board | FifteenError", size: "Size") -> "tuple[int, ...]":
    """
    Returns the tiles of a board of the given size.
    """

def build_tables(partition: "str | Sequence[str] | None" = None, *, collection: str | None = None, size: "Size | None" = None, goal: "Goal | None" = None, kind: "Literal['zero-aware', 'additive'] | None" = None, out: "str | PathLike[str] | None" = None, threads: "int" = 0, zstd: "int | None" = None, force: bool = False, progress: "Callable[[str, int, int, int], object] | None" = None) -> list[str]:
    """
    Builds the tables of one or more partitions, or of a collection of partitions. Tables that
    already exist are kept.

    :param partition: A partition such as ``"7-8"`` or ``"6-6-3"``, the tiles of each group as in
        ``"1-8/9-15"``, or a sequence of several partitions. The default depends on the size of the
        boards.
    :param collection: The name of a collection, such as ``"7-8x2"``, or the path of a file.
    :param out: The folder for the tables. The default is the command's folder.
    :param zstd: The Zstandard level with which to compress the tables.
    :param force: Whether to build tables that already exist again.
    :param progress: A function that is called with the tiles of the table, the depth, the number of
        entries done, and the total number of entries. If it raises an exception, the build stops.
    :returns: The paths of the tables. A table appears under its name only when it is complete.
    :raises TableError: A table cannot be built or written, needs more memory than is available, or
        differs from the published table.
    """

def comparison(title: str, series: "list[tuple[str, float, list[tuple[float, bool]]]]") -> str:
    """
    Draws the plot of ``fifteen bench --plot`` as SVG. Each series consists of a label, the size of
    its tables in bytes, and a pair for each board. The pair contains the number of generated nodes
    and whether the board was solved.
    """

def distances(boards: "Boards", *, size: "Size | None" = None, goal: "Goal | None" = None) -> "NDArray[np.int32]":
    """
    Returns the minimum number of moves for each board of up to 12 cells, or -1 if the board cannot
    reach the goal.

    The first call for a goal computes the distances of all boards from this goal, and keeps them in
    memory. After that, a million 3x3 boards take less than a second. For boards of 12 cells, the
    first call takes at most four minutes of processor time and 300 MB. At most 500 MB of distances
    are kept, for the goals that were used most recently.

    :param boards: The boards, as for :meth:`Solver.solve_many`.
    :param size: The size of the boards. The default is the size of the goal, or else the size that
        follows from the shape of the array, or else 3x3.
    :raises FifteenError: The size is too large (use ``solve_many`` instead), or a value is not a
        board.

    >>> import fifteen
    >>> fifteen.distances(["8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 5 6 / 8 7 0"])
    array([31, -1], dtype=int32)
    """

def gif(scene: "tuple[Any, ...]") -> bytes:
    """
    Draws the moves as an animated GIF.
    """

def goal_tiles(goal: "Goal | None", size: "Size") -> "tuple[int, ...]":
    """
    Returns the tiles of a goal.
    """

def legal_moves(board: "Board", *, size: "Size | None" = None) -> str:
    """
    Returns the letters of the moves that are possible on a board. A letter names the direction in
    which a tile moves.

    >>> import fifteen
    >>> fifteen.legal_moves("1 2 3 / 4 0 5 / 6 7 8")
    'UDLR'
    """

def positions(board: "Board", moves: str, *, size: "Size | None" = None) -> "list[tuple[int, ...]]":
    """
    Returns all boards that a sequence of moves passes through, from the given board to the board
    after the last move. A letter names the direction in which a tile moves.

    :raises FifteenError: The text contains something other than moves, or a move leaves the board.

    >>> import fifteen
    >>> fifteen.positions("1 2 / 0 3", "L")
    [(1, 2, 0, 3), (1, 2, 3, 0)]
    """

def random_boards(n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, depth: "int | None" = None) -> "NDArray[np.uint8]":
    """
    Draws random boards that can reach the goal. All boards are equally likely. Returns an array of
    shape (n, cells), with 0 for the blank.

    A seed always gives the same boards, in every version of the package and also with ``fifteen
    random``. You can stop the call with Ctrl-C.

    :param seed: An integer, or a ``numpy.random.Generator`` that draws an integer. By default, each
        call draws different boards.
    :param depth: Draw only boards whose shortest solutions have this number of moves. The boards
        are random and independent, but no board appears twice. Every board at this depth is equally
        likely on sizes of up to 12 cells, on 4x4 up to depth 69, and near the goal on larger sizes.
    :raises FifteenError: There are fewer than n boards at that depth.

    >>> import fifteen
    >>> sorted(fifteen.random_boards(2, size="3x3", depth=31).tolist())
    [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]
    """

def scrambles(n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, metric: "Metric" = "single-tile", letters: "Letters" = "tile") -> list[str]:
    """
    Returns sequences of moves that lead from the goal to random boards, as ``fifteen random
    --scramble`` prints them. All boards are equally likely.

    Each sequence is the inverse of a solution that is shortest in the metric. On boards of more
    than 16 cells, the solution is good but not always shortest. The moves are written as slides:
    ``R3`` moves three tiles to the right at once. ``seed`` has the same meaning as for
    :func:`random_boards`. You can stop the call with Ctrl-C.

    >>> import fifteen
    >>> len(fifteen.scrambles(2, size="3x3", metric="multi-tile"))
    2
    """

def search_unit(job: str, unit: SupportsIndex, tables: "Paths | None") -> str:
    """
    Searches one unit of a job, and returns its result as a line of JSON. Workers call this
    function. In each process, the first call looks for the tables in the given folders and in the
    default folders, and builds missing tables.
    """

def sides(size: "Size") -> tuple[int, int]:
    """
    Returns the width and the height of a size.
    """

def solve_blocks(text: "str | PathLike[str]", *, metric: "Literal['unit', 'straight', 'any-path']" = "unit", states: bool = False, all_counts: bool = False, moves: bool = True, threads: "int" = 0, memory_limit: "int | None" = None) -> "list[BlockSolution]":
    """
    Finds a shortest solution of each sliding-block puzzle in a text.

    :param text: The puzzles, in any notation that the command reads. Examples are the notation of
        ``docs/blocks.txt`` and a Rush Hour string of 36 characters. To read a file, pass its path
        as a ``pathlib.Path``.
    :param metric: What counts as one move. A move slides a piece by one cell (``"unit"``), any
        distance in one direction (``"straight"``), or along any path (``"any-path"``).
    :param states: Whether to count all positions that can be reached.
    :param all_counts: Whether to count all shortest solutions.
    :param moves: Whether to find the moves. Without the moves, the search takes far less memory.
    :param threads: The number of threads. 0 means one thread for each core.
    :param memory_limit: The maximum memory, in bytes. The default is three quarters of the
        available memory.
    :returns: A result for each puzzle. If a puzzle cannot be read or searched, its result has the
        status ``"invalid"``, and ``error`` contains the reason.
    :raises FifteenError: The text contains no puzzle.

    >>> import fifteen
    >>> fifteen.solve_blocks("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", metric="straight")[0].status
    'solved'
    """

def svg(scene: "tuple[Any, ...]", title: str) -> str:
    """
    Draws all positions as one SVG picture.
    """

def unsolvable_reason(board: "Board", *, size: "Size | None" = None, goal: "Goal | None" = None) -> str | None:
    """
    Explains why the goal cannot be reached from the board. Returns None if it can be reached.

    >>> import fifteen
    >>> fifteen.unsolvable_reason("1 2 3 / 4 5 6 / 7 8 0") is None
    True
    """

class FifteenError(ValueError): ...
class UnsolvableError(FifteenError): ...
class TableError(FifteenError): ...

__all__ = ["ClusterSearch", "Feed", "FileBoards", "OpenedHeuristic", "Solutions", "Solver", "Tables", "apply", "available_memory", "benchmark", "block_puzzles", "block_title", "board_size", "board_tiles", "build_tables", "comparison", "distances", "gif", "goal_tiles", "legal_moves", "positions", "random_boards", "scrambles", "search_unit", "sides", "solve_blocks", "svg", "unsolvable_reason", "FifteenError", "UnsolvableError", "TableError", "__version__"]
