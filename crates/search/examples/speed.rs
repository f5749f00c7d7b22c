#![allow(missing_docs)]
use fifteen_pdb::{Kind, Partition, file};
use fifteen_puzzle::*;
use fifteen_search::{ida::*, tiles::*, *};
use std::{path::Path, sync::Arc, time::Instant};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let size = Size::new(4, 4).unwrap();
    let goal = Goal::First.board(size).unwrap();
    let limit: u64 = a[3].parse().unwrap();
    let text = std::fs::read_to_string("data/korf100.txt").unwrap();
    let mut boards: Vec<(u64, u32, Board)> = text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| {
            let (f, b) = l.split_once(':').unwrap();
            let f: Vec<u64> = f.split_whitespace().map(|x| x.parse().unwrap()).collect();
            (f[4], f[1] as u32, notation::parse(b, Some(size)).unwrap())
        })
        .collect();
    boards.sort_by_key(|b| b.0);
    let alg: Algorithm = a[1].parse().unwrap();
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let t = Instant::now();
    let one = |name: &str| -> TileHeuristic<file::Bytes> {
        if let Ok(k) = name.parse::<HeuristicKind>() {
            return k.build(&goal, &Limits::default()).unwrap();
        }
        let (p, r) = name.split_once(':').unwrap_or((name, ""));
        let kind = if r.contains('a') { Kind::Additive } else { Kind::ZeroAware };
        let tables = Partition::parse(p, &goal)
            .unwrap()
            .patterns()
            .iter()
            .map(|p| Arc::new(file::open(&Path::new("/tmp/pdb").join(file::file_name(p, kind))).unwrap()))
            .collect();
        TileHeuristic::Tables(Box::new(PdbTables::new(&goal, tables, !r.contains('n')).unwrap()))
    };
    let h = TileHeuristic::max(a[2].split('+').map(one).collect()).unwrap();
    let built = t.elapsed();
    let t = Instant::now();
    let (mut g, mut x, mut n, mut peak) = (0, 0, 0, 0);
    for (_, len, b) in &boards[..a[4].parse().unwrap()] {
        let o = alg
            .search(
                &space,
                &h,
                &space.state(b).unwrap(),
                &IdaOptions { limits: Limits { nodes: Some(limit), ..Limits::default() }, ..IdaOptions::default() },
                &mut |_| (),
            )
            .unwrap();
        g += o.generated;
        x += o.expanded;
        n += u32::from(o.length == Some(*len));
        peak = peak.max(o.peak_bytes);
        assert!(o.length.is_none_or(|l| l == *len), "{:?} {len} {b}", o.length);
    }
    let e = t.elapsed();
    println!(
        "{} {} built {built:?} solved {n} generated {g} expanded {x} {e:?} {:.1} M/s peak {peak}",
        a[1],
        a[2],
        g as f64 / e.as_secs_f64() / 1e6
    );
}
