//! `cargo xtask deep-boards`: all boards of the 15-puzzle that need 78 moves or more, found from the 17 that need 80.
//!
//! Depths of neighbours differ by 1. So boards of 78 and 80 moves are all that matters: those of 79 are the boards that
//! have no other neighbours. From each board that is found the search goes on to the boards two moves away, and to
//! those in which three tiles are exchanged in a cycle: boards that no path of deep boards connects differ by little.
//! Reflections, and solutions read backwards where the blank is in a corner, lead to more.
//!
//! Of these candidates the most promising are taken first. Most are ruled out by their value, or because a narrow beam
//! finds 76 moves; the others are searched to 76 moves. A board is kept if there is no solution. The published counts
//! say when all are found. Verdicts are kept in a file, so that the task goes on where it was ended.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use fifteen_data::{deepest15, depth_counts, hardest17};
use fifteen_solver::puzzle::{GoalMap, Metric, Symmetry};
use fifteen_solver::{
    Algorithm, Board, Goal, HeuristicSpec, Limits, Mode, MoveOrder, Options, Setup, Size, Solver, batch,
};

use crate::Result;
use crate::paths::{root, target_folder};

/// Find more boards for data/deepest15.txt (hours), from those that it has
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The heuristic, whose tables are built where there are none
    #[arg(long, value_name = "H", default_value = "7-8")]
    heuristic: HeuristicSpec,
    /// The file of verdicts [default: deep-boards.txt in the target folder]
    #[arg(long, value_name = "FILE")]
    verdicts: Option<PathBuf>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

/// The smallest depth that is looked for.
const DEPTH: u32 = 78;
/// Values that candidates must have, one after the other: where no candidate is left, the next.
const VALUES: [u32; 4] = [68, 66, 64, 62];
/// The width of the beam that rules candidates out.
const BEAM: &str = "beam:500";
/// Candidates that are searched before new ones are made.
const ROUND: usize = 500;

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut hunt = Hunt::new(args)?;
    let all = (counted(DEPTH)? + counted(DEPTH + 2)?) as usize;
    let mut values = VALUES.iter().peekable();
    while hunt.full().len() < all {
        eprintln!("{} of {all} boards", hunt.full().len());
        let Some(&&least) = values.peek() else {
            hunt.write()?;
            return Err("no candidates are left, and boards are missing".into());
        };
        if hunt.round(least)? == 0 {
            values.next();
        }
    }
    hunt.write()
}

/// The published number of boards of a depth.
fn counted(depth: u32) -> Result<u64> {
    let size = Size::new(4, 4)?;
    let counts = depth_counts().into_iter().find(|c| c.size == size && c.metric == Metric::SingleTile);
    counts.and_then(|c| c.counts.get(depth as usize).copied()).ok_or_else(|| "the depth is not counted".into())
}

struct Hunt {
    solver: Solver,
    beam: Solver,
    threads: usize,
    goal: Board,
    reflection: GoalMap,
    verdicts: PathBuf,
    /// Each stands for its orbit, as its least board.
    deep: HashSet<Board>,
    shallow: HashSet<Board>,
    /// Candidates, and from how many deep boards each was reached.
    candidates: HashMap<Board, u32>,
    expanded: HashSet<Board>,
    values: HashMap<Board, u32>,
}

impl Hunt {
    fn new(args: &Args) -> Result<Self> {
        let goal = Goal::First.board(Size::new(4, 4)?)?;
        let solver = Setup { goal: Goal::First, heuristic: Some(args.heuristic.clone()), ..Setup::default() }
            .open(goal.size())?;
        let beam = solver.with_algorithm(BEAM.parse::<Algorithm>()?, None);
        let reflection = GoalMap::reflection(&goal).ok_or("the goal has no reflection")?;
        let verdicts = args.verdicts.clone().unwrap_or_else(|| target_folder().join("deep-boards.txt"));
        let threads = batch::threads_or_all(args.threads);
        let mut hunt = Self {
            solver,
            beam,
            threads,
            goal,
            reflection,
            verdicts,
            deep: HashSet::new(),
            shallow: HashSet::new(),
            candidates: HashMap::new(),
            expanded: HashSet::new(),
            values: HashMap::new(),
        };
        for deep in deepest15().iter().filter(|deep| deep.length % 2 == 0) {
            let first = hunt.first_of_orbit(deep.board);
            hunt.deep.insert(first);
        }
        for line in fs::read_to_string(&hunt.verdicts).unwrap_or_default().lines() {
            let Some((digits, verdict)) = line.split_once(' ') else { continue };
            let Some(board) = board_of(digits, goal.size()) else { continue };
            if verdict == "deep" {
                hunt.deep.insert(board)
            } else {
                hunt.shallow.insert(board)
            };
        }
        Ok(hunt)
    }

