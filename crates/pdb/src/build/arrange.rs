//! The payload of a zero-aware table: the bits of a plane in the order of the file.
//!
//! A plane has the entries class by class. A file has them arrangement by arrangement, because most
//! moves keep the rank, so that the entries a search reads one after the other are close to each
//! other. Turning one order into the other is the transposition of a matrix of bits, with a row for
//! each class. It is done in squares of 64 x 64 bits.
//!
//! For example, three classes with four arrangements each, of which only arrangement 1 of class 2
//! has its bit:
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

/// Number of arrangements that one thread reorders at a time. Their bits fill one cache line of
/// each class.
const GROUP: usize = 512;

/// Size of the buffer in which each thread reorders a group of arrangements, in bytes.
pub(super) fn buffer_bytes(classes: u64) -> u64 {
    GROUP as u64 / 8 * classes
}

/// Returns the bits of a plane (one bit per entry, class by class), reordered arrangement by
/// arrangement as in the file.
pub(super) fn arrange(
    graph: &ClassGraph,
    plane: &EntryPlane,
    tiles: usize,
) -> Result<Vec<u8>, BuildError> {
    let classes = graph.len();
    let arrangements = FACTORIAL[tiles] as usize;
    let mut payload: Vec<u8> = zeroed((arrangements * classes).div_ceil(8))?;
    // The entries of a group fill whole bytes, so each byte is written by only one thread.
    payload
        .par_chunks_mut(GROUP / 8 * classes)
        .enumerate()
        .try_for_each_init(
            || zeroed(GROUP / 64 * classes),
            |buffer, (group, out)| {
                let bits: &mut Vec<u64> = buffer.as_mut().map_err(|refused| *refused)?;
                bits.fill(0);
                for first_class in (0..classes).step_by(64) {
                    for word in 0..GROUP / 64 {
                        let source = group * (GROUP / 64) + word;
                        arrange_square(graph, plane, first_class, source, word, bits);
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

/// Transposes a square of 64 classes and 64 arrangements: the 64-bit word `source` of each class
/// goes to position `target` in the bits of a group.
fn arrange_square(
    graph: &ClassGraph,
    plane: &EntryPlane,
    first_class: usize,
    source: usize,
    target: usize,
    bits: &mut [u64],
) {
    let classes = graph.len();
    let columns = (classes - first_class).min(64);
    let mut square = [0u64; 64];
    for (i, row) in square[..columns].iter_mut().enumerate() {
        let class = plane.class(graph.position((first_class + i) as u32));
        *row = word_of(class.as_flattened(), source);
    }
    transpose(&mut square);
    for (arrangement, &row) in square.iter().enumerate() {
        let at = (target * 64 + arrangement) * classes + first_class;
        bits[at / 64] |= row << (at % 64);
        if at % 64 + columns > 64 {
            bits[at / 64 + 1] |= row >> (64 - at % 64);
        }
    }
}

/// Returns the 64-bit word at index `word`, that is the bits `64 * word` to `64 * word + 63`. Bits
/// after the last byte are 0.
fn word_of(bytes: &[u8], word: usize) -> u64 {
    let bytes = bytes.get(word * 8..).unwrap_or_default();
    match bytes.first_chunk() {
        Some(whole) => u64::from_le_bytes(*whole),
        None => bytes
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// Transposes a matrix of 64 x 64 bits, in which bit c of word r is row r, column c (Warren,
/// Hacker's Delight, 7-3).
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
