//! Names from other programs, textbooks and speed-solvers, and the names that this program uses
//! instead. For example, `stm` means the metric `single-tile`.
//!
//! The command, Python and HTTP all use this table, so they accept the same names.

use crate::ParseError;

/// A name from another program or a textbook, and its meaning in this program.
struct OtherName {
    /// The kind of thing that the name refers to, such as `metric`.
    what: &'static str,
    /// The name in lower case.
    name: &'static str,
    here: Here,
}

/// What a name from another program means in this program.
enum Here {
    /// The name that this program uses instead. Users can write either name.
    Is(&'static str),
    /// An error message that tells the user what to use instead, because nothing in this program
    /// has exactly this meaning.
    Tip(&'static str),
}

impl OtherName {
    const fn is(what: &'static str, name: &'static str, here: &'static str) -> Self {
        let here = Here::Is(here);
        Self { what, name, here }
    }

    const fn tip(what: &'static str, name: &'static str, tip: &'static str) -> Self {
        let here = Here::Tip(tip);
        Self { what, name, here }
    }
}

const UNIFORM_COST: &str =
    "every move costs 1, so uniform-cost search is breadth-first search; take bfs";
const GREEDY: &str =
    "greedy best-first search is not offered; weighted-astar:100 does nearly the same";

const OTHER_NAMES: [OtherName; 10] = [
    OtherName::is("goal", "blank-last", "last"),
    OtherName::is("goal", "blank-first", "first"),
    OtherName::is("metric", "stm", "single-tile"),
    OtherName::is("metric", "mtm", "multi-tile"),
    OtherName::is("heuristic", "hamming", "misplaced"),
    OtherName::is("algorithm", "a*", "astar"),
    OtherName::is("algorithm", "ida*", "ida"),
    OtherName::tip("algorithm", "ucs", UNIFORM_COST),
    OtherName::tip("algorithm", "dijkstra", UNIFORM_COST),
    OtherName::tip("algorithm", "greedy", GREEDY),
];

/// Returns whether this module knows `text` as a name from other programs, ignoring case. `what` is
/// the kind of thing that the name refers to, such as `metric`.
pub fn contains(what: &str, text: &str) -> bool {
    find(what, text).is_some()
}

/// Returns this program's name for `text`, or `text` itself if it is not a name from other
/// programs. `what` is the kind of thing that the name refers to, such as `metric`. Case is
/// ignored.
///
/// # Errors
/// Returns an error with advice if this program has no equivalent.
pub fn name_here<'a>(what: &str, text: &'a str) -> Result<&'a str, ParseError> {
    match find(what, text).map(|other| &other.here) {
        None => Ok(text),
        Some(Here::Is(name)) => Ok(name),
        Some(Here::Tip(tip)) => Err(ParseError((*tip).to_owned())),
    }
}

fn find(what: &str, text: &str) -> Option<&'static OtherName> {
    OTHER_NAMES
        .iter()
        .find(|other| other.what == what && other.name.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Metric};

    #[test]
    fn other_names_are_accepted_for_their_own_kind_only() {
        assert_eq!("STM".parse(), Ok(Metric::SingleTile));
        assert_eq!("mtm".parse(), Ok(Metric::MultiTile));
        assert_eq!(Goal::parse("Blank-First", None), Ok(Goal::First));
        assert_eq!(Goal::parse("blank-last", None), Ok(Goal::Last));
        assert!("blank-last".parse::<Metric>().is_err());
        let error = name_here("algorithm", "UCS").unwrap_err();
        assert_eq!(error.to_string(), UNIFORM_COST);
    }
}
