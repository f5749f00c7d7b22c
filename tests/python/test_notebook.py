"""Features for notebooks: positions, pictures, plots, data frames, distances and a progress bar."""

from __future__ import annotations

import pickle
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import fifteen
from fifteen import FifteenError, Solver

HARD = "8 6 7 / 2 5 4 / 3 0 1"
SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 0)


@pytest.fixture(scope="module")
def solver() -> Solver:
    """A solver for the boards in these tests."""
    return Solver("3x3", heuristic="manhattan")


def test_positions_and_moves(solver: Solver) -> None:
    solution = solver.solve(HARD)
    assert solution.board and solution.moves
    boards = solution.positions()
    assert boards[0] == solution.board and boards[-1] == SOLVED and len(boards) == 32
    for before, letter, after in zip(boards, solution.moves, boards[1:]):
        assert letter in fifteen.legal_moves(before) and fifteen.apply(before, letter) == after
    assert fifteen.legal_moves("1 2 / 3 4 / 5 0", size="2x3") == "DR"
    assert fifteen.apply([1, 2, 3, 0, 4, 5], "L", size="3x2") != (1, 2, 3, 0, 4, 5)
    assert solver.solve(HARD, mode="plain", node_limit=10).positions() == []
    [invalid] = solver.solve_many(["?"])
    assert invalid.positions() == [] and invalid._repr_svg_() is None
    with pytest.raises(FifteenError, match="1|leave|move"):
        fifteen.apply(HARD, "UU")
    with pytest.raises(FifteenError, match="X"):
        fifteen.apply(HARD, "X")
    with pytest.raises(FifteenError, match="no board to draw"):
        fifteen.draw(invalid)


def texts(svg: str) -> list[str]:
    """Returns the texts in an SVG picture.

    Raises an exception if the picture is not well-formed XML.
    """
    return ["".join(element.itertext()).strip() for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


def test_pictures(solver: Solver, tmp_path: Path) -> None:
    solution = solver.solve(HARD)
    shown = solution._repr_svg_()
    assert shown is not None and sum("." in text for text in texts(shown)) == 31, "a caption for each move"
    assert fifteen.draw(solution)._repr_svg_().count("<use") == shown.count("<use")
    board = fifteen.draw("1 2 3 / 4 5 6 / 7 8 0", title="easy & solved")
    assert "easy & solved" in texts(board.svg)
    board.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == board.svg
    moving = fifteen.animate(solution)
    assert moving.gif.startswith(b"GIF89a") and "data:image/gif;base64," in moving._repr_html_()
    moving.save(tmp_path / "moving.gif")
    assert (tmp_path / "moving.gif").read_bytes() == moving.gif
    with pytest.raises(FifteenError):
        fifteen.animate(HARD, "UUUU")


def test_a_plot(solver: Solver) -> None:
    boards = fifteen.random_boards(20, size="3x3", seed=1)
    worse = Solver("3x3", heuristic="misplaced")
    runs = [(s, list(s.solve_many(boards, mode="plain", node_limit=5000))) for s in (solver, worse)]
    labels = texts(fifteen.plot(runs, title="two").svg)
    assert "two" in labels and any("misplaced, ida" in label for label in labels)
    pyplot = pytest.importorskip("matplotlib.pyplot")
    axes = pyplot.figure().subplots()
    labels = texts(fifteen.plot(runs, labels=["near", "far"], axes=axes).svg)
    assert any(label.startswith("near") for label in labels) and any(label.startswith("far (") for label in labels)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["near", "far"]
    assert sum(len(line.get_xdata()) for line in axes.lines) == 40 and axes.get_yscale() == "log"
    with pytest.raises(FifteenError, match="found 2 runs and 1 labels"):
        fifteen.plot(runs, labels=["one"])
    with pytest.raises(FifteenError, match="no board was solved"):
        fifteen.plot([(solver, [])])


def test_data_frames(solver: Solver) -> None:
    rows = [solution.to_dict() for solution in solver.solve_many([HARD, "?"])]
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = pandas.DataFrame(rows).convert_dtypes()
    assert list(frame.columns) == list(rows[0]) and frame["length"].isna().tolist() == [False, True]
    assert polars.DataFrame(rows)["length"].to_list() == [31, None]
    assert [solution.length for solution in solver.solve_many(frame[:1])] == [31], "its boards"


def test_distances(solver: Solver) -> None:
    boards = fifteen.random_boards(300, size="3x3", seed=5)
    assert list(fifteen.distances(boards)) == [s.length for s in solver.solve_many(boards)]
    for size, goal in (("2x3", "first"), ("4x2", "spiral"), ("2x2", "last")):
        one = Solver(size, goal=goal, heuristic="manhattan")
        some = fifteen.random_boards(50, size=size, goal=goal, seed=6)
        assert list(fifteen.distances(some, size=size, goal=goal)) == [s.length for s in one.solve_many(some)]
    assert list(fifteen.distances([HARD, "1 2 3 / 4 5 6 / 8 7 0"])) == [31, -1]
    with pytest.raises(FifteenError, match="4x4 has 16; use solve_many"):
        fifteen.distances(fifteen.random_boards(1, seed=1), size="4x4")
    with pytest.raises(FifteenError):
        fifteen.distances(np.zeros((2, 9), dtype=int))
    everything = fifteen.random_boards(1_000_000, size="3x3", seed=7)
    start = time.process_time()
    lengths = fifteen.distances(everything)
    assert time.process_time() - start < 10 and 21.9 < lengths.mean() < 22.1 and lengths.max() <= 31


def test_a_progress_bar(solver: Solver, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    boards = fifteen.random_boards(20, size="3x3", seed=1)
    assert len(list(solver.solve_many(boards, progress=True))) == 20
    assert "20/20" in capsys.readouterr().err


def test_block_puzzles_and_their_solutions_are_drawn(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "blocks.txt").read_text()
    [solution] = fifteen.solve_blocks(text, metric="any-path")
    svg = solution._repr_svg_()
    assert svg and svg.strip() == (Path(__file__).parents[2] / "docs" / "blocks.svg").read_text().strip(), "that of the command"
    assert fifteen.draw(solution, title="mine").svg.count("<path") == svg.count("<path")
    fifteen.animate(solution).save(tmp_path / "a.gif")
    assert (tmp_path / "a.gif").read_bytes()[:3] == b"GIF"

    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and again._repr_svg_() == svg
    bare = fifteen.BlockSolution.from_json(solution.to_json())
    assert bare == solution and bare._repr_svg_() is None
    with pytest.raises(FifteenError, match="give puzzle="):
        fifteen.draw(bare)
    assert fifteen.BlockSolution.from_json(solution.to_json(), puzzle=solution.puzzle)._repr_svg_() == svg

    [start] = fifteen.draw_blocks(text)
    assert start.svg.startswith("<svg") and "start" in start.svg and len(start.svg) < len(svg) / 4
    [unsolvable] = fifteen.solve_blocks("## stuck\nstart    goal\nAB       BA\n")
    assert "no solution exists" in (unsolvable._repr_svg_() or "")
    [bad] = fifteen.solve_blocks("## no map\nstart goal\n")
    assert bad._repr_svg_() is None
    with pytest.raises(FifteenError):
        fifteen.draw_blocks("## no map\nstart goal\n")
