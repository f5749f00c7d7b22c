//! Opens a solver. This module finds the tables of the heuristic, or builds them in memory if none
//! are found.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use fifteen_pdb::{BuildError, Partition, Pattern, TableBuilder, TableKind, distinct_patterns};
use fifteen_puzzle::{Board, Goal, Metric, Size, goal_of_other_size};
use fifteen_search::tiles::slides::{SlideSpace, SlideTables};
use fifteen_search::tiles::{
    FunctionHeuristic, HeuristicError, HeuristicKind, PdbTables, TileHeuristic, TileSpace,
    WalkingDistance,
};
use fifteen_search::{Instant, LimitKind};

use super::{
    LoadedHeuristic, MissingTables, NamedFunction, OpenError, OpeningNote, Setup, Slides, Solver,
};
use crate::cache::SlideTablesKey;
use crate::record::count;
use crate::spec::{HeuristicSpec, is_partition};
use crate::tables::{
    DefaultHeuristic, Digests, OpenedTables, RequiredTables, SharedTable, TableError, TableFinder,
    TablesToBuild, from_files,
};

impl Setup {
    /// Opens a solver for boards of `size`.
    ///
    /// # Errors
    /// Returns an error if the settings contradict each other, or if the tables cannot be found,
    /// read or built. Also returns an error if the goal is a pattern, which requires a
    /// [`GoalSolver`](super::GoalSolver).
    pub fn open(&self, size: Size) -> Result<Solver, OpenError> {
        self.checked()?;
        let (goal, algorithm) = (self.goal.board(size)?, self.algorithm);
        let mut loader = HeuristicLoader::new(self, &goal);
        if self.metric == Metric::MultiTile {
            return self.open_slides(&loader);
        }
        let heuristic = match (
            algorithm.takes_heuristic(),
            &self.function,
            self.heuristic_or_default(),
        ) {
            (true, Some(function), _) => loader.of_function(function),
            (true, None, Some(spec)) => loader.by_name(&spec)?,
            (true, None, None) => loader.strongest()?,
            (false, ..) => {
                let ignored = self
                    .heuristic_name()
                    .filter(|_| algorithm.own_heuristic().is_none());
                let note = |heuristic| OpeningNote::HeuristicIgnored {
                    algorithm,
                    heuristic,
                };
                loader.notes.extend(ignored.map(note));
                loader.builtin(HeuristicKind::Zero)?
            }
        };
        let notes = loader
            .finder
            .skipped
            .into_iter()
            .map(OpeningNote::Skipped)
            .chain(loader.notes)
            .collect();
        self.solver(goal, heuristic, notes)
    }

    /// Opens a solver for the multi-tile metric.
    fn open_slides(&self, loader: &HeuristicLoader<'_>) -> Result<Solver, OpenError> {
        self.check_slide_memory(loader.goal)?;
        let (goal, two) = (loader.goal, !self.for_one_board);
        let build = || {
            Ok(Slides {
                space: SlideSpace::new(goal, self.order()),
                tables: Arc::new(SlideTables::build(goal, two, self.threads, &self.limits)?),
            })
        };
        let slides = match &self.slide_tables {
            Some(cache) => cache.get_or_build(SlideTablesKey::new(goal, two), &self.limits, build),
            None => build(),
        };
        let Slides { space, tables } = slides.map_err(|limit| match limit {
            LimitKind::Memory => OpenError::SlideTables {
                limit,
                reason: "need more memory than the system gives".to_owned(),
            },
            limit => OpenError::Stopped(limit),
        })?;
        let zero = loader.builtin(HeuristicKind::Zero)?;
        let heuristic = LoadedHeuristic {
            name: tables.to_string(),
            spec: None,
            ..zero
        };
        let solver = self.solver(*goal, heuristic, Vec::new())?;
        let slides = Slides {
            space: space.with_goal(goal, solver.order()),
            tables,
        };
        Ok(Solver {
            slides: Some(slides),
            ..solver
        })
    }

    /// Checks that building the tables for the multi-tile metric does not exceed the memory limit.
    fn check_slide_memory(&self, goal: &Board) -> Result<(), OpenError> {
        let bytes = SlideTables::bytes_to_build(goal, !self.for_one_board);
        let Some(limit) = self.limits.memory.filter(|&limit| bytes > limit) else {
            return Ok(());
        };
        let (bytes, limit) = (count(bytes), count(limit));
        let reason =
            format!("need {bytes} bytes while they are built, but the memory limit is {limit}");
        Err(OpenError::SlideTables {
            limit: LimitKind::Memory,
            reason,
        })
    }

