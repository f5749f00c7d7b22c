//! The compressed form of a table: a sequence of zstd frames. Each frame contains 4 MiB of the
//! table, except the last one, which contains the rest. Frames are compressed independently, so
//! that they can be decompressed in parallel.
//!
//! The frames form an ordinary `.zst` file, which `zstd -d` decompresses to the original table.
//! Each frame states the size of its uncompressed content, so the size of the table is known before
//! memory is allocated.

use std::io::{self, Read, Write};

use rayon::prelude::*;

use fifteen_resources::{Threads, run_in_pool, zeroed};

use crate::{Header, OpenTableError};
use codec::{compress, first_frame, unpack_frame};

/// Uncompressed size of each zstd frame except the last, in bytes. Frames are compressed
/// independently of each other, so that several threads can process them in parallel.
pub const FRAME: usize = 4 << 20;

/// Default compression level.
pub const DEFAULT_LEVEL: i32 = 3;

/// Valid compression levels, from the fastest to the most compact.
pub const LEVELS: std::ops::RangeInclusive<i32> = 1..=22;

/// Magic number of a zstd frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns whether the bytes start with the magic number of a zstd frame. All compressed tables
/// start with this number.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Reads an uncompressed table, compresses it on all cores, and writes the result to `out`.
///
/// # Errors
/// Returns an error if reading `table` or writing to `out` fails, or if `level` is not a valid
/// compression level.
pub fn pack(mut table: impl Read, level: i32, out: &mut dyn Write) -> io::Result<()> {
    loop {
        // To save memory, compress only four frames per thread at a time. Then write the compressed
        // frames in their original order.
        let frames = (0..4 * Threads::All.count()).map(|_| {
            let mut content = Vec::new();
            table
                .by_ref()
                .take(FRAME as u64)
                .read_to_end(&mut content)?;
            Ok(content)
        });
        let mut frames = frames.collect::<io::Result<Vec<_>>>()?;
        frames.retain(|content| !content.is_empty());
        if frames.is_empty() {
            return Ok(());
        }
        let compressed = || {
            frames
                .par_iter()
                .map(|content| compress(content, level))
                .collect()
        };
        let packed: Vec<io::Result<Vec<u8>>> =
            run_in_pool(Threads::All, compressed).map_err(io::Error::other)?;
        packed
            .into_iter()
            .try_for_each(|frame| out.write_all(&frame?))?;
    }
}

/// One frame of a compressed table, with the size of its uncompressed content in bytes.
struct ZstdFrame<'a> {
    packed: &'a [u8],
    len: usize,
}

/// Splits a compressed table into its frames. The frames are not decompressed.
fn frames(mut bytes: &[u8]) -> Result<Vec<ZstdFrame<'_>>, OpenTableError> {
    let mut frames = Vec::new();
    while !bytes.is_empty() {
        let frame = first_frame(bytes)?;
        bytes = &bytes[frame.packed.len()..];
        frames.push(frame);
    }
    Ok(frames)
}

/// Compression and decompression with the zstd C library.
#[cfg(feature = "zstd")]
mod codec {
    use super::*;

    /// Compresses one frame. The frame also contains the size and the checksum of its uncompressed
    /// content.
    pub(super) fn compress(content: &[u8], level: i32) -> io::Result<Vec<u8>> {
        let mut compressor = zstd::bulk::Compressor::new(level)?;
        compressor.include_checksum(true)?;
        compressor.compress(content)
    }

    pub(super) fn first_frame(bytes: &[u8]) -> Result<ZstdFrame<'_>, OpenTableError> {
        let size = zstd::zstd_safe::find_frame_compressed_size(bytes).map_err(|_| {
            OpenTableError::packed("it is cut short, or not a sequence of zstd frames")
        })?;
        let len = match zstd::zstd_safe::get_frame_content_size(bytes) {
            Ok(Some(len)) if len <= FRAME as u64 => len as usize,
            found => {
                let fault = if let Ok(Some(_)) = found {
                    "holds more than 4 MiB"
                } else {
                    "does not state its size"
                };
                return Err(OpenTableError::OtherFrames { fault });
            }
        };
        Ok(ZstdFrame {
            packed: bytes
                .get(..size)
                .ok_or_else(|| OpenTableError::packed("it is cut short"))?,
            len,
        })
    }

    pub(super) fn unpack_frame(
        frame: &ZstdFrame<'_>,
        out: &mut [u8],
    ) -> Result<(), OpenTableError> {
        match zstd::bulk::decompress_to_buffer(frame.packed, out) {
            Ok(n) if n == out.len() => Ok(()),
            Ok(n) => Err(OpenTableError::packed(format!(
                "a frame holds {n} bytes where {} were stated",
                out.len()
            ))),
            Err(e) => Err(OpenTableError::packed(e)),
        }
    }
}

/// Stubs for a build without the zstd C library, for example in browsers. They always return
/// errors.
#[cfg(not(feature = "zstd"))]
mod codec {
    use super::*;

    const NO_ZSTD: &str = "this program was built without zstd; unpack the file with `zstd -d`";

    pub(super) fn compress(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, NO_ZSTD))
    }

    pub(super) fn first_frame(_: &[u8]) -> Result<ZstdFrame<'_>, OpenTableError> {
        Err(OpenTableError::packed(NO_ZSTD))
    }

    pub(super) fn unpack_frame(_: &ZstdFrame<'_>, _: &mut [u8]) -> Result<(), OpenTableError> {
        Err(OpenTableError::packed(NO_ZSTD))
    }
}

/// Reads the header of a compressed table.
///
/// Only the first frame is decompressed. The sizes stored in the frames must add up to the length
/// of the table that the header states.
///
/// # Errors
/// Returns [`OpenTableError`] if the bytes are damaged, if a frame is larger than 4 MiB or does not
/// contain the size of its content, or if the length of the table does not match its header.
pub fn header(bytes: &[u8]) -> Result<Header, OpenTableError> {
    header_of(&frames(bytes)?)
}

fn header_of(frames: &[ZstdFrame<'_>]) -> Result<Header, OpenTableError> {
    let first = frames
        .first()
        .ok_or_else(|| OpenTableError::packed("it is empty"))?;
    let mut start = vec![0; first.len];
    unpack_frame(first, &mut start)?;
    let header = Header::read(&start)?;
    let (found, expected) = (frames.iter().map(|f| f.len as u64).sum(), header.file_len());
    if found == expected {
        Ok(header)
    } else {
        Err(OpenTableError::Length { found, expected })
    }
}

/// Decompresses a table on all cores.
///
/// # Errors
/// Returns [`OpenTableError`] if memory allocation fails, the bytes are damaged, a frame is larger
/// than 4 MiB or does not contain the size of its content, or the length of the table does not
/// match its header.
pub fn unpack(bytes: &[u8]) -> Result<Vec<u8>, OpenTableError> {
    let frames = frames(bytes)?;
    let len = header_of(&frames)?.file_len();
    let refused = |_| OpenTableError::packed(format!("the system refused {len} bytes of memory"));
    let mut table = zeroed(len as usize).map_err(refused)?;
    let mut rest = table.as_mut_slice();
    let mut pieces = Vec::with_capacity(frames.len());
    for frame in &frames {
        let (piece, after) = rest.split_at_mut(frame.len);
        pieces.push((frame, piece));
        rest = after;
    }
    run_in_pool(Threads::All, || {
        pieces
            .into_par_iter()
            .try_for_each(|(frame, piece)| unpack_frame(frame, piece))
    })
    .map_err(OpenTableError::packed)??;
    Ok(table)
}
