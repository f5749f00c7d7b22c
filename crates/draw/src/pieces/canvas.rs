//! Positions as pixels with a palette. The board and each piece are rasterised once; a position is put together from
//! them.

use zeno::{Fill, Stroke, Transform};

use super::area::Area;
use super::outline::{outline, tray};
use super::style::{self, Colour, FILLS, INSET, RIM, ROUND};
use super::{MapCell, PieceBoard, label};
use crate::raster::Picture;

/// Shades of the palette for each colour of pieces: of the colour, its edges and its label.
const SHADES: usize = 9;
/// The palette begins with the shades of the board.
const GROUND_SHADES: usize = 11;
/// Pixels with less cover leave the background as it is.
const LEAST_COVER: u8 = 64;

/// The pixels of a picture, as indices into a palette.
pub(super) struct Canvas {
    /// Pixels of a cell.
    cell: usize,
    rim: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The board without pieces.
    empty: Vec<u8>,
    /// Each piece at rest and as one that moves; nothing for a piece without cells.
    sprites: Vec<Option<[Sprite; 2]>>,
    /// The places of the pieces in `pixels`.
    shown: Vec<Option<Placed>>,
    pub(super) pixels: Vec<u8>,
}

/// A piece in a picture, at rest or as one that moves.
#[derive(Debug, PartialEq, Eq)]
struct Placed {
    moves: bool,
    area: Area,
}

/// A piece as pixels.
struct Sprite {
    /// The first column and row, in pixels from the top left of the piece's anchor.
    origin: (i32, i32),
    width: usize,
    /// Row by row; `None` where the background shows.
    pixels: Vec<Option<u8>>,
}

impl Canvas {
    /// An empty canvas for a board; `None` for a board without cells.
    pub(super) fn new(board: &PieceBoard, cell: usize) -> Option<Self> {
        let rim = (RIM * cell as f64) as usize;
        let (width, height) = (board.width * cell + 2 * rim, board.height() * cell + 2 * rim);
        let mut picture = Picture::of_colour(width, height, style::PAPER).filter(|_| board.height() > 0)?;
        let place = Transform::translation(rim as f32, rim as f32);
        for (shape, colour) in tray(board, rim as f64 / cell as f64, cell as f64) {
            picture.draw(&shape, Fill::EvenOdd, place, (colour, 1.0));
        }
        let empty = indices(&picture, &ground_shades(), 0).into_iter().map(Option::unwrap_or_default).collect();
        let fills = style::fills(&board.pieces).into_iter().enumerate();
        let sprites = fills.map(|(piece, fill)| {
            Some([Sprite::new(board, piece, fill, false, cell)?, Sprite::new(board, piece, fill, true, cell)?])
        });
        Some(Self {
            cell,
            rim,
            width,
            height,
            empty,
            sprites: sprites.collect(),
            shown: Vec::new(),
            pixels: Vec::new(),
        })
    }

    /// Red, green and blue of all colours.
    pub(super) fn palette() -> Vec<u8> {
        [ground_shades().as_flattened(), FILLS.map(shades).as_flattened().as_flattened()].concat()
    }

    /// Draws a position, with some pieces as those that move, shifted by some pixels. Returns the part of the picture
    /// that may have changed: all of it at first, then the places of pieces that look or stand otherwise than before.
    pub(super) fn draw(&mut self, anchors: &[MapCell], moved: &[usize], shift: (i32, i32)) -> Area {
        let placed: Vec<Option<Placed>> = (0..anchors.len())
            .map(|piece| {
                let moves = moved.contains(&piece);
                self.placed(piece, moves, anchors[piece], if moves { shift } else { (0, 0) })
            })
            .collect();
        let whole = Area { left: 0, top: 0, right: self.width as i32, bottom: self.height as i32 };
        let changed = match self.pixels.is_empty() {
            true => whole,
            false => {
                let differing = placed.iter().zip(&self.shown).filter(|(new, old)| new != old);
                differing.flat_map(|(new, old)| [new, old]).flatten().fold(Area::EMPTY, |area, p| area.with(p.area))
            }
        };
        let changed = changed.within(whole);
        self.pixels.resize(self.empty.len(), 0);
        for row in changed.rows(self.width) {
            self.pixels[row.clone()].copy_from_slice(&self.empty[row]);
        }
        for (piece, place) in placed.iter().enumerate() {
            place.iter().for_each(|place| self.copy(piece, place, changed));
        }
        self.shown = placed;
        changed
    }

    /// The pixels of an area, row by row.
    pub(super) fn part(&self, area: Area) -> Vec<u8> {
        area.rows(self.width).flat_map(|row| &self.pixels[row]).copied().collect()
    }

