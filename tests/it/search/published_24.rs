//! Published figures of the 24-puzzle: histograms of six-tile tables, and counts of nodes with Korf & Felner's 6-6-6-6.

use std::ops::ControlFlow;
use std::sync::Arc;

use fifteen_data::{Korf24Board, histograms24, korf24};
use fifteen_solver::Options;
use fifteen_solver::pdb::{Pattern, Table, build};
use fifteen_solver::search::Outcome;
use fifteen_solver::search::tiles::{Algorithm, Move, PdbTables, TileHeuristic, TileSpace};
use fifteen_solver::{Board, Goal, MoveOrder, Path, Size, TableKind};

fn goal() -> Board {
    Goal::First.board(Size::new(5, 5).unwrap()).unwrap()
}

/// Tables of 6-6-6-6, each compared with its published histogram when its turn comes.
fn tables(kind: TableKind, entries: u64, classes: u64) -> impl Iterator<Item = Arc<Table>> {
    let of_kind = histograms24().into_iter().filter(move |h| h.zero_aware == (kind == TableKind::ZeroAware));
    of_kind.map(move |published| {
        let pattern = Pattern::of_tiles(&goal(), &published.tiles).unwrap();
        let built = build(&pattern, kind, 2, &mut |_| ControlFlow::Continue(())).unwrap();
        let header = built.header();
        assert_eq!(header.histogram(), published.counts, "{:?}", published.tiles);
        assert_eq!((header.entries(), header.classes(), published.entries), (entries, classes, entries));
        Arc::new(built)
    })
}

#[test]
fn a_zero_aware_table_of_six_tiles() {
    assert!(tables(TableKind::ZeroAware, 181_008_000, 251_400).next().is_some());
}

/// Searches for boards 38 and 40 with reflection, plain, on a thread each; the solutions are replayed.
fn search(tables: impl Iterator<Item = Arc<Table>>) -> [(Korf24Board, Outcome<Vec<Move>>); 2] {
    let heuristic = TileHeuristic::from(PdbTables::new(&goal(), tables.collect(), true).unwrap());
    let space = TileSpace::new(&goal(), MoveOrder::ULRD);
    let search = |number: u32| {
        let board = korf24().into_iter().find(|board| board.number == number).unwrap();
        let start = space.state(&board.board).unwrap();
        let options = Options::default();
        let found = Algorithm::Ida.search(&space, &heuristic, &start, &options, &mut |_| ()).unwrap();
        let path = Path::new(found.moves.as_ref().unwrap().iter().map(|m| m.direction()).collect());
        assert!(path.solves(&board.board, &goal()));
        assert_eq!((found.length, path.len() as u32), (Some(board.length), board.length));
        (board, found)
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| search(40));
        [search(38), other.join().unwrap()]
    })
}

/// Korf & Felner 2002 do not count the root, which we do.
#[test]
#[ignore = "takes a minute: four tables of 127 million entries"]
fn additive_tables_and_the_counts_of_korf_and_felner() {
    for (board, found) in search(tables(TableKind::Additive, 127_512_000, 177_100)) {
        assert_eq!((found.generated - 1, found.expanded), (board.generated, board.expanded_additive), "{board:?}");
    }
}

#[test]
#[ignore = "takes a minute: four tables of 181 million entries"]
fn zero_aware_tables_and_the_counts_of_clausecker_and_reinefeld() {
    // What is generated is not published, but the same on every machine.
    let generated = [28_795_651, 44_183_699];
    for ((board, found), generated) in
        search(tables(TableKind::ZeroAware, 181_008_000, 251_400)).into_iter().zip(generated)
    {
        assert_eq!((found.generated, found.expanded), (generated, board.expanded_zero_aware), "{board:?}");
    }
}
