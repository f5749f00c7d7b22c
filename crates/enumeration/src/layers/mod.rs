//! Counting layer by layer: only the last two layers are in memory, each as ascending lists of keys.
//!
//! The graph is undirected, so the neighbours of a layer are in it, in the layer before or in the next layer (Korf &
//! Zhang 2000). The states with the blank on one cell make one list of keys (see [`code`]), which holds the gaps
//! between them and so takes one to three bytes a state. The next layer is made list by list and part by part, each
//! part by one thread that *pulls* (see [`gather`]): no table of seen states, no locks, and nothing depends on the
//! number of threads. A list takes the place of the one of the layer before the last as soon as it is complete.

mod code;
mod gather;
mod key;
mod list;
mod parts;
mod route;

use rayon::prelude::*;

use self::code::Code;
use self::gather::Target;
use self::key::Key;
use self::list::{KeyList, KeyWriter};
use self::parts::Parts;
use self::route::Route;
use super::engine::{Engine, OnPause};
use super::geometry::Geometry;
use fifteen_search::LimitKind;

/// Bits of keys that fit one word.
const SHORT: u32 = u64::BITS;
/// Buffers, and memory that the allocator loses between lists, add one byte for this number of bytes of lists.
const OVERHEAD: u64 = 15;
/// The next layer is expected to grow by at least this part of the growth of the last layers.
const LEAST_GROWTH: f64 = 0.9;
/// States of the last layer, on average, for the parts that are made between two checks of the limits.
const BATCH: u64 = 1 << 20;
/// The least number of parts that are made at once.
const MIN_PARTS: u64 = 64;
/// States of a layer, on average, for each part that its lists are cut into.
pub(super) const GRAIN: u64 = 2048;

/// The layers of a board, from the goal on.
pub(super) fn engine(geometry: Geometry, memory: Option<u64>, grain: u64) -> Box<dyn Engine> {
    if Code::<u64>::bits(geometry.size.cells() - 1) <= SHORT {
        Box::new(Layers::<u64>::new(geometry, memory, grain))
    } else {
        Box::new(Layers::<u128>::new(geometry, memory, grain))
    }
}

/// The last two layers.
struct Layers<K> {
    geometry: Geometry,
    memory: Option<u64>,
    grain: u64,
    code: Code<K>,
    parts: Parts,
    /// For each cell of the blank: the cells of its row from which it may come.
    rows: Vec<Vec<usize>>,
    /// For each cell of the blank: its sources along the column.
    routes: Vec<Vec<Route>>,
    /// By the blank's cell.
    previous: Vec<KeyList>,
    current: Vec<KeyList>,
    /// Bytes of the last three layers, for an estimate of the next one.
    history: [u64; 3],
}

impl<K: Key> Layers<K> {
    fn new(geometry: Geometry, memory: Option<u64>, grain: u64) -> Self {
        let cells = geometry.size.cells();
        let code = Code::new(cells - 1);
        let parts = Parts::new(&code, 0);
        let mut layers = Self {
            rows: (0..cells).map(|cell| geometry.row_sources(cell)).collect(),
            routes: Vec::new(),
            previous: (0..cells).map(|_| KeyList::default()).collect(),
            current: (0..cells).map(|_| KeyList::default()).collect(),
            history: [0; 3],
            geometry,
            memory,
            grain,
            code,
            parts,
        };
        layers.plan_routes();
        // The tiles are numbered as they stand in the goal: all digits are 0.
        let mut goal = KeyWriter::new(K::ZERO);
        goal.push(K::ZERO);
        let mut list = KeyList::with_parts(1);
        list.push_part(&goal);
        list.finish();
        layers.current[geometry.blank] = list;
        layers
    }

    fn plan_routes(&mut self) {
        let (geometry, code, parts) = (&self.geometry, &self.code, &self.parts);
        let width = geometry.size.width();
        let of_cell = |cell: usize| {
            let (row, column) = geometry.size.row_column(cell);
            let from = geometry.column_sources(cell).into_iter();
            from.map(|from| {
                let from = geometry.size.row_column(from).0;
                Route::new(code, parts, width, column, [from, row], geometry.parity(from))
            })
            .collect()
        };
        self.routes = (0..geometry.size.cells()).map(of_cell).collect();
    }

