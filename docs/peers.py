#!/usr/bin/env python3
"""Runs `fifteen` and other programs on the same puzzles, and prints the table of README.md.

Every program runs on one thread. The table shows the user time and the peak memory of the whole
process, as medians of several runs. In each run, the programs take turns, so that other work on
the machine disturbs all of them alike. A solution length that differs from that of `fifteen` is an
error, which names the board and both lengths.

The programs are not part of this repository. slidy comes from its package registry. The others are
built in a checkout of yours, with the commands of their authors:

  --js2             https://github.com/Xuth/js2
  --sliding-blocks  https://github.com/lumi-a/sliding-blocks
  --hrd-database    https://github.com/dnomd343/HRD_Database

A program that you don't name is left out. The script needs Linux, Python 3.9, Cargo, make, and
compilers for C and C++.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent.parent

# This small C program starts the other programs and measures them. Python cannot do this, because
# Linux counts the memory of the process that starts a program as memory of the program, and Python
# needs more memory than some of the programs.
MEASURE = r"""
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    struct rusage used;
    int status;
    pid_t child = fork();
    if (child == 0) {
        execvp(words[2], words + 2);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) < 0) return 127;
    FILE *file = fopen(words[1], "w");
    fprintf(file, "%ld.%06ld %ld", (long)used.ru_utime.tv_sec, (long)used.ru_utime.tv_usec, used.ru_maxrss);
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}
"""

SLIDY_VERSION = "0.3.2"
SLIDY = """
use std::{env, error::Error, fs, io::BufRead, str::FromStr};

use slidy::algorithm::metric::Mtm;
use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::mtm::solver::Solver;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().collect();
    if words[1] == "build" {
        return Ok(fs::write(&words[2], Solver::new().pdb_bytes())?);
    }
    let table = fs::read(&words[2])?.into_boxed_slice();
    // SAFETY: slidy compares the digest of the table.
    let solver = unsafe { Solver::try_with_pdb_bytes(table) }.ok_or("the table is damaged")?;
    for board in std::io::stdin().lock().lines() {
        let solution = solver.solve(&Puzzle::from_str(&board?)?)?;
        println!("{} {solution}", solution.len::<Mtm, u64>());
    }
    Ok(())
}
"""

SLIDING_BLOCKS = """
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let path = sliding_blocks::solve_puzzle(&words[1], &words[2]).expect("a valid puzzle").expect("a solution");
    println!("{}", path.len() - 1);
    println!("{}", path.join("\\n\\n"));
}
"""


class Run(NamedTuple):
    """The user time, the peak memory and the output of one run of a program."""

    seconds: float
    kib: float
    output: str


@dataclass
class Job:
    """A command that solves the boards of a task, and the function that finds the lengths in its output."""

    command: list[str]
    lengths: Callable[[str], list[int]]
    stdin: str = ""
    # Input for which the program loads its tables but does not search. It shows how much of the time
    # the tables take. Empty if the program has no tables.
    idle_stdin: str = ""


@dataclass
class Task:
    """One or more boards, and a job for each program that can solve them. The first program is `fifteen`."""

    name: str
    boards: list[str]
    jobs: dict[str, Job]


@dataclass
class Block:
    """A block puzzle: '#' is a wall, '.' is an empty cell, and any other character is a piece."""

    name: str
    start: str
    goal: str
    # Whether every piece moves only along its longer side, as in Rush Hour.
    locked: bool = False
    # Whether pieces of the same shape may take each other's place in the goal.
    by_shape: bool = False
    # The code of the start in HRD_Database, if this is a puzzle of the kind that it solves.
    code: str = ""


BLOCKS = [
    Block("Klotski", "A**B A**B CDDE CFGE H..I", ".... .... .... .**. .**.", code="1A9BF0C00"),
    Block("Royal Escape", "AABBC KKDE. KKDF. GGHHI", "..... ...KK ...KK ....."),
    Block("Royal Escape, the harder one", "ABCCD KKE.D KKFF. GGHFI", "..... ...KK ...KK ....."),
    Block("Rush Hour, the 60-move board", "IBB#.. I..LDD JAAL.. J.KEEM FFK..M GGHHHM",
          "...#.. ...... ....AA ...... ...... ......", locked=True),
    Block("Project Euler 766, half-turned", ".aabcc .abbcd efkkmd ghkkmn ijllnn",
          "nnllji nmkkhg dmkkfe dcbba. ccbaa.", by_shape=True),
]


def fail(message: str) -> NoReturn:
    sys.exit(f"error: {message}")


def note(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def output(command: list[str], folder: Path | None = None) -> str:
    """Runs a command without measuring it, and returns its output."""
    try:
        done = subprocess.run(command, cwd=folder, text=True, capture_output=True)
    except OSError as error:
        fail(f"cannot run {command[0]}: {error.strerror}")
    if done.returncode:
        fail(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def version(checkout: Path) -> str:
    """Returns the tag of a checkout, or its commit."""
    return output(["git", "-C", str(checkout), "describe", "--tags", "--always"]).strip()


class Meter:
    """Runs commands in a folder, and measures them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.program, self.used = folder, folder / "measure", folder / "used"
        source = folder / "measure.c"
        source.write_text(MEASURE)
        output(["cc", "-O2", "-o", str(self.program), str(source)])

    def run(self, command: list[str], stdin: str = "") -> Run:
        done = subprocess.run([str(self.program), str(self.used), *command], cwd=self.folder, input=stdin, text=True,
                              capture_output=True)
        if done.returncode:
            fail(f"{' '.join(command)} failed with exit code {done.returncode}:\n{done.stderr}")
        seconds, kib = self.used.read_text().split()
        return Run(float(seconds), float(kib), done.stdout)


