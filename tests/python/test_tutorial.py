"""The code of the tutorial, and the examples in the documentation of the functions."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import fifteen

TUTORIAL = Path(__file__).parents[2] / "docs" / "PYTHON.md"


def test_the_tutorials_code_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "\n".join(block.split("```", 1)[0] for block in TUTORIAL.read_text().split("```python\n")[1:])
    assert code.count("assert") > 3
    for _ in range(2):  # In the same folder, as a reader does who runs it again.
        exec(compile(code, str(TUTORIAL), "exec"), {"__name__": "tutorial"})


@pytest.mark.parametrize("name", [fifteen.__name__] + [f"fifteen.{m.name}" for m in pkgutil.iter_modules(fifteen.__path__)])
def test_examples_of_the_documentation(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
