//! The API request `bench`. It compares heuristics: each of them solves the same boards.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_lab::{
    Benchmark, BenchmarkLine, BenchmarkObserver, BenchmarkResults, BenchmarkTerms, InstanceSet,
    RandomSet,
};
use fifteen_solver::puzzle::parity;
use fifteen_solver::record::BoardRecord;
use fifteen_solver::search::Instant;
use fifteen_solver::{Board, IdaRequest, Iteration, Limits, Request, Setup, Size, Threads};
use serde::Deserialize;
use serde_json::json;

use crate::parse::maybe;
use crate::policy::{BOARDS, HEURISTICS, of_memory};
use crate::solvers::OpeningFailure;
use crate::{Engine, Event, Failure, Policy, Search, Solvers, board};

/// Message for the client if the time limit ends a comparison before all heuristics have run.
const STOPPED: &str = "stopped: the comparison took longer than one may take here";

/// Request to compare heuristics on a set of boards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BenchQuestion {
    boards: Option<Vec<board::BoardText>>,
    set: Option<String>,
    goal: Option<String>,
    size: Option<String>,
    heuristics: Vec<String>,
    algorithm: Option<String>,
    mode: Option<String>,
    /// Time limit for each board, in seconds.
    time_limit: Option<f64>,
}

/// A comparison of heuristics, validated and ready to run.
struct Bench {
    set: InstanceSet,
    /// One solver request for each heuristic to compare.
    heuristics: Vec<Request>,
    request: Request,
    /// Time limit for the whole comparison, with all its heuristics and boards.
    time: Duration,
}

impl BenchQuestion {
    pub(crate) fn prepare(self, engine: &Engine) -> Result<Box<dyn Search>, Failure> {
        let policy = &engine.policy;
        let set = set(&self)?;
        let algorithm = maybe(self.algorithm.as_deref())?.unwrap_or_default();
        let request = Request {
            setup: Setup {
                goal: set.goal,
                algorithm,
                ..Setup::default()
            },
            ida: IdaRequest {
                mode: maybe(self.mode.as_deref())?.unwrap_or_default(),
                threads: Threads::ONE,
                ..IdaRequest::default()
            },
            limits: of_memory(policy.memory_bytes),
            time: Some(policy.time(self.time_limit)?),
            ..Request::default()
        };
        let heuristics = &self.heuristics;
        // If the algorithm uses no heuristic, the list of heuristics can be empty, and the
        // algorithm runs once. Otherwise the list must contain at least one heuristic.
        let once = heuristics.is_empty() && !algorithm.takes_heuristic();
        if !once && heuristics.is_empty() || heuristics.len() > HEURISTICS {
            return Err(Failure::refused(format!(
                "there are {} heuristics in 'heuristics'; compare 1 to {HEURISTICS}",
                heuristics.len()
            )));
        }
        let request_of = |name: &String| {
            let setup = Setup {
                heuristic: maybe(Some(name.as_str()))?,
                ..request.setup.clone()
            };
            Policy::validated(Request {
                setup,
                ..request.clone()
            })
        };
        let mut requests = heuristics
            .iter()
            .map(request_of)
            .collect::<Result<Vec<_>, Failure>>()?;
        let request = Policy::validated(request)?;
        if once {
            requests.push(request.clone());
        }
        let time = policy.time(None)?.saturating_mul(2);
        for request in &requests {
            engine.solvers.check(request, set.size)?;
        }
        Ok(Box::new(Bench {
            set,
            heuristics: requests,
            request,
            time,
        }))
    }
}

