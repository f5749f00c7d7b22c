//! Breadth-first search, layer by layer, on several threads.
//!
//! The states are divided into [`SHARDS`] shards by the highest bits of their hashes, and each
//! shard has its own hash set. A layer is expanded in rounds of two steps:
//!
//! 1. The next states of the last layer are divided into tasks. Each task writes the children of
//!    its states into buffers, one for each shard.
//! 2. Each shard inserts its children from the buffers of all tasks, in the order of the tasks.
//!
//! For example, let two tasks have 100 states each. In the first step, one thread fills the buffers
//! of the first task while another thread fills the buffers of the second task. In the second step,
//! one thread inserts the children that belong to shard 0, first those found by the first task and
//! then those found by the second. Another thread does the same for shard 1.
//!
//! No two threads ever write to the same buffer or shard, so no locks are needed. The order in
//! which keys arrive in a shard does not depend on the number of threads or on the size of the
//! tasks. The results and the memory use are therefore the same for any number of threads.

use fifteen_resources::{LimitKind, filled};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::shard::Shard;
use super::words::{SHARD_BITS, SHARDS};
use super::{LastMove, Neighbour, SearchEngine, Words};
use crate::{BlockOptions, BlockProgress};

/// Number of states in a task, which is a batch of states to expand, if the search uses only one
/// thread. The children of so few states stay in the fastest processor cache until they are
/// inserted.
const TASK_STATES: usize = 256;
/// Maximum number of tasks in a round, for keys of one word. In each round, the search expands the
/// states of some tasks and inserts their children. Longer keys need larger buffers, so their
/// rounds have fewer tasks.
///
/// Between rounds, the search reports its progress and checks its limits, so a round must not take
/// long.
const ROUND_TASKS: usize = 64;
/// Number of tasks (batches of states to expand) that each thread gets in a round. Every task has
/// its own buffers of children. Few tasks mean long buffers, which another processor core can read
/// faster than many short ones.
const TASKS_PER_THREAD: usize = 2;
/// Number of children per state for which a task reserves memory. Most states have fewer children.
///
/// For a puzzle with more than 16 pieces, a task reserves memory for one child per piece instead.
const CHILDREN_PER_STATE: usize = 16;
/// Number of states that a loop processes between two checks of the time and memory limits.
pub(crate) const STATES_BETWEEN_CHECKS: usize = 1 << 10;
/// Maximum number of tasks (batches of states to expand) in a layer that one thread searches alone.
/// The search starts more threads for the first larger layer. For smaller layers, starting them
/// costs more time than it saves.
const MAX_TASKS_ON_ONE_THREAD: usize = 4;
/// Minimum number of states in a complete layer for which several threads share the work on it.
/// They look for goal states, and remove the oldest layer from memory.
const WIDE_LAYER: usize = TASK_STATES * ROUND_TASKS;

/// A breadth-first search that generates one layer after another. A layer contains the states at a
/// certain distance from the first layer.
pub(crate) struct StateLayers<'e, const K: usize> {
    engine: &'e dyn SearchEngine<K>,
    options: &'e BlockOptions,
    shards: Vec<Shard<K>>,
    tasks: Vec<ExpansionTask<K>>,
    /// The threads that expand large layers. `None` before the first large layer, or if the search
    /// uses one thread.
    pool: Option<ThreadPool>,
    /// Whether to keep Bloom filters of old layers, which are needed to reconstruct a solution. The
    /// last two layers are always stored completely.
    keep: bool,
    /// Number of states in a task. A task is a batch of states that one thread expands.
    task_states: usize,
    /// Number of tasks in a round if one thread expands all of them. After each round, the search
    /// checks its limits.
    round_tasks: usize,
    /// The smallest of the keys of the start state and its mirror images.
    start: Words<K>,
    /// Maximum memory, in bytes, for stored states and for the lists that [`Self::charge`]
    /// registers.
    memory: usize,
    /// Memory, in bytes, of the caller's own lists, as registered with [`Self::charge`].
    charged: usize,
    /// Number of complete layers, including the first.
    pub(crate) layers: u32,
    /// Number of states in all complete layers.
    pub(crate) states: u64,
    /// Peak memory, in bytes, of the stored states and of the lists that [`Self::charge`]
    /// registers.
    pub(crate) peak: usize,
}

/// A batch of states from the last layer that one thread expands, with the last move of each state.
///
/// The search divides its set of states into shards. The task has one buffer of children for each
/// shard, so that several threads can insert children into different shards at once.
struct ExpansionTask<const K: usize> {
    keys: Vec<Words<K>>,
    lasts: Vec<LastMove>,
    children: Vec<Vec<Neighbour<K>>>,
}

