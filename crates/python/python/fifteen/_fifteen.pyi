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

SEARCH_KEYWORDS: Final[str]
"""
Help text for the keyword arguments of a search. Python code appends it to docstrings.
"""

__version__: Final[str]

@final
class Feed:
    """
    The supplier's end of the pool, with the state that it shares with the solving threads and the
    iterator.
    """
    def close(self, /, error: "BaseException | None") -> None:
        """
        Ends the supply of boards. If an exception ended it, the iterator raises it after the last
        solution.
        """
    @property
    def open(self, /) -> bool:
        """
        Whether the pool still accepts boards.
        """
    def put(self, /, line: SupportsIndex, board: "Board | FifteenError") -> None:
        """
        Supplies a board. A value that is not a board gets a result with the reason.
        """
    @property
    def room(self, /) -> Any:
        """
        A semaphore that counts the boards for which the pool still has room.
        """

@final
class FileBoards:
    """
    The boards of a file: an iterator of pairs of a line number and a board as rows. If a board
    cannot be read, the pair has its error instead.
    """
    def __iter__(self, /) -> FileBoards: ...
    def __new__(cls, /, file: Any, size: "Size | None") -> FileBoards:
        """
        Reads a file that is open for reading. `size` applies to boards whose notation shows no
        size.
        """
    def __next__(self, /) -> tuple[int, Any]: ...

