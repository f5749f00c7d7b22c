"""One search over a Dask cluster on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

import fifteen

distributed = pytest.importorskip("distributed")

BOARD = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


def test_what_one_machine_finds(tmp_path: Path) -> None:
    from fifteen import cluster

    solver = fifteen.Solver(goal="first", heuristic="6-6-3")
    alone = solver.solve(BOARD).to_dict()
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as workers:
        with distributed.Client(workers) as client:
            seen: list[tuple[int, int, int]] = []

            def stop_early(*progress: int) -> None:
                seen.append((progress[0], progress[1], progress[2]))
                if len(seen) == 5:
                    raise RuntimeError("on purpose")

            with pytest.raises(RuntimeError, match="on purpose"):
                cluster.solve(client, solver, BOARD, first=5000, units=20, checkpoint=tmp_path, progress=stop_early)
            # The state that was kept is gone on from.
            found = cluster.solve(client, solver, BOARD, first=5000, units=20, checkpoint=tmp_path).to_dict()
            with pytest.raises(fifteen.FifteenError, match="another search"):
                cluster.solve(client, solver, "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", checkpoint=tmp_path)
    assert len(seen) == 5
    for name in ("seconds", "threads", "peak_bytes"):
        del alone[name], found[name]
    assert found == alone
