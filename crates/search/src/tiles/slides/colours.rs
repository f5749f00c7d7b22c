//! The colours of tiles for the tables of slides.

use fifteen_puzzle::Size;

use super::ranks::{COLOURS, Counts};

/// The largest number of states, sequences times cells of the blank, of one of two colourings: that of four bands on 16
/// cells.
const MOST_STATES: u128 = 16 * 15_765_750;
/// The largest number of states of a colouring that is used alone: that of [`QUICK_CLUSTERS`].
const MOST_QUICK_STATES: u128 = 16 * 3_783_780;

/// A colour for each tile, by its goal cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Colouring {
    /// The blank's cell has one too, which does not matter.
    pub(super) colours: Vec<u8>,
    pub(super) counts: Counts,
}

/// Clusters of two, four, five and four tiles, with the blank in the last cell: a colouring by Tomas Rokicki, known
/// from the solver `slidy` by Ben Whitmore.
const CLUSTERS: [u8; 16] = [0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 0];

/// The same clusters with the second tile in that of its right neighbour: 0.4 times the states, trees seven times as
/// large (on 20 random boards).
const QUICK_CLUSTERS: [u8; 16] = [0, 1, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 0];

/// The colourings of a goal: one that is built quickly, or two that prune more and take several times as long to build.
pub(super) fn colourings(size: Size, blank: usize, two: bool) -> Vec<Colouring> {
    let most = if two { MOST_STATES } else { MOST_QUICK_STATES };
    let rows = || bands(size.cells(), blank, most, |number| number);
    let by_columns = |number| number % size.height() * size.width() + number / size.height();
    let columns = || bands(size.cells(), blank, most, by_columns);
    let clusters = |of: [u8; 16]| {
        let cell = |i| if blank == 15 { i } else { 15 - i };
        Colouring::new(blank, (0..16).map(|i| of[cell(i)]).collect())
    };
    match (size.width(), size.height(), blank) {
        (4, 4, 0 | 15) if two => vec![clusters(CLUSTERS), rows()],
        (4, 4, 0 | 15) => vec![clusters(QUICK_CLUSTERS)],
        _ if two && !has_reflection(size, blank) => vec![rows(), columns()],
        _ => vec![rows()],
    }
}

/// True if the reflection about the diagonal from the first cell keeps the board and the goal's blank in its cell.
pub(super) fn has_reflection(size: Size, blank: usize) -> bool {
    let (row, column) = size.row_column(blank);
    size.width() == size.height() && row == column
}

/// Up to four bands of consecutive tiles in the order of `cell`, about equal where that leaves at most `most` states.
fn bands(cells: usize, blank: usize, most: u128, cell: impl Fn(usize) -> usize) -> Colouring {
    let tiles = cells - 1;
    let mut counts: Counts =
        std::array::from_fn(|colour| ((tiles + COLOURS - 1 - colour) / COLOURS) as u8);
    while sequences(counts) * cells as u128 > most {
        let smallest = (1..COLOURS)
            .filter(|&colour| counts[colour] > 0)
            .min_by_key(|&colour| counts[colour]);
        counts[smallest.unwrap_or(1)] -= 1;
        counts[0] += 1;
    }
    // The last band is the largest, so the first tiles of the board are told apart best.
    counts.reverse();
    let order = (0..cells).map(cell).filter(|&cell| cell != blank);
    let bands = (0..)
        .zip(counts)
        .flat_map(|(colour, count)| std::iter::repeat_n(colour, count.into()));
    let mut colours = vec![0; cells];
    order
        .zip(bands)
        .for_each(|(cell, colour)| colours[cell] = colour);
    Colouring::new(blank, colours)
}

impl Colouring {
    fn new(blank: usize, colours: Vec<u8>) -> Self {
        let mut counts = [0; COLOURS];
        let tiles = colours
            .iter()
            .enumerate()
            .filter(|&(cell, _)| cell != blank);
        tiles.for_each(|(_, &colour)| counts[usize::from(colour)] += 1);
        Self { colours, counts }
    }

    /// Number of sequences of the colours.
    pub(super) fn sequences(&self) -> u64 {
        sequences(self.counts) as u64
    }
}

fn sequences(counts: Counts) -> u128 {
    let factorial = |n: u8| (1..=u128::from(n)).product::<u128>();
    factorial(counts.iter().sum()) / counts.map(factorial).iter().product::<u128>()
}
