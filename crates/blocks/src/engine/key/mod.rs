//! Keys: compact representations of states in a few machine words, which a move updates by XOR.
//!
//! A key is the XOR of one *weight* per piece. The weight depends only on the piece's class, which
//! is its group of interchangeable pieces, and on its anchor, which is its first cell in reading
//! order. For example, on a 3x3 board, a class of single cells has 9 bits of the key, and the
//! weight of anchor *a* is the bit 2^*a*. With pieces on cells 0 and 4, these bits are 2^0 XOR 2^4
//! = 17. If the piece on cell 4 moves to cell 5, the key changes by 2^4 XOR 2^5 = 48 and becomes 17
//! XOR 48 = 33 = 2^0 + 2^5. The update does not look at any other piece.
//!
//! The keys of mirror images are updated in the same way. A reflection that exchanges left and
//! right maps cell 4 to itself and cell 5 to cell 3, so the same move changes the key of the mirror
//! image by 2^4 XOR 2^3.
//!
//! A [`KeyPlan`] assigns bits of the key to each class, and a [`KeyCodec`] contains the tables that
//! encode and decode keys.

pub(crate) mod plan;

use self::plan::KeyPlan;
use super::{BlockLayout, BoardSymmetry, Words};

/// Converts states to keys and back, with lookup tables made from a [`KeyPlan`]. A set of cells
/// takes `M` machine words, and a key takes `K` words.
pub(crate) struct KeyCodec<const M: usize, const K: usize> {
    /// The contribution of each piece to the key. The key of a state is the XOR of the
    /// contributions of all its pieces. The first index is the class of interchangeable pieces, and
    /// the second is the location of the piece's anchor (its first cell in reading order).
    pub(crate) weights: Vec<Vec<Words<K>>>,
    /// The key of the board without any pieces.
    base: Words<K>,
    floor: Words<M>,
    chunks: Vec<ChunkTable>,
    entries: Vec<DecodedChunk<M>>,
    /// The keys from which the decoder starts to compute the keys of a state's mirror images, one
    /// for each symmetry. It XORs them with the contributions in `images`.
    pub(crate) bases: Vec<Words<K>>,
    /// What the pieces in each element of `entries` contribute, by XOR, to the keys of mirror
    /// images. The first index is the symmetry, and the second is the index into `entries`.
    images: Vec<Vec<Words<K>>>,
    /// The class whose pieces are not stored in the key, and the set of all cells that they can
    /// occupy. The key stores the empty cells instead. `None` if the key stores the pieces of all
    /// classes.
    complement: Option<(usize, Words<M>)>,
}

/// A table that decodes a *chunk* of a key with one lookup. A chunk is a range of adjacent key
/// bits.
struct ChunkTable {
    word: usize,
    shift: u32,
    mask: u64,
    class: usize,
    entries: usize,
    /// The values that can occur in the chunk, as a hash table with open addressing. Empty for
    /// chunks of up to [`DENSE_BITS`] bits, where the value itself is the index of the decoded
    /// form.
    values: Vec<u32>,
}

impl ChunkTable {
    /// Extracts the bits of this chunk from the key, and returns the index of the decoded form in
    /// [`KeyCodec::entries`].
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

/// Maximum number of key bits to decode with a plain lookup table, which has one entry for every
/// value of the bits. Longer chunks use a hash table with only the values that can occur.
const DENSE_BITS: usize = 12;
/// Marks a free element in the hash table of a [`ChunkTable`]. All stored values are smaller.
const FREE: u32 = u32::MAX;

/// Returns the index of `value` in a hash table with open addressing. If the table does not contain
/// the value, returns the index of the free element where it can be inserted.
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

/// The pieces that one value of a chunk stands for. A chunk is a range of key bits.
///
/// `members` contains the locations of the pieces, or the empty cells if the key stores empty cells
/// instead. `covered` contains the cells that the pieces cover.
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
        // A key can store the empty cells instead of the pieces of one class, which then occupy all
        // other cells that are not covered. The decoder therefore starts with a board full of these
        // pieces. An XOR with `hidden(s, cell)` removes the piece from an empty or covered cell.
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
            // A field that stores the empty cells, not the pieces, covers no cells.
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

    /// Returns the key of a state, given the locations of its pieces. `anchors` has one list per
    /// class of interchangeable pieces.
    pub(crate) fn encode(&self, anchors: &[Vec<usize>]) -> Words<K> {
        let parts = self
            .weights
            .iter()
            .zip(anchors)
            .flat_map(|(weights, list)| list.iter().map(|&a| weights[a]));
        parts.fold(self.base, |key, part| key ^ part)
    }

    /// Decodes a key. Writes the locations of each class's pieces into `anchors`, and returns the
    /// set of empty cells.
    ///
    /// To compute the keys of the mirror images as well, pass a copy of [`KeyCodec::bases`] as
    /// `images`. If the keys of the mirror images are not needed, `images` must be empty.
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

/// Returns what each piece contributes to the key of a state, indexed by the class and the location
/// of the piece. Also returns the key of the board without pieces. The key of a state is the XOR of
/// the empty board's key and the contributions of all pieces.
///
/// The key can store the empty cells instead of some pieces. Every piece then also removes the
/// cells that it covers from the set of empty cells, and its contribution includes this change.
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

/// Returns what each piece contributes, by XOR, to the keys of a state and its mirror images.
///
/// The list is ordered by the class of the piece, then by its location, and then by view: first the
/// board itself, then its mirror images. The contributions for one move are therefore adjacent in
/// memory.
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
