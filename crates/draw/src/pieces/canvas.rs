//! Positions as pixels with a palette. The board and each piece are rasterised once; a position is put together from
//! them.

use super::outline::{outline, tray};
use super::style::{self, FILLS, INSET, LETTERS, RIM, ROUND};
use super::{MapCell, Piece, Scene};
use crate::raster::{Picture, Pixel};
use crate::svg::Colour;

/// Shades of the palette for each colour of pieces: of the colour, its edges and its label.
const SHADES: usize = 9;
/// The palette begins with the shades of the board.
const GROUND_SHADES: usize = 15;
/// Pixels with less cover leave the background as it is.
const LEAST_COVER: u8 = 64;

/// The parts of a picture, as indices into a palette.
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
    /// An empty canvas for a board with cells.
    pub(super) fn new(scene: &Scene, cell: usize) -> Self {
        let rim = (RIM * cell as f64) as usize;
        let (width, height) = (
            scene.width * cell + 2 * rim,
            scene.height() * cell + 2 * rim,
        );
        let [red, green, blue] = style::PAPER;
        let mut picture = Picture::new(width, height, [red, green, blue, u8::MAX]);
        let place = (rim as f64, rim as f64);
        for (shape, colour) in tray(scene, rim as f64 / cell as f64, cell as f64) {
            picture.fill(&shape.polygons(place), colour);
        }
        let empty = indices(&picture, &ground_shades(), 0)
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        let fills = style::fills(&scene.pieces).into_iter().zip(&scene.pieces);
        let sprites = fills.map(|(fill, piece)| {
            Some([
                Sprite::new(piece, fill, false, cell)?,
                Sprite::new(piece, fill, true, cell)?,
            ])
        });
        Self {
            cell,
            rim,
            width,
            height,
            empty,
            sprites: sprites.collect(),
        }
    }

    /// Red, green and blue of all colours.
    pub(super) fn palette() -> Vec<u8> {
        [
            ground_shades().as_flattened(),
            FILLS.map(shades).as_flattened().as_flattened(),
        ]
        .concat()
    }

    /// The pixels of a position, with one piece as one that moves, shifted by some pixels.
    pub(super) fn draw(
        &self,
        anchors: &[MapCell],
        moved: Option<usize>,
        shift: (i32, i32),
    ) -> Vec<u8> {
        let mut pixels = self.empty.clone();
        for (piece, (anchor, sprites)) in anchors.iter().zip(&self.sprites).enumerate() {
            let Some(sprites) = sprites else { continue };
            let (sprite, shift) = if moved == Some(piece) {
                (&sprites[1], shift)
            } else {
                (&sprites[0], (0, 0))
            };
            let start = |cell: i32, origin: i32, shift: i32| {
                cell * self.cell as i32 + self.rim as i32 + origin + shift
            };
            let left = start(anchor.0, sprite.origin.0, shift.0);
            let top = start(anchor.1, sprite.origin.1, shift.1);
            for (i, shade) in sprite.pixels.iter().enumerate() {
                let (x, y) = (
                    left + (i % sprite.width) as i32,
                    top + (i / sprite.width) as i32,
                );
                let inside =
                    (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
                if let (Some(shade), true) = (shade, inside) {
                    pixels[y as usize * self.width + x as usize] = *shade;
                }
            }
        }
        pixels
    }
}

