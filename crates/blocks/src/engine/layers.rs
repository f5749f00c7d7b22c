//! Breadth-first search, layer by layer, on all threads.
//!
//! The states are split by their hashes into [`SHARES`] shards, each with a set of its own. A round takes some states
//! of the last layer and splits them into tasks, which write their children into one buffer for each shard. Then each
//! shard inserts its buffers in the order of the tasks. Only one thread at a time has a shard, and the order of the
//! keys and the size of the sets are the same for any number of threads, and of states in a task.

use fifteen_resources::LimitKind;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::shard::Shard;
use super::words::{SHARE_BITS, SHARES};
use super::{LastMove, Neighbour, SearchEngine, Words};
use crate::{BlockOptions, BlockProgress};

/// The most states of a task on one thread: few enough that their children stay in the nearest cache.
const TASK: usize = 256;
/// The most tasks of a round, between two checks of the limits, for keys of one word. Longer keys have fewer tasks, as
/// their buffers are larger.
const ROUND: usize = 64;
/// The tasks of each of several threads in a round: few, as long buffers are read faster by another processor.
const SHARED: usize = 2;
/// Children of a state, in most puzzles less: their number limits the states of a task and its memory. With more
/// pieces, one for each.
const CHILDREN: usize = 16;
/// States that are looked at between two checks of the limits.
pub(crate) const LIMIT_CHECK: usize = 1 << 10;
/// The most tasks of a layer for which threads are not started.
const FEW: usize = 4;
/// The fewest states of a layer that is ended, or searched for goals, by several threads.
const WIDE: usize = TASK * ROUND;

/// The layers of a search.
pub(crate) struct StateLayers<'e, const K: usize> {
    engine: &'e dyn SearchEngine<K>,
    options: &'e BlockOptions,
    shards: Vec<Shard<K>>,
    tasks: Vec<Task<K>>,
    /// The threads, once there is a layer for several.
    pool: Option<ThreadPool>,
    keep: bool,
    /// The states of a task.
    task: usize,
    /// The tasks of a round.
    round: usize,
    /// Number of complete layers.
    pub(crate) layers: u32,
    /// The number of states of all complete layers.
    pub(crate) states: u64,
    /// The peak memory, in bytes.
    pub(crate) peak: usize,
}

/// Some states of a layer with the moves that led to them, and their children by shard.
struct Task<const K: usize> {
    keys: Vec<Words<K>>,
    lasts: Vec<LastMove>,
    children: Vec<Vec<Neighbour<K>>>,
}

impl<const K: usize> Task<K> {
    fn new() -> Self {
        Task {
            keys: Vec::new(),
            lasts: Vec::new(),
            children: vec![Vec::new(); SHARES],
        }
    }

    fn expand(&mut self, engine: &dyn SearchEngine<K>) {
        self.children.iter_mut().for_each(Vec::clear);
        engine.expand(&self.keys, &self.lasts, &mut self.children);
    }
}

impl<'e, const K: usize> StateLayers<'e, K> {
    /// A search whose first layer is `seeds`. The last two layers are kept; with `keep`, the older ones as filters.
    pub(crate) fn new(
        engine: &'e dyn SearchEngine<K>,
        options: &'e BlockOptions,
        keep: bool,
        seeds: &[Words<K>],
    ) -> Self {
        let memory = options.limits.memory.map_or(usize::MAX, |bytes| {
            usize::try_from(bytes).unwrap_or(usize::MAX)
        });
        let children = CHILDREN.max(
            engine
                .layout()
                .classes
                .iter()
                .map(|class| class.pieces.len())
                .sum(),
        );
        let task = (TASK * CHILDREN / children).max(1);
        // The buffers of a task for keys of one word.
        let bytes = task * children * size_of::<Neighbour<1>>() * 3 / 2;
        let longest = ROUND / K;
        let buffers = (memory / 8).min(ROUND * bytes);
        let round = (buffers / bytes * longest / ROUND).max(1);
        let budget = (memory - buffers) / SHARES;
        let mut shards: Vec<Shard<K>> = (0..SHARES)
            .map(|_| Shard::new(SHARE_BITS, budget))
            .collect();
        for &seed in seeds {
            shards[seed.share(SHARES)].insert(&[Neighbour {
                key: seed,
                last: LastMove::NONE,
            }]);
        }
        let (tasks, pool) = (Vec::new(), None);
        let mut layers = StateLayers {
            engine,
            options,
            shards,
            tasks,
            pool,
            keep,
            task,
            round,
            layers: 0,
            states: 0,
            peak: 0,
        };
        layers.end_layer();
        layers
    }

    /// Makes the next layer as [`StateLayers::grow`] does, unless the limit of depth forbids it.
    pub(crate) fn grow_within_depth(
        &mut self,
        progress: &mut dyn FnMut(&BlockProgress),
    ) -> Result<u64, LimitKind> {
        if self.options.limits.forbids(self.layers) {
            return Err(LimitKind::Depth);
        }
        self.grow(progress)
    }

    /// Makes the next layer and returns its number of states. After an error the layers are unusable.
    pub(crate) fn grow(
        &mut self,
        progress: &mut dyn FnMut(&BlockProgress),
    ) -> Result<u64, LimitKind> {
        self.check(progress)?;
        let width: usize = self.shards.iter().map(|p| p.layer(0).len()).sum();
        if self.pool.is_none() && width > FEW * self.task {
            let threads = self.options.threads.count();
            self.pool = Some(threads)
                .filter(|&n| n > 1)
                .and_then(|n| ThreadPoolBuilder::new().num_threads(n).build().ok());
        }
        let mut cursor = Cursor { shard: 0, index: 0 };
        let mut left = width;
        while left > 0 {
            let states = left.min(self.round * self.task);
            if self.pool.is_some() && states > self.task {
                self.parallel(states, &mut cursor);
            } else {
                self.serial(states, &mut cursor)?;
            }
            left -= states;
            self.check(progress)?;
        }
        Ok(self.end_layer())
    }

