//! Finds the boards and lists of cars in level packs of other programs: in JSON, program code,
//! YAML, TOML, tables and lines.
//!
//! A level is a group, such as a pair of brackets, that contains a board or a list of cars. The
//! board is one string, or one string per row. Other values in a group, such as an exit, apply to
//! all levels inside the group that do not have such a value themselves:
//!
//! ```text
//! ["AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.", 8],
//! { name: "Level 1", minMoves: 5, board: ["AA...O", "P..Q.O", "PXXQ.O", "P..Q..", "B...CC", "B.RRR."] },
//! {"exit": "left", "levels": [{"cars": [["X", 3, 3, "H", 2], ["A", 1, 1, "V", 2]]}]}
//! AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.,8
//! ```
//!
//! If some items of a list are levels, another item of the same kind is a level with an error. It
//! is returned too, so that the levels after it keep their numbers. For example, the second level
//! of `[{"board":"AA...O..."}, {"board":"AA"}]` is an error.

use std::collections::BTreeSet;

use super::car::{CarText, names_place};
use super::car_list::CarList;
use super::drawing::is_row_of_cells;
use super::expected_board::{ExpectedBoard, LONGEST_TEXT};
use super::names::{
    can_be_of_one_board, names_board, names_exit, names_part, names_pieces, names_walls,
};
use super::scanner::tree;
use super::stated::Stated;
use super::tree::{Group, GroupKind, Value};
use crate::format::FormatError;

/// A level of a pack.
pub(super) struct Level {
    /// The line where the board of the level begins, counted from 1.
    pub(super) line: usize,
    /// The byte offset of the level in the input. Levels on the same line are sorted by it.
    begin: usize,
    pub(super) content: Result<LevelContent, FormatError>,
    pub(super) stated: Stated,
    is_list: bool,
}

/// The pieces of a level.
pub(super) enum LevelContent {
    /// A board as a string, as the input contains it. For example, it can have one character per
    /// cell, row by row.
    Board(String),
    Cars(CarList),
}

/// All levels of a text.
pub(super) struct Levels {
    pub(super) levels: Vec<Level>,
    /// Whether the text certainly contains a list of cars. If not, text that merely looks like a
    /// list of cars is not a level.
    pub(super) has_cars: bool,
}

/// What a group, such as a pair of brackets, turned out to be. Levels inside the group are not part
/// of this result, but are added to [`LevelReader::levels`].
pub(super) enum Found<'a> {
    /// The group is neither a car nor a list of cars. It may contain levels.
    NoCar,
    /// The group is a car, or was meant as one but contains an error.
    Car(CarText<'a>),
    /// The group is a list of cars.
    Cars(CarList),
}

/// Reads a text, and collects the levels that it contains.
pub(super) struct LevelReader {
    pub(super) expected: ExpectedBoard,
    pub(super) levels: Vec<Level>,
    has_cars: bool,
    has_boards: bool,
    /// The line on which the first drawing of a board outside all levels begins, counted from 1.
    /// `None` if the text contains no such drawing.
    pub(super) drawing: Option<usize>,
}

/// Returns the levels in a text. The result is empty if none of them is valid.
pub(super) fn levels(text: &str, expected: ExpectedBoard) -> Levels {
    let tree = tree(text);
    let mut reader = LevelReader {
        expected,
        levels: Vec::new(),
        has_cars: false,
        has_boards: false,
        drawing: None,
    };
    reader.read_text(&tree.root);
    let LevelReader {
        mut levels,
        has_cars,
        has_boards,
        drawing,
        ..
    } = reader;
    if !has_cars && !has_boards {
        levels.clear();
    }
    if let Some(line) = drawing.filter(|_| has_cars) {
        for level in &mut levels {
            let message = format!(
                "line {line} begins a drawing beside a list of cars; write only one of them"
            );
            level.content = Err(FormatError::new((level.line, 1), message));
        }
    }
    levels.retain(|level| has_cars || !level.is_list);
    levels.sort_by_key(|level| (level.line, level.begin));
    // An unmatched bracket usually means that the text is cut off in its last level. Report the
    // bracket as the error of this level.
    if let (Some(last), Some((line, message))) = (levels.last_mut(), tree.mistake) {
        last.content = Err(FormatError::new((line, 1), message));
    }
    Levels { levels, has_cars }
}

