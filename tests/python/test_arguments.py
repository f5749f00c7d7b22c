"""Arguments: boards in every form that functions accept, error messages, warnings and
representations.
"""

from __future__ import annotations

import functools
import inspect
import io
import json
import re
import threading
import typing
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver, Tables

HARD = "8 6 7 / 2 5 4 / 3 0 1"


class Frame:
    """A minimal data frame, with the methods of pandas and polars that the package uses."""

    def __init__(self, columns: dict[str, Any]) -> None:
        self.columns = list(columns)
        self._columns = columns

    def __getitem__(self, name: str) -> Any:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def to_numpy(self) -> Any:
        return np.array(list(self._columns.values())).T


def test_boards_as_people_have_them() -> None:
    written = Path(__file__).parents[1] / "boards-as-written.json"
    for entry in json.loads(written.read_text(encoding="utf-8")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if "board" in entry:
                assert fifteen.apply(entry["text"], "") == tuple(map(int, entry["board"].replace("/", " ").split())), entry
            else:
                with pytest.raises(FifteenError, match=re.escape(entry["error"])):
                    fifteen.apply(entry["text"], "")
    with pytest.warns(UserWarning, match="- is read as the blank"):
        assert fifteen.apply("1 2 / 3 -", "") == (1, 2, 3, 0)


def test_boards_of_every_kind(tmp_path: Path) -> None:
    solver = Solver("3x3", heuristic="manhattan")
    tables = solver.tables()
    boards = fifteen.random_boards(40, size="3x3", seed=3)
    texts = [" ".join(map(str, board)) for board in boards]
    path = tmp_path / "boards.txt"
    path.write_text("# a comment\n\n" + "\n".join(texts) + "\n")
    lengths = [solution.length for solution in solver.solve_many(boards)]
    values = tables.h(boards)
    kinds: dict[str, Callable[[], Any]] = {
        "path": lambda: path,
        "name": lambda: str(path),
        "text file": lambda: io.StringIO(path.read_text()),
        "binary file": lambda: open(path, "rb"),
        "frame of texts": lambda: Frame({"board": texts, "name": texts}),
        "frame of cells": lambda: Frame({str(cell): boards[:, cell] for cell in range(9)}),
        "three dimensions": lambda: boards.reshape(-1, 3, 3),
        "array of texts": lambda: np.array(texts),
        "list": lambda: boards.tolist(),
        "rows": lambda: boards.reshape(-1, 3, 3).tolist(),
        "generator": lambda: (board for board in boards),
    }
    for dtype in "bBhHiIqQ":
        kinds[f"array of {dtype}"] = functools.partial(boards.astype, dtype)
    for name, kind in kinds.items():
        assert [solution.length for solution in solver.solve_many(kind())] == lengths, name
        assert (tables.h(kind()) == values).all(), name
    numbers = [solution.line for solution in solver.solve_many(path)]
    assert numbers == list(range(3, 43)), "those of the file"


def test_bad_lines_of_a_file() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    text = f"{HARD}\nwords\n\n1 2 3\n4 5 6\n7 8 0  # rows\n"
    found = list(solver.solve_many(io.StringIO(text)))
    assert [(s.line, s.status) for s in found] == [(1, "solved"), (2, "invalid"), (4, "solved")]
    with pytest.raises(FifteenError, match="board 2: "):
        solver.tables().h(io.StringIO(text))


def test_a_goal_in_a_file_is_not_lost() -> None:
    """If a file names a goal that differs from the solver's goal, the board is refused, in
    whichever form the goal is given.
    """
    goal = "1 2 3 / 4 5 6 / 0 7 8"
    other, same = Solver("3x3", heuristic="manhattan"), Solver("3x3", goal=goal, heuristic="manhattan")
    for text in (
        f"Start: 1 2 3 / 4 5 6 / 7 0 8\nGoal: {goal}\n",
        f'{{"board": "1 2 3 / 4 5 6 / 7 0 8", "goal": "{goal}"}}\n',
        f"board,goal\n1 2 3 / 4 5 6 / 7 0 8,{goal}\n",
        "8\n6\n1 2 3\n4 5 6\n7 0 8\n",
    ):
        assert [s.status for s in other.solve_many(io.StringIO(text))] == ["invalid"], text
        with pytest.raises(FifteenError, match="names the goal .* give goal="):
            other.tables().h(io.StringIO(text))
        if not text.startswith("8"):
            assert [s.length for s in same.solve_many(io.StringIO(text))] == [1], text
            assert same.tables().h(io.StringIO(text)).tolist() == [1], text


def test_what_is_not_boards() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    wrong: list[tuple[Any, type, str]] = [
        (HARD, FifteenError, "there is no file .*single board into a list"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 0], FifteenError, "one board"),
        (np.arange(9), FifteenError, "one board"),
        (Frame(dict.fromkeys(["id", *"abcdefghi"], [1])), FifteenError, r"column 'board', or 9 columns; found \['id', 'a'"),
        (np.zeros((3, 16), dtype=int), FifteenError, r"\(n, 9\) or \(n, 3, 3\)"),
        (np.zeros((3, 9)), FifteenError, "float64"),
        (5, TypeError, "path, an open file"),
        (Path("/no/such/file"), FileNotFoundError, "no/such"),
    ]
    for value, kind, message in wrong:
        with pytest.raises(kind, match=message):
            list(solver.solve_many(value))


