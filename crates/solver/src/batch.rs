//! A thread pool that processes items in parallel and returns their results in input order. To save
//! memory, it reads ahead by at most a fixed number of items per thread.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use fifteen_resources::{Threads, lock};
use fifteen_search::Instant;
pub use fifteen_search::Queue;

/// Maximum number of items per thread that are waiting, in progress, or finished but not yet
/// delivered. It bounds the memory that a batch uses.
const WINDOW_PER_THREAD: usize = 512;

/// Whether reading the next item of a batch can block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The next item is available immediately. With a single thread, the calling thread therefore
    /// reads and processes all items itself.
    Ready,
    /// Reading an item can block, as from a pipe. A separate thread reads the items, so that a
    /// blocked read does not delay the items in progress.
    MayBlock,
}

/// Applies `work` to every item on the given threads. The calling thread passes the results to
/// `sink` in input order.
///
/// Items are read only as needed, so the iterator can be endless. When `sink` returns
/// [`ControlFlow::Break`], reading stops, and the results of items in progress are discarded.
///
/// ```
/// use std::ops::ControlFlow;
/// use fifteen_solver::Threads;
/// use fifteen_solver::batch::{self, Source};
/// let mut squares = Vec::new();
/// batch::in_order(1..=5, Source::Ready, Threads::All, |n| n * n, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [1, 4, 9, 16, 25]);
/// ```
pub fn in_order<T, R, I>(
    items: I,
    source: Source,
    threads: Threads,
    work: impl Fn(T) -> R + Sync,
    sink: impl FnMut(R) -> ControlFlow<()>,
) where
    I: IntoIterator<Item = T>,
    T: Send,
    I::IntoIter: Send,
    R: Send,
{
    let one_by_one = |queue: &mut dyn Queue<T, R>| {
        while let Some((number, item)) = queue.next() {
            queue.done(number, work(item));
        }
    };
    in_order_by(items, source, threads, one_by_one, sink);
}

/// Works like [`in_order`], but `work` takes the items from a queue itself. Each thread can
/// therefore work on several items at once.
pub fn in_order_by<T, R, I>(
    items: I,
    source: Source,
    threads: Threads,
    work: impl Fn(&mut dyn Queue<T, R>) + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) where
    I: IntoIterator<Item = T>,
    T: Send,
    I::IntoIter: Send,
    R: Send,
{
    let threads = threads.count();
    let window = threads * WINDOW_PER_THREAD;
    let (room_in, room_out) = mpsc::channel();
    let _ = room_in.send(window);
    let is_open = &AtomicBool::new(true);
    let items = &Mutex::new(items.into_iter().enumerate());
    let mut inline = Inline {
        items,
        in_order: InOrder {
            results: BTreeMap::new(),
            next: 0,
            room: Some(room_in),
            is_open,
            freed: 0,
            window,
            sink: &mut sink,
        },
        one_by_one: source == Source::MayBlock,
        taken: 0,
    };
    if threads == 1 && source == Source::Ready {
        return work(&mut inline);
    }
    let (items_in, items_out) = mpsc::channel();
    let (results_in, results_out) = mpsc::channel();
    let items_out = &Mutex::new(items_out);
    let read = move || read_ahead(items, &items_in, room_out, is_open);
    let work = &work;
    thread::scope(|scope| {
        // If the system refuses to start another thread, the threads already started process all
        // items.
        let spawn = |_: &usize| {
            let results_in = results_in.clone();
            thread::Builder::new()
                .spawn_scoped(scope, move || work_on(items_out, results_in, work))
                .is_ok()
        };
        let workers = (0..threads).take_while(spawn).count();
        if workers == 0 || thread::Builder::new().spawn_scoped(scope, read).is_err() {
            return work(&mut inline);
        }
        drop(results_in);
        deliver(&results_out, inline.in_order);
    });
}

/// Reads items and sends them to the worker threads. Each number `n` received from `room` permits
/// reading `n` more items. Returns when there are no more items, or when the batch is closed.
fn read_ahead<T>(
    items: &Mutex<impl Iterator<Item = T>>,
    items_in: &Sender<T>,
    room: Receiver<usize>,
    is_open: &AtomicBool,
) {
    let mut room = room.into_iter().flat_map(|room| 0..room);
    while room.next().is_some()
        && is_open.load(Ordering::Relaxed)
        && let Some(item) = lock(items).next()
        && items_in.send(item).is_ok()
    {}
}

/// Processes items on a worker thread until there are none left. A panic is passed on to the
/// calling thread, which would otherwise wait forever for the missing result.
fn work_on<T, R>(
    items: &Mutex<Receiver<(usize, T)>>,
    results: Sender<thread::Result<(usize, R)>>,
    work: &impl Fn(&mut dyn Queue<T, R>),
) {
    let mut share = SharedItems {
        items,
        results,
        taken: 0,
    };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&mut share))) {
        let _ = share.results.send(Err(panic));
    }
}

/// Passes each result from the worker threads to `in_order`. Returns when all of these threads have
/// ended.
fn deliver<R, F: FnMut(R) -> ControlFlow<()>>(
    results: &Receiver<thread::Result<(usize, R)>>,
    mut in_order: InOrder<'_, R, F>,
) {
    let mut fast = false;
    while let Some(result) = receive(results, &mut fast) {
        match result {
            Ok((number, result)) => in_order.take(number, result),
            Err(panic) => {
                in_order.close();
                resume_unwind(panic);
            }
        }
    }
}

/// A queue that processes the whole batch on the calling thread. It is used if only one thread is
/// requested or if no thread could be started.
struct Inline<'a, I, R, F> {
    items: &'a Mutex<I>,
    in_order: InOrder<'a, R, F>,
    /// Whether to take an item only after the previous result has been delivered. Reading an item
    /// can block, which would otherwise delay a finished result.
    one_by_one: bool,
    /// Number of items in progress.
    taken: usize,
}

