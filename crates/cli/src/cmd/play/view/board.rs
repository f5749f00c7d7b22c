//! The board on the screen: tiles in boxes, or in a small window numbers in one box.

use fifteen_solver::{Direction, Size};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Block, BorderType, Paragraph};

use crate::cmd::play::game::{Game, Playback};

/// Colours of a terminal's 256, one for each row of the goal: blue, green, yellow, violet and so on.
const ROWS: [u8; 12] = [75, 114, 221, 177, 80, 210, 149, 111, 180, 72, 176, 110];
/// Black, for numbers on a coloured ground.
const INK: Color = Color::Indexed(16);

/// A way to lay out the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoardLayout {
    /// Each tile in a box.
    Boxes,
    /// One box around all tiles.
    Compact,
}

impl BoardLayout {
    /// All layouts, the more legible first.
    pub(crate) const ALL: [Self; 2] = [Self::Boxes, Self::Compact];

    /// The columns and rows of a tile.
    fn tile(self) -> (u16, u16) {
        match self {
            Self::Boxes => (7, 3),
            Self::Compact => (4, 1),
        }
    }

    fn edge(self) -> u16 {
        if self == Self::Compact { 1 } else { 0 }
    }

    /// The columns and rows of a board.
    pub(crate) fn extent(self, size: Size) -> (u16, u16) {
        let (width, height) = self.tile();
        // A board has at most 25 cells.
        (width * size.width() as u16 + 2 * self.edge(), height * size.height() as u16 + 2 * self.edge())
    }
}

/// A tile and its marks.
struct MarkedTile {
    number: u8,
    /// The colour of its goal cell's row, unless colours are off.
    colour: Option<Color>,
    /// It is on its goal cell.
    home: bool,
    /// The direction of a hint.
    hint: Option<Direction>,
    /// It moved last in the playback.
    moved: bool,
}

/// Draws the board in the middle of an area that has room for it.
pub(crate) fn draw_board(frame: &mut Frame, area: Rect, layout: BoardLayout, game: &Game, colours: bool) {
    let (board, goal) = (game.shown(), game.goal());
    let size = board.size();
    let (all, _) = layout.extent(size);
    let left = area.x + (area.width - all) / 2;
    if layout == BoardLayout::Compact {
        let outline = Rect { x: left, width: all, ..area };
        frame.render_widget(Block::bordered().border_type(BorderType::Rounded), outline);
    }
    let goal_cells = goal.cells_of_tiles();
    for (cell, &number) in board.tiles().iter().enumerate().filter(|&(_, &number)| number != 0) {
        let (row, column) = size.row_column(cell);
        let goal_cell = usize::from(goal_cells[usize::from(number)]);
        let tile = MarkedTile {
            number,
            colour: colours.then(|| Color::Indexed(ROWS[size.row_column(goal_cell).0 % ROWS.len()])),
            home: goal_cell == cell,
            hint: game.hint().filter(|hint| hint.tile == number).map(|hint| hint.direction),
            moved: game.playback().and_then(Playback::moved) == Some(cell),
        };
        let (width, height) = layout.tile();
        let (x, y) = (left + layout.edge() + column as u16 * width, area.y + layout.edge() + row as u16 * height);
        draw_tile(frame, Rect { x, y, width, height }, layout, &tile);
    }
}

/// Draws a tile: on its goal cell it is filled, or without colours bold in a double box. A tile that moved, or that a
/// hint names, has a thick box.
fn draw_tile(frame: &mut Frame, area: Rect, layout: BoardLayout, tile: &MarkedTile) {
    let style = match (tile.colour, tile.home) {
        (Some(colour), true) => Style::new().fg(INK).bg(colour).add_modifier(Modifier::BOLD),
        (Some(colour), false) => Style::new().fg(colour).add_modifier(Modifier::BOLD),
        (None, true) => Style::new().add_modifier(Modifier::BOLD),
        (None, false) => Style::new(),
    };
    let number = match (tile.hint.map(arrow), layout) {
        (Some(arrow), BoardLayout::Boxes) => format!("{arrow} {}", tile.number),
        (Some(arrow), BoardLayout::Compact) => format!("{arrow}{:>2}", tile.number),
        (None, BoardLayout::Boxes) => tile.number.to_string(),
        (None, BoardLayout::Compact) => format!(" {:>2}", tile.number),
    };
    if layout == BoardLayout::Compact {
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
