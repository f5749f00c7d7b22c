//! State-space trees: the example of the textbooks, and numbers on small boards.

use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, notation};
use fifteen_search::lab::tree::{self, Tree};
use fifteen_search::lab::trees;
use fifteen_search::tiles::{Misplaced, Move, TileSpace, TileState};
use fifteen_search::{Heuristic, LimitKind, Limits};

use super::support::{goal_of, near, path};

const NO_LIMITS: Limits =
    Limits { nodes: None, deadline: None, cancel: None, depth: None, memory: None, poll: None, monitor: None };

fn e_nodes(tree: &Tree<TileState, Move>) -> Vec<usize> {
    tree.e_nodes().iter().map(|node| node.number).collect()
}

/// Horowitz & Sahni 1978, ch. 8: the 15-puzzle's least-cost tree.
#[test]
fn the_textbook_example() {
    let goal = goal_of((4, 4), Goal::Last);
    let board = notation::parse("1 2 3 4 / 5 6 _ 8 / 9 10 7 11 / 13 14 15 12", None).unwrap();
    let space = TileSpace::new(&goal, MoveOrder::URDL);
    let start = space.state(&board).unwrap();
    let least_cost =
        |depth| tree::least_cost(&space, |state| Misplaced.root(state), &start, depth, &NO_LIMITS).unwrap();
    let tree = least_cost(3);
    assert_eq!(e_nodes(&tree), [1, 4, 10]);
    let children: Vec<_> = tree.e_nodes().iter().map(|node| node.children.clone()).collect();
    assert_eq!(children, [2..6, 10..13, 22..24]);
    assert_eq!(tree.answer().map(|node| node.number), Some(23));
    assert_eq!(tree.answer_path().map(|node| node.number).collect::<Vec<_>>(), [1, 4, 10, 23]);
    let labels: String = tree.answer_path().filter_map(|node| node.by).map(|m| m.direction().letter()).collect();
    assert_eq!(labels, "DRD");
    let made: Vec<_> = tree.nodes.iter().filter(|node| node.generated.is_some()).map(|node| node.number).collect();
    assert_eq!(made, [1, 2, 3, 4, 5, 10, 11, 12, 22, 23]);
    let costs: Vec<_> = made.iter().filter_map(|&number| tree.nodes[number - 1].cost).collect();
    assert_eq!(costs, [3, 5, 5, 3, 5, 3, 5, 5, 5, 3]);
    assert_eq!((tree.answer().map(|node| node.depth), tree.generated, tree.expanded), (Some(3), 10, 3));
    // A tree that is not deep enough: the search stops where it would leave it.
    let tree = least_cost(2);
    assert_eq!((e_nodes(&tree), tree.answer()), (vec![1, 4], None));
}

#[test]
fn numbers_are_the_order_of_breadth_first_search() {
    let goal = goal_of((3, 3), Goal::Spiral);
    let space = TileSpace::new(&goal, MoveOrder::UDLR);
    let board = notation::parse("1 3 4 / 8 6 2 / 7 0 5", None).unwrap();
    let start = space.state(&board).unwrap();
    let tree = tree::breadth_first(&space, &start, 6, &NO_LIMITS).unwrap();
    assert_eq!((tree.expanded, tree.generated), (41, 77));
    for node in &tree.nodes {
        assert_eq!(node.generated, (node.number <= 77).then_some(node.number as u64));
        assert_eq!(node.expanded, (node.number <= 41).then_some(node.number as u64));
    }
    assert_eq!(tree.answer().map(|node| (node.number, node.depth, node.goal)), Some((42, 5, true)));
    assert_eq!(tree::breadth_first(&space, &start, 3, &NO_LIMITS).unwrap().answer(), None);
    let tree = tree::depth_first(&space, &start, 5, &NO_LIMITS).unwrap();
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
    for seed in 0..30 {
        // Few moves from the goal, so that some trees have an answer and some have none.
        let state = near(&space, seed, 4 + seed % 8);
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let breadth_first = trees::breadth_first(&space, &state, &limits, none);
        let depth_first = trees::depth_first(&space, &state, false, &limits, none);
        for (drawn, found) in [
            (tree::breadth_first(&space, &state, 7, &NO_LIMITS).unwrap(), breadth_first),
            (tree::depth_first(&space, &state, 7, &NO_LIMITS).unwrap(), depth_first),
        ] {
            let path: Option<Vec<Move>> =
                drawn.answer().map(|_| drawn.answer_path().filter_map(|node| node.by).collect());
            assert_eq!((path, drawn.generated, drawn.expanded), (found.moves, found.generated, found.expanded));
        }
        let drawn = tree::least_cost(&space, |state| Misplaced.root(state), &state, 9, &NO_LIMITS).unwrap();
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
        let tree = tree::breadth_first(&space, &start, 9, &NO_LIMITS).unwrap();
        for (index, node) in tree.nodes.iter().enumerate() {
            assert_eq!(node.number, index + 1);
            assert!(node.children.clone().all(|child| tree.nodes[child - 1].parent == Some(node.number)));
            assert_eq!(node.goal, node.state == *space.solved());
            assert!(!node.goal || node.children.is_empty());
        }
        let limits = Limits { nodes: Some(5), ..Limits::default() };
        assert_eq!(tree::breadth_first(&space, &start, 30, &limits).err(), Some(LimitKind::Nodes));
        let limits = Limits { memory: Some(500), ..Limits::default() };
        assert_eq!(tree::depth_first(&space, &start, 30, &limits).err(), Some(LimitKind::Memory));
    }
}
