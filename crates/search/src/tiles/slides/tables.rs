//! Tables of exact distances in slides on boards whose tiles are told apart by their colours only.
//!
//! The direction of the next slide is part of a state: a shortest solution never slides twice in a row along the same
//! line, so rows and columns alternate. A table is about the slides along one axis: all cells of a line to which the
//! blank may slide are neighbours in it, so one access to memory gives the values of all children of a node.
//!
//! The tables of both axes are built together, breadth first, on planes of bits: one for each cell of the blank, with a
//! bit for each sequence of colours ([`Ranks`]). In the order of its own axis a slide keeps the sequence, so the states
//! of a new level are an *or* of planes; then they are carried over into the order of the other axis, one by one.

use std::sync::{Mutex, PoisonError};

use fifteen_resources::zeroed;

use super::ranks::{COLOUR_BITS, Ranks};
use super::sequence::CellOrder;
use fifteen_resources::prefetch;

use crate::{LimitKind, Limits};
use fifteen_resources::map_in_parallel;

/// Bits of an excess in a [`Group`].
const EXCESS_BITS: usize = 2;
const MOST_EXCESS: u32 = (1 << EXCESS_BITS) - 1;
/// No distance is as large.
const MOST_DISTANCE: u8 = 250;
/// Tiles of a piece of a key that is carried over at once, and the number of such pieces.
const PIECE: usize = 4;
const PIECES: usize = 6;

/// Distances of the states to which a slide along the lines of one axis leads: the next slide is along the other axis.
#[derive(Debug)]
pub(super) struct SlideTable {
    /// By line; then by rank: a [`Group`].
    lines: Vec<Vec<u8>>,
    group_bytes: usize,
}

/// The distances of the states that differ only in the blank's place in its line.
///
/// In a table: the least distance in one byte, then two bits for each place: how far its distance is above the least.
/// The largest excess stands for all that are larger, so a value may be below the distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    least: u32,
    excesses: u32,
}

impl Group {
    /// The value 0 for every place.
    pub(super) const ZERO: Self = Self {
        least: 0,
        excesses: 0,
    };

    /// The value for a place in the line.
    #[inline]
    pub(super) fn value(self, place: usize) -> u32 {
        self.least + (self.excesses >> (EXCESS_BITS * place) & MOST_EXCESS)
    }
}

impl SlideTable {
    /// The group of a sequence.
    #[inline]
    pub(super) fn group(&self, line: usize, rank: usize) -> Group {
        let first = rank * self.group_bytes;
        let bytes = &self.lines[line][first..first + self.group_bytes];
        let excesses = match *bytes {
            [_, excesses] => excesses.into(),
            _ => bytes[1..]
                .iter()
                .rev()
                .fold(0, |excesses, &byte| excesses << 8 | u32::from(byte)),
        };
        Group {
            least: bytes[0].into(),
            excesses,
        }
    }

    /// Prefetches the group of a sequence.
    #[inline]
    pub(super) fn prefetch(&self, line: usize, rank: usize) {
        prefetch(&self.lines[line], rank * self.group_bytes);
    }

    /// Bytes of the values.
    pub(super) fn bytes(&self) -> u64 {
        self.lines.iter().map(|line| line.len() as u64).sum()
    }
}

/// Bytes of a [`Group`] for lines of that length.
fn group_bytes(length: usize) -> usize {
    1 + (EXCESS_BITS * length).div_ceil(8)
}

/// Notes the distance of a state. Distances come in ascending order, and all bits are set at first.
fn note(group: &mut [u8], place: usize, distance: u8) {
    if group[0] == u8::MAX {
        group[0] = distance;
    }
    let missing = MOST_EXCESS.saturating_sub((distance - group[0]).into()) as u8;
    group[1 + EXCESS_BITS * place / 8] ^= missing << (EXCESS_BITS * place % 8);
}

/// One bit for each sequence.
type Plane = Vec<u64>;
/// The states of a level: by axis, line and place in the line. In the order of the axis.
type Level = [Vec<Vec<Plane>>; 2];

/// The states in which the blank stands on a line.
struct Line {
    /// By place: all states seen, in the order of the other axis.
    seen: Vec<Plane>,
    /// As in [`SlideTable`].
    values: Vec<u8>,
}

/// Bytes of the tables of both axes.
pub(super) fn bytes(orders: [CellOrder; 2], sequences: u64) -> u64 {
    let bytes = orders.map(|order| (order.lines * group_bytes(order.length)) as u64);
    bytes.iter().sum::<u64>() * sequences
}