    /// Checks whether [`GoalSolver::open`](super::GoalSolver::open) can open a solver for boards of
    /// `size`. It reads only the headers of table files. The check is fast, so a server can reject
    /// a request before it spends time on the search.
    ///
    /// # Errors
    /// Returns an error if the settings contradict each other or if tables are missing. Damaged
    /// table entries are not detected.
    pub fn check_opening(&self, size: Size) -> Result<(), OpenError> {
        self.checked()?;
        if let Goal::Choice(pattern) = self.goal {
            return match pattern.size() {
                same if same == size => Ok(()),
                other => Err(goal_of_other_size(other, size).into()),
            };
        }
        let goal = self.goal.board(size)?;
        if self.metric == Metric::MultiTile {
            return self.check_slide_memory(&goal);
        }
        match self.heuristic_or_default() {
            Some(spec) if self.algorithm.takes_heuristic() && self.function.is_none() => {
                HeuristicLoader::new(self, &goal).check(&spec)
            }
            _ => Ok(()),
        }
    }

    /// Opens a solver with exactly the tables in these files, and verifies their entries. The
    /// tables must form a partition.
    ///
    /// The goal has the tiles in order. Its blank is on the cell for which the tables were built.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or is damaged, or if the tables do not form a
    /// partition.
    pub fn open_files(&self, files: &[PathBuf]) -> Result<Solver, OpenError> {
        let (goal, tables) = from_files(self.pages.files(), files)?;
        let heuristic =
            HeuristicLoader::new(self, &goal).load_tables(tables, !self.no_reflection)?;
        self.solver(goal, heuristic, Vec::new())
    }

    /// Returns whether a solver for boards of `size` can probably be opened, that is, whether
    /// [`check_opening`](Self::check_opening) succeeds.
    pub fn is_available(&self, size: Size) -> bool {
        self.check_opening(size).is_ok()
    }

    fn solver(
        &self,
        goal: Board,
        heuristic: LoadedHeuristic,
        notes: Vec<OpeningNote>,
    ) -> Result<Solver, OpenError> {
        self.checked()?;
        let algorithm = self.algorithm;
        let (space, heuristic) = (TileSpace::new(&goal, self.order()), Arc::new(heuristic));
        Ok(Solver {
            goal,
            algorithm,
            space,
            slides: None,
            heuristic,
            notes,
        })
    }
}

/// Returns the name that results show for a heuristic with tables, such as
/// `7-8 zero-aware + reflection`. It consists of the partition, the kind of the tables, and whether
/// they also look up the reflected board.
fn table_name(sets: &str, kind: TableKind, tables: &PdbTables) -> String {
    let reflection = if tables.reflects() {
        " + reflection"
    } else {
        ""
    };
    format!("{sets} {kind}{reflection}")
}

/// Loads heuristics for one goal.
struct HeuristicLoader<'a> {
    setup: &'a Setup,
    goal: &'a Board,
    finder: TableFinder<'a>,
    notes: Vec<OpeningNote>,
}

impl<'a> HeuristicLoader<'a> {
    fn new(setup: &'a Setup, goal: &'a Board) -> Self {
        let files = setup.pages.files();
        let (given, store) = (&setup.tables, setup.store.as_deref());
        let digests = if setup.check {
            Digests::Always
        } else {
            Digests::Once
        };
        let finder = TableFinder {
            goal,
            given,
            files,
            digests,
            store,
            skipped: Vec::new(),
        };
        Self {
            setup,
            goal,
            finder,
            notes: Vec::new(),
        }
    }

    /// Loads the heuristic that `spec` names.
    fn by_name(&mut self, spec: &HeuristicSpec) -> Result<LoadedHeuristic, OpenError> {
        match spec {
            HeuristicSpec::Builtin(kind) => self.builtin(*kind),
            HeuristicSpec::Tables {
                sets,
                kind,
                reflection,
            } => {
                let found = self
                    .finder
                    .find(RequiredTables::of(sets, *kind, self.goal)?);
                let tables = match (found, self.fallback(sets, *kind)) {
                    (Err(TableError::Missing { .. }), Some(partition)) => {
                        self.build_in_memory(partition, kind.unwrap_or_default(), Some(sets))?
                    }
                    (found, _) => found?,
                };
                self.load_tables(tables, *reflection)
            }
            HeuristicSpec::Max(parts) => {
                let (mut names, mut heuristics): (Vec<String>, Vec<TileHeuristic>) =
                    (Vec::new(), Vec::new());
                for (at, part) in parts.iter().enumerate() {
                    // If the same heuristic occurs twice in a maximum, load its tables only once.
                    let (name, heuristic) = match parts[..at].iter().position(|other| other == part)
                    {
                        Some(same) => (names[same].clone(), heuristics[same].clone()),
                        None => {
                            let loaded = self.by_name(part)?;
                            (loaded.name, loaded.heuristic)
                        }
                    };
                    names.push(name);
                    heuristics.push(heuristic);
                }
                Ok(LoadedHeuristic {
                    name: format!("max({})", names.join(", ")),
                    fast_name: None,
                    spec: Some(spec.clone()),
                    heuristic: TileHeuristic::max(heuristics)?,
                })
            }
        }
    }

