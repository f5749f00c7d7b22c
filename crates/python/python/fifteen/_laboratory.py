"""The laboratory's results on a heuristic: its check, and its quality."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Optional, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Overestimate:
    """A board whose value is larger than its distance from the goal.

    :param distance: the distance, or the length of a solution.
    """

    board: str
    value: int
    distance: int


@dataclass(frozen=True)
class Jump:
    """A move that changes the value by more than 1.

    :param after: the board after the move.
    :param value_after: its value.
    """

    board: str
    after: str
    value: int
    value_after: int


@dataclass(frozen=True)
class HeuristicCheck:
    """The result of :meth:`Tables.check`, with the fields of ``fifteen lab check --format json``.

    :param complete: all boards were checked; otherwise a sample was, which proves nothing but by a counterexample.
    :param boards: whose value was compared with those after their moves.
    :param moves: whose ends were compared.
    :param compared: boards whose value was compared with the distance, or with the length of a solution.
    :param mean: of the values compared.
    :param mean_distance: the mean of these distances or lengths.
    :param admissible: no value was larger than the distance.
    :param overestimates: boards whose value is too large.
    :param overestimate: the first of them.
    :param consistent: no move changed the value by more than 1.
    :param jumps: moves that did.
    :param jump: the first of them.
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


@dataclass(frozen=True)
class Prediction:
    """The nodes that a complete iteration of IDA* will expand, on average.

    :param error: the standard error; None, as ``expanded``, if the sample is too small.
    """

    bound: int
    expanded: Optional[float]
    error: Optional[float]


@dataclass(frozen=True)
class Quality:
    """The result of :meth:`Tables.quality`, with the fields of ``fifteen pdb quality --format json``.

    Numbers other than counts are estimates; those ending in ``error`` are standard errors.

    :param blank: the cell of the goal's blank.
    :param samples: random boards, and as many near the goal.
    :param mean: of the values of the random boards; ``deviation``, ``smallest`` and ``largest`` are theirs, too.
    :param branching: the branching factor of the tree of moves.
    :param share: of the tree of moves that the heuristic leaves.
    :param depth_saved: the number of moves by which a search without heuristic would have to be shallower to expand the same nodes.
    :param typical_depth_saved: the same from a typical start.
    :param predictions: the nodes of iterations.
    :param histogram: the values, each with its number of boards.
    :param eta: the mean of branching^-value over all boards (Clausecker & Schintke 2021).
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


def check_of(text: str) -> HeuristicCheck:
    """The check of its JSON."""
    found = json.loads(text)
    found["overestimate"] = found["overestimate"] and _of(Overestimate, found["overestimate"])
    found["jump"] = found["jump"] and _of(Jump, found["jump"])
    return _of(HeuristicCheck, found)


def quality_of(text: str) -> Quality:
    """The quality of its JSON."""
    found = json.loads(text)
    found["predictions"] = tuple(_of(Prediction, one) for one in found["predictions"])
    found["histogram"] = tuple((value, boards) for value, boards in found["histogram"])
    return _of(Quality, found)


def _of(kind: type[T], found: dict[str, Any]) -> T:
    return kind(**{field.name: found[field.name] for field in fields(kind)})  # type: ignore[arg-type]
