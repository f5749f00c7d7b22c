use fifteen_pdb::*;
use fifteen_puzzle::*;
use std::ops::ControlFlow;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let goal = Goal::Last.board(a[2].parse().unwrap()).unwrap();
    let threads: usize = a[3].parse().unwrap();
    let kind = a.get(4).map_or(Kind::ZeroAware, |k| k.parse().unwrap());
    for p in Partition::parse(&a[1], &goal).unwrap().patterns() {
        let t = Instant::now();
        let mut last = Instant::now();
        let b = build(p, kind, threads, &mut |_| {
            last = Instant::now();
            ControlFlow::Continue(())
        })
        .unwrap();
        println!(
            "{p} {:?} sweep {:?} total {:?} mean {}",
            b.header().entries(),
            last - t,
            t.elapsed(),
            b.header().mean()
        );
        if let Some(d) = a.get(5) {
            let path = std::path::Path::new(d).join(file::file_name(p, kind));
            file::prepare_folder(std::path::Path::new(d)).unwrap();
            let t = Instant::now();
            file::save(&b, &path).unwrap();
            println!("saved {:?}", t.elapsed());
            let t = Instant::now();
            let tb = file::open(&path).unwrap();
            println!("open {:?}", t.elapsed());
            let t = Instant::now();
            tb.verify().unwrap();
            println!("verify {:?}", t.elapsed());
        }
    }
}
