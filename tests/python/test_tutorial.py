"""Runs the code on the pages of the documentation, and the examples in docstrings."""

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
"""Matches a block of code on a page, and the block with its output, if the page shows the output.
"""


@pytest.mark.parametrize("page", ["PYTHON.md", "LEARNING.md"])
def test_the_code_of_a_page_runs_and_prints_what_the_page_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((PAGES / page).read_text())
    assert sum(code.count("assert") for code, _ in blocks) > 3
    for _ in range(2):  # Run the page twice in the same folder, because a reader can do that.
        names: dict[str, Any] = {"__name__": "page"}
        for code, shown in blocks:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(code, page, "exec"), names)
            assert printed.getvalue().split() == shown.split()  # The page can break long lines.


@pytest.mark.parametrize("name", [fifteen.__name__] + [f"fifteen.{m.name}" for m in pkgutil.iter_modules(fifteen.__path__)])
def test_examples_of_the_documentation(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
