//! Building a table: the sweep, then the payload in the order of the file.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;
use rayon::prelude::*;

use crate::additive::Distances;
use crate::error::BuildError;
use crate::format::Header;
use crate::graph::Graph;
use crate::pattern::{Pattern, TableKind};
use crate::rank::FACTORIAL;
use crate::sweep::{Keep, Plane, Sweep, reachable_per_row, zeroed};
use crate::table::Table;

/// How far a sweep has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The level being worked out.
    pub depth: u32,
    /// Zero-aware entries found so far.
    pub entries: u64,
    /// Zero-aware entries that there are to find.
    pub total: u64,
}

/// Receives the progress; `Break` stops the work with an error that says so.
pub type OnProgress<'a> = &'a mut (dyn FnMut(Progress) -> ControlFlow<()> + Send);

/// A table in memory, complete but not yet written anywhere.
#[derive(Debug)]
pub struct Built {
    header: Header,
    payload: Vec<u8>,
}

impl Built {
    /// What the table says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of the file that [`Built::write`] makes.
    pub fn file_len(&self) -> u64 {
        self.header.file_len()
    }

    /// Writes the whole file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.header.bytes())?;
        out.write_all(&self.payload)
    }

    /// Writes the whole file in its shipped form (see [`zst`](crate::zst)).
    pub fn write_packed(&self, level: i32, out: &mut dyn Write) -> io::Result<()> {
        crate::zst::pack(&[&self.header.bytes(), &self.payload], level, out)
    }

    /// The table as an opened one, without a file.
    pub fn into_table(self) -> Table<Vec<u8>> {
        Table::from_parts(self.header, self.payload)
    }
}

/// Builds the table that serves a pattern (see [`Pattern::canonical`]) on that many threads.
///
/// The result depends on neither the number of threads nor the machine. Memory: see
/// [`requirements`](crate::requirements).
///
/// # Errors
/// [`BuildError`]: memory refused, threads refused, interrupted by `progress`.
pub fn build(
    pattern: &Pattern,
    kind: TableKind,
    threads: usize,
    progress: OnProgress<'_>,
) -> Result<Built, BuildError> {
    let pattern = pattern.canonical().0;
    in_pool(threads, || match kind {
        TableKind::ZeroAware => zero_aware(pattern, progress),
        TableKind::Additive => additive(pattern, progress),
    })
}

/// Runs `work` on a pool of that many threads, which the next call with as many finds again: for new threads the allocator sets
/// memory aside anew, and keeps what the old ones had, so that building several tables would take more than was announced.
pub(crate) fn in_pool<T: Send, E: From<BuildError> + Send>(
    threads: usize,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    static LAST: Mutex<Option<Arc<ThreadPool>>> = Mutex::new(None);
    let threads = threads.max(1);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let pool = match last.as_ref().filter(|pool| pool.current_num_threads() == threads) {
        Some(pool) => Arc::clone(pool),
        None => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = Arc::new(pool.map_err(|e| BuildError::Threads { threads, reason: e.to_string() })?);
            Arc::clone(last.insert(pool))
        }
    };
    drop(last);
    pool.install(work)
}

fn zero_aware(pattern: Pattern, progress: OnProgress<'_>) -> Result<Built, BuildError> {
    let graph = Graph::new(&pattern);
    let mut sweep = Sweep::new(&graph, &pattern)?;
    let mut bits = sweep.empty_plane()?;
    let histogram = run(&mut sweep, &pattern, progress, |sweep, pause| {
        // The entry's bit is the second one of its distance.
        let marked = (sweep.depth() + 1) & 2 != 0;
        let keep = if marked { Keep::Mark(&mut bits) } else { Keep::Nothing };
        sweep.deepen(keep, pause)
    })?;
    drop(sweep);
    let payload = arrange(&graph, &bits, pattern.len())?;
    Ok(finish(pattern, TableKind::ZeroAware, 1, histogram, payload))
}

fn additive(pattern: Pattern, progress: OnProgress<'_>) -> Result<Built, BuildError> {
    let graph = Graph::new(&pattern);
    let mut sweep = Sweep::new(&graph, &pattern)?;
    let mut distances = Distances::new(&graph, &pattern)?;
    let mut histogram = vec![distances.absorb(&sweep)];
    run(&mut sweep, &pattern, progress, |sweep, pause| {
        let found = sweep.deepen(Keep::Nothing, pause)?;
        histogram.push(distances.absorb(sweep));
        Ok(found)
    })?;
    drop(sweep);
    while histogram.last() == Some(&0) {
        histogram.pop();
    }
    let (entry_bits, payload) = distances.into_payload(&pattern)?;
    Ok(finish(pattern, TableKind::Additive, entry_bits, histogram, payload))
}

