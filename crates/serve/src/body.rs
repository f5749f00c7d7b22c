//! [`Body`] extracts the body of a request. The body must arrive in time and must not be too large.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::BODY_BYTES;
use crate::app::App;
use crate::error::Error;

/// A complete request body.
pub(crate) struct Body(pub Vec<u8>);

impl FromRequest<Arc<App>> for Body {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let late = |_| {
            let seconds = app.request_time.as_secs_f64();
            let message =
                format!("the body did not arrive within {seconds} seconds; send it at once");
            Error::new(StatusCode::REQUEST_TIMEOUT, message)
        };
        timeout(app.request_time, read(request))
            .await
            .map_err(late)?
    }
}

/// Reads a body to its end, or fails as soon as it exceeds the maximum size.
async fn read(request: Request) -> Result<Body, Error> {
    let mut pieces = request.into_body().into_data_stream();
    let mut body = Vec::new();
    while let Some(piece) = pieces.next().await {
        let piece: Bytes =
            piece.map_err(|error| Error::bad(format!("the body could not be read: {error}")))?;
        if body.len() + piece.len() > BODY_BYTES {
            let message = format!("the body is longer than {BODY_BYTES} bytes; send less");
            return Err(Error::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        body.extend_from_slice(&piece);
    }
    Ok(Body(body))
}
