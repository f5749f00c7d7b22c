//! Tests of headings such as `Start:` and `Goal:`, which give boards their goals.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn headings_give_each_start_its_goal_in_every_notation(
        starts in prop::collection::vec((written(), any::<[bool; 3]>()), 1..4),
    ) {
        let mut text = String::new();
        for ((start, form), [goal_is_first, has_empty_lines, is_assigned]) in &starts {
            let names = if *is_assigned { ["start =", "goal ="] } else { ["Start:", "Goal state"] };
            let mut boards = [(names[0], *start), (names[1], turned(start))];
            if *goal_is_first {
                boards.reverse();
            }
            for (name, board) in boards {
                text += &format!("{name}\n{}\n", form.text(&board).unwrap());
                text += if *has_empty_lines { "\n" } else { "" };
            }
        }
        let found: Vec<_> = BoardReader::new(text.as_bytes(), None)
            .map(|line| line.map(|line| (line.board, line.goal)).unwrap())
            .collect();
        let expected: Vec<_> = starts
            .iter()
            .map(|((start, _), _)| (Ok(*start), Some(Goal::of_board(&turned(start)))))
            .collect();
        prop_assert_eq!(found, expected, "{}", text);
    }
}

/// Each case consists of two strings. The first one lists the boards of a text in order: `s` is a
/// start, `g` is a goal, and `b` is a board without a heading. The second one lists what the reader
/// returns for them: the number of the goal (`1` or `2`), `d` for a board without a goal of its
/// own, or `x` for an error. Goals are not in this list, unless they are errors.
#[test]
fn the_order_of_headings_gives_each_start_its_goal() {
    for (headings, expected) in [
        ("s", "d"),
        ("sss", "ddd"),
        ("sb", "dd"),
        ("bs", "dd"),
        ("sg", "1"),
        ("gs", "1"),
        ("sgsg", "12"),
        ("gsgs", "12"),
        ("sggs", "12"),
        ("gssg", "12"),
        ("sssg", "111"),
        ("sbg", "11"),
        ("gsss", "111"),
        ("gsb", "11"),
        ("sgs", "1x"),
        ("sgb", "1x"),
        ("ssgs", "x1x"),
        ("ssgsg", "x12"),
        ("gsssg", "1x2"),
        ("sgssg", "1x2"),
        ("sgg", "1x"),
        ("ssgg", "x1x"),
        ("gg", "xx"),
        ("gb", "xx"),
        ("bg", "dx"),
    ] {
        let goals = ["1 2 3 / 4 5 6 / 0 7 8", "1 2 3 / 4 5 6 / 7 0 8"];
        let mut text = String::new();
        let mut next_goal = goals.iter();
        for heading in headings.chars() {
            text += &match heading {
                's' => "Start: 1 2 3 / 4 0 6 / 7 5 8\n".to_owned(),
                'g' => format!("Goal: {}\n", next_goal.next().unwrap()),
                _ => "1 2 3 / 4 0 6 / 7 5 8\n".to_owned(),
            };
        }
        let goal = |line: &BoardLine| match line.goal {
            None => 'd',
            Some(goal) if goal.to_string() == goals[0] => '1',
            Some(_) => '2',
        };
        let found: String = BoardReader::new(text.as_bytes(), None)
            .map(Result::unwrap)
            .map(|line| if line.board.is_ok() { goal(&line) } else { 'x' })
            .collect();
        assert_eq!(found, expected, "{headings}");
    }
}

