//! Tables of distances in slides, for boards on which tiles of the same colour are interchangeable.
//!
//! A state consists of the blank's cell, the colours on the other cells, and the axis of the next
//! slide. The axis matters because shortest solutions alternate between slides along rows and
//! slides along columns. A [`SlideTable`] holds the distances of all states after a slide along one
//! axis. For each *line*, which is a row or a column, and each colour sequence, the table stores
//! the distances for all positions of the blank in that line together, as [`LineDistances`]. A
//! slide within the line changes only the position of the blank, so one memory access yields the
//! values of all children of a node.
//!
//! For example, suppose that the distances in a row of a 3x3 board are 7, 9 and 8 for the blank in
//! columns 0, 1 and 2. They are stored in two bytes. The first byte is the smallest distance, 7.
//! The second byte holds the excess of each distance over 7, namely 0, 2 and 1, in two bits each.
//!
//! The tables for both axes are built together by a breadth-first search from the goal. A level of
//! this search consists of one bit set per cell of the blank, with one bit per colour sequence, in
//! the order of their [`Ranks`]. A slide along a row does not change the row-major sequence, so a
//! new level is the bitwise *or* of sets from the previous level. The states of the new level are
//! then converted one by one to column-major order, for slides along columns, and vice versa.

use std::sync::{Mutex, PoisonError};

use fifteen_resources::Threads;
use fifteen_resources::{map_in_parallel, prefetch, zeroed};

use super::ranks::{COLOUR_BITS, Ranks};
use super::sequence::CellOrder;
use crate::{LimitKind, Limits};

/// Number of bits for an *excess* in [`LineDistances`]. The excess is the amount by which a
/// distance exceeds the smallest distance in the same row or column.
const EXCESS_BITS: usize = 2;
/// The largest excess that fits in [`EXCESS_BITS`] bits. It also represents all larger excesses.
const MAX_EXCESS: u32 = (1 << EXCESS_BITS) - 1;
/// Distance at which the breadth-first search stops, so that all distances in the tables are
/// smaller. They must be less than 255, because this value marks a line without distances.
const MAX_DISTANCE: u8 = 250;
/// Number of tiles whose colours fill one byte of a key, with two bits each. A [`KeyConverter`]
/// converts a byte with one table lookup.
const PIECE_TILES: usize = 4;
/// Number of bytes in the key of a board of the largest size, whose 24 tiles take two bits each.
const PIECES: usize = 6;

/// The distances to the goal, in slides, of all states after a slide along one axis. The next slide
/// goes along the other axis, because one slide could replace two along the same axis.
#[derive(Debug)]
pub(super) struct SlideTable {
    /// One array for each row, or each column, that can contain the blank. It holds the encoded
    /// [`LineDistances`] of all colour sequences, in the order of their ranks.
    lines: Vec<Vec<u8>>,
    /// Size of one encoded [`LineDistances`], in bytes.
    stride: usize,
}

/// The distances of all states that differ only in the position of the blank within its row or
/// column. A search reads all of them with one memory access.
///
/// The encoding is one byte for the smallest distance, followed by the *excess* of each position,
/// which is its distance minus the smallest one. An excess of [`MAX_EXCESS`] also represents all
/// larger excesses, so a value is a lower bound and not always exact.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineDistances {
    /// The smallest distance in the row or column.
    smallest: u32,
    /// For each position of the blank, its distance minus the smallest distance, in [`EXCESS_BITS`]
    /// bits. Position 0 is in the lowest bits.
    excesses: u32,
}

impl LineDistances {
    /// Placeholder for unused items of an array with one item per view of a board. Its value 0
    /// never raises the maximum of all items.
    pub(super) const ZERO: Self = Self {
        smallest: 0,
        excesses: 0,
    };

    /// Returns the lower bound for the board with the blank at `position` in the row or column.
    #[inline]
    pub(super) fn value(self, position: usize) -> u32 {
        self.smallest + (self.excesses >> (EXCESS_BITS * position) & MAX_EXCESS)
    }
}