def test_an_error_of_the_source_is_raised() -> None:
    class Broken:
        def readline(self) -> str:
            raise RuntimeError("on purpose")

    def broken() -> Iterator[str]:
        yield HARD
        raise RuntimeError("on purpose")

    solver = Solver("3x3", heuristic="manhattan")
    for source in (Broken(), broken()):
        with pytest.raises(RuntimeError, match="on purpose"):
            list(solver.solve_many(source))


def test_finished_boards_do_not_wait_for_the_next() -> None:
    more = threading.Event()

    def slow() -> Iterator[str]:
        yield HARD
        more.wait(60)
        yield HARD

    solutions = Solver("3x3", heuristic="manhattan").solve_many(slow())
    assert next(solutions).length == 31 and not more.is_set()
    more.set()
    assert next(solutions).length == 31
    assert list(solutions) == [] and list(solutions) == []


def test_threads_share_an_iterator() -> None:
    boards = fifteen.random_boards(400, size="3x3", seed=8)
    solutions = Solver("3x3", heuristic="manhattan").solve_many(boards)
    taken: list[list[int]] = [[], [], []]
    threads = [threading.Thread(target=lambda lines=lines: lines.extend(s.line for s in solutions)) for lines in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(lines == sorted(lines) for lines in taken)
    assert sorted(sum(taken, [])) == list(range(1, 401))


def test_numbers_that_are_no_tiles() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    boards = fifteen.random_boards(4, size="3x3", seed=1).astype(np.int64)
    with pytest.raises(FifteenError, match=r"\(n, 9\)"):
        solver.tables().h([["a"] * 9])  # type: ignore[list-item]
    for row in ([1] * 9, [2, 1, 3, 4, 5, 6, 7, 8, 0]):
        with pytest.raises(FifteenError, match="row 4:"):
            solver.tables().h(np.array([*boards, row, row]))
    of_numpy: dict[str, Any] = {"node_limit": np.int64(100), "time_limit": np.float32(60)}
    assert solver.solve(HARD, **of_numpy).status == "limit"
    for number in (-1, 9, 300, 2**40):
        wrong = boards.copy()
        wrong[2, 5] = number
        for shape in ((-1, 9), (-1, 3, 3)):
            with pytest.raises(FifteenError, match=f"^row 2: there is no tile {number} on a 3x3 board; its tiles are 1 to 8"):
                solver.tables().h(wrong.reshape(shape))
            found = list(solver.solve_many(wrong.reshape(shape)))
            assert [solution.status for solution in found] == ["solved", "solved", "invalid", "solved"]
            assert f"there is no tile {number} on" in str(found[2].error)


def test_small_tables_are_built_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIFTEEN_PDB_DIR", str(tmp_path))
    board = fifteen.random_boards(1, seed=2)
    for name in ("6-6-3", "5-5-5"):
        with pytest.warns(UserWarning, match=f"{name} was built in memory .*fifteen.build_tables\\(") as seen:
            tables = Tables(name)
        assert [warning.filename for warning in seen] == [__file__] * len(seen)
        assert tables.h(board)[0] > 30
    with pytest.warns(UserWarning, match="built in memory") as seen:
        fifteen.solve("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15")
    assert [warning.filename for warning in seen] == [__file__], "warnings point at the caller"
    large: list[tuple[dict[str, Any], str]] = [
        ({"heuristic": "7-8"}, r"fifteen\.build_tables\(partition='7-8'\)"),
        ({"heuristic": "7-8x2"}, r"fifteen\.build_tables\(collection='7-8x2'\)"),
        ({"heuristic": "7-8:additive"}, r"fifteen\.build_tables\(partition='7-8', kind='additive'\)"),
        ({"heuristic": "6-6-3", "tables": tmp_path}, r"fifteen\.build_tables\("),
    ]
    for options, call in large:
        with pytest.raises(fifteen.TableError, match=call):
            Tables(**options)


def test_representations_show_what_matters() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    found = [*solver.solve_many([HARD, "1 2 3 / 4 5 6 / 8 7 0"]), solver.solve(HARD, mode="plain", node_limit=9)]
    solved, unsolvable, limited = map(repr, found)
    assert solved == f"Solution(status='solved', length=31, moves='{found[0].moves}')"
    assert unsolvable == f"Solution(status='unsolvable', error='{found[1].error}')"
    assert f"bound={found[2].bound}" in limited and "limit of nodes" in limited
    [bad] = fifteen.solve_blocks("## no map\nstart goal\n")
    assert bad.error is not None and bad.error[:10] in repr(bad)


def test_limits_are_the_keywords_of_searches() -> None:
    solver = Solver("3x3", heuristic="manhattan")
    values: dict[str, Any] = {"mode": "fast", "all": None, "finish_iteration": False, "threads": 1}
    values["cancel"] = threading.Event()
    for name in fifteen.Limits.__annotations__:
        assert solver.solve(HARD, **{name: values.get(name, 10**9)}).upper is not None
        functions: list[Any] = [Solver.solve, Solver.solve_many, Solver.analyse]
        functions += [fifteen.Limits, fifteen.solve, fifteen.solve_many, fifteen.analyse, fifteen.bench]
        for function in functions:
            assert f":param {name}: " in str(function.__doc__), (function, name)
    for function in (fifteen.solve, fifteen.solve_many, fifteen.analyse, fifteen.bench):
        given = set(inspect.signature(function).parameters) - {"board", "boards", "limits"}
        assert [name for name in given if f":param {name}: " not in str(function.__doc__)] == [], function
    assert not [name for name in inspect.signature(Solver).parameters if name.startswith("_")]


def test_annotations_can_be_read() -> None:
    pytest.importorskip("pandas")
    for name in dir(fifteen):
        one = getattr(fifteen, name)
        if inspect.isclass(one) or inspect.isfunction(one):
            typing.get_type_hints(one)
        for method in vars(one).values() if inspect.isclass(one) else ():
            if inspect.isfunction(method):
                typing.get_type_hints(method)
    assert typing.get_type_hints(fifteen.bench)["return"].__name__ == "DataFrame"
    assert typing.get_type_hints(fifteen.solve)["board"] == fifteen.Board


def test_frames_with_types_for_missing_values() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    boards = fifteen.random_boards(5, size="3x3", seed=1)
    lengths = fifteen.distances(boards).tolist()
    solver, plain = Solver("3x3", heuristic="manhattan"), pandas.DataFrame(boards)
    texts = pandas.DataFrame({"board": [" ".join(map(str, board)) for board in boards]})
    frames = [plain.convert_dtypes(), plain.convert_dtypes(dtype_backend="pyarrow"), plain.astype("Int8"), polars.DataFrame(boards)]
    frames += [texts.convert_dtypes(), texts.convert_dtypes(dtype_backend="pyarrow")]
    for frame in frames:
        assert fifteen.distances(frame, size="3x3").tolist() == lengths, frame.dtypes
        assert [one.length for one in solver.solve_many(frame)] == lengths
    for kind in ("Int64", "int64[pyarrow]", "float64", "object"):
        frame = plain.astype(kind)
        frame.iloc[3, 2] = None if kind == "object" else pandas.NA if kind != "float64" else float("nan")
        with pytest.raises(FifteenError, match="row 3: the value in column 2 is missing"):
            fifteen.distances(frame, size="3x3")
    with pytest.raises(FifteenError, match="row 1: the value in column 'b' is missing"):
        fifteen.distances(polars.DataFrame({"a": [1, 2], "b": [3, None], "c": [0, 1], "d": [2, 3]}), size="2x2")


def test_the_size_of_an_array_is_part_of_the_error() -> None:
    boards = fifteen.random_boards(2, size="3x3", seed=1)
    with pytest.raises(FifteenError, match=r"found uint8 and shape \(2, 9\); for 3x3 boards give size='3x3'"):
        list(fifteen.solve_many(boards))
    with pytest.raises(FifteenError, match="for 2x4 boards give size='2x4'"):
        Tables("manhattan").h(np.zeros((5, 4, 2), dtype=int))


def test_rows_of_lists_and_arrays_have_the_same_numbers() -> None:
    tables = Tables("manhattan", size="3x3")
    good, bad = [1, 2, 3, 4, 5, 6, 7, 8, 0], [1, 2, 3, 4, 5, 6, 7, 8, 8]
    wrong: list[Any] = [np.array([good, bad]), [good, bad], [good, bad[:-1]], [good, " ".join(map(str, bad))]]
    for boards in wrong:
        with pytest.raises(FifteenError, match="^row 1: "):
            tables.h(boards)


def test_a_generator_of_numbers_is_read_once() -> None:
    for size in (None, "3x3"):
        assert fifteen.solve((tile for tile in (1, 2, 3, 4, 5, 6, 0, 7, 8)), size=size).length == 2  # type: ignore[arg-type]


def test_block_puzzles_of_a_file() -> None:
    path = Path(__file__).parents[2] / "docs" / "blocks.txt"
    assert [one.length for one in fifteen.solve_blocks(path, metric="any-path")] == [8]
    assert len(fifteen.draw_blocks(path)) == 1
    with pytest.raises(FifteenError, match=r"is taken for the text of a puzzle, but there is a file .*give pathlib.Path\("):
        fifteen.solve_blocks(str(path))
    with pytest.raises(FileNotFoundError):
        fifteen.solve_blocks(Path("/no/such/file"))


def test_pictures_are_not_written_under_the_name_of_another_format(tmp_path: Path) -> None:
    picture, animation = fifteen.draw("1 2 / 0 3"), fifteen.animate("1 2 / 0 3", "L")
    for one, ending in ((picture, ".svg"), (animation, ".gif")):
        with pytest.raises(FifteenError, match=f"written as {ending}, not as .pdf"):
            one.save(tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


def test_goals_that_leave_a_choice() -> None:
    solver = Solver(goal="123/***/***")
    solution = solver.solve("8 6 7 / 2 5 4 / 3 0 1")
    assert (solution.length, solution.algorithm, solution.positions()[-1][:3]) == (21, "astar", (1, 2, 3))
    several = Solver("3x2", goal=[0, 0, 3, 2, 2, 1])
    found = list(several.solve_many([[3, 2, 2, 1, 0, 0], "3 2 2 / 1 0 0"]))
    assert [(one.length, one.moves, one.positions()[-1]) for one in found] == [
        (8, "4R 5R 2D 5L 3L 2D 1R 2R", (0, 0, 3, 2, 2, 1))
    ] * 2
    with pytest.raises(FifteenError, match="leave out all"):
        solver.solve("8 6 7 / 2 5 4 / 3 0 1", all=True)
