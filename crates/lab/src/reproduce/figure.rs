//! [`PublishedFigure`]: one published figure beside ours.

use serde::Serialize;

/// Version of the fields of a [`PublishedFigure`].
const SCHEMA: u32 = 1;

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Our figure equals the published one.
    Equal,
    /// Our figure differs from the published one, and the note says why it must.
    Exception,
    /// Our figure differs from the published one.
    Different,
    /// Our figure was not computed.
    LeftOut,
}

/// A published figure beside ours. The fields are in the order of the output.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PublishedFigure {
    /// Version of the fields; it grows when a field changes its meaning or is removed.
    pub schema: u32,
    /// Name of the group of figures.
    pub group: &'static str,
    /// Where the group's figures were published, and how they are defined.
    pub source: &'static str,
    /// What the figure is about: a board, a size or a table.
    pub what: String,
    /// The published figure, or several separated by spaces.
    pub published: String,
    /// Our figure, or several separated by spaces.
    pub ours: Option<String>,
    /// The result of the comparison.
    pub verdict: Verdict,
    /// The reason for a known exception.
    pub note: Option<String>,
    /// True if the figure is one of many similar ones that were left out, so that a report for
    /// people only needs their number.
    #[serde(skip)]
    pub minor: bool,
}

/// A group of figures from one source.
#[derive(Debug, Clone, Copy)]
pub(super) struct FigureGroup {
    pub name: &'static str,
    pub source: &'static str,
}

impl PublishedFigure {
    /// Compares a published figure with ours.
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

    /// Compares two lists of figures.
    pub(super) fn compared_lists(
        group: FigureGroup,
        what: impl Into<String>,
        published: &[u64],
        ours: &[u64],
    ) -> Self {
        Self::compared(group, what, &joined(published), &joined(ours))
    }

    /// A figure that is not computed this time.
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

    /// Marks a figure whose published number is wrong; `note` gives the reason.
    ///
    /// `is_right` is true if our number is the correct one.
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

    /// Marks one of many similar figures.
    pub(super) fn minor(self) -> Self {
        Self {
            minor: true,
            ..self
        }
    }
}

/// Joins figures with spaces.
pub(super) fn joined<T: ToString>(figures: &[T]) -> String {
    figures
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