    /// The place of a piece; none for a piece without cells.
    fn placed(&self, piece: usize, moves: bool, anchor: MapCell, shift: (i32, i32)) -> Option<Placed> {
        let sprite = &self.sprites.get(piece)?.as_ref()?[usize::from(moves)];
        let at = |cell: i32, shift: i32| cell * self.cell as i32 + self.rim as i32 + shift;
        let (left, top) = (at(anchor.0, shift.0) + sprite.origin.0, at(anchor.1, shift.1) + sprite.origin.1);
        let height = sprite.pixels.len().checked_div(sprite.width)?;
        let (right, bottom) = (left + sprite.width as i32, top + height as i32);
        Some(Placed { moves, area: Area { left, top, right, bottom } })
    }

    /// Copies the part of a piece that lies within an area.
    fn copy(&mut self, piece: usize, place: &Placed, area: Area) {
        let Some(sprite) = self.sprites[piece].as_ref().map(|sprites| &sprites[usize::from(place.moves)]) else {
            return;
        };
        let (at, part) = (place.area, place.area.within(area));
        if part.is_empty() {
            return;
        }
        for row in part.top..part.bottom {
            let start = (row - at.top) as usize * sprite.width;
            let line = &sprite.pixels[start + (part.left - at.left) as usize..start + (part.right - at.left) as usize];
            let start = row as usize * self.width + part.left as usize;
            for (pixel, shade) in self.pixels[start..].iter_mut().zip(line) {
                *pixel = shade.unwrap_or(*pixel);
            }
        }
    }
}

impl Sprite {
    fn new(board: &PieceBoard, piece: usize, fill: usize, moved: bool, cell: usize) -> Option<Self> {
        let (piece, colour) = (&board.pieces[piece], FILLS[fill]);
        let (xs, ys) = (piece.cells.iter().map(|c| c.0), piece.cells.iter().map(|c| c.1));
        let (left, right, top, bottom) = (xs.clone().min()?, xs.max()?, ys.clone().min()?, ys.max()?);
        let pixels = |cells: i32| cells * cell as i32;
        let mut picture = Picture::transparent(pixels(right + 1 - left) as usize, pixels(bottom + 1 - top) as usize)?;
        let shape = outline(&piece.covered((-left, -top)), INSET, ROUND, cell as f64);
        picture.draw(&shape, Fill::EvenOdd, Transform::IDENTITY, (colour, 1.0));
        let (line, width) = style::edge(colour, moved);
        picture.draw(&shape, Stroke::new((width * cell as f64) as f32), Transform::IDENTITY, (line, 1.0));
        let (x, y) = piece.label_centre();
        let centre = ((x - f64::from(left)) * cell as f64, (y - f64::from(top)) * cell as f64);
        label::write(&mut picture, &piece.label, style::ink(colour), centre, cell as f64);
        let shades = indices(&picture, &shades(colour), GROUND_SHADES + fill * SHADES);
        Some(Self::trimmed(shades, picture.width, (pixels(left), pixels(top))))
    }

    /// The pixels without empty columns and rows around them.
    fn trimmed(shades: Vec<Option<u8>>, width: usize, origin: (i32, i32)) -> Self {
        let covered = (0..shades.len()).filter(|&i| shades[i].is_some());
        let pixel = |i: usize| {
            let (x, y) = ((i % width) as i32, (i / width) as i32);
            Area { left: x, top: y, right: x + 1, bottom: y + 1 }
        };
        let area = covered.map(pixel).fold(Area::EMPTY, Area::with).within(pixel(0).with(pixel(shades.len() - 1)));
        Self {
            origin: (origin.0 + area.left, origin.1 + area.top),
            width: (area.right - area.left) as usize,
            pixels: area.rows(width).flat_map(|row| shades[row].to_vec()).collect(),
        }
    }
}

/// The colours of the board without pieces, and of its softened edges.
fn ground_shades() -> [Colour; GROUND_SHADES] {
    let [paper, wall, floor, goal, gate] = [style::PAPER, style::WALL, style::FLOOR, style::GOAL, style::GATE];
    let half = |from, to| style::mix(from, to, 0.5);
    [
        paper,
        wall,
        floor,
        goal,
        gate,
        half(paper, wall),
        half(wall, floor),
        half(floor, goal),
        half(wall, goal),
        half(floor, gate),
        half(goal, gate),
    ]
}

/// The colours of a piece: its own, those of its edges, also softened, and those of its label.
fn shades(fill: Colour) -> [Colour; SHADES] {
    let [edge, ink] = [style::edge(fill, false).0, style::edge(fill, true).0];
    let soft = |colour| style::mix(colour, style::FLOOR, 0.5);
    let letter = |share| style::mix(fill, style::ink(fill), share);
    [fill, edge, soft(edge), ink, soft(ink), letter(0.25), letter(0.5), letter(0.75), letter(1.0)]
}

