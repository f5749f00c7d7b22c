//! Keys: encoded from positions, changed by moves, decoded into masks, mirrored.
//!
//! A [`KeyCodec`] decodes a key chunk by chunk: a [`ChunkTable`] finds the [`DecodedChunk`] of the chunk's value. While
//! the tables are made, [`ImageWeights`] has the keys of mirror images.

use super::chunks::{ChunkTable, chunk_tables, fill};
use super::plan::{KeyField, KeyPlan};
use super::weights::{ImageWeights, piece_keys};
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

/// The meaning of a chunk's value: anchors (or empty cells), and the cells covered.
#[derive(Clone, Copy)]
struct DecodedChunk<M> {
    members: M,
    covered: M,
}

impl<M: Mask, K: Key> KeyCodec<M, K> {
    pub(crate) fn new(layout: &Layout, plan: &KeyPlan, symmetries: &[Symmetry]) -> Self {
        let complement = plan.fields.iter().find(|f| f.complement);
        let (weights, base) = piece_keys(layout, plan);
        let images: Vec<ImageWeights<K>> =
            symmetries.iter().map(|s| ImageWeights::new(layout, s, &weights, base, complement)).collect();
        let (mut chunks, length) = chunk_tables(plan);
        let mut entries = vec![DecodedChunk { members: M::ZERO, covered: M::ZERO }; length];
        let mut image_parts = vec![vec![K::ZERO; length]; images.len()];
        fill(&mut chunks, plan, &mut |field, entry, members| {
            entries[entry] = DecodedChunk::new(layout, field, members);
            for (parts, image) in image_parts.iter_mut().zip(&images) {
                parts[entry] = image.part(field, members);
            }
        });
        KeyCodec {
            weights,
            base,
            floor: M::of(&mut (0..layout.floor.len()).filter(|&cell| layout.floor[cell])),
            chunks,
            entries,
            bases: images.iter().map(|image| image.base).collect(),
            images: image_parts,
            complement: complement.map(|f| (f.class, M::of(&mut f.places.iter().copied()))),
        }
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
                for (image, parts) in images.iter_mut().zip(&self.images) {
                    *image ^= parts[found];
                }
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
    fn new(layout: &Layout, field: &KeyField, members: &[usize]) -> Self {
        let class = &layout.classes[field.class];
        let mut covered = M::ZERO;
        if !field.complement {
            for &anchor in members {
                covered |= M::of(&mut layout.covered(class, anchor));
            }
        }
        DecodedChunk { members: M::of(&mut members.iter().copied()), covered }
    }
}
