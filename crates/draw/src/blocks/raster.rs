//! Positions as pixels with few colours: each piece is drawn over the board, its edges softened.

use super::look::{self, INSET, RIM, ROUND};
use super::{BlockBoard, Ground, MapCell};

/// Steps from a piece's colour to what is beneath it.
const SHADES: usize = 4;
/// Each pixel is looked at in so many places along each side.
const SAMPLES: usize = 3;
const PAPER: u8 = 0;
const WALL: u8 = 1;
const FLOOR: u8 = 2;
const GOAL: u8 = 3;
const INK: u8 = 4;
/// Of the first piece's shades.
const FIRST: usize = 5;
/// Colours of pieces that there is room for in a palette of 256.
const MOST: usize = (256 - FIRST) / SHADES;

/// The pixels of a picture, as indices into a palette.
pub(super) struct Canvas<'a> {
    board: &'a BlockBoard,
    /// Pixels of a cell.
    cell: usize,
    rim: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    empty: Vec<u8>,
    pub(super) pixels: Vec<u8>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(board: &'a BlockBoard, cell: usize) -> Self {
        let rim = (RIM * cell as f64) as usize;
        let (width, height) = (board.width * cell + 2 * rim, board.height() * cell + 2 * rim);
        let mut canvas = Self { board, cell, rim, width, height, empty: Vec::new(), pixels: Vec::new() };
        canvas.empty = canvas.ground();
        canvas
    }

    /// Red, green and blue of all colours.
    pub(super) fn palette(&self) -> Vec<u8> {
        let mut palette = vec![look::PAPER, look::WALL, look::FLOOR, look::GOAL, look::INK];
        for fill in look::colours(self.board.pieces.iter().map(|p| p.target)).into_iter().take(MOST) {
            // From the edge's colour to the fill, then softly to the floor.
            palette.extend([
                fill,
                look::edge(fill),
                look::mix(fill, look::FLOOR, 0.4),
                look::mix(fill, look::FLOOR, 0.75),
            ]);
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
            self.piece(piece, anchor, is_moved, if is_moved { shift } else { (0, 0) });
        }
    }

    fn piece(&mut self, piece: usize, anchor: MapCell, moved: bool, shift: (i32, i32)) {
        let size = self.cell as i32;
        let cells = &self.board.pieces[piece].cells;
        let first = (FIRST + piece % MOST * SHADES) as u8;
        for &(x, y) in cells {
            let beside = |dx: i32, dy: i32| cells.contains(&(x + dx, y + dy));
            let (left, top) = ((anchor.0 + x) * size + shift.0, (anchor.1 + y) * size + shift.1);
            for (v, u) in (0..size).flat_map(|v| (0..size).map(move |u| (v, u))) {
                let (px, py) = (left + u + self.rim as i32, top + v + self.rim as i32);
                let within = px >= 0 && py >= 0 && (px as usize) < self.width && (py as usize) < self.height;
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
                if within {
                    self.pixels[py as usize * self.width + px as usize] = colour;
                }
            }
        }
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
        let at =
            |x: usize, y: usize| canvas.pixels[(canvas.rim + y * 20 + 10) * canvas.width + canvas.rim + x * 20 + 10];
        let first = |piece: usize| (FIRST + piece * SHADES) as u8;
        assert_eq!([at(0, 0), at(1, 0), at(2, 0), at(3, 0)], [first(0), first(0), first(1), WALL]);
        assert_eq!([at(0, 1), at(1, 1), at(2, 1), at(3, 1)], [first(2), GOAL, FLOOR, PAPER]);
        assert!(canvas.pixels.iter().all(|&p| usize::from(p) < canvas.palette().len() / 3));
    }

    #[test]
    fn many_pieces_share_colours() {
        let (mut board, _) = super::super::example();
        board.pieces = vec![board.pieces[1].clone(); 300];
        assert!(Canvas::new(&board, 8).palette().len() <= 768);
    }
}
