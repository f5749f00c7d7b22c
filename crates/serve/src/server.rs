//! Listening, and serving connections until the end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use crate::connections::{Connection, Connections, Place};
use crate::guard::Hosts;
use crate::limits::{BACKLOG, Config, HEAD_BYTES, HEAD_TIME, PATIENCE};
use crate::questions::{App, Shared};
use crate::routes::routes;
use crate::socket::Socket;

/// Time between two checks of the stop flag.
const POLL: Duration = Duration::from_millis(50);
/// Time between two looks for a connection to close.
const ROOM_POLL: Duration = Duration::from_millis(10);
/// Time for clients to read their last responses.
const GRACE: Duration = Duration::from_secs(3);

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    hosts: Hosts,
}

impl Server {
    /// Opens the address and starts the threads that search; nothing is answered before [`run`](Self::run).
    ///
    /// # Errors
    /// If the address cannot be bound, or the system gives no threads.
    pub fn open(config: &Config) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(async { listen(config.address) })?;
        let address = listener.local_addr()?;
        let app = App(Arc::new(Shared::new(config)?));
        let hosts = Hosts { local: address.ip().is_loopback(), names: config.hosts.as_slice().into() };
        Ok(Self { runtime, listener, address, app, hosts })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// True if only this machine can reach the server.
    pub fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Serves until the flag is set. Searches are then interrupted, and their clients get what was proven.
    pub fn run(self, stop: &AtomicBool) {
        let Self { runtime, listener, app, hosts, .. } = self;
        let routes = TowerToHyperService::new(routes(app.clone(), hosts));
        runtime.block_on(async {
            let open = GracefulShutdown::new();
            let connections = Arc::new(Connections::default());
            let mut http = http1::Builder::new();
            // An answer is written as one piece, by which `socket` tells those of the parser from others.
            http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_BYTES).writev(false);
            let mut stopped = pin!(stopped(stop));
            loop {
                let (stream, place) = tokio::select! {
                    () = &mut stopped => break,
                    accepted = accept(&listener, &connections) => accepted,
                };
                let socket = TokioIo::new(Socket::new(stream, Arc::clone(&place.connection)));
                let service = noted(Arc::clone(&place.connection), routes.clone());
                let served = open.watch(http.serve_connection(socket, service));
                tokio::spawn(async move {
                    // A connection that ends in an error is the client's affair.
                    tokio::select! {
                        _ = served => (),
                        () = place.connection.closed() => (),
                    }
                });
            }
            drop(listener);
            app.0.queue.close();
            let _ = timeout(GRACE, open.shutdown()).await;
        });
        app.0.queue.join();
        runtime.shutdown_timeout(GRACE);
    }
}

/// Listens with a long backlog: beyond it, the system has clients wait for a second.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // As the standard library does; elsewhere the option means something else.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// The next connection, once there is a place for it.
async fn accept(listener: &TcpListener, connections: &Arc<Connections>) -> (TcpStream, Place) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => loop {
                match connections.place(PATIENCE) {
                    Some(place) => return (stream, place),
                    None => sleep(ROOM_POLL).await,
                }
            },
            // The system is short of something, or the client is gone already.
            Err(_) => sleep(POLL).await,
        }
    }
}

/// The routes for one connection, which notes its requests.
fn noted(
    connection: Arc<Connection>,
    routes: TowerToHyperService<Router>,
) -> impl Service<Request<Incoming>, Response = Response<Body>, Error = Infallible, Future: Send> {
    service_fn(move |mut request| {
        connection.ask();
        request.extensions_mut().insert(Arc::clone(&connection));
        routes.call(request)
    })
}

/// Until the flag is set.
async fn stopped(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        sleep(POLL).await;
    }
}
