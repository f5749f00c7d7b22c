//! `solve`: shortest solutions of a board, and good ones before they are proven.

use std::sync::Arc;
use std::time::Duration;

use fifteen_solver::record::BoardRecord;
use fifteen_solver::search::ida::shared::{SharedSearch, SubtreeCounts, SubtreePart};
use fifteen_solver::{
    Algorithm, AnytimeOptions, Board, Convention, LimitKind, Mode, Options, Path, Request, SearchEvent, Setup,
    Solution, Solver, Status,
};
use serde::Deserialize;
use serde_json::json;

use crate::board::{BoardText, board_and_goal};
use crate::events::{Event, Events};
use crate::failure::Failure;
use crate::limits::Limits;
use crate::parse::{maybe, validated};
use crate::sharing::{Lead, Missing, SharedHeuristic, SharedWork};
use crate::solvers::Opened;
use crate::work::{Prepared, Question, Work};

/// A board to be solved, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    board: BoardText,
    size: Option<String>,
    goal: Option<String>,
    heuristic: Option<String>,
    algorithm: Option<String>,
    mode: Option<String>,
    all: Option<usize>,
    stats: Option<bool>,
    moves: Option<String>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// `dfs`: to the depths 0, 1, 2 and so on.
    deepening: Option<bool>,
    /// A percentage: end as soon as the best solution is at most so much longer than the proven bound.
    within: Option<f64>,
    /// End with the first solution.
    first: Option<bool>,
    /// The unit in which moves are counted.
    metric: Option<String>,
}

/// A board to be searched.
struct Solve {
    board: Board,
    /// The one solver.
    opened: Vec<Opened>,
    request: Request,
    /// The shortest solution that any run has found.
    best: Option<Path>,
    /// The state of a search that several processes share, in the process that leads.
    lead: Option<Lead>,
}

impl Question for Query {
    fn prepare(self, limits: &Limits) -> Result<Prepared, Failure> {
        let (board, goal) = board_and_goal(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let request = validated(Request {
            setup: Setup {
                goal,
                metric: maybe(self.metric.as_deref())?.unwrap_or_default(),
                heuristic: maybe(self.heuristic.as_deref())?,
                algorithm: maybe(self.algorithm.as_deref())?.unwrap_or_default(),
                deepening: self.deepening.unwrap_or(false),
                ..Setup::default()
            },
            search: Options {
                // On one thread, since other clients may want to search too.
                mode: maybe(self.mode.as_deref())?.unwrap_or(Mode::Fast { threads: 1 }),
                all: self.all,
                anytime: Some(AnytimeOptions { within: self.within, first: self.first.unwrap_or(false) }),
                nodes: self.nodes,
                depth: self.depth,
                time: Some(limits.time(self.seconds)?),
                memory: Some(limits.memory_bytes),
                ..Options::default()
            },
            convention: maybe(self.moves.as_deref())?.unwrap_or_default(),
            stats: self.stats.unwrap_or(false),
        })?;
        Limits::check(&request.search)?;
        let solver = vec![(request.clone(), board.size())];
        Ok(Prepared::new(solver, move |opened| Solve { board, opened, request, best: None, lead: None }))
    }
}

impl Work for Solve {
    fn run(&mut self, slice: Option<Duration>, out: &mut dyn Events) -> bool {
        let Some(solver) = self.begin(out) else { return true };
        let mut options = self.request.search.clone();
        options.cancel = Some(out.cancel_flag());
        // A search with a shorter limit of its own runs to that.
        let slice = slice.filter(|&slice| options.time.is_none_or(|time| slice < time));
        options.time = slice.or(options.time);
        let (best, convention) = (&mut self.best, self.request.convention);
        let on_event = &mut |event| match event {
            SearchEvent::Iteration(iteration) => out.send(Event::new("iteration", &iteration)),
            SearchEvent::Solution { path, bound } => take(best, path, bound, convention, out),
            _ => (),
        };
        let mut result = solver.solve_with_events(&self.board, &options, on_event);
        if slice.is_some() && result.as_ref().is_ok_and(|found| found.status == Status::Limit(LimitKind::Time)) {
            return false;
        }
        if let Ok(solution) = &mut result {
            self.keep_best(solution);
        }
        out.send(Event::new("result", &BoardRecord::new(1, self.board, &solver, result, &self.request)));
        true
    }

