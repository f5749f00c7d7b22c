"""Results: frozen dataclasses with the names of the JSON that the command prints."""

from __future__ import annotations

import html
import json
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Callable, ClassVar, NamedTuple, Optional

from . import _fifteen
from ._types import Convention, Metric, Mode, Self, Status


SCHEMA = 1
"""The version of the fields, which is in every JSON object."""
LONGEST = 80
"""The characters of a field that a notebook shows."""


@dataclass(frozen=True)
class Record:
    """A result: it is made of a JSON object, and gives one."""

    schema: int
    """The version of the fields."""
    _KINDS: ClassVar[dict[str, Callable[..., Any]]] = {}
    """What the objects in some fields become."""

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The result of a JSON object, as :meth:`to_json` and the command write it.

        :raises FifteenError: the text is another object, or that of another version.
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
        """The result of a JSON object that has these fields and no others: native code calls it."""
        for name, value in found.items():
            if name in cls._KINDS or isinstance(value, list):
                found[name] = _value(value, cls._KINDS.get(name))
        made = object.__new__(cls)
        vars(made).update(found)  # At once, since there are many results.
        return made

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that the command prints, as a dictionary."""
        known = [(one, getattr(self, one.name)) for one in fields(self) if one.compare]
        return {one.name: _plain(value) for one, value in known if one.default is MISSING or value is not None}

    def _repr_html_(self) -> Optional[str]:
        """A notebook's table of the fields, where it has no picture."""
        if hasattr(self, "_repr_svg_"):
            return None
        rows = "".join(
            f"<tr><th>{name}</th><td>{html.escape(text if len(text) <= LONGEST else text[:LONGEST] + '…')}</td></tr>"
            for name, text in ((name, str(value)) for name, value in self.to_dict().items())
        )
        return f"<p>{type(self).__name__}</p><table>{rows}</table>"

    def to_json(self) -> str:
        """The JSON object that the command prints, as text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


def _value(value: Any, kind: Optional[Callable[..., Any]] = None) -> Any:
    """A value of JSON with tuples for lists, and with a `kind` for an object."""
    if isinstance(value, list):
        return tuple([_value(one, kind) for one in value])
    if isinstance(value, dict) and kind is not None:
        return kind(**{name: _value(one) for name, one in value.items()})
    return value


def _plain(value: Any) -> Any:
    """The value of JSON again."""
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
    """The result of one board, with the names of ``fifteen solve --json``.

    :param line: the line in the file, or the number of the board, from 1.
    :param board: the tiles row by row, 0 for the blank; None where there is no board.
    :param size: width and height: ``"4x4"``.
    :param goal: a name, or its tiles.
    :param status: ``"solved"``, ``"unsolvable"``, ``"limit"`` (then ``bound`` is what was proven) or ``"invalid"`` (then
        ``error`` says why).
    :param length: moves of a shortest solution; None without a proof that none is shorter.
    :param moves: the solution, a letter for each move of a tile; at a limit the best one found.
    :param solutions: the number of shortest solutions if all were asked for, otherwise 1 where one was found.
    :param all_moves: the shortest solutions, if all were asked for.
    :param bound: no solution has fewer moves.
    :param heuristic: the heuristic in force: ``"7-8 zero-aware + reflection"``.
    :param h0: the heuristic's value of the board.
    :param expanded: nodes expanded.
    :param generated: nodes generated, the root among them.
    :param iterations: the iterations of IDA*.
    :param seconds: from the board to the solution; None for a search over many machines.
    :param threads: of the search.
    :param error: the reason why there is no solution.
    :param peak_bytes: bytes of nodes and states, without tables.
    :param file: the file of which ``line`` is a line.
    :param upper: moves of the shortest solution in hand; equal to ``bound`` once it is proven to be a shortest one.
    :param gap: ``upper`` - ``bound``: the most by which a solution can be shorter.
    :param metric: the unit in which moves are counted.
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

    _KINDS = {"iterations": Iteration}

    def positions(self) -> list[tuple[int, ...]]:
        """The boards from the start to the end of ``moves``; none where there are no moves."""
        if self.board is None or self.moves is None:
            return []
        return _fifteen.positions(self.board, self.moves, size=self.size)

    def _repr_svg_(self) -> Optional[str]:
        """A notebook's picture: every position, or only the board where there are no moves."""
        if self.board is None:
            return None
        title = self.error or self.status + ("" if self.length is None else f" in {self.length}")
        return _fifteen.svg((self.board, self.moves or "", self.size, self.goal), title)

    def __repr__(self) -> str:
        # A proven length is the bound and the upper bound, too.
        numbers = ("length",) if self.length is not None else ("bound", "upper")
        return _shown(self, ("status", *numbers, "moves", "error"))


