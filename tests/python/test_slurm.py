"""Runs the Slurm scripts of docs/SCALE.md, with a substitute for ``sbatch`` that runs each job
immediately.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from conftest import comparable

import fifteen

SCALE = Path(__file__).parents[2] / "docs" / "SCALE.md"
BOARD = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"

SBATCH = """#!/bin/sh
# Runs a job, or each task of a job array. Task 3 of the first array is lost, as if its node had
# failed.
tasks=
while [ "${1#--}" != "$1" ]; do
    case $1 in --array=1-*) tasks=${1#--array=1-} ;; --parsable | --dependency=afterany:17) ;; *) exit 9 ;; esac
    shift
done
echo "$@ $tasks" >> "$JOBS"
[ -n "$tasks" ] || exec sh "$@"
for task in $(seq "$tasks"); do
    if [ "$task" = 3 ] && [ ! -e "$JOBS.lost" ]; then touch "$JOBS.lost"; continue; fi
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$tasks sh "$@" >&2
done
echo 17
"""


def test_an_array_of_jobs(command: str, folder: Path, tmp_path: Path) -> None:
    scripts = dict(re.findall(r"[Tt]he `(\w+\.sh)` script(?:(?!\n\n).)*\n\n```sh\n(.*?)```", SCALE.read_text(), re.DOTALL))
    assert sorted(scripts) == ["part.sh", "round.sh"]
    for name, text in scripts.items():
        (tmp_path / name).write_text(text)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "fifteen").symlink_to(command)
    (programs / "sbatch").write_text(SBATCH)
    (programs / "sbatch").chmod(0o755)
    jobs = tmp_path / "jobs"
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "JOBS": str(jobs), "FIFTEEN_PDB_DIR": str(folder)}

    def run(*arguments: str) -> None:
        done = subprocess.run(arguments, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr

    search = ["--goal", "first", "--heuristic", "6-6-3", "--mode", "plain", "--split-after", "500"]
    subprocess.run(["fifteen", "distribute", "search/", "--part", "1/8", *search, BOARD], env=environment, cwd=tmp_path, check=False)
    run("sbatch", "round.sh", "search/", "20")
    rounds = [line for line in jobs.read_text().splitlines() if line.startswith("part.sh")]
    assert len(rounds) >= 3 and (tmp_path / "jobs.lost").exists(), "more iterations than one, and a task was lost"
    found = fifteen.Solution.from_json((tmp_path / "search" / "answer").read_text())
    alone = fifteen.Solver(goal="first", heuristic="6-6-3").solve(BOARD, mode="plain")
    assert comparable(found) == {**comparable(alone), "iterations": None}
