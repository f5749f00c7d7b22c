//! `cargo xtask choose`: partitions of boards compared, from which those in `crates/pdb/data/partitions.txt` were
//! chosen.
//!
//! Candidates are partitions into connected patterns. For each largest number of tiles there are two ways to divide the
//! tiles: the largest number as often as it fits and one pattern of the rest, or all patterns as equal as possible. Of
//! the partitions into such patterns the most compact ones are taken, which have the most neighbours in one pattern,
//! and some others at random. Their tables are built in memory and surveyed as `fifteen pdb quality` does.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use fifteen_lab::quality::Survey;
use fifteen_solver::pdb::{Pattern, Table, build, distinct_patterns, requirements};
use fifteen_solver::search::tiles::{PdbTables, TileHeuristic, TileSpace};
use fifteen_solver::{Board, Goal, HeuristicKind, MoveOrder, Partition, Size, TableKind, batch};

use crate::Result;

/// Tables are dropped from memory when those kept have more bytes than this.
const KEPT: u64 = 500_000_000;

/// Compare partitions of boards by the nodes that a search will expand with them
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Width x height of the board
    #[arg(long, value_name = "WxH")]
    size: Size,
    /// The numbers of tiles of the patterns, as in 7-7 (may be repeated) [default: two ways for each largest number]
    #[arg(long, value_name = "N-N")]
    tiles: Vec<String>,
    /// Partitions as for `pdb build`, beside or (with --candidates 0) instead of those found (may be repeated)
    #[arg(long, value_name = "P")]
    partition: Vec<String>,
    /// Candidates for each choice of numbers, half of them the most compact ones
    #[arg(long, value_name = "N", default_value_t = 10)]
    candidates: usize,
    /// Leave out partitions whose tables have more entries in all
    #[arg(long, value_name = "N", default_value_t = 2_000_000_000)]
    most_entries: u64,
    /// Number of random boards, and of boards near the goal
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    samples: u64,
    /// Nodes are predicted for this bound [default: 1.4 times the mean Manhattan distance]
    #[arg(long, value_name = "D")]
    bound: Option<u32>,
    /// Determines boards and candidates
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let goal = Goal::Last.board(args.size)?;
    let mut survey = Surveyor { args, goal, space: TileSpace::new(&goal, MoveOrder::ULRD), tables: HashMap::new() };
    let manhattan = survey.of(&HeuristicKind::Manhattan.build(&goal, &Default::default())?)?;
    let bound = args.bound.unwrap_or((manhattan.random.mean() * 0.7).round() as u32 * 2);
    println!(
        "{0} boards, {1} random ones and {1} near the goal, seed {2}; Manhattan distance {3:.2} on average\n",
        args.size,
        args.samples,
        args.seed,
        manhattan.random.mean()
    );
    let mut partitions = args.partition.iter().map(|p| Partition::parse(p, &goal)).collect::<Result<Vec<_>, _>>()?;
    if args.candidates > 0 {
        for numbers in numbers(args)? {
            partitions.extend(survey.candidates(&numbers)?);
        }
    }
    println!("| partition | mean h | typically | nodes at {bound} | entries | bytes | seconds to build |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut rows = Vec::new();
    for partition in partitions {
        if survey.entries(&partition) > args.most_entries {
            continue;
        }
        let row = survey.row(&partition, bound)?;
        eprintln!("{}", row.1);
        rows.push(row);
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.iter().for_each(|(_, line)| println!("{line}"));
    Ok(())
}

/// Numbers of tiles of the patterns: those of the arguments, or the two ways for each largest number.
fn numbers(args: &Args) -> Result<Vec<Vec<usize>>> {
    let tiles = args.size.cells() - 1;
    if !args.tiles.is_empty() {
        let parse = |text: &String| Ok(text.split('-').map(str::parse).collect::<Result<Vec<usize>, _>>()?);
        let all: Vec<Vec<usize>> = args.tiles.iter().map(parse).collect::<Result<_>>()?;
        return match all.iter().find(|numbers| numbers.iter().sum::<usize>() != tiles || numbers.contains(&0)) {
            Some(other) => Err(format!("{other:?} are not the {tiles} tiles of a {} board", args.size).into()),
            None => Ok(all),
        };
    }
    let mut all = Vec::new();
    for largest in 4.min(tiles)..=tiles.min(12) {
        let mut greedy = vec![largest; tiles / largest];
        greedy.extend([tiles % largest].into_iter().filter(|&rest| rest > 0));
        let parts = tiles.div_ceil(largest);
        let equal: Vec<usize> = (0..parts).map(|i| tiles / parts + usize::from(i < tiles % parts)).collect();
        for numbers in [greedy, equal] {
            if !all.contains(&numbers) {
                all.push(numbers);
            }
        }
    }
    Ok(all)
}

/// A table in memory, and the seconds that it took.
type Built = (Arc<Table>, f64);

/// Measures candidates.
struct Surveyor<'a> {
    args: &'a Args,
    goal: Board,
    space: TileSpace,
    tables: HashMap<Pattern, Built>,
}

