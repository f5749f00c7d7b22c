"""The cluster of Dask: a client given, the scheduler at an address, or workers on this machine."""

from __future__ import annotations

import ast
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Union
from urllib.parse import urlsplit

from distributed import Client, LocalCluster

from .._fifteen import FifteenError

ANSWER = 10.0
"""Seconds in which a scheduler must answer."""


@contextmanager
def connection(client: Union[Client, str, None]) -> Iterator[Client]:
    """The client given, or one for that address, or one with workers of its own on this machine.

    :raises FifteenError: no scheduler answers; or the workers would start the calling script again.
    """
    if client is not None and not isinstance(client, (Client, str)):
        raise TypeError(f"expected a client of Dask, the address of a scheduler, an executor or None; found {client!r}")
    if isinstance(client, Client):
        if lost(client):
            raise FifteenError("the client has no connection to its scheduler; make a new Client")
        yield client
    elif client is not None:
        with _connected(client) as connected:
            yield connected
    else:
        check_main_guard()
        with LocalCluster(threads_per_worker=1, n_workers=os.cpu_count(), dashboard_address=":0") as cluster:
            with Client(cluster) as connected:
                yield connected


def lost(client: Client) -> bool:
    """True if the client has no connection to its scheduler."""
    return client.status not in ("running", "newly-created")


def _connected(address: str) -> Client:
    wrong = f"no scheduler answers at {address}; start one (dask scheduler), or look at its address and the firewall"
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme in ("tcp", "tls"):
        # Dask tries again and again, also where nobody listens.
        try:
            if parts.hostname is None or parts.port is None:
                raise ValueError("expected an address as tcp://host:8786")
            socket.create_connection((parts.hostname, parts.port), timeout=ANSWER).close()
        except (OSError, ValueError) as error:
            raise FifteenError(f"{wrong} ({error})") from None
    try:
        return Client(address, timeout=ANSWER)
    except (OSError, TimeoutError) as error:
        raise FifteenError(f"{wrong} ({error})") from error


def check_main_guard() -> None:
    """Refuses to start processes from a script that would do the same in each of them.

    Each process imports the script. What is not under ``if __name__ == "__main__":`` runs there again.

    :raises FifteenError: the call is outside of such a block.
    """
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    frame, line = sys._getframe(), None
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename == script:
            line = frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
    if script is None or line is None:
        return
    try:
        tree = ast.parse(Path(script).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for node in tree.body:
        guards = isinstance(node, ast.If) and any(
            isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test)
        )
        if guards and node.lineno <= line <= (node.end_lineno or node.lineno):
            return
    raise FifteenError(
        f'{script}, line {line}: workers on this machine are processes that import this script, and would start workers '
        'again; put the call under  if __name__ == "__main__":'
    )
