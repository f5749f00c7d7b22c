//! Every flipped bit of small tables of every board size is found by the sweep itself, without the digest and the
//! histogram, which a forger or a faulty builder would have made to fit.

use fifteen_puzzle::Size;

use super::*;
use crate::build;
use crate::format::Header;

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn built(pattern: &Pattern, kind: TableKind) -> Table {
    build(pattern, kind, 1, &mut go_on).unwrap()
}

/// The same additive table with entries of 8 bits, which only large patterns need.
fn widened(table: &Table) -> Table {
    let header = table.header();
    let payload: Vec<u8> = (0..header.entries()).map(|i| (entries::excess(table.payload(), 4, i) / 2) as u8).collect();
    let digest = *blake3::hash(&payload).as_bytes();
    let histogram = header.histogram().to_vec();
    Table::from_parts(Header::new(header.pattern().clone(), TableKind::Additive, 8, histogram, digest), payload)
}

/// The table in all its forms.
fn forms(pattern: &Pattern) -> [Table; 3] {
    let additive = built(pattern, TableKind::Additive);
    let wide = widened(&additive);
    [built(pattern, TableKind::ZeroAware), additive, wide]
}

/// Flips each `every`-th bit alone; returns the number of flips.
fn flip_each(table: &Table, every: usize) -> u64 {
    let header = table.header();
    let mut payload = table.payload().to_vec();
    let mut flipped = 0;
    // Not always the same bit of a byte.
    for bit in (0..payload.len() * 8).step_by(every) {
        payload[bit / 8] ^= 1 << (bit % 8);
        let result = Table::from_parts(header.clone(), payload.as_slice().to_vec()).sweep_and_compare(&mut go_on);
        let wrong = bit as u64 / u64::from(header.entry_bits());
        match result {
            Err(VerifyError::Entry { entry, .. } | VerifyError::Unreachable { entry }) => assert_eq!(entry, wrong),
            other => panic!("{:?} {}: bit {bit} gives {other:?}", header.pattern(), header.kind()),
        }
        payload[bit / 8] ^= 1 << (bit % 8);
        flipped += 1;
    }
    flipped
}

#[test]
fn levels_and_entries_are_reported_as_they_are_found() {
    let pattern = Pattern::new(Size::new(3, 2).unwrap(), 5, &[0, 1]).unwrap();
    let table = built(&pattern, TableKind::ZeroAware);
    let mut found = 1;
    let levels = table.header().histogram().iter().skip(1).chain(&[0]).enumerate();
    let expected = levels.map(|(level, &new)| {
        found += new;
        Progress { depth: level as u32 + 1, entries: found, total: table.header().entries() }
    });
    let mut reports = Vec::new();
    let mut note = |progress| {
        reports.push(progress);
        ControlFlow::Continue(())
    };
    table.verify_deep(1, &mut note).unwrap();
    assert_eq!(reports, expected.collect::<Vec<_>>());
}

/// A pattern of one tile in the middle, and one of two tiles apart, on every board; on the smallest boards one of all
/// tiles, half of whose entries cannot be reached.
fn patterns(size: Size) -> Vec<Pattern> {
    let last = size.cells() - 1;
    let mut tiles: Vec<Vec<u8>> = vec![vec![size.cells() as u8 / 2], vec![0, last as u8 - 1]];
    if size.cells() <= 6 {
        tiles.push((0..last as u8).collect());
    }
    tiles.iter().map(|cells| Pattern::new(size, last, cells).unwrap()).collect()
}

/// Every table of every size is sound; the flips are counted. `most` bounds the flips of one table.
fn every_size(most: usize) -> u64 {
    let mut flipped = 0;
    for size in Size::all() {
        for table in patterns(size).iter().flat_map(forms) {
            assert_eq!(table.verify(), Ok(()), "{:?} {}", table.header().pattern(), table.header().kind());
            assert_eq!(table.sweep_and_compare(&mut go_on), Ok(()), "{:?}", table.header().pattern());
            // An odd step, so that every bit of a byte has its turn.
            flipped += flip_each(&table, (table.payload().len() * 8 / most) | 1);
        }
    }
    flipped
}

#[test]
fn flipped_bits_are_found_on_every_board_size() {
    assert!(every_size(11) > 1_000);
}

/// Each `every`-th bit of the tables of whole boards, in all forms.
fn whole_boards(every: usize) -> u64 {
    let flip = |(width, height)| {
        let size = Size::new(width, height).unwrap();
        let all: Vec<u8> = (0..size.cells() as u8 - 1).collect();
        let tables = forms(&Pattern::new(size, size.cells() - 1, &all).unwrap());
        tables.iter().map(|table| flip_each(table, every)).sum::<u64>()
    };
    [(2, 2), (2, 3), (3, 2)].into_iter().map(flip).sum()
}

#[test]
fn flipped_bits_of_whole_boards_are_found() {
    assert!(whole_boards(5) > 3_000);
}

/// `cargo test --release -p fifteen-pdb --lib -- --ignored --nocapture every_flipped_bit`
#[test]
#[ignore = "takes minutes: every bit of all of these tables"]
fn every_flipped_bit_is_found() {
    let (sizes, whole) = (every_size(usize::MAX), whole_boards(1));
    println!("{sizes} flipped bits on all board sizes, {whole} of whole boards: every one found");
}
