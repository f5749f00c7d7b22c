//! The run of one candidate: its solver over all boards, with a bar, and each wrong result as an error.

use std::ops::ControlFlow;

use fifteen_lab::{Benchmark, BenchmarkObserver, BenchmarkRecord, Candidate, Instance, InstanceSet};
use fifteen_solver::{Solution, Solver, SolverBuilder};
use indicatif::ProgressBar;

use crate::exit::Failure;
use crate::terminal::ui::Ui;

/// The solver of a candidate, and the seconds in which it was opened.
pub(super) struct Opened {
    solver: Solver,
    seconds: f64,
}

impl Opened {
    /// Opens a candidate; `builder` has everything but heuristic and algorithm.
    pub(super) fn new(
        candidate: &Candidate,
        set: &InstanceSet,
        builder: &SolverBuilder,
        ui: &Ui,
    ) -> Result<Self, Failure> {
        let (solver, seconds) = candidate.open(set, builder, |note| ui.note(note))?;
        Ok(Self { solver, seconds })
    }

    /// True if one of the runs had this heuristic and algorithm: without tables the default is one of the other heuristics.
    pub(super) fn is_among(&self, records: &[BenchmarkRecord]) -> bool {
        let algorithm = self.solver.algorithm().to_string();
        let same = |record: &BenchmarkRecord| {
            record.algorithm == algorithm && record.heuristic.as_deref() == self.solver.heuristic()
        };
        records.iter().any(same)
    }

    /// Solves the boards; none if Ctrl-C came before the first was solved.
    pub(super) fn run(
        &self,
        benchmark: &mut Benchmark,
        boards: &[Instance],
        ui: &Ui,
    ) -> Result<Option<BenchmarkRecord>, Failure> {
        let with = self.solver.heuristic().map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
        let name = format!("{}{with}", self.solver.algorithm());
        let bar = ui.bar(&name, Some(boards.len() as u64)).with_message("boards");
        let record = benchmark.run(&self.solver, self.seconds, &mut Reporter { boards, name: &name, bar: &bar, ui });
        bar.finish_and_clear();
        Ok(record?)
    }
}

/// Shows the progress of a run, and reports wrong results.
struct Reporter<'a> {
    boards: &'a [Instance],
    name: &'a str,
    bar: &'a ProgressBar,
    ui: &'a Ui,
}

impl BenchmarkObserver for Reporter<'_> {
    fn board(&mut self, board: usize, _: &Solution, wrong: Option<&str>) -> ControlFlow<()> {
        if let Some(wrong) = wrong {
            let Instance { number, board, .. } = &self.boards[board];
            self.ui.error(format_args!("board {number} ({board}), {}: {wrong}", self.name));
        }
        self.bar.inc(1);
        ControlFlow::Continue(())
    }
}
