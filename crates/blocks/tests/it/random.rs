//! Random small puzzles as text, from a seed.

use std::fmt::Write;

/// A small generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

type Grid = Vec<Vec<char>>;

/// A board of at most 4 x 4 with some pieces, a few walls and holes; with or without a goal; of any kind.
pub(crate) fn text(random: &mut Random) -> String {
    let (width, height) = (2 + random.below(3), 2 + random.below(3));
    let mut start: Grid = vec![vec!['.'; width]; height];
    if random.one_in(2) {
        for cell in start.iter_mut().flatten() {
            *cell = match random.below(14) {
                0 => '#',
                1 => ' ',
                _ => '.',
            };
        }
    }
    let rush = random.one_in(5);
    let mut labels = ('A'..='Z').chain(['*', '@']);
    let pieces = 1 + random.below(width * height * 2 / 3);
    for _ in 0..pieces {
        let size = if rush { 2 + random.below(2) } else { 1 + random.below(4) };
        grow(random, &mut start, labels.next().unwrap(), size, rush);
    }
    // A row of spaces would end the map; a cell at the right end keeps both maps as wide as each other.
    for row in &mut start {
        if row.iter().all(|&c| c == ' ') {
            row[0] = '#';
        }
    }
    let mut text = String::from("## random\nsource: seed\n");
    if rush {
        text += "pieces: rush-hour\n";
    }
    if random.one_in(4) {
        text += "goal: by-shape\n";
    }
    let goal = goal(random, &start);
    text += if goal.is_some() { "start     goal\n" } else { "start\n" };
    for y in 0..height {
        let row: String = start[y].iter().collect();
        match &goal {
            Some(goal) => writeln!(text, "{row:10}{}", goal[y].iter().collect::<String>()).unwrap(),
            None => writeln!(text, "{row}").unwrap(),
        }
    }
    text
}

/// A piece grown from a free cell; seldom it is not connected.
fn grow(random: &mut Random, grid: &mut Grid, label: char, size: usize, straight: bool) {
    let (height, width) = (grid.len(), grid[0].len());
    let (mut x, mut y) = (random.below(width), random.below(height));
    let apart = !straight && random.one_in(10);
    let along = random.one_in(2);
    let mut cells = Vec::new();
    for _ in 0..size {
        if x >= width || y >= height || grid[y][x] != '.' || grid.iter().flatten().filter(|c| **c == '.').count() <= 2 {
            break;
        }
        grid[y][x] = label;
        cells.push((x, y));
        let horizontal = if straight { along } else { random.one_in(2) };
        let by = if apart { 2 } else { 1 };
        (x, y) = if horizontal { (x + by, y) } else { (x, y + by) };
    }
    if straight && cells.len() < 2 {
        cells.into_iter().for_each(|(x, y)| grid[y][x] = '.');
    }
}

/// The same board with one or two pieces moved anywhere; `None` for no goal.
fn goal(random: &mut Random, start: &Grid) -> Option<Grid> {
    let mut labels: Vec<char> = start.iter().flatten().copied().filter(|c| !matches!(c, ' ' | '#' | '.')).collect();
    labels.sort_unstable();
    labels.dedup();
    if labels.is_empty() || random.one_in(12) {
        return None;
    }
    let (height, width) = (start.len() as i32, start[0].len() as i32);
    let empty = |c: &char| if matches!(c, ' ' | '#') { *c } else { '.' };
    let mut goal: Grid = start.iter().map(|row| row.iter().map(empty).collect()).collect();
    for _ in 0..1 + random.below(2) {
        let label = labels[random.below(labels.len())];
        if goal.iter().flatten().any(|&c| c == label) {
            continue;
        }
        for _ in 0..20 {
            let (dx, dy) = (random.below(7) as i32 - 3, random.below(7) as i32 - 3);
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let cells = cells.filter(|&(x, y)| start[y as usize][x as usize] == label);
            let moved: Vec<(i32, i32)> = cells.map(|(x, y)| (x + dx, y + dy)).collect();
            let inside = |&(x, y): &(i32, i32)| x >= 0 && y >= 0 && x < width && y < height;
            if moved.iter().all(|c| inside(c) && goal[c.1 as usize][c.0 as usize] == '.') {
                moved.into_iter().for_each(|(x, y)| goal[y as usize][x as usize] = label);
                break;
            }
        }
    }
    goal.iter().flatten().any(|c| !matches!(c, ' ' | '#' | '.')).then_some(goal)
}
