//! Tests of damaged tables that are opened without checking their digest. A search can then find a
//! wrong length or no solution, but it never panics and never returns an invalid solution.

use std::sync::Arc;

use fifteen_pdb::format::layout::{METADATA_AT, PAYLOAD_LEN_AT, renew_digests};

use crate::anytime::eager;
use crate::support::*;
use fifteen_search::tiles::BeamWidth;

/// Offset of the payload from the beginning of the test tables, in bytes.
const PAYLOAD: usize = 4096;

fn damaged(table: &Table, damage: impl FnOnce(&mut [u8])) -> Arc<Table> {
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    damage(&mut bytes[PAYLOAD..]);
    Arc::new(Table::open(bytes).unwrap())
}

/// Runs several searches. Returns how many of them found a solution, and how many of these
/// solutions are longer than a shortest one.
fn searched(goal: &Board, tables: Vec<Arc<Table>>) -> (u32, u32) {
    let heuristic = TileHeuristic::from(PdbTables::new(goal, tables, true).unwrap());
    let space = space_of(goal);
    let (mut solved, mut longer) = (0, 0);
    let (board, start) = (hard(), space.state(&hard()).unwrap());
    let plain = Algorithm::ALL.into_iter().filter(|a| a.takes_heuristic());
    for algorithm in plain.chain([fast_ida(2)]) {
        let limits = Limits {
            nodes: Some(5_000),
            ..Limits::default()
        };
        // A search may return an error if it encounters an impossible value.
        let Ok(outcome) = algorithm.search(&space, &heuristic, &start, &limits, &mut |_| ()) else {
            continue;
        };
        if let Some(moves) = outcome.moves {
            assert!(
                path(&moves).solves(&board, goal) && moves.len() >= 31,
                "{algorithm:?}"
            );
            solved += 1;
            let exact = !matches!(
                algorithm,
                Algorithm::WeightedAstar(_) | Algorithm::Beam { .. }
            );
            longer += u32::from(exact && moves.len() > 31);
        }
    }
    (solved, longer)
}

#[test]
fn a_search_with_damaged_entries_does_not_panic() {
    let goal = goal_of((3, 3), Goal::Last);
    for kind in [TableKind::ZeroAware, TableKind::Additive] {
        let sound = tables(&goal, &["1-4/5-8"], kind);
        assert_eq!(searched(&goal, sound.clone()).1, 0, "a sound table");
        let bits = sound[0].payload().len() * 8;
        let mut solved = 0;
        for bit in (0..bits).step_by(bits / 60) {
            let flipped = damaged(&sound[0], |payload| payload[bit / 8] ^= 1 << (bit % 8));
            solved += searched(&goal, vec![flipped, Arc::clone(&sound[1])]).0;
        }
        assert!(solved > 60, "{solved}");
        let mut noise = fastrand::Rng::with_seed(1);
        for fill in [0, 0xff, 0x55, 0xaa, 0x0f] {
            let filled = damaged(&sound[0], |payload| payload.fill(fill));
            searched(&goal, vec![filled, Arc::clone(&sound[1])]);
            let random = damaged(&sound[1], |payload| noise.fill(payload));
            searched(&goal, vec![Arc::clone(&sound[0]), random]);
        }
    }
}

/// Near the goal, damaged entries give other boards a sum of 0 or less. Such sums guide the search,
/// but no board is mistaken for the goal.
#[test]
fn damaged_sums_of_0_or_less_do_not_end_a_search() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let sound = tables(&goal, &["1-4/5-8"], TableKind::ZeroAware);
    let mut noise = fastrand::Rng::with_seed(2);
    let mut searched = 0;
    for seed in 0..60 {
        // Only a few bits are flipped, so that the start still has a valid value.
        let mut flip = |payload: &mut [u8]| {
            payload
                .iter_mut()
                .for_each(|byte| *byte ^= noise.u8(..) & noise.u8(..) & noise.u8(..))
        };
        let tables = sound
            .iter()
            .map(|table| damaged(table, &mut flip))
            .collect();
        let heuristic = TileHeuristic::from(PdbTables::new(&goal, tables, true).unwrap());
        let start = near(&space, seed, 12);
        let limits = || Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let search = |algorithm: Algorithm| {
            algorithm.search(&space, &heuristic, &start, &limits(), &mut |_| ())
        };
        let beam = |nodes| Algorithm::Beam {
            width: BeamWidth::new(nodes).unwrap(),
        };
        let anytime = Algorithm::Ida(TileIda::Anytime(AnytimeOptions {
            threads: Threads::ONE,
            end: eager(),
        }));
        for outcome in [Algorithm::default(), beam(1), beam(20), anytime]
            .into_iter()
            .flat_map(search)
        {
            let moves = outcome.moves.unwrap_or_default();
            assert!(moves.is_empty() || path(&moves).solves(&space.board(&start), &goal));
            searched += 1;
        }
    }
    assert!(searched > 10, "{searched}");
}

/// A header that has a valid digest but contains a wrong number of rows must be rejected before any
/// entry is read.
#[test]
fn a_table_with_a_forged_number_of_rows_is_refused() {
    let goal = goal_of((3, 3), Goal::Last);
    for kind in [TableKind::ZeroAware, TableKind::Additive] {
        let sound = tables(&goal, &["1-4/5-8"], kind);
        let mut bytes = Vec::new();
        sound[0].write(&mut bytes).unwrap();
        let rows = sound[0].header().rows();
        let entries = 24 * (rows + 1);
        let payload = entries * u64::from(sound[0].header().entry_bits()) / 8;
        bytes.resize(PAYLOAD + payload as usize, 0);
        let mut put =
            |at: usize, number: u64| bytes[at..][..8].copy_from_slice(&number.to_le_bytes());
        put(PAYLOAD_LEN_AT, payload);
        // The entries, reachable and rows fields begin at offset 18 of the metadata.
        put(METADATA_AT + 18, entries);
        put(METADATA_AT + 34, rows + 1);
        renew_digests(&mut bytes).unwrap();
        let forged = Arc::new(Table::open(bytes).unwrap());
        let found = PdbTables::new(&goal, vec![forged, Arc::clone(&sound[1])], true).unwrap_err();
        let expected = format!("it has {} rows where the board has {rows}", rows + 1);
        assert!(found.to_string().contains(&expected), "{kind}: {found}");
    }
}
