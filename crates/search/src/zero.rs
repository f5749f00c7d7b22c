//! The heuristic that is 0 everywhere, for every space.

use std::convert::Infallible;

use crate::space::{Heuristic, StateSpace};

/// Value 0 everywhere: IDA* becomes iterative deepening.
#[derive(Debug, Clone, Copy, Default)]
pub struct Zero;

impl<S: StateSpace> Heuristic<S> for Zero {
    type Node = ();
    type Error = Infallible;

    fn root(&self, _: &S::State) -> Result<(), Infallible> {
        Ok(())
    }

    fn value(&self, (): &()) -> u32 {
        0
    }

    fn child(&self, _: &S::State, (): &(), _: S::Move, _: u32) -> Result<(), u32> {
        Ok(())
    }
}
