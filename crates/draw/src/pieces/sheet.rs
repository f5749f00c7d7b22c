//! All positions of a solution on one sheet, as SVG: [`sheet`].

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Definitions, Group, Path, Text, Use};
use zeno::{Command, PathBuilder};

use super::outline::{outline, tray};
use super::style::{self, Colour, FILLS, INSET, LETTERS, RIM, ROUND};
use super::{MapCell, Piece, PieceBoard, Step};

/// Pixels of a cell.
pub(super) const CELL: f64 = 20.0;
const MARGIN: f64 = 16.0;
const GAP: f64 = 22.0;
/// The height of a position's caption.
const CAPTION: f64 = 20.0;
/// The height of the title.
const TITLE: f64 = 30.0;
/// The sizes of letters in the title and in captions.
pub(super) const TITLE_LETTERS: f64 = 15.0;
pub(super) const CAPTION_LETTERS: f64 = 11.0;
/// The width of an arrow's line, and the dashes of the goal's edge.
pub(super) const ARROW: f64 = 1.6;
pub(super) const DASHES: [f32; 2] = [3.0, 2.4];
/// The width of a sheet with many positions.
const WIDTH: f64 = 980.0;
const FONT: &str = "font-family:Helvetica,Arial,sans-serif";

/// The places of a title and of positions, row by row.
pub(super) struct Layout {
    /// The size of a position.
    board: (f64, f64),
    /// Positions in a row.
    beside: usize,
    /// The size of the sheet.
    pub(super) size: (f64, f64),
}

impl Layout {
    pub(super) fn new(board: &PieceBoard, steps: usize) -> Self {
        let (width, height) = (board.width as f64 * CELL, board.height() as f64 * CELL);
        let beside = (((WIDTH - 2.0 * MARGIN + GAP) / (width + GAP)) as usize).clamp(1, steps.max(1));
        let rows = steps.div_ceil(beside);
        let rim = RIM * CELL;
        let size = (
            (2.0 * (MARGIN + rim) + beside as f64 * (width + GAP) - GAP).max(220.0),
            MARGIN + TITLE + rows as f64 * (CAPTION + height + GAP) + rim,
        );
        Self { board: (width, height), beside, size }
    }

    /// The left end of the title's baseline.
    pub(super) fn title() -> (f64, f64) {
        (MARGIN, MARGIN + 12.0)
    }

    /// The left end of a caption's baseline, from the top left of its position.
    pub(super) fn caption() -> (f64, f64) {
        (-RIM * CELL, -RIM * CELL - 4.0)
    }

    /// The top left of a position.
    pub(super) fn position(&self, i: usize) -> (f64, f64) {
        let x = MARGIN + RIM * CELL + (i % self.beside) as f64 * (self.board.0 + GAP);
        let y = MARGIN + TITLE + (i / self.beside) as f64 * (CAPTION + self.board.1 + GAP) + CAPTION;
        (x, y)
    }
}

/// Draws the positions of a solution row by row. The goal is shaded, and its pieces have warm colours. A piece that
/// moved has a dark edge, and an arrow shows its path.
pub fn sheet(title: &str, board: &PieceBoard, steps: &[Step]) -> String {
    let layout = Layout::new(board, steps.len());
    let total = layout.size;
    // Drawn once, and used in every position.
    let empty_board = Group::new().set("id", "tray").set("fill-rule", "evenodd");
    let empty_board = tray(board, RIM, CELL)
        .iter()
        .fold(empty_board, |group, (shape, colour)| group.add(path(shape).set("fill", hex(*colour))));
    let mut sheet = Document::new()
        .set("width", total.0)
        .set("height", total.1)
        .set("viewBox", (0.0, 0.0, total.0, total.1))
        .add(Path::new().set("d", format!("M0 0H{}V{}H0Z", total.0, total.1)).set("fill", hex(style::PAPER)))
        .add(Definitions::new().add(empty_board))
        .add(text(title, Layout::title(), TITLE_LETTERS, style::INK).set("font-weight", "bold"));
    let colours: Vec<_> = style::fills(&board.pieces).into_iter().map(|fill| FILLS[fill]).collect();
    for (i, step) in steps.iter().enumerate() {
        let (x, y) = layout.position(i);
        let group = position(board, step, &colours).set("transform", format!("translate({x:.1} {y:.1})"));
        sheet = sheet.add(group.add(text(&step.caption, Layout::caption(), CAPTION_LETTERS, style::INK)));
    }
    let mut text = sheet.to_string();
    text.push('\n');
    text
}

