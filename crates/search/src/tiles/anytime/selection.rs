//! The choice of the nodes that a layer of a beam keeps: those of the smallest estimates, each state once.
//!
//! A state is known by a hash of 64 bits. Two states with the same hash count as one, and one of them is dropped: the
//! search may then miss a solution, but every solution that it finds is one.

use crate::storage::Budget;
use crate::tiles::Move;
use fifteen_resources::prefetch;

use crate::LimitKind;
use fifteen_resources::map_in_parallel;

/// Candidates whose slots in the sets are prefetched before they are read.
const AHEAD: usize = 16;

/// A child of a node of the current layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) hash: u64,
    /// The index of the parent in the layer.
    pub(super) parent: u32,
    pub(super) estimate: u16,
    pub(super) m: Move,
}

/// A set of hashes with room for a number that is known in advance.
#[derive(Debug, Default)]
struct HashSet {
    /// 0: empty. Twice the room, a power of two, or none.
    slots: Vec<u64>,
}

impl HashSet {
    fn slots(room: usize) -> usize {
        (2 * room).next_power_of_two()
    }

    /// Prefetches the slot of a hash.
    #[inline]
    fn prefetch(&self, hash: u64) {
        prefetch(
            &self.slots,
            hash as usize & self.slots.len().wrapping_sub(1),
        );
    }

    /// The slot of a hash, or the one where it would stand.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != hash {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    fn contains(&self, hash: u64) -> bool {
        !self.slots.is_empty() && self.slots[self.place(hash.max(1))] != 0
    }

    /// Adds a hash; false if it was there.
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        let at = self.place(hash.max(1));
        let new = self.slots[at] == 0;
        self.slots[at] = hash.max(1);
        new
    }
}

/// The states of a layer, in one set for each thread.
#[derive(Debug, Default)]
pub(super) struct SeenStates(Vec<HashSet>);

impl SeenStates {
    /// The bytes of the sets.
    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(|set| 8 * set.slots.len()).sum()
    }
}

/// The candidates of a layer that one thread has chosen, by their indices.
struct Share {
    set: HashSet,
    /// Those below the largest estimate that is kept.
    below: Vec<u32>,
    /// Those of that estimate, by hash.
    ties: Vec<(u64, u32)>,
}

/// Keeps up to `width` candidates with the smallest estimates, in their order, but no state of the layer `before` the
/// current one. Candidates with the largest estimate that is kept are taken in the order of their hashes. The result
/// does not depend on the number of threads. Its sets are on the account of `budget`.
pub(super) fn select(
    chunks: &[Vec<Candidate>],
    width: usize,
    before: &SeenStates,
    threads: usize,
    budget: &mut Budget,
) -> Result<(Vec<Candidate>, SeenStates), LimitKind> {
    let (largest, room) = cut(chunks, width);
    let shards = if before.0.is_empty() {
        threads
    } else {
        before.0.len()
    };
    // Half as much again as the mean: hashes are even.
    let room = if shards == 1 {
        room
    } else {
        room / shards + room / shards / 2 + 1024
    };
    budget.take(shards * 8 * HashSet::slots(room))?;
    let shares = map_in_parallel(if room > 4096 { shards } else { 1 }, shards, &|shard| {
        share(chunks, largest, room, before.0.get(shard), (shard, shards))
    });
    let total = chunks.iter().map(Vec::len).sum();
    let mut kept = vec![false; total];
    let mut ties = Vec::new();
    let mut sets = Vec::new();
    let mut count = 0;
    for share in shares {
        share
            .below
            .iter()
            .for_each(|&index| kept[index as usize] = true);
        count += share.below.len();
        ties.extend(share.ties);
        sets.push(share.set);
    }
    let left = width.saturating_sub(count).min(ties.len());
    if left < ties.len() {
        ties.select_nth_unstable(left);
    }
    ties[..left]
        .iter()
        .for_each(|&(_, index)| kept[index as usize] = true);
    let all = chunks.iter().flatten().zip(kept);
    Ok((
        all.filter(|&(_, kept)| kept)
            .map(|(candidate, _)| *candidate)
            .collect(),
        SeenStates(sets),
    ))
}

