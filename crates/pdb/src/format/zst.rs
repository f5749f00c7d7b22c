//! The compressed form of a table: independent zstd frames of 4 MiB, which unpack in parallel.
//!
//! The frames one after the other are an ordinary `.zst` file, so that `zstd -d` restores the table byte for byte. Each
//! frame states the size of its content: the size of the table is known, and bounded, before memory is allocated.

use std::io::{self, Write};

use rayon::prelude::*;

use super::{Header, OpenError};
use crate::allocation::filled;

/// Bytes of the table in each frame but the last.
pub const FRAME: usize = 4 << 20;

/// The level used where none is asked for.
pub const DEFAULT_LEVEL: i32 = 3;

/// The levels that zstd has, from fastest to smallest.
pub const LEVELS: std::ops::RangeInclusive<i32> = 1..=22;

/// The first bytes of a zstd frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The fault of the compressed form for a program that was compiled without the feature `zstd`.
#[cfg(not(feature = "zstd"))]
const NO_ZSTD: &str = "this program was made without zstd; unpack the file with `zstd -d`";

/// True if bytes begin as the compressed form does.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Compresses the concatenation of `parts` and writes it, on all threads.
///
/// # Errors
/// If `out` refuses the bytes, or zstd the level.
pub fn pack(parts: &[&[u8]], level: i32, out: &mut dyn Write) -> io::Result<()> {
    let total: usize = parts.iter().map(|p| p.len()).sum();
    let frames: Vec<usize> = (0..total).step_by(FRAME).collect();
    // A batch at a time bounds the memory; the order of the frames is that of the table.
    for batch in frames.chunks(4 * rayon::current_num_threads()) {
        let packed: Vec<io::Result<Vec<u8>>> =
            batch.par_iter().map(|&start| compress(&cut(parts, start, (start + FRAME).min(total)), level)).collect();
        for frame in packed {
            out.write_all(&frame?)?;
        }
    }
    Ok(())
}

/// One frame, with its content's size and checksum.
#[cfg(feature = "zstd")]
fn compress(content: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(level)?;
    compressor.include_checksum(true)?;
    compressor.compress(content)
}

#[cfg(not(feature = "zstd"))]
fn compress(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, NO_ZSTD))
}

/// Bytes `start..end` of the concatenation of `parts`.
fn cut(parts: &[&[u8]], start: usize, end: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(end - start);
    let mut offset = 0;
    for part in parts {
        let within = |at: usize| at.saturating_sub(offset).min(part.len());
        bytes.extend_from_slice(&part[within(start)..within(end)]);
        offset += part.len();
    }
    bytes
}

/// One frame of a packed table.
struct ZstdFrame<'a> {
    packed: &'a [u8],
    len: usize,
}

/// Finds the frames without unpacking any.
fn frames(mut bytes: &[u8]) -> Result<Vec<ZstdFrame<'_>>, OpenError> {
    let mut frames = Vec::new();
    while !bytes.is_empty() {
        let frame = first_frame(bytes)?;
        bytes = &bytes[frame.packed.len()..];
        frames.push(frame);
    }
    Ok(frames)
}

#[cfg(feature = "zstd")]
fn first_frame(bytes: &[u8]) -> Result<ZstdFrame<'_>, OpenError> {
    let packed = |what: &str| OpenError::Packed { what: what.to_owned() };
    let size = zstd::zstd_safe::find_frame_compressed_size(bytes)
        .map_err(|_| packed("it is cut short, or not a sequence of zstd frames"))?;
    let len = match zstd::zstd_safe::get_frame_content_size(bytes) {
        Ok(Some(len)) if len <= FRAME as u64 => len as usize,
        Ok(Some(_)) => return Err(packed("a frame holds more than 4 MiB; make the file with `fifteen pdb pack`")),
        _ => return Err(packed("a frame does not state its size; make the file with `fifteen pdb pack`")),
    };
    Ok(ZstdFrame { packed: bytes.get(..size).ok_or_else(|| packed("it is cut short"))?, len })
}

#[cfg(not(feature = "zstd"))]
fn first_frame(_: &[u8]) -> Result<ZstdFrame<'_>, OpenError> {
    Err(OpenError::Packed { what: NO_ZSTD.to_owned() })
}

#[cfg(feature = "zstd")]
fn unpack_frame(frame: &ZstdFrame<'_>, out: &mut [u8]) -> Result<(), OpenError> {
    match zstd::bulk::decompress_to_buffer(frame.packed, out) {
        Ok(n) if n == out.len() => Ok(()),
        Ok(n) => Err(OpenError::Packed { what: format!("a frame holds {n} bytes where {} were stated", out.len()) }),
        Err(e) => Err(OpenError::Packed { what: e.to_string() }),
    }
}

#[cfg(not(feature = "zstd"))]
fn unpack_frame(_: &ZstdFrame<'_>, _: &mut [u8]) -> Result<(), OpenError> {
    Err(OpenError::Packed { what: NO_ZSTD.to_owned() })
}

/// The header of a packed table. Unpacks the first frame alone, but finds all frames and compares their total size with
/// the header's.
///
/// # Errors
/// [`OpenError`]: not frames of at most 4 MiB with stated sizes, damaged, or not as long as the table's header says.
pub fn header(bytes: &[u8]) -> Result<Header, OpenError> {
    header_of(&frames(bytes)?)
}

