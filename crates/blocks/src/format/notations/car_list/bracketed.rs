//! Reads lists in which each car is an innermost list or object, such as `[["X", 3, 3, "H", 2],
//! ["A", 1, 1, "V", 3]]` in JSON or Python.

use std::collections::BTreeSet;

use super::super::brackets::{Contents, Scope, Word, scan};
use super::super::level_pack::{self, is_key_of_board};
use super::super::rows::{NumberedLine, is_row, letters_of, numbered_lines};
use super::super::rush_lines::is_board;
use super::super::stated_exit::{
    brackets_beside, car_line, goal_in_brackets, names_leaving_car, names_walls, suggests_exit,
};
use super::super::stated_side::{is_size_in_brackets, side_of_list, size_in_title};
use super::CarList;
use super::car::{CarText, key};
use super::stated_lines::{StatedLines, stated_values};
use crate::format::rush::placed;

/// A pair of brackets, or the whole input, while the lists inside are collected.
struct CarBrackets<'s, 'a> {
    contents: &'s Contents<'a>,
    /// The pairs of brackets directly inside.
    inner: Vec<InnerBrackets<'s, 'a>>,
    /// Number of lists that were complete when these contents began.
    complete_lists: usize,
    /// The kinds of the brackets directly inside that contain a list.
    kinds_with_lists: BTreeSet<(Scope, Option<String>)>,
}

/// A pair of brackets inside another pair.
#[derive(Clone, Copy)]
struct InnerBrackets<'s, 'a> {
    contents: &'s Contents<'a>,
    has_lists: bool,
    /// Whether the brackets are a list of cars, rather than a list of levels.
    is_list: bool,
}

/// The characters that open brackets.
const OPENING: [char; 3] = ['[', '{', '('];

/// The line on which the lists in brackets begin.
pub(super) struct FirstBracket {
    /// The line with the first bracket that is not part of a title, counted from 1.
    line: usize,
    /// Whether the brackets are the value of a variable, such as `levels` in `const levels =
    /// [...]`. If so, the lines above can contain other program code.
    is_code: bool,
}

impl FirstBracket {
    /// Finds the first bracket of the input. Returns `None` if the lines above are neither program
    /// code nor lines that can stand above a list, such as `exit: left`, `car: P` or a title.
    pub(super) fn of(text: &str) -> Option<Self> {
        let code = |line: usize| FirstBracket {
            line,
            is_code: true,
        };
        if let Some(before) = before_value(text) {
            return Some(code(before.split('\n').count()));
        }
        let mut has_title = false;
        for line in numbered_lines(text).filter(|line| is_row(line.text)) {
            let row = line.text.trim();
            if row.starts_with(OPENING) {
                // Below a title, each line can be a car of its own, such as `["X", 3, 3, "H", 2],`.
                let is_car = || CarText::of_line(line.number, row, None).car.is_ok();
                return (!has_title || !is_car()).then_some(FirstBracket {
                    line: line.number,
                    is_code: false,
                });
            }
            if before_value(row).is_some() {
                return Some(code(line.number));
            }
            let is_stated = !stated_values(row).is_empty();
            // A line of program code, such as `EXIT_ROW = 2`, is not a title.
            if !is_stated && row.contains('=') {
                return None;
            }
            if is_in_brackets(row) || !is_stated && !StatedLines::default().add_with_title(line) {
                return None;
            }
            has_title |= !is_stated;
        }
        None
    }

    /// Adds the values that a line outside of brackets states, such as `size: 7`. In program code,
    /// only comments can be titles.
    fn add_line(&self, stated: &mut StatedLines, line: NumberedLine<'_>) {
        if self.is_code {
            // A comment such as `// 7x7 levels` can state the size.
            if !stated.add(line) && size_in_title(line.text).is_some() {
                stated.add_title(line);
            }
        } else {
            stated.add_with_title(line);
        }
    }
}

/// Returns the text before the first bracket if this bracket begins the value of a variable. For
/// example, the result for `levels = [...]` is `levels = `. The brackets of `settings = dict(...)`
/// begin a value too.
fn before_value(text: &str) -> Option<&str> {
    let (before, _) = text.split_once(OPENING)?;
    let name = before.trim().trim_end_matches("dict").trim_end();
    name.ends_with('=').then_some(before)
}

/// Returns whether a word is the name of a car's column, row or direction, such as `x`, `row` or
/// `dir`.
fn names_place_of_car(word: &Word<'_>) -> bool {
    word.is_key && matches!(key(word.text), Some("column" | "row" | "direction"))
}