    /// Creates the heuristic for a function that the caller passed in.
    fn of_function(&self, function: &NamedFunction) -> LoadedHeuristic {
        let heuristic = FunctionHeuristic::new(self.goal, Arc::clone(&function.function));
        LoadedHeuristic {
            name: format!("{function:?}"),
            fast_name: None,
            spec: None,
            heuristic: TileHeuristic::from(heuristic),
        }
    }

    /// Loads the strongest tables found. If none are found, builds the tables of a small partition
    /// in memory, or uses the Manhattan distance on small boards.
    fn strongest(&mut self) -> Result<LoadedHeuristic, OpenError> {
        let reflection = !self.setup.no_reflection;
        match self.finder.default_heuristic(self.setup.missing_tables)? {
            DefaultHeuristic::Tables(tables) => self.load_strongest(*tables, reflection),
            DefaultHeuristic::InMemory(fallback) => {
                let tables = self.build_in_memory(fallback, TableKind::ZeroAware, None)?;
                Ok(LoadedHeuristic {
                    spec: None,
                    ..self.load_tables(tables, reflection)?
                })
            }
            DefaultHeuristic::Manhattan => self.builtin(HeuristicKind::Manhattan),
        }
    }

    /// Checks that the heuristic can be loaded, without reading or building its tables.
    fn check(&mut self, spec: &HeuristicSpec) -> Result<(), OpenError> {
        match spec {
            HeuristicSpec::Builtin(HeuristicKind::WalkingDistance) => {
                WalkingDistance::check_memory(self.goal, &self.setup.limits)
                    .map_err(HeuristicError::from)?;
                Ok(())
            }
            HeuristicSpec::Builtin(_) => Ok(()),
            HeuristicSpec::Tables { sets, kind, .. } => {
                let required = RequiredTables::of(sets, *kind, self.goal)?;
                match self.fallback(sets, *kind) {
                    Some(_) => Ok(()),
                    None => Ok(self.finder.check(&required)?),
                }
            }
            HeuristicSpec::Max(parts) => parts.iter().try_for_each(|part| self.check(part)),
        }
    }

    /// Returns the partition with the name or tiles `sets` if the setup allows building its tables
    /// in memory. Otherwise, returns `None`.
    fn fallback(&self, sets: &str, kind: Option<TableKind>) -> Option<Partition> {
        let parsed = Partition::parse(sets, self.goal)
            .ok()
            .filter(|_| is_partition(sets))?;
        let is_built = match self.setup.missing_tables {
            MissingTables::Error => false,
            MissingTables::BuildFallback => {
                kind.unwrap_or_default() == TableKind::ZeroAware
                    && Partition::in_memory_fallback(self.goal).as_ref() == Some(&parsed)
            }
            MissingTables::BuildSmall => is_small(&parsed),
        };
        is_built.then_some(parsed)
    }

    fn builtin(&self, kind: HeuristicKind) -> Result<LoadedHeuristic, OpenError> {
        let limits = &self.setup.limits;
        let heuristic = match (kind.build(self.goal, limits), limits.check_interruption()) {
            (Ok(heuristic), _) => heuristic,
            (Err(HeuristicError::WalkingDistance(error)), Err(limit))
                if error.limit == Some(limit) =>
            {
                return Err(OpenError::Stopped(limit));
            }
            (Err(error), _) => return Err(error.into()),
        };
        Ok(LoadedHeuristic {
            name: kind.to_string(),
            fast_name: None,
            spec: Some(kind.into()),
            heuristic,
        })
    }

