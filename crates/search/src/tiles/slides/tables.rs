//! Tables of exact distances in slides, for boards on which tiles of the same colour are
//! interchangeable.
//!
//! A state says where the blank is, the sequence of the other cells' colours, and along which axis
//! the next slide goes, because shortest solutions alternate between slides along rows and slides
//! along columns. A [`SlideTable`] holds the distances of the states after slides along one axis.
//! For each line (row or column) and each sequence of colours, it stores the distances for all
//! positions of the blank in that line together ([`LineDistances`]). A slide within the line
//! changes only the position of the blank, so one memory access gives the values of all children of
//! a node.
//!
//! For example, if the distances in a row of a 3x3 board are 7, 9 and 8 for the blank in columns 0,
//! 1 and 2, they are stored in two bytes. The first byte is the smallest distance, 7. The second
//! byte holds how much each distance exceeds it, 0, 2 and 1, in two bits each.
//!
//! The tables for both axes are built together by a breadth-first search from the goal. A level of
//! this search has, for each cell of the blank, a bit set with one bit for each sequence of colours
//! (numbered by [`Ranks`]). A slide does not change the sequence in the order of its own axis, so a
//! new level is the bitwise *or* of sets of the last level. Its states are then converted one by
//! one into the order of the other axis, along which the search makes its next slides.

use std::sync::{Mutex, PoisonError};

use fifteen_resources::{map_in_parallel, prefetch, zeroed};

use super::ranks::{COLOUR_BITS, Ranks};
use super::sequence::CellOrder;
use crate::{LimitKind, Limits};

/// Number of bits of an excess in [`LineDistances`]: the amount by which a distance is above the
/// smallest one of its line.
const EXCESS_BITS: usize = 2;
/// The largest excess that fits in [`EXCESS_BITS`]. It also represents every larger excess.
const MAX_EXCESS: u32 = (1 << EXCESS_BITS) - 1;
/// An upper bound on all distances, at which the breadth-first search stops. It fits in one byte
/// and differs from the byte of a line without distances, 255.
const MAX_DISTANCE: u8 = 250;
/// Number of tiles in a piece of a key, which [`KeyConverter`] converts with one table read. Four
/// colours of two bits fill one byte.
const PIECE_TILES: usize = 4;
/// Number of pieces that cover a key: the largest boards have 24 tiles.
const PIECES: usize = 6;

/// A table of the distances of all states after a slide along one axis. The next slide goes along
/// the other axis.
#[derive(Debug)]
pub(super) struct SlideTable {
    /// For each line (row or column), the encoded [`LineDistances`] of all colour sequences, in the
    /// order of the sequences' ranks.
    lines: Vec<Vec<u8>>,
    /// Number of bytes of one encoded [`LineDistances`].
    stride: usize,
}

/// The distances of the states that differ only in the position of the blank in its line.
///
/// The table stores the smallest distance in one byte, followed by the excess of each position: the
/// amount by which its distance is above the smallest one. An excess of [`MAX_EXCESS`] also
/// represents every larger one, so a value may be less than the distance, but it is always a lower
/// bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineDistances {
    /// The smallest distance in the line.
    smallest: u32,
    /// The excess of each position, [`EXCESS_BITS`] bits each, with position 0 in the lowest bits.
    excesses: u32,
}

impl LineDistances {
    /// Placeholder for a view that is not used: the value 0 at every position.
    pub(super) const ZERO: Self = Self {
        smallest: 0,
        excesses: 0,
    };

    /// Returns the lower bound for the blank at a position in the line (row or column).
    #[inline]
    pub(super) fn value(self, position: usize) -> u32 {
        self.smallest + (self.excesses >> (EXCESS_BITS * position) & MAX_EXCESS)
    }
}

impl SlideTable {
    /// Returns the distances for all positions of the blank in a line (a row or column), given the
    /// rank of the colour sequence.
    #[inline]
    pub(super) fn distances(&self, line: usize, rank: usize) -> LineDistances {
        let first = rank * self.stride;
        let bytes = &self.lines[line][first..first + self.stride];
        let excesses = match *bytes {
            [_, excesses] => excesses.into(),
            _ => bytes[1..]
                .iter()
                .rev()
                .fold(0, |excesses, &byte| excesses << 8 | u32::from(byte)),
        };
        LineDistances {
            smallest: bytes[0].into(),
            excesses,
        }
    }