/// Returns whether a line contains a list or an object. Parentheses count only at the beginning of
/// the line, because a title such as `Level 3 (7x7)` can contain them.
fn is_in_brackets(line: &str) -> bool {
    line.contains(['[', '{']) || line.trim().starts_with(OPENING)
}

/// Reads all lists of the input.
pub(super) fn bracketed_lists(text: &str, first: &FirstBracket) -> Vec<CarList> {
    let mut stated = StatedLines::default();
    let above = numbered_lines(text).take(first.line - 1);
    for line in above.filter(|line| is_row(line.text)) {
        first.add_line(&mut stated, line);
    }
    let mut below = text.to_owned();
    if !first.is_code {
        // Blank out titles, because their words have no other meaning.
        let lines = text.split_inclusive('\n').take(first.line - 1);
        let length: usize = lines.map(str::len).sum();
        below.replace_range(..length, &"\n".repeat(first.line - 1));
    }
    let scanned = scan(&below);
    let mut lists: Vec<CarList> = Vec::new();
    // For each of the contents, the number of lists that were complete before it.
    let mut complete_lists: Vec<usize> = Vec::new();
    let mut inner: Vec<InnerBrackets<'_, '_>> = Vec::new();
    for contents in &scanned.contents {
        complete_lists.push(lists.len());
        let inside: Vec<_> = contents.inner.iter().map(|&index| inner[index]).collect();
        let with_lists = inside.iter().filter(|inner| inner.has_lists);
        let brackets = CarBrackets {
            contents,
            kinds_with_lists: with_lists.map(|inner| inner.contents.kind()).collect(),
            inner: inside,
            complete_lists: complete_lists[contents.complete_before],
        };
        let has_levels = !brackets.kinds_with_lists.is_empty();
        let has_lists = brackets.add_lists(&mut lists, &scanned.contents);
        inner.push(InnerBrackets {
            contents,
            has_lists,
            is_list: has_lists && !has_levels,
        });
    }
    lists.sort_by_key(|list| list.order);
    // A line between the lists, such as `size: 7`, applies to the lists below it.
    let lines = scanned.contents.iter().filter(|contents| {
        let is_between = contents.scope == Scope::Line && contents.line >= first.line;
        is_between && is_row(contents.text) && !is_in_brackets(contents.text)
    });
    let mut lines = lines.peekable();
    for list in &mut lists {
        while let Some(contents) = lines.next_if(|contents| contents.order < list.order) {
            let line = NumberedLine {
                number: contents.line,
                text: contents.text,
            };
            first.add_line(&mut stated, line);
        }
        stated.add_to(list);
    }
    if let Some(contents) = lines.find(|contents| car_line(contents.text).is_some()) {
        for list in &mut lists {
            list.add_unused_line(NumberedLine {
                number: contents.line,
                text: contents.text,
            });
        }
    }
    let mut mistakes = CarList::default();
    if let Some(unopened) = scanned.unopened {
        let message = format!("this '{}' closes no bracket", unopened.bracket);
        mistakes.add_mistake(unopened.line, message);
    }
    if let Some(line) = scanned.unclosed_line {
        mistakes.add_mistake(line, "a bracket of this line is not closed".to_owned());
    }
    // A bracket that is missing or too many usually means that the last list is cut off.
    match (lists.last_mut(), mistakes.mistake.take()) {
        (Some(list), Some(mistake)) => list.mistake = Some(mistake),
        (None, mistake) => {
            mistakes.mistake = mistake;
            mistakes.complete(&mut lists);
        }
        (Some(_), None) => (),
    }
    lists
}