impl<const K: usize> ExpansionTask<K> {
    fn new() -> Self {
        ExpansionTask {
            keys: Vec::new(),
            lasts: Vec::new(),
            children: vec![Vec::new(); SHARDS],
        }
    }

    fn expand(&mut self, engine: &dyn SearchEngine<K>) {
        self.children.iter_mut().for_each(Vec::clear);
        engine.expand(&self.keys, &self.lasts, &mut self.children);
    }
}

impl<'e, const K: usize> StateLayers<'e, K> {
    /// Starts a search from the states `seeds`, which form the first layer.
    ///
    /// The last two layers are always stored completely. If `keep` is set, Bloom filters of older
    /// layers are kept as well.
    pub(crate) fn new(
        engine: &'e dyn SearchEngine<K>,
        options: &'e BlockOptions,
        keep: bool,
        seeds: Vec<Words<K>>,
    ) -> Self {
        let memory = options.limits.memory.map_or(usize::MAX, |bytes| {
            usize::try_from(bytes).unwrap_or(usize::MAX)
        });
        let pieces: usize = engine
            .layout()
            .classes
            .iter()
            .map(|class| class.pieces.len())
            .sum();
        let children = CHILDREN_PER_STATE.max(pieces);
        let task_states = (TASK_STATES * CHILDREN_PER_STATE / children).max(1);
        // Memory of a task's buffers for keys of one word, in bytes. A vector that grows has some
        // unused capacity, for which the factor 3/2 allows.
        let task_bytes = task_states * children * size_of::<Neighbour<1>>() * 3 / 2;
        let longest_round = ROUND_TASKS / K;
        let buffers = (memory / 8).min(ROUND_TASKS * task_bytes);
        let round_tasks = (buffers / task_bytes * longest_round / ROUND_TASKS).max(1);
        let mut layers = StateLayers {
            engine,
            options,
            shards: (0..SHARDS).map(|_| Shard::new(SHARD_BITS, 0)).collect(),
            tasks: Vec::new(),
            pool: None,
            keep,
            task_states,
            round_tasks,
            start: engine.canonical(engine.start()),
            memory: memory - buffers,
            charged: 0,
            layers: 0,
            states: 0,
            peak: 0,
        };
        layers.set_charge(size_of_val(&seeds[..]));
        for &key in &seeds {
            let last = LastMove::NONE;
            layers.shards[key.shard(SHARDS)].insert(&[Neighbour { key, last }]);
        }
        layers.peak = layers.bytes() + layers.charged;
        drop(seeds);
        layers.set_charge(0);
        layers.end_layer();
        layers
    }

    /// Counts `bytes` bytes, for lists outside this search, against the memory limit. Each call
    /// replaces the value of the previous one.
    ///
    /// # Errors
    /// Returns [`LimitKind::Memory`], and changes nothing, if the total would exceed the limit.
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<(), LimitKind> {
        let total = self.bytes().saturating_add(bytes);
        if total > self.memory {
            return Err(LimitKind::Memory);
        }
        self.peak = self.peak.max(total);
        self.set_charge(bytes);
        Ok(())
    }

    /// Returns how much memory remains for lists outside the search, in bytes.
    pub(crate) fn memory_for_lists(&self) -> usize {
        self.memory.saturating_sub(self.bytes())
    }

    fn set_charge(&mut self, bytes: usize) {
        self.charged = bytes;
        let budget = self.memory.saturating_sub(bytes) / SHARDS;
        for shard in &mut self.shards {
            shard.budget = budget;
        }
    }

    /// Returns the memory that the stored states occupy, in bytes.
    fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// Generates the next layer, and returns the number of states in it. Returns
    /// [`LimitKind::Depth`] if the depth limit does not allow another layer.
    pub(crate) fn grow_within_depth(
        &mut self,
        progress: &mut dyn FnMut(&BlockProgress),
    ) -> Result<u64, LimitKind> {
        if self.options.limits.forbids(self.layers) {
            return Err(LimitKind::Depth);
        }
        self.grow(progress)
    }