#[test]
fn headings_are_read_alike_in_every_notation() {
    let start = "1 2 3 / 4 5 6 / 7 0 8";
    let rows = "1 2 3\n4 5 6\n7 0 8";
    let digits = "123456708";
    let answers = |text: String| -> Vec<(bool, Option<String>)> {
        BoardReader::new(text.as_bytes(), None)
            .map(|line| line.unwrap())
            .map(|line| (line.board.is_ok(), line.goal.map(|goal| goal.to_string())))
            .collect()
    };
    let goal = "1 2 3 / 4 5 6 / 0 7 8";
    let joined = (true, Some(goal.to_owned()));
    let (alone, error) = ((true, None), (false, None));
    for board in [start, rows, digits] {
        for (text, expected) in [
            (
                format!("Start:\n{board}\nGoal:\n{goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("Start 1\n{board}\nGoal 1\n{goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("Start {board}\nGoal {goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("Initial state (S):\n{board}\nTarget: {goal}\n"),
                vec![joined.clone()],
            ),
            (
                format!("{board}\nGoal:\n{goal}\n"),
                vec![alone.clone(), error.clone()],
            ),
            (
                format!("Goal: {goal}\n\n{board}\n"),
                vec![error.clone(), error.clone()],
            ),
            (
                format!("Start: {board}\nStart: {board}\nGoal: {goal}\n"),
                vec![joined.clone(), joined.clone()],
            ),
            (format!("goal = {board}\n"), vec![alone.clone()]),
            (
                format!("Start:\ngoal = {board}\n"),
                vec![error.clone(), error.clone()],
            ),
        ] {
            assert_eq!(answers(text.clone()), expected, "{text}");
        }
    }
    for text in [
        "BCDE\nFHI_\nJKMN\nGOAL",
        "B C D E\nF H I _\nJ K M N\nG O A L",
        "f 6 a l\ne n d 5\ng 0 1 2\n3 4 7 8\n9 b c h\ni j k m",
        "end\n012\n345\n678\n9ab\ncfg\nhij\nklm",
        "END / 012 / 345 / 678 / 9AB / CFG / HIJ / KLM",
        "bcdef\n02345\n6789h\ngoal1\nijkmn",
    ] {
        assert_eq!(
            answers(text.to_owned()),
            std::slice::from_ref(&alone),
            "{text}"
        );
    }
}

/// Sizes, headings and comments end the board above them, even if this board cannot be read without
/// a guess.
#[test]
fn lines_between_boards_end_the_board_above() {
    let guessed = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 - 15";
    let solved = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 -";
    let boards = [guessed, solved].map(|text| {
        let tiles = text.replace('-', "0").replace('\n', " / ");
        let read = read(&tiles);
        let [Ok(board)] = &read[..] else {
            panic!("{text}");
        };
        *board
    });
    for heading in ["4x4", "// Test 2", "/* next */", "# next"] {
        let text = format!("{heading}\n{guessed}\n{heading}\n{solved}\n");
        assert_eq!(read(&text), boards.map(Ok), "{text}");
    }
    let text = format!("Start\n{guessed}\nGoal\n{solved}\n");
    let found: Vec<_> = BoardReader::new(text.as_bytes(), None)
        .map(|line| line.map(|line| (line.board, line.goal)).unwrap())
        .collect();
    assert_eq!(found, [(Ok(boards[0]), Some(Goal::of_board(&boards[1])))]);
    let quoted = format!(
        "> {}\n>\n> {}\n",
        guessed.replace('\n', "\n> "),
        solved.replace('\n', "\n> ")
    );
    assert_eq!(read(&quoted), boards.map(Ok), "{quoted}");
}

/// A line such as `12x3` below a number is read as a size, although its digits could form a board.
#[test]
fn a_size_is_never_read_as_digits() {
    let rows = ordered_rows(12, 3, 0);
    let lines: Vec<String> = rows
        .iter()
        .map(|row| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let text = format!("1\n12x3\n{}\n", lines.join("\n"));
    let boards = read(&text).into_iter().filter(Result::is_ok).count();
    assert_eq!(boards, 0, "{text}");
}

/// A word that is as long as the board on the line above or below it is not read as another row of
/// this board.
#[test]
fn a_word_beside_boards_is_a_separate_error() {
    for text in [
        "Difficult\n123406758\n",
        "123406758\nSolvable:\n123406758\n",
    ] {
        let boards = read(text).into_iter().filter(Result::is_ok).count();
        assert_eq!(boards, text.matches("123406758").count(), "{text}");
    }
}
