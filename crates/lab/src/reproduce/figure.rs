//! [`PublishedFigure`]: a published figure and our own, with the result of comparing them.

use serde::Serialize;

/// Version of the JSON fields of a [`PublishedFigure`].
const SCHEMA: u32 = 1;

/// The result of comparing a published figure with our own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Our figure equals the published one.
    Equal,
    /// Our figure differs from the published one, which is known to be wrong. The note gives the
    /// reason.
    Exception,
    /// Our figure differs from the published one, and no reason is known.
    Different,
    /// Our figure was not computed, for example because it would take too long.
    LeftOut,
}

/// A published figure and our own, with the result of comparing them. The JSON output contains the
/// fields in the order of their declaration.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PublishedFigure {
    /// Version of the JSON fields. It increases when a field is removed or changes its meaning.
    pub schema: u32,
    /// Name of the group of figures, which come from one source.
    pub group: &'static str,
    /// Where this figure and the others of its group were published, and how they are defined.
    pub source: &'static str,
    /// What the figure describes: a board, a size or a table.
    pub what: String,
    /// The published figure, or several figures separated by spaces.
    pub published: String,
    /// Our figure, or several figures separated by spaces, or `None` if it was not computed.
    pub ours: Option<String>,
    /// The result of comparing our figure with the published one.
    pub verdict: Verdict,
    /// Why the published figure is known to be wrong, or `None` if no error is known.
    pub note: Option<String>,
    /// Whether the figure is one of many similar figures that were not computed. A report for
    /// people only needs to state how many there are.
    #[serde(skip)]
    pub minor: bool,
}

/// A group of figures from one source, reported under one name.
#[derive(Debug, Clone, Copy)]
pub(super) struct FigureGroup {
    pub name: &'static str,
    pub source: &'static str,
}

impl PublishedFigure {
    /// Compares a published figure with our own.
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

    /// Compares a published list of figures with our own. Each list counts as a single figure.
    pub(super) fn compared_lists(
        group: FigureGroup,
        what: impl Into<String>,
        published: &[u64],
        ours: &[u64],
    ) -> Self {
        Self::compared(group, what, &joined(published), &joined(ours))
    }

    /// Creates the entry for a figure that was not computed.
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

    /// Marks a published figure that is known to be wrong. `note` gives the reason.
    ///
    /// `is_right` is true if our own figure is the correct one. If it is false, the verdict is
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

    /// Marks the figure as one of many similar figures that were not computed.
    pub(super) fn minor(self) -> Self {
        Self {
            minor: true,
            ..self
        }
    }
}

/// Joins figures into one string, separated by spaces.
pub(super) fn joined<T: ToString>(figures: &[T]) -> String {
    figures
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
