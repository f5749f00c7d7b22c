//! Tables of exact distances in slides, for boards on which tiles of the same colour are
//! interchangeable.
//!
//! A state says where the blank is, which colours stand in which order, and along which axis the next
//! slide goes: shortest solutions alternate between rows and columns. A [`SlideTable`] holds the
//! distances after slides along one axis. For each line and each sequence of colours it stores the
//! distances for all positions of the blank in that line together ([`LineDistances`]). A slide within
//! the line changes only this position, so one access to memory gives the values of all children of
//! a node.
//!
//! For example, in a row of a 3x3 board the distances 7, 9 and 8 for the blank in columns 0, 1 and 2
//! are stored in two bytes: the smallest distance, 7, then how far each distance is above it, 0, 2
//! and 1, in two bits each.
//!
//! Both tables are built together by breadth-first search. A level of the search has one bit for each
//! sequence of colours (numbered by [`Ranks`]), for each cell of the blank. In the order of its own
//! axis a slide keeps the sequence, so the states of a new level are an *or* of bit sets. Then they
//! are converted one by one into the order of the other axis, along which the next slide goes.

use std::sync::{Mutex, PoisonError};

use fifteen_resources::{map_in_parallel, prefetch, zeroed};

use super::ranks::{COLOUR_BITS, Ranks};
use super::sequence::CellOrder;
use crate::{LimitKind, Limits};

/// Number of bits of an excess in [`LineDistances`].
const EXCESS_BITS: usize = 2;
/// The largest excess that can be stored.
const MAX_EXCESS: u32 = (1 << EXCESS_BITS) - 1;
/// The build stops at this distance, which no state reaches.
const MAX_DISTANCE: u8 = 250;
/// Number of tiles in a piece of a key that [`KeyConverter`] converts at once.
const PIECE_TILES: usize = 4;
/// Number of pieces of a key.
const PIECES: usize = 6;

/// The distances of all states that follow a slide along the lines of one axis. The next slide goes
/// along the other axis.
#[derive(Debug)]
pub(super) struct SlideTable {
    /// The encoded [`LineDistances`] of each line, in the order of the ranks.
    lines: Vec<Vec<u8>>,
    /// Number of bytes of one encoded [`LineDistances`].
    stride: usize,
}

/// The distances of the states that differ only in the position of the blank in its line.
///
/// The table stores the smallest distance in one byte, then the excess of each position: how far its
/// distance is above the smallest one. The largest excess also stands for every larger one, so a
/// value may be less than the distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineDistances {
    smallest: u32,
    excesses: u32,
}

impl LineDistances {
    /// The value 0 for every position.
    pub(super) const ZERO: Self = Self {
        smallest: 0,
        excesses: 0,
    };

    /// The value for a position in the line.
    #[inline]
    pub(super) fn value(self, position: usize) -> u32 {
        self.smallest + (self.excesses >> (EXCESS_BITS * position) & MAX_EXCESS)
    }
}

impl SlideTable {
    /// The distances for a line and a sequence of colours.
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

    /// Prefetches the distances for a line and a sequence of colours.
    #[inline]
    pub(super) fn prefetch(&self, line: usize, rank: usize) {
        prefetch(&self.lines[line], rank * self.stride);
    }

    /// Size of the table, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.lines.iter().map(|line| line.len() as u64).sum()
    }
}

/// Number of bytes of the encoded [`LineDistances`] for lines of a length.
fn encoded_bytes(length: usize) -> usize {
    1 + (EXCESS_BITS * length).div_ceil(8)
}

/// Stores the distance of a state in encoded [`LineDistances`].
///
/// Distances must be stored in ascending order, so that the first one is the smallest. At first all
/// bits are set: there is no smallest distance, and every excess is the largest one.
fn store_distance(encoded: &mut [u8], position: usize, distance: u8) {
    if encoded[0] == u8::MAX {
        encoded[0] = distance;
    }
    let below_max = MAX_EXCESS.saturating_sub((distance - encoded[0]).into()) as u8;
    encoded[1 + EXCESS_BITS * position / 8] ^= below_max << (EXCESS_BITS * position % 8);
}

