//! Compares tables with a simple breadth-first search over placements. It does not use the
//! library's code for moves and for regions of the blank.
//!
//! The tests cover many small boards, patterns and goals, every entry of both kinds of tables, and
//! several numbers of threads.

use std::collections::HashMap;

use fifteen_pdb::format::layout::{METADATA_AT, PAYLOAD_LEN_AT, renew_digests};
use fifteen_pdb::index::rank::rank;
use fifteen_pdb::index::{ZeroClasses, entries};
use fifteen_pdb::{
    Partition, Pattern, Table, TableBuilder, TableKind, UpperBits, ValueError, VerifyError,
};
use fifteen_puzzle::{Board, Goal, RandomBoards, Size};
use fifteen_resources::Threads;

use super::{built, forge, go_on, pattern};

fn patterns() -> Vec<Pattern> {
    vec![
        pattern(2, 2, 3, &[0, 1, 2]),
        pattern(3, 2, 5, &[0, 1, 2, 3, 4]),
        pattern(3, 2, 5, &[0, 4]),
        pattern(2, 3, 5, &[1, 2, 3, 4]),
        pattern(3, 3, 8, &[0, 1, 2, 3]),
        pattern(3, 3, 4, &[0, 2, 5, 7]),
        pattern(3, 3, 7, &[0, 1, 3, 8]),
        pattern(4, 2, 7, &[1, 3, 4, 5, 6]),
        pattern(2, 4, 6, &[0, 3, 5]),
        pattern(5, 2, 9, &[0, 1, 5, 6]),
        pattern(3, 4, 11, &[0, 5, 10]),
        pattern(5, 5, 24, &[0, 12]),
        pattern(6, 4, 23, &[3, 17]),
        pattern(2, 12, 23, &[0, 22]),
    ]
}

/// A placement: the cells of the tiles in the order of the pattern, and the smallest cell of the
/// blank's region.
type Placement = (Vec<u8>, usize);

/// Returns the cells that the blank can reach without moving one of the tiles on `cells`, in
/// ascending order.
fn blank_region(size: Size, cells: &[u8], blank: usize) -> Vec<usize> {
    let mut region = vec![blank];
    let mut visited = 0;
    while let Some(&cell) = region.get(visited) {
        visited += 1;
        for next in size.neighbours(cell) {
            if !cells.contains(&(next as u8)) && !region.contains(&next) {
                region.push(next);
            }
        }
    }
    region.sort_unstable();
    region
}

