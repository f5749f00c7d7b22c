//! Listening, and serving connections until the end.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::guard::LocalOnly;
use crate::limits::{CONNECTION_SLACK, CONNECTIONS, Config, HEAD_BYTES, HEAD_TIME};
use crate::questions::{App, Shared};
use crate::routes::routes;

/// Time between two checks of the stop flag.
const POLL: Duration = Duration::from_millis(50);
/// Time for clients to read their last responses.
const GRACE: Duration = Duration::from_secs(3);

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    /// The longest life of a connection.
    life: Duration,
}

impl Server {
    /// Opens the address and starts the threads that search; nothing is answered before [`run`](Self::run).
    ///
    /// # Errors
    /// If the address cannot be bound, or the system gives no threads.
    pub fn open(config: &Config) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(config.address))?;
        let address = listener.local_addr()?;
        let app = App(Arc::new(Shared::new(config)?));
        // A request may wait for all those before it.
        let turns = config.queue / app.0.limits.searches.max(1) + 2;
        let life =
            config.time.saturating_mul(u32::try_from(turns).unwrap_or(u32::MAX)).saturating_add(CONNECTION_SLACK);
        Ok(Self { runtime, listener, address, app, life })
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
        let Self { runtime, listener, address, app, life } = self;
        let service = routes(app.clone(), LocalOnly(address.ip().is_loopback()));
        runtime.block_on(async {
            let open = GracefulShutdown::new();
            let room = Arc::new(Semaphore::new(CONNECTIONS));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_BYTES);
            let mut stopped = pin!(stopped(stop));
            loop {
                let accepted = async {
                    let room = Arc::clone(&room).acquire_owned().await;
                    (listener.accept().await, room)
                };
                let (stream, room) = tokio::select! {
                    () = &mut stopped => break,
                    (accepted, room) = accepted => match accepted {
                        Ok((stream, _)) => (stream, room),
                        // The system is short of something, or the client is gone already.
                        Err(_) => {
                            sleep(POLL).await;
                            continue;
                        }
                    },
                };
                let stream = without_delay(stream);
                let service = TowerToHyperService::new(service.clone());
                let connection = open.watch(http.serve_connection(TokioIo::new(stream), service));
                tokio::spawn(async move {
                    // A connection that ends in an error is the client's affair.
                    let _ = timeout(life, connection).await;
                    drop(room);
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

/// Sends events at once, not when a packet is full.
fn without_delay(stream: TcpStream) -> TcpStream {
    // A failure only delays events a little.
    let _ = stream.set_nodelay(true);
    stream
}

/// Until the flag is set.
async fn stopped(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        sleep(POLL).await;
    }
}
