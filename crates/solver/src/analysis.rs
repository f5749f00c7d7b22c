//! A person's solution, analysed: the optimum of every position, and the moves that bring the goal no nearer.

use fifteen_puzzle::{Board, IllegalMove, Path};
use fifteen_search::Options;

use crate::solver::{SolveError, Solver};

/// The moves that a path loses.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// The fewest moves in the solver's metric from each position to the goal, the start first; `None` where a search
    /// ended at a limit.
    pub distances: Vec<Option<u32>>,
    /// The numbers of the moves, from 1, after which the goal is no nearer than before. A single-tile move then leads
    /// away; a multi-tile move may also keep the distance.
    pub lost: Vec<usize>,
}

/// A path cannot be analysed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// A move leaves the board.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The board cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl Analysis {
    /// Solves every position of a path: before it, and after each move in the solver's metric. `progress` receives the
    /// number of positions done.
    ///
    /// A position is not searched where the path follows the solution of the one before. After an interruption the rest
    /// is unknown.
    ///
    /// # Errors
    /// [`AnalysisError::Illegal`] if a move leaves the board, [`AnalysisError::Solve`] if the board cannot be solved.
    pub fn of(
        solver: &Solver,
        start: &Board,
        path: &Path,
        options: &Options,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Self, AnalysisError> {
        let (boards, metric) = (path.boards(start)?, solver.metric());
        let moves = path.moves_in(metric);
        let mut distances: Vec<Option<u32>> = Vec::with_capacity(moves.len() + 1);
        // The rest of a shortest solution of the last position.
        let mut rest: Option<Path> = None;
        let mut position = 0;
        for made in std::iter::once(None).chain(moves.into_iter().map(Some)) {
            position += made.map_or(0, <[_]>::len);
            rest = match rest.filter(|rest| made.is_some() && rest.moves_in(metric).first().copied() == made) {
                Some(rest) => made.map(|made| Path::new(rest.directions()[made.len()..].to_vec())),
                None => {
                    let found = solver.solve(&boards[position], options)?;
                    found.moves.filter(|_| found.shortest)
                }
            };
            distances.push(rest.as_ref().map(|rest| rest.len_in(metric) as u32));
            progress(distances.len());
        }
        let lost = distances.windows(2).zip(1..).filter(|(pair, _)| pair[0].is_some() && pair[1] >= pair[0]);
        let lost = lost.map(|(_, number)| number).collect();
        Ok(Self { distances, lost })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HeuristicKind, Limits, Setup};
    use fifteen_puzzle::{Convention, Metric, Size, notation};

    #[test]
    fn moves_that_lead_away_are_lost() {
        let size = Size::new(3, 3).unwrap();
        let solver = Setup::with_heuristic(HeuristicKind::Manhattan).open(size).unwrap();
        let board = notation::parse("1 2 3 / 4 5 6 / 0 7 8", None).unwrap();
        let options = Options::default();
        let analysed = |moves: &str| {
            let path = Path::parse(moves, Convention::Tile).unwrap();
            Analysis::of(&solver, &board, &path, &options, &mut |_| ())
        };
        let [best, detour] = ["L2", "D U L R L L"].map(|moves| analysed(moves).unwrap());
        assert_eq!((best.distances, best.lost), (vec![Some(2), Some(1), Some(0)], vec![]));
        assert_eq!(detour.distances, [2, 3, 2, 1, 2, 1, 0].map(Some));
        assert_eq!(detour.lost, [1, 4]);
        assert!(matches!(analysed("L3"), Err(AnalysisError::Illegal(_))));
        // In the multi-tile metric there is a position after each slide.
        let solver = Setup { metric: Metric::MultiTile, ..Setup::default() }.open(size).unwrap();
        let path = Path::parse("L D R2 L U", Convention::Tile).unwrap();
        let boards = path.boards(&notation::parse("1 2 3 / 4 0 6 / 7 5 8", None).unwrap()).unwrap();
        let analysis = Analysis::of(&solver, &boards[0], &path, &options, &mut |_| ()).unwrap();
        let own = [0, 1, 2, 4, 5, 6].map(|position| solver.solve(&boards[position], &options).unwrap().length);
        assert_eq!((analysis.distances.as_slice(), analysis.distances[0]), (&own[..], Some(2)));
        // The slide back over one of two cells keeps the distance, so it is lost too.
        let board = notation::parse("1 2 3 / 0 5 6 / 4 7 8", None).unwrap();
        let path = Path::parse("L2 R U L", Convention::Tile).unwrap();
        let analysis = Analysis::of(&solver, &board, &path, &options, &mut |_| ()).unwrap();
        assert_eq!((&analysis.distances[..3], &analysis.lost[..2]), (&[2, 3, 3].map(Some)[..], &[1, 2][..]));
        // A search that ends at a limit leaves its position unknown.
        let limited = Options { limits: Limits { nodes: Some(1), ..Limits::default() }, ..Options::default() };
        let unknown = Analysis::of(&solver, &board, &path, &limited, &mut |_| ()).unwrap();
        assert_eq!((unknown.distances[0], unknown.lost.len()), (None, 0));
    }
}
