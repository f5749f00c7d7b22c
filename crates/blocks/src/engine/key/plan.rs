//! The layout of a key: one field for each class, in as few bits as needed.
//!
//! A field is one of three:
//! - a plane: one bit for each place that the class may take;
//! - a code, where a plane is too long: the XOR of the [columns](columns()) of the places that are taken;
//! - for one class of single cells, the *complement class*, the code of the cells that stay empty: they and all other
//!   pieces determine the class.

use crate::engine::Words;
use crate::engine::layout::{BlockLayout, Class};

/// Bits used of each word; the highest one is set in the last word, so that no key is zero.
pub(crate) const WORD_BITS: usize = 63;
/// The most bits of a plane that one lookup decodes.
const CHUNK_BITS: usize = 8;
/// The most sets that a code names: a larger table of them would not fit the cache.
const MAX_SETS: usize = 1 << 16;
/// Irreducible polynomials, by degree from 1.
const POLYNOMIALS: [u32; 10] = [3, 7, 11, 19, 37, 67, 137, 285, 529, 1033];

/// One class's part of the key.
#[derive(Clone)]
pub(crate) struct KeyField {
    pub(crate) class: usize,
    /// The field is of the complement class: its members are the empty cells instead of the pieces.
    pub(crate) complement: bool,
    /// The possible members: anchors, or cells.
    pub(super) places: Vec<usize>,
    /// The number of members.
    pub(crate) size: usize,
    /// The code; `None` for a plane.
    pub(crate) columns: Option<Vec<u32>>,
    bits: usize,
    pub(crate) chunks: Vec<Chunk>,
}

/// Neighbouring bits of the key that are decoded together.
#[derive(Clone)]
pub(crate) struct Chunk {
    pub(super) word: usize,
    pub(super) shift: usize,
    pub(super) bits: usize,
    /// In a plane, the index of the place that the first bit stands for.
    first: usize,
}

/// The fields of a key and its length.
pub(crate) struct KeyPlan {
    pub(crate) fields: Vec<KeyField>,
    pub(crate) words: usize,
}

impl KeyPlan {
    /// Planes, until the key is too long for a word; then codes, the one that saves most first.
    pub(crate) fn new(layout: &BlockLayout) -> Self {
        Self::within(layout, WORD_BITS)
    }

    /// A plan with a limit of bits, beyond which codes replace planes.
    pub(crate) fn within(layout: &BlockLayout, limit: usize) -> Self {
        let mut fields: Vec<KeyField> = Vec::new();
        for (class, c) in layout.classes.iter().enumerate() {
            let field = KeyField::plane(class, false, c.anchors.clone(), c.pieces.len());
            // A plane never helps a class with one piece, or with at most one place more than pieces.
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

    /// The same with a code instead of the plane, if one is shorter.
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

    /// The number of values that a state may have, if the field is a code.
    pub(super) fn values(&self) -> Option<usize> {
        self.columns
            .as_ref()
            .and_then(|_| sets(self.places.len(), self.size))
    }

    /// Calls `put` with each value of a chunk that a state may have, and its members.
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
            // The next choice in order: raise the last index that can be raised, and reset those after it.
            let last = self.places.len() - self.size;
            let Some(raise) = (0..self.size).rfind(|&i| chosen[i] < last + i) else {
                break;
            };
            chosen[raise] += 1;
            (raise + 1..self.size).for_each(|i| chosen[i] = chosen[i - 1] + 1);
        }
    }

    /// The part of the key of each member, by cell.
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
    /// The bits of a key in which this chunk has a value.
    fn weight<const K: usize>(&self, value: usize) -> Words<K> {
        let bits = (0..self.bits).filter(|i| value >> i & 1 == 1);
        bits.fold(Words::ZERO, |key, i| {
            key | Words::bit(64 * self.word + self.shift + i)
        })
    }

    /// All bits of the chunk.
    pub(crate) fn mask<const K: usize>(&self) -> Words<K> {
        self.weight(usize::MAX)
    }
}

/// The columns of a short linear code, one for each place, and its number of bits: the XOR of the columns of `size`
/// places names them. `None` if it would be too long.
///
/// No two sets of that size may have the same XOR, so no even number of at most `2 * size` columns may have the XOR 0.
/// For one place, numbers do; for more, the powers 1, 3, 5 ... of the elements of a field, as in the extended codes of
/// Bose & Ray-Chaudhuri (1960) and Hocquenghem (1959).
fn columns(places: usize, size: usize) -> Option<(Vec<u32>, usize)> {
    // Two sets differ in the same places as their complements.
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

/// The number of sets of a size; `None` beyond [`MAX_SETS`].
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

/// The field of the class that saves most bits as the complement class.
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
        // The number of empty cells is fixed, unless a piece passes a gate that the class does not.
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

/// Divides the fields into chunks, none of which crosses the end of a word. Returns the number of words.
fn add_chunks(fields: &mut [KeyField]) -> usize {
    let (mut word, mut shift) = (0, 0);
    for field in fields {
        // One chunk without bits, if all places are always taken.
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
    fn sets_have_different_names() {
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