    /// Loads the strongest tables found. If these form a collection (several partitions), IDA* in
    /// fast mode begins each search with the first partition alone. A single partition needs fewer
    /// lookups per node, and most searches end before stronger tables would pay off.
    ///
    /// On boards of more than 16 cells, the whole collection is used from the start, because it is
    /// faster there.
    fn load_strongest(
        &self,
        tables: OpenedTables,
        reflection: bool,
    ) -> Result<LoadedHeuristic, OpenError> {
        let required = &tables.required;
        let first = match &required.partitions[..] {
            [first, _, ..] if self.goal.size().cells() <= 16 => first.clone(),
            _ => return self.load_tables(tables, reflection),
        };
        let both = format!("{} then {}", first.name(), required.sets());
        let kind = required.kind;
        let patterns = first.patterns().iter();
        let canonical: Vec<Pattern> = patterns.map(|pattern| pattern.canonical().0).collect();
        let is_of_first = |table: &&SharedTable| {
            let pattern = table.header().pattern();
            canonical.iter().any(|needed| pattern.serves(needed))
        };
        let of_first = tables.tables.iter().filter(is_of_first).cloned().collect();
        let quick = PdbTables::collection(self.goal, of_first, &[first], reflection)?;
        let fast_name = Some(table_name(&both, kind, &quick));
        let full = self.load_tables(tables, reflection)?;
        Ok(LoadedHeuristic {
            fast_name,
            heuristic: full.heuristic.with_quick(TileHeuristic::from(quick)),
            ..full
        })
    }

    fn load_tables(
        &self,
        tables: OpenedTables,
        reflection: bool,
    ) -> Result<LoadedHeuristic, OpenError> {
        let OpenedTables {
            required:
                RequiredTables {
                    name,
                    kind,
                    spec,
                    partitions,
                    ..
                },
            tables,
            ..
        } = tables;
        let tables = PdbTables::collection(self.goal, tables, &partitions, reflection)?;
        let spec = Some(spec.with_reflection(reflection));
        Ok(LoadedHeuristic {
            name: table_name(&name, kind, &tables),
            fast_name: None,
            spec,
            heuristic: TileHeuristic::from(tables),
        })
    }

    /// Builds the tables of a partition in memory. `named` is the partition's name as the user
    /// typed it, or `None` if the user did not ask for a partition.
    fn build_in_memory(
        &mut self,
        partition: Partition,
        kind: TableKind,
        named: Option<&str>,
    ) -> Result<OpenedTables, OpenError> {
        let (started, limits) = (Instant::now(), &self.setup.limits);
        // If this partition is already the strongest, there is no stronger one to recommend in a
        // note.
        let is_strongest = Partition::defaults(self.goal).first() == Some(&partition);
        let name = partition.name();
        let required = RequiredTables::one(partition, kind, self.goal);
        let tables = TableBuilder::new()
            .kind(kind)
            .threads(self.setup.threads)
            .build_together(&required.patterns, &|| match limits.check_interruption() {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        let tables = tables.map_err(|error| match (error, limits.check_interruption()) {
            (BuildError::Interrupted, Err(limit)) => OpenError::Stopped(limit),
            (error, _) => error.into(),
        })?;
        let tables: Vec<SharedTable> = tables.into_iter().map(Arc::new).collect();
        if let Some(store) = &self.setup.store {
            tables.iter().for_each(|table| store.add(Arc::clone(table)));
        }
        // A caller with a store wants its tables in memory, so do not recommend building them on
        // disk.
        let can_build = !is_strongest && self.setup.store.is_none();
        self.notes.extend(
            can_build.then(|| OpeningNote::BuiltInMemory {
                partition: name,
                seconds: started.elapsed().as_secs_f64(),
                to_build: TablesToBuild::of_partition(self.goal, named, kind)
                    .in_folder_of(&self.setup.tables),
            }),
        );
        Ok(OpenedTables {
            required,
            tables,
            location: None,
        })
    }
}

/// Maximum number of entries in tables that are built in memory. Building 30 million entries takes
/// less than a second. For comparison, the tables of the partition 6-6-3 on a 4x4 board have 12
/// million entries.
const SMALL_PLACEMENTS: u64 = 30_000_000;

fn is_small(partition: &Partition) -> bool {
    let placements = |pattern: &Pattern| {
        let cells = pattern.size().cells() as u64;
        (0..pattern.len() as u64)
            .map(|placed| cells - placed)
            .fold(1, u64::saturating_mul)
    };
    distinct_patterns([partition])
        .iter()
        .map(placements)
        .fold(0, u64::saturating_add)
        <= SMALL_PLACEMENTS
}
