# Written by tests/python/stub.
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack

from ._records import Analysis, BlockSolution, HeuristicCheck, Quality, Solution
from ._types import (
    Algorithm, Board, Boards, Convention, Goal, Heuristic, Limits, Metric, Mode, Paths, Seed, Size
)

"""
The native half of the package.
"""

from _typeshed import Incomplete, SupportsGetItem
from os import PathLike
from typing import Any, Final, SupportsIndex, final
from typing_extensions import disjoint_base

SEARCH_KEYWORDS: Final[str]
"""
The explanation of the keywords of a search, for the help of functions in Python.
"""

__version__: Final[str]

@final
class Feed:
    """
    The side that passes boards, and what it shares with the threads that solve them and with the iterator.
    """
    def close(self, /, error: "BaseException | None") -> None:
        """
        No more boards will come, perhaps because of an exception.
        """
    @property
    def open(self, /) -> bool:
        """
        True while boards are wanted.
        """
    def put(self, /, line: SupportsIndex, board: "Board | FifteenError") -> None:
        """
        Passes a board. A value that is no board has a result that says why.
        """
    @property
    def room(self, /) -> Any:
        """
        A semaphore: the boards that there is room for.
        """

@final
class FileBoards:
    """
    The boards of a file: an iterator of line numbers and boards, each as rows; in place of a bad board, its error.
    """
    def __iter__(self, /) -> FileBoards: ...
    def __new__(cls, /, file: Any, size: "Size | None") -> FileBoards:
        """
        Reads a file that is open for reading; `size` applies to boards whose text shows no size.
        """
    def __next__(self, /) -> tuple[int, Any]: ...

