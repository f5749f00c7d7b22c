//! Positions as pixels with few colours: each piece is drawn over the board, its edges softened.

use super::label::Label;
use super::look::{self, FILLS, INSET, RIM, ROUND};
use super::{Ground, MapCell, PieceBoard};

/// Each colour of pieces as it is, as an edge, softened in two steps, and as [`LETTERS`] shades of a label.
const SHADES: usize = 4 + LETTERS;
const LETTERS: usize = 4;
/// Each pixel is looked at in so many places along each side.
const SAMPLES: usize = 3;
const PAPER: u8 = 0;
const WALL: u8 = 1;
const FLOOR: u8 = 2;
const GOAL: u8 = 3;
const INK: u8 = 4;
/// Of the first colour's shades.
const FIRST: usize = 5;

/// The pixels of a picture, as indices into a palette.
pub(super) struct Canvas<'a> {
    board: &'a PieceBoard,
    /// Pixels of a cell.
    cell: usize,
    rim: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// For each piece, where its colour's shades begin in the palette.
    shades: Vec<u8>,
    labels: Vec<Label>,
    empty: Vec<u8>,
    pub(super) pixels: Vec<u8>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(board: &'a PieceBoard, cell: usize) -> Self {
        let rim = (RIM * cell as f64) as usize;
        let (width, height) = (board.width * cell + 2 * rim, board.height() * cell + 2 * rim);
        // All shades of all colours are 125.
        let shades = look::fills(&board.pieces).into_iter().map(|fill| (FIRST + fill * SHADES) as u8).collect();
        let labels = board.pieces.iter().map(|piece| Label::new(&piece.label, cell)).collect();
        let (empty, pixels) = (Vec::new(), Vec::new());
        let mut canvas = Self { board, cell, rim, width, height, shades, labels, empty, pixels };
        canvas.empty = canvas.ground();
        canvas
    }

    /// Red, green and blue of all colours.
    pub(super) fn palette() -> Vec<u8> {
        let mut palette = vec![look::PAPER, look::WALL, look::FLOOR, look::GOAL, look::INK];
        for fill in FILLS {
            palette.extend([
                fill,
                look::edge(fill),
                look::mix(fill, look::FLOOR, 0.4),
                look::mix(fill, look::FLOOR, 0.75),
            ]);
            let letter = |shade: usize| look::mix(fill, look::ink(fill), shade as f64 / LETTERS as f64);
            palette.extend((1..=LETTERS).map(letter));
        }
        palette.concat()
    }

    fn ground(&self) -> Vec<u8> {
        let rim = self.rim as i32;
        let kind = |px: i32, py: i32| {
            let (x, y) = (px.div_euclid(self.cell as i32), py.div_euclid(self.cell as i32));
            let inside = x >= 0 && (x as usize) < self.board.width && y >= 0;
            let ground = if inside { self.board.ground.get(y as usize * self.board.width + x as usize) } else { None };
            (ground.copied().unwrap_or(Ground::Outside), (x, y))
        };
        let colour = |i: usize| {
            let (px, py) = ((i % self.width) as i32 - rim, (i / self.width) as i32 - rim);
            match kind(px, py) {
                (Ground::Floor, cell) if self.board.goal.contains(&cell) => GOAL,
                (Ground::Floor, _) => FLOOR,
                (Ground::Wall, _) => WALL,
                (Ground::Outside, _) => {
                    let near = |(dx, dy)| kind(px + dx * rim, py + dy * rim).0 != Ground::Outside;
                    let around = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
                    if around.into_iter().any(near) { WALL } else { PAPER }
                }
            }
        };
        (0..self.width * self.height).map(colour).collect()
    }

    /// Draws a position; `shift` moves one piece by so many pixels.
    pub(super) fn draw(&mut self, anchors: &[MapCell], moved: Option<usize>, shift: (i32, i32)) {
        self.pixels.clone_from(&self.empty);
        for (piece, &anchor) in anchors.iter().enumerate() {
            let is_moved = moved == Some(piece);
            let shift = if is_moved { shift } else { (0, 0) };
            self.piece(piece, anchor, is_moved, shift);
            self.label(piece, anchor, shift);
        }
    }

    fn piece(&mut self, piece: usize, anchor: MapCell, moved: bool, shift: (i32, i32)) {
        let size = self.cell as i32;
        let cells = &self.board.pieces[piece].cells;
        let first = self.shades[piece];
        for &(x, y) in cells {
            let beside = |dx: i32, dy: i32| cells.contains(&(x + dx, y + dy));
            let (left, top) = ((anchor.0 + x) * size + shift.0, (anchor.1 + y) * size + shift.1);
            for (v, u) in (0..size).flat_map(|v| (0..size).map(move |u| (v, u))) {
                let colour = match cover(&beside, (u, v), self.cell, INSET) {
                    9 => {
                        let line = if moved { 0.09 } else { 0.045 };
                        let inner = cover(&beside, (u, v), self.cell, INSET + line) >= 5;
                        if inner {
                            first
                        } else if moved {
                            INK
                        } else {
                            first + 1
                        }
                    }
                    6.. => {
                        if moved {
                            INK
                        } else {
                            first + 1
                        }
                    }
                    3.. => first + 2,
                    1.. => first + 3,
                    0 => continue,
                };
                if let Some(pixel) = self.pixel(left + u, top + v) {
                    *pixel = colour;
                }
            }
        }
    }

    /// Writes a piece's label around its heart.
    fn label(&mut self, piece: usize, anchor: MapCell, shift: (i32, i32)) {
        let Label { width, height, cover } = self.labels[piece].clone();
        let heart = self.board.heart(piece);
        let start = |anchor: i32, heart: f64, length: usize| {
            ((f64::from(anchor) + heart + 0.5) * self.cell as f64 - length as f64 / 2.0).round() as i32
        };
        let (left, top) = (start(anchor.0, heart.0, width) + shift.0, start(anchor.1, heart.1, height) + shift.1);
        let first = self.shades[piece];
        for (i, &covered) in cover.iter().enumerate() {
            let shade = (usize::from(covered) * LETTERS + 127) / 255;
            let (x, y) = (left + (i % width) as i32, top + (i / width) as i32);
            if let (1.., Some(pixel)) = (shade, self.pixel(x, y)) {
                *pixel = first + (SHADES - LETTERS + shade - 1) as u8;
            }
        }
    }

    /// A pixel of the picture, given from where the board begins.
    fn pixel(&mut self, x: i32, y: i32) -> Option<&mut u8> {
        let (x, y) = (x + self.rim as i32, y + self.rim as i32);
        let within = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        if within { self.pixels.get_mut(y as usize * self.width + x as usize) } else { None }
    }
}

