//! Writing a puzzle in the text format.

use std::fmt;

use crate::puzzle::Puzzle;
use crate::puzzle::shape::Axis;

/// The puzzle in the text format, with heading and properties; reading it gives an equal puzzle.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", format!("## {}", self.name()).trim_end())?;
        for (key, value) in self.properties() {
            writeln!(f, "{}", format!("{key}: {value}").trim_end())?;
        }
        if self.is_locked() {
            writeln!(f, "pieces: rush-hour")?;
        }
        for (key, axis) in [("horizontal", Axis::Horizontal), ("vertical", Axis::Vertical)] {
            let locked = self.pieces().iter().filter(|piece| piece.axis == Some(axis) && !self.is_locked());
            let labels: String = locked.map(|piece| piece.label).collect();
            if !labels.is_empty() {
                writeln!(f, "{key}: {labels}")?;
            }
        }
        for gate in self.gates() {
            let labels: String = gate.pieces.iter().map(|&piece| self.pieces()[piece].label).collect();
            writeln!(f, "gate: {} for {labels}", gate.label)?;
        }
        let groups = self.pieces().iter().filter_map(|piece| piece.group).max().map_or(0, |last| last + 1);
        let labels = |group| -> String {
            self.pieces().iter().filter(|piece| piece.group == Some(group)).map(|piece| piece.label).collect()
        };
        if groups > 0 {
            writeln!(f, "equal: {}", (0..groups).map(labels).collect::<Vec<_>>().join(" "))?;
        }
        let start = self.map(self.start());
        let (Some(goal), Some(map)) = (self.goal(), self.goal_map()) else {
            writeln!(f, "start")?;
            return start.iter().try_for_each(|row| writeln!(f, "{row}"));
        };
        if goal.by_shape {
            writeln!(f, "goal: by-shape")?;
        }
        let column = self.width().max("start".len()) + 4;
        writeln!(f, "{:column$}goal", "start")?;
        start
            .iter()
            .zip(&map)
            .try_for_each(|(left, right)| writeln!(f, "{}", format!("{left:column$}{right}").trim_end()))
    }
}
