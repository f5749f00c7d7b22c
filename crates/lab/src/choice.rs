//! Some boards of a published set, by number: `38,40`, `1-10`.

use crate::sets::{Instance, SetError};

/// The boards with these numbers, in the order of the text.
pub(super) fn choose(name: &'static str, boards: &[Instance], text: &str) -> Result<Vec<Instance>, SetError> {
    let wrong = || SetError::Numbers { name, last: boards.len() as u32, found: text.chars().take(40).collect() };
    let number = |word: &str| word.trim().parse::<u32>().map_err(|_| wrong());
    let mut chosen: Vec<Instance> = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        let known = |number| boards.iter().any(|board| board.number == number);
        if first > last || !known(first) || !known(last) {
            return Err(wrong());
        }
        let part = boards.iter().filter(|board| (first..=last).contains(&board.number));
        if part.clone().any(|board| chosen.contains(board)) {
            return Err(wrong());
        }
        chosen.extend(part);
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fifteen_puzzle::notation;

    fn chosen(text: &str) -> Result<Vec<u32>, SetError> {
        let board = notation::parse("1 2 3 0", None).unwrap();
        let boards: Vec<Instance> = (1..=9).map(|number| Instance { number, board, length: None }).collect();
        choose("nine", &boards, text).map(|chosen| chosen.iter().map(|instance| instance.number).collect())
    }

    #[test]
    fn numbers_and_ranges_in_the_order_given() {
        for (text, expected) in
            [("3", &[3][..]), ("9,1", &[9, 1]), ("1-9", &[1, 2, 3, 4, 5, 6, 7, 8, 9]), ("7 - 8, 2", &[7, 8, 2])]
        {
            assert_eq!(chosen(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_chooses_nothing() {
        for wrong in ["", "0", "10", "8-10", "3-2", "1,,2", "1-", "-3", "x", "1,1", "1-3,2", "99999999999"] {
            let error = chosen(wrong).unwrap_err();
            let expected = SetError::Numbers { name: "nine", last: 9, found: wrong.to_owned() };
            assert_eq!(error, expected, "{wrong}");
            assert!(error.to_string().contains("1 to 9, each once, as in nine:2,5-8"));
        }
    }
}
