//! Reading a request: a JSON body of a bounded size that must come in a bounded time, and the query of an address.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use fifteen_questions::{json_body, parameters};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::compress::takes_gzip;
use crate::error::Error;
use crate::limits::{BODY_BYTES, BODY_TIME, DRAINED_BYTES};

/// The JSON body of a request.
pub(crate) struct JsonBody<T>(pub T);

/// The query parameters of an address; all are texts.
pub(crate) struct QueryParameters<T>(pub T);

/// True if the client wants the final record alone instead of events.
pub(crate) struct FinalOnly(pub bool);

/// True if the client takes compressed answers.
pub(crate) struct Gzip(pub bool);

impl<S: Sync> FromRequestParts<S> for Gzip {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Ok(Self(takes_gzip(&parts.headers)))
    }
}

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let is_json =
            request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|value| {
                value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
            });
        if !is_json {
            let message = "the body must be JSON; send the header Content-Type: application/json";
            return Err(Error::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let bytes = timeout(BODY_TIME, read(request.into_body())).await.map_err(|_| {
            let message = format!("the body did not arrive within {} seconds", BODY_TIME.as_secs());
            Error::new(StatusCode::REQUEST_TIMEOUT, message)
        })??;
        Ok(Self(json_body(&bytes)?))
    }
}

/// The bytes of a body. An oversized body is drained for a while, so that the client gets to read the answer.
async fn read(mut body: Body) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Error::bad(format!("the body could not be read: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= BODY_BYTES {
            bytes.extend_from_slice(&data);
        } else if length > DRAINED_BYTES {
            break;
        }
    }
    if length > BODY_BYTES {
        let message = format!("the body is longer than {BODY_BYTES} bytes; send less");
        return Err(Error::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    Ok(bytes)
}

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParameters<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let Query(texts) = Query::<BTreeMap<String, String>>::try_from_uri(&parts.uri)
            .map_err(|_| Error::bad("the query of the address is not of the form ?name=value&name=value"))?;
        Ok(Self(parameters(texts)?))
    }
}

impl<S: Sync> FromRequestParts<S> for FinalOnly {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let accepts: Vec<&str> =
            parts.headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
        let accepts = |kind: &str| accepts.iter().any(|value| value.contains(kind));
        Ok(Self(accepts("application/json") && !accepts("text/event-stream")))
    }
}
