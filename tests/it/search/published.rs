//! Published figures of the 15-puzzle with tables, from `fifteen_data`: lengths, and counts of nodes.
//!
//! Tests that are ignored compute all of them, the others a part that takes seconds.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};

use fifteen_data::{Histogram, KorfBoard, KorfCounts, hardest17, histograms, korf100, korf100_expected};
use fifteen_pdb::{Partition, Pattern, Table, TableKind, build};
use fifteen_puzzle::{Board, Goal, MoveOrder, Path, RandomBoards, Size, notation};
use fifteen_search::Options;
use fifteen_search::tiles::{Algorithm, Mode, Move, PdbTables, TileHeuristic, TileSpace};
use fifteen_search::{Outcome, Status};

fn size() -> Size {
    Size::new(4, 4).unwrap()
}

fn goal(goal: Goal) -> Board {
    goal.board(size()).unwrap()
}

/// A table, built once for all tests of this file; its histogram is that published, if any.
fn table(pattern: &Pattern, kind: TableKind) -> Arc<Table> {
    type Built = Arc<OnceLock<Arc<Table>>>;
    static TABLES: OnceLock<Mutex<HashMap<(Pattern, TableKind), Built>>> = OnceLock::new();
    let key = (pattern.canonical().0, kind);
    let cell = TABLES.get_or_init(Mutex::default).lock().unwrap().entry(key.clone()).or_default().clone();
    let go_on = &mut |_| ControlFlow::Continue(());
    let built = || {
        let table = build(pattern, kind, 2, go_on).unwrap();
        let of_table = |h: &Histogram| {
            let tiles = Pattern::of_tiles(&goal(Goal::First), &h.tiles).unwrap();
            tiles.canonical().0 == key.0 && h.zero_aware == (kind == TableKind::ZeroAware)
        };
        let published = histograms().into_iter().find(of_table);
        assert!(
            published.is_none_or(|h| h.counts == table.header().histogram() && h.entries == table.header().entries())
        );
        Arc::new(table)
    };
    cell.get_or_init(built).clone()
}

fn tables(goal: &Board, name: &str, kind: TableKind, reflection: bool) -> PdbTables {
    let partition = Partition::parse(name, goal).unwrap();
    let tables = partition.patterns().iter().map(|p| table(p, kind)).collect();
    PdbTables::new(goal, tables, reflection).unwrap()
}

/// Searches for boards, plain, and replays every solution.
fn search(goal: &Board, boards: &[Board], tables: PdbTables, options: &Options) -> Vec<Outcome<Vec<Move>>> {
    let space = TileSpace::new(goal, MoveOrder::ULRD);
    let heuristic = TileHeuristic::from(tables);
    let search = |board: &Board| {
        let start = space.state(board).unwrap();
        let found = Algorithm::Ida.search(&space, &heuristic, &start, options, &mut |_| ()).unwrap();
        let path = Path::new(found.moves.as_ref().unwrap().iter().map(|m| m.direction()).collect());
        assert!(path.solves(board, goal) && Some(path.len() as u32) == found.length);
        found
    };
    boards.iter().map(search).collect()
}

/// Compares the root value and the counts of nodes on Korf's boards with those of an independent program; of the
/// searches without reflection, which expand more nodes, on each `step`-th board alone.
fn korf100_is_exact(name: &str, kind: TableKind, step: usize) {
    for (reflection, step) in [(false, step), (true, 1)] {
        korf_boards_are_exact(name, kind, reflection, step);
    }
}

fn korf_boards_are_exact(name: &str, kind: TableKind, reflection: bool, step: usize) {
    let goal = goal(Goal::First);
    let korf: Vec<KorfBoard> = korf100().into_iter().step_by(step).collect();
    let boards: Vec<Board> = korf.iter().map(|korf| korf.board).collect();
    let found = search(&goal, &boards, tables(&goal, name, kind, reflection), &Options::default());
    let of_search =
        |c: &KorfCounts| (c.partition, c.zero_aware, c.reflection) == (name, kind == TableKind::ZeroAware, reflection);
    let expected: Vec<KorfCounts> = korf100_expected().into_iter().filter(of_search).step_by(step).collect();
    assert_eq!((found.len(), expected.len()), (100usize.div_ceil(step), found.len()));
    for ((outcome, korf), expected) in found.iter().zip(&korf).zip(&expected) {
        assert_eq!(outcome.length, Some(korf.length), "board {} with {name}", korf.number);
        let counts = (korf.number, outcome.h0, outcome.generated, outcome.expanded);
        assert_eq!(counts, (expected.number, expected.h0, expected.generated, expected.expanded), "{name}");
    }
    assert!(step > 1 || found.iter().filter_map(|o| o.length).sum::<u32>() == 5305);
}

