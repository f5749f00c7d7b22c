//! Large pages for mapped tables and for large allocations, on Linux.
//!
//! A mapped file has pages of 4 kB, so that nearly every far lookup misses the processor's cache of addresses.
//! Anonymous memory can have pages of 2 MB. A copy of the file in such memory takes the place of the mapping, at the
//! same addresses and with the same bytes, even while searches read it.

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::c_void;
    use std::io;
    use std::ptr;

    use memmap2::Mmap;
    use rustix::mm::{Advice, MapFlags, MprotectFlags, MremapFlags, ProtFlags};
    use rustix::mm::{madvise, mmap_anonymous, mprotect, mremap_fixed, munmap};

    /// The size of a large page.
    const LARGE: usize = 2 << 20;
    /// The size of a small one.
    const SMALL: usize = 4 << 10;

    /// Asks for large pages for memory that was not yet written to: the system then has to find and clear fewer pages.
    pub(crate) fn prefer<T>(memory: &mut [T]) {
        let start = memory.as_mut_ptr().cast::<c_void>();
        let skipped = start.addr().next_multiple_of(LARGE) - start.addr();
        let length = size_of_val(memory).saturating_sub(skipped) / LARGE * LARGE;
        if length > 0 {
            // SAFETY: whole pages inside `memory`, whose bytes stay as they are. A refusal changes nothing.
            _ = unsafe { madvise(start.wrapping_byte_add(skipped), length, Advice::LinuxHugepage) };
        }
    }

    /// Moves the bytes of a mapping into large pages. After an error the mapping is as it was.
    ///
    /// # Errors
    /// If the system gives no memory, or the mapping does not begin at the address of a large page.
    pub(in crate::file) fn replace(map: &Mmap) -> io::Result<()> {
        let (from, length) = (map.as_ptr(), map.len().next_multiple_of(SMALL));
        if !from.addr().is_multiple_of(LARGE) {
            return Err(io::Error::other("the mapping does not begin at the address of a large page"));
        }
        let room = length + LARGE;
        let (protection, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE);
        // SAFETY: new memory at an address that the system chooses.
        let start = unsafe { mmap_anonymous(ptr::null_mut(), room, protection, flags) }?;
        let begin = start.wrapping_byte_add(start.addr().next_multiple_of(LARGE) - start.addr());
        // SAFETY: the `room` bytes at `start` are this function's own, and nobody else knows of them.
        let moved = unsafe { fill_and_move(begin, map, length) };
        // SAFETY: still its own are the bytes before and after the copy, and the copy unless it was moved. The place of
        // a moved copy is left alone: another thread may have been given that memory by now.
        unsafe {
            let after = begin.wrapping_byte_add(length);
            let unmap = |from: *mut c_void, to: *mut c_void| match to.addr() - from.addr() {
                0 => Ok(()),
                bytes => munmap(from, bytes),
            };
            unmap(start, begin)?;
            unmap(after, start.wrapping_byte_add(room))?;
            if moved.is_err() {
                munmap(begin, length)?;
            }
        }
        moved
    }

    /// Copies the bytes of the mapping, and puts the copy in its place.
    ///
    /// # Safety
    /// `length` bytes at `copy` must be the caller's own anonymous memory; `length` is the mapping's, in whole pages.
    unsafe fn fill_and_move(copy: *mut c_void, map: &Mmap, length: usize) -> io::Result<()> {
        let to = map.as_ptr().cast_mut().cast::<c_void>();
        // SAFETY: the copy is the caller's own memory, at least as long as the mapping, and apart from it. Large pages
        // are advice. Moving the copy to `to` unmaps the file there, in one step for all threads: whoever reads those
        // addresses reads either the file or the copy, the same bytes, since nobody may change a mapped file. The copy
        // is made read-only first, as the mapping is. Dropping the mapping unmaps whatever is at its addresses.
        unsafe {
            madvise(copy, length, Advice::LinuxHugepage)?;
            ptr::copy_nonoverlapping(map.as_ptr(), copy.cast(), map.len());
            mprotect(copy, length, MprotectFlags::READ)?;
            mremap_fixed(copy, length, length, MremapFlags::MAYMOVE, to)?;
        }
        Ok(())
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::prefer;
#[cfg(target_os = "linux")]
pub(super) use linux::replace;

/// Asks for large pages on other systems: there are none.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prefer<T>(_: &mut [T]) {}

/// Large pages on other systems: there are none.
#[cfg(not(target_os = "linux"))]
pub(super) fn replace(_: &memmap2::Mmap) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
