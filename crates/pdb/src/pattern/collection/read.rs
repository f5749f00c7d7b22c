//! Reading a collection: `#` comments, the lines `name:`, `size:`, `goal:`, `kind:`, then a partition a line.

use fifteen_puzzle::visible::is_hidden;
use fifteen_puzzle::{Board, Goal, Size};

use super::super::{Partition, Pattern};
use super::error::{KEYS, MOST_NAME};
use super::{Collection, CollectionError, LineError};
use crate::TableKind;

/// A piece of a line and its position.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
}

impl<'a> Piece<'a> {
    fn error(&self, what: impl Into<LineError>) -> CollectionError {
        CollectionError::Line { line: self.line, column: self.column, what: Box::new(what.into()) }
    }

    /// The piece after the first `bytes` bytes, without the spaces around it.
    fn after(&self, bytes: usize) -> Self {
        let (before, rest) = self.text.split_at(bytes);
        let spaces = rest.chars().take_while(|c| c.is_whitespace()).count();
        Self { text: rest.trim(), line: self.line, column: self.column + before.chars().count() + spaces }
    }
}

/// The lines read up to now.
#[derive(Default)]
struct Reader<'a> {
    values: [Option<Piece<'a>>; KEYS.len()],
    board: Option<(Board, TableKind)>,
    partitions: Vec<(Partition, usize)>,
}

impl Collection {
    /// Reads a text in the format of `docs/COLLECTIONS.md`.
    ///
    /// # Errors
    /// [`CollectionError`] with the line and column of the first mistake.
    pub fn parse(text: &str) -> Result<Self, CollectionError> {
        if text.len() > Self::MOST_BYTES {
            return Err(CollectionError::TooLong);
        }
        let mut reader = Reader::default();
        for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
            let line = line.split_once('#').map_or(line, |(before, _)| before);
            let piece = Piece { text: line, line: index + 1, column: 1 }.after(0);
            match piece.text.find(':') {
                Some(colon) => reader.value(piece, colon)?,
                None if piece.text.is_empty() => (),
                None => reader.partition(piece)?,
            }
        }
        reader.finish()
    }
}

impl<'a> Reader<'a> {
    /// A line with a colon.
    fn value(&mut self, piece: Piece<'a>, colon: usize) -> Result<(), CollectionError> {
        let word = piece.text[..colon].trim();
        let Some(number) = KEYS.iter().position(|key| *key == word) else {
            let found = word.chars().take(20).flat_map(char::escape_debug).collect();
            return Err(piece.error(LineError::Key { found }));
        };
        let key = KEYS[number];
        if let Some(first) = self.values[number] {
            return Err(piece.error(LineError::Repeated { key, first: first.line }));
        }
        if self.board.is_some() {
            return Err(piece.error(LineError::Late { key }));
        }
        let value = piece.after(colon + 1);
        self.values[number] = Some(value);
        let length = value.text.chars().count();
        if key == "name" && (!(1..=MOST_NAME).contains(&length) || value.text.contains(is_hidden)) {
            return Err(value.error(LineError::Name));
        }
        Ok(())
    }

    /// A line without a colon.
    fn partition(&mut self, piece: Piece<'a>) -> Result<(), CollectionError> {
        let board = match &self.board {
            Some((board, _)) => board,
            None => {
                let values = self.board_and_kind(piece)?;
                &self.board.insert(values).0
            }
        };
        let partition = Partition::parse(piece.text, board).map_err(|e| piece.error(e))?;
        if let Some((_, first)) = self.partitions.iter().find(|known| same(&known.0, &partition)) {
            return Err(piece.error(LineError::Again { first: *first }));
        }
        if self.partitions.len() == Collection::MOST_PARTITIONS {
            return Err(piece.error(LineError::TooMany));
        }
        self.partitions.push((partition, piece.line));
        Ok(())
    }

