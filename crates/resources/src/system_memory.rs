//! The memory that this process can still use, and the number of threads that fit into it.

#![allow(unsafe_code)]

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

/// Returns the memory that this process can use without swapping, in bytes, or `None` if the system
/// does not report it.
///
/// On Linux, this is the minimum of three values: the kernel's estimate for the whole machine, the
/// unused part of the process's own limit (`ulimit -v`), and the unused part of its control group's
/// limit. On Windows, it is the free physical memory or the free space in the page file, whichever
/// is less.
pub fn available() -> Option<u64> {
    available_within(addresses())
}

/// Returns the default memory limit of a search, in bytes: half of the available memory, or 2 GB if
/// the system does not report it.
pub fn default_limit() -> u64 {
    available().map_or(2_000_000_000, |available| available / 2)
}

/// Returns the default memory limit of a search that does not share the machine with other
/// searches, in bytes. It is three quarters of the available memory, or 2 GB if the system does not
/// report it.
pub fn most_of_available() -> u64 {
    available().map_or(2_000_000_000, |available| available / 4 * 3)
}

fn available_within(process: Option<u64>) -> Option<u64> {
    let machine = of_machine()?;
    let group =
        read("/proc/self/cgroup").and_then(|groups| of_group(&groups, Path::new("/sys/fs/cgroup")));
    [Some(machine), process, group].into_iter().flatten().min()
}

#[cfg(not(windows))]
fn of_machine() -> Option<u64> {
    kilobytes(&read("/proc/meminfo")?, "MemAvailable:")
}

#[cfg(windows)]
fn of_machine() -> Option<u64> {
    use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..Default::default()
    };
    // SAFETY: the pointer is valid, and the structure contains its own length, as the function
    // requires.
    let known = unsafe { GlobalMemoryStatusEx(&raw mut status) } != 0;
    known.then(|| status.ullAvailPhys.min(status.ullAvailPageFile))
}

/// Estimated memory use of a thread, in bytes: the used part of its stack, its share of the
/// allocator's memory, and its own buffers.
const BYTES_OF_THREAD: u64 = 16 << 20;

/// Address space that a thread reserves, in bytes: 2 MiB for its stack, 64 MiB for its heap in
/// glibc's allocator, and some reserve. It counts towards `ulimit -v` even if it is never used.
const ADDRESSES_OF_THREAD: u64 = 80 << 20;

/// Returns the number of threads that fit into memory, which is at least 1. The value is computed
/// only at the first call.
///
/// Starting one thread too many would abort the process, because neither the standard library nor
/// the allocator returns an error if a new thread cannot allocate its memory.
pub fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        let addresses = addresses();
        let room =
            |bytes: Option<u64>, of_each: u64| bytes.map_or(u64::MAX, |bytes| bytes / of_each);
        let memory = room(available_within(addresses), BYTES_OF_THREAD);
        let most = memory.min(room(addresses, ADDRESSES_OF_THREAD));
        usize::try_from(most).unwrap_or(usize::MAX).max(1)
    })
}

/// Returns freed memory to the system.
///
/// glibc's allocator keeps freed memory for later allocations. After a large search, it can keep
/// gigabytes. Long-running programs, such as servers, should call this function after a search.
/// With other allocators, it does nothing.
pub fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function takes no pointer and locks each heap, so any thread can call it at any
    // time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Makes the allocator use a separate memory mapping for each large allocation from now on.
///
/// A mapping can grow in place, and is returned to the system when it is freed. Searches that
/// repeatedly enlarge their tables depend on both properties. Otherwise, glibc's allocator would
/// raise its threshold for mappings and take the tables from its heap, where they leave gaps. With
/// other allocators, this function does nothing.
///
/// # Safety
/// No other thread may allocate during the call, because the allocator changes its settings without
/// a lock.
pub unsafe fn map_large_allocations() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function takes no pointer, and the caller promises that no other thread
    // allocates.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_ALLOCATION);
    }
}

/// Minimum size in bytes of an allocation that gets a memory mapping of its own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_ALLOCATION: libc::c_int = 256 << 10;

/// Reads a file of the `/proc` file system into a string, or returns `None` on failure.
///
/// Files in `/proc` report no length, so `fs::read_to_string` would read them in many small pieces.
/// A buffer with enough capacity avoids this.
fn read(path: &str) -> Option<String> {
    let mut text = String::with_capacity(8192);
    File::open(path).ok()?.read_to_string(&mut text).ok()?;
    Some(text)
}

/// Returns how much more address space this process can reserve, in bytes, or `None` if it is not
/// limited with `ulimit -v`.
fn addresses() -> Option<u64> {
    let limits = read("/proc/self/limits")?;
    let soft = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?
        .split_whitespace()
        .next()?;
    Some(
        soft.parse::<u64>()
            .ok()?
            .saturating_sub(kilobytes(&read("/proc/self/status")?, "VmSize:")?),
    )
}

/// Parses a line of the form `NAME   123 kB` in `text`, and returns the value in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the memory that this process's control groups (version 2) still allow, in bytes, or
/// `None` if they set no limit. `groups` is the content of `/proc/self/cgroup`, and `root` is the
/// directory where control groups are mounted.
///
/// Containers limit memory through control groups, and the limits of all enclosing groups apply.
/// Inactive cached file pages count as available, because the system drops them when it needs
/// memory.
fn of_group(groups: &str, root: &Path) -> Option<u64> {
    let own = root.join(groups.lines().find_map(|line| line.strip_prefix("0::/"))?);
    let left = |group: &Path| {
        let number = |name: &str| {
            fs::read_to_string(group.join(name))
                .ok()?
                .trim()
                .parse::<u64>()
                .ok()
        };
        let (most, used) = (number("memory.max")?, number("memory.current")?);
        let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
        let files = statistics
            .lines()
            .find_map(|line| line.strip_prefix("inactive_file ")?.parse().ok());
        Some(most.saturating_sub(used.saturating_sub(files.unwrap_or(0))))
    };
    own.ancestors()
        .take_while(|group| group.starts_with(root))
        .filter_map(left)
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_limit_of_the_enclosing_control_groups_applies() {
        let root = tempfile::tempdir().unwrap();
        let write = |group: &str, name: &str, text: &str| {
            fs::create_dir_all(root.path().join(group)).unwrap();
            fs::write(root.path().join(group).join(name), text).unwrap();
        };
        for (group, most) in [("a", "5000\n"), ("a/b", "max\n"), ("a/b/c", "9000\n")] {
            write(group, "memory.max", most);
            write(group, "memory.current", "3000\n");
        }
        write("a", "memory.stat", "anon 1\ninactive_file 700\n");
        assert_eq!(of_group("1:cpu:/x\n0::/a/b/c\n", root.path()), Some(2700));
        assert_eq!(of_group("0::/\n", root.path()), None);
        assert_eq!(of_group("", root.path()), None);
    }
}
