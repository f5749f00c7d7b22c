//! Decides how keys store a state: which bits belong to each class of interchangeable pieces, and
//! how these bits encode the pieces.
//!
//! Each class has a *field* of bits, which has one of three types:
//!
//! * A *plane* has one bit per place that a piece of the class can occupy.
//! * A *code* is shorter. Each place has a bit pattern, its [column](columns()), and the field is
//!   the XOR of the columns of all occupied places. For example, a single piece with 9 possible
//!   places has the columns 0 to 8, which need 4 bits instead of 9. For several pieces, the columns
//!   are chosen so that any two sets of places have distinct XORs.
//! * The *complement class*, which consists of single cells, has a code of the cells that remain
//!   empty. Its pieces are on all cells that are neither empty nor covered by other pieces. If 12
//!   single cells leave 2 cells empty, the field stores 2 cells instead of 12.
//!
//! A plan prefers planes, which are the fastest to decode and to compare with the goal. It uses the
//! other types only for classes where planes have no advantage, or to make the key fit into a word.

use crate::engine::Words;
use crate::engine::layout::{BlockLayout, Class};

/// Number of usable bits in each 64-bit word of a key. The highest bit is reserved: in the last
/// word, it is always set, so that no key is zero.
pub(crate) const WORD_BITS: usize = 63;
/// Maximum number of bits that one table lookup decodes. The table for 8 bits has 256 entries.
///
/// The limit is for fields of the key that have one bit per place. Compact codes, which have fewer
/// bits, are always decoded as a whole.
const CHUNK_BITS: usize = 8;
/// Maximum number of values of a compact code, which stores a set of places in fewer bits than
/// there are places. Each set has its own value. The table that decodes the values has one entry
/// for each, and should fit into the processor's cache.
const MAX_SETS: usize = 1 << 16;
/// Irreducible polynomials over GF(2), of degrees 1 to 10. Each bit is a coefficient: 11 = 0b1011
/// stands for x^3 + x + 1. [`columns()`] uses the polynomials to multiply in finite fields.
const POLYNOMIALS: [u32; 10] = [3, 7, 11, 19, 37, 67, 137, 285, 529, 1033];

/// The bits of a key that store the places of all pieces in one class of interchangeable pieces.
#[derive(Clone)]
pub(crate) struct KeyField {
    pub(crate) class: usize,
    /// Whether the field stores the empty cells instead of the pieces. The pieces or empty cells in
    /// a field are called its *members*.
    pub(crate) complement: bool,
    /// The cells that a member (a piece or an empty cell) can occupy. For a piece of several cells,
    /// this is its first cell in reading order.
    pub(super) places: Vec<usize>,
    /// Number of members, which are pieces, or empty cells if `complement` is set.
    pub(crate) size: usize,
    /// A bit pattern for each place, or `None` if the field simply has one bit per place. The value
    /// of the field is the XOR of the patterns of all occupied places.
    pub(crate) columns: Option<Vec<u32>>,
    bits: usize,
    pub(crate) chunks: Vec<Chunk>,
}

/// A range of adjacent bits in a [`KeyField`] that one table lookup decodes. All bits of a chunk
/// are in the same word of the key.
#[derive(Clone)]
pub(crate) struct Chunk {
    pub(super) word: usize,
    pub(super) shift: usize,
    pub(super) bits: usize,
    /// The place that the lowest bit stands for, as an index into [`KeyField::places`]. Used only
    /// if the field has one bit per place.
    first: usize,
}

/// The layout of a key: which bits store which pieces, and the number of words.
pub(crate) struct KeyPlan {
    pub(crate) fields: Vec<KeyField>,
    pub(crate) words: usize,
}

impl KeyPlan {
    /// Plans keys of one word, or of more words if the pieces do not fit into one.
    ///
    /// Each class of pieces has its own field of bits in the key. A field with one bit per place is
    /// the fastest to decode. Shorter codes are used only where they are just as fast, or to make
    /// the key fit into one word.
    pub(crate) fn new(layout: &BlockLayout) -> Self {
        Self::within(layout, WORD_BITS)
    }

    /// Plans keys of at most `limit` bits. If the pieces do not fit into so few bits, the keys are
    /// longer.
    ///
    /// At first, every field has one bit per place, unless a shorter code is just as fast. While
    /// the key is too long, the field that saves the most bits is then replaced with a shorter one.
    pub(crate) fn within(layout: &BlockLayout, limit: usize) -> Self {
        let mut fields: Vec<KeyField> = Vec::new();
        for (class, c) in layout.classes.iter().enumerate() {
            let field = KeyField::plane(class, false, c.anchors.clone(), c.pieces.len());
            // A compact code is shorter than one bit per place. If the class has only one piece, or
            // if at most one place is free, the code is also just as easy to decode.
            let is_needless = field.size == 1 || field.size + 1 >= field.places.len();
            fields.push(if is_needless { field.coded() } else { field });
        }
        if total(&fields) > limit {
            let mut shorter: Vec<KeyField> = fields.iter().cloned().map(KeyField::coded).collect();
            if let Some(complement) = best_complement(layout, &fields)
                && complement.bits < shorter[complement.class].bits
            {
                let class = complement.class;
                shorter[class] = complement;
            }
            while total(&fields) > limit {
                let saved = |c: &usize| fields[*c].bits - shorter[*c].bits.min(fields[*c].bits);
                let Some(class) = (0..fields.len()).max_by_key(saved).filter(|c| saved(c) > 0)
                else {
                    break;
                };
                std::mem::swap(&mut fields[class], &mut shorter[class]);
            }
        }
        let words = add_chunks(&mut fields);
        KeyPlan { fields, words }
    }
}

