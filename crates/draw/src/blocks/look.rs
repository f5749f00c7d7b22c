//! Colours and measures of block puzzles, the same in all pictures. Measures are in cells.

/// Red, green, blue.
pub(super) type Colour = [u8; 3];

pub(super) const PAPER: Colour = [255, 255, 255];
pub(super) const WALL: Colour = [92, 94, 104];
pub(super) const FLOOR: Colour = [243, 240, 233];
pub(super) const GOAL: Colour = [250, 221, 199];
pub(super) const GOAL_LINE: Colour = [217, 119, 66];
pub(super) const INK: Colour = [45, 47, 56];
/// Pieces that the goal names.
pub(super) const TARGETS: [Colour; 3] = [[222, 106, 84], [203, 84, 112], [226, 140, 62]];
/// All others.
pub(super) const PIECES: [Colour; 12] = [
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

/// Between a piece's edge and the edges of its cells.
pub(super) const INSET: f64 = 0.055;
/// The radius of a piece's corners.
pub(super) const ROUND: f64 = 0.2;
/// The rim around the board.
pub(super) const RIM: f64 = 0.16;

/// The colour of each piece.
pub(super) fn colours(targets: impl Iterator<Item = bool>) -> Vec<Colour> {
    let (mut named, mut others) = (TARGETS.iter().cycle(), PIECES.iter().cycle());
    targets.filter_map(|target| if target { named.next() } else { others.next() }.copied()).collect()
}

/// A colour, so much of the way to another.
pub(super) fn mix(from: Colour, to: Colour, share: f64) -> Colour {
    std::array::from_fn(|i| (f64::from(from[i]) * (1.0 - share) + f64::from(to[i]) * share).round() as u8)
}

/// The edge of a piece that did not move.
pub(super) fn edge(fill: Colour) -> Colour {
    mix(fill, INK, 0.35)
}
