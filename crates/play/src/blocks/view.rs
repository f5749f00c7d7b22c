//! A block puzzle on the screen: the board in the largest cells that fit, figures, a message, keys.

use std::time::Duration;

use fifteen_solver::blocks::{Cell, Puzzle};
use fifteen_solver::record::counted;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::BlockSetup;
use super::game::BlockGame;
use crate::view::clock;

/// Colours of a terminal's 256, for the pieces in turn.
const COLOURS: [u8; 12] = [75, 114, 221, 177, 80, 210, 149, 111, 180, 72, 176, 110];
const INK: Color = Color::Indexed(16);
/// The columns and rows of a cell, the largest first.
const CELLS: [(u16, u16); 3] = [(6, 3), (4, 2), (2, 1)];
/// The rows besides the board: the title, the figures, the message and the keys.
const ROWS: u16 = 5;
/// In a narrow window the last is left out.
const KEYS: &str = "←↑↓→ move   Tab piece   q quit   h hint   s solve   u undo   y redo   n next   r restart";
/// The key that needs more than one puzzle.
const NEXT: &str = "n next   ";

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame, game: &BlockGame, number: usize, setup: &BlockSetup, now: Duration) {
    let area = frame.area();
    let (columns, rows) = (game.puzzle().width() as u16, game.puzzle().height() as u16);
    let fits = |(width, height): &(u16, u16)| columns * width <= area.width && rows * height + ROWS <= area.height;
    let Some((width, height)) = CELLS.into_iter().find(fits) else {
        let (needed, high) = (columns * 2, rows + ROWS);
        let text = format!(
            "The window is too small for this puzzle: {needed}x{high} at least, but it is {}x{}. q quits.",
            area.width, area.height
        );
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    };
    let mut top = area.y;
    let mut line = |rows: u16| {
        let rect = Rect { y: top, height: rows.min(area.bottom().saturating_sub(top)), ..area };
        top += rows;
        rect
    };
    let name = if game.puzzle().name().is_empty() { "without a name" } else { game.puzzle().name() };
    let title = Line::styled(format!("{number}. {name}"), Modifier::BOLD);
    frame.render_widget(centred(title, area), line(1));
    let board = line(rows * height);
    let left = board.x + (board.width - columns * width) / 2;
    let board = Rect { x: left, width: columns * width, ..board };
    frame.render_widget(Paragraph::new(lines(game, (width, height), setup.colours)), board);
    let moves = counted(game.moves() as u64, "move", "moves");
    let figures =
        format!("{moves}   optimum {} ({})   {}", game.optimum(), setup.options.metric, clock(game.time(now)));
    frame.render_widget(centred(Line::raw(figures), area), line(1));
    let message = Paragraph::new(game.message()).alignment(Alignment::Center).wrap(Wrap { trim: true });
    frame.render_widget(message.style(Modifier::BOLD), line(1));
    let keys = if setup.puzzles.len() > 1 { KEYS.to_owned() } else { KEYS.replace(NEXT, "") };
    let keys = Paragraph::new(keys).alignment(Alignment::Center).wrap(Wrap { trim: true });
    frame.render_widget(keys.style(Style::new().add_modifier(Modifier::DIM)), line(2));
}

/// A line in the middle; one that is too long begins on the left, so that only its end is cut.
fn centred(line: Line<'_>, area: Rect) -> Line<'_> {
    let fits = line.width() <= usize::from(area.width);
    line.alignment(if fits { Alignment::Center } else { Alignment::Left })
}

/// The rows of the board, each cell `width` columns and `height` rows.
fn lines(game: &BlockGame, (width, height): (u16, u16), colours: bool) -> Vec<Line<'static>> {
    let puzzle = game.puzzle();
    let occupants = puzzle.occupants(game.position());
    let goal = goal_cells(puzzle);
    let mut lines = Vec::new();
    for (y, row) in (0..puzzle.height()).flat_map(|y| (0..height).map(move |row| (y, row))) {
        let cell = |x: usize| {
            let cell = y * puzzle.width() + x;
            // The label stands in the middle of each cell, the mark of a goal too.
            let in_middle = row == (height - 1) / 2;
            let (mark, fill, style) = look(game, cell, occupants[cell], goal[cell], colours);
            Span::styled(filled(width.into(), mark, fill, in_middle), style)
        };
        lines.push(Line::from((0..puzzle.width()).map(cell).collect::<Vec<_>>()));
    }
    lines
}

/// One row of a cell: `fill`, and `mark` in the middle. Some characters take two columns.
fn filled(width: usize, mark: char, fill: char, in_middle: bool) -> String {
    let mut text = String::new();
    let mut columns = 0;
    while columns < width {
        let next = if in_middle && columns == (width - 1) / 2 { mark } else { fill };
        let wide = Span::raw(next.to_string()).width().max(1);
        text.push(if columns + wide > width { ' ' } else { next });
        columns += if columns + wide > width { 1 } else { wide };
    }
    text
}

/// The character in the middle of a cell, the one around it, and their style.
fn look(game: &BlockGame, cell: usize, occupant: Option<usize>, is_goal: bool, colours: bool) -> (char, char, Style) {
    let puzzle = game.puzzle();
    match (puzzle.cells()[cell], occupant) {
        (Cell::Outside, _) => (' ', ' ', Style::new()),
        (Cell::Wall, _) => ('█', '█', Style::new().add_modifier(Modifier::DIM)),
        (Cell::Floor, Some(piece)) => {
            let label = puzzle.pieces()[piece].label;
            let is_selected = piece == game.selected();
            let style = match (colours, is_selected) {
                (true, _) => Style::new().fg(INK).bg(Color::Indexed(COLOURS[piece % COLOURS.len()])),
                (false, true) => Style::new().add_modifier(Modifier::REVERSED),
                (false, false) => Style::new(),
            };
            let style = if is_selected { style.add_modifier(Modifier::BOLD) } else { style };
            let fill = match (colours, is_selected) {
                (true, true) => '▒',
                (true, false) => ' ',
                (false, _) => label,
            };
            (label, fill, style)
        }
        (Cell::Floor, None) if is_goal => ('·', ' ', Style::new()),
        (Cell::Floor, None) if puzzle.gate_at(cell).is_some() => ('░', '░', Style::new().add_modifier(Modifier::DIM)),
        (Cell::Floor, None) => (' ', ' ', Style::new()),
    }
}

/// The cells that pieces cover in the goal.
fn goal_cells(puzzle: &Puzzle) -> Vec<bool> {
    let mut cells = vec![false; puzzle.cells().len()];
    for target in puzzle.goal().iter().flat_map(|goal| &goal.pieces) {
        for &(x, y) in target.shape.offsets() {
            cells[(target.cell as i32 + y * puzzle.width() as i32 + x) as usize] = true;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_equally_wide() {
        for (width, _) in CELLS {
            for (mark, fill) in [('A', ' '), ('A', 'A'), ('曹', ' '), ('曹', '▒'), ('曹', '曹'), ('🚗', '🚗')]
            {
                for in_middle in [false, true] {
                    let text = filled(width.into(), mark, fill, in_middle);
                    assert_eq!(Span::raw(text.as_str()).width(), usize::from(width), "{text}");
                    assert!(!in_middle || text.contains(mark), "{text}");
                }
            }
        }
    }

    #[test]
    fn long_lines_begin_on_the_left() {
        let area = Rect::new(0, 0, 10, 1);
        let alignment = |text: &'static str| centred(Line::raw(text), area).alignment;
        assert_eq!(
            (alignment("1. short"), alignment("2. a long name")),
            (Some(Alignment::Center), Some(Alignment::Left))
        );
    }
}
