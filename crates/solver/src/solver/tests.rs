use fifteen_pdb::{Partition, TableBuilder};
use fifteen_puzzle::{Goal, TileGrid, notation};

use super::*;
use crate::HeuristicKind;
use crate::tables::TableStore;

fn manhattan(size: &str) -> Solver {
    Setup::with_heuristic(HeuristicKind::Manhattan)
        .open(size.parse().unwrap())
        .unwrap()
}

/// Returns the default setup for a goal, but with a heuristic that needs no tables. A goal pattern
/// supports only one heuristic, so the setup then names none.
fn setup_for(goal: &str) -> Setup {
    let goal = Goal::parse(goal, None).unwrap();
    let is_pattern = matches!(goal, Goal::Choice(_));
    Setup {
        goal,
        heuristic: (!is_pattern).then_some(HeuristicKind::Manhattan.into()),
        ..Setup::default()
    }
}

/// Parses the tiles of a 3x3 board, on which a tile can occur more than once.
fn grid(tiles: [u8; 9]) -> TileGrid {
    TileGrid::new(Size::new(3, 3).unwrap(), &tiles).unwrap()
}

const HARD: [u8; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];
const SOLVED: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
const REPEATED: [u8; 9] = [8, 8, 8, 2, 8, 8, 3, 0, 1];
const FIRST_ROW: &str = "1 2 3 / * * * / * * *";
const WHOLE_BOARD: &str = "1 2 3 / 4 5 6 / 7 8 0";

#[test]
fn one_solver_solves_boards_for_any_goal() {
    let size = Size::new(3, 3).unwrap();
    for (goal, length, end, of_repeated) in [
        (FIRST_ROW, 21, None, Ok(Some(21))),
        (
            WHOLE_BOARD,
            31,
            Some(grid(SOLVED)),
            Err(SolveError::RepeatedTile),
        ),
    ] {
        let solver = GoalSolver::open(&setup_for(goal), size).unwrap();
        let start = grid(HARD);
        let found = solver.solve(&start, &Limits::default()).unwrap();
        assert_eq!(found.length, Some(length), "{goal}");
        let path = found.moves.unwrap();
        let passed = path.grid_path(&start).unwrap();
        assert_eq!(passed.len(), length as usize);
        assert_eq!(passed.end().tiles()[..3], [1, 2, 3]);
        assert!(end.is_none_or(|end| end == *passed.end()));
        assert_eq!(path.directions().len(), length as usize);
        let repeated = solver.solve(&grid(REPEATED), &Limits::default());
        assert_eq!(repeated.map(|found| found.length), of_repeated, "{goal}");
    }
}

#[test]
fn solvers_for_any_goal_are_cached() {
    let (size, cache) = (Size::new(3, 3).unwrap(), crate::SolverCache::new(4));
    for goal in [FIRST_ROW, WHOLE_BOARD] {
        let (setup, mut opened) = (setup_for(goal), 0);
        for algorithm in [Algorithm::default(), Algorithm::Astar] {
            let setup = Setup {
                algorithm,
                ..setup.clone()
            };
            let solver = cache.open(&setup, size, |_| opened += 1).unwrap();
            let found = solver.solve(&grid(HARD), &Limits::default()).unwrap();
            assert!(found.length.is_some());
        }
        assert_eq!(opened, 1, "{goal}");
    }
}

#[test]
fn a_queue_can_mix_goals() {
    struct Boards {
        waiting: Vec<QueuedBoard<usize>>,
        lengths: std::collections::BTreeMap<usize, Option<u32>>,
    }
    impl BoardQueue for Boards {
        type Ticket = usize;
        fn next(&mut self) -> Option<QueuedBoard<usize>> {
            self.waiting.pop()
        }
        fn done(&mut self, board: QueuedBoard<usize>, result: Result<GoalSolution, SolveError>) {
            let length = result.ok().and_then(|found| found.length);
            self.lengths.insert(board.ticket, length);
        }
    }
    let size = Size::new(3, 3).unwrap();
    let [pattern, board] =
        [FIRST_ROW, WHOLE_BOARD].map(|goal| GoalSolver::open(&setup_for(goal), size).unwrap());
    let boards = [
        (&board, HARD),
        (&board, REPEATED),
        (&pattern, HARD),
        (&board, HARD),
        (&pattern, REPEATED),
    ];
    let waiting = boards.iter().enumerate().rev();
    let mut boards = Boards {
        waiting: waiting
            .map(|(ticket, &(solver, tiles))| QueuedBoard {
                solver: solver.clone(),
                start: grid(tiles),
                ticket,
            })
            .collect(),
        lengths: Default::default(),
    };
    solve_each(&crate::Request::default(), &mut boards);
    let lengths: Vec<Option<u32>> = boards.lengths.into_values().collect();
    assert_eq!(lengths, [Some(31), None, Some(21), Some(31), Some(21)]);
}

#[test]
fn goals_that_leave_cells_open_need_a_goal_solver() {
    let (setup, size) = (setup_for(FIRST_ROW), Size::new(3, 3).unwrap());
    assert!(setup.is_available(size));
    let refused = |error: OpenError, reason: &str| assert!(error.to_string().contains(reason));
    refused(
        setup.open(size).unwrap_err(),
        "leaves a choice, but a single goal board is needed",
    );
    refused(
        GoalSolver::open(&setup, Size::FIFTEEN).unwrap_err(),
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
