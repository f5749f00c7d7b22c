//! Looks and sums: which table is looked up through which frame, and which of these look-ups make a lower bound together.

use fifteen_pdb::Pattern;
use fifteen_pdb::rank::pass;
use fifteen_puzzle::{Size, Symmetry};

use super::frame::Frame;
use super::{MOST_LOOKS, MOST_SUMS, PdbError};
use crate::tiles::space::CELLS;

/// A table, and the frame through which it is looked up: its pattern as it is, or reflected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Look {
    pub(super) table: usize,
    pub(super) frame: usize,
}

/// A tile's part in a look.
#[derive(Debug, Clone)]
pub(super) struct Touch {
    /// The number of the look.
    pub(super) look: usize,
    pub(super) frame: usize,
    /// The sums that the look is part of.
    pub(super) sums: Vec<usize>,
    /// By tile: what passing it adds to the rank; 0 for tiles of other looks, and for the blank.
    pub(super) gains: [i32; CELLS],
}

/// Several partitions' sums, those of the reflected board among them.
#[derive(Debug)]
pub(super) struct Looks {
    /// Every look once, however many sums it is part of, in the order in which sums need them.
    pub(super) looks: Vec<Look>,
    /// The sums, as the looks that are added up; no two alike.
    pub(super) sums: Vec<Vec<usize>>,
    /// By tile: the looks that its moves change, those of the first sum first.
    pub(super) touches: Vec<Vec<Touch>>,
}

impl Looks {
    /// The looks of partitions, given as canonical patterns, at tables of canonical patterns. `mirror` is the
    /// reflection of the tables' frame, if there is one; `reflect` says whether each partition also makes a reflected sum.
    pub(super) fn new(
        size: Size,
        tables: &[&Pattern],
        partitions: &[Vec<Pattern>],
        frames: &[Frame],
        mirror: Option<Symmetry>,
        reflect: bool,
    ) -> Result<Self, PdbError> {
        let mut sums: Vec<Vec<Look>> = Vec::new();
        for partition in partitions {
            check_partition(size, partition)?;
            let own: Vec<Look> =
                partition.iter().map(|pattern| look(tables, pattern, mirror)).collect::<Result<_, _>>()?;
            // A pattern that is its own reflection has the same distances both ways.
            let alike = |table: usize| mirror.is_some_and(|m| tables[table].image(m) == *tables[table]);
            let other = |l: &Look| Look { table: l.table, frame: if alike(l.table) { 0 } else { 1 - l.frame } };
            let reflected = (reflect && mirror.is_some()).then(|| own.iter().map(other).collect());
            for sum in [Some(own), reflected].into_iter().flatten() {
                let same = |known: &Vec<Look>| known.len() == sum.len() && known.iter().all(|l| sum.contains(l));
                if !sums.iter().any(same) {
                    sums.push(sum);
                }
            }
        }
        let mut looks = Vec::new();
        let sums: Vec<Vec<usize>> =
            sums.iter().map(|sum| sum.iter().map(|&look| place(&mut looks, look)).collect()).collect();
        if !(1..=MOST_SUMS).contains(&sums.len()) || looks.len() > MOST_LOOKS {
            return Err(PdbError::Count { sums: sums.len(), looks: looks.len() });
        }
        let touches = (0..size.cells()).map(|tile| touches(tile, size, tables, frames, &looks, &sums)).collect();
        Ok(Self { looks, sums, touches })
    }
}

impl Looks {
    /// How many look-ups a move changes at most in one frame.
    pub(super) fn most_touches(&self) -> usize {
        let in_frame = |touches: &Vec<Touch>, frame| touches.iter().filter(|touch| touch.frame == frame).count();
        self.touches.iter().map(|touches| in_frame(touches, 0).max(in_frame(touches, 1))).max().unwrap_or(0)
    }
}

/// The number of a look, which is added to the list if it is new.
fn place(looks: &mut Vec<Look>, look: Look) -> usize {
    looks.iter().position(|&known| known == look).unwrap_or_else(|| {
        looks.push(look);
        looks.len() - 1
    })
}

/// The look at a table that serves a pattern, or its reflection.
fn look(tables: &[&Pattern], pattern: &Pattern, mirror: Option<Symmetry>) -> Result<Look, PdbError> {
    let table = |wanted: &Pattern| tables.iter().position(|&p| p == wanted);
    let own = table(pattern).map(|table| Look { table, frame: 0 });
    let reflected = || mirror.and_then(|m| table(&pattern.image(m))).map(|table| Look { table, frame: 1 });
    own.or_else(reflected).ok_or_else(|| PdbError::Missing { pattern: Box::new(pattern.clone()) })
}

/// The looks that the moves of a tile change.
fn touches(
    tile: usize,
    size: Size,
    tables: &[&Pattern],
    frames: &[Frame],
    looks: &[Look],
    sums: &[Vec<usize>],
) -> Vec<Touch> {
    let place = |look: &Look, tile: usize| {
        tables[look.table].cells().binary_search(&(frames[look.frame].cell(tile) as u8)).ok().map(|p| p as u8)
    };
    let touch = |(number, look): (usize, &Look)| {
        let own = place(look, tile)?;
        let mut gains = [0; CELLS];
        for (other, gain) in gains.iter_mut().enumerate().take(size.cells()).filter(|&(other, _)| other != tile) {
            *gain = place(look, other).map_or(0, |other| pass(own, other));
        }
        let sums = (0..sums.len()).filter(|&s| sums[s].contains(&number)).collect();
        Some(Touch { look: number, frame: look.frame, sums, gains })
    };
    looks.iter().enumerate().filter_map(touch).collect()
}

/// Every tile in one pattern, and no more.
fn check_partition(size: Size, partition: &[Pattern]) -> Result<(), PdbError> {
    let mut times = vec![0; size.cells()];
    partition.iter().flat_map(Pattern::cells).for_each(|&cell| times[usize::from(cell)] += 1);
    let covered = times.iter().filter(|&&n| n > 0).count();
    let shared = times.iter().filter(|&&n| n > 1).count();
    if covered == size.cells() - 1 && shared == 0 {
        Ok(())
    } else {
        Err(PdbError::NoPartition { size, covered, shared })
    }
}
