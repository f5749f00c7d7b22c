"""What a killed driver goes on from: a file to which jobs and results are added as they come."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, Any, Optional, Union

from filelock import FileLock, Timeout

from .._fifteen import FifteenError

SAME = ("schema", "size", "goal", "order", "mode", "finish_iteration", "heuristic", "tables")
"""What all jobs of a file share: everything but the board and the bound."""


class Checkpoint:
    """The last job of each board, and the results of its units; nothing is kept, if no file is named.

    The units are not in it: a job is cut into the same ones every time, and results name the digest of their job.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]", None]) -> None:
        self._path = None if path is None else Path(path)
        self._file: Optional[IO[str]] = None
        self._lock: Optional[FileLock] = None
        self._jobs: dict[tuple[int, ...], str] = {}
        self._results: dict[str, dict[int, str]] = {}
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
            self._read(path)
            self._file = open(path, "a", encoding="utf-8")
        except BaseException:
            self._lock.release()
            raise

    def _read(self, path: Path) -> None:
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            # What was being written when the driver was stopped.
            os.truncate(path, len(whole))
        for number, line in enumerate(whole.decode("utf-8", "replace").splitlines(), 1):
            try:
                fields = json.loads(line)
                if fields["type"] == "job":
                    self._check(fields["search"])
                    self._jobs[tuple(fields["search"]["board"])] = line
                else:
                    self._results.setdefault(fields["job"], {})[int(fields["unit"])] = line
            except (KeyError, TypeError, json.JSONDecodeError) as error:
                raise FifteenError(f"{path}, line {number}: this is not a checkpoint ({error}); name another file") from None

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

    def add(self, line: str) -> None:
        """Keeps a job or a result."""
        if self._file is not None:
            self._file.write(line + "\n")
            self._file.flush()

    def close(self) -> None:
        """Lets another driver have the file."""
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.release()