@disjoint_base
class Opened:
    """
    An opened heuristic for a goal. Base class of :class:`Solver` and :class:`Tables`.
    """
    def __copy__(self, /) -> Opened: ...
    def __deepcopy__(self, memo: "object", /) -> Opened: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Compares the goal, heuristic, algorithm, metric, move order, and paths of the tables.
        """
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> "tuple[Any, ...]":
        """
        Supports pickling. The process that unpickles opens the tables again, from the same paths.
        """
    @property
    def goal(self, /) -> str:
        """
        The goal: a name, or the board on one line.
        """
    @property
    def size(self, /) -> str:
        """
        The width and height of the boards, such as ``"4x4"``.
        """

@final
class Search:
    """
    A distributed search for one board, as seen by its driver. A folder holds its state.
    """
    def __new__(cls, /, solver: Solver, board: "Board", folder: str | PathLike[str], mode: "Mode", finish_iteration: bool, split_after: "int", units: "int | None") -> Search:
        """
        Resumes the search in the folder, or starts it there.
        """
    def add(self, /, result: str) -> None:
        """
        Adds the result of a worker, as a line of JSON. It is saved in the folder before the call
        returns.
        """
    def advance(self, /) -> None:
        """
        Moves on to the next iteration, or to the solution, once all results of the current
        iteration are there.
        """
    @property
    def bound(self, /) -> int:
        """
        The cost bound of the current iteration.
        """
    @property
    def job(self, /) -> str:
        """
        The current job as a line of JSON, which is the input of the workers.
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
        Returns the solution of the board, or None while the search has not ended.
        """

@final
class Solutions:
    """
    An iterator of solutions in the order of the boards. Several threads can share one iterator.
    """
    def __iter__(self, /) -> Solutions: ...
    def __next__(self, /) -> Any: ...

@final
class Solver(Opened):
    """
    A solver for a goal, with a heuristic and an algorithm. It is opened once and then solves any
    number of boards, from any number of threads.

    :param size: ``"4x3"``, width and height, or ``(4, 4)``; by default the goal's, else 4x4.
    :param goal: a name, such as ``"first"``, or a board, on up to 12 cells with ``*`` for any tile,
        or tiles that repeat (in the single-tile metric only); by default ``"last"``: 1, 2, ...,
        blank.
    :param heuristic: as for the command: ``"manhattan"``, ``"7-8"``, ``"7-8:additive"``,
        ``"7-8x2"``, ``"manhattan+6-6-3"``; by default the strongest tables found. Or a function,
        which takes an array of boards, of shape (n, cells) and type uint8, and returns n integers,
        none of them larger than the distance to the goal; or, for ``"weighted-astar"`` and
        ``"beam"``, n floats that estimate this distance. It is called for many boards at a time; an
        exception that it raises ends the search.
    :param algorithm: ``"ida"``, ``"astar"``, ``"bfs"``, ...
    :param tables: files or folders to look for tables in; by default those of the command.
    :param order: the order in which the blank's moves are tried, such as ``"ULRD"``.
    :param reflection: whether to look up the reflected board too.
    :param verify: whether to verify the digests of the tables, for which they are read completely.
    :param threads: number of threads that build tables in memory if none are found; 0 means one for
        each core.
    :param memory_limit: bytes that a heuristic built in memory may take.
    :param metric: ``"single-tile"``, or ``"multi-tile"``: a row or column of tiles that slide
        together is one move. The multi-tile metric has its own tables, which are built in memory,
        and takes no heuristic and no other algorithm.
    :raises TableError: a table is missing or damaged.
    :raises FifteenError: a name or board is wrong.
    """
    def __new__(cls, /, size: "Size | None" = None, *, goal: "Goal | None" = None, heuristic: "Heuristic | None" = None, algorithm: "Algorithm" = "ida", tables: "Paths | None" = None, order: str | None = None, reflection: bool = True, verify: bool = False, threads: "int" = 0, memory_limit: "int | None" = None, metric: "Metric" = "single-tile") -> Solver: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _for_one_board(size: "Size | None", goal: "Goal | None", algorithm: "Algorithm", tables: "Paths | None") -> "Solver":
        """
        Opens a solver for a single board in the multi-tile metric. Its tables are weaker, but ready
        sooner.
        """
    @staticmethod
    def _reopened(arguments: "dict[str, Any]") -> "Solver": ...
    @property
    def algorithm(self, /) -> str:
        """
        The algorithm's name.
        """
    def analyse(self, /, board: "Board", moves: str, *, letters: "Letters | None" = None, **limits: "Unpack[Limits]") -> "Analysis":
        """
        Finds the moves that lose ground, by solving every position on the way.

        A move loses ground if the goal is no nearer after it.

        :param moves: letters U, D, L and R, perhaps with numbers: ``"R3 U2 L"``.
        :param letters: whether letters name the direction of the ``"tile"`` or of the
            ``"blank"``; by default the tile, unless only the blank can make the moves.

        These keywords apply to the search from each position:

        :param mode: ``"fast"`` (the default), the quickest search, or ``"plain"``, the search of the literature with its counts of nodes.
        :param all: find all shortest solutions (True), and list at most this many of them (a number); ``solutions`` counts all.
        :param finish_iteration: search the last iteration to its end, so that the counts do not depend on where the solution is.
        :param threads: that search a hard board in fast mode, or many boards; 0 (the default): one for each core, but a single one if
            the heuristic is a function.
        :param node_limit: the most nodes that are generated for a board.
        :param time_limit: seconds for a board; None (the default) and infinity: no limit.
        :param depth_limit: the most moves of a solution that is searched for.
        :param memory_limit: bytes of nodes and states; by default all searches that run at a time get half of the available memory.
        :param within: end as soon as the best solution is at most this percentage longer than ``bound``, such as 50; ``"any"``: end with
            the first solution found.
        :param cancel: a ``threading.Event``, or another object with a method ``is_set``. Once another thread has set it, the search ends
            soon, as at a limit; ``solve_many`` and ``bench`` then end with what they have.

        :raises FifteenError: a move leaves the board, or the text contains something other than
            moves.
        """
    @property
    def heuristic(self, /) -> str | None:
        """
        The heuristic in use, such as ``"7-8 zero-aware + reflection"``; None if the algorithm uses
        none.
        """
    @property
    def metric(self, /) -> str:
        """
        The unit in which moves are counted.
        """
    @staticmethod
    def of_tables(tables: Tables, *, algorithm: "Algorithm" = "ida", order: str | None = None) -> "Solver":
        """
        Creates a solver that shares tables that are open already.
        """
    @property
    def order(self, /) -> str:
        """
        The order in which the blank's moves are tried.
        """
    def solve(self, /, board: "Board", **limits: "Unpack[Limits]") -> "Solution":
        """
        Finds a shortest solution. Other Python threads can run meanwhile.

        :param mode: ``"fast"`` (the default), the quickest search, or ``"plain"``, the search of the literature with its counts of nodes.
        :param all: find all shortest solutions (True), and list at most this many of them (a number); ``solutions`` counts all.
        :param finish_iteration: search the last iteration to its end, so that the counts do not depend on where the solution is.
        :param threads: that search a hard board in fast mode, or many boards; 0 (the default): one for each core, but a single one if
            the heuristic is a function.
        :param node_limit: the most nodes that are generated for a board.
        :param time_limit: seconds for a board; None (the default) and infinity: no limit.
        :param depth_limit: the most moves of a solution that is searched for.
        :param memory_limit: bytes of nodes and states; by default all searches that run at a time get half of the available memory.
        :param within: end as soon as the best solution is at most this percentage longer than ``bound``, such as 50; ``"any"``: end with
            the first solution found.
        :param cancel: a ``threading.Event``, or another object with a method ``is_set``. Once another thread has set it, the search ends
            soon, as at a limit; ``solve_many`` and ``bench`` then end with what they have.

        :returns: a solution with status ``"solved"``; or with status ``"limit"`` and the lower
            bound proven so far in ``bound``. In fast mode, ``moves`` is then the best solution
            found, if any: ``upper`` is its length, and ``gap`` is ``upper - bound``.
        :raises UnsolvableError: the goal cannot be reached.
        :raises FifteenError: the board is invalid, or has another size.
        """
    def solve_many(self, /, boards: "Boards", *, progress: bool = False, **limits: "Unpack[Limits]") -> "Iterator[Solution]":
        """
        Solves any number of boards on all cores. Returns an iterator of solutions, in the order of
        the boards.

        Boards are read as threads have room for them, and solutions are returned as soon as they
        are found. A separate thread reads the boards from an iterable, so a slow iterable does not
        delay boards that have been read. A board that cannot be solved or read gives a solution
        with status ``"unsolvable"`` or ``"invalid"`` and an ``error``; ``line`` is the board's
        number, from 1. Limits apply to each board. Each thread solves one board at a time; in plain
        mode it alternates between several boards, whose ``seconds`` overlap.

        :param boards: the path of a file or an open file (read as the command reads it; ``line`` is
            then that of the file), an array of shape (n, cells) or (n, height, width), a data frame
            with a column ``board`` or one column for each cell, or any iterable of boards.
        :param progress: show a progress bar, with tqdm.
        :param mode: ``"fast"`` (the default), the quickest search, or ``"plain"``, the search of the literature with its counts of nodes.
        :param all: find all shortest solutions (True), and list at most this many of them (a number); ``solutions`` counts all.
        :param finish_iteration: search the last iteration to its end, so that the counts do not depend on where the solution is.
        :param threads: that search a hard board in fast mode, or many boards; 0 (the default): one for each core, but a single one if
            the heuristic is a function.
        :param node_limit: the most nodes that are generated for a board.
        :param time_limit: seconds for a board; None (the default) and infinity: no limit.
        :param depth_limit: the most moves of a solution that is searched for.
        :param memory_limit: bytes of nodes and states; by default all searches that run at a time get half of the available memory.
        :param within: end as soon as the best solution is at most this percentage longer than ``bound``, such as 50; ``"any"``: end with
            the first solution found.
        :param cancel: a ``threading.Event``, or another object with a method ``is_set``. Once another thread has set it, the search ends
            soon, as at a limit; ``solve_many`` and ``bench`` then end with what they have.

        :raises FifteenError: ``boards`` is a single board, or an array of another shape.
        """
    @property
    def table_bytes(self, /) -> int:
        """
        The size of the heuristic's tables, in bytes.
        """
    def tables(self, /) -> "Tables":
        """
        Returns the heuristic, to evaluate arrays of boards. Works only in the single-tile metric.
        """

@final
class Tables(Opened):
    """
    An opened heuristic, which evaluates many boards at once.

    :param heuristic: as for :class:`Solver`; by default the strongest tables found.

    The other parameters are those of :class:`Solver`.

    :raises TableError: a table is missing or damaged.
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
        Checks whether the heuristic is admissible (no value is larger than the distance to the
        goal) and consistent (no move changes the value by more than 1), as ``fifteen lab
        heuristic`` does.

        :param samples: check this number of random boards, and of boards near the goal; by default
            all boards of up to 12 cells, and 100,000 samples of larger ones.
        :param seed: seed of the samples.

        >>> import fifteen
        >>> wrong = lambda boards: 2 * (boards[:, :-1] != range(1, 9)).sum(axis=1)
        >>> fifteen.Tables(wrong, size="3x3").check().overestimate
        Overestimate(board='1 2 3 / 4 5 0 / 7 8 6', value=2, distance=1)
        """
    def h(self, /, boards: "Boards", *, threads: "int" = 0) -> "NDArray[np.int32]":
        """
        Returns the heuristic value of each board, a lower bound on its number of moves, as an array
        of shape (n,).

        :param boards: as for :meth:`Solver.solve_many`. Quickest is an array of integers of shape
            (n, cells) or (n, height, width), with 0 for the blank; an array of uint8 is not copied.
        :param threads: number of threads; 0 means one for each core. Other Python threads can run
            meanwhile.

        Once enough boards have been passed, in one call or several (about a million for 7-8), the
        upper bits of the tables' distances are built in memory. From then on, a value takes one
        read of each table. The upper bits take four times the bytes of the tables, and nine times
        while they are built. Without that much memory (``memory_limit``, by default half of what is
        available), they are not built, and the values are the same.

        :raises FifteenError: the array has another shape or no integers; a row is not a board, or
            cannot reach the goal.
        """
    @property
    def name(self, /) -> str | None:
        """
        The heuristic's name, such as ``"7-8 zero-aware + reflection"``.
        """
    @staticmethod
    def of_files(files: "Paths", *, reflection: bool = True) -> "Tables":
        """
        Opens exactly the tables in these files, which must form a partition. Checks their digests.
        """
    def quality(self, /, *, samples: "int" = 100000, seed: "int" = 1, bounds: "Sequence[int] | None" = None, threads: "int" = 0) -> "Quality":
        """
        Measures the strength of the heuristic: its values on random boards, and estimates of the
        nodes that IDA* will expand, as ``fifteen lab heuristic`` does.

        :param samples: the number of random boards, and of boards near the goal.
        :param bounds: cost bounds of the iterations to predict; by default five, from the mean
            value on.

        >>> import fifteen
        >>> round(fifteen.Tables("manhattan", size="3x3").quality(samples=1000).branching, 3)
        1.732
        """

def apply(board: "Board", moves: str, *, size: "Size | None" = None) -> "tuple[int, ...]":
    """
    Returns the board after the given moves.

    :raises FifteenError: a letter is not a move, or a move leaves the board.

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
    Runs solvers on the boards that have no result in the file `out` yet. Returns all results as
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
    Returns the size that follows from a board's notation.
    """

def board_tiles(board: "Board | FifteenError", size: "Size") -> "tuple[int, ...]":
    """
    Returns the tiles of a board of the given size.
    """

def build_tables(partition: "str | Sequence[str] | None" = None, *, collection: str | None = None, size: "Size | None" = None, goal: "Goal | None" = None, kind: "Literal['zero-aware', 'additive'] | None" = None, out: "str | PathLike[str] | None" = None, threads: "int" = 0, zstd: "int | None" = None, force: bool = False, progress: "Callable[[str, int, int, int], object] | None" = None) -> list[str]:
    """
    Builds the tables of one or more partitions, or of a collection of partitions. Tables that exist
    already are kept.

    :param partition: ``"7-8"``, ``"6-6-3"``, tiles as in ``"1-8/9-15"``, or several; by default the
        partitions of the size.
    :param collection: ``"7-8x2"``, or a file.
    :param out: the folder; by default that of the command.
    :param zstd: compress the tables with this Zstandard level.
    :param force: also build the tables that exist already.
    :param progress: called with the table's tiles, the depth, the number of entries done, and the
        total number of entries. If it raises an exception, the build stops.
    :returns: the paths of the tables. A table appears under its name only when it is complete.
    :raises TableError: a table cannot be built or written, needs more memory than is available, or
        differs from the published one.
    """

def comparison(title: str, series: "list[tuple[str, float, list[tuple[float, bool]]]]") -> str:
    """
    Draws the plot of ``fifteen bench --plot`` as SVG. Each series has a label, the bytes of its
    tables, and for each board the number of generated nodes and whether the board was solved.
    """

def distances(boards: "Boards", *, size: "Size | None" = None, goal: "Goal | None" = None) -> "NDArray[np.int32]":
    """
    Returns the fewest moves of each board, on boards of up to 12 cells, or -1 where the goal cannot
    be reached.

    The first call for a goal finds and keeps the distances of all boards. After that, a million 3x3
    boards take less than a second. For boards of 12 cells, the first call takes at most four
    minutes of processor time and 300 MB. At most 500 MB of distances are kept, those of the goals
    that were used last.

    :param boards: as for :meth:`Solver.solve_many`.
    :param size: by default the size of the goal, otherwise the one that an array shows, otherwise
        3x3.
    :raises FifteenError: the size is too large (then use ``solve_many``), or a value is not a
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
    Returns the letters of the moves that a board allows: the directions in which a tile can move.

    >>> import fifteen
    >>> fifteen.legal_moves("1 2 3 / 4 0 5 / 6 7 8")
    'UDLR'
    """

def positions(board: "Board", moves: str, *, size: "Size | None" = None) -> "list[tuple[int, ...]]":
    """
    Returns all boards on the way, from the given board to the one after the last move. Letters are
    the directions in which tiles move.

    :raises FifteenError: a letter is not a move, or a move leaves the board.

    >>> import fifteen
    >>> fifteen.positions("1 2 / 0 3", "L")
    [(1, 2, 0, 3), (1, 2, 3, 0)]
    """

def random_boards(n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, depth: "int | None" = None) -> "NDArray[np.uint8]":
    """
    Draws random boards that can reach the goal, all equally likely. Returns an array of shape (n,
    cells), with 0 for the blank.

    A seed always gives the same boards, in every version and also with ``fifteen random``. Ctrl-C
    stops the call.

    :param seed: an integer, or a ``numpy.random.Generator`` that draws one; by default each call
        draws other boards.
    :param depth: draw only boards whose shortest solutions have this number of moves, and none
        twice. They are independent, and equally likely on up to 12 cells, up to depth 69 on 4x4,
        and near the goal on larger boards.
    :raises FifteenError: there are fewer than n boards of that depth.

    >>> import fifteen
    >>> sorted(fifteen.random_boards(2, size="3x3", depth=31).tolist())
    [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]
    """

def scrambles(n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, metric: "Metric" = "single-tile", letters: "Letters" = "tile") -> list[str]:
    """
    Returns move sequences that lead from the goal to random boards, all equally likely, as
    ``fifteen random --scramble`` prints them.

    Each scramble is the inverse of a shortest solution in the metric, or of a good solution on
    boards of more than 16 cells. It is written as slides: ``R3`` moves three tiles to the right at
    once. ``seed`` has the same meaning as for :func:`random_boards`. Ctrl-C stops the call.

    >>> import fifteen
    >>> len(fifteen.scrambles(2, size="3x3", metric="multi-tile"))
    2
    """

def search_unit(job: str, unit: SupportsIndex, tables: "Paths | None") -> str:
    """
    Called by a worker: searches one unit of a job, and returns its result as a line of JSON. Tables
    are looked for in the given folders and in the default ones, once in each process. Missing
    tables are built.
    """

def sides(size: "Size") -> tuple[int, int]:
    """
    Returns the width and the height of a size.
    """

def solve_blocks(text: "str | PathLike[str]", *, metric: "Literal['unit', 'straight', 'any-path']" = "unit", states: bool = False, all_counts: bool = False, moves: bool = True, threads: "int" = 0, memory_limit: "int | None" = None) -> "list[BlockSolution]":
    """
    Finds the fewest moves of each sliding-block puzzle in a text.

    :param text: the puzzles, in the notation of ``docs/blocks.txt`` or as a Rush Hour string of 36
        characters; or the path of a file as a ``pathlib.Path``.
    :param metric: what counts as one move: one cell, any distance in one direction, or any path of
        one piece.
    :param states: also count all positions that can be reached.
    :param all_counts: also count the shortest solutions.
    :param moves: find the moves; without them, the search takes far less memory.
    :param threads: number of threads; 0 means one for each core.
    :param memory_limit: in bytes; by default three quarters of the available memory.
    :returns: a result for each puzzle; a puzzle that cannot be read or searched has status
        ``"invalid"`` and an ``error``.
    :raises FifteenError: the text has no puzzle.

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

__all__ = ["Feed", "FileBoards", "Opened", "Search", "Solutions", "Solver", "Tables", "apply", "available_memory", "benchmark", "block_puzzles", "block_title", "board_size", "board_tiles", "build_tables", "comparison", "distances", "gif", "goal_tiles", "legal_moves", "positions", "random_boards", "scrambles", "search_unit", "sides", "solve_blocks", "svg", "unsolvable_reason", "FifteenError", "UnsolvableError", "TableError", "__version__"]
