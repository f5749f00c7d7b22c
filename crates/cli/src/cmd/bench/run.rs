//! The run of one candidate: its solver over all boards, with a bar, and each wrong result as an error.

use std::ops::ControlFlow;

use anyhow::Result;
use fifteen_lab::{
    Benchmark, BenchmarkObserver, BenchmarkRecord, BoardLine, Candidate, Configuration, Instance, InstanceRecord,
    InstanceSet, ResultFolder, ResultFolderError,
};
use fifteen_solver::{Mode, Setup, Solution, Solver};
use indicatif::ProgressBar;

use crate::terminal::ui::Ui;

/// The solver of a candidate, and the seconds in which it was opened.
pub(super) struct Opened {
    solver: Solver,
    seconds: f64,
}

impl Opened {
    /// Opens a candidate; `setup` has everything but heuristic and algorithm.
    pub(super) fn new(candidate: &Candidate, set: &InstanceSet, setup: &Setup, ui: &Ui) -> Result<Self> {
        let (solver, seconds) = candidate.open(set, setup, |note| ui.note(note))?;
        Ok(Self { solver, seconds })
    }

    /// True if one of the runs had this heuristic and algorithm: without tables the default is one of the other
    /// heuristics.
    pub(super) fn is_among(&self, records: &[BenchmarkRecord]) -> bool {
        let algorithm = self.solver.algorithm().to_string();
        let same = |record: &BenchmarkRecord| {
            record.algorithm == algorithm && record.heuristic.as_deref() == self.solver.heuristic()
        };
        records.iter().any(same)
    }

    /// Solves the boards that the folder does not have, and keeps their results there; none if Ctrl-C came before the
    /// first was solved.
    pub(super) fn run(
        &self,
        benchmark: &mut Benchmark,
        boards: &[Instance],
        mode: Mode,
        folder: Option<&mut ResultFolder>,
        ui: &Ui,
    ) -> Result<Option<BenchmarkRecord>> {
        let configuration = Configuration::new(&self.solver, mode, self.seconds);
        let name = configuration.name();
        let bar = ui.bar(&name, Some(boards.len() as u64)).with_message("boards");
        let keeper = folder.map(|folder| Keeper { folder, configuration: configuration.clone(), failure: None });
        let mut reporter = Reporter { boards, name: &name, keeper, bar: &bar, ui };
        let record = benchmark.run(&self.solver, configuration, &mut reporter);
        bar.finish_and_clear();
        match reporter.keeper.and_then(|keeper| keeper.failure) {
            Some(failure) => Err(failure.into()),
            None => Ok(record?),
        }
    }
}

/// The folder that keeps the results of a run.
struct Keeper<'a> {
    folder: &'a mut ResultFolder,
    configuration: Configuration,
    /// The folder did not take a result.
    failure: Option<ResultFolderError>,
}

/// Shows the progress of a run, keeps its results, and reports wrong ones.
struct Reporter<'a> {
    boards: &'a [Instance],
    name: &'a str,
    keeper: Option<Keeper<'a>>,
    bar: &'a ProgressBar,
    ui: &'a Ui,
}

impl BenchmarkObserver for Reporter<'_> {
    fn kept(&mut self, board: usize) -> Option<&BoardLine> {
        let keeper = self.keeper.as_ref()?;
        let line = keeper.folder.results().find(&keeper.configuration, &self.boards[board].board.to_string())?;
        self.bar.inc(1);
        Some(line)
    }

    fn board(&mut self, board: usize, found: &Solution, known: Option<u32>, wrong: Option<&str>) -> ControlFlow<()> {
        if let Some(wrong) = wrong {
            let Instance { number, board, .. } = &self.boards[board];
            self.ui.error(format_args!("board {number} ({board}), {}: {wrong}", self.name));
        }
        self.bar.inc(1);
        let Some(Keeper { folder, configuration, failure }) = &mut self.keeper else {
            return ControlFlow::Continue(());
        };
        let Instance { number, board, .. } = &self.boards[board];
        let line = BoardLine {
            configuration: configuration.clone(),
            board: board.to_string(),
            found: InstanceRecord::new(*number, found),
            peak_bytes: found.peak_bytes,
            known,
            wrong: wrong.map(str::to_owned),
        };
        match folder.add(line) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                *failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
