//! Questions that cannot be answered.

/// The kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The question cannot be read: it has another form, or a board or puzzle that is none.
    Bad,
    /// It can be read, but asks for something unknown, impossible, or more than is granted.
    Refused,
    /// A defect on the answering side.
    Internal,
}

/// A question without an answer: expected, found, remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// A sentence for the one who asked.
    pub message: String,
}

impl Failure {
    /// The question cannot be read.
    pub(crate) fn bad(message: impl ToString) -> Self {
        Self { kind: FailureKind::Bad, message: message.to_string() }
    }

    pub(crate) fn refused(message: impl ToString) -> Self {
        Self { kind: FailureKind::Refused, message: message.to_string() }
    }

    /// A defect on the answering side.
    pub fn internal(message: impl ToString) -> Self {
        Self { kind: FailureKind::Internal, message: message.to_string() }
    }
}
