//! The page and what belongs to it: the files of the folder `assets`, embedded.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::Error;

/// The files. In a debug build they are read from the folder when they are asked for.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// Answers with a file of the page.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Error> {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let missing = || Error::new(StatusCode::NOT_FOUND, "there is nothing at this address");
    let file = Assets::get(name).ok_or_else(missing)?;
    let digest: String = file
        .metadata
        .sha256_hash()
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let tag = format!("\"{digest}\"");
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    // The content is asked for each time, but sent only if it is another.
    let common = [(header::CACHE_CONTROL, "no-cache"), (header::ETAG, &tag)];
    if known.is_some_and(|known| known.contains(&tag)) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    Ok((
        common,
        [(header::CONTENT_TYPE, content_type(name))],
        file.data,
    )
        .into_response())
}

/// The media type of a file of the page.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type() {
        assert!(Assets::iter().count() > 40 && Assets::get("index.html").is_some());
        assert!(Assets::iter().all(|name| content_type(&name) != "application/octet-stream"));
    }
}
