//! Short linear codes for sets of a known size: the XOR of the columns of a set's members names the set.
//!
//! A state's key has to change by XOR when a piece moves, be short, and be decodable. For `size` members out of
//! `places` such a code exists if no two sets of that size have the same XOR, that is, if no even number of at most
//! `2 * size` columns has the XOR 0: they are the parity-check matrix of a linear code, without the row that is all 1.
//!
//! Where they are short, the columns are found greedily, as in a lexicographic code (Conway & Sloane 1986), which gives
//! the best codes known in the small cases needed here (the Golay code among them). Longer ones are those of the
//! extended codes of Bose & Ray-Chaudhuri (1960) and Hocquenghem (1959): the powers 1, 3, 5 ... of an element of a
//! field.

/// The longest code that is searched for greedily: the search takes time in proportion to the number of values, and so
/// would a decoding table.
pub(crate) const DENSE_BITS: u32 = 12;
/// The most sets of a code: a larger decoding table would not fit the cache.
const MAX_SETS: usize = 1 << 16;
/// Irreducible polynomials, by degree from 1.
const POLYNOMIALS: [u32; 9] = [3, 7, 11, 19, 37, 67, 137, 285, 529];

/// The columns of the shortest code found, one for each place, and its number of bits (at most 31).
pub(crate) fn columns(places: usize, size: usize) -> Option<(Vec<u32>, u32)> {
    // Two sets differ in the same places as their complements.
    let weight = size.min(places - size);
    if weight == 0 {
        return Some((vec![0; places], 0));
    }
    if weight == 1 {
        return Some(((0..places as u32).collect(), usize::BITS - (places - 1).leading_zeros()));
    }
    let least = usize::BITS - (sets(places, weight)? - 1).leading_zeros();
    let short = (least..=DENSE_BITS).find_map(|bits| greedy(places, weight, bits).map(|columns| (columns, bits)));
    short.or_else(|| powers(places, weight))
}

/// The number of sets of a size; `None` beyond [`MAX_SETS`].
pub(crate) fn sets(places: usize, size: usize) -> Option<usize> {
    let mut count = 1usize;
    for i in 0..size.min(places - size) {
        count = count.checked_mul(places - i)? / (i + 1);
        if count > MAX_SETS {
            return None;
        }
    }
    Some(count)
}

/// The odd powers of the elements of the smallest field with an element for each place.
fn powers(places: usize, weight: usize) -> Option<(Vec<u32>, u32)> {
    let degree = usize::BITS - (places - 1).leading_zeros();
    let polynomial = *POLYNOMIALS.get(degree as usize - 1)?;
    let bits = degree * weight as u32;
    let times = |a: u32, b: u32| {
        (0..degree).rev().fold(0, |product: u32, i| {
            let doubled = product << 1;
            let reduced = if doubled >> degree == 1 { doubled ^ polynomial } else { doubled };
            if b >> i & 1 == 1 { reduced ^ a } else { reduced }
        })
    };
    let column = |element: u32| {
        let square = times(element, element);
        let odd = std::iter::successors(Some(element), |&power| Some(times(power, square)));
        odd.take(weight).fold(0, |column, power| column << degree | power)
    };
    (bits < u32::BITS).then(|| ((0..places as u32).map(column).collect(), bits))
}

/// The columns of a lexicographic code, if `bits` are enough.
fn greedy(places: usize, weight: usize, bits: u32) -> Option<Vec<u32>> {
    let mut columns = Vec::with_capacity(places);
    // The fewest columns with the XOR `value`, by the parity of their number and by value.
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
            // The two values are changed together: each is the other one with one column more.
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
        let short = [(20, 1, 5), (24, 2, 10), (24, 3, 11), (20, 18, 9), (10, 4, 9), (5, 5, 0), (3, 0, 0)];
        let long = [
            (30, 3, 15),
            (30, 4, 20),
            (20, 16, 20),
            (16, 7, 28),
            (60, 3, 18),
            (100, 2, 14),
            (200, 2, 16),
            (300, 2, 18),
            (12, 6, 24),
        ];
        for (places, size, most) in short.into_iter().chain(long) {
            let (columns, bits) = columns(places, size).unwrap();
            assert!(bits <= most, "{size} of {places}: {bits} bits");
            let names = xors(&columns, size);
            assert!(names.iter().all(|&n| n < 1 << bits));
            assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{size} of {places}");
        }
        assert_eq!(columns(30, 6), None, "593775 sets");
        assert_eq!(columns(1024, 2), None, "523776 sets");
        assert_eq!(columns(1024, 1023).map(|c| c.1), Some(10));
    }
}
