//! The files of `data/`.

use fifteen_puzzle::{Board, Size, notation};

/// The lines of a file of `data/` that are not comments.
pub fn data_lines(name: &str) -> Vec<String> {
    let path = format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(str::to_owned).collect()
}

/// Korf's 100 boards: the board, its length, its Manhattan distance, and what IDA* with that generates and expands.
/// The goal is blank first.
pub fn korf100() -> Vec<(Board, u32, u32, u64, u64)> {
    let row = |line: String| {
        let (numbers, board) = line.split_once(':')?;
        let n: Vec<u64> = numbers.split_whitespace().map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let board = notation::parse(board, Size::square(16)).ok()?;
        Some((board, n[1] as u32, n[2] as u32, n[4], n[5]))
    };
    let rows: Option<Vec<_>> = data_lines("korf100.txt").into_iter().map(row).collect();
    rows.expect("korf100.txt has the columns that its header names")
}
