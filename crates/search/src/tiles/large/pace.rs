//! Decides how wide the beam searches are, so that the final beam uses most of the nodes and time
//! that the limits allow.
//!
//! A beam search that reaches a limit is useless, because it has no solution yet. If each beam were
//! simply wider than the previous one, most of the time could go into a beam that never ends.
//! Therefore, the [`Pace`] estimates how many nodes the limits still allow. If they are not enough
//! for two more beams, only one more runs, and the width of each of its layers is chosen so that
//! the nodes last until the goal.
//!
//! For example, let 9 million nodes be left after a beam of width 1,000, and let the best solution
//! have 200 moves. The next beam, of width 4,000, would generate about 2 million nodes, and the
//! beam after it 8 million. Both together are too much, so the next beam is the final one. Its
//! layers have about 17,000 nodes.

use fifteen_resources::Instant;

use crate::tiles::beam::MAX_WIDTH;
use crate::{LimitKind, Limits};

/// Width of the first beam search: the maximum number of nodes in a layer.
const FIRST_WIDTH: usize = 64;
/// Each beam except the first and the final one is this many times as wide as the previous one.
const GROWTH: usize = 4;
/// The final beam is at least this many times as wide as the previous beam. A narrower beam would
/// hardly ever find a better solution.
const FINAL_GROWTH: f64 = 1.25;
/// Average number of children of a node in a beam. On a 6x6 board, for example, a cell has 10/3
/// neighbours on average, and the move that undoes the last one is left out.
const CHILDREN: f64 = 7.0 / 3.0;
/// Share of the remaining nodes and time that the final beam uses. The rest is for the local
/// improvement of its solution, and is a reserve, because the costs of a beam are only estimated.
const SHARE: f64 = 0.9;

/// Chooses the widths of the beam searches for one board.
pub(super) struct Pace<'a> {
    limits: &'a Limits,
    /// The width of the previous beam, or 0 before the first one.
    width: usize,
    /// The time when the previous beam began. The speed is measured from this time on.
    started: Instant,
    /// Number of nodes that the search had generated when the previous beam began.
    generated: u64,
}

/// The width of a beam search.
#[derive(Clone, Copy)]
pub(super) struct PaceWidth {
    /// The expected average number of nodes in a layer.
    pub(super) average: usize,
    /// Maximum number of nodes in a layer.
    most: usize,
    /// The nodes and time that the final beam may use, or `None` for all other beams. The layers of
    /// the final beam get wider or narrower, so that its nodes and its time last until the goal.
    /// All other beams have layers of a fixed width.
    share: Option<FinalShare>,
}

/// The nodes and the time that the final beam may use.
#[derive(Clone, Copy)]
struct FinalShare {
    /// Number of generated nodes at which the final beam should end, including the nodes of all
    /// earlier beams.
    generated: u64,
    deadline: Option<Instant>,
}

/// The data from which [`Pace`] chooses the width of the next beam.
pub(super) struct NextBeam {
    /// The number of nodes that the search has generated so far.
    pub(super) generated: u64,
    /// Maximum number of layers of the beam.
    pub(super) layers: u32,
    /// The largest width for which the remaining memory is enough.
    pub(super) fitting: usize,
}

impl PaceWidth {
    /// Returns whether this is the width of the final beam, which uses most of the nodes and time
    /// that the limits still allow.
    pub(super) fn is_final(&self) -> bool {
        self.share.is_some()
    }
}

