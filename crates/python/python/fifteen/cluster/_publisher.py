"""Tables sent out through Dask, for workers to fetch."""

from __future__ import annotations

from pathlib import Path

from distributed import Client, Future

from .. import _fifteen
from .._fifteen import TableError
from .._fifteen import Solver
from ._tables import PART, absent, dataset


class Publisher:
    """The tables of a solver, for workers to fetch."""

    def __init__(self, client: Client, solver: Solver, job: str) -> None:
        self._client = client
        self._parts: dict[str, list[Future]] = {}
        self._files: dict[str, Path] = {}
        for table, digest, path, others in _fifteen.locate(job, solver.__reduce__()[1][0]["tables"]):
            if path is None:
                raise TableError(absent(table, digest, others))
            self._files[digest] = path

    def publish(self) -> None:
        """Sends the tables out, anew if they were already."""
        for digest, path in self._files.items():
            self._parts[digest] = []
            with open(path, "rb") as file:
                while part := file.read(PART):
                    self._parts[digest].append(self._client.scatter(part, hash=False))
            self._client.publish_dataset(self._parts[digest], name=dataset(digest), override=True)

    def withdraw(self) -> None:
        """Lets go of them."""
        for digest in self._parts:
            self._client.unpublish_dataset(dataset(digest))
        self._parts.clear()
