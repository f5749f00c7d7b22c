//! The ways to solve a board: heuristics, algorithms and modes, each with limits at which it gives up.

use std::sync::Arc;

use fifteen_solver::{Algorithm, Goal, HeuristicKind, HeuristicSpec, Limits, Mode, Options, Setup, Solver, TableKind};

use super::Result;
use super::draw::Round;

/// One way.
pub(super) struct Way {
    pub(super) name: String,
    pub(super) solver: Arc<Solver>,
    pub(super) options: Options,
    /// Its solutions must be proven to be shortest ones.
    pub(super) optimal: bool,
}

/// Nodes at which a search is given up.
const NODES: u64 = 100_000;

/// The same for algorithms that keep all nodes, or walk through the same boards again and again.
const FEW_NODES: u64 = 30_000;

/// The bytes that a search may keep.
const MEMORY: u64 = 100_000_000;

/// The most shortest solutions that are kept and replayed.
const KEPT: usize = 50;

pub(super) fn open(round: &Round) -> Result<Vec<Way>> {
    let mut ways = Vec::new();
    for spec in heuristics(round) {
        let (goal, tables) = (Goal::Board(round.goal), vec![round.folder.path().into()]);
        let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
        let setup = Setup { goal, tables, check: true, limits, ..Setup::with_heuristic(spec.clone()) };
        let solver = Arc::new(setup.open(round.goal.size())?);
        let name = kind_of(&spec);
        for (mode, options) in modes() {
            let (solver, name) = (Arc::clone(&solver), format!("ida {mode}{name}"));
            ways.push(Way { name, solver, options, optimal: true });
        }
        for algorithm in [Algorithm::Astar, Algorithm::BranchAndBound] {
            // Branch and bound proves nothing until its tree is worked off.
            ways.push(with(&solver, algorithm, &name, algorithm == Algorithm::Astar)?);
        }
    }
    for (name, in_memory) in [("default tables", false), ("tables in memory", true)] {
        let folder = if in_memory { round.folder.path().join("none") } else { round.folder.path().into() };
        let setup = Setup { goal: Goal::Board(round.goal), tables: vec![folder], ..Setup::default() };
        let solver = Arc::new(Setup { in_memory_fallback: in_memory, ..setup }.open(round.goal.size())?);
        ways.push(Way { name: name.to_owned(), solver, options: limits(NODES), optimal: true });
    }
    let blind = [Algorithm::IdaWrongWay, Algorithm::Bfs, Algorithm::BfsTree, Algorithm::Iddfs, Algorithm::Dfs];
    let manhattan = Setup { goal: Goal::Board(round.goal), ..Setup::with_heuristic(HeuristicKind::Manhattan) };
    let solver = manhattan.open(round.goal.size())?;
    for algorithm in blind {
        let optimal = algorithm != Algorithm::Dfs;
        let mut way = with(&solver, algorithm, "", optimal)?;
        if !optimal {
            way.options.limits.depth = Some(40);
        }
        ways.push(way);
    }
    Ok(ways)
}

fn with(solver: &Solver, algorithm: Algorithm, heuristic: &str, optimal: bool) -> Result<Way> {
    let name = format!("{} {heuristic}", algorithm.name());
    let solver = Arc::new(solver.with_algorithm(algorithm, None));
    Ok(Way { name, solver, options: limits(FEW_NODES), optimal })
}

fn limits(nodes: u64) -> Options {
    let limits = Limits { nodes: Some(nodes), memory: Some(MEMORY), ..Limits::default() };
    Options { limits, ..Options::default() }
}

/// Options of IDA*: plain, fast on one thread and on three, all solutions, to the end of the iteration.
fn modes() -> [(&'static str, Options); 5] {
    let with = |change: &dyn Fn(&mut Options)| {
        let mut options = limits(NODES);
        change(&mut options);
        options
    };
    [
        ("", with(&|_| ())),
        ("fast, one thread: ", with(&|o| o.mode = Mode::Fast { threads: 1 })),
        ("fast, three threads: ", with(&|o| o.mode = Mode::Fast { threads: 3 })),
        ("all of them: ", with(&|o| o.all = Some(KEPT))),
        ("to the end: ", with(&|o| o.finish_iteration = true)),
    ]
}

/// Every heuristic: those without tables, both kinds of tables with reflection and without, and maxima of several.
fn heuristics(round: &Round) -> Vec<HeuristicSpec> {
    let mut all: Vec<HeuristicSpec> = vec![HeuristicKind::Manhattan.into()];
    let partition = |number: usize, kind, reflection| {
        let sets = round.partitions[number % round.partitions.len()].clone();
        HeuristicSpec::Tables { sets, kind: Some(kind), reflection }
    };
    for kind in [TableKind::ZeroAware, TableKind::Additive] {
        all.extend([partition(0, kind, true), partition(1, kind, false)]);
    }
    all.push(HeuristicSpec::Max(vec![
        HeuristicKind::LinearConflict.into(),
        partition(0, TableKind::ZeroAware, true),
        partition(1, TableKind::Additive, true),
    ]));
    all.extend([HeuristicKind::LinearConflict, HeuristicKind::Misplaced, HeuristicKind::Zero].map(Into::into));
    // Its tables grow fast with the sides.
    if round.goal.size().width().max(round.goal.size().height()) <= 4 {
        all.push(HeuristicKind::WalkingDistance.into());
    }
    all
}

/// The heuristic without its tiles.
fn kind_of(spec: &HeuristicSpec) -> String {
    match spec {
        HeuristicSpec::Tables { kind, reflection, .. } => {
            let reflection = if *reflection { " + reflection" } else { "" };
            format!("{} tables{reflection}", kind.unwrap_or_default())
        }
        HeuristicSpec::Max(parts) => format!("max({})", parts.iter().map(kind_of).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
