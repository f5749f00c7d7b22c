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

    /// The layout of a number; `None` if the pieces did not fit in a hundred tries, or the layout is solved.
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
        (on_line && cells.iter().all(|&cell| self.puzzle.admits(piece, cell))).then_some(cells)
    }
}

/// A text that two puzzles share if one is a mirror image or a rotation of the other, up to the names of pieces that
/// the goal does not name.
pub fn drawing(puzzle: &Puzzle) -> String {
    let occupants = puzzle.occupants(&puzzle.start);
    let targets = puzzle.goal.as_ref().map_or(&[][..], |goal| &goal.pieces);
    let (mut places, mut gates) = (vec![None; puzzle.cells.len()], vec![None; puzzle.cells.len()]);
    for (place, target) in targets.iter().enumerate() {
        puzzle.fits(&target.shape, target.cell).into_iter().flatten().for_each(|cell| places[cell] = Some(place));
    }
    for (number, gate) in puzzle.gates.iter().enumerate() {
        gate.cells.iter().for_each(|&cell| gates[cell] = Some(number));
    }
    // A group that the goal does not name is as good as none.
    let group_of = |piece: usize| {
        let group = puzzle.pieces[piece].group;
        group.filter(|_| targets.iter().any(|target| target.group == group))
    };
    let (width, height) = (puzzle.width, puzzle.height());
    let image = |kind: usize| {
        let turned = kind & 4 != 0;
        let (w, h) = if turned { (height, width) } else { (width, height) };
        let from = |(y, x): (usize, usize)| {
            let x = if kind & 1 == 0 { x } else { w - 1 - x };
            let y = if kind & 2 == 0 { y } else { h - 1 - y };
            if turned { x * width + y } else { y * width + x }
        };
        let cells: Vec<usize> = (0..h).flat_map(|y| (0..w).map(move |x| (y, x))).map(from).collect();
        // Pieces, their groups, gates and places of the goal are numbered in the order in which this image shows them.
        let piece = Numbers::new(cells.iter().filter_map(|&cell| occupants[cell]));
        let group = Numbers::new(cells.iter().filter_map(|&cell| group_of(occupants[cell]?)));
        let gate = Numbers::new(cells.iter().filter_map(|&cell| gates[cell]));
        let place = Numbers::new(cells.iter().filter_map(|&cell| places[cell]));
        let mut text = format!("{w}x{h}");
        for cell in cells {
            text += &format!(";{:?}{:?}{:?}", puzzle.cells[cell], gate.of(gates[cell]), place.of(places[cell]));
            if let Some(target) = places[cell].map(|place| &targets[place]) {
                text += &format!("={:?}{:?}", piece.of(target.piece), group.of(target.group));
            }
            if let Some(occupant) = occupants[cell] {
                let upright = puzzle.pieces[occupant].axis.map(|axis| (axis == Axis::Vertical) != turned);
                let enters = |gate: &&usize| puzzle.gates[**gate].pieces.contains(&occupant);
                let open: Vec<Option<usize>> = gate.0.iter().filter(enters).map(|&g| gate.of(Some(g))).collect();
                text +=
                    &format!(",{:?}{upright:?}{:?}{open:?}", piece.of(Some(occupant)), group.of(group_of(occupant)));
            }
        }
        text
    };
    (0..8).map(image).min().unwrap_or_default()
}

/// Things in the order in which an image shows them.
struct Numbers(Vec<usize>);

impl Numbers {
    fn new(shown: impl Iterator<Item = usize>) -> Self {
        let mut numbers = Vec::new();
        shown.for_each(|thing| numbers.extend((!numbers.contains(&thing)).then_some(thing)));
        Self(numbers)
    }

    fn of(&self, thing: Option<usize>) -> Option<usize> {
        self.0.iter().position(|&other| Some(other) == thing)
    }
}
