//! Keys: made from positions, changed by moves, decoded into masks, mirrored.

use super::columns::{DENSE_BITS, sets};
use super::layout::Layout;
use super::plan::{Field, Plan};
use super::symmetry::Symmetry;
use super::words::{Key, Mask};

/// The tables of a [`Plan`] for masks `M` and keys `K`.
pub(crate) struct Code<M, K> {
    /// By class and cell: what a piece there adds to the key.
    pub(crate) weights: Vec<Vec<K>>,
    base: K,
    floor: M,
    chunks: Vec<Lookup>,
    entries: Vec<Entry<M>>,
    /// By symmetry: what a state without pieces has as its image, and what each entry adds to that.
    images: Vec<(K, Vec<K>)>,
    /// The class that is told by the empty cells, and the cells that it may take.
    told: Option<(usize, M)>,
}

/// A chunk and its entries.
struct Lookup {
    word: usize,
    shift: u32,
    mask: u64,
    class: usize,
    entries: usize,
    /// If there is not an entry for each value: the value of each entry, in an open-addressed table.
    values: Vec<u32>,
}

impl Lookup {
    /// The entry of the chunk's value.
    #[inline]
    fn find<K: Key>(&self, key: K) -> usize {
        let value = key.part(self.word, self.shift, self.mask);
        self.entries + if self.values.is_empty() { value } else { slot_of(&self.values, value) }
    }
}

/// What no value is.
const NONE: u32 = u32::MAX;

/// Where a value is in an open-addressed table, or should be.
#[inline]
fn slot_of(values: &[u32], value: usize) -> usize {
    let mask = values.len() - 1;
    let mut slot = ((value as u32).wrapping_mul(0x9e37_79b1) >> (values.len().leading_zeros() - 31)) as usize & mask;
    while values[slot] != value as u32 && values[slot] != NONE {
        slot = (slot + 1) & mask;
    }
    slot
}

/// What a chunk's value says: anchors (or empty cells), and the cells covered.
#[derive(Clone, Copy)]
struct Entry<M> {
    members: M,
    covered: M,
}

impl<M: Mask, K: Key> Code<M, K> {
    pub(crate) fn new(layout: &Layout, plan: &Plan, symmetries: &[Symmetry]) -> Self {
        let empties = plan.fields.iter().find(|f| f.empties);
        let told = empties.map(|f| (f.class, M::of(f.places.iter().copied())));
        let empty: Vec<K> = empties.map_or_else(|| vec![K::ZERO; layout.floor.len()], |f| member_keys(layout, f));
        let mut weights: Vec<Vec<K>> = Vec::new();
        for (class, field) in layout.classes.iter().zip(&plan.fields) {
            let mut keys = if field.empties { vec![K::ZERO; layout.floor.len()] } else { member_keys(layout, field) };
            for &anchor in &class.anchors {
                keys[anchor] = layout.covered(class, anchor).fold(keys[anchor], |key, cell| key ^ empty[cell]);
            }
            weights.push(keys);
        }
        // All cells are empty before the pieces come.
        let base = empty.iter().fold(K::bit(K::BITS - 1), |key, &cell| key ^ cell);
        let floor = M::of((0..layout.floor.len()).filter(|&cell| layout.floor[cell]));
        let images = symmetries.iter().map(|_| (base, Vec::new())).collect();
        let mut code = Code { weights, base, floor, chunks: Vec::new(), entries: Vec::new(), images, told };
        let views: Vec<View<K>> = symmetries.iter().map(|s| code.view(layout, s)).collect();
        for (image, view) in code.images.iter_mut().zip(&views) {
            image.0 = view.base;
        }
        for field in &plan.fields {
            code.add_field(layout, field, &views);
        }
        code
    }