/// Returns the boards on which to compare heuristics. The request either lists the boards, or names
/// a set of boards, such as `random:10:1`.
fn set(query: &BenchQuestion) -> Result<InstanceSet, Failure> {
    let size = maybe::<Size>(query.size.as_deref())?;
    let goal = query
        .goal
        .as_deref()
        .map(|text| board::goal(Some(text), size))
        .transpose()?;
    let few = |count: usize| {
        let many = || {
            Failure::refused(format!(
                "{count} boards are more than are compared here; send at most {BOARDS}"
            ))
        };
        if count > BOARDS { Err(many()) } else { Ok(()) }
    };
    match (&query.boards, query.set.as_deref()) {
        (Some(texts), None) => {
            few(texts.len())?;
            let goal = goal.unwrap_or_default();
            let boards = texts
                .iter()
                .map(|text| text.read(size))
                .collect::<Result<Vec<_>, _>>()?;
            let size = boards.first().map_or_else(|| goal.size(size), Board::size);
            let end = goal.board(size).map_err(Failure::refused)?;
            for (number, board) in (1..).zip(&boards) {
                parity::check(board, &end)
                    .map_err(|error| Failure::refused(format!("board {number}: {error}")))?;
            }
            InstanceSet::of_boards("boards", size, goal, boards).map_err(Failure::refused)
        }
        (None, Some(name)) => {
            // Check the number of random boards before generating them. A client can ask for any
            // number, for example with the name `random:1000000:1`.
            if let Some(Ok(random)) = RandomSet::of_name(name) {
                few(random.count)?;
            }
            let set = InstanceSet::named(name, size, goal).map_err(Failure::refused)?.ok_or_else(|| {
                let sets = InstanceSet::offered();
                Failure::refused(format!(
                    "there is no set of that name; there are {sets}; at most {BOARDS} boards are compared here"
                ))
            })?;
            few(set.instances.len())?;
            Ok(set)
        }
        _ => Err(Failure::refused("give either 'boards' or 'set'")),
    }
}

impl Search for Bench {
    fn time(&self) -> Duration {
        self.time
    }

    fn run(
        &mut self,
        solvers: &Solvers,
        slice: Option<Duration>,
        cancel: &Arc<AtomicBool>,
        send: &mut dyn FnMut(Event),
    ) -> Result<bool, Failure> {
        if slice.is_some() {
            return Ok(false);
        }
        let mut request = self.request.clone();
        request.limits.cancel = Some(Arc::clone(cancel));
        let terms = BenchmarkTerms::new("", &self.set, &request);
        let mut benchmark =
            match Benchmark::new(&self.set, request, terms, BenchmarkResults::default()) {
                Ok(benchmark) => benchmark,
                Err(error) => {
                    send(Event::error(&error.to_string()));
                    return Ok(true);
                }
            };
        let begun = Instant::now();
        let opening_limits = Limits {
            deadline: begun.checked_add(self.time),
            cancel: Some(Arc::clone(cancel)),
            ..Limits::default()
        };
        for (heuristic, request) in self.heuristics.iter().enumerate() {
            let opened = match solvers.open(request, self.set.size, &opening_limits) {
                Ok(opened) => opened,
                Err(OpeningFailure::Stopped(_)) => {
                    send(Event::note(STOPPED));
                    break;
                }
                Err(OpeningFailure::Failed(failure)) => return Err(failure),
            };
            for note in &opened.notes {
                send(Event::note(note));
            }
            let mut relay = Relay {
                bench: self,
                heuristic,
                begun,
                send,
            };
            let solver = opened.solver.board_solver().ok_or_else(|| {
                Failure::refused("heuristics are compared for a goal that is a single board")
            })?;
            if let Err(error) = benchmark.run(solver, opened.seconds, &mut relay) {
                send(Event::error(&error.to_string()));
                return Ok(true);
            }
            if begun.elapsed() > self.time {
                send(Event::note(STOPPED));
                break;
            }
        }
        send(Event::new(
            "done",
            &json!({ "records": benchmark.into_results().records() }),
        ));
        Ok(true)
    }
}

/// Sends events to the client while one heuristic solves the boards.
struct Relay<'a> {
    bench: &'a Bench,
    heuristic: usize,
    begun: Instant,
    send: &'a mut dyn FnMut(Event),
}

impl BenchmarkObserver for Relay<'_> {
    fn iteration(&mut self, board: usize, i: &Iteration) {
        let (heuristic, bound, expanded, generated) =
            (self.heuristic, i.bound, i.expanded, i.generated);
        let event = json!({
            "board": board, "heuristic": heuristic, "bound": bound, "expanded": expanded, "generated": generated,
            "number": self.bench.set.instances[board].number
        });
        (self.send)(Event::new("iteration", &event));
    }

    fn searched(
        &mut self,
        board: usize,
        record: BoardRecord,
        line: &BenchmarkLine,
    ) -> ControlFlow<()> {
        let record = BoardRecord {
            line: board as u64 + 1,
            ..record
        };
        let event = json!({ "board": board, "heuristic": self.heuristic, "record": record, "number": line.board_number });
        (self.send)(Event::new("record", &event));
        if self.begun.elapsed() > self.bench.time {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
