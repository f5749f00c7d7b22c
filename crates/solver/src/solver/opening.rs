//! From the name of a heuristic to the heuristic: tables found and opened, or built where there are none.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use fifteen_pdb::file::TableBytes;
use fifteen_pdb::{self as pdb, Partition, TableKind};
use fifteen_puzzle::Board;
use fifteen_search::Limits;
use fifteen_search::tiles::{HeuristicKind, PdbTables, TileHeuristic};

use super::builder::{Note, OpenError, SolverBuilder};
use crate::batch::threads_or_all;
use crate::spec::HeuristicSpec;
use crate::tables::{Lookup, SharedTable, TableError, Tables, Wanted};

/// Boards of up to so many cells are searched with the Manhattan distance where there are no tables: the hardest 3x3 board
/// takes 0.6 ms and 10,200 nodes, less than building the table of the whole board does.
const SMALL: usize = 9;

/// A heuristic and its name: `manhattan`, `7-8 zero-aware + reflection`, `max(A, B)`.
pub(super) struct Named {
    pub(super) name: String,
    /// What asks for it wherever there are such tables; none where they were built in memory.
    pub(super) spec: Option<HeuristicSpec>,
    pub(super) heuristic: TileHeuristic<TableBytes>,
}

/// A heuristic being opened for one goal.
pub(super) struct Opening<'a> {
    pub(super) builder: &'a SolverBuilder,
    pub(super) goal: &'a Board,
    pub(super) notes: Vec<Note>,
}

impl Opening<'_> {
    /// The heuristic that a person named.
    pub(super) fn named(&mut self, spec: &HeuristicSpec) -> Result<Named, OpenError> {
        match spec {
            HeuristicSpec::Named(kind) => self.without_files(*kind),
            HeuristicSpec::Partition { partition, kind, reflection } => {
                let mut skipped = Vec::new();
                let found = self.lookup().partition(partition, *kind, &mut skipped);
                self.notes.extend(skipped.into_iter().map(Note::Skipped));
                let tables = match (found, Partition::in_memory_fallback(self.goal)) {
                    (Err(TableError::Missing { .. }), Some(quick))
                        if self.builder.quick_tables
                            && *kind == TableKind::ZeroAware
                            && Partition::parse(partition, self.goal).as_ref() == Ok(&quick) =>
                    {
                        self.built_in_memory(quick)?
                    }
                    (found, _) => found?,
                };
                self.of_tables(tables, *reflection)
            }
            HeuristicSpec::Collection { collection, kind, reflection } => {
                let mut skipped = Vec::new();
                let tables = self.lookup().collection(collection, *kind, &mut skipped)?;
                self.notes.extend(skipped.into_iter().map(Note::Skipped));
                self.of_tables(tables, *reflection)
            }
            HeuristicSpec::Max(parts) => {
                let parts = parts.iter().map(|part| self.named(part)).collect::<Result<Vec<_>, _>>()?;
                let (names, parts): (Vec<_>, Vec<_>) =
                    parts.into_iter().map(|part| (part.name, part.heuristic)).unzip();
                let name = format!("max({})", names.join(", "));
                Ok(Named { name, spec: Some(spec.clone()), heuristic: TileHeuristic::max(parts)? })
            }
        }
    }

    /// The strongest tables that fit; where there are none, a small partition built now, or Manhattan.
    pub(super) fn strongest(&mut self) -> Result<Named, OpenError> {
        let mut skipped = Vec::new();
        let found = match self.lookup().strongest(&mut skipped) {
            Err(TableError::NoneFits { .. }) if self.builder.quick_tables => None,
            found => found?,
        };
        self.notes.extend(skipped.into_iter().map(Note::Skipped));
        match found {
            Some(tables) => self.of_tables(tables, self.builder.reflection),
            // There is one for every board that needs it.
            None => {
                match (self.goal.size().cells() > SMALL).then(|| Partition::in_memory_fallback(self.goal)).flatten() {
                    Some(quick) => {
                        let tables = self.built_in_memory(quick)?;
                        Ok(Named { spec: None, ..self.of_tables(tables, self.builder.reflection)? })
                    }
                    None => self.without_files(HeuristicKind::Manhattan),
                }
            }
        }
    }

    fn lookup(&self) -> Lookup<'_> {
        Lookup { goal: self.goal, given: &self.builder.paths, check: self.builder.check }
    }

    fn without_files(&self, kind: HeuristicKind) -> Result<Named, OpenError> {
        let limits = Limits { memory: self.builder.memory, cancel: self.builder.cancel.clone(), ..Limits::default() };
        let heuristic = kind.build(self.goal, &limits)?;
        Ok(Named { name: kind.to_string(), spec: Some(kind.into()), heuristic })
    }

    pub(super) fn of_tables(&self, tables: Tables, reflection: bool) -> Result<Named, OpenError> {
        let Tables { wanted: Wanted { name, kind, spec, partitions, .. }, tables } = tables;
        let tables = PdbTables::collection(self.goal, tables, &partitions, reflection)?;
        let name = format!("{name} {kind}{}", if tables.reflects() { " + reflection" } else { "" });
        let spec = Some(spec.with_reflection(reflection));
        Ok(Named { name, spec, heuristic: TileHeuristic::Tables(Box::new(tables)) })
    }

    fn built_in_memory(&mut self, partition: Partition) -> Result<Tables, OpenError> {
        let started = Instant::now();
        let kind = TableKind::ZeroAware;
        let build = |pattern| -> Result<SharedTable, OpenError> {
            let go_on = &mut |_| ControlFlow::Continue(());
            let built = pdb::build(pattern, kind, threads_or_all(self.builder.threads), go_on)?;
            Ok(Arc::new(built.map_storage(TableBytes::Owned)))
        };
        // Where the first of the default partitions is this one, there is nothing stronger to advise.
        let stronger = Partition::defaults(self.goal).first() != Some(&partition);
        let name = partition.name();
        let wanted = Wanted::one(partition, kind, self.goal);
        let tables = wanted.needed.iter().map(build).collect::<Result<_, _>>()?;
        self.notes.extend(stronger.then(|| Note::BuiltInMemory {
            partition: name,
            seconds: started.elapsed().as_secs_f64(),
            remedy: crate::tables::build_command(self.goal, None, kind),
        }));
        Ok(Tables { wanted, tables })
    }
}