    /// Prefetches the distances for all positions of the blank in a line (a row or column), given
    /// the rank of the colour sequence.
    #[inline]
    pub(super) fn prefetch(&self, line: usize, rank: usize) {
        prefetch(&self.lines[line], rank * self.stride);
    }

    /// Returns the size of the table, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.lines.iter().map(|line| line.len() as u64).sum()
    }
}

/// Returns the number of bytes of encoded [`LineDistances`] for lines of `length` cells.
fn encoded_bytes(length: usize) -> usize {
    1 + (EXCESS_BITS * length).div_ceil(8)
}

/// Stores the distance of a state in encoded [`LineDistances`].
///
/// The distances of a line must be stored in ascending order, so that the first one is the
/// smallest. Before that all bits must be set: the byte 255 stands for a missing smallest distance,
/// and every excess is [`MAX_EXCESS`].
fn store_distance(encoded: &mut [u8], position: usize, distance: u8) {
    if encoded[0] == u8::MAX {
        encoded[0] = distance;
    }
    let below_max = MAX_EXCESS.saturating_sub((distance - encoded[0]).into()) as u8;
    encoded[1 + EXCESS_BITS * position / 8] ^= below_max << (EXCESS_BITS * position % 8);
}

/// A set of colour sequences: a bit for each rank.
type SequenceBits = Vec<u64>;

/// The states at one distance that the breadth-first search expands next by slides along a given
/// axis, as sets of colour sequences in the order of that axis. They are indexed by the line of the
/// blank and by its position in the line.
type LevelStates = Vec<Vec<SequenceBits>>;

/// What the build has found about the states with the blank on one line (a row or column).
struct UnfinishedLine {
    /// The states reached so far, indexed by the position of the blank. Their colour sequences are
    /// in the order of the other axis.
    reached: Vec<SequenceBits>,
    /// The encoded [`LineDistances`] of this line, in the order of the ranks, as in a
    /// [`SlideTable`].
    distances: Vec<u8>,
}

/// The goal from which the tables are built.
pub(super) struct SlideGoal {
    /// The cell of the blank in the goal.
    pub(super) blank: usize,
    /// The keys of the goal's colours: row by row, then column by column.
    pub(super) keys: [u64; 2],
}

/// Returns the size of the tables of both axes for a number of colour sequences, in bytes.
pub(super) fn bytes(orders: [CellOrder; 2], sequences: u64) -> u64 {
    let bytes = orders.map(|order| (order.lines * encoded_bytes(order.length)) as u64);
    bytes.iter().sum::<u64>() * sequences
}

/// Returns the memory that [`build`] needs in addition to the finished tables, in bytes.
pub(super) fn bytes_besides(orders: [CellOrder; 2], sequences: u64) -> u64 {
    // For each cell of the blank there are six bit sets of sequences: the states reached so far,
    // the last level and the next level, for both axes.
    6 * (orders[0].lines * orders[0].length) as u64 * sequences.div_ceil(8)
}

/// Allocates encoded distances of which none is stored yet: all bits are set.
///
/// A search reads the distances in random order, so huge pages save it many TLB misses. The
/// operating system uses huge pages only for memory that has not been written to, so the bytes are
/// first allocated as zeros.
fn empty_distances(bytes: usize) -> Result<Vec<u8>, LimitKind> {
    let mut distances = zeroed(bytes).map_err(|_| LimitKind::Memory)?;
    distances.fill(u8::MAX);
    Ok(distances)
}

