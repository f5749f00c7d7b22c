"""The tables on a worker: found by their digests, or built once on a node, or fetched from the driver."""

from __future__ import annotations

import json
import os
import socket
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Optional

from filelock import FileLock

from .. import _fifteen
from .._fifteen import TableError
from ._host import once_per_host

Missing = Literal["build", "fetch", "error"]

Located = tuple[str, str, Optional[Path], list[tuple[Path, str]]]
"""A table, its digest, the file that has it, and files that seem to be it and are not, with the reasons."""

PART = 1 << 26
"""Bytes of a table that are sent at a time."""


@dataclass(frozen=True)
class Tables:
    """The folder in which a worker has its tables, and its remedy for one that is missing."""

    folder: Optional[str]
    missing: Missing

    def files(self, line: str) -> list[str]:
        """The files of the tables that a job or unit needs; looked for once in a process, and read whole once on a host."""
        digests = tuple(table["digest"] for table in json.loads(line)["search"]["tables"])
        key = (self, digests)
        with _LOCK:
            if key not in _FILES:
                where = [self.folder, self.missing, os.environ.get("FIFTEEN_PDB_DIR"), os.getcwd()]
                _FILES[key] = once_per_host(json.dumps([where, digests]), lambda: self._provide(line))
            return _FILES[key]

    def _provide(self, line: str) -> list[str]:
        located = self._located(line)
        if any(path is None for _, _, path, _ in located) and self.missing != "error":
            home = self.folder or _fifteen.default_folder()
            if home is None:
                raise TableError(f"no folder for the tables on {socket.gethostname()}; name one with tables_dir=")
            folder = Path(home)
            folder.mkdir(parents=True, exist_ok=True)
            # One process of a node at a time: the others then find what it has made.
            with FileLock(folder / ".fifteen-cluster.lock"):
                for table, digest, path, _ in self._located(line):
                    if path is None and self.missing == "build":
                        _fifteen.build_table(line, digest, folder, 0)
                    elif path is None:
                        _fetch(table, digest, _fifteen.table_path(line, digest, folder))
            located = self._located(line)
        files = []
        for table, digest, path, others in located:
            if path is None:
                raise TableError(absent(table, digest, others))
            files.append(str(path))
        return files

    def _located(self, line: str) -> list[Located]:
        return _fifteen.locate(line, [] if self.folder is None else [self.folder])


_FILES: dict[tuple[Tables, tuple[str, ...]], list[str]] = {}
_LOCK = threading.Lock()


class TablesLost(RuntimeError):
    """A table could not be fetched: who held its parts is gone, or they came damaged. They are sent out anew."""


def absent(table: str, digest: str, others: list[tuple[Path, str]]) -> str:
    """Says that a table is not there."""
    text = f"the search needs the table {table} with the digest {digest}, which is not on {socket.gethostname()}"
    if others:
        text += "; skipped: " + "; ".join(f"{path}: {reason}" for path, reason in others)
    return text + "; copy it there from where the search began, or let it be built or fetched (missing=)"


def dataset(digest: str) -> str:
    """The name under which Dask has a table."""
    return f"fifteen-table-{digest}"


def _fetch(table: str, digest: str, path: Path) -> None:
    """Writes a table that the driver has published; under its name it is whole, and has its digest."""
    from distributed import get_client

    new = path.with_name(path.name + ".part")
    try:
        parts: list[Any] = get_client().get_dataset(dataset(digest))
        with open(new, "wb") as file:
            for part in parts:
                file.write(part.result())
    except OSError:
        raise
    except Exception as error:
        # Dask has many ways to say that data has gone with its worker.
        raise TablesLost(f"the table {table} could not be fetched: {error!r}") from error
    fault = _fifteen.table_fault(new, digest)
    if fault is not None:
        new.unlink()
        raise TablesLost(f"the table {table} has come damaged: {fault}")
    os.replace(new, path)
