// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a key back to its chunk. A key that no chunk is written as is refused, even where a number could be made out:
//! what is read here is written again as it was.

use super::error::{Code, Error, Result};
use super::grid::{Grid, check_max_rank};
use super::keys::{BaseEncoding, ChunkKeyEncoding, Fanout};
use super::text::with_digit;

impl ChunkKeyEncoding {
    /// Shows `set` the axes and the index of the chunk that `key` is of, in an array of `rank` axes.
    ///
    /// [`Code::Value`] is no key of this encoding, [`Code::Rank`] one with another number of indices, [`Code::Range`]
    /// one with an index past 64 bits; the error's offset is the byte of the key.
    pub fn decode(&self, key: &[u8], rank: usize, mut set: impl FnMut(usize, u64)) -> Result<()> {
        check_max_rank(rank)?;
        let mut chunk = [0; Grid::MAX_RANK];
        let chunk = &mut chunk[..rank];
        self.read(key, chunk)?;
        chunk.iter().enumerate().for_each(|(axis, &index)| set(axis, index));
        Ok(())
    }

    fn read(&self, key: &[u8], chunk: &mut [u64]) -> Result<()> {
        let suffix = self.suffix.as_str();
        let Some(indices) = key.strip_suffix(suffix.as_bytes()) else {
            return Err(Error::new(Code::Value, "the key does not end in \"{quote}\"").quote(suffix));
        };
        let mut reader = Reader { key: indices, at: 0 };
        let separator = match self.base {
            BaseEncoding::Default { separator } | BaseEncoding::V2 { separator } => separator as u8,
            BaseEncoding::Fanout(_) => b'/',
        };
        match (self.base, chunk.len()) {
            (BaseEncoding::V2 { .. }, 0) => reader.expect(b'0', "the key of an array without axes is \"0\"")?,
            (BaseEncoding::V2 { .. }, _) => {}
            _ => reader.expect(b'c', "the key does not start with \"c\"")?,
        }
        let rank = chunk.len();
        for (axis, index) in chunk.iter_mut().enumerate() {
            if axis > 0 || !matches!(self.base, BaseEncoding::V2 { .. }) {
                if reader.rest().is_empty() {
                    let what = "the key has {value} indices, and the array {limit} axes";
                    return Err(reader.error(Code::Rank, what).value(axis as u64).limit(rank as u64));
                }
                reader.expect(separator, "there is no separator where one index ends")?;
            }
            *index = match self.base {
                BaseEncoding::Fanout(fanout) => reader.pieces(fanout)?,
                _ => reader.index()?,
            };
        }
        match reader.rest().first() {
            None => Ok(()),
            Some(&byte) if byte == separator => {
                let what = "the key has more indices than the array axes, which are {limit}";
                Err(reader.error(Code::Rank, what).limit(rank as u64))
            }
            Some(_) => Err(reader.error(Code::Value, "the key goes on behind its last index")),
        }
    }
}

impl Grid {
    /// The declared chunk that a key is of; refused also where the grid has no such chunk.
    pub fn chunk_of_key(&self, encoding: &ChunkKeyEncoding, key: &[u8], mut set: impl FnMut(usize, u64)) -> Result<()> {
        let mut chunk = [0; Grid::MAX_RANK];
        let chunk = &mut chunk[..self.rank()];
        encoding.read(key, chunk)?;
        self.check_chunk(chunk)?;
        chunk.iter().enumerate().for_each(|(axis, &index)| set(axis, index));
        Ok(())
    }
}

/// A key, read from its start.
struct Reader<'k> {
    key: &'k [u8],
    at: usize,
}

