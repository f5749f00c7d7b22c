//! The two kinds of pattern database.

/// A kind of pattern database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum TableKind {
    /// One entry for each placement of the tiles and region of the blank: exact distances in a graph of unit costs
    /// (Clausecker & Reinefeld 2019), kept in one bit each.
    #[default]
    ZeroAware,
    /// One entry for each placement of the tiles, the minimum over all cells of the blank (Korf & Felner 2002), kept as
    /// half of its excess over the Manhattan distance, in 4 or 8 bits.
    Additive,
}

fifteen_puzzle::named!(TableKind, "kind of table": ZeroAware = "zero-aware", Additive = "additive");
