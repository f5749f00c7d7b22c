//! The layout of a key: one field for each class, in as few bits as needed.
//!
//! The key is the XOR of one weight for each piece, which depends only on the piece's class and place: a move is a
//! single XOR with a number from a table, and so is the move's mirror image. A field is one of three:
//! - a plane: one bit for each place that the class may take; or, where that is too long,
//! - a code of [`columns`]; or
//! - for one class of single cells, the *complement class*, the code of the cells that stay empty: they and all other
//!   pieces determine the class.

use super::columns::columns;
use crate::engine::layout::{Class, Layout};

/// Bits used of each word; the highest one is set in the last word, so that no key is zero.
pub(crate) const WORD_BITS: usize = 63;
/// The most bits of a plane that one lookup decodes.
const CHUNK_BITS: usize = 8;

/// One class's part of the key.
#[derive(Clone)]
pub(crate) struct KeyField {
    pub(crate) class: usize,
    /// The field is of the complement class: its members are the empty cells instead of the pieces.
    pub(crate) complement: bool,
    /// The possible members: anchors, or cells.
    pub(crate) places: Vec<usize>,
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
    pub(crate) word: usize,
    pub(crate) shift: usize,
    pub(crate) bits: usize,
    /// In a plane, the index of the place that the first bit stands for.
    pub(crate) first: usize,
}

/// The fields of a key and its length.
pub(crate) struct KeyPlan {
    pub(crate) fields: Vec<KeyField>,
    pub(crate) words: usize,
}

impl KeyPlan {
    /// Planes, until the key is too long for a word; then codes, the one that saves most first.
    pub(crate) fn new(layout: &Layout) -> Self {
        Self::within(layout, WORD_BITS)
    }

    /// A plan with a limit of bits, beyond which codes replace planes.
    pub(crate) fn within(layout: &Layout, limit: usize) -> Self {
        let mut fields: Vec<KeyField> = Vec::new();
        for (class, c) in layout.classes.iter().enumerate() {
            let field = KeyField::plane(class, false, c.anchors.clone(), c.pieces.len());
            // A plane never helps a class with one piece, or with at most one place more than pieces.
            let is_needless = field.size == 1 || field.size + 1 >= field.places.len();
            fields.push(if is_needless { field.shortest() } else { field });
        }
        if total(&fields) > limit {
            let mut shorter: Vec<KeyField> = fields.iter().cloned().map(KeyField::shortest).collect();
            if let Some(complement) = best_complement(layout, &fields)
                && complement.bits < shorter[complement.class].bits
            {
                let class = complement.class;
                shorter[class] = complement;
            }
            while total(&fields) > limit {
                let saved = |c: &usize| fields[*c].bits - shorter[*c].bits.min(fields[*c].bits);
                let Some(class) = (0..fields.len()).max_by_key(saved).filter(|c| saved(c) > 0) else { break };
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
        KeyField { class, complement, places, size, columns: None, bits, chunks: Vec::new() }
    }

    /// The same with a code instead of the plane, if one is shorter.
    fn shortest(self) -> Self {
        match columns(self.places.len(), self.size).filter(|(_, bits)| (*bits as usize) < self.bits) {
            Some((columns, bits)) => KeyField { columns: Some(columns), bits: bits as usize, ..self },
            None => self,
        }
    }
}

fn total(fields: &[KeyField]) -> usize {
    fields.iter().map(|f| f.bits).sum()
}

/// The field of the class that saves most bits as the complement class.
fn best_complement(layout: &Layout, fields: &[KeyField]) -> Option<KeyField> {
    let single = |f: &&KeyField| {
        let class = &layout.classes[f.class];
        class.offsets.len() == 1 && class.axis.is_none()
    };
    let complements = fields.iter().filter(single).filter_map(|field| {
        let component = &layout.classes[field.class].anchors;
        let inside = |c: &Class, anchor: usize| {
            layout.covered(c, anchor).filter(|cell| component.binary_search(cell).is_ok()).count()
        };
        // The number of empty cells is fixed, unless a piece passes a gate that the class does not.
        let stays = |c: &Class| c.anchors.iter().all(|&anchor| inside(c, anchor) == inside(c, c.start[0]));
        let taken: usize = layout.classes.iter().map(|c| c.start.iter().map(|&a| inside(c, a)).sum::<usize>()).sum();
        let empty = component.len() - taken;
        let complement = || KeyField::plane(field.class, true, component.clone(), empty).shortest();
        layout.classes.iter().all(stays).then(complement)
    });
    complements.max_by_key(|field| fields[field.class].bits.saturating_sub(field.bits))
}

/// Divides the fields into chunks, none of which crosses the end of a word. Returns the number of words.
fn add_chunks(fields: &mut [KeyField]) -> usize {
    let (mut word, mut shift) = (0, 0);
    for field in fields {
        let longest = if field.columns.is_some() { field.bits.max(1) } else { CHUNK_BITS };
        let parts = field.bits.div_ceil(longest);
        let mut first = 0;
        for part in 0..parts {
            let bits = (field.bits - first).div_ceil(parts - part);
            if shift + bits > WORD_BITS {
                (word, shift) = (word + 1, 0);
            }
            field.chunks.push(Chunk { word, shift, bits, first });
            first += bits;
            shift += bits;
        }
    }
    word + 1
}
