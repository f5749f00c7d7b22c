//! Keys: encoded from positions, changed by moves, decoded into masks, mirrored.
//!
//! A [`KeyCodec`] decodes a key chunk by chunk: a [`ChunkTable`] finds the [`DecodedChunk`] of the chunk's value.

use super::chunks::{ChunkTable, chunk_tables};
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
    /// The keys of the images of a state without entries, by symmetry.
    bases: Vec<K>,
    /// The part of an image's key of each entry, by symmetry.
    images: Vec<Vec<K>>,
    /// The complement class, which is known by the empty cells, and the cells that it may take.
    complement: Option<(usize, M)>,
}

/// The meaning of a chunk's value: anchors (or empty cells), and the cells covered.
#[derive(Clone, Copy)]
struct DecodedChunk<M> {
    members: M,
    covered: M,
}

impl<M: Mask, K: Key> KeyCodec<M, K> {
    pub(crate) fn new(layout: &Layout, plan: &KeyPlan, symmetries: &[Symmetry]) -> Self {
        let (weights, base) = piece_keys(layout, plan);
        let complement = plan.fields.iter().find(|f| f.complement);
        let image = |s: &Symmetry, class: usize, anchor: usize| weights[s.classes[class]][s.anchors[class][anchor]];
        // A piece of the complement class is where no cell is empty, and no other piece.
        let hidden = |s: &Symmetry, cell: usize| match complement {
            Some(field) if field.places.binary_search(&cell).is_ok() => image(s, field.class, cell),
            _ => K::ZERO,
        };
        let base_of = |s: &Symmetry| (0..layout.floor.len()).fold(base, |key, cell| key ^ hidden(s, cell));
        // The cells that a piece covers, by class and anchor; none for a complement class.
        let covers = plan.fields.iter().map(|field| {
            let class = &layout.classes[field.class];
            let mut covers = vec![M::ZERO; layout.floor.len()];
            let anchors = class.anchors.iter().filter(|_| !field.complement);
            anchors.for_each(|&anchor| covers[anchor] = M::of(&mut layout.covered(class, anchor)));
            covers
        });
        let covers: Vec<Vec<M>> = covers.collect();
        let mut entries: Vec<DecodedChunk<M>> = Vec::new();
        let mut images = vec![Vec::new(); symmetries.len()];
        let (chunks, length) = chunk_tables(plan, &mut |field, entry, members| {
            entries.resize(entries.len().max(entry + 1), DecodedChunk::NONE);
            let covered = members.iter().fold(M::ZERO, |covered, &member| covered | covers[field.class][member]);
            entries[entry] = DecodedChunk { members: M::of(&mut members.iter().copied()), covered };
            let covered = if complement.is_some() { covered.cells() } else { Vec::new() };
            for (symmetry, parts) in symmetries.iter().zip(&mut images) {
                let part = members.iter().fold(K::ZERO, |key, &member| key ^ image(symmetry, field.class, member));
                parts.resize(entries.len(), K::ZERO);
                parts[entry] = covered.iter().fold(part, |key, &cell| key ^ hidden(symmetry, cell));
            }
        });
        entries.resize(length, DecodedChunk::NONE);
        images.iter_mut().for_each(|parts| parts.resize(length, K::ZERO));
        let bases = symmetries.iter().map(base_of).collect();
        let floor = M::of(&mut (0..layout.floor.len()).filter(|&cell| layout.floor[cell]));
        let complement = complement.map(|f| (f.class, M::of(&mut f.places.iter().copied())));
        KeyCodec { weights, base, floor, chunks, entries, bases, images, complement }
    }

    /// The key of a state, given by the anchors of each class.
    pub(crate) fn encode(&self, anchors: &[Vec<usize>]) -> K {
        let mut key = self.base;
        for (weights, list) in self.weights.iter().zip(anchors) {
            for &anchor in list {
                key ^= weights[anchor];
            }
        }
        key
    }

    /// Writes the anchors of each class, and returns the empty cells. XORs the state into `images`, which begin as
    /// [`KeyCodec::image_bases`] and end as the keys of the state's images; without them they may be empty.
    pub(crate) fn decode(&self, key: K, images: &mut [K], anchors: &mut [M]) -> M {
        anchors.fill(M::ZERO);
        let mut covered = M::ZERO;
        for chunk in &self.chunks {
            let found = chunk.find(key);
            let entry = &self.entries[found];
            anchors[chunk.class] |= entry.members;
            covered |= entry.covered;
            if !images.is_empty() {
                images.iter_mut().zip(&self.images).for_each(|(image, parts)| *image ^= parts[found]);
            }
        }
        if let Some((class, places)) = self.complement {
            anchors[class] = places & !anchors[class] & !covered;
            covered |= anchors[class];
        }
        self.floor & !covered
    }

    /// The initial images for [`KeyCodec::decode`], by symmetry.
    #[inline]
    pub(crate) fn image_bases(&self) -> &[K] {
        &self.bases
    }
}

impl<M: Mask> DecodedChunk<M> {
    const NONE: Self = DecodedChunk { members: M::ZERO, covered: M::ZERO };
}

/// The part of the key of a piece, by class and cell, and the key of the empty board.
fn piece_keys<K: Key>(layout: &Layout, plan: &KeyPlan) -> (Vec<Vec<K>>, K) {
    let cells = layout.floor.len();
    let complement = plan.fields.iter().find(|f| f.complement);
    let empty: Vec<K> = complement.map_or_else(|| vec![K::ZERO; cells], |f| member_keys(layout, f));
    let mut weights: Vec<Vec<K>> = Vec::new();
    for (class, field) in layout.classes.iter().zip(&plan.fields) {
        let mut keys = if field.complement { vec![K::ZERO; cells] } else { member_keys(layout, field) };
        for &anchor in &class.anchors {
            for cell in layout.covered(class, anchor) {
                keys[anchor] ^= empty[cell];
            }
        }
        weights.push(keys);
    }
    let mut base = K::bit(K::BITS - 1);
    for &cell in &empty {
        base ^= cell;
    }
    (weights, base)
}

/// A piece's parts of the key and of its images, by class and anchor.
pub(crate) fn piece_parts<K: Key>(layout: &Layout, weights: &[Vec<K>], symmetries: &[Symmetry]) -> Vec<K> {
    let views = 1 + symmetries.len();
    let mut parts = Vec::new();
    for (c, class) in layout.classes.iter().enumerate() {
        let first = parts.len();
        parts.resize(first + layout.floor.len() * views, K::ZERO);
        for &anchor in &class.anchors {
            parts[first + anchor * views] = weights[c][anchor];
            for (view, symmetry) in (1..).zip(symmetries) {
                parts[first + anchor * views + view] = weights[symmetry.classes[c]][symmetry.anchors[c][anchor]];
            }
        }
    }
    parts
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
            for i in (0..chunk.bits).filter(|i| value >> i & 1 == 1) {
                keys[place] ^= K::bit(64 * chunk.word + chunk.shift + i);
            }
        }
    }
    keys
}
