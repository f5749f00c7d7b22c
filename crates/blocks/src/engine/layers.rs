//! Breadth-first search, layer by layer, by all threads.
//!
//! The states are split by their hashes into [`PARTS`] parts, each with a table of its own. A round takes some states
//! of the last layer, splits them into tasks that write their children into one buffer for each part, and then lets
//! each part take in its buffers in the order of the tasks. No part is written by two threads, so there are neither locks
//! nor atomics, and everything, down to the order of the keys and the size of the tables, is the same for any number of threads.

use std::ops::Range;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Engine;
use super::moves::Scratch;
use super::part::Part;
use super::words::{Key, Mask};
use crate::options::{Options, Progress, Stop};

/// Bits of the hash that choose the part, and the number of parts.
const PART_BITS: u32 = 5;
const PARTS: usize = 1 << PART_BITS;
/// States of a task: their children stay in the nearest cache.
const TASK: usize = 512;
/// Tasks of a round, between two looks at the limits.
const ROUND: usize = 128;

/// The layers of a search.
pub(crate) struct Layers<'e, M, K> {
    engine: &'e Engine<M, K>,
    options: &'e Options,
    parts: Vec<Part<K>>,
    tasks: Vec<Task<M, K>>,
    pool: Option<ThreadPool>,
    keep: bool,
    /// Number of complete layers.
    pub(crate) layers: u32,
    /// States of all complete layers.
    pub(crate) states: u64,
    /// The most memory taken so far, in bytes.
    pub(crate) peak: usize,
}

/// A share of a layer, and its children by part.
struct Task<M, K> {
    source: Vec<(usize, Range<usize>)>,
    children: Vec<Vec<K>>,
    scratch: Scratch<M>,
}

impl<M: Mask, K: Key> Task<M, K> {
    fn expand(&mut self, engine: &Engine<M, K>, parts: &[Part<K>]) {
        self.children.iter_mut().for_each(Vec::clear);
        for (part, range) in &self.source {
            for &key in &parts[*part].layer(0)[range.clone()] {
                engine.mover.expand(&engine.code, key, &mut self.scratch, |_, _, new| {
                    self.children[part_of(new)].push(new);
                });
            }
        }
    }
}

#[inline]
fn part_of<K: Key>(key: K) -> usize {
    (key.hashed() >> (u64::BITS - PART_BITS)) as usize
}

impl<'e, M: Mask, K: Key> Layers<'e, M, K> {
    /// A search from these states, its first layer. With `keep` all layers are kept, else the last two.
    pub(crate) fn new(engine: &'e Engine<M, K>, options: &'e Options, keep: bool, seeds: &[K]) -> Self {
        let budget = options.memory.map_or(usize::MAX, |bytes| bytes as usize / PARTS);
        let mut parts: Vec<Part<K>> = (0..PARTS).map(|_| Part::new(PART_BITS, budget)).collect();
        seeds.iter().for_each(|&seed| parts[part_of(seed)].insert(&[seed]));
        let mut layers =
            Layers { engine, options, parts, tasks: Vec::new(), pool: None, keep, layers: 0, states: 0, peak: 0 };
        layers.end_layer();
        layers
    }