/// The nearest of some colours for each pixel that is covered enough; `first` is the first colour's index in the
/// palette.
fn indices(picture: &Picture, colours: &[Colour], first: usize) -> Vec<Option<u8>> {
    let nearest = |[red, green, blue, alpha]: [u8; 4]| {
        // What shows through is mostly the floor.
        let floor = style::FLOOR.map(|value| i32::from(value) * (255 - i32::from(alpha)) / 255);
        let seen = [red, green, blue].map(i32::from);
        let apart = |colour: &Colour| (0..3).map(|i| (i32::from(colour[i]) - seen[i] - floor[i]).pow(2)).sum::<i32>();
        let index = (0..colours.len()).min_by_key(|&i| apart(&colours[i]))?;
        (alpha >= LEAST_COVER).then_some((first + index) as u8) // the palette has at most 256 colours
    };
    picture.pixels.iter().map(|&pixel| nearest(pixel)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_their_cells_and_no_others() {
        let (board, steps) = super::super::example();
        let mut canvas = Canvas::new(&board, 20).unwrap();
        canvas.draw(&steps[0].anchors, &[], (0, 0));
        let colours = Canvas::palette();
        // Beside the labels.
        let at = |x: usize, y: usize| {
            let pixel = canvas.pixels[(canvas.rim + y * 20 + 5) * canvas.width + canvas.rim + x * 20 + 5];
            [0, 1, 2].map(|i| colours[3 * usize::from(pixel) + i])
        };
        let [a, b, c] = [0, 3, 4].map(|fill| FILLS[fill]);
        assert_eq!([at(0, 0), at(1, 0), at(2, 0), at(3, 0)], [a, a, b, style::WALL]);
        assert_eq!([at(0, 1), at(1, 1), at(2, 1), at(3, 1)], [c, style::GOAL, style::FLOOR, style::PAPER]);
        for fill in [0, 3, 4] {
            let letters = GROUND_SHADES + fill * SHADES + 5..GROUND_SHADES + (fill + 1) * SHADES;
            assert!(canvas.pixels.iter().filter(|&&p| letters.contains(&usize::from(p))).count() > 10);
        }
    }

    #[test]
    fn gates_are_hatched() {
        let (mut board, steps) = super::super::example();
        board.ground[6] = super::super::Ground::Gate;
        let mut canvas = Canvas::new(&board, 20).unwrap();
        canvas.draw(&steps[0].anchors, &[], (0, 0));
        let colours = Canvas::palette();
        let gate = colours.chunks(3).position(|colour| colour == style::GATE).unwrap();
        let strokes = |x: usize, y: usize| {
            let pixels = (0..400).map(|i| (canvas.rim + y * 20 + i / 20, canvas.rim + x * 20 + i % 20));
            pixels.filter(|(row, column)| usize::from(canvas.pixels[row * canvas.width + column]) == gate).count()
        };
        // Strokes of 0.16 cells, twice the diagonal long, without their soft edges.
        assert!((50..150).contains(&strokes(2, 1)), "{}", strokes(2, 1));
        assert_eq!([strokes(1, 1), strokes(2, 2), strokes(2, 0)], [0, 0, 0]);
    }

    #[test]
    fn drawing_what_changed_agrees_with_drawing_anew() {
        let (board, steps) = super::super::example();
        let mut canvas = Canvas::new(&board, 20).unwrap();
        let mut shown = Vec::new();
        for (moved, shift) in
            [(&[][..], (0, 0)), (&[2], (-20, 0)), (&[1, 2], (-5, 7)), (&[0], (300, -300)), (&[], (0, 0))]
        {
            let changed = canvas.draw(&steps[1].anchors, moved, shift);
            let mut anew = Canvas::new(&board, 20).unwrap();
            anew.draw(&steps[1].anchors, moved, shift);
            assert!(canvas.pixels == anew.pixels, "{moved:?} {shift:?}");
            // Nothing outside the reported part has changed.
            let kept = changed.rows(canvas.width).fold(anew.pixels, |mut pixels, row| {
                pixels[row.clone()].copy_from_slice(shown.get(row.clone()).unwrap_or(&canvas.pixels[row]));
                pixels
            });
            assert!(shown.is_empty() || kept == shown);
            shown = canvas.pixels.clone();
        }
        let nothing = canvas.draw(&steps[1].anchors, &[], (0, 0));
        assert!(nothing.is_empty());
    }

    #[test]
    fn many_pieces_share_colours() {
        let (mut board, steps) = super::super::example();
        board.pieces = vec![board.pieces[1].clone(); 300];
        let mut canvas = Canvas::new(&board, 8).unwrap();
        canvas.draw(&[steps[0].anchors.clone(), vec![(0, 1); 297]].concat(), &[], (0, 0));
        let colours = Canvas::palette().len() / 3;
        assert!(colours <= 256 && canvas.pixels.iter().all(|&p| usize::from(p) < colours));
        assert_eq!(style::fills(&board.pieces)[0], style::fills(&board.pieces)[12]);
    }
}
