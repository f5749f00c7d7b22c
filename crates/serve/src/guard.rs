//! Access control: rejects requests from pages of other sites, and adds restrictive headers to
//! every response.
//!
//! Any web page can make the browser send requests to this server. The page cannot read the
//! responses, but the searches take time and memory. With DNS rebinding, in which an attacker's
//! host name resolves to this machine, the page could even read the responses. The server therefore
//! accepts only requests whose `Host` header is an IP address or a known name, because a rebound
//! name is neither. If the server listens only on the loopback interface, the only IP addresses it
//! accepts are loopback addresses.
//!
//! The body of a `POST` must be JSON, which a browser does not send to another site without a
//! preflight request. The request must also not come from another origin.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;

/// Content security policy. Scripts and styles can come only from this server, and inline scripts
/// and styles are forbidden. Images can also be `data:` or `blob:` URLs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Security headers that every response gets.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Decides which hosts are accepted in the `Host` header of a request.
#[derive(Debug, Clone)]
pub(crate) struct Hosts {
    /// Whether the server listens only on the loopback interface.
    pub local: bool,
    /// Host names that are accepted in addition to `localhost`.
    pub names: Arc<[String]>,
}

/// Middleware that rejects forbidden requests and adds the security headers to every response.
pub(crate) async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = match check(&hosts, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Files of the web page have a `Cache-Control` header already. All other responses must not be
    // cached.
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(hosts: &Hosts, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Error> {
    let text = |name: &str| {
        headers
            .get(name)
            .map(|value| value.to_str().unwrap_or_default())
    };
    let host = text("host").ok_or_else(|| Error::bad("the header Host is missing"))?;
    if headers.get_all("host").iter().count() > 1 {
        return Err(Error::bad(
            "the header Host is there more than once; send one",
        ));
    }
    if uri
        .authority()
        .is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(host))
    {
        return Err(Error::bad(
            "the address and the header Host name different hosts",
        ));
    }
    hosts.check(host)?;
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    let foreign_origin =
        text("origin").is_some_and(|origin| origin.split_once("://").is_none_or(|o| o.1 != host));
    let foreign_site =
        text("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    if foreign_origin || foreign_site {
        let message = "pages of other sites may not ask; open the page that this server has";
        return Err(Error::new(StatusCode::FORBIDDEN, message));
    }
    let kind = text("content-type")
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let message = "the body must be JSON; send the header Content-Type: application/json";
        return Err(Error::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    Ok(())
}

impl Hosts {
    fn check(&self, host: &str) -> Result<(), Error> {
        let name = match host.rsplit_once(':') {
            Some((name, port))
                if port.bytes().all(|b| b.is_ascii_digit()) && !name.ends_with(':') =>
            {
                name
            }
            _ => host,
        };
        let known = name.eq_ignore_ascii_case("localhost")
            || self
                .names
                .iter()
                .any(|other| name.eq_ignore_ascii_case(other))
            || number(name).is_some_and(|number| !self.local || number.is_loopback());
        if known {
            return Ok(());
        }
        let expected = if self.local {
            "localhost, 127.0.0.1 or [::1]"
        } else {
            "this machine's number"
        };
        let remedy =
            format!("ask for {expected}, or have the server started with --allow-host NAME");
        let message = format!("the header Host does not name this machine; {remedy}");
        Err(Error::new(StatusCode::FORBIDDEN, message))
    }
}

/// Parses an IP address in a `Host` header. An IPv6 address must be in brackets, such as `[::1]`.
fn number(name: &str) -> Option<IpAddr> {
    match name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(inner) => inner.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => name.parse().ok().filter(IpAddr::is_ipv4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_this_machine_by_number_or_by_a_given_name() {
        let is_known = |local, name| {
            Hosts {
                local,
                names: Arc::new(["puzzles.example".to_owned()]),
            }
            .check(name)
            .is_ok()
        };
        let both = [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8015",
            "[::1]",
            "[::1]:1",
            "Puzzles.example:80",
        ];
        let neither = [
            "",
            "example.org",
            "127.0.0.1.example.org:8015",
            "10.0.0",
            "[::1",
            "::1",
            "localhost:x",
        ];
        let not_local = ["10.0.0.7:8015", "[fe80::1]"];
        for (names, here, elsewhere) in [
            (&both[..], true, true),
            (&neither, false, false),
            (&not_local, false, true),
        ] {
            for name in names {
                assert_eq!(
                    (is_known(true, name), is_known(false, name)),
                    (here, elsewhere),
                    "{name}"
                );
            }
        }
    }
}
