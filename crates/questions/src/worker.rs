//! [`Worker`]: runs one search at a time for a Web Worker, with all tables in memory.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_solver::pdb::{self, Header, Table, TableBuilder};
use fifteen_solver::resources::Threads;
use fifteen_solver::tables::TableStore;
use fifteen_solver::{Goal, Partition, Size, TableKind};

use crate::{Engine, Event, Failure, Policy, Search, Solvers};

/// Maximum duration of a search, in seconds. A large limit is harmless, because the user can stop a
/// search at any time.
const SECONDS: f64 = 3600.0;
/// Maximum memory for the nodes and states of a search, in bytes. WebAssembly has at most 4 GiB of
/// memory, and the tables need some of it.
const MEMORY_BYTES: u64 = 1 << 30;
/// Maximum size of a request, in bytes. The HTTP server has the same limit.
const BODY_BYTES: usize = 64 << 10;

/// An engine, its tables and its current search.
pub(crate) struct Worker {
    pub(crate) engine: Engine,
    search: Option<Box<dyn Search>>,
    store: Arc<TableStore>,
    /// Number of tables that the page already has. They come first in `store`, and `built_tables`
    /// skips them.
    shared: usize,
}

impl Worker {
    /// Creates a worker without tables. `workers` is the number of workers that the page runs in
    /// parallel.
    pub(crate) fn new(workers: usize) -> Self {
        let store = Arc::<TableStore>::default();
        let policy = Policy {
            time_limit: SECONDS,
            memory_bytes: MEMORY_BYTES,
            searches: workers,
            queue: 0,
            body_bytes: BODY_BYTES,
        };
        let engine = Engine::new(policy, Solvers::with_store(Arc::clone(&store)));
        Self {
            engine,
            search: None,
            store,
            shared: 0,
        }
    }

    /// Prepares the search that a request describes, and opens its solver. [`run`](Self::run) then
    /// runs the search.
    pub(crate) fn begin(&mut self, path: &str, body: &str) -> Result<(), Failure> {
        self.search = None;
        let mut search = self.engine.prepare(path, body.as_bytes())?;
        search.open(&self.engine.solvers)?;
        self.search = Some(search);
        Ok(())
    }

    /// Runs the search until it ends, but for at most `slice` if a value is given. Returns whether
    /// the search has ended.
    ///
    /// If `slice` ends first, only the solutions found so far are sent. All other events are
    /// dropped, because the next call starts the search again and sends them then.
    pub(crate) fn run(
        &mut self,
        slice: Option<Duration>,
        send: &mut dyn FnMut(Event),
    ) -> Result<bool, Failure> {
        let Some(mut search) = self.search.take() else {
            return Ok(true);
        };
        // The page stops a search by terminating its Web Worker, so this cancellation flag is never
        // set.
        let never = Arc::<AtomicBool>::default();
        let mut held = Vec::new();
        let solvers = &self.engine.solvers;
        let ended = search.run(solvers, slice, &never, &mut |event| match slice {
            Some(_) if event.name != "solution" => held.push(event),
            _ => send(event),
        })?;
        if ended {
            held.into_iter().for_each(send);
        } else {
            self.search = Some(search);
        }
        Ok(ended)
    }

    /// Adds a table, given the content of its file. If `check` is true, first verifies the checksum
    /// of the table's entries.
    pub(crate) fn add_table(&mut self, bytes: Vec<u8>, check: bool) -> Result<(), Failure> {
        let table = Table::open(bytes).map_err(Failure::bad)?;
        if check {
            table.verify().map_err(Failure::bad)?;
        }
        self.store.add(Arc::new(table));
        self.shared = self.store.tables().len();
        // Cached solvers were opened without the new table, so empty the cache.
        self.engine.solvers.tables_changed();
        Ok(())
    }

    /// Returns the tables that were built since the last call, each as a file name and the content
    /// of the file.
    pub(crate) fn built_tables(&mut self) -> Vec<(String, Vec<u8>)> {
        let tables = self.store.tables();
        let name = |header: &Header| pdb::file::file_name(header.pattern(), header.kind());
        let new = tables
            .iter()
            .skip(self.shared)
            .map(|table| (name(table.header()), file(table)));
        let new = new.collect();
        self.shared = tables.len();
        new
    }
}

/// Returns the file names of a partition's zero-aware tables for the default goal.
pub(crate) fn table_names(size: &str, partition: &str) -> Result<Vec<String>, Failure> {
    let partition = read_partition(size, partition)?;
    let file_name = |pattern| pdb::file::file_name(pattern, TableKind::ZeroAware);
    Ok(partition.patterns().iter().map(file_name).collect())
}