/// Returns the distances of all placements. They are found by a breadth-first search in which moves
/// of the blank within its region cost nothing.
fn distances(pattern: &Pattern) -> HashMap<Placement, u32> {
    let size = pattern.size();
    let key = |cells: Vec<u8>, blank: usize| {
        let smallest = blank_region(size, &cells, blank)[0];
        (cells, smallest)
    };
    let start = key(pattern.cells().to_vec(), pattern.blank());
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut level = vec![start];
    for depth in 1.. {
        let mut next = Vec::new();
        for (cells, blank) in level {
            for to in blank_region(size, &cells, blank) {
                for from in size.neighbours(to) {
                    if let Some(tile) = cells.iter().position(|&c| usize::from(c) == from) {
                        let mut moved = cells.clone();
                        moved[tile] = to as u8;
                        let state = key(moved, from);
                        if !distances.contains_key(&state) {
                            distances.insert(state.clone(), depth);
                            next.push(state);
                        }
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

#[test]
fn every_entry_is_the_true_distance_on_any_number_of_threads() {
    for pattern in patterns() {
        let pattern = pattern.canonical().0;
        let truth = distances(&pattern);
        let classes = ZeroClasses::new(pattern.size(), pattern.len());
        let [zero_aware, additive] = [TableKind::ZeroAware, TableKind::Additive].map(|kind| {
            let table = built(&pattern, kind, 1);
            assert!(
                [2, 3]
                    .iter()
                    .all(|&threads| built(&pattern, kind, threads).header() == table.header())
            );
            assert_eq!(
                (table.verify(), table.verify_deep(Threads::All, &mut go_on)),
                (Ok(()), Ok(())),
                "{pattern:?} {kind}"
            );
            table
        });
        assert_eq!(
            zero_aware.header().reachable(),
            truth.len() as u64,
            "{pattern:?}"
        );
        let upper = UpperBits::build(&pattern, Threads::All, &mut go_on).unwrap();
        let mut least: HashMap<&[u8], u32> = HashMap::new();
        let header = zero_aware.header();
        let mean = f64::from(truth.values().sum::<u32>()) / truth.len() as f64;
        assert!(
            (header.mean() - mean).abs() < 1e-9 && header.generator().starts_with("fifteen"),
            "{pattern:?}"
        );
        for ((cells, blank), &distance) in &truth {
            assert_eq!(
                zero_aware.distance(cells, *blank),
                Ok(distance),
                "{pattern:?} {cells:?} {blank}"
            );
            let mut order: Vec<u8> = (0..cells.len() as u8).collect();
            order.sort_by_key(|&tile| cells[usize::from(tile)]);
            let class = classes.class(cells.iter().fold(0, |map, &cell| map | 1 << cell), *blank);
            let index = entries::index(rank(&order), classes.len(), class);
            assert_eq!(
                upper.distance(zero_aware.payload(), index, distance % 2),
                distance,
                "{pattern:?} {cells:?}"
            );
            let entry = least.entry(cells).or_insert(distance);
            *entry = distance.min(*entry);
        }
        assert_eq!(
            additive.header().reachable(),
            least.len() as u64,
            "{pattern:?}"
        );
        for (cells, distance) in least {
            let blank = (0..pattern.size().cells())
                .find(|&c| !cells.contains(&(c as u8)))
                .unwrap();
            assert_eq!(
                additive.distance(cells, blank),
                Ok(distance),
                "{pattern:?} {cells:?}"
            );
        }
    }
}

/// Forges a header that has a valid digest but a wrong number of rows. No entry may be read from
/// such a table.
#[test]
fn a_forged_number_of_rows_is_detected() {
    let pattern = pattern(3, 3, 8, &[0, 1, 2, 3]);
    let mut bytes = forge::file(&pattern, TableKind::ZeroAware);
    let start = forge::payload_at(&bytes);
    let (rows, entries) = (1000u64, 24_000u64);
    bytes.resize(start + entries as usize / 8, 0);
    // In the metadata, the number of entries begins after 18 bytes. It is followed by the number of
    // reachable entries and the number of rows.
    let mut put = |at: usize, number: u64| bytes[at..][..8].copy_from_slice(&number.to_le_bytes());
    put(PAYLOAD_LEN_AT, entries / 8);
    put(METADATA_AT + 18, entries);
    put(METADATA_AT + 34, rows);
    renew_digests(&mut bytes).unwrap();
    let table = Table::open(bytes.clone()).unwrap();
    assert_eq!(table.header().rows(), rows);
    assert!(matches!(
        table.verify(),
        Err(VerifyError::Count { found: 1000, .. })
    ));
    assert!(table.verify_deep(Threads::ONE, &mut go_on).is_err());
    assert!(table.distance(pattern.cells(), 8).is_err());
}

/// The value of an 8-puzzle board is the distance of its placement. Random boards are tested, for
/// goals with the blank on various cells.
#[test]
fn values_of_boards_are_the_distances_of_their_placements() {
    for goal in [Goal::Last, Goal::First, Goal::Spiral] {
        let goal = goal.board(Size::new(3, 3).unwrap()).unwrap();
        for text in ["1,2,5", "3,4,6,7", "1-8"] {
            let pattern = Pattern::parse(text, &goal).unwrap();
            let truth = distances(&pattern);
            for kind in [TableKind::ZeroAware, TableKind::Additive] {
                let table = built(&pattern, kind, 1);
                for board in RandomBoards::new(goal, 3).take(50) {
                    let cells: Vec<u8> = pattern
                        .cells()
                        .iter()
                        .map(|&cell| {
                            board.cells_of_tiles()[usize::from(goal.tiles()[usize::from(cell)])]
                        })
                        .collect();
                    let of_placement = |(placement, _): &(&Placement, &u32)| placement.0 == cells;
                    let least = truth.iter().filter(of_placement).map(|(_, &d)| d).min();
                    let expected = match kind {
                        TableKind::ZeroAware => {
                            let smallest = blank_region(goal.size(), &cells, board.blank())[0];
                            truth[&(cells, smallest)]
                        }
                        TableKind::Additive => least.unwrap(),
                    };
                    assert_eq!(
                        table.value_for_goal(&board, &goal),
                        Ok(expected),
                        "{goal} {text}"
                    );
                    let is_standard =
                        goal.blank() == 8 && goal.tiles().is_sorted_by_key(|&t| t.wrapping_sub(1));
                    assert!(!is_standard || table.value(&board) == Ok(expected));
                }
            }
        }
    }
}

/// The value of a partition is the sum over all of its patterns. Two patterns that are reflections
/// of each other share a table, but both of them count.
#[test]
fn the_value_of_a_partition_is_the_sum_over_all_patterns() {
    for goal in [Goal::Last, Goal::First] {
        let goal = goal.board(Size::new(3, 3).unwrap()).unwrap();
        for (text, tables) in [("2,3,6/4,7,8/1,5", 2), ("1-4/5-8", 2)] {
            let partition = Partition::parse(text, &goal).unwrap();
            let built = TableBuilder::new().build_partition(&partition).unwrap();
            if goal.blank() == 8 {
                assert_eq!(built.len(), tables, "{text}");
            }
            for board in RandomBoards::new(goal, 5).take(50) {
                let expected: u32 = partition
                    .patterns()
                    .iter()
                    .map(|pattern| {
                        let cells: Vec<u8> = pattern
                            .cells()
                            .iter()
                            .map(|&cell| {
                                board.cells_of_tiles()[usize::from(goal.tiles()[usize::from(cell)])]
                            })
                            .collect();
                        let smallest = blank_region(goal.size(), &cells, board.blank())[0];
                        distances(pattern)[&(cells, smallest)]
                    })
                    .sum();
                assert_eq!(
                    partition.value(&built, &board, &goal),
                    Ok(expected),
                    "{text} {board}"
                );
            }
            assert!(matches!(
                partition.value(&built[1..], &goal, &goal),
                Err(ValueError::MissingTable { .. })
            ));
        }
    }
}

#[test]
fn boards_and_cells_that_do_not_match_a_table_are_errors() {
    let table = built(&pattern(3, 3, 8, &[0, 1, 2]), TableKind::ZeroAware, 1);
    let [other, middle] = [(3, 2), (3, 3)]
        .map(|(width, height)| Board::ascending(Size::new(width, height).unwrap(), 4).unwrap());
    let last = Goal::Last.board(Size::new(3, 3).unwrap()).unwrap();
    assert!(matches!(
        table.value(&other),
        Err(ValueError::OtherSize { .. })
    ));
    assert!(matches!(
        table.value_for_goal(&last, &middle),
        Err(ValueError::OtherGoal { .. })
    ));
    for (cells, blank) in [
        (&[0, 1][..], 8),
        (&[0, 1, 9], 8),
        (&[0, 1, 1], 8),
        (&[0, 1, 2], 2),
        (&[0, 1, 2], 9),
    ] {
        assert!(
            matches!(
                table.distance(cells, blank),
                Err(ValueError::Placement { .. })
            ),
            "{cells:?}"
        );
    }
    let whole = built(&pattern(3, 2, 5, &[0, 1, 2, 3, 4]), TableKind::ZeroAware, 1);
    let swapped = Board::new(Size::new(3, 2).unwrap(), &[2, 1, 3, 4, 5, 0]).unwrap();
    assert_eq!(whole.value(&swapped), Err(ValueError::Unreachable));
}
