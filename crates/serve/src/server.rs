//! Starts the server, routes its requests, and shuts it down.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::serve::{Listener, ListenerExt};
use fifteen_questions::{ROUTES, RouteKind};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::app::{App, answer, health, search, version};
use crate::error::Error;
use crate::guard::{Hosts, guard};
use crate::{Config, assets};

/// Interval at which the server checks whether it should stop.
const POLL: Duration = Duration::from_millis(50);
/// Maximum time that a shutdown waits for searches to stop and for clients to read their last
/// responses.
const GRACE: Duration = Duration::from_secs(3);

/// A server that is bound to its address.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    hosts: Hosts,
}

impl Server {
    /// Binds the address. Clients can connect, but get no response before [`run`](Self::run) is
    /// called.
    ///
    /// # Errors
    /// Returns an error if the address cannot be bound, or if the system cannot create threads.
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

    /// Returns the address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns whether the server listens only on the loopback interface, so that no other machine
    /// can reach it.
    pub fn is_local(&self) -> bool {
        self.hosts.local
    }

    /// Serves requests until `stop` is set. Then stops all searches, and sends each client what its
    /// search has proven so far.
    pub fn run(self, stop: &AtomicBool) {
        let Self {
            runtime,
            listener,
            app,
            hosts,
            ..
        } = self;
        runtime.block_on(async {
            let served = tokio::spawn(accept(
                listener,
                routes(Arc::clone(&app), hosts),
                Arc::clone(&app),
            ));
            while !stop.load(Ordering::Relaxed) {
                sleep(POLL).await;
            }
            app.close();
            let _ = timeout(GRACE, served).await;
        });
        runtime.shutdown_timeout(GRACE);
    }
}

/// Accepts connections until the server stops, and then waits until all connections are closed.
///
/// This function replaces `axum::serve`, which has no time limit for receiving the head of a
/// request. A client could therefore hold any number of connections open at no cost.
async fn accept(listener: TcpListener, router: Router, app: Arc<App>) {
    // Disable Nagle's algorithm, so that small events are sent immediately. If this fails, events
    // arrive a little later, so ignore errors.
    let mut listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let mut closed = pin!(app.closed());
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = &mut closed => break,
            (stream, _) = listener.accept() => {
                connections.spawn(serve_connection(stream, router.clone(), Arc::clone(&app)));
            }
            Some(_) = connections.join_next() => (),
        }
    }
    while connections.join_next().await.is_some() {}
}

/// Answers the requests of one connection, until the client closes it or the server stops.
async fn serve_connection(stream: TcpStream, router: Router, app: Arc<App>) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.request_time)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let (mut connection, closed) = (pin!(connection), pin!(app.closed()));
    // Ignore errors, because they concern only this client: it sent an invalid request, was too
    // slow, or disconnected.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = closed => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Returns the router for all paths. Every request first passes the access control in [`guard`].
fn routes(app: Arc<App>, hosts: Hosts) -> Router {
    let mut router = Router::new().route("/health", get(health));
    for &(path, kind) in ROUTES {
        let handler = match kind {
            // The version needs no computation, so this handler does not use another thread.
            RouteKind::Get if path == "/version" => get(version),
            RouteKind::Get => get(answer),
            RouteKind::Post => post(answer),
            RouteKind::Search => post(search),
        };
        router = router.route(path, handler);
    }
    router
        .fallback(assets::file)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(hosts, guard))
        .with_state(app)
}

/// Returns the error for a request with the wrong method, such as a GET request for a path that
/// accepts only POST.
async fn wrong_method(uri: Uri) -> Error {
    let is_post = ROUTES
        .iter()
        .any(|&(path, kind)| path == uri.path() && kind != RouteKind::Get);
    let method = if is_post { "POST" } else { "GET" };
    let message = format!("this address is asked with {method}; see docs/HTTP.md");
    Error::new(StatusCode::METHOD_NOT_ALLOWED, message)
}
