//! The small published histograms, entry for entry, both kinds; `tests/published.rs` of the workspace compares the large
//! ones too.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed, which is what it is for")]

use std::ops::ControlFlow;

use fifteen_pdb::{Pattern, TableKind, build};
use fifteen_puzzle::{Goal, Size};

fn data(name: &str) -> String {
    let path = format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn histograms_of_4x4_tables_up_to_six_tiles() {
    let goal = Goal::First.board(Size::new(4, 4).unwrap()).unwrap();
    let text = data("pdb15_histograms.txt");
    let mut compared = 0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let kind = if fields[0].starts_with('z') { TableKind::ZeroAware } else { TableKind::Additive };
        let tiles: Vec<u8> = fields[1].split(' ').map(|t| t.parse().unwrap()).collect();
        if tiles.len() > 6 {
            continue;
        }
        let expected: Vec<u64> = fields[4].split(' ').map(|n| n.parse().unwrap()).collect();
        let pattern = Pattern::of_tiles(&goal, &tiles).unwrap();
        let table = build(&pattern, kind, 2, &mut |_| ControlFlow::Continue(())).unwrap().into_table();
        assert_eq!(table.header().histogram(), expected, "{line}");
        assert_eq!(table.header().entries().to_string(), fields[2]);
        assert_eq!(table.header().largest().to_string(), fields[3]);
        table.verify().unwrap();
        compared += 1;
    }
    assert!(compared >= 10, "only {compared} tables compared");
}

#[test]
fn tables_of_whole_boards_have_the_states_at_each_depth() {
    for (name, w, h) in [("3x2", 3, 2), ("4x2", 4, 2), ("3x3", 3, 3), ("5x2", 5, 2)] {
        let text = data(&format!("dist_{name}_stm.txt"));
        let expected: Vec<u64> = text
            .lines()
            .filter(|l| !l.starts_with('#'))
            .map(|l| l.split_whitespace().nth(1).unwrap().parse().unwrap())
            .collect();
        let size = Size::new(w, h).unwrap();
        for blank in [0, size.cells() - 1] {
            let cells: Vec<u8> = (0..size.cells() as u8).filter(|&c| usize::from(c) != blank).collect();
            let pattern = Pattern::new(size, blank, &cells).unwrap();
            let built = build(&pattern, TableKind::ZeroAware, 2, &mut |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(built.header().histogram(), expected, "{name}, blank on {blank}");
        }
    }
}