impl<'s, 'a: 's> CarBrackets<'s, 'a> {
    /// Adds the lists of cars in this pair of brackets to `lists`, the complete lists. Returns
    /// whether the brackets contain a list. `all` are the contents of the whole input.
    fn add_lists(&self, lists: &mut Vec<CarList>, all: &'s [Contents<'a>]) -> bool {
        if self.inner.is_empty() || self.contents.key.is_some_and(names_walls) {
            return false;
        }
        let line = self.contents.line;
        let mut list = CarList {
            order: self.contents.order,
            ..CarList::default()
        };
        let has_levels = !self.kinds_with_lists.is_empty();
        self.join_lists(lists);
        let levels = if !has_levels {
            self.add_cars(&mut list);
            // If no item resembles a car, this is some other kind of list or object, such as
            // `"settings":{"colors":["red","blue"]}`.
            if list.cars.is_empty() && list.wrong_cars == 0 {
                list.mistake = None;
            }
            Vec::new()
        } else if let [level] = &mut lists[self.complete_lists..] {
            // A level can contain the leaving car beside the list of the other cars, for example as
            // `{"red":{"x":1,...},"cars":[...]}`.
            for inner in self.inner.iter().filter(|inner| inner.is_named_car()) {
                level.add(inner.named_car());
            }
            self.wrong_levels()
        } else {
            self.wrong_levels()
        };
        // Only a column, a row or a direction shows that the object is a car, because the object of
        // a level can have a name and a size too.
        let words = || self.contents.words.iter();
        if words().any(names_place_of_car) && self.contents.scope != Scope::Text {
            let message = "a car has brackets inside; expected an object such as \
                           {\"name\":\"X\",\"x\":1,\"y\":2,\"length\":2,\"direction\":\"H\"}";
            list.add_mistake(line, message.to_owned());
        }
        list.complete(lists);
        if let [list] = &mut lists[self.complete_lists..] {
            let stated = level_pack::stated_moves(words().map(|word| word.text));
            list.stated_moves = list.stated_moves.or(stated);
        }
        let has_lists = lists.len() > self.complete_lists;
        if has_lists {
            let inner = self.inner.iter();
            // An object beside a list can state values, such as `"settings":{"size":7}`, but an
            // object in a list is a car.
            let beside = inner.filter(|inner| match has_levels {
                true => !inner.has_lists && !inner.is_named_car() && !self.lacks_cars(inner),
                false => inner.states_value(),
            });
            let beside = brackets_beside(beside.map(|inner| inner.contents), all);
            let side = side_of_list(self.contents, &beside);
            let goal = goal_in_brackets(self.contents, &beside);
            for list in &mut lists[self.complete_lists..] {
                if let Some(side) = &side {
                    list.set_side(line, side.clone());
                }
                if !goal.is_empty() {
                    list.set_goal(line, goal.clone());
                }
            }
        }
        if self.has_board()
            && let [list] = &mut lists[self.complete_lists..]
        {
            let message = "a drawn board stands beside a list of cars; write only one of them";
            list.add_mistake(line, message.to_owned());
        }
        lists.extend(levels);
        has_lists
    }

    /// Joins lists of cars with different names, such as `{"cars":[...],"trucks":[...]}`, because
    /// they describe the same board. Lists whose names differ only in their numbers, such as
    /// `level1` and `level2`, are different boards. Other names, such as `easy` and `hard`, are
    /// ambiguous: in an object they are an error, and in program code they are the names of
    /// different boards.
    fn join_lists(&self, lists: &mut Vec<CarList>) {
        let with_lists: Vec<_> = self.inner.iter().filter(|inner| inner.has_lists).collect();
        let named = || {
            with_lists
                .iter()
                .filter(|inner| inner.is_list && inner.contents.key.is_some())
        };
        let Some(first) = named().next().filter(|_| with_lists.len() > 1) else {
            return;
        };
        let are_pieces = named().all(|inner| inner.contents.key.is_some_and(names_pieces));
        if !are_pieces && (self.kinds_with_lists.len() == 1 || self.contents.scope == Scope::Text) {
            return;
        }
        let mut joined = CarList {
            line: first.contents.line,
            order: self.contents.order,
            ..CarList::default()
        };
        let is_one_board = are_pieces && named().count() == with_lists.len();
        if is_one_board && lists.len() - self.complete_lists == with_lists.len() {
            for (list, inner) in lists.drain(self.complete_lists..).zip(with_lists) {
                joined.join(list, inner.contents.key.is_some_and(names_leaving_car));
            }
        } else {
            let keys: Vec<&str> = with_lists
                .iter()
                .filter_map(|inner| inner.contents.key)
                .collect();
            let message = format!(
                "these brackets have several lists of cars ({}), but an object is one board; write all of its cars in one \
                 list, or an object for each board, as in [{{\"cars\":[...]}}, {{\"cars\":[...]}}]",
                keys.join(", ")
            );
            lists.truncate(self.complete_lists);
            joined.wrong_cars = with_lists.len();
            joined.add_mistake(first.contents.line, message);
        }
        lists.push(joined);
    }

    /// Returns whether these brackets contain a drawn board, as one string or as one string per
    /// row, such as `"board":["AA...O", "P..Q.O", ...]`.
    fn has_board(&self) -> bool {
        let draws_board = |text: &str| is_board(&placed(text, 1, 1).collect::<Vec<_>>());
        let rows = |inner: &InnerBrackets<'_, '_>| -> String {
            let words = inner.contents.words.iter().filter(|word| !word.is_key);
            words.map(|word| word.text).collect()
        };
        let is_board =
            |word: &Word<'_>| word.key.is_some_and(is_key_of_board) && draws_board(word.text);
        let is_board_of_rows = |inner: &InnerBrackets<'_, '_>| {
            !inner.has_lists
                && inner.contents.key.is_some_and(is_key_of_board)
                && draws_board(&rows(inner))
        };
        self.contents.scope != Scope::Text
            && (self.contents.words.iter().any(is_board) || self.inner.iter().any(is_board_of_rows))
    }

    /// Adds to `list` the cars that stand in these brackets. Each car is a pair of brackets without
    /// other brackets inside it, such as `["A", 1, 1, "V", 3]`.
    fn add_cars(&self, list: &mut CarList) {
        for inner in &self.inner {
            if inner.is_innermost() && !inner.states_value() && !inner.is_empty() {
                list.add(CarText::of_brackets(inner.contents));
            }
        }
        let is_empty_item = |inner: &&InnerBrackets<'_, '_>| {
            inner.is_innermost() && inner.is_empty() && inner.contents.key.is_none()
        };
        if let Some(inner) = self.inner.iter().find(is_empty_item)
            && !list.cars.is_empty()
        {
            let message = "an empty item in the list of cars".to_owned();
            list.add_mistake(inner.contents.line, message);
        }
    }

    /// Returns whether a pair of brackets inside is a level without cars. It is a level if it is of
    /// the same kind as one with cars. For example, the second level of
    /// `[{"cars":[["X",3,3,"H",2]]}, {"cars":[]}]` has no cars.
    fn lacks_cars(&self, inner: &InnerBrackets<'_, '_>) -> bool {
        !inner.has_lists
            && !inner.is_named_car()
            && !inner.states_value()
            && self.kinds_with_lists.contains(&inner.contents.kind())
    }

    /// Returns a list with an error for each level without cars.
    fn wrong_levels(&self) -> Vec<CarList> {
        let mut levels = Vec::new();
        for inner in self.inner.iter().filter(|inner| self.lacks_cars(inner)) {
            let mut level = CarList {
                order: inner.contents.order,
                ..CarList::default()
            };
            let message = "this level has no list of cars; expected at least the car that leaves";
            level.add_mistake(inner.contents.line, message.to_owned());
            levels.push(level);
        }
        levels
    }
}