fn header_of(frames: &[ZstdFrame<'_>]) -> Result<Header, OpenError> {
    let first = frames.first().ok_or(OpenError::Empty)?;
    let mut start = vec![0; first.len];
    unpack_frame(first, &mut start)?;
    let header = Header::read(&start)?;
    let (found, expected) = (frames.iter().map(|f| f.len as u64).sum(), header.file_len());
    if found == expected { Ok(header) } else { Err(OpenError::Length { found, expected }) }
}

/// Unpacks a table on all threads of the current pool.
///
/// # Errors
/// [`OpenError`]: not frames of at most 4 MiB with stated sizes, damaged, or not as long as the table's header says.
pub fn unpack(bytes: &[u8]) -> Result<Vec<u8>, OpenError> {
    let frames = frames(bytes)?;
    let len = header_of(&frames)?.file_len();
    let refused = |_| OpenError::Packed { what: format!("the system refused {len} bytes of memory") };
    let mut table = filled(0, len as usize).map_err(refused)?;
    let mut rest = table.as_mut_slice();
    let mut pieces = Vec::with_capacity(frames.len());
    for frame in &frames {
        let (piece, after) = rest.split_at_mut(frame.len);
        pieces.push((frame, piece));
        rest = after;
    }
    pieces.into_par_iter().try_for_each(|(frame, piece)| unpack_frame(frame, piece))?;
    Ok(table)
}

#[cfg(feature = "zstd")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pattern, TableKind, build};
    use fifteen_puzzle::Size;
    use std::ops::ControlFlow;

    fn table() -> Vec<u8> {
        let pattern = Pattern::new(Size::new(3, 3).unwrap(), 8, &[0, 1, 2, 3]).unwrap();
        let mut bytes = Vec::new();
        build(&pattern, TableKind::ZeroAware, 1, &mut |_| ControlFlow::Continue(()))
            .unwrap()
            .write(&mut bytes)
            .unwrap();
        bytes
    }

    fn packed(table: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Two parts, cut in an odd place: the frames do not care.
        pack(&[&table[..1234], &table[1234..]], DEFAULT_LEVEL, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn packed_tables_unpack_to_themselves() {
        let table = table();
        let packed = packed(&table);
        assert!(is_packed(&packed) && !is_packed(&table));
        assert_eq!(unpack(&packed).unwrap(), table);
        assert_eq!(header(&packed).unwrap(), Header::read(&table).unwrap());
        assert_eq!(zstd::decode_all(packed.as_slice()).unwrap(), table, "as zstd -d does");
    }

    #[test]
    fn more_threads_than_frames_pack_the_same() {
        let (table, mut bytes) = (table(), Vec::new());
        crate::threads::in_pool(9, || pack(&[&table], DEFAULT_LEVEL, &mut bytes)).unwrap().unwrap();
        assert_eq!(bytes, packed(&table));
    }

    #[test]
    fn cuts_span_parts() {
        let parts: [&[u8]; 3] = [b"abc", b"", b"defg"];
        assert_eq!(cut(&parts, 0, 7), b"abcdefg");
        assert_eq!(cut(&parts, 2, 5), b"cde");
        assert_eq!(cut(&parts, 3, 7), b"defg");
    }

    #[test]
    fn damage_is_an_error() {
        let packed = packed(&table());
        for len in 0..packed.len() {
            assert!(unpack(&packed[..len]).is_err(), "cut to {len} bytes");
        }
        for (at, bit) in (0..packed.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut flipped = packed.clone();
            flipped[at] ^= 1 << bit;
            // The frame's checksum finds what unpacks at all, but for bits that mean nothing.
            assert!(unpack(&flipped).is_err() || unpack(&flipped).unwrap() == table(), "byte {at}, bit {bit}");
        }
        assert!(unpack(&[packed.as_slice(), b"more"].concat()).is_err());
        assert!(matches!(unpack(&[&packed[..], &packed[..]].concat()), Err(OpenError::Length { .. })));
    }

    #[test]
    fn a_bomb_is_refused_before_it_unpacks() {
        let bomb = zstd::bulk::compress(&vec![0; FRAME + 1], 19).unwrap();
        assert!(matches!(unpack(&bomb), Err(OpenError::Packed { what }) if what.contains("more than 4 MiB")));
        // Many frames of zeros: the first is no table, so nothing more is unpacked.
        let zeros = zstd::bulk::compress(&vec![0; FRAME], 19).unwrap().repeat(1000);
        assert!(matches!(unpack(&zeros), Err(OpenError::Foreign { .. })));
    }

    #[test]
    fn a_header_without_the_other_frames_is_too_short() {
        let pattern = Pattern::new(Size::new(4, 4).unwrap(), 15, &[0, 1, 2, 3, 4, 5, 6]).unwrap();
        let mut table = Vec::new();
        build(&pattern, TableKind::ZeroAware, 2, &mut |_| ControlFlow::Continue(()))
            .unwrap()
            .write(&mut table)
            .unwrap();
        let packed = packed(&table);
        let first = first_frame(&packed).unwrap().packed.len();
        assert!(first < packed.len());
        assert!(matches!(header(&packed[..first]), Err(OpenError::Length { .. })));
        assert!(matches!(unpack(&packed[..first]), Err(OpenError::Length { .. })));
    }
}