    /// Only IDA* in fast mode is cut into subtrees. With a limit of nodes it stops at the same node everywhere.
    fn shared(&mut self) -> Option<&mut dyn SharedWork> {
        let Options { mode, all, nodes, .. } = self.request.search;
        let is_cut = matches!(mode, Mode::Fast { .. }) && all.is_none() && nodes.is_none();
        (is_cut && self.request.setup.algorithm == Algorithm::Ida && !self.opened.is_empty()).then_some(self)
    }
}

impl SharedWork for Solve {
    fn heuristic(&self) -> SharedHeuristic {
        SharedHeuristic::of(&self.opened[0].solver)
    }

    fn lead(&mut self, processes: usize, out: &mut dyn Events) -> Option<Missing> {
        let mut options = self.request.search.clone();
        let is_first = self.lead.is_none();
        let mut lead = self.lead.take().unwrap_or_else(|| Lead::new(options.time.unwrap_or(Duration::MAX)));
        let solver = if is_first { self.begin(out)? } else { Arc::clone(&self.opened[0].solver) };
        options.cancel = Some(out.cancel_flag());
        options.time = lead.left();
        if options.time.is_none() {
            lead.search.expire();
        }
        let search = Arc::clone(&lead.search);
        options.shared = Some(Arc::clone(&search));
        let (best, convention) = (&mut self.best, self.request.convention);
        let mut iterations = lead.iterations();
        let mut result = solver.solve_with_events(&self.board, &options, &mut |event| match event {
            SearchEvent::Iteration(iteration) => iterations.add(iteration, out),
            SearchEvent::Solution { path, bound } => {
                iterations.send(out);
                take(best, path, bound, convention, out);
            }
            _ => (),
        });
        if let Some(wanted) = search.wanted() {
            let left = lead.left().unwrap_or_default();
            self.lead = Some(lead);
            return Some(Missing { wanted, left });
        }
        iterations.send(out);
        if let Ok(solution) = &mut result {
            solution.seconds = lead.elapsed().as_secs_f64();
            self.keep_best(solution);
        }
        let mut request = self.request.clone();
        request.search.mode = request.search.mode.on(processes);
        out.send(Event::new("result", &BoardRecord::new(1, self.board, &solver, result, &request)));
        None
    }

    fn add(&mut self, bound: u32, first: usize, results: Vec<SubtreeCounts>) {
        if let Some(lead) = &self.lead {
            lead.search.add(bound, first, results);
        }
    }

    fn part(&mut self, part: SubtreePart) -> Vec<SubtreeCounts> {
        let search = Arc::new(SharedSearch::part(part));
        let time = self.lead.as_ref().map_or(self.request.search.time, Lead::left);
        let shared = Some(Arc::clone(&search));
        let options = Options { anytime: None, time, shared, ..self.request.search.clone() };
        // An error is the leader's too, who reports it.
        let _ = self.opened[0].solver.solve(&self.board, &options);
        search.results()
    }
}

impl Solve {
    /// The solver, once its notes are sent.
    fn begin(&self, out: &mut dyn Events) -> Option<Arc<Solver>> {
        let Some(Opened { solver, notes, .. }) = self.opened.first() else {
            out.send(Event::error("the question came without its solver"));
            return None;
        };
        notes.iter().for_each(|note| out.send(Event::new("note", &json!({ "text": note }))));
        Some(Arc::clone(solver))
    }

    /// Puts the best solution of an earlier run in place of a longer one, or of none: a run on a busy core may come to
    /// its limit of time sooner.
    fn keep_best(&mut self, solution: &mut Solution) {
        let best = self.best.take().filter(|best| is_shorter(best, solution.moves.as_ref()));
        if let Some(best) = best {
            solution.length = Some(best.len_in(self.request.setup.metric) as u32);
            solution.moves = Some(best);
            solution.shortest = solution.length == Some(solution.bound);
            if solution.shortest {
                solution.status = Status::Solved;
            }
        }
    }
}

/// Takes a solution, and sends it, if it is the shortest so far.
fn take(best: &mut Option<Path>, path: Path, bound: u32, convention: Convention, out: &mut dyn Events) {
    if is_shorter(&path, best.as_ref()) {
        let solution = json!({ "upper": path.len(), "bound": bound, "moves": path.letters(convention) });
        out.send_at_once(Event::new("solution", &solution));
        *best = Some(path);
    }
}

fn is_shorter(path: &Path, than: Option<&Path>) -> bool {
    than.is_none_or(|other| path.len() < other.len())
}
