//! Represents states as keys of one or a few machine words, in which a move changes a few bits by
//! XOR.
//!
//! A key is the XOR of one *weight* for each piece. The weight depends only on the class and the
//! anchor of the piece. For example, on a board of 3x3 cells, a class of single cells has 9 bits of
//! the key, and the weight of the anchor *a* is the bit 2^*a*. With pieces on the cells 0 and 4,
//! these bits are 2^0 XOR 2^4 = 17. If the piece on cell 4 moves to cell 5, the key changes by 2^4
//! XOR 2^5 = 48, and becomes 17 XOR 48 = 33 = 2^0 + 2^5. No other piece needs to be looked at.
//!
//! The keys of mirror images are updated in the same way. When left and right are exchanged, cell 4
//! becomes itself and cell 5 becomes cell 3, so the move changes the key of the mirror image by 2^4
//! XOR 2^3.
//!
//! A [`KeyPlan`] assigns bits of the key to each class, and a [`KeyCodec`] has the tables that
//! encode and decode keys.

pub(crate) mod plan;

use self::plan::KeyPlan;
use super::{BlockLayout, BoardSymmetry, Words};

/// The tables that encode and decode keys according to a [`KeyPlan`], for sets of cells of `M`
/// words and keys of `K` words.
pub(crate) struct KeyCodec<const M: usize, const K: usize> {
    /// The weight of a piece, which is its contribution to the key by XOR, by class and anchor.
    pub(crate) weights: Vec<Vec<Words<K>>>,
    /// The key of the board without any pieces.
    base: Words<K>,
    floor: Words<M>,
    chunks: Vec<ChunkTable>,
    entries: Vec<DecodedChunk<M>>,
    /// The key of each mirror image of the board without any pieces, by symmetry.
    pub(crate) bases: Vec<Words<K>>,
    /// The value that each entry of `entries` contributes to the key of a mirror image, by
    /// symmetry.
    images: Vec<Vec<Words<K>>>,
    /// The complement class, if the key has one, and the cells that it may occupy. The key stores
    /// the cells that stay empty, and the pieces of this class are on all the other cells.
    complement: Option<(usize, Words<M>)>,
}

/// A chunk: adjacent bits of a key that are decoded with one table lookup, and the position of the
/// chunk's table in [`KeyCodec::entries`].
struct ChunkTable {
    word: usize,
    shift: u32,
    mask: u64,
    class: usize,
    entries: usize,
    /// An open-addressed hash table of the values that have an entry. It is empty if every value
    /// has one, because the value itself is the index then.
    values: Vec<u32>,
}

impl ChunkTable {
    /// Looks up the value that a key has in the bits of this chunk, and returns the index of its
    /// entry.
    #[inline]
    fn find<const K: usize>(&self, key: Words<K>) -> usize {
        let value = key.part(self.word, self.shift, self.mask);
        self.entries
            + if self.values.is_empty() {
                value
            } else {
                slot_of(&self.values, value)
            }
    }
}

/// Maximum number of bits for which a chunk has an entry for every value. A longer chunk has
/// entries only for the values that occur, which it finds with a hash table.
const DENSE_BITS: usize = 12;
/// The value that marks a free slot of a hash table. It is larger than any value of a chunk.
const FREE: u32 = u32::MAX;

/// Returns the slot of a value in an open-addressed hash table, or the free slot where it can be
/// inserted.
#[inline]
fn slot_of(values: &[u32], value: usize) -> usize {
    let mask = values.len() - 1;
    let mut slot = ((value as u32).wrapping_mul(0x9e37_79b1) >> (values.len().leading_zeros() - 31))
        as usize
        & mask;
    while values[slot] != value as u32 && values[slot] != FREE {
        slot = (slot + 1) & mask;
    }
    slot
}

/// The decoded value of a chunk: the anchors of pieces (or, in the complement class, the empty
/// cells), and the cells that these pieces cover.
#[derive(Clone, Copy)]
struct DecodedChunk<const M: usize> {
    members: Words<M>,
    covered: Words<M>,
}

