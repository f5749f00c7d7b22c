//! Dual lookups against their definition, against the truth on small boards, and in every algorithm.

use std::sync::Arc;

use fifteen_pdb::{Partition, Pattern, Table, TableKind};
use fifteen_puzzle::{Board, Goal, RandomBoards, Size, Symmetry};
use fifteen_search::ida::IdaOptions;
use fifteen_search::tiles::{Algorithm, DualTables, HeuristicError, Mode, PdbError, PdbTables, TileHeuristic};

use super::tables::pdb::{Whole, distances, tables};
use super::{goal_of, path, space_of};

type Any = TileHeuristic;

/// The partition of a goal, carried to a goal of dual lookups; in its labels.
fn carried(partition: &str, goal: &Board, dual: &Board) -> String {
    Partition::parse(partition, goal).unwrap().for_blank(dual.blank()).unwrap().text(dual)
}

/// The tables of each class of cells.
fn classes(goal: &Board, partition: &str, kind: TableKind, reflection: bool) -> Vec<PdbTables> {
    let class = |dual: &Board| {
        let tables = tables(dual, &carried(partition, goal, dual), kind);
        PdbTables::new(dual, tables, reflection).unwrap()
    };
    DualTables::goals(goal.size()).iter().map(class).collect()
}

fn dual(goal: &Board, partition: &str, reflection: bool) -> Any {
    let classes = classes(goal, partition, TableKind::Additive, reflection);
    TileHeuristic::Dual(Box::new(DualTables::new(goal, classes).unwrap()))
}

/// The values of boards by the definition: if the board were the goal, this would be the value of the goal.
struct Definition {
    goal: Board,
    /// For each goal of dual lookups.
    classes: Vec<Class>,
}

/// The tables for a goal with that blank, and their patterns.
struct Class {
    blank: usize,
    tables: Vec<Arc<Table>>,
    patterns: Vec<Pattern>,
}

impl Definition {
    fn new(goal: &Board, partition: &str) -> Self {
        let class = |dual: &Board| {
            let text = carried(partition, goal, dual);
            let canonical = |pattern: &Pattern| pattern.canonical().0;
            let patterns = Partition::parse(&text, dual).unwrap().patterns().iter().map(canonical).collect();
            Class { blank: dual.blank(), tables: tables(dual, &text, TableKind::Additive), patterns }
        };
        Self { goal: *goal, classes: DualTables::goals(goal.size()).iter().map(class).collect() }
    }

    fn value(&self, board: &Board, reflection: bool) -> u32 {
        let representative = Symmetry::representative(board.size(), board.blank());
        let Class { tables, patterns, .. } = self.classes.iter().find(|class| class.blank == representative).unwrap();
        let partitions = std::slice::from_ref(patterns);
        let heuristic = PdbTables::collection(board, tables.clone(), partitions, reflection).unwrap();
        let state = space_of(board).state(&self.goal).unwrap();
        TileHeuristic::Tables(Box::new(heuristic)).value(&state).unwrap()
    }
}

#[test]
fn there_is_a_class_for_each_kind_of_cell() {
    let blanks = |width, height| {
        let size = Size::new(width, height).unwrap();
        DualTables::goals(size).iter().map(Board::blank).collect::<Vec<_>>()
    };
    assert_eq!(blanks(4, 4), [15, 14, 10]);
    assert_eq!(blanks(3, 3), [8, 7, 4]);
    assert_eq!(blanks(5, 5).len(), 6);
    assert_eq!(blanks(4, 2), [7, 6]);
}

#[test]
fn values_are_those_of_the_definition() {
    for (size, goal, partition) in [
        ((3, 3), Goal::Last, "1-4/5-8"),
        ((3, 3), Goal::Spiral, "1,2,3,8/4-7"),
        ((4, 2), Goal::First, "1-3/4-7"),
        ((4, 4), Goal::Last, "1-3/4-6/7-9/10-12/13-15"),
    ] {
        let goal = goal_of(size, goal);
        let (space, definition) = (space_of(&goal), Definition::new(&goal, partition));
        for reflection in [false, true] {
            let heuristic = dual(&goal, partition, reflection);
            let boards: Vec<Board> = RandomBoards::new(goal, 3).take(24).chain([goal]).collect();
            let states: Vec<_> = boards.iter().map(|board| space.state(board).unwrap()).collect();
            let values = heuristic.values(&states).unwrap();
            assert_eq!(values.len(), boards.len());
            for ((board, state), value) in boards.iter().zip(&states).zip(values) {
                assert_eq!(value, definition.value(board, reflection), "{board}");
                assert_eq!(value, heuristic.value(state).unwrap(), "{board}");
            }
        }
    }
}