impl KeyField {
    fn plane(class: usize, complement: bool, places: Vec<usize>, size: usize) -> Self {
        let bits = places.len();
        KeyField {
            class,
            complement,
            places,
            size,
            columns: None,
            bits,
            chunks: Vec::new(),
        }
    }

    /// Converts a field with one bit per place to a compact code, if the code is shorter.
    fn coded(self) -> Self {
        match columns(self.places.len(), self.size).filter(|&(_, bits)| bits < self.bits) {
            Some((columns, bits)) => KeyField {
                columns: Some(columns),
                bits,
                ..self
            },
            None => self,
        }
    }

    /// Returns the number of possible values of a compact code, or `None` if the field has one bit
    /// per place.
    pub(super) fn values(&self) -> Option<usize> {
        self.columns
            .as_ref()
            .and_then(|_| sets(self.places.len(), self.size))
    }

    /// Calls `put` for every value that the key bits of a chunk can have. Its arguments are the
    /// value and the places that are then occupied.
    pub(super) fn each_value(&self, chunk: &Chunk, put: &mut dyn FnMut(usize, &[usize])) {
        let Some(columns) = &self.columns else {
            let places = &self.places[chunk.first..chunk.first + chunk.bits];
            let members = |value: usize| {
                places
                    .iter()
                    .enumerate()
                    .filter(move |(i, _)| value >> i & 1 == 1)
            };
            return (0..1 << chunk.bits).for_each(|value| {
                put(value, &members(value).map(|(_, &p)| p).collect::<Vec<_>>())
            });
        };
        let mut chosen: Vec<usize> = (0..self.size).collect();
        loop {
            let members: Vec<usize> = chosen.iter().map(|&i| self.places[i]).collect();
            put(
                chosen.iter().fold(0, |value, &i| value ^ columns[i]) as usize,
                &members,
            );
            // Advance to the next combination: increment the last index that can be incremented,
            // and reset all indices after it.
            let last = self.places.len() - self.size;
            let Some(raise) = (0..self.size).rfind(|&i| chosen[i] < last + i) else {
                break;
            };
            chosen[raise] += 1;
            (raise + 1..self.size).for_each(|i| chosen[i] = chosen[i - 1] + 1);
        }
    }

    /// Returns what a piece (or an empty cell) on each cell of the board contributes to the key, by
    /// XOR.
    pub(super) fn weights<const K: usize>(&self, layout: &BlockLayout) -> Vec<Words<K>> {
        let mut weights = vec![Words::ZERO; layout.floor.len()];
        for (index, &place) in self.places.iter().enumerate() {
            for chunk in &self.chunks {
                let value = match &self.columns {
                    Some(columns) => columns[index] as usize,
                    None if (chunk.first..chunk.first + chunk.bits).contains(&index) => {
                        1 << (index - chunk.first)
                    }
                    None => 0,
                };
                weights[place] |= chunk.weight(value);
            }
        }
        weights
    }
}

impl Chunk {
    /// Returns a key in which this chunk has the given value, and all other bits are zero.
    fn weight<const K: usize>(&self, value: usize) -> Words<K> {
        let bits = (0..self.bits).filter(|i| value >> i & 1 == 1);
        bits.fold(Words::ZERO, |key, i| {
            key | Words::bit(64 * self.word + self.shift + i)
        })
    }

    /// Returns a mask of the key bits in this chunk.
    pub(crate) fn mask<const K: usize>(&self) -> Words<K> {
        self.weight(usize::MAX)
    }
}

