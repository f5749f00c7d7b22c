//! Error responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fifteen_questions::{Failure, FailureKind};
use serde_json::json;

use crate::headers::HEADERS;

/// A status and a message: expected, found, remedy.
#[derive(Debug)]
pub(crate) struct Error {
    status: StatusCode,
    message: String,
}

/// Seconds after which a client may retry a request that was refused as busy.
const RETRY: HeaderValue = HeaderValue::from_static("2");

impl Error {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// The request cannot be read.
    pub(crate) fn bad(message: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message.to_string())
    }

    /// The request can be read, but not be served.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// The server is busy.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// A defect of the server.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl Error {
    /// The whole response, for a connection that ends with it.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let body = json!({ "error": self.message }).to_string();
        let mut head = format!("HTTP/1.1 {}\r\ncontent-type: application/json\r\n", self.status);
        for (name, value) in HEADERS {
            head += &format!("{name}: {value}\r\n");
        }
        let length = body.len();
        head += &format!("cache-control: no-store\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
        (head + &body).into_bytes()
    }
}

impl From<Failure> for Error {
    fn from(Failure { kind, message }: Failure) -> Self {
        match kind {
            FailureKind::Bad => Self::bad(message),
            FailureKind::Refused => Self::refused(message),
            FailureKind::Internal => Self::internal(message),
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
