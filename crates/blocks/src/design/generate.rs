//! Random layouts of a puzzle's pieces.

use crate::puzzle::Puzzle;
use crate::puzzle::shape::Axis;

/// Random starts with the board, the pieces and the goal of a puzzle. Each has a number, from which and from the seed
/// it follows, so that a run can be resumed.
#[derive(Debug, Clone)]
pub struct RandomLayouts<'a> {
    puzzle: &'a Puzzle,
    seed: u64,
}

/// The tries to place all pieces for one layout.
const TRIES: usize = 100;

impl<'a> RandomLayouts<'a> {
    /// The layouts of a seed.
    pub fn new(puzzle: &'a Puzzle, seed: u64) -> Self {
        RandomLayouts { puzzle, seed }
    }

    /// The layout of a number; `None` if the pieces did not fit in a hundred tries, or the layout is solved. No piece
    /// stands on a gate, which the text format could not show below it.
    pub fn get(&self, number: u64) -> Option<Puzzle> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut random = fastrand::Rng::with_seed(random.u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (0..TRIES).find_map(|_| self.place(&mut random)).filter(|puzzle| !puzzle.is_solved(puzzle.start()))
    }

    /// Places all pieces, large ones first; `None` if one has no room.
    fn place(&self, random: &mut fastrand::Rng) -> Option<Puzzle> {
        let mut puzzle = self.puzzle.without_properties();
        let mut order: Vec<usize> = (0..puzzle.pieces.len()).collect();
        order.sort_by_key(|&piece| std::cmp::Reverse(puzzle.pieces[piece].shape.len()));
        let mut taken = vec![false; puzzle.cells.len()];
        for piece in order {
            let cells = |anchor: usize| self.cells(piece, anchor).filter(|c| c.iter().all(|&cell| !taken[cell]));
            let free: Vec<(usize, Vec<usize>)> =
                (0..puzzle.cells.len()).filter_map(|anchor| Some((anchor, cells(anchor)?))).collect();
            let (anchor, cells) = random.choice(free)?;
            cells.into_iter().for_each(|cell| taken[cell] = true);
            puzzle.start.anchors[piece] = anchor as u16; // maps have at most 255 x 255 cells
        }
        Some(puzzle)
    }

    /// The cells of a piece on an anchor, if it may stand there. A locked piece of the goal stays on its line.
    fn cells(&self, piece: usize, anchor: usize) -> Option<Vec<usize>> {
        let width = self.puzzle.width;
        let p = &self.puzzle.pieces[piece];
        let cells = self.puzzle.fits(&p.shape, anchor)?;
        let target = self.puzzle.goal.iter().flat_map(|goal| &goal.pieces).find(|target| target.piece == Some(piece));
        let on_line = target.is_none_or(|target| match p.axis {
            None => true,
            Some(Axis::Horizontal) => target.cell / width == anchor / width,
            Some(Axis::Vertical) => target.cell % width == anchor % width,
        });
        let is_gate = |cell: &usize| self.puzzle.gates.iter().any(|gate| gate.cells.contains(cell));
        (on_line && !cells.iter().any(is_gate)).then_some(cells)
    }
}

/// A text that two puzzles share if one is a mirror image or a rotation of the other, up to the names of pieces that
/// the goal does not name.
pub fn drawing(puzzle: &Puzzle) -> String {
    let occupants = puzzle.occupants(&puzzle.start);
    let mut goal = vec![0; puzzle.cells.len()];
    for target in puzzle.goal.iter().flat_map(|goal| &goal.pieces) {
        let number = target.piece.map_or(usize::MAX, |piece| piece + 1);
        puzzle.fits(&target.shape, target.cell).into_iter().flatten().for_each(|cell| goal[cell] = number);
    }
    let (width, height) = (puzzle.width, puzzle.height());
    let image = |kind: usize| {
        let (w, h) = if kind & 4 == 0 { (width, height) } else { (height, width) };
        let from = |x: usize, y: usize| {
            let x = if kind & 1 == 0 { x } else { w - 1 - x };
            let y = if kind & 2 == 0 { y } else { h - 1 - y };
            if kind & 4 == 0 { y * width + x } else { x * width + y }
        };
        // Pieces are numbered in the order in which this image shows them.
        let mut numbers: Vec<usize> = Vec::new();
        let mut number = |piece: usize| match numbers.iter().position(|&p| p == piece) {
            Some(number) => number,
            None => {
                numbers.push(piece);
                numbers.len() - 1
            }
        };
        let mut text = format!("{w}x{h}");
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            let cell = from(x, y);
            let piece = occupants[cell].map(&mut number);
            let turned = kind & 4 != 0;
            let axis =
                occupants[cell].and_then(|piece| puzzle.pieces[piece].axis).map(|a| (a == Axis::Vertical) != turned);
            let place = match goal[cell] {
                0 => None,
                usize::MAX => Some(usize::MAX),
                piece => Some(number(piece - 1)),
            };
            let gates = puzzle.gates.iter().position(|gate| gate.cells.contains(&cell));
            text += &format!(";{:?}{piece:?}{axis:?}{place:?}{gates:?}", puzzle.cells[cell]);
        }
        text
    };
    (0..8).map(image).min().unwrap_or_default()
}
