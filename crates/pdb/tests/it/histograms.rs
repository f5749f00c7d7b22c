//! Published histograms, entry for entry, both kinds.

use fifteen_pdb::{Pattern, TableKind};
use fifteen_puzzle::{Goal, Metric};

use super::{built, pattern};

/// Compares the tables of 4x4 of up to so many tiles; returns their number.
fn histograms_of_4x4(tiles: usize) -> usize {
    let published = fifteen_data::histograms().into_iter().filter(|h| h.tiles.len() <= tiles);
    let compare = |published: fifteen_data::Histogram| {
        let kind = if published.zero_aware { TableKind::ZeroAware } else { TableKind::Additive };
        let goal = Goal::First.board(published.size).unwrap();
        let table = built(&Pattern::of_tiles(&goal, &published.tiles).unwrap(), kind, 2);
        assert_eq!(table.header().histogram(), published.counts, "{:?} {kind}", published.tiles);
        assert_eq!(table.header().entries(), published.entries);
        table.verify().unwrap();
    };
    published.map(compare).count()
}

#[test]
fn histograms_of_4x4_tables_up_to_six_tiles() {
    assert_eq!(histograms_of_4x4(6), 24);
}

#[test]
#[ignore = "takes a minute: tables of seven and eight tiles too"]
fn every_published_4x4_histogram() {
    assert_eq!(histograms_of_4x4(8), 28);
}

#[test]
fn tables_of_whole_boards_have_the_states_at_each_depth() {
    let small = |b: &fifteen_data::DepthCounts| b.metric == Metric::SingleTile && b.size.cells() <= 10;
    let boards: Vec<_> = fifteen_data::depth_counts().into_iter().filter(small).collect();
    assert_eq!(boards.len(), 4);
    for board in boards {
        for blank in [0, board.size.cells() - 1] {
            let cells: Vec<u8> = (0..board.size.cells() as u8).filter(|&c| usize::from(c) != blank).collect();
            let whole = pattern(board.size.width(), board.size.height(), blank, &cells);
            let table = built(&whole, TableKind::ZeroAware, 2);
            assert_eq!(table.header().histogram(), board.counts, "{}, blank on {blank}", board.size);
        }
    }
}
