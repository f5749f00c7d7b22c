//! The payload of a zero-aware table: the bits of a plane, class by class, put in the order of the file.

use rayon::prelude::*;

use super::graph::Graph;
use super::sweep::Plane;
use crate::index::rank::FACTORIAL;
use fifteen_resources::zeroed;

use crate::BuildError;

/// Arrangements that one thread puts in order at a time: a cache line of a class.
const GROUP: usize = 512;

/// Bytes that one thread takes to put arrangements in order.
pub(super) fn arrange_buffer(classes: u64) -> u64 {
    GROUP as u64 / 8 * classes
}

/// The payload of the plane's bits, arrangement by arrangement.
pub(super) fn arrange(graph: &Graph, plane: &Plane, tiles: usize) -> Result<Vec<u8>, BuildError> {
    let classes = graph.len();
    let arrangements = FACTORIAL[tiles] as usize;
    let mut payload: Vec<u8> = zeroed((arrangements * classes).div_ceil(8))?;
    // A group's bits are a whole number of bytes, so groups are written apart from each other.
    payload
        .par_chunks_mut(GROUP / 8 * classes)
        .enumerate()
        .for_each_init(
            || vec![0u64; GROUP / 64 * classes],
            |bits, (group, out)| {
                bits.fill(0);
                for first_class in (0..classes).step_by(64) {
                    for word in 0..GROUP / 64 {
                        arrange_square(
                            graph,
                            plane,
                            first_class,
                            group * (GROUP / 64) + word,
                            word,
                            bits,
                        );
                    }
                }
                for (out, bits) in out.chunks_mut(8).zip(bits.iter()) {
                    out.copy_from_slice(&bits.to_le_bytes()[..out.len()]);
                }
            },
        );
    Ok(payload)
}

/// Transposes 64 classes x 64 arrangements (word `word` of the classes) into their position in a group's bits.
fn arrange_square(
    graph: &Graph,
    plane: &Plane,
    first_class: usize,
    word: usize,
    position: usize,
    bits: &mut [u64],
) {
    let classes = graph.len();
    let here = (classes - first_class).min(64);
    let mut square = [0u64; 64];
    for (i, line) in square[..here].iter_mut().enumerate() {
        let class = plane.class(graph.position((first_class + i) as u32));
        *line = word_of(class.as_flattened(), word);
    }
    transpose(&mut square);
    for (arrangement, &line) in square.iter().enumerate() {
        let at = (position * 64 + arrangement) * classes + first_class;
        bits[at / 64] |= line << (at % 64);
        if at % 64 + here > 64 {
            bits[at / 64 + 1] |= line >> (64 - at % 64);
        }
    }
}

/// Bits `64 * word` to `64 * word + 63`; 0 beyond the end.
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

/// Transposes a matrix of 64 x 64 bits, bit c of word r being row r, column c (Warren, Hacker's Delight, 7-3).
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