impl SlideTable {
    /// Returns the distances for all positions of the blank in the row or column `line`. `rank` is
    /// the rank of the colour sequence.
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

    /// Prefetches the memory that [`distances`](Self::distances) reads for the same arguments.
    #[inline]
    pub(super) fn prefetch(&self, line: usize, rank: usize) {
        prefetch(&self.lines[line], rank * self.stride);
    }

    /// Returns the size of the table, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.lines.iter().map(|line| line.len() as u64).sum()
    }
}

/// Returns the size of encoded [`LineDistances`] for a line of `length` cells, in bytes.
fn encoded_bytes(length: usize) -> usize {
    1 + (EXCESS_BITS * length).div_ceil(8)
}

/// Stores a distance in encoded [`LineDistances`], for the state with the blank at `position` in
/// its row or column.
///
/// Before the first call, all bits of `encoded` must be set. This marks the smallest distance as
/// missing and sets every excess to [`MAX_EXCESS`]. Distances must be stored in ascending order, so
/// that the first one is the smallest.
fn store_distance(encoded: &mut [u8], position: usize, distance: u8) {
    if encoded[0] == u8::MAX {
        encoded[0] = distance;
    }
    let below_max = MAX_EXCESS.saturating_sub((distance - encoded[0]).into()) as u8;
    encoded[1 + EXCESS_BITS * position / 8] ^= below_max << (EXCESS_BITS * position % 8);
}

/// A set of colour sequences, as a bit mask. The index of a bit is the rank of its sequence.
type SequenceBits = Vec<u64>;

/// All states at one distance from the goal, for one [`SlideTable`]. The first index is the blank's
/// row or column, and the second index is the blank's position in it.
type LevelStates = Vec<Vec<SequenceBits>>;

/// The part of an unfinished table for one *line*, which is a row or a column. It covers the states
/// with the blank in this line.
struct UnfinishedLine {
    /// The states reached so far, indexed by the position of the blank in the line. Their colours
    /// are listed in column-major order if the line is a row, and in row-major order if the line is
    /// a column.
    reached: Vec<SequenceBits>,
    /// The encoded [`LineDistances`] of this row or column, in the order of the ranks of the colour
    /// sequences. They become part of a [`SlideTable`].
    distances: Vec<u8>,
}

/// The goal from which the tables are built.
pub(super) struct SlideGoal {
    /// The cell of the blank.
    pub(super) blank: usize,
    /// The encoded colour sequences of the goal, in row-major order (index 0) and in column-major
    /// order (index 1).
    pub(super) keys: [u64; 2],
}

/// Returns the total size of the tables for both axes, in bytes. `sequences` is the number of
/// colour sequences, which are the different ways to arrange the tiles' colours.
pub(super) fn bytes(orders: [CellOrder; 2], sequences: u64) -> u64 {
    let bytes = orders.map(|order| (order.lines * encoded_bytes(order.length)) as u64);
    bytes.iter().sum::<u64>() * sequences
}

/// Returns the memory that [`build`] needs temporarily, in bytes. The finished tables are not
/// included.
pub(super) fn temporary_bytes(orders: [CellOrder; 2], sequences: u64) -> u64 {
    // For each cell of the blank and each of the two tables, the build stores three bit sets: the
    // states reached so far, the states at the last distance, and the states at the next distance.
    6 * (orders[0].lines * orders[0].length) as u64 * sequences.div_ceil(8)
}

/// Allocates encoded distances with all bits set, which marks them as missing.
///
/// A search reads the distances in random order, so huge pages save many TLB misses. The operating
/// system uses huge pages only for memory that has not been written yet, so the bytes are first
/// allocated as zeros.
fn empty_distances(bytes: usize) -> Result<Vec<u8>, LimitKind> {
    let mut distances = zeroed(bytes).map_err(|_| LimitKind::Memory)?;
    distances.fill(u8::MAX);
    Ok(distances)
}

