//! The memory and the threads that the system has left for this process.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

/// Bytes available without swapping: on Linux its estimate for the machine, or less where a limit of this process or of
/// its control group is lower; on Windows the free memory, or less where less can be promised. `None` on other systems.
pub fn available() -> Option<u64> {
    available_within(addresses())
}

/// The default memory limit: half of the available memory, or 2 GB if the system does not report it.
pub fn default_limit() -> u64 {
    available().map_or(2_000_000_000, |available| available / 2)
}

fn available_within(process: Option<u64>) -> Option<u64> {
    let machine = of_machine()?;
    let group =
        read("/proc/self/cgroup").and_then(|groups| of_group(&groups, Path::new("/sys/fs/cgroup")));
    [Some(machine), process, group].into_iter().flatten().min()
}

#[cfg(not(all(windows, feature = "mmap")))]
fn of_machine() -> Option<u64> {
    kilobytes(&read("/proc/meminfo")?, "MemAvailable:")
}

#[cfg(all(windows, feature = "mmap"))]
fn of_machine() -> Option<u64> {
    use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..Default::default()
    };
    // SAFETY: the system fills in the structure, whose length it is told.
    let known = unsafe { GlobalMemoryStatusEx(&raw mut status) } != 0;
    known.then(|| status.ullAvailPhys.min(status.ullAvailPageFile))
}

/// Memory that a thread takes: the used part of its stack, and the reserves of the allocator and of its work.
const BYTES_OF_THREAD: u64 = 16 << 20;

/// Address space of a thread: its stack of 2 MiB, and the 64 MiB that glibc's allocator reserves for it.
const ADDRESSES_OF_THREAD: u64 = 80 << 20;

/// The number of threads that there was memory for at the first call, at least 1.
///
/// Without memory a thread too many ends the process, since neither the allocator nor the start of a thread reports an
/// error then.
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

/// Returns memory that was freed to the system. The allocator of glibc keeps it otherwise, and after a large search
/// that is gigabytes; for programs that live longer than their searches. Where the allocator is another, nothing is
/// done.
pub fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu", feature = "mmap"))]
    // SAFETY: the function takes no pointer, and may be called by any thread at any time: it locks each heap that it
    // works on.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Has each large allocation mapped by itself from now on, so that it grows in place and is returned to the system when
/// it is freed; for searches whose tables are replaced by larger ones again and again. The allocator of glibc begins to
/// take larger allocations from its heap otherwise, and the gaps in the heap stay. Where the allocator is another,
/// nothing is done.
///
/// # Safety
/// No other thread may allocate meanwhile: the allocator changes its settings without a lock.
#[cfg(feature = "mmap")]
pub unsafe fn map_large_allocations() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function takes no pointer, and the caller promises that no other thread allocates.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_ALLOCATION);
    }
}

/// Bytes of an allocation that is mapped by itself.
#[cfg(all(target_os = "linux", target_env = "gnu", feature = "mmap"))]
const LARGE_ALLOCATION: libc::c_int = 256 << 10;

/// The text of a system file. It has no length, so the capacity avoids reading it in ever larger pieces.
fn read(path: &str) -> Option<String> {
    let mut text = String::with_capacity(8192);
    File::open(path).ok()?.read_to_string(&mut text).ok()?;
    Some(text)
}

/// Bytes of address space left, where it is limited (`ulimit -v`).
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

/// The value of a line `NAME   123 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Bytes that the control groups (version 2) of this process leave: a container's limit. Unused pages of files count as
/// available.
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
    fn the_least_of_the_control_groups_around() {
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
