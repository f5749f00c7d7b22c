//! [`Companion`]: a second search that runs alternately with IDA*, such as a search for better
//! solutions.

use super::subtree::DescentEnd;

/// A search for solutions, run alternately with IDA*. IDA* raises the lower bound on the solution
/// length while the companion finds shorter solutions, until the bound and the best solution meet.
///
/// The companion runs in *turns*. A turn is due when IDA* has generated a certain number of nodes.
/// Nodes are counted in the order in which a single thread would generate them, so the results do
/// not depend on the number of threads.
pub(crate) trait Companion {
    /// Returns the node count of IDA* at which the companion runs next, or `u64::MAX` if it will
    /// not run again.
    fn next(&self) -> u64;

    /// Runs the companion's turns that are due once IDA* has generated `generated` nodes. IDA* has
    /// proven that no solution is shorter than `bound`. Returns `None` if IDA* should continue.
    /// Otherwise returns the reason to stop:
    ///
    /// * [`DescentEnd::Known`]: the companion has a solution of length `bound`, which is therefore
    ///   a shortest one.
    /// * [`DescentEnd::Limit`]: a limit was reached, or the companion's solution is as close to
    ///   `bound` as the caller requires ([`LimitKind::Gap`](crate::LimitKind::Gap)).
    fn turn(&mut self, bound: u32, generated: u64) -> Option<DescentEnd>;
}
