//! The tables that decode the chunks of a key: the entry of each value of a chunk.

use super::columns::{DENSE_BITS, sets};
use super::plan::{KeyField, KeyPlan};
use crate::engine::words::Key;

/// A chunk and its entries.
pub(super) struct ChunkTable {
    word: usize,
    shift: u32,
    mask: u64,
    pub(super) class: usize,
    entries: usize,
    /// The value of each entry as an open-addressed table; empty if every value has an entry.
    values: Vec<u32>,
}

impl ChunkTable {
    /// The entry of the chunk's value.
    #[inline]
    pub(super) fn find<K: Key>(&self, key: K) -> usize {
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

/// The tables of all chunks, and the number of their entries. Calls `put` with the entry and the members of each value of
/// each chunk.
pub(super) fn chunk_tables(
    plan: &KeyPlan,
    put: &mut dyn FnMut(&KeyField, usize, &[usize]),
) -> (Vec<ChunkTable>, usize) {
    let (mut tables, mut entries) = (Vec::new(), 0);
    for field in &plan.fields {
        let class = field.class;
        for chunk in &field.chunks {
            let sets = sets(field.places.len(), field.size).filter(|_| chunk.bits > DENSE_BITS as usize);
            let length = sets.map_or(1 << chunk.bits, |sets| (2 * sets).next_power_of_two());
            let mut values = sets.map_or(Vec::new(), |_| vec![NONE; length]);
            let mut put_value = |value: usize, members: &[usize]| {
                let slot = if values.is_empty() { value } else { slot_of(&values, value) };
                values.get_mut(slot).into_iter().for_each(|v| *v = value as u32);
                put(field, entries + slot, members);
            };
            match &field.columns {
                Some(columns) => subsets(field, columns, &mut put_value),
                None => {
                    let places = &field.places[chunk.first..chunk.first + chunk.bits];
                    let member = |value: usize, i: usize| (value >> i & 1 == 1).then(|| places[i]);
                    (0..1 << chunk.bits).for_each(|value| {
                        put_value(value, &(0..places.len()).filter_map(|i| member(value, i)).collect::<Vec<_>>());
                    });
                }
            }
            let (word, shift, mask) = (chunk.word, chunk.shift as u32, (1 << chunk.bits) - 1);
            tables.push(ChunkTable { word, shift, mask, class, entries, values });
            entries += length;
        }
        if field.chunks.is_empty() {
            // All places are always taken, or none: a chunk without bits.
            put(field, entries, if field.size == 0 { &[] } else { &field.places[..] });
            tables.push(ChunkTable { word: 0, shift: 0, mask: 0, class, entries, values: Vec::new() });
            entries += 1;
        }
    }
    (tables, entries)
}

/// Calls `put` with the code and the members of every set of the field's size.
fn subsets(field: &KeyField, columns: &[u32], put: &mut dyn FnMut(usize, &[usize])) {
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