    /// Cuts the lists into more parts as they grow.
    fn cut(&mut self) {
        let room = states(&self.current) / self.grain.max(1) / self.geometry.size.cells() as u64;
        let mut parts = self.parts.clone();
        loop {
            let finer = Parts::new(&self.code, parts.digits() + 1);
            if finer.digits() == parts.digits() || finer.count() as u64 > room {
                break;
            }
            parts = finer;
        }
        if parts.digits() > self.parts.digits() {
            for list in self.previous.iter_mut().chain(&mut self.current) {
                *list = list.cut::<K>(&self.parts, &parts);
            }
            self.parts = parts;
            self.plan_routes();
        }
    }

    /// An estimate from below of the bytes of the next layer, from the growth of the last layers; 0 for the first
    /// layers.
    fn expected_bytes(&self) -> u64 {
        let [a, b, c] = self.history;
        if a == 0 {
            return 0;
        }
        // Growth usually slows down; it alternates on boards whose moves along rows and columns differ much.
        let growth = (b as f64 / a as f64).min(c as f64 / b as f64);
        (c as f64 * growth * LEAST_GROWTH) as u64
    }
}

fn bytes(lists: &[KeyList]) -> u64 {
    lists.iter().map(KeyList::bytes).sum()
}

fn states(lists: &[KeyList]) -> u64 {
    lists.iter().map(KeyList::keys).sum()
}

/// Bytes of lists with the overhead.
fn with_overhead(bytes: u64) -> u64 {
    bytes + bytes / OVERHEAD
}

impl<K: Key> Layers<K> {
    /// The next layer's list of a cell; `report` is called each time it has grown.
    fn make(
        &self,
        cell: usize,
        batch: usize,
        report: &mut dyn FnMut(&KeyList) -> Result<(), LimitKind>,
    ) -> Result<KeyList, LimitKind> {
        let target = Target {
            code: &self.code,
            parts: &self.parts,
            current: &self.current,
            row: &self.rows[cell],
            routes: &self.routes[cell],
            known: [&self.previous[cell], &self.current[cell]],
        };
        if target.is_out_of_reach() {
            return Ok(KeyList::default());
        }
        let count = self.parts.count();
        let mut list = KeyList::with_parts(count);
        for first in (0..count).step_by(batch) {
            let range = (first..count.min(first + batch)).into_par_iter();
            let made: Vec<KeyWriter<K>> = range.map_init(Vec::new, |moved, part| target.gather(part, moved)).collect();
            made.iter().for_each(|part| list.push_part(part));
            report(&list)?;
        }
        list.finish();
        Ok(list)
    }
}

impl<K: Key> Engine for Layers<K> {
    fn deepen(&mut self, pause: OnPause<'_>) -> Result<u64, LimitKind> {
        if self.memory.is_some_and(|limit| self.needed() > limit) {
            return Err(LimitKind::Memory);
        }
        self.cut();
        let parts = (self.parts.count() * self.current.len()) as u64;
        let batch = (BATCH * parts / states(&self.current).max(1)).max(MIN_PARTS) as usize;
        let mut held = bytes(&self.current) + bytes(&self.previous);
        let mut found = 0;
        for cell in 0..self.current.len() {
            let list = self.make(cell, batch, &mut |list| {
                let taken = with_overhead(held + list.bytes());
                if self.memory.is_some_and(|limit| taken > limit) {
                    return Err(LimitKind::Memory);
                }
                pause(found + list.keys(), taken)
            })?;
            found += list.keys();
            held = held + list.bytes() - self.previous[cell].bytes();
            self.previous[cell] = list;
        }
        std::mem::swap(&mut self.previous, &mut self.current);
        self.history = [self.history[1], self.history[2], bytes(&self.current)];
        Ok(found)
    }

    fn needed(&self) -> u64 {
        with_overhead(bytes(&self.current) + self.expected_bytes())
    }
}
