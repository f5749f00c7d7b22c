"""A network of PyTorch learns the distances of 3x3 boards, and then guides searches: `python examples/learned_heuristic.py`.

Its values are estimates, so solutions are found soon, but are not proven to be shortest ones.
"""

import time

import torch

import fifteen
from fifteen import learning


def train(seconds=60.0):
    """A network that has seen labelled boards for this time."""
    boards = fifteen.random_boards(100_000, size="3x3", seed=1)
    data = learning.Labelled(boards, fifteen.distances(boards))
    loader = torch.utils.data.DataLoader(data, batch_size=1000, shuffle=True)
    network = torch.nn.Sequential(torch.nn.Linear(81, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1))
    optimiser = torch.optim.Adam(network.parameters(), lr=3e-3)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for inputs, labels in loader:
            loss = torch.nn.functional.mse_loss(network(inputs)[:, 0], labels)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            if time.monotonic() > end:
                break
    return network


def heuristic(network):
    """The function that a solver takes: floats for many boards at a time."""

    def learned(boards):
        with torch.no_grad():
            return network(torch.from_numpy(learning.one_hot(boards)))[:, 0].numpy()

    return learned


def main(seconds=60.0):
    learned = heuristic(train(seconds))
    boards = fifteen.random_boards(20, size="3x3", seed=2)
    for algorithm in ("beam:100", "weighted-astar:1.2", "weighted-astar:1.2:1000"):
        solver = fifteen.Solver("3x3", heuristic=learned, algorithm=algorithm)
        extra = sum(s.upper for s in solver.solve_many(boards)) - int(fifteen.distances(boards).sum())
        print(f"{algorithm}: {extra} moves more than shortest solutions of {len(boards)} boards")
    return learned


if __name__ == "__main__":
    main()
