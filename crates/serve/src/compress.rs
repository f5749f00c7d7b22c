//! Compressed answers, for clients that take them.

use std::io::Write;

use axum::http::{HeaderMap, header};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes below which compression saves nothing worth its time.
const WORTHWHILE: usize = 1024;

/// True if the client takes answers compressed with gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let offers = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|value| value.split(',')).any(|offer| {
        let (coding, weight) = offer.split_once(';').unwrap_or((offer, "q=1"));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim_matches(['0', '.']).is_empty());
        ["gzip", "*"].contains(&coding.trim()) && !refused
    })
}

/// The content, compressed; `None` if that is not shorter.
pub(crate) fn gzip(content: &[u8]) -> Option<Vec<u8>> {
    if content.len() < WORTHWHILE {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).ok()?;
    encoder.finish().ok().filter(|packed| packed.len() < content.len())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn gzip_is_used_where_the_client_takes_it() {
        let takes =
            |value| takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]));
        assert!(takes("gzip") && takes("br, gzip;q=0.5") && takes("*"));
        assert!(!takes("br") && !takes("gzip;q=0") && !takes("gzip; q=0.0") && !takes_gzip(&HeaderMap::new()));
        assert!(gzip(&[0; 5000]).is_some_and(|packed| packed.len() < 100) && gzip(b"short").is_none());
    }
}