    /// Makes the next layer and returns its number of states. After an error no layer is to be looked at.
    pub(crate) fn grow(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<u64, Stop> {
        self.check(progress)?;
        let width: usize = self.parts.iter().map(|p| p.layer(0).len()).sum();
        let tasks = width.div_ceil(TASK);
        self.start_threads(tasks);
        let mut cursor = Cursor { part: 0, index: 0 };
        for round in 0..tasks.div_ceil(ROUND) {
            let of_round = ROUND.min(tasks - round * ROUND);
            if self.pool.is_some() && of_round > 1 {
                self.parallel(of_round, &mut cursor);
            } else {
                self.serial(of_round, &mut cursor);
            }
            self.check(progress)?;
        }
        Ok(self.end_layer())
    }

    fn serial(&mut self, tasks: usize, cursor: &mut Cursor) {
        self.make_tasks(1);
        let task = &mut self.tasks[0];
        for _ in 0..tasks {
            cursor.take(&self.parts, &mut task.source);
            task.expand(self.engine, &self.parts);
            self.parts.iter_mut().zip(&task.children).for_each(|(part, keys)| part.insert(keys));
        }
    }

    fn parallel(&mut self, tasks: usize, cursor: &mut Cursor) {
        self.make_tasks(tasks);
        let tasks = &mut self.tasks[..tasks];
        tasks.iter_mut().for_each(|task| cursor.take(&self.parts, &mut task.source));
        let (engine, parts) = (self.engine, &mut self.parts);
        let Some(pool) = &self.pool else { return };
        pool.install(|| {
            let sources: &[Part<K>] = parts;
            tasks.par_iter_mut().for_each(|task| task.expand(engine, sources));
            parts.par_iter_mut().enumerate().for_each(|(i, part)| {
                tasks.iter().for_each(|task| part.insert(&task.children[i]));
            });
        });
    }

    fn make_tasks(&mut self, number: usize) {
        while self.tasks.len() < number {
            let children = vec![Vec::new(); PARTS];
            self.tasks.push(Task { source: Vec::new(), children, scratch: self.engine.mover.scratch() });
        }
    }

    /// Threads are started for the first layer that is worth it. If there are none to be had, one does it all.
    fn start_threads(&mut self, tasks: usize) {
        let threads = self.options.threads();
        if self.pool.is_none() && threads > 1 && tasks > 8 {
            self.pool = ThreadPoolBuilder::new().num_threads(threads).build().ok();
        }
    }

    fn check(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<(), Stop> {
        let bytes = self.parts.iter().map(Part::bytes).sum();
        self.peak = self.peak.max(bytes);
        let states = self.states + self.parts.iter().map(|p| p.made() as u64).sum::<u64>();
        progress(&Progress { depth: self.layers, states, bytes: bytes as u64 });
        if self.parts.iter().any(Part::is_full) {
            return Err(Stop::Memory);
        }
        self.options.limits.check(states).map(|_| ()).map_err(Stop::from)
    }

    fn end_layer(&mut self) -> u64 {
        let found = self.parts.iter().map(|p| p.made() as u64).sum();
        self.parts.iter_mut().for_each(|p| p.end_layer(self.keep));
        self.layers += 1;
        self.states += found;
        found
    }

    /// The keys of a layer that is kept, counted back from the last one, in parts.
    pub(crate) fn layer(&self, back: usize) -> impl Iterator<Item = &[K]> {
        self.parts.iter().map(move |p| p.layer(back))
    }

    /// The keys of the last layer for which `wanted` holds, ascending.
    pub(crate) fn filter(&self, wanted: impl Fn(K) -> bool + Sync) -> Vec<K> {
        let of_part = |part: &Part<K>| part.layer(0).iter().copied().filter(|&k| wanted(k)).collect::<Vec<K>>();
        let mut found = match &self.pool {
            Some(pool) => pool.install(|| self.parts.par_iter().map(of_part).collect::<Vec<_>>()).concat(),
            None => self.parts.iter().flat_map(of_part).collect(),
        };
        found.sort_unstable();
        found
    }

    /// Whether a layer that is kept has a key.
    pub(crate) fn has(&self, back: usize, key: K) -> bool {
        self.parts[part_of(key)].layer(back).contains(&key)
    }
}

/// A place in the last layer.
struct Cursor {
    part: usize,
    index: usize,
}

impl Cursor {
    /// The next [`TASK`] states, or those that are left.
    fn take<K: Key>(&mut self, parts: &[Part<K>], source: &mut Vec<(usize, Range<usize>)>) {
        source.clear();
        let mut left = TASK;
        while left > 0 && self.part < parts.len() {
            let end = parts[self.part].layer(0).len().min(self.index + left);
            left -= end - self.index;
            source.push((self.part, self.index..end));
            self.index = end;
            if left > 0 {
                (self.part, self.index) = (self.part + 1, 0);
            }
        }
    }
}
