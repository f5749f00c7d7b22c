//! [`LargeBoard::search`]: finds a first solution of a large board at once, and then better ones.

use fifteen_puzzle::{Direction, Path};

use super::beam::Beam;
use super::pace::{NextBeam, Pace, PaceWidth};
use super::plan::Plan;
use super::{LargeBoard, tile_by_tile};
use crate::storage::Budget;
use crate::tiles::AnytimeOptions;
use crate::tiles::beam::MAX_WIDTH;
use crate::{LimitKind, Limits, Outcome, Status};

/// Maximum number of cells of the *core*, which is the part of the board that a beam solves last,
/// as a whole. It is 16 for beams narrower than [`WIDE`], and 36 for all other beams. A large core
/// makes solutions shorter, but a narrow beam often fails to solve it.
const CORES: [usize; 2] = [16, 36];
/// Minimum width, in nodes per layer, of the beams that use the larger core of 36 cells.
const WIDE: usize = 1 << 13;
/// After a beam search has generated n nodes, local improvement of its solution may generate n / 8
/// more.
const IMPROVEMENT: u64 = 8;

/// An anytime search for solutions of one board.
struct Search<'a> {
    board: &'a LargeBoard,
    bound: u32,
    options: AnytimeOptions,
    limits: &'a Limits,
    on_solution: &'a mut dyn FnMut(&Path),
    budget: Budget,
    generated: u64,
    /// The shortest solution so far.
    best: Vec<Direction>,
}

impl LargeBoard {
    /// Searches for shorter and shorter solutions, and calls `on_solution` with each of them.
    /// Returns `None` if the goal is unreachable.
    ///
    /// The search ends when it reaches a limit, when the solution is good enough for
    /// [`AnytimeOptions::end`], or when its length equals the Manhattan distance. Otherwise it runs
    /// until its memory is exhausted. Unless memory runs out, the solutions do not depend on the
    /// number of threads, so a limit on the number of nodes always leads to the same result.
    pub fn search(
        &self,
        options: AnytimeOptions,
        limits: &Limits,
        on_solution: &mut dyn FnMut(&Path),
    ) -> Option<Outcome<Path>> {
        if !self.is_blank_last() {
            // The search solves the top rows and left columns first, so the blank's goal has to be
            // the last cell. If it is the first cell, search the board turned by 180 degrees.
            let turned_back = |path: &Path| {
                let directions = path.directions().iter();
                Path::new(directions.map(|direction| direction.opposite()).collect())
            };
            let outcome = self.turned().search(options, limits, &mut |path| {
                on_solution(&turned_back(path));
            })?;
            return Some(outcome.map_paths(|path| turned_back(&path)));
        }
        let bound = self.bound()?;
        let mut search = Search {
            board: self,
            bound,
            options,
            limits,
            on_solution,
            budget: Budget::new(limits.memory),
            generated: 0,
            best: tile_by_tile::solution(self)?,
        };
        let kind = search.run();
        let length = search.best.len() as u32;
        let is_allowed = !limits.forbids(length);
        let shortest = is_allowed && length == bound;
        Some(Outcome {
            status: if shortest {
                Status::Solved
            } else {
                Status::Limit(kind)
            },
            length: is_allowed.then_some(length),
            moves: is_allowed.then(|| Path::new(search.best)),
            shortest,
            bound,
            h0: bound,
            generated: search.generated,
            peak_bytes: search.budget.peak(),
            ..Outcome::default()
        })
    }

    /// Returns the board and its goal, rotated by 180 degrees.
    fn turned(&self) -> Self {
        let last = self.tiles.len() - 1;
        let (blank, goal) = self.blank;
        let tiles = self.tiles.iter().rev();
        Self {
            width: self.width,
            tiles: tiles.map(|&tile| last as u8 - tile).collect(),
            blank: (last - blank, last - goal),
        }
    }

    fn is_blank_last(&self) -> bool {
        self.blank.1 > 0
    }
}