#[test]
fn values_are_admissible_but_not_consistent() {
    // On 3x3 a reflection keeps a corner and the middle, on 4x2 none keeps a corner.
    for (size, goal, partition) in [((3, 3), Goal::Last, "1-4/5-8"), ((4, 2), Goal::Spiral, "1-3/4-7")] {
        let goal = goal_of(size, goal);
        let space = space_of(&goal);
        let whole = Whole::new(&space, &distances(&space));
        let quality = |heuristic: &Any| {
            assert!(!heuristic.is_consistent());
            heuristic.with(&whole)
        };
        let reflected = quality(&dual(&goal, partition, true));
        assert!(reflected.step > 1 && reflected.parity);
        if size == (4, 2) {
            let regular = tables(&goal, partition, TableKind::Additive);
            let regular = TileHeuristic::Tables(Box::new(PdbTables::new(&goal, regular, true).unwrap()));
            let without = quality(&regular);
            let both = quality(&TileHeuristic::max(vec![regular, dual(&goal, partition, true)]).unwrap());
            assert!(both.sum > reflected.sum && both.sum > without.sum);
        }
    }
}

#[test]
fn every_algorithm_finds_shortest_solutions_or_refuses() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = space_of(&goal);
    let distances = distances(&space);
    let heuristics = || {
        let tables = tables(&goal, "1-4/5-8", TableKind::Additive);
        let regular = TileHeuristic::Tables(Box::new(PdbTables::new(&goal, tables, true).unwrap()));
        [dual(&goal, "1-4/5-8", true), TileHeuristic::max(vec![regular, dual(&goal, "1-4/5-8", false)]).unwrap()]
    };
    for heuristic in heuristics() {
        let mut refused = 0;
        for board in RandomBoards::new(goal, 5).take(15) {
            let start = space.state(&board).unwrap();
            for name in ["ida", "astar", "branch-and-bound", "mm", "nbs", "bae"] {
                let algorithm: Algorithm = name.parse().unwrap();
                for mode in [Mode::Plain, Mode::Fast { threads: 2 }] {
                    let options = IdaOptions::default();
                    let found = match algorithm.search(&space, &heuristic, &start, &options, mode, &mut |_| ()) {
                        // BAE* relies on consistency, and sees on the way that there is none.
                        Err(HeuristicError::Inconsistent) if name == "bae" => {
                            refused += 1;
                            continue;
                        }
                        found => found.unwrap(),
                    };
                    assert_eq!(found.length, Some(distances[&start]), "{name} {mode:?}: {board}");
                    assert!(path(&found.moves.unwrap()).solves(&board, &goal), "{name}: {board}");
                }
            }
        }
        assert!(refused > 0);
    }
}

#[test]
fn all_classes_have_tables() {
    let goal = goal_of((4, 2), Goal::Last);
    let parts = classes(&goal, "1-3/4-7", TableKind::Additive, true);
    assert_eq!(parts.len(), 2);
    let heuristic = dual(&goal, "1-3/4-7", true);
    assert_eq!(heuristic.tables().len(), 4);
    let Any::Dual(tables) = &heuristic else { panic!("{heuristic:?}") };
    let of_each = |classes: &[PdbTables]| classes.iter().map(|c| c.tables().count()).collect::<Vec<_>>();
    assert_eq!(of_each(tables.classes()), of_each(&parts));
}

#[test]
fn other_tables_are_refused() {
    let goal = goal_of((3, 3), Goal::Last);
    let zero_aware = DualTables::new(&goal, classes(&goal, "1-4/5-8", TableKind::ZeroAware, true));
    assert_eq!(zero_aware.unwrap_err(), PdbError::NotAdditive);
    let mut some = classes(&goal, "1-4/5-8", TableKind::Additive, true);
    some.pop();
    let error = DualTables::new(&goal, some).unwrap_err();
    assert!(error.to_string().contains("[8, 7, 4]"), "{error}");
}