impl<'k> Reader<'k> {
    fn rest(&self) -> &'k [u8] {
        &self.key[self.at..]
    }

    fn error(&self, code: Code, what: &'static str) -> Error {
        Error::new(code, what).offset(self.at)
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Result<()> {
        if self.rest().first() != Some(&byte) {
            return Err(self.error(Code::Value, what));
        }
        self.at += 1;
        Ok(())
    }

    /// An index in decimal digits.
    fn index(&mut self) -> Result<u64> {
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = &self.rest()[..length];
        match digits {
            [] => return Err(self.error(Code::Value, "there is no index")),
            [b'0', _, ..] => return Err(self.error(Code::Value, "an index starts with a zero")),
            _ => {}
        }
        let index = self.add(0, digits)?;
        self.at += length;
        Ok(index)
    }

    /// An index in pieces of equally many digits, behind the number of further pieces.
    fn pieces(&mut self, fanout: Fanout) -> Result<u64> {
        let further = self.index()?;
        let length = fanout.digits() as usize;
        let mut index = 0;
        for piece in 0..=further {
            self.expect(b'/', "a piece of an index is missing")?;
            let digits = self.rest().get(..length).filter(|digits| digits.iter().all(u8::is_ascii_digit));
            let Some(digits) = digits else {
                let what = "a piece of an index does not have {limit} digits";
                return Err(self.error(Code::Value, what).limit(length as u64));
            };
            if piece == 0 && further > 0 && digits.iter().all(|&digit| digit == b'0') {
                return Err(self.error(Code::Value, "the first of several pieces is zero"));
            }
            index = self.add(index, digits)?;
            self.at += length;
        }
        Ok(index)
    }

    /// A number with more digits behind it.
    fn add(&self, number: u64, digits: &[u8]) -> Result<u64> {
        digits
            .iter()
            .try_fold(number, |number, &digit| with_digit(number, digit))
            .ok_or_else(|| self.error(Code::Range, "an index passes {limit}").limit(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::keys::{ChunkKey, Suffix};
    use crate::core::text::Text;
    use proptest::prelude::*;

    fn encoding(base: BaseEncoding, suffix: &str) -> ChunkKeyEncoding {
        ChunkKeyEncoding { base, suffix: Suffix::new(suffix).unwrap() }
    }

    fn decoded(encoding: &ChunkKeyEncoding, key: &[u8], rank: usize) -> Result<Vec<u64>> {
        let mut chunk = vec![0; rank];
        encoding.decode(key, rank, |axis, index| chunk[axis] = index).map(|()| chunk)
    }

    fn any_base() -> impl Strategy<Value = BaseEncoding> {
        let separator = prop_oneof![Just('/'), Just('.')];
        prop_oneof![
            separator.clone().prop_map(|separator| BaseEncoding::Default { separator }),
            separator.prop_map(|separator| BaseEncoding::V2 { separator }),
            (2..20u32).prop_map(|digits| BaseEncoding::Fanout(Fanout::new(10u64.pow(digits)).unwrap())),
        ]
    }

    fn any_index() -> impl Strategy<Value = u64> {
        prop_oneof![0..20u64, (any::<u64>(), 0..64u32).prop_map(|(bits, shift)| bits >> shift), Just(u64::MAX)]
    }

    fn any_suffix() -> impl Strategy<Value = &'static str> {
        prop_oneof![Just(""), Just(".tiff"), Just("0"), Just("/0"), Just("_é"), Just(".0"), Just("c")]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            base in any_base(),
            suffix in any_suffix(),
            chunk in prop::collection::vec(any_index(), 0..6),
        ) {
            let encoding = encoding(base, suffix);
            let mut key = String::new();
            ChunkKey { encoding, chunk: &chunk }.write(&mut key);
            prop_assert_eq!(decoded(&encoding, key.as_bytes(), chunk.len()), Ok(chunk.clone()));
            // One byte less or more is another key or none.
            let shorter = &key.as_bytes()[..key.len() - 1];
            for other in [shorter, format!("{key}0").as_bytes(), format!("0{key}").as_bytes()] {
                prop_assert_ne!(decoded(&encoding, other, chunk.len()), Ok(chunk.clone()));
            }
        }

        #[test]
        fn what_is_read_is_written_as_it_was(
            base in any_base(),
            suffix in any_suffix(),
            rank in 0..4usize,
            key in "[c019/.]{0,14}",
        ) {
            let encoding = encoding(base, suffix);
            let key = format!("{key}{suffix}");
            if let Ok(chunk) = decoded(&encoding, key.as_bytes(), rank) {
                let mut again = String::new();
                ChunkKey { encoding, chunk: &chunk }.write(&mut again);
                prop_assert_eq!(again, key);
            }
        }
    }

    #[test]
    fn what_is_no_key_says_why() {
        let plain = encoding(BaseEncoding::Default { separator: '/' }, "");
        let v2 = encoding(BaseEncoding::V2 { separator: '.' }, "");
        let fanout = encoding(BaseEncoding::Fanout(Fanout::default()), "");
        let tiff = encoding(BaseEncoding::Default { separator: '.' }, ".tiff");
        for (encoding, key, rank, code, says) in [
            (plain, "zarr.json", 2, Code::Value, "the key does not start with \"c\" (byte 0)"),
            (plain, "", 0, Code::Value, "the key does not start with \"c\" (byte 0)"),
            (plain, "c/1", 2, Code::Rank, "the key has 1 indices, and the array 2 axes (byte 3)"),
            (plain, "c/1/2/3", 2, Code::Rank, "the key has more indices than the array axes, which are 2 (byte 5)"),
            (plain, "c/1/", 2, Code::Value, "there is no index (byte 4)"),
            (plain, "c/1.2", 2, Code::Value, "there is no separator where one index ends (byte 3)"),
            (plain, "c/01/2", 2, Code::Value, "an index starts with a zero (byte 2)"),
            (plain, "c/-1/2", 2, Code::Value, "there is no index (byte 2)"),
            (plain, "c/1/2x", 2, Code::Value, "the key goes on behind its last index (byte 5)"),
            (plain, "c/18446744073709551616", 1, Code::Range, "an index passes 18446744073709551615 (byte 2)"),
            (plain, "c/0", 0, Code::Rank, "the key has more indices than the array axes, which are 0 (byte 1)"),
            (v2, "1", 0, Code::Value, "the key of an array without axes is \"0\" (byte 0)"),
            (v2, "1.2.", 2, Code::Rank, "the key has more indices than the array axes, which are 2 (byte 3)"),
            (v2, ".zarray", 2, Code::Value, "there is no index (byte 0)"),
            (fanout, "c/0/12", 1, Code::Value, "a piece of an index does not have 3 digits (byte 4)"),
            (fanout, "c/1/012", 1, Code::Value, "a piece of an index is missing (byte 7)"),
            (fanout, "c/1/000/012", 1, Code::Value, "the first of several pieces is zero (byte 4)"),
            (fanout, "c/0/0120", 1, Code::Value, "the key goes on behind its last index (byte 7)"),
            (tiff, "c.1.2", 2, Code::Value, "the key does not end in \".tiff\""),
        ] {
            let refused = decoded(&encoding, key.as_bytes(), rank).unwrap_err();
            assert_eq!((refused.code, refused.to_string().as_str()), (code, says), "{key}");
        }
        assert_eq!(decoded(&tiff, b"c.1.2.tiff", 2), Ok(vec![1, 2]));
    }

    #[test]
    fn a_key_of_no_declared_chunk_is_refused() {
        let grid = Grid::from_chunk_shape(&[10, 20], &[5, 5], false).unwrap();
        let plain = encoding(BaseEncoding::Default { separator: '/' }, "");
        let mut chunk = [9; 2];
        grid.chunk_of_key(&plain, b"c/1/3", |axis, index| chunk[axis] = index).unwrap();
        assert_eq!(chunk, [1, 3]);
        let refused = grid.chunk_of_key(&plain, b"c/1/4", |_, _| panic!("there is no such chunk")).unwrap_err();
        assert_eq!((refused.code, refused.axis, refused.value), (Code::Bounds, Some(1), Some(4)));
    }
}
