//! How a state is written into a key: one field for each class, in as few bits as needed.
//!
//! The key is the XOR of one weight for each piece, which depends on its class and place only: a move is a single XOR
//! with a number from a table, and so is its mirror image. A field is
//! - a plane: one bit for each place that the class may take; or, where that is too long,
//! - a code of [`columns`]; or
//! - for one class of single cells, the code of the cells that are left *empty*: with them and all other pieces known,
//!   so is the class.

use super::columns::columns;
use super::layout::Layout;

/// Bits used of each word; the highest one is set in the last word, so that no key is zero.
pub(crate) const WORD_BITS: usize = 63;
/// The longest plane's piece that is decoded by one look-up.
const CHUNK_BITS: usize = 8;

/// One class's part of the key.
pub(crate) struct Field {
    pub(crate) class: usize,
    /// Whether the members are the empty cells instead of the pieces.
    pub(crate) empties: bool,
    /// What may be a member: anchors, or cells.
    pub(crate) places: Vec<usize>,
    /// How many members there are.
    pub(crate) size: usize,
    /// The code; `None` for a plane.
    pub(crate) columns: Option<Vec<u32>>,
    bits: usize,
    pub(crate) chunks: Vec<Chunk>,
}

/// Neighbouring bits of the key that are decoded together.
pub(crate) struct Chunk {
    pub(crate) word: usize,
    pub(crate) shift: usize,
    pub(crate) bits: usize,
    /// In a plane, the index of the place that the first bit stands for.
    pub(crate) first: usize,
}

/// The fields of a key and its length.
pub(crate) struct Plan {
    pub(crate) fields: Vec<Field>,
    pub(crate) words: usize,
}

impl Plan {
    /// Planes, until the key is too long for a word; then codes, the one that saves most first.
    pub(crate) fn new(layout: &Layout) -> Self {
        let mut fields: Vec<Field> = (0..layout.classes.len()).map(|class| Field::of_class(layout, class)).collect();
        // A class of few places or one piece has nothing to gain from a plane.
        for field in fields.iter_mut().filter(|f| f.size == 1 || f.size + 1 >= f.places.len()) {
            field.shorten();
        }
        if total(&fields) > WORD_BITS {
            let mut shorter: Vec<Field> = (0..fields.len()).map(|class| fields[class].shortest()).collect();
            if let Some((class, empties)) = best_empties(layout, &fields)
                && empties.bits < shorter[class].bits
            {
                shorter[class] = empties;
            }
            while total(&fields) > WORD_BITS {
                let saved = |c: &usize| fields[*c].bits - shorter[*c].bits.min(fields[*c].bits);
                let Some(class) = (0..fields.len()).max_by_key(saved).filter(|c| saved(c) > 0) else { break };
                std::mem::swap(&mut fields[class], &mut shorter[class]);
            }
        }
        let words = place(&mut fields);
        Plan { fields, words }
    }
}

impl Field {
    fn of_class(layout: &Layout, class: usize) -> Self {
        let c = &layout.classes[class];
        Self::plane(class, false, c.anchors.clone(), c.pieces.len())
    }

    fn plane(class: usize, empties: bool, places: Vec<usize>, size: usize) -> Self {
        let bits = places.len();
        Field { class, empties, places, size, columns: None, bits, chunks: Vec::new() }
    }

    /// Takes a code instead of the plane, if one is shorter.
    fn shorten(&mut self) {
        if let Some((columns, bits)) = columns(self.places.len(), self.size).filter(|c| (c.1 as usize) < self.bits) {
            self.columns = Some(columns);
            self.bits = bits as usize;
        }
    }

    fn shortest(&self) -> Self {
        let mut field = Self::plane(self.class, self.empties, self.places.clone(), self.size);
        field.shorten();
        field
    }
}

fn total(fields: &[Field]) -> usize {
    fields.iter().map(|f| f.bits).sum()
}

/// The class of single cells that gains most from being told by the empty cells around it, with its field.
fn best_empties(layout: &Layout, fields: &[Field]) -> Option<(usize, Field)> {
    let single = |f: &&Field| {
        let class = &layout.classes[f.class];
        class.offsets.len() == 1 && class.axis.is_none()
    };
    let empties = fields.iter().filter(single).map(|field| {
        // A piece moves with each of its cells within a component of the board, so the number of empty ones is fixed.
        let component = &layout.classes[field.class].anchors;
        let taken = layout.classes.iter().flat_map(|c| c.start.iter().flat_map(|&a| layout.covered(c, a)));
        let taken = taken.filter(|cell| component.binary_search(cell).is_ok()).count();
        (field.class, Field::plane(field.class, true, component.clone(), component.len() - taken).shortest())
    });
    empties.max_by_key(|(class, field)| fields[*class].bits.saturating_sub(field.bits))
}

/// Gives each chunk its place; none crosses the end of a word. Returns the number of words.
fn place(fields: &mut [Field]) -> usize {
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
