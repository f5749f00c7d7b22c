#![allow(missing_docs)]
use fifteen_pdb::*;
use fifteen_puzzle::*;
use fifteen_search::{ida::*, tiles::*, *};
use std::{path::Path, sync::Arc, time::Instant};
struct W<'a>(&'a TileSpace, &'a [TileState]);
impl WithHeuristic for W<'_> {
    type Output = Vec<Outcome<Move>>;
    fn with<H: Heuristic<TileSpace, Error: Into<HeuristicError>>>(self, h: &H) -> Self::Output {
        self.1
            .iter()
            .map(|s| ida::search(self.0, h, s, &IdaOptions::default(), &mut |_| ()).map_err(Into::into).unwrap())
            .collect()
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect(); // partition kind reflect dir goal
    let size = Size::new(4, 4).unwrap();
    let goal = Goal::parse(&a[5], None).unwrap().board(size).unwrap();
    let kind: Kind = a[2].parse().unwrap();
    let r = a[3] == "r";
    let tables: Vec<_> = Partition::parse(&a[1], &goal)
        .unwrap()
        .patterns()
        .iter()
        .map(|p| Arc::new(file::open(&Path::new(&a[4]).join(file::file_name(p, kind))).unwrap()))
        .collect();
    let t = Instant::now();
    let set = PdbTables::new(&goal, tables, r).unwrap();
    eprintln!("tables {:?}", t.elapsed());
    let space = TileSpace::new(&goal, MoveOrder::ULRD);
    let f = Goal::First.board(size).unwrap();
    let text = std::fs::read_to_string("data/korf100.txt").unwrap();
    let boards: Vec<TileState> = text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| {
            let b = notation::parse(l.split(':').nth(1).unwrap(), Some(size)).unwrap();
            let b = if goal == f {
                b
            } else {
                let mut t: Vec<u8> = b.tiles().iter().map(|&t| if t == 0 { 0 } else { 16 - t }).collect();
                t.reverse();
                Board::new(size, &t).unwrap()
            };
            space.state(&b).unwrap()
        })
        .collect();
    let n: usize = a.get(6).map_or(3, |x| x.parse().unwrap());
    for _ in 0..n {
        let t = Instant::now();
        let o = set.with(W(&space, &boards));
        let e = t.elapsed();
        let g: u64 = o.iter().map(|o| o.generated).sum();
        let x: u64 = o.iter().map(|o| o.expanded).sum();
        eprintln!(
            "{:?} generated {g} expanded {x} length {} {:.1} M/s",
            e,
            o.iter().map(|o| o.length.unwrap()).sum::<u32>(),
            g as f64 / e.as_secs_f64() / 1e6
        );
        if n == 1 {
            for o in &o {
                println!("{} {} {} {}", o.length.unwrap(), o.h0, o.generated, o.expanded);
            }
        }
    }
}
