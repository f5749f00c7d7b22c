//! Draws a game: the board in the largest layout that fits, the move count and time, a message, and
//! the keys. Depending on the layout, each tile has its own box, or one box surrounds all numbers.

use std::time::Duration;

use fifteen_solver::record::counted;
use fifteen_solver::{Direction, Size};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use crate::cmd::play::game::{Game, Optimum, PendingRequest, Playback, Waiting};
use crate::cmd::play::keys;

/// Number of rows needed besides the board: one for the title, one for the move count and time, and
/// one for a message.
const ROWS: u16 = 3;
/// Minimum width of the window in columns, even for a board that is narrower.
const NARROWEST: u16 = 24;

/// Display settings that do not depend on the game's state.
pub(crate) struct DisplayOptions<'a> {
    /// The line above the board.
    pub title: &'a str,
    /// Whether tiles are coloured.
    pub colours: bool,
}

/// Draws the whole screen.
pub(crate) fn draw(frame: &mut Frame, game: &Game, options: &DisplayOptions, now: Duration) {
    let area = frame.area();
    let size = game.shown().size();
    let room = |layout: &BoardLayout| {
        let (width, height) = layout.extent(size);
        width.max(NARROWEST) <= area.width && height + ROWS <= area.height
    };
    let Some(layout) = [BOXES, COMPACT].into_iter().find(room) else {
        let (width, height) = COMPACT.extent(size);
        let text = format!(
            "The window is too small for a {size} board: {}x{} at least, but it is {}x{}. q quits.",
            width.max(NARROWEST),
            height + ROWS,
            area.width,
            area.height
        );
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    };
    let (_, height) = layout.extent(size);
    let help = help(game, area.width);
    // Spare rows are used for a second row of the message, then for the keys, then for gaps.
    let mut spare = area.height - height - ROWS;
    let mut take = |rows: u16| {
        let taken = rows.min(spare);
        spare -= taken;
        taken
    };
    let (second, keys) = (take(1), take(help.len() as u16));
    let (above, below, before_keys) = (take(1), take(1), take(1));
    let mut top = area.y;
    let mut rows = |rows: u16, gap: u16| {
        let area = Rect {
            y: top,
            height: rows,
            ..area
        };
        top += rows + gap;
        area
    };
    let title = Line::styled(options.title, Modifier::BOLD);
    frame.render_widget(title.alignment(Alignment::Center), rows(1, above));
    draw_board(frame, rows(height, below), layout, game, options.colours);
    frame.render_widget(
        Line::raw(figures(game, now, area.width)).alignment(Alignment::Center),
        rows(1, 0),
    );
    let message = Paragraph::new(message(game))
        .alignment(Alignment::Center)
        .wrap(Wrap { trim: true });
    frame.render_widget(message.style(Modifier::BOLD), rows(1 + second, before_keys));
    frame.render_widget(
        Paragraph::new(help).alignment(Alignment::Center),
        rows(keys, 0),
    );
}

/// Returns the move count, the length of a shortest solution, and the time, such as
/// `12 moves   optimum 52   0:34`, or `12/52   0:34` in a narrow window.
fn figures(game: &Game, now: Duration, width: u16) -> String {
    let (brief, optimum) = match (game.optimum, game.upper) {
        (Optimum::Known(moves), _) => (moves.to_string(), moves.to_string()),
        (Optimum::AtLeast(least), most) => {
            let known = match (least, most) {
                (0, _) => "…".to_owned(),
                (_, Some(most)) => format!("{least} to {most} …"),
                (_, None) => format!("{least} or more …"),
            };
            (
                most.map_or_else(|| "…".to_owned(), |most| format!("≤{most}…")),
                known,
            )
        }
        (Optimum::Unknown, _) => ("?".to_owned(), "unknown".to_owned()),
    };
    let (made, time) = (game.made, clock(game.time(now)));
    if width < 40 {
        return format!("{made}/{brief}   {time}");
    }
    format!(
        "{}   optimum {optimum}   {time}",
        counted(made as u64, "move", "moves")
    )
}