/// The largest estimate among the `width` smallest, and the number of candidates up to it.
fn cut(chunks: &[Vec<Candidate>], width: usize) -> (u16, usize) {
    let mut numbers = Vec::new();
    for candidate in chunks.iter().flatten() {
        let estimate = usize::from(candidate.estimate);
        if estimate >= numbers.len() {
            numbers.resize(estimate + 1, 0usize);
        }
        numbers[estimate] += 1;
    }
    let mut sum = 0;
    for (estimate, number) in numbers.iter().enumerate() {
        sum += number;
        if sum >= width {
            return (estimate as u16, sum);
        }
    }
    (u16::MAX, sum)
}

/// The candidates whose hashes belong to one of several threads.
fn share(
    chunks: &[Vec<Candidate>],
    largest: u16,
    room: usize,
    before: Option<&HashSet>,
    (shard, shards): (usize, usize),
) -> Share {
    let mut share = Share {
        set: HashSet {
            slots: vec![0; HashSet::slots(room)],
        },
        below: Vec::new(),
        ties: Vec::new(),
    };
    let mut taken = 0;
    let own = |candidate: &Candidate| {
        candidate.estimate <= largest
            && (shards == 1 || (candidate.hash >> 40) as usize % shards == shard)
    };
    let mut later = chunks.iter().flatten().skip(AHEAD);
    for (candidate, index) in chunks.iter().flatten().zip(0..) {
        if let Some(later) = later.next().filter(|later| own(later)) {
            before
                .into_iter()
                .chain([&share.set])
                .for_each(|set| set.prefetch(later.hash));
        }
        // A set is never full: a share that is larger than any that even hashes make would lose states.
        if !own(candidate) || taken == room {
            continue;
        }
        if before.is_some_and(|before| before.contains(candidate.hash))
            || !share.set.insert(candidate.hash)
        {
            continue;
        }
        taken += 1;
        if candidate.estimate < largest {
            share.below.push(index);
        } else {
            share.ties.push((candidate.hash.rotate_left(32), index));
        }
    }
    share
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::Size;
    use proptest::prelude::*;

    /// The choice by its definition: estimates in order, a state once, the last estimate by hash.
    fn slow(all: &[Candidate], width: usize) -> Vec<(u64, u32)> {
        let mut unique: Vec<(u16, u64, u32)> = Vec::new();
        let mut sorted: Vec<u16> = all.iter().map(|c| c.estimate).collect();
        sorted.sort_unstable();
        let largest = sorted.get(width - 1).copied().unwrap_or(u16::MAX);
        for c in all.iter().filter(|c| c.estimate <= largest) {
            if unique.iter().all(|&(_, hash, _)| hash != c.hash) {
                unique.push((c.estimate, c.hash, c.parent));
            }
        }
        let below = unique.iter().filter(|c| c.0 < largest).count();
        let mut ties: Vec<_> = unique.iter().filter(|c| c.0 == largest).copied().collect();
        ties.sort_unstable_by_key(|&(_, hash, _)| hash.rotate_left(32));
        ties.truncate(width - below);
        unique.retain(|c| c.0 < largest || ties.contains(c));
        unique
            .into_iter()
            .map(|(_, hash, parent)| (hash, parent))
            .collect()
    }

    proptest! {
        #[test]
        fn chooses_as_its_slow_twin(
            states in prop::collection::vec(0u64..60, 1..200), width in 1usize..100, threads in 1usize..4, chunk in 1usize..50
        ) {
            let m = Move::all(Size::new(3, 3).unwrap()).next().unwrap();
            // Equal states have equal estimates.
            let hash = |state: u64| state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let candidate = |(state, parent): (&u64, u32)| {
                Candidate { hash: hash(*state), parent, estimate: (state % 7) as u16, m }
            };
            let all: Vec<Candidate> = states.iter().zip(0..).map(candidate).collect();
            let chunks: Vec<Vec<Candidate>> = all.chunks(chunk).map(<[_]>::to_vec).collect();
            let mut budget = Budget::new(None);
            let (kept, seen) = select(&chunks, width, &SeenStates::default(), threads, &mut budget).unwrap();
            let found: Vec<(u64, u32)> = kept.iter().map(|c| (c.hash, c.parent)).collect();
            prop_assert_eq!(found, slow(&all, width));
            prop_assert_eq!(budget.used(), seen.bytes() as u64);
            let (again, _) = select(&chunks, width, &seen, threads, &mut budget).unwrap();
            prop_assert!(again.iter().all(|c| !kept.iter().any(|k| k.hash == c.hash)), "a state of the layer before");
        }
    }
}
