//! Splits a stream of items into chunks that threads work on.

/// Collects the items into vectors of `len` items each; the last one may be shorter.
///
/// Several boards are worth one task because a heuristic computes many values faster than one.
pub(crate) fn chunks<T>(
    items: impl Iterator<Item = T>,
    len: usize,
) -> impl Iterator<Item = Vec<T>> {
    let mut items = items.fuse();
    std::iter::from_fn(move || {
        let chunk: Vec<T> = items.by_ref().take(len).collect();
        (!chunk.is_empty()).then_some(chunk)
    })
}
