"""The puzzle as a Gymnasium environment. This module requires Gymnasium (``pip install gymnasium``)."""

from __future__ import annotations

from typing import Any, Optional

import gymnasium
import numpy as np

from . import _fifteen
from ._fifteen import FifteenError
from ._types import Goal, Size
from .learning import MOVES, Tiles, _sources


class Puzzle(gymnasium.Env[Tiles, int]):  # type: ignore[misc]
    """An environment in which an agent solves a board.

    An observation is the board, row by row. An action is the index of a move in ``fifteen.learning.MOVES``. The reward of each
    action is -1. An illegal action does not change the board, and ``info["action_mask"]`` shows which actions are legal. An
    episode ends at the goal, and is truncated after ``most`` actions.

    ``gymnasium.make("fifteen.environment:fifteen/Puzzle-v0", size="3x3")`` also creates an environment.

    :param scramble: The number of random moves from the goal to the first board of an episode. By default, this board is random.
        ``reset(options={"scramble": 5})`` sets the number for one episode, and ``options={"board": ...}`` sets the first board.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        size: Size = "3x3",
        *,
        goal: Optional[Goal] = None,
        scramble: Optional[int] = None,
        most: int = 200,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode not in [None, "ansi"]:
            raise FifteenError(f"render_mode is None or 'ansi'; found {render_mode!r}")
        if scramble is not None:
            _require_number("scramble", scramble)
        _require_number("most", most)
        width, height = self._sides = _fifteen.sides(size)
        self._size, self._goal, self._scramble, self._most = f"{width}x{height}", goal, scramble, most
        self._solved = np.array(_fifteen.goal_tiles(goal, self._size), dtype=np.uint8)
        # Indexed by the blank's cell. Lists are faster than arrays here, because a step reads single numbers.
        sources = _sources(width, height)
        self._sources, self._masks = sources.tolist(), (sources >= 0).astype(np.int8)
        self._begin(self._solved)
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Discrete(4)
        self.observation_space = gymnasium.spaces.Box(0, width * height - 1, (width * height,), np.uint8)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Tiles, dict[str, Any]]:
        """Begins an episode, and returns its first observation."""
        super().reset(seed=seed)
        asked = options or {}
        unknown = sorted(set(asked) - {"board", "scramble"})
        if unknown:
            raise FifteenError(f"the options of an episode are 'board' and 'scramble'; found {unknown}")
        scramble = asked.get("scramble", self._scramble)
        if scramble is not None:
            _require_number("scramble", scramble)
        if "board" in asked:
            board = np.array(_fifteen.board_tiles(asked["board"], self._size), dtype=np.uint8)
            reason = _fifteen.unsolvable_reason(board, size=self._size, goal=self._goal)
            if reason is not None:
                raise FifteenError(f"the board cannot reach the goal: {reason}")
            self._begin(board)
        elif scramble is None:
            self._begin(_fifteen.random_boards(1, size=self._size, goal=self._goal, seed=self.np_random)[0])
        else:
            self._begin(self._solved)
            before = self._blank
            for _ in range(scramble):
                # Exclude the cell that would undo the last move.
                cells = [cell for cell in self._sources[self._blank] if cell not in (-1, before)]
                before = self._blank
                self._slide(cells[self.np_random.integers(len(cells))])
        return self._board.copy(), self._info()

    def step(self, action: int) -> tuple[Tiles, float, bool, bool, dict[str, Any]]:
        """Makes a move.

        :raises FifteenError: The action is not the index of a move.
        """
        if action not in range(4):
            raise FifteenError(f"an action is the number of a move, from 0 to 3; found {action!r}")
        source = self._sources[self._blank][action]
        if source >= 0:
            self._slide(source)
        self._actions += 1
        is_solved = self._board.tobytes() == self._solved.tobytes()
        return self._board.copy(), -1.0, is_solved, self._actions >= self._most and not is_solved, self._info()

    def render(self) -> Optional[str]:
        """Returns the rows of the board as a string."""
        rows = self._board.reshape(-1, self._sides[0])
        return "\n".join(" ".join(f"{tile or '.':>2}" for tile in row) for row in rows)

    def _begin(self, board: Tiles) -> None:
        self._board, self._blank, self._actions = board.copy(), int(board.argmin()), 0

    def _slide(self, source: int) -> None:
        """Moves the tile on the cell `source` to the blank."""
        self._board[self._blank], self._board[source] = self._board[source], 0
        self._blank = source

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._masks[self._blank].copy()}


def _require_number(name: str, value: Any) -> None:
    if not isinstance(value, (int, np.integer)) or value < 0:
        raise FifteenError(f"{name}={value!r}: expected a whole number, 0 or more")


gymnasium.register("fifteen/Puzzle-v0", entry_point="fifteen.environment:Puzzle")

__all__ = ["MOVES", "Puzzle"]
