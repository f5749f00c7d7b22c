//! Keys: encoded from positions, changed by moves, decoded into masks, mirrored.
//!
//! A [`KeyCodec`] decodes a key chunk by chunk: a [`ChunkTable`] finds the [`DecodedChunk`] of the chunk's value. While the
//! tables are made, [`ImageWeights`] has the keys of mirror images.

use super::columns::{DENSE_BITS, sets};
use super::plan::{KeyField, KeyPlan};
use crate::engine::layout::Layout;
use crate::engine::symmetry::Symmetry;
use crate::engine::words::{Key, Mask};

/// The tables of a [`KeyPlan`] for masks `M` and keys `K`.
pub(crate) struct KeyCodec<M, K> {
    /// The part of the key of a piece, by class and cell.
    pub(crate) weights: Vec<Vec<K>>,
    base: K,
    floor: M,
    chunks: Vec<ChunkTable>,
    entries: Vec<DecodedChunk<M>>,
    /// The key of the image of a state without pieces, by symmetry.
    bases: Vec<K>,
    /// The part of an image's key of each entry, by symmetry.
    images: Vec<Vec<K>>,
    /// The complement class, which is known by the empty cells, and the cells that it may take.
    complement: Option<(usize, M)>,
}

/// A chunk and its entries.
struct ChunkTable {
    word: usize,
    shift: u32,
    mask: u64,
    class: usize,
    entries: usize,
    /// The value of each entry as an open-addressed table; empty if every value has an entry.
    values: Vec<u32>,
}

impl ChunkTable {
    /// The entry of the chunk's value.
    #[inline]
    fn find<K: Key>(&self, key: K) -> usize {
        let value = key.part(self.word, self.shift, self.mask);
        self.entries + if self.values.is_empty() { value } else { slot_of(&self.values, value) }
    }
}

/// The mark of a free slot; no value equals it.
const NONE: u32 = u32::MAX;

/// The slot of a value in an open-addressed table, or the free one for it.
#[inline]
fn slot_of(values: &[u32], value: usize) -> usize {
    let mask = values.len() - 1;
    let mut slot = ((value as u32).wrapping_mul(0x9e37_79b1) >> (values.len().leading_zeros() - 31)) as usize & mask;
    while values[slot] != value as u32 && values[slot] != NONE {
        slot = (slot + 1) & mask;
    }
    slot
}

/// The meaning of a chunk's value: anchors (or empty cells), and the cells covered.
#[derive(Clone, Copy)]
struct DecodedChunk<M> {
    members: M,
    covered: M,
}

impl<M: Mask, K: Key> KeyCodec<M, K> {
    pub(crate) fn new(layout: &Layout, plan: &KeyPlan, symmetries: &[Symmetry]) -> Self {
        let empties = plan.fields.iter().find(|f| f.complement);
        let complement = empties.map(|f| (f.class, M::of(f.places.iter().copied())));
        let empty: Vec<K> = empties.map_or_else(|| vec![K::ZERO; layout.floor.len()], |f| member_keys(layout, f));
        let mut weights: Vec<Vec<K>> = Vec::new();
        for (class, field) in layout.classes.iter().zip(&plan.fields) {
            let mut keys =
                if field.complement { vec![K::ZERO; layout.floor.len()] } else { member_keys(layout, field) };
            for &anchor in &class.anchors {
                keys[anchor] = layout.covered(class, anchor).fold(keys[anchor], |key, cell| key ^ empty[cell]);
            }
            weights.push(keys);
        }
        // The base is the key of the empty board.
        let base = empty.iter().fold(K::bit(K::BITS - 1), |key, &cell| key ^ cell);
        let floor = M::of((0..layout.floor.len()).filter(|&cell| layout.floor[cell]));
        let images = vec![Vec::new(); symmetries.len()];
        let mut code = KeyCodec {
            weights,
            base,
            floor,
            chunks: Vec::new(),
            entries: Vec::new(),
            bases: Vec::new(),
            images,
            complement,
        };
        let views: Vec<ImageWeights<K>> = symmetries.iter().map(|s| code.view(layout, s)).collect();
        code.bases = views.iter().map(|view| view.base).collect();
        for field in &plan.fields {
            code.add_field(layout, field, &views);
        }
        code
    }

