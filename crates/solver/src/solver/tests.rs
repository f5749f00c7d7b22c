use fifteen_pdb::{Partition, TableBuilder};
use fifteen_puzzle::{Goal, notation};

use super::*;
use crate::HeuristicKind;
use crate::tables::TableStore;

fn manhattan(size: &str) -> Solver {
    Setup::with_heuristic(HeuristicKind::Manhattan)
        .open(size.parse().unwrap())
        .unwrap()
}

#[test]
fn goals_that_leave_cells_open_have_their_own_solver() {
    let goal = Goal::parse("1 2 3 / * * * / * * *", None).unwrap();
    let Goal::Choice(pattern) = goal else {
        panic!("{goal} leaves no choice");
    };
    let size = Size::new(3, 3).unwrap();
    let solver = ChoiceSolver::open(pattern, size).unwrap();
    let board = notation::parse("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let found = solver.solve(&board.into(), &Limits::default()).unwrap();
    assert_eq!(found.length, Some(21));
    let refused = |error: OpenError, reason: &str| assert!(error.to_string().contains(reason));
    let setup = Setup {
        goal,
        ..Setup::default()
    };
    refused(
        setup.open(size).unwrap_err(),
        "leaves a choice, but a single goal board is needed",
    );
    refused(
        ChoiceSolver::open(pattern, Size::FIFTEEN).unwrap_err(),
        "the goal is a 3x3 board",
    );
}

#[test]
fn unsolvable_boards_and_other_sizes_are_errors() {
    let solver = manhattan("3x3");
    let [unsolvable, other] = ["1 2 3 / 4 5 6 / 8 7 0", "1 2 3 / 4 5 0"]
        .map(|text| solver.solve(&notation::parse(text, None).unwrap(), &Limits::default()));
    assert!(matches!(unsolvable, Err(SolveError::Unsolvable(_))));
    assert!(matches!(other, Err(SolveError::OtherSize { .. })));
}

#[test]
fn tables_in_memory_are_built_once_and_reused() {
    let size: Size = "4x3".parse().unwrap();
    let store = Arc::<TableStore>::default();
    let setup = Setup {
        missing_tables: MissingTables::BuildFallback,
        store: Some(Arc::clone(&store)),
        ..Setup::default()
    };
    let first = setup.open(size).unwrap();
    let built = store.tables().len();
    assert!(
        built > 0 && first.notes().is_empty(),
        "nobody is told to build tables with a command"
    );
    let second = setup.open(size).unwrap();
    assert_eq!(
        (store.tables().len(), second.heuristic()),
        (built, first.heuristic()),
        "nothing is built again"
    );
    let other = Arc::<TableStore>::default();
    store
        .tables()
        .into_iter()
        .for_each(|table| other.add(table));
    let third = Setup {
        store: Some(other),
        ..Setup::default()
    }
    .open(size)
    .unwrap();
    assert_eq!(third.heuristic(), first.heuristic());
}

#[test]
fn tables_are_mapped_unless_huge_pages_are_chosen() {
    let (size, folder) = ("3x3".parse().unwrap(), tempfile::tempdir().unwrap());
    let partition = Partition::parse("1-4/5-8", &Goal::Last.board(size).unwrap()).unwrap();
    for table in TableBuilder::new().build_partition(&partition).unwrap() {
        let name = file_name(table.header().pattern(), table.header().kind());
        fifteen_pdb::file::save(&table, &folder.path().join(name), None).unwrap();
    }
    let is_mapped = |pages| {
        let setup = Setup {
            tables: vec![folder.path().into()],
            pages,
            ..Setup::default()
        };
        let solver = setup.open(size).unwrap();
        let tables = solver.tile_heuristic().tables();
        assert_eq!(tables.len(), 2);
        tables.iter().all(|table| table.is_mapped())
    };
    assert!(is_mapped(Pages::File) && !is_mapped(Pages::Huge));
}
