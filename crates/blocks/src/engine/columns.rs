//! Short linear codes for sets of a known size: the XOR of the columns of a set's members names the set.
//!
//! A state's key has to change by XOR when a piece moves, be short, and be decodable. For `size` members out of
//! `places` such a code exists if no two sets of that size have the same XOR, that is, if no even number of at most
//! `2 * size` columns has the XOR 0: the parity-check matrix of a linear code. The columns are found greedily, as in a
//! lexicographic code (Conway & Sloane 1986), which gives the best codes known in the small cases needed here (the
//! Golay code among them).

/// Codes of more bits are not looked for: their decoding tables would leave the cache.
pub(crate) const MAX_BITS: u32 = 12;

/// The columns of the shortest code found, one for each place, and its bits.
pub(crate) fn columns(places: usize, size: usize) -> Option<(Vec<u32>, u32)> {
    // A set and its complement differ from another set and its complement in the same places.
    let weight = size.min(places - size);
    if weight == 0 {
        return Some((vec![0; places], 0));
    }
    let least = usize::BITS - sets(places, weight)?.saturating_sub(1).leading_zeros();
    (least..=MAX_BITS).find_map(|bits| greedy(places, weight, bits).map(|columns| (columns, bits)))
}

/// Number of sets of a size, if a code of [`MAX_BITS`] can name them.
fn sets(places: usize, size: usize) -> Option<usize> {
    let mut count = 1usize;
    for i in 0..size {
        count = count.checked_mul(places - i)? / (i + 1);
        if count > 1 << MAX_BITS {
            return None;
        }
    }
    Some(count)
}

fn greedy(places: usize, weight: usize, bits: u32) -> Option<Vec<u32>> {
    let mut columns = Vec::with_capacity(places);
    // By parity and value: the fewest columns, of a number of that parity, that have the XOR `value`.
    let mut fewest = [vec![u8::MAX; 1 << bits], vec![u8::MAX; 1 << bits]];
    fewest[0][0] = 0;
    for column in 0..1u32 << bits {
        if columns.len() == places {
            break;
        }
        if usize::from(fewest[1][column as usize]) < 2 * weight {
            continue;
        }
        columns.push(column);
        let [even, odd] = &mut fewest;
        for value in 0..1usize << bits {
            let other = value ^ column as usize;
            if value > other {
                continue;
            }
            // The pair is changed together: each is reached from the other, with one column more.
            for (a, b) in [(value, other), (other, value)].into_iter().take(if value == other { 1 } else { 2 }) {
                let (from_even, from_odd) = (even[a], odd[b]);
                odd[b] = from_odd.min(from_even.saturating_add(1));
                even[a] = from_even.min(from_odd.saturating_add(1));
            }
        }
    }
    (columns.len() == places).then_some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn xors(columns: &[u32], size: usize) -> Vec<u32> {
        match (columns, size) {
            (_, 0) => vec![0],
            ([], _) => Vec::new(),
            ([first, rest @ ..], _) => {
                xors(rest, size - 1).into_iter().map(|x| x ^ first).chain(xors(rest, size)).collect()
            }
        }
    }

    #[test]
    fn sets_have_different_names() {
        for (places, size, most) in
            [(20, 1, 5), (24, 2, 10), (24, 3, 11), (20, 18, 9), (10, 4, 9), (5, 5, 0), (3, 0, 0)]
        {
            let (columns, bits) = columns(places, size).unwrap();
            assert!(bits <= most, "{size} of {places}: {bits} bits");
            let names = xors(&columns, size);
            assert!(names.iter().all(|&n| n < 1 << bits));
            assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{size} of {places}");
        }
        assert_eq!(columns(30, 6), None, "593775 sets");
    }
}
