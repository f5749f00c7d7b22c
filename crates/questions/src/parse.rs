//! Reading the words of a question, and validating requests.

use fifteen_solver::{Field, Request};

use crate::failure::Failure;

/// Parses a word such as `4x4` or `ida`.
pub(crate) fn word<T: std::str::FromStr<Err: ToString>>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(Failure::refused)
}

/// Parses a word, if there is one.
pub(crate) fn maybe<T: std::str::FromStr<Err: ToString>>(text: Option<&str>) -> Result<Option<T>, Failure> {
    text.map(word).transpose()
}

/// Validates a request; errors name its fields as the JSON does.
pub(crate) fn validated(request: Request) -> Result<Request, Failure> {
    request.validated().map_err(|error| Failure::refused(error.spelled(json_field)))
}

fn json_field(field: Field) -> &'static str {
    match field {
        Field::All => "'all'",
        Field::FinishIteration => "'finish_iteration'",
        Field::Depth => "'depth'",
        Field::Within => "'within'",
        Field::First => "'first'",
        Field::Algorithm => "'algorithm'",
        Field::Heuristic => "'heuristic'",
    }
}
