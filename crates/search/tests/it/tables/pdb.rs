//! Tests of pattern databases as heuristics: values never exceed the true distance, the value that
//! is updated after a move equals a fresh evaluation, and solutions have the same lengths as with
//! other heuristics.

use fifteen_pdb::Partition;
use fifteen_search::tiles::{MAX_SUMS, PdbError};

use crate::support::*;
use crate::whole::Whole;

const TWO: [&str; 2] = ["1-4/5-8", "1,2,3,6/4,5,7,8"];
/// Partitions that together with their reflections form 15 sums.
const MANY: [&str; 8] = [
    "1-2/3-8",
    "1-3/4-8",
    "1-4/5-8",
    "1-5/6-8",
    "1-6/7,8",
    "1-7/8",
    TWO[1],
    "1,4,7,8/2,3,5,6",
];

/// Size, goal and partitions.
type Case<'a> = ((usize, usize), Goal, &'a [&'a str]);

#[test]
fn pattern_database_values_are_admissible_and_exact_after_every_move() {
    let cases: [Case; 11] = [
        ((3, 2), Goal::Last, &["1-5"]),
        ((3, 2), Goal::Last, &["1/2/3/4/5"]),
        ((3, 2), Goal::First, &["1,5/2-4"]),
        ((2, 3), Goal::First, &["1-3/4,5"]),
        ((4, 2), Goal::Last, &["1-7"]),
        (
            (4, 2),
            Goal::Last,
            &["1-4/5-7", "1,2,5/3,4,6,7", "1,3,5,7/2,4,6"],
        ),
        ((2, 4), Goal::First, &["1,3,5,7/2,4,6"]),
        ((4, 2), Goal::Spiral, &["1-3/4-7"]),
        ((3, 3), Goal::First, &TWO),
        ((3, 3), Goal::Last, &MANY),
        ((3, 3), Goal::Spiral, &["1,2,3,8/4-7"]),
    ];
    for (size, goal, partitions) in cases {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let whole = Whole::new(&space);
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            let sums = [false, true].map(|reflection| {
                let tables = pdb(&goal, partitions, kind, reflection);
                assert!(
                    (partitions.len()..=MAX_SUMS).contains(&tables.sums()),
                    "{}",
                    tables.sums()
                );
                let tables = TileHeuristic::from(tables);
                let quality = tables.with(&whole);
                assert!(quality.parity && quality.exact, "{quality:?}");
                // Zero-aware tables have one entry for each region of the blank, so a move changes
                // one sum, and thereby the value, by at most 1.
                assert!(
                    quality.step == 1 || kind == TableKind::Additive,
                    "{quality:?}"
                );
                quality.sum
            });
            assert!(sums[0] <= sums[1]);
            // A table of all tiles holds the exact distances.
            if partitions[0].len() == 3 {
                assert_eq!(
                    sums[0],
                    whole
                        .states
                        .iter()
                        .map(|(_, distance)| u64::from(*distance))
                        .sum::<u64>()
                );
            }
        }
    }
}

/// A table can be used for goals that number the tiles differently, and for goals that a symmetry
/// of the board maps to the table's own goal.
#[test]
fn a_table_can_be_used_for_every_symmetric_goal() {
    let last = goal_of((3, 3), Goal::Last);
    let shared = tables(&last, &["1-4/5-8"], TableKind::ZeroAware);
    for text in [
        "0 1 2 / 3 4 5 / 6 7 8",
        "4 7 0 / 1 2 3 / 8 6 5",
        "1 2 3 / 4 5 6 / 0 7 8",
    ] {
        let goal = Goal::parse(text, None).unwrap().board(last.size()).unwrap();
        let heuristic = PdbTables::new(&goal, shared.clone(), true).unwrap();
        assert!(heuristic.reflects());
        let quality = TileHeuristic::from(heuristic).with(&Whole::new(&space_of(&goal)));
        assert!(quality.parity && quality.exact, "{quality:?}");
    }
}

#[test]
fn a_partition_and_its_reflection_give_the_same_values() {
    let goal = goal_of((4, 4), Goal::First);
    let space = space_of(&goal);
    // The second partition is the reflection of the first one about the main diagonal. Each tile is
    // replaced with the tile whose goal cell is the mirror image of its own.
    let values = |partition| -> Vec<u32> {
        let heuristic = TileHeuristic::from(pdb(&goal, &[partition], TableKind::ZeroAware, true));
        random(&space, 4)
            .take(50)
            .map(|state| heuristic.value(&state).unwrap())
            .collect()
    };
    assert_eq!(
        values("1-3/4-6/7-9/10-12/13-15"),
        values("4,8,12/1,5,9/13,2,6/10,14,3/7,11,15")
    );
}

#[test]
fn tables_that_do_not_match_the_goal_or_partition_are_refused() {
    let goal = goal_of((3, 3), Goal::Last);
    let tables = tables(&goal, &TWO[..1], TableKind::ZeroAware);
    let refused = |found: Result<PdbTables, PdbError>, message: &str| {
        let error = found.unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    for other in [goal_of((3, 3), Goal::Spiral), goal_of((4, 3), Goal::Last)] {
        refused(
            PdbTables::new(&other, tables.clone(), true),
            "does not serve this",
        );
    }
    refused(
        PdbTables::new(&goal, tables[..1].to_vec(), true),
        "leaves out tiles 5, 6, 7, 8",
    );
    refused(
        PdbTables::new(&goal, [&tables[..], &tables[..1]].concat(), true),
        "tile 1 is named twice",
    );
    let of =
        |partitions: &[Partition]| PdbTables::collection(&goal, tables.clone(), partitions, true);
    refused(of(&[]), "not of 0 sums");
    let [own, other] =
        ["1-4/5-8", "1-3,6/4,5,7,8"].map(|text| Partition::parse(text, &goal).unwrap());
    refused(of(&[own, other]), "no table of the tiles 1-3,6");
}