/// A path as SVG writes it.
fn path(outline: &[Command]) -> Path {
    let data = outline.iter().fold(Data::new(), |data, command| match *command {
        Command::MoveTo(p) => data.move_to((p.x, p.y)),
        Command::LineTo(p) => data.line_to((p.x, p.y)),
        Command::QuadTo(c, p) => data.quadratic_curve_to((c.x, c.y, p.x, p.y)),
        Command::CurveTo(b, c, p) => data.cubic_curve_to((b.x, b.y, c.x, c.y, p.x, p.y)),
        Command::Close => data.close(),
    });
    Path::new().set("d", data)
}

fn position(board: &PieceBoard, step: &Step, colours: &[Colour]) -> Group {
    let mut group = Group::new().add(Use::new().set("href", "#tray"));
    for (number, (piece, (&anchor, &fill))) in board.pieces.iter().zip(step.anchors.iter().zip(colours)).enumerate() {
        let moved = step.moved.contains(&number);
        let (line, thickness) = style::edge(fill, moved);
        let shape = path(&outline(&piece.covered(anchor), INSET, ROUND, CELL))
            .set("fill", hex(fill))
            .set("fill-rule", "evenodd")
            .set("stroke", hex(line))
            .set("stroke-width", thickness * CELL);
        group = group.add(shape);
        // The arrow takes the place of the label, except where it can end beside the label.
        if !moved || is_cell(piece) {
            let (x, y) = centre(piece, anchor);
            let label = text(&piece.label, (x, y + 3.6), LETTERS * CELL, style::ink(fill));
            group = group.add(label.set("text-anchor", "middle"));
        }
    }
    // The goal's edge stays visible over the pieces.
    let goal = board.goal.iter().copied().collect();
    group = group.add(
        path(&outline(&goal, 0.03, 0.12, CELL))
            .set("fill", "none")
            .set("stroke", hex(style::GOAL_LINE))
            .set("stroke-dasharray", DASHES.map(|dash| dash.to_string()).join(" ")),
    );
    step.moved.iter().fold(group, |group, &number| {
        let arrow = arrow(&board.pieces[number], step.anchors[number], &step.path);
        group.add(
            path(&arrow)
                .set("fill", "none")
                .set("stroke", hex(style::INK))
                .set("stroke-width", ARROW)
                .set("stroke-linecap", "round")
                .set("stroke-linejoin", "round"),
        )
    })
}

pub(super) fn is_cell(piece: &Piece) -> bool {
    piece.cells.len() == 1
}

/// The point of a position around which a piece's label is written.
pub(super) fn centre(piece: &Piece, anchor: MapCell) -> (f64, f64) {
    let (x, y) = piece.label_centre();
    ((f64::from(anchor.0) + x) * CELL, (f64::from(anchor.1) + y) * CELL)
}

/// The path of a piece's centre to the piece's place; the arrow of a lone cell ends beside its label.
pub(super) fn arrow(piece: &Piece, anchor: MapCell, path: &[MapCell]) -> Vec<Command> {
    let mut points = vec![centre(piece, anchor)];
    for &(dx, dy) in path.iter().rev() {
        let (x, y) = points[points.len() - 1];
        points.push((x - f64::from(dx) * CELL, y - f64::from(dy) * CELL));
    }
    points.reverse();
    let short = if is_cell(piece) { 0.5 } else { 0.0 };
    let (dx, dy) = path.last().map_or((0.0, 0.0), |&(dx, dy)| (f64::from(dx), f64::from(dy)));
    let last = points.len() - 1;
    let end = (points[last].0 - dx * short * CELL, points[last].1 - dy * short * CELL);
    points[last] = end;
    let (dx, dy) = (dx * 4.5, dy * 4.5);
    let head = [(end.0 - dx - dy, end.1 - dy + dx), end, (end.0 - dx + dy, end.1 - dy - dx)];
    let mut drawn = Vec::new();
    for line in [&points[..], &head] {
        for (i, point) in line.iter().map(|&(x, y)| (x as f32, y as f32)).enumerate() {
            if i == 0 {
                drawn.move_to(point)
            } else {
                drawn.line_to(point)
            };
        }
    }
    drawn
}

fn text(content: &str, (x, y): (f64, f64), size: f64, colour: Colour) -> Text {
    Text::new(content).set("x", x).set("y", y).set("font-size", size).set("style", FONT).set("fill", hex(colour))
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_with_its_pieces() {
        let (board, steps) = super::super::example();
        let svg = sheet("A <name>", &board, &steps);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("A &lt;name&gt;") && svg.contains("1. C RD &lt;&amp;&gt;"), "{svg}");
        assert_eq!(svg.matches("href=\"#tray\"").count(), 2);
        // Three pieces in two positions: the one that moved shows an arrow instead of its label.
        assert_eq!(svg.matches("text-anchor").count(), 5);
    }

    #[test]
    fn nothing_to_draw_is_an_empty_sheet() {
        let (board, _) = super::super::example();
        assert!(sheet("", &board, &[]).starts_with("<svg"));
    }
}