impl Search<'_> {
    /// Runs increasingly wide beam searches until the search ends. Returns why it ended.
    fn run(&mut self) -> LimitKind {
        self.report();
        let Err(kind) = self.run_beams() else {
            return LimitKind::Gap;
        };
        // The limits leave too little for another beam, but a local improvement can still use the
        // rest.
        self.improve(u64::MAX).err().unwrap_or(kind)
    }

    /// Runs beam searches until the best solution is good enough.
    ///
    /// # Errors
    /// Returns the limit if one is reached earlier.
    fn run_beams(&mut self) -> Result<(), LimitKind> {
        let (start, width) = (&self.board.tiles, self.board.width);
        let threads = self.options.threads.count();
        let mut plans = CORES.map(|most| Plan::new(width, start.len() / width, most));
        let [small_core, large_core] = &mut plans;
        large_core.share_distances(small_core);
        let mut pace = Pace::new(self.limits);
        let mut widest = MAX_WIDTH;
        if self.is_good_enough() {
            return Ok(());
        }
        // Preparing the plan with the small core is enough. The other plan begins with the same
        // groups, and shares their distance tables.
        plans[0].prepare(threads, self.limits, &mut self.budget)?;
        while !self.is_good_enough() {
            let most = (self.best.len() as u32).saturating_sub(2);
            let most = self.limits.depth.map_or(most, |depth| depth.min(most));
            let (plan, width) = self.next_beam(&pace, &plans, most, widest)?;
            pace.begin(width, self.generated);
            let beam = Beam::new(plan, width, &pace, most, threads, self.limits);
            let before = self.generated;
            let found = beam.search(start, &mut self.budget, &mut self.generated);
            if found == Err(LimitKind::Memory) {
                // `bytes_per_node` is only an estimate, so a beam can still run out of memory. A
                // narrower beam can succeed.
                widest = width.average / 2;
                continue;
            }
            let found = found?;
            pace.end(width);
            if let Some(path) = found {
                self.take(path);
                if self.is_good_enough() {
                    return Ok(());
                }
                self.improve((self.generated - before) / IMPROVEMENT)?;
            }
        }
        Ok(())
    }

    /// Returns the plan and the width of the next beam. The width is at most `widest`, and the beam
    /// looks for solutions of at most `most` moves.
    ///
    /// # Errors
    /// Returns the limit that leaves too few nodes, too little time or too little memory for
    /// another beam.
    fn next_beam<'p>(
        &self,
        pace: &Pace<'_>,
        plans: &'p [Plan; 2],
        most: u32,
        widest: usize,
    ) -> Result<(&'p Plan, PaceWidth), LimitKind> {
        let beam = |plan: &Plan| {
            let layers = plan.layers(0, most);
            let fitting = self.budget.left() / Beam::bytes_per_node(plan, layers) as u64;
            NextBeam {
                generated: self.generated,
                layers,
                fitting: usize::try_from(fitting).unwrap_or(usize::MAX).min(widest),
            }
        };
        let [small_core, large_core] = plans;
        let width = pace.next_width(&beam(small_core))?;
        // With a large core, a beam has fewer stages and therefore fewer layers. The final beam can
        // then be wider and still use the same number of nodes.
        let wide = if width.is_final() {
            pace.final_width(&beam(large_core))
        } else {
            width
        };
        Ok(if wide.average >= WIDE {
            (large_core, wide)
        } else {
            (small_core, width)
        })
    }

    /// Improves the best solution locally, generating at most `nodes` nodes.
    fn improve(&mut self, nodes: u64) -> Result<(), LimitKind> {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let nodes = nodes.min(most - self.generated);
        let mut path = self.best.clone();
        let before = path.len();
        let limits = self.limits;
        let end = self
            .board
            .improve(&mut path, nodes, limits, &mut self.generated);
        if path.len() < before {
            self.best = path;
            self.report();
        }
        end
    }

    /// Stores a path found by the beam search if it is a better solution than the best one so far.
    fn take(&mut self, path: Vec<Direction>) {
        if path.len() < self.best.len() && self.board.is_solved_by(&path) {
            self.best = path;
            self.report();
        }
    }

    /// Reports the best solution, unless it is longer than [`Limits::depth`] allows.
    fn report(&mut self) {
        if self.limits.forbids(self.best.len() as u32) {
            return;
        }
        if let Some(monitor) = &self.limits.monitor {
            monitor.set_upper(self.best.len() as u32);
        }
        (self.on_solution)(&Path::new(self.best.clone()));
    }

    fn is_good_enough(&self) -> bool {
        let length = self.best.len() as u32;
        let is_allowed = !self.limits.forbids(length);
        is_allowed && (length == self.bound || self.options.end.accepts(length, self.bound))
    }
}
