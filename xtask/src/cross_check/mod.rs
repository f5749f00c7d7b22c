//! `cargo xtask cross-check`: random boards of random sizes and goals, solved in every way that can finish.
//!
//! In each round a size, a goal and partitions are drawn, tables of both kinds are built and saved, and some boards are
//! solved with every heuristic, algorithm and mode. All proven lengths must be equal, every path must lead to the goal,
//! no bound and no value of a heuristic may exceed the length, and all numbers of shortest solutions must be the same.

mod draw;
mod ways;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fifteen_solver::{Board, Solution, Status};

use self::draw::Round;
use self::ways::Way;
use crate::Result;

/// Solve random boards in every way and compare
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Time to run; the round that is under way is finished
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// The seed: the same seed gives the same rounds
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Counts of what was compared.
#[derive(Debug, Default)]
struct Tally {
    rounds: u64,
    boards: u64,
    /// Boards for which every way came to its limit.
    unsolved: u64,
    paths: u64,
    counts: u64,
    longest: u32,
    /// By board size: boards.
    sizes: BTreeMap<String, u64>,
    /// By way: boards solved, and boards given up at a limit.
    ways: BTreeMap<String, (u64, u64)>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (started, mut tally) = (Instant::now(), Tally::default());
    while started.elapsed() < Duration::from_secs(args.seconds) {
        let number = tally.rounds;
        tally.round(args.seed, number).map_err(|e| format!("seed {}, round {number}: {e}", args.seed))?;
    }
    tally.print(started.elapsed());
    Ok(())
}

impl Tally {
    fn round(&mut self, seed: u64, number: u64) -> Result<()> {
        let round = Round::draw(seed, number)?;
        let ways = ways::open(&round)?;
        for board in &round.boards {
            self.board(&round, board, &ways).map_err(|e| format!("goal {}, board {board}: {e}", round.goal))?;
        }
        self.rounds += 1;
        Ok(())
    }

    fn board(&mut self, round: &Round, board: &Board, ways: &[Way]) -> Result<()> {
        let mut truth = Truth::default();
        for way in ways {
            let solution = way.solver.solve(board, &way.options)?;
            truth.hold(way, board, &round.goal, &solution).map_err(|e| format!("{}: {e}", way.name))?;
            let (solved, limited) = self.ways.entry(way.name.clone()).or_default();
            if solution.status == Status::Solved {
                *solved += 1
            } else {
                *limited += 1
            };
            let paths = solution.all_moves.map_or(usize::from(solution.moves.is_some()), |all| all.len());
            self.paths += paths as u64;
            self.counts += u64::from(solution.solutions.is_some());
        }
        self.boards += 1;
        self.unsolved += u64::from(truth.length.is_none());
        self.longest = self.longest.max(truth.length.unwrap_or(0));
        *self.sizes.entry(round.goal.size().to_string()).or_default() += 1;
        Ok(())
    }

    fn print(&self, elapsed: Duration) {
        let sizes: Vec<_> = self.sizes.iter().map(|(size, boards)| format!("{size}: {boards}")).collect();
        println!("boards by size: {}", sizes.join(", "));
        println!("{:>9} {:>9}  way", "solved", "limited");
        for (name, (solved, limited)) in &self.ways {
            println!("{solved:>9} {limited:>9}  {name}");
        }
        let solved: u64 = self.ways.values().map(|(solved, _)| solved).sum();
        println!(
            "{} rounds, {} boards ({} too hard for all limits) of up to {} moves, {solved} solutions compared, {} paths replayed, {} numbers of solutions \
             compared, in {:.0} s: all equal",
            self.rounds,
            self.boards,
            self.unsolved,
            self.longest,
            self.paths,
            self.counts,
            elapsed.as_secs_f64()
        );
    }
}

/// Facts about a board that solutions have proven so far.
#[derive(Debug, Default)]
struct Truth {
    length: Option<u32>,
    solutions: Option<u64>,
    /// The largest bound or value that was said to be no more than the length.
    bound: u32,
}

impl Truth {
    /// Holds a solution to all that is known, and adds to that.
    fn hold(&mut self, way: &Way, board: &Board, goal: &Board, solution: &Solution) -> Result<(), String> {
        for path in solution.moves.iter().chain(solution.all_moves.iter().flatten()) {
            if !path.solves(board, goal) || Some(path.len() as u32) != solution.length {
                return Err(format!("{} moves {path:?} do not lead to the goal", path.len()));
            }
        }
        if solution.status == Status::Solved && solution.moves.is_none() {
            return Err("solved without a path".to_owned());
        }
        if way.optimal && solution.status == Status::Solved && !solution.shortest {
            return Err("the length is not proven".to_owned());
        }
        if solution.shortest {
            let length = solution.length.ok_or("proven without a length")?;
            if *self.length.get_or_insert(length) != length {
                return Err(format!("{length} moves, but {:?} are needed", self.length));
            }
        }
        if let Some(solutions) = solution.solutions.filter(|_| solution.shortest)
            && *self.solutions.get_or_insert(solutions) != solutions
        {
            return Err(format!("{solutions} shortest solutions, but there are {:?}", self.solutions));
        }
        self.bound = self.bound.max(solution.bound).max(solution.h0);
        match self.length {
            Some(length) if self.bound > length => Err(format!("a bound of {} above the length {length}", self.bound)),
            Some(length) if solution.length.is_some_and(|found| found < length) => Err("too short a path".to_owned()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short run, always the same; `cargo xtask cross-check` is the long one.
    #[test]
    fn all_ways_agree() {
        let mut tally = Tally::default();
        for number in 0..12 {
            tally.round(0, number).unwrap_or_else(|e| panic!("round {number}: {e}"));
        }
        assert!(tally.boards >= 24 && tally.unsolved < 6 && tally.counts > tally.boards, "{tally:?}");
        let finished = |word: &str| tally.ways.iter().any(|(name, (solved, _))| name.contains(word) && *solved > 0);
        for word in
            ["ida ", "fast", "astar", "bfs", "wrong-way", "additive", "zero-aware", "walking-distance", "all of"]
        {
            assert!(finished(word), "{word}: {tally:?}");
        }
    }
}