    /// Tests the most promising candidates; returns the number tested.
    fn round(&mut self, least: u32) -> Result<usize> {
        let new: Vec<Board> = self.deep.difference(&self.expanded).copied().collect();
        for board in new {
            self.expand(board);
        }
        let open = |board: &&Board| !self.deep.contains(board) && !self.shallow.contains(board);
        let mut open: Vec<Board> = self.candidates.keys().filter(open).copied().collect();
        let unknown: Vec<Board> = open.iter().filter(|board| !self.values.contains_key(board)).copied().collect();
        let states = unknown.iter().map(|board| self.solver.space().state(board)).collect::<Result<Vec<_>, _>>()?;
        let found = self.solver.tile_heuristic().values(&states).map_err(|(_, error)| error)?;
        self.values.extend(unknown.into_iter().zip(found));
        open.retain(|board| self.values[board] >= least);
        // The tiles break ties, so that the order does not depend on hashing.
        let key = |board: &Board| (self.candidates[board] + self.values[board], board.tiles().to_vec());
        open.sort_by_cached_key(|board| std::cmp::Reverse(key(board)));
        open.truncate(ROUND);
        let mut file = OpenOptions::new().create(true).append(true).open(&self.verdicts)?;
        let (solver, beam) = (&self.solver, &self.beam);
        let work = |board: Board| is_deep(solver, beam, &board).map(|deep| (board, deep));
        let mut failed: Result<()> = Ok(());
        batch::in_order(open.iter().copied(), self.threads, work, |tested| {
            failed = tested.map_err(Into::into).and_then(|(board, deep)| {
                if deep {
                    self.deep.insert(board)
                } else {
                    self.shallow.insert(board)
                };
                Ok(writeln!(file, "{} {}", digits(&board), if deep { "deep" } else { "shallow" })?)
            });
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        failed?;
        Ok(open.len())
    }

    /// Adds the boards near a deep one to the candidates.
    fn expand(&mut self, board: Board) {
        // Reading backwards does not carry neighbours to neighbours.
        let orbit = self.orbit(board);
        let mut near: HashSet<Board> =
            orbit.iter().flat_map(|board| neighbours(board).iter().flat_map(neighbours).collect::<Vec<_>>()).collect();
        let tiles = board.tiles();
        let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != 0).collect();
        for (i, &a) in cells.iter().enumerate() {
            for &b in &cells[i + 1..] {
                // Each cycle once: its first cell is the least.
                for &c in cells[i + 1..].iter().filter(|&&c| c != b) {
                    let mut cycled = tiles.to_vec();
                    (cycled[a], cycled[b], cycled[c]) = (tiles[b], tiles[c], tiles[a]);
                    near.extend(Board::new(board.size(), &cycled).ok());
                }
            }
        }
        let near: HashSet<Board> = near.into_iter().map(|board| self.first_of_orbit(board)).collect();
        for other in near {
            *self.candidates.entry(other).or_default() += 1;
        }
        self.expanded.insert(board);
    }

    /// The board and those that have the same depth for reasons of symmetry.
    fn orbit(&self, board: Board) -> Vec<Board> {
        let mut orbit = vec![board];
        let mut next = 0;
        while let Some(&board) = orbit.get(next) {
            for other in [self.reflection.board(&board), self.backwards(&board)].into_iter().flatten() {
                if !orbit.contains(&other) {
                    orbit.push(other);
                }
            }
            next += 1;
        }
        orbit
    }

    fn first_of_orbit(&self, board: Board) -> Board {
        self.orbit(board).into_iter().min_by_key(|board| board.tiles().to_vec()).unwrap_or(board)
    }

    /// The board whose solutions are those of another one, read backwards and turned, if a symmetry carries its blank
    /// to the goal's. With the blank first, the number of a tile is its cell in the goal.
    fn backwards(&self, board: &Board) -> Option<Board> {
        let size = board.size();
        let symmetry = Symmetry::carrying(size, board.blank(), self.goal.blank())?;
        let mut tiles = vec![0; size.cells()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            tiles[symmetry.apply(size, usize::from(tile))] = symmetry.apply(size, cell) as u8;
        }
        Board::new(size, &tiles).ok()
    }

    /// All deep boards, of even depth.
    fn full(&self) -> HashSet<Board> {
        self.deep.iter().flat_map(|&board| self.orbit(board)).collect()
    }

    /// Writes the rows of the data file: one board of each pair of reflections.
    fn write(&self) -> Result<()> {
        let even = self.full();
        let odd: HashSet<Board> = even.iter().flat_map(neighbours).collect();
        let odd: Vec<Board> = odd.into_iter().filter(|b| neighbours(b).iter().all(|n| even.contains(n))).collect();
        let hardest = hardest17(Goal::First);
        let mut rows: Vec<String> = Vec::new();
        for (depth, board) in odd.into_iter().map(|b| (79, b)).chain(even.into_iter().map(|b| (78, b))) {
            let is_first = self.reflection.board(&board).is_none_or(|other| digits(&board) <= digits(&other));
            if is_first && !hardest.contains(&board) {
                rows.push(format!("{depth} {}", digits(&board)));
            }
        }
        rows.sort_by(|a, b| b[..2].cmp(&a[..2]).then_with(|| a.cmp(b)));
        let path = root().join("data/deepest15.txt");
        let old = fs::read_to_string(&path).unwrap_or_default();
        let head: String = old.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        fs::write(path, format!("{head}{}\n", rows.join("\n")))?;
        Ok(())
    }
}

/// True if a board has no solution of fewer than [`DEPTH`] moves.
fn is_deep(solver: &Solver, beam: &Solver, board: &Board) -> Result<bool, fifteen_solver::SolveError> {
    let limits = Limits { depth: Some(DEPTH - 2), ..Limits::default() };
    let options = Options { limits, mode: Mode::Fast { threads: 1 }, ..Options::default() };
    if beam.solve(board, &options)?.length.is_some() {
        return Ok(false);
    }
    Ok(solver.solve(board, &options)?.bound >= DEPTH)
}

fn neighbours(board: &Board) -> Vec<Board> {
    MoveOrder::ULRD.directions().into_iter().filter_map(|direction| board.moved(direction)).collect()
}

/// The tiles as hexadecimal digits.
fn digits(board: &Board) -> String {
    board.tiles().iter().map(|tile| format!("{tile:x}")).collect()
}

fn board_of(digits: &str, size: Size) -> Option<Board> {
    let tiles: Option<Vec<u8>> = digits.chars().map(|digit| digit.to_digit(16).map(|tile| tile as u8)).collect();
    Board::new(size, &tiles?).ok()
}