/// Deepens until a level is empty; returns how many entries each level had.
fn run<'g>(
    sweep: &mut Sweep<'g>,
    pattern: &Pattern,
    progress: OnProgress<'_>,
    mut deepen: impl FnMut(&mut Sweep<'g>, &mut dyn FnMut(u64) -> Result<(), BuildError>) -> Result<u64, BuildError>,
) -> Result<Vec<u64>, BuildError> {
    let total = sweep.rows() as u64 * u64::from(reachable_per_row(pattern));
    let mut histogram = vec![1];
    loop {
        let (depth, before) = (sweep.depth() + 1, histogram.iter().sum::<u64>());
        let mut pause = |found| match progress(Progress { depth, entries: before + found, total }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BuildError::Interrupted),
        };
        match deepen(sweep, &mut pause)? {
            0 => return Ok(histogram),
            found => histogram.push(found),
        }
    }
}

fn finish(pattern: Pattern, kind: TableKind, entry_bits: u8, histogram: Vec<u64>, payload: Vec<u8>) -> Built {
    let digest = *blake3::hash(&payload).as_bytes();
    Built { header: Header::new(pattern, kind, entry_bits, histogram, digest), payload }
}

/// Arrangements that one thread puts in order at a time: a cache line of a row.
const GROUP: usize = 512;

/// Bytes that one thread takes to put arrangements in order.
pub(crate) fn arrange_buffer(rows: u64) -> u64 {
    GROUP as u64 / 8 * rows
}

/// The plane's bits, row by row there, in the order of the file: arrangement by arrangement.
fn arrange(graph: &Graph, plane: &Plane, tiles: usize) -> Result<Vec<u8>, BuildError> {
    let rows = graph.len();
    let arrangements = FACTORIAL[tiles] as usize;
    let mut payload: Vec<u8> = zeroed((arrangements * rows).div_ceil(8))?;
    // A group's bits are a whole number of bytes, so groups are written apart from each other.
    payload.par_chunks_mut(GROUP / 8 * rows).enumerate().for_each_init(
        || vec![0u64; GROUP / 64 * rows],
        |bits, (group, out)| {
            bits.fill(0);
            for first_row in (0..rows).step_by(64) {
                for word in 0..GROUP / 64 {
                    arrange_square(graph, plane, first_row, group * (GROUP / 64) + word, word, bits);
                }
            }
            for (out, bits) in out.chunks_mut(8).zip(bits.iter()) {
                out.copy_from_slice(&bits.to_le_bytes()[..out.len()]);
            }
        },
    );
    Ok(payload)
}

/// Transposes 64 rows x 64 arrangements (word `word` of the rows) and puts them where they belong in a group's bits.
fn arrange_square(graph: &Graph, plane: &Plane, first_row: usize, word: usize, place: usize, bits: &mut [u64]) {
    let rows = graph.len();
    let here = (rows - first_row).min(64);
    let mut square = [0u64; 64];
    for (i, line) in square[..here].iter_mut().enumerate() {
        let row = plane.row(graph.place((first_row + i) as u32));
        *line = word_of(row.as_flattened(), word);
    }
    transpose(&mut square);
    for (arrangement, &line) in square.iter().enumerate() {
        let at = (place * 64 + arrangement) * rows + first_row;
        bits[at / 64] |= line << (at % 64);
        if at % 64 + here > 64 {
            bits[at / 64 + 1] |= line >> (64 - at % 64);
        }
    }
}

/// Bits `64 * word` to `64 * word + 63`; 0 beyond the end.
fn word_of(bytes: &[u8], word: usize) -> u64 {
    let bytes = bytes.get(word * 8..).unwrap_or_default();
    match bytes.first_chunk() {
        Some(whole) => u64::from_le_bytes(*whole),
        None => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// Transposes a matrix of 64 x 64 bits, bit c of word r being row r, column c (Warren, Hacker's Delight, 7-3).
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        for r in (0..64).filter(|r| r & width == 0) {
            let swapped = (square[r] >> width ^ square[r + width]) & mask;
            square[r] ^= swapped << width;
            square[r + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let mut square: [u64; 64] = std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let before = square;
        transpose(&mut square);
        for (r, c) in (0..64).flat_map(|r| (0..64).map(move |c| (r, c))) {
            assert_eq!(square[c] >> r & 1, before[r] >> c & 1);
        }
    }
}
