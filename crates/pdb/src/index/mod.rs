//! The index of each entry in a table.
//!
//! An entry belongs to a placement of a pattern's tiles. Its index follows from the answers to
//! three questions:
//!
//! | question | answer | module |
//! | --- | --- | --- |
//! | Which cells do the tiles occupy, in any order? | the occupied set | [`occupied`] |
//! | In which connected region of free cells is the blank? | the zero class | [`ZeroClasses`], [`BlankRegions`] |
//! | In which order are the tiles on these cells? | the rank | [`rank`] |
//!
//! A *zero class* is an occupied set together with one of its blank regions. A table has an entry
//! for each rank and each *row*. In a zero-aware table, the rows are the zero classes, and in an
//! additive table, they are the occupied sets. [`entries`] combines the rank and the index of the
//! row into the index of the entry. Programs that only need the value of a board can call
//! [`Table::value`](crate::Table::value) instead.
//!
//! # Example
//!
//! This example looks up the board below in the zero-aware table of tiles 1 and 2, whose goal cells
//! are 0 and 1:
//!
//! ```text
//! 3 2 5          . 2 .
//! 1 4 6    or    1 . .    with the blank (0) on cell 8
//! 7 8 0          . . 0
//! ```
//!
//! 1. The tiles occupy cells 1 and 3. This occupied set has the mask `0b1010` and the index 4.
//! 2. The tiles separate cell 0 from the other free cells. So the occupied set has two zero
//!    classes: class 4 if the blank is on cell 0, and class 5 if it is on any other free cell.
//!    Here, the class is 5.
//! 3. In cell order, tile 2 comes before tile 1. Within the pattern, tiles 1 and 2 are numbered 0
//!    and 1, so the arrangement is `[1, 0]`, which has rank 1.
//! 4. The pattern has 40 zero classes, which are the rows of this table, so the index of the entry
//!    is 1 * 40 + 5 = 45. This is bit 5 of byte 5.
//! 5. That bit is 1. The Manhattan distance is also 1, because tile 2 is on its goal cell and tile
//!    1 is one cell away. So the distance ends in the bits `11`: it is 3, 7 or more. It is 3,
//!    because the blank is cut off from cell 0, and one tile must step aside and come back.
//!
//! ```
//! use fifteen_pdb::index::{ZeroClasses, entries, rank::rank};
//! use fifteen_pdb::{Pattern, TableBuilder};
//! use fifteen_puzzle::{Goal, notation};
//!
//! let board = notation::parse("3 2 5 / 1 4 6 / 7 8 0", None)?;
//! let goal = Goal::Last.board(board.size())?;
//! let table = TableBuilder::new().build(&Pattern::parse("1,2", &goal)?)?;
//!
//! let classes = ZeroClasses::new(board.size(), 2);
//! assert_eq!(classes.occupied_rank(0b1010), 4);
//! assert_eq!((classes.class(0b1010, 0), classes.class(0b1010, 8)), (4, 5));
//! assert_eq!((rank(&[1, 0]), classes.len()), (1, 40));
//! assert_eq!(entries::index(1, 40, 5), 45);
//! assert_eq!(entries::bit(table.payload(), 45), 1);
//! assert_eq!(table.value(&board)?, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blank_regions;
pub mod entries;
pub mod occupied;
pub mod rank;
mod rank_permutations;
mod zero_classes;

pub use blank_regions::BlankRegions;
pub(crate) use rank_permutations::{
    BLOCK_LEN, RankBlock, RankPermutations, WORD_LEN, class_blocks, or, rank_in_block, ranks,
};
pub use zero_classes::ZeroClasses;
pub(crate) use zero_classes::{NIBBLES, count_rows};
