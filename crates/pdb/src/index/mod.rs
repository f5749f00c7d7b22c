//! Numbers for the entries of a table.
//!
//! An entry belongs to a placement of a pattern's tiles. It is found in three steps:
//!
//! | step | answers | by |
//! | --- | --- | --- |
//! | [`occupied`] | Which cells do the tiles occupy, whatever their order? | a mask, numbered colexicographically |
//! | [`ZeroClasses`] | In which of the regions that the tiles leave free is the blank? | [`BlankRegions`], a flood fill |
//! | [`rank`] | In which order do the tiles stand on these cells? | a variant of the Lehmer code |
//!
//! An occupied set together with a blank region is a *zero class*. A zero-aware table has one entry for each rank and
//! zero class, an additive table one for each rank and occupied set; [`entries`] combines the two numbers.
//! `RankPermutations` tabulates the effect of a move on all ranks of a class at once.

mod blank_regions;
pub mod entries;
pub mod occupied;
pub mod rank;
mod rank_permutations;
mod zero_classes;

pub use blank_regions::BlankRegions;
pub(crate) use rank_permutations::{
    BLOCK_LEN, RankBlock, RankPermutations, class_blocks, or, ranks,
};
pub use zero_classes::ZeroClasses;
pub(crate) use zero_classes::{NIBBLES, count_rows};