/// Formats a time as `0:34` or `1:02:34`.
pub(crate) fn clock(time: Duration) -> String {
    let (seconds, minutes, hours) = (
        time.as_secs() % 60,
        time.as_secs() / 60 % 60,
        time.as_secs() / 3600,
    );
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

fn message(game: &Game) -> String {
    if let Some(playback) = &game.playback {
        let state = match (playback.at_end(), playback.is_paused()) {
            (true, _) => "solved".to_owned(),
            (false, true) => "paused".to_owned(),
            (false, false) => format!("speed {}", playback.speed),
        };
        let solution = if playback.solution.is_shortest {
            "a shortest solution"
        } else {
            "the best solution found so far"
        };
        return format!(
            "{solution}: move {} of {}, {state}",
            playback.at,
            playback.moves()
        );
    }
    if game.is_solved() {
        return solved(game);
    }
    if let Some(hint) = game.hint {
        let left = counted(hint.left as u64, "move", "moves");
        let caution = if hint.is_shortest {
            ""
        } else {
            " by the best solution found so far"
        };
        return format!(
            "move {} {}; {left} to the goal{caution}",
            hint.tile,
            arrow(hint.direction)
        );
    }
    if let Some(Waiting { request, bound }) = game.waiting() {
        let what = match request {
            PendingRequest::Hint => "the next move",
            PendingRequest::Playback => "a shortest solution",
        };
        let known = if bound > 0 {
            format!(" (at least {})", counted(bound.into(), "move", "moves"))
        } else {
            String::new()
        };
        return format!("searching for {what}{known} …");
    }
    game.error
        .as_ref()
        .map_or_else(String::new, |error| format!("no solution: {error}"))
}

fn solved(game: &Game) -> String {
    let made = game.made;
    if made == 0 {
        return "this board is solved; n for another one".to_owned();
    }
    let moves = counted(made as u64, "move", "moves");
    let praise = match game.optimum {
        Optimum::Known(fewest) if fewest == made => ", the fewest there are".to_owned(),
        Optimum::Known(fewest) => format!("; {fewest} would do"),
        _ => String::new(),
    };
    format!("Solved in {moves}{praise}. n: another board, r: again")
}

/// Returns the help for the keys, in as few lines as the width allows.
fn help(game: &Game, width: u16) -> Vec<Line<'static>> {
    let keys: &[(&str, &str)] = if game.playback.is_some() {
        &keys::WATCHING
    } else {
        &keys::PLAYING
    };
    let mut lines: Vec<(usize, Vec<Span>)> = Vec::new();
    for &(key, what) in keys {
        let needed = key.chars().count() + 1 + what.len();
        match lines.last_mut() {
            Some((used, spans)) if *used + 3 + needed <= usize::from(width) => {
                *used += 3 + needed;
                spans.push(Span::raw("   "));
                spans.extend(named(key, what));
            }
            _ => lines.push((needed, named(key, what).into())),
        }
    }
    lines
        .into_iter()
        .map(|(_, spans)| Line::from(spans))
        .collect()
}

fn named(key: &'static str, what: &'static str) -> [Span<'static>; 3] {
    [
        Span::styled(key, Modifier::BOLD),
        Span::raw(" "),
        Span::styled(what, Style::new().add_modifier(Modifier::DIM)),
    ]
}

/// Colours from the 256-colour palette, one for each row of the goal: blue, green, yellow, violet
/// and so on.
const ROW_COLOURS: [u8; 12] = [75, 114, 221, 177, 80, 210, 149, 111, 180, 72, 176, 110];
/// Black, for numbers on a coloured background.
const INK: Color = Color::Indexed(16);

/// Dimensions of the drawn board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BoardLayout {
    /// Width and height of a tile, in characters.
    tile: (u16, u16),
    /// Thickness of the border around the whole board, in characters. 0 if each tile has its own
    /// box, because the board then has no border.
    edge: u16,
}

