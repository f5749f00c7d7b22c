"""The state from which a killed driver goes on: a file to which jobs and results are added as they come."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import IO, Any, Optional, Union

from filelock import FileLock, Timeout

from .. import _fifteen
from .._fifteen import FifteenError
from ._notes import warn

SAME = ("schema", "size", "goal", "order", "mode", "finish_iteration", "heuristic", "tables")
"""The fields that all jobs of a file share: everything but the board and the bound."""

SYNC = 2.0
"""Seconds after which what was added is certainly on the disk; only a crash of the machine loses more."""

GROWTH = 1 << 26
"""Bytes by which the file may grow beyond twice what was of use when it was last written anew."""

MOST_UNITS = (1 << 32) - 1
"""The largest number of units into which a job may have been cut."""

NAMED = 5
"""The most damaged lines that a warning names."""


class Checkpoint:
    """The last job of each board, and the results of its units; nothing is kept, if no file is named.

    The units are not in it: a job is cut into the same ones every time if the same number of them is asked for, which is
    kept, and results name the digest of their job.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]", None]) -> None:
        # Links are followed, so that two names of one file share its lock.
        self._path = None if path is None else Path(os.path.realpath(path))
        self._file: Optional[IO[str]] = None
        self._lock: Optional[FileLock] = None
        self._synced = time.monotonic()
        # The size of the file, and its size when it was last read.
        self._bytes = self._most = 0
        self._jobs: dict[tuple[int, ...], str] = {}
        self._digests: dict[tuple[int, ...], str] = {}
        self._results: dict[str, dict[int, str]] = {}
        self._cuts: dict[str, Optional[int]] = {}
        self._search: Optional[dict[str, Any]] = None
        if self._path is not None:
            self._open(self._path)

    def _open(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(f"{path}.lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise FifteenError(f"another process keeps its state in {path}; name another file") from None
        try:
            lines = self._read(path)
            kept = self._current()
            if lines > 2 * len(kept):
                self._rewrite(path, kept)
            self._file = open(path, "a", encoding="utf-8")
            self._bytes = self._most = path.stat().st_size
        except BaseException:
            self._lock.release()
            raise

    def _read(self, path: Path) -> int:
        """Takes the good lines; the number of all."""
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            # What was being written when the driver was stopped.
            os.truncate(path, len(whole))
        lines = whole.decode("utf-8", "replace").split("\n")[:-1]
        faults = []
        for number, line in enumerate(lines, 1):
            fault = self._take(line)
            if fault is not None:
                faults.append(f"line {number}: {fault}")
        if faults and not self._jobs:
            raise FifteenError(f"{path} is not a checkpoint ({faults[0]}); name another file")
        if faults:
            more = f"; and {len(faults) - NAMED} more" if len(faults) > NAMED else ""
            warn([f"{path}: damaged lines are skipped, and what they kept is done again: {'; '.join(faults[:NAMED])}{more}"])
        return len(lines)

    def _take(self, line: str) -> Optional[str]:
        """Takes a line, or says what is wrong with it."""
        try:
            fields = json.loads(line)
            kind = fields["type"]
            if kind == "cut":
                return self._take_cut(str(fields["job"]), fields["units"])
        except (KeyError, RecursionError, TypeError, ValueError):
            return _fifteen.line_fault(line)
        fault = _fifteen.line_fault(line)
        if fault is not None:
            return fault
        if kind == "job":
            self._check(fields["search"])
            board = tuple(fields["search"]["board"])
            self._jobs[board], self._digests[board] = line, fields["digest"]
        elif kind == "result":
            self._results.setdefault(fields["job"], {})[int(fields["unit"])] = line
        else:
            return f"a {kind} is not kept in a checkpoint"
        return None

    def _take_cut(self, job: str, units: Any) -> Optional[str]:
        """Takes the number of units that were asked for, or says what is wrong with it."""
        # Exactly an int: `true` is none, nor is `Infinity`.
        if units is not None and not (type(units) is int and 0 < units <= MOST_UNITS):
            return f"units must be a whole number from 1 to {MOST_UNITS}"
        self._cuts[job] = units
        return None

    def _current(self) -> list[str]:
        """The lines that are still of use."""
        current = set(self._digests.values())
        kept = list(self._jobs.values())
        kept += [_cut(job, units) for job, units in self._cuts.items() if job in current]
        kept += [line for job, results in self._results.items() if job in current for line in results.values()]
        return kept

    def _rewrite(self, path: Path, lines: list[str]) -> None:
        new = path.with_name(path.name + ".new")
        with open(new, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)

    def _shrink(self, path: Path, file: IO[str]) -> None:
        """Writes the file anew, with what is of use, while it is in use."""
        file.close()
        for kept in (self._jobs, self._digests, self._results, self._cuts):
            kept.clear()
        self._read(path)
        self._rewrite(path, self._current())
        self._file = open(path, "a", encoding="utf-8")
        self._bytes = self._most = path.stat().st_size

    def _check(self, search: dict[str, Any]) -> None:
        mine = {name: search[name] for name in SAME}
        if self._search is None:
            self._search = mine
        elif mine != self._search:
            different = next(name for name in SAME if mine[name] != self._search[name])
            raise FifteenError(
                f"{self._path} holds the state of another search (its {different} is {self._search[different]}, "
                f"here it is {mine[different]}); name another file, or remove it"
            )

    def job_of(self, job: str) -> str:
        """The job to go on from, for one that has just begun.

        :raises FifteenError: the file is of a search with another heuristic, goal or mode.
        """
        if self._path is None:
            return job
        search = json.loads(job)["search"]
        self._check(search)
        return self._jobs.get(tuple(search["board"]), job)

    def results_of(self, digest: str) -> dict[int, str]:
        """The results that are there, by unit, for the job with that digest."""
        return dict(self._results.get(digest, {}))

    def units_of(self, digest: str, units: Optional[int]) -> Optional[int]:
        """The number of units to be asked for: that of the results that are there, else ``units``."""
        return self._cuts.get(digest, units) if self._results.get(digest) else units

    def add_job(self, job: str) -> None:
        """Keeps a job."""
        self._add(job)

    def add_cut(self, digest: str, units: Optional[int]) -> None:
        """Keeps the number of units that were asked for when the job with that digest was cut."""
        self._add(_cut(digest, units))

    def add_result(self, result: str) -> None:
        """Keeps the result of a unit."""
        self._add(result)

    def _add(self, line: str) -> None:
        if self._file is None:
            return
        self._file.write(line + "\n")
        self._file.flush()
        self._bytes += len(line) + 1
        if self._path is not None and self._bytes > 2 * self._most + GROWTH:
            self._shrink(self._path, self._file)
        if time.monotonic() - self._synced > SYNC:
            self._sync()

    def _sync(self) -> None:
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def close(self) -> None:
        """Lets another driver have the file."""
        if self._file is not None:
            self._sync()
            self._file.close()
        if self._lock is not None:
            self._lock.release()


def _cut(job: str, units: Optional[int]) -> str:
    return json.dumps({"type": "cut", "job": job, "units": units}, separators=(",", ":"))
