//! All positions of a solution on one sheet, as SVG: [`sheet`].

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Definitions, Group, Path, Text, Use};

use super::outline::{outline, tray};
use super::style::{self, Colour, FILLS, INSET, LETTERS, RIM, ROUND};
use super::{MapCell, Piece, PieceBoard, Step};

/// Pixels of a cell.
const CELL: f64 = 20.0;
const MARGIN: f64 = 16.0;
const GAP: f64 = 22.0;
/// The height of a position's caption.
const CAPTION: f64 = 20.0;
/// The height of the title.
const TITLE: f64 = 30.0;
/// The width of a sheet with many positions.
const WIDTH: f64 = 980.0;
const FONT: &str = "font-family:Helvetica,Arial,sans-serif";

/// Draws the positions of a solution row by row. The goal is shaded, and its pieces have warm colours. The piece that moved
/// has a dark edge, and an arrow shows its path.
pub fn sheet(title: &str, board: &PieceBoard, steps: &[Step]) -> String {
    let (width, height) = (board.width as f64 * CELL, board.height() as f64 * CELL);
    let beside = (((WIDTH - 2.0 * MARGIN + GAP) / (width + GAP)) as usize).clamp(1, steps.len().max(1));
    let rows = steps.len().div_ceil(beside);
    let rim = RIM * CELL;
    let total = (
        (2.0 * (MARGIN + rim) + beside as f64 * (width + GAP) - GAP).max(220.0),
        MARGIN + TITLE + rows as f64 * (CAPTION + height + GAP) + rim,
    );
    // Drawn once, and used in every position.
    let empty_board = Group::new().set("id", "tray").set("fill-rule", "evenodd");
    let empty_board = tray(board, RIM, CELL)
        .iter()
        .fold(empty_board, |group, (shape, colour)| group.add(path(shape.as_ref()).set("fill", hex(*colour))));
    let mut sheet = Document::new()
        .set("width", total.0)
        .set("height", total.1)
        .set("viewBox", (0.0, 0.0, total.0, total.1))
        .add(Path::new().set("d", format!("M0 0H{}V{}H0Z", total.0, total.1)).set("fill", hex(style::PAPER)))
        .add(Definitions::new().add(empty_board))
        .add(text(title, (MARGIN, MARGIN + 12.0), 15.0, style::INK).set("font-weight", "bold"));
    let colours: Vec<_> = style::fills(&board.pieces).into_iter().map(|fill| FILLS[fill]).collect();
    for (i, step) in steps.iter().enumerate() {
        let x = MARGIN + rim + (i % beside) as f64 * (width + GAP);
        let y = MARGIN + TITLE + (i / beside) as f64 * (CAPTION + height + GAP) + CAPTION;
        let group = position(board, step, &colours).set("transform", format!("translate({x:.1} {y:.1})"));
        sheet = sheet.add(group.add(text(&step.caption, (-rim, -rim - 4.0), 11.0, style::INK)));
    }
    let mut text = sheet.to_string();
    text.push('\n');
    text
}

/// A path as SVG writes it.
fn path(outline: Option<&tiny_skia::Path>) -> Path {
    use tiny_skia::PathSegment::{Close, CubicTo, LineTo, MoveTo, QuadTo};
    let data = outline.into_iter().flat_map(|path| path.segments()).fold(Data::new(), |data, segment| match segment {
        MoveTo(p) => data.move_to((p.x, p.y)),
        LineTo(p) => data.line_to((p.x, p.y)),
        QuadTo(c, p) => data.quadratic_curve_to((c.x, c.y, p.x, p.y)),
        CubicTo(b, c, p) => data.cubic_curve_to((b.x, b.y, c.x, c.y, p.x, p.y)),
        Close => data.close(),
    });
    Path::new().set("d", data)
}

fn position(board: &PieceBoard, step: &Step, colours: &[Colour]) -> Group {
    let mut group = Group::new().add(Use::new().set("href", "#tray"));
    for (number, (piece, (&anchor, &fill))) in board.pieces.iter().zip(step.anchors.iter().zip(colours)).enumerate() {
        let moved = step.moved.as_ref().is_some_and(|(moved, _)| *moved == number);
        let (line, thickness) = style::edge(fill, moved);
        let shape = path(outline(&piece.covered(anchor), INSET, ROUND, CELL).as_ref())
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
        path(outline(&goal, 0.03, 0.12, CELL).as_ref())
            .set("fill", "none")
            .set("stroke", hex(style::GOAL_LINE))
            .set("stroke-dasharray", "3 2.4"),
    );
    match &step.moved {
        Some((number, path)) => {
            let piece = &board.pieces[*number];
            group.add(arrow(centre(piece, step.anchors[*number]), path, if is_cell(piece) { 0.5 } else { 0.0 }))
        }
        None => group,
    }
}

fn is_cell(piece: &Piece) -> bool {
    piece.cells.len() == 1
}

/// The point of a position around which a piece's label is written.
fn centre(piece: &Piece, anchor: MapCell) -> (f64, f64) {
    let (x, y) = piece.label_centre();
    ((f64::from(anchor.0) + x) * CELL, (f64::from(anchor.1) + y) * CELL)
}

/// The path of a piece's centre to `end`; the arrow ends `short` cells before it.
fn arrow(end: (f64, f64), path: &[MapCell], short: f64) -> Path {
    let mut points = vec![end];
    for &(dx, dy) in path.iter().rev() {
        let (x, y) = points[points.len() - 1];
        points.push((x - f64::from(dx) * CELL, y - f64::from(dy) * CELL));
    }
    points.reverse();
    let (dx, dy) = path.last().map_or((0.0, 0.0), |&(dx, dy)| (f64::from(dx), f64::from(dy)));
    let end = (end.0 - dx * short * CELL, end.1 - dy * short * CELL);
    if let Some(last) = points.last_mut() {
        *last = end;
    }
    let mut data = Data::new().move_to(points[0]);
    for &point in &points[1..] {
        data = data.line_to(point);
    }
    let (dx, dy) = (dx * 4.5, dy * 4.5);
    data = data.move_to((end.0 - dx - dy, end.1 - dy + dx)).line_to(end).line_to((end.0 - dx + dy, end.1 - dy - dx));
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", hex(style::INK))
        .set("stroke-width", 1.6)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
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
