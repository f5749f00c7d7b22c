"""The knowledge that processes of a host share: the files of tables that one of them has read whole and checked."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Optional

from filelock import FileLock


def once_per_host(name: str, find: Callable[[], list[str]]) -> list[str]:
    """The files that ``find`` gives, by the first process of this host and user that asks under that name; the others wait.

    A file that was changed since, by its size, its times or its inode, is looked for anew.
    """
    folder = _folder()
    if folder is None:
        return find()
    note = folder / f"{hashlib.blake2b(name.encode(), digest_size=16).hexdigest()}.json"
    found = _noted(note)
    if found is not None:
        return found
    with FileLock(note.with_suffix(".lock")):
        found = _noted(note)
        if found is None:
            found = find()
            new = note.with_suffix(f".{os.getpid()}")
            new.write_text(json.dumps([[path, _stamp(path)] for path in found]))
            os.replace(new, note)
    return found


def _noted(note: Path) -> Optional[list[str]]:
    """The files of a note, if none was changed since."""
    try:
        files = json.loads(note.read_text())
        return [path for path, _ in files] if all(_stamp(path) == stamp for path, stamp in files) else None
    except (OSError, ValueError, TypeError):
        return None


def _stamp(path: str) -> list[int]:
    status = os.stat(path)
    return [status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns]


def _folder() -> Optional[Path]:
    """A folder of this user alone; none if there cannot be one, or if it is somebody else's."""
    try:
        folder = Path(tempfile.gettempdir()) / f"fifteen-checked-{getpass.getuser()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except (OSError, KeyError, ImportError):
        return None
    mine = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and status.st_mode & 0o077 == 0)
    return folder if mine and folder.is_dir() and not folder.is_symlink() else None