/// How many samples of a pixel lie in a piece's rounded shape, within one of its cells.
fn cover(beside: &dyn Fn(i32, i32) -> bool, (u, v): (i32, i32), cell: usize, inset: f64) -> usize {
    let at = |p: i32, sample: usize| (f64::from(p) + (sample as f64 + 0.5) / SAMPLES as f64) / cell as f64;
    let samples = (0..SAMPLES).flat_map(|a| (0..SAMPLES).map(move |b| (a, b)));
    samples.filter(|&(a, b)| within(beside, at(u, a), at(v, b), inset)).count()
}

/// Whether a place in a cell belongs to the shape: seen from the nearest corner of the cell.
fn within(beside: &dyn Fn(i32, i32) -> bool, x: f64, y: f64, inset: f64) -> bool {
    let (dx, dy) = (if x < 0.5 { -1 } else { 1 }, if y < 0.5 { -1 } else { 1 });
    let (u, v) = (x.min(1.0 - x), y.min(1.0 - y));
    match (beside(dx, 0), beside(0, dy)) {
        (true, true) => beside(dx, dy) || u >= inset || v >= inset,
        (true, false) => v >= inset,
        (false, true) => u >= inset,
        (false, false) => {
            let (a, b) = (ROUND - u, ROUND - v);
            u >= inset && v >= inset && (a <= 0.0 || b <= 0.0 || a.hypot(b) <= ROUND - inset)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_their_cells_and_no_others() {
        let (board, steps) = super::super::example();
        let mut canvas = Canvas::new(&board, 20);
        canvas.draw(&steps[0].anchors, None, (0, 0));
        // Beside the labels.
        let at = |x: usize, y: usize| canvas.pixels[(canvas.rim + y * 20 + 4) * canvas.width + canvas.rim + x * 20 + 4];
        let first = |piece: usize| canvas.shades[piece];
        assert_eq!([at(0, 0), at(1, 0), at(2, 0), at(3, 0)], [first(0), first(0), first(1), WALL]);
        assert_eq!([at(0, 1), at(1, 1), at(2, 1), at(3, 1)], [first(2), GOAL, FLOOR, PAPER]);
        assert!(first(0) != first(1) && first(1) != first(2));
        let letters = |piece: usize| {
            let shades = first(piece) + 4..first(piece) + SHADES as u8;
            canvas.pixels.iter().filter(|&p| shades.contains(p)).count()
        };
        assert!((0..3).all(|piece| letters(piece) > 10));
        assert!(canvas.pixels.iter().all(|&p| usize::from(p) < Canvas::palette().len() / 3));
    }

    #[test]
    fn many_pieces_share_colours() {
        let (mut board, _) = super::super::example();
        board.pieces = vec![board.pieces[1].clone(); 300];
        let shades = Canvas::new(&board, 8).shades;
        assert!(
            shades[0] == shades[12] && shades.iter().all(|&s| usize::from(s) + SHADES <= Canvas::palette().len() / 3)
        );
        assert!(Canvas::palette().len() <= 768);
    }
}
