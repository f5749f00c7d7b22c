//! The bidirectional algorithms on boards: the heuristic of the search from the goal.

use fifteen_puzzle::Symmetry;

use super::towards::{self, Towards};
use super::{Bidirectional, BidirectionalError};
use crate::outcome::Outcome;
use crate::space::Heuristic;
use crate::tiles::dispatch::{HeuristicParts, WithPair};
use crate::tiles::mode::SearchWith;
use crate::tiles::{HeuristicError, Manhattan, Move, TileSpace};

/// Searches from both ends. Backward, the same heuristic serves if a symmetry carries the blank of the start to its
/// goal cell, or if the heuristic ignores the blank; otherwise the Manhattan distance.
pub(crate) fn search(
    algorithm: Bidirectional,
    forward: &HeuristicParts<'_>,
    task: SearchWith<'_>,
) -> Result<Outcome<Vec<Move>>, HeuristicError> {
    let manhattan = Manhattan::new(task.space.size());
    let symmetry = towards::symmetry_of(task.space, task.start);
    let backward = if symmetry.is_some() || forward.ignores_blank() {
        forward.clone()
    } else {
        HeuristicParts::manhattan(&manhattan)
    };
    forward.with_pair(&backward, FromBothEnds { algorithm, symmetry, task })
}

struct FromBothEnds<'a> {
    algorithm: Bidirectional,
    symmetry: Option<Symmetry>,
    task: SearchWith<'a>,
}

impl WithPair for FromBothEnds<'_> {
    type Output = Result<Outcome<Vec<Move>>, HeuristicError>;

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
