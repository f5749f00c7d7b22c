//! Access control: requests from pages of other sites are refused, and responses carry restrictive headers.
//!
//! A page in a browser can send requests to this machine. It cannot read the answers, but a search takes time and memory;
//! and a name that is made to lead here (DNS rebinding) would let it read them. So where the server listens on this
//! machine alone the header Host must name this machine; a POST must be JSON (`body`), which no page sends elsewhere without
//! asking first, and must not come from another origin.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;

/// Scripts, styles and pictures from here alone, none of them inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// True if the server listens on this machine alone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalOnly(pub bool);

/// Refuses forbidden requests, and adds the headers to every response.
pub(crate) async fn guard(State(local): State<LocalOnly>, request: Request, next: Next) -> Response {
    let mut response = match check(local, request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Assets set their own cache policy.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(LocalOnly(local): LocalOnly, method: &Method, headers: &HeaderMap) -> Result<(), Error> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text("host").ok_or_else(|| Error::bad("the header Host is missing"))?;
    if local && !is_local(host) {
        let message = "the header Host does not name this machine; ask for localhost, 127.0.0.1 or [::1]";
        return Err(Error::new(StatusCode::FORBIDDEN, message));
    }
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    let foreign_origin = text("origin").is_some_and(|origin| origin.split_once("://").is_none_or(|o| o.1 != host));
    let foreign_site = text("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    if foreign_origin || foreign_site {
        let message = "pages of other sites may not ask; open the page that this server has";
        return Err(Error::new(StatusCode::FORBIDDEN, message));
    }
    Ok(())
}

/// Tells whether a Host, with or without a port, is this machine.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|local| name.eq_ignore_ascii_case(local))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(method: Method, headers: &[(&'static str, &'static str)]) -> u16 {
        let pairs = headers
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), HeaderValue::from_static(value)));
        let result = check(LocalOnly(true), &method, &pairs.collect());
        result.map_or_else(|error| error.into_response().status().as_u16(), |()| 200)
    }

    #[test]
    fn only_names_of_this_machine() {
        for local in ["localhost", "LOCALHOST:80", "127.0.0.1:8015", "[::1]", "[::1]:1"] {
            assert_eq!(status(Method::GET, &[("host", local)]), 200, "{local}");
        }
        for other in
            ["", "example.org", "localhost.example.org", "127.0.0.1.example.org:8015", "[::1", "::1", "localhost:x"]
        {
            assert_eq!(status(Method::GET, &[("host", other)]), 403, "{other}");
        }
        assert_eq!(status(Method::GET, &[]), 400);
    }

    #[test]
    fn other_origins_may_not_post() {
        let host = ("host", "localhost:8015");
        assert_eq!(status(Method::POST, &[host]), 200);
        assert_eq!(status(Method::POST, &[host, ("origin", "http://localhost:8015")]), 200);
        assert_eq!(status(Method::POST, &[host, ("sec-fetch-site", "same-origin")]), 200);
        for other in ["http://localhost:8016", "http://example.org", "null", ""] {
            assert_eq!(status(Method::POST, &[host, ("origin", other)]), 403, "{other}");
        }
        for other in ["cross-site", "same-site", ""] {
            assert_eq!(status(Method::POST, &[host, ("sec-fetch-site", other)]), 403, "{other}");
        }
    }
}