/// Builds the tables of both axes by breadth-first search from the goal: first the table of rows,
/// then the table of columns.
///
/// # Errors
/// Returns the limit that stopped the build, or [`LimitKind::Memory`] if memory for the tables
/// cannot be allocated.
pub(super) fn build(
    orders: [CellOrder; 2],
    ranks: &Ranks,
    goal: &SlideGoal,
    threads: usize,
    limits: &Limits,
) -> Result<[SlideTable; 2], LimitKind> {
    let words = ranks.len.div_ceil(64);
    let mut level: [LevelStates; 2] = [Vec::new(), Vec::new()];
    let mut lines: [Vec<Mutex<UnfinishedLine>>; 2] = [Vec::new(), Vec::new()];
    for axis in 0..2 {
        let CellOrder {
            lines: count,
            length,
            ..
        } = orders[axis];
        let stride = encoded_bytes(length);
        level[axis] = vec![vec![vec![0; words]; length]; count];
        let mut unfinished = Vec::new();
        for _ in 0..count {
            unfinished.push(UnfinishedLine {
                reached: vec![vec![0; words]; length],
                distances: empty_distances(ranks.len * stride)?,
            });
        }
        // The goal is the only state at distance 0.
        let (line, position) = orders[axis].line_position(goal.blank);
        let rank = ranks.rank(goal.keys[axis]);
        let rank_in_other_order = ranks.rank(goal.keys[1 - axis]);
        set_bit(&mut level[axis][line][position], rank);
        let goal_line = &mut unfinished[line];
        set_bit(&mut goal_line.reached[position], rank_in_other_order);
        let encoded = &mut goal_line.distances[rank * stride..][..stride];
        store_distance(encoded, position, 0);
        lines[axis] = unfinished.into_iter().map(Mutex::new).collect();
    }
    for distance in 1..MAX_DISTANCE {
        let mut next: [LevelStates; 2] = [Vec::new(), Vec::new()];
        for axis in 0..2 {
            let expansion = LevelExpansion {
                orders,
                axis,
                ranks,
                from: &level[1 - axis],
                distance,
            };
            let expanded = map_in_parallel(threads, orders[axis].lines, &|line| {
                limits.check(0)?;
                let mut unfinished = lines[axis][line]
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                let states = expansion.expand_line(line, &mut unfinished);
                let words = states.iter().flatten();
                limits.count(words.map(|word| u64::from(word.count_ones())).sum());
                Ok(states)
            });
            next[axis] = expanded.into_iter().collect::<Result<_, LimitKind>>()?;
        }
        let mut words = next.iter().flatten().flatten().flatten();
        if words.all(|&word| word == 0) {
            break;
        }
        level = next;
    }
    let [rows, columns] = lines;
    Ok([
        finished_table(orders[0], rows),
        finished_table(orders[1], columns),
    ])
}

/// Combines the finished lines of one axis into a table.
fn finished_table(order: CellOrder, lines: Vec<Mutex<UnfinishedLine>>) -> SlideTable {
    let distances = |line: Mutex<UnfinishedLine>| {
        line.into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .distances
    };
    SlideTable {
        lines: lines.into_iter().map(distances).collect(),
        stride: encoded_bytes(order.length),
    }
}

/// One step of the breadth-first search from the goal: makes slides along the other axis from the
/// states of the last level, and prepares the new states for slides along this axis.
struct LevelExpansion<'a> {
    orders: [CellOrder; 2],
    /// This axis, as an index of `orders`: the axis of the table that stores the new distances.
    axis: usize,
    ranks: &'a Ranks,
    /// The states of the last level, in the order of the other axis.
    from: &'a LevelStates,
    /// The distance of the new states from the goal.
    distance: u8,
}

impl LevelExpansion<'_> {
    /// Finds the new states with the blank on `line`, stores their distances, and returns the
    /// states in the order of this axis.
    fn expand_line(&self, line: usize, unfinished: &mut UnfinishedLine) -> Vec<SequenceBits> {
        let order = self.orders[self.axis];
        let mut new_states = Vec::with_capacity(order.length);
        for position in 0..order.length {
            let cell = order.cell(line, position);
            let fresh = self.new_states(cell, &mut unfinished.reached[position]);
            if fresh.iter().all(|&word| word == 0) {
                new_states.push(fresh);
                continue;
            }
            let converter = KeyConverter::new(self.orders[1 - self.axis], order, cell);
            let converted = self.converted(&fresh, &converter);
            let stride = encoded_bytes(order.length);
            for rank in set_bits(&converted) {
                let encoded = &mut unfinished.distances[rank * stride..][..stride];
                store_distance(encoded, position, self.distance);
            }
            new_states.push(converted);
        }
        new_states
    }

    /// Returns the states with the blank on a cell that a slide reaches for the first time, in the
    /// order of the other axis, and adds them to `reached`.
    fn new_states(&self, cell: usize, reached: &mut SequenceBits) -> SequenceBits {
        let (from_line, from_position) = self.orders[1 - self.axis].line_position(cell);
        let mut fresh = vec![0; reached.len()];
        for (position, states) in self.from[from_line].iter().enumerate() {
            if position != from_position {
                for (fresh, word) in fresh.iter_mut().zip(states) {
                    *fresh |= word;
                }
            }
        }
        for (fresh, reached) in fresh.iter_mut().zip(reached) {
            *fresh &= !*reached;
            *reached |= *fresh;
        }
        fresh
    }

    /// Converts a set of colour sequences from the order of the other axis into the order of this
    /// axis.
    fn converted(&self, states: &[u64], converter: &KeyConverter) -> SequenceBits {
        let mut converted = vec![0; states.len()];
        let second_halves = self.ranks.second_halves(|half| converter.convert(half));
        let mut blocks = self.ranks.blocks.iter();
        // The block of keys that contains the current rank: its first half (converted), its second
        // halves (converted), and the range of its ranks.
        let mut first_half = 0;
        let mut halves = &second_halves[0];
        let mut ranks = 0..0;
        for rank in set_bits(states) {
            if rank >= ranks.end {
                for block in blocks.by_ref() {
                    halves = &second_halves[block.second_halves];
                    ranks = ranks.end..ranks.end + halves.len();
                    if rank < ranks.end {
                        first_half = converter.convert(block.first_half);
                        break;
                    }
                }
            }
            let key = first_half | halves[rank - ranks.start];
            set_bit(&mut converted, self.ranks.rank(key));
        }
        converted
    }
}

