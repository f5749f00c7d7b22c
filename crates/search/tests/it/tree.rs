//! Tests of state-space trees, which are drawn in textbooks: how their nodes are numbered and
//! counted, on small boards.

use fifteen_search::textbook::{drawn_tree, tree_search};
use fifteen_search::tiles::Misplaced;

use crate::support::*;

/// A search that is replayed on a drawn tree must have the same counts as the real search.
#[test]
fn a_search_on_a_drawn_tree_has_the_counts_of_the_real_search() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = TileSpace::new(&goal, MoveOrder::UDLR);
    let (none, no_limits) = (&mut |_: &_| (), &Limits::default());
    let value = |state: &TileState| Misplaced.root(state).unwrap();
    for seed in 0..30 {
        // The start is a few moves from the goal, so that only some trees contain a solution.
        let state = near(&space, seed, 4 + seed % 8);
        let limits = Limits {
            depth: Some(7),
            ..Limits::default()
        };
        let breadth_first = tree_search::breadth_first(&space, &state, &limits, none);
        let depth_first = tree_search::depth_first(&space, &state, &limits, none);
        let drawn = drawn_tree::uninformed(&space, &state, 7, true, no_limits).unwrap();
        assert!(
            drawn
                .nodes
                .iter()
                .all(|node| node.generated.is_none_or(|at| at == node.number as u64)),
            "in order"
        );
        for (drawn, found) in [
            (drawn, breadth_first),
            (
                drawn_tree::uninformed(&space, &state, 7, false, no_limits).unwrap(),
                depth_first,
            ),
        ] {
            let path: Option<Vec<Move>> = drawn
                .answer()
                .map(|_| drawn.answer_path().filter_map(|node| node.by).collect());
            assert_eq!(
                (path, drawn.generated, drawn.expanded),
                (found.moves, found.generated, found.expanded)
            );
        }
        let drawn = drawn_tree::least_cost(&space, value, &state, 9, no_limits).unwrap();
        let Ok(found) = tree_search::branch_and_bound(&space, &Misplaced, &state, no_limits, none);
        if drawn.answer().is_some() {
            assert_eq!(
                (drawn.generated, drawn.expanded),
                (found.generated, found.expanded)
            );
        }
    }
}

#[test]
fn trees_are_well_formed_and_limited() {
    let goal = goal_of((3, 2), Goal::Last);
    let (space, no_limits) = (TileSpace::new(&goal, MoveOrder::ULRD), &Limits::default());
    for board in RandomBoards::new(goal, 5).take(20) {
        let start = space.state(&board).unwrap();
        let tree = drawn_tree::uninformed(&space, &start, 9, true, no_limits).unwrap();
        for (index, node) in tree.nodes.iter().enumerate() {
            assert_eq!(node.number, index + 1);
            assert!(
                node.children
                    .clone()
                    .all(|child| tree.nodes[child - 1].parent == Some(node.number))
            );
            assert_eq!(node.goal, node.state == *space.solved());
            assert!(!node.goal || node.children.is_empty());
        }
        let limits = Limits {
            nodes: Some(5),
            ..Limits::default()
        };
        assert_eq!(
            drawn_tree::uninformed(&space, &start, 30, true, &limits).err(),
            Some(LimitKind::Nodes)
        );
        let limits = Limits {
            memory: Some(500),
            ..Limits::default()
        };
        assert_eq!(
            drawn_tree::uninformed(&space, &start, 30, false, &limits).err(),
            Some(LimitKind::Memory)
        );
    }
}
