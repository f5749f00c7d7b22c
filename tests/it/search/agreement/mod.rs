//! Random boards of random sizes and goals, solved in every way that can finish.
//!
//! In each round a size, a goal and partitions are drawn, tables of both kinds are built and saved, and some boards are
//! solved with every heuristic, algorithm and mode. All proven lengths must be equal, every path must lead to the goal,
//! no bound and no value of a heuristic may exceed the length, and all numbers of shortest solutions must be the same.

mod draw;
mod ways;

use std::collections::BTreeMap;

use fifteen_solver::{Board, Solution, Status};

use self::draw::Round;
use self::ways::Way;
use crate::support::repeats;

/// A fault, in words.
type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

#[test]
fn all_ways_agree() {
    let (rounds, mut random) = repeats(12);
    let (mut boards, mut unsolved, mut solved) = (0, 0, BTreeMap::new());
    for number in 0..rounds {
        let round = Round::draw(&mut random).unwrap();
        let ways = ways::open(&round).unwrap();
        for board in &round.boards {
            let truth = Truth::of(&round, board, &ways, &mut solved)
                .unwrap_or_else(|e| panic!("round {number}, goal {}, board {board}: {e}", round.goal));
            boards += 1;
            unsolved += u64::from(truth.length.is_none());
        }
    }
    // Boards that are too hard for all limits, and ways that never finish, compare nothing.
    assert!(unsolved * 5 < boards, "{unsolved} of {boards} boards are not solved");
    let words = "ida |fast|astar|bfs|wrong-way|additive|zero-aware|walking-distance|default|in memory|all of|count";
    for word in words.split('|') {
        assert!(solved.iter().any(|(name, &solved)| name.contains(word) && solved > 0), "{word}: {solved:?}");
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
    /// Solves a board in all ways, and counts by way the solutions that were found.
    fn of(round: &Round, board: &Board, ways: &[Way], solved: &mut BTreeMap<String, u64>) -> Result<Self> {
        let mut truth = Self::default();
        for way in ways {
            let solution = way.solver.solve(board, &way.options)?;
            truth.hold(way, board, &round.goal, &solution).map_err(|e| format!("{}: {e}", way.name))?;
            *solved.entry(way.name.clone()).or_default() += u64::from(solution.status == Status::Solved);
            *solved.entry("count".to_owned()).or_default() += u64::from(solution.solutions.is_some());
        }
        Ok(truth)
    }

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