    /// Generates the next layer regardless of the depth limit, and returns the number of states in
    /// it. After an error, the search cannot continue.
    pub(crate) fn grow(
        &mut self,
        progress: &mut dyn FnMut(&BlockProgress),
    ) -> Result<u64, LimitKind> {
        self.check(progress)?;
        let width = self.width();
        if self.pool.is_none() && width > MAX_TASKS_ON_ONE_THREAD * self.task_states {
            let threads = self.options.threads.count();
            if threads > 1 {
                // If the threads cannot be started, search on this thread alone.
                self.pool = ThreadPoolBuilder::new().num_threads(threads).build().ok();
            }
        }
        let mut cursor = LayerCursor { shard: 0, index: 0 };
        let mut left = width;
        while left > 0 {
            let states = left.min(self.round_tasks * self.task_states);
            if self.pool.is_some() && states > self.task_states {
                self.search_in_parallel(states, &mut cursor);
            } else {
                self.search_on_this_thread(states, &mut cursor)?;
            }
            left -= states;
            self.check(progress)?;
        }
        let found = self.end_layer();
        self.check_memory()?;
        Ok(found)
    }

    /// Expands the next `states` states of the last layer on the current thread, and inserts their
    /// children.
    ///
    /// Checks the time limit and the interrupt flag after each task, because a single task can take
    /// milliseconds if the puzzle has many pieces.
    fn search_on_this_thread(
        &mut self,
        states: usize,
        cursor: &mut LayerCursor,
    ) -> Result<(), LimitKind> {
        self.tasks
            .resize_with(self.tasks.len().max(1), ExpansionTask::new);
        let task = &mut self.tasks[0];
        for _ in 0..states.div_ceil(self.task_states) {
            cursor.take(&self.shards, self.task_states, task);
            task.expand(self.engine);
            for (i, found) in task.children.iter().enumerate() {
                if let Some(next) = self.shards.get(i + 1) {
                    next.prefetch(&task.children[i + 1]);
                }
                self.shards[i].insert(found);
            }
            self.options.limits.check(0)?;
        }
        Ok(())
    }

