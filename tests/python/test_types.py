"""Type checks: mypy and pyright accept the examples of the tutorial, and report a misspelled
option.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from test_tutorial import TUTORIAL

WRONG = """
import fifteen
fifteen.solve("1 2 / 3 0", node_limt=3)
"""


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the code of the tutorial as one file, each example of a cluster as another, and
    a file with an error.
    """
    folder = tmp_path_factory.mktemp("examples")
    blocks = [block.split("```", 1)[0].split("\n", 1) for block in TUTORIAL.read_text().split("```python")[1:]]
    (folder / "tutorial.py").write_text("".join(code for kind, code in blocks if not kind))
    for number, code in enumerate(code for kind, code in blocks if kind):
        (folder / f"cluster{number}.py").write_text(code)
    (folder / "wrong.py").write_text(WRONG)
    return folder


# mypy uses the strict options in pyproject.toml, and the cache of `tests/python/run`.
ROOT = Path(__file__).parents[2]
MYPY = ["mypy", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
CHECKERS = {"mypy": MYPY, "pyright": ["pyright", "--pythonpath", sys.executable]}


@pytest.mark.parametrize("checker", CHECKERS)
def test_examples(checker: str, examples: Path) -> None:
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    command = [sys.executable, "-m", *CHECKERS[checker], "tutorial.py", "cluster0.py", "wrong.py"]
    done = subprocess.run(command, cwd=examples, capture_output=True, text=True, timeout=300, check=False)
    errors = [line for line in done.stdout.splitlines() if "error:" in line]
    assert done.returncode == 1 and "node_limt" in done.stdout, done.stdout + done.stderr
    assert errors and all("wrong.py" in error for error in errors), done.stdout
