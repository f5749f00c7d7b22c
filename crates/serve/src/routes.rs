//! Which address is answered by what.

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::api::{App, bench, blocks, board, facts, solve};
use crate::assets;
use crate::error::Error;
use crate::guard::{LocalOnly, guard};

/// All that there is, guarded.
pub(crate) fn routes(app: App, local: LocalOnly) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{*path}", get(assets::file))
        .route("/health", get(facts::health))
        .route("/version", get(facts::version))
        .route("/api/options", get(facts::options))
        .route("/api/random", get(board::random))
        .route("/api/check", post(board::check))
        .route("/api/solve", post(solve::solve))
        .route("/api/blocks", post(blocks::blocks))
        .route("/api/blocks/check", post(blocks::check))
        .route("/api/bench", post(bench::bench))
        .fallback(async || Error::new(StatusCode::NOT_FOUND, "there is nothing at this address"))
        .method_not_allowed_fallback(async || {
            Error::new(StatusCode::METHOD_NOT_ALLOWED, "this address is asked in another way; see docs/HTTP.md")
        })
        .layer(from_fn_with_state(local, guard))
        .with_state(app)
}
