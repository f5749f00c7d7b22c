//! The metrics of block puzzles.

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
