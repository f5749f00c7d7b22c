"""The laboratory's views of a heuristic: whether it is admissible and consistent, and its quality."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Optional, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Overestimate:
    """A board whose value is larger than its distance from the goal."""

    board: str
    value: int
    distance: int
    """The distance, or the length of a solution."""


@dataclass(frozen=True)
class Jump:
    """A move that changes the value by more than 1."""

    board: str
    after: str
    """The board after the move."""
    value: int
    value_after: int


@dataclass(frozen=True)
class HeuristicCheck:
    """Whether a heuristic is admissible and consistent, with the first counterexamples."""

    heuristic: str
    size: str
    goal: str
    complete: bool
    """All boards were checked. Otherwise a sample was, which proves nothing unless there is a counterexample."""
    boards: int
    """Boards whose value was compared with those after their moves."""
    moves: int
    compared: int
    """Boards whose value was compared with the distance, or with the length of a solution."""
    mean: float
    """The mean of the values compared."""
    mean_distance: float
    admissible: bool
    """No value was larger than the distance."""
    overestimates: int
    overestimate: Optional[Overestimate]
    consistent: bool
    """No move changed the value by more than 1."""
    jumps: int
    jump: Optional[Jump]


@dataclass(frozen=True)
class Prediction:
    """The nodes that a complete iteration of IDA* will expand, on average."""

    bound: int
    expanded: Optional[float]
    error: Optional[float]
    """The standard error."""


@dataclass(frozen=True)
class Quality:
    """The strength of a heuristic before anything is searched. Numbers other than counts are estimates."""

    heuristic: str
    size: str
    blank: int
    """The cell of the goal's blank."""
    samples: int
    """Random boards, and as many near the goal."""
    seed: int
    mean: float
    """The mean value of random boards."""
    deviation: float
    smallest: Optional[int]
    largest: Optional[int]
    branching: float
    """The branching factor of the tree of moves."""
    share: Optional[float]
    """The share of the tree of moves that the heuristic leaves."""
    share_error: Optional[float]
    depth_saved: Optional[float]
    """The number of moves by which a search without heuristic would have to be shallower to expand the same nodes."""
    typical_depth_saved: float
    """The same from a typical start."""
    predictions: tuple[Prediction, ...]
    histogram: tuple[tuple[int, int], ...]
    """The values, each with its number of boards."""
    eta: Optional[float]
    """The mean of branching^-value over all boards (Clausecker & Schintke 2021)."""
    eta_error: Optional[float]
    eta_exact: Optional[float]
    """For the Manhattan distance."""


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
