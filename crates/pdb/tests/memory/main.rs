//! Tests that builds and deep verifications never allocate more memory than the library has
//! estimated.
//!
//! This is a separate binary, because it counts the allocations of the whole process.

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

/// The system allocator, with counters of the allocated bytes.
struct Counting;

/// Number of bytes that are currently allocated.
static ALLOCATED: AtomicU64 = AtomicU64::new(0);
/// Largest number of bytes that were allocated at the same time.
static PEAK: AtomicU64 = AtomicU64::new(0);

// SAFETY: all methods delegate to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size() as u64;
        PEAK.fetch_max(ALLOCATED.fetch_add(size, Relaxed) + size, Relaxed);
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = layout.size() as u64;
        PEAK.fetch_max(ALLOCATED.fetch_add(size, Relaxed) + size, Relaxed);
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size() as u64, Relaxed);
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Locked while memory is counted, so that concurrent tests do not count each other's allocations.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Runs `work`, and returns its result and its peak memory in bytes.
fn peak<T>(threads: Threads, work: impl FnOnce() -> T) -> (T, u64) {
    // Start the threads before counting, because the estimates do not include the memory of the
    // threads themselves.
    run_in_pool(threads, || ()).unwrap();
    let before = ALLOCATED.load(Relaxed);
    PEAK.store(before, Relaxed);
    let done = work();
    (done, PEAK.load(Relaxed) - before)
}

/// Asserts that no more memory was allocated than the library estimated. If the estimate is large,
/// also asserts that at least half of it was used, so that the estimate is not far too high.
fn assert_bound(what: &str, allocated: u64, announced: u64) {
    let (allocated_mb, announced_mb) = (allocated as f64 / 1e6, announced as f64 / 1e6);
    println!("{what}: {allocated_mb:.2} MB allocated, {announced_mb:.2} MB announced");
    assert!(allocated <= announced, "{what}: {allocated} of {announced}");
    assert!(
        announced < 4_000_000 || allocated >= announced / 2,
        "{what}: only {allocated} of {announced}"
    );
}

/// Builds and deeply verifies the table of a pattern, and compares the memory that both operations
/// allocate with their estimates.
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
fn small_tables_allocate_no_more_than_estimated() {
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

/// Tests a pattern with few zero classes but many arrangements, for which the permutation tables
/// are as large as the bit planes.
///
/// To run this test:
/// `cargo test --release -p fifteen-pdb --test memory -- --ignored --nocapture`
#[test]
#[ignore = "takes more than ten minutes: deep verification of 479 million entries"]
fn tables_of_eleven_tiles_allocate_no_more_than_estimated() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    compare(&first_tiles(4, 3, 11), TableKind::ZeroAware, Threads::All);
}
