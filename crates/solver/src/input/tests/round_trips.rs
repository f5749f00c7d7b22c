//! A board must be read correctly in every notation, whatever precedes and follows it.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_board_is_read_in_every_notation_whatever_stands_around_it(
        texts in prop::collection::vec((written(), any::<bool>()), 1..4),
    ) {
        let mut text = String::new();
        let mut after_lines = false;
        for ((board, form), has_comment) in &texts {
            let one = form.text(board).unwrap();
            // Boards that each occupy one line need no empty line between them.
            let has_lines = one.contains(['\n', '\r']);
            if !text.is_empty() && (has_lines || after_lines) {
                text += if *has_comment { "# a comment\n" } else { "\n" };
            }
            text = text + &one + "\n";
            after_lines = has_lines;
        }
        let expected: Vec<_> = texts.iter().map(|((board, _), _)| Ok(*board)).collect();
        prop_assert_eq!(read(&text), expected, "{}", text);
    }

    /// If there is no error, the boards contain all cells of the text. No line is ignored, even if
    /// some lines are missing or repeated, or if the blank must be guessed.
    #[test]
    fn every_line_belongs_to_a_board_or_to_an_error(
        boards in prop::collection::vec((board(), any::<bool>()), 1..5),
        form in select(ROWS[..20].to_vec()),
        blank in select(vec!["0", "_", "-", "*", "largest"]),
        changes in prop::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..3),
    ) {
        let mut lines: Vec<(String, usize)> = Vec::new();
        let first = boards[0].0;
        for (board, has_other_size) in boards {
            // Most boards have the same size.
            let board = if has_other_size && board.size().cells() % 3 == 0 { board } else { first };
            let cell = |tile: u8| match (tile, blank) {
                (0, "largest") => board.size().cells().to_string(),
                (0, sign) => sign.to_owned(),
                (tile, _) => tile.to_string(),
            };
            let [before, between, behind, _] = *form;
            for row in board.tiles().chunks(board.size().width()) {
                let cells: Vec<_> = row.iter().map(|&tile| cell(tile)).collect();
                lines.push((format!("{before}{}{behind}", cells.join(between)), row.len()));
            }
        }
        for (from, to, is_removed) in changes {
            let line = lines[from.index(lines.len())].clone();
            if is_removed && lines.len() > 1 {
                lines.remove(from.index(lines.len()));
            } else {
                lines.insert(to.index(lines.len()), line);
            }
        }
        let text: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
        let found: Vec<_> = BoardReader::new(text.as_bytes(), None).map(Result::unwrap).collect();
        if let Some(boards) = found.iter().map(|line| line.board.clone().ok()).collect::<Option<Vec<_>>>() {
            let cells: usize = boards.iter().map(|board| board.size().cells()).sum();
            let written: usize = lines.iter().map(|&(_, cells)| cells).sum();
            // A row of another board that is too short can be read as a row with an empty cell.
            let is_filled = |line: &&BoardLine| line.guess.as_ref().is_some_and(|guess| guess.contains("empty"));
            let expected = written + found.iter().filter(is_filled).count();
            prop_assert_eq!(cells, expected, "{}", text);
        }
    }
}
