"""A table of values learns to solve scrambled 3x3 boards in the environment of Gymnasium: `python examples/q_learning.py`."""

from collections import defaultdict

import numpy as np

import fifteen
from fifteen.environment import Puzzle


def best(values, board, info):
    """The legal action of the largest value."""
    return int(np.where(info["action_mask"], values[board.tobytes()], -np.inf).argmax())


def train(episodes=20_000, scramble=8, curiosity=0.3):
    """Values of actions by boards: the fewest moves that a solution was seen to take, negative; from boards nearby to far ones."""
    environment, random = Puzzle("3x3", most=50), np.random.default_rng(1)
    values = defaultdict(lambda: np.full(4, -50.0))
    for _ in range(episodes):
        board, info = environment.reset(seed=int(random.integers(2**31)), options={"scramble": int(random.integers(1, scramble + 1))})
        is_over = False
        while not is_over:
            action = best(values, board, info)
            if random.random() < curiosity:
                action = int(random.choice(np.flatnonzero(info["action_mask"])))
            after, reward, is_solved, is_truncated, info = environment.step(action)
            # Moves are certain: the new value replaces the old one.
            future = 0.0 if is_solved else values[after.tobytes()].max()
            values[board.tobytes()][action] = reward + future
            board, is_over = after, is_solved or is_truncated
    return values


def solved(values, scramble=8, episodes=100):
    """The share of scrambled boards that the values solve, and the share that they solve in the fewest moves."""
    environment = Puzzle("3x3", scramble=scramble, most=50)
    counts = np.zeros(2)
    for episode in range(episodes):
        board, info = environment.reset(seed=episode)
        shortest, moves, is_over = int(fifteen.distances(board[None])[0]), 0, False
        while moves < shortest or not is_over and shortest > 0:
            board, _, is_solved, is_truncated, info = environment.step(best(values, board, info))
            moves, is_over = moves + 1, is_solved or is_truncated
        counts += [moves < 50, moves == shortest]
    return counts / episodes


if __name__ == "__main__":
    share, shortest = solved(train())
    print(f"solved {share:.0%}, in the fewest moves {shortest:.0%}")