@disjoint_base
class Opened:
    """
    A goal and a heuristic, opened: the base of :class:`Solver` and :class:`Tables`.
    """
    def __copy__(self, /) -> Opened: ...
    def __deepcopy__(self, memo: "object", /) -> Opened: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Equal if the goal, the heuristic, the algorithm, the metric and the order are, with tables from the same paths.
        """
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> "tuple[Any, ...]":
        """
        Pickling: the tables are opened again, by the process that unpickles, from the same paths.
        """
    @property
    def goal(self, /) -> str:
        """
        The goal: a name, or the board in one line.
        """
    @property
    def size(self, /) -> str:
        """
        Width and height: ``"4x4"``.
        """

@final
class Search:
    """
    The search for a board in a folder, as its driver sees it.
    """
    def __new__(cls, /, solver: Solver, board: "Board", folder: str | PathLike[str], mode: "Mode", finish_iteration: bool, first: "int", units: "int | None") -> Search:
        """
        Goes on with the search in the folder, or begins it there.
        """
    def add(self, /, result: str) -> None:
        """
        Adds the line of a result, which is in the folder when the call returns.
        """
    def advance(self, /) -> None:
        """
        Goes on to the next iteration or to the solution, unless results are missing.
        """
    @property
    def bound(self, /) -> int:
        """
        The bound of the iteration.
        """
    @property
    def job(self, /) -> str:
        """
        The line of the job, for workers.
        """
    def missing(self, /) -> list[int]:
        """
        The units among those without a result, in order.
        """
    @property
    def needed(self, /) -> int:
        """
        The number of units that the iteration needs.
        """
    def solution(self, /) -> "Solution | None":
        """
        The solution of the board, once there is one.
        """

@final
class Solutions:
    """
    Solutions in the order of the boards. Several threads may take from one.
    """
    def __iter__(self, /) -> Solutions: ...
    def __next__(self, /) -> Any: ...

@final
class Solver(Opened):
    """
    A goal, a heuristic and an algorithm, opened once; then any number of boards, from any number of threads.

    :param size: ``"4x3"``, width and height, or ``(4, 4)``; by default the goal's, else 4x4.
    :param goal: a name, such as ``"first"``, or a board, on up to 12 cells with ``*`` for any tile, or tiles that repeat (in
        the single-tile metric only); by default ``"last"``: 1, 2, ..., blank.
    :param heuristic: as for the command: ``"manhattan"``, ``"7-8"``, ``"7-8:additive"``, ``"7-8x2"``,
        ``"manhattan+6-6-3"``; by default the strongest tables found. Or a function, which takes an array of boards, of
        shape (n, cells) and type uint8, and returns n integers, none of them larger than the distance to the goal; or,
        for ``"weighted-astar"`` and ``"beam"``, n floats, estimates of it. It is called for many boards at a time; an
        exception that it raises ends the search.
    :param algorithm: ``"ida"``, ``"astar"``, ``"bfs"``, ...
    :param tables: files or folders to look for tables in; by default those of the command.
    :param order: in which the blank's moves are tried: ``"ULRD"``.
    :param reflection: whether the reflected board is looked up too.
    :param check: check the digests of the tables, which reads them whole.
    :param threads: that build tables in memory where none are found; 0: one for each core.
    :param memory_limit: bytes that a heuristic built in memory may take.
    :param metric: ``"single-tile"``, or ``"multi-tile"``: a row or column of tiles that slide together is one move. It
        has tables of its own, which are built in memory, and takes no heuristic and no other algorithm.
    :raises TableError: a table is missing or damaged.
    :raises FifteenError: a name or board is wrong.
    """
    def __new__(cls, /, size: "Size | None" = None, *, goal: "Goal | None" = None, heuristic: "Heuristic | None" = None, algorithm: "Algorithm" = "ida", tables: "Paths | None" = None, order: str | None = None, reflection: bool = True, check: bool = False, threads: "int" = 0, memory_limit: "int | None" = None, metric: "Metric" = "single-tile") -> Solver: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _for_one_board(size: "Size | None", goal: "Goal | None", algorithm: "Algorithm", tables: "Paths | None") -> "Solver":
        """
        A solver for the multi-tile metric whose tables are ready sooner, but are weaker: for a single board.
        """
    @staticmethod
    def _reopened(arguments: "dict[str, Any]") -> "Solver": ...
    @property
    def algorithm(self, /) -> str:
        """
        The algorithm's name.
        """
    def analyse(self, /, board: "Board", moves: str, *, convention: "Convention | None" = None, **limits: "Unpack[Limits]") -> "Analysis":
        """
        Finds the moves that lose ground: every position on the way is solved.

        A move is lost if the goal is no nearer after it.

        :param moves: letters U, D, L and R, perhaps with numbers: ``"R3 U2 L"``.
        :param convention: whether letters name the direction of the ``"tile"`` or of the ``"blank"``; by default the
            tile, unless only the blank can make the moves.

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
        :param within: end as soon as the best solution is at most this percentage longer than ``bound``: 50 for a half.
        :param first: end with the first solution found.
        :param cancel: a ``threading.Event``, or another object with a method ``is_set``. Once another thread has set it, the search ends
            soon, as at a limit; ``solve_many`` and ``bench`` then end with what they have.

        :raises FifteenError: a move leaves the board, or the text has something else than moves.
        """
    @property
    def heuristic(self, /) -> str | None:
        """
        The heuristic in force: ``"7-8 zero-aware + reflection"``; None if the algorithm takes none.
        """
    @property
    def metric(self, /) -> str:
        """
        The unit in which moves are counted.
        """
    @staticmethod
    def of_tables(tables: Tables, *, algorithm: "Algorithm" = "ida", order: str | None = None) -> "Solver":
        """
        A solver with tables that are open already, which are shared.
        """
    @property
    def order(self, /) -> str:
        """
        The order in which the blank's moves are tried.
        """
    def solve(self, /, board: "Board", **limits: "Unpack[Limits]") -> "Solution":
        """
        A shortest solution. The interpreter is free for other threads meanwhile.

        :param mode: ``"fast"`` (the default), the quickest search, or ``"plain"``, the search of the literature with its counts of nodes.
        :param all: find all shortest solutions (True), and list at most this many of them (a number); ``solutions`` counts all.
        :param finish_iteration: search the last iteration to its end, so that the counts do not depend on where the solution is.
        :param threads: that search a hard board in fast mode, or many boards; 0 (the default): one for each core, but a single one if
            the heuristic is a function.
        :param node_limit: the most nodes that are generated for a board.
        :param time_limit: seconds for a board; None (the default) and infinity: no limit.
        :param depth_limit: the most moves of a solution that is searched for.
        :param memory_limit: bytes of nodes and states; by default all searches that run at a time get half of the available memory.
        :param within: end as soon as the best solution is at most this percentage longer than ``bound``: 50 for a half.
        :param first: end with the first solution found.
        :param cancel: a ``threading.Event``, or another object with a method ``is_set``. Once another thread has set it, the search ends
            soon, as at a limit; ``solve_many`` and ``bench`` then end with what they have.

        :returns: a solution with status ``"solved"``; or ``"limit"``, then ``bound`` is what was proven. In fast mode
            ``moves`` is then the best solution found, if there is one: ``upper`` is its length, ``gap`` is ``upper -
            bound``.
        :raises UnsolvableError: the goal cannot be reached.
        :raises FifteenError: the board is not one, or of another size.
        """
    def solve_many(self, /, boards: "Boards", *, progress: bool = False, **limits: "Unpack[Limits]") -> "Iterator[Solution]":
        """
        Solutions in the order of the boards, over all cores: a thread has one board, or in plain mode several by turns,
        whose ``seconds`` overlap.

        Boards are taken as threads have room for them, so there may be any number, and solutions are handed out as they
        come. A thread takes the boards from an iterable, so a slow iterable does not hold up what is solved. A board
        that cannot be solved or read gives a solution with status ``"unsolvable"`` or ``"invalid"`` and its ``error``;
        ``line`` is its number, from 1. Limits are for each board.

        :param boards: the path of a file or an open file (read as the command reads it; ``line`` is then that of the
            file), an array of shape (n, cells) or (n, height, width), a data frame with a column ``board`` or one
            column for each cell, or any iterable of boards.
        :param progress: show a bar, that of tqdm.
        :param mode: ``"fast"`` (the default), the quickest search, or ``"plain"``, the search of the literature with its counts of nodes.
        :param all: find all shortest solutions (True), and list at most this many of them (a number); ``solutions`` counts all.
        :param finish_iteration: search the last iteration to its end, so that the counts do not depend on where the solution is.
        :param threads: that search a hard board in fast mode, or many boards; 0 (the default): one for each core, but a single one if
            the heuristic is a function.
        :param node_limit: the most nodes that are generated for a board.
        :param time_limit: seconds for a board; None (the default) and infinity: no limit.
        :param depth_limit: the most moves of a solution that is searched for.
        :param memory_limit: bytes of nodes and states; by default all searches that run at a time get half of the available memory.
        :param within: end as soon as the best solution is at most this percentage longer than ``bound``: 50 for a half.
        :param first: end with the first solution found.
        :param cancel: a ``threading.Event``, or another object with a method ``is_set``. Once another thread has set it, the search ends
            soon, as at a limit; ``solve_many`` and ``bench`` then end with what they have.

        :raises FifteenError: ``boards`` is a single board, or an array of another shape.
        """
    @property
    def table_bytes(self, /) -> int:
        """
        Bytes of the tables that the heuristic reads.
        """
    def tables(self, /) -> "Tables":
        """
        The heuristic, for values over arrays; only in the single-tile metric.
        """

@final
class Tables(Opened):
    """
    A heuristic, opened: its values over many boards at once.

    :param heuristic: as for :class:`Solver`; by default the strongest tables found.

    The other parameters are those of :class:`Solver`.

    :raises TableError: a table is missing or damaged.
    """
    def __new__(cls, /, heuristic: "Heuristic | None" = None, *, size: "Size | None" = None, goal: "Goal | None" = None, tables: "Paths | None" = None, reflection: bool = True, check: bool = False, threads: "int" = 0, memory_limit: "int | None" = None) -> Tables: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _reopened(arguments: "dict[str, Any]") -> "Tables": ...
    @property
    def bytes(self, /) -> int:
        """
        Bytes of the tables.
        """
    def check(self, /, *, samples: "int | None" = None, seed: "int" = 1, threads: "int" = 0) -> "HeuristicCheck":
        """
        Finds out if the heuristic is admissible (no value is larger than the distance to the goal) and consistent (no
        move changes the value by more than 1), as ``fifteen lab heuristic``.

        :param samples: check this number of random boards, and of boards near the goal; by default all boards of up to
            12 cells, and 100,000 samples of larger ones.
        :param seed: of the samples.

        >>> import fifteen
        >>> wrong = lambda boards: 2 * (boards[:, :-1] != range(1, 9)).sum(axis=1)
        >>> fifteen.Tables(wrong, size="3x3").check().overestimate
        Overestimate(board='1 2 3 / 4 5 0 / 7 8 6', value=2, distance=1)
        """
    def h(self, /, boards: "Boards", *, threads: "int" = 0) -> "NDArray[np.int32]":
        """
        The value of each board, a lower bound of its moves: an array of shape (n,).

        :param boards: as for :meth:`Solver.solve_many`. Quickest is an array of integers of shape (n, cells) or
            (n, height, width), 0 for the blank; an array of uint8 is not copied.
        :param threads: 0: one for each core. The interpreter is free for other threads meanwhile.

        For the boards of one call or several, a million or so for 7-8, the upper bits of the tables' distances are built
        in memory first; after that a value takes one read of each table. They take four times the bytes of the tables,
        and nine times while they are built. Without that much memory (``memory_limit``, by default half of what is
        available) they are not built, and the values are the same.

        :raises FifteenError: the array has another shape or no integers; a row is not a board, or cannot reach the goal.
        """
    @property
    def name(self, /) -> str | None:
        """
        The heuristic's name: ``"7-8 zero-aware + reflection"``.
        """
    @staticmethod
    def of_files(files: "Paths", *, reflection: bool = True) -> "Tables":
        """
        Exactly the tables of these files, which must make a partition; their digests are checked.
        """
    def quality(self, /, *, samples: "int" = 100000, seed: "int" = 1, bounds: "Sequence[int] | None" = None, threads: "int" = 0) -> "Quality":
        """
        The strength of the heuristic: its values over random boards, and estimates of the nodes that IDA* will expand,
        as ``fifteen lab heuristic``.

        :param samples: the number of random boards, and of boards near the goal.
        :param bounds: of the iterations to predict; by default five, from the mean value on.

        >>> import fifteen
        >>> round(fifteen.Tables("manhattan", size="3x3").quality(samples=1000).branching, 3)
        1.732
        """

def apply(board: "Board", moves: str, *, size: "Size | None" = None) -> "tuple[int, ...]":
    """
    The board after moves.

    :raises FifteenError: a letter is no move, or a move leaves the board.

    >>> import fifteen
    >>> fifteen.apply([1, 2, 0, 3], "L")
    (1, 2, 3, 0)
    """

def available_memory() -> int | None:
    """
    The bytes of memory that are available; None where the system does not tell.
    """

def benchmark(solvers: SupportsGetItem[int, Solver], boards: "Boards", name: str, out: "str | PathLike[str] | None", resume: bool, functions: "dict[str, str | None]", **limits: "Unpack[Limits]") -> list[str]:
    """
    Runs solvers over boards that have no line in the file `out` yet; all lines. Lines of the heuristics in `functions`
    get their digests.
    """

def block_puzzles(text: "str | PathLike[str]") -> "list[tuple[str, str]]":
    """
    The puzzles of a text: the title and the text of each.
    """

def block_title(name: str | None, length: SupportsIndex | None, metric: str | None) -> str:
    """
    The title of a picture: the puzzle's name, and the length of a solution in some metric.
    """

def board_size(board: "Board") -> str:
    """
    The size that a board shows.
    """

def board_tiles(board: "Board | FifteenError", size: "Size") -> "tuple[int, ...]":
    """
    The tiles of a board of that size.
    """

def build_tables(partition: "str | Sequence[str] | None" = None, *, collection: str | None = None, size: "Size | None" = None, goal: "Goal | None" = None, kind: "Literal['zero-aware', 'additive'] | None" = None, out: "str | PathLike[str] | None" = None, threads: "int" = 0, zstd: "int | None" = None, force: bool = False, progress: "Callable[[str, int, int, int], object] | None" = None) -> list[str]:
    """
    Builds the tables of partitions, or of a collection of them; those that are there are left alone.

    :param partition: ``"7-8"``, ``"6-6-3"``, tiles as in ``"1-8/9-15"``, or several; by default those of the size.
    :param collection: ``"7-8x2"``, or a file.
    :param out: the folder; by default that of the command.
    :param zstd: pack them, with this level.
    :param force: build again what is there.
    :param progress: called with the table's tiles, the depth, the entries done, and the entries in all. An exception
        raised there stops the work.
    :returns: the paths of the tables. A table appears under its name only when it is complete.
    :raises TableError: they cannot be built or written, need more memory than is available, or are not the published ones.
    """

def comparison(title: str, series: "list[tuple[str, float, list[tuple[float, bool]]]]") -> str:
    """
    The plot of ``fifteen bench --plot`` as SVG: for each series its label, the bytes of its tables, and for each board
    the nodes generated, and whether it was solved.
    """

def distances(boards: "Boards", *, size: "Size | None" = None, goal: "Goal | None" = None) -> "NDArray[np.int32]":
    """
    The fewest moves of each board, on boards of up to 12 cells; -1 where the goal cannot be reached.

    The first call for a goal finds the distances of all boards, which are kept: a million 3x3 boards then take less
    than a second. For boards of 12 cells that takes at most four minutes of processor time, and 300 MB.
    At most 500 MB of distances are kept, those of the goals that were used last.

    :param boards: as for :meth:`Solver.solve_many`.
    :param size: by default that of the goal, otherwise the one that an array shows, otherwise 3x3.
    :raises FifteenError: the size is too large (then use ``solve_many``); a value is no board.

    >>> import fifteen
    >>> fifteen.distances(["8 6 7 / 2 5 4 / 3 0 1", "1 2 3 / 4 5 6 / 8 7 0"])
    array([31, -1], dtype=int32)
    """

def gif(scene: "tuple[Any, ...]") -> bytes:
    """
    The moves as an animation, a GIF.
    """

def goal_tiles(goal: "Goal | None", size: "Size") -> "tuple[int, ...]":
    """
    The tiles of a goal.
    """

def legal_moves(board: "Board", *, size: "Size | None" = None) -> str:
    """
    The letters of the moves that a board allows: the directions in which a tile can move.

    >>> import fifteen
    >>> fifteen.legal_moves("1 2 3 / 4 0 5 / 6 7 8")
    'UDLR'
    """

def positions(board: "Board", moves: str, *, size: "Size | None" = None) -> "list[tuple[int, ...]]":
    """
    The boards that moves lead through, the first one among them. Letters are the directions in which tiles move.

    :raises FifteenError: a letter is no move, or a move leaves the board.

    >>> import fifteen
    >>> fifteen.positions("1 2 / 0 3", "L")
    [(1, 2, 0, 3), (1, 2, 3, 0)]
    """

def random_boards(n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, depth: "int | None" = None) -> "NDArray[np.uint8]":
    """
    Boards that can reach the goal, each equally likely: an array of shape (n, cells), 0 for the blank.

    The same seed means the same boards for ever, those of ``fifteen random``. Ctrl-C stops it.

    :param seed: a number, or a ``numpy.random.Generator`` that draws one; by default each call draws other boards.
    :param depth: only boards whose shortest solutions have this number of moves, and none twice. They are independent,
        and equally likely on up to 12 cells, up to depth 69 on 4x4, and near the goal on larger boards.
    :raises FifteenError: there are fewer than n boards of that depth.

    >>> import fifteen
    >>> sorted(fifteen.random_boards(2, size="3x3", depth=31).tolist())
    [[6, 4, 7, 8, 5, 0, 3, 2, 1], [8, 6, 7, 2, 5, 4, 3, 0, 1]]
    """

def scrambles(n: "int", *, size: "Size | None" = None, goal: "Goal | None" = None, seed: "Seed" = None, metric: "Metric" = "single-tile", convention: "Convention" = "tile") -> list[str]:
    """
    Moves from the goal to random boards, each board equally likely: those of ``fifteen random --scramble``.

    They are the inverse of a shortest solution in the metric (of a good one on boards of more than 16 cells), written
    as slides: ``R3`` moves three tiles to the right at once. ``seed`` is that of :func:`random_boards`. Ctrl-C stops it.

    >>> import fifteen
    >>> len(fifteen.scrambles(2, size="3x3", metric="multi-tile"))
    2
    """

def search_unit(job: str, unit: SupportsIndex, tables: "Paths | None") -> str:
    """
    On a worker: searches a unit of a job; the line of its result. Tables are looked for in the given folders and in the
    default ones, and built if they are missing; a process looks for them once.
    """

def sides(size: "Size") -> tuple[int, int]:
    """
    Width and height of a size.
    """

def solve_blocks(text: "str | PathLike[str]", *, metric: "Literal['unit', 'straight', 'any-path']" = "unit", states: bool = False, all_counts: bool = False, moves: bool = True, threads: "int" = 0, memory_limit: "int | None" = None) -> "list[BlockSolution]":
    """
    Fewest moves of each puzzle of a text (as ``docs/blocks.txt``), or of a Rush Hour string of 36 characters.

    :param text: the text, or the path of a file as a ``pathlib.Path``.
    :param metric: what counts as one move: one cell, any distance in one direction, or any path of one piece.
    :param states: count all positions that can be reached, too.
    :param all_counts: count the shortest solutions, too.
    :param moves: find the moves; without them it takes far less memory.
    :param threads: 0: one for each core.
    :param memory_limit: in bytes; by default three quarters of the available memory.
    :returns: a result for each puzzle; one that cannot be read or searched has status ``"invalid"`` and its ``error``.
    :raises FifteenError: the text has no puzzle.

    >>> import fifteen
    >>> fifteen.solve_blocks("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", metric="straight")[0].status
    'solved'
    """

def svg(scene: "tuple[Any, ...]", title: str) -> str:
    """
    All positions as SVG.
    """

def unsolvable_reason(board: "Board", *, size: "Size | None" = None, goal: "Goal | None" = None) -> str | None:
    """
    The reason why the goal cannot be reached from the board, or None if it can.

    >>> import fifteen
    >>> fifteen.unsolvable_reason("1 2 3 / 4 5 6 / 7 8 0") is None
    True
    """

class FifteenError(ValueError): ...
class UnsolvableError(FifteenError): ...
class TableError(FifteenError): ...

__all__ = ["Feed", "FileBoards", "Opened", "Search", "Solutions", "Solver", "Tables", "apply", "available_memory", "benchmark", "block_puzzles", "block_title", "board_size", "board_tiles", "build_tables", "comparison", "distances", "gif", "goal_tiles", "legal_moves", "positions", "random_boards", "scrambles", "search_unit", "sides", "solve_blocks", "svg", "unsolvable_reason", "FifteenError", "UnsolvableError", "TableError", "__version__"]
