//! Inputs made from samples by a few random changes.

use fastrand::Rng;

/// No input grows beyond this.
const LONGEST: usize = 1 << 17;

/// Numbers at which readers stumble.
const NUMBERS: [&str; 12] =
    ["0", "1", "-1", "15", "24", "25", "26", "255", "256", "65536", "4294967296", "99999999999999999999999"];

/// An endless stream of inputs.
pub(super) struct Mutator<'a> {
    samples: &'a [Vec<u8>],
    words: &'a [&'a str],
    random: Rng,
}

impl<'a> Mutator<'a> {
    /// Mutates these samples, putting in some of these words.
    pub(super) fn new(samples: &'a [Vec<u8>], words: &'a [&'a str], seed: u64) -> Self {
        Self { samples, words, random: Rng::with_seed(seed) }
    }

    pub(super) fn next(&mut self) -> Vec<u8> {
        let mut input = self.sample().to_vec();
        // Mostly few changes, so that most of the input stays sound.
        for _ in 0..1 << self.random.u32(0..5) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn sample(&mut self) -> &'a [u8] {
        self.random.choice(self.samples).map_or(&[], Vec::as_slice)
    }

    /// A random range of the input, mostly short.
    fn range(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.random.usize(0..=len);
        let most = (len - start).min(1 << self.random.u32(0..12));
        start..start + self.random.usize(0..=most)
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.random.usize(0..=input.len());
        match self.random.u32(0..10) {
            0 if at < input.len() => input[at] ^= 1 << self.random.u32(0..8),
            1 if at < input.len() => input[at] = self.random.u8(..),
            2 => input.insert(at, self.random.u8(..)),
            3 => drop(input.drain(self.range(input.len()))),
            4 => input.truncate(at),
            5 => {
                let piece = input[self.range(input.len())].to_vec();
                let times = self.random.usize(1..4);
                input.splice(at..at, piece.repeat(times));
            }
            6 => {
                let other = self.sample();
                let piece = &other[self.range(other.len())];
                input.splice(at..at, piece.iter().copied());
            }
            7 => self.swap_lines(input),
            8 => self.put_number(input),
            _ => {
                let word = self.random.choice(self.words).copied().unwrap_or_default();
                input.splice(at..at, word.bytes());
            }
        }
    }

    fn swap_lines(&mut self, input: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = input.split(|&b| b == b'\n').collect();
        let (a, b) = (self.random.usize(0..lines.len()), self.random.usize(0..lines.len()));
        lines.swap(a, b);
        *input = lines.join(&b'\n');
    }

    /// Puts another number in the place of one.
    fn put_number(&mut self, input: &mut Vec<u8>) {
        let starts: Vec<usize> = (0..input.len())
            .filter(|&i| input[i].is_ascii_digit() && (i == 0 || !input[i - 1].is_ascii_digit()))
            .take(1000)
            .collect();
        let Some(&start) = self.random.choice(&starts) else { return };
        let len = input[start..].iter().take_while(|b| b.is_ascii_digit()).count();
        let number = self.random.choice(NUMBERS).unwrap_or_default();
        input.splice(start..start + len, number.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let samples = [b"1 2 3 0".to_vec(), b"size: 4x4\n7-8".to_vec()];
        let inputs = |seed| {
            let mut mutator = Mutator::new(&samples, &["goal"], seed);
            (0..1000).map(|_| mutator.next()).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        assert!(inputs(1).iter().filter(|input| samples.contains(input)).count() < 100);
        assert!(Mutator::new(&[], &[], 1).next().len() <= LONGEST);
    }
}
