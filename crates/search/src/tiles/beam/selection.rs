//! Selects the candidates for the next layer of a beam: the candidates with the smallest estimates,
//! without duplicate states.
//!
//! To share the work among threads, candidates are divided into *shards* by the hashes of their
//! states. Each shard has its own hash set, so duplicates of a state always meet in the same shard.
//! For example, let a candidate's shard be its hash modulo 2. Of the candidates with the hashes 4,
//! 7, 4 and 2, shard 0 gets 4, 4 and 2, and drops the second 4. Shard 1 gets only 7.
//!
//! States are compared by 64-bit hashes. If two distinct states have the same hash, one of them is
//! dropped. The beam may then miss a solution, but every path that it finds is valid.

use crate::storage::Budget;
use fifteen_resources::prefetch;

use crate::LimitKind;
use fifteen_resources::map_in_parallel;

/// Prefetch distance. A candidate's hash table slot is prefetched this many candidates before it is
/// needed, so that the slot is in the cache when it is read.
const AHEAD: usize = 16;

/// A child of a node in the current layer, with only the data that is needed to select the next
/// layer.
#[derive(Debug, Clone, Copy)]
pub(in crate::tiles) struct Candidate<M> {
    pub(in crate::tiles) hash: u64,
    /// The index of the parent in the current layer.
    pub(in crate::tiles) parent: u32,
    pub(in crate::tiles) estimate: u16,
    /// The move from the parent.
    pub(in crate::tiles) m: M,
}

/// A set of hashes with a fixed capacity, using open addressing with linear probing.
#[derive(Debug, Default)]
struct HashSet {
    /// The slots of the hash table, each with a hash, or 0 if it is empty. The length is a power of
    /// two and at least twice the capacity.
    slots: Vec<u64>,
}

impl HashSet {
    fn slots(room: usize) -> usize {
        (2 * room).next_power_of_two()
    }

    /// Prefetches the slot where the search for a hash begins.
    #[inline]
    fn prefetch(&self, hash: u64) {
        prefetch(
            &self.slots,
            hash as usize & self.slots.len().wrapping_sub(1),
        );
    }