impl Surveyor<'_> {
    fn of(&self, heuristic: &TileHeuristic) -> Result<Survey> {
        let go_on = &mut |_| ControlFlow::Continue(());
        Ok(Survey::of(&self.space, heuristic, self.args.samples, self.args.seed, 0, go_on)?)
    }

    fn entries(&self, partition: &Partition) -> u64 {
        distinct_patterns([partition]).iter().map(|pattern| requirements(pattern, TableKind::ZeroAware).entries).sum()
    }

    /// The depth saved, by which rows are sorted, and a line of the table.
    fn row(&mut self, partition: &Partition, bound: u32) -> Result<(f64, String)> {
        let needed = distinct_patterns([partition]);
        let bytes: u64 = needed.iter().map(|pattern| requirements(pattern, TableKind::ZeroAware).file_bytes).sum();
        let kept: u64 = self.tables.keys().map(|pattern| requirements(pattern, TableKind::ZeroAware).file_bytes).sum();
        if kept + bytes > KEPT {
            self.tables.clear();
        }
        let mut seconds = 0.0;
        let mut tables = Vec::new();
        for pattern in needed {
            if !self.tables.contains_key(&pattern) {
                let started = Instant::now();
                let built =
                    build(
                        &pattern,
                        TableKind::ZeroAware,
                        batch::threads_or_all(0),
                        &mut |_| ControlFlow::Continue(()),
                    )?;
                let table = Arc::new(built);
                self.tables.insert(pattern.clone(), (table, started.elapsed().as_secs_f64()));
            }
            let (table, took) = &self.tables[&pattern];
            seconds += took;
            tables.push(Arc::clone(table));
        }
        let tables = PdbTables::collection(&self.goal, tables, std::slice::from_ref(partition), true)?;
        let survey = self.of(&TileHeuristic::from(tables))?;
        let (mean, saved) = (survey.random.mean(), survey.typical_depth_saved());
        let nodes = survey.expanded(bound, None).map_or_else(|| "?".to_owned(), |nodes| format!("{:.3e}", nodes.value));
        let name = partition.patterns().iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
        let entries = self.entries(partition);
        Ok((saved, format!("| {name} | {mean:.2} | {saved:.2} | {nodes} | {entries} | {bytes} | {seconds:.2} |")))
    }

    /// The most compact partitions into patterns of these numbers of tiles, and some of the others.
    fn candidates(&self, numbers: &[usize]) -> Result<Vec<Partition>> {
        let mut tilings = Vec::new();
        let open = self.pattern_cells();
        tile(self.args.size, open, &mut numbers.to_vec(), &mut Vec::new(), &mut tilings);
        // Equal numbers of neighbours in the order of chance.
        tilings.sort_by_cached_key(|tiling| scramble(tiling, self.args.seed));
        tilings.sort_by_cached_key(|tiling| std::cmp::Reverse(self.neighbours(tiling)));
        let mut chosen: Vec<Vec<u32>> = tilings.drain(..tilings.len().min(self.args.candidates.div_ceil(2))).collect();
        tilings.sort_by_cached_key(|tiling| scramble(tiling, self.args.seed));
        chosen.extend(tilings.into_iter().take(self.args.candidates / 2));
        let pattern = |mask: &u32| Pattern::new(self.args.size, self.goal.blank(), &cells(*mask).collect::<Vec<_>>());
        let partition = |tiling: Vec<u32>| {
            let patterns = tiling.iter().map(pattern).collect::<Result<_, _>>()?;
            Ok(Partition::of_patterns(patterns, &self.goal)?)
        };
        chosen.into_iter().map(partition).collect()
    }

    fn pattern_cells(&self) -> u32 {
        ((1 << self.args.size.cells()) - 1) & !(1 << self.goal.blank())
    }

    /// Pairs of neighbours in one pattern.
    fn neighbours(&self, tiling: &[u32]) -> u32 {
        tiling
            .iter()
            .flat_map(|&mask| cells(mask).map(move |c| (around(self.args.size, 1 << c) & mask).count_ones()))
            .sum()
    }
}

/// All ways to divide the open cells into connected patterns of these numbers of tiles.
fn tile(size: Size, open: u32, numbers: &mut Vec<usize>, chosen: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if open == 0 {
        found.push(chosen.clone());
        return;
    }
    let mut distinct = numbers.clone();
    distinct.sort_unstable();
    distinct.dedup();
    for number in distinct {
        let at = numbers.iter().position(|&n| n == number).unwrap_or(0);
        numbers.swap_remove(at);
        let mut patterns = Vec::new();
        let first = 1 << open.trailing_zeros();
        grow(size, first, open & !first, number, &mut patterns);
        for pattern in patterns {
            chosen.push(pattern);
            tile(size, open & !pattern, numbers, chosen, found);
            chosen.pop();
        }
        numbers.push(number);
    }
}

/// All connected sets of `number` cells that hold `set` and otherwise cells of `free`, each once.
fn grow(size: Size, set: u32, mut free: u32, number: usize, found: &mut Vec<u32>) {
    if set.count_ones() as usize == number {
        found.push(set);
        return;
    }
    while around(size, set) & free != 0 {
        let next = around(size, set) & free;
        let cell = next & next.wrapping_neg();
        free &= !cell;
        grow(size, set | cell, free, number, found);
    }
}

fn around(size: Size, set: u32) -> u32 {
    cells(set).flat_map(|cell| size.neighbours(cell.into())).fold(0, |mask, cell| mask | 1 << cell)
}

fn cells(mask: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |cell| mask >> cell & 1 == 1)
}

/// A number that orders candidates by chance, the same on all machines.
fn scramble(tiling: &[u32], seed: u64) -> u64 {
    tiling.iter().fold(seed, |hash, &mask| {
        let mixed = (hash ^ u64::from(mask)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}
