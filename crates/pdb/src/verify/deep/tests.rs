//! Checks that deep verification finds every flipped bit in small tables of all board sizes. The
//! tests skip the comparison of the digest and the histogram. In a forged table, or in a table from
//! a faulty builder, the digest and the histogram can match the wrong entries.

use fifteen_puzzle::Size;

use super::*;
use crate::TableBuilder;

fn go_on(_: BuildProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Flips about `most` bits of each kind of table for a pattern, one bit at a time, and checks that
/// deep verification finds the changed entry. Returns the number of flipped bits.
fn flip_each(pattern: &Pattern, most: usize) -> u64 {
    let mut flipped = 0;
    for kind in [TableKind::ZeroAware, TableKind::Additive] {
        let table = TableBuilder::new().kind(kind).build(pattern).unwrap();
        let header = table.header();
        assert_eq!(table.verify(), Ok(()), "{pattern:?} {}", header.kind());
        assert_eq!(
            table.search_and_compare(&mut go_on),
            Ok(()),
            "{pattern:?} {}",
            header.kind()
        );
        let mut payload = table.payload().to_vec();
        // An odd step makes the flips hit different bits of the bytes.
        for bit in (0..payload.len() * 8).step_by((payload.len() * 8 / most) | 1) {
            payload[bit / 8] ^= 1 << (bit % 8);
            let result =
                Table::from_parts(header.clone(), payload.clone()).search_and_compare(&mut go_on);
            let wrong = bit as u64 / u64::from(header.entry_bits());
            match result {
                Err(VerifyError::Entry { entry, .. } | VerifyError::Unreachable { entry }) => {
                    assert_eq!(entry, wrong)
                }
                other => panic!("{pattern:?} {}: bit {bit} gives {other:?}", header.kind()),
            }
            payload[bit / 8] ^= 1 << (bit % 8);
            flipped += 1;
        }
    }
    flipped
}

/// Flips bits in tables of every board size. For each size, two patterns are tested, with about
/// `most` flips in each table: one with a single tile in the middle, and one with two distant
/// tiles. For the smallest boards, a pattern of all tiles is tested too, in which half of the
/// entries are unreachable. About `of_whole` bits are flipped in each of its tables.
fn every_size(most: usize, of_whole: usize) -> u64 {
    let of_size = |size: Size| {
        let last = size.cells() - 1;
        let flips = |cells: &[u8], most| flip_each(&Pattern::new(size, last, cells).unwrap(), most);
        let all: Vec<u8> = (0..last as u8).collect();
        let whole = if size.cells() <= 6 {
            flips(&all, of_whole)
        } else {
            0
        };
        flips(&[size.cells() as u8 / 2], most) + flips(&[0, last as u8 - 1], most) + whole
    };
    Size::all().map(of_size).sum()
}

#[test]
fn flipped_bits_are_found_on_every_board_size() {
    assert!(every_size(11, 500) > 1_000);
}

/// To run this test:
/// `cargo test --release -p fifteen-pdb --lib -- --ignored --nocapture every_flipped_bit`
#[test]
#[ignore = "takes minutes: every bit of all of these tables"]
fn every_flipped_bit_is_found() {
    println!(
        "{} flipped bits on all board sizes: every one found",
        every_size(usize::MAX, usize::MAX)
    );
}