    fn view(&self, layout: &Layout, symmetry: &Symmetry) -> ImageWeights<K> {
        let cells = layout.floor.len();
        let mut empty_cells = vec![K::ZERO; cells];
        let mut base = self.base;
        if let Some((class, places)) = self.complement {
            for cell in places.cells() {
                empty_cells[cell] = self.weights[symmetry.classes[class]][symmetry.cells[cell]];
                base ^= empty_cells[cell];
            }
        }
        let mut members = Vec::new();
        for (c, class) in layout.classes.iter().enumerate() {
            let mut keys = vec![K::ZERO; cells];
            for &anchor in &class.anchors {
                let image = self.weights[symmetry.classes[c]][symmetry.anchors[c][anchor]];
                keys[anchor] = layout.covered(class, anchor).fold(image, |key, cell| key ^ empty_cells[cell]);
            }
            members.push(keys);
        }
        ImageWeights { base, empty_cells, members }
    }

    /// Adds the decoding tables of a field.
    fn add_field(&mut self, layout: &Layout, field: &KeyField, views: &[ImageWeights<K>]) {
        for chunk in &field.chunks {
            let sets = sets(field.places.len(), field.size).filter(|_| chunk.bits > DENSE_BITS as usize);
            let length = sets.map_or(1 << chunk.bits, |sets| (2 * sets).next_power_of_two());
            let mut lookup = ChunkTable {
                word: chunk.word,
                shift: chunk.shift as u32,
                mask: (1 << chunk.bits) - 1,
                class: field.class,
                entries: self.make_room(length),
                values: sets.map_or(Vec::new(), |_| vec![NONE; length]),
            };
            let mut put = |value: usize, members: &[usize]| {
                let slot = if lookup.values.is_empty() { value } else { slot_of(&lookup.values, value) };
                lookup.values.get_mut(slot).into_iter().for_each(|v| *v = value as u32);
                self.put(layout, field, views, lookup.entries + slot, members);
            };
            match &field.columns {
                Some(columns) => subsets(field, columns, &mut put),
                None => {
                    let places = &field.places[chunk.first..chunk.first + chunk.bits];
                    let member = |value: usize, i: usize| (value >> i & 1 == 1).then(|| places[i]);
                    (0..1 << chunk.bits).for_each(|value| {
                        put(value, &(0..places.len()).filter_map(|i| member(value, i)).collect::<Vec<_>>());
                    });
                }
            }
            self.chunks.push(lookup);
        }
        if field.chunks.is_empty() {
            // All places are always taken, or none: a chunk without bits.
            let entries = self.make_room(1);
            let members = if field.size == 0 { &[] } else { &field.places[..] };
            self.put(layout, field, views, entries, members);
            self.chunks.push(ChunkTable {
                word: 0,
                shift: 0,
                mask: 0,
                class: field.class,
                entries,
                values: Vec::new(),
            });
        }
    }

    /// Adds empty entries, and returns the index of the first.
    fn make_room(&mut self, length: usize) -> usize {
        let first = self.entries.len();
        self.entries.resize(first + length, DecodedChunk { members: M::ZERO, covered: M::ZERO });
        self.images.iter_mut().for_each(|i| i.resize(first + length, K::ZERO));
        first
    }

    /// Writes one entry.
    fn put(&mut self, layout: &Layout, field: &KeyField, views: &[ImageWeights<K>], entry: usize, members: &[usize]) {
        let class = &layout.classes[field.class];
        let covered = members.iter().flat_map(|&a| layout.covered(class, a));
        let covered = if field.complement { M::ZERO } else { M::of(covered) };
        self.entries[entry] = DecodedChunk { members: M::of(members.iter().copied()), covered };
        for (image, view) in self.images.iter_mut().zip(views) {
            let keys = if field.complement { &view.empty_cells } else { &view.members[field.class] };
            image[entry] = members.iter().fold(K::ZERO, |key, &m| key ^ keys[m]);
        }
    }

