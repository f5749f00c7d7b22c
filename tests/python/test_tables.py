"""Building tables, and looking up the values of many boards in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver, TableError, Tables


def test_values_are_those_of_the_search() -> None:
    boards = fifteen.random_boards(3000, seed=3)
    tables = Tables("6-6-3")
    values = tables.h(boards)
    assert values.dtype == np.int32 and values.shape == (3000,)
    assert -50 < (Tables("manhattan").h(boards) - values).mean() < 0, "differences do not wrap"
    solver = fifteen.Solver.of_tables(tables)
    for row in (0, 1, 1023, 1024, 2999):
        assert solver.solve(boards[row], node_limit=1).h0 == values[row]
    assert (values == tables.h(boards, threads=1)).all()
    assert (values == tables.h(np.asfortranarray(boards))).all()
    assert (values[::2] == tables.h(boards[::2])).all()
    assert tables.h(boards[:0]).shape == (0,)


def test_values_of_very_many_boards() -> None:
    """For many boards, the array with the rest of each distance is built if it fits into memory.

    It does not change the values.
    """
    boards = fifteen.random_boards(120_000, seed=4)
    prepared, along_paths = Tables("6-6-3"), Tables("6-6-3", memory_limit=0)
    few = prepared.h(boards[:1000])
    values = prepared.h(boards)
    assert (values[:1000] == few).all() and (values == along_paths.h(boards)).all()
    assert (prepared.h(boards[:1000]) == few).all(), "small calls after it"


def test_building_with_progress(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int, int]] = []
    paths = fifteen.build_tables(
        ["1-4/5-8"], size="3x3", out=tmp_path, progress=lambda *p: seen.append(p), threads=1
    )
    assert len(paths) == 2 and all(Path(path).is_file() for path in paths)
    assert seen and all(entries <= total for _, _, entries, total in seen)
    before = [Path(path).stat().st_mtime_ns for path in paths]
    assert fifteen.build_tables("1-4/5-8", size="3x3", out=tmp_path) == paths
    assert [Path(path).stat().st_mtime_ns for path in paths] == before, "what is there is left alone"
    tables = Tables.of_files(paths)
    assert tables.size == "3x3" and tables.goal == "last" and tables.name is not None and tables.bytes > 0
    additive = fifteen.build_tables("1-4/5-8", size="3x3", kind="additive", out=tmp_path, zstd=3)
    assert all(path.endswith(".zst") for path in additive)
    assert Tables("1-4/5-8:additive", size="3x3", tables=tmp_path).name is not None


def test_an_error_of_the_callback_ends_the_build(tmp_path: Path) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        fifteen.build_tables("6-6-3", out=tmp_path, progress=broken)
    assert not list(tmp_path.glob("*.pdb"))


def test_what_cannot_be_built_is_said(tmp_path: Path) -> None:
    for wrong in ({"partition": "7-7"}, {"size": "9x9"}, {"kind": "exact"}, {"collection": "none.txt"}):
        with pytest.raises(FifteenError):
            fifteen.build_tables(out=tmp_path, **wrong)  # type: ignore[arg-type]
    [path] = fifteen.build_tables("1-8", size="3x3", out=tmp_path)
    Path(path).write_bytes(b"something else")
    with pytest.raises(TableError):
        fifteen.build_tables("1-8", size="3x3", out=tmp_path)
    fifteen.build_tables("1-8", size="3x3", out=tmp_path, force=True)


def test_random_boards() -> None:
    boards = fifteen.random_boards(50, size="5x3", seed=9)
    assert boards.shape == (50, 15) and boards.dtype == np.uint8
    assert (np.sort(boards, axis=1) == np.arange(15)).all()
    assert (boards == fifteen.random_boards(50, size="5x3", seed=9)).all()
    assert all(fifteen.unsolvable_reason(board, size="5x3") is None for board in boards)
    drawn = [fifteen.random_boards(5, seed=seed).tolist() for seed in (None, None, np.random.default_rng(1))]
    assert drawn[0] != drawn[1] != fifteen.random_boards(5).tolist()
    assert drawn[2] == fifteen.random_boards(5, seed=np.random.default_rng(1)).tolist()
    assert len(set(fifteen.scrambles(5, size="3x3", seed=np.random.default_rng(2)))) > 1
    near = fifteen.random_boards(300, depth=20, seed=4)
    assert len(np.unique(near, axis=0)) == 300
    assert all(found.length == 20 for found in fifteen.Solver(heuristic="manhattan").solve_many(near[:20]))
    with pytest.raises(FifteenError, match="only 2 boards of depth 31, not 3"):
        fifteen.random_boards(3, size="3x3", depth=31)
    reason = fifteen.unsolvable_reason("1 2 3 / 4 5 6 / 8 7 0")
    assert reason is not None and "odd number of swaps" in reason


def test_the_advised_call_builds_what_is_missing(tmp_path: Path) -> None:
    """An error about missing tables ends with the call that builds them.

    After this call, the same solver can be opened.
    """
    collection = tmp_path / "my set.txt"
    collection.write_text("size: 3x3\n1-3/4-6/7,8\n1,4,7/2,3,5/6,8\n")
    searches = [
        {"size": "3x3", "heuristic": "1-3/4-8:additive"},
        {"size": "3x3"},
        {"goal": "1 2 3 / 4 5 6 / 7 0 8"},
        {"size": "3x3", "heuristic": str(collection)},
    ]
    for number, options in enumerate(searches):
        folder = tmp_path / f"it's folder {number}"
        folder.mkdir()
        with pytest.raises(TableError) as error:
            Solver(tables=folder, **options)  # type: ignore[arg-type]
        message = str(error.value)
        assert "fifteen pdb" not in message and " --" not in message
        call = message.split("build them with: ")[1]
        eval(call, {"fifteen": fifteen})
        Solver(tables=folder, **options)  # type: ignore[arg-type]


def test_a_build_that_does_not_fit_into_memory_is_not_begun(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    with pytest.raises(TableError, match="MB of memory, but only .* MB are available; close other programs"):
        fifteen.build_tables("1-12/13-24", size="5x5", out=folder)
    assert not folder.exists()
