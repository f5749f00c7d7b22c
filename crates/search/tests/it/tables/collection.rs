//! Collections: the largest of several partitions' sums, tables shared, and the same answers as each partition's own.

use std::sync::Arc;

use fifteen_pdb::{Partition, Pattern, Table, TableKind};
use fifteen_puzzle::{Board, Goal, MoveOrder, RandomBoards};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{MAX_SUMS, PdbError, PdbTables, TileSpace};

use super::GenericIda;
use super::pdb::{Whole, distances, lengths_are_true, tables, values};
use crate::{goal_of, path, space_of};

fn canonical(goal: &Board, partition: &str) -> Vec<Pattern> {
    let partition = Partition::parse(partition, goal).unwrap();
    partition.patterns().iter().map(|p| p.canonical().0).collect()
}

/// The tables of several partitions, each once; where `share` is set, those of a pattern and its reflection too.
fn pool(goal: &Board, partitions: &[&str], kind: TableKind, share: bool) -> Vec<Arc<Table>> {
    let mut pool: Vec<Arc<Table>> = Vec::new();
    for table in partitions.iter().flat_map(|partition| tables(goal, partition, kind)) {
        let pattern = table.header().pattern();
        let mirror = fifteen_puzzle::Symmetry::keeping(goal.size(), pattern.blank()).filter(|_| share);
        let known = |t: &Arc<Table>| {
            let other = t.header().pattern();
            other == pattern || mirror.is_some_and(|m| pattern.image(m) == *other)
        };
        if !pool.iter().any(known) {
            pool.push(table);
        }
    }
    pool
}

pub(super) fn collection(goal: &Board, partitions: &[&str], kind: TableKind, reflection: bool) -> PdbTables {
    let patterns: Vec<Vec<Pattern>> = partitions.iter().map(|p| canonical(goal, p)).collect();
    PdbTables::collection(goal, pool(goal, partitions, kind, true), &patterns, reflection).unwrap()
}

const FOUR: [&str; 4] = ["1-4/5-8", "1,2,3,6/4,5,7,8", "1,4,7,8/2,3,5,6", "1/2,3/4-6/7,8"];

/// Size, goal, partitions, and the number of states for each that is searched from.
type Case<'a> = ((usize, usize), Goal, &'a [&'a str], usize);

/// Never above the truth, each child as from scratch, and one state in `solve` searched from; with 1 to 16 sums.
#[test]
fn exhaustive_truth_on_small_boards() {
    let many: Vec<String> = (2..8).map(|t| format!("1-{t}/{}-8", t + 1)).chain(FOUR.map(str::to_owned)).collect();
    let many: Vec<&str> = many.iter().map(|p| if *p == "1-8/9-8" { "1-8" } else { p }).collect();
    let cases: [Case; 3] = [
        ((3, 3), Goal::First, &FOUR[..2], 97),
        ((3, 3), Goal::Last, &many[..8], 997),
        ((4, 2), Goal::Last, &["1-4/5-7", "1,2,5/3,4,6,7", "1,3,5,7/2,4,6"], 11),
    ];
    for (size, goal, partitions, solve) in cases {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let distances = distances(&space);
        let whole = Whole::new(&space, &distances);
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let tables = collection(&goal, partitions, kind, true);
            assert!((partitions.len() - 1..=MAX_SUMS).contains(&tables.sums()), "{}", tables.sums());
            let quality = tables.with(&whole);
            assert!(quality.parity && quality.exact, "{quality:?}");
            lengths_are_true(&space, &distances, tables, solve, 40);
        }
    }
}