#[test]
fn korf100_6_6_3_additive() {
    korf100_is_exact("6-6-3", TableKind::Additive, 5);
}

#[test]
fn korf100_6_6_3_zero_aware() {
    korf100_is_exact("6-6-3", TableKind::ZeroAware, 5);
}

#[test]
fn korf100_7_8_zero_aware() {
    korf100_is_exact("7-8", TableKind::ZeroAware, 1);
}

#[test]
#[ignore = "takes a minute: tables of 7-8 in both kinds, all searches without reflection"]
fn korf100_in_full() {
    for kind in [TableKind::Additive, TableKind::ZeroAware] {
        korf100_is_exact("6-6-3", kind, 1);
        korf100_is_exact("7-8", kind, 1);
    }
}

fn hardest_boards_need_80_moves(boards_of_goal: usize) {
    for corner in [Goal::First, Goal::Last] {
        let (goal, boards) = (goal(corner), hardest17(corner));
        assert_eq!(boards.len(), 17);
        let tables = tables(&goal, "7-8", TableKind::ZeroAware, true);
        let found = search(&goal, &boards[..boards_of_goal], tables, &Options::default());
        assert!(found.iter().all(|outcome| outcome.length == Some(80)), "{goal}");
    }
}

#[test]
fn two_of_the_17_hardest_boards_need_80_moves() {
    hardest_boards_need_80_moves(2);
}

#[test]
#[ignore = "takes a minute: 320 million nodes"]
fn the_17_hardest_boards_need_80_moves() {
    hardest_boards_need_80_moves(17);
}

#[test]
fn a_board_with_exactly_two_shortest_solutions() {
    let goal = goal(Goal::Last);
    let board = notation::parse("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2", None).unwrap();
    let options = Options { all: Some(10), ..Options::default() };
    let found = &search(&goal, &[board], tables(&goal, "7-8", TableKind::ZeroAware, true), &options)[0];
    assert_eq!((found.status, found.length, found.solutions), (Status::Solved, Some(52), Some(2)));
    let all = found.all_moves.as_ref().unwrap();
    assert!(all.len() == 2 && all[0] != all[1]);
    for moves in all {
        assert!(Path::new(moves.iter().map(|m| m.direction()).collect()).solves(&board, &goal));
    }
}

/// Fast mode: the published lengths, plain mode's solutions, and the same counts on one thread and on three.
fn fast_mode_agrees_with_plain_mode(random: usize, hardest: usize) {
    let goal = goal(Goal::First);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let heuristic = TileHeuristic::from(tables(&goal, "7-8", TableKind::ZeroAware, true));
    let search = |board: &Board, mode| {
        let start = space.state(board).unwrap();
        let mut found = Algorithm::Ida
            .search(&space, &heuristic, &start, &Options { mode, ..Options::default() }, &mut |_| ())
            .unwrap();
        (found.speculative, found.peak_bytes) = (0, 0);
        found
    };
    let mut nodes = 0;
    let random = RandomBoards::new(goal, 15).take(random).map(|board| (board, None));
    for (board, length) in korf100().into_iter().map(|korf| (korf.board, Some(korf.length))).chain(random) {
        let fast = search(&board, Mode::Fast { threads: 1 });
        let plain = search(&board, Mode::Plain);
        assert_eq!((fast.length, &fast.moves), (plain.length, &plain.moves), "{board}");
        assert!(length.is_none() || fast.length.map(u64::from) == length.map(u64::from), "{board}");
        nodes += if length.is_some() { fast.generated } else { 0 };
    }
    assert_eq!(nodes, 1_680_617, "of Korf's 100 boards");
    for board in hardest17(Goal::First).into_iter().take(hardest) {
        let found = search(&board, Mode::Fast { threads: 3 });
        assert_eq!(found.length, Some(80));
        assert_eq!(found, search(&board, Mode::Fast { threads: 1 }));
    }
}

#[test]
fn fast_mode_agrees_with_plain_mode_on_some_boards() {
    fast_mode_agrees_with_plain_mode(100, 2);
}

#[test]
#[ignore = "takes half a minute: more boards"]
fn fast_mode_agrees_with_plain_mode_on_many_boards() {
    fast_mode_agrees_with_plain_mode(300, 4);
}
