//! Reads lists in which each car is an innermost list or object, as in JSON or Python.

use std::collections::BTreeSet;

use super::super::brackets::{Contents, Scope, scan};
use super::super::level_pack;
use super::super::stated_exit::{exit_in_brackets, suggests_exit};
use super::CarList;
use super::car::{CarText, key};
use super::stated_side::{is_size_in_brackets, side_in_brackets};

/// A pair of brackets, or the whole text, while the lists inside are collected.
struct CarBrackets<'s, 'a> {
    contents: &'s Contents<'a>,
    /// The pairs of brackets directly inside.
    inner: Vec<InnerBrackets<'s, 'a>>,
    /// How many lists were complete when these contents began.
    complete_lists: usize,
}

/// A pair of brackets inside another pair.
#[derive(Clone, Copy)]
struct InnerBrackets<'s, 'a> {
    contents: &'s Contents<'a>,
    has_lists: bool,
}

/// Reads all lists of a text.
pub(super) fn bracketed_lists(text: &str) -> Vec<CarList> {
    let scanned = scan(text);
    let mut lists: Vec<CarList> = Vec::new();
    // For each of the contents, the number of lists that were complete before it.
    let mut complete_lists: Vec<usize> = Vec::new();
    let mut inner: Vec<InnerBrackets<'_, '_>> = Vec::new();
    for contents in &scanned.contents {
        complete_lists.push(lists.len());
        let brackets = CarBrackets {
            contents,
            inner: contents.inner.iter().map(|&index| inner[index]).collect(),
            complete_lists: complete_lists[contents.complete_before],
        };
        let has_lists = brackets.add_lists(&mut lists);
        inner.push(InnerBrackets {
            contents,
            has_lists,
        });
    }
    lists.sort_by_key(|list| list.order);
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

impl CarBrackets<'_, '_> {
    /// Adds the lists of cars in this pair of brackets to `lists`, the complete lists. Returns
    /// whether the brackets contain a list.
    fn add_lists(&self, lists: &mut Vec<CarList>) -> bool {
        if self.inner.is_empty() {
            return false;
        }
        let line = self.contents.line;
        let mut list = CarList {
            order: self.contents.order,
            ..CarList::default()
        };
        let has_levels = self.inner.iter().any(|inner| inner.has_lists);
        let levels = if !has_levels {
            self.add_cars(&mut list);
            Vec::new()
        } else if let [level] = &mut lists[self.complete_lists..] {
            // A level can name the leaving car beside the list of the other cars.
            for inner in self.inner.iter().filter(|inner| inner.is_named_car()) {
                level.add(CarText::of_brackets(inner.contents));
            }
            self.wrong_levels()
        } else {
            self.wrong_levels()
        };
        // The object of a level can have a name and a size as well.
        let words = || self.contents.words.iter();
        let is_of_car = |word: &str| matches!(key(word), Some("column" | "row" | "direction"));
        if words().any(|word| word.is_key && is_of_car(word.text))
            && self.contents.scope != Scope::Text
        {
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
        let without_lists = self.inner.iter().filter(|inner| !inner.has_lists);
        let without_lists = without_lists.map(|inner| inner.contents);
        if let Some(side) = side_in_brackets(self.contents, without_lists.clone()) {
            for list in &mut lists[self.complete_lists..] {
                list.set_side(line, side.clone());
            }
        }
        if let Some(exit) = exit_in_brackets(self.contents, without_lists) {
            for list in &mut lists[self.complete_lists..] {
                list.set_exit(line, exit.clone());
            }
        }
        lists.extend(levels);
        has_lists
    }

    /// Adds to `list` the cars that stand in these brackets. Each car is a pair of brackets with no
    /// others inside it.
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

    /// Returns a list with a mistake for each level without cars. A pair of brackets without cars is
    /// a level if it is of the same kind as one with cars.
    fn wrong_levels(&self) -> Vec<CarList> {
        let with_lists = self.inner.iter().filter(|inner| inner.has_lists);
        let kinds: BTreeSet<_> = with_lists.map(|inner| inner.contents.kind()).collect();
        let mut levels = Vec::new();
        for inner in &self.inner {
            let is_level = kinds.contains(&inner.contents.kind()) && !inner.is_named_car();
            if inner.has_lists || !is_level || inner.states_value() {
                continue;
            }
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

impl InnerBrackets<'_, '_> {
    /// Returns whether the brackets contain no other brackets.
    fn is_innermost(&self) -> bool {
        self.contents.inner.is_empty()
    }

    /// Returns whether nothing stands between the brackets.
    fn is_empty(&self) -> bool {
        self.contents.text.trim().is_empty()
    }

    /// Returns whether the brackets state an exit, a goal or the size of the board.
    fn states_value(&self) -> bool {
        let is_exit = self.contents.key.is_some_and(suggests_exit);
        !self.has_lists && (is_exit || is_size_in_brackets(self.contents))
    }

    /// Returns whether the brackets are a car with a name in front, as in `"red": {"x":1, ...}`.
    fn is_named_car(&self) -> bool {
        self.contents.key.is_some()
            && !self.states_value()
            && self.is_innermost()
            && CarText::of_brackets(self.contents).looks_like_car()
    }
}
