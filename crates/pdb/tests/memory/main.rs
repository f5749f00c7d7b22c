//! Announced against allocated memory: builds and deep verifications never allocate more than they
//! announce.
//!
//! A binary of its own, because it counts the allocations of the whole process.

#![allow(
    clippy::unwrap_used,
    reason = "a test that panics has failed, which is what it is for"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use fifteen_pdb::{
    Pattern, Table, TableBuilder, TableKind, UpperBits, build_memory, deep_verification_memory,
};
use fifteen_puzzle::Size;
use fifteen_resources::{Threads, run_in_pool};

/// The system's allocator, which counts what it allocates.
struct Counting;

/// Bytes that are allocated now.
static ALLOCATED: AtomicU64 = AtomicU64::new(0);
/// Maximum number of bytes that were allocated at the same time.
static PEAK: AtomicU64 = AtomicU64::new(0);

// SAFETY: all work is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size() as u64;
        PEAK.fetch_max(ALLOCATED.fetch_add(size, Relaxed) + size, Relaxed);
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = layout.size() as u64;
        PEAK.fetch_max(ALLOCATED.fetch_add(size, Relaxed) + size, Relaxed);
        // SAFETY: the caller's.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size() as u64, Relaxed);
        // SAFETY: the caller's.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Held while memory is counted, so that tests do not count each other's.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Does some work and returns its result and the bytes that it allocated at its peak.
fn peak<T>(threads: Threads, work: impl FnOnce() -> T) -> (T, u64) {
    // The memory of the threads themselves is not part of what is announced.
    run_in_pool(threads, || ()).unwrap();
    let before = ALLOCATED.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = work();
    (done, PEAK.load(Relaxed) - before)
}

/// Fails unless the work allocated at most what was announced, and at least half of it if that is a
/// lot.
fn assert_bound(what: &str, allocated: u64, announced: u64) {
    let (allocated_mb, announced_mb) = (allocated as f64 / 1e6, announced as f64 / 1e6);
    println!("{what}: {allocated_mb:.2} MB allocated, {announced_mb:.2} MB announced");
    assert!(allocated <= announced, "{what}: {allocated} of {announced}");
    assert!(
        announced < 4_000_000 || allocated >= announced / 2,
        "{what}: only {allocated} of {announced}"
    );
}

/// Builds the table of a pattern, verifies it deeply, and compares the memory of both with what was
/// announced.
fn compare(pattern: &Pattern, kind: TableKind, threads: Threads) -> Table {
    let what = format!("{} {pattern} {kind} {threads:?}", pattern.size());
    let mut builder = TableBuilder::new().kind(kind).threads(threads);
    let (table, allocated) = peak(threads, || builder.build(pattern).unwrap());
    assert_bound(
        &format!("{what}: build"),
        allocated,
        build_memory(pattern, kind, threads),
    );
    let (verified, allocated) = peak(threads, || {
        table.verify_deep(threads, &mut |_| ControlFlow::Continue(()))
    });
    assert_eq!(verified, Ok(()));
    let announced = deep_verification_memory(pattern, threads);
    assert_bound(&format!("{what}: verification"), allocated, announced);
    table
}

fn first_tiles(width: usize, height: usize, tiles: u8) -> Pattern {
    let size = Size::new(width, height).unwrap();
    let cells: Vec<u8> = (0..tiles).collect();
    Pattern::new(size, size.cells() - 1, &cells).unwrap()
}

#[test]
fn small_tables_allocate_no_more_than_announced() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for pattern in [
        first_tiles(3, 3, 8),
        first_tiles(4, 4, 6),
        first_tiles(5, 2, 9),
    ] {
        for kind in [TableKind::ZeroAware, TableKind::Additive] {
            compare(&pattern, kind, Threads::all_if_zero(3));
        }
    }
    let (threads, pattern) = (Threads::all_if_zero(3), first_tiles(4, 4, 6));
    let build = || UpperBits::build(&pattern, threads, &mut |_| ControlFlow::Continue(()));
    let (_, allocated) = peak(threads, || build().unwrap());
    assert_bound(
        "upper bits",
        allocated,
        UpperBits::memory(&pattern, threads),
    );
}

/// Few classes of many arrangements: the tables of the permutations are as large as the planes.
///
/// `cargo test --release -p fifteen-pdb --test memory -- --ignored --nocapture`
#[test]
#[ignore = "takes more than ten minutes: deep verification of 479 million entries"]
fn eleven_tiles_allocate_no_more_than_announced() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    compare(&first_tiles(4, 3, 11), TableKind::ZeroAware, Threads::All);
}