    /// Does the tasks of a round on this thread. It checks time and flag between them, since with many pieces one task
    /// takes milliseconds.
    fn serial(&mut self, states: usize, cursor: &mut Cursor) -> Result<(), LimitKind> {
        self.tasks.resize_with(self.tasks.len().max(1), Task::new);
        let task = &mut self.tasks[0];
        for _ in 0..states.div_ceil(self.task) {
            cursor.take(&self.shards, self.task, task);
            task.expand(self.engine);
            for (i, found) in task.children.iter().enumerate() {
                self.shards
                    .get(i + 1)
                    .into_iter()
                    .for_each(|shard| shard.prefetch(&task.children[i + 1]));
                self.shards[i].insert(found);
            }
            self.options.limits.check(0)?;
        }
        Ok(())
    }

    /// Does the tasks of a round on all threads: first all are expanded, then each shard inserts its children.
    fn parallel(&mut self, states: usize, cursor: &mut Cursor) {
        let Some(pool) = &self.pool else { return };
        let (engine, shards) = (self.engine, &mut self.shards);
        let size = states.div_ceil(SHARED * pool.current_num_threads());
        let number = states.div_ceil(size);
        self.tasks
            .resize_with(self.tasks.len().max(number), Task::new);
        let tasks = &mut self.tasks[..number];
        tasks
            .iter_mut()
            .for_each(|task| cursor.take(shards, size, task));
        pool.install(|| {
            tasks.par_iter_mut().for_each(|task| task.expand(engine));
            shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
                for (t, task) in tasks.iter().enumerate() {
                    tasks
                        .get(t + 1)
                        .into_iter()
                        .for_each(|next| shard.prefetch(&next.children[i]));
                    shard.insert(&task.children[i]);
                }
            });
        });
    }

    fn check(&mut self, progress: &mut dyn FnMut(&BlockProgress)) -> Result<(), LimitKind> {
        let bytes = self.shards.iter().map(Shard::bytes).sum();
        self.peak = self.peak.max(bytes);
        let states = self.states + self.shards.iter().map(|p| p.made() as u64).sum::<u64>();
        progress(&BlockProgress {
            depth: self.layers,
            states,
            bytes: bytes as u64,
        });
        if self.shards.iter().any(|shard| shard.full) {
            return Err(LimitKind::Memory);
        }
        self.options.limits.check(states).map(|_| ())
    }

    fn end_layer(&mut self) -> u64 {
        let found: usize = self.shards.iter().map(|p| p.made()).sum();
        let keep = self.keep;
        match &self.pool {
            Some(pool) if found >= WIDE => {
                pool.install(|| self.shards.par_iter_mut().for_each(|s| s.end_layer(keep)))
            }
            _ => self
                .shards
                .iter_mut()
                .for_each(|shard| shard.end_layer(keep)),
        }
        self.layers += 1;
        self.states += found as u64;
        found as u64
    }

    /// The keys of the last layer, or of the one before with `back` = 1, by shard.
    pub(crate) fn layer(&self, back: usize) -> impl Iterator<Item = &[Words<K>]> {
        self.shards.iter().map(move |p| p.layer(back))
    }

    /// The keys of the last layer that meet the goal, ascending.
    pub(crate) fn goals(&self) -> Vec<Words<K>> {
        let engine = self.engine;
        let add = |mut found: Vec<Words<K>>, shard: &Shard<K>| {
            engine.add_goals(shard.layer(0), &mut found);
            found
        };
        let width: usize = self.layer(0).map(<[Words<K>]>::len).sum();
        let mut found: Vec<Words<K>> = match &self.pool {
            Some(pool) if width >= WIDE => pool.install(|| {
                self.shards
                    .par_iter()
                    .flat_map_iter(|shard| add(Vec::new(), shard))
                    .collect()
            }),
            _ => self.shards.iter().fold(Vec::new(), add),
        };
        found.sort_unstable();
        found
    }

    /// The neighbours of some states that are in a layer, counted back from the last one; the least key comes last. If
    /// the layer is older than the last two, a few others may be among them; the first layer has only the start.
    pub(crate) fn before(
        &self,
        back: usize,
        keys: &mut dyn Iterator<Item = Words<K>>,
    ) -> Result<Vec<Words<K>>, LimitKind> {
        let mut found = Vec::new();
        for (number, key) in (1..).zip(keys) {
            found.extend(self.engine.neighbours(key));
            if usize::is_multiple_of(number, LIMIT_CHECK) {
                self.options.limits.check_interruption()?;
            }
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        let first =
            (back + 1 == self.layers as usize).then(|| self.engine.canonical(self.engine.start()));
        found.retain(|&key| match first {
            Some(start) => key == start,
            None => self.shards[key.share(SHARES)].may_have(back, key),
        });
        Ok(found)
    }
}

/// A place in the last layer.
struct Cursor {
    shard: usize,
    index: usize,
}

impl Cursor {
    /// Takes the next `states` states, or the rest, for a task.
    fn take<const K: usize>(&mut self, shards: &[Shard<K>], states: usize, task: &mut Task<K>) {
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
                (self.shard, self.index) = (self.shard + 1, 0);
            }
        }
    }
}