def cargo_project(folder: Path, dependency: str, source: str) -> Path:
    """Builds a small program around a library, and returns its path."""
    note(f"building {dependency}")
    (folder / "src").mkdir(parents=True, exist_ok=True)
    package = '[package]\nname = "peer"\nversion = "0.0.0"\nedition = "2021"\n'
    (folder / "Cargo.toml").write_text(f"{package}\n[dependencies]\n{dependency}\n\n[workspace]\n")
    (folder / "src/main.rs").write_text(source)
    target = folder / "target"
    output(["cargo", "build", "--release", "--target-dir", str(target)], folder)
    return target / "release/peer"


def json_lengths(text: str) -> list[int]:
    return [json.loads(line)["length"] for line in text.splitlines()]


def first_words(text: str) -> list[int]:
    return [int(line.split()[0]) for line in text.splitlines()]


def first_number(text: str) -> list[int]:
    return [int(text.split()[0])]


def tiles(fifteen: str, slidy: Path, meter: Meter, count: int, seed: int) -> Task:
    """Returns the task of solving random boards in the multi-tile metric, for `fifteen` and slidy."""
    program = cargo_project(slidy, f'slidy = "={SLIDY_VERSION}"', SLIDY)
    table, unfinished = slidy / "slidy.table", slidy / "slidy.table.unfinished"
    if not table.exists():
        note("slidy builds its table, which takes minutes")
        build = meter.run([str(program), "build", str(unfinished)])
        unfinished.rename(table)
        note(f"slidy has built its table once: {size(table)}, {time(build.seconds)}, {memory(build.kib)}")
    boards = output([fifteen, "random", "-n", str(count), "--seed", str(seed)])
    # For boards that are already solved, a program loads its tables but does not search.
    solved = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0\n" * count
    command = [fifteen, "solve", "--metric", "multi-tile", "-j", "1", "--json"]
    what = "random 4x4 boards, where one move can slide several tiles of a row or column"
    return Task(f"{count:,} {what}", boards.splitlines(), {
        "fifteen": Job(command, json_lengths, boards, solved),
        f"slidy {SLIDY_VERSION}": Job([str(program), "solve", str(table)], first_words, boards, solved),
    })


def fifteen_block(fifteen: str, block: Block, folder: Path) -> Job:
    """Writes the puzzle in the notation of `fifteen`, with the goal beside the start."""
    keys = ["pieces: rush-hour"] * block.locked + ["goal: by-shape"] * block.by_shape
    rows = [f"{a:10}{b}" for a, b in zip(block.start.split(), block.goal.split())]
    file = folder / f"fifteen-{BLOCKS.index(block)}.txt"
    file.write_text("\n".join([f"## {block.name}", *keys, f"{'start':10}goal", *rows, ""]))
    return Job([fifteen, "blocks", "solve", str(file), "--metric", "any-path", "-j", "1", "--json"], json_lengths)


def pieces(board: str) -> dict[str, list[tuple[int, int]]]:
    """Returns the cells of every piece, row by row. All walls together count as one piece."""
    found: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(board.split()):
        for x, character in enumerate(row):
            if character != ".":
                found.setdefault(character, []).append((x, y))
    return found


