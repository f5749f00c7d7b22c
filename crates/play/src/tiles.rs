//! The board on the screen: tiles in boxes, or numbers in one box where there is little room.

use fifteen_solver::{Direction, Size};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Block, BorderType, Paragraph};

use super::game::Game;
use super::watch::Watch;

/// Of the 256 colours of terminals, one for each row of the goal: blue, green, yellow, violet and so on.
const ROWS: [u8; 12] = [75, 114, 221, 177, 80, 210, 149, 111, 180, 72, 176, 110];
/// Black, for numbers on those.
const INK: Color = Color::Indexed(16);

/// How the board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Each tile in a box.
    Boxes,
    /// One box around all.
    Compact,
}

impl Form {
    /// The better first.
    pub(crate) const ALL: [Self; 2] = [Self::Boxes, Self::Compact];

    /// Columns and rows of a tile.
    fn tile(self) -> (u16, u16) {
        match self {
            Self::Boxes => (7, 3),
            Self::Compact => (4, 1),
        }
    }

    fn edge(self) -> u16 {
        if self == Self::Compact { 1 } else { 0 }
    }

    /// Columns and rows of a board.
    pub(crate) fn extent(self, size: Size) -> (u16, u16) {
        let (width, height) = self.tile();
        // A board has at most 25 cells.
        (width * size.width() as u16 + 2 * self.edge(), height * size.height() as u16 + 2 * self.edge())
    }
}

/// What is special about a tile.
struct Tile {
    number: u8,
    /// The colour of the row of its goal cell, if there are colours.
    colour: Option<Color>,
    /// Whether it is on its goal cell.
    home: bool,
    /// Where a hint wants it to go.
    hint: Option<Direction>,
    /// Whether it moved last, in a solution being watched.
    moved: bool,
}

/// Draws the board in the middle of the area, which has room for it.
pub(crate) fn draw_board(frame: &mut Frame, area: Rect, form: Form, game: &Game, colours: bool) {
    let (board, goal) = (game.shown(), game.goal());
    let size = board.size();
    let (all, _) = form.extent(size);
    let left = area.x + (area.width - all) / 2;
    if form == Form::Compact {
        let outline = Rect { x: left, width: all, ..area };
        frame.render_widget(Block::bordered().border_type(BorderType::Rounded), outline);
    }
    let goal_cells = goal.cells_of_tiles();
    for (cell, &number) in board.tiles().iter().enumerate().filter(|&(_, &number)| number != 0) {
        let (row, column) = size.row_column(cell);
        let goal_cell = usize::from(goal_cells[usize::from(number)]);
        let tile = Tile {
            number,
            colour: colours.then(|| Color::Indexed(ROWS[size.row_column(goal_cell).0 % ROWS.len()])),
            home: goal_cell == cell,
            hint: game.hint().filter(|hint| hint.tile == number).map(|hint| hint.direction),
            moved: game.watch().and_then(Watch::moved) == Some(cell),
        };
        let (width, height) = form.tile();
        let (x, y) = (left + form.edge() + column as u16 * width, area.y + form.edge() + row as u16 * height);
        draw_tile(frame, Rect { x, y, width, height }, form, &tile);
    }
}

/// At home a tile is filled, or without colours bold and in a double box; one that is hinted at or moved has a thick box.
fn draw_tile(frame: &mut Frame, area: Rect, form: Form, tile: &Tile) {
    let style = match (tile.colour, tile.home) {
        (Some(colour), true) => Style::new().fg(INK).bg(colour).add_modifier(Modifier::BOLD),
        (Some(colour), false) => Style::new().fg(colour).add_modifier(Modifier::BOLD),
        (None, true) => Style::new().add_modifier(Modifier::BOLD),
        (None, false) => Style::new(),
    };
    let number = match (tile.hint.map(arrow), form) {
        (Some(arrow), Form::Boxes) => format!("{arrow} {}", tile.number),
        (Some(arrow), Form::Compact) => format!("{arrow}{:>2}", tile.number),
        (None, Form::Boxes) => tile.number.to_string(),
        (None, Form::Compact) => format!(" {:>2}", tile.number),
    };
    if form == Form::Compact {
        let style = if tile.moved { style.add_modifier(Modifier::UNDERLINED) } else { style };
        return frame.render_widget(Paragraph::new(format!("{number} ")).style(style), area);
    }
    let border = match (tile.hint.is_some() || tile.moved, tile.home) {
        (true, _) => BorderType::Thick,
        (false, true) => BorderType::Double,
        (false, false) => BorderType::Rounded,
    };
    let outline = Block::bordered().border_type(border);
    frame.render_widget(Paragraph::new(number).alignment(Alignment::Center).block(outline).style(style), area);
}

pub(crate) fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '↑',
        Direction::Left => '←',
        Direction::Right => '→',
        Direction::Down => '↓',
    }
}
