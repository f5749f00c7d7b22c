//! Gathering a part of the next layer: all that its keys are reached from, less what the last two layers hold of it.

use super::code::Code;
use super::key::Key;
use super::list::{KeyList, KeyReader, KeyWriter};
use super::parts::Parts;
use super::route::Route;

/// One cell of the blank in the next layer, and what it is reached from.
pub(super) struct Target<'a, K> {
    pub(super) code: &'a Code<K>,
    pub(super) parts: &'a Parts,
    /// The last layer.
    pub(super) current: &'a [KeyList],
    /// The cells of the row from which the blank comes.
    pub(super) row: &'a [usize],
    /// The sources along the column.
    pub(super) routes: &'a [Route],
    /// The same cell in the last two layers.
    pub(super) known: [&'a KeyList; 2],
}

impl<K: Key> Target<'_, K> {
    /// True if no state of the current layer leads here.
    pub(super) fn is_out_of_reach(&self) -> bool {
        let mut from = self.row.iter().copied().chain(self.routes.iter().map(|route| route.from));
        from.all(|cell| self.current[cell].keys() == 0)
    }

    /// The keys of a part. `moved` is room for those that come along the column.
    pub(super) fn gather(&self, part: usize, moved: &mut Vec<K>) -> KeyWriter<K> {
        let (tiles, head) = (self.parts.first_tiles(part), self.parts.head(part));
        moved.clear();
        for route in self.routes.iter().filter(|route| self.current[route.from].keys() > 0) {
            route.sources(self.parts, &tiles, |source| {
                let keys = self.current[route.from].part(source, self.parts.first_key(source));
                route.carry(self.code, self.parts, keys, head, moved);
            });
        }
        moved.sort_unstable();
        let first = self.parts.first_key(part);
        let mut columns = KeyStream::new(moved.iter().copied());
        let mut rows: Vec<_> =
            self.row.iter().map(|&cell| KeyStream::new(self.current[cell].part(part, first))).collect();
        rows.retain(|stream| stream.head != K::NONE);
        let [mut old, mut own] = self.known.map(|list| KeyStream::<K, KeyReader<'_, K>>::new(list.part(part, first)));
        let mut writer = KeyWriter::new(first);
        loop {
            let key = rows.iter().fold(columns.head, |least, stream| least.min(stream.head));
            if key == K::NONE {
                return writer;
            }
            columns.pass(key);
            rows.iter_mut().for_each(|stream| stream.pass(key));
            if !old.has(key) && !own.has(key) {
                writer.push(key);
            }
        }
    }
}

/// Ascending keys with the next one read ahead.
struct KeyStream<K, I> {
    head: K,
    rest: I,
}

impl<K: Key, I: Iterator<Item = K>> KeyStream<K, I> {
    fn new(mut rest: I) -> Self {
        Self { head: rest.next().unwrap_or(K::NONE), rest }
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.head = self.rest.next().unwrap_or(K::NONE);
    }

    /// Skips a key, if it is the next one.
    #[inline(always)]
    fn pass(&mut self, key: K) {
        while self.head == key {
            self.advance();
        }
    }

    /// True if the key is in the stream; keys must be ascending.
    #[inline(always)]
    fn has(&mut self, key: K) -> bool {
        while self.head < key {
            self.advance();
        }
        self.head == key
    }
}