impl<T, R, I: Iterator<Item = (usize, T)>, F: FnMut(R) -> ControlFlow<()>> Queue<T, R>
    for Inline<'_, I, R, F>
{
    fn next(&mut self) -> Option<(usize, T)> {
        if self.in_order.room.is_none() || self.one_by_one && self.taken > 0 {
            return None;
        }
        let next = lock(self.items).next();
        self.taken += usize::from(next.is_some());
        next
    }

    fn done(&mut self, number: usize, result: R) {
        self.taken -= 1;
        self.in_order.take(number, result);
    }
}

/// The queue of one worker thread. It takes items from a channel that all workers share.
struct SharedItems<'a, T, R> {
    items: &'a Mutex<Receiver<(usize, T)>>,
    results: Sender<thread::Result<(usize, R)>>,
    /// Number of items in progress.
    taken: usize,
}

impl<T, R> Queue<T, R> for SharedItems<'_, T, R> {
    /// Returns the next item. Waits for one only if this worker has no items in progress.
    /// Otherwise, returns `None` if no item is available yet.
    fn next(&mut self) -> Option<(usize, T)> {
        let next = match self.taken {
            0 => lock(self.items).recv().ok(),
            _ => self.items.try_lock().ok()?.try_recv().ok(),
        };
        self.taken += usize::from(next.is_some());
        next
    }

    fn done(&mut self, number: usize, result: R) {
        self.taken -= 1;
        // The send succeeds, because the receiver outlives the worker threads.
        let _ = self.results.send(Ok((number, result)));
    }
}

/// Passes results to `sink` in order, and limits how many items are read ahead.
struct InOrder<'a, R, F> {
    /// Results whose predecessors are still missing, keyed by item index.
    results: BTreeMap<usize, R>,
    next: usize,
    /// Channel that tells the reading thread how many more items it may read, or `None` after the
    /// batch has been stopped.
    room: Option<Sender<usize>>,
    is_open: &'a AtomicBool,
    /// Number of results delivered since the last message to `room`.
    freed: usize,
    /// Maximum number of items that have been read, but whose results have not been delivered yet.
    window: usize,
    sink: &'a mut F,
}

impl<R, F: FnMut(R) -> ControlFlow<()>> InOrder<'_, R, F> {
    fn take(&mut self, number: usize, result: R) {
        self.results.insert(number, result);
        while let Some(result) = self.results.remove(&self.next) {
            self.next += 1;
            if self.room.is_some() && (self.sink)(result).is_break() {
                self.close();
            }
            self.freed += 1;
            // Allow more items only after half a window of results has been delivered, because
            // waking the reading thread takes longer than processing an item.
            if let Some(room) = self.room.as_ref().filter(|_| 2 * self.freed >= self.window) {
                let _ = room.send(std::mem::take(&mut self.freed));
            }
        }
    }

    /// Stops reading items.
    fn close(&mut self) {
        self.room = None;
        self.is_open.store(false, Ordering::Relaxed);
    }
}

/// How long [`receive`] sleeps if results arrive quickly. The sleep delays a result by at most this
/// time.
const PAUSE: Duration = Duration::from_micros(100);

/// Returns the next result, or `None` if all workers have finished.
///
/// If results arrive quickly (`fast`), the thread first sleeps until several are available. Waking
/// up for each result would take longer than computing it.
fn receive<T>(results: &Receiver<T>, fast: &mut bool) -> Option<T> {
    if let Ok(result) = results.try_recv() {
        return Some(result);
    }
    if *fast {
        thread::sleep(PAUSE);
    }
    let started = Instant::now();
    let result = results.recv().ok();
    *fast = started.elapsed() < PAUSE;
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    fn run(count: usize, threads: usize) -> Vec<usize> {
        let mut seen = Vec::new();
        // Every tenth item is slow, so that later items finish before it.
        let work = |n: usize| {
            thread::sleep(Duration::from_micros(if n.is_multiple_of(10) {
                500
            } else {
                0
            }));
            n
        };
        in_order(
            0..count,
            Source::Ready,
            Threads::all_if_zero(threads),
            work,
            |n| {
                seen.push(n);
                ControlFlow::Continue(())
            },
        );
        seen
    }

    #[test]
    fn results_come_in_order() {
        for threads in [0, 1, 2, 7] {
            assert!(
                run(1000, threads).into_iter().eq(0..1000),
                "{threads} threads"
            );
            assert!(run(0, threads).is_empty());
        }
    }

    #[test]
    fn few_items_are_taken_ahead() {
        let taken = AtomicUsize::new(0);
        let items = (0..usize::MAX).inspect(|_| {
            taken.fetch_add(1, Ordering::Relaxed);
        });
        let slow_first =
            |n: usize| thread::sleep(Duration::from_millis(if n == 0 { 100 } else { 0 }));
        let mut seen = 0;
        in_order(
            items,
            Source::Ready,
            Threads::all_if_zero(3),
            slow_first,
            |()| {
                seen += 1;
                if seen == 500 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert!(taken.into_inner() <= 500 + 4 * WINDOW_PER_THREAD);
    }

    #[test]
    fn a_panic_of_a_worker_ends_the_batch() {
        let caught = std::panic::catch_unwind(|| {
            in_order(
                0..10_000,
                Source::Ready,
                Threads::all_if_zero(3),
                |n| assert_ne!(n, 5, "on purpose"),
                |()| ControlFlow::Continue(()),
            );
        });
        assert!(caught.is_err());
    }
}