    fn view(&self, layout: &Layout, symmetry: &Symmetry) -> View<K> {
        let cells = layout.floor.len();
        let mut told = vec![K::ZERO; cells];
        let mut base = self.base;
        if let Some((class, places)) = self.told {
            for cell in places.cells() {
                told[cell] = self.weights[symmetry.classes[class]][symmetry.cells[cell]];
                base ^= told[cell];
            }
        }
        let mut members = Vec::new();
        for (c, class) in layout.classes.iter().enumerate() {
            let mut keys = vec![K::ZERO; cells];
            for &anchor in &class.anchors {
                let image = self.weights[symmetry.classes[c]][symmetry.anchors[c][anchor]];
                keys[anchor] = layout.covered(class, anchor).fold(image, |key, cell| key ^ told[cell]);
            }
            members.push(keys);
        }
        View { base, told, members }
    }

    /// Adds the decoding tables of a field.
    fn add_field(&mut self, layout: &Layout, field: &Field, views: &[View<K>]) {
        for chunk in &field.chunks {
            let sets = sets(field.places.len(), field.size).filter(|_| chunk.bits > DENSE_BITS as usize);
            let length = sets.map_or(1 << chunk.bits, |sets| (2 * sets).next_power_of_two());
            let mut lookup = Lookup {
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
            // All places are always taken, or none: a chunk of no bits.
            let entries = self.make_room(1);
            let members = if field.size == 0 { &[] } else { &field.places[..] };
            self.put(layout, field, views, entries, members);
            self.chunks.push(Lookup { word: 0, shift: 0, mask: 0, class: field.class, entries, values: Vec::new() });
        }
    }

    /// Adds empty entries, and returns the index of the first.
    fn make_room(&mut self, length: usize) -> usize {
        let first = self.entries.len();
        self.entries.resize(first + length, Entry { members: M::ZERO, covered: M::ZERO });
        self.images.iter_mut().for_each(|i| i.1.resize(first + length, K::ZERO));
        first
    }

    /// Writes one entry.
    fn put(&mut self, layout: &Layout, field: &Field, views: &[View<K>], entry: usize, members: &[usize]) {
        let class = &layout.classes[field.class];
        let covered = members.iter().flat_map(|&a| layout.covered(class, a));
        let covered = if field.empties { M::ZERO } else { M::of(covered) };
        self.entries[entry] = Entry { members: M::of(members.iter().copied()), covered };
        for (image, view) in self.images.iter_mut().zip(views) {
            let keys = if field.empties { &view.told } else { &view.members[field.class] };
            image.1[entry] = members.iter().fold(K::ZERO, |key, &m| key ^ keys[m]);
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
        anchors.fill(M::ZERO);
        let mut covered = M::ZERO;
        for chunk in &self.chunks {
            let entry = &self.entries[chunk.find(key)];
            anchors[chunk.class] |= entry.members;
            covered |= entry.covered;
        }
        if let Some((class, places)) = self.told {
            anchors[class] = places & !anchors[class] & !covered;
            covered |= anchors[class];
        }
        self.floor & !covered
    }

    /// The key of a state's image under one of the symmetries.
    #[inline]
    pub(crate) fn image(&self, symmetry: usize, key: K) -> K {
        let (base, entries) = &self.images[symmetry];
        let parts = self.chunks.iter().map(|chunk| entries[chunk.find(key)]);
        parts.fold(*base, |image, part| image ^ part)
    }

    /// The least key of a state and its images.
    pub(crate) fn canonical(&self, key: K) -> K {
        (0..self.images.len()).map(|s| self.image(s, key)).fold(key, K::min)
    }
}

/// What members add to the key of the image under one symmetry.
struct View<K> {
    base: K,
    /// By empty cell.
    told: Vec<K>,
    /// By class and anchor.
    members: Vec<Vec<K>>,
}

/// By cell, what a member of the field adds to the key.
fn member_keys<K: Key>(layout: &Layout, field: &Field) -> Vec<K> {
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
fn subsets(field: &Field, columns: &[u32], put: &mut impl FnMut(usize, &[usize])) {
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
