//! Splits an iterator into chunks, each of which is one task for a thread.

/// Collects the items into vectors of `len` items each. The last vector may be shorter.
///
/// The items are usually boards. They are processed in chunks because heuristics compute many
/// values at once faster than one by one.
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
