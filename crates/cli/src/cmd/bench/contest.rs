//! Running the entrants: opening each, and telling a person how it goes.

use std::ops::ControlFlow;
use std::time::Instant;

use fifteen_lab::BenchRecord;
use fifteen_lab::InstanceSet;
use fifteen_lab::contest::{Contest, Watch};
use fifteen_solver::{Algorithm, HeuristicSpec, Solution, Solver, SolverBuilder};
use indicatif::ProgressBar;

use crate::exit::Failure;
use crate::terminal::ui::Ui;

/// A heuristic with an algorithm.
#[derive(Debug, Clone)]
pub(super) struct Entrant {
    /// None: the strongest there is.
    pub heuristic: Option<HeuristicSpec>,
    pub algorithm: Algorithm,
}

/// A solver, and how long it took to open.
struct Opened {
    solver: Solver,
    seconds: f64,
}

impl Entrant {
    /// Runs the entrant over the boards; none if Ctrl-C came before the first was done.
    pub(super) fn run(
        &self,
        contest: &mut Contest,
        set: &InstanceSet,
        builder: &SolverBuilder,
        ui: &Ui,
    ) -> Result<Option<BenchRecord>, Failure> {
        let Opened { solver, seconds } = self.open(set, builder, ui)?;
        let with = solver.heuristic().map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
        let name = format!("{}{with}", solver.algorithm());
        let bar = ui.bar(&name, Some(set.instances.len() as u64)).with_message("boards");
        let record = contest.run(&solver, seconds, &mut Shown { set, name: &name, bar: &bar, ui });
        bar.finish_and_clear();
        Ok(record?)
    }

    /// Opens a solver, and then again with the digests of its tables checked, which is not part of the time.
    fn open(&self, set: &InstanceSet, builder: &SolverBuilder, ui: &Ui) -> Result<Opened, Failure> {
        let Entrant { heuristic, algorithm } = self;
        let builder = builder.clone().algorithm(*algorithm);
        let builder = heuristic.iter().fold(builder, |builder, heuristic| builder.heuristic(heuristic.clone()));
        let started = Instant::now();
        let solver = builder.open(set.size)?;
        let seconds = started.elapsed().as_secs_f64();
        for note in solver.notes() {
            ui.note(note);
        }
        let named = heuristic.as_ref().is_none_or(HeuristicSpec::needs_tables);
        let solver = if named && algorithm.takes_heuristic() { builder.check(true).open(set.size)? } else { solver };
        Ok(Opened { solver, seconds })
    }
}

/// What a person sees of an entrant's run.
struct Shown<'a> {
    set: &'a InstanceSet,
    name: &'a str,
    bar: &'a ProgressBar,
    ui: &'a Ui,
}

impl Watch for Shown<'_> {
    fn board(&mut self, board: usize, _: &Solution, wrong: Option<&str>) -> ControlFlow<()> {
        if let Some(wrong) = wrong {
            let instance = &self.set.instances[board];
            self.ui.error(format_args!("board {} ({}), {}: {wrong}", instance.number, instance.board, self.name));
        }
        self.bar.inc(1);
        ControlFlow::Continue(())
    }
}
