//! [`PublishedFigure`]: a published result, our own result, and whether they are equal.

use serde::Serialize;

/// Version of the JSON fields of a [`PublishedFigure`].
const SCHEMA: u32 = 1;

/// The outcome of comparing a published result with our own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Our result equals the published one.
    Equal,
    /// Our result differs from the published one, which is known to be wrong. `note` gives the
    /// reason.
    Exception,
    /// Our result differs from the published one, and no known error explains the difference.
    Different,
    /// Our result was not computed, for example because it would take too long.
    LeftOut,
}

/// A published number, or several numbers, and the corresponding result of this program. The fields
/// are written to JSON in the order in which they are declared.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PublishedFigure {
    /// Version of the JSON fields. It increases when a field is removed or changes its meaning.
    pub schema: u32,
    /// Name of the group to which the result belongs. All results of a group come from one source.
    pub group: &'static str,
    /// Where the results of this group were published, and how they are defined.
    pub source: &'static str,
    /// What the result describes: a board, a size or a table.
    pub what: String,
    /// The published number, or several numbers separated by spaces.
    pub published: String,
    /// The number that this program computed, or several numbers separated by spaces. `None` if it
    /// was not computed.
    pub ours: Option<String>,
    /// The outcome of comparing `ours` with `published`.
    pub verdict: Verdict,
    /// Why the published number is known to be wrong, or `None` if no error is known.
    pub note: Option<String>,
    /// Whether this is one of many similar results that were not computed. A report for people only
    /// needs to state how many there are.
    #[serde(skip)]
    pub minor: bool,
}

/// A group of published results from one source, reported under one name.
#[derive(Debug, Clone, Copy)]
pub(super) struct FigureGroup {
    pub name: &'static str,
    pub source: &'static str,
}

impl PublishedFigure {
    /// Compares a published number with our own.
    pub(super) fn compared<T: ToString + PartialEq>(
        group: FigureGroup,
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

    /// Compares a published list of numbers with our own list. The whole list is reported as one
    /// result.
    pub(super) fn compared_lists(
        group: FigureGroup,
        what: impl Into<String>,
        published: &[u64],
        ours: &[u64],
    ) -> Self {
        Self::compared(group, what, &joined(published), &joined(ours))
    }

    /// Creates the entry for a published number that this program did not compute.
    pub(super) fn left_out(
        group: FigureGroup,
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

    /// Marks the published number as wrong. `note` gives the reason.
    ///
    /// `is_right` says whether our own number is correct. If it is false, the verdict is
    /// [`Verdict::Different`].
    pub(super) fn with_known_error(self, is_right: bool, note: &str) -> Self {
        Self {
            verdict: if is_right {
                Verdict::Exception
            } else {
                Verdict::Different
            },
            note: Some(note.to_owned()),
            ..self
        }
    }

    /// Marks this figure as one of many similar ones that were not computed.
    pub(super) fn minor(self) -> Self {
        Self {
            minor: true,
            ..self
        }
    }
}

/// Joins numbers into one string, separated by spaces.
pub(super) fn joined<T: ToString>(figures: &[T]) -> String {
    figures
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
