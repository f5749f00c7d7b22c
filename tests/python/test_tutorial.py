"""The code on pages of the documentation, and the examples in the documentation of the functions."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import fifteen

PAGES = Path(__file__).parents[2] / "docs"
TUTORIAL = PAGES / "PYTHON.md"
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)
"""Code on a page of the documentation, and what it prints, if the page shows it."""


@pytest.mark.parametrize("page", ["PYTHON.md", "LEARNING.md"])
def test_the_code_of_a_page_runs_and_prints_what_the_page_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((PAGES / page).read_text())
    assert sum(code.count("assert") for code, _ in blocks) > 3
    for _ in range(2):  # In the same folder, as a reader does who runs it again.
        names: dict[str, Any] = {"__name__": "page"}
        for code, shown in blocks:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, page, "exec"), names)
            assert printed.getvalue().split() == shown.split()  # The page has shorter lines.


@pytest.mark.parametrize("name", [fifteen.__name__] + [f"fifteen.{m.name}" for m in pkgutil.iter_modules(fifteen.__path__)])
def test_examples_of_the_documentation(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
