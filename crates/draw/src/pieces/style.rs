//! Colours and dimensions shared by all pictures of boards with pieces. All lengths are multiples
//! of the side length of a cell.

use super::{ScenePiece, Tint};
use crate::svg::Colour;

pub(super) const PAPER: Colour = [255, 255, 255];
pub(super) const WALL: Colour = [92, 94, 104];
pub(super) const FLOOR: Colour = [243, 240, 233];
pub(super) const GOAL: Colour = [250, 221, 199];
pub(super) const GATE: Colour = [178, 182, 186];
pub(super) const GOAL_LINE: Colour = [217, 119, 66];
pub(super) const INK: Colour = [45, 47, 56];
/// Number of colours for pieces that the goal names. These colours are warm.
const TARGETS: usize = 3;
/// Number of colours for pieces that the goal does not name.
const OTHERS: usize = 12;
/// Colours of the pieces. The first [`TARGETS`] colours are for pieces that the goal names.
pub(super) const FILLS: [Colour; TARGETS + OTHERS] = [
    [222, 106, 84],
    [203, 84, 112],
    [226, 140, 62],
    [125, 166, 204],
    [150, 190, 152],
    [228, 197, 120],
    [172, 155, 204],
    [122, 190, 190],
    [214, 164, 170],
    [184, 186, 126],
    [150, 162, 214],
    [206, 176, 148],
    [120, 176, 140],
    [196, 152, 194],
    [160, 176, 190],
];

/// Gap between the outline of a piece and the edges of its cells, as a multiple of the cell size.
pub(super) const INSET: f64 = 0.055;
/// Radius of a piece's rounded corners, as a multiple of the cell size.
pub(super) const ROUND: f64 = 0.2;
/// Width of the rim around the board, as a multiple of the cell size.
pub(super) const RIM: f64 = 0.16;
/// Width of the diagonal strokes that mark a gate, as a multiple of the cell size.
pub(super) const STROKE: f64 = 0.16;
/// Font size of a piece's label, as a multiple of the cell size.
pub(super) const LETTERS: f64 = 0.5;

/// Returns the colour of each piece, as an index into [`FILLS`]. Colours repeat if there are more
/// pieces than colours.
pub(super) fn fills(pieces: &[ScenePiece]) -> Vec<usize> {
    let (mut targets, mut others) = (0.., 0..);
    let fill = |piece: &ScenePiece| match piece.tint {
        Tint::Target => targets.next().unwrap_or(0) % TARGETS,
        Tint::Plain => TARGETS + others.next().unwrap_or(0) % OTHERS,
        Tint::Group(group) => TARGETS + group % OTHERS,
    };
    pieces.iter().map(fill).collect()
}

/// Returns the colour of the label on a piece of the given colour.
pub(super) fn ink(fill: Colour) -> Colour {
    mix(fill, INK, 0.75)
}

/// Returns the colour and the width of a piece's edge. A piece that moved has a dark, thick edge.
/// The width is a multiple of the cell size.
pub(super) fn edge(fill: Colour, moved: bool) -> (Colour, f64) {
    if moved {
        (INK, 0.1)
    } else {
        (mix(fill, INK, 0.35), 0.04)
    }
}

/// Mixes two colours. `share` is the fraction of the second colour, from 0 to 1.
pub(super) fn mix(from: Colour, to: Colour, share: f64) -> Colour {
    std::array::from_fn(|i| {
        (f64::from(from[i]) * (1.0 - share) + f64::from(to[i]) * share).round() as u8
    })
}
