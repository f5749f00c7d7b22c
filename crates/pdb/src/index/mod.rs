//! The number of each entry of a table.
//!
//! An entry belongs to a placement of a pattern's tiles. Its number follows from the answers to
//! three questions:
//!
//! | question | answer | module |
//! | --- | --- | --- |
//! | Which cells do the tiles occupy, in whatever order? | the occupied set | [`occupied`] |
//! | In which region of the free cells is the blank? | the zero class | [`ZeroClasses`], [`BlankRegions`] |
//! | In which order do the tiles stand on these cells? | the rank | [`rank`] |
//!
//! A zero-aware table has an entry for each rank and zero class, an additive table for each rank
//! and occupied set. [`entries`] combines the two numbers. Programs that only want the value of a
//! board call [`Table::value`](crate::Table::value), which does all of this.
//!
//! # Example
//!
//! The value of this board in the zero-aware table of the tiles 1 and 2, whose goal cells are 0 and
//! 1:
//!
//! ```text
//! 3 2 5          . 2 .
//! 1 4 6    or    1 . .    with the blank (0) on cell 8
//! 7 8 0          . . 0
//! ```
//!
//! 1. The tiles occupy the cells 1 and 3. That is the occupied set with the mask `0b1010` and the
//!    number 4.
//! 2. These tiles cut cell 0 off from the other free cells. The set has the zero classes 4, with
//!    the blank on cell 0, and 5, with the blank on any other free cell. So the class is 5.
//! 3. In the order of their cells, tile 2 comes first. The tiles are numbered 0 and 1 within the
//!    pattern, so the arrangement is `[1, 0]`, and its rank is 1.
//! 4. The pattern has 40 zero classes, so the number of the entry is 1 * 40 + 5 = 45: bit 5 of byte
//!    5.
//! 5. That bit is 1, and the Manhattan distance is 1, because only tile 1 is not at home, one cell
//!    from its goal. So the distance is `11` in binary, plus a multiple of 4. It is 3: the blank is
//!    cut off from cell 0, so one of the tiles has to step aside and come back.
//!
//! ```
//! use fifteen_pdb::index::{ZeroClasses, entries, rank::rank};
//! use fifteen_pdb::{Partition, TableBuilder};
//! use fifteen_puzzle::{Goal, notation};
//!
//! let board = notation::parse("3 2 5 / 1 4 6 / 7 8 0", None)?;
//! let goal = Goal::Last.board(board.size())?;
//! let table = TableBuilder::new().build(&Partition::one_pattern("1,2", &goal)?)?;
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
    BLOCK_LEN, RankBlock, RankPermutations, class_blocks, or, ranks,
};
pub use zero_classes::ZeroClasses;
pub(crate) use zero_classes::{NIBBLES, count_rows};
