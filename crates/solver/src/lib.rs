#![doc = include_str!("../README.md")]
//!
//! # The parts of the crate
//!
//! A [`Setup`] selects the goal, the heuristic, the algorithm and the folders with tables (see
//! [`tables`]). [`Limits`] define when a search stops. A [`Solver`] has a single board as its goal,
//! and a [`GoalSolver`] any goal, which can also be a pattern that many boards match.
//!
//! A front end instead fills in a [`Request`], which combines these settings and validates them in
//! one place. A front end also keeps open solvers in a [`SolverCache`] and converts results to JSON
//! with [`record`].
//!
//! [`batch::in_order`] solves many boards on all cores:
//!
//! ```
//! use fifteen_solver::batch::{self, Source};
//! use fifteen_solver::{Board, HeuristicKind, Limits, RandomBoards, Setup, Size, Threads};
//! use std::ops::ControlFlow;
//!
//! let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(Size::new(3, 3)?)?;
//! let boards = RandomBoards::new(*solver.goal(), 1).take(100);
//! let mut longest = 0;
//! let solve = |board: Board| solver.solve(&board, &Limits::default());
//! batch::in_order(boards, Source::Ready, Threads::All, solve, |result| {
//!     longest = longest.max(result.ok().and_then(|s| s.length).unwrap_or(0));
//!     ControlFlow::Continue(())
//! });
//! assert!(longest <= 31);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Setup::function`] accepts a heuristic of your own, and [`distributed`] splits one search over
//! many machines.
//!
//! This crate prints nothing and parses no command line. You can use the crates below it on their
//! own: [`puzzle`] for boards, moves and goals, [`pdb`] for tables and their format, [`search`] for
//! algorithms and heuristics, and `fifteen-blocks` for sliding-block puzzles. `fifteen-lab`
//! compares heuristics, counts states and checks published numbers, `fifteen-draw` draws pictures,
//! and `fifteen-data` contains boards and published numbers.

pub mod batch;
mod cache;
pub mod distributed;
pub mod input;
pub mod json;
pub mod record;
mod remedy;
mod request;
mod scramble;
mod solver;
mod spec;
pub mod tables;

pub use fifteen_pdb as pdb;
pub use fifteen_puzzle as puzzle;
pub use fifteen_resources as resources;
pub use fifteen_search as search;

pub use cache::{CachedSolver, SlideTableCache, SolverCache};
pub use fifteen_pdb::{Collection, Partition, TableKind};
pub use fifteen_puzzle::{
    Board, Convention, Direction, Goal, Metric, MoveOrder, Path, RandomBoards, Size, notation,
};
pub use fifteen_search::tiles::{
    Algorithm, AnytimeEnd, AnytimeOptions, HeuristicKind, IterationEstimate, Mode, SearchEvent,
    TileIda,
};
pub use fifteen_search::{Find, Iteration, LimitKind, Limits, Monitor, Status, Threads};
pub use remedy::{Remedy, TableRemedy};
pub use request::{Field, IdaRequest, Request, RequestError, Within};
pub use scramble::Scrambler;
pub use solver::{
    BoardQueue, GoalSolution, GoalSolver, MissingTables, NamedFunction, OpenError, OpeningNote,
    Pages, QueuedBoard, Setup, Solution, SolutionPath, SolveError, Solver, solve_each,
};
pub use spec::HeuristicSpec;