    /// Expands the next `states` states of the last layer on several threads.
    ///
    /// The threads first generate the children of all these states. They then insert the children
    /// into the shards, which are the parts into which the search divides its set of states.
    fn search_in_parallel(&mut self, states: usize, cursor: &mut LayerCursor) {
        let Some(pool) = &self.pool else { return };
        let (engine, shards) = (self.engine, &mut self.shards);
        let task_states = states.div_ceil(TASKS_PER_THREAD * pool.current_num_threads());
        let count = states.div_ceil(task_states);
        self.tasks
            .resize_with(self.tasks.len().max(count), ExpansionTask::new);
        let tasks = &mut self.tasks[..count];
        for task in tasks.iter_mut() {
            cursor.take(shards, task_states, task);
        }
        pool.install(|| {
            tasks.par_iter_mut().for_each(|task| task.expand(engine));
            shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
                for (t, task) in tasks.iter().enumerate() {
                    if let Some(next) = tasks.get(t + 1) {
                        shard.prefetch(&next.children[i]);
                    }
                    shard.insert(&task.children[i]);
                }
            });
        });
    }

    /// Reports progress, and checks all limits except the depth limit.
    fn check(&mut self, progress: &mut dyn FnMut(&BlockProgress)) -> Result<(), LimitKind> {
        let bytes = self.bytes() + self.charged;
        self.peak = self.peak.max(bytes);
        let made: usize = self.shards.iter().map(Shard::keys_made).sum();
        let states = self.states + made as u64;
        progress(&BlockProgress {
            depth: self.layers,
            states,
            bytes: bytes as u64,
        });
        self.check_memory()?;
        self.options.limits.check(states).map(|_| ())
    }

    fn check_memory(&self) -> Result<(), LimitKind> {
        if self.shards.iter().any(|shard| shard.is_full) {
            Err(LimitKind::Memory)
        } else {
            Ok(())
        }
    }

    /// Completes the layer that is being generated, and returns the number of states in it. It
    /// becomes the last layer.
    fn end_layer(&mut self) -> u64 {
        let found: usize = self.shards.iter().map(Shard::keys_made).sum();
        let keep = self.keep;
        match &self.pool {
            Some(pool) if found >= WIDE_LAYER => pool.install(|| {
                self.shards
                    .par_iter_mut()
                    .for_each(|shard| shard.end_layer(keep));
            }),
            _ => {
                for shard in &mut self.shards {
                    shard.end_layer(keep);
                }
            }
        }
        self.layers += 1;
        self.states += found as u64;
        found as u64
    }

    /// Returns the keys of a layer, as one slice per shard. `back` is 0 for the last layer, and 1
    /// for the layer before it.
    pub(crate) fn layer(&self, back: usize) -> impl Iterator<Item = &[Words<K>]> {
        self.shards.iter().map(move |shard| shard.layer(back))
    }

    /// Returns the number of states in the last layer.
    fn width(&self) -> usize {
        self.layer(0).map(<[Words<K>]>::len).sum()
    }

    /// Returns the smallest key among the goal states in the last layer, or `None` if the layer
    /// contains no goal state.
    pub(crate) fn smallest_goal(&self) -> Option<Words<K>> {
        let smallest = |shard: &Shard<K>| {
            let mut smallest = None;
            self.engine.each_goal(shard.layer(0), &mut |key| {
                smallest = Some(smallest.map_or(key, |other| key.min(other)));
            });
            smallest
        };
        match self.pool_for_a_wide_layer() {
            Some(pool) => pool.install(|| self.shards.par_iter().filter_map(smallest).min()),
            None => self.shards.iter().filter_map(smallest).min(),
        }
    }

    /// Returns the keys of all goal states in the last layer, in ascending order.
    ///
    /// The list counts against the memory limit, together with the caller's other lists, which take
    /// `charged` bytes.
    ///
    /// # Errors
    /// Returns [`LimitKind::Memory`] if there is not enough memory for the list.
    pub(crate) fn goals(&mut self, charged: usize) -> Result<Vec<Words<K>>, LimitKind> {
        // Count the goal states first, to allocate the list with its exact size. A list that grows
        // would take more memory.
        let count = |shard: &Shard<K>| {
            let mut count = 0;
            let keys = shard.layer(0);
            self.engine.each_goal(keys, &mut |_| count += 1);
            count
        };
        let counts: Vec<usize> = match self.pool_for_a_wide_layer() {
            Some(pool) => pool.install(|| self.shards.par_iter().map(count).collect()),
            None => self.shards.iter().map(count).collect(),
        };
        let total = counts.iter().sum();
        if total == 0 {
            return Ok(Vec::new());
        }
        self.charge(charged + total * size_of::<Words<K>>())?;
        let mut goals = filled(Words::ZERO, total).map_err(|_| LimitKind::Memory)?;
        self.copy_goals(&counts, &mut goals);
        goals.sort_unstable();
        Ok(goals)
    }

    /// Copies the keys of the goal states in the last layer into `goals`. The states are divided
    /// into shards, and `counts` contains the number of goal states in each shard.
    fn copy_goals(&self, counts: &[usize], goals: &mut [Words<K>]) {
        let mut parts = Vec::new();
        let mut rest = goals;
        for (shard, &count) in self.shards.iter().zip(counts) {
            let (part, after) = rest.split_at_mut(count);
            parts.push((shard, part));
            rest = after;
        }
        let copy = |(shard, part): (&Shard<K>, &mut [Words<K>])| {
            let mut entries = part.iter_mut();
            self.engine.each_goal(shard.layer(0), &mut |key| {
                if let Some(entry) = entries.next() {
                    *entry = key;
                }
            });
        };
        match self.pool_for_a_wide_layer() {
            Some(pool) => pool.install(|| parts.into_par_iter().for_each(copy)),
            None => parts.into_iter().for_each(copy),
        }
    }

    /// Returns the threads for work on the last layer. Returns `None` if the layer is so small that
    /// one thread is faster, or if no threads have been started.
    fn pool_for_a_wide_layer(&self) -> Option<&ThreadPool> {
        self.pool.as_ref().filter(|_| self.width() >= WIDE_LAYER)
    }

    /// Returns whether a layer may contain a key. `back` is 0 for the last layer, 1 for the layer
    /// before it, and so on.
    ///
    /// The answer is always correct for the last two layers, and for the first layer if it contains
    /// only the start state. In other layers, about one key in 300 is a false positive.
    pub(crate) fn may_have(&self, back: usize, key: Words<K>) -> bool {
        if back + 1 == self.layers as usize {
            key == self.start
        } else {
            self.shards[key.shard(SHARDS)].may_have(back, key)
        }
    }
}

/// A position in the last layer. All states before it have been assigned to tasks.
struct LayerCursor {
    shard: usize,
    index: usize,
}

impl LayerCursor {
    /// Fills a task with the next `states` states of the last layer. At the end of the layer, the
    /// task gets fewer states.
    fn take<const K: usize>(
        &mut self,
        shards: &[Shard<K>],
        states: usize,
        task: &mut ExpansionTask<K>,
    ) {
        task.keys.clear();
        task.lasts.clear();
        let mut left = states;
        while left > 0 && self.shard < shards.len() {
            let end = shards[self.shard].layer(0).len().min(self.index + left);
            left -= end - self.index;
            let (keys, lasts) = shards[self.shard].last_layer(self.index..end);
            task.keys.extend_from_slice(keys);
            task.lasts.extend_from_slice(lasts);
            self.index = end;
            if left > 0 {
                self.shard += 1;
                self.index = 0;
            }
        }
    }
}
