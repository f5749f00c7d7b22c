use fifteen_pdb::{Partition, TableKind};
use fifteen_puzzle::Goal;

use super::*;
use crate::tables::TableStore;
use crate::testing::board;
use crate::{HeuristicKind, Status};

fn manhattan(size: &str) -> Solver {
    Setup::with_heuristic(HeuristicKind::Manhattan).open(size.parse().unwrap()).unwrap()
}

#[test]
fn the_hardest_3x3_board() {
    let solver = manhattan("3x3");
    let board = board("8 6 7 / 2 5 4 / 3 0 1");
    let options = Options { all: Some(usize::MAX), ..Options::default() };
    let solution = solver.solve(&board, &options).unwrap();
    assert_eq!((solution.length, solution.bound, solution.status), (Some(31), 31, Status::Solved));
    let all = solution.all_moves.unwrap();
    assert_eq!(solution.solutions, Some(all.len() as u64));
    assert_eq!(solution.moves.as_ref(), all.first());
    assert!(all.iter().all(|path| path.len() == 31 && path.solves(&board, solver.goal())));
}

#[test]
fn heuristics_that_an_algorithm_does_not_take() {
    let size = "3x3".parse().unwrap();
    let open = |algorithm, heuristic| {
        Setup { algorithm, heuristic: Some(HeuristicSpec::from(heuristic)), ..Setup::default() }.open(size)
    };
    let bfs = open(Algorithm::Bfs, HeuristicKind::Manhattan).unwrap();
    assert!(matches!(bfs.notes(), [OpeningNote::HeuristicIgnored { .. }]));
    assert!(open(Algorithm::IdaWrongWay, HeuristicKind::Manhattan).unwrap().notes().is_empty());
    let wrong = open(Algorithm::IdaWrongWay, HeuristicKind::Zero);
    assert!(matches!(wrong, Err(OpenError::Request(_))));
    let branch_and_bound = Setup { algorithm: Algorithm::BranchAndBound, ..Setup::default() }.open(size).unwrap();
    assert_eq!(branch_and_bound.heuristic(), Some("misplaced"));
}

#[test]
fn what_cannot_be_solved_is_said() {
    let solver = manhattan("3x3");
    let unsolvable = solver.solve(&board("1 2 3 / 4 5 6 / 8 7 0"), &Options::default());
    assert!(matches!(unsolvable, Err(SolveError::Unsolvable(_))));
    let other = solver.solve(&board("1 2 3 / 4 5 0"), &Options::default());
    assert!(matches!(other, Err(SolveError::OtherSize { .. })));
}

#[test]
fn tables_in_memory_are_built_once_and_found() {
    let size: Size = "4x3".parse().unwrap();
    let store = Arc::<TableStore>::default();
    let setup = Setup { in_memory_fallback: true, store: Some(Arc::clone(&store)), ..Setup::default() };
    let first = setup.open(size).unwrap();
    let built = store.tables().len();
    assert!(built > 0 && first.notes().is_empty(), "nobody is told to build tables with a command");
    let second = setup.open(size).unwrap();
    assert_eq!((store.tables().len(), second.heuristic()), (built, first.heuristic()), "nothing is built again");
    let other = Arc::<TableStore>::default();
    store.tables().into_iter().for_each(|table| other.add(table));
    let third = Setup { store: Some(other), ..Setup::default() }.open(size).unwrap();
    assert_eq!(third.heuristic(), first.heuristic());
}

#[test]
fn one_board_maps_its_tables_and_many_read_them_into_memory() {
    let (size, folder) = ("3x3".parse().unwrap(), tempfile::tempdir().unwrap());
    let partition = Partition::parse("1-4/5-8", &Goal::Last.board(size).unwrap()).unwrap();
    for table in fifteen_pdb::build_small(partition.patterns(), TableKind::ZeroAware, 1).unwrap() {
        let name = file_name(table.header().pattern(), table.header().kind());
        fifteen_pdb::file::save(&table, &folder.path().join(name), None).unwrap();
    }
    let is_mapped = |pages, for_one_board| {
        let setup = Setup { tables: vec![folder.path().into()], pages, for_one_board, ..Setup::default() };
        let solver = setup.open(size).unwrap();
        let tables = solver.tile_heuristic().tables();
        assert_eq!(tables.len(), 2);
        tables.iter().all(|table| table.is_mapped())
    };
    assert!(is_mapped(Pages::Auto, true) && !is_mapped(Pages::Auto, false));
    assert!(is_mapped(Pages::File, false) && !is_mapped(Pages::Huge, true));
}
