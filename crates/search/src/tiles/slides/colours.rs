//! The colours of tiles for the tables of slides.
//!
//! A table treats tiles of the same colour as interchangeable, which makes its state space small
//! enough. Tiles that belong close together get the same colour, in *bands* of consecutive tiles or
//! in *clusters*. For example, the bands of a 3x3 board are 1-2, 3-4, 5-6 and 7-8: there are
//! 8! / (2! 2! 2! 2!) = 2,520 sequences of these colours, and 9 * 2,520 states.

use fifteen_puzzle::Size;

use super::ranks::{COLOURS, Counts};

/// Maximum number of states of a colouring if two are used: the number of states of four bands on 16
/// cells.
const MAX_STATES: u128 = 16 * 15_765_750;
/// Maximum number of states of a colouring that is used alone: that of [`QUICK_CLUSTERS`].
const MAX_QUICK_STATES: u128 = 16 * 3_783_780;

/// A colour for each tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Colouring {
    /// The colour of each tile, indexed by its goal cell. The colour of the blank's cell is not used.
    pub(super) colours: Vec<u8>,
    /// The number of tiles of each colour.
    pub(super) counts: Counts,
}

/// Clusters of two, four, five and four tiles for goals with the blank on the last cell. Tomas Rokicki
/// found this colouring; it is used by the solver `slidy` by Ben Whitmore.
const CLUSTERS: [u8; 16] = [0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 0];

/// The same clusters, but the second tile belongs to the cluster of the tile on its right. This makes
/// 0.4 times as many states, and search trees seven times as large (on 20 random boards).
const QUICK_CLUSTERS: [u8; 16] = [0, 1, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 0];

/// The colourings for a goal.
///
/// Without `two` it is a single one whose tables are built quickly. With `two` there may be two of
/// them, which prune more and take several times as long to build.
pub(super) fn colourings(size: Size, blank: usize, two: bool) -> Vec<Colouring> {
    let max_states = if two { MAX_STATES } else { MAX_QUICK_STATES };
    let rows = || bands(size.cells(), blank, max_states, |number| number);
    let by_columns = |number| number % size.height() * size.width() + number / size.height();
    let columns = || bands(size.cells(), blank, max_states, by_columns);
    let clusters = |mut colours: [u8; 16]| {
        if blank == 0 {
            colours.reverse();
        }
        Colouring::new(blank, colours.to_vec())
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

/// Colours up to four bands of consecutive tiles. `cell` maps the numbers 0, 1, ... to cells in the
/// order of the bands.
///
/// The bands are about equally long if that makes at most `max_states` states. Otherwise one band is
/// longer than the others.
fn bands(cells: usize, blank: usize, max_states: u128, cell: impl Fn(usize) -> usize) -> Colouring {
    let tiles = cells - 1;
    let mut counts: Counts =
        std::array::from_fn(|colour| ((tiles + COLOURS - 1 - colour) / COLOURS) as u8);
    while sequences(counts) * cells as u128 > max_states {
        let smallest = (1..COLOURS)
            .filter(|&colour| counts[colour] > 0)
            .min_by_key(|&colour| counts[colour]);
        counts[smallest.unwrap_or(1)] -= 1;
        counts[0] += 1;
    }
    // The last band becomes the longest one, so the first tiles of the board share their colours with
    // the fewest others.
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

    /// Number of different sequences of the colours.
    pub(super) fn sequences(&self) -> u64 {
        sequences(self.counts) as u64
    }
}

fn sequences(counts: Counts) -> u128 {
    let factorial = |n: u8| (1..=u128::from(n)).product::<u128>();
    factorial(counts.iter().sum()) / counts.map(factorial).iter().product::<u128>()
}