    /// The goal and the kind, from the lines above the first partition, which is `here`.
    fn board_and_kind(&self, here: Piece<'a>) -> Result<(Board, TableKind), CollectionError> {
        let [_, size, goal, kind] = self.values;
        let size = size.ok_or_else(|| here.error(LineError::NoSize))?;
        let size: Size = size.text.parse().map_err(|e: fifteen_puzzle::SizeError| size.error(e))?;
        let board = match goal {
            Some(goal) => Goal::parse(goal.text, Some(size)).and_then(|g| g.board(size)).map_err(|e| goal.error(e))?,
            None => Goal::Last.board(size).map_err(|e| here.error(e))?,
        };
        let kind = match kind {
            Some(kind) => kind.text.parse().map_err(|e: crate::TableKindError| kind.error(e))?,
            None => TableKind::default(),
        };
        Ok((board, kind))
    }

    fn finish(self) -> Result<Collection, CollectionError> {
        let (goal, kind) = self.board.ok_or(CollectionError::Empty)?;
        let name = self.values[0].map(|name| name.text.to_owned());
        let partitions = self.partitions.into_iter().map(|(partition, _)| partition).collect();
        Ok(Collection { name, goal, kind, partitions })
    }
}

/// True if two partitions have the same patterns in any order.
fn same(a: &Partition, b: &Partition) -> bool {
    let has = |pattern: &Pattern| b.patterns().contains(pattern);
    a.patterns().len() == b.patterns().len() && a.patterns().iter().all(has)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_of_a_line_is_read() {
        let text = "\u{feff}# two of them\r\n\r\n  name: my own # a name\r\nkind : additive\r\nsize: 3x3\r\ngoal: first\r\n\
            1-3/4-8 # rows\r\n  8,7,4-6 / 1,2,3\t\r\n1,4,7/2,3,5,6,8";
        let error = Collection::parse(text).unwrap_err().to_string();
        assert!(error.starts_with("line 8, column 3: this is the partition of line 7 again"), "{error}");
        let collection = Collection::parse(&text.replace("8,7,4-6", "4-8#")).unwrap_err();
        assert!(collection.to_string().contains("leaves out tiles 1, 2, 3"), "{collection}");
        let collection = Collection::parse(&text.replace("8,7,4-6 / 1,2,3", "")).unwrap();
        assert_eq!((collection.name(), collection.kind()), (Some("my own"), TableKind::Additive));
        assert_eq!(collection.goal().to_string(), "0 1 2 / 3 4 5 / 6 7 8");
        assert_eq!(
            collection.to_string(),
            "name: my own\nsize: 3x3\ngoal: first\nkind: additive\n1-3/4-8\n1,4,7/2,3,5,6,8\n"
        );
        let named = Collection::parse("size: 4x4\ngoal: 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0\n7-8\n6-6-3").unwrap();
        assert_eq!(named.to_string().lines().last(), Some("6-6-3"));
        assert_eq!(named.name(), None);
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |text: &str| Collection::parse(text).unwrap_err().to_string();
        for (text, begins, contains) in [
            ("", "this is not a collection", "size: WxH"),
            ("# nothing\nsize: 3x3", "this is not a collection", "no partition"),
            ("1-3/4-8", "line 1, column 1: expected 'size: WxH'", ""),
            ("\nsize: 3 by 3\n1-3/4-8", "line 2, column 7: '3 by 3' is not a board size", "as in 4x4"),
            ("size: 6x6\n1-3/4-8", "line 1, column 7: a board of 6x6 is not supported", ""),
            ("size: 3x3\nsize: 3x3", "line 2, column 1: a second 'size:'; there was one in line 1", ""),
            ("size: 3x3\n  goal: up\n1-3/4-8", "line 2, column 9: bad goal", "'spiral'"),
            ("size: 3x3\ngoal: 1 2 3 / 4 5 0\n1-3/4-8", "line 2, column 7: bad goal", "3x2"),
            ("size: 3x3\nkind: best\n1-3/4-8", "line 2, column 7: 'best' is not a kind", "additive"),
            ("size: 3x3\nname:   # none\n1-3/4-8", "line 2, column", "1 to 60 characters"),
            ("name: a\u{7}b", "line 1, column 7", "control"),
            ("name: a\u{202e}b", "line 1, column 7", "hidden"),
            ("Size: 3x3", "line 1, column 1: there is no 'Size:'", "'name:', 'size:', 'goal:', 'kind:'"),
            ("size: 3x3\n1-3/4-8\nkind: additive", "line 3, column 1: 'kind:' stands after", ""),
            ("size: 3x3\n1-3/4-8\n   1-3/5-8", "line 3, column 4: the partition leaves out tile 4", ""),
            ("size: 3x3\n1-3/4-9", "line 2, column 1: there is no tile 9", ""),
            ("size: 3x3\n1-3/3-8", "line 2, column 1: tile 3 is named twice", ""),
            ("size: 3x3\n7-8", "line 2, column 1: 7-8 is a partition of 4x4 boards, but the board is 3x3", ""),
            ("size: 3x3\nrows", "line 2, column 1: 'rows' is not a partition", ""),
            ("size: 5x5\n1-13/14-24", "line 2, column 1: a pattern of 13 tiles is too large", ""),
        ] {
            let error = error(text);
            assert!(error.starts_with(begins) && error.contains(contains), "{text:?}: {error}");
        }
        let longest = format!("size: 3x3\n1-8\n{}", "#".repeat(Collection::MOST_BYTES - 14));
        assert!(Collection::parse(&longest).is_ok());
        assert_eq!(Collection::parse(&format!("{longest}#")), Err(CollectionError::TooLong));
    }

    #[test]
    fn there_are_limits() {
        let mut text = "size: 4x4\n".to_owned();
        for (a, b, c) in (1..15).flat_map(|a| (a + 1..15).map(move |b| (a, b, 15))) {
            let rest: Vec<_> = (1..=15).filter(|t| ![a, b, c].contains(t)).map(|t: u8| t.to_string()).collect();
            text += &format!("{a},{b},{c}/{}\n", rest.join(","));
        }
        // There are 91 of them.
        assert_eq!(Collection::parse(&text).unwrap().partitions().len(), 91);
        for a in 1..=10u8 {
            let rest: Vec<_> = (1..=11).filter(|&t| t != a).map(|t: u8| t.to_string()).collect();
            text += &format!("{a},12-15/{}\n", rest.join(","));
        }
        let error = Collection::parse(&text).unwrap_err();
        let too_many = CollectionError::Line { line: 102, column: 1, what: Box::new(LineError::TooMany) };
        assert_eq!(error, too_many);
    }

    fn size() -> impl Strategy<Value = Size> {
        prop::sample::select(Size::all().collect::<Vec<_>>())
    }

    /// Tiles in any order, cut into patterns of up to four.
    fn partition(cells: usize) -> impl Strategy<Value = String> {
        let tiles = Just((1..cells).collect::<Vec<_>>()).prop_shuffle();
        (tiles, 1..=4usize).prop_map(|(tiles, most)| {
            let group = |g: &[usize]| g.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
            tiles.chunks(most).map(group).collect::<Vec<_>>().join("/")
        })
    }

    fn text() -> impl Strategy<Value = String> {
        size().prop_flat_map(|size| {
            let goal = Just((0..size.cells()).collect::<Vec<_>>()).prop_shuffle();
            let goal = prop_oneof![
                Just("last".to_owned()),
                Just("spiral".to_owned()),
                goal.prop_map(|g| g.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))
            ];
            let partitions = prop::collection::hash_set(partition(size.cells()), 1..5);
            (goal, partitions, any::<bool>()).prop_map(move |(goal, partitions, additive)| {
                let kind = if additive { TableKind::Additive } else { TableKind::ZeroAware };
                let partitions: Vec<_> = partitions.into_iter().collect();
                format!("size: {size}\ngoal: {goal}\nkind: {kind}\n{}", partitions.join("\n"))
            })
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(text in text()) {
            match Collection::parse(&text) {
                Ok(collection) => prop_assert_eq!(Collection::parse(&collection.to_string()), Ok(collection)),
                // The same patterns may come in two orders.
                Err(error) => prop_assert!(error.to_string().contains("again"), "{text}: {error}"),
            }
        }

        #[test]
        fn any_text_is_a_collection_or_an_error(text in "(size: [2-5]x[2-5]\n)?(goal: (first|[0-9 /]{0,20})\n)?([-0-9,/:# ]{0,12}\n){0,4}\\PC{0,20}") {
            if let Ok(collection) = Collection::parse(&text) {
                prop_assert_eq!(Collection::parse(&collection.to_string()), Ok(collection));
            }
        }
    }
}
