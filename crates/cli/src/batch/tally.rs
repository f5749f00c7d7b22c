//! The totals over all boards in a batch.

use fifteen_solver::record::BoardRecord;

use crate::terminal::human;

/// Counts the boards of a batch by status, and adds up their moves and generated nodes.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) boards: u64,
    by_status: [u64; 4],
    moves: u64,
    generated: u64,
}

impl Tally {
    pub(super) fn add(&mut self, record: &BoardRecord) {
        self.boards += 1;
        self.by_status[record.status as usize] += 1;
        self.moves += u64::from(record.length.unwrap_or(0));
        self.generated += record.generated.unwrap_or(0);
    }

    /// Returns the line that ends a batch, such as `2 boards: 2 solved; 73 moves, 1,024 nodes
    /// generated, 0.1 s`.
    pub(super) fn summary(&self, seconds: f64) -> String {
        let [solved, unsolvable, limit, invalid] = self.by_status;
        let mut text = format!(
            "{}: {} solved",
            human::counted(self.boards, "board", "boards"),
            human::count(solved)
        );
        for (n, what) in [
            (unsolvable, "unsolvable"),
            (limit, "stopped at a limit"),
            (invalid, "invalid"),
        ] {
            if n > 0 {
                text += &format!(", {} {what}", human::count(n));
            }
        }
        let moves = human::counted(self.moves, "move", "moves");
        let nodes = human::counted(self.generated, "node", "nodes");
        text + &format!("; {moves}, {nodes} generated, {}", human::seconds(seconds))
    }
}
