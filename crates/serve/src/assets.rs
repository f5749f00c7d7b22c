//! The page and what belongs to it: the files of the folder `assets`, embedded.

use std::sync::OnceLock;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::compress::{gzip, takes_gzip};
use crate::error::Error;

macro_rules! embedded {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../assets/", $name)).as_slice())),*]
    };
}

/// Names and contents; a test compares them with the folder.
const FILES: &[(&str, &[u8])] = embedded!(
    "address.js" "api.js" "app.js" "blockgame.js" "blockhand.js" "blockmap.js" "blocks.css" "blocks.js" "blockview.js"
    "board.js" "dialogs.js" "dom.js" "drawing.js" "export.js" "figures.js" "game.js" "hints.js" "icon.svg" "index.html"
    "intake.js" "keys.js" "lab.css" "lab.js" "labform.js" "levels.js" "live.js" "look.js" "losses.js" "metric.js" "painter.js"
    "picture.js" "player.js" "plot.js" "pointer.js" "progress.js" "puzzle.css" "puzzle.js" "result.js" "scores.js"
    "setup.js" "shapes.js" "statistics.js" "storage.js" "strip.js" "style.css" "tabs.js" "theme.js" "tiles.js"
    "times.js" "ways.js"
);

/// The compressed content of each file, once it was asked for; `None` if it would not be shorter.
static PACKED: [OnceLock<Option<Vec<u8>>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

pub(crate) async fn index(headers: HeaderMap) -> Response {
    answer("index.html", &headers)
}

pub(crate) async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    answer(path.as_ref().map_or("", |Path(path)| path), &headers)
}

fn answer(path: &str, headers: &HeaderMap) -> Response {
    let Some((&(_, content), packed)) = FILES.iter().zip(&PACKED).find(|((name, _), _)| *name == path) else {
        return Error::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    };
    let packed = if takes_gzip(headers) { packed.get_or_init(|| gzip(content)).as_deref() } else { None };
    let tag = tag(packed.unwrap_or(content));
    // The content is asked for each time, but sent only if it is another.
    let common = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| {
        known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*")
    }) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(path))];
    match packed {
        Some(packed) => (common, kind, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (common, kind, content).into_response(),
    }
}

/// The media type of a file of the page.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The entity tag: a digest of the content as it is sent.
fn tag(content: &[u8]) -> String {
    format!("\"{:.32}\"", blake3::hash(content).to_hex())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that panics has failed, which is what it is for")]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")).unwrap();
        let mut names: Vec<String> = folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        assert!(names.iter().eq(FILES.iter().map(|(name, _)| name)), "{names:?}");
        assert!(names.iter().all(|name| content_type(name) != "application/octet-stream"));
        assert_eq!(tag(b"").len(), 34);
    }
}
