"""What the tests share: tables in a folder of the session, and none of the user's."""

from __future__ import annotations

from pathlib import Path

import pytest

import fifteen


@pytest.fixture(scope="session", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of 6-6-3 and of 1-4/5-8, which is where tables are looked for by default."""
    folder = tmp_path_factory.mktemp("tables")
    patch = pytest.MonkeyPatch()
    patch.setenv("FIFTEEN_PDB_DIR", str(folder))
    fifteen.build_tables("6-6-3")
    fifteen.build_tables("1-4/5-8", size="3x3")
    return folder