/// Bytes of memory that the build needs beside the tables.
pub(super) fn bytes_beside(orders: [CellOrder; 2], sequences: u64) -> u64 {
    // For both axes the states seen, those of the last level and those of the next.
    6 * (orders[0].lines * orders[0].length) as u64 * sequences.div_ceil(8)
}

/// Values that are not known yet. A search reads them all over the place, so they are to be in large pages, which
/// memory gets that was not written to before.
fn unknown_values(bytes: usize) -> Result<Vec<u8>, LimitKind> {
    let mut values = zeroed(bytes).map_err(|_| LimitKind::Memory)?;
    values.fill(u8::MAX);
    Ok(values)
}

/// Builds the tables of both axes: the one of rows, and the one of columns.
pub(super) fn build(
    orders: [CellOrder; 2],
    ranks: &Ranks,
    goal: (usize, [u64; 2]),
    threads: usize,
    limits: &Limits,
) -> Result<[SlideTable; 2], LimitKind> {
    let (blank, keys) = goal;
    let words = ranks.len.div_ceil(64);
    let mut level: Level = [Vec::new(), Vec::new()];
    let mut lines: [Vec<Mutex<Line>>; 2] = [Vec::new(), Vec::new()];
    for axis in 0..2 {
        let CellOrder {
            lines: count,
            length,
            ..
        } = orders[axis];
        let mut planes = vec![vec![vec![0; words]; length]; count];
        let new_line = |_| {
            let values = unknown_values(ranks.len * group_bytes(length))?;
            Ok(Line {
                seen: vec![vec![0; words]; length],
                values,
            })
        };
        let mut new_lines: Vec<Line> =
            (0..count).map(new_line).collect::<Result<_, LimitKind>>()?;
        let (line, place) = orders[axis].line_place(blank);
        set(&mut planes[line][place], ranks.rank(keys[axis]));
        set(&mut new_lines[line].seen[place], ranks.rank(keys[1 - axis]));
        let group = group_bytes(length);
        note(
            &mut new_lines[line].values[ranks.rank(keys[axis]) * group..][..group],
            place,
            0,
        );
        (level[axis], lines[axis]) = (planes, new_lines.into_iter().map(Mutex::new).collect());
    }
    for distance in 1..MOST_DISTANCE {
        let mut next: Level = [Vec::new(), Vec::new()];
        for axis in 0..2 {
            let step = Step {
                orders,
                axis,
                ranks,
                from: &level[1 - axis],
                distance,
            };
            next[axis] = map_in_parallel(threads, orders[axis].lines, &|line| {
                limits.check(0)?;
                let mut values = lines[axis][line]
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                let states = step.line(line, &mut values);
                limits.count(
                    states
                        .iter()
                        .flatten()
                        .map(|word| u64::from(word.count_ones()))
                        .sum(),
                );
                Ok(states)
            })
            .into_iter()
            .collect::<Result<_, LimitKind>>()?;
        }
        if next
            .iter()
            .flatten()
            .flatten()
            .flatten()
            .all(|&word| word == 0)
        {
            break;
        }
        level = next;
    }
    let mut group_bytes = orders.map(|order| group_bytes(order.length)).into_iter();
    Ok(lines.map(|lines| {
        let values = |line: Mutex<Line>| {
            line.into_inner()
                .unwrap_or_else(PoisonError::into_inner)
                .values
        };
        let lines = lines.into_iter().map(values).collect();
        SlideTable {
            lines,
            group_bytes: group_bytes.next().unwrap_or_default(),
        }
    }))
}

/// One step of the breadth-first search: slides along the other axis lead to the next level of this one.
struct Step<'a> {
    orders: [CellOrder; 2],
    axis: usize,
    ranks: &'a Ranks,
    /// The last level of the other axis.
    from: &'a [Vec<Plane>],
    distance: u8,
}