/// Assigns each place a bit pattern, called its *column*. The XOR of the columns of any `size`
/// places identifies these places. Returns the columns and their length in bits, or `None` if they
/// would be too long.
///
/// Any two sets of places must have distinct XORs, so the XOR of an even number of columns, up to
/// twice `size`, must not be 0. For a single place, the columns are simply the integers from 0. For
/// more places, the column of a field element *x* consists of *x*, *x*^3, *x*^5, ..., as in the
/// extended codes of Bose & Ray-Chaudhuri (1960) and Hocquenghem (1959).
fn columns(places: usize, size: usize) -> Option<(Vec<u32>, usize)> {
    // If more than half of the places are occupied, encode the free places instead. The code is
    // then shorter, and still identifies the occupied places.
    let weight = size.min(places - size);
    if weight == 0 {
        return Some((vec![0; places], 0));
    }
    sets(places, weight)?;
    let degree = usize::BITS - (places - 1).leading_zeros();
    let (bits, polynomial) = (
        degree as usize * weight,
        *POLYNOMIALS.get(degree as usize - 1)?,
    );
    let times = |a: u32, b: u32| {
        (0..degree).rev().fold(0, |product: u32, i| {
            let doubled = product << 1;
            let reduced = if doubled >> degree == 1 {
                doubled ^ polynomial
            } else {
                doubled
            };
            if b >> i & 1 == 1 {
                reduced ^ a
            } else {
                reduced
            }
        })
    };
    let column = |element: u32| {
        let square = times(element, element);
        let odd = std::iter::successors(Some(element), |&power| Some(times(power, square)));
        odd.take(weight)
            .fold(0, |column, power| column << degree | power)
    };
    (bits < u32::BITS as usize).then(|| ((0..places as u32).map(column).collect(), bits))
}

/// Returns the number of ways to choose `size` out of `places` places, or `None` if it exceeds
/// [`MAX_SETS`].
fn sets(places: usize, size: usize) -> Option<usize> {
    let mut count = 1usize;
    for i in 0..size.min(places - size) {
        count = count.checked_mul(places - i)? / (i + 1);
        if count > MAX_SETS {
            return None;
        }
    }
    Some(count)
}

fn total(fields: &[KeyField]) -> usize {
    fields.iter().map(|f| f.bits).sum()
}

/// Tries to shorten a field by storing the empty cells instead of the pieces. Returns the field
/// that saves the most bits, or `None` if no class of pieces allows it.
fn best_complement(layout: &BlockLayout, fields: &[KeyField]) -> Option<KeyField> {
    let single = |f: &&KeyField| {
        let class = &layout.classes[f.class];
        class.offsets.len() == 1 && class.axis.is_none()
    };
    let complements = fields.iter().filter(single).filter_map(|field| {
        let component = &layout.classes[field.class].anchors;
        let inside = |c: &Class, anchor: usize| {
            layout
                .covered(c, anchor)
                .filter(|cell| component.binary_search(cell).is_ok())
                .count()
        };
        // The field can store the empty cells only if their number never changes. So every piece
        // must always cover the same number of the cells that this class can occupy.
        let stays = |c: &Class| {
            c.anchors
                .iter()
                .all(|&anchor| inside(c, anchor) == inside(c, c.start[0]))
        };
        let taken: usize = layout
            .classes
            .iter()
            .map(|c| c.start.iter().map(|&a| inside(c, a)).sum::<usize>())
            .sum();
        let empty = component.len() - taken;
        let complement = || KeyField::plane(field.class, true, component.clone(), empty).coded();
        layout.classes.iter().all(stays).then(complement)
    });
    complements.max_by_key(|field| fields[field.class].bits.saturating_sub(field.bits))
}

/// Divides the fields of a key into [`Chunk`]s, which are decoded with one table lookup each.
/// Returns the number of words that the key needs.
///
/// A chunk must not extend from one 64-bit word of the key into the next.
fn add_chunks(fields: &mut [KeyField]) -> usize {
    let (mut word, mut shift) = (0, 0);
    for field in fields {
        // A compact code is decoded as a whole. It has zero bits if the pieces fill all their
        // places.
        let parts = if field.columns.is_some() {
            1
        } else {
            field.bits.div_ceil(CHUNK_BITS)
        };
        let mut first = 0;
        for part in 0..parts {
            let bits = (field.bits - first).div_ceil(parts - part);
            if shift + bits > WORD_BITS {
                (word, shift) = (word + 1, 0);
            }
            field.chunks.push(Chunk {
                word,
                shift,
                bits,
                first,
            });
            first += bits;
            shift += bits;
        }
    }
    word + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn xors(columns: &[u32], size: usize) -> Vec<u32> {
        match (columns, size) {
            (_, 0) => vec![0],
            ([], _) => Vec::new(),
            ([first, rest @ ..], _) => xors(rest, size - 1)
                .into_iter()
                .map(|x| x ^ first)
                .chain(xors(rest, size))
                .collect(),
        }
    }

    #[test]
    fn the_xor_of_columns_differs_for_all_sets() {
        for (places, size) in [
            (1, 1),
            (20, 1),
            (20, 2),
            (20, 3),
            (30, 4),
            (60, 3),
            (300, 2),
            (20, 16),
            (1024, 1023),
        ] {
            let (columns, bits) = columns(places, size).unwrap();
            let names = xors(&columns, size.min(places - size));
            assert!(names.iter().all(|&name| name < 1 << bits));
            assert_eq!(
                names.iter().collect::<HashSet<_>>().len(),
                names.len(),
                "{size} of {places}: {bits} bits"
            );
        }
        assert_eq!(
            (columns(30, 6), columns(1024, 2)),
            (None, None),
            "more than 500,000 sets"
        );
    }
}