    /// The key of a state, given by the anchors of each class.
    pub(crate) fn encode(&self, anchors: &[Vec<usize>]) -> K {
        let pieces = self.weights.iter().zip(anchors).flat_map(|(weights, list)| list.iter().map(|&a| weights[a]));
        pieces.fold(self.base, |key, weight| key ^ weight)
    }

    /// Writes the anchors of each class, and returns the empty cells.
    #[inline]
    pub(crate) fn decode(&self, key: K, anchors: &mut [M]) -> M {
        self.decode_images(key, &mut [], anchors)
    }

    /// Decodes as [`KeyCodec::decode`], and XORs the state into `images`, which begin as [`KeyCodec::image_bases`] and end as
    /// the keys of the state's images.
    #[inline]
    pub(crate) fn decode_images(&self, key: K, images: &mut [K], anchors: &mut [M]) -> M {
        anchors.fill(M::ZERO);
        let mut covered = M::ZERO;
        for chunk in &self.chunks {
            let found = chunk.find(key);
            let entry = &self.entries[found];
            anchors[chunk.class] |= entry.members;
            covered |= entry.covered;
            images.iter_mut().zip(&self.images).for_each(|(image, parts)| *image ^= parts[found]);
        }
        if let Some((class, places)) = self.complement {
            anchors[class] = places & !anchors[class] & !covered;
            covered |= anchors[class];
        }
        self.floor & !covered
    }

    /// The initial images for [`KeyCodec::decode_images`], by symmetry.
    #[inline]
    pub(crate) fn image_bases(&self) -> &[K] {
        &self.bases
    }

    /// The least key of a state and its images.
    pub(crate) fn canonical(&self, key: K) -> K {
        let mut images = self.bases.clone();
        self.decode_images(key, &mut images, &mut vec![M::ZERO; self.weights.len()]);
        images.into_iter().fold(key, K::min)
    }
}

/// The parts of an image's key under one symmetry.
struct ImageWeights<K> {
    base: K,
    /// By empty cell.
    empty_cells: Vec<K>,
    /// By class and anchor.
    members: Vec<Vec<K>>,
}

/// The part of the key of each member of a field, by cell.
fn member_keys<K: Key>(layout: &Layout, field: &KeyField) -> Vec<K> {
    let mut keys = vec![K::ZERO; layout.floor.len()];
    for (index, &place) in field.places.iter().enumerate() {
        for chunk in &field.chunks {
            let value = match &field.columns {
                Some(columns) => u64::from(columns[index]),
                None if (chunk.first..chunk.first + chunk.bits).contains(&index) => 1 << (index - chunk.first),
                None => 0,
            };
            let bits = (0..chunk.bits).filter(|i| value >> i & 1 == 1);
            keys[place] = bits.fold(keys[place], |key, i| key ^ K::bit(64 * chunk.word + chunk.shift + i));
        }
    }
    keys
}

/// Calls `put` with the code and the members of every set of the field's size.
fn subsets(field: &KeyField, columns: &[u32], put: &mut impl FnMut(usize, &[usize])) {
    let mut chosen: Vec<usize> = (0..field.size).collect();
    loop {
        let members: Vec<usize> = chosen.iter().map(|&i| field.places[i]).collect();
        put(chosen.iter().fold(0, |value, &i| value ^ columns[i]) as usize, &members);
        // The next choice in order: raise the last index that can be raised, and reset those after it.
        let last = field.places.len() - field.size;
        let Some(raise) = (0..field.size).rfind(|&i| chosen[i] < last + i) else { break };
        chosen[raise] += 1;
        (raise + 1..field.size).for_each(|i| chosen[i] = chosen[i - 1] + 1);
    }
}
