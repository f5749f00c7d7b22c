//! A game on the screen: the board in the largest layout that fits, figures, a message, keys.

mod board;

use std::time::Duration;

use fifteen_solver::record::counted;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use self::board::{BOXES, BoardLayout, COMPACT, draw_board};
use crate::cmd::play::game::{Game, Optimum, PendingRequest};
use crate::cmd::play::keys;

/// The least rows besides the board: the title, the figures, and a message.
const ROWS: u16 = 3;
const NARROWEST: u16 = 24;

/// The parts of the screen that do not depend on the game.
pub(crate) struct DisplayOptions<'a> {
    /// The line above the board.
    pub title: &'a str,
    /// Tiles have colours.
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
    // Spare rows go to a second row of the message, then to the keys, then to gaps between the parts.
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
        let area = Rect { y: top, height: rows, ..area };
        top += rows + gap;
        area
    };
    let title = Line::styled(options.title, Modifier::BOLD);
    frame.render_widget(title.alignment(Alignment::Center), rows(1, above));
    draw_board(frame, rows(height, below), layout, game, options.colours);
    frame.render_widget(Line::raw(figures(game, now, area.width)).alignment(Alignment::Center), rows(1, 0));
    let message = Paragraph::new(message(game)).alignment(Alignment::Center).wrap(Wrap { trim: true });
    frame.render_widget(message.style(Modifier::BOLD), rows(1 + second, before_keys));
    frame.render_widget(Paragraph::new(help).alignment(Alignment::Center), rows(keys, 0));
}

/// `12 moves   optimum 52   0:34`, or in a narrow window `12/52   0:34`.
fn figures(game: &Game, now: Duration, width: u16) -> String {
    let (brief, optimum) = match (game.optimum, game.upper) {
        (Optimum::Known(moves), _) => (moves.to_string(), moves.to_string()),
        (Optimum::AtLeast(least), most) => {
            let known = match (least, most) {
                (0, _) => "…".to_owned(),
                (_, Some(most)) => format!("{least} to {most} …"),
                (_, None) => format!("{least} or more …"),
            };
            (most.map_or_else(|| "…".to_owned(), |most| format!("≤{most}…")), known)
        }
        (Optimum::Unknown, _) => ("?".to_owned(), "unknown".to_owned()),
    };
    let (made, time) = (game.made, clock(game.time(now)));
    if width < 40 {
        return format!("{made}/{brief}   {time}");
    }
    format!("{}   optimum {optimum}   {time}", counted(made as u64, "move", "moves"))
}

/// `0:34`, `1:02:34`.
pub(crate) fn clock(time: Duration) -> String {
    let (seconds, minutes, hours) = (time.as_secs() % 60, time.as_secs() / 60 % 60, time.as_secs() / 3600);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

fn message(game: &Game) -> String {
    if let Some(playback) = &game.playback {
        let state = match (playback.at_end(), playback.is_paused()) {
            (true, _) => "solved".to_owned(),
            (false, true) => "paused".to_owned(),
            (false, false) => format!("speed {}", playback.speed),
        };
        let solution =
            if playback.solution.is_shortest { "a shortest solution" } else { "the best solution found so far" };
        return format!("{solution}: move {} of {}, {state}", playback.at, playback.moves());
    }
    if game.is_solved() {
        return solved(game);
    }
    if let Some(hint) = game.hint {
        let left = counted(hint.left as u64, "move", "moves");
        let caution = if hint.is_shortest { "" } else { " by the best solution found so far" };
        return format!("move {} {}; {left} to the goal{caution}", hint.tile, board::arrow(hint.direction));
    }
    if let Some((request, bound)) = game.waiting() {
        let what = match request {
            PendingRequest::Hint => "the next move",
            PendingRequest::Playback => "a shortest solution",
        };
        let known =
            if bound > 0 { format!(" (at least {})", counted(bound.into(), "move", "moves")) } else { String::new() };
        return format!("searching for {what}{known} …");
    }
    game.error.as_ref().map_or_else(String::new, |error| format!("no solution: {error}"))
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

/// The keys, in lines that are filled up to the width.
fn help(game: &Game, width: u16) -> Vec<Line<'static>> {
    let keys: &[(&str, &str)] = if game.playback.is_some() { &keys::WATCHING } else { &keys::PLAYING };
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
    lines.into_iter().map(|(_, spans)| Line::from(spans)).collect()
}

fn named(key: &'static str, what: &'static str) -> [Span<'static>; 3] {
    [Span::styled(key, Modifier::BOLD), Span::raw(" "), Span::styled(what, Style::new().add_modifier(Modifier::DIM))]
}

#[cfg(test)]
mod tests;
