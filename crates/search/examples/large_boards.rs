//! Searches random boards of more than 25 cells, and compares the solution lengths with the
//! Manhattan distances.
//!
//! The arguments are `WIDTH HEIGHT BOARDS SEED [SECONDS [NODES [THREADS]]]`. For example, this
//! command searches 20 boards of 8x8 cells, for at most 10 seconds each:
//! `cargo run --release --example large_boards -- 8 8 20 1 10`

use std::time::{Duration, Instant};

use fifteen_search::tiles::large::LargeBoard;
use fifteen_search::tiles::{AnytimeEnd, AnytimeOptions};
use fifteen_search::{Limits, Threads};

fn main() {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map(|argument| argument.parse().expect("a number"))
        .collect();
    let [width, height, count, seed, rest @ ..] = &arguments[..] else {
        panic!("expected WIDTH HEIGHT BOARDS SEED [SECONDS [NODES [THREADS]]]");
    };
    let mut random = fastrand::Rng::with_seed(*seed);
    let (mut moves, mut bounds, mut generated) = (0, 0, 0);
    for _ in 0..*count {
        let mut tiles: Vec<u8> = (0..(width * height) as u8).collect();
        let board = loop {
            random.shuffle(&mut tiles);
            let board = LargeBoard::new(*width as usize, &tiles, false).expect("a valid board");
            if board.bound().is_some() {
                break board;
            }
        };
        let started = Instant::now();
        let seconds = rest.first().filter(|&&seconds| seconds > 0);
        let limits = Limits {
            deadline: seconds.map(|&seconds| started + Duration::from_secs(seconds)),
            nodes: rest.get(1).copied(),
            memory: Some(2 << 30),
            ..Limits::default()
        };
        let options = AnytimeOptions {
            threads: Threads::all_if_zero(rest.get(2).map_or(0, |&threads| threads as usize)),
            end: AnytimeEnd::Proof,
        };
        let mut lengths = Vec::new();
        let outcome = board.search(options, &limits, &mut |path| {
            lengths.push(format!(
                "{} ({:.2} s)",
                path.len(),
                started.elapsed().as_secs_f64()
            ));
        });
        let outcome = outcome.expect("a solvable board");
        let path = outcome.moves.expect("a solution");
        assert!(board.is_solved_by(path.directions()));
        println!("at least {}: {}", outcome.bound, lengths.join(", "));
        moves += path.len();
        bounds += outcome.bound as usize;
        generated += outcome.generated;
    }
    println!(
        "{:.3} times the Manhattan distance, {:.1} million nodes per board",
        moves as f64 / bounds as f64,
        generated as f64 / 1e6 / *count as f64
    );
}
