//! `fifteen serve`: the solver over HTTP, with a page for the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use fifteen_serve::{Config, Server};

use crate::args::{ThreadsArg, bytes, seconds};
use crate::exit::{Exit, Failure};
use crate::memory;
use crate::output::unwritten;
use crate::terminal::interrupt;
use crate::terminal::ui::Ui;

/// Solve puzzles for browsers and other programs, over HTTP
///
/// Prints the address once the server listens; open it in a browser for the page. docs/HTTP.md describes the requests of other
/// programs. Ctrl-C or SIGTERM ends the server: running searches are interrupted, and their proven bounds are still sent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The port; 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 8015)]
    port: u16,
    /// The address to listen on; other machines can connect only to this machine's address in their network, or if it is 0.0.0.0
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// A table, or a folder of tables, to use instead of the default folders (may be repeated)
    #[arg(long, value_name = "FILE|DIR")]
    pdb: Vec<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Give up after S seconds for a board
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "30")]
    time_limit: Duration,
    /// Give up before the nodes and states of all boards in work take more memory: 500M, 8G
    /// [default: half of the memory that is available]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
    /// Requests that may wait; further requests are answered with "busy"
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    queue: u16,
}

const EXAMPLES: &str = "\
Examples:
  fifteen serve
  fifteen serve --port 0 --pdb /srv/tables --threads 2 --time-limit 60

docs/HTTP.md describes the addresses, with examples for curl.";

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit, Failure> {
    let config = Config {
        address: SocketAddr::new(args.bind, args.port),
        tables: args.pdb.clone(),
        threads: args.threads.count(),
        time: args.time_limit,
        memory: args.memory_limit.unwrap_or_else(memory::default_limit),
        queue: args.queue.into(),
    };
    let _watched = interrupt::watched();
    let server = Server::open(&config).map_err(|error| {
        Failure::new(format!("cannot listen on {}: {error}; choose another --port or --bind", config.address))
    })?;
    let address = server.address();
    let mut out = anstream::stdout();
    writeln!(out, "listening on http://{address}/").and_then(|()| out.flush()).map_err(unwritten)?;
    if !server.is_local() {
        ui.note(format_args!(
            "other machines can connect to {address}: anyone who can reach it may search, without a password and unencrypted"
        ));
    }
    server.run(&interrupt::flag());
    Ok(Exit::Done)
}