/// Returns whether a value can be a board. Words in brackets can also be program code, so there the
/// value must be quoted or have a name such as `board`.
fn can_be_board(group: &Group<'_>, value: &Value<'_>) -> bool {
    let is_field = match group.kind {
        GroupKind::Item => true,
        GroupKind::Row => group.items.len() > 1,
        GroupKind::Text | GroupKind::Brackets(_) => false,
    };
    is_field || value.is_quoted || value.name.is_some_and(names_board)
}

impl LevelReader {
    /// Reads a group, such as a pair of brackets, and adds the levels inside it.
    pub(super) fn read_group<'a>(&mut self, group: &Group<'a>) -> Found<'a> {
        if group.name.is_some_and(names_walls) {
            return Found::NoCar;
        }
        if let Some(car) = self.car(group) {
            return Found::Car(car);
        }
        let begin = self.levels.len();
        // Divide the inner groups into cars, lists of cars, groups that contain levels, and other
        // groups.
        let mut cars: Vec<(Option<&str>, CarText<'a>)> = Vec::new();
        let mut lists: Vec<(&Group<'a>, CarList)> = Vec::new();
        let mut levels: Vec<&Group<'a>> = Vec::new();
        let mut others: Vec<&Group<'a>> = Vec::new();
        for inner in group.groups() {
            let before = self.levels.len();
            match self.read_group(inner) {
                Found::Car(car) => cars.push((inner.name, car)),
                Found::Cars(list) => lists.push((inner, list)),
                Found::NoCar if self.levels.len() > before => levels.push(inner),
                Found::NoCar => others.push(inner),
            }
        }
        let is_single = lists.is_empty() && levels.is_empty() && group.values().next().is_none();
        if group.kind == GroupKind::Item && is_single && others.is_empty() && cars.len() == 1 {
            // A YAML item that contains a single car and nothing else stands for this car. So a
            // YAML list of such items is a list of cars.
            return cars.pop().map_or(Found::NoCar, |(_, car)| Found::Car(car));
        }
        // A list of cars can also be an object in which each car has a name, such as
        // `"cars":{"A":{...}}`.
        let is_list = group.name.is_some_and(names_pieces) && group.values().next().is_none();
        if !cars.is_empty() && (is_list || !group.is_object()) {
            let mut list = self.list_of_cars(cars, &others);
            if !lists.is_empty() || !levels.is_empty() {
                list.add_mistake(group.line, "a list of cars contains another list of cars");
            }
            self.levels.truncate(begin);
            return Found::Cars(list);
        }
        self.add_boards(group);
        if cars.is_empty() && (lists.is_empty() || !group.is_object()) {
            for (inner, list) in lists {
                self.add_list(inner.begin, list);
                levels.push(inner);
            }
        } else {
            self.add_object(group, begin, cars, lists);
        }
        if self.levels.len() > begin {
            let kinds: BTreeSet<_> = levels.iter().map(|level| level.likeness()).collect();
            let (missing, beside): (Vec<_>, Vec<_>) = others
                .into_iter()
                .partition(|other| kinds.contains(&other.likeness()));
            for item in missing {
                self.add_missing(item, begin);
            }
            self.add_stated(group, &beside, begin);
        }
        Found::NoCar
    }

    /// Returns the car that a group describes, or `None` if the group does not look like a car. If
    /// it looks like a car but is invalid, the result contains an error message.
    fn car<'a>(&self, group: &Group<'a>) -> Option<CarText<'a>> {
        if !self.expected.can_be_cars || group.name.is_some_and(names_exit) {
            return None;
        }
        // An object such as `{"row":6,"col":6,"cars":[...]}` has a row and a column, but it is a
        // level and not a car.
        let is_list = |inner: &Group<'_>| inner.name.is_some_and(names_pieces);
        if group.groups().any(is_list) {
            return None;
        }
        let has_groups = group.groups().next().is_some();
        let has_place = || {
            group
                .values()
                .any(|value| value.name.is_some_and(names_place))
        };
        let mut car = CarText::of_group(group);
        if has_groups && has_place() {
            car.car = Err("it has brackets inside; expected an object such as \
                 {\"name\":\"X\",\"x\":1,\"y\":2,\"length\":2,\"direction\":\"H\"}"
                .to_owned());
            car.is_likely = true;
        }
        Some(car).filter(|car| car.is_likely && (!has_groups || has_place()))
    }

    /// Creates a list from the cars in a pair of brackets. `others` contains the groups in the same
    /// brackets that do not look like cars. They are read as cars too, and the list gets an error
    /// if this fails.
    fn list_of_cars<'a>(
        &self,
        cars: Vec<(Option<&str>, CarText<'a>)>,
        others: &[&Group<'a>],
    ) -> CarList {
        let mut list = CarList::default();
        for (name, car) in cars {
            list.add(car, name);
        }
        for other in others {
            if other.text.trim().is_empty() {
                list.add_mistake(other.line, "an empty item in the list of cars");
            } else {
                list.add(CarText::of_group(other), None);
            }
        }
        list
    }

    /// Adds a list of cars as a level. `begin` is the byte offset in the input of the group that
    /// contains the list, or 0 if the list is not in a group.
    pub(super) fn add_list(&mut self, begin: usize, mut list: CarList) {
        self.has_cars |= list.is_certain();
        let mistake = list.mistake.take();
        self.levels.push(Level {
            line: list.line,
            begin,
            content: mistake.map_or(Ok(LevelContent::Cars(list)), Err),
            stated: Stated::default(),
            is_list: true,
        });
    }

    /// Adds the board of an object that contains cars and lists of cars. `begin` is the index of
    /// the first level that was found inside the object.
    ///
    /// Lists with the names of pieces, such as `cars` and `trucks`, describe one board. Lists whose
    /// names differ only in their numbers, such as `level1` and `level2`, are different boards.
    /// Lists with other names, such as `easy` and `hard`, are an error.
    fn add_object<'a>(
        &mut self,
        group: &Group<'a>,
        begin: usize,
        cars: Vec<(Option<&str>, CarText<'a>)>,
        lists: Vec<(&Group<'a>, CarList)>,
    ) {
        let mut names: Vec<&str> = lists.iter().filter_map(|(list, _)| list.name).collect();
        let are_pieces = lists.len() <= 1 || are_parts(&names) && names.len() == lists.len();
        let are_levels = cars.is_empty()
            && lists
                .iter()
                .all(|(list, _)| list.likeness() == lists[0].0.likeness());
        let is_board = |value: &Value<'_>| {
            value.name.is_some_and(names_board) && self.expected.resembles(value.text)
        };
        let is_row = |value: &&Value<'_>| value.name.is_none() && is_row_of_cells(value.text);
        let draws_board = group.values().any(is_board) || group.values().filter(is_row).count() > 1;
        let mut object = CarList::default();
        if self.levels.len() > begin || draws_board {
            let is_drawn = draws_board || self.levels[begin..].iter().all(|level| !level.is_list);
            names.extend(self.levels[begin..].iter().map(|_| "another level"));
            self.levels.truncate(begin);
            object.add_mistake(
                group.line,
                match is_drawn {
                    true => "a drawn board stands beside a list of cars; write only one of them"
                        .to_owned(),
                    false => several_lists(&names),
                },
            );
        } else if !are_pieces && are_levels {
            for (inner, list) in lists {
                self.add_list(inner.begin, list);
            }
            return;
        } else if !are_pieces {
            object.add_mistake(group.line, several_lists(&names));
        }
        for (list, cars) in lists {
            object.join(cars, list.name);
        }
        for (name, car) in cars {
            object.add(car, name);
        }
        self.add_list(group.begin, object);
    }

    /// Adds the boards that are direct values of a group. The groups inside it are not searched.
    fn add_boards(&mut self, group: &Group<'_>) {
        let texts: Vec<&Value<'_>> = group
            .values()
            .filter(|value| can_be_board(group, value))
            .collect();
        let boards = texts
            .iter()
            .filter(|value| self.expected.accepts(value.text))
            .count();
        let is_keyed = group.is_object()
            && group
                .values()
                .any(|value| value.name.is_some_and(names_board));
        let are_texts = are_texts(group);
        if boards == 0 {
            let rows = || texts.iter().map(|row| row.text);
            let length = rows().map(str::len).sum::<usize>();
            let are_equal = || rows().all(|row| row.len() * texts.len() == length);
            if are_texts && length <= LONGEST_TEXT && are_equal() {
                let cells: String = rows().collect();
                if self.expected.accepts(&cells) {
                    self.add_board(texts[0].line, group.begin, Ok(cells));
                }
            }
            return;
        }
        let is_list = !is_keyed && are_texts && boards * 2 > texts.len();
        for value in texts {
            let text = value.text;
            if self.expected.accepts(text) {
                self.add_board(value.line, group.begin, Ok(text.to_owned()));
            } else if is_list || !is_keyed && self.expected.resembles(text) {
                self.add_board(value.line, group.begin, Err(self.expected.mistake(text)));
            }
        }
    }

    /// Adds a level. `cells` is either the board as a string or the error message for this level.
    pub(super) fn add_board(&mut self, line: usize, begin: usize, cells: Result<String, String>) {
        self.has_boards |= cells.is_ok();
        let content = match cells {
            Ok(cells) => Ok(LevelContent::Board(cells)),
            Err(message) => Err(FormatError::new((line, 1), message)),
        };
        self.levels.push(Level {
            line,
            begin,
            content,
            stated: Stated::default(),
            is_list: false,
        });
    }

    /// Adds an error for the group `item`, which should be a level but contains none. The levels of
    /// the groups beside `item` begin at the index `begin`.
    pub(super) fn add_missing(&mut self, item: &Group<'_>, begin: usize) {
        let are_lists = self.levels[begin..].iter().any(|level| level.is_list);
        let message = match are_lists {
            true => {
                "this level has no list of cars; expected at least the car that leaves".to_owned()
            }
            false => self
                .expected
                .mistake(&self.mistyped_board(item).unwrap_or_default()),
        };
        self.add_board(item.line, item.begin, Err(message));
        if let Some(level) = self.levels.last_mut() {
            level.is_list = are_lists;
            let mut stated = Stated::default();
            stated.add_group(item);
            if !are_lists {
                level.stated.name = stated.name;
            }
        }
    }

    /// Returns the string that was probably meant as the board of a group. For example, the result
    /// is `AA..` for `{"board":"AA.."}`.
    pub(super) fn mistyped_board(&self, group: &Group<'_>) -> Option<String> {
        let is_board = |value: &&Value<'_>| value.name.is_some_and(names_board);
        if let Some(board) = group.values().find(is_board) {
            return Some(board.text.to_owned());
        }
        if let Some(text) = group.groups().find_map(|inner| self.mistyped_board(inner)) {
            return Some(text);
        }
        let texts = || {
            group
                .values()
                .filter(|value| can_be_board(group, value))
                .map(|value| value.text)
        };
        if are_texts(group) && texts().map(str::len).sum::<usize>() <= 2 * LONGEST_TEXT {
            return Some(texts().collect());
        }
        let is_only = texts().count() == 1;
        texts()
            .find(|text| is_only || self.expected.resembles(text))
            .map(str::to_owned)
    }

    /// Applies the values of a group, such as an exit, to the levels inside the group. These levels
    /// begin at the index `begin`. The groups in `beside`, such as `"settings":{"size":7}`, contain
    /// further values for them.
    fn add_stated(&mut self, group: &Group<'_>, beside: &[&Group<'_>], begin: usize) {
        let mut stated = Stated::default();
        let mut numbers = Vec::new();
        for value in group.values() {
            if value.name.is_none() {
                numbers.extend(value.text.parse::<u32>());
            }
            stated.add(value.name, value.text);
        }
        for other in beside {
            stated.add_group(other);
        }
        // A single number without a name, such as the 8 in `["AA...O...", 8]`, is the number of
        // moves.
        if let [number] = numbers[..] {
            stated.moves = stated.moves.or(Some(number));
        }
        let levels = &mut self.levels[begin..];
        if let [level] = levels {
            level.stated.moves = level.stated.moves.or(stated.moves);
            if level.stated.name.is_empty() && !level.is_list {
                stated.name.trim().clone_into(&mut level.stated.name);
            }
        }
        for level in levels {
            level.stated.inherit(&stated);
        }
    }
}

/// Returns whether a group consists of at least two strings without names, such as the rows
/// `["AA...O", "P..Q.O"]`.
fn are_texts(group: &Group<'_>) -> bool {
    let is_text = |value: &Value<'_>| can_be_board(group, value) && value.name.is_none();
    group.groups().next().is_none() && group.values().count() > 1 && group.values().all(is_text)
}

/// Returns whether lists of cars with these names, such as `cars` and `trucks`, certainly describe
/// the same board.
pub(super) fn are_parts(names: &[&str]) -> bool {
    names.iter().enumerate().all(|(index, name)| {
        let mut before = names[..index].iter();
        names_part(name) && before.all(|other| can_be_of_one_board(name, other))
    })
}

/// Returns the error message for several lists of cars that may describe either one board or
/// different boards.
pub(super) fn several_lists(names: &[&str]) -> String {
    format!(
        "several lists of cars ({}) can be one board or different boards; write all cars of a board in one list, and \
         an object for each board, as in [{{\"cars\":[...]}}, {{\"cars\":[...]}}]",
        names.join(", ")
    )
}