def shape(cells: list[tuple[int, int]]) -> str:
    """Returns the cells of a piece relative to its first cell, in the notation of js2."""
    (left, top), *_ = cells
    return " ".join(f"({x - left},{y - top})" for x, y in cells)


def js2_rules(block: Block) -> str:
    """Returns the puzzle in the notation of js2, where pieces of the same type can take each other's place."""
    start, goal = pieces(block.start), pieces(block.goal)
    rows = block.start.split()
    lines = [f"xsize: {len(rows[0])}", f"ysize: {len(rows)}"]
    lines += [f"wall: ({x},{y})" for x, y in start.pop("#", [])]
    goal.pop("#", None)
    types: dict[str, int] = {}

    def number(name: str, cells: list[tuple[int, int]]) -> int:
        """Returns the type of a piece, and defines the type when it is first needed."""
        is_alone = name in goal and not block.by_shape
        key = f"{name} alone" if is_alone else shape(cells)
        if key not in types:
            types[key] = len(types) + 1
            lines.append(f"piece: {types[key]} {shape(cells)}")
            if block.locked:
                lines.append(f"{'locky' if cells[0][1] == cells[-1][1] else 'lockx'}: {types[key]}")
        return types[key]

    for command, board in ("put", start), ("win", goal):
        for name, cells in board.items():
            kind, (x, y) = number(name, cells), cells[0]
            lines.append(f"{command}: {kind} ({x},{y})")
    return "\n".join([*lines, "numthreads: 1", "bigmem: 1000000000", "smallmem: 10000000", ""])


def js2_length(text: str) -> list[int]:
    """Returns the number of moves that js2 found: it draws the start and the position after each move,
    with empty lines between them."""
    _, found, solution = text.partition("found win!!!")
    return [len(solution.strip().split("\n\n")) - 1] if found else []


def js2_block(program: Path, block: Block, folder: Path) -> Job:
    file = folder / f"js2-{BLOCKS.index(block)}.txt"
    file.write_text(js2_rules(block))
    return Job([str(program), str(file)], js2_length)


def sliding_blocks_block(program: Path, block: Block) -> Job:
    """Returns the job for sliding-blocks, which expects spaces for walls."""
    maps = [board.replace(" ", "\n").replace("#", " ") for board in (block.start, block.goal)]
    return Job([str(program), *maps], first_number)


def hrd_length(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"At least need (\d+) step", text)]


def block_tasks(fifteen: str, arguments: argparse.Namespace, folder: Path) -> list[Task]:
    """Returns the tasks of solving the block puzzles, each for the programs that can express its rules."""
    tasks = [Task(block.name, [block.name], {"fifteen": fifteen_block(fifteen, block, folder)}) for block in BLOCKS]
    if arguments.js2:
        output(["make", "-C", str(arguments.js2)])
        name, program = f"js2 {version(arguments.js2)}", arguments.js2.resolve() / "js2"
        for task, block in zip(tasks, BLOCKS):
            task.jobs[name] = js2_block(program, block, folder)
    if arguments.sliding_blocks:
        path = json.dumps(str(arguments.sliding_blocks.resolve()))
        program = cargo_project(folder / "sliding-blocks", f"sliding-blocks = {{ path = {path} }}", SLIDING_BLOCKS)
        name = f"sliding-blocks {version(arguments.sliding_blocks)}"
        for task, block in zip(tasks, BLOCKS):
            if not block.locked and not block.by_shape:
                task.jobs[name] = sliding_blocks_block(program, block)
    if arguments.hrd_database:
        engine = arguments.hrd_database.resolve() / "src/engine"
        output(["make", "-C", str(engine)])
        name = f"HRD_Database {version(arguments.hrd_database)}"
        for task, block in zip(tasks, BLOCKS):
            if block.code:
                task.jobs[name] = Job([str(engine / "engine"), "--cal", block.code], hrd_length)
    return [task for task in tasks if len(task.jobs) > 1]


def check(task: Task, lengths: dict[str, list[int]]) -> None:
    """Compares the lengths of every program with those of `fifteen`."""
    ours = lengths["fifteen"]
    for name, theirs in lengths.items():
        if len(theirs) != len(task.boards):
            fail(f"{task.name}: {name} solved {len(theirs)} of {len(task.boards)} boards")
        for board, a, b in zip(task.boards, ours, theirs):
            if a != b:
                fail(f"{board}: {a} moves in fifteen, {b} moves in {name}")