impl Sprite {
    fn new(piece: &Piece, fill: usize, moved: bool, cell: usize) -> Option<Self> {
        let colour = FILLS[fill];
        let (xs, ys) = (
            piece.cells.iter().map(|c| c.0),
            piece.cells.iter().map(|c| c.1),
        );
        let (left, right, top, bottom) =
            (xs.clone().min()?, xs.max()?, ys.clone().min()?, ys.max()?);
        let pixels = |cells: i32| cells * cell as i32;
        let mut picture = Picture::new(
            pixels(right + 1 - left) as usize,
            pixels(bottom + 1 - top) as usize,
            [0; 4],
        );
        let (edge, thickness) = style::edge(colour, moved);
        let covered = piece.covered((-left, -top));
        let shape =
            |by: f64| outline(&covered, INSET + by, ROUND - by, cell as f64).polygons((0.0, 0.0));
        picture.fill(&shape(-thickness / 2.0), edge);
        picture.fill(&shape(thickness / 2.0), colour);
        let (x, y) = piece.label_centre();
        let centre = (
            (x - f64::from(left)) * cell as f64,
            (y - f64::from(top)) * cell as f64,
        );
        picture.write(
            &piece.label,
            centre,
            LETTERS * cell as f64,
            style::ink(colour),
        );
        let shades = indices(&picture, &shades(colour), GROUND_SHADES + fill * SHADES);
        Some(Self {
            origin: (pixels(left), pixels(top)),
            width: picture.width,
            pixels: shades,
        })
    }
}

/// The colours of the board without pieces, and those between any two of them for its softened edges.
fn ground_shades() -> Vec<Colour> {
    let all = [
        style::PAPER,
        style::WALL,
        style::FLOOR,
        style::GOAL,
        style::GATE,
    ];
    let between = (1..all.len()).flat_map(|i| {
        all[..i]
            .iter()
            .map(move |&other| style::mix(other, all[i], 0.5))
    });
    all.into_iter().chain(between).collect()
}

/// The colours of a piece: its own, those of its edges, also softened, and those of its label.
fn shades(fill: Colour) -> [Colour; SHADES] {
    let [edge, ink] = [style::edge(fill, false).0, style::edge(fill, true).0];
    let soft = |colour| style::mix(colour, style::FLOOR, 0.5);
    let letter = |share| style::mix(fill, style::ink(fill), share);
    [
        fill,
        edge,
        soft(edge),
        ink,
        soft(ink),
        letter(0.25),
        letter(0.5),
        letter(0.75),
        letter(1.0),
    ]
}

/// The nearest of some colours for each pixel that is covered enough; `first` is the first colour's index in the
/// palette.
fn indices(picture: &Picture, colours: &[Colour], first: usize) -> Vec<Option<u8>> {
    let nearest = |[red, green, blue, alpha]: Pixel| {
        // What shows through is mostly the floor.
        let floor = style::FLOOR.map(|value| i32::from(value) * (255 - i32::from(alpha)) / 255);
        let seen = [red, green, blue].map(i32::from);
        let apart = |colour: &Colour| {
            (0..3)
                .map(|i| (i32::from(colour[i]) - seen[i] - floor[i]).pow(2))
                .sum::<i32>()
        };
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
        let mut scene = super::super::example();
        scene.ground[10] = super::super::Ground::Gate;
        let canvas = Canvas::new(&scene, 20);
        let pixels = canvas.draw(&scene.steps[0].anchors, None, (0, 0));
        let colours = Canvas::palette();
        // Beside the labels.
        let at = |x: usize, y: usize| {
            let pixel = pixels[(canvas.rim + y * 20 + 5) * canvas.width + canvas.rim + x * 20 + 5];
            [0, 1, 2].map(|i| colours[3 * usize::from(pixel) + i])
        };
        let [a, b, c] = [0, 3, 4].map(|fill| FILLS[fill]);
        assert_eq!(
            [at(0, 0), at(1, 0), at(2, 0), at(3, 0)],
            [a, a, b, style::WALL]
        );
        assert_eq!(
            [at(0, 1), at(1, 1), at(2, 1), at(3, 1)],
            [c, style::GOAL, style::FLOOR, style::PAPER]
        );
        assert_eq!(at(2, 2), style::GATE, "on a stroke");
        for fill in [0, 3, 4] {
            let letters = GROUND_SHADES + fill * SHADES + 5..GROUND_SHADES + (fill + 1) * SHADES;
            assert!(
                pixels
                    .iter()
                    .filter(|&&p| letters.contains(&usize::from(p)))
                    .count()
                    > 10
            );
        }
    }
}