impl<'a> InnerBrackets<'_, 'a> {
    /// Returns whether the brackets contain no other brackets.
    fn is_innermost(&self) -> bool {
        self.contents.inner.is_empty()
    }

    /// Returns whether the brackets are empty.
    fn is_empty(&self) -> bool {
        self.contents.text.trim().is_empty()
    }

    /// Returns whether the brackets state an exit, a goal or the size of the board, such as
    /// `"exit":{"x":5,"y":2}` or `"size":[7,7]`.
    fn states_value(&self) -> bool {
        let is_goal = |key: &str| suggests_exit(key) || names_walls(key);
        !self.has_lists
            && (self.contents.key.is_some_and(is_goal) || is_size_in_brackets(self.contents))
    }

    /// Returns the car of these brackets. A name in front, such as `player` in `"player": {"x":1,
    /// ...}`, marks the car that leaves.
    fn named_car(&self) -> CarText<'a> {
        let mut text = CarText::of_brackets(self.contents);
        if let Ok(car) = &mut text.car {
            car.is_target |= self.contents.key.is_some_and(names_leaving_car);
        }
        text
    }

    /// Returns whether the brackets are a car with a name in front, such as `"red": {"x":1, ...}`.
    /// An object such as `"meta": {"name":"A","width":7,"height":7}` is not a car, because none of
    /// its values is a column, a row or a direction.
    fn is_named_car(&self) -> bool {
        let words = || self.contents.words.iter();
        let can_be_car = words().any(names_place_of_car) || !words().any(|word| word.is_key);
        self.contents.key.is_some()
            && can_be_car
            && !self.states_value()
            && self.is_innermost()
            && CarText::of_brackets(self.contents).looks_like_car()
    }
}

/// Returns whether a name, such as `trucks` or `otherCars`, is the name of a list that contains
/// only some of the cars of a board.
fn names_pieces(key: &str) -> bool {
    let name = letters_of(key);
    let kinds = ["car", "truck", "bus", "vehicle", "piece", "block"];
    kinds.iter().any(|kind| name.contains(kind)) || name == "others" || names_leaving_car(key)
}
