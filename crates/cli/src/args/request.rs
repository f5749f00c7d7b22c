//! A request as a person types it: errors name its fields as options.

use fifteen_solver::{Field, Policy, Request};

use crate::exit::Failure;

/// Validates a request, with no limits but those of the machine.
pub(crate) fn validated(request: Request) -> Result<Request, Failure> {
    request.validated(&Policy::default()).map_err(|error| Failure::new(error.spelled(option)))
}

fn option(field: Field) -> &'static str {
    match field {
        Field::All => "--all",
        Field::FinishIteration => "--finish-iteration",
        Field::Deepening => "--deepening",
        Field::Depth => "--depth-limit D",
    }
}
