//! Listening, the addresses, and the end.

use std::future::IntoFuture;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::app::{App, answer, health, search, version};
use crate::error::Error;
use crate::guard::{Hosts, guard};
use crate::{Config, assets};

/// Time between two checks of the stop flag.
const POLL: Duration = Duration::from_millis(50);
/// Time for searches to end, and for clients to read their last responses.
const GRACE: Duration = Duration::from_secs(3);

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    hosts: Hosts,
}

impl Server {
    /// Opens the address; nothing is answered before [`run`](Self::run).
    ///
    /// # Errors
    /// If the address cannot be bound, or the system gives no threads.
    pub fn open(config: &Config) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(config.address))?;
        let address = listener.local_addr()?;
        let hosts = Hosts {
            local: address.ip().is_loopback(),
            names: config.hosts.as_slice().into(),
        };
        Ok(Self {
            runtime,
            listener,
            address,
            app: Arc::new(App::new(config)),
            hosts,
        })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// True if only this machine can reach the server.
    pub fn is_local(&self) -> bool {
        self.hosts.local
    }

    /// Serves until the flag is set. Searches are then interrupted, and their clients get what was proven.
    pub fn run(self, stop: &AtomicBool) {
        let Self {
            runtime,
            listener,
            app,
            hosts,
            ..
        } = self;
        runtime.block_on(async {
            // Events are sent at once, not when a packet is full. A failure only delays them a little.
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            let served = axum::serve(listener, routes(Arc::clone(&app), hosts))
                .with_graceful_shutdown(app.closed());
            let served = tokio::spawn(served.into_future());
            while !stop.load(Ordering::Relaxed) {
                sleep(POLL).await;
            }
            app.close();
            let _ = timeout(GRACE, served).await;
        });
        runtime.shutdown_timeout(GRACE);
    }
}

/// The addresses that are asked with GET; all other questions have a body.
const GET: [&str; 5] = [
    "/health",
    "/version",
    "/api/options",
    "/api/random",
    "/api/blocks/levels",
];

/// All that there is, guarded.
fn routes(app: Arc<App>, hosts: Hosts) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/version", get(version))
        .route("/api/options", get(answer))
        .route("/api/random", get(answer))
        .route("/api/check", post(answer))
        .route("/api/read", post(answer))
        .route("/api/solve", post(search))
        .route("/api/blocks", post(search))
        .route("/api/blocks/levels", get(answer))
        .route("/api/blocks/check", post(answer))
        .route("/api/blocks/count", post(answer))
        .route("/api/bench", post(search))
        .fallback(assets::file)
        .method_not_allowed_fallback(async |uri: Uri| {
            let method = if GET.contains(&uri.path()) {
                "GET"
            } else {
                "POST"
            };
            let message = format!("this address is asked with {method}; see docs/SERVER.md");
            Error::new(StatusCode::METHOD_NOT_ALLOWED, message)
        })
        .layer(from_fn_with_state(hosts, guard))
        .with_state(app)
}
