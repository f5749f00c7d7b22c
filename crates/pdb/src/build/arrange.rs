//! Reorders the bits of a zero-aware table for the file.
//!
//! A zero class specifies which cells the tiles occupy and which region of free cells contains the
//! blank. The breadth-first search stores the entries class by class: first the entries of class 0
//! for all arrangements (orders of the tiles), then the entries of class 1, and so on. A file
//! stores them arrangement by arrangement. Most moves do not change the arrangement, so consecutive
//! lookups of a search usually read entries that are close together in the file.
//!
//! Entries are reordered by transposing a bit matrix with one row per class, in squares of 64 x 64
//! bits. For example, take three classes with four arrangements each, where only the bit of class 2
//! and arrangement 1 is set:
//!
//! ```text
//! plane                file
//! 0000 0000 0100       000 001 000 000
//! ```

use fifteen_resources::{AllocationError, zeroed};
use rayon::prelude::*;

use super::graph::ClassGraph;
use super::sweep::EntryPlane;
use crate::BuildError;
use crate::index::rank::FACTORIAL;
use crate::index::{BLOCK_LEN, WORD_LEN, class_blocks, rank_in_block};

/// Number of blocks that a thread reorders at a time. A block has 16 bytes and holds one bit for
/// each of 120 tile orders, so four blocks fill a cache line of 64 bytes.
const GROUP_BLOCKS: usize = 4;

/// Number of tile orders whose entries a thread reorders at a time.
const GROUP: usize = GROUP_BLOCKS * BLOCK_LEN;

/// Returns the size of the buffer in which one thread reorders entries, in bytes.
pub(super) fn buffer_bytes(classes: u64) -> u64 {
    (GROUP as u64 * classes).div_ceil(64) * 8
}

/// Converts the bits of `plane` from the order of the search to the order of the file. `plane` has
/// one bit per table entry.
pub(super) fn arrange(
    graph: &ClassGraph,
    plane: &EntryPlane,
    tiles: usize,
) -> Result<Vec<u8>, BuildError> {
    let classes = graph.len();
    let arrangements = FACTORIAL[tiles] as usize;
    let mut payload: Vec<u8> = zeroed((arrangements * classes).div_ceil(8))?;
    // Each thread writes a whole number of bytes, so no two threads write to the same byte.
    payload
        .par_chunks_mut(GROUP / 8 * classes)
        .enumerate()
        .try_for_each_init(
            || zeroed((GROUP * classes).div_ceil(64)),
            |buffer, (group, out)| {
                let bits: &mut Vec<u64> = buffer.as_mut().map_err(|refused| *refused)?;
                bits.fill(0);
                let first_block = group * GROUP_BLOCKS;
                let end = class_blocks(tiles).min(first_block + GROUP_BLOCKS);
                for first_class in (0..classes).step_by(64) {
                    for block in first_block..end {
                        for word in 0..2 {
                            arrange_square(graph, plane, first_class, block, word, bits);
                        }
                    }
                }
                for (out, bits) in out.chunks_mut(8).zip(bits.iter()) {
                    out.copy_from_slice(&bits.to_le_bytes()[..out.len()]);
                }
                Ok::<(), AllocationError>(())
            },
        )?;
    Ok(payload)
}

/// Reorders the entries of up to 64 zero classes for 60 tile orders. The classes start with
/// `first_class`. The tile orders are those in word `word` of block `block`.
///
/// Takes this word from each class, and transposes the words as a bit matrix. Adds the result to
/// `bits`, which holds the entries of [`GROUP`] tile orders.
fn arrange_square(
    graph: &ClassGraph,
    plane: &EntryPlane,
    first_class: usize,
    block: usize,
    word: usize,
    bits: &mut [u64],
) {
    let classes = graph.len();
    let columns = (classes - first_class).min(64);
    let mut square = [0u64; 64];
    for (i, row) in square[..columns].iter_mut().enumerate() {
        let class = plane.class(graph.position((first_class + i) as u32));
        *row = class[block][word];
    }
    transpose(&mut square);
    for (bit, &row) in square[..WORD_LEN].iter().enumerate() {
        let arrangement = block % GROUP_BLOCKS * BLOCK_LEN + rank_in_block(word, bit);
        let at = arrangement * classes + first_class;
        bits[at / 64] |= row << (at % 64);
        if at % 64 + columns > 64 {
            bits[at / 64 + 1] |= row >> (64 - at % 64);
        }
    }
}

/// Transposes a 64 x 64 bit matrix in place. Bit c of word r is the element in row r, column c
/// (Warren, *Hacker's Delight*, section 7-3).
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        for r in (0..64).filter(|r| r & width == 0) {
            let swapped = (square[r] >> width ^ square[r + width]) & mask;
            square[r] ^= swapped << width;
            square[r + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