/// The value is the largest of the partitions' own, whichever tables are shared.
#[test]
fn the_value_is_the_largest_sum() {
    for goal in [Goal::Last, Goal::First] {
        let goal = goal_of((4, 4), goal);
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let partitions =
            ["1-5/6-10/11-15", "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15", "1,5,9,13/2,6,10,14/3,7,11,15/4,8,12"];
        for reflection in [false, true] {
            let own = |p: &&str| PdbTables::new(&goal, tables(&goal, p, TableKind::ZeroAware), reflection).unwrap();
            let mut largest = vec![0; 300];
            for tables in partitions.iter().map(own) {
                largest.iter_mut().zip(values(&space, tables, 300)).for_each(|(most, value)| *most = value.max(*most));
            }
            let all = collection(&goal, &partitions, TableKind::ZeroAware, reflection);
            let patterns: Vec<Vec<Pattern>> = partitions.iter().map(|p| canonical(&goal, p)).collect();
            let unshared = pool(&goal, &partitions, TableKind::ZeroAware, false);
            assert!(unshared.len() >= all.tables().count());
            let unshared = PdbTables::collection(&goal, unshared, &patterns, reflection).unwrap();
            assert_eq!(values(&space, all, 300), largest);
            assert_eq!(values(&space, unshared, 300), largest);
        }
    }
}

/// The order of partitions, and one that is the reflection of another, change neither lengths nor counts.
#[test]
fn order_and_repeats_change_nothing() {
    let goal = goal_of((3, 3), Goal::First);
    let space = space_of(&goal);
    let solve = |partitions: &[&str]| {
        let tables = collection(&goal, partitions, TableKind::ZeroAware, true);
        let solve = |board: Board| {
            let (start, options) = (&space.state(&board).unwrap(), &IdaOptions::default());
            let found = tables.with(GenericIda { space: &space, start, options });
            assert!(path(found.moves.as_ref().unwrap()).solves(&board, &goal));
            found
        };
        RandomBoards::new(goal, 9).take(40).map(solve).collect::<Vec<_>>()
    };
    let expected = solve(&FOUR);
    let backwards: Vec<&str> = FOUR.into_iter().rev().collect();
    assert_eq!(solve(&backwards), expected);
    // About the main diagonal, 1 and 3, 2 and 6, 5 and 7 change places.
    let reflected = ["1-4/5-8", "3,6,1,2/4,7,5,8", FOUR[1], FOUR[2], FOUR[3], FOUR[0]];
    assert_eq!(solve(&reflected), expected);
}

#[test]
fn what_makes_no_collection_is_refused() {
    let goal = goal_of((3, 3), Goal::Last);
    let some = tables(&goal, FOUR[0], TableKind::ZeroAware);
    let make = |partitions: &[Vec<Pattern>]| PdbTables::collection(&goal, some.clone(), partitions, true).unwrap_err();
    assert_eq!(make(&[]), PdbError::Count { sums: 0, lookups: 0 });
    let missing = make(&[canonical(&goal, FOUR[0]), canonical(&goal, FOUR[1])]);
    assert!(matches!(missing, PdbError::Missing { pattern } if pattern.cells() == [0, 1, 2, 5]));
    let half = canonical(&goal, FOUR[0])[..1].to_vec();
    assert!(matches!(make(&[half]), PdbError::NoPartition { covered: 4, .. }));
    let split = |tile: usize| format!("{tile},{}/{}", tile + 1, join((1..9).filter(|t| *t != tile && *t != tile + 1)));
    let splits: Vec<String> = (1..8).map(split).chain((1..8).map(|t| format!("1-{t}/{}", join(t + 1..9)))).collect();
    let splits: Vec<&str> = splits.iter().map(String::as_str).collect();
    let patterns: Vec<Vec<Pattern>> = splits.iter().map(|p| canonical(&goal, p)).collect();
    let many = PdbTables::collection(&goal, pool(&goal, &splits, TableKind::ZeroAware, true), &patterns, true);
    assert!(matches!(many, Err(PdbError::Count { sums: 17.., .. })), "{:?}", many.map(|t| t.sums()));
}

fn join(tiles: impl Iterator<Item = usize>) -> String {
    tiles.map(|t| t.to_string()).collect::<Vec<_>>().join(",")
}
