//! [`Engine`]: questions by their addresses, and tables in memory.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fifteen_questions::{
    Event, Failure, HeldEvents, Limits, Question, Solvers, Work, bench, blocks, board, facts, json_body, parameters,
    read, solve,
};
use fifteen_solver::pdb::{self, Header, Progress, Table};
use fifteen_solver::tables::TableStore;
use fifteen_solver::{Goal, Partition, Size, TableKind};

/// Seconds of a search: the one who asks can always end it.
const SECONDS: f64 = 3600.0;
/// Bytes of nodes and states of a search; WebAssembly has four gigabytes, tables among them.
const MEMORY_BYTES: u64 = 1 << 30;
/// Bytes of a question, as over HTTP.
const BODY_BYTES: usize = 64 << 10;

/// Answers questions, one at a time.
pub struct Engine {
    limits: Limits,
    store: Arc<TableStore>,
    solvers: Solvers,
    work: Option<Box<dyn Work>>,
    /// Tables of the store that were given to the page, or came from it.
    shared: usize,
}

impl Engine {
    /// An engine without tables, of which `engines` work beside each other.
    pub fn new(engines: usize) -> Self {
        let store = Arc::<TableStore>::default();
        let limits = Limits::new(SECONDS, MEMORY_BYTES, engines, 0, BODY_BYTES);
        Self { limits, solvers: Solvers::with_store(Arc::clone(&store)), store, work: None, shared: 0 }
    }

    /// Answers a question that takes no time: the answer as JSON. `seed` is for random boards without one.
    ///
    /// # Errors
    /// As over HTTP.
    pub fn answer(&self, address: &str, body: Option<&str>, seed: u32) -> Result<String, Failure> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let bytes = body.unwrap_or_default().as_bytes();
        let answer = match path {
            "/version" => facts::version(),
            "/api/options" => facts::options(&self.solvers.available(), &self.limits),
            "/api/random" => {
                parameters::<board::Random>(form_urlencoded::parse(query.as_bytes()).into_owned().collect())?
                    .or_seed(seed)
                    .answer()?
            }
            "/api/check" => json_body::<board::Check>(bytes)?.answer()?,
            "/api/read" => json_body::<read::Read>(bytes)?.answer()?,
            "/api/blocks/levels" => blocks::levels()?,
            "/api/blocks/check" => json_body::<blocks::Check>(bytes)?.answer()?,
            _ => return Err(unknown()),
        };
        Ok(answer.to_string())
    }

    /// Reads a question that takes time, and opens the solvers that it needs. [`run`](Self::run) does the work.
    ///
    /// # Errors
    /// As over HTTP.
    pub fn begin(&mut self, path: &str, body: &str) -> Result<(), Failure> {
        self.work = None;
        let bytes = body.as_bytes();
        let prepared = match path {
            "/api/solve" => json_body::<solve::Query>(bytes)?.prepare(&self.limits)?,
            "/api/blocks" => json_body::<blocks::Query>(bytes)?.prepare(&self.limits)?,
            "/api/bench" => json_body::<bench::Query>(bytes)?.prepare(&self.limits)?,
            _ => return Err(unknown()),
        };
        let opened = prepared.solvers.iter().map(|(request, size)| self.solvers.open(request, *size));
        let opened = opened.collect::<Result<_, _>>()?;
        self.work = Some(prepared.work(opened));
        Ok(())
    }

    /// Works on the question for that time, or to the end. True if the work has come to its end.
    pub fn run(&mut self, slice: Option<Duration>, on: &mut dyn FnMut(Event)) -> bool {
        let Some(mut work) = self.work.take() else { return true };
        if slice.is_some() && !work.may_be_short() {
            self.work = Some(work);
            return false;
        }
        // A page ends a search by ending its Worker.
        let never = Arc::<AtomicBool>::default();
        let mut out = HeldEvents::new(on, never, slice.is_some());
        let ended = work.run(slice, &mut out);
        if ended {
            out.release();
        } else {
            self.work = Some(work);
        }
        ended
    }

    /// Adds a table, given the bytes of its file. `check` verifies its entries by their digest.
    ///
    /// # Errors
    /// A sentence, if the bytes are no table or a damaged one.
    pub fn add_table(&mut self, bytes: Vec<u8>, check: bool) -> Result<(), String> {
        let table = Table::open(bytes).map_err(|error| error.to_string())?;
        if check {
            table.verify().map_err(|error| error.to_string())?;
        }
        self.store.add(Arc::new(table));
        self.shared = self.store.tables().len();
        // Open solvers have been chosen from fewer tables.
        self.solvers.tables_changed();
        Ok(())
    }

    /// The files of tables that were built since the last call, with their names.
    pub fn built_tables(&mut self) -> Vec<(String, Vec<u8>)> {
        let tables = self.store.tables();
        let new = tables.iter().skip(self.shared).map(|table| (name(table.header()), file(table)));
        let new = new.collect();
        self.shared = tables.len();
        new
    }

    /// The names of the files of a partition's zero-aware tables for the default goal.
    ///
    /// # Errors
    /// A sentence, if there is no such partition.
    pub fn table_names(size: &str, partition: &str) -> Result<Vec<String>, String> {
        let partition = read_partition(size, partition)?;
        let file_name = |pattern| pdb::file::file_name(pattern, TableKind::ZeroAware);
        Ok(partition.patterns().iter().map(file_name).collect())
    }

    /// Builds one table of a partition for the default goal: the bytes of its file. `progress` gets the entries that
    /// were found, and how many there are.
    ///
    /// # Errors
    /// A sentence, if there is no such table, or not the memory for it.
    pub fn build_table(
        size: &str,
        partition: &str,
        index: usize,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<u8>, String> {
        let partition = read_partition(size, partition)?;
        let pattern = partition.patterns().get(index).ok_or("there is no such table")?;
        let report = &mut |Progress { entries, total, .. }| {
            progress(entries, total);
            ControlFlow::Continue(())
        };
        let table = pdb::build(pattern, TableKind::ZeroAware, 1, report).map_err(|error| error.to_string())?;
        Ok(file(&table))
    }
}

fn read_partition(size: &str, partition: &str) -> Result<Partition, String> {
    let size: Size = size.parse().map_err(|error: fifteen_solver::puzzle::SizeError| error.to_string())?;
    let goal = Goal::default().board(size).map_err(|error| error.to_string())?;
    Partition::parse(partition, &goal).map_err(|error| error.to_string())
}

fn name(header: &Header) -> String {
    pdb::file::file_name(header.pattern(), header.kind())
}

fn file(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(table.header().file_len() as usize);
    // Nothing that is written to memory is refused.
    let _ = table.write(&mut bytes);
    bytes
}

fn unknown() -> Failure {
    Failure::bad("there is nothing at this address")
}
