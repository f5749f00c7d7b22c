//! The bidirectional algorithms on boards: the heuristic of the search from the goal.

use fifteen_puzzle::Symmetry;

use super::towards::{self, Towards};
use super::{Bidirectional, BidirectionalError};
use crate::outcome::Outcome;
use crate::space::Heuristic;
use crate::tiles::dispatch::{HeuristicView, WithPair};
use crate::tiles::heuristics::single::LightHeuristic;
use crate::tiles::mode::SearchWith;
use crate::tiles::{HeuristicError, Manhattan, Move, TileSpace};

/// Searches from both ends. Backward, the same heuristic serves if a symmetry carries the blank of the start to its
/// goal cell, or if the heuristic ignores the blank; otherwise the Manhattan distance.
pub(crate) fn search(
    algorithm: Bidirectional,
    forward: HeuristicView<'_>,
    task: SearchWith<'_>,
) -> Result<Outcome<Move>, HeuristicError> {
    let manhattan = Manhattan::new(task.space.size());
    let symmetry = towards::symmetry_of(task.space, task.start);
    let backward = if symmetry.is_some() || forward.ignores_blank() {
        forward.clone()
    } else {
        HeuristicView::Light(LightHeuristic::Manhattan(&manhattan))
    };
    forward.with_pair(backward, FromBothEnds { algorithm, symmetry, task })
}

struct FromBothEnds<'a> {
    algorithm: Bidirectional,
    symmetry: Option<Symmetry>,
    task: SearchWith<'a>,
}

impl WithPair for FromBothEnds<'_> {
    type Output = Result<Outcome<Move>, HeuristicError>;

    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, forward: &H, backward: &H) -> Self::Output {
        let SearchWith { space, start, options, progress, .. } = self.task;
        let backward = &Towards::new(backward, space, start, self.symmetry);
        let roots = (start, space.solved());
        super::search(self.algorithm, space, (forward, backward), roots, &options.limits, progress).map_err(|error| {
            match error {
                BidirectionalError::Heuristic(error) => error,
                BidirectionalError::Inconsistent => HeuristicError::Inconsistent,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use fifteen_puzzle::{Goal, MoveOrder, RandomBoards, Size};

    use super::*;
    use crate::ida::IdaOptions;
    use crate::limits::Limits;
    use crate::tiles::{LinearConflict, Mode, TileHeuristic, TileState, WalkingDistance};

    /// The nodes of a search from both ends with the same heuristic, turned by a symmetry.
    fn with_both<H: Heuristic<TileSpace>>(
        space: &TileSpace,
        start: &TileState,
        heuristic: &H,
        symmetry: Option<Symmetry>,
    ) -> u64 {
        let backward = Towards::new(heuristic, space, start, symmetry);
        let (pair, roots) = ((heuristic, &backward), (start, space.solved()));
        let found: Result<_, BidirectionalError<H::Error>> =
            super::super::search(Bidirectional::Mm, space, pair, roots, &Limits::default(), &mut |_| ());
        found.ok().unwrap().generated
    }

    #[test]
    fn the_heuristic_serves_backward_wherever_it_can() {
        let size = Size::new(3, 3).unwrap();
        let goal = Goal::Last.board(size).unwrap();
        let space = TileSpace::new(&goal, MoveOrder::ULRD);
        let (conflict, walking) = (LinearConflict::new(size), WalkingDistance::new(&goal, &Limits::default()).unwrap());
        let conflict_kind = TileHeuristic::<Vec<u8>>::LinearConflict(Box::new(LinearConflict::new(size)));
        let walking_kind =
            TileHeuristic::<Vec<u8>>::WalkingDistance(WalkingDistance::new(&goal, &Limits::default()).unwrap().into());
        for blank in [0, 2, 4, 7] {
            let board = RandomBoards::new(goal, 6).find(|board| board.blank() == blank).unwrap();
            let start = space.state(&board).unwrap();
            let generated = |heuristic: &TileHeuristic<Vec<u8>>| {
                let (options, mode) = (IdaOptions::default(), Mode::Plain);
                let task = SearchWith { mode, space: &space, start: &start, options: &options, progress: &mut |_| () };
                search(Bidirectional::Mm, heuristic.view(), task).unwrap().generated
            };
            // A corner is carried to the goal's, the middle and an edge are not.
            let symmetry = Symmetry::carrying(size, blank, goal.blank());
            assert_eq!(symmetry.is_some(), [0, 2].contains(&blank));
            assert_eq!(generated(&conflict_kind), with_both(&space, &start, &conflict, symmetry), "{board}");
            if symmetry.is_some() {
                assert_eq!(generated(&walking_kind), with_both(&space, &start, &walking, symmetry), "{board}");
            }
        }
    }
}
