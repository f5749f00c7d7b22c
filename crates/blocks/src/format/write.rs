//! Writes puzzles in the text format.

use std::fmt;

use crate::{Axis, Puzzle};

/// Writes the puzzle in the text format, including its name and properties. Parsing the result
/// yields an equal puzzle.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", format!("## {}", self.name()).trim_end())?;
        for (key, value) in self.properties() {
            writeln!(f, "{}", format!("{key}: {value}").trim_end())?;
        }
        if self.is_locked() {
            writeln!(f, "pieces: rush-hour")?;
        }
        for (key, axis) in [
            ("horizontal", Axis::Horizontal),
            ("vertical", Axis::Vertical),
        ] {
            let locked = self
                .pieces()
                .iter()
                .filter(|piece| piece.axis == Some(axis) && !self.is_locked());
            let labels: String = locked.map(|piece| piece.label).collect();
            if !labels.is_empty() {
                writeln!(f, "{key}: {labels}")?;
            }
        }
        for gate in self.gates() {
            let labels: String = gate
                .pieces
                .iter()
                .map(|&piece| self.pieces()[piece].label)
                .collect();
            writeln!(f, "gate: {} for {labels}", gate.label)?;
        }
        let groups = self
            .pieces()
            .iter()
            .filter_map(|piece| piece.group)
            .max()
            .map_or(0, |last| last + 1);
        let labels = |group| -> String {
            self.pieces()
                .iter()
                .filter(|piece| piece.group == Some(group))
                .map(|piece| piece.label)
                .collect()
        };
        if groups > 0 {
            writeln!(
                f,
                "equal: {}",
                (0..groups).map(labels).collect::<Vec<_>>().join(" ")
            )?;
        }
        if self.goal().is_some_and(|goal| goal.by_shape) {
            writeln!(f, "goal: by-shape")?;
        }
        let mut maps = vec![("start", self.map(self.start()))];
        maps.extend(self.goal_map().map(|goal| ("goal", goal)));
        // The floor map is needed if a piece covers a gate, because no other map shows this gate.
        // It is also needed if the start map would be drawn alone and contains blank rows. These
        // rows would be empty lines, which end the map.
        let occupants = self.occupants(self.start());
        let is_hidden = (0..occupants.len())
            .any(|cell| occupants[cell].is_some() && self.gate_at(cell).is_some());
        let is_cut = maps.len() == 1 && maps[0].1.iter().any(|row| is_blank(row));
        if is_hidden || is_cut {
            maps.push(("floor", self.floor_map()));
        }
        if let [(word, map)] = &maps[..] {
            // Keep trailing spaces when the start map is drawn alone. They are the only sign that
            // the cells at the end of a row are outside the board.
            writeln!(f, "{word}")?;
            return map.iter().try_for_each(|row| writeln!(f, "{row}"));
        }
        let column = self.width().max("start".len()) + 4;
        let mut line = |cells: Vec<&str>| {
            let padded: String = cells
                .into_iter()
                .map(|cell| format!("{cell:column$}"))
                .collect();
            writeln!(f, "{}", padded.trim_end())
        };
        line(maps.iter().map(|(word, _)| *word).collect())?;
        (0..self.height()).try_for_each(|y| {
            let mut row: Vec<&str> = maps.iter().map(|(_, map)| map[y].as_str()).collect();
            // An empty line would end the maps, so draw a wall in a blank row of the last map. The
            // wall has no effect, because all cells of a blank row are outside the board anyway.
            if row.iter().all(|cells| is_blank(cells))
                && let Some(last) = row.last_mut()
            {
                *last = "#";
            }
            line(row)
        })
    }
}

fn is_blank(row: &str) -> bool {
    row.trim().is_empty()
}
