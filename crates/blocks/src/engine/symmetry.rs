//! Finds the symmetries of a puzzle, which are the reflections and rotations that map it to itself.
//!
//! For example, the following start position (left) and goal (right) have one symmetry. It
//! exchanges left and right, and maps `B` and `C` to each other:
//!
//! ```text
//! B.C      ...
//! .A.      .A.
//! ...      ...
//! ```
//!
//! A symmetry turns each move of a piece into a move of the piece's image. A state and its image
//! are therefore equally far from the goal, so a search needs to visit only one of them.

use fifteen_puzzle::MoveOrder;

use super::layout::{BlockLayout, Class, GoalTerm};
use crate::{Axis, Direction};

/// A reflection or rotation that maps the board and the goal to themselves. It maps each class of
/// interchangeable pieces to a class with the mirrored or rotated shape.
pub(crate) struct BoardSymmetry {
    /// The class to which the symmetry maps each class of interchangeable pieces.
    pub(crate) classes: Vec<usize>,
    /// The location of a piece's image. The first index is the class of the piece, and the second
    /// is its location. The value is `usize::MAX` for cells where no piece of the class can be.
    pub(crate) anchors: Vec<Vec<usize>>,
    /// The images of the directions up, left, right and down under the symmetry.
    pub(crate) directions: [Direction; 4],
}

/// Returns all symmetries of a puzzle except the identity. The list is empty if some symmetry of
/// the board and the pieces does not preserve the goal.
pub(crate) fn symmetries(layout: &BlockLayout) -> Vec<BoardSymmetry> {
    // Each bit of `kind` stands for a step of the symmetry. First, bit 2 exchanges rows and
    // columns. Then bit 0 exchanges left and right, and bit 1 exchanges top and bottom.
    let kinds = (1..8).filter(|kind| kind & 4 == 0 || layout.width == layout.height);
    let found: Vec<BoardSymmetry> = kinds.filter_map(|kind| symmetry(layout, kind)).collect();
    let keep = |term: &GoalTerm| found.iter().all(|symmetry| symmetry.keeps(layout, term));
    // Use all symmetries or none. If some symmetry does not preserve the goal, the other symmetries
    // might not form a group. A state and its mirror image could then have distinct smallest keys,
    // and would not count as one state.
    if layout.goal.iter().flatten().all(keep) {
        found
    } else {
        Vec::new()
    }
}

/// Returns a symmetry, or `None` if it does not map the board and the pieces to themselves.
///
/// The bits of `kind` describe the symmetry: bit 2 exchanges rows and columns, then bit 0 exchanges
/// left and right, and bit 1 exchanges top and bottom. [`BoardSymmetry::keeps`] checks the goal.
fn symmetry(layout: &BlockLayout, kind: usize) -> Option<BoardSymmetry> {
    let (width, height) = (layout.width, layout.height);
    let image = |cell: usize| {
        let (x, y) = (cell % width, cell / width);
        let (x, y) = if kind & 4 == 0 { (x, y) } else { (y, x) };
        let x = if kind & 1 == 0 { x } else { width - 1 - x };
        let y = if kind & 2 == 0 { y } else { height - 1 - y };
        y * width + x
    };
    let cells: Vec<usize> = (0..width * height).map(image).collect();
    if (0..cells.len()).any(|cell| layout.floor[cell] != layout.floor[cells[cell]]) {
        return None;
    }
    let anchors: Vec<Vec<usize>> = layout
        .classes
        .iter()
        .map(|c| images(layout, c, &cells))
        .collect();
    let mut classes: Vec<usize> = Vec::new();
    for (class, anchors) in layout.classes.iter().zip(&anchors) {
        // If several classes fit, they have the same shape, locations and targets, so it does not
        // matter which of them is the image of this class.
        let fits = |c: &usize| {
            !classes.contains(c)
                && matches(layout, class, anchors, &cells, &layout.classes[*c], kind)
        };
        let found = (0..layout.classes.len()).find(fits)?;
        classes.push(found);
    }
    Some(BoardSymmetry {
        classes,
        anchors,
        directions: MoveOrder::ULRD.directions().map(|d| turned(d, kind)),
    })
}

impl BoardSymmetry {
    /// Returns whether the image of a goal condition under the symmetry is also a condition of the
    /// goal.
    fn keeps(&self, layout: &BlockLayout, term: &GoalTerm) -> bool {
        let mut classes: Vec<usize> = term
            .classes
            .iter()
            .map(|&class| self.classes[class])
            .collect();
        let mut anchors: Vec<usize> = term
            .anchors
            .iter()
            .map(|&a| self.anchors[term.classes[0]][a])
            .collect();
        classes.sort_unstable();
        anchors.sort_unstable();
        layout
            .goal
            .iter()
            .flatten()
            .any(|other| other.classes == classes && other.anchors == anchors)
    }
}

/// Returns the image of a direction under a symmetry.
///
/// The bits of `kind` describe the symmetry: bit 2 exchanges rows and columns, then bit 0 exchanges
/// left and right, and bit 1 exchanges top and bottom.
fn turned(direction: Direction, kind: usize) -> Direction {
    let (dx, dy) = direction.delta();
    let (dx, dy) = if kind & 4 == 0 { (dx, dy) } else { (dy, dx) };
    let image = (
        if kind & 1 == 0 { dx } else { -dx },
        if kind & 2 == 0 { dy } else { -dy },
    );
    MoveOrder::ULRD
        .directions()
        .into_iter()
        .find(|d| d.delta() == image)
        .unwrap_or(direction)
}

/// Returns the image of each location of a piece under a symmetry. The location of a piece is its
/// first cell in reading order. `cells` contains the image of each cell.
fn images(layout: &BlockLayout, class: &Class, cells: &[usize]) -> Vec<usize> {
    let mut images = vec![usize::MAX; cells.len()];
    for &anchor in &class.anchors {
        images[anchor] = layout
            .covered(class, anchor)
            .map(|cell| cells[cell])
            .min()
            .unwrap_or(usize::MAX);
    }
    images
}

/// Returns whether a symmetry can map the pieces of class `from` to those of class `to`.
///
/// Both classes must have the same number of pieces, and the symmetry must map the shape, axis,
/// locations and targets of `from` to those of `to`.
fn matches(
    layout: &BlockLayout,
    from: &Class,
    anchors: &[usize],
    cells: &[usize],
    to: &Class,
    kind: usize,
) -> bool {
    let mapped = |list: &[usize]| {
        let mut images: Vec<usize> = list.iter().map(|&a| anchors[a]).collect();
        images.sort_unstable();
        images
    };
    let turned = |axis: Axis| if kind & 4 == 0 { axis } else { axis.across() };
    let shape = || {
        let anchor = from.anchors[0];
        let mut image: Vec<usize> = layout
            .covered(from, anchor)
            .map(|cell| cells[cell])
            .collect();
        image.sort_unstable();
        image.into_iter().eq(layout.covered(to, anchors[anchor]))
    };
    from.pieces.len() == to.pieces.len()
        && from.offsets.len() == to.offsets.len()
        && from.axis.map(turned) == to.axis
        && mapped(&from.anchors) == to.anchors
        && mapped(&from.targets) == to.targets
        && shape()
}
