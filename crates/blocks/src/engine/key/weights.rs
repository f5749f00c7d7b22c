//! The parts of a key for the pieces: of the key itself, and of the keys of mirror images.
//!
//! This code knows keys and no masks of cells.

use super::plan::{KeyField, KeyPlan};
use crate::engine::layout::Layout;
use crate::engine::symmetry::Symmetry;
use crate::engine::words::Key;

/// The parts of an image's key under one symmetry.
pub(super) struct ImageWeights<K> {
    pub(super) base: K,
    /// By empty cell.
    empty_cells: Vec<K>,
    /// By class and anchor.
    members: Vec<Vec<K>>,
}

impl<K: Key> ImageWeights<K> {
    pub(super) fn new(
        layout: &Layout,
        symmetry: &Symmetry,
        weights: &[Vec<K>],
        mut base: K,
        complement: Option<&KeyField>,
    ) -> Self {
        let cells = layout.floor.len();
        let mut empty_cells = vec![K::ZERO; cells];
        if let Some(field) = complement {
            for &cell in &field.places {
                empty_cells[cell] = weights[symmetry.classes[field.class]][symmetry.cells[cell]];
                base ^= empty_cells[cell];
            }
        }
        let mut members = Vec::new();
        for (c, class) in layout.classes.iter().enumerate() {
            let mut keys = vec![K::ZERO; cells];
            for &anchor in &class.anchors {
                keys[anchor] = weights[symmetry.classes[c]][symmetry.anchors[c][anchor]];
                for cell in layout.covered(class, anchor) {
                    keys[anchor] ^= empty_cells[cell];
                }
            }
            members.push(keys);
        }
        ImageWeights { base, empty_cells, members }
    }

    /// The part of a field with these members.
    pub(super) fn part(&self, field: &KeyField, members: &[usize]) -> K {
        let keys = if field.complement { &self.empty_cells } else { &self.members[field.class] };
        let mut part = K::ZERO;
        for &member in members {
            part ^= keys[member];
        }
        part
    }
}

/// The part of the key of a piece, by class and cell, and the key of the empty board.
pub(super) fn piece_keys<K: Key>(layout: &Layout, plan: &KeyPlan) -> (Vec<Vec<K>>, K) {
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