@dataclass(frozen=True)
class Analysis(Record):
    """The moves that a solution loses, with the names of ``fifteen analyse --json``.

    :param board: the tiles row by row before the moves, 0 for the blank.
    :param moves: a letter each, and in the multi-tile metric a number behind it.
    :param length: their number.
    :param shortest: the fewest moves from the board to the goal; None if a limit came first.
    :param solved: the moves lead to the goal.
    :param lost: the numbers of the moves, from 1, after which the goal is no nearer than before.
    :param distances: the fewest moves from each position to the goal, the start first; None where a limit came first.
    :param letters: the meaning of the letters: the directions of the tile, or of the blank.
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
    letters: Convention


class Step(NamedTuple):
    """One move of a block puzzle: the piece, and its path, a letter for each cell."""

    piece: str
    path: str


class Hardest(NamedTuple):
    """The starting positions that are farthest from the goal: their distance, their number, and the maps of the first."""

    distance: int
    count: int  # type: ignore[assignment]
    positions: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, repr=False)
class BlockSolution(Record):
    """The result of one puzzle in one metric, with the names of ``fifteen blocks solve --json``.

    :param index: the number of the puzzle in the text, from 1.
    :param status: ``"solved"``, ``"unsolvable"``, ``"limit"`` or ``"invalid"`` (then ``error`` says why).
    :param metric: what counts as one move.
    :param visited: states visited by the search.
    :param states: that can be reached, if they were counted.
    :param solutions: the number of shortest solutions, if they were counted.
    :param moves: a shortest solution: each move as its piece and its path, a letter for each cell.
    :param seconds: of the search; without a goal, of counting the states.
    :param largest: the largest distance from the start, if the states were counted.
    :param hardest: the starting positions farthest from the goal, if the states were counted.
    :param puzzle: its text, which is not part of the JSON.
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
    puzzle: Optional[str] = field(default=None, compare=False)

    _KINDS = {"moves": Step, "hardest": Hardest}

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Self:
        if found["solutions"] is not None:
            # Text where it is too large for JSON or only a lower bound: "more than 1000".
            found["solutions"] = int(str(found["solutions"]).rpartition(" ")[2])
        return super()._of(found)

    @classmethod
    def from_json(cls, text: str, puzzle: Optional[str] = None) -> Self:
        """The solution of a JSON object. The puzzle, which the JSON does not have, is needed for pictures only."""
        return replace(super().from_json(text), puzzle=puzzle)

    def _repr_svg_(self) -> Optional[str]:
        """A notebook's picture: every position, or only the puzzle where there are no moves."""
        if self.puzzle is None:
            return None
        title = _fifteen.block_title(self.name, len(self.moves or ()) or None, self.metric)
        return _fifteen.svg((self.puzzle, self.moves or ()), f"{title}: {self.error}" if self.error else title)

    def __repr__(self) -> str:
        return _shown(self, ("name", "status", "length", "error"))


class Overestimate(NamedTuple):
    """A board whose value is larger than its distance from the goal, or than the length of a solution."""

    board: str
    value: int
    distance: int


class Jump(NamedTuple):
    """A move that changes the value by more than 1: the boards before and after it, and their values."""

    board: str
    after: str
    value: int
    value_after: int


@dataclass(frozen=True, repr=False)
class HeuristicCheck(Record):
    """The result of :meth:`Tables.check`, with the fields of ``fifteen lab heuristic --json``.

    :param complete: all boards were checked; otherwise a sample was, which proves nothing but by a counterexample.
    :param boards: whose value was compared with those after their ``moves``; ``jumps`` changed it by more than 1.
    :param compared: boards whose value was compared with the distance, or with the length of a solution; ``mean`` and
        ``mean_distance`` are of these, and ``overestimates`` of them had a value that is too large.
    :param overestimate: the first of them; ``jump`` is the first jump.
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
    """The nodes that a complete iteration of IDA* will expand, on average.

    :param error: the standard error; None, as ``expanded``, if the sample is too small.
    """

    bound: int
    expanded: Optional[float]
    error: Optional[float]


@dataclass(frozen=True, repr=False)
class Quality(Record):
    """The result of :meth:`Tables.quality`, with the fields of ``fifteen lab heuristic --json``.

    Numbers other than counts are estimates; those ending in ``error`` are standard errors.

    :param blank: the cell of the goal's blank.
    :param samples: random boards (``mean`` to ``largest`` are of their values), and as many near the goal.
    :param branching: the branching factor of the tree of moves, of which the heuristic leaves ``share``.
    :param depth_saved: the moves by which a search without heuristic would be shallower to expand the same nodes;
        ``typical_depth_saved`` is that from a typical start.
    :param histogram: the values, each with its number of boards.
    :param eta: the mean of branching^-value over all boards (Clausecker & Schintke 2021).
    :param complete: true if all boards were evaluated, so that all numbers are exact; here they are samples.
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
