//! Running the entrants: opening, searching, checking, timing.

use std::time::Instant;

use fifteen::published::InstanceSet;
use fifteen::record::{BenchRecord, Tally};
use fifteen::{Algorithm, Board, HeuristicSpec, Options, Solution, Solver, SolverBuilder, Status};

use crate::exit::Failure;
use crate::interrupt;
use crate::ui::Ui;

/// A heuristic with an algorithm.
#[derive(Debug, Clone)]
pub(super) struct Entrant {
    /// None: the strongest there is.
    pub heuristic: Option<HeuristicSpec>,
    pub algorithm: Algorithm,
}

/// A pass over the boards that is shorter than this is repeated, for the sake of its time.
const SHORT: f64 = 1.0;
/// Passes over the boards at most.
const RUNS: usize = 5;

/// The boards, what is known of them, and how they are searched.
pub(super) struct Contest<'a> {
    set: &'a InstanceSet,
    goal: Option<Board>,
    /// The shortest length of each board: from the set, or from the first search that proved it.
    known: Vec<Option<u32>>,
    options: Options,
    ui: &'a Ui,
}

/// A solver, and how long it took to open.
struct Opened {
    solver: Solver,
    seconds: f64,
}

impl<'a> Contest<'a> {
    pub(super) fn new(set: &'a InstanceSet, options: Options, ui: &'a Ui) -> Self {
        let known = set.instances.iter().map(|instance| instance.length).collect();
        Self { set, goal: set.goal.board(set.size).ok(), known, options, ui }
    }

    /// Runs an entrant over the boards; none if Ctrl-C came before the first was done.
    pub(super) fn run(&mut self, entrant: &Entrant, builder: &SolverBuilder) -> Result<Option<BenchRecord>, Failure> {
        let Opened { solver, seconds } = self.open(entrant, builder)?;
        let name = solver.heuristic().map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
        let bar = self.ui.bar(format_args!("{}{name}", solver.algorithm()), Some(self.set.instances.len() as u64));
        let bar = bar.with_message("boards");
        let mut tally = Tally::default();
        for (index, instance) in self.set.instances.iter().enumerate() {
            let found = solver.solve(&instance.board, &self.options)?;
            // The board in work when Ctrl-C came is not on equal terms with the others.
            if interrupt::requested() {
                break;
            }
            match self.check(index, &found) {
                Ok(()) => (),
                Err(what) => {
                    tally.mismatches += 1;
                    let number = instance.number;
                    self.ui.error(format_args!(
                        "board {number} ({}), {}{name}: {what}",
                        instance.board, entrant.algorithm
                    ));
                }
            }
            tally.add(&found, self.known[index]);
            bar.inc(1);
        }
        bar.finish_and_clear();
        if tally.boards() == 0 {
            return Ok(None);
        }
        let times = self.times(&solver, &tally)?;
        Ok(Some(BenchRecord::new(self.set, &solver, seconds, &tally, &times, self.options.mode)))
    }

    /// Opens a solver, and then again with the digests of its tables checked, which is not part of the time.
    fn open(&self, entrant: &Entrant, builder: &SolverBuilder) -> Result<Opened, Failure> {
        let Entrant { heuristic, algorithm } = entrant;
        let builder = builder.clone().algorithm(*algorithm);
        let builder = heuristic.iter().fold(builder, |builder, heuristic| builder.heuristic(heuristic.clone()));
        let started = Instant::now();
        let solver = builder.open(self.set.size)?;
        let seconds = started.elapsed().as_secs_f64();
        for note in solver.notes() {
            self.ui.note(note);
        }
        let named = heuristic.as_ref().is_none_or(HeuristicSpec::needs_tables);
        let solver =
            if named && algorithm.takes_heuristic() { builder.check(true).open(self.set.size)? } else { solver };
        Ok(Opened { solver, seconds })
    }

    /// Checks a solution by replaying it, and its length against what is known.
    fn check(&mut self, index: usize, found: &Solution) -> Result<(), String> {
        let board = &self.set.instances[index].board;
        let known = &mut self.known[index];
        if let (Some(path), Some(goal)) = (&found.moves, &self.goal) {
            if !path.solves(board, goal) || found.length != Some(path.len() as u32) {
                return Err("the solution does not solve the board".to_owned());
            }
            if found.shortest && known.is_none() {
                *known = found.length;
            }
        }
        if found.status == Status::Exhausted {
            return Err("no solution was found, though there is one".to_owned());
        }
        let Some(known) = *known else { return Ok(()) };
        match found.length {
            Some(length) if found.shortest && length != known => {
                Err(format!("the length is {length}, but the shortest is {known}"))
            }
            Some(length) if length < known => Err(format!("the length is {length}, but the shortest is {known}")),
            _ if found.bound > known => {
                Err(format!("{} is said to be proven, but the shortest length is {known}", found.bound))
            }
            _ => Ok(()),
        }
    }

    /// The seconds of each pass over the boards. A short one is repeated, and must give the same counts.
    fn times(&self, solver: &Solver, first: &Tally) -> Result<Vec<f64>, Failure> {
        let mut times = vec![first.seconds];
        // A time limit stops elsewhere each time.
        let repeat = first.seconds < SHORT && self.options.time.is_none() && first.boards() == self.known.len();
        while repeat && times.len() < RUNS && !interrupt::requested() {
            let mut again = Tally::default();
            for instance in &self.set.instances {
                again.add(&solver.solve(&instance.board, &self.options)?, None);
            }
            if interrupt::requested() {
                break;
            }
            if again.generated != first.generated || again.expanded != first.expanded {
                return Err(Failure::new(format!("{} does not count the same nodes twice", solver.algorithm())));
            }
            times.push(again.seconds);
        }
        Ok(times)
    }
}
