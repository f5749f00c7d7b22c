//! Colourings: which tiles the slide tables treat as interchangeable.
//!
//! A table cannot store a distance for every board, so tiles of the same colour are treated as
//! interchangeable. A state of the table then consists of the blank's cell and the sequence of
//! colours on the other cells. Tiles with nearby goal cells share a colour, either in *bands* of
//! consecutive tiles or in *clusters* of neighbouring tiles. For example, the bands of a 3x3 board
//! are 1-2, 3-4, 5-6 and 7-8. Their colours form 8! / (2! 2! 2! 2!) = 2,520 sequences, and the
//! blank can be on 9 cells, so the table has 9 * 2,520 states.

use fifteen_puzzle::Size;

use super::ranks::{COLOURS, Counts};

/// Maximum number of states of each colouring if two colourings are used. It limits the time and
/// memory for building the tables. The value is the number of states of a 4x4 board whose tiles are
/// coloured in four bands of consecutive tiles.
const MAX_STATES: u128 = 16 * 15_765_750;
/// Maximum number of states if a single colouring is used, whose tables must be built quickly. The
/// value is the number of states of a 4x4 board with the colouring [`QUICK_CLUSTERS`].
const MAX_QUICK_STATES: u128 = 16 * 3_783_780;

/// An assignment of colours to tiles. The tables treat tiles of the same colour as interchangeable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Colouring {
    /// The colour of each tile, indexed by its goal cell. The entry for the blank's goal cell is
    /// unused.
    pub(super) colours: Vec<u8>,
    /// Number of tiles of each colour, indexed by colour.
    pub(super) counts: Counts,
}

/// The colour of each tile on a 4x4 board, indexed by goal cell. The blank's goal cell is the last
/// one. If it is the first one, the array is reversed. Tomas Rokicki found this colouring, and Ben
/// Whitmore's solver `slidy` uses it.
const CLUSTERS: [u8; 16] = [0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 0];

/// A variant of [`CLUSTERS`] whose tables are built quickly, because they have only 0.4 times as
/// many states. Cell 1 has the same colour as cell 2. On 20 random boards, searches generated seven
/// times as many nodes as with [`CLUSTERS`].
const QUICK_CLUSTERS: [u8; 16] = [0, 1, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 0];

/// Returns the colourings for boards of the given size. `blank` is the blank's goal cell.
///
/// If `two` is false, the result is a single colouring whose tables are built quickly. If `two` is
/// true, the result is one or two colourings. Their lower bounds are higher, but their tables take
/// several times as long to build.
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

/// Returns whether boards of this size can be reflected about the main diagonal. The board must be
/// square, and the blank's goal cell must be on the diagonal.
pub(super) fn has_reflection(size: Size, blank: usize) -> bool {
    let (row, column) = size.row_column(blank);
    size.width() == size.height() && row == column
}

/// Colours the tiles in up to four bands of consecutive tiles. `cell` determines the order of the
/// tiles: it maps the indices 0, 1, ... to cells, for example in column-major order.
///
/// At first, the bands have almost the same length. If the colouring then has more than
/// `max_states` states, the last band takes tiles from the shorter ones.
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
    // Make the last band the longest one, so that the first tiles of the board share their colours
    // with few other tiles.
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
    /// Creates a colouring from the colours of the goal cells, and counts the tiles of each colour.
    fn new(blank: usize, colours: Vec<u8>) -> Self {
        let mut counts = [0; COLOURS];
        let tiles = colours
            .iter()
            .enumerate()
            .filter(|&(cell, _)| cell != blank);
        tiles.for_each(|(_, &colour)| counts[usize::from(colour)] += 1);
        Self { colours, counts }
    }

    /// Returns the number of distinct sequences of colours that the tiles can form.
    pub(super) fn sequences(&self) -> u64 {
        sequences(self.counts) as u64
    }
}

/// Returns the number of distinct colour sequences with `counts` tiles of each colour. It is a
/// multinomial coefficient.
fn sequences(counts: Counts) -> u128 {
    let factorial = |n: u8| (1..=u128::from(n)).product::<u128>();
    factorial(counts.iter().sum()) / counts.map(factorial).iter().product::<u128>()
}
