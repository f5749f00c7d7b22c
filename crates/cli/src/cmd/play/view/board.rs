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
pub(crate) struct BoardLayout {
    /// The columns and rows of a tile.
    tile: (u16, u16),
    /// The width of a box around all tiles; without one each tile has a box.
    edge: u16,
}

/// Each tile in a box.
pub(crate) const BOXES: BoardLayout = BoardLayout { tile: (7, 3), edge: 0 };
/// One box around all tiles.
pub(crate) const COMPACT: BoardLayout = BoardLayout { tile: (4, 1), edge: 1 };

impl BoardLayout {
    /// The columns and rows of a board, which has at most 25 cells.
    pub(crate) fn extent(self, size: Size) -> (u16, u16) {
        let (width, height) = self.tile;
        (width * size.width() as u16 + 2 * self.edge, height * size.height() as u16 + 2 * self.edge)
    }
}

/// Draws the board in the middle of an area that has room for it.
pub(crate) fn draw_board(frame: &mut Frame, area: Rect, layout: BoardLayout, game: &Game, colours: bool) {
    let board = game.shown();
    let size = board.size();
    let (all, _) = layout.extent(size);
    let left = area.x + (area.width - all) / 2;
    if layout == COMPACT {
        let outline = Rect { x: left, width: all, ..area };
        frame.render_widget(Block::bordered().border_type(BorderType::Rounded), outline);
    }
    let goal_cells = game.goal.cells_of_tiles();
    for (cell, &number) in board.tiles().iter().enumerate().filter(|&(_, &number)| number != 0) {
        let (row, column) = size.row_column(cell);
        let goal_cell = usize::from(goal_cells[usize::from(number)]);
        let (width, height) = layout.tile;
        let (x, y) = (left + layout.edge + column as u16 * width, area.y + layout.edge + row as u16 * height);
        // On its goal cell a tile is filled, or without colours bold in a double box.
        let is_home = goal_cell == cell;
        let colour = colours.then(|| Color::Indexed(ROWS[size.row_column(goal_cell).0 % ROWS.len()]));
        let style = match (colour, is_home) {
            (Some(colour), true) => Style::new().fg(INK).bg(colour).add_modifier(Modifier::BOLD),
            (Some(colour), false) => Style::new().fg(colour).add_modifier(Modifier::BOLD),
            (None, true) => Style::new().add_modifier(Modifier::BOLD),
            (None, false) => Style::new(),
        };
        let tile = Tile {
            number,
            style,
            is_home,
            hint: game.hint.filter(|hint| hint.tile == number).map(|hint| arrow(hint.direction)),
            moved: game.playback.as_ref().and_then(Playback::moved) == Some(cell),
        };
        draw_tile(frame, Rect { x, y, width, height }, layout, &tile);
    }
}

/// A tile and its marks.
struct Tile {
    number: u8,
    style: Style,
    is_home: bool,
    /// The arrow of a hint.
    hint: Option<char>,
    /// It moved last in the playback.
    moved: bool,
}

/// Draws a tile. One that moved, or that a hint names, has a thick box.
fn draw_tile(frame: &mut Frame, area: Rect, layout: BoardLayout, tile: &Tile) {
    if layout == COMPACT {
        let style = if tile.moved { tile.style.add_modifier(Modifier::UNDERLINED) } else { tile.style };
        let text = format!("{}{:>2} ", tile.hint.unwrap_or(' '), tile.number);
        return frame.render_widget(Paragraph::new(text).style(style), area);
    }
    let border = match (tile.hint.is_some() || tile.moved, tile.is_home) {
        (true, _) => BorderType::Thick,
        (false, true) => BorderType::Double,
        (false, false) => BorderType::Rounded,
    };
    let text = tile.hint.map_or_else(String::new, |arrow| format!("{arrow} ")) + &tile.number.to_string();
    let outline = Block::bordered().border_type(border);
    frame.render_widget(Paragraph::new(text).alignment(Alignment::Center).block(outline).style(tile.style), area);
}

pub(crate) fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '↑',
        Direction::Left => '←',
        Direction::Right => '→',
        Direction::Down => '↓',
    }
}
