//! The syntax of level packs and lists of cars. JSON, program code, YAML, TOML and plain lines all
//! become one tree of groups, values and lines, whose meaning other modules decide.
//!
//! A group is a pair of brackets, a YAML item, a TOML table or the whole input. A value is a quoted
//! string, or a phrase such as `Get the red car out`, which ends at a comma, a bracket or the end
//! of the line. A `:` or `=` makes the phrase in front of it the name of the value or group that
//! follows. For example, `levels = [{"exit": "left", "cars": [["X", 3, 3, "H", 2]]}]` is a group
//! named `levels`. It contains an unnamed group, which consists of the value `left`, named `exit`,
//! and the group `cars`. A line without brackets that is outside of all groups stays a line.
//! Comments in brackets are left out.

use super::rows::NumberedLine;

/// A word, a phrase or a quoted string.
pub(super) struct Value<'a> {
    pub(super) line: usize,
    /// The name in front of the value, such as `exit` in `exit: left`.
    pub(super) name: Option<&'a str>,
    /// The value, without quotation marks.
    pub(super) text: &'a str,
    pub(super) is_quoted: bool,
    /// Whether a `=`, rather than a `:`, separates the name from the value.
    pub(super) is_assigned: bool,
}

/// The kind of a [`Group`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GroupKind {
    /// The whole input.
    Text,
    /// A YAML item, which begins with a `-`, a YAML block below a line such as `level1:`, or a TOML
    /// table below a line such as `[[level]]`.
    Item,
    /// A line of fields outside of all groups, such as `"AA...O...", 8`.
    Row,
    /// A pair of brackets. The character is the opening bracket.
    Brackets(char),
}

/// Values and groups that belong together.
pub(super) struct Group<'a> {
    pub(super) kind: GroupKind,
    pub(super) line: usize,
    /// The byte offset of the group in the input, by which levels on the same line are sorted.
    pub(super) begin: usize,
    pub(super) name: Option<&'a str>,
    /// The text of the whole group, as it is written in the input.
    pub(super) text: &'a str,
    pub(super) items: Vec<Item<'a>>,
    /// Whether only spaces precede the group on its line.
    pub(super) is_first_on_line: bool,
    pub(super) has_semicolon: bool,
}

/// A part of a group. Lines occur only in the outermost group, which is the whole input.
pub(super) enum Item<'a> {
    Value(Value<'a>),
    Group(Box<Group<'a>>),
    Line(NumberedLine<'a>),
}

/// The tree of the input.
pub(super) struct Tree<'a> {
    pub(super) root: Group<'a>,
    /// The line number and the message of the first error in the brackets, such as an unclosed
    /// bracket.
    pub(super) mistake: Option<(usize, String)>,
}

impl<'a> Group<'a> {
    pub(super) fn new(kind: GroupKind, line: usize, begin: usize) -> Self {
        Group {
            kind,
            line,
            begin,
            name: None,
            text: "",
            items: Vec::new(),
            is_first_on_line: true,
            has_semicolon: false,
        }
    }

    /// Returns the values of the group itself, without the values of the groups inside it.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value<'a>> + Clone {
        self.items.iter().filter_map(|item| match item {
            Item::Value(value) => Some(value),
            _ => None,
        })
    }

    /// Returns the groups that are directly inside this group.
    pub(super) fn groups(&self) -> impl Iterator<Item = &Group<'a>> {
        self.items.iter().filter_map(|item| match item {
            Item::Group(group) => Some(&**group),
            _ => None,
        })
    }

    /// Returns whether the group describes one thing by named values, such as
    /// `{"size":7,"exit":"left"}`. The body of a function, such as `{ return 7; }`, is not an
    /// object, because nothing in it has a name, or because its statements end with a `;`.
    pub(super) fn is_object(&self) -> bool {
        let has_name = |item: &Item<'_>| match item {
            Item::Value(value) => value.name.is_some() || value.text.starts_with("..."),
            Item::Group(group) => group.name.is_some(),
            Item::Line(_) => false,
        };
        match self.kind {
            GroupKind::Brackets('{') => {
                !self.has_semicolon && self.items.first().is_some_and(has_name)
            }
            GroupKind::Item => self.items.iter().any(has_name),
            GroupKind::Row => true,
            _ => false,
        }
    }

    /// Returns a key that is equal for similar groups. It consists of the group's kind and its name
    /// without digits. For example, `"level1": {...}` and `"level2": {...}` have equal keys.
    pub(super) fn likeness(&self) -> (GroupKind, Option<String>) {
        let letters = |name: &str| name.chars().filter(|c| !c.is_ascii_digit()).collect();
        (self.kind, self.name.map(letters))
    }
}
