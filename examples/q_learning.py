"""Q-learning: an agent learns to solve scrambled 3x3 boards in the Gymnasium environment of `fifteen`.

Run it with `python examples/q_learning.py`.
"""

from collections import defaultdict

import numpy as np

import fifteen
from fifteen.environment import Puzzle


def best(values, board, info):
    """Returns the legal action with the largest value on a board."""
    return int(np.where(info["action_mask"], values[board.tobytes()], -np.inf).argmax())


def train(episodes=20_000, scramble=8, curiosity=0.3):
    """Returns the learned values: a dictionary from boards to the values of the four actions.

    The value of an action is minus the smallest number of moves with which it has led to the goal so far. Each episode
    begins between 1 and `scramble` random moves from the goal.
    """
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
            # An action always has the same result, so the new value can replace the old one completely.
            future = 0.0 if is_solved else values[after.tobytes()].max()
            values[board.tobytes()][action] = reward + future
            board, is_over = after, is_solved or is_truncated
    return values


def solved(values, scramble=8, episodes=100):
    """Returns which share of scrambled boards the values solve, and which share they solve in the fewest moves."""
    environment = Puzzle("3x3", scramble=scramble, most=50)
    counts = np.zeros(2)
    for episode in range(episodes):
        board, info = environment.reset(seed=episode)
        shortest, moves = int(fifteen.distances(board[None])[0]), 0
        is_over = shortest == 0
        while not is_over:
            board, _, is_solved, is_truncated, info = environment.step(best(values, board, info))
            moves, is_over = moves + 1, is_solved or is_truncated
        counts += [moves < 50, moves == shortest]
    return counts / episodes


if __name__ == "__main__":
    share, shortest = solved(train())
    print(f"solved {share:.0%}, in the fewest moves {shortest:.0%}")
