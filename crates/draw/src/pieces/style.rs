//! Colours and measures that all pictures of boards with pieces share. Measures are in cells.

use super::{Piece, Tint};
use crate::svg::Colour;

pub(super) const PAPER: Colour = [255, 255, 255];
pub(super) const WALL: Colour = [92, 94, 104];
pub(super) const FLOOR: Colour = [243, 240, 233];
pub(super) const GOAL: Colour = [250, 221, 199];
pub(super) const GATE: Colour = [178, 182, 186];
pub(super) const GOAL_LINE: Colour = [217, 119, 66];
pub(super) const INK: Colour = [45, 47, 56];
const TARGETS: usize = 3;
const OTHERS: usize = 12;
/// Colours of pieces: first those of pieces that the goal names, then those of all others.
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

/// The distance from the edges of a piece's cells to its own edge.
pub(super) const INSET: f64 = 0.055;
/// The radius of a piece's corners.
pub(super) const ROUND: f64 = 0.2;
/// The width of the rim around the board.
pub(super) const RIM: f64 = 0.16;
/// The width of a gate's strokes.
pub(super) const STROKE: f64 = 0.16;
/// The size of a label's letters.
pub(super) const LETTERS: f64 = 0.5;

/// The colour of each piece, as an index into [`FILLS`].
pub(super) fn fills(pieces: &[Piece]) -> Vec<usize> {
    let (mut targets, mut others) = (0.., 0..);
    let fill = |piece: &Piece| match piece.tint {
        Tint::Target => targets.next().unwrap_or(0) % TARGETS,
        Tint::Plain => TARGETS + others.next().unwrap_or(0) % OTHERS,
        Tint::Group(group) => TARGETS + group % OTHERS,
    };
    pieces.iter().map(fill).collect()
}

/// The colour of a piece's label.
pub(super) fn ink(fill: Colour) -> Colour {
    mix(fill, INK, 0.75)
}

/// The colour and the width of a piece's edge: dark and broad for a piece that moved.
pub(super) fn edge(fill: Colour, moved: bool) -> (Colour, f64) {
    if moved {
        (INK, 0.1)
    } else {
        (mix(fill, INK, 0.35), 0.04)
    }
}

/// The colour that lies at `share`, from 0 to 1, between two colours.
pub(super) fn mix(from: Colour, to: Colour, share: f64) -> Colour {
    std::array::from_fn(|i| {
        (f64::from(from[i]) * (1.0 - share) + f64::from(to[i]) * share).round() as u8
    })
}
