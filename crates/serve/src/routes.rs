//! The addresses, and the functions that answer them.

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use fifteen_questions::{bench, blocks, solve};

use crate::assets;
use crate::error::Error;
use crate::guard::{Hosts, guard};
use crate::questions::{self, App, ask};

/// All that there is, guarded.
pub(crate) fn routes(app: App, hosts: Hosts) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{*path}", get(assets::file))
        .route("/health", get(questions::health))
        .route("/version", get(questions::version))
        .route("/api/options", get(questions::options))
        .route("/api/random", get(questions::random))
        .route("/api/check", post(questions::check))
        .route("/api/read", post(questions::read))
        .route("/api/solve", post(ask::<solve::Query>))
        .route("/api/blocks", post(ask::<blocks::Query>))
        .route("/api/blocks/levels", get(questions::levels))
        .route("/api/blocks/check", post(questions::check_blocks))
        .route("/api/bench", post(ask::<bench::Query>))
        .fallback(async || Error::new(StatusCode::NOT_FOUND, "there is nothing at this address"))
        .method_not_allowed_fallback(async || {
            Error::new(StatusCode::METHOD_NOT_ALLOWED, "this address is asked in another way; see docs/HTTP.md")
        })
        .layer(from_fn_with_state(hosts, guard))
        .with_state(app)
}
