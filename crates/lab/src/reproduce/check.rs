//! One published figure beside ours.

use serde::Serialize;

/// The version of the fields of a [`Check`].
const SCHEMA: u32 = 1;

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Ours is the published figure.
    Equal,
    /// Ours differs from the published figure, as is known: the note says why.
    Exception,
    /// Ours differs.
    Different,
    /// Ours was not computed.
    LeftOut,
}

/// A published figure. The fields are in the order of the output.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Check {
    /// The version of the fields; it grows when one changes its meaning or goes.
    pub schema: u32,
    /// The name of the group of figures.
    pub group: &'static str,
    /// The publication of the group's figures, and their definition.
    pub source: &'static str,
    /// The subject of the figure: a board, a size, a table.
    pub what: String,
    /// The published figure, or several, separated by spaces.
    pub published: String,
    /// Ours.
    pub ours: Option<String>,
    /// The result of the comparison.
    pub verdict: Verdict,
    /// The reason for a known exception.
    pub note: Option<String>,
    /// One of many alike: a person needs to know only how many of them were left out.
    #[serde(skip)]
    pub minor: bool,
}

/// A group of figures of one source.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub name: &'static str,
    pub source: &'static str,
}

impl Check {
    /// A comparison of two figures.
    pub(super) fn new<T: ToString + PartialEq>(
        group: Group,
        what: impl Into<String>,
        published: &T,
        ours: &T,
    ) -> Self {
        let verdict = if published == ours {
            Verdict::Equal
        } else {
            Verdict::Different
        };
        Self {
            ours: Some(ours.to_string()),
            verdict,
            ..Self::left_out(group, what, published.to_string())
        }
    }

    /// A comparison of two lists, with a figure for each index from 0.
    pub(super) fn of_lists(
        group: Group,
        what: impl Into<String>,
        published: &[u64],
        ours: &[u64],
    ) -> Self {
        Self::new(group, what, &text(published), &text(ours))
    }

    /// A figure that is known to differ from the published one, and must be the one that is expected.
    pub(super) fn exception(
        group: Group,
        what: impl Into<String>,
        [published, expected, ours]: [u64; 3],
        note: &str,
    ) -> Self {
        let verdict = if ours == expected {
            Verdict::Exception
        } else {
            Verdict::Different
        };
        let (ours, note) = (Some(ours.to_string()), Some(note.to_owned()));
        Self {
            ours,
            verdict,
            note,
            ..Self::left_out(group, what, published.to_string())
        }
    }

    /// A figure that is not computed.
    pub(super) fn left_out(
        group: Group,
        what: impl Into<String>,
        published: impl ToString,
    ) -> Self {
        Self {
            schema: SCHEMA,
            group: group.name,
            source: group.source,
            what: what.into(),
            published: published.to_string(),
            ours: None,
            verdict: Verdict::LeftOut,
            note: None,
            minor: false,
        }
    }
}

/// A list of figures as text.
pub(super) fn text<T: ToString>(figures: &[T]) -> String {
    figures
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
