//! State-space trees: numbers and counts on small boards.

use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, notation};
use fifteen_search::lab::{tree, trees};
use fifteen_search::tiles::{Misplaced, Move, TileSpace, TileState};
use fifteen_search::{Heuristic, LimitKind, Limits};

use super::support::{goal_of, near, path};

const NO_LIMITS: Limits =
    Limits { nodes: None, deadline: None, cancel: None, depth: None, memory: None, poll: None, monitor: None };

#[test]
fn numbers_are_the_order_of_breadth_first_search() {
    let goal = goal_of((3, 3), Goal::Spiral);
    let space = TileSpace::new(&goal, MoveOrder::UDLR);
    let board = notation::parse("1 3 4 / 8 6 2 / 7 0 5", None).unwrap();
    let start = space.state(&board).unwrap();
    let tree = tree::uninformed(&space, &start, 6, true, &NO_LIMITS).unwrap();
    assert_eq!((tree.expanded, tree.generated), (41, 77));
    for node in &tree.nodes {
        assert_eq!(node.generated, (node.number <= 77).then_some(node.number as u64));
        assert_eq!(node.expanded, (node.number <= 41).then_some(node.number as u64));
    }
    assert_eq!(tree.answer().map(|node| (node.number, node.depth, node.goal)), Some((42, 5, true)));
    assert_eq!(tree::uninformed(&space, &start, 3, true, &NO_LIMITS).unwrap().answer(), None);
    let tree = tree::uninformed(&space, &start, 5, false, &NO_LIMITS).unwrap();
    let moves: Vec<_> = tree.answer_path().filter_map(|node| node.by).collect();
    assert!(path(&moves).solves(&board, &goal));
    // Depth first: each E-node is a child of the last one, or of one before it.
    let e_nodes = tree.e_nodes();
    assert!(e_nodes.windows(2).all(|pair| pair[1].parent == Some(pair[0].number) || pair[1].depth <= pair[0].depth));
}

/// A walk through the drawn tree does the work of the search of that name.
#[test]
fn drawn_trees_have_the_counts_of_the_searches() {
    let goal = goal_of((3, 3), Goal::Last);
    let space = TileSpace::new(&goal, MoveOrder::UDLR);
    let none = &mut |_: &_| ();
    let value = |state: &TileState| Misplaced.root(state).unwrap();
    for seed in 0..30 {
        // Few moves from the goal, so that some trees have an answer and some have none.
        let state = near(&space, seed, 4 + seed % 8);
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let breadth_first = trees::breadth_first(&space, &state, &limits, none);
        let depth_first = trees::depth_first(&space, &state, false, &limits, none);
        for (drawn, found) in [
            (tree::uninformed(&space, &state, 7, true, &NO_LIMITS).unwrap(), breadth_first),
            (tree::uninformed(&space, &state, 7, false, &NO_LIMITS).unwrap(), depth_first),
        ] {
            let path: Option<Vec<Move>> =
                drawn.answer().map(|_| drawn.answer_path().filter_map(|node| node.by).collect());
            assert_eq!((path, drawn.generated, drawn.expanded), (found.moves, found.generated, found.expanded));
        }
        let drawn = tree::least_cost(&space, value, &state, 9, &NO_LIMITS).unwrap();
        let Ok(found) = trees::branch_and_bound(&space, &Misplaced, &state, &Limits::default(), none);
        if drawn.answer().is_some() {
            assert_eq!((drawn.generated, drawn.expanded), (found.generated, found.expanded));
        }
    }
}

#[test]
fn trees_are_well_formed_and_limited() {
    let goal = goal_of((3, 2), Goal::Last);
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    for board in RandomBoards::new(goal, 5).take(20) {
        let start = space.state(&board).unwrap();
        let tree = tree::uninformed(&space, &start, 9, true, &NO_LIMITS).unwrap();
        for (index, node) in tree.nodes.iter().enumerate() {
            assert_eq!(node.number, index + 1);
            assert!(node.children.clone().all(|child| tree.nodes[child - 1].parent == Some(node.number)));
            assert_eq!(node.goal, node.state == *space.solved());
            assert!(!node.goal || node.children.is_empty());
        }
        let limits = Limits { nodes: Some(5), ..Limits::default() };
        assert_eq!(tree::uninformed(&space, &start, 30, true, &limits).err(), Some(LimitKind::Nodes));
        let limits = Limits { memory: Some(500), ..Limits::default() };
        assert_eq!(tree::uninformed(&space, &start, 30, false, &limits).err(), Some(LimitKind::Memory));
    }
}