    /// Returns the index of the slot that holds a hash, or of the empty slot where it belongs.
    #[inline]
    fn slot_of(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != hash {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    fn contains(&self, hash: u64) -> bool {
        !self.slots.is_empty() && self.slots[self.slot_of(hash.max(1))] != 0
    }

    /// Adds a hash. Returns false if the set already contains it.
    #[inline]
    fn insert(&mut self, hash: u64) -> bool {
        let at = self.slot_of(hash.max(1));
        let new = self.slots[at] == 0;
        self.slots[at] = hash.max(1);
        new
    }
}

/// The hashes of all states in a layer. If one of these states occurs again two layers later, it is
/// dropped, because the search has already reached it with fewer moves.
#[derive(Debug, Default)]
pub(in crate::tiles) struct SeenStates(Vec<HashSet>);

impl SeenStates {
    /// Returns the size of the sets, in bytes.
    pub(in crate::tiles) fn bytes(&self) -> usize {
        self.0.iter().map(|set| 8 * set.slots.len()).sum()
    }
}

/// The candidates that were selected from one shard, which is the part of all candidates that one
/// thread handles. The lists hold indices into the candidates of all chunks, in increasing order.
struct ShardChoice {
    set: HashSet,
    /// The candidates whose estimate is smaller than the threshold that [`cut`] returns. All of
    /// them are kept.
    below: Vec<u32>,
    /// The candidates whose estimate equals the threshold, each preceded by a key made from its
    /// hash. If the layer does not have room for all of them, the candidates with the smallest keys
    /// are kept.
    ties: Vec<(u64, u32)>,
}

/// Selects up to `width` candidates with the smallest estimates. Drops duplicate states, and states
/// that are in `before`, the layer before the current one.
///
/// Returns the selected candidates in their original order, and a set of hashes. The set contains
/// the states of all selected candidates, and possibly of some others. Its memory is taken from
/// `budget`. Hashes break ties, so the result does not depend on the number of threads.
pub(in crate::tiles) fn select<M: Copy + Send + Sync>(
    chunks: &[Vec<Candidate<M>>],
    width: usize,
    before: &SeenStates,
    threads: usize,
    budget: &mut Budget,
) -> Result<(Vec<Candidate<M>>, SeenStates), LimitKind> {
    let workers = |work: usize| if work > 4096 { threads } else { 1 };
    let total = chunks.iter().map(Vec::len).sum();
    let (largest, room) = cut(chunks, width, workers(total));
    let shards = if before.0.is_empty() {
        threads
    } else {
        before.0.len()
    };
    // Hashes are distributed uniformly, so a shard is very unlikely to get more than 1.5 times the
    // average number of candidates plus 1024.
    let room = if shards == 1 {
        room
    } else {
        room / shards + room / shards / 2 + 1024
    };
    budget.take(shards * 8 * HashSet::slots(room))?;
    let choices = if shards == 1 {
        let all = chunks.iter().flatten().zip(0..);
        let within = all.filter(|(candidate, _)| candidate.estimate <= largest);
        vec![choose(within, largest, room, before.0.first())]
    } else {
        let sorted = map_in_parallel(workers(total), chunks.len(), &|chunk| {
            ShardedChunk::new(&chunks[chunk], largest, shards)
        });
        let starts = starts_of(chunks);
        map_in_parallel(workers(room), shards, &|shard| {
            let own = sorted.iter().enumerate().flat_map(|(chunk, sharded)| {
                let (candidates, start) = (&chunks[chunk], starts[chunk]);
                let candidate = move |&index: &u32| (&candidates[index as usize], start + index);
                sharded.shard(shard).iter().map(candidate)
            });
            choose(own, largest, room, before.0.get(shard))
        })
    };
    Ok(gather(chunks, width, choices, workers(total)))
}

/// Returns the index of each chunk's first candidate among the candidates of all chunks.
fn starts_of<M>(chunks: &[Vec<Candidate<M>>]) -> Vec<u32> {
    let mut next = 0;
    let start = |chunk: &Vec<Candidate<M>>| {
        let start = next;
        next += chunk.len() as u32;
        start
    };
    chunks.iter().map(start).collect()
}

/// Returns the threshold of the selection, which is the `width`-th smallest estimate, and the
/// number of candidates whose estimates do not exceed it. For example, with a width of 3, the
/// estimates 9, 7, 7, 8, 10 give `(8, 3)`. With fewer than `width` candidates, the threshold is
/// `u16::MAX`.
fn cut<M: Sync>(chunks: &[Vec<Candidate<M>>], width: usize, threads: usize) -> (u16, usize) {
    let counted = map_in_parallel(threads, chunks.len(), &|chunk| {
        let mut numbers = Vec::new();
        for candidate in &chunks[chunk] {
            let estimate = usize::from(candidate.estimate);
            if estimate >= numbers.len() {
                numbers.resize(estimate + 1, 0usize);
            }
            numbers[estimate] += 1;
        }
        numbers
    });
    let largest = counted.iter().map(Vec::len).max().unwrap_or(0);
    let mut sum = 0;
    for estimate in 0..largest {
        let of_chunk = |numbers: &Vec<usize>| numbers.get(estimate).copied().unwrap_or(0);
        sum += counted.iter().map(of_chunk).sum::<usize>();
        if sum >= width {
            return (estimate as u16, sum);
        }
    }
    (u16::MAX, sum)
}

/// The candidates of one chunk whose estimates do not exceed the threshold that [`cut`] returns,
/// grouped by shard. Each shard is handled by one thread.
///
/// Because of these groups, each thread visits only its own candidates. If every thread looked at
/// all candidates, the total work would grow with the number of threads.
struct ShardedChunk {
    /// The indices of the candidates in the chunk, one group after another. Within each group, they
    /// are in increasing order.
    indices: Vec<u32>,
    /// For each group, the position in `indices` after the group's last candidate.
    ends: Vec<u32>,
}

impl ShardedChunk {
    fn new<M>(chunk: &[Candidate<M>], largest: u16, shards: usize) -> Self {
        // Counting sort: `ends` first holds the size of each group, then its start, and finally its
        // end.
        let mut ends = vec![0_u32; shards];
        let within = || {
            let all = (0_u32..).zip(chunk);
            all.filter(|(_, candidate)| candidate.estimate <= largest)
        };
        for (_, candidate) in within() {
            ends[shard_of(candidate.hash, shards)] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut indices = vec![0; total as usize];
        for (index, candidate) in within() {
            let next = &mut ends[shard_of(candidate.hash, shards)];
            indices[*next as usize] = index;
            *next += 1;
        }
        Self { indices, ends }
    }

    /// Returns the candidates of one shard, as indices into this chunk.
    fn shard(&self, shard: usize) -> &[u32] {
        let start = shard.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.indices[start as usize..self.ends[shard] as usize]
    }
}

/// Returns the index of the shard for a state with this hash. It depends on the upper bits of the
/// hash, because the lower bits select a slot in the shard's hash set. If the lower bits also
/// selected the shard, the states of a shard would cluster in one part of its set.
#[inline]
fn shard_of(hash: u64, shards: usize) -> usize {
    (hash >> 40) as usize % shards
}

/// Selects the candidates of one shard, without duplicates. `own` yields the shard's candidates,
/// each with its index among the candidates of all chunks.
fn choose<'c, M: 'c>(
    own: impl Iterator<Item = (&'c Candidate<M>, u32)> + Clone,
    largest: u16,
    room: usize,
    before: Option<&HashSet>,
) -> ShardChoice {
    let mut choice = ShardChoice {
        set: HashSet {
            slots: vec![0; HashSet::slots(room)],
        },
        below: Vec::new(),
        ties: Vec::new(),
    };
    let mut taken = 0;
    let mut later = own.clone().skip(AHEAD);
    for (candidate, index) in own {
        if let Some((later, _)) = later.next() {
            before
                .into_iter()
                .chain([&choice.set])
                .for_each(|set| set.prefetch(later.hash));
        }
        // The first check is only a safeguard, because inserting into a full set would loop
        // forever. In practice, the set never becomes full: a single shard has room for all
        // candidates, and each of several shards has room for more than 1.5 times the average
        // number.
        if taken == room
            || before.is_some_and(|before| before.contains(candidate.hash))
            || !choice.set.insert(candidate.hash)
        {
            continue;
        }
        taken += 1;
        if candidate.estimate < largest {
            choice.below.push(index);
        } else {
            choice.ties.push((candidate.hash.rotate_left(32), index));
        }
    }
    choice
}

/// Combines the candidates selected from all shards into a list of at most `width` candidates, in
/// their original order.
fn gather<M: Copy + Send + Sync>(
    chunks: &[Vec<Candidate<M>>],
    width: usize,
    choices: Vec<ShardChoice>,
    threads: usize,
) -> (Vec<Candidate<M>>, SeenStates) {
    let mut ties = Vec::new();
    let mut lists = Vec::new();
    let mut sets = Vec::new();
    for choice in choices {
        ties.extend(choice.ties);
        lists.push(choice.below);
        sets.push(choice.set);
    }
    let below: usize = lists.iter().map(Vec::len).sum();
    let left = width.saturating_sub(below).min(ties.len());
    if left < ties.len() {
        ties.select_nth_unstable(left);
    }
    let mut ties: Vec<u32> = ties[..left].iter().map(|&(_, index)| index).collect();
    ties.sort_unstable();
    lists.push(ties);
    let starts = starts_of(chunks);
    let kept = map_in_parallel(threads, chunks.len(), &|chunk| {
        let (candidates, start) = (&chunks[chunk], starts[chunk]);
        let mut is_kept = vec![false; candidates.len()];
        for list in &lists {
            let first = list.partition_point(|&index| index < start);
            let own = list[first..]
                .iter()
                .map(|index| (index - start) as usize)
                .take_while(|&index| index < candidates.len());
            own.for_each(|index| is_kept[index] = true);
        }
        let all = candidates.iter().zip(is_kept);
        all.filter(|&(_, is_kept)| is_kept)
            .map(|(candidate, _)| *candidate)
            .collect::<Vec<_>>()
    });
    (kept.concat(), SeenStates(sets))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Move;
    use fifteen_puzzle::Size;
    use proptest::prelude::*;

    /// Checks that 32 threads share the candidates evenly, and that no candidate is visited twice.
    /// The total work then stays the same for any number of threads.
    #[test]
    fn thirty_two_threads_share_the_candidates_evenly() {
        let size = Size::new(4, 4).unwrap();
        let m = Move::all(size).next().unwrap();
        let board_hash = |number: u32| {
            // Any well-distributed hash will do (splitmix64).
            let mut hash = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            hash ^ hash >> 31
        };
        let candidate = |number| Candidate {
            hash: board_hash(number),
            parent: number,
            estimate: 10,
            m,
        };
        let count = 64_000;
        let chunk: Vec<_> = (1..=count).map(candidate).collect();
        let sharded = ShardedChunk::new(&chunk, 10, 32);
        let average = count as usize / 32;
        let mut visited = Vec::new();
        for shard in 0..32 {
            let own = sharded.shard(shard);
            assert!(own.len().abs_diff(average) < average / 5, "{}", own.len());
            visited.extend_from_slice(own);
        }
        visited.sort_unstable();
        assert!(visited.into_iter().eq(0..count));
    }

    /// Selects `width` candidates in a simple but slow way, to check the real selection. Skips
    /// duplicate states, and prefers small estimates. Of the candidates whose estimate equals the
    /// largest selected one, those with the smallest `hash.rotate_left(32)` are selected.
    fn slow(all: &[Candidate<Move>], width: usize) -> Vec<(u64, u32)> {
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

    /// Checks that each candidate within the threshold is visited by exactly one thread, for any
    /// number of threads.
    #[test]
    fn the_work_does_not_grow_with_the_number_of_shards() {
        let m = Move::all(Size::new(3, 3).unwrap()).next().unwrap();
        let candidate = |parent: u32| Candidate {
            hash: u64::from(parent).wrapping_mul(0x9E37_79B9_7F4A_7C15),
            parent,
            estimate: (parent % 5) as u16,
            m,
        };
        let chunk: Vec<Candidate<Move>> = (0..1000).map(candidate).collect();
        for shards in [1, 2, 7, 64] {
            let sharded = ShardedChunk::new(&chunk, 3, shards);
            let mut visited: Vec<u32> = Vec::new();
            for shard in 0..shards {
                let own = sharded.shard(shard);
                assert!(own.is_sorted());
                assert!(
                    own.iter()
                        .all(|&i| shard_of(chunk[i as usize].hash, shards) == shard)
                );
                visited.extend(own);
            }
            visited.sort_unstable();
            let within: Vec<u32> = (0..1000).filter(|parent| parent % 5 <= 3).collect();
            assert_eq!(visited, within, "{shards} shards");
        }
    }

    proptest! {
        #[test]
        fn the_selection_equals_a_simple_slow_one(
            states in prop::collection::vec(0u64..60, 1..200), width in 1usize..100, threads in 1usize..4, chunk in 1usize..50
        ) {
            let m = Move::all(Size::new(3, 3).unwrap()).next().unwrap();
            // Candidates for the same state have the same estimate, as in a real search.
            let hash = |state: u64| state.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let candidate = |(state, parent): (&u64, u32)| {
                Candidate { hash: hash(*state), parent, estimate: (state % 7) as u16, m }
            };
            let all: Vec<Candidate<Move>> = states.iter().zip(0..).map(candidate).collect();
            let chunks: Vec<Vec<Candidate<Move>>> = all.chunks(chunk).map(<[_]>::to_vec).collect();
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
