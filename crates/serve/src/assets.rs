//! The page and what belongs to it: the files of the folder `assets`, embedded.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Error;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

pub(crate) async fn index(headers: HeaderMap) -> Response {
    answer("index.html", &headers)
}

pub(crate) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    answer(&path, &headers)
}

fn answer(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Assets::get(path) else {
        return Error::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    };
    let tag = tag(&file);
    // The content is asked for each time, but sent only if it is another.
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| {
        known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*")
    }) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = content_type(file.metadata.mimetype());
    (common, [(header::CONTENT_TYPE, kind)], file.data).into_response()
}

/// Text is in UTF-8.
fn content_type(kind: &str) -> String {
    if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() }
}

/// The digest of the content.
fn tag(file: &EmbeddedFile) -> String {
    let digest: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{digest}\"")
}