/// Builds the tables by breadth-first search from the goal. Returns the table for slides along rows
/// and the table for slides along columns.
///
/// # Errors
/// Returns the limit that stopped the build, or [`LimitKind::Memory`] if memory for the tables
/// cannot be allocated.
pub(super) fn build(
    orders: [CellOrder; 2],
    ranks: &Ranks,
    goal: &SlideGoal,
    threads: Threads,
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
        // Begin with the goal, the only state at distance 0.
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
            let expanded = map_in_parallel(threads.count(), orders[axis].lines, &|line| {
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

/// Creates a table from the finished rows or columns of one axis.
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

/// Half a step of the breadth-first search from the goal. It expands the states at the last
/// completed distance with slides along one axis, and stores the distances of the new states in the
/// table for the other axis.
///
/// The axes differ because a solution passes the states in the opposite direction. It reaches a new
/// state by a slide along the other axis, and leaves it by the reverse of the slide expanded here.
struct LevelExpansion<'a> {
    orders: [CellOrder; 2],
    /// Index of the table for the new distances: 0 for the table after slides along rows, and 1 for
    /// the table after slides along columns. The slides of this step go along the other axis. For
    /// example, they go along columns if `axis` is 0.
    axis: usize,
    ranks: &'a Ranks,
    /// The states at the last completed distance, from which the slides of this step start. Their
    /// colours are listed column by column if the slides go along columns, and row by row
    /// otherwise, because the slides do not change such a list.
    from: &'a LevelStates,
    /// The distance of the new states from the goal.
    distance: u8,
}

impl LevelExpansion<'_> {
    /// Finds the new states with the blank in `line`, and stores their distances. The line is a row
    /// if `axis` is 0, and a column otherwise. Returns the new states, with their colours in
    /// row-major order if the line is a row, and in column-major order otherwise.
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

    /// Returns the states with the blank on `cell` that are reached for the first time, and adds
    /// them to `reached`. Their colours are listed in the same order as in `from`.
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

    /// Converts a set of colour sequences from row-major to column-major order, or vice versa. Each
    /// new sequence lists the colours of the same board as the old one.
    fn converted(&self, states: &[u64], converter: &KeyConverter) -> SequenceBits {
        let mut converted = vec![0; states.len()];
        let second_halves = self.ranks.second_halves(|half| converter.convert(half));
        let mut blocks = self.ranks.blocks.iter();
        // Ranks are visited in ascending order, and all keys with the same first half form a block
        // of consecutive ranks. These variables describe the block that contains the current rank:
        // its first half, the list of its second halves, and the range of its ranks. All halves are
        // already converted, so a bitwise *or* of two halves gives a converted key.
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

/// Sets the bit with the given index.
fn set_bit(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

/// Returns the indices of all set bits, in ascending order.
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

/// Converts keys from row-major to column-major order, or vice versa. A key encodes the colours of
/// a board's tiles. Each converter is for boards with the blank on one given cell.
///
/// Each byte of a key holds the colours of four tiles. Its contribution to the converted key
/// depends only on its position and its value, so each position has a lookup table of 256
/// contributions.
struct KeyConverter {
    /// What each byte of a key contributes to the converted key. The first index is the position of
    /// the byte, and the second index is its value.
    pieces: [[u64; 1 << (PIECE_TILES * COLOUR_BITS)]; PIECES],
}

impl KeyConverter {
    fn new(from: CellOrder, to: CellOrder, blank: usize) -> Self {
        // Returns the position of a cell's tile in a sequence. The sequence skips the blank, so the
        // tiles after the blank are one position further to the front than their cells.
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

    /// Converts the key of a board from one order of the cells to the other, for example from
    /// row-major to column-major order.
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
            // A build stores the distances of a line in ascending order, but their positions can
            // come in any order, so shuffle the positions.
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