def measure(task: Task, meter: Meter, runs: int) -> list[str]:
    """Runs the jobs of a task in turn, and returns a table row for each program other than `fifteen`."""
    done: dict[str, list[Run]] = {name: [] for name in task.jobs}
    for number in range(1, runs + 1):
        for name, job in task.jobs.items():
            note(f"{task.name}: {name}, run {number} of {runs}")
            done[name].append(meter.run(job.command, job.stdin))
        lengths = {name: job.lengths(done[name][-1].output) for name, job in task.jobs.items()}
        check(task, lengths)
    moves = f"{task.name}, {sum(lengths['fifteen']):,} moves"
    cells = {name: cell(job, done[name], meter) for name, job in task.jobs.items()}
    ours = cells.pop("fifteen")
    return [f"| {moves} | {ours} | {name}: {theirs} |" for name, theirs in cells.items()]


def cell(job: Job, runs: list[Run], meter: Meter) -> str:
    """Returns the median time and memory of a program, with the time for its tables, which is measured once."""
    used = time(statistics.median(run.seconds for run in runs))
    if job.idle_stdin:
        used += f" ({time(meter.run(job.command, job.idle_stdin).seconds)} of them for tables)"
    return f"{used}, {memory(statistics.median(run.kib for run in runs))}"


def time(seconds: float) -> str:
    if seconds < 0.001:
        return "below 1 ms"
    if seconds < 0.1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"


def memory(kib: float) -> str:
    megabytes = kib * 1024 / 1e6
    return f"{megabytes:.1f} MB" if megabytes < 10 else f"{megabytes:.0f} MB"


def size(file: Path) -> str:
    return f"{file.stat().st_size / 1e6:.0f} MB"


def table(tasks: list[Task], meter: Meter, runs: int) -> list[str]:
    """Returns the table of README.md, with a row for each task and each program other than `fifteen`."""
    lines = ["| the same task on the same machine | `fifteen` | the other program |", "| --- | ---: | ---: |"]
    for task in tasks:
        lines += measure(task, meter, runs)
    return lines


def conditions(fifteen: str, runs: int) -> str:
    """Returns the sentences below the table, which name the version, the date and the machine."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    processor = found.group(1) if found else "an unknown processor"
    load = f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    name = output([fifteen, "--version"]).splitlines()[0]
    many = f"medians of {runs} runs" if runs > 1 else "a single run"
    return (f"User time and peak memory, {many}, one thread each: {name}, {datetime.date.today()}, {processor}. "
            f"The load of the machine at the end was {load}. All solution lengths agree.")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fifteen", type=Path, default=ROOT / "target/release/fifteen", metavar="PROGRAM",
                        help="the program fifteen [default: the release build of this checkout]")
    parser.add_argument("--slidy", type=Path, metavar="FOLDER",
                        help="run slidy; the folder is for its Cargo project and its table of 151 MB, which takes "
                             "minutes to build and is used again the next time")
    for name in "js2", "sliding-blocks", "hrd-database":
        parser.add_argument(f"--{name}", type=Path, metavar="CHECKOUT", help=f"run {name} from this checkout")
    parser.add_argument("--boards", type=int, default=1000, metavar="N",
                        help="number of boards for slidy [default: 1000, which take minutes for each run]")
    parser.add_argument("--seed", type=int, default=1, help="seed of these boards [default: 1]")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="number of runs [default: 3]")
    arguments = parser.parse_args()
    if arguments.boards < 1 or arguments.runs < 1:
        parser.error("the numbers of boards and of runs must be at least 1")
    return arguments


def main() -> None:
    arguments = parse()
    if not arguments.fifteen.exists():
        fail(f"there is no {arguments.fifteen}; run 'cargo build --release', or name the program with --fifteen")
    fifteen = str(arguments.fifteen.resolve())
    for name in "slidy", "js2", "sliding_blocks", "hrd_database":
        if not getattr(arguments, name):
            note(f"{name.replace('_', '-')}: skipped, because --{name.replace('_', '-')} was not given")
    with tempfile.TemporaryDirectory() as folder:
        meter = Meter(Path(folder))
        tasks = block_tasks(fifteen, arguments, Path(folder))
        if arguments.slidy:
            slidy = arguments.slidy.resolve()
            tasks.insert(0, tiles(fifteen, slidy, meter, arguments.boards, arguments.seed))
        if not tasks:
            fail("no other program was given; --help lists them")
        print("\n".join(table(tasks, meter, arguments.runs)))
        print(f"\n{conditions(fifteen, arguments.runs)}")


if __name__ == "__main__":
    main()