/// Sets the bit with an index in a bit set.
fn set_bit(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

/// Returns the indices of the bits that are set, in ascending order.
fn set_bits(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter()
        .enumerate()
        .filter(|&(_, &word)| word != 0)
        .flat_map(|(index, &word)| {
            // Each step clears the lowest set bit of the word.
            let rests = std::iter::successors(Some(word), |&rest| {
                Some(rest & (rest - 1)).filter(|&rest| rest != 0)
            });
            rests.map(move |rest| 64 * index + rest.trailing_zeros() as usize)
        })
}

/// Converts keys from one order of the cells to the other, for boards with the blank on a given
/// cell.
///
/// A key is cut into pieces of four tiles, which are the bytes of the key. The bits that a piece
/// contributes to the converted key depend only on the value of that byte, so each piece has a
/// lookup table of 256 contributions.
struct KeyConverter {
    /// What each piece contributes to the converted key, indexed by the piece and by its value.
    pieces: [[u64; 1 << (PIECE_TILES * COLOUR_BITS)]; PIECES],
}

impl KeyConverter {
    fn new(from: CellOrder, to: CellOrder, blank: usize) -> Self {
        // The position of a tile in the sequence of an order. The blank has no position, so tiles
        // after it move forward by one.
        let tile_number = |cell: usize, order: CellOrder| {
            let number = order.number(cell);
            number - usize::from(number > order.number(blank))
        };
        let mut shifts = [0; PIECE_TILES * PIECES];
        for cell in (0..from.lines * from.length).filter(|&cell| cell != blank) {
            shifts[tile_number(cell, from)] = COLOUR_BITS * tile_number(cell, to);
        }
        let mut pieces = [[0; _]; PIECES];
        for (piece, contributions) in pieces.iter_mut().enumerate() {
            for (content, contribution) in contributions.iter_mut().enumerate() {
                for tile in 0..PIECE_TILES {
                    let colour = content as u64 >> (COLOUR_BITS * tile) & 3;
                    *contribution |= colour << shifts[PIECE_TILES * piece + tile];
                }
            }
        }
        Self { pieces }
    }

    /// Converts a key to the other order.
    #[inline]
    fn convert(&self, key: u64) -> u64 {
        let bytes = key.to_le_bytes();
        self.pieces
            .iter()
            .zip(bytes)
            .fold(0, |converted, (piece, byte)| {
                converted | piece[usize::from(byte)]
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_exact_up_to_the_largest_excess() {
        for length in 2..=12 {
            let stride = encoded_bytes(length);
            let mut bytes = vec![u8::MAX; stride];
            // Stores the distances in ascending order, as a build does, at positions in mixed
            // order.
            let mut positions: Vec<usize> = (0..length).collect();
            positions.sort_by_key(|position| position * 5 % 13);
            let distances = (7..)
                .zip(&positions)
                .map(|(number, &position)| (position, number / 2));
            distances
                .clone()
                .for_each(|(position, distance)| store_distance(&mut bytes, position, distance));
            let found = SlideTable {
                lines: vec![bytes],
                stride,
            }
            .distances(0, 0);
            for (position, distance) in distances {
                assert_eq!(
                    found.value(position),
                    u32::from(distance.min(3 + MAX_EXCESS as u8)),
                    "{length} {position}"
                );
            }
        }
    }
}
