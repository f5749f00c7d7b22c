//! The mirror images and rotations that map a puzzle to itself.
//!
//! For example, this puzzle and its goal stay the same if left and right are exchanged, where `B`
//! and `C` change their roles:
//!
//! ```text
//! B.C      ...
//! .A.      .A.
//! ...      ...
//! ```
//!
//! The moves of a piece then become moves of its image, so a state and its mirror image are equally
//! far from the goal, and a search needs to visit only one of them.

use fifteen_puzzle::MoveOrder;

use super::layout::{BlockLayout, Class, GoalTerm};
use crate::{Axis, Direction};

/// A mirror image or rotation that maps the board, each class, and the goal to themselves or their
/// counterparts.
pub(crate) struct BoardSymmetry {
    /// The image of each class.
    pub(crate) classes: Vec<usize>,
    /// The anchor of the image of a piece, by class and anchor. It is `usize::MAX` if a cell is not
    /// an anchor of the class.
    pub(crate) anchors: Vec<Vec<usize>>,
    /// The image of each direction, by the direction's number.
    pub(crate) directions: [Direction; 4],
}

/// Returns all symmetries of a puzzle except the identity.
pub(crate) fn symmetries(layout: &BlockLayout) -> Vec<BoardSymmetry> {
    // A symmetry has a number: bit 0 exchanges left and right, bit 1 top and bottom, and bit 2,
    // which acts first, rows and columns.
    let kinds = (1..8).filter(|kind| kind & 4 == 0 || layout.width == layout.height);
    let found: Vec<BoardSymmetry> = kinds.filter_map(|kind| symmetry(layout, kind)).collect();
    let keep = |term: &GoalTerm| found.iter().all(|symmetry| symmetry.keeps(layout, term));
    // The search uses all of them or none. If some were left out, the others might not form a group,
    // and then a state and its mirror image could have different smallest keys.
    if layout.goal.iter().flatten().all(keep) {
        found
    } else {
        Vec::new()
    }
}

/// Returns the symmetry with a number, if it maps the puzzle to itself apart from the conditions of
/// the goal.
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
        // If several classes fit, they are equal in everything that matters here, so the first one
        // will do.
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
    /// Returns whether the image of a condition of the goal is a condition of the goal, too.
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

/// Returns the image of a direction.
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

/// Returns the anchor of the image of a piece, by anchor: the first of the images of its cells.
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

/// Returns whether a class can be the image of another one: its pieces have the right number,
/// shape, anchors, axis and goal.
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
