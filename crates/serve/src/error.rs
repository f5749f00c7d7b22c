//! Error responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fifteen_questions::{Failure, FailureKind};
use serde_json::json;

/// An error response. Its message says what was wrong and what to do about it.
#[derive(Debug)]
pub(crate) struct Error {
    status: StatusCode,
    message: String,
}

/// Value of the header `Retry-After`: the number of seconds after which a client should try again
/// if the server was too busy.
const RETRY: HeaderValue = HeaderValue::from_static("2");

impl Error {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    /// Creates an error for a request that cannot be parsed.
    pub(crate) fn bad(message: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message.to_string())
    }
}

impl From<Failure> for Error {
    fn from(Failure { kind, message }: Failure) -> Self {
        match kind {
            FailureKind::Bad => Self::bad(message),
            FailureKind::Refused => Self::new(StatusCode::UNPROCESSABLE_ENTITY, message),
            FailureKind::Internal => Self::new(StatusCode::INTERNAL_SERVER_ERROR, message),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(json!({ "error": self.message }))).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY);
        }
        response
    }
}
