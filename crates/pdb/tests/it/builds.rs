//! Builds: several at a time, and what they report.

use std::ops::ControlFlow;

use fifteen_pdb::{Progress, TableKind, build, build_small};

use super::{built, pattern};

#[test]
fn tables_built_together_are_those_built_alone() {
    let patterns = [pattern(3, 3, 8, &[0, 4, 7]), pattern(3, 2, 5, &[0, 1, 2]), pattern(4, 4, 15, &[5])];
    for kind in [TableKind::ZeroAware, TableKind::Additive] {
        let together = build_small(&patterns, kind, 2).unwrap();
        assert_eq!(together.len(), patterns.len());
        for (table, pattern) in together.iter().zip(&patterns) {
            let alone = built(pattern, kind, 1);
            assert_eq!((table.header(), table.payload()), (alone.header(), alone.payload()));
        }
    }
}

#[test]
fn progress_counts_levels_and_entries_up_to_the_total() {
    // All placements are reached in the first, half of them in the second.
    for (pattern, share) in [(pattern(3, 3, 8, &[0, 4, 7]), 1), (pattern(3, 2, 5, &[0, 1, 2, 3, 4]), 2)] {
        let mut reports: Vec<Progress> = Vec::new();
        let mut note = |progress| {
            reports.push(progress);
            ControlFlow::Continue(())
        };
        let table = build(&pattern, TableKind::ZeroAware, 1, &mut note).unwrap();
        let header = table.header();
        let (histogram, total) = (header.histogram(), header.entries() / share);
        assert_eq!(histogram.iter().sum::<u64>(), total);
        let levels: Vec<u32> = reports.iter().map(|progress| progress.depth).collect();
        assert!(levels.is_sorted() && levels[0] == 1 && levels[levels.len() - 1] as usize == histogram.len());
        for Progress { depth, entries, total: expected } in reports {
            let before: u64 = histogram[..depth as usize].iter().sum();
            let after = before + histogram.get(depth as usize).unwrap_or(&0);
            assert!((before..=after).contains(&entries), "{entries} entries at level {depth}: {before} to {after}");
            assert_eq!(expected, total);
        }
    }
}
