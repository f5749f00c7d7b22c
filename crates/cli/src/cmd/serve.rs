//! `fifteen serve`: serves the solver over HTTP, with a web page.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Result, anyhow};
use fifteen_serve::{Config, Server};
use fifteen_solver::tables::TableLocation;

use crate::args::{TablesArg, ThreadsArg, bytes, number, time};
use crate::exit::Exit;
use crate::memory;
use crate::output::unwritten;
use crate::terminal::{Ui, interrupt};

/// Solve puzzles for browsers and other programs, over HTTP
///
/// The command prints the address of the page, which you can open in a browser. docs/HTTP.md describes the requests for
/// other programs, with examples for curl.
///
/// Ctrl-C or SIGTERM stops the server. Running searches are interrupted, and their proven bounds are still sent.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fifteen serve
  fifteen serve --port 0 --pdb /srv/tables --threads 2 --time-limit 60
  fifteen serve --bind 0.0.0.0 --allow-host puzzles.example")]
pub(crate) struct Args {
    /// The port, or 0 for any free port
    #[arg(long, value_name = "PORT", default_value = "8015", value_parser = number::<u16>)]
    port: u16,
    /// The address to listen on: an IP address of this machine, or localhost
    ///
    /// Other machines can connect only if this is the address of this machine in their network, or 0.0.0.0.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = address)]
    bind: IpAddr,
    /// Another name by which clients may address the server, besides localhost and IP addresses
    ///
    /// A request with any other name in its header Host is refused, because the pages of another site could otherwise
    /// reach this server by a name that leads here. You can give this option several times.
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Longest time of a search
    ///
    /// The time is a number of seconds, or has units: 90, 90s, 1m. Requests can ask for less.
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "30")]
    time_limit: Duration,
    /// Memory for the nodes and states of all searches
    ///
    /// A search stops before it exceeds its share. The size is a number of bytes, or has a unit: 500M, 8G, 8GiB.
    ///
    /// [default: half of the available memory]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<u64>,
}

fn address(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    let expected = "expected localhost or an IP address, as in 127.0.0.1, 0.0.0.0 or ::1";
    text.parse().map_err(|_| expected.to_owned())
}

fn host_name(text: &str) -> Result<String, String> {
    let without_brackets = text.trim_start_matches('[').trim_end_matches(']');
    if without_brackets.parse::<IpAddr>().is_ok() {
        return Err(format!(
            "this is an IP address, and clients may always use those; to listen on it, write --bind {without_brackets}"
        ));
    }
    if text.is_empty() || text.contains(|c: char| "/:@[]".contains(c) || c.is_whitespace()) {
        let expected = "expected a name alone, without a port or http://, as in puzzles.example";
        return Err(expected.to_owned());
    }
    Ok(text.to_owned())
}

pub(crate) fn run(args: &Args, ui: &Ui) -> Result<Exit> {
    let config = Config {
        address: SocketAddr::new(args.bind, args.port),
        tables: args.tables.pdb.clone(),
        threads: args.threads.threads(),
        time: args.time_limit,
        memory: args.memory_limit.unwrap_or_else(memory::default_limit),
        hosts: args.allow_host.clone(),
        ..Config::default()
    };
    // Detect unreadable tables now rather than at the first request.
    TableLocation::given(&args.tables.pdb).scan()?;
    let server = Server::open(&config).map_err(|error| {
        anyhow!(
            "cannot listen on {}: {error}; choose another --port or --bind",
            config.address
        )
    })?;
    let address = server.address();
    let mut out = anstream::stdout();
    writeln!(out, "listening on http://{address}/")
        .and_then(|()| out.flush())
        .map_err(unwritten)?;
    if !server.is_local() {
        ui.note(format_args!(
            "other machines can connect to {address}: anyone who can reach it may search, without a password \
             and unencrypted"
        ));
    }
    server.run(&interrupt::flag());
    Ok(Exit::Done)
}
