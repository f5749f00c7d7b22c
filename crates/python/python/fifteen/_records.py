"""Results: frozen dataclasses whose fields have the same names as the JSON that the command prints."""

from __future__ import annotations

import html
import json
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Callable, ClassVar, NamedTuple, Optional

from . import _fifteen
from ._types import Letters, Metric, Mode, Self, Status


SCHEMA = 1
"""Version of the fields. Every JSON object contains it."""
LONGEST = 80
"""Maximum number of characters of a field that a notebook displays."""


@dataclass(frozen=True)
class Record:
    """A result, which converts to a JSON object and back."""

    schema: int
    """Version of the fields."""
    _KINDS: ClassVar[dict[str, Callable[..., Any]]] = {}
    """For fields that contain JSON objects, the type to which these objects are converted."""

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Creates a result from a JSON object that :meth:`to_json` or the command wrote.

        :raises FifteenError: the text is not such an object, or has another version.
        """
        try:
            found = json.loads(text)
            schema = found["schema"]
            if schema == SCHEMA:
                known = {one.name: found[one.name] for one in fields(cls) if one.default is MISSING or one.name in found}
                return cls._of(known)
        except (ValueError, TypeError, KeyError) as error:
            missing = "there is no field " if isinstance(error, KeyError) else ""
            raise _fifteen.FifteenError(f"this is not the JSON of a {cls.__name__}: {missing}{error}") from None
        raise _fifteen.FifteenError(
            f"the schema of this record is {schema}, and version {_fifteen.__version__} reads schema {SCHEMA}; update the package"
        )

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Self:
        """Creates a result from the fields of a JSON object, which must be complete. Rust code calls this method."""
        for name, value in found.items():
            if name in cls._KINDS or isinstance(value, list):
                found[name] = _value(value, cls._KINDS.get(name))
        made = object.__new__(cls)
        vars(made).update(found)  # Set all fields at once, which is faster for many results.
        return made

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON object that the command prints, as a dictionary."""
        known = [(one, getattr(self, one.name)) for one in fields(self) if one.compare]
        return {one.name: _plain(value) for one, value in known if one.default is MISSING or value is not None}

    def _repr_html_(self) -> Optional[str]:
        """Returns a table of the fields for a notebook, unless the result has a picture."""
        if hasattr(self, "_repr_svg_"):
            return None
        rows = "".join(
            f"<tr><th>{name}</th><td>{html.escape(text if len(text) <= LONGEST else text[:LONGEST] + '…')}</td></tr>"
            for name, text in ((name, str(value)) for name, value in self.to_dict().items())
        )
        return f"<p>{type(self).__name__}</p><table>{rows}</table>"

    def to_json(self) -> str:
        """Returns the JSON object that the command prints, as a string."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


def _value(value: Any, kind: Optional[Callable[..., Any]] = None) -> Any:
    """Converts the lists in a JSON value to tuples, and its objects to `kind`."""
    if isinstance(value, list):
        return tuple([_value(one, kind) for one in value])
    if isinstance(value, dict) and kind is not None:
        return kind(**{name: _value(one) for name, one in value.items()})
    return value


def _plain(value: Any) -> Any:
    """Converts a value back to JSON. This is the inverse of `_value`."""
    if hasattr(value, "_asdict"):
        return {name: _plain(one) for name, one in value._asdict().items()}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


class Iteration(NamedTuple):
    """One iteration of a search: nodes with depth + value above ``bound`` were pruned."""

    bound: int
    expanded: int
    generated: int


@dataclass(frozen=True, repr=False)
class Solution(Record):
    """The result for one board, with the fields of ``fifteen solve --json``.

    :param line: The number of the line in the file, or of the board, counted from 1.
    :param board: The tiles row by row, with 0 for the blank. None if the board could not be read.
    :param size: The width and height, such as ``"4x4"``.
    :param goal: The name of the goal, or its tiles.
    :param status: ``"solved"``, ``"unsolvable"``, ``"limit"`` (``bound`` is then the lower bound proven so far) or
        ``"invalid"`` (``error`` then gives the reason).
    :param length: The number of moves in the solution, which is the minimum if ``gap`` is 0. None if the search stopped early.
    :param moves: The solution, with one letter for each move of a tile. If a limit was reached, the best solution found.
    :param solutions: The number of shortest solutions if all were requested. Otherwise 1 if a solution was found.
    :param all_moves: The shortest solutions, if all were requested.
    :param bound: The lower bound on the number of moves in any solution.
    :param heuristic: The heuristic in use, such as ``"7-8 zero-aware + reflection"``.
    :param h0: The heuristic's value on the board.
    :param expanded: The number of nodes expanded.
    :param generated: The number of nodes generated, including the root.
    :param iterations: The iterations of IDA*.
    :param seconds: The duration of the search. None for a search that is distributed over many machines.
    :param threads: The number of threads that the search used.
    :param error: The reason why there is no solution.
    :param peak_bytes: The peak memory for nodes and states in bytes, without tables.
    :param file: The file that contains ``line``.
    :param upper: The number of moves in the best solution found. Equal to ``bound`` once this solution is proven to be shortest.
    :param gap: ``upper`` - ``bound``, the number of moves by which a solution can at most be shorter.
    :param metric: What counts as one move.
    :param letters: The piece whose direction a letter of ``moves`` names.
    """

    line: int
    board: Optional[tuple[int, ...]]
    size: Optional[str]
    goal: str
    status: Status
    length: Optional[int]
    moves: Optional[str]
    solutions: Optional[int]
    all_moves: Optional[tuple[str, ...]]
    bound: Optional[int]
    heuristic: Optional[str]
    algorithm: str
    mode: Mode
    h0: Optional[int]
    expanded: Optional[int]
    generated: Optional[int]
    iterations: Optional[tuple[Iteration, ...]]
    seconds: Optional[float]
    threads: int
    error: Optional[str]
    peak_bytes: Optional[int]
    file: Optional[str]
    upper: Optional[int]
    gap: Optional[int]
    metric: Metric
    letters: Letters

    _KINDS = {"iterations": Iteration}

    def positions(self) -> list[tuple[int, ...]]:
        """Returns all boards on the way, from the start to the board after the last move; an empty list without a solution."""
        if self.board is None or self.moves is None:
            return []
        return _fifteen.positions(self.board, self.moves, size=self.size)

    def _repr_svg_(self) -> Optional[str]:
        """Returns a picture for a notebook: all positions, or only the board if there is no solution."""
        if self.board is None:
            return None
        title = self.error or self.status + ("" if self.length is None else f" in {self.length}")
        return _fifteen.svg((self.board, self.moves or "", self.size, self.goal), title)

    def __repr__(self) -> str:
        # A proven length is also the lower and the upper bound, so do not repeat it.
        numbers = ("length",) if self.length is not None else ("bound", "upper")
        return _shown(self, ("status", *numbers, "moves", "error"))


@dataclass(frozen=True)
class Analysis(Record):
    """The moves of a solution after which the goal is no nearer, with the fields of ``fifteen analyse --json``.

    :param board: The tiles before the moves, row by row, with 0 for the blank.
    :param moves: The moves, each as a letter, followed by a number in the multi-tile metric.
    :param length: The number of moves.
    :param shortest: The length of a shortest solution of the board. None if a limit was reached.
    :param solved: Whether the moves lead to the goal.
    :param lost: The numbers, counted from 1, of the moves after which the goal is no nearer than before.
    :param distances: The distance of each position from the goal, beginning with the start. None where a limit was reached.
    :param letters: Whether the letters name the directions of the tile or of the blank.
    """

    board: tuple[int, ...]
    size: str
    goal: str
    moves: str
    length: int
    shortest: Optional[int]
    solved: bool
    lost: tuple[int, ...]
    distances: tuple[Optional[int], ...]
    metric: Metric
    error: Optional[str]
    letters: Letters


class Step(NamedTuple):
    """One move of a block puzzle: the piece, and its path as one letter for each cell."""

    piece: str
    path: str


class Hardest(NamedTuple):
    """The starting positions that are farthest from the goal: their distance, their number, and the maps of some of them."""

    distance: int
    count: int  # type: ignore[assignment]
    positions: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, repr=False)
class BlockSolution(Record):
    """The result for one block puzzle in one metric, with the fields of ``fifteen blocks solve --json``.

    :param index: The position of the puzzle in the text, counted from 1.
    :param status: ``"solved"``, ``"unsolvable"``, ``"limit"`` or ``"invalid"`` (``error`` then gives the reason).
    :param metric: What counts as one move.
    :param visited: The number of states that the search visited.
    :param states: The number of reachable states, if they were counted.
    :param solutions: The number of shortest solutions, if they were counted.
    :param moves: A shortest solution. Each move is a piece and its path, with one letter for each cell.
    :param seconds: The duration of the search. For a puzzle without a goal, the duration of counting the states.
    :param largest: The largest distance of a state from the start, if the states were counted.
    :param hardest: The starting positions farthest from the goal, if the states were counted.
    :param car: The car that must leave a Rush Hour board.
    :param exit: The side on which this car leaves: ``"top"``, ``"left"``, ``"right"`` or ``"bottom"``.
    :param puzzle: The text of the puzzle, which is not part of the JSON.
    """

    index: int
    name: Optional[str]
    status: Status
    metric: Optional[str]
    length: Optional[int]
    visited: Optional[int]
    states: Optional[int]
    solutions: Optional[int]
    moves: Optional[tuple[Step, ...]]
    seconds: Optional[float]
    error: Optional[str]
    largest: Optional[int] = None
    hardest: Optional[Hardest] = None
    car: Optional[str] = None
    exit: Optional[str] = None
    puzzle: Optional[str] = field(default=None, compare=False)

    _KINDS = {"moves": Step, "hardest": Hardest}

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Self:
        if found["solutions"] is not None:
            # The count is a string if it is too large for JSON or only a lower bound, as in "more than 1000".
            found["solutions"] = int(str(found["solutions"]).rpartition(" ")[2])
        return super()._of(found)

    @classmethod
    def from_json(cls, text: str, puzzle: Optional[str] = None) -> Self:
        """Creates a solution from a JSON object. Only pictures need the text of the puzzle, which is not part of the JSON."""
        return replace(super().from_json(text), puzzle=puzzle)

    def _repr_svg_(self) -> Optional[str]:
        """Returns a picture for a notebook: all positions, or only the puzzle if there is no solution."""
        if self.puzzle is None:
            return None
        title = _fifteen.block_title(self.name, len(self.moves or ()) or None, self.metric)
        return _fifteen.svg((self.puzzle, self.moves or ()), f"{title}: {self.error}" if self.error else title)

    def __repr__(self) -> str:
        return _shown(self, ("name", "status", "length", "error"))


class Overestimate(NamedTuple):
    """A board whose heuristic value exceeds its distance from the goal, or the length of one of its solutions."""

    board: str
    value: int
    distance: int


class Jump(NamedTuple):
    """A move that changes the heuristic value by more than 1: the boards before and after it, and their values."""

    board: str
    after: str
    value: int
    value_after: int


@dataclass(frozen=True, repr=False)
class HeuristicCheck(Record):
    """The result of :meth:`Tables.check`, with the fields of ``fifteen lab heuristic --json``.

    :param complete: Whether all boards were checked. A sample can only disprove that a heuristic is admissible or consistent.
    :param boards: The number of boards whose value was compared with the values after their moves.
    :param moves: The number of these moves.
    :param compared: The number of boards whose value was compared with the distance, or with the length of a solution.
    :param mean: The mean value of the compared boards.
    :param mean_distance: The mean distance or solution length of the compared boards.
    :param overestimates: The number of compared boards whose value is too large.
    :param overestimate: The first overestimate.
    :param jumps: The number of moves that change the value by more than 1.
    :param jump: The first of these moves.
    """

    heuristic: str
    size: str
    goal: str
    complete: bool
    boards: int
    moves: int
    compared: int
    mean: float
    mean_distance: float
    admissible: bool
    overestimates: int
    overestimate: Optional[Overestimate]
    consistent: bool
    jumps: int
    jump: Optional[Jump]

    _KINDS = {"overestimate": Overestimate, "jump": Jump}

    def __repr__(self) -> str:
        return _shown(self, ("heuristic", "size", "complete", "admissible", "overestimate", "consistent", "jump"))


class Prediction(NamedTuple):
    """The predicted mean number of nodes that a complete iteration of IDA* expands.

    :param error: The standard error of ``expanded``. Both are None if the sample is too small.
    """

    bound: int
    expanded: Optional[float]
    error: Optional[float]


@dataclass(frozen=True, repr=False)
class Quality(Record):
    """The result of :meth:`Tables.quality`, with the fields of ``fifteen lab heuristic --json``.

    All numbers except counts are estimates. Fields whose names end in ``error`` are standard errors.

    :param blank: The goal's blank cell.
    :param samples: The number of random boards, and of boards near the goal. The fields ``mean`` to ``largest`` describe the random
        boards.
    :param branching: The branching factor of the tree of moves.
    :param share: The share of this tree that a search with the heuristic still expands.
    :param depth_saved: The number of moves by which a search without a heuristic would have to be shallower to expand as few nodes.
    :param typical_depth_saved: The same number for a search from a typical start.
    :param histogram: The values that occur, each with the number of boards that have it.
    :param eta: The mean of branching^-value over all boards (Clausecker & Schintke 2021).
    :param complete: Whether all boards were evaluated, so that all numbers are exact. Here this is false.
    """

    heuristic: str
    size: str
    blank: int
    samples: int
    seed: int
    mean: float
    deviation: float
    smallest: Optional[int]
    largest: Optional[int]
    branching: float
    share: Optional[float]
    share_error: Optional[float]
    depth_saved: Optional[float]
    typical_depth_saved: float
    predictions: tuple[Prediction, ...]
    histogram: tuple[tuple[int, int], ...]
    eta: Optional[float]
    eta_error: Optional[float]
    complete: bool

    _KINDS = {"predictions": Prediction}

    def __repr__(self) -> str:
        return _shown(self, ("heuristic", "size", "samples", "mean", "eta"))


def _shown(record: Record, names: tuple[str, ...]) -> str:
    known = [(name, getattr(record, name)) for name in names]
    return f"{type(record).__name__}({', '.join(f'{name}={value!r}' for name, value in known if value is not None)})"