impl<const M: usize, const K: usize> KeyCodec<M, K> {
    pub(crate) fn new(layout: &BlockLayout, plan: &KeyPlan, symmetries: &[BoardSymmetry]) -> Self {
        let (weights, base) = piece_keys(layout, plan);
        let complement = plan.fields.iter().find(|f| f.complement);
        let image = |s: &BoardSymmetry, class: usize, anchor: usize| {
            weights[s.classes[class]][s.anchors[class][anchor]]
        };
        // Every cell of the complement class initially counts as occupied by one of its pieces in
        // the mirror image. This closure returns the weight of such a piece, which is removed again
        // where a cell is empty or covered by a piece of another class.
        let hidden = |s: &BoardSymmetry, cell: usize| match complement {
            Some(field) if field.places.binary_search(&cell).is_ok() => image(s, field.class, cell),
            _ => Words::ZERO,
        };
        let base_of = |s: &BoardSymmetry| {
            (0..layout.floor.len()).fold(base, |key, cell| key ^ hidden(s, cell))
        };
        let (mut chunks, mut entries, mut images) =
            (Vec::new(), Vec::new(), vec![Vec::new(); symmetries.len()]);
        for field in &plan.fields {
            let class = &layout.classes[field.class];
            // In the field of the complement class, the members are empty cells, which cover
            // nothing.
            let covers =
                |&anchor: &usize| layout.covered(class, anchor).filter(|_| !field.complement);
            for chunk in &field.chunks {
                let few = field
                    .values()
                    .filter(|_| chunk.bits > DENSE_BITS)
                    .map(|few| (2 * few).next_power_of_two());
                let (first, length) = (entries.len(), few.unwrap_or(1 << chunk.bits));
                let mut values = few.map_or(Vec::new(), |slots| vec![FREE; slots]);
                entries.resize(
                    first + length,
                    DecodedChunk {
                        members: Words::ZERO,
                        covered: Words::ZERO,
                    },
                );
                images
                    .iter_mut()
                    .for_each(|parts| parts.resize(first + length, Words::ZERO));
                field.each_value(chunk, &mut |value, members| {
                    let slot = if values.is_empty() {
                        value
                    } else {
                        slot_of(&values, value)
                    };
                    values
                        .get_mut(slot)
                        .into_iter()
                        .for_each(|v| *v = value as u32);
                    let covered = Words::of(&mut members.iter().flat_map(covers));
                    entries[first + slot] = DecodedChunk {
                        members: Words::of(&mut members.iter().copied()),
                        covered,
                    };
                    for (symmetry, parts) in symmetries.iter().zip(&mut images) {
                        let shown = members.iter().fold(Words::ZERO, |key, &member| {
                            key ^ image(symmetry, field.class, member)
                        });
                        let cells = members.iter().flat_map(covers);
                        parts[first + slot] =
                            cells.fold(shown, |key, cell| key ^ hidden(symmetry, cell));
                    }
                });
                let (word, shift, mask) = (chunk.word, chunk.shift as u32, (1 << chunk.bits) - 1);
                chunks.push(ChunkTable {
                    word,
                    shift,
                    mask,
                    class: field.class,
                    entries: first,
                    values,
                });
            }
        }
        let bases = symmetries.iter().map(base_of).collect();
        let floor = Words::of(&mut (0..layout.floor.len()).filter(|&cell| layout.floor[cell]));
        let complement = complement.map(|f| (f.class, Words::of(&mut f.places.iter().copied())));
        KeyCodec {
            weights,
            base,
            floor,
            chunks,
            entries,
            bases,
            images,
            complement,
        }
    }

    /// Returns the key of the state in which the pieces of each class have the given anchors.
    pub(crate) fn encode(&self, anchors: &[Vec<usize>]) -> Words<K> {
        let parts = self
            .weights
            .iter()
            .zip(anchors)
            .flat_map(|(weights, list)| list.iter().map(|&a| weights[a]));
        parts.fold(self.base, |key, part| key ^ part)
    }

    /// Decodes a key: writes the set of anchors of each class into `anchors`, and returns the set
    /// of empty cells.
    ///
    /// If `images` is not empty, it must be a copy of [`KeyCodec::bases`], and receives the keys of
    /// the mirror images.
    pub(crate) fn decode(
        &self,
        key: Words<K>,
        images: &mut [Words<K>],
        anchors: &mut [Words<M>],
    ) -> Words<M> {
        anchors.fill(Words::ZERO);
        let mut covered = Words::ZERO;
        for chunk in &self.chunks {
            let found = chunk.find(key);
            let entry = &self.entries[found];
            anchors[chunk.class] |= entry.members;
            covered |= entry.covered;
            if !images.is_empty() {
                images
                    .iter_mut()
                    .zip(&self.images)
                    .for_each(|(image, parts)| *image ^= parts[found]);
            }
        }
        if let Some((class, places)) = self.complement {
            anchors[class] = places & !anchors[class] & !covered;
            covered |= anchors[class];
        }
        self.floor & !covered
    }
}

/// Returns the weight of a piece, by class and anchor, and the key of the board without any pieces.
///
/// If there is a complement class, the key stores the empty cells instead of the pieces of this
/// class. The weight of every piece then also removes the cells that it covers from the set of
/// empty cells.
fn piece_keys<const K: usize>(
    layout: &BlockLayout,
    plan: &KeyPlan,
) -> (Vec<Vec<Words<K>>>, Words<K>) {
    let none = || vec![Words::ZERO; layout.floor.len()];
    let empty: Vec<Words<K>> = plan
        .fields
        .iter()
        .find(|f| f.complement)
        .map_or_else(none, |field| field.weights(layout));
    let weights = layout
        .classes
        .iter()
        .zip(&plan.fields)
        .map(|(class, field)| {
            let mut keys = if field.complement {
                none()
            } else {
                field.weights(layout)
            };
            for &anchor in &class.anchors {
                keys[anchor] = layout
                    .covered(class, anchor)
                    .fold(keys[anchor], |key, cell| key ^ empty[cell]);
            }
            keys
        });
    (
        weights.collect(),
        empty
            .iter()
            .fold(Words::bit(Words::<K>::BITS - 1), |base, &cell| base ^ cell),
    )
}

/// Returns the weight of a piece in the key of a state and in the keys of its mirror images, in one
/// list that is ordered by class, anchor and view of the board.
pub(crate) fn piece_parts<const K: usize>(
    layout: &BlockLayout,
    weights: &[Vec<Words<K>>],
    symmetries: &[BoardSymmetry],
) -> Vec<Words<K>> {
    let views = 1 + symmetries.len();
    let mut parts = Vec::new();
    for (c, class) in layout.classes.iter().enumerate() {
        let first = parts.len();
        parts.resize(first + layout.floor.len() * views, Words::ZERO);
        for &anchor in &class.anchors {
            parts[first + anchor * views] = weights[c][anchor];
            for (view, symmetry) in (1..).zip(symmetries) {
                parts[first + anchor * views + view] =
                    weights[symmetry.classes[c]][symmetry.anchors[c][anchor]];
            }
        }
    }
    parts
}