impl<'a> Pace<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            width: 0,
            started: Instant::now(),
            generated: 0,
        }
    }

    /// Returns the width of the next beam.
    ///
    /// # Errors
    /// Returns the limit that leaves too few nodes, too little time or too little memory for
    /// another beam.
    pub(super) fn next_width(&self, beam: &NextBeam) -> Result<PaceWidth, LimitKind> {
        let (nodes, limit) = self.nodes_left(self.final_share(beam.generated), beam.generated);
        let affordable = width(nodes, beam.layers);
        let least = (FINAL_GROWTH * self.width as f64) as usize;
        if beam.fitting < least.max(1) || self.width == MAX_WIDTH {
            return Err(LimitKind::Memory);
        }
        if affordable < least {
            return Err(limit);
        }
        let next = (GROWTH * self.width).clamp(FIRST_WIDTH, MAX_WIDTH);
        // Before the first beam, the speed is unknown, so time cannot be converted to nodes.
        if self.width > 0 && affordable < next.saturating_mul(1 + GROWTH) {
            return Ok(self.final_width(beam));
        }
        let next = next.min(beam.fitting);
        Ok(PaceWidth {
            average: next,
            most: next,
            share: None,
        })
    }

    /// Returns the width of a final beam, which uses most of the nodes and time that the limits
    /// still allow.
    pub(super) fn final_width(&self, beam: &NextBeam) -> PaceWidth {
        let share = self.final_share(beam.generated);
        let (nodes, _) = self.nodes_left(share, beam.generated);
        PaceWidth {
            average: width(nodes, beam.layers).min(beam.fitting),
            most: beam.fitting,
            share: Some(share),
        }
    }

    /// Records that a beam begins. The search has generated `generated` nodes so far. This restarts
    /// the measurement of the speed, except for the final beam, whose first layers need the speed
    /// of the previous beam.
    pub(super) fn begin(&mut self, width: PaceWidth, generated: u64) {
        if !width.is_final() {
            (self.started, self.generated) = (Instant::now(), generated);
        }
    }

    /// Records that a beam of this width has ended without reaching a limit.
    pub(super) fn end(&mut self, width: PaceWidth) {
        self.width = width.average;
    }

    /// Returns the maximum number of nodes in the next layer of a beam. The search has generated
    /// `generated` nodes so far, and the beam has at most `layers` more layers.
    pub(super) fn layer_width(&self, beam: PaceWidth, generated: u64, layers: u32) -> usize {
        match beam.share {
            Some(share) => {
                let (nodes, _) = self.nodes_left(share, generated);
                width(nodes, layers).clamp(1, beam.most)
            }
            None => beam.most,
        }
    }

    /// Returns the nodes and the time that the next beam may use if it is the final one.
    fn final_share(&self, generated: u64) -> FinalShare {
        let nodes = self.limits.nodes.unwrap_or(u64::MAX) - generated;
        let now = Instant::now();
        let in_time = |deadline: Instant| {
            let time = deadline.saturating_duration_since(now);
            now + time.mul_f64(SHARE)
        };
        FinalShare {
            generated: generated + (SHARE * nodes as f64) as u64,
            deadline: self.limits.deadline.map(in_time),
        }
    }

    /// Returns how many nodes the final beam can still generate, and whether the node limit or the
    /// deadline determines this number. The remaining time is converted to nodes using the measured
    /// speed.
    fn nodes_left(&self, share: FinalShare, generated: u64) -> (f64, LimitKind) {
        let nodes = share.generated.saturating_sub(generated) as f64;
        let new = generated - self.generated;
        if let Some(deadline) = share.deadline.filter(|_| new > 0) {
            let time = deadline.saturating_duration_since(Instant::now());
            let speed = new as f64 / self.started.elapsed().as_secs_f64();
            let in_time = speed * time.as_secs_f64();
            if in_time < nodes {
                return (in_time, LimitKind::Time);
            }
        }
        (nodes, LimitKind::Nodes)
    }
}

/// Returns the width of a beam that generates about `nodes` nodes in `layers` layers.
fn width(nodes: f64, layers: u32) -> usize {
    (nodes / (CHILDREN * f64::from(layers.max(1)))) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates beams that generate exactly as many nodes as expected. Returns their widths, the
    /// number of generated nodes and the limit that was reached.
    fn widths(nodes: u64, fitting: usize) -> (Vec<usize>, u64, LimitKind) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let layers = 300;
        let mut pace = Pace::new(&limits);
        let (mut widths, mut generated) = (Vec::new(), 0);
        loop {
            let beam = NextBeam {
                generated,
                layers,
                fitting,
            };
            let width = match pace.next_width(&beam) {
                Ok(width) => width,
                Err(limit) => return (widths, generated, limit),
            };
            pace.begin(width, generated);
            for layer in 0..layers {
                let nodes = pace.layer_width(width, generated, layers - layer);
                generated += (CHILDREN * nodes as f64) as u64;
            }
            pace.end(width);
            widths.push(width.average);
        }
    }

    #[test]
    fn the_final_beam_uses_most_of_the_nodes_that_are_left() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let limit = random.u64(200_000..1 << 40);
            let (widths, generated, kind) = widths(limit, usize::MAX);
            assert_eq!((kind, widths[0]), (LimitKind::Nodes, FIRST_WIDTH));
            assert!(
                widths.windows(2).all(|pair| pair[1] > pair[0]),
                "{widths:?}"
            );
            assert!(generated <= limit && generated as f64 > 0.8 * limit as f64);
        }
        assert_eq!(widths(100_000, usize::MAX).0, [64]);
        let (widths, _, kind) = widths(1 << 40, 10_000);
        assert_eq!(widths, [64, 256, 1024, 4096, 10_000]);
        assert_eq!(kind, LimitKind::Memory);
    }
}
