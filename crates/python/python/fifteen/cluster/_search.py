"""The state of the search for one board, and its next steps. Knows nothing of Dask."""

from __future__ import annotations

import json
import time
from typing import Optional

from .. import _fifteen
from .._records import Solution
from ._notes import warn
from ._checkpoint import Checkpoint
from ._progress import Progress
from ._units import Units


class Search:
    """The search for one board: split, units, merged, split again, until there is a solution."""

    def __init__(self, line: int, job: str, checkpoint: Checkpoint) -> None:
        self.line = line
        self.solution: Optional[Solution] = None
        self._checkpoint = checkpoint
        self._job = checkpoint.job_of(job)
        self._began(self._job, Units())
        if json.loads(self._job)["moves"] is not None:
            # Solved before the driver was stopped.
            self._merge()

    def _began(self, job: str, units: Units) -> None:
        fields = json.loads(job)
        self._job, self._units = job, units
        self._digest = str(fields["digest"])
        self._bound = int(fields["search"]["bound"])
        self._finish = bool(fields["search"]["finish_iteration"])
        self._results = {u: r for u, r in self._checkpoint.results_of(fields["digest"]).items() if u < len(units)}
        self._last = min((u for u, r in self._results.items() if self._ends(r)), default=len(units) - 1)
        self._next = 0
        self._at_start = len(self._results)
        self._start = time.monotonic()

    def _ends(self, result: str) -> bool:
        """True if one machine would not come to the units behind this one."""
        return not self._finish and json.loads(result)["solution"] is not None

    @property
    def last(self) -> int:
        """The last unit that is needed."""
        return self._last

    @property
    def job(self) -> str:
        """The job in hand."""
        return self._job

    @property
    def unsplit(self) -> Optional[str]:
        """The job, if it is to be split; None if it is in units, or done."""
        return self._job if self.solution is None and len(self._units) == 0 else None

    def units_asked(self, units: Optional[int]) -> Optional[int]:
        """The number of units to be asked for: that with which this iteration was begun, if it has results already."""
        return self._checkpoint.units_of(self._digest, units)

    def split(self, job: str, units: Units, asked: Optional[int]) -> None:
        """Takes the job and its units, of which ``asked`` were asked for: none, if the board was solved on the way."""
        digest = str(json.loads(job)["digest"])
        if digest != self._digest:
            dropped = len(self._checkpoint.results_of(self._digest))
            if dropped:
                warn([f"board {self.line}: {dropped} saved results are of other units than these, and are done again"])
            self._checkpoint.add_job(job)
            self._checkpoint.add_cut(digest, asked)
        self._began(job, units)
        self.go_on()

    def next_unit(self) -> Optional[int]:
        """The first unit that was not handed out and is needed."""
        while self._next <= self._last and self._next in self._results:
            self._next += 1
        if self.solution is not None or self._next > self._last:
            return None
        self._next += 1
        return self._next - 1

    def unit(self, unit: int) -> str:
        """The line of a unit."""
        return self._units[unit]

    def needs(self, bound: int, unit: Optional[int]) -> bool:
        """True if a unit that was handed out under that bound is still needed."""
        if self.solution is not None or bound != self._bound or unit is None:
            return False
        return unit <= self._last and unit not in self._results

    @property
    def bound(self) -> int:
        """That of the iteration."""
        return self._bound

    def add(self, unit: int, result: str) -> None:
        """Takes the result of a unit."""
        self._results[unit] = result
        self._checkpoint.add_result(result)
        if self._ends(result):
            self._last = min(self._last, unit)

    def go_on(self) -> bool:
        """If all units that are needed have results, merges them. Whether it did."""
        if not self._complete():
            return False
        self._merge()
        return True

    def _complete(self) -> bool:
        # True where there are no units: the board was solved on the way. The first test is quick, and mostly decides.
        return len(self._results) > self._last and all(u in self._results for u in range(self._last + 1))

    def _merge(self) -> None:
        solution, job = _fifteen.merge(self._job, list(self._results.values()), self.line)
        if job != self._job:
            self._checkpoint.add_job(job)
        self._began(job, Units())
        self.solution = solution

    def progress(self, boards: int) -> Progress:
        """The progress of the iteration, after ``boards`` boards are done."""
        done, seconds = len(self._results), time.monotonic() - self._start
        here = done - self._at_start
        left = seconds / here * (self._last + 1 - done) if here else None
        return Progress(self.line, self._bound, done, len(self._units), boards, seconds, left)
