//! Splits an iterator into chunks that threads can process independently.

/// Groups the items of an iterator into vectors of `len` items. The last vector can be shorter.
///
/// Heuristics are evaluated on whole chunks, because evaluating many boards at once is faster than
/// evaluating them one by one.
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
