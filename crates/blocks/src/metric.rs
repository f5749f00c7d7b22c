//! The metrics of sliding-block puzzles, which define what counts as one move.

use fifteen_puzzle::Direction;

/// A metric, which defines what counts as one move. A shortest solution in one metric is not
/// necessarily shortest in another.
///
/// For example, sliding a piece two cells to the right and one cell down counts as three unit
/// moves, two straight moves, or one any-path move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BlockMetric {
    /// A move slides one piece to an adjacent cell.
    Unit,
    /// A move slides one piece any distance in one direction, as in Rush Hour. Storer calls this a
    /// straight-line move.
    Straight,
    /// A move slides one piece along any path, including around corners. Storer calls this a
    /// rectilinear move. Gardner, Hordern and *Winning Ways* count moves in the same way.
    AnyPath,
}

fifteen_puzzle::named!(BlockMetric, "metric": Unit = "unit", Straight = "straight", AnyPath = "any-path");

/// A move that [`BlockMetric::count`] is combining from steps of one cell.
struct MoveSoFar<P> {
    piece: P,
    direction: Direction,
    /// How far the piece has moved since the move began, in columns and rows.
    distance: [i32; 2],
}

impl BlockMetric {
    /// Counts the moves in a sequence of steps. In each step, a piece moves by one cell.
    ///
    /// Consecutive steps of the same piece are combined into one move if the metric allows it. A
    /// combined move that returns the piece to its original cell is not counted.
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
        // Sequences of steps, each written as a piece and a direction, with the expected number of
        // unit, straight and any-path moves. In the second sequence, `B` returns to its cell, so
        // the two steps of `A` form one any-path move.
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
