//! The metrics of block puzzles, and the steps of a game counted in each.

use fifteen_puzzle::Direction;

/// The definition of one move, the finest first. Lengths are exact in each metric, and the shortest solutions may differ
/// between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockMetric {
    /// One piece, one cell ("steps").
    Unit,
    /// One piece, any distance in one direction (Storer's straight-line moves; Rush Hour's moves).
    Straight,
    /// One piece, any path, corners allowed (Storer's rectilinear moves; the moves of Gardner, Hordern, Winning Ways).
    AnyPath,
}

fifteen_puzzle::named!(BlockMetric, "metric": Unit = "unit", Straight = "straight", AnyPath = "any-path");

/// A move of a game while its steps are read: the piece, its last direction, and the columns and rows that it has come.
type Run<P> = (P, Direction, [i32; 2]);

impl BlockMetric {
    /// The number of moves in the steps of a game, each a piece and its direction.
    ///
    /// Steps of one piece in a row are one move where the metric allows it. By any path, a piece that has come back to
    /// its place has not moved.
    pub fn count<P: PartialEq>(self, steps: impl IntoIterator<Item = (P, Direction)>) -> usize {
        let mut runs: Vec<Run<P>> = Vec::new();
        for (piece, direction) in steps {
            let goes_on = |(last, way, _): &mut Run<P>| match self {
                BlockMetric::Unit => false,
                BlockMetric::Straight => *last == piece && *way == direction,
                BlockMetric::AnyPath => *last == piece,
            };
            let [x, y] = runs.pop_if(goes_on).map_or([0, 0], |(.., come)| come);
            let (dx, dy) = direction.delta();
            let come = [x + dx, y + dy];
            if come != [0, 0] {
                runs.push((piece, direction, come));
            }
        }
        runs.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_in_each_metric() {
        // Right and back; right, another piece there and back, right again; around a corner.
        let games = [
            ("ARAL", [2, 2, 0]),
            ("ARBUBDAR", [4, 4, 1]),
            ("ARARADBL", [4, 3, 2]),
            ("", [0, 0, 0]),
        ];
        for (game, expected) in games {
            let steps = game
                .as_bytes()
                .chunks(2)
                .map(|step| (step[0], Direction::from_letter(step[1].into()).unwrap()));
            assert_eq!(
                BlockMetric::ALL.map(|metric| metric.count(steps.clone())),
                expected,
                "{game}"
            );
        }
    }
}
