//! The metrics of block puzzles, which define what counts as one move.

use fifteen_puzzle::Direction;

/// The definition of one move. A shortest solution in one metric need not be one in another.
///
/// For example, a piece that goes two cells to the right and one cell down makes three unit moves,
/// two straight moves, or one any-path move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockMetric {
    /// One piece moves by one cell.
    Unit,
    /// One piece moves any distance in one direction, as in Rush Hour (Storer's straight-line
    /// moves).
    Straight,
    /// One piece moves along any path, around corners, too (Storer's rectilinear moves, and the
    /// moves of Gardner, Hordern and Winning Ways).
    AnyPath,
}

fifteen_puzzle::named!(BlockMetric, "metric": Unit = "unit", Straight = "straight", AnyPath = "any-path");

/// A move whose steps are being read.
struct MoveSoFar<P> {
    piece: P,
    direction: Direction,
    /// How far the piece is from where it started, in columns and rows.
    distance: [i32; 2],
}

impl BlockMetric {
    /// Counts the moves of a game, given as steps by one cell: the piece and the direction of each.
    ///
    /// Consecutive steps of one piece are one move if the metric allows it. A piece that comes back
    /// to where its move began has not moved.
    pub fn count<P: PartialEq>(self, steps: impl IntoIterator<Item = (P, Direction)>) -> usize {
        let mut moves: Vec<MoveSoFar<P>> = Vec::new();
        for (piece, direction) in steps {
            let last = moves.pop_if(|last| match self {
                BlockMetric::Unit => false,
                BlockMetric::Straight => last.piece == piece && last.direction == direction,
                BlockMetric::AnyPath => last.piece == piece,
            });
            let [x, y] = last.map_or([0, 0], |last| last.distance);
            let (dx, dy) = direction.delta();
            let distance = [x + dx, y + dy];
            if distance != [0, 0] {
                moves.push(MoveSoFar {
                    piece,
                    direction,
                    distance,
                });
            }
        }
        moves.len()
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