impl Step<'_> {
    /// The next level of a line.
    fn line(&self, line: usize, known: &mut Line) -> Vec<Plane> {
        let (order, other) = (self.orders[self.axis], self.orders[1 - self.axis]);
        let next = |place: usize| {
            let cell = order.cell(line, place);
            let (from_line, from_place) = other.line_place(cell);
            let mut fresh = vec![0; known.seen[place].len()];
            for (_, plane) in self.from[from_line]
                .iter()
                .enumerate()
                .filter(|&(place, _)| place != from_place)
            {
                fresh
                    .iter_mut()
                    .zip(plane)
                    .for_each(|(fresh, word)| *fresh |= word);
            }
            let mut any = 0;
            for (fresh, seen) in fresh.iter_mut().zip(&mut known.seen[place]) {
                *fresh &= !*seen;
                *seen |= *fresh;
                any |= *fresh;
            }
            if any == 0 {
                return fresh;
            }
            let carried = self.carried(&fresh, &Carrier::new(other, order, cell));
            let group = group_bytes(order.length);
            for rank in bits(&carried) {
                note(
                    &mut known.values[rank * group..][..group],
                    place,
                    self.distance,
                );
            }
            carried
        };
        (0..order.length).map(next).collect()
    }

    /// The same states in the order of this axis.
    fn carried(&self, states: &[u64], carrier: &Carrier) -> Plane {
        let mut carried = vec![0; states.len()];
        let halves = self.ranks.second_halves(|half| carrier.carry(half));
        let mut blocks = self.ranks.blocks.iter();
        let (mut begin, mut end, mut first, mut list) = (0, 0, 0, &halves[0]);
        for rank in bits(states) {
            if rank >= end {
                for &(half, index) in blocks.by_ref() {
                    (begin, end, first, list) =
                        (end, end + halves[index].len(), half, &halves[index]);
                    if rank < end {
                        break;
                    }
                }
                first = carrier.carry(first);
            }
            set(&mut carried, self.ranks.rank(first | list[rank - begin]));
        }
        carried
    }
}

fn set(plane: &mut [u64], bit: usize) {
    plane[bit / 64] |= 1 << (bit % 64);
}

/// The numbers of the bits that are set.
fn bits(plane: &[u64]) -> impl Iterator<Item = usize> {
    plane
        .iter()
        .enumerate()
        .filter(|&(_, &word)| word != 0)
        .flat_map(|(index, &word)| {
            let rests = std::iter::successors(Some(word), |&rest| {
                Some(rest & (rest - 1)).filter(|&rest| rest != 0)
            });
            rests.map(move |rest| 64 * index + rest.trailing_zeros() as usize)
        })
}

/// The change of keys from one order to the other, with the blank on one cell.
struct Carrier {
    /// By piece of the key, and its content.
    pieces: [[u64; 1 << (PIECE * COLOUR_BITS)]; PIECES],
}

impl Carrier {
    fn new(from: CellOrder, to: CellOrder, blank: usize) -> Self {
        let without_blank =
            |number: usize, order: CellOrder| number - usize::from(number > order.number(blank));
        let mut shifts = [0; PIECE * PIECES];
        for cell in (0..from.lines * from.length).filter(|&cell| cell != blank) {
            let tile = without_blank(from.number(cell), from);
            shifts[tile] = COLOUR_BITS * without_blank(to.number(cell), to);
        }
        let mut pieces = [[0; _]; PIECES];
        for (piece, contents) in pieces.iter_mut().enumerate() {
            for (content, carried) in contents.iter_mut().enumerate() {
                let tiles = (0..PIECE).map(|tile| {
                    (content as u64 >> (COLOUR_BITS * tile) & 3) << shifts[PIECE * piece + tile]
                });
                *carried = tiles.fold(0, |key, tile| key | tile);
            }
        }
        Self { pieces }
    }

    #[inline]
    fn carry(&self, key: u64) -> u64 {
        let bytes = key.to_le_bytes();
        self.pieces
            .iter()
            .zip(bytes)
            .fold(0, |carried, (piece, byte)| {
                carried | piece[usize::from(byte)]
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_the_distances_of_all_places_up_to_the_largest_excess() {
        for length in 2..=12 {
            let group_bytes = group_bytes(length);
            let mut bytes = vec![u8::MAX; group_bytes];
            // One distance after the other, not place by place.
            let mut places: Vec<usize> = (0..length).collect();
            places.sort_by_key(|place| place * 5 % 13);
            let distances = (7..)
                .zip(&places)
                .map(|(number, &place)| (place, number / 2));
            distances
                .clone()
                .for_each(|(place, distance)| note(&mut bytes, place, distance));
            let group = SlideTable {
                lines: vec![bytes],
                group_bytes,
            }
            .group(0, 0);
            for (place, distance) in distances {
                assert_eq!(
                    group.value(place),
                    u32::from(distance.min(3 + MOST_EXCESS as u8)),
                    "{length} {place}"
                );
            }
        }
    }
}