/// Builds one table of a partition for the default goal, and returns the content of its file.
/// `progress` is called with the number of entries found so far and their total number.
pub(crate) fn build_table(
    size: &str,
    partition: &str,
    index: usize,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Vec<u8>, Failure> {
    let partition = read_partition(size, partition)?;
    let pattern = partition
        .patterns()
        .get(index)
        .ok_or_else(|| Failure::bad("there is no such table"))?;
    let table = TableBuilder::new()
        .threads(Threads::ONE)
        .on_progress(|at| {
            progress(at.entries, at.total);
            ControlFlow::Continue(())
        })
        .build(pattern)
        .map_err(Failure::bad)?;
    Ok(file(&table))
}

fn read_partition(size: &str, partition: &str) -> Result<Partition, Failure> {
    let goal = Goal::default()
        .board(size.parse::<Size>().map_err(Failure::bad)?)
        .map_err(Failure::bad)?;
    Partition::parse(partition, &goal).map_err(Failure::bad)
}

fn file(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(table.header().file_len() as usize);
    // Writing to a vector cannot fail.
    let _ = table.write(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    use serde_json::{Value, json};

    /// A board whose shortest solution has 52 moves.
    const BOARD: &str = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";

    type Events = Vec<(&'static str, Value)>;

    /// Runs a search in time slices of the given lengths, in milliseconds, and then without a limit
    /// to its end. Returns its events, without notes and elapsed times.
    fn worked(worker: &mut Worker, path: &str, question: &Value, slices: &[u64]) -> Events {
        worker
            .begin(path, &question.to_string())
            .map_err(|failure| failure.message)
            .unwrap();
        let mut events = Vec::new();
        let slices = slices
            .iter()
            .map(|&milliseconds| Some(Duration::from_millis(milliseconds)))
            .chain([None]);
        assert!(slices.into_iter().any(|slice| {
            let mut push = |event: Event| {
                events.push((
                    event.name,
                    serde_json::from_str::<Value>(&event.data).unwrap(),
                ));
            };
            worker.run(slice, &mut push).unwrap()
        }));
        assert!(
            worker
                .run(None, &mut |_| panic!("nothing is left to do"))
                .unwrap()
        );
        for (_, data) in &mut events {
            without_times(data);
        }
        events
            .into_iter()
            .filter(|(name, _)| *name != "note")
            .collect()
    }

    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| !name.contains("seconds") && !name.contains("per_second"));
                fields.values_mut().for_each(without_times);
            }
            Value::Array(values) => values.iter_mut().for_each(without_times),
            _ => (),
        }
    }

    #[test]
    fn time_slices_do_not_change_the_events_of_a_search() {
        let mut worker = Worker::new(1);
        for (path, question) in [
            ("/api/solve", json!({ "board": BOARD, "stats": true })),
            (
                "/api/solve",
                json!({ "board": "867254301", "metric": "multi-tile" }),
            ),
            (
                "/api/blocks",
                json!({ "puzzle": "start goal\nAA..  ....\n....  ..AA\n", "metric": "any-path" }),
            ),
            (
                "/api/bench",
                json!({ "set": "random:2:1", "size": "3x3", "heuristics": ["manhattan", "misplaced"] }),
            ),
        ] {
            let mut expected = worked(&mut worker, path, &question, &[]);
            let mut found = worked(&mut worker, path, &question, &[0, 1]);
            // Solutions found in an early time slice are sent before all other events, so the order
            // of events can differ. Move the solutions to the front of both lists.
            let solutions = |(name, _): &(&str, Value)| *name != "solution";
            found.sort_by_key(solutions);
            expected.sort_by_key(solutions);
            assert_eq!(found, expected, "{question}");
        }
        assert_eq!(worker.built_tables().len(), 3, "6-6-3, once");
    }

    #[test]
    fn tables_are_built_once_kept_and_used_again() {
        let mut worker = Worker::new(3);
        let options = worker.engine.answer("/api/options", "", b"").unwrap();
        assert_eq!(options["limits"]["searches"], 3);
        let heuristics = options["heuristics"].as_array().unwrap();
        assert!(heuristics.contains(&json!("6-6-3")) && !heuristics.contains(&json!("7-8")));
        assert_eq!(table_names("4x4", "6-6-3").unwrap().len(), 3);
        let build = |index| {
            build_table("4x4", "6-6-3", index, &mut |found, all| {
                assert!(found <= all)
            })
            .unwrap()
        };
        let tables: Vec<Vec<u8>> = (0..3).map(build).collect();
        assert!(build_table("4x4", "6-6-3", 3, &mut |_, _| ()).is_err());
        assert!(table_names("4x4", "best").is_err() && table_names("9x9", "6-6-3").is_err());
        for table in &tables {
            worker.add_table(table.clone(), true).unwrap();
        }
        let mut damaged = tables[0].clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert!(
            worker.add_table(damaged, true).is_err()
                && worker.add_table(b"none".to_vec(), false).is_err()
        );
        let events = worked(&mut worker, "/api/solve", &json!({ "board": BOARD }), &[]);
        assert_eq!(
            events.last().unwrap().1["heuristic"],
            "6-6-3 zero-aware + reflection"
        );
        assert!(worker.built_tables().is_empty(), "nothing was built again");
    }
}
