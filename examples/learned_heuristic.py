"""A PyTorch network learns the distances of 3x3 boards, and then serves as the heuristic of searches.

The network only estimates distances, so the searches find solutions quickly, but cannot prove that they are shortest.
Run it with `python examples/learned_heuristic.py`.
"""

import torch

import fifteen
from fifteen import learning


def train(epochs=30):
    """Returns a network that was trained on 100,000 boards, and has seen each of them `epochs` times."""
    torch.manual_seed(1)
    boards = fifteen.random_boards(100_000, size="3x3", seed=1)
    data = learning.Labelled(boards, fifteen.distances(boards))
    # Fetch each batch as two arrays, which is faster than collecting a thousand single pairs.
    batches = torch.utils.data.BatchSampler(torch.utils.data.RandomSampler(data), 1000, drop_last=False)
    loader = torch.utils.data.DataLoader(data, sampler=batches, batch_size=None)
    network = torch.nn.Sequential(torch.nn.Linear(81, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1))
    optimiser = torch.optim.Adam(network.parameters(), lr=3e-3)
    for _ in range(epochs):
        for inputs, labels in loader:
            loss = torch.nn.functional.mse_loss(network(inputs)[:, 0], labels)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    return network


def heuristic(network):
    """Returns the function that a solver accepts: it takes many boards and returns a float for each."""

    def learned(boards):
        with torch.no_grad():
            return network(torch.from_numpy(learning.one_hot(boards)))[:, 0].numpy()

    return learned


def main(epochs=30):
    learned = heuristic(train(epochs))
    boards = fifteen.random_boards(20, size="3x3", seed=2)
    for algorithm in ("beam:100", "weighted-astar:1.2", "weighted-astar:1.2:1000"):
        solver = fifteen.Solver("3x3", heuristic=learned, algorithm=algorithm)
        extra = sum(s.upper for s in solver.solve_many(boards)) - int(fifteen.distances(boards).sum())
        print(f"{algorithm}: {extra} moves more than shortest solutions of {len(boards)} boards")
    return learned


if __name__ == "__main__":
    main()
