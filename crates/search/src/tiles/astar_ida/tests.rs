//! The states that A* keeps, and the subtrees below them, against a search step by step.

use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

use super::*;
use crate::limits::Limits;
use crate::space::Heuristic;
use crate::tiles::heuristics::{HeuristicKind, Manhattan, TileHeuristic};
use crate::tiles::mode::Mode;
use crate::tiles::space::{TileSpace, TileState};

/// The nodes of a subtree within a bound, for some levels without the states that A* has reached.
struct Slow<'a> {
    space: &'a TileSpace,
    manhattan: Manhattan,
    kept: &'a KeptStates,
    bound: u32,
    expanded: u64,
    generated: u64,
    duplicates: u64,
}

impl Slow<'_> {
    fn visit(&mut self, state: &TileState, last: Option<Move>, depth: u32, levels: u32) {
        self.expanded += 1;
        for m in self.space.moves(state, last) {
            self.generated += 1;
            let mut child = *state;
            self.space.apply(&mut child, m);
            let Ok(value) = self.manhattan.root(&child);
            if value + depth + 1 > self.bound {
                continue;
            }
            if levels > 0 && self.kept.has_reached(&key_of(self.space, &child), depth + 1) {
                self.duplicates += 1;
                continue;
            }
            self.visit(&child, Some(m), depth + 1, levels.saturating_sub(1));
        }
    }
}

#[test]
fn depths_are_those_of_paths_and_subtrees_leave_out_kept_states() {
    let goal = Goal::Last.board(Size::new(4, 3).unwrap()).unwrap();
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let board = RandomBoards::new(goal, 4).next().unwrap();
    let start = space.state(&board).unwrap();
    let heuristic: TileHeuristic<Vec<u8>> = HeuristicKind::Manhattan.build(&goal, &Limits::default()).unwrap();
    let searcher = heuristic.view().searcher();
    let pruned = PrunedSpace::new(&space, Mode::Plain);
    let position = searcher.position(&pruned, &start).unwrap();
    let (h0, options) = (position.value(), IdaOptions::default());
    let search = Search { start: &*position, parity: space.parity(&start), options: &options, threads: 1 };
    let mut kept = KeptStates::new(key_of(&space, &start), space.key_bytes(), h0, h0, 250_000).unwrap();
    let mut walk = Walk::new(position.fork());
    let pass = || IterationResult::new(DescentEnd::Complete { next: u32::MAX }, &options);
    let mut bound = h0;
    while kept.roots() == 0 {
        search.expand_kept(&mut kept, &mut walk, bound, 0, &mut pass()).unwrap();
        bound += 2;
    }
    let mut number = 0;
    while let Some((mut parent, _)) = kept.step(number) {
        let mut moves = u32::from(number > 0);
        while parent != 0 {
            (parent, moves) = (kept.step(parent).unwrap().0, moves + 1);
        }
        assert_eq!(kept.depth(number), moves, "{number}");
        number += 1;
    }
    assert!(number > 500, "{number}");
    let (mut duplicates, mut deep) = (0, 0);
    for index in (0..kept.roots()).step_by(7) {
        let root = kept.root(index).unwrap();
        assert!(walk.go_to(&kept, root));
        let path = walk.position.path();
        let mut state = start;
        path.iter().for_each(|m| space.apply(&mut state, m.step()));
        let manhattan = Manhattan::new(goal.size());
        let mut slow = Slow { space: &space, manhattan, kept: &kept, bound, expanded: 0, generated: 0, duplicates: 0 };
        slow.visit(&state, path.last().map(|m| m.step()), path.len() as u32, CHECKED_LEVELS);
        let result = DescentResult { expanded: 0, generated: 0, end: DescentEnd::Solved, peak: 0 };
        let (mut check, mut solutions) = (|_| Ok(u64::MAX), options.solutions());
        let walk = Walk::new(position.fork());
        let (check, solutions) = (&mut check, &mut solutions);
        let mut part = PartSearch { kept: &kept, walk, bound, before: 0, check, solutions, result };
        assert!(part.walk.go_to(&kept, root));
        let end = part.subtree(CHECKED_LEVELS);
        assert!(matches!(end, DescentEnd::Complete { .. }), "{end:?}");
        assert_eq!((part.result.expanded, part.result.generated), (slow.expanded, slow.generated), "{index}");
        duplicates += slow.duplicates;
        deep += u32::from(part.result.peak > 0);
    }
    assert!(duplicates > 10 && deep > 10, "{duplicates} {deep}");
}