/// A set of sequences of colours: one bit for each rank.
type SequenceBits = Vec<u64>;

/// The states of one distance before slides along one axis, as sets of sequences in the order of
/// that axis. They are indexed by the line of the blank and by its position there.
type LevelStates = Vec<Vec<SequenceBits>>;

/// The states with the blank on one line, while the table is being built.
struct UnfinishedLine {
    /// The states that were reached, indexed by the position of the blank. The sequences are in the
    /// order of the other axis.
    reached: Vec<SequenceBits>,
    /// The encoded [`LineDistances`], as in a [`SlideTable`].
    distances: Vec<u8>,
}

/// The goal of a build.
pub(super) struct SlideGoal {
    pub(super) blank: usize,
    /// The keys of the goal in both orders.
    pub(super) keys: [u64; 2],
}

/// Size of both tables, in bytes.
pub(super) fn bytes(orders: [CellOrder; 2], sequences: u64) -> u64 {
    let bytes = orders.map(|order| (order.lines * encoded_bytes(order.length)) as u64);
    bytes.iter().sum::<u64>() * sequences
}

/// Amount of memory that the build needs in addition to the tables, in bytes.
pub(super) fn bytes_besides(orders: [CellOrder; 2], sequences: u64) -> u64 {
    // There are six sets for each cell of the blank: for both axes the states that were reached, the
    // last level and the next level.
    6 * (orders[0].lines * orders[0].length) as u64 * sequences.div_ceil(8)
}

/// Encoded distances in which nothing is stored yet.
///
/// A search reads them in random order, so they should be in large pages. The system uses large pages
/// for memory that was not written to before, so the bytes are first allocated as zeros.
fn empty_distances(bytes: usize) -> Result<Vec<u8>, LimitKind> {
    let mut distances = zeroed(bytes).map_err(|_| LimitKind::Memory)?;
    distances.fill(u8::MAX);
    Ok(distances)
}

/// Builds the tables of both axes: first the table of rows, then the table of columns.
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
        // The goal is the only state of distance 0.
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

/// The table of the lines of one axis.
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

/// One step of the breadth-first search: from a level before slides along the other axis to the next
/// level before slides along this axis.
struct LevelExpansion<'a> {
    orders: [CellOrder; 2],
    axis: usize,
    ranks: &'a Ranks,
    /// The last level, in the order of the other axis.
    from: &'a LevelStates,
    /// The distance of the new states.
    distance: u8,
}

impl LevelExpansion<'_> {
    /// Finds the new states with the blank on a line, and stores their distances.
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

    /// The states with the blank on a cell that a slide along the other axis reaches for the first
    /// time, in the order of that axis.
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

    /// The same sequences in the order of this axis.
    fn converted(&self, states: &[u64], converter: &KeyConverter) -> SequenceBits {
        let mut converted = vec![0; states.len()];
        let second_halves = self.ranks.second_halves(|half| converter.convert(half));
        let mut blocks = self.ranks.blocks.iter();
        // The current block: its first half, converted, its second halves, and its ranks.
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

fn set_bit(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

/// The indices of the bits that are set, in ascending order.
fn set_bits(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter()
        .enumerate()
        .filter(|&(_, &word)| word != 0)
        .flat_map(|(index, &word)| {
            // Each step clears the lowest bit that is set.
            let rests = std::iter::successors(Some(word), |&rest| {
                Some(rest & (rest - 1)).filter(|&rest| rest != 0)
            });
            rests.map(move |rest| 64 * index + rest.trailing_zeros() as usize)
        })
}

/// Converts keys from one order to the other, for boards with the blank on one cell.
///
/// A key is cut into pieces of four tiles. What a piece contributes to the converted key depends only
/// on its content, so there is a table of 256 items for each piece.
struct KeyConverter {
    /// The contributions, indexed by piece and by its content.
    pieces: [[u64; 1 << (PIECE_TILES * COLOUR_BITS)]; PIECES],
}

impl KeyConverter {
    fn new(from: CellOrder, to: CellOrder, blank: usize) -> Self {
        // The number of a tile in a sequence, which leaves out the blank.
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
            // Distances come in ascending order, but positions do not.
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
