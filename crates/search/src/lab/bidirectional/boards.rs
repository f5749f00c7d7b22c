//! The bidirectional algorithms on boards: the heuristic of the search from the goal.

use fifteen_puzzle::Symmetry;

use super::Bidirectional;
use super::towards::{self, Towards};
use crate::outcome::Outcome;
use crate::space::Heuristic;
use crate::tiles::dispatch::HeuristicParts;
use crate::tiles::heuristics::light::Light;
use crate::tiles::heuristics::part::{MaxOf, Part};
use crate::tiles::mode::SearchWith;
use crate::tiles::{HeuristicError, MAX_PARTS, Manhattan, Move, TileSpace};

/// Searches from both ends: compiled for the Manhattan distance, and for two other types of heuristics in all.
///
/// Backward, the same heuristic serves if a symmetry carries the blank of the start to its goal cell, or if the
/// heuristic ignores the blank; otherwise the Manhattan distance.
pub(crate) fn search(
    algorithm: Bidirectional,
    forward: &HeuristicParts<'_>,
    task: SearchWith<'_>,
) -> Result<Outcome<Vec<Move>>, HeuristicError> {
    let manhattan = Manhattan::new(task.space.size());
    let symmetry = towards::symmetry_of(task.space, task.start);
    let other = HeuristicParts::manhattan(&manhattan);
    let serves_backward = symmetry.is_some() || forward.0.iter().all(ignores_blank);
    let backward = if serves_backward { forward } else { &other };
    let search = FromBothEnds { algorithm, symmetry, task };
    match (&forward.0[..], &backward.0[..]) {
        ([Part::Light(Light::Manhattan(forward))], [Part::Light(Light::Manhattan(backward))]) => {
            search.with(*forward, *backward)
        }
        ([forward], [backward]) => search.with(forward, backward),
        (forward, backward) => {
            let [forward, backward] = [forward, backward].map(|parts| MaxOf::<_, MAX_PARTS>::new(parts.to_vec()));
            search.with(&forward, &backward)
        }
    }
}

/// True if the value of a board does not depend on the cell of the blank.
fn ignores_blank(part: &Part<'_>) -> bool {
    matches!(part, Part::Light(light) if !matches!(light, Light::WalkingDistance(_) | Light::Function(_)))
}

struct FromBothEnds<'a> {
    algorithm: Bidirectional,
    symmetry: Option<Symmetry>,
    task: SearchWith<'a>,
}

impl FromBothEnds<'_> {
    fn with<H>(self, forward: &H, backward: &H) -> Result<Outcome<Vec<Move>>, HeuristicError>
    where
        H: Heuristic<TileSpace, Error: Into<HeuristicError>>,
    {
        let SearchWith { space, start, options, progress, .. } = self.task;
        let backward = &Towards::new(backward, space, start, self.symmetry);
        let roots = (start, space.solved());
        super::search(self.algorithm, space, (forward, backward), roots, &options.limits, progress)
    }
}
