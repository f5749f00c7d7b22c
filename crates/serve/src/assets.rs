//! Serves the files of the web page. They are contained in the crate `fifteen-web`.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use fifteen_web::PAGE;

use crate::error::Error;

/// Responds with one of the page's files.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Error> {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let missing = || Error::new(StatusCode::NOT_FOUND, "there is nothing at this address");
    let content = content(name).ok_or_else(missing)?;
    let tag = format!("\"{}\"", &blake3::hash(content).to_hex()[..32]);
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    // With `no-cache`, a browser asks on every visit whether its copy of the file is still current.
    // It downloads the file again only if the entity tag has changed.
    let common = [(header::CACHE_CONTROL, "no-cache"), (header::ETAG, &tag)];
    if known.is_some_and(|known| known.contains(&tag)) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let kind = [(header::CONTENT_TYPE, content_type(name))];
    Ok((common, kind, content).into_response())
}

/// Returns the content of the file with the given name.
fn content(name: &str) -> Option<&'static [u8]> {
    let (_, content) = PAGE.iter().find(|(known, _)| *known == name)?;
    Some(content)
}

/// Returns the media type of a file, based on its file extension.
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
        assert!(PAGE.len() > 40 && content("index.html").is_some());
        for (name, _) in PAGE {
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
        }
    }
}