/// Layout of the board in which each tile has its own box.
const BOXES: BoardLayout = BoardLayout {
    tile: (7, 3),
    edge: 0,
};
/// Layout of the board in which one box surrounds all tiles, for small terminals.
const COMPACT: BoardLayout = BoardLayout {
    tile: (4, 1),
    edge: 1,
};

impl BoardLayout {
    /// Returns the width and height of the drawn board, in characters. A board has at most 25
    /// cells, so both fit into `u16`.
    fn extent(self, size: Size) -> (u16, u16) {
        let (width, height) = self.tile;
        (
            width * size.width() as u16 + 2 * self.edge,
            height * size.height() as u16 + 2 * self.edge,
        )
    }
}

/// Draws the board in the centre of an area that is large enough for it.
fn draw_board(frame: &mut Frame, area: Rect, layout: BoardLayout, game: &Game, colours: bool) {
    let board = game.shown();
    let size = board.size();
    let (all, _) = layout.extent(size);
    let left = area.x + (area.width - all) / 2;
    if layout == COMPACT {
        let outline = Rect {
            x: left,
            width: all,
            ..area
        };
        frame.render_widget(Block::bordered().border_type(BorderType::Rounded), outline);
    }
    let goal_cells = game.goal.cells_of_tiles();
    for (cell, &number) in board
        .tiles()
        .iter()
        .enumerate()
        .filter(|&(_, &number)| number != 0)
    {
        let (row, column) = size.row_column(cell);
        let goal_cell = usize::from(goal_cells[usize::from(number)]);
        let (width, height) = layout.tile;
        let (x, y) = (
            left + layout.edge + column as u16 * width,
            area.y + layout.edge + row as u16 * height,
        );
        // A tile on its goal cell has a filled background or, without colours, bold text in a
        // double box.
        let is_home = goal_cell == cell;
        let colour = colours
            .then(|| Color::Indexed(ROW_COLOURS[size.row_column(goal_cell).0 % ROW_COLOURS.len()]));
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
            hint: game
                .hint
                .filter(|hint| hint.tile == number)
                .map(|hint| arrow(hint.direction)),
            moved: game.playback.as_ref().and_then(Playback::moved) == Some(cell),
        };
        draw_tile(
            frame,
            Rect {
                x,
                y,
                width,
                height,
            },
            layout,
            &tile,
        );
    }
}

/// A tile and how it is marked.
struct Tile {
    number: u8,
    style: Style,
    is_home: bool,
    /// Arrow to draw if the hint says that this tile moves next.
    hint: Option<char>,
    /// Whether this tile moved last in the playback.
    moved: bool,
}

/// Draws a tile. In the layout with boxes, the box is thick if the tile moved last or is to move
/// next. In the compact layout, a tile that moved last is underlined.
fn draw_tile(frame: &mut Frame, area: Rect, layout: BoardLayout, tile: &Tile) {
    if layout == COMPACT {
        let style = if tile.moved {
            tile.style.add_modifier(Modifier::UNDERLINED)
        } else {
            tile.style
        };
        let text = format!("{}{:>2} ", tile.hint.unwrap_or(' '), tile.number);
        return frame.render_widget(Paragraph::new(text).style(style), area);
    }
    let border = match (tile.hint.is_some() || tile.moved, tile.is_home) {
        (true, _) => BorderType::Thick,
        (false, true) => BorderType::Double,
        (false, false) => BorderType::Rounded,
    };
    let text = tile
        .hint
        .map_or_else(String::new, |arrow| format!("{arrow} "))
        + &tile.number.to_string();
    let outline = Block::bordered().border_type(border);
    frame.render_widget(
        Paragraph::new(text)
            .alignment(Alignment::Center)
            .block(outline)
            .style(tile.style),
        area,
    );
}

fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '↑',
        Direction::Left => '←',
        Direction::Right => '→',
        Direction::Down => '↓',
    }
}

#[cfg(test)]
mod tests;
